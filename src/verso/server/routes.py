"""The HTTP interface: one table of routes, from which the OpenAPI document is made too."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

import verso
from verso.core.game import Game, InvalidCards, InvalidPosition, InvalidSetup, Option, Position, find_game
from verso.core.record import InvalidRecord
from verso.core.spec import OVER
from verso.play import wire
from verso.play.entry import Opened, SeatState
from verso.play.show import Audience
from verso.server import lessons, records, store, transport
from verso.server.hub import Answer, Live, NoTable, new_id
from verso.server.services import (
    CODE_MS,
    COOKIE,
    INVITATION_MS,
    Failed,
    Services,
    person_of,
)
from verso.server.store import Identity

log = logging.getLogger("verso.server")

PAGE = 50
_ID = re.compile(r"[A-Za-z0-9_-]{22}")
_FOREVER = 1 << 60


class NoQuery(wire.Message):
    pass


class LanguageQuery(wire.Message):
    language: wire.Language = "en"


class FrameQuery(wire.Message):
    language: wire.Language = "en"
    seat: wire.SeatNumber | None = None
    since: wire.Ply = 0


class SeatQuery(wire.Message):
    seat: wire.SeatNumber


class PageQuery(wire.Message):
    """The next page of a list, newest first: what came before the last one shown, given by its time and its name."""

    before: Annotated[int, Meta(ge=0, le=_FOREVER)] = _FOREVER
    last: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,64}$")] = ""

    @property
    def place(self) -> store.Place:
        return store.Place(self.before, self.last)


class TablesQuery(PageQuery):
    game: wire.GameName | None = None
    free: bool = False


class ReplayQuery(wire.Message):
    language: wire.Language = "en"
    seat: wire.SeatNumber | None = None
    ply: Annotated[int, Meta(ge=0, le=20_000)] = 0
    most: Annotated[int, Meta(ge=0, le=500)] = 200


@dataclasses.dataclass
class Call:
    """One request, decoded: services, the identity if there is one, body and query."""

    services: Services
    request: Request
    identity: Identity | None
    token: str | None
    body: Any
    query: Any

    @property
    def me(self) -> Identity:
        if self.identity is None:
            raise Failed(401, "identity", "say who you are first: POST /api/v1/guests")
        return self.identity

    @property
    def now(self) -> int:
        return self.services.clock()

    def id(self, name: str) -> str:
        value = str(self.request.path_params[name])
        if not _ID.fullmatch(value):
            raise Failed(404, "not-found", f"there is no such {name}")
        return value

    async def table(self, seen: int = 0) -> Live:
        try:
            return await self.services.hub.seen(self.id("table"), seen)
        except NoTable:
            raise Failed(404, "not-found", "there is no such table") from None


Handler = Callable[[Call], Awaitable[Any]]


@dataclasses.dataclass(frozen=True)
class ApiRoute:
    method: str
    path: str
    handler: Handler
    summary: str
    answer: Any
    body: Any = None
    query: Any = NoQuery
    status: int = 200
    most_bytes: int = wire.MOST_BYTES


# --- identities


def _clean(name: str) -> str:
    if not wire.is_clean(name):
        raise Failed(400, "name", "a name has only characters that can be seen, and no space at its ends")
    return name


def _welcome(call: Call, identity: Identity, token: str) -> Response:
    language: Any = identity.language
    response = _json(wire.Welcome(identity.id, identity.name, language, token), 201)
    settings = call.services.settings
    secure = settings.secure or call.request.url.scheme == "https"
    response.set_cookie(
        COOKIE, token, max_age=settings.token_days * 86_400, httponly=True, samesite="strict", secure=secure, path="/"
    )
    return response


async def add_guest(call: Call) -> Response:
    if not call.services.guests.take(call.services.address(call.request)):
        raise Failed(429, "too-fast", "too many new guests from here: wait a minute")
    body: wire.Guest = call.body
    return _welcome(call, *await call.services.add_guest(_clean(body.name), body.language))


async def return_guest(call: Call) -> Response:
    if not call.services.guests.take(call.services.address(call.request)):
        raise Failed(429, "too-fast", "too many tries from here: wait a minute")
    return _welcome(call, *await call.services.return_guest(call.body.code))


async def me(call: Call) -> wire.Me:
    language: Any = call.me.language
    return wire.Me(call.me.id, call.me.name, language)


async def change_me(call: Call) -> wire.Me:
    body: wire.Renamed = call.body
    name, language = body.name or call.me.name, body.language or call.me.language
    call.identity = dataclasses.replace(call.me, name=_clean(name), language=language)
    changed = call.identity
    await call.services.backend.write(lambda: store.change_identity(changed))
    return await me(call)


async def my_code(call: Call) -> wire.OneTimeCode:
    code, now, identity = secrets.token_urlsafe(16), call.now, call.me.id
    expires = now + CODE_MS
    await call.services.backend.write(lambda: store.add_code("device", identity, None, code, now, expires))
    return wire.OneTimeCode(code, expires)


async def sign_out(call: Call) -> Response:
    assert call.me is not None
    token = call.token
    assert token is not None
    await call.services.backend.write(lambda: store.drop_token(token))
    call.services.hub.end_token(store.hashed(token))
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return response


# --- tables


async def list_games(call: Call) -> wire.GameList:
    return _game_list(call.query.language)


@functools.cache
def _game_list(language: wire.Language) -> wire.GameList:
    infos = []
    for name in verso.games():
        game = find_game(name)
        rulesets = [_ruleset_info(game, ruleset, language) for ruleset in game.rulesets()]
        infos.append(wire.GameInfo(name, game.title, list(game.seats), rulesets, list(wire.LEVELS)))  # type: ignore[arg-type]
    return wire.GameList(infos)


def _ruleset_info(game: Game, ruleset: str, language: wire.Language) -> wire.RulesetInfo:
    title, about = game.about_ruleset(ruleset, language)
    options = [_option_info(game, option, language) for option in game.options(ruleset) if len(option.values) > 1]
    return wire.RulesetInfo(
        ruleset, title, about, [seats for seats in game.seats if _seats(game, ruleset, seats)], options
    )


def _seats(game: Game, ruleset: str, seats: int) -> bool:
    try:
        game.setup(seats, ruleset)
    except InvalidSetup:
        return False
    return True


def _option_info(game: Game, option: Option, language: wire.Language) -> wire.OptionInfo:
    title, about = game.about_option(option.name, language)
    info = wire.OptionInfo(option.name, "switch", title, about, option.default, list(option.seats))
    if isinstance(option.values, range):
        info.type, info.least, info.most = "number", option.values[0], option.values[-1]
    elif not isinstance(option.values[0], bool):
        info.type = "choice"
        info.values = [wire.OptionValue(each, game.about_value(option.name, each, language)) for each in option.values]
    return info


_summary = msgspec.json.Decoder(wire.TableSummary).decode
_record_summary = msgspec.json.Decoder(wire.RecordSummary).decode


async def list_tables(call: Call) -> wire.TableList:
    query = call.query
    rows = await call.services.backend.read(lambda: store.listed_tables(query.place, PAGE + 1, query.game, query.free))
    return wire.TableList([_summary(row) for row in rows[:PAGE]], len(rows) > PAGE)


async def my_tables(call: Call) -> wire.TableList:
    identity = call.me.id
    rows = await call.services.backend.read(lambda: store.tables_of(identity, 2 * PAGE))
    summaries = []
    for row in rows:
        summary = _summary(row)
        try:
            live = await call.services.hub.live(summary.table)
        except store.Unavailable:
            raise
        except Exception:
            log.exception("a table of somebody's could not be read", extra={"fields": {"table": summary.table[:6]}})
            summaries.append(summary)  # as it was last known: the others can be opened all the same
            continue
        yours = live.table.seats_of(identity)
        summary.changed = live.table.entries[-1].at
        summary.your_turn = live.table.to_act in yours
        for seat in yours:
            summary.seats[seat].you = True
        summaries.append(summary)
    return wire.TableList(sorted(summaries, key=lambda each: (not each.your_turn, -each.changed)))


async def add_table(call: Call) -> Response:
    body, services = call.body, call.services
    if not services.creations.take(call.me.id):
        raise Failed(429, "too-fast", "too many new tables: wait a minute")
    mine, every = await services.backend.read(lambda: store.count_tables(call.me.id))
    if mine >= services.settings.tables_per_identity:
        raise Failed(409, "limit", "you have too many tables already: finish some first")
    if every >= services.settings.most_tables:
        raise Failed(503, "limit", "there are too many tables now: try again later")
    opened = await _opened(call, body)
    try:
        await services.hub.create(opened, call.me.id)
    except store.Unknown:
        raise Failed(401, "token", "this token opens nothing, or not any more") from None
    invitations = []
    for seat, plan in enumerate(opened.seats):
        if plan.kind == "invited":
            invitations.append(await _invite(call, opened.table, seat))
    return _json(wire.Created(opened.table, invitations), 201)


async def _opened(call: Call, body: wire.NewTable) -> Opened:
    position = await _first_position(call, body)
    try:
        if position is not None:
            setup = position.setup
        else:
            game = find_game(body.game)
            ruleset = body.ruleset or next(iter(game.rulesets()))
            setup = game.prepare(len(body.seats), ruleset, body.options, body.cards)
    except (InvalidSetup, InvalidCards, RecursionError) as error:
        raise Failed(400, "setup", str(error)) from None
    if setup.game.name != body.game or setup.seats != len(body.seats):
        raise Failed(400, "setup", f"the position is of {setup.game.name} with {setup.seats} seats")
    if all(plan.kind == "bot" for plan in body.seats):
        raise Failed(400, "seats", "at least one seat must be for a person")
    settings = call.services.settings
    return Opened(
        table=new_id(),
        host=call.me.id,
        game=body.game,
        ruleset=setup.ruleset,
        options=dict(setup.options),
        seats=[_seat(plan, call.me) for plan in body.seats],
        secret=_chapter(body).secret if body.lesson is not None else secrets.token_bytes(32).hex(),
        cards=dict(setup.edits) or None,
        position=None if position is None else position.to_json(),
        listed=body.listed,
        clock=body.clock,
        chat=body.chat,
        hints=body.hints,
        wait=body.wait,
        grace=settings.grace_seconds,
        idle=settings.idle_seconds,
    )


def _chapter(body: wire.NewTable) -> lessons.Chapter:
    chapter = lessons.find(body.game, body.lesson or 0)
    if chapter is None:
        raise Failed(400, "lesson", f"there is no lesson {body.lesson} of {body.game}")
    if any(plan.kind != "mine" for plan in body.seats) or body.position is not None or body.continues is not None:
        raise Failed(400, "lesson", "in a lesson all seats are mine, and it begins where it begins")
    return chapter


async def _first_position(call: Call, body: wire.NewTable) -> Position | None:
    if body.lesson is not None:
        return Position.from_json(dict(_chapter(body).position))
    if body.position is not None and body.continues is not None:
        raise Failed(400, "position", "give a position or a record to continue, not both")
    if body.continues is not None:
        position = await _moment(call, body.continues)
    elif body.position is None:
        return None
    elif not call.services.settings.development:
        raise Failed(403, "position", "this server sets up positions in development only")
    else:
        try:
            position = Position.from_json(body.position)
        except (InvalidPosition, RecursionError) as error:
            raise Failed(400, "position", str(error)) from None
    if position.to_act == OVER:
        raise Failed(400, "position", "the game is over there")
    return position


async def _moment(call: Call, moment: wire.RecordMoment) -> Position:
    text, _ = await _record(call, moment.record)
    record = await asyncio.to_thread(records.read, text)
    if moment.ply > len(record.actions):
        raise Failed(400, "continues", f"the record has {len(record.actions)} plies")
    return await asyncio.to_thread(record.position, moment.ply)


def _seat(plan: wire.SeatPlan, host: Identity) -> SeatState:
    name = _clean(plan.name) if plan.name is not None else ""
    if plan.kind == "mine":
        return SeatState("human", host.id, name or host.name)
    return SeatState(plan.kind, "", name if plan.kind == "bot" else "", plan.level)


async def _invite(call: Call, table: str, seat: int) -> wire.Invitation:
    code, now = secrets.token_urlsafe(16), call.now
    await call.services.backend.write(lambda: store.add_code("seat", table, seat, code, now, now + INVITATION_MS))
    return wire.Invitation(seat, code)


async def invite(call: Call) -> wire.Invitation:
    live, number = await call.table(), str(call.request.path_params["seat"])
    if call.me.id != live.table.opened.host:
        raise Failed(403, "not-yours", "only the host invites")
    if not re.fullmatch("[0-5]", number) or int(number) >= len(live.table.seats):
        raise Failed(404, "not-found", "there is no such seat")
    if live.table.seats[int(number)].kind != "invited":
        raise Failed(409, "not-now", "that seat is not for an invitation")
    return await _invite(call, live.table.id, int(number))


async def show_table(call: Call) -> Response:
    query = call.query
    live = await call.table(query.since)
    frame = _frame(call, live, query.seat, query.language, query.since)
    return Response(frame, media_type="application/json")


def _frame(call: Call, live: Live, seat: int | None, language: wire.Language, since: int) -> bytes:
    person = person_of(call.identity) if call.identity is not None else None
    mine = live.table.seats_of(person.id) if person is not None else []
    if seat is not None and seat not in mine:
        raise Failed(403, "not-yours", "that seat is not yours")
    eyes = seat if seat is not None else (mine[0] if mine else None)
    return live.frame_for(Audience(eyes, language), person, since, call.now)


async def show_odds(call: Call) -> wire.Odds:
    live, seat = await call.table(), call.query.seat
    if seat not in live.table.seats_of(call.me.id):
        raise Failed(403, "not-yours", "that seat is not yours")
    if not live.table.opened.hints:
        raise Failed(403, "off", "odds are off at this table, as hints are")
    if live.table.position is None or live.table.to_act != seat:
        raise Failed(409, "not-now", "odds are for the seat to act")
    try:
        return await call.services.odds.count(live.table.position.view(seat), live.table.ply)
    except InvalidSetup as error:
        raise Failed(409, "not-now", str(error)) from None


async def command(call: Call) -> wire.Answered:
    live, person, message = await call.table(), person_of(call.me), call.body
    language, hub = call.query.language, call.services.hub
    if isinstance(message, (wire.Hint, wire.Why, wire.Suggest)):
        return wire.Answered(await hub.advise(live.table.id, person, message, language))
    answers: list[Answer] = []
    await hub.command(live.table.id, person, message, language, answers.append)
    seat = getattr(message, "seat", None)
    live = await call.table()
    eyes = seat if seat in live.table.seats_of(person.id) else None
    frame: Any = msgspec.Raw(_frame(call, live, eyes, language, getattr(message, "ply", 0)))
    return wire.Answered(answers[0], frame)


# --- records


async def _record(call: Call, identity: str) -> tuple[str, bytes]:
    found = await call.services.backend.read(lambda: store.record(identity))
    if found is None:
        raise Failed(404, "not-found", "there is no such record")
    return found


async def list_records(call: Call) -> wire.RecordList:
    place = call.query.place
    rows = await call.services.backend.read(lambda: store.listed_records(place, PAGE + 1))
    return wire.RecordList([_record_summary(row) for row in rows[:PAGE]], len(rows) > PAGE)


async def my_records(call: Call) -> wire.RecordList:
    place, identity = call.query.place, call.me.id
    rows = await call.services.backend.read(lambda: store.records_of(identity, place, PAGE + 1))
    return wire.RecordList([_record_summary(row) for row in rows[:PAGE]], len(rows) > PAGE)


async def import_record(call: Call) -> wire.RecordSummary:
    body, now, identity = call.body, call.now, call.me.id
    if not call.services.creations.take(identity):
        raise Failed(429, "too-fast", "too many imports: wait a minute")
    try:
        record = await asyncio.to_thread(records.read, body.text)
        row = await asyncio.to_thread(records.row, new_id(), record, body.listed, now)
    except (InvalidRecord, RecursionError) as error:
        raise Failed(400, "record", str(error)) from None
    await call.services.backend.write(lambda: store.put_record(row, [identity]))
    return _record_summary(row.summary)


async def show_record(call: Call) -> Response:
    text, _ = await _record(call, call.id("record"))
    headers = {"Content-Disposition": f'attachment; filename="{call.id("record")}.verso"'}
    return PlainTextResponse(text, headers=headers)


async def show_replay(call: Call) -> wire.Replay:
    identity, query = call.id("record"), call.query
    text, _ = await _record(call, identity)
    try:
        return await asyncio.to_thread(
            records.replay, identity, text, query.seat, query.ply, query.most, query.language
        )
    except IndexError as error:
        raise Failed(400, "replay", str(error)) from None


# --- the server itself


async def health(call: Call) -> dict[str, bool]:
    if not await call.services.backend.read(store.is_alive):
        raise Failed(503, "store", "the database does not answer")
    return {"ok": True}


async def show_metrics(call: Call) -> Response:
    peer = call.request.client.host if call.request.client else ""
    local = peer in ("127.0.0.1", "::1") and "x-forwarded-for" not in call.request.headers
    if not (local or call.services.settings.public_metrics):
        raise Failed(403, "metrics", "metrics are for this machine only")
    return PlainTextResponse(call.services.metrics.text(), media_type="text/plain; version=0.0.4")


ROUTES = (
    ApiRoute("GET", "/api/v1/games", list_games, "Games, rulesets and bot levels", wire.GameList, query=LanguageQuery),
    ApiRoute("POST", "/api/v1/guests", add_guest, "Get an identity", wire.Welcome, wire.Guest, status=201),
    ApiRoute(
        "POST", "/api/v1/guests/return", return_guest, "The same identity here", wire.Welcome, wire.UseCode, status=201
    ),
    ApiRoute("GET", "/api/v1/me", me, "Who am I", wire.Me),
    ApiRoute("PATCH", "/api/v1/me", change_me, "Change name or language", wire.Me, wire.Renamed),
    ApiRoute("POST", "/api/v1/me/code", my_code, "A code for another device", wire.OneTimeCode, NoQuery),
    ApiRoute("POST", "/api/v1/me/sign-out", sign_out, "Forget this token", None, NoQuery, status=204),
    ApiRoute("GET", "/api/v1/me/tables", my_tables, "My tables", wire.TableList),
    ApiRoute("GET", "/api/v1/me/records", my_records, "My finished games", wire.RecordList, query=PageQuery),
    ApiRoute("GET", "/api/v1/tables", list_tables, "Listed tables", wire.TableList, query=TablesQuery),
    ApiRoute("POST", "/api/v1/tables", add_table, "Create a table", wire.Created, wire.NewTable, status=201),
    ApiRoute("GET", "/api/v1/tables/{table}", show_table, "A table as a frame", wire.Frame, query=FrameQuery),
    ApiRoute(
        "POST",
        "/api/v1/tables/{table}/commands",
        command,
        "Send a command or question",
        wire.Answered,
        wire.Command | wire.Question,
        LanguageQuery,
    ),
    ApiRoute("GET", "/api/v1/tables/{table}/odds", show_odds, "Exact odds of a seat", wire.Odds, query=SeatQuery),
    ApiRoute(
        "POST",
        "/api/v1/tables/{table}/invitations/{seat}",
        invite,
        "A new code for an invited seat",
        wire.Invitation,
        NoQuery,
    ),
    ApiRoute("GET", "/api/v1/records", list_records, "Listed finished games", wire.RecordList, query=PageQuery),
    ApiRoute(
        "POST",
        "/api/v1/records",
        import_record,
        "Import a finished game",
        wire.RecordSummary,
        wire.RecordText,
        status=201,
        most_bytes=2_000_000,
    ),
    ApiRoute("GET", "/api/v1/records/{record}", show_record, "A record as text", None),
    ApiRoute("GET", "/api/v1/records/{record}/replay", show_replay, "Replay a record", wire.Replay, query=ReplayQuery),
    ApiRoute("GET", "/healthz", health, "Is the server well", dict[str, bool]),
    ApiRoute("GET", "/metrics", show_metrics, "Figures for Prometheus", None),
)


# --- from requests to calls


def _json(value: Any, status: int = 200) -> Response:
    return Response(wire.encode(value), status, media_type="application/json")


def endpoint(route: ApiRoute) -> Callable[[Request], Awaitable[Response]]:
    decode = msgspec.json.Decoder(route.body).decode if route.body is not None else None

    async def answer(request: Request) -> Response:
        services: Services = request.app.state.services
        request.scope["verso.route"] = route.path
        if not services.requests.take(services.address(request)):
            return _json(wire.Failure("too-fast", "too many requests from here: wait a moment"), 429)
        try:
            query = _query(route, request)
            body = _body(decode, await _read(request, route.most_bytes), request) if decode is not None else None
            identity, token = await services.identify(request)
            result = await route.handler(Call(services, request, identity, token, body, query))
        except Failed as failed:
            return _json(wire.Failure(failed.code, failed.words), failed.status)
        except store.Unavailable:
            return _json(wire.Failure("store", "the database does not answer: try again"), 503)
        return result if isinstance(result, Response) else _json(result, route.status)

    return answer


def _query(route: ApiRoute, request: Request) -> Any:
    try:
        return msgspec.convert(dict(request.query_params), route.query, strict=False)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise Failed(400, "query", str(error)) from None


async def _read(request: Request, most: int) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Failed(415, "content-type", "send JSON, with Content-Type: application/json")
    body = bytearray()
    try:
        async with asyncio.timeout(transport.BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Failed(413, "too-long", f"a body has at most {most} bytes")
    except TimeoutError:
        raise Failed(408, "too-slow", "the body did not come in time") from None
    except ClientDisconnect:
        raise Failed(400, "unreadable", "the body is not complete") from None
    return bytes(body)


def _body(decode: Callable[[bytes], Any], body: bytes, request: Request) -> Any:
    try:
        return decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Failed(400, "unreadable", str(error)) from None
