"""The first page: running games, then the games with players and strength on their own cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support import long

from .test_city import beyond_side
from .test_pages import _overflows, begin, new_table
from .test_phone import apart

Opened = Callable[..., Page]


def names(page: Page, game: str) -> list[str]:
    return page.get_by_role("region", name=game).locator(".seats b").all_inner_texts()


def test_a_first_visit_is_refused_nothing_and_plays_against_whom_it_chose(open_page: Opened) -> None:
    page, wrong = open_page(service_workers="allow"), list[str]()
    page.on("console", lambda line: wrong.append(line.text) if line.type in ("error", "warning") else None)
    page.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 400 else None)
    page.reload()
    offer = page.get_by_role("region", name="Phase 10 Flip")
    offer.get_by_role("radio", name="Master").check()
    offer.get_by_role("button", name="One opponent more").click()
    expect(offer.get_by_role("status")).to_have_text("2 opponents")
    assert names(page, "Phase 10 Flip") == ["You", "Ada", "Leon"]
    offer.get_by_role("button", name="Leon, Master: somebody else instead").click()
    assert names(page, "Phase 10 Flip") == ["You", "Ada", "Samira"]
    offer.get_by_role("radio", name="5 phases").check()
    page.get_by_label("Your name").fill("Ana")
    page.reload()  # it is remembered, for this game alone
    expect(page.get_by_label("Your name")).to_have_value("Ana")
    expect(page.get_by_role("radio", name="5 phases")).to_be_checked()
    assert names(page, "Phase 10 Flip") == ["You", "Ada", "Samira"]
    assert names(page, "Flip City") == ["You", "Otto"]
    offer.get_by_role("button", name="Play", exact=True).click()
    for opponent in ("Ada", "Samira"):
        expect(page.get_by_role("article", name=opponent).locator("svg.face").first).to_be_visible()
    seats = page.request.get(f"/api/v1/tables/{page.url.rpartition('/')[2]}").json()["seats"]
    assert [(seat["name"], seat["level"], seat["character"]) for seat in seats[1:]] == [
        ("Ada", "expert", "ada"),
        ("Samira", "expert", "samira"),
    ]
    assert wrong == []


def test_a_game_takes_no_more_players_than_it_has_seats(open_page: Opened) -> None:
    page = open_page()
    for game, most in (("Flip City", 3), ("Phase 10 Flip", 5)):
        more = page.get_by_role("region", name=game).get_by_role("button", name="One opponent more")
        for _ in range(1, most):
            more.click()
        expect(more).to_be_disabled()
        assert len(set(names(page, game))) == most + 1


@pytest.mark.parametrize(
    ("width", "height", "kind"),
    [
        (360, 740, {"theme": "dark", "locale": "pt-BR"}),
        long(740, 360, {"locale": "pt-BR"}),
        long(820, 1180, {"locale": "pt-BR"}),
        long(1440, 900, {"theme": "light"}),
    ],
)
def test_running_games_come_first_and_play_is_in_sight(
    open_page: Opened, width: int, height: int, kind: dict[str, Any]
) -> None:
    page = open_page("", width=width, height=height, **kind)
    begin(page, game="flip-city", seats=[{"kind": "mine"}, {"kind": "bot", "character": "dora"}])
    page.goto("/")
    running = page.locator(".resume li")
    expect(running).to_have_count(1)
    expect(running.locator("svg.face")).to_be_visible()
    play = page.get_by_role("button", name="Jogar" if "locale" in kind else "Play", exact=True).first
    expect(play).to_be_visible()
    box, row = play.bounding_box(), running.bounding_box()
    assert box is not None
    assert row is not None
    assert row["y"] + row["height"] < box["y"]
    assert box["y"] + box["height"] <= height
    assert width > 360 or row["height"] < 60  # a line for each
    assert not _overflows(page)
    running.get_by_role("link").click()
    expect(page.locator(".city")).to_be_visible()


@pytest.mark.parametrize("size", [(360, 740), (740, 360), long((820, 1180))])
def test_running_games_are_read_at_every_size(open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page("", width=size[0], height=size[1], locale="pt-BR")
    new_table(page, game="flip-city", seats=[{"kind": "mine"}, {"kind": "bot"}])
    seats = [{"kind": "mine"}, *[{"kind": "bot"}] * 5]
    assert page.request.post("/api/v1/tables", data={"game": "phase-10-flip", "seats": seats}).status == 201
    page.goto("/")
    rows = page.locator(".resume li")
    expect(rows).to_have_count(2)
    expect(rows.locator(".stands")).to_have_count(2)
    expect(rows.locator("svg.face")).to_have_count(6)
    assert beyond_side(page, ".resume .face, .resume .about b", ".about") == []
    assert apart(rows.locator(".about, .button"))
    for row in rows.all():
        box = row.bounding_box()
        assert box
        assert box["height"] < 90  # no word for itself on a line
    assert page.locator(".resume .first").count() <= 1  # one of them is the first to be gone on with


@pytest.mark.parametrize(
    ("locale", "gentle", "sharp"),
    [long("en-US", "at a glance", "Mara: Looks ahead"), ("pt-BR", "num relance", "Mara: Pensa à frente")],
)
def test_a_temper_is_told_of_whom_one_looks_at(open_page: Opened, locale: str, gentle: str, sharp: str) -> None:
    page = open_page(width=360, height=740, locale=locale)
    game = page.get_by_role("region", name="Flip City")
    temper = game.locator(".temper")
    game.get_by_role("radio", name=re.compile("^(Gentle|Gentil)$")).check()
    expect(temper).to_contain_text(gentle)
    game.get_by_role("radio", name=re.compile("^(Sharp|Sagaz)$")).check()
    game.locator("button.portrait").first.focus()
    expect(temper).to_contain_text(sharp)
