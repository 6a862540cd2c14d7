"""What strangers, floods and broken clients try, and what they get."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from golden.regenerate import HERE as GOLDEN
from serving import GENEROUS, PATIENCE, Guest, on_uvicorn, run, serving
from verso.server import limits, store, transport
from verso.server import socket as sockets
from verso.server.app import create_app
from verso.server.limits import Buckets
from verso.server.settings import Settings
from verso.server.thinking import choose_anything


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "verso.db")


async def closed(connection: Any) -> int:
    """Read until the server closes; return the code."""
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            await connection.recv()
    return int(connection.close_code)


def test_a_database_that_does_not_answer_ends_a_connection_with_a_sentence(
    file: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "invited")

            def no_answer(*_arguments: Any) -> Any:
                raise store.Unavailable("gone")

            async with bia.socket(table) as connection:
                await connection.until("frame")
                monkeypatch.setattr(store, "find_code", no_answer)
                await connection.send("sit", key="k", seat=1, invitation="A" * 22)
                problem = await connection.until("problem")
                assert (problem["code"], problem["fatal"]) == ("internal", True)
                assert await closed(connection.raw) == 1011
            assert (await ana.frame(table))["seats"][1]["kind"] == "invited"

    run(story())
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


# --- origins, headers, cookies


def test_pages_of_other_origins_are_refused(file: str) -> None:
    async def story() -> None:
        async with serving(file, origins=("https://friend.example",)) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            url = f"ws://{address}/api/v1/tables/{table}/socket"
            for origin, allowed in (
                ("https://evil.example", False),
                ("null", False),
                (f"http://{address}.evil.example", False),
                ("https://friend.example", True),
                (f"http://{address}", True),
            ):
                headers = {"Origin": origin}
                response = await ana.request("POST", "/me/code", {}, headers=headers)
                assert (response.status_code == 200) == allowed, origin
                if allowed:
                    async with websockets.connect(url, additional_headers=headers, proxy=None):
                        pass
                else:
                    with pytest.raises(websockets.InvalidStatus) as caught:
                        async with websockets.connect(url, additional_headers=headers, proxy=None):
                            pass
                    assert caught.value.response.status_code == 403

    run(story())


def test_every_answer_has_the_security_headers_and_the_cookie_is_locked_up(file: str) -> None:
    async def story() -> None:
        async with serving(file) as address, httpx.AsyncClient(timeout=PATIENCE) as http:
            for path in ("/", "/api/v1/games", "/api/v1/nothing", "/healthz"):
                response = await http.get(f"http://{address}{path}")
                assert "default-src 'self'" in response.headers["content-security-policy"]
                assert response.headers["x-content-type-options"] == "nosniff"
            response = await http.post(f"http://{address}/api/v1/guests", json={"name": "Ana"})
            cookie = response.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=strict" in cookie
            assert "secure" not in cookie.replace("samesite", "")
        async with serving(file, secure=True) as address, httpx.AsyncClient(timeout=PATIENCE) as http:
            response = await http.post(f"http://{address}/api/v1/guests", json={"name": "Ana"})
            assert "; secure" in response.headers["set-cookie"].lower()

    run(story())


def test_requests_that_change_something_must_be_json(file: str) -> None:
    """A form of another site can send text/plain without being asked; so that is not taken."""

    async def story() -> None:
        async with serving(file) as address, httpx.AsyncClient(timeout=PATIENCE) as http:
            url = f"http://{address}/api/v1/guests"
            response = await http.post(url, content='{"name": "Ana"}', headers={"Content-Type": "text/plain"})
            assert response.status_code == 415

    run(story())


# --- tokens and seats


def test_tokens_that_open_nothing(file: str) -> None:
    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            good = ana.token
            for wrong in ("A" * 43, good[:-1] + ("A" if good[-1] != "A" else "B"), good + "A", "é" * 43, "x"):
                ana.token = ""
                headers = {"Authorization": f"Bearer {wrong}".encode()}
                response = await ana.request("GET", "/me", headers=headers)
                assert response.status_code == 401, wrong
            ana.token = good
            await ana.ask("POST", "/me/sign-out", {})
            assert (await ana.request("GET", "/me")).status_code == 401
            ana.token = ""
            async with ana.socket(table, token=good) as connection:
                assert (await connection.receive())["code"] == "hello"
                assert await closed(connection.raw) == 1008

    run(story())


def test_signing_out_ends_the_connections_of_that_token(file: str) -> None:
    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            async with ana.socket(table) as connection:
                await connection.until("frame")
                await ana.ask("POST", "/me/sign-out", {})
                assert (await connection.until("problem"))["fatal"]

    run(story())


def test_a_seats_credentials_open_that_seat_only(file: str) -> None:
    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana, Guest(address) as eve:
            await ana.arrive()
            await eve.arrive("Eve")
            table = await ana.new_table("mine", "mine")
            frame = await ana.frame(table)
            acting = frame["to_act"]
            assert (await eve.request("GET", f"/tables/{table}", params={"seat": acting})).status_code == 403
            for name, fields in (
                ("act", {"ply": frame["ply"], "seat": acting, "action": "play"}),
                ("undo", {"ply": frame["ply"], "seat": acting}),
                ("leave", {"seat": acting}),
                ("say", {"seat": acting, "text": "I am Ana"}),
                ("hint", {"seat": acting}),
                ("why", {"seat": acting, "action": "play"}),
                ("start", {}),
                ("rematch", {"seat": acting}),
                ("resign", {"seat": acting}),
                ("agree", {"ply": frame["ply"], "seat": acting}),
                ("rules", {"ruleset": "standard", "options": {}, "clock": 60, "seats": 2}),
                ("close", {}),
            ):
                answer = await eve.command(table, name, **fields)
                assert (answer["type"], answer["code"] in ("not-yours", "not-now")) == ("refused", True), answer
            async with eve.socket(table, seat=acting) as connection:
                seen = await connection.until("frame")
                assert seen["seat"] is None
                assert seen["legal"] == []
                await connection.send("look", seat=acting)
                assert (await connection.until("frame"))["seat"] is None
            eve.token = ""
            async with eve.socket(table) as connection:
                await connection.until("frame")
                answer = await connection.ask("act", key="k", ply=frame["ply"], seat=acting, action="play")
                assert answer["code"] == "not-yours"
            assert (await ana.frame(table))["ply"] == frame["ply"]

    run(story())


def test_a_recorded_command_of_somebody_else_does_nothing(file: str) -> None:
    """A key belongs to the person who used it; sent by another it is just another command."""

    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana, Guest(address) as eve:
            await ana.arrive()
            await eve.arrive("Eve")
            table = await ana.new_table("mine", "mine")
            frame = await ana.frame(table)
            command = {"key": "k", "ply": frame["ply"], "seat": frame["to_act"], "action": "play"}
            assert (await ana.command(table, "act", **command))["type"] == "done"
            replayed = await eve.command(table, "act", **command)
            assert (replayed["type"], replayed["code"]) == ("refused", "not-yours")

    run(story())


@contextlib.contextmanager
def everything_logged() -> Iterator[list[str]]:
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record) + str(getattr(record, "fields", "")))

    handler, root = Keep(), logging.getLogger()
    loggers = [root, logging.getLogger("verso"), logging.getLogger("uvicorn")]
    levels = [each.level for each in loggers]
    for each in loggers:
        each.addHandler(handler)
        each.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        for each, level in zip(loggers, levels, strict=True):
            each.removeHandler(handler)
            each.setLevel(level)


def test_logs_and_metrics_have_no_secrets(file: str) -> None:
    async def story() -> tuple[list[str], str]:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive("Anastasia")
            code = (await ana.ask("POST", "/me/code", {}))["code"]
            table = await ana.new_table("mine", "mine")
            async with ana.socket(table, token=ana.token) as connection:
                frame = await connection.until("frame")
                await connection.ask("act", key="k", ply=frame["ply"], seat=frame["to_act"], action="play")
                await connection.ask("act", key="l", ply=0, seat=frame["to_act"], action="nonsense-secret")
            metrics = (await ana.request("GET", "/metrics")).text
            return [ana.token, code, table, "nonsense-secret", "Anastasia"], metrics

    with everything_logged() as lines:
        secrets, metrics = run(story())
    logged = "\n".join(line for line in lines if not line.startswith(("HTTP Request", "connect_tcp")))
    served = "\n".join(line for line in logged.split("\n") if "request" in line and "route" in line)
    assert served
    for secret in secrets:
        assert secret not in metrics
        assert secret not in served


# --- bounds


def test_long_messages_and_bodies(file: str) -> None:
    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            async with ana.socket(table) as connection:
                await connection.until("frame")
                await connection.raw.send("x" * 16_000)
                assert (await connection.until("problem"))["code"] == "unreadable"
                await connection.raw.send("x" * 17_000)
                assert await closed(connection.raw) == 1009
            body = {"name": "A" * 20_000}
            assert (await ana.request("POST", "/guests", body)).status_code == 413

    run(story())


def test_floods_are_answered_then_cut_off(file: str) -> None:
    async def story() -> None:
        async with serving(file, messages_per_second=5.0) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            async with ana.socket(table) as connection:
                await connection.until("frame")
                with contextlib.suppress(websockets.ConnectionClosed):
                    for _ in range(200):
                        await connection.send("look", seat=None)
                problems = []
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        problems.append(await connection.until("problem"))
                assert {problem["code"] for problem in problems} <= {"too-fast", "slow"}
                assert problems[-1]["fatal"]

    run(story())


def test_an_address_that_says_much_waits_and_nobody_else_does(file: str) -> None:
    waits: dict[str, list[bool]] = {}

    class Noted(limits.Buckets):
        def spend(self, key: str, amount: float = 1.0) -> float:
            seconds = super().spend(key, amount)
            waits.setdefault(key, []).append(seconds > 0)
            return seconds

    async def say_much(url: str, address: str, times: int) -> None:
        """Say something again and again over a connection of an address; all of it is answered in the end."""
        async with websockets.connect(url, additional_headers={"X-Forwarded-For": address}, proxy=None) as line:
            await line.send('{"type": "hello"}')
            for number in range(times):
                await line.send(json.dumps({"type": "leave", "key": f"k{number}", "seat": 0}))
            keys = list[str]()
            while len(keys) < times:
                message = json.loads(await line.recv())
                keys += [message["key"]] if message["type"] == "refused" else []
            assert keys == [f"k{number}" for number in range(times)]

    async def story() -> None:
        settings = Settings(database=file, **GENEROUS | {"trust_proxy": True})
        app = create_app(settings)
        async with on_uvicorn(app, settings) as address, Guest(address) as ana:
            url = f"ws://{address}/api/v1/tables/{await (await ana.arrive()).new_table('mine', 'mine')}/socket"
            app.state.services.messages = Noted(100.0, 4.0, lambda: 0.0)  # time stands still
            crowd = [say_much(url, "192.0.2.1", 4) for _ in range(3)]
            await asyncio.gather(*crowd, say_much(url, "192.0.2.2", 4))

    run(story())
    assert waits == {"192.0.2.1": [False] * 4 + [True] * 8, "192.0.2.2": [False] * 4}


def test_who_says_nothing_is_cut_off(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_SECONDS", 0.2)

    async def story() -> None:
        async with serving(file) as address:
            url = f"ws://{address}/api/v1/tables/{'A' * 22}/socket"
            async with websockets.connect(url, proxy=None) as connection:
                assert json.loads(await connection.recv())["code"] == "hello"
                assert await closed(connection) == 1008
            monkeypatch.undo()
            async with websockets.connect(url, proxy=None) as connection:
                await connection.send('{"type": "hello"}')
                assert json.loads(await connection.recv())["code"] == "unknown"

    run(story())


def test_half_a_request_holds_no_connection(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.2)
    half = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"

    async def story() -> None:
        async with serving(file) as address:
            host, _, port = address.partition(":")
            for whole, sent in ((b"", b""), (b"", half), (half + b"\r\n", b"GET /")):
                with monkeypatch.context() as patch:
                    patch.setattr(transport, "HEAD_SECONDS", 10.0 if whole else 0.2)
                    reader, writer = await asyncio.open_connection(host, int(port))
                    if whole:
                        writer.write(whole)
                        assert b"200 OK" in await reader.readuntil(b"\r\n\r\n")
                    patch.setattr(transport, "HEAD_SECONDS", 0.2)
                    writer.write(sent)
                    with contextlib.suppress(ConnectionError):
                        assert b"HTTP/" not in await reader.read()  # ends because the server hangs up
                    writer.close()
            reader, writer = await asyncio.open_connection(host, int(port))
            head = b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50"
            writer.write(head + b"\r\n\r\n{")
            assert b" 408 " in await reader.readline()
            writer.close()

    run(story())


def test_addresses_that_no_file_can_have(file: str) -> None:
    async def story() -> None:
        async with serving(file) as address, httpx.AsyncClient(timeout=PATIENCE) as client:
            for path in ("/%00", "/" + "x" * 5_000, "/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/%ed%a0%80"):
                response = await client.get(f"http://{address}{path}")
                assert response.status_code in (200, 400, 404), path
                assert "root:" not in response.text

    run(story())


def test_one_question_at_a_time_and_bots_are_not_crowded_out(file: str) -> None:
    async def story() -> None:
        enough, asked = threading.Event(), threading.Semaphore(0)

        def think(view: Any, level: Any, seconds: float) -> Any:
            if level == "expert":
                asked.release()
                enough.wait()
            return choose_anything(view, level, seconds)

        async with serving(file, chooser=think) as address, Guest(address) as ana, Guest(address) as bia:
            try:
                questions = []
                for guest in (await ana.arrive(), await bia.arrive("Bia")):
                    table = await guest.new_table("mine", "mine")
                    seat = (await guest.frame(table))["to_act"]
                    questions.append(asyncio.create_task(guest.command(table, "hint", seat=seat)))
                    if guest is ana:
                        assert await asyncio.to_thread(asked.acquire, timeout=PATIENCE)
                        assert (await ana.command(table, "hint", seat=seat))["code"] == "busy"
                        assert (await ana.command(table, "suggest", seat=seat))["code"] == "busy"
                # One question is being thought about, one waits for its place; bots still have theirs.
                other = await ana.new_table("mine", "bot", "bot", "bot")
                async with ana.socket(other) as connection:
                    await connection.until_frame(lambda frame: frame["to_act"] == 0 or frame["state"] == "over")
                assert not any(question.done() for question in questions)
            finally:
                enough.set()
            assert [(await question)["type"] for question in questions] == ["advice", "advice"]

    run(story())


def test_a_page_without_encryption_cannot_use_a_server_with_it(file: str) -> None:
    async def story() -> None:
        async with serving(file, secure=True) as address, Guest(address) as ana:
            await ana.arrive()
            for scheme, status in (("http", 403), ("https", 200)):
                response = await ana.request("POST", "/me/code", {}, headers={"Origin": f"{scheme}://{address}"})
                assert response.status_code == status

    run(story())


def test_bounds_on_connections(file: str) -> None:
    async def story() -> None:
        options: dict[str, Any] = {"sockets_per_identity": 2, "sockets_per_address": 4, "sockets": 5}
        async with serving(file, **options) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "mine")
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(2):
                    connection = await stack.enter_async_context(ana.socket(table))
                    assert (await connection.receive())["type"] == "frame"
                third = await stack.enter_async_context(ana.socket(table))
                assert (await third.receive())["code"] == "too-many"
                assert await closed(third.raw) == 1013
                for _ in range(2):
                    connection = await stack.enter_async_context(bia.socket(table))
                    assert (await connection.receive())["type"] == "frame"
                fifth = await stack.enter_async_context(bia.socket(table))
                assert (await fifth.receive())["code"] == "too-many"
            while True:  # the server may hear of an end a moment later than we do
                async with ana.socket(table) as connection:
                    if (await connection.receive())["type"] == "frame":
                        break

    run(story())


def test_bounds_on_tables_guests_and_requests(file: str) -> None:
    async def story() -> None:
        body = {"game": "flip-city", "seats": [{"kind": "mine"}, {"kind": "open"}]}
        options: dict[str, Any] = {"tables_per_identity": 2, "most_tables": 3, "guests_per_minute": 3.0}
        async with serving(file, **options) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            await ana.ask("POST", "/tables", body)
            await ana.ask("POST", "/tables", body)
            assert (await ana.request("POST", "/tables", body)).status_code == 409
            await bia.ask("POST", "/tables", body)
            assert (await bia.request("POST", "/tables", body)).status_code == 503
            await ana.ask("POST", "/guests", {"name": "Caio"})
            assert (await ana.request("POST", "/guests", {"name": "Davi"})).status_code == 429
        async with serving(file, requests_per_second=2.0) as address, Guest(address) as ana:
            statuses = [200]
            while statuses[-1] == 200:  # each takes much less than half a second, as a rule
                statuses.append((await ana.request("GET", "/games")).status_code)
            assert statuses[-1] == 429
            assert len(statuses) > 8
        async with serving(file, tables_per_minute=1.0) as address, Guest(address) as ana:
            await ana.arrive()
            await ana.ask("POST", "/tables", body)
            assert (await ana.request("POST", "/tables", body)).status_code == 429

    run(story())


def test_only_the_last_word_about_an_address_is_the_proxys(file: str) -> None:
    """Some proxies add to the header that a client sent, some add a header: what comes first anybody may have said."""

    async def story() -> None:
        async with serving(file, trust_proxy=True, guests_per_minute=2.0) as address, Guest(address) as ana:

            async def arrive(*values: str) -> int:
                headers = httpx.Headers([("X-Forwarded-For", value) for value in values])
                answer = await ana.http.post(f"http://{address}/api/v1/guests", json={}, headers=headers)
                ana.http.cookies.clear()
                return answer.status_code

            assert [await arrive("192.0.2.1") for _ in range(2)] == [201, 201]
            for values in (("192.0.2.1",), ("192.0.2.7, 192.0.2.1",), ("192.0.2.8", "192.0.2.1")):
                assert await arrive(*values) == 429, values
            assert await arrive("192.0.2.1", "192.0.2.9") == 201

    run(story())


@pytest.mark.parametrize("path", ["/openapi.json", "/nothing", "/tables/x/y/z"])
def test_documents_and_what_is_not_there_are_requests_too(file: str, path: str) -> None:
    async def story() -> None:
        async with serving(file, requests_per_second=0.1) as address, Guest(address) as ana:
            answer = await ana.request("GET", path)
            assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
            assert answer.headers["x-content-type-options"] == "nosniff"

    run(story())


def test_files_of_the_page_wait_for_their_turn_and_are_refused_where_it_is_far(file: str) -> None:
    async def story() -> None:
        async with serving(file, files_per_second=25.0) as address, Guest(address) as ana:
            asked = [ana.http.get(f"http://{address}/t/any") for _ in range(105)]  # a hundred may come at once
            assert {each.status_code for each in await asyncio.gather(*asked)} == {200}
        async with serving(file, files_per_second=0.1) as address, Guest(address) as ana:
            for path in ("/", "/t/any", "/assets/any.js"):
                answer = await ana.http.get(f"http://{address}{path}")
                assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
            assert (await ana.request("GET", "/games")).status_code == 200  # whoever plays needs no file

    run(story())


def test_whoever_was_refused_owes_nothing() -> None:
    now = 0.0
    buckets = Buckets(1.0, 2.0, lambda: now)
    assert [buckets.wait("a", 3.0) for _ in range(100)] == [0.0, 0.0, 1.0, 2.0, 3.0, *([None] * 95)]
    now = 1.0
    assert buckets.wait("a", 3.0) == 3.0


def test_whoever_connects_again_and_again_is_told_to_wait(file: str) -> None:
    """Each time that somebody comes or goes, all who look at the table are told."""

    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "open")
        async with serving(file, requests_per_second=0.1) as address, ana.socket(table, address) as socket:
            problem = await socket.until("problem")
            assert (problem["code"], problem["fatal"]) == ("too-fast", True)

    run(story())


async def say(address: str, request: bytes) -> bytes:
    """Send bytes as they are and return the first line of the answer."""
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    line = await reader.readline()
    writer.close()
    return line


def test_text_that_is_no_utf_8_is_refused_and_nothing_fails(file: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with serving(file, trust_proxy=True) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "bot")
            for path in (b"/%ff", b"/\xff", b"/assets/%ff%00", b"/api/v1/tables/%ff", b"/api/v1/games?language=%ff"):
                line = await say(address, b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n")
                assert line.split()[1] in (b"200", b"400", b"404"), (path, line)
            for header in (b"Cookie: verso=\xff", b"Authorization: Bearer \xff", b"X-Forwarded-For: \xff"):
                line = await say(address, b"GET /api/v1/me HTTP/1.1\r\nHost: x\r\n" + header + b"\r\n\r\n")
                assert line.split()[1] == b"401", (header, line)
            head = b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
            for body in (b"\xff", b'{"name": "\xff"}', b'{"name": "\\ud800"}'):
                line = await say(address, head + b"%d\r\n\r\n" % len(body) + body)
                assert line.split()[1] == b"400", (body, line)
            for opcode in (websockets.Opcode.TEXT, websockets.Opcode.BINARY):
                async with ana.socket(table) as connection:
                    await connection.until("frame")
                    async with connection.raw.send_context():
                        connection.raw.protocol.send_frame(websockets.Frame(opcode, b"\xff"))
                    if opcode is websockets.Opcode.TEXT:
                        assert await closed(connection.raw) == 1007
                    else:
                        assert (await connection.until("problem"))["code"] == "unreadable"
            assert (await ana.frame(table))["state"] == "playing"

    with caplog.at_level("INFO"):
        run(story())
    assert not [record for record in caplog.records if record.exc_info]


def test_a_server_that_knows_its_names_answers_to_no_other(file: str) -> None:
    async def story() -> None:
        async with serving(file, hosts=("Example.org", "[::1]")) as address:
            request = "GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n"
            for host in ("example.org", "EXAMPLE.ORG:8400", "[::1]:8400", "[::1]"):
                assert (await say(address, request.format(host).encode())).split()[1] == b"200", host
            for host in ("example.com", "example.org.evil", "evil:example.org", "", "127.0.0.1"):
                assert (await say(address, request.format(host).encode())).split()[1] == b"421", host
            with pytest.raises(websockets.InvalidStatus) as caught:
                async with websockets.connect(f"ws://{address}/x", proxy=None):
                    pass
            assert caught.value.response.status_code == 421
        async with serving(file) as address:
            assert (await say(address, b"GET /healthz HTTP/1.1\r\nHost: any\r\n\r\n")).split()[1] == b"200"

    run(story())


def test_one_address_cannot_take_all_tables_whatever_its_identities(file: str) -> None:
    async def story() -> None:
        body = {"game": "flip-city", "seats": [{"kind": "mine"}, {"kind": "open"}]}
        options: dict[str, Any] = {"tables_per_address": 2, "trust_proxy": True}
        async with serving(file, **options) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            for guest in (ana, bia):
                guest.http.headers["X-Forwarded-For"] = "192.0.2.1"
            await ana.ask("POST", "/tables", body)
            await bia.ask("POST", "/tables", body)
            answer = await bia.request("POST", "/tables", body)
            assert (answer.status_code, answer.json()["code"]) == (409, "limit")
            assert "network" in answer.json()["words"]
            bia.http.headers["X-Forwarded-For"] = "192.0.2.2"
            await bia.ask("POST", "/tables", body)

    run(story())


def test_one_address_cannot_fill_the_disk_day_after_day(file: str) -> None:
    """With new tables and new identities it went on for ever; what goes on already is never refused for it."""
    text = (GOLDEN / "flip-city-standard-2.record").read_text(encoding="utf-8")

    async def story() -> None:
        options: dict[str, Any] = {"kept_per_day": 20_000, "trust_proxy": True}
        async with serving(file, **options) as address, Guest(address) as ana, Guest(address) as bia:
            bia.http.headers["X-Forwarded-For"] = "192.0.2.2"
            await bia.arrive("Bia")
            for number in range(30):
                await ana.arrive(f"Ana {number}")
                table = await ana.new_table("mine", "mine")
                for _ in range(10):
                    await ana.command(table, "say", seat=0, text="x" * 200)
                answer = await ana.request("POST", "/tables", {"game": "flip-city", "seats": [{"kind": "mine"}] * 2})
                if answer.status_code != 201:
                    break
            assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
            assert "today" in answer.json()["words"]
            assert (await ana.request("POST", "/records", {"text": text})).status_code == 429
            frame = await ana.frame(table)
            frame = await ana.frame(table, seat=frame["to_act"])
            action = frame["legal"][0]["text"]
            moved = await ana.command(table, "act", ply=frame["ply"], seat=frame["seat"], action=action)
            assert moved["type"] == "done"
            assert (await ana.command(table, "resign", seat=0))["type"] == "done"
            assert (await ana.command(table, "rematch", seat=0))["code"] == "limit"
            assert (await bia.request("POST", "/records", {"text": text})).status_code == 201
            await bia.new_table("mine", "mine")

    run(story())


@pytest.mark.parametrize("path", ["/records", "/tables"])
def test_neither_imports_alone_nor_tables_alone_fill_the_disk(file: str, path: str) -> None:
    text = (GOLDEN / "flip-city-standard-2.record").read_text(encoding="utf-8")
    seats = [{"kind": "mine"}, {"kind": "open"}]
    body = {"text": text} if path == "/records" else {"game": "flip-city", "seats": seats}

    async def story() -> None:
        async with serving(file, kept_per_day=3 * len(text)) as address, Guest(address) as ana:
            await ana.arrive()
            answers = [await ana.request("POST", path, body) for _ in range(40)]
            kept = sum(answer.status_code == 201 for answer in answers)
            assert 3 <= kept < 40
            assert {answer.status_code for answer in answers[kept:]} == {429}
            assert "today" in answers[-1].json()["words"]

    run(story())


def test_rematches_are_tables_too(file: str) -> None:
    """Giving up and asking for a rematch is no way to have more tables than others, or to set them up quicker."""

    async def given_up(guest: Guest) -> str:
        table = await guest.new_table("mine", "bot")
        assert (await guest.command(table, "resign", seat=0))["type"] == "done"
        return table

    async def again(guest: Guest, table: str) -> str:
        answer = await guest.command(table, "rematch", seat=0)
        return str(answer.get("code", answer["type"]))

    async def story() -> None:
        async with serving(file, tables_per_identity=2) as address, Guest(address) as ana:
            await ana.arrive()
            over = [await given_up(ana) for _ in range(3)]
            assert [await again(ana, table) for table in over] == ["done", "done", "limit"]
        options: dict[str, Any] = {"tables_per_address": 2, "tables_per_minute": 30.0}
        async with serving(f"{file}2", **options) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            over = [await given_up(guest) for guest in (ana, bia, bia)]
            assert await again(ana, over[0]) == "done"
            assert [await again(bia, table) for table in over[1:]] == ["done", "limit"]
        async with serving(f"{file}3", tables_per_minute=2.0) as address, Guest(address) as ana:
            await ana.arrive()
            table = await given_up(ana)
            while (answer := await again(ana, table)) == "done":  # each takes much less than half a minute
                table = (await ana.frame(table))["rematch"]
                await ana.command(table, "resign", seat=0)
            assert answer == "limit"

    run(story())


def test_tables_at_which_nothing_was_played_make_room(file: str) -> None:
    now = [1_000_000_000]

    async def story() -> None:
        options: dict[str, Any] = {"most_tables": 2, "clock": lambda: now[0], "chooser": choose_anything}
        async with serving(file, **options) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            played = await ana.new_table("mine", "mine")
            turn = (await ana.frame(played))["to_act"]
            frame = await ana.frame(played, seat=turn)
            await ana.command(played, "act", seat=turn, ply=frame["ply"], action=frame["legal"][0]["text"])
            waiting = await ana.new_table("mine", "open")
            body = {"game": "flip-city", "seats": [{"kind": "mine"}, {"kind": "open"}]}
            assert (await ana.request("POST", "/tables", body)).status_code == 503
            now[0] += 3_600_001
            await ana.ask("POST", "/tables", body)
            assert waiting not in [each["table"] for each in (await ana.ask("GET", "/me/tables"))["tables"]]
            assert played in [each["table"] for each in (await ana.ask("GET", "/me/tables"))["tables"]]
            await bia.command(waiting, "sit", seat=1)
            assert (await bia.frame(waiting))["state"] == "playing"
            assert waiting in [each["table"] for each in (await ana.ask("GET", "/me/tables"))["tables"]]

    run(story())


def test_names_and_messages_with_tricks_in_them(file: str) -> None:
    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            unseen = ("\u3164", "\u115f\u1160", "\u2800", "a\u034f", "\u200d", "\ufe0f\u200d", "\u0301")
            for name in ("", "x" * 25, "a\u202eb", "a\x00b", " a", "a\u200b", "\ue000", "a\nb", *unseen):
                assert (await ana.request("POST", "/guests", {"name": name})).status_code == 400, name
            for name in ("Zoë", "李雷", "👩‍👧", "O'Brien <b>"):
                await ana.arrive(name)

    run(story())


def test_strict_decoding(file: str) -> None:
    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            url, headers = f"http://{address}/api/v1/tables", {"Authorization": f"Bearer {ana.token}"}
            headers["Content-Type"] = "application/json"
            seats = '"seats": [{"kind": "mine"}, {"kind": "bot"}]'
            for body in (
                b"",
                b"null",
                b"[" * 8_000,
                b'{"game": "flip-city", "seats": ' + b'[{"kind": ' * 900,
                b'{"game": "flip-city", "cards": ' + b'{"a": ' * 2_000 + b"1" + b"}" * 2_000 + b"}",
                b'{"game": "\\ud800", ' + seats.encode() + b"}",
                b'{"game": "flip-city", "clock": NaN, ' + seats.encode() + b"}",
                b'{"game": "flip-city", "clock": 1e3, ' + seats.encode() + b"}",
                b'{"game": "flip-city", "clock": ' + b"9" * 5_000 + b", " + seats.encode() + b"}",
                b'{"game": "flip-city", "extra": 1, ' + seats.encode() + b"}",
                b'{"game": "flip-city", "listed": 1, ' + seats.encode() + b"}",
                b"\xff\xfe{}",
            ):
                response = await ana.http.post(url, content=body, headers=headers)
                assert response.status_code == 400, body[:60]
                assert response.json()["words"]
            assert (await ana.request("GET", "/tables", params={"before": "soon"})).status_code == 400
            assert (await ana.request("GET", "/tables", params={"unknown": "1"})).status_code == 400
            assert (await ana.request("GET", "/tables/%00%ff")).status_code == 404

    run(story())


def test_positions_are_for_development_and_metrics_for_this_machine(file: str) -> None:
    async def story() -> None:
        async with serving(file, development=False) as address, Guest(address) as ana:
            await ana.arrive()
            body = {"game": "flip-city", "seats": [{"kind": "mine"}], "position": {}}
            assert (await ana.request("POST", "/tables", body)).status_code == 403
            proxied = {"X-Forwarded-For": "203.0.113.9"}
            assert (await ana.request("GET", "/metrics", headers=proxied)).status_code == 403
            assert (await ana.request("GET", "/metrics")).status_code == 200

    run(story())
