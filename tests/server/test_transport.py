"""Connections: what is said in a turn is composed, then sent; floods, drips and those who do not read are bounded."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import pickle
import socket
import types
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import websockets
from websockets.frames import Frame, Opcode

from golden.regenerate import HERE as GOLDEN
from serving import PATIENCE, Guest, run, serving
from support import often
from verso.play import wire
from verso.server import socket as sockets
from verso.server import transport
from verso.server.limits import REFUSAL_SECONDS, Bucket, Buckets
from verso.server.services import Outbox
from verso.server.settings import Settings
from verso.server.socket import MOST_ERRORS

PING = Frame(Opcode.PING, b"").serialize(mask=True)
EMPTY_FRAGMENT = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "verso.db")


def masked(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, text, fin=fin).serialize(mask=True)


def say(key: str) -> bytes:
    return wire.encode(wire.Say(key=key, seat=0, text="olá"))


def request_head(path: str, *more: bytes, upgrade: bool, method: str = "GET") -> bytes:
    lines = [f"{method} {path} HTTP/1.1".encode(), b"Host: verso"]
    if upgrade:
        lines += [b"Upgrade: websocket", b"Connection: Upgrade", b"Sec-WebSocket-Version: 13"]
        lines.append(b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
    return b"\r\n".join([*lines, *more, b"", b""])


@contextlib.asynccontextmanager
async def connected(
    address: str, source: str = "127.0.0.1"
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


@contextlib.asynccontextmanager
async def spectating(
    address: str, table: str, *headers: bytes, source: str = "127.0.0.1"
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Watch a table over a plain connection, on which anything at all can be sent."""
    async with connected(address, source) as (reader, writer):
        writer.write(request_head(f"/api/v1/tables/{table}/socket", *headers, upgrade=True))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(masked(b'{"type": "hello"}'))
        yield reader, writer


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Read until the server hangs up."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while piece := await reader.read(1 << 16):
            heard += piece
    return heard


async def play(guest: Guest, table: str, moves: int) -> None:
    for _ in range(moves):
        to_act = (await guest.frame(table))["to_act"]
        frame = await guest.frame(table, seat=to_act)
        action = frame["legal"][0]["text"]
        answer = await guest.command(table, "act", ply=frame["ply"], seat=to_act, action=action)
        assert answer["type"] == "done"


# --- order


class Noting:
    """A connection that notes what is asked of it."""

    def __init__(self, name: str, happened: list[str]) -> None:
        self.name, self.happened = name, happened

    def compose(self) -> list[bytes]:
        self.happened.append(f"{self.name} composes")
        return [b"news"]

    def post(self, texts: list[bytes]) -> None:
        self.happened.append(f"{self.name} sends {len(texts)}")


def test_all_connections_compose_before_any_of_them_sends() -> None:
    async def story() -> None:
        outbox, happened = Outbox(), list[str]()
        one, two = Noting("one", happened), Noting("two", happened)
        for each in (one, two, one):
            outbox.announce(each)
        assert happened == []
        await asyncio.sleep(0)
        assert happened == ["one composes", "two composes", "one sends 1", "two sends 1"]
        outbox.announce(two)
        await asyncio.sleep(0)
        assert happened[4:] == ["two composes", "two sends 1"]

    run(story())


def test_messages_in_pieces_and_crowds_are_read_whole_and_in_order(file: str) -> None:
    pieces = [
        masked(say("whole")),
        *(bytes([byte]) for byte in masked(say("bytes"))),
        masked(say("two")) + masked(say("once")),
        masked(say("parts")[:9], fin=False),
        PING,
        masked(say("parts")[9:], Opcode.CONT) + (after := masked(say("after")))[:30],
        after[30:],
        b"".join(masked(say(f"n{number}")) for number in range(200)),  # several pieces of what is handed on at once
    ]

    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            async with ana.socket(await ana.new_table("mine", "mine")) as line:
                await line.until("frame")
                for piece in pieces:
                    line.raw.transport.write(piece)
                    await asyncio.sleep(0.001)
                keys = [(await line.until("done", "refused"))["key"] for _ in range(206)]
                assert keys == ["whole", "bytes", "two", "once", "parts", "after", *(f"n{each}" for each in range(200))]
                line.raw.transport.write(masked(say("part")[:9], fin=False))
                line.raw.transport.write(masked(say("amid")))  # only control frames may come between (RFC 6455, 5.4)
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        await line.receive()
                assert line.raw.close_code == 1002
                assert not any(each.get("key") == "amid" for each in line.received)

    run(story())


def test_answers_are_heard_before_the_hangup(file: str) -> None:
    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            async with ana.socket(table) as line:
                await line.until("frame")
                for _ in range(MOST_ERRORS + 1):
                    await line.raw.send("nonsense")
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        await line.receive()
        problems = [each for each in line.received if each["type"] == "problem"]
        assert [problem["fatal"] for problem in problems] == [False] * MOST_ERRORS + [True]

    run(story())


def test_the_silent_are_asked_whether_they_are_there(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = transport.options
    monkeypatch.setattr(transport, "options", lambda settings: usual(settings) | {"ws_ping_interval": 0.1})

    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            async with spectating(address, await ana.new_table("mine", "mine")) as (reader, writer):
                while True:
                    first, length = await reader.readexactly(2)
                    if first == 0x89:  # a ping
                        break
                    extended = {126: 2, 127: 8}.get(length, 0)
                    size = int.from_bytes(await reader.readexactly(extended), "big") if extended else length
                    await reader.readexactly(size)
                writer.write(masked(await reader.readexactly(length), Opcode.PONG))
                assert (await reader.readexactly(2))[0] == 0x89  # and again, since that was answered

    run(story())


# --- bytes that come


def test_a_budget_lets_a_crowd_pass_and_then_an_even_flow() -> None:
    bucket = Bucket(rate=100, burst=1_000, now=0)
    assert bucket.spend(0, 600) == 0
    assert bucket.spend(0, 600) == 2
    assert bucket.spend(2, 0) == 0
    assert bucket.spend(2, 100) == 1
    assert bucket.spend(1_000, 1_000) == 0


END = b"the end"
FLOODS = {
    "pings": [PING * 20_000],
    "empty fragments": [masked(b"{", fin=False) + EMPTY_FRAGMENT * 20_000],
    "single bytes": [bytes([byte]) for byte in PING * 2_000],
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_does_not_keep_others_out(file: str, kind: str) -> None:
    """When somebody else has made ten moves, a flood that began before them has not been read to its end."""

    async def story() -> None:
        async with serving(file, bytes_per_second=1_024.0) as address, Guest(address) as ana:
            await ana.arrive()
            table, other = await ana.new_table("mine", "mine"), await ana.new_table("mine", "mine")
            async with spectating(address, table) as (reader, writer):
                for piece in [*FLOODS[kind], masked(END, Opcode.PING)]:
                    writer.write(piece)
                    await asyncio.sleep(0)
                await play(ana, other, 10)
                heard = await reader.read(1 << 20)
                assert b'"type":"frame"' in heard
                assert END not in heard

    run(story())


@pytest.mark.parametrize("trust_proxy", [False, True], ids=["direct", "proxy"])
def test_all_sockets_of_an_address_have_one_budget(
    file: str, monkeypatch: pytest.MonkeyPatch, trust_proxy: bool
) -> None:
    """A hundred that send nothing but pings would keep the server as busy as one that may send a hundred times more."""
    said = b"X-Forwarded-For: 192.0.2.9, 192.0.2.1"
    others = b"X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 192.0.2.2"  # only the last is the proxy's own word

    # Who owes anything owes it for ever, however slow the machine is.
    monkeypatch.setattr(transport, "Buckets", lambda rate, burst, now: Buckets(rate / 1_000_000, burst, now))

    async def story() -> None:
        bound = 1_024.0
        async with (
            serving(file, socket_bytes_per_address=bound, trust_proxy=trust_proxy) as address,
            Guest(address) as ana,
        ):
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            async with (
                spectating(address, table, said) as (first, to_first),
                spectating(address, table, said) as (second, to_second),
                spectating(address, table, others, source="127.0.0.1" if trust_proxy else "127.0.0.2") as (third, to),
            ):
                to_first.write(PING * 20_000)
                await first.readuntil(b"\x8a\x00" * 680)  # those have used it up
                to_second.write(masked(b"first", Opcode.PING))  # whoever owes something is read once more at most
                await second.readuntil(b"first")
                to_second.write(masked(END, Opcode.PING))
                to.write(masked(b"first", Opcode.PING))
                await third.readuntil(b"first")
                to.write(masked(END, Opcode.PING))
                await third.readuntil(END)
                assert END not in bytes(second._buffer)  # type: ignore[attr-defined]

    run(story())


def test_what_comes_too_fast_is_read_later(file: str) -> None:
    async def story() -> None:
        async with serving(file, bytes_per_second=100_000.0) as address, Guest(address) as ana:
            await ana.arrive()
            async with spectating(address, await ana.new_table("mine", "mine")) as (reader, writer):
                assert await reader.readuntil(b'"type":"frame"')
                writer.write(PING * 20_000 + masked(END, Opcode.PING))
                assert (await reader.readuntil(END)).count(b"\x8a\x00") == 20_000

    run(story())


@pytest.mark.parametrize("flood", [PING, EMPTY_FRAGMENT], ids=["pings", "empty fragments"])
def test_whoever_sends_much_and_says_nothing_is_cut_off(
    file: str, monkeypatch: pytest.MonkeyPatch, flood: bytes
) -> None:
    monkeypatch.setattr(transport, "MOST_FRUITLESS", 30_000)

    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            async with spectating(address, await ana.new_table("mine", "mine")) as (reader, writer):
                writer.write(masked(b"{", fin=False) + flood * 10_000 + masked(END, Opcode.PING))
                assert END not in await rest(reader)

    run(story())


def test_whoever_says_much_may_send_much(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "MOST_FRUITLESS", 5_000)

    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            async with ana.socket(await ana.new_table("mine", "mine")) as line:
                for number in range(300):
                    assert (await line.ask("why", key=f"k{number}", seat=0, action="x" * 30))["key"] == f"k{number}"

    run(story())


def test_a_library_that_fails_ends_the_connection() -> None:
    class Failing(asyncio.Protocol):
        def data_received(self, data: bytes) -> None:
            raise ValueError(len(data))

    async def story() -> list[str]:
        loop, listener, failures = asyncio.get_running_loop(), transport.Listener(Settings()), list[str]()
        loop.set_exception_handler(lambda _, context: failures.append(repr(context.get("exception"))))
        server = await loop.create_server(lambda: transport.BoundedConnection(listener, Failing), "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        async with server:
            for length in (10, 20_000):  # handed on at once, and in pieces
                async with connected(f"{host}:{port}") as (reader, writer):
                    writer.write(b"x" * length)
                    assert await rest(reader) == b""
        return failures

    assert run(story()) == ["ValueError(10)", "ValueError(2048)"]


def test_what_is_cut_off_when_the_server_ends_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    async def never_done(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"so far", "more_body": True})
        await asyncio.Event().wait()

    async def story() -> None:
        bounds = transport.options(Settings()) | {"timeout_graceful_shutdown": 0.1, "lifespan": "off"}
        server = uvicorn.Server(uvicorn.Config(never_done, port=0, **bounds))
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        serving_it = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0)
        host, port = server.servers[0].sockets[0].getsockname()
        async with connected(f"{host}:{port}") as (reader, writer):
            writer.write(request_head("/", upgrade=False))
            await reader.readuntil(b"so far")
            server.should_exit = True
            await serving_it

    run(story())
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
    assert "Cancel 1 running task" in caplog.text


def test_worker_processes_get_the_same_bounds() -> None:
    sent = pickle.loads(pickle.dumps(transport.options(Settings(send_seconds=3.0))))
    assert sent["http"].settings.send_seconds == 3.0


# --- bytes that go out


def test_answers_to_pings_that_nobody_reads_fill_no_memory(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "MOST_FRUITLESS", 1 << 30)
    monkeypatch.setattr(sockets, "HELLO_SECONDS", 60.0)
    pings = masked(b"x" * 125, Opcode.PING) * 1_000

    def send_much(host: str, port: int, table: str) -> int:
        """Send pings and read nothing; return how many thousands were taken before the server hung up."""
        with socket.create_connection((host, port), timeout=PATIENCE) as raw:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            raw.sendall(request_head(f"/api/v1/tables/{table}/socket", upgrade=True))
            assert b" 101 " in raw.recv(1_000)
            for thousands in range(200):
                try:
                    raw.sendall(pings)
                except ConnectionError:
                    return thousands
        return 200

    async def story() -> None:
        async with serving(file, send_seconds=0.2) as address, Guest(address) as ana:
            await ana.arrive()
            host, _, port = address.partition(":")
            table = await ana.new_table("mine", "mine")
            assert await asyncio.to_thread(send_much, host, int(port), table) < 200

    run(story())


def test_nothing_is_read_from_whoever_does_not_read() -> None:
    class Line(asyncio.Transport):
        reads = True

        def get_extra_info(self, name: str, default: Any = None) -> Any:
            return default

        def is_closing(self) -> bool:
            return False

        def is_reading(self) -> bool:
            return self.reads

        def pause_reading(self) -> None:
            self.reads = False

        def resume_reading(self) -> None:
            self.reads = True

    class Library(asyncio.Protocol):
        def data_received(self, data: bytes) -> None:
            heard.append(data)

    heard = list[bytes]()

    async def story() -> None:
        line, connection = Line(), transport.BoundedConnection(transport.Listener(Settings()), Library)
        connection.connection_made(line)
        connection.pause_writing()
        connection.data_received(b"more")
        await asyncio.sleep(0)
        assert not line.is_reading()
        assert heard == []
        connection.resume_writing()
        while not heard:
            await asyncio.sleep(0)
        assert line.is_reading()
        assert heard == [b"more"]
        connection.connection_lost(None)

    run(story())


# --- time and number


def test_a_handshake_that_the_library_hides_is_answered(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "HEAD_SECONDS", 0.2)

    async def story() -> None:
        async with serving(file) as address, connected(address) as (reader, writer):
            writer.write(request_head("/api/v1/tables/x/socket", b"Content-Length: 5", upgrade=True))
            assert (await rest(reader)).startswith(b"HTTP/1.1 400 ")

    run(story())


LONG, MANY = b"X-Long: " + b"x" * 9_000, [b"X-Many: x"] * 200


@pytest.mark.parametrize("on", ["uvicorn", "hypercorn"])
@pytest.mark.parametrize("upgrade", [False, True], ids=["request", "handshake"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([b"X-Odd: a\x01b"], 400),
        ([LONG], 431),
        (MANY, 431),
        ([b"Cookie: " + b"a;" * 3_000] * 3, 431),
    ],
    ids=["control character", "long", "many", "much"],
)
def test_headers_that_cannot_be_meant_are_refused(
    file: str, on: str, upgrade: bool, headers: list[bytes], status: int
) -> None:
    async def story() -> None:
        async with serving(file, on=on) as address, connected(address) as (reader, writer):
            writer.write(request_head("/api/v1/tables/x/socket" if upgrade else "/healthz", *headers, upgrade=upgrade))
            assert (await rest(reader)).startswith(b"HTTP/1.1 %d " % status)

    run(story())


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_bodies_in_chunks_are_refused_before_they_are_read(file: str, method: str) -> None:
    """In chunks of a byte each they take so long to read that twenty of them left no time for anybody else."""

    async def story() -> None:
        async with serving(file) as address, connected(address) as (reader, writer):
            headers = b"Content-Type: application/json", b"Transfer-Encoding: chunked"
            writer.write(
                request_head("/api/v1/guests", *headers, upgrade=False, method=method) + b"1\r\n \r\n" * 10_000
            )
            assert (await rest(reader)).startswith(b"HTTP/1.1 411 ")

    run(story())


def test_an_address_that_is_too_long_is_refused(file: str) -> None:
    """Thirty times a second a query of 30,000 fields would be most of what a processor can do."""

    async def story() -> None:
        async with serving(file) as address, connected(address) as (reader, writer):
            writer.write(request_head(f"/api/v1/tables?{'a&' * 5_000}", upgrade=False))
            assert (await rest(reader)).startswith(b"HTTP/1.1 414 ")

    run(story())


def test_strangers_who_speak_no_http_fill_no_log(file: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with serving(file) as address:
            for nonsense in (b"\x16\x03\x01 hello\r\n\r\n", request_head("/", b"Upgrade: h2c", upgrade=False)):
                async with connected(address) as (reader, writer):
                    writer.write(nonsense.replace(b"Host", b"Connection: Upgrade, close\r\nHost"))
                    assert await rest(reader)
            async with connected(address) as (reader, writer):
                writer.write(request_head("/api/v1/tables/x/socket", b"Origin: https://evil.example", upgrade=True))
                assert (await rest(reader)).startswith(b"HTTP/1.1 403 ")

    run(story())
    assert [record.getMessage() for record in caplog.records if record.levelname != "INFO"] == []


def test_whoever_is_refused_for_asking_too_often_is_made_to_wait(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without that, one who sends requests one after another on many connections has the server refuse all the time."""
    waits, sleep = list[float](), asyncio.sleep

    async def noted(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0 if seconds == REFUSAL_SECONDS else seconds)

    async def story() -> None:
        async with serving(file, requests_per_second=0.25, files_per_second=0.1) as address:
            for path, upgrade in (("/api/v1/visitor", False), ("/", False), ("/api/v1/tables/x/socket", True)):
                async with connected(address) as (reader, writer):
                    monkeypatch.setattr(asyncio, "sleep", noted)
                    writer.write(request_head(path, upgrade=upgrade) * (1 if upgrade else 3))
                    assert await reader.readuntil(b"too-fast")
                    monkeypatch.setattr(asyncio, "sleep", sleep)
                assert waits.count(REFUSAL_SECONDS) > 0, path
                waits.clear()

    run(story())


def test_whoever_is_refused_at_the_gate_again_and_again_is_made_to_wait(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is refused for what it looks like costs as much as what is answered, and nobody had counted it."""
    waits, sleep = list[float](), asyncio.sleep

    async def noted(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0 if seconds == REFUSAL_SECONDS else seconds)

    async def story() -> None:
        async with serving(file, requests_per_second=0.25) as address:
            for upgrade in (False, True):
                monkeypatch.setattr(asyncio, "sleep", noted)
                for _ in range(2):
                    async with connected(address) as (reader, writer):
                        evil = b"Origin: https://evil.example"
                        writer.write(
                            request_head(
                                "/api/v1/tables/x/socket", evil, upgrade=upgrade, method="GET" if upgrade else "POST"
                            )
                        )
                        assert (await rest(reader)).startswith(b"HTTP/1.1 403 ")
                monkeypatch.setattr(asyncio, "sleep", sleep)
                assert REFUSAL_SECONDS in waits
                waits.clear()

    run(story())


@pytest.mark.parametrize("trust_proxy", [False, True], ids=["direct", "proxy"])
def test_whoever_only_connects_and_hangs_up_is_cut_off(
    file: str, monkeypatch: pytest.MonkeyPatch, trust_proxy: bool
) -> None:
    # Who has come too often has for ever, however slow the machine is.
    monkeypatch.setattr(transport, "Buckets", lambda rate, burst, now: Buckets(rate / 1_000_000, burst, now))

    async def story() -> None:
        async with serving(file, connections_per_second=1.0, trust_proxy=trust_proxy) as address:
            answered = []
            for _ in range(6):
                async with connected(address) as (reader, writer):
                    writer.write(request_head("/healthz", b"Connection: close", upgrade=False))
                    answered.append(await rest(reader) != b"")
            assert answered == [True] * 4 + [trust_proxy] * 2

    run(story())


def test_an_address_has_only_so_many_connections_that_are_no_sockets(file: str) -> None:
    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
        async with serving(file, http_connections_per_address=3) as address, contextlib.AsyncExitStack() as stack:
            held = [await stack.enter_async_context(connected(address)) for _ in range(3)]
            for _, writer in held:
                writer.write(b"GET /")
            async with connected(address) as (reader, _):
                assert (await rest(reader)).startswith(b"HTTP/1.1 503 ")
            held[0][1].close()  # one that ends makes room, and so does one that becomes a socket
            for _ in range(5):
                assert await until_let_in(stack, address, table) == b"101"

    async def until_let_in(stack: contextlib.AsyncExitStack, address: str, table: str) -> bytes:
        """Ask for a socket; the server may hear of an end a moment later than we do."""
        while True:
            reader, writer = await stack.enter_async_context(connected(address))
            writer.write(request_head(f"/api/v1/tables/{table}/socket", upgrade=True))
            status = (await reader.readline()).split()[1]
            if status != b"503":
                return status

    run(story())


def test_sockets_that_do_not_go_are_bounded_too(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who are told that they are too many, and stay, hold connections as well."""
    monkeypatch.setattr(transport, "_LINGER_SECONDS", 60.0)

    async def story() -> None:
        async with serving(file, sockets_per_address=2) as address, contextlib.AsyncExitStack() as stack:
            statuses = []
            for _ in range(6):
                reader, writer = await stack.enter_async_context(connected(address))
                writer.write(request_head(f"/api/v1/tables/{'A' * 22}/socket", upgrade=True))
                statuses.append((await reader.readline()).split()[1])
            assert statuses == [b"101"] * 4 + [b"503"] * 2

    run(story())


# --- memory


async def play_and_leave(address: str, table: str) -> None:
    async with spectating(address, table) as (reader, writer):
        await reader.readuntil(b'"type":"frame"')
        writer.write(masked(b"", Opcode.CLOSE))
        await rest(reader)


async def vanish(address: str, table: str) -> None:
    async with spectating(address, table) as (reader, _):
        await reader.readuntil(b'"type":"frame"')


async def talk_nonsense(address: str, table: str) -> None:
    async with spectating(address, table) as (reader, writer):
        writer.write(masked(b"nonsense") * (MOST_ERRORS + 1))
        await reader.readuntil(b'"fatal":true')


async def miss(address: str, _: str) -> None:
    async with spectating(address, "A" * 22) as (reader, _writer):
        await reader.readuntil(b'"fatal":true')


async def ask(address: str, _: str) -> None:
    async with connected(address) as (reader, writer):
        writer.write(request_head("/healthz", b"Connection: close", upgrade=False))
        assert b" 200 " in await rest(reader)


OURS = ("verso.server.transport", "verso.server.socket", "verso.server.limits", "verso.server.hub")


def count_ours() -> int:
    """Return how many objects of ours that come with a connection are in memory."""
    return sum(type(each).__module__ in OURS for each in gc.get_objects())


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/records", {"text": "x" * 100_000}),
        ("GET", "/records/RECORD/replay?ply=19999", None),
        ("GET", "/records/RECORD/chances?ply=19999", None),
        ("POST", "/guests/return", {"code": "x" * 22}),
        ("POST", "/lab/flip-city/sheet", {"seats": 2, "variant": {"changes": {}, "ruleset": "x"}}),
        ("GET", f"/tables/{'A' * 22}", None),
    ],
)
def test_requests_that_are_refused_give_their_memory_back(file: str, method: str, path: str, body: Any) -> None:
    """An error knows all that led to it, as a long record; were it kept by what it knows, that would stay in memory."""

    async def story() -> int:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            text = (GOLDEN / "flip-city-standard-2.record").read_text(encoding="utf-8")
            record = (await ana.ask("POST", "/records", {"text": text}))["record"]
            for each in range(20):
                answer = await ana.request(method, path.replace("RECORD", record), body)
                assert 400 <= answer.status_code < 500, answer.text
                if each == 0:
                    gc.collect()  # what comes with the first is kept on purpose
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            return sum(isinstance(each, types.FrameType) for each in gc.garbage)

    gc.disable()
    try:
        assert run(story()) == 0
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@pytest.mark.parametrize("visit", [play_and_leave, vanish, talk_nonsense, miss, ask])
def test_connections_that_end_give_their_memory_back(file: str, visit: Callable[[str, str], Any]) -> None:
    """And at once: while people play, the server does not look for what refers to itself."""

    async def story() -> None:
        async with serving(file) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            await visit(address, table)
            await settle(lambda: True)
            before = count_ours()
            for _ in range(often(100)):
                await visit(address, table)
            await settle(lambda: count_ours() <= before)

    async def settle(is_settled: Callable[[], bool]) -> None:
        """Give the server time to notice what has ended; what stays in memory stays until time is up."""
        await asyncio.sleep(0.05)
        while not is_settled():
            await asyncio.sleep(0.05)

    gc.collect()
    gc.disable()
    try:
        run(story())
    finally:
        gc.enable()
