"""Cards in the hand: dragged to where they go."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from verso.server.lessons import lessons

from .test_pages import begin

Opened = Callable[..., Page]


def test_cards_are_dragged_to_groups_and_to_the_discard_pile(open_page: Opened) -> None:
    page = open_page()
    position = dict(lessons()["phase-10-flip"][-1].position)
    begin(page, game="phase-10-flip", position=position, seats=[{"kind": "mine"}, {"kind": "bot"}])
    expect(page.locator(".mine.turn")).to_be_visible()
    page.keyboard.press("t")
    hand, groups = page.locator(".hand li"), page.locator(".group")
    expect(hand).to_have_count(3)
    card = page.get_by_role("button", name=re.compile("^yellow 11"))
    card.drag_to(groups.first)  # it does not fit there, and stays
    expect(hand).to_have_count(3)
    page.get_by_role("button", name=re.compile("^red 5")).drag_to(groups.first)
    expect(groups.first.locator("li")).to_have_count(3)
    expect(hand).to_have_count(2)
    card.drag_to(page.get_by_role("group", name="Discard pile"))
    expect(hand).to_have_count(1)
    expect(page.locator(".mine.turn")).to_be_visible()  # the bot has moved, too
