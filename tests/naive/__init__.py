"""Naive twins: slow, literal versions of the games, which exist to disagree with the fast rules."""
