"""Web Push: devices are told that it is somebody's turn, also when no page is open.

Where to send is said by browsers, and so by anybody: an endpoint is an address that a stranger chose. So requests go
only to the push services that the host allows (`push_hosts`), by https, to public addresses that are looked up here and
connected to as they were looked up; nothing is followed, little is read, and all of it takes a bounded time on threads
of its own. What is sent is encrypted for the browser (RFC 8291) and names the game and its table, nothing hidden.

`pywebpush` and `cryptography` are imported when they are needed.
"""

from __future__ import annotations

import asyncio
import base64
import concurrent.futures
import contextlib
import functools
import http.client
import ipaddress
import logging
import socket
import ssl
import threading
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from verso.core.game import find_game
from verso.play import wire
from verso.play.table import words_for
from verso.server import people, store
from verso.server.limits import Crowded, Turns
from verso.server.metrics import Metrics
from verso.server.settings import Settings
from verso.server.store import Backend

log = logging.getLogger("verso.server")
_KEY = "vapid"
SECONDS = 15.0
"""One message takes no longer, whatever the other side does."""
_CONNECT_SECONDS = 5.0
_THREADS = 2
MOST_WAITING = 500
"""More messages than that do not wait: a game is not lost because a device was not told."""
_KEPT_SECONDS = 86_400
_MOST_READ = 4_096
_GONE = (404, 410)
_EMBEDS_OLD = ipaddress.ip_network("64:ff9b::/96")


class NotAllowed(Exception):  # noqa: N818 - an answer
    """An endpoint is not one of a push service that this server may send to."""


class Reply(NamedTuple):
    """What a push service answered, as `pywebpush` wants it."""

    status_code: int
    reason: str
    text: str
    headers: Mapping[str, str]


def check_place(endpoint: str, allowed: Collection[str]) -> SplitResult:
    """Return the parts of an endpoint that may be sent to; raises NotAllowed.

    `allowed` has names of hosts, `*.name` for all below one, `*` for all; and whole origins, which may be anywhere.
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise NotAllowed from None
    if f"{parts.scheme}://{parts.netloc}" in allowed:
        return parts
    host = parts.hostname or ""
    is_plain = parts.scheme == "https" and port in (None, 443) and "@" not in parts.netloc and endpoint.isascii()
    if not is_plain or not any(_fits(host, each) for each in allowed):
        raise NotAllowed
    return parts


def _fits(host: str, allowed: str) -> bool:
    if allowed == "*":
        return "." in host and not host.replace(".", "").isdigit()
    return host.endswith(allowed[1:]) if allowed.startswith("*.") else host == allowed


def is_public(address: str) -> bool:
    """Whether an address is one of the internet, not of this machine or its networks, also inside a newer one."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found in _EMBEDS_OLD or found.sixtofour is not None or found.teredo is not None:
            return False
        found = found.ipv4_mapped or found
    return found.is_global and not found.is_multicast


class Poster:
    """Sends one request to a push service: takes the place of a session of `requests` in `pywebpush`."""

    def __init__(self, allowed: Collection[str]) -> None:
        self._allowed = allowed

    def post(self, endpoint: str, *, timeout: float, data: bytes, headers: Mapping[str, str]) -> Reply:
        parts = check_place(endpoint, self._allowed)
        anywhere = f"{parts.scheme}://{parts.netloc}" in self._allowed
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        connection = http.client.HTTPConnection(host, port, timeout=_CONNECT_SECONDS)
        with contextlib.closing(connection), _ended_after(timeout) as ends:
            connection.sock = ends(_connect(host, port, anywhere=anywhere))
            if parts.scheme == "https":
                connection.sock = ends(ssl.create_default_context().wrap_socket(connection.sock, server_hostname=host))
            path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
            connection.request("POST", path, body=data, headers={name: str(value) for name, value in headers.items()})
            answer = connection.getresponse()
            text = answer.read(_MOST_READ).decode(errors="replace")
        return Reply(answer.status, answer.reason, text, dict(answer.headers))


def _connect(host: str, port: int, *, anywhere: bool) -> socket.socket:
    """Connect to the first address of a host that may be connected to; no name is looked up a second time."""
    for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if not anywhere and not is_public(str(address[0])):
            continue
        made = socket.socket(family, kind, protocol)
        made.settimeout(_CONNECT_SECONDS)
        try:
            made.connect(address)
        except OSError:
            made.close()
            continue
        return made
    raise NotAllowed(f"{host} has no public address that answers")


@contextlib.contextmanager
def _ended_after(seconds: float) -> Iterator[Any]:
    """Cut connections when their time is over: each read alone may take a while, and there may be many."""
    sockets: list[socket.socket] = []
    is_cut = threading.Event()

    def add(made: socket.socket) -> socket.socket:
        sockets[:] = [made]
        return made

    def cut() -> None:
        is_cut.set()
        for each in sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield add
    except (OSError, http.client.HTTPException) as error:
        if is_cut.is_set():  # the other side may answer a cut with a reset
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()
    if is_cut.is_set():  # what was read until then looks whole, and is not
        raise TimeoutError


class Pushes:
    """Tells devices, on threads of its own."""

    def __init__(self, backend: Backend, settings: Settings, metrics: Metrics) -> None:
        self._backend, self._settings = backend, settings
        self._threads = concurrent.futures.ThreadPoolExecutor(_THREADS, "verso-push")
        self._turns = Turns(_THREADS, MOST_WAITING)
        """Somebody may have many games, and devices that never answer: others' turns come between."""
        self._private = self.public = ""
        self._count = metrics.counter("verso_pushes_total", "messages to devices by how they ended")

    async def open(self) -> None:
        """Read this server's keys, or make them the first time."""
        found = await self._backend.read(lambda: people.find_key(_KEY))
        if found is None:
            private, public = await asyncio.to_thread(new_keys)
            found = await self._backend.write(lambda: people.keep_key(_KEY, private, public))
        self._private, self.public = found

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def tell_turn(self, identity: str, table: str, game: str, now: int) -> None:
        """Tell all devices of somebody that it is their turn at a table."""
        for push in await self._backend.read(lambda: people.pushes_of(identity, now)):
            body = words_for(push.language)("push-turn", game=find_game(game).title)
            payload = wire.encode(wire.PushPayload(body, table, push.language))
            try:
                send = functools.partial(self._send, push, payload, store.hashed(table)[:32])
                status = await self._turns.run(self._threads, send)
            except Crowded:
                self._count(ended="left out")
                return
            self._count(ended=str(status) if status else "failed")
            if status in _GONE:
                await self._backend.write(lambda push=push: people.drop_push(push.endpoint))  # type: ignore[misc]

    def _send(self, push: people.Push, payload: bytes, topic: str) -> int:
        """Send a message; return the status that was answered, 0 where none was."""
        import pywebpush

        try:
            answer: Any = pywebpush.webpush(
                {"endpoint": push.endpoint, "keys": {"p256dh": push.p256dh, "auth": push.auth}},
                payload,
                vapid_private_key=self._private,
                vapid_claims={"sub": self._settings.push_contact},
                ttl=_KEPT_SECONDS,
                headers={"Topic": topic, "Urgency": "normal"},
                timeout=SECONDS,
                requests_session=Poster(self._settings.push_hosts),
            )
        except pywebpush.WebPushException as error:
            return error.status_code or 0
        except (NotAllowed, OSError, http.client.HTTPException, ValueError) as error:
            log.info("a device was not told", extra={"fields": {"reason": type(error).__name__}})
            return 0
        return int(answer.status_code)


def new_keys() -> tuple[str, str]:
    """Return a pair of keys by which push services know this server, private first."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_numbers().private_value.to_bytes(32, "big")
    public = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return _text(private), _text(public)


def _text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether a browser's keys can be encrypted for."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        return len(_bytes(auth)) == 16
    except ValueError:
        return False
