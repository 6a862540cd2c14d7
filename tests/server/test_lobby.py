"""Around a game, over the network: other rules, characters, giving up, deleting."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from serving import Guest, run, serving
from verso.bots.characters import CHARACTERS

RULES: dict[str, Any] = {"ruleset": "standard", "options": {"office": True}, "clock": 60, "seats": 2}


def test_characters_are_told_and_sit_where_they_are_planned(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            told = (await ana.ask("GET", "/characters"))["characters"]
            assert [each["character"] for each in told] == list(CHARACTERS)
            assert (await ana.ask("GET", "/visitor")) == {"me": None}
            await ana.arrive()
            assert (await ana.ask("GET", "/visitor"))["me"]["name"] == "Ana"
            seats = [{"kind": "mine"}, {"kind": "bot", "level": "expert"}, {"kind": "bot", "character": "ada"}]
            table = (await ana.ask("POST", "/tables", {"game": "flip-city", "seats": seats}))["table"]
            seated = (await ana.frame(table))["seats"][1:]
            assert [(seat["name"], seat["level"]) for seat in seated] == [("Leon", "expert"), ("Ada", "expert")]
            seats[1] = {"kind": "bot", "character": "nobody"}
            refused = await ana.request("POST", "/tables", {"game": "flip-city", "seats": seats})
            assert (refused.status_code, refused.json()["code"]) == (400, "seats")
            seats[1] = {"kind": "bot", "name": "Hal"}
            table = (await ana.ask("POST", "/tables", {"game": "flip-city", "seats": seats}))["table"]
            hal = (await ana.frame(table))["seats"][1]
            assert (hal["name"], hal["character"]) == ("Hal", None)

    run(story())


def test_a_guest_sees_other_rules_and_agrees_before_the_host_begins(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "open", "open", wait=True)
            await bia.command(table, "sit", seat=1)
            async with bia.socket(table) as guest:
                await guest.until("frame")
                assert (await ana.command(table, "rules", **RULES))["type"] == "done"
                while (
                    "office" not in (frame := await guest.until("frame"))["options"] or not frame["options"]["office"]
                ):
                    pass
                assert (len(frame["seats"]), frame["clock"]["seconds"]) == (2, 60)
                assert frame["seats"][1]["awaited"] == "rules"
                refused = await ana.command(table, "start")
                assert (refused["type"], refused["code"]) == ("refused", "not-now")
                await guest.ask("agree", key="yes", ply=frame["ply"], seat=1)
            assert (await ana.command(table, "start"))["type"] == "done"
            assert (await bia.frame(table))["view"]["options"] == {"office": True}
            [mine] = (await bia.ask("GET", "/me/tables"))["tables"]
            assert (mine["clock"], len(mine["seats"])) == (60, 2)

    run(story())


def test_a_game_given_up_is_over_recorded_and_can_be_looked_at(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "open")
            await bia.command(table, "sit", seat=1)
            assert (await bia.command(table, "resign", seat=1))["type"] == "done"
            frame = await ana.frame(table)
            assert (frame["state"], frame["result"]["winners"], frame["result"]["reason"]) == ("over", [0], "resigned")
            for guest in (ana, bia):
                [found] = (await guest.ask("GET", "/me/records"))["records"]
                assert (found["winners"], found["words"]) == ([0], "Bia gave up: Ana wins")
            replay = await ana.ask("GET", f"/records/{table}/replay", params={"language": "pt-BR"})
            assert replay["result"]["words"] == "Bia desistiu: Ana vence"
            assert replay["verified"] is True
            text = (await ana.request("GET", f"/records/{table}")).text
            kept = await ana.ask("POST", "/records", {"text": text})
            assert kept["winners"] == [0]
            refused = await ana.command(table, "close")
            assert (refused["type"], refused["code"]) == ("refused", "not-now")

    run(story())


def test_whoever_asks_for_a_rematch_first_takes_it_from_nobody(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "open")
            await bia.command(table, "sit", seat=1)
            await ana.command(table, "resign", seat=0)
            await ana.command(table, "rematch", seat=0)
            first = (await bia.frame(table))["rematch"]
            [listed] = [each for each in (await ana.ask("GET", "/me/tables"))["tables"] if each["table"] == first]
            refused = await ana.command(first, "close")
            assert (refused["code"], listed["may_close"]) == ("not-now", False)
            assert "it is their table as well" in refused["words"]
            # A guest can be asked to leave, though; then the others ask for a rematch of their own.
            await ana.command(first, "remove", seat=1)
            assert (await bia.command(table, "rematch", seat=1))["code"] == "not-now"
            assert (await ana.command(first, "close"))["type"] == "done"
            assert (await bia.command(table, "rematch", seat=1))["type"] == "done"
            second = (await ana.frame(table))["rematch"]
            assert second != first
            frame = await bia.frame(second)
            assert (frame["host"], [seat["awaited"] for seat in frame["seats"]]) == (True, ["come", None])

    run(story())


@pytest.mark.parametrize("begun", [False, True])
def test_a_deleted_table_is_nowhere_any_more(service: Any, begun: bool) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "bot") if begun else await ana.new_table("mine", "open", "open")
            if begun:
                await ana.command(table, "resign", seat=0)
            else:
                await bia.command(table, "sit", seat=1)
            async with bia.socket(table) as looking:
                await looking.until("frame")
                assert (await ana.command(table, "close"))["type"] == "done"
                problem = await looking.until("problem")
                assert (problem["code"], problem["fatal"]) == ("unknown", True)
            for address in service.addresses:
                for path in (f"/tables/{table}", f"/records/{table}", f"/tables/{table}/cards"):
                    async with Guest(address) as anybody:
                        while (await anybody.request("GET", path)).status_code != 404:
                            await asyncio.sleep(0.01)  # another worker hears of it a moment later
            for guest in (ana, bia):
                assert (await guest.ask("GET", "/me/tables"))["tables"] == []
                assert (await guest.ask("GET", "/me/records"))["records"] == []
            again = await ana.request("POST", f"/tables/{table}/commands", {"type": "close", "key": "k2"})
            assert again.status_code == 404

    run(story())


def test_whoever_may_sit_down_is_told_that_cards_are_not_as_in_the_box(service: Any) -> None:
    """A table of well-known rules with other cards could be one that only its host knows how to win at."""

    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive("Ana")
            usual = await ana.new_table("mine", "open", listed=True)
            changed = await ana.new_table("mine", "open", listed=True, cards={"FA": {"fee": 5}})
            for table, own_cards in ((usual, False), (changed, True)):
                listed = (await bia.ask("GET", "/tables"))["tables"]
                assert [each["own_cards"] for each in listed if each["table"] == table] == [own_cards]
                assert (await bia.frame(table))["own_cards"] == own_cards

    run(story())


@pytest.mark.parametrize("name", ["%00", "x", "A" * 23, "%C3%A9"])
def test_a_name_that_no_table_can_have_is_that_of_none(database: str, name: str) -> None:
    """PostgreSQL takes some texts not even in a question: then players were told that it does not answer."""

    async def story() -> None:
        async with serving(database) as address, Guest(address) as ana, ana.socket(name) as line:
            problem = await line.receive()
            assert (problem["code"], problem["words"]) == ("unknown", "there is no such table")

    run(story())
