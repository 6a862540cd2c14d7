"""The ASGI application: routes, the socket, the web page, and the checks that stand before all of them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import multiprocessing
import os
import re
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from verso.play import wire
from verso.server import schema, store
from verso.server.hub import wall_clock
from verso.server.limits import LONGEST_LINE, REFUSAL_SECONDS, fault_of_headers
from verso.server.routes import ROUTES, endpoint
from verso.server.services import Services, close_services, open_services
from verso.server.settings import Settings, load
from verso.server.socket import table_socket
from verso.server.thinking import Chooser

STATIC = Path(__file__).parent.parent / "static"
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # a table's address is for those who were given it
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_STOP_SECONDS = 20
_ASKED = ("/api/", "/healthz", "/metrics")
"""Where what is asked for is more than a file."""
_FILE_SECONDS = 5.0
_UNUSABLE = f"{store.Unusable.__module__}.{store.Unusable.__qualname__}: "
log = logging.getLogger("verso.server")


def create_app(
    settings: Settings | None = None, *, clock: Callable[[], int] = wall_clock, chooser: Chooser | None = None
) -> Starlette:
    """Return the application. Its parts are opened when it starts and closed when it stops."""
    chosen = settings or load()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        services = app.state.services = await open_services(chosen, clock, chooser)
        try:
            yield
        finally:
            await close_services(services)

    app = Starlette(routes=list(_routes()), lifespan=lifespan)
    app.add_middleware(Gate, settings=chosen)
    return app


def _routes() -> list[BaseRoute]:
    routes: list[BaseRoute] = [Route(route.path, endpoint(route), methods=[route.method]) for route in ROUTES]
    routes += [
        WebSocketRoute("/api/v1/tables/{table}/socket", table_socket),
        Route("/api/v1/openapi.json", lambda _request: JSONResponse(schema.openapi())),
        Route("/api/v1/asyncapi.json", lambda _request: JSONResponse(schema.asyncapi())),
        Route("/api/v1/messages.schema.json", lambda _request: JSONResponse(schema.messages())),
        Route("/api/{rest:path}", _nothing, methods=["GET", "POST", "PATCH", "PUT", "DELETE"]),
    ]
    if (STATIC / "index.html").exists():
        routes += [
            Mount("/assets", StaticFiles(directory=STATIC / "assets", check_dir=False)),
            Route("/{rest:path}", _page),
        ]
    else:
        routes.append(Route("/", _no_page))
    return routes


async def _nothing(_request: Request) -> Response:
    return Response(wire.encode(wire.Failure("not-found", "there is nothing here")), 404, media_type="application/json")


async def _no_page(_request: Request) -> Response:
    return PlainTextResponse("Verso is running. This installation has no web page; see /api/v1/openapi.json.\n")


async def _page(request: Request) -> Response:
    """Return a file of the web page, or the page itself, which finds its own way from the address."""
    try:
        file = (STATIC / request.path_params["rest"]).resolve()
        found = file.is_relative_to(STATIC) and file.is_file()
    except (OSError, ValueError):  # a name no file can have
        found = False
    return FileResponse(file if found else STATIC / "index.html")


class Gate:
    """Stands before everything: refuses foreign origins, adds the security headers, counts and logs."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, _without_traceback(send))
            return
        fault = fault_of_request(scope)
        if fault is not None:
            await _refuse(scope, receive, send, fault[0], wire.Failure("unreadable", fault[1]))
            return
        if not self._is_ours(scope):
            await _refuse(scope, receive, send, 421, wire.Failure("host", "this server has another name"))
            return
        if not self._is_allowed(scope):
            words = "this page may not use the server from another origin"
            await _refuse(scope, receive, send, 403, wire.Failure("origin", words))
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        await self._serve(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        """Whether a request is for a name of this server, where it has been told which those are."""
        if not self.settings.hosts:
            return True
        name = re.sub(r":[0-9]*\Z", "", Headers(scope=scope).get("host", "")).lower()
        return name in {host.lower() for host in self.settings.hosts}

    def _is_allowed(self, scope: Scope) -> bool:
        """Whether a browser's page may do this. Reading needs no origin; programs without one are no browsers."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None or (scope["type"] == "http" and scope["method"] in ("GET", "HEAD")):
            return True
        scheme, _, place = origin.partition("://")
        own = place == headers.get("host") and (scheme == "https" or not self.settings.secure)
        return own or origin in self.settings.origins

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            await self._answer_in_turn(scope, receive, send_with_headers)
        finally:
            # The path may be a table's private address, so only its pattern is logged.
            path = getattr(scope.get("route"), "path", "?")
            milliseconds = round(1_000 * (time.perf_counter() - began), 1)
            log.info(
                "request",
                extra={"fields": {"method": scope["method"], "route": path, "status": status, "ms": milliseconds}},
            )

    async def _answer_in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, unless an address asks for too much: a page needs many files at once, so those wait for a while."""
        services: Services = scope["app"].state.services
        address = services.address(HTTPConnection(scope))
        if scope["path"].startswith(_ASKED):
            seconds = 0.0 if services.requests.take(address) else None
        else:
            seconds = services.files.wait(address, _FILE_SECONDS)
        if seconds is None:
            await asyncio.sleep(REFUSAL_SECONDS)
            failure = wire.Failure("too-fast", "too many requests from here: wait a moment")
            answer = Response(wire.encode(failure), 429, {"retry-after": "1"}, "application/json")
            await answer(scope, receive, send)
            return
        if seconds > 0:
            await asyncio.sleep(seconds)
        await self.app(scope, receive, send)


def fault_of_request(scope: Scope) -> tuple[int, str] | None:
    """Return with which status and words a request is refused for what it looks like; None if it is not."""
    if len(scope["path"]) + len(scope["query_string"]) > LONGEST_LINE:
        return 414, f"an address has at most {LONGEST_LINE} bytes"
    if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
        # In chunks of a byte each, what is cheap to send takes a thousand times as long to read.
        return 411, "say how long the body is, with Content-Length"
    return fault_of_headers([name + b": " + value for name, value in scope["headers"]])


def _without_traceback(send: Send) -> Send:
    """Say of a database that cannot be used only why: nobody need look for the reason in this program."""

    async def send_plainly(message: Message) -> None:
        last = message.get("message", "").strip().rpartition("\n")[2]
        if last.startswith(_UNUSABLE):
            message = {**message, "message": last.removeprefix(_UNUSABLE)}
        await send(message)

    return send_plainly


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, failure: wire.Failure) -> None:
    """Answer a request or a handshake that nobody else is to see, and let the connection end; later to who hurries."""
    services: Services = scope["app"].state.services
    if not services.requests.take(services.address(HTTPConnection(scope))):
        await asyncio.sleep(REFUSAL_SECONDS)
    ending = {"connection": "close"} if scope.get("http_version", "1.1").startswith("1") else {}
    response = Response(wire.encode(failure), status, HEADERS | ending, "application/json")
    if scope["type"] == "http":
        await response(scope, receive, send)
        return
    socket = WebSocket(scope, receive, send)
    await socket.receive()
    if "websocket.http.response" in scope.get("extensions", {}):
        await socket.send_denial_response(response)
    else:
        await socket.close(1008, failure.words)


class JsonLines(logging.Formatter):
    """Logs as one JSON object a line. Nothing that opens anything, and no cards, are ever given to it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_process(level: str) -> None:
    """Set up what the whole process shares: its log, its threads and its memory."""
    sys.setswitchinterval(0.001)  # those who store moves and those who think about them are threads too
    # Hundreds of tables are hundreds of thousands of objects, most of them replaced within seconds and none of them in
    # cycles. Looking through them stops the server for a quarter of a second, after which it has to catch up. So that
    # waits until nobody plays (Hub.tidy), or until there are so many more of them that some must be in cycles.
    gc.set_threshold(100_000, 100, 1_000)
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    # uvicorn tells whole addresses of connections, and a table's address is for those who were given it.
    for name, least in (("verso", level.upper()), ("uvicorn", "WARNING"), ("asyncpg", "WARNING")):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(least)
        logger.propagate = False


def from_environment() -> Starlette:
    """Make the application for one of several worker processes."""
    settings = load()
    set_up_process(settings.log_level)
    threading.Thread(target=_end_with_parent, name="verso-parent", daemon=True).start()
    return create_app(settings)


def _end_with_parent() -> None:
    """Stop serving when the process that started this one has ended, however it did."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        log.error("the process that started this one has ended, and so does this one")
        signal.raise_signal(signal.SIGTERM)
        time.sleep(_STOP_SECONDS)
        os._exit(1)
