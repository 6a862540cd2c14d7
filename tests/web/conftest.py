"""A server, a browser, and pages in it. Whatever goes wrong inside a page fails the test that opened it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from serving import GENEROUS, as_environment, free_port
from serving import PATIENCE as SECONDS

HERE = Path(__file__).parent
STATIC = HERE.parent.parent / "src" / "verso" / "static" / "index.html"
WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome")
"""Browsers that could have windows; one that never has any takes half of their time, and is preferred."""
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]
SAME_RANDOMNESS = """
const random = Crypto.prototype.getRandomValues;
Crypto.prototype.getRandomValues = function (bytes) {
    const isThePage = new Error().stack.split("\\n")[2].includes("/assets/");
    return isThePage ? bytes.map((_, at) => (bytes[at] = 37 * at + 11)) : random.call(this, bytes);
};
"""
"""What pages add to the shuffles is the same each time, as the server's secret is; the browser's driver asks too."""
UNHURRIED = GENEROUS | {"grace_seconds": 3_600, "reveal_seconds": 3_600}
"""Settings under which no page is too slow: no bot takes its seat, and its part of the shuffles is waited for."""
USUAL: dict[str, Any] = {"locale": "en-US", "service_workers": "block"}
"""A worker would fetch all of the page for each of our many visitors: tests that are about it let it in."""
Opened = Callable[..., Page]
PATIENCE = 1_000 * SECONDS
"""The same in milliseconds, as the browser counts."""


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("web"))


def served(place: Path, **environment: str) -> Iterator[str]:
    """Yield the address of a server that keeps its database in a directory, as long as it is needed."""
    if not STATIC.exists():
        pytest.skip("the web app is not built: make setup")
    port = free_port()
    command = [sys.executable, str(HERE / "serve.py"), str(port), str(place / "verso.db")]
    with subprocess.Popen(command, env=os.environ | as_environment(UNHURRIED) | environment) as server:
        found = f"http://127.0.0.1:{port}"
        try:
            _await(found, server)
            yield found
        finally:
            server.terminate()
            try:
                server.wait(SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()


def _await(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(int(PATIENCE / 100)):
        assert server.poll() is None, "the server did not start"
        try:
            if httpx.get(f"{address}/healthz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    yield from launched(playwright, ("chromium-headless-shell", *WITH_WINDOWS))


def launched(playwright: Playwright, names: tuple[str, ...]) -> Iterator[Browser]:
    """Yield the first of these browsers that is installed, as long as it is needed."""
    installed = next(filter(None, map(shutil.which, names)), None)
    if installed is None:
        pytest.skip("there is no Chromium on this machine: make browser")
    started = playwright.chromium.launch(executable_path=installed, args=FLAGS, timeout=PATIENCE)
    yield started
    started.close()


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Opened]:
    """Open pages as new people: `open_page("/", locale="pt-BR", width=360, speed="off")`.

    Where the path is empty nothing is loaded yet: for tests that go to a table of their own at once.
    """
    contexts, problems = [], list[str]()

    def open_one(
        path: str = "/", *, width: int = 1280, height: int = 800, speed: str = "off", theme: str = "auto", **more: Any
    ) -> Page:
        context = browser.new_context(base_url=address, viewport={"width": width, "height": height}, **USUAL | more)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        kept = f'{{"speed": "{speed}", "theme": "{theme}"}}'
        context.add_init_script(f"localStorage['verso-settings'] ??= '{kept}'")
        for game in ("flip-city", "phase-10-flip"):  # one opponent, unless something else is chosen
            context.add_init_script(f"localStorage['verso-setup-{game}'] ??= '{{\"opponents\": [\"otto\"]}}'")
        context.add_init_script(SAME_RANDOMNESS)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda line: problems.append(line.text) if _is_serious(line) else None)
        if path:
            page.goto(path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert problems == []


def _is_serious(line: Any) -> bool:
    # A browser reports every refused request; the first `me` of a new guest is one.
    return line.type == "error" and "Failed to load resource" not in line.text and "WebSocket" not in line.text
