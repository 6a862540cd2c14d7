"""What every game stands on: states, kernels, positions, views, records, laws."""
