"""The web app in a real browser, as people use it."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from support import IS_LONG, long
from tables import QUICK_CARDS
from verso import bots
from verso.bots.bot import Budget
from verso.core.game import Position, find_game
from verso.core.record import Record
from verso.core.spec import CHANCE, OVER
from verso.server.lessons import lessons

ROOT = Path(__file__).parent.parent.parent
Opened = Callable[..., Page]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = ROOT / "docs" / "pictures"


def start(page: Page, way: str = "Play", name: str = "Ana") -> None:
    page.get_by_role("textbox").first.fill(name)
    page.get_by_role("region", name="Flip City").get_by_role("button", name=way, exact=True).click()


FOLLOW = """async (most) => {
    const until = async (found) => {
        for (let waited = 0; waited < 300000; waited += 10) {
            const there = found();
            if (there) return there;
            document.querySelector(".ended .first:not([disabled])")?.click(); // a round is over: on
            await new Promise((resolve) => setTimeout(resolve, 10));
        }
        throw new Error("nothing to do: " + document.querySelector("main").innerText.slice(0, 400));
    };
    const over = () => document.querySelector(".over");
    const ply = () => document.querySelector("main").dataset.ply;
    for (let done = 0; done < most; done++) {
        const hint = await until(() => over() ?? document.querySelector("button.hint:not([disabled])"));
        if (over()) return done;
        hint.click();
        const before = ply();
        // A hint is worth nothing once the game has gone on.
        const advised = await until(() => over() ?? document.querySelector("main .advised") ?? ply() !== before);
        if (advised !== true) advised.click();
        // A card may be given to somebody, who is chosen then.
        await until(() => over() ?? (document.querySelector("main .give.advised")?.click(), ply() !== before));
    }
    return most;
}"""


def follow_hints(page: Page, most: int = 2_000) -> None:
    """Do what the hints say, by clicking, until the game is over or so much was done."""
    expect(page.locator("main[data-ply]")).to_be_visible()
    page.evaluate(FOLLOW, most)


def ply(page: Page) -> int:
    """Return the ply that the page shows, once nothing moves."""
    return int(page.locator("main[data-ply]").get_attribute("data-ply") or 0)


def after(page: Page, before: int) -> None:
    """Wait until the page shows a later ply, and nothing moves."""
    page.wait_for_function("before => Number(document.querySelector('main').dataset.ply) > before", arg=before)


def act(page: Page, offered: Locator | None = None) -> None:
    """Do the first thing that is offered, or this one, once it is, and wait until it is done."""
    offered = offered or page.locator(".actions button").first
    expect(offered).to_be_visible()  # before: a bot's move would be taken for what is done here
    before = ply(page)
    offered.click()
    after(page, before)


def play_out(*pages: Page) -> None:
    """Act at random, whoever is to act, until the game is over."""
    address, chosen = pages[0].url.replace("/t/", "/api/v1/tables/"), random.Random(1)
    while True:
        frames = [page.request.get(address).json() for page in pages]
        if frames[0]["state"] == "over":
            return
        acting = [(page, frame) for page, frame in zip(pages, frames, strict=True) if frame["legal"]]
        for page, frame in acting:
            act = {"type": "act", "key": f"k{frame['ply']}", "ply": frame["ply"], "seat": frame["seat"]}
            page.request.post(f"{address}/commands", data=act | {"action": chosen.choice(frame["legal"])["text"]})
        if not acting:  # a bot does
            after(pages[0], frames[0]["ply"])


@pytest.mark.parametrize("cards", [QUICK_CARDS, pytest.param(None, marks=pytest.mark.long)], ids=["quick", "usual"])
def test_a_whole_game_against_a_bot(open_page: Opened, cards: dict[str, Any] | None) -> None:
    page = open_page()
    if cards is None:
        start(page)
    else:
        begin(page, game="flip-city", cards=cards, seats=[{"kind": "mine"}, {"kind": "bot"}])
    follow_hints(page)
    expect(page.locator(".over").get_by_role("heading", name=re.compile("wins?$"))).to_be_visible()
    finished = page.url
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(finished)
    expect(page.locator(".city")).to_be_visible()


def new_table(page: Page, **plan: Any) -> str:
    """Make a table as this page's person, and say where it is."""
    page.request.post("/api/v1/guests", data={"name": "Ana"})
    made = page.request.post("/api/v1/tables", data=plan)
    assert made.status == 201, made.text()
    return f"/t/{made.json()['table']}"


def begin(page: Page, **plan: Any) -> None:
    """Make a table as this page's person, and go to it."""
    page.goto(new_table(page, **plan))


def quick(page: Page, cards: dict[str, Any] = QUICK_CARDS) -> Page:
    """Let tables that a page sets up be played with cards that end a game soon."""

    def with_cards(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        route.continue_(post_data=json.dumps({**(route.request.post_data_json or {}), "cards": cards}))

    page.route("**/api/v1/tables", with_cards)
    return page


SHORT = {"game": "phase-10-flip", "ruleset": "short", "options": {"phases": 1}}


def test_a_whole_game_of_phase_10_flip_leaks_nothing(open_page: Opened) -> None:
    page, received = open_page(), list[str]()
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: received.append(str(text))))
    begin(page, **SHORT, seats=[{"kind": "mine"}, {"kind": "bot"}])
    follow_hints(page)
    expect(page.locator(".over").get_by_role("heading", name=re.compile("wins?$"))).to_be_visible()
    expect(page.get_by_role("img", name="Points after each round")).to_be_visible()
    frames = [frame for frame in map(json.loads, received) if frame["type"] == "frame" and frame["view"]]
    playing = [frame for frame in frames if frame["state"] == "playing"]
    assert playing
    assert all(frame["shuffle"]["secret"] is None for frame in playing)
    flipped = False
    for frame in playing:
        flipped = flipped or frame["view"]["side"] == "wild"
        if not flipped:  # from then on some active faces have been seen before
            own_backs = [card["wild"] for card in frame["view"]["players"][0]["hand"] if "card" not in card]
            assert own_backs == [None] * len(own_backs)
            others = [card["colour"] for card in frame["view"]["players"][1]["hand"] if "card" not in card]
            assert others == [None] * len(others)


def test_phase_10_flip_is_laid_by_hand(open_page: Opened) -> None:
    page = open_page("")
    begin(page, **SHORT, seats=[{"kind": "mine"}, {"kind": "bot"}])
    expect(page.locator(".ten")).to_be_visible()
    expect(page.locator(".hand li")).to_have_count(10)
    expect(page.locator(".backs li").first).to_be_visible()
    expect(page.locator(".mine.turn")).to_be_visible()
    page.keyboard.press("d")
    expect(page.locator(".hand li")).to_have_count(11)
    page.get_by_role("button", name="By number").click()
    last = page.locator(".hand .cover").last
    last.focus()
    page.keyboard.press("Enter")
    expect(last).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("x")
    expect(page.locator(".hand li")).to_have_count(10)


def dealt(ways: int) -> dict[str, Any]:
    """Return a position of Phase 10 Flip in which seat 0 has drawn and can lay its phase in at least so many ways."""
    game, chosen = find_game("phase-10-flip"), random.Random(5)
    assert game.moves is not None
    while True:
        position = game.new(2, "short", phases=1)
        while position.to_act < 0 or position.state.step == 0:
            if position.to_act > 0:
                break
            position.push("draw" if position.to_act == 0 else _chance(position, chosen))
            if position.to_act == 0 and len(game.moves.suggestions(position.setup, position.state, 8)) >= ways:
                return position.to_json()


def _chance(position: Position, chosen: random.Random) -> int:
    odds = position.odds()
    return chosen.choices(list(odds), [float(share) for share in odds.values()])[0]


def test_a_phase_is_laid_in_the_way_one_chooses(open_page: Opened) -> None:
    page = open_page("")
    begin(page, game="phase-10-flip", position=dealt(3), seats=[{"kind": "mine"}, {"kind": "bot"}])
    page.get_by_role("button", name=re.compile("^Another way")).click()
    ways = page.locator(".ways .way")
    expect(ways.nth(2)).to_be_visible()
    wanted = ways.nth(1).get_attribute("aria-label")
    assert wanted
    assert wanted.startswith("Lay ")
    ways.nth(1).click()
    expect(page.locator(".hand .way")).to_have_count(4)  # these would be laid
    page.keyboard.press("l")
    expect(page.locator(".group")).to_have_count(2)
    expect(page.locator(".group").first).to_contain_text("takes ")
    expect(page.locator(".mine .goal")).to_contain_text("phase 1 is down")


def test_a_phase_is_laid_card_by_card_with_the_keyboard(open_page: Opened) -> None:
    page = open_page("")
    begin(page, game="phase-10-flip", position=dealt(1), seats=[{"kind": "mine"}, {"kind": "bot"}])
    expect(page.locator(".hand .bracket")).to_have_count(2)  # until a way is proposed the cards lie in another order
    while page.locator(".group").count() < 2 or not page.get_by_text("phase 1 is down").count():
        before = ply(page)
        page.locator(".hand .useful .cover").first.focus()
        page.keyboard.press("Enter")
        chosen = page.locator(".hand .chosen")
        expect(page.locator(f"main:not([data-ply='{before}'])").or_(chosen)).to_be_visible()
        if chosen.count():  # it is an offer, because there is a choice
            page.locator(".actions button.first").first.focus()
            page.keyboard.press("Enter")
        after(page, before)
    expect(page.locator(".mine .goal")).to_contain_text("phase 1 is down")


def test_odds_are_told_until_they_are_hidden(open_page: Opened) -> None:
    page = open_page()
    start(page)
    expect(page.locator(".actions button").first).to_be_visible()
    shown = page.locator(".one .under b")
    figure = re.compile(r"^\d+(\.\d)?%$")
    expect(shown.first).to_have_text(figure, timeout=600_000)  # what counts them is compiled first
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show odds").uncheck()
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)


def test_a_rated_game_has_neither_odds_nor_hints(open_page: Opened) -> None:
    page, asked = open_page(), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    offer = page.get_by_role("region", name="Flip City")
    offer.get_by_text("More options").click()
    offer.get_by_label("Rated game").check()
    start(page)
    expect(page.locator(".actions button").first).to_be_visible()
    act(page)
    expect(page.locator(".actions button").first).to_be_visible()
    expect(page.locator(".under b, .odds, .next")).to_have_count(0)
    expect(page.locator("button.hint")).to_have_count(0)
    assert not [address for address in asked if "/odds" in address]


def test_options_and_names_are_those_one_chose(open_page: Opened) -> None:
    page, plans = open_page(), list[Any]()
    page.on(
        "request", lambda request: plans.append(request.post_data_json) if request.url.endswith("/tables") else None
    )
    offer = page.get_by_role("region", name="Phase 10 Flip")
    offer.get_by_role("button", name="One opponent more").click()
    offer.get_by_text("More options").click()
    offer.get_by_role("textbox", name="Player 2").fill("Bia")
    offer.get_by_role("spinbutton", name="Phases", exact=True).fill("2")
    offer.get_by_role("combobox", name="Numbers among the Stars").select_option("group")
    offer.get_by_role("button", name="One device").click()
    expect(page.locator(".curtain").or_(page.locator(".ten"))).to_be_visible()
    [plan] = [each for each in plans if each]
    assert plan["options"] == {"phases": 2, "min_numbers": "group"}
    assert [seat["name"] for seat in plan["seats"]][1:] == ["Bia", "Player 3"]


def test_the_curtain_hides_hands_on_one_device(open_page: Opened) -> None:
    page = open_page("")
    begin(page, **SHORT, seats=[{"kind": "mine", "name": "Ana"}, {"kind": "mine", "name": "Bia"}])
    for _ in range(3):
        curtain = page.get_by_role("button", name=re.compile("^I am "))
        expect(curtain.or_(page.locator(".mine.turn"))).to_be_visible()
        if curtain.is_visible():
            expect(page.locator(".hand")).to_have_count(0)
            curtain.click()
        expect(page.locator(".mine.turn .hand")).to_be_visible()
        page.keyboard.press("d")
        expect(page.locator(".hand li")).to_have_count(11)
        page.locator(".hand .cover").first.click()
        page.keyboard.press("x")
        expect(curtain).to_be_visible()


@pytest.mark.parametrize("game", ["Flip City", "Phase 10 Flip"])
def test_a_lesson_is_played_to_its_end(open_page: Opened, game: str) -> None:
    page = open_page()
    page.get_by_role("region", name=game).get_by_role("button", name="Learn by playing").click()
    panel = page.get_by_role("complementary", name="Lesson")
    told, end = list[str](), panel.get_by_role("button", name="Play a real game")
    counted = page.locator(".ended .first:enabled")
    while not end.count():
        offered = page.locator("main .advised").last.or_(panel.locator(".next .first")).or_(counted).first
        expect(offered).to_be_visible()
        counts = counted.count() > 0
        # A click on the page takes its button away before the answer brings the next sentence: wait for the sentence.
        what = panel if counts else panel.locator("p")
        before = what.inner_text()
        if not counts:
            told.append(before)
        else:
            expect(panel.locator("p")).not_to_be_visible()  # what it asked for is done
        (counted if counts else offered).click()
        page.wait_for_function(
            """([before, what]) => (document.querySelector(what)?.innerText ?? before) !== before
                || document.querySelector(".ended .first:not([disabled])")""",
            arg=[before, ".lesson" if counts else ".lesson p"],
        )
    assert len(set(told)) == len(told) > 20
    lesson = page.url
    end.click()
    expect(page).not_to_have_url(lesson)
    expect(page.locator("button.hint")).to_be_visible()  # a real game
    page.goto("/mine")
    expect(page.locator("main a[href^='/t/']")).to_have_count(1)  # the chapters that are done are gone


def test_the_teacher_says_what_matters_now(open_page: Opened) -> None:
    page = open_page()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Tips while playing").check()
    page.keyboard.press("Escape")
    start(page)
    teacher = page.get_by_role("complementary", name="Your teacher")
    expect(teacher).to_be_visible()
    expect(page.locator(".actions button").first).to_be_visible()
    expect(teacher.get_by_role("link", name="Read the rule")).to_have_attribute("href", re.compile("#play$"))
    teacher.get_by_role("button").click()
    expect(teacher).to_have_count(0)


def test_offline_it_opens_and_says_so(open_page: Opened) -> None:
    page = open_page(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.reload()
    page.context.set_offline(True)
    expect(page.get_by_role("alert").first).to_contain_text("offline")  # and perhaps that a question got no answer
    page.reload()
    expect(page.get_by_role("heading", name="Cards with two sides")).to_be_visible()
    expect(page.get_by_role("alert").first).to_contain_text("offline")


def last_moves(game: str) -> tuple[dict[str, Any], list[str]]:
    """Return a position shortly before the end of a game that seat 0 wins, and the moves to it."""
    chapter = lessons()[game][-1]
    position = dict(chapter.position)
    if game == "phase-10-flip":
        position["options"] = position["options"] | {"phases": 1}
    return position, [action for _, action in chapter.steps]


def win(page: Page, game: str) -> None:
    """Go to a table shortly before the end of a game, and win."""
    begin(page, game=game, position=last_moves(game)[0], seats=[{"kind": "mine"}, {"kind": "bot"}])
    finish(page, game)


def play_last_moves(page: Page, game: str) -> None:
    """Play the last moves of a game over the API."""
    table = page.url.rpartition("/t/")[2]
    for number, action in enumerate(last_moves(game)[1]):
        shown = page.request.get(f"/api/v1/tables/{table}").json()
        command = {"type": "act", "key": f"k{number}", "ply": shown["ply"], "seat": 0, "action": action}
        answer = page.request.post(f"/api/v1/tables/{table}/commands", data=command).json()["answer"]
        assert answer["type"] == "done", answer


def finish(page: Page, game: str) -> None:
    """Play the last moves of a game over the API, and see its end in the page."""
    play_last_moves(page, game)
    if game == "phase-10-flip":  # the last round is counted first, unless all of it came to the page in one frame
        counted = page.locator(".ended .first:enabled")
        expect(counted.or_(page.locator(".over.won h2")).first).to_be_visible()
        if counted.is_visible():
            counted.click()
    expect(page.locator(".over.won h2")).to_be_visible()


@pytest.mark.parametrize("game", ["flip-city", long("phase-10-flip")])
def test_one_plays_again_and_again(open_page: Opened, game: str) -> None:
    page = open_page("")
    win(page, game)
    for _ in range(2):
        finished = page.url
        page.get_by_role("button", name="Play again").click()
        expect(page).not_to_have_url(finished)
        expect(page.locator(".over")).to_have_count(0)
        finish(page, game)


def test_a_replay_of_phase_10_flip(open_page: Opened) -> None:
    page = open_page("")
    win(page, "phase-10-flip")
    page.get_by_role("link", name="Replay").click()
    proof = page.get_by_role("region", name="Were the shuffles fair?")
    expect(proof).to_contain_text("The game began from a position that was known")
    proof.get_by_text("Commitments and secret").click()
    commitment, secret = (proof.locator("code").nth(number).inner_text() for number in (0, 1))
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    page.keyboard.press("Home")
    step = page.get_by_role("slider")
    expect(step).to_have_value("0")
    # All faces: every hand lies open, with the sides that are in play.
    sides = page.evaluate(
        """async (record) => {
        const { view } = await (await fetch(`/api/v1/records/${record}/replay?most=1`)).json();
        return view.players.flatMap(({ hand }) => hand.map((card) => card[view.side])) }""",
        page.url.split("/r/")[1].split("#")[0],
    )
    expect(page.locator(".backs li")).to_have_count(len(sides))
    assert sorted(
        page.locator(".backs [data-face]").evaluate_all("all => all.map((each) => each.dataset.face)")
    ) == sorted(sides)
    page.get_by_role("combobox").select_option(label="Ana")
    expect(page.locator(".hand li")).to_have_count(2)
    page.keyboard.press(".")
    expect(step).to_have_value("1")
    expect(page.locator(".hand li")).to_have_count(3)
    expect(page).to_have_url(re.compile("#1$"))
    moment = page.url
    page.keyboard.press("End")
    expect(page.locator(".hand li")).to_have_count(0)
    expect(page.locator(".headline")).to_have_text("Ana wins")
    page.goto(moment)  # only what is behind the # changes
    expect(page.get_by_role("slider")).to_have_value("1")
    page.goto("/")
    page.goto(moment)
    expect(page.get_by_role("slider")).to_have_value("1")
    page.get_by_role("combobox").select_option(label="Ana")
    expect(page.locator(".mine")).to_have_attribute("aria-label", re.compile("Ana"))
    faces = page.locator(".backs li").all_inner_texts()
    page.get_by_role("combobox").select_option(label="Otto")
    expect(page.locator(".mine")).to_have_attribute("aria-label", re.compile("Otto"))
    assert page.locator(".backs li").all_inner_texts() != faces
    page.get_by_role("button", name="Continue from here").click()
    expect(page.locator(".ten .mine")).to_be_visible()
    expect(page).to_have_url(re.compile("/t/"))


BACK_FROM_THE_END = """async () => {
    const step = document.querySelector("input[type=range]");
    while (step.value !== step.max) await new Promise(requestAnimationFrame);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
    await new Promise(requestAnimationFrame);
    const reached = step.value;
    await new Promise((resolve) => setTimeout(resolve, 600)); // longer than it takes to the next step
    return [reached, step.value];
}"""


def test_a_replay_is_played_with_the_space_bar(open_page: Opened) -> None:
    page = open_page("")
    win(page, "flip-city")
    page.get_by_role("link", name="Replay").click()
    step = page.get_by_role("slider")
    expect(step).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator(".row [data-at]")).to_have_count(0)
    page.keyboard.press("Space")
    reached, later = page.evaluate(BACK_FROM_THE_END)
    assert later == reached != step.get_attribute("max")  # whoever goes back at once stays there
    expect(page.locator(".headline")).to_have_text("Ana is playing")
    page.keyboard.press("End")
    expect(page.locator(".headline")).to_have_text("Ana wins")


def played_by_bots() -> str:
    """Return the record of a short game of Phase 10 Flip from its first card on, between Ana and Bia."""
    game, chosen = find_game("phase-10-flip"), random.Random(5)
    position, bot = game.new(2, "short", phases=1), bots.make("greedy", game)
    while position.to_act != OVER:
        is_chance = position.to_act == CHANCE
        position.push(
            _chance(position, chosen) if is_chance else bot.choose(position.view(position.to_act), Budget(0.1)).action
        )
    return Record.of(position, names=json.dumps(["Ana", "Bia"])).to_text()


@pytest.mark.parametrize("width", [360, long(1440)])
def test_a_replay_has_what_the_game_marks_on_its_time_line(open_page: Opened, width: int) -> None:
    page = open_page(width=width)
    page.request.post("/api/v1/guests", data={"name": "Ana"})
    record = page.request.post("/api/v1/records", data={"text": played_by_bots()}).json()["record"]
    steps = page.request.get(f"/api/v1/records/{record}/replay?most=500").json()["steps"]
    marked = [(kind, ply) for ply, step in enumerate(steps, start=1) for kind in step["marks"]]
    page.goto(f"/r/{record}")
    step = page.get_by_role("slider")
    for kind, label in {"round": "rounds", "flip": "flips", "laid": "phases laid"}.items():
        plies = [ply for each, ply in marked if each == kind]
        expect(page.locator(f"[data-mark={kind}]")).to_have_count(len(plies))
        if plies:
            page.keyboard.press("Home")
            page.get_by_role("button", name=f"{label} {len(plies)}").click()
            expect(step).to_have_value(str(plies[0]))
    page.keyboard.press("Home")
    shown = [ply for kind, ply in marked if kind not in ("turn", "deal")]
    page.keyboard.press("PageDown")
    expect(step).to_have_value(str(shown[0]))
    expect(page.locator(".tick")).to_have_count(sum(kind == "turn" for kind, _ in marked))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


TELL = """async (steps) => {
    const [range, said] = [document.querySelector("input[type=range]"), document.querySelector(".said")];
    const sentences = [];
    for (let step = 1; step <= steps; step++) {
        range.value = step;
        range.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 20));
        sentences.push(said.textContent.trim());
    }
    return sentences;
}"""


@pytest.mark.parametrize("language", [long("en-US"), "pt-BR"])
def test_a_replay_calls_everybody_by_name(open_page: Opened, language: str) -> None:
    page = open_page(locale=language)
    page.request.post("/api/v1/guests", data={"name": "Ana"})
    imported = page.request.post("/api/v1/records", data={"text": played_by_bots()})
    assert imported.status == 201, imported.text()
    page.goto(f"/r/{imported.json()['record']}")
    expect(page.locator(".headline")).to_have_text(re.compile("being dealt|sendo distribuídas"))
    page.get_by_role("combobox").select_option(label="Bia")
    expect(page.locator(".mine")).to_have_attribute("aria-label", re.compile("Bia"))
    told = page.evaluate(TELL, 40)
    assert any(sentence.startswith("Ana ") for sentence in told)
    assert not [sentence for sentence in told if re.search(r"\b(seat|lugar) \d", sentence, re.IGNORECASE)]


def test_watching_shows_the_table_and_nobodys_cards(open_page: Opened) -> None:
    ana = open_page("")
    begin(ana, **SHORT, listed=True, seats=[{"kind": "mine"}, {"kind": "bot"}])
    expect(ana.locator(".mine.turn")).to_be_visible()
    bia, received, refused = open_page("/watch"), list[str](), list[str]()
    bia.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    bia.on("websocket", lambda socket: socket.on("framereceived", lambda text: received.append(str(text))))
    bia.locator(f"main a[href='/t/{ana.url.rpartition('/t/')[2]}']").click()  # other tests leave tables, too
    expect(bia.locator(".ten")).to_be_visible()
    expect(bia.locator(".actions button")).to_have_count(0)
    expect(bia.locator(".log input")).to_have_count(0)
    expect(bia.locator(".other")).to_have_count(2)  # nobody is oneself, and everybody has their cards
    expect(bia.locator(".backs li")).to_have_count(20)
    expect(bia.locator(".backs [data-face]")).to_have_count(0)
    rows = bia.locator(".log .lines li").count()
    ana.keyboard.press("d")
    expect(bia.locator(".log .lines li").last).to_have_text("Ana drew a card")
    assert bia.locator(".log .lines li").count() == rows + 1
    expect(ana.locator(".hand li")).to_have_count(11)  # her own page may hear of it later
    dealt = bia.locator(".log details")
    expect(dealt.get_by_text("was dealt").first).to_be_hidden()
    dealt.locator("summary").first.click()
    expect(dealt.get_by_text(re.compile("^Ana was dealt")).first).to_be_visible()
    ana.locator(".hand .cover").first.click()
    ana.keyboard.press("x")
    expect(bia.locator(".log .lines li").filter(has_text=re.compile(r"Ana\s+drew a card, discarded "))).to_have_count(1)
    assert refused == []  # somebody new is not told off
    frames = [frame for frame in map(json.loads, received) if frame["type"] == "frame"]
    assert frames
    for frame in frames:
        assert frame["seat"] is None
        assert frame["legal"] == []
        for player in frame["view"]["players"]:
            hidden = [card for card in player["hand"] if "card" not in card]
            assert {card[frame["view"]["side"]] for card in hidden} <= {None}


def test_cards_of_a_tables_own_show_their_figures(open_page: Opened) -> None:
    page = open_page("")
    begin(page, game="flip-city", cards={"CS": {"cost": 3}}, seats=[{"kind": "mine"}, {"kind": "bot"}])
    expect(page.locator("[data-at='supply-CS'] .price").first).to_have_text("Buy 3")


WATCH_FOR_JUMPS = """window.shifted = 0; new PerformanceObserver(list => list.getEntries().forEach(each => {
    const inLog = ({node}) => (node instanceof Element ? node : node?.parentElement)?.closest(".log");
    if (!each.hadRecentInput && !each.sources.every(inLog)) window.shifted += each.value
})).observe({type: "layout-shift", buffered: true})"""
"""Adds up what jumps. The log is left out: it shows its newest lines, and the older ones go up to make room."""


@pytest.mark.parametrize(
    "path", ["/", long("/rules/flip-city"), long("/rules/phase-10-flip"), long("/mine"), long("/watch"), "table"]
)
def test_nothing_jumps_on_a_first_visit_though_letters_come_late(open_page: Opened, path: str) -> None:
    page, held, waited = open_page("/icon.svg"), list[Route](), list[bool]()
    page.context.add_init_script(WATCH_FOR_JUMPS)
    page.route("**/*.woff2", lambda route: route.continue_() if waited else held.append(route))
    if path == "table":
        path = new_table(page, game="flip-city", seats=[{"kind": "mine"}, {"kind": "mine", "name": "Bia"}])
    page.goto(path, wait_until="commit")
    expect(page.locator("main")).to_be_visible()
    waited.append(True)  # what is asked for from now on comes at once
    for route in held:
        route.continue_()
    page.wait_for_load_state("networkidle")
    still(page)
    assert page.evaluate("window.shifted") <= 0.02


def test_landmarks_and_focus_for_those_who_do_not_see(open_page: Opened) -> None:
    page = open_page()
    for landmark in ("banner", "main", "navigation"):
        expect(page.get_by_role(landmark)).to_have_count(1)
    start(page)
    first = page.locator(".actions button").first
    expect(first).to_be_visible()
    log = page.get_by_role("log")
    expect(log).to_have_attribute("aria-live", "polite")
    expect(page.locator(".headline")).to_have_attribute("role", "status")
    before = ply(page)
    first.focus()
    page.keyboard.press("Enter")
    after(page, before)
    expect(page.locator(".actions button").first).to_be_visible()
    expect(page.locator(".actions button:focus")).to_have_count(1)


def test_a_forced_move_says_why(open_page: Opened) -> None:
    page = open_page()
    start(page)
    expect(page.locator(".actions button").first).to_be_visible()
    expect(page.locator(".because")).to_have_text(re.compile("must be played|at least one card"))
    expect(page.get_by_role("button", name="Stop and build")).to_have_count(0)


def test_solo_to_the_end_and_its_replay(open_page: Opened) -> None:
    page = open_page()
    start(quick(page), "Solo")
    expect(page.locator(".city")).to_be_visible()
    play_out(page)
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Checked by this page: the shuffles were fair.")).to_be_visible()
    expect(page.get_by_text(re.compile("^Turn 0 of "))).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"#\d+$"))
    expect(page.get_by_text(re.compile("^Turn 2 of "))).to_be_visible()  # alone there are turns, too
    page.keyboard.press("End")
    slider = page.get_by_role("slider")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    page.keyboard.press("Home")
    page.keyboard.press(".")
    page.get_by_role("button", name="Continue from here").click()
    expect(page.locator(".city")).to_be_visible()


def test_two_people_by_link_with_a_reload_and_a_cut(open_page: Opened) -> None:
    ana, sockets, down = open_page(), list[WebSocketRoute](), list[bool]()

    def through(socket: WebSocketRoute) -> None:
        if down:
            socket.close()
            return
        socket.connect_to_server()
        sockets.append(socket)

    start(ana, "Invite friends")
    expect(ana.get_by_role("img", name="QR code")).to_be_visible()
    table = ana.url.rpartition("/t/")[2]
    bia = open_page()
    bia.route_web_socket(re.compile("socket$"), through)
    bia.goto(f"/t/{table}")
    bia.get_by_role("textbox", name="Your name").fill("Bia")
    bia.get_by_role("button", name="Sit here").click()
    ana.get_by_role("button", name="Start", exact=True).click()
    for page in (ana, bia):
        expect(page.locator(".city")).to_be_visible()
    for turn in range(12):
        shown = ply(ana)
        after(bia, shown - 1)
        acting = ana.request.get(f"/api/v1/tables/{table}").json()["to_act"]
        act((ana, bia)[acting])
        after(ana, shown)
        if turn == 4:
            ana.reload()
            expect(ana.locator(".city")).to_be_visible()
        if turn == 8:
            down.append(True)
            sockets[-1].close()
            expect(bia.get_by_role("alert")).to_contain_text("connection is lost")
            down.clear()
            expect(bia.get_by_role("alert")).to_have_count(0)
    after(bia, ply(ana) - 1)
    expect(ana.locator(".log")).to_contain_text("played")
    expect(bia.locator(".log ol")).to_have_text(ana.locator(".log ol").inner_text(), use_inner_text=True)


def test_on_this_device_the_seat_changes(open_page: Opened) -> None:
    page = open_page()
    start(page, "One device")
    names = set()
    for _ in range(30):
        act(page)
        names.add(page.locator(".mine").get_attribute("aria-label"))
        if len(names) == 2:
            break
    assert len(names) == 2


def test_portuguese_and_back_in_the_middle_of_a_game(open_page: Opened) -> None:
    page = open_page(locale="pt-BR")
    expect(page.get_by_role("heading", name="Cartas com frente e verso")).to_be_visible()
    page.get_by_role("button", name="Jogar", exact=True).first.click()
    expect(page.locator(".actions button").first).to_have_text(re.compile("^Jogar "))
    assert page.locator("html").get_attribute("lang") == "pt-BR"
    act(page)
    expect(page.locator(".log li").last).to_contain_text("jogou")
    page.get_by_role("button", name="Ajustes").click()
    page.get_by_label("English").check()
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".actions button").first).to_have_text(re.compile("^Play "))
    expect(page.locator(".log")).not_to_contain_text("Jogar")


def test_by_keyboard_alone(open_page: Opened) -> None:
    page = open_page()
    play = page.get_by_role("button", name="Play", exact=True).first
    expect(play).to_be_visible()
    while not play.evaluate("play => play === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".city")).to_be_visible()
    done = set()
    for _ in range(60):
        shown = page.locator(".actions button[aria-keyshortcuts]")  # others come late, with the odds
        expect(shown.first).to_be_visible()
        key = shown.last.get_attribute("aria-keyshortcuts")
        assert key
        before = ply(page)
        page.keyboard.press(key)
        after(page, before)
        done.add(key)
        if done >= {"p", "s", "e"}:
            return
    raise AssertionError(f"only {done} could be done")


@pytest.mark.parametrize("size", [(360, 740), long((820, 1180)), long((1440, 900))])
def test_it_fits_the_screen(open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page(width=size[0], height=size[1])
    expect(page.get_by_role("region", name="Phase 10 Flip")).to_be_visible()
    assert not _overflows(page)
    start(page)
    expect(page.locator(".actions button").first).to_be_visible()
    assert not _overflows(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert not _overflows(page)


def _overflows(page: Page) -> bool:
    still(page)
    wide: bool = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return wide


COUNT_FLIGHTS = """() => { window.flown = 0; new MutationObserver(all => all.forEach(one => one.addedNodes.forEach(
    node => { if (node.className === 'flying') window.flown++ }
))).observe(document.body, {childList: true}) }"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_cards_fly_unless_motion_is_reduced(open_page: Opened, motion: str) -> None:
    page = open_page(speed="fast", reduced_motion=motion)
    start(page)
    expect(page.locator(".actions button").first).to_be_visible()
    page.evaluate(COUNT_FLIGHTS)
    for _ in range(3):
        act(page)
    assert (page.evaluate("window.flown") > 0) == (motion == "no-preference")
    expect(page.locator(".flying")).to_have_count(0)


SERIOUS = """async (themes) => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important }");
    document.adoptedStyleSheets = [still];
    const found = [];
    const chosen = document.documentElement.dataset.theme;
    for (const theme of themes) {
        document.documentElement.dataset.theme = theme;
        const rules = theme === "light" ? {} : {runOnly: ["color-contrast"]};
        const {violations} = await axe.run(document, {resultTypes: ["violations"], ...rules});
        for (const {id, impact, nodes} of violations)
            if (impact === "serious" || impact === "critical")
                for (const {html, failureSummary} of nodes)
                    found.push([theme, id, html.slice(0, 160), failureSummary.slice(0, 200)].join(": "));
    }
    document.documentElement.dataset.theme = chosen;
    document.adoptedStyleSheets = [];
    return found;
}"""


def serious(page: Page) -> list[str]:
    """Return what axe finds that is serious, by day and by night; where time does not matter with much contrast too."""
    still(page)
    page.evaluate(AXE.read_text(encoding="utf-8") + "; null")
    found: list[str] = page.evaluate(SERIOUS, ["light", "dark", "contrast"] if IS_LONG else ["light", "dark"])
    return found


def test_axe_finds_nothing_serious(open_page: Opened) -> None:
    page = open_page()
    expect(page.get_by_role("region", name="Phase 10 Flip")).to_be_visible()
    found = {"first page": serious(page)}
    page.get_by_role("button", name="Settings").click()
    found["settings"] = serious(page)
    page.keyboard.press("Escape")
    page.goto("/rules/flip-city")
    expect(page.get_by_role("heading", name="All cards")).to_be_visible()
    found["rules"] = serious(page)
    page.goto("/rules/phase-10-flip")
    expect(page.get_by_role("heading", name="The flip")).to_be_visible()
    found["other rules"] = serious(page)
    page.goto("/")
    start(page, "Invite friends")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    found["lobby"] = serious(page)
    page.get_by_role("button", name="Start, with bots").click()
    for _ in range(6):
        act(page)
    found["table"] = serious(page)
    page.locator(".book .tag").first.click()
    found["card"] = serious(page)
    page.goto("/")
    begin(page, **SHORT, seats=[{"kind": "mine"}, {"kind": "bot"}])
    expect(page.locator(".mine.turn")).to_be_visible()
    page.keyboard.press("d")
    expect(page.locator(".hand li")).to_have_count(11)
    page.locator(".hand .cover").first.click()
    found["phase table"] = serious(page)
    page.goto("/mine")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    found["my games"] = serious(page)
    page.goto("/watch")
    expect(page.get_by_role("search")).to_be_visible()
    found["watch"] = serious(page)
    page.goto("/")
    page.get_by_text("More options").first.click()
    found["options"] = serious(page)
    page.get_by_role("button", name="Learn by playing").first.click()
    expect(page.locator("main .advised").first).to_be_visible()
    found["lesson"] = serious(page)
    page.goto("/")
    begin(page, **SHORT, seats=[{"kind": "mine", "name": "Ana"}, {"kind": "mine", "name": "Bia"}])
    curtain = page.get_by_role("button", name=re.compile("^I am "))
    expect(curtain.or_(page.locator(".mine.turn"))).to_be_visible()
    if not curtain.count():
        page.keyboard.press("d")
        expect(page.locator(".hand li")).to_have_count(11)
        page.locator(".hand .cover").first.click()
        page.keyboard.press("x")
        expect(curtain).to_be_visible()
    found["curtain"] = serious(page)
    for game in ("flip-city", "phase-10-flip"):
        page.goto("/")
        win(page, game)
        still(page)
        found[f"end of {game}"] = serious(page)
        page.get_by_role("link", name="Replay").click()
        expect(page.get_by_role("slider")).to_be_visible()
        found[f"replay of {game}"] = serious(page)
    assert {name: each for name, each in found.items() if each} == {}


def test_rules_of_a_game_that_is_not_there(open_page: Opened) -> None:
    page = open_page("/rules/nope")
    expect(page.get_by_role("heading", name="Cards with two sides")).to_be_visible()
    page.goto("/rules")
    expect(page.get_by_role("heading", name="How Flip City is played")).to_be_visible()


def test_a_table_that_is_not_there(open_page: Opened) -> None:
    page = open_page("/t/AAAAAAAAAAAAAAAAAAAAAA")
    expect(page.get_by_role("heading", name="This table is not here")).to_be_visible()


STILL = """async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ends = ({ effect }) => effect?.getComputedTiming().endTime !== Infinity;
    await document.fonts.ready;
    for (;;) {
        await drawn();
        const moving = document.getAnimations().filter((each) => each.playState === "running" && ends(each));
        if (!moving.length) return;
        await Promise.all(moving.map((each) => each.finished.catch(() => null))); // one may be called off
    }
}"""


def still(page: Page) -> None:
    """Wait until fonts are there, what has changed is drawn, and nothing moves that comes to an end."""
    page.evaluate(STILL)


LOOKS = [
    pytest.param(width, height, theme, language, id=f"{width}-{theme}-{language[:2]}")
    for width, height, one, other in (
        (360, 740, "en-US", "pt-BR"),
        (820, 1180, "pt-BR", "en-US"),
        (1440, 900, "en-US", "pt-BR"),
    )
    for theme, language in (("light", one), ("dark", other))
]
FEW = {"replay": ("360-light", "1440-dark"), "laying": ("360-light", "1440-dark")}
"""What is pictured only so; the others in every look."""
pictured = pytest.mark.skipif("VERSO_PICTURES" not in os.environ, reason="made when VERSO_PICTURES is set")


@pictured
@pytest.mark.parametrize(("name", "size", "share"), [("192", 192, 1.0), ("512", 512, 1.0), ("maskable-512", 512, 0.66)])
def test_icons(open_page: Opened, name: str, size: int, share: float) -> None:
    """Make the icons of the installed app from the drawn one; a maskable one has paper all around."""
    page = open_page("/icon.svg", width=size, height=size)
    page.evaluate(
        """([size, share]) => { const drawn = document.documentElement; drawn.setAttribute("width", size);
        drawn.setAttribute("height", size); const room = 64 / share; const edge = (64 - room) / 2;
        drawn.setAttribute("viewBox", [edge, edge, room, room].join(" "));
        if (share < 1) { const ground = document.createElementNS(drawn.namespaceURI, "rect");
        for (const [key, value] of Object.entries({x: edge, y: edge, width: room, height: room, fill: "#cfe0e9"}))
        ground.setAttribute(key, value); drawn.prepend(ground); } }""",
        [size, share],
    )
    page.screenshot(path=ROOT / "web" / "public" / f"icon-{name}.png", omit_background=True)


@pictured
@pytest.mark.parametrize(("width", "height", "theme", "language"), LOOKS)
def test_pictures(open_page: Opened, width: int, height: int, theme: str, language: str) -> None:
    """Make the pictures of the documentation; look at them."""
    PICTURES.mkdir(exist_ok=True)
    phone = {"is_mobile": True, "has_touch": True} if width < 700 else {}
    page = open_page(width=width, height=height, theme=theme, locale=language, **phone)

    def picture(name: str) -> None:
        if name in FEW and f"{width}-{theme}" not in FEW[name]:
            return
        still(page)
        page.screenshot(path=PICTURES / f"{name}-{width}-{theme}-{language[:2]}.png")

    for game in ("Flip City", "Phase 10 Flip"):  # which the server is asked for
        expect(page.get_by_role("region", name=game).locator(".ways button").first).to_be_visible()
    picture("first")
    page.get_by_role("textbox").first.fill("Ana")
    page.get_by_role("region", name="Flip City").locator(".ways button").first.click()
    follow_hints(page, 45)
    expect(page.locator(".under b, .next:not(.waiting)").first).to_be_visible(timeout=600_000)
    picture("flip-city")
    page.goto("/")
    begin(page, **SHORT | {"options": {"phases": 5}}, seats=[{"kind": "mine"}, {"kind": "bot"}, {"kind": "bot"}])
    follow_hints(page, 20)
    preparing = page.get_by_text(re.compile("being prepared|sendo preparadas"))
    expect(preparing).to_have_count(0, timeout=600_000)
    picture("phase-10-flip")
    begin(page, game="phase-10-flip", position=dealt(3), seats=[{"kind": "mine"}, {"kind": "bot"}])
    page.locator(".actions [aria-expanded]").click()
    picture("laying")
    begin(page, **SHORT | {"options": {"phases": 3}}, seats=[{"kind": "mine"}, {"kind": "bot"}])
    follow_hints(page)
    expect(page.locator("figure svg").first).to_be_visible()
    picture("end")
    page.locator(".over a[href^='/r/']").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("Home")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    picture("replay")
    page.goto("/")
    page.get_by_role("region", name="Phase 10 Flip").locator(".strength .plain").click()
    expect(page.locator("main .advised").first).to_be_visible()
    picture("lesson")
