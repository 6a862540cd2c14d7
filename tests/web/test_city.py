"""The table of Flip City: what can be done is done on the cards, and the moments that matter are felt."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support import long
from verso import bots
from verso.bots.bot import Budget
from verso.core.game import find_game
from verso.core.record import Record
from verso.core.spec import CHANCE, OVER

from .test_pages import _chance, act, after, begin, ply, serious, still
from .test_phone import apart, covered, cut

Opened = Callable[..., Page]
SUPPLY = {"CS": 5, "HO": 5, "FA": 3, "CP": 1}
MINE = {
    "top": ["CS"],
    "deck": {"RA": 3, "HO": 2, "CS": 2},
    "discard": {"CH": 1, "AP": 2, "FA": 2},
    "played": ["FA", "CP"],
}
THEIRS = {"top": ["CS"], "deck": {"RA": 4, "CP": 1}, "discard": {"HO": 2}}


def set_up(page: Page, seats: int = 3, mine: dict[str, Any] | None = None, **position: Any) -> None:
    """Go to a table at which Ana is on turn, with cards of the test's own."""
    players = [MINE | (mine or {}), *[THEIRS] * (seats - 1)]
    ruleset = "solo" if seats == 1 else "standard"
    whole = {"game": "flip-city", "ruleset": ruleset, "seats": seats, "to_act": 0, "players": players, "supply": SUPPLY}
    others = [{"kind": "bot"}] * (seats - 1)
    begin(page, game="flip-city", ruleset=ruleset, position=whole | position, seats=[{"kind": "mine"}, *others])
    expect(page.locator(".actions button").first).to_be_visible()


def building(page: Page, seats: int = 3, cash: int = 12, **more: Any) -> None:
    set_up(page, seats, phase="build", turn={"cash": cash, "points": 2, "extra_buys": 1} | more)


def test_pages_of_the_books_are_the_buttons(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    building(page, cash=9)
    places = page.locator(".leaf .picture").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect()).map(({ y, height }) => `${y} ${height}`)"
    )
    assert len(set(places)) == 1  # cards of a row are alike
    book = page.locator("[data-at='supply-HO']")
    buy, develop = book.locator(".leaf").nth(0), book.locator(".leaf").nth(1)
    expect(buy).to_have_class(re.compile("offered"))
    expect(book.locator(".price")).to_have_text(["Buy 4", "Develop 8"])
    dear = page.locator("[data-at='supply-FA'] .leaf").nth(1)
    expect(dear).not_to_have_class(re.compile("offered"))
    expect(dear.locator(".note")).to_have_text("2 coins short")
    before = ply(page)
    dear.click()  # out of reach: the card is looked at
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    buy.click()
    after(page, before)
    expect(book.locator(".tag")).to_have_text("4 left")
    expect(page.locator(".discard li", has_text="Hospital").first).to_be_visible()
    expect(develop).not_to_have_class(re.compile("offered"))
    assert page.locator(".choices").count() == 0  # nothing is offered twice
    expect(page.locator(".headline")).to_have_text("Build, or end the turn")
    expect(page.locator(".turns td.now")).to_contain_text("2 cards, 2 points")  # the turn at hand is among them
    act(page, page.locator("[data-at='supply-CS'] .leaf").first)
    assert "".join(page.locator(".leaf .note").all_inner_texts()) == ""  # no cash helps without an action
    expect(page.locator(".headline")).to_have_text("Nothing within reach")
    set_up(page, phase="build", turn={"cash": 0}, supply=SUPPLY | {"CP": 0})
    expect(page.locator("[data-at='supply-FA'] .note")).to_have_text(["5 coins short", "11 coins short"])
    expect(page.locator("[data-at='supply-CP'] .note")).to_have_text(["", ""])  # nor where none is left


def test_a_card_is_turned_over_where_it_lies(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    building(page, cash=5, extra_flips=1)
    expect(page.locator(".discard li", has_text="1 × Church").locator(".label")).to_have_text("recycles in play")
    dear = page.locator(".discard li", has_text="2 × Apartment").locator(".turn-over")
    expect(dear.locator(".label")).to_have_text("Give 6")  # what it would cost, and to what end
    expect(dear).not_to_have_class(re.compile("offered"))
    card = page.locator(".discard li", has_text="Factory")
    expect(card.locator(".label")).to_have_text("Flip 4")  # the Station's Flip is 2 cheaper
    before = ply(page)
    card.get_by_role("button").click()
    after(page, before)
    expect(page.locator(".discard li", has_text="1 × Power Plant")).to_have_count(1)


@pytest.mark.parametrize("size", [(360, 740), long((1440, 900))])
def test_a_card_is_given_to_whom_one_chooses(open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page("", width=size[0], height=size[1])
    building(page)
    if size[0] < 700:
        page.locator(".shut").click()
    page.locator(".discard li", has_text="Apartment").get_by_role("button").click()
    give = page.locator(".give")
    expect(give).to_have_count(2)
    expect(give.first).to_be_focused()
    expect(give.first).to_contain_text("4 × Residential Area")
    expect(page.locator(".headline")).to_have_text("Who gets the Apartment? It becomes Residential Area.")
    assert apart(page.locator(".bar, .give, .mine"))
    dimmed = page.locator(".discard li").evaluate_all("all => all.map((each) => getComputedStyle(each).opacity < 1)")
    given = page.locator(".discard li").evaluate_all("all => all.map((each) => each.matches('.given'))")
    assert dimmed == [not each for each in given]  # the card itself stays in the light
    assert given.count(True) == 1
    before = ply(page)
    react = {"type": "react", "key": "react", "seat": 0, "reaction": "👏"}
    heard = page.request.post(page.url.replace("/t/", "/api/v1/tables/") + "/commands", data=react)
    assert heard.json()["answer"]["type"] == "done"
    after(page, before)
    expect(give).to_have_count(2)  # what others say does not end it
    expect(give.first).to_be_focused()
    page.keyboard.press("Escape")
    expect(give).to_have_count(0)
    page.locator(".discard li", has_text="Apartment").get_by_role("button").click()
    before = ply(page)
    page.get_by_role("button", name="Give to Rosa").click()
    after(page, before)
    expect(give).to_have_count(0)
    expect(page.locator(".log li").last).to_contain_text("gave it to Rosa")


def test_whose_turn_it_is_fits_beside_three_others_on_a_phone(open_page: Opened) -> None:
    page, bia = open_page(width=360, height=740), open_page()
    whole = {"game": "flip-city", "ruleset": "standard", "seats": 4, "to_act": 1, "supply": SUPPLY}
    seats = [{"kind": "mine"}, {"kind": "open"}, {"kind": "bot"}, {"kind": "bot"}]
    begin(page, game="flip-city", position=whole | {"players": [THEIRS] * 4}, seats=seats)
    bia.goto(page.url)
    bia.get_by_role("textbox", name="Your name").fill("Bia")
    bia.get_by_role("button", name="Sit here").click()
    on_turn = page.locator(".other.turn")
    expect(on_turn).to_contain_text("playing")
    expect(on_turn.locator(".who .name")).to_have_text("Bia")
    assert cut(page.locator(".other .name")) == []
    assert apart(on_turn.locator(".seat-mark, .who .name, .deck"))
    # Whoever does not play stands at the best turn so far: there is no "now".
    expect(page.locator(".track .label span")).to_have_text(["best 0", "best 0"])
    where = "all => all.map((each) => each.getBoundingClientRect().x)"
    places = page.locator(".track li:not(.goal)").evaluate_all(where)
    for track in (sorted(places[:4]), sorted(places[4:])):  # who stand at the same place stand beside each other
        assert all(after - before > 12 for before, after in itertools.pairwise(track))


def test_what_three_others_did_is_told_in_a_line_of_its_own_on_a_phone(open_page: Opened) -> None:
    page = open_page("", width=360, height=740, locale="pt-BR")
    mine, theirs = {"top": ["CS"], "deck": {"CS": 2}}, {"top": ["RA"], "deck": {"RA": 3}}
    set_up(page, 4, phase="build", turn={"cash": 0}, players=[mine, *[theirs] * 3])
    line = page.locator(".retold span.line")
    expect(line).to_contain_text("Ainda sem turno")
    before = ply(page)
    page.keyboard.press("e")
    after(page, before)
    expect(line).to_have_text(
        re.compile("^Nuno Passou do limite com 3 cartas: perdeu 0 pontos, 2 moedas")
    )  # the latest
    for other in ("Otto", "Rosa", "Nuno"):
        page.locator(".retold").click()
        expect(line).to_have_text(re.compile(f"^{other} Passou do limite"))
        assert beyond(page, ".retold span.line", ".others") == []
    expect(page.locator(".other .sentence").first).to_be_hidden()  # not told twice


def test_hovering_a_deck_turns_nothing(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900)
    set_up(page, 2)
    decks = page.locator(".pile.deck")
    expect(decks).to_have_count(2)
    drawn = """all => all.map((each) => [...each.querySelectorAll("*")].map((part) => {
        const { transform, opacity } = getComputedStyle(part);
        return [part.getAttribute("data-face"), transform, opacity, part.checkVisibility()].join(" ");
    }).join("\\n"))"""
    still(page)
    before = decks.evaluate_all(drawn)
    for deck in decks.all():
        cover = deck.get_by_role("button")
        expect(cover).to_have_accessible_name("Top of the deck: Convenience Store. Look at both sides")
        cover.hover()
        still(page)
        assert decks.evaluate_all(drawn) == before
    decks.last.get_by_role("button").click()  # both sides are shown to whoever asks
    expect(page.get_by_role("dialog")).to_contain_text("Shopping Mall")


READ = """all => all.map((card) => {
    const [name, badge] = [".name", ".count"].map((part) => card.querySelector(part).getBoundingClientRect());
    const size = parseFloat(getComputedStyle(card.querySelector(".name")).fontSize);
    const beside = name.right <= badge.left || name.bottom <= badge.top || name.top >= badge.bottom;
    return [size >= 13, beside, name.height > 0];
})"""
"""Of cards that lie on each other: whether their name is large enough, free of how many there are, and there at all."""


def test_portuguese_says_what_is_meant_and_has_room(open_page: Opened) -> None:
    page = open_page("", width=1440, height=900, locale="pt-BR")
    set_up(page, 2, {"top": ["RA"], "discard": {"RA": 2, "CS": 2, "SM": 2, "PP": 2}})
    assert page.locator(".discard .card .card").evaluate_all(READ) == [[True] * 3] * 4
    expect(page.locator(".headline")).to_have_text("Você precisa continuar")
    expect(page.locator("[data-at='supply-HO'] .effect").first).to_have_text(
        "+1 moeda por insatisfação, contando a dele."
    )
    page.get_by_role("button", name="Ajustes").click()
    expect(page.get_by_role("group", name="Aparência")).to_be_visible()
    page.keyboard.press("Escape")
    building(page, 2)
    expect(page.locator(".next")).to_contain_text("Risco de estourar")


@pytest.mark.parametrize("size", [(360, 740), long((820, 1180)), long((1440, 900)), long((740, 360))])
def test_whoever_watches_sees_everybody_and_who_plays(open_page: Opened, size: tuple[int, int]) -> None:
    ana, bia = open_page(""), open_page("", width=size[0], height=size[1])
    seats = [{"kind": "mine"}, *[{"kind": "mine", "name": name} for name in ("Caio", "Davi", "Elisa")]]
    whole = {"game": "flip-city", "ruleset": "standard", "seats": 4, "to_act": 2, "supply": SUPPLY}
    begin(ana, game="flip-city", listed=True, position=whole | {"players": [THEIRS] * 4}, seats=seats)
    bia.goto(ana.url)
    expect(bia.locator(".other .who .name")).to_have_text(["Ana", "Caio", "Davi", "Elisa"])
    expect(bia.locator(".other.turn .who .name")).to_have_text("Davi")
    expect(bia.locator(".headline")).to_have_text("Davi is playing")
    expect(bia.locator(".mine")).to_have_attribute("aria-label", "Davi")  # whose cards are those below
    assert cut(bia.locator(".other .who .name, .other .best")) == []
    assert beyond_side(bia, ".small-city li", ".other") == []


SMALL = """() => {
    const seen = (each) => { const at = each.getBoundingClientRect();
        return !each.disabled && at.width > 2 && at.height > 2 && each.checkVisibility({ visibilityProperty: true }) };
    const reach = (each, x, y, sideways) => {
        let found = 1;
        for (const way of [-1, 1]) for (let far = 1; far < 60; far++) {
            const hit = document.elementFromPoint(x + (sideways ? way * far : 0), y + (sideways ? 0 : way * far));
            if (!hit || !each.contains(hit)) break;
            found++;
        }
        return found;
    };
    const tapped = [...document.querySelectorAll("main.page button:not(.tag), header button, header a")];
    return tapped.filter(seen).filter((each) => {
        each.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        const { left, top, width, height } = each.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (!each.contains(document.elementFromPoint(x, y))) return false; // lies below something just now
        return Math.min(reach(each, x, y, true), reach(each, x, y, false)) < 43;
    }).map((each) => each.ariaLabel || each.innerText);
}"""
"""What can be tapped and has less room than a finger needs; how many are left of a card is told on its sheet, too."""


@pytest.mark.parametrize("size", [(360, 740), long((740, 360))])
def test_whatever_is_tapped_is_as_large_as_a_finger(open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page("", width=size[0], height=size[1], is_mobile=True, has_touch=True)
    set_up(page, 4)
    still(page)
    if size == (360, 740):
        assert apart(page.locator(".pull, .decide"))
    assert page.evaluate(SMALL) == []
    building(page, 4)
    still(page)
    assert page.evaluate(SMALL) == []


def test_two_books_are_in_sight_while_one_builds_on_a_phone(open_page: Opened) -> None:
    page = open_page("", width=360, height=740, locale="pt-BR")
    building(page, 4)
    still(page)
    for price in (
        page.locator(".book").nth(0).locator(".price").or_(page.locator(".book").nth(1).locator(".price")).all()
    ):
        expect(price).to_be_in_viewport(ratio=1)
    assert apart(page.locator(".book:nth-child(-n + 2) .price, .decide"))
    expect(page.get_by_role("button", name="Encerrar o turno")).to_be_in_viewport(ratio=1)


def test_every_choice_has_a_key(open_page: Opened) -> None:
    page = open_page("")
    building(page)
    keys = page.locator(".city [aria-keyshortcuts]").evaluate_all("all => all.map(each => each.ariaKeyShortcuts)")
    assert "e" in keys
    offers = page.locator(".leaf.offered, .turn-over.offered").count()
    assert offers > 5
    assert {key for key in keys if key.isdigit()} == {str(number) for number in range(1, min(offers, 9) + 1)}
    number = page.locator("[data-at='supply-HO'] .leaf").first.get_attribute("aria-keyshortcuts")
    assert number
    before = ply(page)
    page.keyboard.press(number)
    after(page, before)
    expect(page.locator("[data-at='supply-HO'] .tag")).to_have_text("4 left")


@pytest.mark.parametrize(("turn", "played", "words"), [
    ({"points": 8}, ["CP", "ST", "ST"], "8 points: end the turn and win"),
    ({"points": 2}, ["CS"] * 5 + ["FA"] * 5 + ["RA"] * 4 + ["HO"] * 4, "18 cards: end the turn and win"),
])  # fmt: skip
def test_the_winning_moment_is_one(open_page: Opened, turn: dict[str, int], played: list[str], words: str) -> None:
    page = open_page("")
    mine = {"deck": {"CS": 1}, "discard": {}, "played": played}
    set_up(page, 2, mine, turn=turn, supply={"CS": 1})
    main = page.locator(".actions .first")
    expect(main).to_have_text(re.compile(words))
    expect(page.locator(".headline")).to_have_text("This turn wins")
    if turn["points"] == 8:
        assert beyond_side(page, ".meters .reached", ".street") == []
    expect(page.get_by_role("button", name="Stop and build")).to_have_count(0)
    main.click()  # stops, and ends the turn
    expect(page.locator(".over.won")).to_be_visible()
    told = page.locator(".street.lit .told")
    expect(told).to_contain_text("You win")
    if turn["points"] == 8:  # where there is little room, too, words and houses do not lie over each other
        page.set_viewport_size({"width": 360, "height": 740})
        page.get_by_role("button", name="Look at the table").click()
        still(page)
        above, house = told.bounding_box(), page.locator(".street .row .picture").first.bounding_box()
        assert above is not None
        assert house is not None
        assert above["y"] + above["height"] <= house["y"] + 8  # the air above its roof
        assert apart(page.locator(".meters > div"))


HEARD = """() => { window.seen = []; let flown = 0; new MutationObserver((all) => {
    for (const { addedNodes } of all) flown += [...addedNodes].filter((each) => each.className === "flying").length;
}).observe(document.body, { childList: true }); new MutationObserver(() => {
    const street = document.querySelector(".street");
    const now = [street.querySelectorAll(".row [data-at]").length, street.querySelectorAll(".fatal").length > 0,
        street.querySelector(".told").innerText, document.querySelectorAll(".rain").length,
        document.querySelectorAll(".mine .deck [data-face=RA]").length, flown,
        street.querySelector(".row .figures")?.innerHTML ?? ""];
    if (JSON.stringify(now) !== JSON.stringify(window.seen.at(-1))) window.seen.push(now);
}).observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true }) }"""


@pytest.mark.parametrize("motion", ["no-preference", long("reduce")])
def test_a_lost_turn_is_felt(open_page: Opened, motion: str) -> None:
    page = open_page("", speed="fast", reduced_motion=motion)
    mine = {"top": ["RA"], "discard": {}, "played": ["CP", "RA", "HO"]}
    turn = {"cash": 5, "points": 2, "unhappy": 2}
    set_up(page, 2, mine, turn=turn)
    page.evaluate(HEARD)
    before = ply(page)
    page.keyboard.press("p")
    after(page, before)
    seen: list[list[Any]] = page.evaluate("window.seen")
    if motion == "no-preference":
        landed = next(at for at, each in enumerate(seen) if each[0] == 4)
        broken = next(at for at, each in enumerate(seen) if each[1])
        rain = next(at for at, each in enumerate(seen) if each[3])
        assert landed <= broken <= rain  # the card lands, the meter breaks, it rains
        assert seen[landed][4] == 0  # and no longer lies on the deck
        assert seen[rain][5] == 1  # from which it flew before
        assert "points" in seen[rain][6]  # of a park that nobody saw being played, what is printed on it
        assert "cash" not in seen[rain][6]
        assert any("2 points, 5 coins" in each[2] for each in seen)
    # What was lost is still to be read, at whoever lost it, also without motion.
    expect(page.locator(".log")).to_contain_text("went over the limit with unhappiness 3 of 2")
    expect(page.locator(".turns tbody td").first).to_contain_text("over the limit")


def test_what_a_card_gave_this_time_stands_below_it(open_page: Opened) -> None:
    page = open_page("")
    set_up(page, 2, {"top": ["HO", "CS"], "played": []}, turn={"unhappy": 1})
    page.keyboard.press("p")
    house = page.locator(".street li[data-at]").first
    expect(house.locator(".figures text").first).to_have_text("3")  # one of its own, and one for each of two clouds
    page.reload()
    expect(house.locator(".figures text").first).to_have_text("3")


@pytest.mark.parametrize("size", [(360, 740), long((1440, 900))])
def test_what_others_did_stays_until_their_next_turn(open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page("", width=size[0], height=size[1])
    begin(page, game="flip-city", seats=[{"kind": "mine"}, {"kind": "bot"}])
    line, offered = page.locator(".other .sentence"), page.locator(".actions button")
    expect(offered.first).to_be_visible()
    while line.inner_text() == "No turn yet":
        before = ply(page)
        page.locator(".actions button[aria-keyshortcuts]").last.click()
        after(page, before)
        expect(offered.first).to_be_visible()  # the other's turn is over, if there was one
    told = line.text_content() or ""
    row = page.locator(".log li", has=page.locator("b", has_text="Otto"))
    expect(row).to_have_count(1)  # a turn is one row, in the past tense
    expect(row).to_have_text(re.compile(r"^Otto .*(played|shuffled) .*(ended the turn|kept nothing)\s*$"))
    act(page)
    expect(line).to_have_text(told)
    page.reload()
    expect(line).to_have_text(told)
    expect(page.locator(".track li:not(.goal)")).to_have_count(4)  # both seats, on both ways to win


def test_alone_the_supply_is_the_clock(open_page: Opened) -> None:
    page = open_page("")
    last = {"top": [], "deck": {}, "discard": {"CS": 2}, "played": ["FA"]}
    set_up(page, 1, last, supply={"CS": 2})
    expect(page.locator(".side .clock")).to_have_text("The supply is your clock: 2 cards left")
    usual = page.locator(".side .time").bounding_box()
    set_up(page, 1, last, supply={"CS": 1})
    expect(page.locator(".side .clock.warn")).to_be_visible()
    assert page.locator(".side .time").bounding_box() == usual  # nothing makes room for the warning
    expect(page.locator(".one", has_text="Shuffle").locator(".bad")).to_contain_text("the game is lost")
    expect(page.locator(".actions .first")).to_have_text(re.compile("^Stop and build"))  # not what loses
    page.set_viewport_size({"width": 360, "height": 740})
    clock = page.locator(".clock.warn")
    expect(clock.first).to_be_in_viewport()  # above the street
    expect(clock.last).to_be_hidden()
    page.set_viewport_size({"width": 1440, "height": 900})
    act(page, page.get_by_role("button", name="Shuffle"))
    page.keyboard.press("1")  # there is nothing else to be removed
    expect(page.get_by_role("heading", name="The city has lost")).to_be_visible()
    expect(page.locator(".stage li")).to_have_count(1)
    expect(page.locator(".stage.won, .stage .lit")).to_have_count(0)  # no windows are lit
    page.get_by_role("button", name="Look at the table").click()
    assert apart(page.locator(".banner, .meters, header h1, header nav"))


def beyond(page: Page, things: str, inside: str) -> list[str]:
    """Return what of these reaches below the end of what it lies in, or has no room for its words."""
    found: list[str] = page.evaluate(
        """([things, inside]) => [...document.querySelectorAll(things)].filter((each) =>
            each.checkVisibility() && (each.scrollHeight > each.clientHeight + 2 && each.clientHeight
                || each.getBoundingClientRect().bottom > each.closest(inside).getBoundingClientRect().bottom + 1)
        ).map((each) => each.innerText)""",
        [things, inside],
    )
    return found


def beyond_side(page: Page, things: str, inside: str) -> list[str]:
    """Return what of these begins to the left of what it lies in, or ends to the right of it."""
    found: list[str] = page.evaluate(
        """([things, inside]) => [...document.querySelectorAll(things)].filter((each) => {
            const [at, around] = [each, each.closest(inside)].map((one) => one.getBoundingClientRect());
            return each.checkVisibility() && (at.left < around.left - 1 || at.right > around.right + 1);
        }).map((each) => each.outerHTML.slice(0, 80))""",
        [things, inside],
    )
    return found


@pytest.mark.parametrize(("width", "height"), [(360, 740), long(1440, 900)])
def test_somebodys_city_is_looked_at_from_near(open_page: Opened, width: int, height: int) -> None:
    page = open_page("", width=width, height=height)
    building(page, cash=5)
    page.keyboard.press("e")
    otto = page.get_by_role("article", name="Otto")
    expect(otto.locator(".sentence:not(.soft)")).to_be_attached()
    otto.get_by_role("button", name="Otto").click()
    near = page.get_by_role("dialog", name="Otto")
    expect(near).to_contain_text("Steady. Decides at a glance too")
    expect(near.get_by_role("list", name="The city of Otto").get_by_role("listitem").first).to_be_visible()
    expect(near.locator(".small-street li").first).to_be_visible()
    assert beyond(page, "dialog .sentence", "dialog") == []
    page.keyboard.press("Escape")
    expect(near).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "language"),
    [((360, 740), "pt-BR"), long((820, 1180), "en-US"), long((1440, 900), "pt-BR"), long((740, 360), "en-US")],
    ids=lambda each: each if isinstance(each, str) else f"{each[0]}x{each[1]}",
)
def test_nothing_is_cut(open_page: Opened, size: tuple[int, int], language: str) -> None:
    page = open_page(width=size[0], height=size[1], locale=language)
    for seats, office in ((4, False), (3, True)):
        begin(
            page,
            game="flip-city",
            options={"office": office},
            seats=[{"kind": "mine"}, *[{"kind": "bot"}] * (seats - 1)],
        )
        expect(page.locator(".actions button").first).to_be_visible()
        for _ in range(5):
            act(page)
        expect(page.locator(".actions button").first).to_be_visible()
        assert cut(page.locator(".actions button, .price, .meters dd, .track .label, .discard .label, .pull")) == []
        assert cut(page.locator(".other .name")) == []
        assert beyond(page, ".counter > span", ".decide" if min(size) < 500 else ".mine") == []
        assert covered(page, ".actions button") == []
        assert apart(page.locator(".price"))
        assert beyond(page, ".reads .inside", ".card") == []  # the rules on the cards
        if size == (1440, 900):
            tall = page.evaluate("document.documentElement.scrollHeight")
            assert tall <= 900
            assert page.locator(".book").count() == (5 if office else 4)
            assert covered(page, ".leaf, .turn-over, .deck .cover") == []
            assert beyond(page, ".other .sentence", ".other .last") == []
            assert beyond_side(page, ".track .seat-mark", ".side") == []
        if size in ((360, 740), (740, 360)):  # the card one decides about is beside the buttons, wherever one looks
            page.mouse.wheel(0, 600)
            card, button = page.locator(".mine .deck"), page.locator(".actions button").first
            for thing in (card, button):
                box = thing.bounding_box()
                assert box
                assert 0 <= box["y"] < size[1] - 20
    if size in ((360, 740), (740, 360)):  # where things are most likely to lie over each other
        assert serious(page) == []


@pytest.mark.parametrize(
    ("size", "language"),
    [((360, 740), "pt-BR"), long((820, 1180), "pt-BR"), long((1440, 900), "pt-BR"), long((740, 360), "en-US")],
    ids=lambda each: each if isinstance(each, str) else f"{each[0]}x{each[1]}",
)
def test_what_each_click_risks_has_room_beside_it(open_page: Opened, size: tuple[int, int], language: str) -> None:
    page = open_page(width=size[0], height=size[1], locale=language)
    played = ["CP", "RA", *["CS"] * 5, *["FA"] * 6]
    mine = {"top": ["HO"], "played": played, "deck": {"RA": 2, "CS": 2, "FA": 1, "CP": 2}}
    set_up(page, 2, mine, turn={"cash": 5, "points": 5, "unhappy": 1, "extra_buys": 1})
    expect(page.locator(".risk .safer")).to_be_visible()  # what would make it safer
    expect(page.locator(".actions .odds")).to_have_text(re.compile("(points|pontos) 38%, (cards|cartas) 48%"))
    still(page)
    bar = ".decide" if min(size) < 500 else ".mine"
    assert page.locator(bar).evaluate("each => each.scrollHeight <= each.clientHeight")
    assert beyond(page, ".actions button, .actions .under, .counter > span", bar) == []
    assert apart(page.locator(".actions .one > *"))
    if size == (360, 740):  # and the supply is seen above the bar
        assert apart(page.locator(".pull, .decide"))
    forced = {"top": ["RA"], "deck": {"RA": 2, "CS": 1, "FA": 1}, "discard": {"CH": 1, "SM": 2}, "played": ["HO", "HO"]}
    set_up(page, 2, forced, turn={"unhappy": 2})
    expect(page.locator(".discard .risk")).to_have_text(["100%", "50%"])  # what recycling the one or the other leaves
    assert apart(page.locator(".discard .risk, .discard .label"))


@pytest.mark.parametrize("size", [(1440, 900), long((820, 1180)), long((360, 740)), long((740, 360))])
def test_houses_leave_the_figures_free(open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page(width=size[0], height=size[1])
    for count in (4, 10, 18):
        played = ["FA", "HO", "ST", "HO", "CP", "HO"] * 3
        set_up(page, 2, {"discard": {}, "deck": {}, "played": played[:count]}, supply={"CS": 1})
        houses, figures = page.locator(".street .row .picture"), page.locator(".meters dd")
        expect(houses).to_have_count(count)
        still(page)
        where = "all => all.map((each) => each.getBoundingClientRect()).map((at) => [at.x, at.right, at.y, at.bottom])"
        free = figures.evaluate_all(where)
        for left, right, top, _ in houses.evaluate_all(where):
            assert all(right <= start or left >= end or top >= bottom - 2 for start, end, _, bottom in free), count


@pytest.mark.parametrize("size", [(1366, 768), long((820, 1180)), long((1280, 800))])
def test_what_one_decides_is_in_sight_on_smaller_screens(open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page(width=size[0], height=size[1])
    begin(page, game="flip-city", options={"office": True}, seats=[{"kind": "mine"}, *[{"kind": "bot"}] * 3])
    stop = page.get_by_role("button", name="Stop and build")
    while not stop.is_visible():
        act(page)
    for button in page.locator(".actions button").all():
        expect(button).to_be_in_viewport(ratio=1)
    act(page, stop)
    expect(page.get_by_role("button", name="End the turn")).to_be_in_viewport(ratio=1)
    for price in page.locator(".price").all():  # and what can be bought
        expect(price).to_be_in_viewport(ratio=1)
    assert apart(page.locator(".leaf .note, .mine"))
    assert cut(page.locator(".leaf .note")) == []
    assert beyond(page, ".reads .inside", ".card") == []
    assert beyond_side(page, ".small-city li", ".other") == []
    page.set_viewport_size({"width": size[0], "height": size[1] - 240})  # less than the table needs
    expect(page.get_by_role("button", name="End the turn")).to_be_in_viewport(ratio=1)


BEGINNINGS = """() => { window.begun = []; const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, ...given) {
        if (this.className === "flying") window.begun.push(frames[0].transform);
        return animate.call(this, frames, ...given);
    } }"""


def test_cards_of_others_fly_to_where_they_are_seen_on_a_phone(open_page: Opened) -> None:
    """Their discard piles have no room there; what is thrown on them goes to whose it is."""
    page = open_page(width=360, height=740, speed="fast")
    set_up(page, 2, phase="build", turn={"cash": 0})
    page.evaluate(BEGINNINGS)
    page.keyboard.press("e")
    expect(page.locator(".other .sentence:not(.soft)")).to_be_visible()
    expect(page.locator(".actions button").first).to_be_visible()
    begun: list[str] = page.evaluate("window.begun")
    assert begun
    assert [each for each in begun if "Infinity" in each or "NaN" in each] == []


def played_carelessly() -> str:
    """Return the record of a game between Ana and Bia, who know nothing of limits at first."""
    game, chosen = find_game("flip-city"), random.Random(3)
    position, bot = game.new(2), bots.make("greedy", game)
    while position.to_act != OVER:
        if position.to_act == CHANCE:
            position.push(_chance(position, chosen))
        elif position.ply < 100:
            position.push(chosen.choice(list(position.legal)))
        else:
            position.push(bot.choose(position.view(position.to_act), Budget(0.1)).action)
    return Record.of(position, names=json.dumps(["Ana", "Bia"])).to_text()


def test_a_replay_shows_the_cards_of_whoever_plays_and_goes_on_from_anywhere(open_page: Opened) -> None:
    page = open_page()
    page.request.post("/api/v1/guests", data={"name": "Ana"})
    record = page.request.post("/api/v1/records", data={"text": played_carelessly()}).json()["record"]
    steps = page.request.get(f"/api/v1/records/{record}/replay?most=500").json()["steps"]
    dealt = next(at for at in range(40, len(steps)) if steps[at]["actor"] < 0)
    page.goto(f"/r/{record}#{dealt}")  # a moment at which nobody acts
    expect(page.get_by_role("slider")).to_have_value(str(dealt))
    name = page.locator(".other.turn .who .name").inner_text()
    expect(page.locator(".headline")).to_have_text(f"{name} is playing")
    expect(page.locator(".mine")).to_have_attribute("aria-label", name)
    expect(page.locator(".other")).to_have_count(2)
    page.get_by_role("button", name="Continue from here").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator(".city")).to_be_visible()


def test_a_replay_has_lost_turns_and_flips_on_its_time_line(open_page: Opened) -> None:
    page = open_page()
    page.request.post("/api/v1/guests", data={"name": "Ana"})
    imported = page.request.post("/api/v1/records", data={"text": played_carelessly()})
    assert imported.status == 201, imported.text()
    record = imported.json()["record"]
    steps = page.request.get(f"/api/v1/records/{record}/replay?most=500").json()["steps"]
    marked = [(kind, ply) for ply, step in enumerate(steps, start=1) for kind in step["marks"]]
    page.goto(f"/r/{record}")
    for kind, label in {"lost": "over the limit", "flip": "flips"}.items():
        plies = [ply for each, ply in marked if each == kind]
        assert plies, kind
        expect(page.locator(f"[data-mark={kind}]")).to_have_count(len(plies))
        page.keyboard.press("Home")
        page.get_by_role("button", name=f"{label} {len(plies)}").click()
        expect(page.get_by_role("slider")).to_have_value(str(plies[0]))
