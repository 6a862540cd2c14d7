"""Kernel sources of the environments: plain Python functions that `core/kernel.py` runs interpreted or compiled.

They work on top of a game's observations: its own, or those that `verso.rl.fields` makes.
"""
