"""Broken input in bulk: every HTTP operation from its description, and mutated messages over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error

from serving import Guest, Socket, processes, run, serving
from support import often
from verso.server import schema
from verso.server import socket as sockets

MUTANTS = often(20_000)


# --- HTTP


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with processes(1, str(tmp_path_factory.mktemp("fuzz") / "verso.db")) as [server]:
        yield server.address


@pytest.fixture(scope="module")
def known(address: str) -> dict[str, str]:
    """A real identity, table and record, so that not everything ends with 'there is no such table'."""

    async def make() -> dict[str, str]:
        async with Guest(address) as guest:
            await guest.arrive()
            table = await guest.new_table("mine", "mine")
            return {"token": guest.token, "table": table}

    return asyncio.run(make())


OPERATIONS: list[Any] = [
    result.ok()  # type: ignore[union-attr]
    for result in schemathesis.openapi.from_dict(json.loads(json.dumps(schema.openapi()))).get_all_operations()
]


@pytest.mark.parametrize("operation", OPERATIONS, ids=[f"{each.method} {each.path}" for each in OPERATIONS])
def test_no_request_breaks_the_server(operation: Any, address: str, known: dict[str, str]) -> None:
    @settings(max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        if "table" in case.path_parameters and len(str(case.body)) % 2:
            case.path_parameters["table"] = known["table"]
        headers = {"Authorization": f"Bearer {known['token']}"} if "sign-out" not in operation.path else {}
        response = case.call(base_url=f"http://{address}", headers=headers)
        case.validate_response(response, checks=[not_a_server_error])
        assert response.headers["content-security-policy"]
        if response.status_code >= 400:
            assert response.json()["words"]

    check()


# --- the socket

VALID: list[dict[str, Any]] = [
    {"type": "act", "key": "k", "ply": 2, "seat": 0, "action": "play"},
    {"type": "sit", "key": "k", "seat": 0, "name": "Eve", "invitation": "A" * 22},
    {"type": "leave", "key": "k", "seat": 1},
    {"type": "back", "key": "k", "seat": 1},
    {"type": "arrange", "key": "k", "seat": 1, "kind": "bot", "level": "hard"},
    {"type": "arrange", "key": "k", "seat": 1, "kind": "bot", "character": "ada"},
    {"type": "rules", "key": "k", "ruleset": "standard", "options": {"office": True}, "clock": 60, "seats": 3},
    {"type": "agree", "key": "k", "ply": 2, "seat": 1, "commitment": "0f" * 32},
    {"type": "resign", "key": "k", "seat": 0},
    {"type": "start", "key": "k", "fill": True, "level": "easy"},
    {"type": "entropy", "key": "k", "seat": 0, "value": "c0ffee"},
    {"type": "commit", "key": "k", "seat": 0, "value": "0f" * 32},
    {"type": "reveal", "key": "k", "seat": 0, "value": "c0ffee"},
    {"type": "undo", "key": "k", "ply": 2, "seat": 0},
    {"type": "answer", "key": "k", "ply": 2, "seat": 0, "agree": True},
    {"type": "say", "key": "k", "seat": 0, "text": "hello"},
    {"type": "react", "key": "k", "seat": 0, "reaction": "👍"},
    {"type": "rematch", "key": "k", "seat": 0},
    {"type": "why", "key": "k", "seat": 0, "action": "buy CS"},
    {"type": "look", "seat": 0, "language": "pt-BR"},
    {"type": "hello", "language": "en"},
]
ODD: list[Any] = [None, True, -1, 0.5, 10**30, "", "\x00", "é" * 500, [], {}, [[[]]], "A" * 9_000, 2**63, "\u202e"]


def mutate(chosen: random.Random) -> str | bytes:
    """Return a message that is valid, nearly valid, or nothing like it."""
    message = dict(chosen.choice(VALID))
    for _ in range(chosen.randrange(3)):
        kind = chosen.randrange(5)
        key = chosen.choice(list(message)) if message else "x"
        if kind == 0:
            message.pop(key, None)
        elif kind == 1:
            message[key] = chosen.choice(ODD)
        elif kind == 2:
            message[chosen.choice(["extra", "Type", "__proto__", "ply", "secret"])] = chosen.choice(ODD)
        elif kind == 3 and message:
            message[key] = chosen.choice(list(message.values()))
        else:
            message["type"] = chosen.choice(["frame", "done", "problem", "hello", "look", "", "ACT"])
    text = json.dumps(message, ensure_ascii=chosen.random() < 0.5)
    mutant = damage(text, chosen) if chosen.random() < 0.35 else text
    return mutant[:4_000]  # longer ones end the connection, which has a test of its own


def damage(text: str, chosen: random.Random) -> str | bytes:
    data = bytearray(text.encode())
    for _ in range(chosen.randrange(1, 4)):
        at = chosen.randrange(len(data) + 1)
        kind = chosen.randrange(4)
        if kind == 0 and data:
            data[at % len(data)] ^= 1 << chosen.randrange(8)
        elif kind == 1:
            data[at:at] = chosen.choice(
                [b"NaN", b"1e999", b"\\ud800", b'{"a":' * 50, b"[" * 200, b"\xff", b"\x00", b'"']
            )
        elif kind == 2:
            del data[at : at + chosen.randrange(9)]
        else:
            data[at:at] = data[: chosen.randrange(len(data) + 1)]
    try:
        return data.decode()
    except UnicodeDecodeError:
        return bytes(data)


class Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(self.format(record))


@contextlib.contextmanager
def errors_logged() -> Iterator[list[str]]:
    handler = Errors()
    loggers = [logging.getLogger(name) for name in ("verso", "uvicorn", "asyncio")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield handler.records
    finally:
        for logger in loggers:
            logger.removeHandler(handler)


def test_mutated_messages_break_nothing_and_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger sends thousands of mutants to a running table; after every batch a question must be answered."""
    monkeypatch.setattr(sockets, "MOST_ERRORS", 10**9)

    async def story() -> tuple[int, set[str]]:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana, Guest(address) as eve:
            await ana.arrive()
            await eve.arrive("Eve")
            table = await ana.new_table("mine", "mine")
            before = await ana.frame(table)
            answers = await asyncio.gather(*(flood(eve, table, seed) for seed in range(4)))
            after = await ana.frame(table)
            after["clock"] = before["clock"]
            assert after == before
            return sum(count for count, _ in answers), set().union(*(codes for _, codes in answers))

    with errors_logged() as errors:
        sent, codes = run(story())
    assert errors == []
    assert sent >= MUTANTS
    assert {"unreadable", "hello", "not-yours", "because", "not-now"} <= codes | {"because"}
    assert "internal" not in codes


async def catch_up(connection: Socket, key: str) -> None:
    """Ask something and read until it is answered."""
    await connection.send("why", key=key, seat=0, action="play")
    while (await connection.receive()).get("key") != key:
        pass


async def flood(eve: Guest, table: str, seed: int) -> tuple[int, set[str]]:
    chosen, sent, codes = random.Random(seed), 0, set[str]()
    async with eve.socket(table) as connection:
        await connection.until("frame")
        while sent < MUTANTS / 4:
            for _ in range(40):
                await connection.raw.send(mutate(chosen))
            sent += 40
            await catch_up(connection, f"sync-{sent}")
            codes |= {message.get("code", message["type"]) for message in connection.received}
            connection.received.clear()
    return sent, codes


def test_the_owner_of_a_seat_changes_only_what_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants of the seat's own player: the log holds exactly the commands that were answered with done."""
    monkeypatch.setattr(sockets, "MOST_ERRORS", 10**9)

    async def story() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            chosen, done, first = random.Random(9), 0, (await ana.frame(table))["ply"]
            async with ana.socket(table) as connection:
                await connection.until("frame")
                for number in range(often(4_000)):
                    mutant = mutate(chosen)
                    if isinstance(mutant, str):
                        mutant = mutant.replace('"key": "k"', f'"key": "k{number}"')
                    await connection.raw.send(mutant)
                    if number % 30 == 29:
                        await catch_up(connection, f"sync-{number}")
                done = sum(message["type"] == "done" and not message["again"] for message in connection.received)
            frame = await ana.frame(table)
            assert frame["ply"] - first == done
            assert done > 5

    with errors_logged() as errors:
        run(story())
    assert errors == []
