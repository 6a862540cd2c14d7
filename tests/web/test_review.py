"""The review of a finished game in a real browser: read, heard, gone through by keyboard, and played again."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from serving import PATIENCE as SECONDS
from support import long
from verso.core.record import Record
from verso.play import review_html
from verso.play.review import reviewed
from web.test_pages import serious

RELEASED = Path(__file__).parent.parent / "golden" / "released" / "0.1.0"
Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def records(address: str) -> Callable[[str], str]:
    """How to bring a short finished game of a name here; what is brought once is measured once."""
    files = {"flip-city": "flip-city-shuffled", "phase-10-flip": "phase-10-flip-finished"}

    @functools.cache
    def bring(name: str) -> str:
        text = (RELEASED / f"{files[name]}.verso").read_text(encoding="utf-8")
        with httpx.Client(base_url=f"{address}/api/v1", timeout=SECONDS) as ana:
            ana.post("/guests", json={"name": "Ana"})
            imported = ana.post("/records", json={"text": text})
        assert imported.status_code == 201, imported.text
        return str(imported.json()["record"])

    return bring


def review(page: Page, record: str) -> None:
    """Look at the review of a game until it does not change any more."""
    page.request.post("/api/v1/guests", data={"name": "Ana"})
    page.goto(f"/review/{record}")
    expect(page.locator(".sheet")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)


@pytest.mark.parametrize("name", ["flip-city", long("phase-10-flip")])
def test_a_review_is_read_by_keyboard_and_heard(open_page: Opened, records: Callable[[str], str], name: str) -> None:
    page = open_page(width=360, height=740)
    review(page, records(name))
    table = page.get_by_role("table", name="Chance to win")
    last = table.get_by_role("row").last
    assert sorted(last.get_by_role("cell").all_inner_texts())[-1] == "100%"  # who won
    assert len(page.locator("dt", has_text="Start").all()) == 1
    marks = page.get_by_role("navigation", name="Marked moments").get_by_role("button")
    assert marks.count() >= 1
    page.keyboard.press("Home")
    first = page.locator("#moment-title").inner_text()
    page.keyboard.press("End")
    expect(page.locator(".mark[aria-current=true]")).to_have_count(1)
    page.keyboard.press("Home")
    expect(page.locator("#moment-title")).to_have_text(first)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert serious(page) == []


def test_one_goes_from_mark_to_mark_as_the_game_went(open_page: Opened, records: Callable[[str], str]) -> None:
    """The list has choices first and other moments after them; with buttons or keys one meets them in their order."""
    page = open_page()
    review(page, records("flip-city"))
    page.get_by_role("checkbox", name="Only mistakes").uncheck()
    later, earlier = (page.get_by_role("button", name=re.compile(f"{name}$")) for name in ("later", "earlier"))

    def here() -> int:
        return int(page.url.rpartition("#")[2])

    listed = set[int]()
    for mark in page.locator("nav .mark").all():
        mark.click()
        listed.add(here())
    assert len(listed) > 10
    page.keyboard.press("Home")
    met = [here()]
    while later.is_enabled():
        later.click()
        met.append(here())
    assert met == sorted(listed)
    back = [here()]
    while earlier.is_enabled():
        earlier.click()
        back.append(here())
    assert back == met[::-1]


def test_the_account_adds_up_for_every_seat(open_page: Opened, records: Callable[[str], str]) -> None:
    """The first request is refused for a while: it is asked for again."""
    page = open_page()
    busy = {"code": "busy", "words": "too much is being read now"}
    page.route(re.compile(r"/records/.*/review"), lambda route: route.fulfill(status=503, json=busy), times=1)
    review(page, records("flip-city"))
    for seat in range(2):
        faces = page.get_by_role("group", name="Seen by").get_by_role("button")
        faces.nth(seat).click()
        expect(faces.nth(seat)).to_have_attribute("aria-pressed", "true")
        account = page.get_by_role("region", name="Luck and choices")
        points = [int(each.replace("−", "-")) for each in account.locator(".points").all_inner_texts()]
        result = int(account.locator(".result dd").inner_text().rstrip("%"))
        assert sum(points) == result
        assert result in (0, 100)


def test_a_decision_is_tried_again_against_bots(open_page: Opened, records: Callable[[str], str]) -> None:
    page = open_page()
    review(page, records("flip-city"))
    page.get_by_role("checkbox", name="Only mistakes").uncheck()
    marks = page.locator("nav .mark")
    if not page.get_by_role("button", name="Retry from here").is_visible():
        marks.first.click()
    options = page.locator(".sheet ol li")
    expect(options.filter(has_text="what was done")).to_have_count(1)
    assert options.filter(has_text="best found").count() == 1
    page.get_by_role("button", name="Retry from here").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator(".city")).to_be_visible()


def test_what_is_not_there_has_no_review(open_page: Opened) -> None:
    page = open_page()
    page.goto("/review/" + "A" * 22)
    expect(page.get_by_role("alert")).to_contain_text("nothing at this address")


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_review_in_a_file_is_read_without_a_network(browser: Browser, tmp_path: Path, width: int, theme: str) -> None:
    """Nothing is asked for, nothing is cut off, and what a chart says is as large as other words."""
    record = Record.from_text((RELEASED / "flip-city-shuffled.verso").read_text(encoding="utf-8"))
    file, asked = tmp_path / "review.html", list[str]()
    file.write_text(review_html.page(reviewed(record, 1), record, 0, "pt-BR"), encoding="utf-8")
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=theme, offline=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert asked == [file.as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for language, account in (("pt-BR", "Sorte e escolhas"), ("en", "Luck and choices")):
        page.locator(f"label[for=say-{language}]").click()
        expect(page.get_by_role("heading", name=account)).to_be_visible()
        told = page.locator(f"#told-{language}")
        heights = told.locator("svg text:visible").evaluate_all(
            "all => all.map((each) => each.getBBox().height * each.getCTM().a)"
        )
        assert min(heights) >= 12
        rights = told.locator("td:visible").evaluate_all("all => all.map((each) => each.getBoundingClientRect().right)")
        assert len(rights) >= 12
        assert max(rights) <= width
        assert serious(page) == []
    context.close()
