"""The HTTP interface between people: block, unblock and report; and devices that are told of turns."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from verso.play import wire
from verso.server import people, push, store
from verso.server.hub import new_id
from verso.server.services import Failed

if TYPE_CHECKING:
    from verso.server.routes import Call


async def _other(call: Call) -> tuple[str, str, str]:
    """Return the table, the person who sits at a seat of it and is not oneself, and what they are called there."""
    table, me = (await call.table()).table, call.me.id
    seat = call.seat(table)
    who = table.seats[seat].who
    if table.seats[seat].kind != "human" or who == me:
        raise Failed(409, "not-now", "nobody else sits there")
    return table.id, who, table.names("en")[seat]


async def block(call: Call) -> wire.Block:
    _, other, name = await _other(call)
    me, made = call.me.id, people.Block(new_id(), name, call.now)
    try:
        blocked = await call.services.backend.write(lambda: people.block(made, me, other))
    except people.TooMany:
        raise Failed(409, "limit", f"you block {people.MOST_BLOCKS} others already") from None
    await call.services.hub.blocks_changed(me)
    return wire.Block(*blocked)


async def unblock_seat(call: Call) -> None:
    _, other, _ = await _other(call)
    await _unblock(call, other=other)


async def unblock(call: Call) -> None:
    await _unblock(call, block_id=call.id("block"))


async def _unblock(call: Call, *, block_id: str = "", other: str = "") -> None:
    me = call.me.id
    if not await call.services.backend.write(lambda: people.unblock(me, block_id=block_id, other=other)):
        raise Failed(404, "not-found", "you do not block them")
    await call.services.hub.blocks_changed(me)


async def list_blocks(call: Call) -> wire.BlockList:
    me = call.me.id
    return wire.BlockList(
        [wire.Block(*each) for each in await call.services.backend.read(lambda: people.blocks_of(me))]
    )


async def report(call: Call) -> None:
    body: wire.Report = call.body
    table, other, name = await _other(call)
    words = " ".join(body.text.split())
    if not wire.is_clean(words):
        raise Failed(400, "text", "only characters that can be seen, please")
    made = people.Report(new_id(), call.now, call.me.id, other, table, body.kind, words, name)
    address, a_day = store.hashed(call.services.address(call.request)), call.services.settings.reports_per_day
    try:
        await call.services.backend.write(lambda: people.report(made, address, a_day))
    except people.TooMany:
        raise Failed(429, "too-many-reports", "enough reports for today: try again tomorrow") from None


# --- devices that are told


async def push_key(call: Call) -> wire.PushKey:
    return wire.PushKey(call.services.pushes.public)


async def add_push(call: Call) -> None:
    body: wire.PushDevice = call.body
    me, token, now = call.me.id, store.hashed(call.token or ""), call.now
    try:
        push.check_place(body.endpoint, call.services.settings.push_hosts)
    except push.NotAllowed:
        raise Failed(400, "push-place", "this server does not send to that push service") from None
    if not await asyncio.to_thread(push.are_keys, body.p256dh, body.auth):
        raise Failed(400, "push-keys", "nothing can be encrypted for these keys")
    made = people.Push(new_id(), body.endpoint, body.p256dh, body.auth, body.language)
    try:
        await call.services.backend.write(lambda: people.add_push(made, me, token, now))
    except people.TooMany:
        raise Failed(409, "pushes", f"{people.MOST_PUSHES} devices are told already: turn one off first") from None


async def stop_push(call: Call) -> None:
    me, endpoint = call.me.id, call.body.endpoint
    if not await call.services.backend.write(lambda: people.drop_push(endpoint, me)):
        raise Failed(404, "not-found", "this device is not told")
