"""The page's own verdict on the shuffles: of games between people and against bots, and of a server that cheats."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from support import long
from tables import QUICKEST_CARDS

from .conftest import served
from .test_pages import play_out, quick, serious

Opened = Callable[..., Page]
FAIR = re.compile("Checked by this page: the shuffles were fair|Conferido por esta página: os embaralhamentos foram")
BROKEN = "The shuffles are not what was promised."
NO_CRYPTOGRAPHY = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"


def table_of(page: Page) -> str:
    return page.url.rpartition("/t/")[2]


def against_a_bot(page: Page) -> None:
    offer = quick(page, QUICKEST_CARDS).get_by_role("region", name="Flip City")
    offer.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".city")).to_be_visible()


def two_people(
    open_page: Opened, prepare: Callable[[Page], None] = lambda _: None, address: str = "/"
) -> tuple[Page, Page]:
    ana, bia = quick(open_page(address), QUICKEST_CARDS), open_page(address, locale="pt-BR")
    prepare(bia)
    ana.get_by_role("region", name="Flip City").get_by_role("button", name="Invite friends").click()
    expect(ana.get_by_role("button", name="Start, with bots")).to_be_visible()
    bia.goto(ana.url)
    bia.get_by_role("textbox", name="Seu nome").fill("Bia")
    bia.get_by_role("button", name="Sentar aqui").click()
    ana.get_by_role("button", name="Start", exact=True).click()
    for page in (ana, bia):
        expect(page.locator(".city")).to_be_visible()
    return ana, bia


def shuffle(page: Page) -> Any:
    return page.request.get(page.url.replace("/t/", "/api/v1/tables/")).json()["shuffle"]


def test_two_people_by_a_link_see_that_the_shuffles_were_fair_and_their_rematch_commits_anew(open_page: Opened) -> None:
    ana, bia = two_people(open_page)
    before = shuffle(ana)
    assert None not in before["entropies"]
    play_out(ana, bia)
    for page in (ana, bia):
        expect(page.locator(".over .proof")).to_contain_text(FAIR)
    bia.get_by_role("link", name="Rever").click()
    expect(bia.locator(".proof")).to_contain_text(FAIR)
    bia.go_back()
    expect(bia.locator(".over .proof")).to_contain_text(FAIR)
    finished = ana.url
    ana.get_by_role("button", name="Play again").click()
    expect(ana).not_to_have_url(finished)
    bia.get_by_role("button", name="Entrar na revanche").click()  # it waits for her
    expect(bia).to_have_url(ana.url)
    for page in (ana, bia):
        expect(page.locator(".city")).to_be_visible()
    again = shuffle(ana)
    assert again["commitment"] != before["commitment"]
    assert None not in again["entropies"]


@pytest.fixture
def impatient_address(tmp_path: Path) -> Iterator[str]:
    """A server that does not wait for ever for what pages reveal; the first to do so has to be as quick as that."""
    yield from served(tmp_path, VERSO_REVEAL_SECONDS="10")


def test_what_is_not_revealed_in_time_is_left_out_and_both_pages_say_so(
    open_page: Opened, impatient_address: str
) -> None:
    lost: list[str] = []
    is_away = True

    def lose_what_is_revealed(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if is_away and json.loads(message)["type"] == "reveal":
                lost.append(json.loads(message)["type"])
            else:
                server.send(message)

        socket.on_message(pass_on)

    def prepare(page: Page) -> None:
        page.route_web_socket("**/socket", lose_what_is_revealed)

    ana, bia = two_people(open_page, prepare, impatient_address)
    is_away = False  # what was lost is sent once more, and comes too late
    assert lost
    told = shuffle(ana)
    assert [each is None for each in told["entropies"]] == [False, True]
    assert None not in told["commitments"]
    play_out(ana, bia)
    expect(ana.locator(".over .proof")).to_contain_text(FAIR)
    expect(ana.locator(".over .proof")).to_contain_text("did not reveal their part in time, so it was left out.")
    expect(bia.locator(".over .proof")).to_contain_text("A parte desta página não chegou a tempo")


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), long(1280, "light")])
def test_against_bots_the_page_adds_its_part_and_checks_it(open_page: Opened, width: int, theme: str) -> None:
    page = open_page(width=width, theme=theme)
    against_a_bot(page)
    assert shuffle(page)["entropies"][0]
    play_out(page)
    expect(page.locator(".over .proof")).to_contain_text(FAIR)
    assert serious(page) == []
    page.get_by_role("link", name="Replay").click()
    proof = page.locator(".proof")
    expect(proof).to_contain_text(FAIR)
    proof.get_by_text("Commitments and secret").click()
    expect(proof).to_contain_text("verso verify verso-")
    assert serious(page) == []


def other_secret(told: Any) -> None:
    told["shuffle"]["secret"] = "11" * 32


def other_entropy(told: Any) -> None:
    told["shuffle"]["entropies"][0] = "22" * 32


def other_commitments(told: Any) -> None:
    told["shuffle"]["commitments"][1] = "33" * 32


def other_chance(told: Any) -> None:
    chance = next(each for each in told["chances"] if len(each["actions"]) > 1)
    chance["happened"] = next(action for action in chance["actions"] if action != chance["happened"])


def made_up_view(told: Any) -> None:
    told["view"]["made"] = "up"


CHEATS: list[tuple[str, Callable[[Any], None], str]] = [
    ("**/chances?*", other_secret, "not the one that the server had committed to"),
    ("**/chances?*", other_entropy, "What this page put in was changed or left out"),
    ("**/chances?*", other_commitments, "not those from before the game"),
    ("**/chances?*", other_chance, "chance did not do what follows from the secret"),
    ("**/replay?*seat=0*", made_up_view, "differs from what this page was shown"),
]


def telling(cheat: Callable[[Any], None]) -> Callable[[Route], None]:
    """Return what tells a page something else than the server did."""

    def tell(route: Route) -> None:
        told = route.fetch().json()
        cheat(told)
        route.fulfill(json=told)

    return tell


def test_a_server_that_cheats_is_found_out(open_page: Opened) -> None:
    page = open_page()
    against_a_bot(page)
    play_out(page)
    table, proof = table_of(page), page.locator(".proof")
    expect(proof).to_contain_text(FAIR)
    for address, cheat, words in CHEATS:
        page.route(address, telling(cheat))
        page.goto(f"/t/{table}")
        expect(proof).to_contain_text(BROKEN)
        expect(proof).to_contain_text(words)
        page.unroute(address)
    step = proof.get_by_role("link", name=re.compile(r"Look at step \d+"))
    expect(step).to_have_attribute("href", re.compile(rf"^/r/{table}#\d+$"))
    page.route("**/chances?*", telling(other_chance))
    page.goto(f"/r/{table}")
    proof.get_by_role("link", name="Look at step 1").click()
    expect(page.get_by_role("slider")).to_have_value("1")
    page.unroute("**/chances?*")
    page.route("**/chances?*", lambda route: route.abort())
    page.goto(f"/r/{table}")
    expect(proof).to_contain_text("The server did not answer")
    page.unroute("**/chances?*")
    proof.get_by_role("button", name="Check again").click()
    expect(proof).to_contain_text(FAIR)


def test_somebody_who_was_not_there_is_told_that_it_cannot_be_checked(open_page: Opened) -> None:
    page, stranger = open_page(), open_page()
    against_a_bot(page)
    play_out(page)
    stranger.goto(f"/r/{table_of(page)}")
    expect(stranger.locator(".proof")).to_contain_text("This page cannot check the shuffles.")
    expect(stranger.locator(".proof")).to_contain_text("open the game there, and its page can check it")


def test_without_cryptography_one_plays_all_the_same_and_is_told_what_to_use(open_page: Opened) -> None:
    page = open_page()
    page.context.add_init_script(NO_CRYPTOGRAPHY)
    page.reload()
    against_a_bot(page)
    assert shuffle(page)["entropies"] == [None, None]
    play_out(page)
    expect(page.locator(".over .proof")).to_contain_text("verso verify")
