"""A game that the page has no folder for: drawn from its view, its actions and its words alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support import long

from .test_pages import _overflows, after, begin, ply, serious

Opened = Callable[..., Page]
PLAN: dict[str, Any] = {"game": "hidden-cards", "seats": [{"kind": "mine"}, {"kind": "bot"}]}


def test_the_first_page_offers_it_by_what_the_server_says(open_page: Opened) -> None:
    page = open_page()
    offer = page.get_by_role("region", name="Hidden Cards")
    expect(offer).to_contain_text("the only one")
    expect(offer.get_by_role("heading")).to_have_css("text-decoration-line", "none")  # it looks as the others do
    expect(offer).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(offer.get_by_role("button", name="Learn by playing")).to_have_count(0)
    expect(offer.get_by_role("button", name="Solo")).to_have_count(0)
    offer.get_by_role("link", name="How it is played").click()
    expect(page.get_by_role("heading", name="How Hidden Cards is played")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("the only one")


def test_it_is_played_to_its_end_with_the_keyboard_and_looked_at_again(open_page: Opened) -> None:
    page = open_page("")
    begin(page, **PLAN)
    expect(page.get_by_role("heading", name="Hidden Cards")).to_be_visible()
    keys = page.locator(".actions button")
    expect(keys).to_have_count(3)
    expect(page.locator(".position")).to_contain_text("Left")  # a key of its view, as words
    expect(page.locator(".card", has_text=re.compile("^secret-"))).to_have_count(1)  # one's own, and no other
    expect(page.locator(".card.unknown")).not_to_have_count(0)
    before = ply(page)
    keys.nth(2).focus()
    page.keyboard.press("Enter")  # swap
    after(page, before)
    expect(keys).to_have_count(2)
    expect(keys.first).to_be_focused()
    page.keyboard.press("1")  # show
    expect(page.locator(".over h2")).to_be_visible()
    expect(page.locator(".over")).to_contain_text("over")
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_role("slider")).to_have_value("0")
    page.keyboard.press(".")
    expect(page.locator(".said")).to_contain_text("secret-")
    page.keyboard.press("End")
    expect(page.locator(".general")).to_be_visible()


def test_no_other_games_words_are_said(open_page: Opened) -> None:
    page = open_page("")
    begin(page, **PLAN)
    expect(page.locator(".general")).to_be_visible()
    expect(page.locator(".ten, .city")).to_have_count(0)
    expect(page.get_by_role("main")).not_to_contain_text(re.compile("phase|deck|city", re.IGNORECASE))


@pytest.mark.parametrize(("width", "language"), [(360, "pt-BR"), long(820, "en-US"), long(1440, "pt-BR")])
def test_it_fits_every_screen_in_every_light(open_page: Opened, width: int, language: str) -> None:
    page = open_page("", width=width, locale=language)
    begin(page, **PLAN)
    expect(page.locator(".headline")).to_have_text({"en-US": "Your turn", "pt-BR": "Seu turno"}[language])
    assert not _overflows(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert not _overflows(page)
    page.evaluate("document.documentElement.style.fontSize = ''")
    assert serious(page) == []


def test_nobodys_hand_is_shown_on_one_device(open_page: Opened) -> None:
    page = open_page("")
    begin(page, game="hidden-cards", seats=[{"kind": "mine", "name": "Ana"}, {"kind": "mine", "name": "Bia"}])
    page.locator(".actions button").first.click()
    expect(page.get_by_role("button", name="I am Bia")).to_be_visible()
    expect(page.locator(".general")).to_have_count(0)
