"""What is said is true at the moment it is said, nothing jumps, and nobody waits longer than they want to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from support import long

from .test_city import building
from .test_pages import (
    SHORT,
    WATCH_FOR_JUMPS,
    act,
    after,
    begin,
    follow_hints,
    last_moves,
    play_last_moves,
    ply,
    still,
)
from .test_phase10 import acted, chapter
from .test_phone import BOTH, apart, covered

Opened = Callable[..., Page]
AGAINST_BOTS = [{"kind": "mine"}, {"kind": "bot"}, {"kind": "bot"}]

LISTEN = """() => {
    window.heard = [];
    const names = (found) => [...found].map((each) => each.getAttribute("aria-label"));
    const look = () => {
        const said = document.querySelector(".headline")?.textContent ?? "";
        const mine = document.querySelector(".mine")?.classList.contains("turn") ?? false;
        const outlined = names(document.querySelectorAll(".other.turn"));
        const street = document.querySelector(".street")?.getAttribute("aria-label") ?? "";
        const prices = [...document.querySelectorAll(".leaf .note, .discard .label")];
        const priced = prices.some((each) => each.textContent.trim());
        const offers = document.querySelectorAll(".actions button").length;
        const now = { said, mine, outlined, street, priced, offers };
        if (JSON.stringify(now) !== JSON.stringify(window.heard.at(-1))) window.heard.push(now);
    };
    new MutationObserver(look).observe(document.querySelector("main"),
        { subtree: true, childList: true, characterData: true, attributes: true });
    look();
}"""


@pytest.mark.parametrize("motion", ["no-preference", long("reduce")])
def test_what_is_said_fits_what_is_seen(open_page: Opened, motion: str) -> None:
    page = open_page("", speed="fast", reduced_motion=motion)
    building(page)
    page.evaluate(LISTEN)
    before = ply(page)
    page.keyboard.press("e")
    after(page, before)
    for _ in range(2):  # after the turns of both others
        act(page)
    heard: list[dict[str, Any]] = page.evaluate("window.heard")
    others = [each for each in heard if "is playing" in each["said"]]
    assert others if motion == "no-preference" else heard
    for each in heard:
        who = re.fullmatch("(.+) is playing", each["said"])
        assert each["said"], each
        assert each["mine"] == (who is None), each
        assert each["outlined"] == ([who[1]] if who else []), each
        assert each["street"] == f"The street of {who[1] if who else 'Ana'}", each
        assert not (who and (each["offers"] or each["priced"])), each


def teach(page: Page, until: str) -> None:
    """Follow a lesson to the step that says this."""
    panel = page.get_by_role("complementary", name="Lesson")
    page.get_by_role("button", name="Learn by playing").first.or_(panel).first.wait_for()
    said = panel.locator("p")
    while until not in said.inner_text():
        before = said.inner_text()
        page.locator("main .advised").last.or_(panel.locator(".next .first")).first.click()
        expect(said).not_to_have_text(before)


def test_a_lesson_does_not_say_must_where_one_is_free(open_page: Opened) -> None:
    page = open_page(width=1440, height=900)
    page.get_by_role("region", name="Flip City").get_by_role("button", name="Learn by playing").click()
    headline = page.locator(".headline")
    expect(headline).to_have_text("You must play on")  # no card has been played
    teach(page, "Now you are free")
    expect(headline).to_have_text("Play on, or stop")  # whatever the lesson offers
    assert apart(page.locator(".price, .mine"))  # below the teacher all of the table is in sight
    for price in page.locator(".price").all():
        expect(price).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 360, "height": 740})
    teach(page, "Building time")
    page.locator(".shut").click()
    expect(page.locator(".pull.calls")).to_be_visible()  # what is to be done lies in the supply


@pytest.mark.parametrize("size", [(740, 360), long((360, 740)), long((820, 1180)), long((1440, 900))])
def test_a_hint_lies_over_no_button_and_is_closed_where_it_lies(open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page("", width=size[0], height=size[1])
    for game in ("flip-city", "phase-10-flip"):
        begin(page, game=game, seats=AGAINST_BOTS)
        page.locator("button.hint:enabled").click()
        expect(page.locator(".hint-panel strong")).to_be_visible()
        assert covered(page, ".actions button") == []
        page.get_by_role("button", name="Close the hint").click()
        expect(page.locator(".hint-panel")).to_have_count(0)


def test_a_hint_that_comes_late_is_not_shown(open_page: Opened) -> None:
    page, held = open_page(""), list[tuple[WebSocketRoute, str]]()

    def through(socket: WebSocketRoute) -> None:
        def hear(text: str | bytes) -> None:
            if json.loads(text)["type"] == "advice":
                held.append((socket, str(text)))
            else:
                socket.send(text)

        socket.connect_to_server().on_message(hear)

    page.route_web_socket(re.compile("socket$"), through)
    begin(page, game="phase-10-flip", position=chapter(5), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    acted(page, "take", "hit r5 > 0.0", "hit b9 > 0.1")
    expect(page.locator(".hand li")).to_have_count(1)
    page.keyboard.press("h")
    expect(page.locator(".hint-panel")).to_be_visible()
    page.locator(".hand .cover").click()
    page.keyboard.press("x")  # the round ends, and the table stands still for that
    scene = page.get_by_role("region", name="Round 1 is over")
    expect(scene.get_by_role("button", name="Next round")).to_be_focused()
    expect(page.locator(".hint-panel")).to_have_count(0)
    assert held
    for socket, text in held:
        socket.send(text)
    page.evaluate("new Promise((resolve) => setTimeout(resolve))")  # by then it has been heard
    assert page.locator(".hint-panel").count() == 0


def test_a_phone_says_whose_turn_it_is_after_a_flip(open_page: Opened) -> None:
    page = open_page(width=360, height=740)
    page.get_by_role("region", name="Phase 10 Flip").get_by_role("button", name="Learn by playing").click()
    teach(page, "Everything has turned over")
    expect(page.locator(".goal")).to_contain_text("Everything flipped")
    expect(page.locator(".headline")).to_have_text("Teacher is playing")
    teach(page, "Your turn, on the wild side")
    page.evaluate("scrollTo(0, 0)")
    assert apart(page.locator(".lesson, .other, .group, .mine"))  # what the teacher speaks of is in sight
    expect(page.locator(".headline")).to_have_text("Draw a card, or take the discard")


COUNT_MOTION = """() => { window.begun = 0; const animate = Element.prototype.animate;
    document.addEventListener("keydown", () => { window.begun = 0 }, { capture: true });
    Element.prototype.animate = function (...given) { window.begun++; return animate.apply(this, given) } }"""
"""Counts what begins to move, from now or from the last key on: what moves until a key is pressed does not count."""


HURRY = """() => { const watching = new MutationObserver(() => {
    const skip = document.querySelector("button.skip[aria-keyshortcuts=Space]");
    if (!skip) return;
    watching.disconnect();
    window.hurried = skip.closest("header") ? "beside the table" : "over the table";
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", code: "Space", bubbles: true }));
}); watching.observe(document.body, { subtree: true, childList: true }) }"""
"""Presses the space bar as soon as there is something to be skipped, which on a slow machine may soon be over."""


@pytest.mark.parametrize("speed", ["slow", long("normal")])
def test_nobody_has_to_wait_for_bots(open_page: Opened, speed: str) -> None:
    page = open_page("", speed=speed)
    begin(page, game="flip-city", seats=[*AGAINST_BOTS, {"kind": "bot"}])
    expect(page.locator(".actions button").first).to_be_visible()
    page.evaluate(COUNT_MOTION)
    page.evaluate(HURRY)
    while not page.evaluate("Boolean(window.hurried)"):
        before = ply(page)
        page.locator(".actions button").last.click()
        after(page, before)
        expect(page.locator(".actions button").first).to_be_visible()
    assert page.evaluate("window.hurried") == "beside the table"
    assert page.evaluate("window.begun") == 0
    expect(page.locator(".flying")).to_have_count(0)
    act(page)  # and then things move again
    assert page.evaluate("window.begun") > 0


def test_bots_move_at_once_and_the_page_jumps_when_nothing_should_move(open_page: Opened) -> None:
    page = open_page("", speed="off")
    begin(page, game="flip-city", seats=[*AGAINST_BOTS, {"kind": "bot"}])
    expect(page.locator(".actions button").first).to_be_visible()
    page.evaluate(COUNT_MOTION)
    for _ in range(12):
        act(page)
    assert page.evaluate("window.begun") == 0


@pytest.mark.parametrize("size", [(360, 740), long((1440, 900)), long((820, 1180)), long((740, 360))])
@pytest.mark.parametrize(
    ("seats", "most"), [(2, 30), long(2, 2_000), long(1, 2_000), long(4, 60)], ids=["begun", "two", "alone", "four"]
)
def test_nothing_jumps_in_a_whole_game(open_page: Opened, seats: int, most: int, size: tuple[int, int]) -> None:
    page = open_page("/icon.svg", width=size[0], height=size[1])
    page.context.add_init_script(WATCH_FOR_JUMPS)
    page.context.add_init_script("""localStorage["verso-settings"] = '{"speed": "off", "odds": false}'""")
    others = [{"kind": "bot"}] * (seats - 1)
    begin(page, game="flip-city", ruleset=None if others else "solo", seats=[{"kind": "mine"}, *others])
    follow_hints(page, most)
    assert ply(page) > 40  # many turns, not one that wins at once
    assert page.evaluate("window.shifted") <= 0.05


def test_the_end_of_a_game_is_shown_when_all_of_it_has_come(open_page: Opened) -> None:
    """Pictures that come late would push down what one reads already; odds that are still asked for then do no harm."""
    page, held, released = open_page("/icon.svg", width=360, height=740), list[Route](), list[bool]()
    refused = list[str]()
    page.context.add_init_script(WATCH_FOR_JUMPS)
    for each in ("**/assets/End*.js", "**/odds?*"):
        page.route(each, lambda route: route.continue_() if released else held.append(route))
    page.on("response", lambda response: refused.append(response.url) if response.status >= 400 else None)
    with page.expect_request("**/odds?*"):
        begin(page, game="flip-city", position=last_moves("flip-city")[0], seats=AGAINST_BOTS[:2])
    with page.expect_request("**/assets/End*.js"):
        play_last_moves(page, "flip-city")
    still(page)
    released.append(True)
    for route in held:
        route.continue_()
    expect(page.locator(".over.won .holdings ul").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    still(page)
    assert page.evaluate("window.shifted") <= 0.02
    assert refused == []


@pytest.mark.parametrize(
    ("width", "height", "language"),
    [
        (360, 740, "pt-BR"),
        long(820, 1180, "pt-BR"),
        long(1440, 900, "en-US"),
        long(740, 360, "en-US"),
    ],
)
def test_nothing_jumps_in_a_whole_game_of_phase_10_flip(
    open_page: Opened, width: int, height: int, language: str
) -> None:
    """Rounds end and begin, phases are laid, the table turns: what has a place keeps it."""
    page = open_page("/icon.svg", width=width, height=height, locale=language)
    page.context.add_init_script(WATCH_FOR_JUMPS)
    begin(page, **SHORT | {"options": {"phases": 2}}, seats=AGAINST_BOTS)
    follow_hints(page)
    assert page.evaluate("window.shifted") <= 0.05
