"""Phones, and text twice as large: everything that can be done is in sight, and nothing lies over anything else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Position, expect

from verso.server.lessons import lessons

from .test_pages import SHORT, act, begin, dealt

Opened = Callable[..., Page]
PHONE = {"width": 360, "height": 740}
LANGUAGES = ["en-US", "pt-BR"]
EDGE = Position(x=8, y=30)
"""Where a card is in sight, whatever lies over the rest of it."""
BOTH = [{"kind": "mine"}, {"kind": "bot"}]


def cut(buttons: Locator) -> list[str]:
    """Return the words of those buttons that reach beyond an edge of the screen at the side."""
    outside: list[str] = buttons.evaluate_all(
        """all => all.filter(each => { const at = each.getBoundingClientRect();
            return at.left < 0 || at.right > innerWidth || each.scrollWidth > each.clientWidth + 1;
        }).map(each => each.innerText)"""
    )
    return outside


def covered(page: Page, things: str) -> list[str]:
    """Return what of these, once scrolled to, cannot be reached with a finger in its middle."""
    hidden: list[str] = page.evaluate(
        """things => [...document.querySelectorAll(things)].filter(each => {
            each.scrollIntoView({block: "center", behavior: "instant"});
            const at = each.getBoundingClientRect();
            const found = document.elementFromPoint(at.left + Math.min(at.width / 2, 8), at.top + at.height / 2);
            return !found || !(each.contains(found) || found.contains(each));
        }).map(each => each.innerText || each.getAttribute("aria-label") || each.outerHTML.slice(0, 80))""",
        things,
    )
    return hidden


@pytest.mark.parametrize("language", LANGUAGES)
def test_offers_of_flip_city_fit_a_phone(open_page: Opened, language: str) -> None:
    page = open_page(**PHONE, locale=language)
    begin(page, game="flip-city", seats=BOTH)
    for _ in range(12):
        expect(page.locator(".actions button").first).to_be_visible()
        assert cut(page.locator(".actions button, .choices button")) == []
        act(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_offers_of_phase_10_flip_fit_a_phone(open_page: Opened, language: str) -> None:
    page = open_page(**PHONE, locale=language)
    begin(page, **SHORT, seats=BOTH)
    offers = page.locator(".actions button")
    expect(offers).to_have_count(2)  # draw, or take
    assert cut(offers) == []
    assert covered(page, ".actions button, .hand .cover") == []
    begin(page, game="phase-10-flip", position=dealt(3), seats=BOTH)
    expect(offers).to_have_count(1)
    page.locator(".ways summary").click()
    assert cut(page.locator(".actions button, .ways .way")) == []
    assert covered(page, ".actions button, .ways .way, .hand .cover") == []
    page.locator(".hand .useful .cover").first.click(position=EDGE)
    expect(page.locator(".hand .chosen")).to_be_visible()
    assert cut(offers) == []
    assert covered(page, ".actions button, .hand .cover") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_hits_of_phase_10_flip_fit_a_phone(open_page: Opened, language: str) -> None:
    page = open_page(**PHONE, locale=language)
    begin(page, game="phase-10-flip", position=dict(lessons()["phase-10-flip"][-1].position), seats=BOTH)
    page.locator(".actions button").last.click()
    page.locator(".hand .useful .cover").first.click(position=EDGE)
    offers = page.locator(".actions button")
    expect(offers).to_have_count(2)  # add it to a group, or discard it
    assert cut(page.locator(".actions button, .group button")) == []
    assert covered(page, ".actions button, .hand .cover") == []
