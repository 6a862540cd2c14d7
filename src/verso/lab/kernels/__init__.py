"""What the lab compiles beside the loop of whole games: kernel source, loaded by name on top of a game's rules.

These modules are not imported to be called: `core/kernel.py` loads them.
"""
