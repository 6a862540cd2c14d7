"""One WebSocket connection to one table.

What there is to say is composed at the end of the same turn of the event loop, once for all that happened in it, and
then sent. While a reader takes its time, only a few answers are kept and no frame: it gets the newest when it is ready,
and is not listened to before it has read its answers. One that does not read at all is dropped.

Any ASGI server will do: nothing is used but its `receive` and its `send`, which waits while the reader does not read.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import logging
import re
import time
from collections.abc import Coroutine
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from verso.play import wire
from verso.play.show import Audience
from verso.play.table import Person, Refusal
from verso.server import store
from verso.server.hub import Live, NoTable, Unreadable, Watcher
from verso.server.limits import REFUSAL_SECONDS, Bucket, behalf
from verso.server.services import Failed, Services, person_of

log = logging.getLogger("verso.server")
HELLO_SECONDS = 10.0
MOST_ANSWERS = 64
MOST_ERRORS = 50
_TABLE = re.compile("[A-Za-z0-9_-]{22}")
_TOO_MANY = "too-many", "there are too many connections: close some, or try again later"
_TOO_FAST = "too-fast", "too many new connections from here: wait a moment"
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
    behalf.set(address)
    await socket.accept()
    entered = [opened for opened, key in _gates(services, address) if opened.enter(key)]
    connection = Connection(services, socket, socket.path_params["table"])
    is_too_fast = not services.requests.take(address)  # whoever comes and goes all the time keeps others busy
    is_one_too_many = len(entered) < len(_gates(services, address))
    try:
        await connection.serve(_TOO_FAST if is_too_fast else _TOO_MANY if is_one_too_many else None)
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
        self._posted: collections.deque[bytes] = collections.deque()
        """What has been composed and not been sent yet. Nothing more is composed meanwhile."""
        self._something_posted, self._has_room = asyncio.Event(), asyncio.Event()
        self._has_room.set()
        self._looks = False
        """Whether the seat to look from is settled, so that frames can be made."""
        self._frame_due = False
        self._busy = self._leaving = False
        self._ended: asyncio.Future[wire.Problem | None] = asyncio.get_running_loop().create_future()
        """With which problem the conversation ends, or with none if the other side has gone."""
        rate = services.settings.messages_per_second
        self._bucket = Bucket(rate, 2 * rate, time.monotonic())
        self._errors = 0
        self._advising: asyncio.Task[None] | None = None

    async def serve(self, refused: tuple[str, str] | None) -> None:
        """Hold the conversation; where it ends with a problem, say so, as far as anybody still listens, and close."""
        try:
            await self._until_it_ends(self._run(refused))
        finally:
            self.live = self.watcher = self._advising = None  # each knows this connection: the memory would stay
        problem = self._ended.result()
        if problem is not None:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
                async with asyncio.timeout(1):
                    self._posted += [*self.compose(), wire.encode(problem)]
                    await self._send_posted()
                    await self.socket.close(_CODES.get(problem.code, 1008))

    async def _until_it_ends(self, part: Coroutine[Any, Any, None]) -> None:
        """Carry out a part of the conversation; note how it ends, if it ends the conversation.

        Errors end here. One that is kept, as the result of a task, keeps all that it went through in memory.
        """
        try:
            await part
        except Hangup as hangup:
            self._end_with(hangup.problem)
        except store.Unavailable as error:
            self._end_with(wire.Problem("internal", error.words, fatal=True))
        except (WebSocketDisconnect, RuntimeError):
            self._end_with(None)
        except Exception:
            log.exception("a connection ended in the middle of something")
            self._end_with(wire.Problem("internal", "something went wrong here; it has been noted", fatal=True))

    def _end_with(self, problem: wire.Problem | None) -> None:
        if not self._ended.done():
            self._ended.set_result(problem)

    async def _run(self, refused: tuple[str, str] | None) -> None:
        if refused is not None:
            await asyncio.sleep(REFUSAL_SECONDS)  # a connection that lasts is one of those that are counted
            raise Hangup(*refused)
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
        if not _TABLE.fullmatch(self.table):  # nor are databases asked for texts that they do not take
            raise Hangup("unknown", "there is no such table")
        try:
            await self.services.hub.seen(self.table, hello.since)
            self.live = await self.services.hub.watch(self.table, self.watcher)
        except NoTable:
            raise Hangup("unknown", "there is no such table") from None
        except Unreadable as error:
            raise Hangup("damaged", error.words) from None
        mine, self._looks = self._mine(), True
        self._look(mine[0] if hello.seat is None and mine else hello.seat, hello.language)
        self._can_be_ended(ends=True)
        reader = asyncio.create_task(self._until_it_ends(self._read_loop()))
        sender = asyncio.create_task(self._until_it_ends(self._send_loop()))
        try:
            await self._ended
        finally:
            self._looks = False
            self._leaving = True
            for task in (sender, reader, *([self._advising] if self._advising else [])):
                if not (task is reader and self._busy):  # what is being stored is told to the others, too
                    task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            self._can_be_ended(ends=False)
            await self.services.hub.unwatch(self.live, self.watcher)

    def _can_be_ended(self, *, ends: bool) -> None:
        """Let this connection end with its token, or not any more."""
        if self.token is None:
            return
        token, known = store.hashed(self.token), self.services.hang_up
        if ends:
            known.setdefault(token, set()).add(self._sign_out)
        elif token in known:
            known[token].discard(self._sign_out)
            if not known[token]:
                del known[token]

    # --- sending

    def wake(self) -> None:
        """Send the newest frame at the end of this turn, or when the reader has caught up."""
        self._frame_due = True
        self._announce()

    def answer(self, message: wire.FromServer) -> None:
        """Send an answer at the end of this turn, before the frame, or when the reader has caught up."""
        self._answers.append(message)
        if len(self._answers) >= MOST_ANSWERS:
            self._has_room.clear()
        self._announce()

    def _announce(self) -> None:
        if not self._posted:
            self.services.outbox.announce(self)

    def compose(self) -> list[bytes]:
        """Return everything that is to be said now, in its order."""
        texts = [wire.encode(message) for message in self._answers]
        self._answers.clear()
        self._has_room.set()
        if self._frame_due and self._looks and not self._ended.done():
            self._frame_due = False
            assert self.live is not None
            assert self.watcher is not None
            if self.live.table.closed:
                self._end_with(wire.Problem("unknown", "this table has been deleted", fatal=True))
                return texts
            try:
                texts.append(self.live.frame(self.watcher, self.services.clock()))
            except Exception:
                log.exception("a frame could not be made")
                self._end_with(wire.Problem("internal", "something went wrong here; it has been noted", fatal=True))
        return texts

    def post(self, texts: list[bytes]) -> None:
        """Let the sender send what was composed."""
        self._posted += texts
        self._something_posted.set()

    async def _send_loop(self) -> None:
        while True:
            await self._something_posted.wait()
            self._something_posted.clear()
            try:
                async with asyncio.timeout(self.services.settings.send_seconds):
                    await self._send_posted()
            except TimeoutError:
                raise Hangup("slow", "you do not read what you are sent") from None
            if self._answers or self._frame_due:
                self._announce()

    async def _send_posted(self) -> None:
        while self._posted:
            await self.socket.send({"type": "websocket.send", "text": self._posted[0].decode()})
            self._posted.popleft()

    def _sign_out(self) -> None:
        self._end_with(wire.Problem("closing", "signed out", fatal=True))

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
            await self._has_room.wait()
            text = await self._receive()
            if not self._bucket.take(time.monotonic()):
                self._complain(wire.Problem("too-fast", "too many messages: this one was not read"))
                continue
            await self._wait_for_turn()
            try:
                message = self._decode(text)
            except Hangup as hangup:
                if hangup.problem.code == "too-long":
                    raise
                self._complain(wire.Problem(hangup.problem.code, hangup.problem.words))
                continue
            self._busy = True
            await self._handle(message)
            self._busy = False
            if self._leaving:
                return

    async def _wait_for_turn(self) -> None:
        """Wait where an address has said much: each of its connections has one message waiting and is not read
        meanwhile, so that whoever says little there waits for one of each other at most.
        """
        seconds = self.services.messages.spend(behalf.get())
        if seconds > 0:
            await asyncio.sleep(seconds)

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
            self._look(message.seat, message.language or language, anew=True)
        elif self.person is None:
            words = "spectators only watch: get an identity first"
            self.answer(wire.Refused(message.key, "not-yours", words, self._ply()))
        elif isinstance(message, (wire.Hint, wire.Why, wire.Suggest)):
            self._advise(message, language)
        else:
            await self._command(message, language)

    def _look(self, seat: int | None, language: wire.Language, *, anew: bool = False) -> None:
        """Look from a seat; `anew` tells again what was told to other eyes, or in another language."""
        assert self.watcher is not None
        audience = Audience(seat if seat in self._mine() else None, language)
        if anew and audience != self.watcher.audience:
            self.watcher.since = 0
        self.watcher.audience = audience
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
            self._look(message.seat, language, anew=True)

    def _advise(self, question: wire.Question, language: wire.Language) -> None:
        if self._advising is not None and not self._advising.done():
            words = Refusal("busy", "one-question").words(language)
            self.answer(wire.Refused(question.key, "busy", words, self._ply()))
            return
        self._advising = asyncio.create_task(self._answer_question(question, language))

    async def _answer_question(self, question: wire.Question, language: wire.Language) -> None:
        await self._until_it_ends(self._answer_now(question, language))  # made here: this may end before it begins

    async def _answer_now(self, question: wire.Question, language: wire.Language) -> None:
        assert self.person is not None
        self.answer(await self.services.hub.advise(self.table, self.person, question, language))
