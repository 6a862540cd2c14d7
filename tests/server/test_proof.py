"""Shuffles that can be checked, through real servers: commitments, reveals that do not come, abandoned games."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import random
from typing import Any

from server.test_hub import Hands, command, hub, opened, tick_until
from serving import Guest, Socket, choose, run
from tables import QUICK_CARDS, human
from verso.core.record import Record
from verso.play import shuffle, wire
from verso.play.show import Audience
from verso.server import store

ENTROPY = ["01" * 32, "02" * 32]
SEALS = [hashlib.sha256(bytes.fromhex(each)).hexdigest() for each in ENTROPY]
DAY = 86_400_000


def outcome(shuffled: dict[str, Any], chance: dict[str, Any]) -> int:
    """Return what chance must do, by docs/shuffles.md, knowing no rules."""
    pairs = zip(shuffled["commitments"], shuffled["entropies"], strict=True)
    text = "\n".join(["verso shuffle 2", *(f"{seal or '-'} {entropy or '-'}" for seal, entropy in pairs)])
    seed = hmac.new(bytes.fromhex(shuffled["secret"]), text.encode(), hashlib.sha256).digest()
    total, number = sum(chance["weights"]), 0
    while True:
        block = hmac.new(seed, f"{chance['ply']}/{number // 4}".encode(), hashlib.sha256).digest()
        word = int.from_bytes(block[8 * (number % 4) :][:8], "big")
        if word < 2**64 - 2**64 % total:
            break
        number += 1
    left = word % total
    for action, weight in zip(chance["actions"], chance["weights"], strict=True):
        left -= weight
        if left < 0:
            return int(action)
    raise AssertionError


async def play_out(socket: Socket, seat: int) -> dict[str, Any]:
    """Take the last legal action for a while, with which no game ends, then act at random until the game is over."""
    chosen, acted = random.Random(seat), 0
    while True:
        frame = await socket.until_frame(lambda frame: frame["state"] == "over" or frame["to_act"] == seat)
        if frame["state"] == "over":
            return frame
        action = frame["legal"][-1]["text"] if acted < 10 else choose(frame, chosen)
        acted += 1
        await socket.ask("act", key=f"{seat}-{frame['ply']}", ply=frame["ply"], seat=seat, action=action)
        socket.frame = socket.frame if socket.frame["ply"] > frame["ply"] else {}


def test_two_people_commit_reveal_and_check_without_knowing_the_rules(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive("Ana")
            await bia.arrive("Bia")
            seats = [{"kind": "mine", "commitment": SEALS[0]}, {"kind": "open"}]
            table = await ana.new_table(seats=seats, cards=QUICK_CARDS)
            before = (await ana.frame(table))["shuffle"]
            assert (await bia.command(table, "sit", seat=1, commitment=SEALS[1]))["type"] == "done"
            async with ana.socket(table) as one, bia.socket(table) as two:
                for number, socket in enumerate((one, two)):
                    frame = await socket.until_frame(lambda frame: frame["shuffle"]["sealed"])
                    assert frame["shuffle"]["commitments"] == SEALS
                    answer = await socket.ask("reveal", key="r", seat=number, value=ENTROPY[number])
                    assert answer["type"] == "done"
                ends = await asyncio.gather(play_out(one, 0), play_out(two, 1))
            assert ends[0]["shuffle"]["entropies"] == ENTROPY
            found = await all_chances(ana, table)
            assert found["shuffle"]["commitment"] == before["commitment"]
            assert len(found["chances"]) > 10
            for chance in found["chances"]:
                assert outcome(found["shuffle"], chance) == chance["happened"]
            text = (await ana.request("GET", f"/records/{table}")).text
            verdict = shuffle.verify(Record.from_text(text), before["commitment"], SEALS)
            assert verdict.verified, verdict.words
            assert verdict.chances == len(found["chances"])

    run(story())


async def all_chances(guest: Guest, record: str) -> Any:
    found = await guest.ask("GET", f"/records/{record}/chances", params={"most": 7})
    while found["next"] is not None:
        more = await guest.ask("GET", f"/records/{record}/chances", params={"ply": found["next"], "most": 500})
        found = more | {"chances": found["chances"] + more["chances"]}
    return found


def test_only_seats_of_ones_own_are_committed_for(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            seats = [{"kind": "mine"}, {"kind": "bot", "commitment": SEALS[0]}]
            body = {"game": "flip-city", "seats": seats}
            assert (await ana.request("POST", "/tables", body)).status_code == 400
            table = await ana.new_table("mine", "open")
            assert (await ana.request("GET", f"/records/{table}")).status_code == 404
            assert (await ana.request("GET", f"/records/{table}/chances")).status_code == 404

    run(story())


def test_a_lesson_takes_no_commitments_and_says_that_it_is_known(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            seats = [{"kind": "mine", "commitment": SEALS[0]}, {"kind": "mine"}]
            table = (await ana.ask("POST", "/tables", {"game": "flip-city", "seats": seats, "lesson": 1}))["table"]
            frame = await ana.frame(table)
            assert frame["state"] == "playing"
            assert frame["shuffle"]["known"]
            assert frame["shuffle"]["commitments"] == []

    run(story())


# --- with a clock that is turned by hand


def committed(number: int) -> Any:
    seat = human(number)
    seat.commitment = SEALS[number]
    return seat


def test_a_page_that_is_closed_before_it_reveals_stalls_nobody(database: str) -> None:
    async def story() -> None:
        clock = Hands()
        async with hub(database, clock) as worker:
            made = await worker.create(opened(committed(0), committed(1), method=2, patience=10))
            table = made.table.id
            assert isinstance(await command(worker, 0, table, wire.Reveal("k", 0, ENTROPY[0])), wire.Done)
            clock.now += 9_000
            await worker.tick()
            assert worker.lives[table].table.state == "open"
            del worker.lives[table]  # nobody is connected: what is due is found in the database
            clock.now += 4_000
            await tick_until(worker, lambda: table in worker.lives and worker.lives[table].table.state == "playing")
            assert worker.lives[table].table.entropies == [ENTROPY[0], None]

    run(story())


def test_a_game_nobody_plays_on_is_over_after_a_while_and_shows_its_secret(database: str) -> None:
    async def story() -> None:
        clock = Hands()
        async with hub(database, clock, deserted_days=60, abandoned_days=90) as worker:
            made = await worker.create(opened(human(0), human(1), method=2))
            table, secret = made.table.id, made.table.opened.secret
            seat = made.table.to_act
            assert seat is not None
            assert made.table.position is not None
            action = made.table.position.text(made.table.position.legal[0])
            await command(worker, seat, table, wire.Act("k", made.table.ply, seat, action))
            for _ in range(89):
                clock.now += DAY
                await worker._keep_house()
                await worker.tick()
            live = await worker.live(table)
            assert live.table.state == "playing"
            assert b'"secret":null' in live.frame_for(Audience(None, "en"), None, 0, clock.now)
            clock.now += DAY
            await worker._keep_house()
            clock.now += DAY
            await worker._keep_house()
            await tick_until(worker, lambda: worker.lives[table].table.abandoned)
            live = await worker.live(table)
            assert secret.encode() in live.frame_for(Audience(None, "en"), None, 0, clock.now)
            rows = await worker.backend.read(lambda: store.due_tables(clock.now + 10 * DAY))
            assert rows == []

    run(story())


def test_a_clock_that_jumps_reveals_no_secret(database: str) -> None:
    async def story() -> None:
        clock, steady = Hands(), Hands()
        async with hub(database, clock, steady=steady, deserted_days=60, abandoned_days=90) as worker:
            made = await worker.create(opened(human(0), human(1), method=2))
            table = made.table.id
            await worker.backend.write(lambda: store.end_deserted(clock.now + 1, clock.now + 1, 90 * DAY))
            clock.now += 1_000 * DAY
            for _ in range(3):
                await worker.tick()
            assert (await worker.live(table)).table.state == "playing"

    run(story())
