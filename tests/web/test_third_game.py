"""An installed game that the page has no folder for is finished in the browser, by clicking on what its words say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support import long
from third_game import install

from .conftest import served
from .test_pages import act, begin

BOARD = Path(__file__).resolve().parents[2] / "web/src/table/GeneralBoard.svelte"
pytestmark = pytest.mark.skipif(not BOARD.exists(), reason="the page has no board for games that it does not know")
Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own, beside which the game is installed."""
    place = tmp_path_factory.mktemp("installed")
    install(place)
    yield from served(tmp_path_factory.mktemp("web"), PYTHONPATH=str(place))


@pytest.mark.parametrize(
    ("language", "turn", "hang", "won"),
    [
        long("en-US", "turn the street", "hang lantern 1", r"wins? with \d+ light|share the win"),
        ("pt-BR", "virar a rua", "pendurar a lanterna 1", r"vence com \d+ de luz|dividem a vitória"),
    ],
)
def test_it_is_finished_by_clicking(open_page: Opened, language: str, turn: str, hang: str, won: str) -> None:
    page = open_page(locale=language)
    expect(page.get_by_role("region", name="Lantern Street")).to_be_visible()
    begin(page, game="lantern-street", seats=[{"kind": "mine"}, {"kind": "bot"}])
    for name in (turn, hang, hang, hang, hang):
        act(page, page.get_by_role("button", name=re.compile(name)))
    expect(page.locator(".over")).to_contain_text(re.compile(won))
    expect(page.get_by_role("main")).not_to_contain_text(re.compile("phase|city", re.IGNORECASE))
