"""How uvicorn is set up for tables: bounded messages and queues, and no connection that lingers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.utils import apply_mask

from verso.play import wire

_LINGER_SECONDS = 2.0
HEAD_SECONDS = 10.0
BODY_SECONDS = 10.0
_MOST_WAITING = 4
_FINAL_TEXT, _MASKED, _SHORTEST = 0x81, 0x80, 6
_MIDDLING, _LONG = 126, 127
"""Lengths that mean: the length follows, in two bytes or in eight."""
LINE = "verso.line"
"""The extension of the ASGI scope by which a connection finds the line it is on."""


class TableProtocol(WebSocketsSansIOProtocol):
    """A WebSocket on which whole messages are written at once, without a task or a copy for each.

    Its transport is given up soon after the conversation has ended. Closing alone waits until everything written has
    been read, which a reader that has stopped never does.
    """

    compose: Callable[[], list[bytes]] | None = None
    """Returns what there is to say, when asked at the end of a turn of the event loop."""
    on_full: Callable[[], None] | None = None
    """Called when the reader has fallen behind."""
    on_room: Callable[[], None] | None = None
    """Called when a reader that had fallen behind has caught up."""
    heard_at = 0.0
    in_frames = True
    """Whether all that came since the handshake were whole frames."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][LINE] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        # Nearly everything a client says comes frame by frame, and is one short message. The library reads all else,
        # and everything after what was not a whole frame: nobody else knows how much of it has been read.
        frame = whole_frame(data)
        self.in_frames = self.in_frames and (frame is not None or not self.handshake_initiated)
        between = self.in_frames and self.conn.state is OPEN and self.conn.current_size is None
        if frame is None or frame.head != _FINAL_TEXT or not between:
            super().data_received(data)
        else:
            self.curr_msg_data_type, self.frames = "text", [apply_mask(frame.masked, frame.mask)]
            self.send_receive_event_to_app()

    def post(self, texts: list[bytes]) -> None:
        """Write text messages. Whoever posts between `on_full` and `on_room` fills the memory."""
        if texts and not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join([framed(text) for text in texts]))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.on_full is not None:
            self.on_full()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_room is not None:
            self.on_room()

    def send_keepalive_ping(self) -> None:
        # Whoever plays need not be asked whether they are there. People come in crowds, and so would the answers.
        silent = self.loop.time() - self.heard_at
        if self.ping_interval is not None and silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def send_receive_event_to_app(self) -> None:
        self.heard_at = self.loop.time()
        # The base class stops reading after every message, which costs two system calls each; here only after some.
        reads_on = not self.read_paused and self.queue.qsize() < _MOST_WAITING
        self.read_paused = reads_on or self.read_paused
        super().send_receive_event_to_app()
        self.read_paused = self.read_paused and not reads_on

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(_LINGER_SECONDS, self.transport.abort)


class Outbox:
    """Lets all lines that have something to say do so at the end of a turn of the event loop.

    First everything is composed, then everything is written: many moves become durable together, and going to the
    network in between would drive what the next frame needs out of the processor's caches.
    """

    def __init__(self) -> None:
        self._lines: dict[TableProtocol, None] = {}

    def announce(self, line: TableProtocol) -> None:
        """Ask a line what it has to say, once, when everything that happens in this turn has happened."""
        if not self._lines:
            asyncio.get_running_loop().call_soon(self._deliver)
        self._lines[line] = None

    def _deliver(self) -> None:
        lines, self._lines = self._lines, {}
        said = [(line, line.compose()) for line in lines if line.compose is not None]
        for line, texts in said:
            line.post(texts)


class RequestProtocol(H11Protocol):
    """HTTP that gives a client only so long to say what it wants: half a request is no way to hold a connection."""

    _impatience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        asked: Any = self.cycle  # None at first, whatever its type says
        if asked is not None and not asked.response_complete:
            self._be_patient()
        elif self.transport.get_protocol() is self:
            self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._be_patient()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._be_patient()
        super().handle_websocket_upgrade(event)

    def _expect_request(self) -> None:
        if self._impatience is None:
            self._impatience = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _be_patient(self) -> None:
        if self._impatience is not None:
            self._impatience.cancel()
            self._impatience = None


def framed(text: bytes) -> bytes:
    """Return a text message as it goes over the wire from a server: one frame, not masked (RFC 6455, 5.2)."""
    length = len(text)
    if length < 126:
        return b"\x81%c%b" % (length, text)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), text)


class WholeFrame(NamedTuple):
    """A frame as it came: its first byte, with which message it is part of, and what it says, masked."""

    head: int
    mask: bytes
    masked: bytes


def whole_frame(data: bytes) -> WholeFrame | None:
    """Return a client's frame if the data is nothing but one short frame (RFC 6455, 5.2), else None."""
    if len(data) < _SHORTEST or not _MASKED <= data[1] < _MASKED + _LONG:
        return None
    length, start = data[1] - _MASKED, 2
    if length == _MIDDLING:
        length, start = int.from_bytes(data[2:4], "big"), 4
    if length > wire.MOST_BYTES or len(data) != start + 4 + length:
        return None
    return WholeFrame(data[0], data[start : start + 4], data[start + 4 :])


OPTIONS: dict[str, Any] = {
    "http": RequestProtocol,
    "ws": TableProtocol,
    "ws_max_size": wire.MOST_BYTES,
    "ws_per_message_deflate": False,
    "log_config": None,
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,
    "timeout_graceful_shutdown": 5,
}
"""For uvicorn.run and uvicorn.Config."""
