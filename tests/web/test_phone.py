"""Phones, and text twice as large: everything that can be done is in sight, and nothing lies over anything else."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Position, expect

from support import long
from verso.server.lessons import lessons

from .test_pages import SHORT, act, begin, dealt, still, win

Opened = Callable[..., Page]
PHONE = {"width": 360, "height": 740}
LANGUAGES = [long("en-US"), "pt-BR"]
EDGE = Position(x=8, y=30)
"""Where a card is in sight, whatever lies over the rest of it."""
BOTH = [{"kind": "mine"}, {"kind": "bot"}]


SEEN = """each => { const at = each.getBoundingClientRect();
    return at.width > 2 && at.height > 2
        && each.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true}) }"""


def cut(things: Locator) -> list[str]:
    """Return the words of those that reach beyond an edge of the screen at the side, or have no room for them."""
    still(things.page)
    outside: list[str] = things.evaluate_all(
        f"""all => all.filter({SEEN}).filter(each => {{ const at = each.getBoundingClientRect();
            return at.left < 0 || at.right > innerWidth || each.scrollWidth > each.clientWidth + 2 && each.clientWidth;
        }}).map(each => each.innerText || each.getAttribute("aria-label") || each.outerHTML.slice(0, 80))"""
    )
    return outside


def covered(page: Page, things: str) -> list[str]:
    """Return what of these, once scrolled to, cannot be reached with a finger."""
    still(page)
    hidden: list[str] = page.evaluate(
        f"""things => [...document.querySelectorAll(things)].filter({SEEN}).filter(each => {{
            each.scrollIntoView({{block: "center", inline: "nearest", behavior: "instant"}});
            const at = each.getClientRects()[0];
            const found = document.elementFromPoint(at.left + Math.min(at.width / 2, 8), at.top + at.height / 2);
            return !found || !(each.contains(found) || found.contains(each) || found.control === each);
        }}).map(each => each.innerText || each.getAttribute("aria-label") || each.outerHTML.slice(0, 80))""",
        things,
    )
    return hidden


def apart(things: Locator) -> bool:
    """Say whether none of these lies over another."""
    still(things.page)
    done: bool = things.evaluate_all(
        """all => all.map(each => each.getBoundingClientRect()).every((one, number, others) =>
            others.every((other, at) => at === number || one.right <= other.left + 1 || other.right <= one.left + 1
                || one.bottom <= other.top + 1 || other.bottom <= one.top + 1))"""
    )
    return done


def whole_header(page: Page, when: str, timed: bool = True) -> None:
    """See that a header says when it is, and how much time is left, in one line of which nothing is cut."""
    expect(page.locator("header .clock")).to_have_count(int(timed))
    parts = page.locator(f"header :is({when}, .turn-number, .clock, a, button)").filter(visible=True)
    assert cut(parts) == []
    assert apart(parts)
    for part in parts.all():
        expect(part).to_be_in_viewport(ratio=1)
    assert page.locator("header").evaluate("header => header.offsetHeight") < 64  # one line


@pytest.mark.parametrize(("language", "turn"), [("en-US", r"Turn \d"), ("pt-BR", r"Turno \d")])
def test_a_phone_says_which_turn_it_is(open_page: Opened, language: str, turn: str) -> None:
    page = open_page("", **PHONE, is_mobile=True, has_touch=True, locale=language)
    begin(page, game="flip-city", seats=BOTH, clock=60)
    expect(page.locator("header .turn-number")).to_have_text(re.compile(turn))
    whole_header(page, ".turn-number")


@pytest.mark.parametrize("language", LANGUAGES)
def test_offers_of_flip_city_fit_a_phone(open_page: Opened, language: str) -> None:
    page = open_page("", **PHONE, locale=language)
    begin(page, game="flip-city", seats=BOTH)
    for _ in range(8):
        expect(page.locator(".actions button").first).to_be_visible()
        assert apart(page.locator(".other"))
        assert cut(page.locator(".actions button, .leaf.offered, .pull")) == []
        assert covered(page, ".actions button, .leaf.offered") == []
        act(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_offers_of_phase_10_flip_fit_a_phone(open_page: Opened, language: str) -> None:
    page = open_page("", **PHONE, locale=language)
    begin(page, **SHORT, seats=BOTH)
    offers = page.locator(".actions button")
    expect(offers).to_have_count(2)  # draw, or take
    assert cut(offers) == []
    assert covered(page, ".actions button, .hand .cover") == []
    begin(page, game="phase-10-flip", position=dealt(3), seats=BOTH)
    expect(offers).to_have_count(2)  # lay it, or another way
    page.locator(".actions [aria-expanded]").click()
    assert cut(page.locator(".actions button, .ways .way")) == []
    assert covered(page, ".actions button, .ways .way, .hand .cover") == []
    page.locator(".actions [aria-expanded]").click()
    page.locator(".hand .useful .cover").first.click(position=EDGE)
    expect(page.locator(".hand .chosen")).to_be_visible()
    assert cut(offers) == []
    assert covered(page, ".actions button, .hand .cover") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_hits_of_phase_10_flip_fit_a_phone(open_page: Opened, language: str) -> None:
    page = open_page("", **PHONE, locale=language)
    begin(page, game="phase-10-flip", position=dict(lessons()["phase-10-flip"][-1].position), seats=BOTH)
    page.locator(".actions button").last.click()
    page.locator(".hand .useful .cover").first.click(position=EDGE)
    offers = page.locator(".actions button")
    expect(offers).to_have_count(1)  # discard it, or add it by a click on the group
    expect(page.locator(".group.ready button")).to_have_count(1)
    assert cut(page.locator(".actions button, .group button")) == []
    assert covered(page, ".actions button, .group button, .hand .cover") == []


def long_street() -> dict[str, Any]:
    """Return a position of Flip City in the middle of a turn in which many cards have been played."""
    position = copy.deepcopy(dict(lessons()["flip-city"][0].position))
    position["players"][0]["played"] = ["CS", "FA"] * 6
    position["supply"] |= {"CS": 4, "FA": 2}
    position["turn"]["cash"] = 18
    return position


def at(street: Locator) -> int:
    """Return how far the street has been looked along."""
    left: int = street.evaluate("street => Math.round(street.scrollLeft)")
    return left


def test_a_long_street_is_looked_along(open_page: Opened) -> None:
    page = open_page("", **PHONE)
    begin(page, game="flip-city", position=long_street(), seats=BOTH)
    street = page.get_by_role("list", name="Cards played this turn")
    expect(street.locator("li")).to_have_count(12)
    expect(street).to_have_attribute("tabindex", "0")
    page.wait_for_function(
        "street => street.scrollLeft > 0 && street.scrollLeft + street.clientWidth >= street.scrollWidth - 1",
        arg=street.element_handle(),
    )  # the newest card is in sight
    still(page)
    end = at(street)

    for _ in range(40):
        page.keyboard.press("Tab")
        if street.evaluate("street => street === document.activeElement"):
            break
    expect(street).to_be_focused()
    page.keyboard.press("ArrowLeft")
    assert 0 <= at(street) < end
    page.keyboard.press("Home")
    assert at(street) == 0
    page.keyboard.press("ArrowRight")
    assert at(street) > 0
    page.keyboard.press("End")
    assert at(street) == end

    box = street.bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 100, middle[1], steps=4)
    page.mouse.up()
    assert at(street) == max(0, end - 100)
    page.mouse.move(*middle)
    assert at(street) == max(0, end - 100)  # let go is let go
    page.mouse.wheel(600, 0)
    page.wait_for_function("([street, end]) => street.scrollLeft >= end - 1", arg=[street.element_handle(), end])


def test_a_short_street_is_no_stop_for_the_keyboard(open_page: Opened) -> None:
    page = open_page("")
    begin(page, game="flip-city", seats=BOTH)
    act(page)
    street = page.get_by_role("list", name="Cards played this turn")
    expect(street).to_be_visible()
    assert street.get_attribute("tabindex") is None


def double(page: Page) -> None:
    """Make all text twice as large, as people do who see badly."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    still(page)


def lost(page: Page, inside: str = ":is(main, header)") -> list[str]:
    """Return what went wrong with the text: a page wider than the screen, controls cut or lying under something."""
    wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    controls = "button, a, summary, select, input"
    seen = f"{inside} :is({controls})"
    found = [f"cut: {words}" for words in cut(page.locator(seen))]
    found += [f"covered: {words}" for words in covered(page, f"{seen}:enabled, {inside} :is(a, summary)")]
    return ["the page is too wide"] * wide + found


@pytest.mark.parametrize(("width", "language"), [(360, "pt-BR"), long(1280, "en-US")])
def test_text_twice_as_large_loses_nothing(open_page: Opened, width: int, language: str) -> None:
    page = open_page(width=width, height=800, locale=language)
    found = {}

    def look(screen: str, inside: str = ":is(main, header)") -> None:
        double(page)
        found[screen] = lost(page, inside)

    expect(page.get_by_role("region", name="Phase 10 Flip")).to_be_visible()
    look("first page")
    page.goto("/watch")
    expect(page.get_by_role("combobox")).to_be_visible()
    look("watch")
    for game in ("flip-city", "phase-10-flip"):
        page.goto(f"/rules/{game}")
        expect(page.locator("main h2").nth(3)).to_be_visible()
        look(f"rules of {game}")
        begin(page, game=game, seats=BOTH)
        expect(page.locator(".actions button, .spot.on button").first).to_be_visible()
        look(f"table of {game}")
        page.evaluate("scrollTo(0, 0)")  # further down the buttons stay at the screen's edge, over what is scrolled
        assert apart(page.locator(".price:visible, .actions button, .log h2, .log .lines, .log .talk"))
        begin(page, game=game, seats=[{"kind": "mine"}, {"kind": "open"}])
        expect(page.get_by_role("img", name="QR")).to_be_visible()
        look(f"lobby of {game}")
        win(page, game)
        look(f"end of {game}", ".over")
        page.locator(".over a[href^='/r/']").click()
        expect(page.get_by_role("slider")).to_be_visible()
        look(f"replay of {game}")
    begin(page, game="phase-10-flip", position=dealt(3), seats=BOTH)
    page.locator(".actions [aria-expanded]").click()
    expect(page.locator(".flipped")).to_be_visible()  # what a flip would do, which comes a moment later
    look("laying")
    wrong = [f"{screen}: {each}" for screen, all_of_it in found.items() for each in all_of_it]
    assert not wrong, "\n".join(wrong)
