"""Perft files and what writes them."""
