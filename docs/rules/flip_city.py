"""What the pages about Flip City show that is made of its data: see `docs/generate.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import verso
from verso.games.flip_city import rules, words
from verso.games.flip_city import ruleset as flip_city
from verso.games.flip_city.ruleset import Face

Table = tuple[Sequence[str], Sequence[Sequence[object]]]
MARKS = {"printed": "P", "sourced": "S", "reconstructed": "R"}
FIGURES = ("cost", "fee", "cash", "points", "unhappy")
DASH = "–"


def faces() -> list[tuple[Face, Face]]:
    """Return every face with the one on its other side."""
    printed = flip_city.printed_cards()
    return [(face, printed[rules.other_side(number)]) for number, face in enumerate(printed)]


def figure(face: Face, key: str) -> str:
    """Return a figure with the mark of where it comes from."""
    if key not in face.figures:
        return DASH if key in flip_city.PRICES else "0"
    value, mark = face.figures[key].value, MARKS[face.figures[key].source]
    return f"{DASH if value == rules.NOTHING else value} {mark}"


def figures() -> Table:
    rows = [
        [f"`{face.code}`", face.names["en"], face.names["pt-BR"], f"`{other.code}`"]
        + [figure(face, key) for key in FIGURES]
        for face, other in faces()
    ]
    return ["code", "face", "in Portuguese", "other side", "cost", "fee", "cash", "points", "unhappy"], rows


def effects() -> Table:
    setup = flip_city.prepare(None, 2, "standard", {"office": True}, None)
    rows = []
    for number, (face, _) in enumerate(faces()):
        flags = [key for key in face.figures if key not in FIGURES]
        shown = ", ".join(
            f"`{key}`"
            + ("" if flip_city.EFFECTS[key].is_switch else f" {face.figures[key].value}")
            + f" {MARKS[face.figures[key].source]}"
            for key in flags
        )
        sentences = " ".join(words.effects(setup, number, "en"))
        rows.append([f"`{face.code}`", shown or DASH, sentences or DASH])
    return ["code", "effects", "in words"], rows


def flags() -> Table:
    rows = []
    for key, effect in flip_city.EFFECTS.items():
        values = "`true`, `false`" if effect.is_switch else f"0 to {effect.most}"
        if key in flip_city.PRICES:
            values += ", `none`"
        having = [face.code for face, _ in faces() if face.value(key) > 0]
        rows.append([f"`{key}`", values, effect.meaning, " ".join(having) or DASH])
    return ["figure", "values", "what it does", "faces"], rows


def counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {code}" for code, count in counts.items()) or DASH


def seats(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}{DASH}{high}"


def about(ruleset: str) -> str:
    game = verso.game("flip-city")
    return game.words.about_ruleset(game, ruleset, "en")[1]


def rulesets() -> Table:
    rows = []
    for name in flip_city.ruleset_names():
        ruleset = flip_city.load_ruleset(name)
        alone = counted(ruleset.get("solo_supply", {})) if ruleset["seats"][0] == 1 else DASH
        many = counted(ruleset["supply"]) if ruleset["seats"][1] > 1 else DASH
        row = [f"`{name}`", seats(*ruleset["seats"]), counted(ruleset["start"]), many, alone, about(name)]
        rows.append(row)
    return ["ruleset", "seats", "each player starts with", "supply", "supply alone", "what it is"], rows


def options() -> Table:
    rows = []
    for name in flip_city.ruleset_names():
        ruleset = flip_city.load_ruleset(name)
        if "office" not in ruleset:
            rows.append([f"`{name}`", DASH, DASH, DASH, DASH])
            continue
        office = ruleset["office"]
        low = max(office["seats"][0], ruleset["seats"][0])
        adds = [f"{counted(office['supply'])} to the supply"] if ruleset["seats"][1] > 1 else []
        if low == 1:
            adds.append(f"{counted(office['solo_supply'])} alone")
        default = "true" if office["default"] else "false"
        rows.append([f"`{name}`", "`office`", f"`{default}`", seats(low, office["seats"][1]), ", ".join(adds)])
    return ["ruleset", "option", "default", "may be `true` with seats", "adds"], rows


def settings() -> Table:
    keys = {
        "limit": "unhappiness you may have (FC-17)",
        "points_to_win": "points that win a turn (FC-50)",
        "last_turn": "the turn after which a game is truncated (FC-52)",
    }
    rows = [[f"`{name}`"] + [flip_city.load_ruleset(name)[key] for key in keys] for name in flip_city.ruleset_names()]
    return ["ruleset", *(f"`{key}`: {meaning}" for key, meaning in keys.items())], rows


def record_opening() -> str:
    position = verso.game("flip-city").new(seats=2)
    for action in ("start 1", "top RA", "top CS", "play", "top FA", "play", "top HO", "bottom RA", "stop", "buy CS"):
        position.push(action)
    for action in ("done", "play", "top AP", "play", "top CP"):
        position.push(action)
    return verso.Record.of(position, seat_a="Ana", seat_b="Rui", date="2026-11-15").to_text()


def record_from_position() -> str:
    position = verso.Position.from_json(
        {
            "game": "flip-city",
            "ruleset": "solo",
            "seats": 1,
            "to_act": 0,
            "phase": "build",
            "turn": {"number": 14, "cash": 5, "points": 8},
            "supply": {"CS": 1, "HO": 2},
            "players": [{"top": ["RA"], "deck": {"AP": 1}, "discard": {"CS": 3}, "played": ["ST", "ST", "CP", "CS"]}],
        }
    )
    position.push("develop CS")
    position.push("done")
    return verso.Record.of(position).to_text()


TABLES: dict[str, Callable[[], Table]] = {
    "flip-city-figures": figures,
    "flip-city-effects": effects,
    "flip-city-flags": flags,
    "flip-city-rulesets": rulesets,
    "flip-city-options": options,
    "flip-city-settings": settings,
}
TEXTS = {"record-opening": record_opening, "record-from-position": record_from_position}
