"""How uvicorn serves tables: its own protocols, and around each connection bounds on time, bytes and memory.

The bounds know nothing of what is said. They stand between a connection and the library, and use only what every
`asyncio.Protocol` and `asyncio.Transport` has: bytes come and are handed on, or wait; bytes go out, or pile up.
"""

from __future__ import annotations

import asyncio
import functools
import http
import logging
import re
import time
from collections.abc import Callable, Iterable
from typing import Any, cast

import uvicorn

from verso.play import wire
from verso.server.limits import FORWARDED, Bucket, Buckets, Open, fault_of_headers, forwarded_for, network_of
from verso.server.settings import Settings

HEAD_SECONDS = 10.0
"""For a client to send a whole request head, and for a handshake to be answered."""
ANSWER_SECONDS = 120.0
"""For the first byte of an answer: whoever asked for a hint may wait for a bot that thinks."""
_LINGER_SECONDS = 2.0
_PIECE = 2_048
"""At most so many bytes are handed on in one turn of the event loop: they may be hundreds of pings, or of chunks."""
_READ_CHARGE = 32
"""What a read costs besides its bytes, so that single bytes are not cheap."""
_HTTP_BURST = 4 << 20
"""Bytes that may come at once as requests; the longest body is half of it."""
_SOCKET_BURST = 2 * wire.MOST_BYTES
MOST_FRUITLESS = 1 << 20
"""Bytes on a WebSocket that make no message: pings, answers to pings, and a message of which there is no end."""
_LONGEST_HEAD = 65_536
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")


_OTHERS_FAULTS = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    # A handshake that the gate refuses, with an answer: to the library it is one that nobody answered.
    "ASGI callable returned without completing handshake.",
)


def _is_worth_noting(record: logging.LogRecord) -> bool:
    """Leave out what the library says of strangers who send what cannot be read: it answers them, and nobody need fill
    the host's log. A socket's text that is no UTF-8 is closed as it should be, with 1007; what is still being answered
    when the server ends is cut off, which it says in a line of its own.
    """
    is_known = record.exc_info and isinstance(record.exc_info[1], (UnicodeDecodeError, asyncio.CancelledError))
    return not (is_known or record.msg in _OTHERS_FAULTS)


def options(settings: Settings) -> dict[str, Any]:
    """Return what uvicorn.run and uvicorn.Config are to be given."""
    logging.getLogger("uvicorn.error").addFilter(_is_worth_noting)
    return {
        "http": Listener(settings),
        "ws": "websockets-sansio",
        "ws_max_size": wire.MOST_BYTES,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,
        "timeout_graceful_shutdown": 5,
    }


class Listener:
    """Makes the protocol of each new connection: uvicorn calls it as it would a class of its own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.requesting = Open(settings.http_connections_per_address)
        rate = settings.connections_per_second
        self.coming = Buckets(rate, 4 * rate, time.monotonic)
        """New connections of an address: what is refused on one before anybody counts it costs more than to hang up."""
        self.upgraded = Open(2 * settings.sockets_per_address)
        """More than may stay: the application tells those who are too many so, and they have a while to go."""
        rate = settings.socket_bytes_per_address
        self.said = Buckets(rate, 4 * rate, time.monotonic)
        """Bytes on all sockets of an address: one that sends nothing but pings is cheap, and a hundred are not."""

    def __call__(self, **arguments: Any) -> asyncio.Protocol:
        return BoundedConnection(self, functools.partial(_library_protocol(), **arguments))


@functools.cache
def _library_protocol() -> Callable[..., asyncio.Protocol]:
    """Return the protocol that uvicorn uses by itself."""

    async def no_application(_scope: Any, _receive: Any, _send: Any) -> None:
        pass

    config = uvicorn.Config(no_application, http="h11", log_config=None)
    config.load()
    return config.http_protocol_class


class BoundedConnection(asyncio.Protocol):
    """Stands between a connection and the library's protocol, for as long as the connection lasts."""

    def __init__(self, listener: Listener, make_inner: Callable[[], asyncio.Protocol]) -> None:
        self._listener, self._make_inner = listener, make_inner
        self._settings = listener.settings
        self._loop = asyncio.get_running_loop()
        self.inner = asyncio.Protocol()  # nobody yet, and nobody again when the connection is lost
        self.transport: asyncio.Transport
        self._counted: tuple[Open, str] | None = None
        self._address = ""
        """Whose socket it is."""
        self.is_socket = False
        """Whether the library has changed from HTTP to WebSocket."""
        self._refused = self._lost = False
        self._bucket = self._new_bucket(_HTTP_BURST)
        self._waiting = bytearray()
        """What has come but could not be handed on yet. While there is any, nothing more is read."""
        self.inner_paused = self._writing_paused = False
        self._fruitless = 0
        self._head = bytearray()
        """What has come since the last answer, up to the end of a request head."""
        self._head_is_whole = False
        self._deadline: asyncio.TimerHandle | None = None
        self._owing: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        self._lingering: asyncio.TimerHandle | None = None

    def _new_bucket(self, burst: float) -> Bucket:
        rate = self._settings.bytes_per_second
        return Bucket(rate, max(rate, burst), self._loop.time())

    # --- beginning and end

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport = cast("asyncio.Transport", transport)  # that of uvloop does not say that it is one
        if not (self._settings.trust_proxy or self._listener.coming.take(self._peer())):
            self._refused = True
            transport.abort()
            return
        if not self._is_counted_among(self._listener.requesting):
            self._refuse(503, "too many connections from here")
            return
        self.inner = self._make_inner()
        self.inner.connection_made(InnerTransport(self))
        self._expect(HEAD_SECONDS, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = True
        self._is_counted_no_more()
        for timer in (self._deadline, self._owing, self._stuck, self._lingering):
            if timer is not None:
                timer.cancel()
        self._waiting.clear()
        inner, self.inner = self.inner, asyncio.Protocol()
        inner.connection_lost(exc)

    def _is_counted_among(self, connections: Open) -> bool:
        """Be counted among these connections of an address, and no more among others; False if there are too many."""
        self._is_counted_no_more()
        if self._settings.trust_proxy:
            return True  # all of them come from the proxy, which sees to it
        address = self._peer()
        if not connections.enter(address):
            return False
        self._counted = connections, address
        return True

    def _peer(self) -> str:
        peer = self.transport.get_extra_info("peername")
        return network_of(peer[0] if isinstance(peer, tuple) else "?")

    def _sender(self, headers: Iterable[bytes]) -> str:
        """Return whose socket it is, by the headers of its handshake where a proxy is believed."""
        if not self._settings.trust_proxy:
            return self._peer()
        pairs = [line.decode("latin-1").partition(":") for line in headers]
        return forwarded_for([value for name, _, value in pairs if name.strip().lower() == FORWARDED], self._peer())

    def _is_counted_no_more(self) -> None:
        if self._counted is not None:
            connections, address = self._counted
            connections.leave(address)
            self._counted = None

    def upgrade(self, protocol: asyncio.BaseProtocol) -> None:
        """Hand everything on to another protocol of the library, as it does for a WebSocket."""
        assert isinstance(protocol, asyncio.Protocol)
        self.inner = protocol
        self.is_socket = True
        self._bucket = self._new_bucket(_SOCKET_BURST)
        if not self._head or self.transport.is_closing():
            return  # answered already
        if not self._is_counted_among(self._listener.upgraded):
            self._refuse(503, "too many connections from here")
            return
        head = _END_OF_HEAD.split(self._head, 1)[0]
        request, *headers = [line.removesuffix(b"\r") for line in head.split(b"\n")]
        self._address = self._sender(headers)
        fault = fault_of_headers(headers) or fault_of_headers([request])
        if fault is not None:
            self._refuse(*fault)
        else:
            # The library hides some handshakes that it cannot read: it neither answers nor closes.
            self._expect(HEAD_SECONDS, functools.partial(self._refuse, 400, "this handshake cannot be read"))

    def _refuse(self, status: int, words: str) -> None:
        """Answer in place of the library, and close."""
        if not self.transport.is_closing():
            status_line = f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}"
            headers = f"connection: close\r\ncontent-type: text/plain\r\ncontent-length: {len(words)}"
            self.transport.write(f"{status_line}\r\n{headers}\r\n\r\n{words}".encode("ascii"))
        self._refused = True
        self._waiting.clear()
        self.close()

    def close(self) -> None:
        """Close when everything written has been read; whoever reads none of it holds nothing for long."""
        self.transport.close()
        if self._lingering is None and not self._lost:
            seconds = _LINGER_SECONDS if self.is_socket else self._settings.send_seconds
            self._lingering = self._loop.call_later(seconds, self.transport.abort)

    # --- time to ask and to answer

    def _expect(self, seconds: float, otherwise: Callable[[], object]) -> None:
        self._expect_nothing()
        self._deadline = self._loop.call_later(seconds, otherwise)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _note_request(self, piece: bytes) -> None:
        """Look for the end of a request head, which must come in time."""
        if self._head_is_whole:
            return
        if self._deadline is None:
            self._expect(HEAD_SECONDS, self.transport.abort)
        if len(self._head) > _LONGEST_HEAD:  # the rest of a body that nobody wanted
            del self._head[:-3]
        known = len(self._head)
        self._head += piece
        if _END_OF_HEAD.search(self._head, max(0, known - 3)):
            self._head_is_whole = True
            self._expect(ANSWER_SECONDS, self.transport.abort)

    def written(self, data: bytes | bytearray | memoryview) -> bool:
        """Note that the library writes; False if it must not, because its client has been refused."""
        if self._refused:
            return False
        goes_on = not self.is_socket and bytes(data[:10]) == b"HTTP/1.1 1"  # 100: the body may come
        if self._head and not goes_on:
            self._head.clear()
            self._head_is_whole = False
            self._expect_nothing()
        return True

    # --- reading

    def data_received(self, data: bytes) -> None:
        if self._may_hand_on() and not self._waiting and len(data) <= _PIECE:
            self._hand_on(data)
        elif not self._refused:
            self._waiting += data
            self.regulate()

    def eof_received(self) -> bool | None:
        return self.inner.eof_received()

    def _may_hand_on(self) -> bool:
        return not (self.inner_paused or self._writing_paused or self._owing is not None or self._refused)

    def _hand_on(self, piece: bytes) -> None:
        charge = len(piece) + _READ_CHARGE
        seconds = self._bucket.spend(self._loop.time(), charge)
        if self._address:
            seconds = max(seconds, self._listener.said.spend(self._address, charge))
        if seconds > 0:
            self._owing = self._loop.call_later(seconds, self._go_on)
        if self.is_socket:
            self._fruitless += len(piece)
        else:
            self._note_request(piece)
        self.inner.data_received(piece)
        if self._fruitless > MOST_FRUITLESS:
            self.transport.abort()

    def _go_on(self) -> None:
        """Hand on the next piece, now that it is affordable."""
        self._owing = None
        try:
            self._hand_on_next()
        except Exception:
            self.transport.abort()  # as a transport does with a protocol that fails
            raise

    def _hand_on_next(self) -> None:
        if self._waiting and self._may_hand_on() and not self.transport.is_closing():
            piece = bytes(self._waiting[:_PIECE])
            del self._waiting[:_PIECE]
            self._hand_on(piece)
        self.regulate()

    def regulate(self) -> None:
        """Read only while nothing waits; hand on what waits, a piece in each turn of the event loop."""
        if self.transport.is_closing():
            return
        if not self._waiting:
            if not self.transport.is_reading():
                self.transport.resume_reading()
            return
        if self.transport.is_reading():
            self.transport.pause_reading()
        if self._may_hand_on():
            # A timer of no time at all, kept as one that is owed, so that there is never more than one.
            self._owing = self._loop.call_later(0, self._go_on)

    def pause_inner(self, *, paused: bool) -> None:
        """Heed the library, which has had enough for now, as after a message; or wants more."""
        self.inner_paused = paused
        if paused:
            self._fruitless = 0
        else:
            self.regulate()

    # --- writing

    def pause_writing(self) -> None:
        # Nothing more is read meanwhile: whoever does not read may not ask for more to be written.
        self._writing_paused = True
        self._stuck = self._loop.call_later(self._settings.send_seconds + _LINGER_SECONDS, self.transport.abort)
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        self._writing_paused = False
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
        self.inner.resume_writing()
        self.regulate()


class InnerTransport(asyncio.Transport):
    """The connection as the library sees it: its own to read, write and close."""

    def __init__(self, connection: BoundedConnection) -> None:
        super().__init__()
        self._connection = connection
        self._transport = connection.transport

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def close(self) -> None:
        self._connection.close()

    def abort(self) -> None:
        self._transport.abort()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._connection.upgrade(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._connection.inner

    def is_reading(self) -> bool:
        return not self._connection.inner_paused

    def pause_reading(self) -> None:
        self._connection.pause_inner(paused=True)

    def resume_reading(self) -> None:
        self._connection.pause_inner(paused=False)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._connection.written(data):
            self._transport.write(data)

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        self.write(b"".join(list_of_data))

    def write_eof(self) -> None:
        self._transport.write_eof()

    def can_write_eof(self) -> bool:
        return self._transport.can_write_eof()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._transport.set_write_buffer_limits(high, low)

    def get_write_buffer_size(self) -> int:
        return self._transport.get_write_buffer_size()

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return self._transport.get_write_buffer_limits()
