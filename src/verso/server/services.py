"""What requests and connections share: the store, the hub, limits and who is who."""

from __future__ import annotations

import dataclasses
import ipaddress
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from verso.play.table import Person
from verso.server import store
from verso.server.hub import Hub, wall_clock
from verso.server.limits import Buckets, Open
from verso.server.metrics import Metrics
from verso.server.odds import Counter
from verso.server.settings import Settings
from verso.server.store import Backend, Identity
from verso.server.thinking import Thinkers, choose
from verso.server.transport import Outbox

if TYPE_CHECKING:
    from verso.server.thinking import Chooser

COOKIE = "verso"
_DAY = 86_400_000
CODE_MS = 10 * 60_000
INVITATION_MS = 14 * _DAY


class Failed(Exception):  # noqa: N818 - an answer
    """A request that is refused with a status, a code for programs and words for people."""

    def __init__(self, status: int, code: str, words: str) -> None:
        super().__init__(words)
        self.status, self.code, self.words = status, code, words


@dataclasses.dataclass
class Services:
    """One worker's parts, made by `open_services` when the server starts."""

    settings: Settings
    backend: Backend
    hub: Hub
    metrics: Metrics
    clock: Callable[[], int]

    def __post_init__(self) -> None:
        settings, seconds = self.settings, time.monotonic
        self.requests = Buckets(settings.requests_per_second, 4 * settings.requests_per_second, seconds)
        self.guests = Buckets(settings.guests_per_minute / 60, settings.guests_per_minute, seconds)
        self.creations = Buckets(settings.tables_per_minute / 60, settings.tables_per_minute, seconds)
        self.sockets = Open(settings.sockets)
        self.sockets_by_identity = Open(settings.sockets_per_identity)
        self.sockets_by_address = Open(settings.sockets_per_address)
        self.odds = Counter()
        self.outbox = Outbox()
        self.hang_up = self.hub.hang_up

    # --- who is who

    async def identify(self, connection: HTTPConnection) -> tuple[Identity | None, str | None]:
        """Return the identity of a bearer token or cookie, and the token. A wrong bearer token is refused."""
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        token = bearer if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)
        if not token:
            return None, None
        identity = await self.find(token)
        if identity is None and scheme.lower() == "bearer":
            raise Failed(401, "token", "this token opens nothing, or not any more")
        return identity, token if identity is not None else None

    async def find(self, token: str) -> Identity | None:
        if not token.isascii() or len(token) != 43:
            return None
        now = self.clock()
        return await self.backend.read(lambda: store.find_token(token, now))

    async def add_guest(self, name: str, language: str) -> tuple[Identity, str]:
        identity, token, now = Identity("p_" + secrets.token_urlsafe(12), name, language), new_token(), self.clock()
        await self.backend.write(lambda: store.add_identity(identity, token, now, self._expiry(now)))
        return identity, token

    async def return_guest(self, code: str) -> tuple[Identity, str]:
        token, now = new_token(), self.clock()

        def use() -> store.Script[Identity | None]:
            subject = yield from store.use_code("device", code, now)
            yield from store.add_token(subject, token, now, self._expiry(now))
            return (yield from store.find_identity(subject))

        try:
            identity = await self.backend.write(use)
        except store.CodeUsed:
            identity = None
        if identity is None:
            raise Failed(403, "code", "this code has been used, or is too old")
        return identity, token

    def _expiry(self, now: int) -> int:
        return now + self.settings.token_days * _DAY

    def address(self, connection: HTTPConnection) -> str:
        """Return where a connection comes from; a proxy is believed only where the host said so."""
        peer = connection.client.host if connection.client else "?"
        if self.settings.trust_proxy:
            peer = connection.headers.get("x-forwarded-for", peer).rpartition(",")[2].strip()
        try:
            parsed = ipaddress.ip_address(peer)
        except ValueError:
            return peer[:64]
        # A household has a /64 of IPv6 addresses to choose from.
        return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else str(parsed)


def new_token() -> str:
    return secrets.token_urlsafe(32)


def person_of(identity: Identity) -> Person:
    return Person(identity.id, identity.name)


def open_backend(settings: Settings) -> Backend:
    if settings.is_postgres:
        from verso.server.postgres import PostgresBackend

        return PostgresBackend(settings.database)
    from verso.server.sqlite import SqliteBackend

    return SqliteBackend(settings.database)


async def open_services(
    settings: Settings, clock: Callable[[], int] = wall_clock, chooser: Chooser | None = None
) -> Services:
    backend, metrics = open_backend(settings), Metrics()
    await backend.open()
    thinkers = Thinkers(settings.bot_threads, settings.bot_seconds, chooser or choose)
    hub = Hub(backend, settings, metrics, thinkers, clock)
    hub.start()
    return Services(settings, backend, hub, metrics, clock)


async def close_services(services: Services) -> None:
    await services.hub.close()
    await services.odds.close()
    await services.backend.close()
