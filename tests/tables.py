"""What tests of tables share: quick games, and people who play them."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from verso.play import wire
from verso.play.entry import Entry, Opened, SeatState, decode_entry, encode_entry
from verso.play.show import Show
from verso.play.table import Decision, Fresh, Person, Refusal, Step, Table

QUICK_CARDS = {"CS": {"points": 4}, "RA": {"points": 1}}
"""Edited cards of Flip City with which random play ends a game after some sixty actions."""
QUICKEST_CARDS = {"RA": {"points": 8}}
"""With these it is won in one of the first turns."""
PEOPLE = [Person(f"p_{number}", name) for number, name in enumerate(("Ana", "Bia", "Caio", "Davi"))]
FRESH = Fresh("R" * 22, bytes(range(32)))


def human(number: int) -> SeatState:
    return SeatState("human", PEOPLE[number].id, PEOPLE[number].name)


BOT = SeatState("bot", level="easy")
OPEN = SeatState("open")


@contextlib.contextmanager
def refused(code: str, words: str | None = None) -> Iterator[None]:
    """See that something is refused, for this reason and in words of every language."""
    with pytest.raises(Refusal, match=words) as caught:
        yield
    assert caught.value.code == code
    assert caught.value.words("pt-BR")


def said(line: Any) -> list[str]:
    """Return what a line of the log or a step says, as it is or as it was sent."""
    clauses = line["clauses"] if isinstance(line, dict) else line.clauses
    return [msgspec.convert(each, wire.Clause).text for each in clauses]


class Play:
    """A table with a clock that tests turn by hand; every command goes through decide, store (as bytes) and apply."""

    def __init__(self, *seats: SeatState, secret: bytes = bytes(32), game: str = "flip-city", **options: Any) -> None:
        options.setdefault("cards", QUICK_CARDS if game == "flip-city" else None)
        opened = Opened("T" * 22, PEOPLE[0].id, game, "standard", {}, list(seats), secret.hex(), **options)
        self.now = 1_000_000
        self.stored = [encode_entry(entry) for entry in Table.open(opened, self.now)]
        self.table = Table(map(decode_entry, self.stored))
        self.keys = 0
        self.happened: list[tuple[Table, Sequence[Step]]] = []
        """The table after each entry of the last command, and the steps that it made."""

    def send(
        self, number: int, message: type, /, *, key: str | None = None, invited: bool = False, **fields: Any
    ) -> Entry:
        """Send a command as a person; return the last entry it led to."""
        self.keys += 1
        if "ply" in message.__struct_fields__ and "ply" not in fields:  # type: ignore[attr-defined]
            fields["ply"] = self.table.ply
        command = message(key=key or f"k{self.keys}", **fields)
        decision = self.table.decide(PEOPLE[number], command, self.now, invited=invited, fresh=FRESH)
        self.store(decision)
        return self.table.entries[-1]

    def store(self, decision: Decision) -> None:
        self.happened = []
        for entry, steps in decision.made:
            self.stored.append(encode_entry(entry))
            self.happened.append(self.table.after(entry, steps))
            self.table = self.happened[-1][0]

    def tell(self, show: Show) -> None:
        """Let a show go on by what the last command led to."""
        for table, steps in self.happened:
            show.follow(table, steps)

    def act(self, number: int, action: str | None = None, chosen: random.Random | None = None, **fields: Any) -> Entry:
        seat = fields.pop("seat", number)
        if action is None:
            action = (chosen or random.Random(self.table.ply)).choice(self.legal())
        return self.send(number, wire.Act, seat=seat, action=action, **fields)

    def legal(self) -> list[str]:
        position = self.table.position
        assert position is not None
        return [position.text(action) for action in position.legal]

    def bot(self, action: str | None = None) -> None:
        turn = self.table.bot_turn()
        assert turn is not None
        position = self.table.position
        assert position is not None
        chosen = position.parse(action) if action else position.legal[0]
        self.store(self.table.decide_bot(turn[0], self.table.ply, chosen, self.now))

    def finish(self, seed: int = 1) -> None:
        """Play at random to the end of the game."""
        chosen = random.Random(seed)
        while (seat := self.table.to_act) is not None:
            if self.table.bot_turn():
                self.bot(chosen.choice(self.legal()))
            else:
                self.act(int(self.table.seats[seat].who[2:]), chosen=chosen, seat=seat)
