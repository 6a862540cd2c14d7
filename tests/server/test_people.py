"""People and each other: names that are held, guests who are asked to leave."""

from __future__ import annotations

import asyncio
import functools
import json
import random
from typing import Any

import pytest

from server.test_deletion import traces
from server.test_tables import play_out
from serving import Guest, choose, run, serving
from tables import QUICK_CARDS
from verso.play.names import look_alike
from verso.server import commands, hub, people, store
from verso.server.settings import Settings

DAY = 86_400_000
START = 1_800_000_000_000


class Time:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now

    def pass_days(self, days: float) -> None:
        self.now += int(days * DAY)


def held(database: str, clock: Time | None = None) -> Any:
    """Serve, with names that are held."""
    return serving(database, name_days=90, clock=clock)


async def play_a_move(guest: Guest) -> str:
    table = await guest.new_table("mine", "mine")
    frame = await guest.frame(table)
    frame = await guest.frame(table, seat=frame["to_act"])
    move = {"ply": frame["ply"], "seat": frame["seat"], "action": choose(frame, random.Random(1))}
    assert (await guest.command(table, "act", **move))["type"] == "done"
    return table


def test_a_name_is_held_for_whoever_plays_under_it(database: str) -> None:
    async def story() -> None:
        clock = Time()
        async with (
            serving(database, name_days=90, clock=clock) as address,
            Guest(address) as ana,
            Guest(address) as bia,
        ):
            await ana.arrive("Ana")
            await play_a_move(ana)
            clock.pass_days(80)
            for name in ("Ana", "ANA", "Аna", "A n a"):
                answer = await bia.request("POST", "/guests", {"name": name})
                assert (answer.status_code, answer.json()["code"]) == (409, "name-held")
                assert look_alike(answer.json()["suggestion"]) == look_alike("Ana 2")
            await bia.arrive(answer.json()["suggestion"])
            answer = await bia.request("PATCH", "/me", {"name": "ana"})
            assert (answer.status_code, answer.json()["code"]) == (409, "name-held")
            assert (await bia.ask("GET", "/me"))["name"] == "A n a 2"
            assert (await ana.ask("PATCH", "/me", {"name": "Aná"}))["name"] == "Aná"  # one's own, written otherwise

    run(story())


def test_a_name_comes_free_when_its_player_has_not_played_for_long(database: str) -> None:
    async def story() -> None:
        clock = Time()
        async with (
            serving(database, name_days=90, clock=clock) as address,
            Guest(address) as ana,
            Guest(address) as bia,
        ):
            await ana.arrive("Ana")
            await play_a_move(ana)
            clock.pass_days(91)
            await bia.arrive("Ana")
            await play_a_move(bia)
            assert (await ana.request("PATCH", "/me", {"name": "ana"})).status_code == 409

    run(story())


def test_a_name_under_which_nothing_was_played_is_held_for_a_day(database: str) -> None:
    async def story() -> None:
        clock = Time()
        async with (
            serving(database, name_days=90, clock=clock) as address,
            Guest(address) as ana,
            Guest(address) as bia,
        ):
            await ana.arrive("Ana")
            assert (await bia.request("POST", "/guests", {"name": "Ana"})).status_code == 409
            clock.pass_days(1.1)
            await bia.arrive("Ana")

    run(story())


def test_nobody_is_called_like_a_bot(database: str) -> None:
    async def story() -> None:
        async with held(database) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive("Ana")
            await bia.arrive("Bia")
            table = await bia.new_table("mine", "open")
            for name in ("Bot 2", "bot-2", "Robô 3", "Bot"):
                answer = await ana.request("PATCH", "/me", {"name": name})
                assert (answer.status_code, answer.json()["code"]) == (409, "name-held")
                assert "ot" not in answer.json()["suggestion"]
                answer = await ana.command(table, "sit", seat=1, name=name)
                assert answer["code"] == "name"
            await ana.arrive("Bottom")

    run(story())


def test_one_identity_holds_one_name(database: str) -> None:
    async def story() -> None:
        async with held(database) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive("Ana")
            for name in ("Bia", "Caio", "Davi"):
                await ana.ask("PATCH", "/me", {"name": name})
            for name in ("Ana", "Bia", "Caio"):
                await bia.arrive(name)
            assert (await bia.request("PATCH", "/me", {"name": "Davi"})).status_code == 409

    run(story())


def test_nobody_hoards_names_from_one_address(database: str) -> None:
    async def story() -> None:
        options: dict[str, Any] = {"name_days": 90, "names_per_address": 3}
        async with serving(database, **options) as address, Guest(address) as ana, Guest(address) as bia:
            for number in range(6):
                await ana.arrive(f"Hoarded {number + 2}")  # nobody is kept out
            free = [(await bia.request("POST", "/guests", {"name": f"Hoarded {n + 2}"})).status_code for n in range(6)]
            assert free == [409] * 3 + [201] * 3

    run(story())


def test_a_held_name_is_nobody_elses_at_a_table_either(database: str) -> None:
    async def story() -> None:
        async with held(database) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive("Ana")
            await play_a_move(ana)
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "open", "open")
            answer = await bia.command(table, "sit", seat=1, name="АNA")
            assert (answer["type"], answer["code"]) == ("refused", "name")
            assert "АNA 2" in answer["words"]
            assert (await bia.command(table, "sit", seat=1, name="Beatriz"))["type"] == "done"
            seats = [{"kind": "mine", "name": "Ana"}, {"kind": "open"}]
            body = {"game": "flip-city", "seats": seats}
            assert (await bia.request("POST", "/tables", body)).json()["code"] == "name-held"
            seats[1] = {"kind": "mine", "name": "Bia"}  # a table of one's own, whoever is called how at home
            assert (await bia.request("POST", "/tables", body)).status_code == 201

    run(story())


def test_nobody_gives_a_held_name_to_a_seat_and_lets_strangers_in_afterwards(database: str) -> None:
    async def story() -> None:
        async with held(database) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive("Ana")
            await play_a_move(ana)
            await bia.arrive("Bia")
            as_ana = {"kind": "mine", "name": "Ana"}

            async def table_of(guest: Guest, *seats: Any) -> str:
                body = {"game": "flip-city", "seats": list(seats), "wait": True}
                return str((await guest.ask("POST", "/tables", body))["table"])

            table = await table_of(bia, as_ana, {"kind": "bot"})
            for lets_in in ({"kind": "open"}, {"kind": "invited"}):
                answer = await bia.command(table, "arrange", seat=1, **lets_in)
                assert (answer["type"], answer["code"]) == ("refused", "name")
            assert (await bia.command(table, "rules", seats=3))["code"] == "name"
            table = await table_of(bia, {"kind": "mine"}, {"kind": "bot", "name": "ana"})
            assert (await bia.command(table, "rules", seats=3))["code"] == "name"
            table = await table_of(bia, as_ana, {"kind": "mine"})
            assert (await bia.command(table, "leave", seat=1))["code"] == "name"
            assert (await bia.command(table, "leave", seat=0))["type"] == "done"  # and the name with it
            table = await table_of(ana, as_ana, {"kind": "bot"})
            assert (await ana.command(table, "arrange", seat=1, kind="open"))["type"] == "done"

    run(story())


def test_guests_without_a_name_get_different_ones(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with held(database) as address, Guest(address) as ana:
            drawn = iter([7, 7, 8])
            monkeypatch.setattr("verso.server.services.secrets.randbelow", lambda _most: next(drawn))
            names = [(await ana.ask("POST", "/guests", {"language": "pt-BR"}))["name"] for _ in range(2)]
            assert names == ["Visitante 1007", "Visitante 1008"]

    run(story())


def test_only_one_of_many_gets_a_name(service: Any) -> None:
    async def story(database: str) -> None:
        async with (
            held(database) as one,
            held(database) as other,
            Guest(one, other) as ana,
        ):
            asked = [ana.request("POST", "/guests", {"name": "Only"}) for _ in range(12)]
            codes = sorted(answer.status_code for answer in await asyncio.gather(*asked))
            assert codes == [201] + [409] * 11

    if service.kind == "postgres":  # a SQLite file has one server
        run(story(service.database))


def test_a_name_is_deleted_exported_and_restored(database: str, tmp_path: Any) -> None:
    async def fill() -> str:
        async with held(database) as address, Guest(address) as ana:
            await ana.arrive("Anastasia")
            await play_a_move(ana)
            return ana.id

    identity = run(fill())
    settings = Settings(database=database)
    assert commands.export_player(settings, identity)["name_held"] > 0
    file = tmp_path / "backup.gz"
    commands.backup(settings, file)
    copy = Settings(database=str(tmp_path / "copy.db"))
    commands.restore(copy, file)

    async def is_held(place: str) -> int:
        async with serving(place, name_days=90) as address, Guest(address) as bia:
            return (await bia.request("POST", "/guests", {"name": "Anastasia"})).status_code

    assert run(is_held(copy.database)) == 409
    commands.delete_player(settings, identity)
    assert traces(database, identity, look_alike("Anastasia")) == []
    assert run(is_held(database)) == 201


def test_names_of_an_earlier_version_are_held(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database of version 3 gets its names when it is opened."""

    async def story() -> None:
        with monkeypatch.context() as earlier:
            migrate = store.migrate
            earlier.setattr(store, "migrate", lambda dialect: migrate(dialect, store.MIGRATIONS[:3]))
            backend = hub_backend(database)
            await backend.open()

            def fill() -> store.Script[None]:
                for number, name in enumerate(("Ana", "ana", "Bia")):
                    yield (
                        "insert into identities (id, name, language, created) values ($1, $2, 'en', $3)",
                        (f"p_{number}", name, hub.wall_clock()),
                    )

            await backend.write(fill)
            await backend.close()
        async with held(database) as address, Guest(address) as zoe:
            for name in ("Ana", "Bia"):
                assert (await zoe.request("POST", "/guests", {"name": name})).status_code == 409

    run(story())


def hub_backend(database: str) -> store.Backend:
    from verso.server.services import open_backend

    return open_backend(Settings(database=database))


def test_a_guest_is_asked_to_leave_and_sees_it(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "open", "open")
            async with bia.socket(table) as socket:
                await socket.until("frame")
                assert (await socket.ask("sit", key="s", seat=1))["type"] == "done"
                await socket.until_frame(lambda frame: frame["seat"] == 1)
                assert (await ana.command(table, "remove", seat=1))["type"] == "done"
                frame = await socket.until_frame(lambda frame: frame["seat"] is None)
                assert frame["seats"][1]["kind"] == "open"
                assert frame["log"][-1]["kind"] == "removed"
                answer = await socket.ask("sit", key="s2", seat=2)
                assert (answer["code"], answer["words"]) == ("not-yours", "the host has asked you to leave this table")
            assert (await bia.ask("GET", "/me/tables"))["tables"] == []
            assert [each["table"] for each in (await ana.ask("GET", "/me/tables"))["tables"]] == [table]

    run(story())


def test_whoever_left_before_the_game_has_nothing_to_do_with_it_and_is_found_to_be_deleted(database: str) -> None:
    async def story() -> tuple[str, str]:
        async with held(database) as address, Guest(address) as ana, Guest(address) as zoe:
            await ana.arrive("Ana")
            await zoe.arrive("Zoë-who-left")
            table = await ana.new_table("mine", "open", wait=True)
            for command in ("sit", "leave", "sit"):
                assert (await zoe.command(table, command, seat=1))["type"] == "done"
            assert [each["table"] for each in (await zoe.ask("GET", "/me/tables"))["tables"]] == [table]
            await zoe.command(table, "leave", seat=1)
            assert (await zoe.ask("GET", "/me/tables"))["tables"] == []
            await ana.command(table, "arrange", seat=1, kind="bot", level="easy")
            await ana.command(table, "start")
            async with ana.socket(table) as socket:
                await play_out(ana, table, 0, 3, socket)
            assert [each["record"] for each in (await ana.ask("GET", "/me/records"))["records"]] == [table]
            assert (await zoe.ask("GET", "/me/records"))["records"] == []
            return zoe.id, table

    zoe, table = run(story())
    exported = commands.export_player(Settings(database=database), zoe)
    assert ([each["id"] for each in exported["tables"]], exported["records"]) == ([table], [])
    assert commands.delete_player(Settings(database=database), zoe) == 1
    assert traces(database, zoe, "Zoë-who-left") == []


# --- blocking and reporting


async def two_at_a_table(ana: Guest, bia: Guest, *, start: bool = False, **options: Any) -> str:
    await ana.arrive("Ana")
    await bia.arrive("Bia")
    table = await ana.new_table("mine", "open", *([] if start else ["open"]), listed=True, **options)
    assert (await bia.command(table, "sit", seat=1))["type"] == "done"
    return table


def test_what_a_blocked_player_says_is_not_shown_and_is_again_afterwards(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            table = await two_at_a_table(ana, bia, start=True)
            await bia.command(table, "say", seat=1, text="you fool")
            async with ana.socket(table, service.addresses[0]) as one:
                frame = await one.until_frame(lambda frame: frame["chat"] != [])
                assert [line["text"] for line in frame["chat"]] == ["you fool"]
                other = Guest(service.addresses[-1])  # at another worker, where there is one
                other.token = ana.token
                block = await other.ask("POST", f"/tables/{table}/seats/1/block", {})
                frame = await one.until_frame(lambda frame: frame["seats"][1]["blocked"])
                assert (frame["chat"], frame["since"]) == ([], 0)  # told anew, without it
                await bia.command(table, "react", seat=1, reaction="🔥")
                await bia.command(table, "say", seat=1, text="fool again")
                await ana.command(table, "say", seat=0, text="hello")
                frame = await one.until_frame(lambda frame: frame["chat"] != [])
                assert [line["text"] for line in frame["chat"]] == ["hello"]
                assert [line["text"] for line in (await ana.frame(table))["chat"]] == ["hello"]
                assert len((await bia.frame(table))["chat"]) == 4  # nobody else is kept from anything
                assert [each["block"] for each in (await ana.ask("GET", "/me/blocks"))["blocks"]] == [block["block"]]
                await other.ask("DELETE", f"/me/blocks/{block['block']}")
                frame = await one.until_frame(lambda frame: not frame["seats"][1]["blocked"])
                assert len(frame["chat"]) == 4
                await other.http.aclose()
            assert (await ana.ask("GET", "/me/blocks"))["blocks"] == []
            assert (await bia.ask("GET", "/me/blocks"))["blocks"] == []

    run(story())


def test_blocking_stops_no_game(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            table = await two_at_a_table(ana, bia, start=True)
            for seat, guest in ((1, ana), (0, bia)):
                await guest.ask("POST", f"/tables/{table}/seats/{seat}/block", {})
            chosen = random.Random(3)
            moved = set[int]()
            while moved != {0, 1}:  # until both have moved
                seat = (await ana.frame(table))["to_act"]
                mover = (ana, bia)[seat]
                frame = await mover.frame(table, seat=seat)
                move = {"ply": frame["ply"], "seat": seat, "action": choose(frame, chosen)}
                assert (await mover.command(table, "act", **move))["type"] == "done"
                moved.add(seat)

    run(story())


def test_neither_sits_down_at_a_table_of_the_other_nor_sees_it(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            table = await two_at_a_table(ana, bia)
            await ana.ask("POST", f"/tables/{table}/seats/1/block", {})
            hers = await bia.new_table("mine", "open", "open", listed=True)
            other = await ana.new_table("mine", "open", "open", listed=True)

            async def listed(guest: Guest) -> set[str]:
                return {each["table"] for each in (await guest.ask("GET", "/tables"))["tables"]} & {hers, other}

            assert await listed(ana) == {other}
            assert await listed(bia) == {hers}
            async with Guest(*service.addresses) as zoe:
                await zoe.arrive("Zoe")
                assert await listed(zoe) == {hers, other}
            refused = await bia.command(other, "sit", seat=1)
            assert (refused["code"], refused["words"]) == ("blocked", "the host of this table does not play with you")
            refused = await ana.command(hers, "sit", seat=1)
            assert (refused["code"], "you block the host" in refused["words"]) == ("blocked", True)
            seats = [{"kind": "mine"}, {"kind": "invited"}]
            invited = await bia.ask("POST", "/tables", {"game": "flip-city", "seats": seats})
            fields = {"seat": 1, "invitation": invited["invitations"][0]["code"]}
            assert (await ana.command(invited["table"], "sit", **fields))["code"] == "blocked"
            await ana.ask("DELETE", f"/tables/{table}/seats/1/block")
            assert (await bia.command(other, "sit", seat=1))["type"] == "done"
            assert (await ana.command(invited["table"], "sit", **fields))["type"] == "done"  # the code is still good

    run(story())


def test_nobody_is_brought_along_to_a_rematch_of_whom_they_block(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            table = await two_at_a_table(ana, bia, start=True, cards=QUICK_CARDS)
            async with ana.socket(table) as one, bia.socket(table) as two:
                await asyncio.gather(play_out(ana, table, 0, 3, one), play_out(bia, table, 1, 4, two))
            await ana.ask("POST", f"/tables/{table}/seats/1/block", {})
            assert (await bia.command(table, "rematch", seat=1))["type"] == "done"
            frame = await bia.frame((await bia.frame(table))["rematch"])
            assert [seat["kind"] for seat in frame["seats"]] == ["open", "human"]
            assert frame["state"] == "open"

    run(story())


def test_one_blocks_people_at_seats_and_a_bounded_number(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with serving(database) as address, Guest(address) as ana, Guest(address) as bia:
            table = await two_at_a_table(ana, bia)
            for seat, status in ((0, 409), (2, 409), (5, 404), ("x", 404)):
                assert (await ana.request("POST", f"/tables/{table}/seats/{seat}/block", {})).status_code == status
            async with Guest(address) as nobody:
                assert (await nobody.request("POST", f"/tables/{table}/seats/1/block", {})).status_code == 401
            once = await ana.ask("POST", f"/tables/{table}/seats/1/block", {})
            assert await ana.ask("POST", f"/tables/{table}/seats/1/block", {}) == once
            monkeypatch.setattr("verso.server.people.MOST_BLOCKS", 1)
            await ana.command(table, "remove", seat=1)
            async with Guest(address) as caio:
                await caio.arrive("Caio")
                await caio.command(table, "sit", seat=1)
                answer = await ana.request("POST", f"/tables/{table}/seats/1/block", {})
                assert (answer.status_code, answer.json()["code"]) == (409, "limit")
            assert (await bia.request("DELETE", f"/me/blocks/{once['block']}")).status_code == 404  # not hers

    run(story())


def test_reports_are_for_the_host_of_the_server_alone(database: str) -> None:
    async def story() -> tuple[str, str, str]:
        async with serving(database) as address, Guest(address) as ana, Guest(address) as bia:
            table = await two_at_a_table(ana, bia)
            await bia.command(table, "say", seat=1, text="you fool")
            path = f"/tables/{table}/seats/1/report"
            assert (await ana.request("POST", path, {"kind": "rude"})).status_code == 400
            assert (await ana.request("POST", path, {"kind": "insult", "text": "x" * 501})).status_code == 400
            assert (await ana.request("POST", path, {"kind": "insult", "text": "a\u202eb"})).status_code == 400
            assert (await ana.request("POST", path, {"kind": "other"})).status_code == 204
            text = "called me\na fool"
            assert (await ana.request("POST", path, {"kind": "insult", "text": text})).status_code == 204
            assert "called me" not in (await bia.request("GET", f"/tables/{table}")).text
            return ana.id, bia.id, table

    ana, bia, table = run(story())
    settings = Settings(database=database)
    [found] = commands.reports(settings)
    known = {name: found[name] for name in ("reporter", "reported", "table", "kind", "words", "name")}
    assert list(known.values()) == [ana, bia, table, "insult", "called me a fool", "Bia"]
    assert [line["text"] for line in found["said"]] == ["you fool"]
    assert [each["words"] for each in commands.export_player(settings, ana)["reports"]] == ["called me a fool"]
    assert "called me" not in json.dumps(commands.export_player(settings, bia))


def test_reports_are_bounded_by_identity_and_address(database: str) -> None:
    async def story() -> None:
        clock = Time()
        async with serving(database, reports_per_day=1, clock=clock) as address, Guest(address) as ana:
            await ana.arrive("Ana")

            async def report(bia: Guest) -> int:
                table = await ana.new_table("mine", "open", "open")
                await bia.command(table, "sit", seat=1)
                return (await bia.request("POST", f"/tables/{table}/seats/0/report", {"kind": "other"})).status_code

            codes = []
            for number in range(4):
                async with Guest(address) as bia:
                    await bia.arrive(f"Bia {number}")
                    codes += [await report(bia), await report(bia)] if number == 0 else [await report(bia)]
            assert codes == [204, 429, 204, 204, 429]
            clock.pass_days(1.1)
            async with Guest(address) as bia:
                await bia.arrive("Late")
                assert await report(bia) == 204

    run(story())


def test_blocks_and_reports_are_backed_up_and_forgotten_with_either(database: str, tmp_path: Any) -> None:
    async def story() -> tuple[str, str]:
        async with serving(database) as address, Guest(address) as ana, Guest(address) as bia:
            table = await two_at_a_table(ana, bia)
            await bia.ask("PATCH", "/me", {"name": "Beatriz"})
            await bia.command(table, "leave", seat=1)
            await bia.command(table, "sit", seat=1, name="Beatriz")
            await ana.ask("POST", f"/tables/{table}/seats/1/block", {})
            await ana.ask("POST", f"/tables/{table}/seats/1/report", {"kind": "name", "text": "private words"})
            return ana.id, bia.id

    ana, bia = run(story())
    settings, copy = Settings(database=database), Settings(database=str(tmp_path / "copy.db"))
    commands.backup(settings, tmp_path / "backup.gz")
    commands.restore(copy, tmp_path / "backup.gz")
    assert [each["name"] for each in commands.export_player(copy, ana)["blocks"]] == ["Beatriz"]
    assert len(commands.reports(copy)) == 1
    commands.delete_player(settings, bia)
    assert traces(database, bia, "Beatriz", "private words") == []
    commands.delete_player(copy, ana)
    assert commands.reports(copy) == []
    assert traces(copy.database, ana, "private words") == []


def test_old_reports_are_forgotten(database: str) -> None:
    async def story() -> None:
        backend = hub_backend(database)
        await backend.open()
        for number in range(3):
            identity = store.Identity(f"p_{number}", "Ana", "en")
            made = people.Report(f"r{number}", 1_000 + number, identity.id, "p_0", "t", "other", "", "Ana")
            await backend.write(functools.partial(store.add_identity, identity, identity.id, 1, 2))
            await backend.write(functools.partial(people.report, made, "address", 10))
        await backend.write(lambda: people.forget_reports(1_001, 1_001 + DAY))
        left = await backend.read(people.reports)
        assert [each.id for each in left] == ["r2", "r1"]

        def addresses() -> store.Script[list[Any]]:
            rows = yield "select address from reports where address <> ''", ()
            return rows

        assert len(await backend.read(addresses)) == 2
        await backend.write(lambda: people.forget_reports(0, 1_003 + DAY))
        assert await backend.read(addresses) == []
        await backend.close()

    run(story())
