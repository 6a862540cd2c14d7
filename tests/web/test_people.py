"""People and each other, in the browser: names, guests, blocking and reporting."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, Route, expect

from support import long
from web.conftest import Opened, served
from web.test_pages import begin, serious
from web.test_tables import with_bia

PICTURES = os.environ.get("VERSO_TEST_PICTURES")
"""A directory to keep pictures of what is tested in, for those who want to look."""


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


@pytest.fixture(scope="module")
def strict_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server at which names are held."""
    yield from served(tmp_path_factory.mktemp("strict"), VERSO_NAME_DAYS="90")


def test_a_name_of_somebody_else_is_refused_with_one_that_is_free(open_page: Opened, strict_address: str) -> None:
    first = open_page(strict_address)
    first.get_by_label("Your name").fill("Ana")
    first.get_by_role("button", name="Play", exact=True).first.click()
    expect(first.locator("main .actions")).to_be_visible()
    second = open_page(strict_address, width=360)
    second.get_by_label("Your name").fill("аna")
    second.get_by_role("button", name="Play", exact=True).first.click()
    expect(second.get_by_role("alert")).to_contain_text("belongs to somebody who plays here. аna 2 is free.")
    picture(second, "name-held-360")
    second.get_by_role("button", name="Be аna 2").click()
    expect(second.get_by_label("Your name")).to_have_value("аna 2")
    second.get_by_role("button", name="Play", exact=True).first.click()
    expect(second.locator("main .actions")).to_be_visible()
    third = open_page(strict_address)  # without a name one is given
    third.get_by_role("button", name="Play", exact=True).first.click()
    expect(third.locator("main .actions")).to_be_visible()
    assert third.request.get(f"{strict_address}/api/v1/me").json()["name"].startswith("Guest ")


def test_a_host_asks_a_guest_to_leave(open_page: Opened) -> None:
    page = open_page("")
    begin(page, game="flip-city", seats=[{"kind": "mine"}, {"kind": "open"}, {"kind": "open"}])
    guest = open_page(page.url, width=820)
    guest.get_by_label("Your name").fill("Bia")
    guest.get_by_role("button", name="Sit here").first.click()
    leave = page.get_by_role("button", name="Ask to leave: Bia")
    expect(leave).to_be_visible()
    picture(page, "lobby-1280")
    leave.press("Enter")
    expect(leave).to_have_count(0)
    expect(guest.get_by_role("button", name="Sit here").first).to_be_visible()
    guest.get_by_role("button", name="Sit here").first.click()
    expect(guest.locator(".toast")).to_contain_text("the host has asked you to leave this table")


@pytest.mark.parametrize("width", [360, long(1440)])
def test_somebody_is_blocked_reported_and_unblocked_with_the_keyboard(open_page: Opened, width: int) -> None:
    page = open_page(width=width)
    bia = with_bia(open_page, page)
    bia.get_by_role("textbox", name="Say something").fill("you fool")
    bia.keyboard.press("Enter")
    expect(page.locator(".log .said")).to_contain_text("you fool")
    page.get_by_role("button", name="Block or report").press("Enter")
    dialog = page.get_by_role("dialog", name="Players")
    dialog.get_by_role("button", name="Report Bia").press("Enter")
    expect(dialog.get_by_label("What is it about")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("called me names")
    picture(page, f"players-{width}")
    assert serious(page) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("Thank you")
    dialog.get_by_role("button", name="Block Bia").press("Enter")
    expect(dialog.get_by_role("button", name="Unblock Bia")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".log .said")).to_have_count(0)
    page.get_by_role("button", name="Settings").press("Enter")
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_role("button", name="Unblock Bia").scroll_into_view_if_needed()
    picture(page, f"blocked-{width}")
    settings.get_by_role("button", name="Unblock Bia").press("Enter")
    expect(settings).to_contain_text("You block nobody.")
    page.keyboard.press("Escape")
    expect(page.locator(".log .said")).to_contain_text("you fool")


# --- passkeys


AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """Give a page's device an authenticator; return how to talk to it."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]


def named(address: str) -> str:
    """Return the address of a server on this machine by its name: passkeys are for names."""
    return address.replace("127.0.0.1", "localhost")


def test_a_passkey_brings_somebody_back_on_another_device(open_page: Opened, address: str) -> None:
    page = open_page(named(address))
    session, device = authenticator(page)
    page.get_by_label("Your name").fill("Anastasia")
    page.get_by_role("button", name="Play", exact=True).first.click()
    expect(page.locator("main .actions")).to_be_visible()
    table = page.url.rpartition("/")[2]
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_role("button", name="Make a passkey").press("Enter")
    expect(settings.get_by_role("status").filter(has_text="The passkey is made")).to_be_visible()
    expect(settings.get_by_role("button", name="Remove the passkey made on")).to_be_visible()
    settings.get_by_role("button", name="Make a passkey").click()
    expect(settings.get_by_role("status").filter(has_text="has a passkey for you already")).to_be_visible()
    assert serious(page) == []
    picture(page, "passkeys-1280")
    [credential] = session.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    assert credential["isResidentCredential"]

    other = open_page(named(address), width=360)  # another device, that has the passkey and nothing else
    session, device = authenticator(other)
    session.send("WebAuthn.addCredential", {"authenticatorId": device, "credential": credential})
    picture(other, "first-page-360")
    other.get_by_role("button", name="I have a passkey").press("Enter")
    other.wait_for_url("**/mine")
    expect(other.locator(f"a[href='/t/{table}']")).to_be_visible()
    other.goto(named(address))
    expect(other.get_by_label("Your name")).to_have_value("Anastasia")
    other.get_by_role("button", name="Settings").click()
    settings = other.get_by_role("dialog", name="Settings")
    settings.get_by_role("button", name="Remove the passkey made on").click()
    expect(settings.get_by_role("button", name="Remove the passkey made on")).to_have_count(0)
    picture(other, "passkeys-360")
    settings.get_by_role("button", name="I have a passkey").click()
    expect(settings.get_by_role("status").filter(has_text="not known here")).to_be_visible()


def test_a_device_without_a_passkey_is_told_so(open_page: Opened, address: str) -> None:
    """And goes on being told so when the games come, for which nobody has to wait."""
    page = open_page(named(address), locale="pt-BR", width=820)
    session, device = authenticator(page)
    session.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    held: list[Route] = []
    page.route("**/api/v1/games?**", lambda route: held.append(route))
    page.reload()
    page.get_by_role("button", name="Tenho uma chave de acesso").click()
    expect(page.get_by_role("alert")).to_contain_text("Nenhuma chave de acesso foi usada.")
    assert held
    for each in held:
        each.continue_()
    expect(page.get_by_role("region", name="Flip City")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Nenhuma chave de acesso foi usada.")


def test_where_passkeys_cannot_be_the_page_says_why(open_page: Opened) -> None:
    page = open_page()  # by an address of numbers
    expect(page.get_by_label("Your name")).to_be_visible()
    expect(page.get_by_role("button", name="I have a passkey")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    expect(settings).to_contain_text("Passkeys need https and a name in the address.")
    expect(settings.get_by_role("button", name="Make a passkey")).to_have_count(0)
