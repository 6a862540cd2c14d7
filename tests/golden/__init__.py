"""Golden records and what writes them."""
