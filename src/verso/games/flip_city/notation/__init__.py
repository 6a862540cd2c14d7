"""Flip City's neutral notation: `actions` are texts and parts of actions, `documents` positions, views and moves.

`story` is what tables keep in sight of the game so far.
"""

from __future__ import annotations

from verso.games.flip_city.notation.actions import (
    ACTIONS,
    BY_FACE,
    BY_KIND,
    PLAIN,
    action_parts,
    action_text,
    known_parts,
    parts,
    read,
)
from verso.games.flip_city.notation.documents import (
    AWAITING,
    PHASES,
    RESULTS,
    VIEW,
    census,
    leaving,
    moved,
    shown,
    shown_after,
    state_from_json,
    state_to_json,
)
from verso.games.flip_city.notation.story import marks, remembered

__all__ = [
    "ACTIONS",
    "AWAITING",
    "BY_FACE",
    "BY_KIND",
    "PHASES",
    "PLAIN",
    "RESULTS",
    "VIEW",
    "action_parts",
    "action_text",
    "census",
    "known_parts",
    "leaving",
    "marks",
    "moved",
    "parts",
    "read",
    "remembered",
    "shown",
    "shown_after",
    "state_from_json",
    "state_to_json",
]
