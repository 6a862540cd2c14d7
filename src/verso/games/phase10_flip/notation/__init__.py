"""Phase 10 Flip's neutral forms: actions as text and taken apart, views and positions as documents."""

from verso.games.phase10_flip.notation.actions import (
    ACTIONS,
    Parts,
    Word,
    action_parts,
    action_text,
    active_face,
    code,
    hand_faces,
    hit_action,
    known_face,
    lay_text,
    ordinal,
    parts,
    read,
)
from verso.games.phase10_flip.notation.documents import census, revealed, state_from_json, state_to_json
from verso.games.phase10_flip.notation.story import remembered
from verso.games.phase10_flip.notation.views import VIEW, between, marks, moved, shown, table_groups

__all__ = [
    "ACTIONS",
    "VIEW",
    "Parts",
    "Word",
    "action_parts",
    "action_text",
    "active_face",
    "between",
    "census",
    "code",
    "hand_faces",
    "hit_action",
    "known_face",
    "lay_text",
    "marks",
    "moved",
    "ordinal",
    "parts",
    "read",
    "remembered",
    "revealed",
    "shown",
    "state_from_json",
    "state_to_json",
    "table_groups",
]
