"""How uvicorn is set up for tables: bounded messages and queues, and no connection that lingers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from verso.play import wire

_LINGER_SECONDS = 2.0
_MOST_WAITING = 4
LINE = "verso.line"
"""The extension of the ASGI scope by which a connection finds the line it is on."""


class TableProtocol(WebSocketsSansIOProtocol):
    """A WebSocket on which whole messages are written at once, without a task or a copy for each.

    Its transport is given up soon after the conversation has ended. Closing alone waits until everything written has
    been read, which a reader that has stopped never does.
    """

    on_room: Callable[[], None] | None = None
    """Called when a reader that had fallen behind has caught up."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][LINE] = self  # type: ignore[assignment]

    @property
    def has_room(self) -> bool:
        """Whether the reader keeps up with what is written."""
        return self.writable.is_set()

    def post(self, *texts: bytes) -> None:
        """Write text messages. Whoever posts without asking `has_room` fills the memory."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join([framed(text) for text in texts]))

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_room is not None:
            self.on_room()

    def send_receive_event_to_app(self) -> None:
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


def framed(text: bytes) -> bytes:
    """Return a text message as it goes over the wire from a server: one frame, not masked (RFC 6455, 5.2)."""
    length = len(text)
    if length < 126:
        return b"\x81%c%b" % (length, text)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), text)


OPTIONS: dict[str, Any] = {
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
