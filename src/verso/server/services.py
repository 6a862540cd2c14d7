"""What requests and connections share: the store, the hub, limits and who is who."""

from __future__ import annotations

import asyncio
import dataclasses
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from starlette.requests import HTTPConnection

from verso.play.table import Person, words_for
from verso.server import people, store
from verso.server.hub import Hub, steady_clock, wall_clock
from verso.server.lab import Lab
from verso.server.limits import FORWARDED, Buckets, Open, forwarded_for, network_of
from verso.server.metrics import Metrics
from verso.server.odds import Counter
from verso.server.push import Pushes
from verso.server.records import Reading
from verso.server.reviews import Reviews
from verso.server.settings import Settings
from verso.server.store import Backend, Identity
from verso.server.thinking import Thinkers

if TYPE_CHECKING:
    from verso.server.thinking import Chooser

COOKIE = "verso"
_DAY = 86_400_000
CODE_MS = 10 * 60_000
INVITATION_MS = 14 * _DAY


class Failed(Exception):  # noqa: N818 - an answer
    """A request that is refused with a status, a code for programs and words for people."""

    def __init__(self, status: int, code: str, words: str, suggestion: str | None = None) -> None:
        super().__init__(words)
        self.status, self.code, self.words, self.suggestion = status, code, words, suggestion


class Speaker(Protocol):
    """A connection that may have something to say."""

    def compose(self) -> list[bytes]:
        """Return what is to be said now, in its order."""

    def post(self, texts: list[bytes]) -> None:
        """Begin to send what was composed."""


class Outbox:
    """Lets all connections that have something to say do so at the end of a turn of the event loop.

    First everything is composed, then everything is sent: many moves become durable together, and going to the
    network in between would drive what the next frame needs out of the processor's caches.
    """

    def __init__(self) -> None:
        self._speakers: dict[Speaker, None] = {}

    def announce(self, speaker: Speaker) -> None:
        """Ask a connection what it has to say, once, when everything that happens in this turn has happened."""
        if not self._speakers:
            asyncio.get_running_loop().call_soon(self._deliver)
        self._speakers[speaker] = None

    def _deliver(self) -> None:
        speakers, self._speakers = self._speakers, {}
        said = [(speaker, speaker.compose()) for speaker in speakers]
        for speaker, texts in said:
            speaker.post(texts)


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
        self.files = Buckets(settings.files_per_second, 4 * settings.files_per_second, seconds)
        self.messages = Buckets(settings.messages_per_address, 4 * settings.messages_per_address, seconds)
        self.guests = Buckets(settings.guests_per_minute / 60, settings.guests_per_minute, seconds)
        self.imports = Buckets(settings.imports_per_day / 86_400, settings.imports_per_day, seconds)
        self.sockets = Open(settings.sockets)
        self.sockets_by_identity = Open(settings.sockets_per_identity)
        self.sockets_by_address = Open(settings.sockets_per_address)
        self.reading = Reading(settings.reading_threads)
        self.odds = Counter(self.reading)
        self.reviews = Reviews(self.backend, settings.review_threads, settings.review_seconds)
        self.new_reviews = Buckets(settings.reviews_per_minute / 60, settings.reviews_per_minute, seconds)
        self.lab = Lab(settings)
        self.outbox = Outbox()
        self.hang_up = self.hub.hang_up
        self.pushes = Pushes(self.backend, settings, self.metrics)
        self.hub.tell_turn = self.pushes.tell_turn

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
        now = self.hub.sure_now()
        return await self.backend.read(lambda: store.find_token(token, now))

    async def add_guest(self, name: str | None, language: str, address: str) -> tuple[Identity, str]:
        """Make somebody known, by a name that nobody else holds; raises NameHeld. Without one they get one."""
        chosen = name or new_name(language)
        identity, token, now = Identity("p_" + secrets.token_urlsafe(12), chosen, language), new_token(), self.clock()

        def add() -> store.Script[None]:
            yield from people.check_name(chosen, identity.id, self.hub.holding())  # what is undone leaves its bytes
            yield from store.add_identity(identity, token, now, self._expiry(now), store.hashed(address))
            yield from people.hold_name(chosen, identity.id, self.hub.holding())

        try:
            await self.backend.write(add)
        except people.NameHeld:
            if name is not None:
                raise
            return await self.add_guest(None, language, address)
        return identity, token

    async def return_guest(self, code: str) -> tuple[Identity, str]:
        token, now = new_token(), self.clock()

        def use() -> store.Script[Identity | None]:
            subject = yield from store.use_code("device", code, self.hub.sure_now())
            yield from store.add_token(subject, token, now, self._expiry(now))
            return (yield from store.find_identity(subject))

        try:
            identity = await self.backend.write(use)
        except store.CodeUsed:
            identity = None
        if identity is None:
            raise Failed(403, "code", "this code has been used, or is too old")
        return identity, token

    async def open_identity(self, subject: str) -> tuple[Identity, str]:
        """Return somebody who has shown who they are, with a new token."""
        token, now = new_token(), self.clock()

        def add() -> store.Script[Identity]:
            identity = yield from store.find_identity(subject)
            if identity is None:
                raise store.Unknown(subject)
            yield from store.add_token(subject, token, now, self._expiry(now))
            return identity

        return await self.backend.write(add), token

    def _expiry(self, now: int) -> int:
        return now + self.settings.token_days * _DAY

    def address(self, connection: HTTPConnection) -> str:
        """Return where a connection comes from; a proxy is believed only where the host said so."""
        peer = connection.client.host if connection.client else "?"
        if self.settings.trust_proxy:
            return forwarded_for(connection.headers.getlist(FORWARDED), peer)
        return network_of(peer)


def new_name(language: str) -> str:
    """Return a name for somebody who has chosen none."""
    return words_for(language)("guest", number=str(1_000 + secrets.randbelow(999_000)))


def new_token() -> str:
    return secrets.token_urlsafe(32)


def person_of(identity: Identity) -> Person:
    return Person(identity.id, identity.name)


def open_backend(settings: Settings, *, serves: bool = False) -> Backend:
    if settings.is_postgres:
        from verso.server.postgres import PostgresBackend

        return PostgresBackend(settings.database, serves=serves)
    from verso.server.sqlite import SqliteBackend

    return SqliteBackend(settings.database, serves=serves)


async def open_services(
    settings: Settings, clock: Callable[[], int] = wall_clock, chooser: Chooser | None = None
) -> Services:
    backend, metrics = open_backend(settings, serves=True), Metrics()
    await backend.open()
    thinkers = Thinkers(settings.bot_threads, settings.bot_seconds, chooser)
    hub = Hub(backend, settings, metrics, thinkers, clock, steady_clock if clock is wall_clock else clock)
    hub.start()
    services = Services(settings, backend, hub, metrics, clock)
    await services.pushes.open()
    return services


async def close_services(services: Services) -> None:
    await services.hub.close()
    await services.odds.close()
    await services.reviews.close()
    await services.lab.close()
    services.reading.close()
    services.pushes.close()
    await services.backend.close()
