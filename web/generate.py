"""Writes what the web app takes from the Python side: message types, the faces of the cards, frames for its tests.

Run after a change of play/wire.py or of a card file; a test fails while the two sides differ.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

import verso
from verso import bots
from verso.bots.bot import Budget
from verso.core.game import LANGUAGES
from verso.games.flip_city.ruleset import PRICES, load_ruleset, prepare
from verso.games.flip_city.text import effects
from verso.games.phase10_flip.ruleset import all_faces, phases
from verso.play import wire
from verso.play.entry import Opened, SeatState
from verso.play.show import Audience, Show
from verso.play.table import Table
from verso.server.lessons import lessons

HERE = Path(__file__).parent
SCHEMA = HERE / "src" / "lib" / "wire.schema.json"
CARDS = HERE / "src" / "lib" / "cards.json"
LESSONS = HERE / "src" / "lib" / "lessons.json"
FRAMES = HERE / "src" / "fixtures" / "flip-city.json"
FRAMES_KEPT = 120
FIGURES = ("cost", "fee", "cash", "points", "unhappy")


def schema() -> dict[str, Any]:
    """Return one JSON Schema that defines every message."""
    documents = [
        each
        for each in vars(wire).values()
        if isinstance(each, type) and issubclass(each, wire.Message) and each is not wire.Message
    ]
    [client, server], components = msgspec.json.schema_components(
        [wire.FromClient, wire.FromServer], ref_template="#/$defs/{name}"
    )
    _, all_components = msgspec.json.schema_components(documents, ref_template="#/$defs/{name}")
    definitions = dict(sorted((all_components | components).items()))
    for definition in definitions.values():
        _plain(definition)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages",
        "type": "object",
        "properties": {"client": client, "server": server},
        "required": ["client", "server"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def _plain(definition: dict[str, Any]) -> None:
    """Leave bounds to the server: TypeScript has no type for them. Frames always come with every field."""
    for field in definition.get("properties", {}).values():
        for bound in ("minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern"):
            field.pop(bound, None)


def faces(ruleset: str) -> dict[str, Any]:
    """Return the faces of Flip City with their figures, and their effects in every language."""
    setup = prepare(verso.game("flip-city"), None, ruleset, {}, None)
    found = {}
    for number, face in enumerate(setup.cards.faces):
        known: dict[str, Any] = {
            "other": setup.cards.faces[number ^ 1].code,
            "front": number % 2 == 0,
            "name": face.names,
            "effects": {language: effects(setup, number, language) for language in LANGUAGES},
            "from": {key: figure.source for key, figure in face.figures.items()},
        }
        for key in FIGURES:
            known[key] = None if key in PRICES and face.value(key) < 0 else face.value(key)
        found[face.code] = known
    return found


def goals(ruleset: str) -> dict[str, int]:
    """Return what wins: so many points, or so many cards with the right one among them."""
    tables = prepare(verso.game("flip-city"), None, ruleset, {}, None).tables
    return {"points": tables.points_to_win, "cards": max(tables.win_with_cards)}


def cards() -> dict[str, Any]:
    """Return faces and goals of each ruleset; faces only where they differ from the standard ones."""
    names = list(verso.game("flip-city").rulesets())
    own = {name: faces(name) for name in names if name == "standard" or load_ruleset(name).get("cards")}
    groups = [[{"kind": group.kind, "size": group.size} for group in phase] for phase in phases()]
    sides = verso.game("phase-10-flip").new().setup.tables.face
    deck = [[all_faces()[face].code for face in pair] for pair in zip(*sides, strict=True)]
    return {"faces": own, "goals": {name: goals(name) for name in names}, "phases": groups, "deck": deck}


def frames() -> list[Any]:
    """Return the first frames of a game between two bots, as a person at seat 0 would get them."""
    game = verso.game("flip-city")
    seats = [SeatState("human", "p_0", "Ana"), SeatState("bot", level="hard")]
    opened = Opened("A" * 22, "p_0", game.name, "standard", {"office": False}, seats, "07" * 32)
    table = Table(Table.open(opened, now=0))
    show, bot, since = Show(table), bots.make("greedy", game), 0
    found: list[Any] = []
    while len(found) < FRAMES_KEPT and table.state == "playing":
        frame = show.frame(Audience(0, "en"), "p_0", since, [0], now=table.ply * 1_000)
        found.append(msgspec.to_builtins(frame))
        since, seat = table.ply, table.to_act
        assert table.position is not None
        assert seat is not None
        action = bot.choose(table.position.view(seat), Budget()).action
        table.seats[0].kind = "bot"  # seat 0 is a bot's only while it moves
        for entry in table.decide_bot(seat, table.ply, action, now=table.ply * 1_000).entries:
            table.apply(entry)
            show.follow(table)
        table.seats[0].kind = "human"
    return found


def files() -> dict[Path, str]:
    found = {
        path: json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        for path, document in ((SCHEMA, schema()), (CARDS, cards()))
    }
    steps = {game: [chapter.steps for chapter in chapters] for game, chapters in lessons().items()}
    found[LESSONS] = json.dumps(steps) + "\n"
    lines = ",\n".join(json.dumps(frame, ensure_ascii=False, separators=(",", ":")) for frame in frames())
    return found | {FRAMES: f"[\n{lines}\n]\n"}


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    sys.path.insert(0, str(HERE.parent))
    from hatch_build import npm

    npm("run", "--silent", "types")
