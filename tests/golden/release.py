"""Keep what the present version writes: python tests/golden/release.py, once for each release, before it is published.

Everything goes to tests/golden/released/VERSION and is never written again. Every later version must open it (law 12).
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))  # after whatever PYTHONPATH names: the tests of an older version, for its own helpers

import apsw  # noqa: E402

import verso  # noqa: E402
from serving import Guest, choose, serving  # noqa: E402
from support import builder, chooser, rummy  # noqa: E402
from tables import QUICK_CARDS  # noqa: E402
from verso.server import commands  # noqa: E402
from verso.server.settings import Settings  # noqa: E402

NOW = 1_800_000_000_000
"""The time at which all of it happens, in milliseconds: tokens do not expire in tests of later years."""


def play(position: verso.Position, policy: Any, seed: int, plies: int) -> verso.Position:
    pick = chooser(policy, seed)
    for _ in range(plies):
        if position.to_act == verso.OVER:
            break
        position.push(pick(position, verso.Rng(seed)))
    return position


def records() -> dict[str, verso.Record]:
    """Return games of both kinds: finished, abandoned, from a position, with edited cards."""
    city, phases = verso.game("flip-city"), verso.game("phase-10-flip")
    deck = (HERE.parent.parent / "src/verso/games/phase10_flip/deck.csv").read_text(encoding="utf-8")
    starry = phases.load_cards(deck.replace("\n0,red,1,", "\n0,red,*,", 1), "deck.csv")
    city_position = play(city.new(3), builder, 5, 150).to_json()
    phase_position = play(phases.new(2, phases=1), rummy, 6, 60).to_json()
    positions = {
        "flip-city-finished": play(city.new(2, office=True), builder, 1, 9_999),
        "flip-city-solo": play(city.new(1, "solo"), builder, 2, 9_999),
        "flip-city-abandoned": play(city.new(4), builder, 3, 200),
        "flip-city-edited-cards": play(city.new(2, cards=QUICK_CARDS), builder, 4, 9_999),
        "flip-city-from-a-position": play(verso.Position.from_json(city_position), builder, 5, 9_999),
        "phase-10-flip-finished": play(phases.new(3, phases=1), rummy, 1, 9_999),
        "phase-10-flip-abandoned": play(phases.new(6, "pt-br-text", own_backs="shown"), rummy, 2, 200),
        "phase-10-flip-edited-cards": play(phases.new(2, cards=starry, phases=1), rummy, 3, 9_999),
        "phase-10-flip-from-a-position": play(verso.Position.from_json(phase_position), rummy, 4, 9_999),
    }
    return {name: verso.Record.of(position, event=name) for name, position in positions.items()}


async def do(guest: Guest, table: str, name: str, /, **fields: Any) -> None:
    answer = await guest.command(table, name, **fields)
    assert answer["type"] == "done", answer


async def play_out(table: str, players: list[Guest], moves: int = 9_999) -> None:
    """Let guests, by seat, play at random."""
    chosen = random.Random(7)
    for _ in range(moves):
        frame = await players[0].frame(table)
        if frame["state"] != "playing":
            return
        seat = frame["to_act"]
        frame = await players[seat].frame(table, seat=seat)
        await do(players[seat], table, "act", ply=frame["ply"], seat=seat, action=choose(frame, chosen))


def last_move(record: verso.Record) -> tuple[dict[str, Any], str]:
    """Return the position before the last action of a seat in a finished game, and that action."""
    for ply in reversed(range(len(record.actions))):
        position = record.position(ply)
        if position.to_act >= 0:
            return position.to_json(), position.text(record.actions[ply])
    raise AssertionError("nobody has acted")


async def server(database: str, finished: verso.Record) -> dict[str, Any]:
    """Fill a database with what players leave behind; return who and what is in it."""
    phases = {"game": "phase-10-flip", "cards": None}
    async with (
        serving(database, clock=lambda: NOW) as address,
        Guest(address) as ana,
        Guest(address) as bia,
        Guest(address) as caio,
    ):
        for guest, name in ((ana, "Ana"), (bia, "Bia"), (caio, "Caio")):
            await guest.arrive(name, "pt-BR" if guest is bia else "en")
        known: dict[str, Any] = {"now": NOW, "tokens": {"ana": ana.token, "bia": bia.token}, "tables": {}}
        tables = known["tables"]

        tables["finished"] = table = await ana.new_table("mine", "open", listed=True, wait=True, cards=QUICK_CARDS)
        await do(bia, table, "sit", seat=1)
        await do(ana, table, "entropy", seat=0, value="c0ffee" * 10)
        await do(bia, table, "entropy", seat=1, value="0123456789abcdef" * 4)
        await do(ana, table, "say", seat=0, text="Boa sorte! 🍀")
        await do(ana, table, "start")
        await play_out(table, [ana, bia])
        await do(bia, table, "say", seat=1, text="Good game")

        position, action = last_move(finished)
        tables["finished from a position"] = table = await ana.new_table(
            "mine", "mine", "mine", position=position, **phases
        )
        frame = await ana.frame(table)
        await do(ana, table, "act", ply=frame["ply"], seat=frame["to_act"], action=action)

        tables["running"] = table = await ana.new_table("mine", "open", clock=86_400)
        await do(bia, table, "sit", seat=1)
        await do(bia, table, "say", seat=1, text="I am back tomorrow")
        await play_out(table, [ana, bia], 20)

        tables["running phases"] = table = await ana.new_table("mine", "open", **phases)
        await do(bia, table, "sit", seat=1)
        await play_out(table, [ana, bia], 30)

        tables["lesson"] = table = await ana.new_table("mine", "mine", lesson=1, **phases)
        await play_out(table, [ana, ana], 1)

        tables["awaiting"] = await ana.new_table("mine", "invited", "open", listed=True)

        tables["with somebody forgotten"] = table = await ana.new_table("mine", "open")
        await do(caio, table, "sit", seat=1)
        await do(caio, table, "say", seat=1, text="forget me")
        await play_out(table, [ana, caio], 10)

        imported = {"text": finished.to_text(), "listed": True}
        known["imported"] = (await ana.ask("POST", "/records", imported))["record"]
        known["shuffled"] = (await ana.request("GET", f"/records/{tables['finished']}")).text
        forgotten = caio.id
    await asyncio.to_thread(commands.delete_player, Settings(database=database), forgotten)
    return known


def main() -> None:
    target = HERE / "released" / verso.__version__
    target.mkdir(parents=True)
    made = records()
    database = target / "database.sqlite"
    known = asyncio.run(server(str(database), made["phase-10-flip-finished"]))
    texts = {name: record.to_text() for name, record in made.items()} | {"flip-city-shuffled": known.pop("shuffled")}
    for name, text in texts.items():
        (target / f"{name}.verso").write_text(text, encoding="utf-8")
        end = verso.Record.from_text(text).position().to_json()
        (target / f"{name}.end.json").write_text(json.dumps(end, ensure_ascii=False) + "\n", encoding="utf-8")
    (target / "known.json").write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    commands.backup(Settings(database=str(database)), target / "backup.gz")
    connection = apsw.Connection(str(database))
    connection.execute("pragma journal_mode = delete")  # one file, without a log beside it
    connection.execute("vacuum")
    connection.close()


if __name__ == "__main__":
    main()
