"""One WebSocket connection to one table.

A connection never holds more than a few answers: frames are made when the reader is ready for one, so a slow reader
gets fewer of them, and one that does not read at all is dropped.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import time
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from verso.play import wire
from verso.play.show import Audience
from verso.play.table import Person
from verso.server import store
from verso.server.hub import Live, NoTable, Watcher
from verso.server.limits import Bucket
from verso.server.services import Failed, Services, person_of

HELLO_SECONDS = 10.0
MOST_ANSWERS = 64
MOST_ERRORS = 50
_CODES = {"too-long": 1009, "slow": 1008, "too-many": 1013, "closing": 1012, "internal": 1011}


class Hangup(Exception):  # noqa: N818 - the end of a conversation
    """The connection is to be closed with this problem."""

    def __init__(self, code: Any, words: str) -> None:
        super().__init__(words)
        self.problem = wire.Problem(code, words, fatal=True)


async def table_socket(socket: WebSocket) -> None:
    """Serve one connection from its first message to its end."""
    services: Services = socket.app.state.services
    address = services.address(socket)
    await socket.accept()
    entered = [opened for opened, key in _gates(services, address) if opened.enter(key)]
    connection = Connection(services, socket, socket.path_params["table"])
    try:
        await connection.run(admitted=len(entered) == len(_gates(services, address)))
    except Hangup as hangup:
        await connection.end(hangup.problem)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone
    finally:
        for opened, key in _gates(services, address):
            if opened in entered:
                opened.leave(key)


def _gates(services: Services, address: str) -> list[tuple[Any, str]]:
    return [(services.sockets, "all"), (services.sockets_by_address, address)]


class Connection:
    """The state of one connection: who looks, what waits to be sent."""

    def __init__(self, services: Services, socket: WebSocket, table: str) -> None:
        self.services = services
        self.socket = socket
        self.table = table
        self.person: Person | None = None
        self.token: str | None = None
        self.live: Live | None = None
        self.watcher: Watcher | None = None
        self._answers: collections.deque[wire.FromServer] = collections.deque()
        self._news = asyncio.Event()
        self._frame_due = False
        self._ending: Hangup | None = None
        rate = services.settings.messages_per_second
        self._bucket = Bucket(rate, 2 * rate, time.monotonic())
        self._errors = 0
        self._advising: asyncio.Task[None] | None = None

    async def run(self, *, admitted: bool) -> None:
        if not admitted:
            raise Hangup("too-many", "there are too many connections: close some, or try again later")
        hello = await self._hello()
        await self._identify(hello)
        key = self.person.id if self.person is not None else None
        if key is not None and not self.services.sockets_by_identity.enter(key):
            raise Hangup("too-many", "you have too many connections: close some")
        try:
            await self._converse(hello)
        finally:
            if key is not None:
                self.services.sockets_by_identity.leave(key)

    async def _hello(self) -> wire.Hello:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = self._decode(await self._receive())
        except TimeoutError:
            raise Hangup("hello", "nothing was said for too long: begin with hello") from None
        if not isinstance(hello, wire.Hello):
            raise Hangup("hello", "the first message must be hello")
        return hello

    async def _identify(self, hello: wire.Hello) -> None:
        try:
            if hello.token is not None:
                identity, self.token = await self.services.find(hello.token), hello.token
                if identity is None:
                    raise Hangup("hello", "this token opens nothing, or not any more")
            else:
                identity, self.token = await self.services.identify(self.socket)
        except Failed as failed:
            raise Hangup("hello", failed.words) from None
        self.person = person_of(identity) if identity is not None else None

    async def _converse(self, hello: wire.Hello) -> None:
        self.watcher = Watcher(self.person, Audience(None, hello.language), hello.since, self.wake)
        try:
            await self.services.hub.seen(self.table, hello.since)
            self.live = await self.services.hub.watch(self.table, self.watcher)
        except NoTable:
            raise Hangup("unknown", "there is no such table") from None
        mine = self._mine()
        self._look(mine[0] if hello.seat is None and mine else hello.seat, hello.language)
        hang_up = self.services.hang_up.setdefault(store.hashed(self.token), set()) if self.token else set()
        hang_up.add(self._sign_out)
        sender = asyncio.create_task(self._send_loop())
        reader = asyncio.create_task(self._read_loop())
        try:
            await asyncio.wait([sender, reader], return_when=asyncio.FIRST_COMPLETED)
            for task in (reader, sender):
                if task.done():
                    task.result()
        finally:
            for task in (sender, reader, *([self._advising] if self._advising else [])):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Hangup, WebSocketDisconnect, RuntimeError):
                    await task
            hang_up.discard(self._sign_out)
            await self.services.hub.unwatch(self.live, self.watcher)

    # --- sending

    def wake(self) -> None:
        """Say that there is a new frame to be sent when the reader is ready."""
        self._frame_due = True
        self._news.set()

    def end_with(self, hangup: Hangup) -> None:
        self._ending = hangup
        self._news.set()

    def _sign_out(self) -> None:
        self.end_with(Hangup("closing", "signed out"))

    def answer(self, message: wire.FromServer) -> None:
        if len(self._answers) >= MOST_ANSWERS:
            self.end_with(Hangup("slow", "you do not read what you are sent"))
        else:
            self._answers.append(message)
        self._news.set()

    async def _send_loop(self) -> None:
        assert self.live is not None
        assert self.watcher is not None
        while True:
            await self._news.wait()
            self._news.clear()
            while self._answers:
                await self._send(self._answers.popleft())
            if self._ending is not None:
                raise self._ending
            if self._frame_due:
                self._frame_due = False
                await self._send(self.live.frame(self.watcher, self.services.clock()))

    async def _send(self, message: wire.FromServer) -> None:
        text = wire.encode(message).decode()
        try:
            async with asyncio.timeout(self.services.settings.send_seconds):
                await self.socket.send_text(text)
        except TimeoutError:
            raise Hangup("slow", "you do not read what you are sent") from None

    async def end(self, problem: wire.Problem) -> None:
        """Say why, as far as anybody still listens, and close."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(1):
                await self.socket.send_text(wire.encode(problem).decode())
                await self.socket.close(_CODES.get(problem.code, 1008))

    # --- receiving

    async def _receive(self) -> str | bytes:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")
        if text is None:
            return message.get("bytes") or b""
        return text

    def _decode(self, text: str | bytes) -> wire.FromClient:
        if len(text) > wire.MOST_BYTES:
            raise Hangup("too-long", f"a message has at most {wire.MOST_BYTES} bytes")
        try:
            message: wire.FromClient = wire.decode_client(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Hangup("unreadable", str(error)) from None
        return message

    async def _read_loop(self) -> None:
        while True:
            text = await self._receive()
            if not self._bucket.take(time.monotonic()):
                self._complain(wire.Problem("too-fast", "too many messages: this one was not read"))
                continue
            try:
                message = self._decode(text)
            except Hangup as hangup:
                if hangup.problem.code == "too-long":
                    raise
                self._complain(wire.Problem(hangup.problem.code, hangup.problem.words))
                continue
            await self._handle(message)

    def _complain(self, problem: wire.Problem) -> None:
        self._errors += 1
        if self._errors > MOST_ERRORS:
            raise Hangup(problem.code, "too many messages that could not be used")
        self.answer(problem)

    async def _handle(self, message: wire.FromClient) -> None:
        assert self.watcher is not None
        language = self.watcher.audience.language
        if isinstance(message, wire.Hello):
            self._complain(wire.Problem("hello", "hello is said once"))
        elif isinstance(message, wire.Look):
            before = self.watcher.audience
            self._look(message.seat, message.language or language)
            if self.watcher.audience != before:
                self.watcher.since = 0  # what was told to other eyes, or in another language, is told anew
        elif self.person is None:
            words = "spectators only watch: get an identity first"
            self.answer(wire.Refused(message.key, "not-yours", words, self._ply()))
        elif isinstance(message, (wire.Hint, wire.Why, wire.Suggest)):
            self._advise(message, language)
        else:
            await self._command(message, language)

    def _look(self, seat: int | None, language: wire.Language) -> None:
        assert self.watcher is not None
        self.watcher.audience = Audience(seat if seat in self._mine() else None, language)
        self.wake()

    def _mine(self) -> list[int]:
        assert self.live is not None
        return self.live.table.seats_of(self.person.id) if self.person is not None else []

    def _ply(self) -> int:
        return self.live.table.ply if self.live is not None else 0

    async def _command(self, message: wire.Command, language: wire.Language) -> None:
        assert self.person is not None
        await self.services.hub.command(self.table, self.person, message, language, self.answer)
        if isinstance(message, wire.Sit) and self.watcher is not None and self.watcher.audience.seat is None:
            self._look(message.seat, language)

    def _advise(self, question: wire.Question, language: wire.Language) -> None:
        if self._advising is not None and not self._advising.done():
            self.answer(wire.Refused(question.key, "busy", "one question at a time", self._ply()))
            return
        self._advising = asyncio.create_task(self._answer_question(question, language))

    async def _answer_question(self, question: wire.Question, language: wire.Language) -> None:
        assert self.person is not None
        self.answer(await self.services.hub.advise(self.table, self.person, question, language))
