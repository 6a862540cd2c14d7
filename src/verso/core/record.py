"""Game records: a text file a person can read and a program can trust.

    verso-record 1
    game some-game
    ruleset standard
    options {}
    seats 2
    tables 6f0e3d6b1c0a9d55
    result null

    * start 1, deal 7, deal 4
    1 play 4 -> deal 9
    0 pass
    1 play 9

After the header and an empty line, each line is the seat that acted, its action, and after `->` what chance brought
of it; `*` stands where chance acts on its own. Lines that begin with `#` are remarks. The reader is strict: it names
the line at fault and takes nothing from a file it cannot take whole.
"""

from __future__ import annotations

import dataclasses
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from verso.core.game import (
    ActionError,
    InvalidCards,
    InvalidPosition,
    InvalidSetup,
    Position,
    Setup,
    find_game,
    load_json,
)
from verso.core.spec import CHANCE, OVER

VERSION = 1
_MAGIC = "verso-record"
_REQUIRED = ("game", "ruleset", "options", "seats", "tables")
_KNOWN = (*_REQUIRED, "cards", "position", "result")
_MARK = re.compile(r"[a-z][a-z0-9-]{0,30}")
_JOINER = "\u200d"


class InvalidRecord(ValueError):  # noqa: N818
    """A record cannot be read; the message names the line at fault."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclasses.dataclass(frozen=True)
class Record:
    """A game as it was played: its setup, where it began, its actions, and remarks such as names and a date."""

    setup: Setup
    actions: tuple[int, ...]
    origin: Mapping[str, Any] | None = None
    remarks: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @classmethod
    def of(cls, position: Position, /, **remarks: str) -> Record:
        """Return the record of how a position came about, with remarks such as `seat_0="Ana"`."""
        named = {key.replace("_", "-"): value for key, value in remarks.items()}
        for key, value in named.items():
            if not _MARK.fullmatch(key) or key in _KNOWN:
                raise ValueError(f"{key!r} cannot be the name of a remark")
            if not is_line(value):
                raise ValueError(f"remark {key} must be printable text on one line")
        return cls(position.setup, position.actions, position.origin, named)

    def __hash__(self) -> int:
        return hash((self.setup, self.actions))  # equal records have these; the rest is in mappings, which have no hash

    def start(self) -> Position:
        """Return the position before the first action."""
        if self.origin is not None:
            return Position.from_json(dict(self.origin))
        return Position.start(self.setup)

    def position(self, ply: int | None = None) -> Position:
        """Return the position after `ply` actions, or at the end."""
        count = len(self.actions) if ply is None else ply
        if not 0 <= count <= len(self.actions):
            raise IndexError(f"there is no ply {ply}: the record has {len(self.actions)}")
        position = self.start()
        for action in self.actions[:count]:
            position.push(action)
        return position

    def to_text(self, *, trusted: bool = False) -> str:
        """Return the record as text; `Record.from_text` reads it back.

        Whoever says `trusted` knows that all actions are legal, which is then not found out once more: three times as
        fast.
        """
        position = self.start()
        return self.written(_said(position, self.actions, position.trust if trusted else position.push), position)

    def written(self, said: Iterable[tuple[int, str]], end: Position) -> str:
        """Return the same for whoever knows who acted with which text, action by action, and the position at the end.

        The position may come to its end while the actions are told.
        """
        body = list(_body(said))
        return "\n".join([*self._header(end), "", *body, ""])

    def _header(self, end: Position) -> Iterator[str]:
        setup = self.setup
        yield f"{_MAGIC} {VERSION}"
        yield f"game {setup.game.name}"
        yield f"ruleset {setup.ruleset}"
        yield f"options {_compact(setup.options)}"
        if setup.edits:
            yield f"cards {_compact(setup.edits)}"
        yield f"seats {setup.seats}"
        yield f"tables {setup.fingerprint}"
        if self.origin is not None:
            yield f"position {_compact(self.origin)}"
        for key, value in self.remarks.items():
            yield f"{key} {value}"
        yield f"result {_compact(_result(end))}"

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read a record, or raise InvalidRecord. Every action is checked against the rules."""
        return _Reader(text).read()


def is_line(text: str) -> bool:
    """Whether a text shows as itself on one line: no controls, no direction tricks, but names with joined emoji."""
    unwanted = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return bool(text.strip()) and all(
        unicodedata.category(character) not in unwanted or character == _JOINER for character in text
    )


def is_clean(text: str) -> bool:
    """Whether a name or message shows as itself, has something to see, no space at its ends, and no towers of marks."""
    marks, kinds = 0, set()
    for character in text:
        kind = unicodedata.category(character)
        kinds.add(kind)
        marks = marks + 1 if kind[0] == "M" else 0
        if marks > MOST_MARKS:
            return False
    can_be_seen = (
        any(kind[0] in "LNPS" for kind in kinds) and kinds.isdisjoint(("Co", "Cn")) and _BLANK.isdisjoint(text)
    )
    return not text or (text == text.strip() and is_line(text) and can_be_seen)


_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that look like nothing at all."""
MOST_MARKS = 3
"""Marks on one letter; more of them write over the lines above and below."""


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _result(position: Position) -> dict[str, Any] | None:
    outcome = position.outcome()
    return None if outcome is None else dataclasses.asdict(outcome)


def _said(position: Position, actions: tuple[int, ...], push: Callable[[int], None]) -> Iterator[tuple[int, str]]:
    """Push the actions one by one and tell who acts with which text."""
    for action in actions:
        yield position.to_act, position.text(action)
        push(action)


def _body(said: Iterable[tuple[int, str]]) -> Iterator[str]:
    """Return the lines that tell of actions."""
    line: str | None = None
    for actor, text in said:
        if actor != CHANCE:
            if line is not None:
                yield line
            line = f"{actor} {text}"
        elif line is None:
            line = f"* {text}"
        else:
            line += f", {text}" if (" -> " in line or line.startswith("*")) else f" -> {text}"
    if line is not None:
        yield line


class _Reader:
    """Reads a record line by line, knowing at any moment which line it is in."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.line = 0

    def error(self, reason: str) -> InvalidRecord:
        return InvalidRecord(self.line, reason)

    def read(self) -> Record:
        header = self._read_header()
        self.line = 1
        setup = self._setup(header)
        position = self._start(setup, header)
        self._read_body(position, first=self._body_line)
        if "result" in header:
            self.line, result = self._place["result"], self._json(header, "result")
            expected = json.loads(_compact(_result(position)))
            if result != expected:
                raise self.error(f"the actions lead to another result: {_compact(expected)}")
        remarks = {key: value for key, value in header.items() if key not in _KNOWN}
        return Record(setup, position.actions, position.origin, remarks)

    def _read_header(self) -> dict[str, str]:
        self.line = 1
        if self.lines[0] != f"{_MAGIC} {VERSION}":
            raise self.error(f"not a record of version {VERSION}: the first line must be '{_MAGIC} {VERSION}'")
        header: dict[str, str] = {}
        self._place: dict[str, int] = {}
        for self.line, text in enumerate(self.lines[1:], start=2):
            if text == "":
                self._body_line = self.line + 1
                break
            if text.startswith("#"):
                continue
            key, space, value = text.partition(" ")
            if not space or not value.strip() or not _MARK.fullmatch(key):
                raise self.error("expected a key, a space and a value")
            if key in header:
                raise self.error(f"{key} is given twice")
            if key not in _KNOWN and not is_line(value):
                raise self.error(f"remark {key} must be printable text on one line")
            header[key] = value
            self._place[key] = self.line
        else:
            raise self.error("the header must end with an empty line")
        for key in _REQUIRED:
            if key not in header:
                raise self.error(f"the header does not give {key}")
        return header

    def _json(self, header: dict[str, str], key: str) -> Any:
        self.line = self._place[key]
        try:
            return load_json(header[key])
        except InvalidPosition as error:
            raise self.error(f"{key} {error.reason}") from None

    def _object(self, header: dict[str, str], key: str) -> dict[str, Any]:
        value = self._json(header, key)
        if not isinstance(value, dict):
            raise self.error(f"{key} must be an object")
        return value

    def _setup(self, header: dict[str, str]) -> Setup:
        options = self._object(header, "options")
        edits = self._object(header, "cards") if "cards" in header else None
        self.line = self._place["seats"]
        if not re.fullmatch(r"[1-9]", header["seats"]):
            raise self.error("seats must be a number")
        try:
            self.line = self._place["game"]
            game = find_game(header["game"])
            self.line = self._place["ruleset"]
            setup = game.setup_with(options, int(header["seats"]), header["ruleset"], edits)
        except (InvalidSetup, InvalidCards) as error:
            raise self.error(str(error)) from None
        self.line = self._place["tables"]
        if header["tables"] not in setup.fingerprints:
            raise self.error(f"recorded with other card figures: {header['tables']}, here {setup.fingerprint}")
        return setup

    def _start(self, setup: Setup, header: dict[str, str]) -> Position:
        if "position" not in header:
            return Position.start(setup)
        document = self._object(header, "position")
        try:
            position = Position.from_json(document)
        except InvalidPosition as error:
            raise self.error(f"position: {error}") from None
        if position.setup.fingerprint != setup.fingerprint:
            raise self.error("the position belongs to another setup than the header")
        return position

    def _read_body(self, position: Position, first: int) -> None:
        for self.line, text in enumerate(self.lines[first - 1 :], start=first):
            if text == "" and self.line == len(self.lines):
                return
            if text.startswith("#"):
                continue
            mark, space, rest = text.partition(" ")
            action, arrow, outcomes = rest.partition(" -> ")
            if not space or (mark == "*" and arrow):
                raise self.error("expected a seat and an action")
            if mark == "*":
                self._push_chance(position, action)
                continue
            self._check_seat(position, mark)
            self._push(position, action)
            if arrow:
                self._push_chance(position, outcomes)
        raise self.error("the record must end with a line break")

    def _check_seat(self, position: Position, mark: str) -> None:
        if position.to_act == OVER:
            raise self.error("the game is over already")
        if position.to_act == CHANCE:
            raise self.error("chance is to act here")
        if mark != str(position.to_act):
            raise self.error(f"seat {position.to_act} is to act, not {mark}")

    def _push_chance(self, position: Position, texts: str) -> None:
        for text in texts.split(", "):
            if position.to_act != CHANCE:
                raise self.error(f"nothing is left to chance where {text!r} stands")
            self._push(position, text)

    def _push(self, position: Position, text: str) -> None:
        try:
            actions = position.game.notation.read(position.setup, position.state, text)
            if len(actions) != 1:
                raise self.error(f"{text!r} is more than one action")
            position.push(actions[0])
        except ActionError as error:
            raise self.error(str(error)) from None
