"""People at tables: what they say to each other, and how they find a table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocket, WebSocketRoute, expect

from support import long

from .test_pages import (
    SHORT,
    WATCH_FOR_JUMPS,
    act,
    after,
    begin,
    finish,
    last_moves,
    new_table,
    played_by_bots,
    ply,
    serious,
    win,
)

Opened = Callable[..., Page]
BOTH = [{"kind": "mine"}, {"kind": "bot"}]


def with_bia(open_page: Opened, ana: Page, **plan: Any) -> Page:
    """Let Ana make a table at which Bia sits down, and return Bia's page."""
    begin(ana, game="flip-city", **plan, seats=[{"kind": "mine"}, {"kind": "open"}])
    bia = open_page(ana.url)
    bia.get_by_role("textbox", name="Your name").fill("Bia")
    bia.get_by_role("button", name="Sit here").click()
    expect(ana.locator(".city")).to_be_visible()
    return bia


def test_nobody_talks_to_bots(open_page: Opened) -> None:
    page = open_page("")
    begin(page, game="flip-city", seats=BOTH)
    expect(page.locator(".log li").first).to_be_visible()
    expect(page.locator(".log .talk")).to_have_count(0)


def test_chat_is_hidden_for_me_and_turned_off_for_everybody(open_page: Opened) -> None:
    ana = open_page()
    bia = with_bia(open_page, ana, listed=True)
    for page, sentence in ((ana, "Good luck"), (bia, "You too")):
        page.get_by_role("textbox", name="Say something").fill(sentence)
        page.keyboard.press("Enter")
        expect(bia.locator(".log .said").last).to_contain_text(sentence)
    for page in (ana, bia):
        expect(page.locator(".log .said")).to_have_text([re.compile("Good luck"), re.compile("You too")])
    expect(ana.locator(".log li").filter(has_text="sat down")).to_have_text("Bia sat down")
    expect(bia.get_by_role("button", name="Chat off for everybody")).to_have_count(0)  # the host's

    bia.get_by_role("button", name="Hide chat").click()
    expect(bia.locator(".log .said")).to_have_count(0)
    expect(bia.get_by_role("textbox", name="Say something")).to_have_count(0)
    expect(ana.locator(".log .said")).to_have_count(2)
    bia.reload()
    show = bia.get_by_role("button", name="Show chat")
    expect(show).to_be_visible()
    expect(bia.locator(".log .said")).to_have_count(0)
    show.click()
    expect(bia.locator(".log .said")).to_have_count(2)

    ana.get_by_role("button", name="Chat off for everybody").click()
    for page in (ana, bia):
        expect(page.get_by_text("chat is turned off at this table")).to_be_visible()
        expect(page.locator(".log .said")).to_have_count(0)
        expect(page.get_by_role("textbox", name="Say something")).to_have_count(0)
    ana.get_by_role("button", name="Chat on for everybody").click()
    for page in (ana, bia):
        expect(page.get_by_role("textbox", name="Say something")).to_be_visible()
        expect(page.locator(".log .said")).to_have_count(2)


@pytest.mark.parametrize("language", [long("en-US"), "pt-BR"])
def test_tables_to_watch_are_filtered(open_page: Opened, language: str) -> None:
    ana = open_page("", locale=language)
    begin(ana, game="flip-city", listed=True, seats=BOTH)
    begin(ana, **SHORT, listed=True, seats=[{"kind": "mine"}, {"kind": "open"}])
    page = open_page("/watch", locale=language)
    games = page.locator("main li strong")
    expect(games.filter(has_text="Flip City").first).to_be_visible()
    expect(games.filter(has_text="Phase 10 Flip").first).to_be_visible()
    page.get_by_role("combobox").select_option("flip-city")
    expect(games.filter(has_text="Phase 10 Flip")).to_have_count(0)
    expect(games.filter(has_text="Flip City").first).to_be_visible()
    page.get_by_role("combobox").select_option("phase-10-flip")
    page.get_by_role("checkbox").check()
    expect(games.filter(has_text="Flip City")).to_have_count(0)
    free = page.locator("main li", has_text=re.compile("Free seat|Lugar livre"))
    expect(free.first).to_be_visible()
    expect(page.locator("main li", has_not_text=re.compile("Free seat|Lugar livre"))).to_have_count(0)
    expect(page).to_have_url(re.compile(r"game=phase-10-flip&free=true$"))
    page.reload()
    expect(page.get_by_role("combobox")).to_have_value("phase-10-flip")
    expect(page.get_by_role("checkbox")).to_be_checked()
    expect(free.first).to_be_visible()


def test_a_server_in_trouble_costs_nobody_their_seat(open_page: Opened) -> None:
    page, refused = open_page("/icon.svg"), list[str]()  # which asks for nothing
    table = new_table(page, game="flip-city", seats=BOTH)
    before = page.request.get("/api/v1/me").json()["id"]

    def fail(route: Route) -> None:
        refused.append(route.request.method)
        route.fulfill(status=503, json={"code": "store", "words": "the database does not answer: try again"})

    page.route("**/api/v1/visitor", fail, times=1)
    page.goto(table)
    expect(page.locator(".mine.turn")).to_be_visible()
    assert refused == ["GET"]
    assert page.request.get("/api/v1/me").json()["id"] == before


@pytest.mark.parametrize("what", ["games?*", long("games/flip-city/words*"), long("tables/*/cards")])
def test_what_a_server_in_trouble_did_not_tell_of_a_game_is_asked_for_again(open_page: Opened, what: str) -> None:
    page, refused = open_page("/icon.svg"), list[str]()
    table = new_table(page, game="flip-city", seats=BOTH)

    def fail(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503, json={"code": "store", "words": "the database does not answer: try again"})

    page.route(f"**/api/v1/{what}", fail, times=1)
    page.goto("/" if what == "games?*" else table)
    expect(page.get_by_role("region", name="Flip City").or_(page.locator(".mine.turn"))).to_be_visible()
    assert len(refused) == 1


@pytest.mark.parametrize("language", [long("en-US"), "pt-BR"])
def test_a_seat_is_taken_back_from_a_bot(open_page: Opened, language: str) -> None:
    page = open_page(locale=language)

    def as_if_time_had_passed(socket: WebSocketRoute) -> None:
        """Show a seat that was left as played by a bot at once, not after half a minute, and the clock run out."""
        server = socket.connect_to_server()

        def show(text: str | bytes) -> None:
            message = json.loads(text)
            for seat in message.get("seats", []):
                seat["bot"] |= seat["left"]
            if message.get("clock", {}).get("deadline"):
                message["clock"]["deadline"] -= 90_000
            socket.send(json.dumps(message))

        server.on_message(show)

    page.route_web_socket(re.compile("socket$"), as_if_time_had_passed)
    begin(page, game="flip-city", seats=BOTH, clock=60)
    expect(page.locator(".mine.turn")).to_be_visible()
    expect(page.locator("header .clock")).to_have_text(re.compile(r"\+\d+:\d\d$"))  # what is left of the grace
    told = page.get_by_role("alert")
    expect(told).to_have_count(0)
    table = page.url.rpartition("/t/")[2]
    left = page.request.post(f"/api/v1/tables/{table}/commands", data={"type": "leave", "key": "leave", "seat": 0})
    assert left.json()["answer"]["type"] == "done"
    expect(told).to_contain_text(re.compile("A bot is playing for you|Um robô está jogando por você"))
    told.get_by_role("button", name=re.compile("Take over again|Voltar a jogar")).click()
    expect(told).to_have_count(0)
    expect(page.locator(".log li").last).to_have_text(re.compile("came back|voltou"))


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), long(1440, "light")])
def test_from_the_table_one_comes_back_to_its_end(open_page: Opened, width: int, theme: str) -> None:
    page = open_page("", width=width, theme=theme)
    win(page, "flip-city")
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(".over")).to_have_count(0)
    expect(page.locator(".banner")).to_contain_text("You win")
    assert serious(page) == []
    page.get_by_role("button", name="Back to the result").click()
    expect(page.get_by_role("link", name="Download the record")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".city")).to_be_visible()
    expect(page.locator(".over, .banner")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "width"),
    [("flip-city", 1440), long("flip-city", 360), long("phase-10-flip", 1440), ("phase-10-flip", 360)],
)
def test_the_end_of_a_game_is_a_story(open_page: Opened, game: str, width: int) -> None:
    page = open_page("", width=width, height=740 if width < 700 else 900)
    page.context.add_init_script(WATCH_FOR_JUMPS)
    win(page, game)
    end = page.locator(".over")
    expect(end.get_by_role("heading", level=2)).to_have_text("You win")
    expect(end.get_by_role("heading", level=3)).to_have_text(
        ["How it went", "What decided it", "Luck and choices", "In the end"]
    )
    if game == "flip-city":
        expect(end.locator(".stage > li")).to_have_count(3)
        expect(end.locator("td.wins")).to_have_count(1)
    else:
        expect(end.locator(".way .winner")).to_have_count(1)
        expect(end.locator("tbody tr").first.locator(".round.laid")).not_to_have_count(0)
    for seat in ("Ana", "Otto"):
        expect(end.locator(".holdings")).to_contain_text(seat)
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if game == "flip-city":  # measuring it takes its time: one game is enough
        end.locator(".decided").scroll_into_view_if_needed()
        expect(end.locator(".luck dt")).to_have_count(2)
        expect(end.locator(".luck b").first).not_to_have_text("–")
        expect(end.locator("progress")).to_have_count(0)  # until then other moments may take the place of these
        expect(end.locator(".decided [role=status]")).to_contain_text("games played on")
        for moment in end.locator(".decided li").all():
            retried = moment.get_by_role("button", name="Retry from here")
            expect(retried.or_(moment.get_by_role("link", name="Watch"))).to_be_visible()
        assert page.evaluate("window.shifted") <= 0.05  # there is room for what is measured


def test_what_decided_a_game_comes_also_if_one_looks_elsewhere_meanwhile(open_page: Opened) -> None:
    """The first request is refused for a while, and one scrolls away before the next."""
    page = open_page("", width=360, height=560)
    win(page, "flip-city")
    decided = page.locator(".over .decided")
    busy = {"code": "busy", "words": "too much is being read now"}
    page.route(re.compile(r"/tables/.*/review"), lambda route: route.fulfill(status=503, json=busy), times=1)
    decided.scroll_into_view_if_needed()
    expect(decided.get_by_role("status")).not_to_have_text("The game is being looked at")
    page.locator(".over").evaluate("over => over.scrollTo(0, 0)")
    expect(decided).not_to_be_in_viewport()
    expect(page.locator(".over .luck b").first).not_to_have_text("–")
    expect(decided.locator("progress")).to_have_count(0)


@pytest.mark.parametrize("looks", [False, long(True)], ids=["at-the-end", "at-the-table"])
def test_another_is_led_to_the_rematch(open_page: Opened, looks: bool) -> None:
    ana, bia = open_page(), open_page()
    begin(ana, game="flip-city", position=last_moves("flip-city")[0], seats=[{"kind": "mine"}, {"kind": "open"}])
    bia.goto(ana.url)
    bia.get_by_role("textbox", name="Your name").fill("Bia")
    bia.get_by_role("button", name="Sit here").click()
    expect(bia.locator(".city")).to_be_visible()
    finish(ana, "flip-city")
    expect(bia.locator(".over")).to_be_visible()
    if looks:
        bia.get_by_role("button", name="Look at the table").click()
    ana.get_by_role("button", name="Play again").click()
    expect(bia.get_by_text("The rematch is set up")).to_be_visible()
    expect(ana.get_by_role("button", name="Start without Bia")).to_be_visible()
    expect(ana.locator("li.awaited").filter(has_text="Bia")).to_contain_text("has not come yet")
    bia.get_by_role("button", name="Join the rematch").click()
    for page in (ana, bia):
        expect(page.locator(".city")).to_be_visible()
        expect(page.locator(".over")).to_have_count(0)
    expect(bia).to_have_url(ana.url)


def test_whoever_leaves_early_stays_nowhere(open_page: Opened) -> None:
    page, held, sockets = open_page(), list[Route](), list[WebSocket]()
    table = new_table(page, game="flip-city", seats=BOTH)
    page.on("websocket", lambda socket: sockets.append(socket))
    page.goto("/mine")
    page.route("**/api/v1/visitor", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/v1/visitor"):
        page.locator(f"a[href='{table}']").click()
    expect(page.get_by_text("Coming to the table")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    with page.expect_response("**/api/v1/visitor"):  # who it is has been settled
        held[0].continue_()
    page.wait_for_timeout(300)  # a connection would be made now
    assert [socket.url for socket in sockets if not socket.is_closed()] == []


INSECURE = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })"
"""As it is over plain http in one's own network."""


def test_a_link_is_copied_over_plain_http(open_page: Opened) -> None:
    page = open_page(permissions=["clipboard-read"])
    page.add_init_script(INSECURE)
    begin(page, game="flip-city", seats=[{"kind": "mine"}, {"kind": "open"}])
    button = page.get_by_role("button", name=re.compile("^(Send or copy the link|Copied)$"))
    page.evaluate("window.setTimeout = () => 0")  # it says so for a moment, which is over when nobody waits any more
    button.click()
    expect(button).to_have_text("Copied")
    expect(button).to_be_focused()
    other = page.context.new_page()
    other.goto("/")
    assert other.evaluate("navigator.clipboard.readText()") == page.url


@pytest.mark.parametrize("width", [360, long(1440)])
def test_a_link_that_cannot_be_copied_is_shown(open_page: Opened, width: int) -> None:
    page = open_page(width=width)
    page.add_init_script(INSECURE)
    page.add_init_script("document.execCommand = () => false")
    win(page, "flip-city")
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Copy the link to this moment").click()
    field = page.get_by_role("textbox", name="Copy it from here")
    expect(field).to_have_value(f"{page.url.partition('#')[0]}#0")
    assert (
        page.evaluate("document.activeElement.value.slice(document.activeElement.selectionStart)")
        == field.input_value()
    )
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)
    assert serious(page) == []


def test_one_long_word_does_not_stretch_the_log(open_page: Opened) -> None:
    page = open_page(width=1440)
    with_bia(open_page, page)
    for word in ("W" * 200, "https://example.org/" + "x" * 150):
        page.get_by_role("textbox", name="Say something").fill(word)
        page.keyboard.press("Enter")
        expect(page.locator(".log .said").last).to_contain_text(word)
    assert page.locator(".log .lines").evaluate("lines => lines.scrollWidth - lines.clientWidth") == 0


def test_finished_games_are_not_among_those_to_watch(open_page: Opened) -> None:
    page, held = open_page(), list[Route]()
    win(page, "flip-city")
    finished = page.get_by_role("heading", name="Finished games")
    page.goto("/mine")
    expect(finished).to_be_visible()
    expect(page.locator("main li a[href^='/r/']")).not_to_contain_text("brought here")
    page.get_by_role("link", name="Watch").click()
    expect(page.get_by_role("heading", name="Tables to watch")).to_be_visible()
    expect(finished).to_have_count(0)
    page.route("**/api/v1/me/records*", lambda route: held.append(route))
    with page.expect_request("**/api/v1/me/records*"):
        page.get_by_role("link", name="My games").click()
    page.get_by_role("link", name="Watch").click()
    with page.expect_response("**/api/v1/me/records*"):
        held[0].continue_()
    expect(page.get_by_role("combobox")).to_be_visible()
    expect(finished).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "said"), [("/t/", "O link pode estar incompleto, ou a mesa"), long("/r/", "Não há nada")]
)
def test_what_is_not_there_is_told_in_portuguese(open_page: Opened, path: str, said: str) -> None:
    for unknown in ("A" * 22, "short"):
        page = open_page(path + unknown, locale="pt-BR")
        expect(page.get_by_role("main")).to_contain_text(said)
        expect(page.get_by_role("main")).not_to_contain_text("there is no such")


def hold(page: Page, key: str) -> None:
    """Hold a key that is down already for a while, as a keyboard repeats it."""
    for _ in range(5):
        page.keyboard.down(key)
        page.wait_for_timeout(60)
    page.keyboard.up(key)


def test_a_key_that_is_held_does_it_once(open_page: Opened) -> None:
    page = open_page("")
    begin(page, game="flip-city", position=last_moves("flip-city")[0], seats=BOTH)
    play = page.locator(".actions button[aria-keyshortcuts=p]")
    expect(play).to_be_visible()
    before = ply(page)
    page.keyboard.down("p")
    after(page, before)
    expect(play).to_be_visible()
    hold(page, "p")
    assert ply(page) == before + 1
    page.keyboard.press("p")
    after(page, before + 1)
    with_bia(open_page, page)
    page.get_by_role("button", name="Well done").focus()
    page.keyboard.down("Enter")
    expect(page.locator(".log .said")).to_have_count(1)
    hold(page, "Enter")
    expect(page.locator(".log .said")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".log .said")).to_have_count(2)


def test_keys_do_nothing_below_a_dialog(open_page: Opened) -> None:
    page = open_page("")
    begin(page, game="flip-city", seats=BOTH)
    expect(page.locator(".actions button[aria-keyshortcuts=p]")).to_be_visible()
    before = ply(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Close").focus()
    for key in ("p", "h", "u"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert ply(page) == before
    expect(page.locator(".banner, .toast p")).to_have_count(0)
    page.keyboard.press("p")
    after(page, before)


def test_when_the_host_has_stood_up_others_may_start(open_page: Opened) -> None:
    ana, bia = open_page(), open_page()
    begin(ana, game="flip-city", seats=[{"kind": "mine"}, {"kind": "open"}, {"kind": "open"}])
    bia.goto(ana.url)
    bia.get_by_role("textbox", name="Your name").fill("Bia")
    bia.get_by_role("button", name="Sit here").first.click()
    begins = bia.get_by_role("button", name="Start, with bots on the free seats")
    expect(bia.get_by_role("button", name="Stand up")).to_be_visible()
    expect(begins).to_have_count(0)
    ana.get_by_role("button", name="Stand up").click()
    begins.click()
    expect(bia.locator(".city")).to_be_visible()


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), long(1440, "light")])
def test_whoever_asks_to_undo_sees_it_and_withdraws(open_page: Opened, width: int, theme: str) -> None:
    ana, bia = (open_page(width=width, theme=theme) for _ in range(2))
    begin(ana, game="flip-city", seats=[{"kind": "mine"}, {"kind": "open"}])
    bia.goto(ana.url)
    bia.get_by_role("textbox", name="Your name").fill("Bia")
    bia.get_by_role("button", name="Sit here").click()
    for page in (ana, bia):
        expect(page.locator(".city")).to_be_visible()
    acting = ana.request.get(f"/api/v1/tables/{ana.url.rpartition('/t/')[2]}").json()["to_act"]
    asker, other, name = ((ana, bia, "Bia"), (bia, ana, "Ana"))[acting]
    act(asker)
    undo = asker.get_by_role("button", name="Ask to undo")
    undo.click()
    asked = asker.locator(".banner", has_text=f"Waiting for {name}")
    expect(asked).to_be_visible()
    expect(asker.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    assert serious(asker) == []
    expect(other.get_by_role("alertdialog")).to_be_visible()
    asked.get_by_role("button", name="Withdraw").click()
    for page in (asker, other):
        expect(page.locator(".banner")).to_have_count(0)
    expect(asker.get_by_role("button", name="Undo", exact=True)).to_be_disabled()  # it is asked once for each move


def test_two_of_one_name_are_told_apart_in_the_log(open_page: Opened) -> None:
    page = open_page("")
    begin(page, game="flip-city", seats=[{"kind": "mine", "name": "Ana"}, {"kind": "mine", "name": "Ana"}])
    turns = page.locator(".log li b")
    expect(page.locator(".actions button").first).to_be_visible()
    while turns.count() < 2:
        before = ply(page)
        page.locator(".actions button").last.click()
        after(page, before)
        assert page.locator(".log li").count() < 60
    assert sorted(turns.all_text_contents()) == ["Ana (1)", "Ana (2)"]


def test_what_the_table_does_not_take_stays_to_be_changed(open_page: Opened) -> None:
    page = open_page()
    with_bia(open_page, page)
    field = page.get_by_role("textbox", name="Say something")
    field.fill("one\u202etwo")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("only characters that can be seen")
    expect(field).to_have_value("one\u202etwo")
    field.fill("one two")
    page.keyboard.press("Enter")
    expect(page.locator(".log .said")).to_contain_text("one two")
    expect(field).to_have_value("")


def test_a_day_for_each_move_is_counted_in_hours(open_page: Opened) -> None:
    page = open_page("", width=360)
    begin(page, game="flip-city", clock=86_400, seats=BOTH)
    expect(page.locator(".clock")).to_have_text(re.compile(r"^(1 day 0 hr|23:5\d:\d\d)$"))


@pytest.mark.parametrize("game", ["flip-city", long("phase-10-flip")])
def test_it_is_shown_who_is_away(open_page: Opened, game: str) -> None:
    ana, bia = open_page(), open_page()
    begin(ana, game=game, seats=[{"kind": "mine"}, {"kind": "open"}])
    bia.goto(ana.url)
    bia.get_by_role("textbox", name="Your name").fill("Bia")
    bia.get_by_role("button", name="Sit here").click()
    seat = ana.get_by_role("article", name="Bia")
    expect(seat).to_be_visible()
    expect(seat.get_by_text("away")).to_have_count(0)
    bia.goto("/")
    expect(seat.get_by_text("away", exact=True)).to_be_visible()


def test_all_finished_games_can_be_found(open_page: Opened) -> None:
    page = open_page()
    page.request.post("/api/v1/guests", data={"name": "Ana"})
    text = played_by_bots()
    for _ in range(53):
        assert page.request.post("/api/v1/records", data={"text": text}).status == 201
    page.goto("/mine")
    found = page.locator("main li a[href^='/r/']")
    expect(found).to_have_count(50)
    expect(found.first).to_contain_text("brought here")  # nobody played it at this server
    page.get_by_role("button", name="Show more").dblclick()
    expect(found).to_have_count(53)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)


IMPATIENT = """const wait = window.setTimeout;
window.setTimeout = (done, ms, ...given) => wait(done, ms === 6000 ? 600 : ms, ...given);"""
"""An answer is missed after a tenth of the usual time."""


def test_a_connection_that_dies_silently_is_noticed(open_page: Opened) -> None:
    page, connections, dead = open_page(), list[WebSocketRoute](), set[WebSocketRoute]()

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        connections.append(socket)
        socket.on_message(lambda text: None if socket in dead else server.send(text))
        server.on_message(lambda text: None if socket in dead else socket.send(text))

    page.route_web_socket(re.compile("socket$"), through)
    page.add_init_script(IMPATIENT)
    begin(page, game="flip-city", position=last_moves("flip-city")[0], seats=BOTH)
    expect(page.locator(".mine.turn")).to_be_visible()
    before = ply(page)
    dead.update(connections)
    page.locator(".actions button").first.click()
    after(page, before)
    assert ply(page) == before + 1
    assert len(connections) > 1
