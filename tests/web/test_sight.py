"""For those who choose all colours themselves: what grounds and shadows say elsewhere is said by lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from support import long

from .test_city import set_up
from .test_pages import begin, still
from .test_phase10 import chapter
from .test_phone import BOTH, EDGE

Opened = Callable[..., Page]
SIZES = [(360, 740), long((820, 1180)), long((1440, 900)), long((740, 360))]


def lines(things: Locator) -> list[str]:
    """Return what lines are drawn around these."""
    still(things.page)
    found: list[str] = things.evaluate_all("all => all.map((each) => getComputedStyle(each).outlineStyle)")
    return found


def ground(button: Locator) -> str:
    found: str = button.evaluate("button => getComputedStyle(button).backgroundColor")
    return found


@pytest.mark.parametrize("size", SIZES)
def test_without_colours_of_ours_lines_say_what_is_chosen(open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page(width=size[0], height=size[1], forced_colors="active")
    offer = page.get_by_role("region", name="Phase 10 Flip")
    strengths = offer.get_by_role("group", name="Strength").locator("label")
    expect(strengths).to_have_count(5)
    strengths.nth(1).click()
    chosen = lines(strengths.locator("input:checked + span"))
    assert chosen == ["solid"]
    assert set(lines(strengths.locator("input:not(:checked) + span"))) == {"none"}
    buttons = offer.locator(".ways button")
    assert ground(buttons.first) != ground(buttons.last)  # there is one main thing to do

    begin(page, game="phase-10-flip", position=chapter(5), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    assert lines(page.locator(".mine, .other")) == ["none", "solid"]  # whose turn it is
    assert lines(page.locator(".spot .cover")) == ["solid"] * 2  # where one may draw
    page.keyboard.press("t")
    expect(page.locator(".hand .note.ink")).to_be_visible()
    page.locator(".hand li:not(.fit) .cover").click(position=EDGE)
    page.locator(".headline").focus()
    assert sorted(lines(page.locator(".hand .cover"))) == ["double", "double", "solid"]  # fit, fit, chosen

    set_up(page, 2)
    assert lines(page.locator(".mine.turn")) == ["solid"]
    assert ground(page.locator(".actions .first")) != ground(page.locator(".actions button:not(.first)").first)
