"""Around a game: a lobby that its host changes and its guests agree to, giving up, deleting, reactions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from support import long

from .test_pages import _overflows, begin, serious
from .test_phone import apart
from .test_tables import BOTH, with_bia

Opened = Callable[..., Page]
THREE = [{"kind": "mine"}, {"kind": "open"}, {"kind": "open"}]


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), long(820, "light"), long(1440, "light")])
def test_a_host_changes_the_table_and_a_guest_agrees_before_it_begins(
    open_page: Opened, width: int, theme: str
) -> None:
    ana, bia = open_page(width=width, theme=theme), open_page(width=width, theme=theme)
    begin(ana, game="flip-city", wait=True, seats=THREE)
    bia.goto(ana.url)
    expect(bia.locator(".lobby .first")).to_have_text("Sit here")  # one main button, however many seats are free
    bia.get_by_role("button", name="Sit here").first.click()
    expect(bia.get_by_role("status").filter(has_text="What are you called?")).to_be_visible()
    bia.get_by_role("textbox", name="Your name").fill("Bia")
    bia.get_by_role("button", name="Sit here").first.click()
    expect(bia.get_by_text("Waiting for more players.")).to_be_visible()
    bot = ana.get_by_role("button", name="Give it to a bot")
    expect(bot).to_have_count(1)  # she hears of Bia, too
    bot.click()
    ana.get_by_role("combobox", name="Strength of Otto").select_option("expert")
    ana.get_by_role("button", name="Ada, Master: somebody else instead").click()
    expect(bia.get_by_role("listitem").filter(has_text="Leon")).to_contain_text("Master")
    ana.get_by_role("combobox", name="Time for each move").select_option("60")
    ana.get_by_role("checkbox", name="Office").check()
    assert serious(ana) == []
    assert not _overflows(ana)
    expect(bia.get_by_role("checkbox", name="Office")).to_be_checked()
    expect(bia.get_by_role("checkbox", name="Office")).to_be_disabled()
    expect(ana.get_by_role("button", name="Start without Bia")).to_be_visible()
    expect(bia.locator(".lobby .first")).to_have_text("I agree")
    bia.get_by_role("alert").get_by_role("button", name="I agree").click()
    expect(bia.get_by_text("The host begins the game.")).to_be_visible()
    assert serious(bia) == []
    ana.get_by_role("button", name="Start", exact=True).click()
    for page in (ana, bia):
        expect(page.locator(".city")).to_be_visible()
        expect(page.locator("header .clock")).to_be_visible()
        assert not _overflows(page)
        box = page.locator("header").bounding_box()
        assert box is not None
        assert box["height"] < 64  # one line, with the clock
    assert bia.evaluate("localStorage['verso-name']") == "Bia"


def test_a_reaction_appears_at_the_seat(open_page: Opened) -> None:
    ana = open_page()
    bia = with_bia(open_page, ana)
    ana.evaluate("window.setTimeout = () => 0")  # it is there for a moment, which is over when nobody waits any more
    expect(ana.get_by_role("article", name="Bia").locator("svg.face").first).to_be_visible()  # people have faces, too
    bia.get_by_role("button", name="Applause").click()
    expect(ana.get_by_role("article", name="Bia").locator("[data-reaction=applause]")).to_be_visible()
    ana.set_viewport_size({"width": 360, "height": 740})
    assert apart(ana.get_by_role("article", name="Bia").locator("[data-reaction], .who .name"))  # whose it is


def test_giving_up_is_asked_for_and_ends_a_game_of_two(open_page: Opened) -> None:
    ana = open_page()
    bia = with_bia(open_page, ana)
    bia.get_by_role("button", name="Settings").click()
    give_up = bia.get_by_role("button", name="Give up", exact=True)
    give_up.first.click()
    asked = bia.get_by_role("alertdialog", name="Give up")
    expect(asked).to_contain_text("The other player wins")
    asked.get_by_role("button", name="Play on").click()
    give_up.first.click()
    asked.get_by_role("button", name="Give up").click()
    for page, said in ((ana, "You win"), (bia, "Ana wins")):
        expect(page.locator(".over")).to_contain_text(said)
        expect(page.locator(".over")).to_contain_text("Bia gave up")
    over = bia.locator(".over")
    for bots, asks, said in ((1, "The other player wins", "Otto wins"), (2, "nobody wins", "Nobody wins")):
        begin(bia, game="flip-city", seats=[{"kind": "mine"}, *[{"kind": "bot"}] * bots])
        bia.get_by_role("button", name="Settings").click()
        give_up.first.click()
        expect(asked).to_contain_text(asks)
        asked.get_by_role("button", name="Give up").click()
        expect(over.get_by_role("heading", name=said)).to_be_visible()
        for told in (".course .who", ".holdings .cities b", ".luck dt"):  # who won comes first, wherever they sit
            expect(over.locator(told).first).to_contain_text("Otto" if bots == 1 else "Ana")


@pytest.mark.parametrize("width", [360, long(1440)])
def test_a_table_is_deleted_from_its_own_settings_and_is_gone_from_my_games(open_page: Opened, width: int) -> None:
    page = open_page("", width=width)
    begin(page, game="phase-10-flip", seats=BOTH)
    address = page.url
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Delete this table").click()
    asked = page.get_by_role("alertdialog", name="Delete this table")
    assert serious(page) == []
    asked.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("region", name="Phase 10 Flip")).to_be_visible()
    page.goto("/mine")
    expect(page.get_by_text("There is nothing here yet.")).to_be_visible()
    page.goto(address)
    expect(page.get_by_text("This table is not here")).to_be_visible()


@pytest.mark.parametrize("width", [360, long(820), long(1440)])
def test_my_games_are_given_up_and_deleted_from_their_list(open_page: Opened, width: int) -> None:
    page = open_page("", width=width)
    begin(page, game="flip-city", seats=BOTH)
    page.request.post("/api/v1/tables", data={"game": "phase-10-flip", "seats": BOTH})
    page.goto("/mine")
    running = page.get_by_role("listitem").filter(has=page.locator("a[href^='/t/']"))
    expect(running).to_have_count(2)
    assert serious(page) == []
    assert not _overflows(page)
    running.filter(has_text="Flip City").get_by_role("button", name="Give up").click()
    page.get_by_role("alertdialog", name="Give up").get_by_role("button", name="Give up").click()
    finished = page.get_by_role("listitem").filter(has=page.locator("a[href^='/r/']"))
    expect(finished).to_contain_text("Otto wins")
    expect(running).to_have_count(1)
    running.get_by_role("button", name="Delete this table").click()
    page.get_by_role("alertdialog", name="Delete this table").get_by_role("button", name="Delete", exact=True).click()
    expect(running).to_have_count(0)
    expect(finished).to_have_count(1)


def test_a_table_with_others_is_not_offered_to_be_deleted(open_page: Opened) -> None:
    ana = open_page()
    with_bia(open_page, ana)
    ana.goto("/mine")
    expect(ana.get_by_role("button", name="Give up", exact=True).first).to_be_visible()
    expect(ana.get_by_role("button", name="Delete this table")).to_have_count(0)
