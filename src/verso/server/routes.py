"""The HTTP interface: one table of routes, from which the OpenAPI document is made too."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import logging
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

import verso
from verso.bots.characters import CHARACTERS
from verso.core.game import Game, InvalidCards, InvalidPosition, InvalidSetup, Position, Setup, find_game
from verso.core.record import InvalidRecord
from verso.core.rng import Rng
from verso.core.spec import OVER
from verso.lab import wire as labwire
from verso.lab.sheet import Refused, told_sheet
from verso.lab.tune import InvalidWish
from verso.lab.words import words_for
from verso.play import shuffle, wire
from verso.play.about import option_info
from verso.play.entry import Opened, SeatState
from verso.play.show import Audience, Folded
from verso.play.table import Table, character_seat
from verso.server import lab, lessons, limits, passkeys, people, people_routes, records, store
from verso.server.hub import Answer, Live, NoRoom, NoTable, Unreadable, new_id
from verso.server.reviews import TooLong, told_review
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

T = TypeVar("T")

ROOM = 65_536
PAGE = 50
NDJSON = "application/x-ndjson"
_ID = re.compile(r"[A-Za-z0-9_-]{22}")
_FOREVER = 1 << 60
_NO_ROOM = {
    "now": (429, "too-fast"),
    "today": (429, "too-fast"),
    "mine": (409, "limit"),
    "here": (409, "limit"),
    "every": (503, "limit"),
}
NEWLINE, CONTINUED = "\n", "\n    "
"""A Fluent message goes on in lines that are indented."""


class NoQuery(wire.Message):
    pass


class LanguageQuery(wire.Message):
    language: wire.Language = "en"


class FrameQuery(wire.Message):
    language: wire.Language = "en"
    seat: wire.SeatNumber | None = None
    since: wire.Ply = 0


class CardsQuery(wire.Message):
    ruleset: wire.GameName | None = None
    seats: Annotated[int, Meta(ge=1, le=6)] | None = None


class OddsQuery(wire.Message):
    """Whose odds, and which moment of the table is asked about, where that matters: it may have passed meanwhile."""

    seat: wire.SeatNumber
    ply: Annotated[int, Meta(ge=0, le=_FOREVER)] | None = None


class PageQuery(wire.Message):
    """The next page of a list, newest first: what came before the last one shown, given by its time and its name."""

    before: Annotated[int, Meta(ge=0, le=_FOREVER)] = _FOREVER
    last: Annotated[str, Meta(pattern=wire.whole("[A-Za-z0-9_-]{0,64}"))] = ""

    @property
    def place(self) -> store.Place:
        return store.Place(self.before, self.last)


class TablesQuery(PageQuery):
    game: wire.GameName | None = None
    free: bool = False


class PliesQuery(wire.Message):
    ply: Annotated[int, Meta(ge=0, le=20_000)] = 0
    most: Annotated[int, Meta(ge=0, le=500)] = 200


class ReplayQuery(PliesQuery):
    language: wire.Language = "en"
    seat: wire.SeatNumber | None = None


class ReviewQuery(wire.Message):
    seat: wire.SeatNumber | None = None
    """Through whose eyes; null for whoever asks, and where they had no seat for the first."""
    language: wire.Language = "en"


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

    @property
    def keys(self) -> list[str]:
        """Who asks, for what everybody has only so much of: an address, and an identity where there is one."""
        address = f"address {self.services.address(self.request)}"
        return [address] if self.identity is None else [address, f"identity {self.identity.id}"]

    def id(self, name: str) -> str:
        value = str(self.request.path_params[name])
        if not _ID.fullmatch(value):
            raise Failed(404, "not-found", f"there is no such {name}")
        return value

    @property
    def game(self) -> Game:
        try:
            return find_game(str(self.request.path_params["game"]))
        except InvalidSetup as error:
            raise Failed(404, "not-found", str(error)) from None

    def seat(self, table: Table) -> int:
        number = str(self.request.path_params["seat"])
        if not re.fullmatch("[0-5]", number) or int(number) >= len(table.seats):
            raise Failed(404, "not-found", "there is no such seat")
        return int(number)

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
    media: str = "application/json"
    """What the answer is; of lines of JSON each is of the type."""


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
    name, address = None if body.name is None else _clean(body.name), call.services.address(call.request)
    return _welcome(call, *await call.services.add_guest(name, body.language, address))


async def return_guest(call: Call) -> Response:
    if not call.services.guests.take(call.services.address(call.request)):
        raise Failed(429, "too-fast", "too many tries from here: wait a minute")
    return _welcome(call, *await call.services.return_guest(call.body.code))


async def sign_in(call: Call) -> Response:
    return _welcome(call, *await passkeys.sign_in(call))


async def me(call: Call) -> wire.Me:
    language: Any = call.me.language
    return wire.Me(call.me.id, call.me.name, language)


async def visitor(call: Call) -> wire.Visitor:
    return wire.Visitor(await me(call) if call.identity is not None else None)


async def change_me(call: Call) -> wire.Me:
    body: wire.Renamed = call.body
    name, language = body.name or call.me.name, body.language or call.me.language
    call.identity = dataclasses.replace(call.me, name=_clean(name), language=language)
    changed = call.identity

    def change() -> store.Script[None]:
        yield from people.hold_name(changed.name, changed.id, call.services.hub.holding())
        yield from store.change_identity(changed)

    await call.services.backend.write(change)
    return await me(call)


async def my_code(call: Call) -> wire.OneTimeCode:
    code, now, identity = secrets.token_urlsafe(16), call.now, call.me.id
    expires = now + CODE_MS
    await call.services.backend.write(lambda: store.add_code("device", identity, None, code, expires))
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


# --- games


async def list_games(call: Call) -> wire.GameList:
    return _game_list(call.query.language)


@functools.cache
def _game_list(language: wire.Language) -> wire.GameList:
    infos = []
    for name in verso.games():
        game = find_game(name)
        rulesets = [_ruleset_info(game, ruleset, language) for ruleset in game.rulesets()]
        levels: list[Any] = list(wire.LEVELS)
        infos.append(
            wire.GameInfo(
                name,
                game.title,
                list(game.seats),
                rulesets,
                levels,
                about=game.catalogue(language).messages.get("about", rulesets[0].about),
                hides=game.hides,
                odds=game.has("odds"),
                chapters=len(lessons.chapters_of(game)),
            )
        )
    return wire.GameList(infos)


def _ruleset_info(game: Game, ruleset: str, language: wire.Language) -> wire.RulesetInfo:
    title, about = game.words.about_ruleset(game, ruleset, language)
    options = [option_info(game, option, language) for option in game.options(ruleset) if len(option.values) > 1]
    return wire.RulesetInfo(
        ruleset, title, about, [seats for seats in game.seats if _seats(game, ruleset, seats)], options
    )


def _seats(game: Game, ruleset: str, seats: int) -> bool:
    try:
        game.setup(seats, ruleset)
    except InvalidSetup:
        return False
    return True


async def list_characters(call: Call) -> wire.CharacterList:
    return _character_list()


@functools.cache
def _character_list() -> wire.CharacterList:
    return wire.CharacterList(
        [
            wire.Character(
                each.id,
                each.name,
                each.level,
                wire.FaceParts(each.face.hair, list(each.face.wears), each.face.skin, each.face.shade),
            )
            for each in CHARACTERS.values()
        ]
    )


async def show_words(call: Call) -> wire.GameWords:
    return _words(call.game, call.query.language)


@functools.cache
def _words(game: Game, language: wire.Language) -> wire.GameWords:
    messages = game.catalogue(language).messages
    text = "".join(f"{name} = {message.replace(NEWLINE, CONTINUED)}\n" for name, message in messages.items())
    return wire.GameWords(language, text, game.words.summary(game.setup(), language))


async def show_lessons(call: Call) -> wire.Lessons:
    return await asyncio.to_thread(lessons.steps_of, call.game)


def _sheet(setup: Setup) -> Any:
    return setup.game.words.card_sheet(setup)


async def show_cards(call: Call) -> Any:
    try:
        return _sheet(call.game.setup(call.query.seats, call.query.ruleset))
    except InvalidSetup as error:
        raise Failed(400, "setup", str(error)) from None


async def show_cards_of_table(call: Call) -> Any:
    table = (await call.table()).table
    if table.position is not None:
        return _sheet(table.position.setup)
    opened = table.opened
    game = find_game(opened.game)
    return _sheet(game.setup_with(opened.options, len(opened.seats), opened.ruleset, opened.cards))


async def show_cards_of_record(call: Call) -> Any:
    return _sheet((await _folded(call, call.id("record"))).record.setup)


# --- tables


_record_summary = msgspec.json.Decoder(wire.RecordSummary).decode
_table_summary = msgspec.json.Decoder(wire.TableSummary).decode


def _summaries(rows: Iterable[bytes]) -> Iterator[wire.TableSummary]:
    """Yield what lists show of tables. One that is damaged is told to the host and keeps nobody from the others."""
    for row in rows:
        try:
            yield _table_summary(row)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            log.exception("what lists show of a table could not be read")


async def list_tables(call: Call) -> wire.TableList:
    query, viewer = call.query, "" if call.identity is None else call.identity.id
    rows = await call.services.backend.read(
        lambda: store.listed_tables(query.place, PAGE + 1, query.game, query.free, viewer)
    )
    return wire.TableList(list(_summaries(rows[:PAGE])), len(rows) > PAGE)


async def my_tables(call: Call) -> wire.TableList:
    identity = call.me.id
    rows = await call.services.backend.read(lambda: store.tables_of(identity, 2 * PAGE))
    summaries = []
    for summary in _summaries(rows):
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
        summary.may_close = live.table.may_close(identity)
        for seat in yours:
            summary.seats[seat].you = True
        summaries.append(summary)
    return wire.TableList(sorted(summaries, key=lambda each: (not each.your_turn, -each.changed)))


async def add_table(call: Call) -> Response:
    body, services = call.body, call.services
    try:
        address = await services.hub.check_room(call.me.id)
    except NoRoom as none:
        raise Failed(*_NO_ROOM[none.whose], str(none)) from None
    opened = await _opened(call, body)
    if body.listed or any(plan.kind in ("open", "invited") for plan in body.seats):  # others see who is there
        for name in dict.fromkeys(seat.name for seat in opened.seats if seat.name):
            await services.hub.carry_name(person_of(call.me), name)
    await services.hub.create(opened, call.me.id, address)
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
            setup = game.setup_with(body.options, len(body.seats), ruleset, body.cards)
    except (InvalidSetup, InvalidCards, RecursionError) as error:
        raise Failed(400, "setup", str(error)) from None
    if setup.game.name != body.game or setup.seats != len(body.seats):
        raise Failed(400, "setup", f"the position is of {setup.game.name} with {setup.seats} seats")
    is_known = position is not None and body.position is None  # any position is only for development
    if is_known and any(plan.kind in ("open", "invited") for plan in body.seats):
        raise Failed(400, "seats", "its host knows how this game begins: its seats are mine or a bot's")
    if all(plan.kind == "bot" for plan in body.seats):
        raise Failed(400, "seats", "at least one seat must be for a person")
    settings = call.services.settings
    return Opened(
        table=new_id(),
        host=call.me.id,
        game=body.game,
        ruleset=setup.ruleset,
        options=dict(setup.options),
        seats=_seats_of(body.seats, call.me),
        secret=_chapter(body).secret if body.lesson is not None else secrets.token_bytes(32).hex(),
        cards=dict(setup.edits) or None,
        position=None if position is None else position.to_json(),
        shared=body.position is not None,
        listed=body.listed,
        clock=body.clock,
        chat=body.chat,
        hints=body.hints,
        wait=body.wait,
        grace=settings.grace_seconds,
        idle=settings.idle_seconds,
        method=1 if body.lesson is not None else shuffle.METHODS[-1],
        patience=settings.reveal_seconds,
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
    folded = await _folded(call, moment.record)
    plies = len(folded.record.actions)
    if moment.ply > plies:
        raise Failed(400, "continues", f"the record has {plies} plies")
    position = await call.services.reading.run(folded.position, moment.ply)
    if moment.seat is None:
        return position
    if moment.seat >= position.setup.seats:
        raise Failed(400, "continues", f"the record has {position.setup.seats} seats")
    return await call.services.reading.run(position.view(moment.seat).sample, Rng(secrets.token_urlsafe(16)))


def _seat(plan: wire.SeatPlan, host: Identity, there: Iterable[str]) -> SeatState:
    name = _clean(plan.name) if plan.name is not None else ""
    if plan.kind == "mine":
        return SeatState("human", host.id, name or host.name, commitment=plan.commitment or "")
    if plan.commitment is not None:
        raise Failed(400, "seats", "only for a seat of your own you can commit to anything")
    if plan.kind != "bot":
        return SeatState(plan.kind)
    if plan.character is not None and plan.character not in CHARACTERS:
        raise Failed(400, "seats", f"there is no character {plan.character}: GET /api/v1/characters tells who there is")
    if name and plan.character is None:
        return SeatState("bot", name=name, level=plan.level)
    seat = character_seat(plan.level, plan.character, there)
    seat.name = name
    return seat


def _seats_of(plans: Iterable[wire.SeatPlan], host: Identity) -> list[SeatState]:
    """Return the seats as they are planned. Bots whom nobody chose are others than those who were chosen."""
    there = [plan.character for plan in plans if plan.character is not None]
    seats = list[SeatState]()
    for plan in plans:
        seats.append(_seat(plan, host, there))
        there.append(seats[-1].character)
    return seats


async def _invite(call: Call, table: str, seat: int) -> wire.Invitation:
    code, now = secrets.token_urlsafe(16), call.now
    await call.services.backend.write(lambda: store.add_code("seat", table, seat, code, now + INVITATION_MS))
    return wire.Invitation(seat, code)


async def invite(call: Call) -> wire.Invitation:
    live = await call.table()
    if call.me.id != live.table.opened.host:
        raise Failed(403, "not-yours", "only the host invites")
    seat = call.seat(live.table)
    if live.table.seats[seat].kind != "invited":
        raise Failed(409, "not-now", "that seat is not for an invitation")
    return await _invite(call, live.table.id, seat)


async def show_table(call: Call) -> Response:
    query = call.query
    live = await call.table(query.since)
    frame = await _frame(call, live, query.seat, query.language, query.since)
    return Response(frame, media_type="application/json")


async def _frame(call: Call, live: Live, seat: int | None, language: wire.Language, since: int) -> bytes:
    person = person_of(call.identity) if call.identity is not None else None
    mine = live.table.seats_of(person.id) if person is not None else []
    if seat is not None and seat not in mine:
        raise Failed(403, "not-yours", "that seat is not yours")
    eyes = seat if seat is not None else (mine[0] if mine else None)
    muted = await call.services.hub.muted(person)
    return live.frame_for(Audience(eyes, language), person, since, call.now, muted)


async def show_odds(call: Call) -> wire.Odds:
    live, seat, asked = await call.table(), call.query.seat, call.query.ply
    if seat not in live.table.seats_of(call.me.id):
        raise Failed(403, "not-yours", "that seat is not yours")
    if not live.table.opened.hints:
        raise Failed(403, "off", "odds are off at this table, as hints are")
    if asked is not None and asked < live.table.changed:
        return wire.Odds(live.table.ply)  # whoever acts while odds are on their way has asked nothing wrong
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
    if isinstance(message, wire.Close) and isinstance(answers[0], wire.Done):
        return wire.Answered(answers[0])
    seat = getattr(message, "seat", None)
    live = await call.table()
    eyes = seat if seat in live.table.seats_of(person.id) else None
    frame: Any = msgspec.Raw(await _frame(call, live, eyes, language, getattr(message, "ply", 0)))
    return wire.Answered(answers[0], frame)


# --- records


async def _record(call: Call, identity: str) -> store.RecordRow:
    """Return a finished game, or one that was abandoned, whose shuffles can be checked as well."""
    found = await call.services.backend.read(lambda: store.record(identity))
    if found is not None:
        return found
    with contextlib.suppress(NoTable):
        table = (await call.services.hub.live(identity)).table
        if table.abandoned:
            return store.RecordRow(identity, False, table.entries[-1].at, table.record().to_text(), b"", False)
    raise Failed(404, "not-found", "there is no such record")


async def _folded(call: Call, identity: str) -> Folded:
    text, reading = (await _record(call, identity)).text, call.services.reading
    try:
        return await reading.run(reading.games.fold, text)
    except InvalidRecord as error:
        raise Failed(422, "record", records.why_unreadable(error)) from None


async def _record_list(call: Call, rows: list[store.ListedRecord]) -> wire.RecordList:
    """Return a page of a list; what is kept for it and cannot be read is made again from the record itself."""
    found = []
    for row in rows[:PAGE]:
        summary = records.summary_of(row.summary)
        if summary is None:
            kept = await _record(call, row.id)
            summary = await call.services.reading.run(records.summary_from, row.id, kept.text, row.finished)
        summary.imported = row.imported
        found.append(summary)
    return wire.RecordList(found, len(rows) > PAGE)


async def list_records(call: Call) -> wire.RecordList:
    place = call.query.place
    return await _record_list(call, await call.services.backend.read(lambda: store.listed_records(place, PAGE + 1)))


async def my_records(call: Call) -> wire.RecordList:
    place, identity = call.query.place, call.me.id
    rows = await call.services.backend.read(lambda: store.records_of(identity, place, PAGE + 1))
    return await _record_list(call, rows)


async def import_record(call: Call) -> wire.RecordSummary:
    body, now, identity = call.body, call.now, call.me.id
    if not call.services.hub.creations.take(identity):
        raise Failed(429, "too-fast", "too many imports: wait a minute")
    if not call.services.imports.take(call.services.address(call.request)):
        raise Failed(429, "too-fast", "too many imports from your network today: try again tomorrow")
    try:
        call.services.hub.check_kept()
    except NoRoom as none:
        raise Failed(*_NO_ROOM[none.whose], str(none)) from None
    most = call.services.settings.import_plies
    if records.plies_in(body.text) > most:
        raise Failed(400, "record", f"a record to import has at most {most} actions, chance included")
    try:
        row = await call.services.reading.run(records.imported, new_id(), body.text, body.listed, now)
    except InvalidRecord as error:
        raise Failed(400, "record", str(error)) from None
    await call.services.backend.write(lambda: store.put_record(row, [identity]))
    call.services.hub.note_kept(len(row.text.encode()))
    return _record_summary(row.summary)


async def show_record(call: Call) -> Response:
    text = (await _record(call, call.id("record"))).text
    headers = {"Content-Disposition": f'attachment; filename="{call.id("record")}.verso"'}
    return PlainTextResponse(text, headers=headers)


async def show_chances(call: Call) -> wire.Chances:
    identity, query = call.id("record"), call.query
    kept, reading = await _record(call, identity), call.services.reading
    try:
        return await reading.run(records.chances, reading.games, kept, query.ply, query.most)
    except IndexError as error:
        raise Failed(400, "replay", str(error)) from None
    except InvalidRecord as error:
        raise Failed(422, "record", records.why_unreadable(error)) from None


async def show_replay(call: Call) -> wire.Replay:
    identity, query = call.id("record"), call.query
    kept, reading = await _record(call, identity), call.services.reading
    try:
        return await reading.run(records.replay, reading.games, kept, query.seat, query.ply, query.most, query.language)
    except IndexError as error:
        raise Failed(400, "replay", str(error)) from None
    except InvalidRecord as error:
        raise Failed(422, "record", records.why_unreadable(error)) from None


async def show_review_of_table(call: Call) -> wire.Review:
    live = await call.table()
    if live.table.state != "over":
        raise Failed(409, "not-over", "the game is not over yet")
    return await _review(call, await _record(call, call.id("table")))


async def show_review(call: Call) -> wire.Review:
    return await _review(call, await _record(call, call.id("record")))


async def _review(call: Call, kept: store.RecordRow) -> wire.Review:
    """Return a review as far as it is measured; the first who asks begins it, or later if another of theirs goes on."""
    reviews, query, reading = call.services.reviews, call.query, call.services.reading
    figures, keys = await reviews.known(kept.id), call.keys
    if figures is None and not reviews.is_under_way(kept.id) and not reviews.has_one(*keys):
        try:
            if call.services.new_reviews.take(keys[0]):
                reviews.begin(kept.id, kept.text, *keys)
        except TooLong as error:
            raise Failed(422, "too-long", str(error)) from None
    seat = await _own_seat(call, kept.id) if query.seat is None else query.seat
    try:
        return await reading.run(told_review, kept, figures, seat, query.language)
    except IndexError as error:
        raise Failed(400, "review", str(error)) from None
    except InvalidRecord as error:
        raise Failed(422, "record", records.why_unreadable(error)) from None


async def _own_seat(call: Call, record: str) -> int:
    """Return the first seat that whoever asks had in a game, and the first of all where they had none."""
    if call.identity is not None:
        with contextlib.suppress(NoTable, Unreadable):
            return min((await call.services.hub.live(record)).table.seats_of(call.identity.id), default=0)
    return 0


# --- the lab


def _with_lab(call: Call) -> None:
    if call.services.settings.lab_processes == 0:
        raise Failed(403, "off", words_for(call.body.language)("lab-off"))


async def lab_sheet(call: Call) -> labwire.LabSheet:
    _with_lab(call)
    body: labwire.LabQuestion = call.body
    try:
        told = functools.partial(told_sheet, call.game, body.seats, lab.variant_of(body.variant), body.language)
        return await call.services.reading.run(told)
    except (InvalidSetup, RecursionError) as error:
        raise Failed(400, "setup", str(error)) from None


async def lab_run(call: Call) -> Response:
    study = await _asked_of_lab(call, lab.study_of)
    return _held_by_lab(call, lambda running: running.compared(study, call.body.language, retrain=call.body.retrain))


async def lab_tune(call: Call) -> Response:
    search = await _asked_of_lab(call, lab.search_of)
    return _held_by_lab(call, lambda running: running.tuned(search, call.body.language))


async def _asked_of_lab(call: Call, read: Callable[[Game, Any], T]) -> T:
    """Return what a request asks of the lab, or refuse it."""
    _with_lab(call)
    if not call.services.lab.new_runs.take(call.services.address(call.request)):
        raise Failed(429, "too-fast", "too many new comparisons from your network: wait a minute")
    try:
        return await call.services.reading.run(read, call.game, call.body)
    except Refused as refused:
        raise Failed(400, "figures", str(refused)) from None
    except InvalidWish as error:
        raise Failed(400, "wish", error.said(call.body.language)) from None
    except (InvalidSetup, RecursionError) as error:
        raise Failed(400, "setup", str(error)) from None


def _held_by_lab(call: Call, stream: Callable[[lab.Lab], AsyncIterator[bytes]]) -> Response:
    held = contextlib.ExitStack()
    try:
        held.enter_context(call.services.lab.place(*call.keys))
    except lab.Busy as busy:
        raise Failed(429, "busy", busy.said(call.body.language)) from None
    return Held(stream(call.services.lab), held)


class Held(StreamingResponse):
    """Lines of JSON, one after another, for as long as somebody reads them; then what was held is let go."""

    def __init__(self, lines: AsyncIterator[bytes], held: contextlib.ExitStack) -> None:
        super().__init__(lines, media_type=NDJSON)
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._held:
            await super().__call__(scope, receive, send)


# --- the server itself


async def health(call: Call) -> dict[str, bool]:
    backend = call.services.backend
    size = 1 if backend.health.reason is None else ROOM  # a little may fit where a table does not
    await backend.write(lambda: store.try_to_write(size))
    return {"ok": True}


async def show_metrics(call: Call) -> Response:
    peer = call.request.client.host if call.request.client else ""
    local = peer in ("127.0.0.1", "::1") and limits.FORWARDED not in call.request.headers
    if not (local or call.services.settings.public_metrics):
        raise Failed(403, "metrics", "metrics are for this machine only")
    return PlainTextResponse(call.services.metrics.text(), media_type="text/plain; version=0.0.4")


ROUTES = (
    ApiRoute("GET", "/api/v1/games", list_games, "Games, rulesets and bot levels", wire.GameList, query=LanguageQuery),
    ApiRoute("GET", "/api/v1/characters", list_characters, "Who the bots are", wire.CharacterList),
    ApiRoute(
        "GET", "/api/v1/games/{game}/words", show_words, "What is said of a game", wire.GameWords, query=LanguageQuery
    ),
    ApiRoute("GET", "/api/v1/games/{game}/lessons", show_lessons, "The steps of a game's lesson", wire.Lessons),
    ApiRoute("GET", "/api/v1/games/{game}/cards", show_cards, "The cards of a ruleset", Any, query=CardsQuery),
    ApiRoute("GET", "/api/v1/tables/{table}/cards", show_cards_of_table, "The cards of a table", Any),
    ApiRoute("GET", "/api/v1/records/{record}/cards", show_cards_of_record, "The cards of a finished game", Any),
    ApiRoute("POST", "/api/v1/guests", add_guest, "Get an identity", wire.Welcome, wire.Guest, status=201),
    ApiRoute(
        "POST", "/api/v1/guests/return", return_guest, "The same identity here", wire.Welcome, wire.UseCode, status=201
    ),
    ApiRoute("GET", "/api/v1/me", me, "Who am I", wire.Me),
    ApiRoute("GET", "/api/v1/visitor", visitor, "Who am I, if anybody", wire.Visitor),
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
    ApiRoute("GET", "/api/v1/tables/{table}/odds", show_odds, "Exact odds of a seat", wire.Odds, query=OddsQuery),
    ApiRoute(
        "POST",
        "/api/v1/tables/{table}/invitations/{seat}",
        invite,
        "A new code for an invited seat",
        wire.Invitation,
        NoQuery,
    ),
    ApiRoute(
        "POST",
        "/api/v1/tables/{table}/seats/{seat}/block",
        people_routes.block,
        "Block whoever sits there",
        wire.Block,
        NoQuery,
        status=201,
    ),
    ApiRoute(
        "DELETE",
        "/api/v1/tables/{table}/seats/{seat}/block",
        people_routes.unblock_seat,
        "Unblock them",
        None,
        status=204,
    ),
    ApiRoute(
        "POST",
        "/api/v1/tables/{table}/seats/{seat}/report",
        people_routes.report,
        "Report whoever sits there",
        None,
        wire.Report,
        status=204,
    ),
    ApiRoute("GET", "/api/v1/me/passkeys", passkeys.show_all, "My passkeys", wire.PasskeyList),
    ApiRoute(
        "POST",
        "/api/v1/me/passkeys/challenge",
        passkeys.begin_new,
        "Begin to make a passkey",
        wire.PasskeyChallenge,
        NoQuery,
    ),
    ApiRoute(
        "POST",
        "/api/v1/me/passkeys",
        passkeys.finish_new,
        "Keep a new passkey",
        wire.Passkey,
        wire.PasskeyAnswer,
        status=201,
    ),
    ApiRoute("DELETE", "/api/v1/me/passkeys/{passkey}", passkeys.remove, "Remove a passkey", None, status=204),
    ApiRoute(
        "POST",
        "/api/v1/passkeys/challenge",
        passkeys.begin_sign_in,
        "Begin to come back by a passkey",
        wire.PasskeyChallenge,
        NoQuery,
    ),
    ApiRoute(
        "POST",
        "/api/v1/passkeys/sign-in",
        sign_in,
        "The same identity here, by a passkey",
        wire.Welcome,
        wire.PasskeyAnswer,
        status=201,
    ),
    ApiRoute("GET", "/api/v1/push", people_routes.push_key, "This server's key for Web Push", wire.PushKey),
    ApiRoute(
        "POST",
        "/api/v1/me/push",
        people_routes.add_push,
        "Tell a device of my turns",
        None,
        wire.PushDevice,
        status=204,
    ),
    ApiRoute(
        "POST",
        "/api/v1/me/push/stop",
        people_routes.stop_push,
        "Tell a device no more",
        None,
        wire.PushEndpoint,
        status=204,
    ),
    ApiRoute("GET", "/api/v1/me/blocks", people_routes.list_blocks, "Whom I block", wire.BlockList),
    ApiRoute("DELETE", "/api/v1/me/blocks/{block}", people_routes.unblock, "Unblock somebody", None, status=204),
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
    ApiRoute(
        "GET",
        "/api/v1/records/{record}/chances",
        show_chances,
        "What was left to chance, to be checked",
        wire.Chances,
        query=PliesQuery,
    ),
    ApiRoute("GET", "/api/v1/records/{record}/review", show_review, "Review a record", wire.Review, query=ReviewQuery),
    ApiRoute(
        "GET",
        "/api/v1/tables/{table}/review",
        show_review_of_table,
        "Review a game that is over",
        wire.Review,
        query=ReviewQuery,
    ),
    ApiRoute(
        "POST",
        "/api/v1/lab/{game}/sheet",
        lab_sheet,
        "The figures of a game that can be changed, with changes",
        labwire.LabSheet,
        labwire.LabQuestion,
        most_bytes=labwire.MOST_BYTES,
    ),
    ApiRoute(
        "POST",
        "/api/v1/lab/{game}/runs",
        lab_run,
        "Compare two tables: a stream of growing reports",
        labwire.LabReport,
        labwire.LabRun,
        most_bytes=labwire.MOST_BYTES,
        media=NDJSON,
    ),
    ApiRoute(
        "POST",
        "/api/v1/lab/{game}/tunings",
        lab_tune,
        "Look for figures that make a game as one wishes: a stream of what was found so far",
        labwire.LabTuning,
        labwire.LabTune,
        most_bytes=labwire.MOST_BYTES,
        media=NDJSON,
    ),
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
        limits.behalf.set(services.address(request))
        try:
            query = _query(route, request)
            body = _body(decode, await _read(request, route.most_bytes), request) if decode is not None else None
            identity, token = await services.identify(request)
            result = await route.handler(Call(services, request, identity, token, body, query))
        except Failed as failed:
            return _json(wire.Failure(failed.code, failed.words, failed.suggestion), failed.status)
        except people.NameHeld as held:
            words = f"the name {held.name} belongs to somebody who plays here: take another"
            return _json(wire.Failure("name-held", words, held.suggestion or None), 409)
        except store.Unknown:  # whoever asked has been deleted meanwhile
            return _json(wire.Failure("token", "this token opens nothing, or not any more"), 401)
        except store.Unavailable as error:
            return _json(wire.Failure("store", error.words), 503)
        except Unreadable as error:
            return _json(wire.Failure("damaged", error.words), 422)
        except limits.Crowded:
            return _json(wire.Failure("busy", "too much is being read now: try again in a moment"), 503)
        if result is None:
            return Response(status_code=route.status)
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
        async with asyncio.timeout(limits.BODY_SECONDS):
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
