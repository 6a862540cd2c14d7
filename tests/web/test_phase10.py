"""The table of Phase 10 Flip as a stage: what is seen, what is said, and how it moves."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support import long
from verso.server.lessons import lessons

from .test_pages import SHORT, after, begin, dealt, follow_hints, ply, still
from .test_phone import BOTH, EDGE, apart, covered, cut, whole_header

Opened = Callable[..., Page]
SCREENS = [(360, 740), long(740, 360), long(820, 1180), long(1440, 900)]
SIX = [{"kind": "mine"}, *[{"kind": "bot"}] * 5]


def chapter(number: int) -> dict[str, Any]:
    """Return the position that a chapter of the lesson begins with."""
    return dict(lessons()["phase-10-flip"][number - 1].position)


def acted(page: Page, *actions: str) -> None:
    """Act for seat 0 over the API; what it leads to is seen in the page."""
    table = page.url.rpartition("/t/")[2]
    for action in actions:
        shown = page.request.get(f"/api/v1/tables/{table}").json()
        command = {"type": "act", "key": f"k{shown['ply']}", "ply": shown["ply"], "seat": 0, "action": action}
        answer = page.request.post(f"/api/v1/tables/{table}/commands", data=command).json()["answer"]
        assert answer["type"] == "done", answer


@pytest.mark.parametrize(("width", "height"), [*SCREENS, long(360, 640)])
def test_six_players_fit_one_screen(open_page: Opened, width: int, height: int) -> None:
    phone = min(width, height) < 500
    page = open_page("", width=width, height=height, is_mobile=phone, has_touch=phone, locale="pt-BR")  # longer words
    begin(page, game="phase-10-flip", seats=SIX)
    expect(page.locator(".hand li")).to_have_count(10)
    expect(page.locator(".other")).to_have_count(5)
    below = page.evaluate(
        """() => [...document.querySelectorAll(
                ".other, .backs li, .chips, .spot, .hand li, .state :not(.hidden), .actions button")]
            .filter((each) => { const at = each.getBoundingClientRect();
                return at.bottom > innerHeight + 1 || at.right > innerWidth + 1 || at.top < 0 || at.left < 0 })
            .map((each) => each.className)"""
    )
    assert below == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


EMPTIEST = """() => {
    const filled = [...document.querySelectorAll(
        ".head, .backs, .place, .group, .pile, .phases, .mine, .chips")].map((each) => each.getBoundingClientRect());
    let [reached, widest] = [document.querySelector("header").getBoundingClientRect().bottom, 0];
    for (const { top, bottom } of filled.sort((one, two) => one.top - two.top)) {
        widest = Math.max(widest, top - reached);
        reached = Math.max(reached, bottom);
    }
    return widest / innerHeight;
}"""
"""The widest stripe of the table with nothing in it, as a share of the screen."""


@pytest.mark.parametrize(
    ("width", "height", "seats"),
    [(820, 1180, 4), long(820, 1180, 2), long(820, 1180, 3), long(360, 740, 2), long(1440, 900, 2)],
)
def test_no_part_of_the_table_is_empty_and_all_of_it_is_in_sight(
    open_page: Opened, width: int, height: int, seats: int
) -> None:
    page = open_page("", width=width, height=height)
    begin(page, game="phase-10-flip", seats=SIX[:seats])
    expect(page.locator(".mine.turn")).to_be_visible()
    still(page)
    assert page.evaluate(EMPTIEST) < 0.14
    assert page.locator(".hand li").last.evaluate("card => card.getBoundingClientRect().bottom <= innerHeight")
    assert apart(page.locator(".place, .group, .pile, .phases li b, .head"))


@pytest.mark.parametrize(
    ("width", "height", "seats"), [(1366, 650, 6), long(1366, 650, 4), long(1280, 800, 6), long(360, 640, 4)]
)
def test_a_low_screen_shows_the_whole_hand(open_page: Opened, width: int, height: int, seats: int) -> None:
    """What a browser leaves of a small laptop's screen, or of a phone's."""
    page = open_page("", width=width, height=height, locale="pt-BR")  # longer words
    begin(page, **SHORT, seats=SIX[:seats])
    expect(page.locator(".mine.turn")).to_be_visible()
    still(page)
    for what in (".other", ".hand .corner .numeral", ".spot", ".mine .headline"):
        outside = page.locator(what).evaluate_all(
            "all => all.filter((each) => each.getBoundingClientRect().bottom > innerHeight).length"
        )
        assert outside == 0, what


def test_pawns_stand_on_their_phase(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    begin(page, game="phase-10-flip", seats=SIX[:4])
    expect(page.locator(".phases .pawn")).to_have_count(4)
    still(page)
    gap, own, other = page.evaluate(
        """() => { const [first, second] = document.querySelectorAll(".phases li b");
            const at = first.getBoundingClientRect(), pawn = document.querySelector(".phases .pawn");
            return [at.top - pawn.getBoundingClientRect().bottom, at.width, second.getBoundingClientRect().width]; }"""
    )
    assert abs(gap) < 6
    assert own == pytest.approx(other, abs=1)


def test_it_is_said_that_chances_are_being_prepared(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    soon = page.get_by_text("Chances are being prepared")
    page.route("**/odds?*", lambda route: route.fulfill(json={"type": "odds", "ply": 0, "ready": False}))
    begin(page, **SHORT, seats=SIX[:3])
    expect(soon).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})  # where there is no room for the sentence
    expect(page.locator(".pile .odds")).to_have_text("…")
    expect(page.locator(".goal")).to_contain_text("Chances are being prepared")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show odds").uncheck()
    expect(soon).to_have_count(0)
    begin(page, **SHORT, seats=BOTH)
    page.unroute("**/odds?*")
    page.evaluate("localStorage.removeItem('verso-settings')")
    page.reload()
    expect(page.locator(".chance")).to_contain_text("The next card helps at once")
    expect(soon).to_have_count(0)


@pytest.mark.parametrize(("width", "height", "seats"), [(360, 740, 3), long(740, 360, 6), long(820, 1180, 6)])
def test_backs_keep_number_mark_and_flip_in_sight(open_page: Opened, width: int, height: int, seats: int) -> None:
    """Whatever lies over a card, what it says stands in the strip of it that is left."""
    page = open_page("", width=width, height=height)
    begin(page, **SHORT, seats=SIX[:seats])
    expect(page.locator(".hand li")).to_have_count(10)
    hidden = page.evaluate(
        """() => [...document.querySelectorAll(".backs, .hand")].flatMap((row) => {
            const cards = [...row.querySelectorAll("li")];
            return cards.slice(0, -1).flatMap((card, at) => {
                const edge = cards[at + 1].querySelector(".look").getBoundingClientRect().left;
                return [...card.querySelectorAll(":scope > .look .corner > *")].filter((part) => {
                    const box = part.getBoundingClientRect();
                    return box.width && box.right > edge + 1.5; }).map((part) => part.outerHTML.slice(0, 60)); }); })"""
    )
    assert hidden == []


def test_backs_are_large_at_a_desk(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    begin(page, **SHORT, seats=[{"kind": "mine"}, *[{"kind": "bot"}] * 3])
    expect(page.locator(".mine.turn")).to_be_visible()  # a card that somebody is drawing has no room yet
    widths = page.locator(".backs .look").evaluate_all("all => all.map((each) => each.offsetWidth)")
    assert min(widths) >= 60


def test_a_back_tells_what_it_can_be(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    begin(page, game="phase-10-flip", position=chapter(4), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    page.locator(".backs li").first.hover()
    expect(page.get_by_role("tooltip").locator(".mini").first).to_be_visible()
    page.mouse.move(5, 400)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Otto")).click()
    expect(page.get_by_role("dialog").locator("li")).to_have_count(10)
    expect(page.get_by_role("dialog").locator("li").first).to_be_in_viewport()  # read from its beginning
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_a_flip_would_do_is_said_at_the_opponent(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    begin(page, game="phase-10-flip", position=chapter(4), seats=BOTH)
    expect(page.locator(".other .reading")).to_contain_text("After a flip: lays at once")
    assert apart(page.locator(".other .backs, .other .reading, .other .seen, .other .front"))
    expect(page.locator(".backs .glows")).to_have_count(4)
    expect(page.locator(".mine .goal")).to_contain_text(re.compile("After a flip: lays, (about|over) [0-9]+%"))
    page.keyboard.press("t")
    page.locator(".hand").get_by_role("button", name=re.compile("^green 8 with the Flip")).click()
    discard = page.locator(".actions").get_by_role("button", name="Discard green 8")
    expect(discard).to_contain_text(re.compile("You can lay then: (about|over) [0-9]+% · Otto can use it: [0-9]+%"))
    page.keyboard.press("Escape")  # no card is chosen: the button of a hint says as much
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".actions .button.advised small")).to_have_text(re.compile("Otto can use it"))


def test_what_a_flip_would_do_is_said_no_longer_than_it_is_true(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    begin(page, game="phase-10-flip", position=chapter(4), seats=BOTH)
    expect(page.locator(".other .reading")).to_contain_text("After a flip: lays at once")
    expect(page.locator(".flipped")).to_contain_text("After a flip")
    page.route("**/odds?*", lambda _: None)  # whatever is counted next is not there yet
    with page.expect_request("**/odds?*"):
        acted(page, "take")
    expect(page.locator(".hand .note.ink")).to_be_visible()
    expect(page.locator(".other .reading")).to_contain_text(
        "After a flip: lays at once"
    )  # in one turn nothing flickers
    with page.expect_request("**/odds?*"):  # asked for at one's next turn, once nothing moves any more
        acted(page, "discard g8!")  # and here it is
    expect(page.locator(".mine.turn")).to_be_visible()
    expect(page.locator(".other .reading, .flipped, .backs .glows")).to_have_count(0)


def test_all_cards_that_complete_the_phase_are_seen_on_a_phone(open_page: Opened) -> None:
    page, received = open_page("", width=360, height=740, locale="pt-BR"), list[str]()
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: received.append(str(text))))
    begin(page, game="phase-10-flip", position=chapter(4), seats=BOTH)
    completing = page.locator(".completing li")
    expect(completing.first).to_be_visible()
    [wanted] = [each["details"]["faces"] for each in map(json.loads, received) if each.get("details")]
    assert len(wanted) > 12
    expect(completing).to_have_count(len(wanted))
    lefts = completing.evaluate_all("all => all.map((each) => each.getBoundingClientRect().left)")
    assert all(right - left > 8 for left, right in itertools.pairwise(lefts))
    assert lefts[-1] + 20 < 360


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_a_lesson_leaves_all_of_the_hand_in_sight(open_page: Opened, width: int, height: int) -> None:
    page = open_page(width=width, height=height, is_mobile=width < 500, has_touch=width < 500, locale="pt-BR")
    page.get_by_role("region", name="Phase 10 Flip").locator(".strength .plain").click()
    expect(page.locator(".hand li")).to_have_count(10)
    still(page)
    hidden = page.evaluate(
        """() => [...document.querySelectorAll(".hand .corner > *, .who .count")].filter((each) => {
            const at = each.getBoundingClientRect(), back = document.querySelector(".backs li").getBoundingClientRect();
            return at.width && (at.bottom > innerHeight || each.matches(".count") && at.right > back.left) }).length"""
    )
    assert hidden == 0


@pytest.mark.parametrize(("width", "height"), [(360, 740), long(740, 360), long(1440, 900)])
def test_the_end_of_a_round_is_a_scene(open_page: Opened, width: int, height: int) -> None:
    page = open_page("", width=width, height=height, speed="normal")
    begin(page, game="phase-10-flip", position=chapter(5), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    acted(page, "take", "hit r5 > 0.0", "hit b9 > 0.1", "discard y11")
    scene = page.get_by_role("region", name="Round 1 is over")
    expect(scene).to_be_visible()
    expect(scene.get_by_role("heading", name="You go out")).to_be_visible()
    page.keyboard.press("q")  # any key shows all of it
    expect(scene).to_have_attribute("data-moment", "ready")
    expect(scene).to_contain_text("+25")
    expect(scene.get_by_role("img", name="Ana: Phase 2, Otto: Phase 1")).to_be_visible()
    further = scene.get_by_role("button", name="Next round")
    expect(further).to_be_focused()
    assert covered(page, ".ended button") == []
    room = scene.evaluate("(each) => [each.offsetWidth, each.parentElement.clientWidth]")
    assert room[0] == room[1]  # all of the table is its stage
    if width >= 1_440:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(further).to_be_in_viewport(ratio=1)
    page.keyboard.press("n")
    expect(page.locator(".hand li")).to_have_count(10)
    expect(page.locator(".ended")).to_have_count(0)


MOMENTS = """window.moments = []; new MutationObserver((all) => all.forEach(({ target, addedNodes }) =>
    [target, ...addedNodes].forEach((each) => each.dataset?.moment && moments.at(-1) !== each.dataset.moment
        && moments.push(each.dataset.moment)))).observe(document,
    { subtree: true, childList: true, attributeFilter: ["data-moment"] });"""
"""Writes down what a board says of the moment it shows, in order."""


def near_the_end(*hand: int) -> dict[str, Any]:
    """Return the position of the last chapter with other cards in the hand of seat 0."""
    position = chapter(5)
    players, seen = [dict(each) for each in position["players"]], position["seen"]
    mine = [{"card": card, "id": 90 + at, "by": ["colour", "wild"]} for at, card in enumerate(hand)]
    position["seen"] = [each for each in seen if each["card"] not in players[0]["hand"]] + mine
    players[0]["hand"] = list(hand)
    fewer = len(position["players"][0]["hand"]) - len(hand)
    draw = position["draw"] | {"unknown": position["draw"]["unknown"] + fewer}
    return position | {"players": players, "draw": draw}


BLUE_9, YELLOW_FLIP = 99, 45


def test_the_end_of_a_round_goes_step_by_step_and_counts_what_is_seen(open_page: Opened) -> None:
    page = open_page("", speed="fast")
    page.add_init_script(MOMENTS)
    page.add_init_script(
        """window.hopped = 0; document.addEventListener("animationend",
            ({ target }) => target.matches(".hopping") && hopped++);"""
    )
    begin(page, game="phase-10-flip", position=chapter(5), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    acted(page, "take", "hit r5 > 0.0", "hit b9 > 0.1", "discard y11")
    scene = page.locator(".ended")
    expect(scene).to_have_attribute("data-moment", "ready")
    assert page.evaluate("window.moments") == ["out", "hands", "count", "track", "ready"]
    assert page.evaluate("window.hopped") == 1  # the pawn of whoever completed a phase, and nobody else's
    expect(scene).to_contain_text("The last card was yellow 11.")
    costs = [int(cost) for cost in scene.locator(".cost").all_inner_texts()]
    expect(scene.locator(".plus")).to_have_text(["+0", f"+{sum(costs)}"])  # in order of result
    for row in scene.locator(".hands > li").all():
        before, more, total = (int(each) for each in row.locator(".sum").inner_text().split())
        assert total == before + more  # it has run up to that
    stands = scene.evaluate(
        """scene => { const middle = (each) => { const at = each.getBoundingClientRect(); return at.x + at.width / 2 };
            const [first, second] = [...scene.querySelectorAll(".track li b")].map(middle);
            const pawns = [...scene.querySelectorAll(".pawn-at")].map(middle);
            return [pawns[0] - second, pawns[1] - first]; }"""
    )
    assert stands == pytest.approx([0, 0], abs=3)


def test_whoever_goes_out_by_adding_a_card_is_seen_to(open_page: Opened) -> None:
    page = open_page("")
    begin(page, game="phase-10-flip", position=near_the_end(BLUE_9), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    acted(page, "take", "hit r5 > 0.0", "hit b9 > 0.1")
    expect(page.locator(".ended")).to_contain_text("The last card was blue 9.")


def test_going_out_with_a_flip_turns_the_table_before_it_is_counted(open_page: Opened) -> None:
    page = open_page("", speed="fast")
    page.add_init_script(MOMENTS)
    begin(page, game="phase-10-flip", position=near_the_end(YELLOW_FLIP), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    table = page.url.rpartition("/t/")[2]
    acted(page, "take", "hit r5 > 0.0")
    [discard] = [
        each["text"]
        for each in page.request.get(f"/api/v1/tables/{table}").json()["legal"]
        if each["parts"]["do"] == "discard"
    ]
    acted(page, discard)
    scene = page.locator(".ended")
    expect(scene).to_contain_text("turned the table before the points were counted")
    expect(page.locator("html[data-side='night']")).to_have_count(1)
    expect(scene.locator(".cards .phase.wild")).to_have_count(5)
    seen = page.evaluate("window.moments")
    assert seen[:4] == ["land", "hold", "sweep", "out"]
    expect(scene).to_have_attribute("data-moment", "ready")
    page.keyboard.press("n")
    said = "with the Flip symbol, went out and ended round 1. Everything flipped: the wild side came up"
    expect(page.locator(".log")).to_contain_text(said)


def test_with_others_the_next_round_begins_by_itself(open_page: Opened) -> None:
    ana, bia = open_page(""), open_page("")
    begin(ana, game="phase-10-flip", position=chapter(5), seats=[{"kind": "mine"}, {"kind": "open"}])
    # Seconds pass quickly, once they are counted.
    bia.add_init_script("const each = setInterval; window.setInterval = (doing, ms) => each(doing, Math.min(ms, 40))")
    bia.goto(ana.url)
    bia.get_by_role("textbox", name="Your name").fill("Bia")
    bia.get_by_role("button", name="Sit here").click()
    expect(ana.locator(".mine.turn")).to_be_visible()
    bia.evaluate(
        """window.told = []; new MutationObserver(() => told.push(document.querySelector(".ended")?.innerText ?? ""))
            .observe(document.body, { subtree: true, childList: true, characterData: true });"""
    )
    acted(ana, "take", "hit r5 > 0.0", "hit b9 > 0.1", "discard y11")
    expect(ana.locator(".ended")).to_contain_text("by itself in")
    expect(bia.locator(".hand li")).to_have_count(10)  # a new deal, and nobody has clicked
    expect(bia.locator(".ended")).to_have_count(0)
    told = bia.evaluate("window.told")
    assert any("Ana goes out" in each and "by itself in 10 s" in each for each in told)


def test_whose_turn_it_is_is_said_of_what_is_seen(open_page: Opened) -> None:
    """Moves of others are shown one after the other, and the newest frame is ahead of them."""
    page = open_page("", speed="fast")
    begin(page, game="phase-10-flip", position=chapter(1), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    page.evaluate(
        """window.said = []; new MutationObserver(() => said.push([
            document.querySelector(".headline")?.innerText, !!document.querySelector(".mine.turn"),
            document.querySelector(".other.turn")?.ariaLabel ?? null])).observe(document.querySelector(".ten"),
            { subtree: true, childList: true, characterData: true, attributeFilter: ["class"] });"""
    )
    before = ply(page)
    acted(page, "draw", "lay r3 r4 / b7 b8", "discard g8!")
    after(page, before + 3)
    expect(page.locator(".mine.turn")).to_be_visible()
    said = page.evaluate("window.said")
    others = [(headline, mine) for headline, mine, playing in said if playing]
    assert others
    assert {mine for _, mine in others} == {False}
    assert {headline for headline, _ in others} == {"Otto is playing"}
    assert not [headline for headline, _, _ in said if headline == "Ana is playing"]
    since = page.locator(".since li")  # and what others did meanwhile stays in sight
    expect(since).to_have_text(re.compile("^ ?Otto (drew a card|took wild [0-9]+)(, .*)?, discarded wild [0-9]+$"))
    page.keyboard.press("d")
    expect(page.locator(".hand .note.ink")).to_be_visible()
    expect(since).to_have_count(1)


COUNT_FADES = """() => { window.faded = []; const begin = Document.prototype.startViewTransition;
    Document.prototype.startViewTransition = function (change) {
        const begun = begin.call(this, change);
        void begun.ready.then(() => document.getAnimations()
            .filter(({ effect }) => effect.pseudoElement === "::view-transition-old(root)")
            .forEach(({ effect }) => window.faded.push(effect.getComputedTiming().duration)));
        return begun;
    } }"""
"""Writes down how long each fade of the whole page takes."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_great_flip_turns_hands_and_piles_and_the_whole_page(open_page: Opened, motion: str) -> None:
    page = open_page(width=1440, height=900, speed="normal", reduced_motion=motion)
    page.add_init_script(MOMENTS)
    begin(page, game="phase-10-flip", position=chapter(1), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    acted(page, "draw", "lay r3 r4 / b7 b8")
    expect(page.locator(".group li")).to_have_count(4)
    assert page.evaluate("document.documentElement.dataset.side") == "day"
    day = page.evaluate("getComputedStyle(document.body).backgroundImage")
    page.evaluate(
        """window.holes = 0; window.papers = ["wild"]; new MutationObserver(() => {
            if (document.querySelectorAll(".spot:has(.look)").length < 2) holes++;
            const [, paper] = document.querySelector(".spot .look > *")?.className.split(" ") ?? ["nothing"];
            if (!papers.includes(paper)) papers.push(paper);
        }).observe(document.querySelector(".ten"), { subtree: true, childList: true, attributes: true });"""
    )
    page.evaluate(COUNT_FADES)
    acted(page, "discard g8!")
    expect(page.locator("html[data-side='night']")).to_have_count(1)
    assert page.evaluate("getComputedStyle(document.body).backgroundImage") != day
    expect(page.locator(".backs .phase:not(.wild)").first).to_be_visible()
    expect(page.locator(".group", has_text="red 3")).to_contain_text("red 4")  # groups on the table do not turn
    expect(page.locator(".group", has_text="blue 7")).to_contain_text("blue 8")
    seen = page.evaluate("window.moments")
    if motion == "reduce":
        assert "sweep" not in seen
        assert "fade" in seen
        assert set(page.evaluate("window.faded")) == {500}  # nothing moves, and it is noticed
    else:
        assert [each for each in ("land", "hold", "sweep") if each in seen] == ["land", "hold", "sweep"]
    expect(page.locator(".told")).to_contain_text("wild side")
    assert page.evaluate("window.holes") == 0  # a pile that turns is never gone
    papers = page.evaluate("window.papers")
    assert papers[:2] == ["wild", "blank"]  # nor anything but the other side of a card
    assert set(papers) <= {"wild", "blank", "red", "yellow", "green", "blue"}


def test_states_of_cards_differ_by_more_than_colour_and_a_choice_ends_with_the_turn(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    begin(page, game="phase-10-flip", position=chapter(5), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator(".hand .fit .note.ink")).to_have_text("drawn")
    expect(page.locator(".hand .fit .note.dash .hidden")).to_have_text(["your run", "your run"])
    assert apart(page.locator(".hand .note"))  # both are said of one card, and each is read whole
    assert cut(page.locator(".hand .note")) == []
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".hand .chosen")).to_have_count(1)
    expect(page.locator(".group.ready")).to_have_count(1)
    page.keyboard.press("a")
    expect(page.locator(".hand li")).to_have_count(2)
    page.get_by_role("button", name=re.compile("^yellow 11")).click()
    page.keyboard.press("x")
    expect(page.locator(".hand li")).to_have_count(1)
    expect(page.locator(".hand .chosen")).to_have_count(0)


def test_hands_are_ordered_by_hand_and_with_keys(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    begin(page, **SHORT, seats=BOTH)
    cards = page.locator(".hand li")
    expect(cards).to_have_count(10)
    ids = "all => all.map((each) => each.dataset.card)"
    before = cards.evaluate_all(ids)
    cards.nth(0).locator(".cover").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(cards.nth(1)).to_have_attribute("data-card", before[0])
    cards.nth(0).locator(".cover").drag_to(cards.nth(9).locator(".cover"))
    expect(cards.nth(8).or_(cards.nth(9)).and_(page.locator(f"[data-card='{before[1]}']"))).to_have_count(1)
    expect(page.get_by_role("button", name="As I like")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("width", "height"), [(360, 740), long(1440, 900)])
def test_a_dragged_card_is_seen_and_its_targets_light_up(open_page: Opened, width: int, height: int) -> None:
    page = open_page("", width=width, height=height)
    begin(page, game="phase-10-flip", position=chapter(5), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator(".hand li")).to_have_count(3)
    card, group = page.get_by_role("button", name=re.compile("^red 5")), page.locator(".group").first
    assert apart(page.locator(".group, .mine .headline, .mine .held, .pile, .tells"))  # and none of them below another
    expect(page.locator(".group.ready")).to_have_count(0)
    card.hover(position=EDGE)
    page.mouse.down()
    target, from_ = group.bounding_box(), card.bounding_box()
    assert target
    assert from_
    page.mouse.move(from_["x"] + EDGE["x"], from_["y"] - 4, steps=3)
    expect(page.locator(".group.ready, .spot.open")).to_have_count(2)  # where it can go, before it is there
    expect(page.locator(".group.lit, .spot.lit")).to_have_count(0)
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=6)
    expect(page.locator(".carried")).to_be_visible()
    expect(page.locator(".group.lit")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator(".hand li")).to_have_count(2)


class Finger:
    """One finger on the screen, as a phone reports it: what begins with a touch goes on with touches."""

    def __init__(self, page: Page) -> None:
        self.devtools = page.context.new_cdp_session(page)

    def does(self, what: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        self.devtools.send("Input.dispatchTouchEvent", {"type": f"touch{what}", "touchPoints": at})


def test_a_card_is_dragged_with_a_finger(open_page: Opened) -> None:
    page = open_page("", width=360, height=740, is_mobile=True, has_touch=True)
    begin(page, game="phase-10-flip", position=chapter(5), seats=BOTH)
    page.get_by_role("button", name="Take red 5", exact=True).tap()
    expect(page.locator(".hand li")).to_have_count(3)
    still(page)
    card = page.get_by_role("button", name=re.compile("^red 5")).bounding_box()
    group = page.locator(".group").first.bounding_box()
    assert card
    assert group
    finger, start = Finger(page), (card["x"] + EDGE["x"], card["y"] + EDGE["y"])
    end = (group["x"] + group["width"] / 2, group["y"] + group["height"] / 2)
    finger.does("Start", start)
    for part in range(1, 7):
        finger.does("Move", *[(start[0] + (end[0] - start[0]) * part / 6, start[1] + (end[1] - start[1]) * part / 6)])
    expect(page.locator(".carried")).to_be_visible()
    expect(page.locator(".group.ready, .spot.open")).to_have_count(2)
    expect(page.locator(".group.lit")).to_have_count(1)
    finger.does("End")
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator(".hand li")).to_have_count(2)


def test_a_back_is_held_with_a_finger_to_see_what_it_can_be(open_page: Opened) -> None:
    page = open_page("", width=360, height=740, is_mobile=True, has_touch=True)
    begin(page, game="phase-10-flip", position=chapter(4), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    still(page)
    back = page.locator(".backs li").first.bounding_box()
    assert back
    finger, told = Finger(page), page.get_by_role("tooltip")
    finger.does("Start", (back["x"] + EDGE["x"], back["y"] + EDGE["y"]))
    expect(told.locator(".mini").first).to_be_visible()
    box = told.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    finger.does("End")
    expect(told).to_have_count(0)


def test_own_backs_are_shown_where_the_option_says_so_or_where_one_has_seen_them(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    begin(page, **SHORT | {"options": {"own_backs": "shown"}}, seats=BOTH)
    expect(page.locator(".hand li .behind")).to_have_count(10)
    expect(page.locator(".hand .cover").first).to_have_attribute("aria-label", re.compile(", on its back wild "))
    begin(page, game="phase-10-flip", position=chapter(1), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    expect(page.locator(".hand li .behind")).to_have_count(0)
    acted(page, "draw", "lay r3 r4 / b7 b8", "discard g8!")  # turns the table: what was played with is behind now
    expect(page.locator(".mine.turn")).to_be_visible()
    expect(page.locator(".hand li .behind")).not_to_have_count(0)


def test_own_backs_hide_nothing_of_the_card_on_a_phone(open_page: Opened) -> None:
    page = open_page("", width=360, height=740)
    begin(page, **SHORT | {"options": {"own_backs": "shown"}}, seats=BOTH)
    expect(page.locator(".hand li .behind")).to_have_count(10)
    expect(page.locator(".hand .look > .phase .mark").first).to_be_visible()
    hidden = page.locator(".hand li").evaluate_all(
        """all => all.filter((card) => { const back = card.querySelector(".behind").getBoundingClientRect();
            return [...card.querySelectorAll(".look > .phase .corner > *")].some((part) =>
                part.getBoundingClientRect().bottom > back.top + 1) }).length"""
    )
    assert hidden == 0


@pytest.mark.parametrize(
    ("language", "round_1", "clock"),
    [("en-US", "Round 1", 60), long("pt-BR", "Rodada 1", 60), ("pt-BR", "Rodada 1", 0)],
)
def test_a_phone_says_which_round_it_is(open_page: Opened, language: str, round_1: str, clock: int) -> None:
    page = open_page("", width=360, height=740, is_mobile=True, has_touch=True, locale=language)
    begin(page, **SHORT, seats=BOTH, clock=clock)
    expect(page.locator("header .where b").first).to_have_text(round_1)
    whole_header(page, ".where b:first-child", clock > 0)


@pytest.mark.long
def test_ways_to_lay_lie_beside_the_hand_on_a_phone_on_its_side(open_page: Opened) -> None:
    page = open_page("", width=740, height=360, is_mobile=True, has_touch=True)
    begin(page, game="phase-10-flip", position=dealt(3), seats=BOTH)
    page.get_by_role("button", name=re.compile("^Another way")).click()
    still(page)
    expect(page.locator(".ways .way").first).to_be_in_viewport(ratio=1)
    assert apart(page.locator(".ways, .mine .held, .mine .actions"))
    assert covered(page, ".ways .way, .mine .actions button, .hand .cover") == []


def test_a_card_keeps_the_focus_wherever_it_goes(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    begin(page, game="phase-10-flip", position=dealt(3), seats=BOTH)
    expect(page.locator(".hand .bracket")).to_have_count(2)
    for card in page.locator(".hand li").evaluate_all("all => all.map((each) => each.dataset.card)"):
        cover = page.locator(f".hand [data-card='{card}'] .cover")
        cover.focus()
        for _ in range(2):  # chosen, and not: the cards of the way that is proposed lie together again
            page.keyboard.press("Enter")
            expect(cover).to_be_focused()


def test_all_ways_to_lay_are_there_and_the_button_names_the_move(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    begin(page, game="phase-10-flip", position=dealt(3), seats=BOTH)
    main = page.locator(".actions .first")
    expect(main).to_contain_text("Lay green 5 6 and blue 3 4")
    expect(page.locator(".hand .bracket")).to_have_text(["run of 2", "run of 2"])
    another = page.get_by_role("button", name=re.compile("^Another way"))
    count = int(re.sub(r"\D", "", another.inner_text()))
    assert count > 12
    another.click()
    expect(page.locator(".way").nth(11)).to_be_in_viewport(ratio=1)  # the first page of them
    assert apart(page.locator(".ways, .mine .top, .mine .held"))
    page.keyboard.press("Escape")
    expect(page.locator(".ways")).to_have_count(0)
    page.keyboard.press("w")
    while page.get_by_role("button", name=re.compile("more ways$")).count():
        page.get_by_role("button", name=re.compile("more ways$")).click()
    expect(page.locator(".ways .way")).to_have_count(count)


def test_laid_stars_say_their_number_and_the_end_is_in_order(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    begin(page, game="phase-10-flip", position=chapter(2), seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    acted(page, "take", "lay b4 b*=5 / b9 y9")
    expect(page.locator(".group").first).to_contain_text("blue Star as 5")
    begin(page, **SHORT | {"options": {"phases": 2}}, seats=[{"kind": "mine"}, {"kind": "bot"}, {"kind": "bot"}])
    follow_hints(page)
    rows = page.locator(".over tr:has(.stand)")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("all phases done")
    table = page.url.rpartition("/t/")[2]
    players = page.request.get(f"/api/v1/tables/{table}").json()["view"]["players"]
    stood = sorted(range(3), key=lambda seat: (-players[seat]["phase"], players[seat]["score"], seat))
    assert stood != [0, 1, 2]  # or it would say nothing
    points = rows.evaluate_all("rows => rows.map((row) => row.querySelectorAll('.stand')[1].innerText)")
    assert [int(each.split()[0]) for each in points] == [players[seat]["score"] for seat in stood]
    expect(page.locator(".over")).not_to_contain_text("Phase 3")
