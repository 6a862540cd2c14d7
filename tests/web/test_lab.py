"""The lab in the browser: a figure is changed, what becomes of the game is seen, played and shared."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from web.conftest import PATIENCE, Opened

CHANGED = "Power Plant: points"
LIMIT = "unhappiness allowed in a turn"


def open_lab(open_page: Opened, path: str = "/lab/flip-city", **how: object) -> Page:
    page = open_page(path, **how)
    expect(page.get_by_label(CHANGED, exact=True)).to_be_visible()
    page.get_by_label("Deals, each played at both tables").select_option("1000")
    return page


def test_a_figure_is_changed_seen_reported_shared_and_played(
    open_page: Opened, browser: Browser, tmp_path: Path
) -> None:
    page = open_lab(open_page)
    page.get_by_label(CHANGED, exact=True).fill("6")
    expect(page.get_by_role("status").first).to_have_text("1 figure changed")
    found = page.get_by_role("region", name="What becomes of the game")
    expect(found.locator("[aria-busy=false]:not(.stale)")).to_be_visible()
    expect(found.get_by_role("heading", level=2)).not_to_have_text("Too early to say")
    expect(found.get_by_role("table", name="Wins by seat").get_by_role("row", name="First to act")).to_contain_text("±")
    plants = found.get_by_role("table", name="Who has what").get_by_role("row", name="Power Plant")
    expect(plants).to_contain_text(re.compile(r"✓ \+\d+\.\d ±\d"))  # by how much, and how surely
    expect(page.get_by_role("rowheader", name="Office not in play")).to_be_visible()

    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Report").click()
    downloaded.value.save_as(tmp_path / "report.html")
    alone = browser.new_context(offline=True)
    alone.set_default_timeout(PATIENCE)
    report = alone.new_page()
    asked = list[str]()
    report.on("request", lambda request: asked.append(request.url))
    report.goto((tmp_path / "report.html").as_uri())
    expect(report.get_by_text("verso lab").first).to_be_visible()  # the command that repeats it
    assert [url for url in asked if not url.startswith("file:")] == []
    sizes: tuple[tuple[int, Literal["screen", "print"]], ...] = ((360, "screen"), (720, "print"))
    for width, media in sizes:  # everything is read whole on a phone and on paper
        report.set_viewport_size({"width": width, "height": 900})
        report.emulate_media(media=media)
        wide = "elements => elements.filter(each => each.scrollWidth > each.clientWidth).length"
        assert report.locator(".told:visible .scroll").evaluate_all(wide) == 0
        expect(report.get_by_role("cell").filter(has_text="…").last).to_be_visible()
    alone.close()

    shared = page.url
    other = open_lab(open_page, shared[shared.index("/lab") :])
    expect(other.get_by_label(CHANGED, exact=True)).to_have_value("6")
    other.get_by_role("button", name="Play this variant").click()
    other.wait_for_url("**/t/*")
    expect(other.locator(".actions button").first).to_be_visible()
    cards = other.evaluate(
        "fetch(`/api/v1/tables/${location.pathname.slice(3)}/cards`).then((answer) => answer.json())"
    )
    assert cards["faces"]["PP"]["points"] == 6


@pytest.mark.long
def test_friends_play_a_variant(open_page: Opened) -> None:
    """The table is opened by one click, a friend comes by its address, and both play with the edited card."""
    ana, bia = open_lab(open_page), open_page("")
    ana.get_by_label(CHANGED, exact=True).fill("6")
    expect(ana.get_by_role("status").first).to_have_text("1 figure changed")
    ana.get_by_role("button", name="Play it with friends").click()
    ana.wait_for_url("**/t/*")
    expect(ana.get_by_role("img", name="QR code")).to_be_visible()
    bia.goto(ana.url)
    bia.get_by_role("textbox", name="Your name").fill("Bia")
    bia.get_by_role("button", name="Sit here").click()
    for page in (ana, bia):
        expect(page.locator(".city")).to_be_visible()
        cards = page.evaluate(
            "fetch(`/api/v1/tables/${location.pathname.slice(3)}/cards`).then((answer) => answer.json())"
        )
        assert cards["faces"]["PP"]["points"] == 6


def test_what_cannot_be_is_refused_at_its_field_and_undone(open_page: Opened) -> None:
    page = open_lab(open_page, width=360, height=740)
    figure, play = page.get_by_label(CHANGED, exact=True), page.get_by_role("button", name="Play this variant")
    expect(play).to_be_enabled()
    figure.fill("500")
    refused = page.get_by_role("cell").filter(has=figure).get_by_role("alert")
    expect(refused).to_contain_text("whole number")
    expect(play).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(refused).to_have_count(0)
    expect(figure).to_have_value("3")
    expect(play).to_be_enabled()
    figure.press("ArrowUp")
    expect(figure).to_have_value("4")
    expect(page.get_by_role("list", name="What differs")).to_contain_text("Power Plant, points: 3 4")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_link_that_carries_nothing_is_said(open_page: Opened) -> None:
    page = open_lab(open_page, "/lab/flip-city#no-variant")
    expect(page.get_by_role("alert").first).to_contain_text("This link carries no variant")


def test_nobody_gets_a_card_and_light_players_are_taught_first(open_page: Opened) -> None:
    page = open_lab(open_page)
    found = page.get_by_role("region", name="What becomes of the game")
    nobody = page.get_by_role("group", name="What if nobody gets or does it?")
    nobody.get_by_role("button", name="Church", exact=True).click()
    has = found.get_by_role("table", name="Who has what").get_by_role("row", name="Church")
    expect(has).to_contain_text("0.0%")
    page.get_by_label("Measure doing without each of them").check()
    expect(found.get_by_role("table", name="Doing without").get_by_role("row", name="Plan: Station")).to_be_visible()
    page.get_by_label("Measure doing without each of them").uncheck()
    page.get_by_label("Teach light players this table first").check()
    expect(found.get_by_text("How to read this")).to_be_visible()
    found.get_by_text("How to read this").click()
    expect(found.get_by_text("light players the edited table")).to_contain_text("games")
    expect(found.get_by_text("At the edited table nobody gets or does this: Church.")).to_be_visible()
    expect(found.locator("pre")).to_contain_text("--never CH --retrain")
    expect(page.get_by_role("list", name="What differs")).to_contain_text("Nobody gets or does: Church")


@pytest.mark.long
def test_what_nobody_gets_is_in_the_link_and_can_be_undone(open_page: Opened) -> None:
    page = open_lab(open_page)
    page.get_by_role("button", name="Church", exact=True).click()
    expect(page.get_by_role("list", name="What differs")).to_contain_text("Nobody gets or does: Church")
    shared = open_lab(open_page, page.url[page.url.index("/lab") :])
    church = shared.get_by_role("button", name="Church", exact=True)
    expect(church).to_have_attribute("aria-pressed", "true")
    shared.get_by_role("button", name="Back to the shipped figures").click()
    expect(church).to_have_attribute("aria-pressed", "false")
    shared.get_by_role("button", name="Undo").click()
    expect(church).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_phase_10_flip_without_a_number_taught_first_and_ended_early(open_page: Opened) -> None:
    page = open_page("/lab/phase-10-flip")
    page.get_by_label("phases", exact=False).and_(page.get_by_role("spinbutton")).fill("1")
    page.get_by_label("Deals, each played at both tables").select_option("1000")
    found = page.get_by_role("region", name="What becomes of the game")
    page.get_by_role("group", name="What if nobody gets or does it?").get_by_role("button", name="Cards with 7").click()
    uses = found.get_by_role("table", name="What is used").get_by_role("row", name="7")
    expect(uses).to_contain_text("0.0")
    page.get_by_label("Teach light players this table first").check()
    page.get_by_label("End early, with wins by seat known to").select_option("±2")
    how = found.get_by_text("How to read this")
    expect(found.locator("[aria-busy=false]:not(.stale)")).to_be_visible()
    how.click()
    expect(found.locator("pre")).to_contain_text("--never 7 --retrain --games 1000")
    expect(found.get_by_text("light players the edited table")).to_contain_text("games")
    page.get_by_role("button", name="Tune").click()
    tune = page.get_by_role("region", name="Tune")
    expect(tune.get_by_role("listitem")).to_have_count(3)  # what cards count; phases can be added
    tune.get_by_label("Add a figure that may move").select_option("phases.1.0")
    expect(tune.get_by_role("listitem")).to_have_count(4)


def test_figures_are_looked_for_and_tried(open_page: Opened) -> None:
    page = open_lab(open_page)
    limit = page.get_by_label(LIMIT, exact=True)
    limit.fill("1")
    expect(page.get_by_role("status").first).to_have_text("1 figure changed")
    page.get_by_role("button", name="Tune").click()
    tune = page.get_by_role("region", name="Tune")
    movable = tune.get_by_role("listitem")
    expect(movable.filter(has_text="Power Plant: cash")).to_be_visible()  # reconstructed
    expect(movable.filter(has_text="Office")).to_have_count(0)  # not in play
    for left in reversed(range(movable.count())):
        movable.first.get_by_role("button", name="Remove").click()
        expect(movable).to_have_count(left)
    expect(tune.get_by_role("button", name="Look for tables")).to_be_disabled()
    tune.get_by_label("Add a figure that may move").select_option("rules.limit")
    tune.get_by_label("Figure", exact=True).select_option("length")
    tune.get_by_label("at least", exact=True).fill("10")
    tune.get_by_label("at most", exact=True).fill("20")
    tune.get_by_label("Tables to try").select_option("40")
    tune.get_by_role("button", name="Look for tables").click()
    found = tune.get_by_role("list", name="What was found, the least changed first").get_by_role("listitem")
    expect(tune.get_by_text("How to read this")).to_be_visible()  # it is finished
    expect(found.first).to_contain_text("±")
    expect(tune.get_by_role("status").first).to_contain_text("all next to the best ones are among them")
    expect(tune.get_by_role("progressbar")).to_have_attribute("value", "40")
    tune.get_by_role("button", name="Try it").last.click()
    expect(limit).not_to_have_value("1")
    page.get_by_role("button", name="Undo").click()
    expect(limit).to_have_value("1")
