"""Both games in the shapes that researchers know: batched, Gymnasium, PettingZoo, OpenSpiel.

Nothing heavy is imported here. `verso.rl.batch` needs NumPy and numba, `verso.rl.gym` and `verso.rl.zoo` the extra
`verso-games[rl]`, `verso.rl.spiel` the extra `verso-games[openspiel]`. See docs/environments.md.
"""
