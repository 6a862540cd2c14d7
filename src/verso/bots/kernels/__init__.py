"""Kernel sources of the bots: light policies, search, odds. Plain Python, run as it stands or compiled.

Loaded by `core/kernel.py` on top of a game's rules. Modules here import only `core`, `games` and each other: compiled
code is kept on disk under a hash of exactly those sources.
"""
