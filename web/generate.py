"""Writes what the web app takes from the Python side: the types of messages and of each game, frames for its tests.

Run after a change of play/wire.py or of what a game declares; a test fails while the two sides differ.
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
from verso.core.game import Game
from verso.lab import wire as lab_wire
from verso.play import shuffle, wire
from verso.play.entry import Opened, SeatState
from verso.play.show import Audience, Folded, Show, chances
from verso.play.table import Person, Table

HERE = Path(__file__).parent
SCHEMA = HERE / "src" / "lib" / "wire.schema.json"
GAMES = HERE / "src" / "games"
FRAMES = GAMES / "flip-city" / "frames.json"
FRAMES_KEPT = 120
VECTORS = HERE / "src" / "lib" / "shuffle.vectors.json"
DECLARED = {
    "view": ("notation", "VIEW"),
    "action": ("notation", "ACTIONS"),
    "sheet": ("words", "SHEET"),
    "figures": ("odds", "FIGURES"),
    "details": ("moves", "DETAILS"),
}
"""What a game declares for its page, and in which of its parts. What it does not declare has no type."""


def schema() -> dict[str, Any]:
    """Return one JSON Schema that defines every message."""
    documents = [
        each
        for each in {**vars(wire), **vars(lab_wire)}.values()
        if isinstance(each, type) and issubclass(each, wire.Message) and each is not wire.Message
    ]
    [client, server], components = msgspec.json.schema_components(
        [wire.FromClient, wire.FromServer], ref_template="#/$defs/{name}"
    )
    _, all_components = msgspec.json.schema_components(documents, ref_template="#/$defs/{name}")
    definitions = dict(sorted((all_components | components).items()))
    return _document(
        "Messages",
        "src/verso/play/wire.py and src/verso/lab/wire.py",
        {"client": client, "server": server},
        definitions,
    )


def schema_of(game: Game) -> dict[str, Any]:
    """Return one JSON Schema that defines all that a game declares for its page."""
    parts = {name: (game.part(part), constant) for name, (part, constant) in DECLARED.items()}
    declared = {name: getattr(part, constant) for name, (part, constant) in parts.items() if hasattr(part, constant)}
    types, definitions = msgspec.json.schema_components(declared.values(), ref_template="#/$defs/{name}")
    properties = dict(zip(declared, types, strict=True))
    source = game.package.replace(".", "/")
    return _document(game.title.replace(" ", ""), f"src/{source}", properties, dict(sorted(definitions.items())))


def _document(title: str, source: str, properties: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    for definition in definitions.values():
        _plain(definition)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": f"Made by web/generate.py from {source}. Do not edit.",
        "title": title,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
        "$defs": definitions,
    }


def _plain(part: Any) -> None:
    """Leave bounds to the server: TypeScript has no type for them. Say pairs as the maker of the types reads them."""
    if isinstance(part, list):
        for each in part:
            _plain(each)
    if isinstance(part, dict):
        if "prefixItems" in part:
            part["items"] = part.pop("prefixItems")
        elif part.get("type") in ("string", "array", "integer", "number"):
            for bound in ("minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern"):
                part.pop(bound, None)
        for each in part.values():
            _plain(each)


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
        for entry, steps in table.decide_bot(seat, table.ply, action, now=table.ply * 1_000).made:
            show.follow(table, table.apply(entry, steps))
        table.seats[0].kind = "human"
    return found


def vectors() -> dict[str, Any]:
    """Return numbers that both sides must find alike, and what is told of a finished game whose seats committed."""
    entropies = ["5a" * 32, "c0ffee"]
    seals = [shuffle.sealed(each) for each in entropies]
    parts: list[tuple[list[str | None], list[str | None] | None]] = [
        ([None, None], None),
        ([None, "c0ffee"], None),
        ([None, None], [None, None]),
        ([entropies[0], None], [seals[0], seals[1]]),
        ([*entropies], [*seals]),
    ]
    words = [
        {
            "entropies": given,
            "commitments": bound,
            "ply": ply,
            "number": number,
            "word": f"{dice.word(ply, number):016x}",
        }
        for given, bound in parts
        for dice in [shuffle.Dice(bytes(range(32)), given, bound)]
        for ply, number in ((0, 0), (0, 5), (12, 3))
    ]
    return {
        "secret": bytes(range(32)).hex(),
        "words": words,
        "commitments": dict(zip(entropies, seals, strict=True)),
        "chances": msgspec.to_builtins(_finished(entropies, seals)),
    }


def _finished(entropies: list[str], seals: list[str]) -> wire.Chances:
    game = verso.game("flip-city")
    people = [(f"p_{seat}", name) for seat, name in enumerate(("Ana", "Bia"))]
    seats = [SeatState("human", who, name, commitment=seals[seat]) for seat, (who, name) in enumerate(people)]
    cards = {"CS": {"points": 4}, "RA": {"points": 1}}
    secret = bytes(range(32)).hex()
    opened = Opened("A" * 22, "p_0", game.name, "standard", {}, seats, secret, cards=cards, method=2)
    table, bot = Table(Table.open(opened, now=0)), bots.make("greedy", game)
    for seat, value in enumerate(entropies):
        reveal = wire.Reveal("k", seat, value)
        for each in table.decide(Person(*people[seat]), reveal, now=0).entries:
            table.apply(each)
    while (acts := table.to_act) is not None:
        assert table.position is not None
        action = table.position.text(bot.choose(table.position.view(acts), Budget()).action)
        command = wire.Act("k", table.ply, acts, action)
        for each in table.decide(Person(*people[acts]), command, now=0).entries:
            table.apply(each)
    return chances("A" * 22, Folded(table.record()), 0, 100_000)


def files() -> dict[Path, str]:
    """Return every file and its content; types.mjs makes the types from the schemas."""
    homes = [each.parent.name for each in sorted(GAMES.glob("*/index.ts"))]
    schemas = {SCHEMA: schema()} | {GAMES / name / "types.schema.json": schema_of(verso.game(name)) for name in homes}
    found = {path: json.dumps(document, ensure_ascii=False, indent=1) + "\n" for path, document in schemas.items()}
    lines = ",\n".join(json.dumps(frame, ensure_ascii=False, separators=(",", ":")) for frame in frames())
    numbers = json.dumps(vectors(), separators=(",", ":")) + "\n"
    return found | {FRAMES: f"[\n{lines}\n]\n", VECTORS: numbers}


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    sys.path.insert(0, str(HERE.parent))
    from hatch_build import npm

    npm("run", "--silent", "types")
