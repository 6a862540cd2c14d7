"""The pages about the server: their messages can be decoded, their programs run, every message and route is told."""

from __future__ import annotations

import asyncio
import contextlib
import io
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import verso
from serving import run, serving
from verso.lab import wire as labwire
from verso.play import wire
from verso.server.routes import ROUTES

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
KINDS: tuple[Any, ...] = (
    *(wire.FromClient, wire.FromServer, wire.NewTable, wire.Created, wire.OptionInfo, wire.Odds),
    *(labwire.LabQuestion, labwire.LabTune),
)


def documents() -> list[str]:
    found: list[str] = []
    for block in re.findall(r"^```jsonc\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        lines = block.strip().split("\n")
        several = len(lines) > 1 and all(line.endswith("}") and line.startswith("{") for line in lines)
        found += lines if several else [block]
    return found


@pytest.mark.parametrize("document", documents())
def test_every_message_of_the_page_can_be_decoded(document: str) -> None:
    for kind in KINDS:
        with contextlib.suppress(msgspec.ValidationError):
            msgspec.json.decode(document, type=kind)
            return
    pytest.fail(f"this is no message: {document}")


def test_the_odds_of_the_page_are_those_that_the_games_declare() -> None:
    told = [document for document in documents() if '"figures"' in document]
    parts = [verso.game(name).part("odds") for name in ("flip-city", "phase-10-flip")]
    declared = [part.FIGURES for part in parts if part is not None]
    for document, figures in zip(told, declared, strict=True):
        msgspec.convert(msgspec.json.decode(document, type=wire.Odds).figures, figures)


def tags(union: Any) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in union.__args__]


def test_every_message_and_route_is_told() -> None:
    for tag in tags(wire.FromClient):
        assert f"| `{tag}` |" in PAGE, tag
    for tag in tags(wire.FromServer):
        assert f"`{tag}`" in PAGE, tag
    told = re.findall(r"^\| `([A-Z]+) ([^`? ]+)[^`]*` \|", PAGE, re.MULTILINE)
    assert sorted(told) == sorted((route.method, route.path) for route in ROUTES)


def test_the_program_of_the_page_runs(tmp_path: Path) -> None:
    [program] = re.findall(r"^```py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

    async def story() -> str:
        async with serving(str(tmp_path / "verso.db")) as address:
            said = io.StringIO()

            def run() -> None:
                with contextlib.redirect_stdout(said):
                    exec(program.replace("localhost:8400", address), {})

            await asyncio.to_thread(run)
            return said.getvalue()

    said = run(story())
    assert said == "" or "'type': 'done'" in said or "stale" in said
