"""Whole games with the keyboard alone: the focus is always somewhere that makes sense, and in sight."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from support import long

from .test_pages import quick, still

Opened = Callable[..., Page]
SIZES = [(1440, 900), long((360, 740)), long((820, 1180)), long((740, 360))]
SHORTEST = {"opponents": ["otto"], "ruleset": "short", "options": {"phases": 1}}
PAST_ALL = 150
"""More stops of the Tab key than any page has."""

FOCUS = """() => {
    const held = document.activeElement;
    if (!held || held === document.body || held.id === "main") return "nowhere";
    const { left, top, right, bottom, width, height } = held.getBoundingClientRect();
    const found = document.elementFromPoint(left + Math.min(width / 2, 8), top + height / 2);
    const seen = top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1
        && found && (held.contains(found) || found.contains(held) || found.closest(".hint-panel"));
    return seen && held.matches(":focus-visible") ? "" : `unseen: ${held.outerHTML.slice(0, 160)}`;
}"""
"""What is wrong with where the focus is, if anything; a hint may lie over it until it is closed."""
DECIDES = """() => document.querySelector(".over h2") || document.querySelector(".ended .first:enabled")
    || document.querySelector("button.hint:enabled") && document.querySelector("main").dataset.ply"""


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until one of these has the focus; on the way there, too, it is in sight."""
    for _ in range(PAST_ALL):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            still(page)
            assert page.evaluate(FOCUS) == ""
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"there is no way to {wanted}")


def focused(page: Page) -> None:
    """Wait until something in sight has the focus."""
    page.wait_for_function(f"() => ({DECIDES})() && ({FOCUS})() === ''")


def follow_a_hint(page: Page) -> None:
    """Ask what to do, and do it."""
    before = page.locator("main").get_attribute("data-ply")
    page.keyboard.press("h")
    moved = f"document.querySelector('main').dataset.ply !== '{before}'"
    page.wait_for_function(f"() => document.querySelector('main .advised') || {moved}")
    if not page.locator("main .advised").count():  # something had not yet been shown: it is asked again after that
        return
    tab_to(page, "main .advised, .city:has(.pages .advised) .pull")
    if page.evaluate("document.activeElement.matches('.pull')"):  # on a phone the supply is pulled up first
        page.keyboard.press("Enter")
        expect(page.locator(".shut")).to_be_focused()
        tab_to(page, "main .advised")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.querySelector('.give, .over, .ended') || {moved}")
    if page.locator(".give").count():
        expect(page.locator(".give").first).to_be_focused()
        tab_to(page, ".give.advised")
        page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.querySelector('.over, .ended') || {moved}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", [long("flip-city"), "phase-10-flip"])
def test_a_whole_game_with_keys_alone(open_page: Opened, game: str, size: tuple[int, int]) -> None:
    page = open_page("", width=size[0], height=size[1])
    if game == "flip-city":
        quick(page)
    page.add_init_script(f"localStorage['verso-setup-phase-10-flip'] = '{json.dumps(SHORTEST)}'")
    page.goto("/")
    title = {"flip-city": "Flip City", "phase-10-flip": "Phase 10 Flip"}[game]
    play = page.get_by_role("region", name=title).locator(".ways button").first
    expect(play).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUS) == ""  # the way past the header is seen
    play.evaluate("play => (play.dataset.wanted = 'play')")
    tab_to(page, "[data-wanted=play]")
    page.keyboard.press("Enter")
    while True:
        focused(page)
        if page.locator(".over h2").count():
            break
        if page.locator(".ended").count():
            expect(page.locator(".ended .first")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.locator(".ended")).to_have_count(0)
        else:
            follow_a_hint(page)
    expect(page.locator(".over h2")).to_be_focused()
    tab_to(page, ".over a[href^='/r/']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.locator("main")).to_be_focused()  # and the next Tab goes to the first thing on it
    page.keyboard.press("Tab")
    assert page.locator("main :focus").count() == 1
