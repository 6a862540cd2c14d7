"""Kernel sources of the environments: plain Python functions that `core/kernel.py` runs interpreted or compiled.

For each game one module that turns a state into a row of small numbers, and the table that says what stands where.
"""
