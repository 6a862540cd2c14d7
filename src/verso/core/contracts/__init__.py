"""What a game supplies, part by part: `rules`, `policy` and `observe` are kernels, `parts` everything around them.

A game is one folder, and each of its files is one of these parts. Required are `rules`, `ruleset`, `notation` and
`words`; all others may be missing, and what they do is then done in general (`core/general.py` and the layers above),
never in another game's way.
"""
