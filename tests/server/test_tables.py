"""Whole stories at tables, through real servers: one process on SQLite, two on PostgreSQL."""

from __future__ import annotations

import asyncio
import functools
import json
import random
from pathlib import Path
from typing import Any

import httpx

from serving import PATIENCE, Guest, Socket, choose, run
from tables import QUICK_CARDS
from verso.core.record import Record
from verso.play import shuffle, wire


async def play_out(guest: Guest, table: str, seat: int, seed: int, socket: Socket) -> dict[str, Any]:
    """Play a seat at random to the end of the game, over a socket."""
    chosen, keys = random.Random(seed), 0
    while True:
        frame = await socket.until_frame(lambda frame: frame["state"] == "over" or frame["to_act"] == seat)
        if frame["state"] == "over":
            await guest.tell_workers(table, frame["ply"])
            return frame
        keys += 1
        fields = {"key": f"{seat}-{keys}", "ply": frame["ply"], "seat": seat, "action": choose(frame, chosen)}
        answer = await socket.ask("act", **fields)
        assert answer["type"] == "done" or answer["code"] == "stale", answer
        socket.frame = socket.frame if socket.frame["ply"] > frame["ply"] else {}


def test_a_game_against_bots_from_the_first_request_to_the_verified_record(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "bot", "bot", cards=QUICK_CARDS)
            async with ana.socket(table) as socket:
                end = await play_out(ana, table, 0, 1, socket)
            assert end["result"]["winners"]
            text = (await ana.request("GET", f"/records/{table}")).text
            verdict = shuffle.verify(Record.from_text(text), end["shuffle"]["commitment"])
            assert verdict.verified, verdict.words
            mine = await ana.ask("GET", "/me/records")
            assert [each["record"] for each in mine["records"]] == [table]
            replay = await ana.ask("GET", f"/records/{table}/replay", params={"seat": 1, "most": 5})
            assert len(replay["steps"]) == 5
            assert replay["verified"] is True

    run(story())


def test_two_people_by_link_one_reloads_and_both_see_the_same_game(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive("Ana")
            await bia.arrive("Bia", "pt-BR")
            table = await ana.new_table("mine", "open", cards=QUICK_CARDS)
            first, second = service.addresses[0], service.addresses[-1]
            async with ana.socket(table, first) as one:
                await one.until("frame")
                async with bia.socket(table, second, language="pt-BR") as two:
                    await two.until("frame")
                    assert (await two.ask("sit", key="sit", seat=1))["type"] == "done"
                    await one.until_frame(lambda frame: frame["state"] == "playing" and frame["seats"][1]["online"])
                    seen = (await two.until_frame(lambda frame: frame["state"] == "playing"))["ply"]
                async with bia.socket(table, second, language="pt-BR", since=seen) as two:
                    ends = await asyncio.gather(play_out(ana, table, 0, 1, one), play_out(bia, table, 1, 2, two))
            assert ends[0]["result"]["scores"] == ends[1]["result"]["scores"]
            assert ends[0]["result"]["words"] != ends[1]["result"]["words"]
            assert {key: ends[0]["view"][key] for key in ("turn", "players", "supply")} == {
                key: ends[1]["view"][key] for key in ("turn", "players", "supply")
            }

    run(story())


def test_a_repeated_command_is_carried_out_once_whichever_worker_gets_it(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            frame = await ana.frame(table)
            seat = frame["to_act"]
            frame = await ana.frame(table, seat=seat)
            command = {"key": "once", "ply": frame["ply"], "seat": seat, "action": frame["legal"][0]["text"]}
            answers = await asyncio.gather(*(ana.command(table, "act", **command) for _ in range(8)))
            assert {answer["type"] for answer in answers} == {"done"}
            assert len({answer["ply"] for answer in answers}) == 1
            assert sum(not answer["again"] for answer in answers) == 1
            stale = await ana.command(table, "act", **command | {"key": "other"})
            assert (stale["type"], stale["code"]) == ("refused", "stale")
            assert stale["ply"] == answers[0]["ply"]

    run(story())


def test_only_one_of_many_commands_for_one_ply_is_accepted(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            for _ in range(5):
                frame = await ana.frame(table)
                frame = await ana.frame(table, seat=frame["to_act"])
                action = frame["legal"][0]["text"]
                fields = {"ply": frame["ply"], "seat": frame["seat"], "action": action}
                answers = await asyncio.gather(*(ana.command(table, "act", **fields) for _ in range(6)))
                assert sorted(answer["type"] for answer in answers) == ["done"] + ["refused"] * 5
                assert {answer.get("code") for answer in answers} == {None, "stale"}

    run(story())


def test_an_invitation_opens_its_seat_once(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            seats = [{"kind": "mine"}, {"kind": "invited"}, {"kind": "invited"}]
            body = {"game": "flip-city", "seats": seats}
            created = await ana.ask("POST", "/tables", body)
            table, codes = created["table"], {each["seat"]: each["code"] for each in created["invitations"]}
            assert (await bia.command(table, "sit", seat=1))["code"] == "invitation"
            assert (await bia.command(table, "sit", seat=1, invitation=codes[2]))["code"] == "invitation"
            assert (await bia.command(table, "sit", seat=1, invitation=codes[1]))["type"] == "done"
            assert (await bia.command(table, "leave", seat=1))["type"] == "done"
            assert (await bia.command(table, "sit", seat=1, invitation=codes[1]))["code"] == "invitation"
            fresh = await ana.ask("POST", f"/tables/{table}/invitations/2", {})
            assert (await bia.command(table, "sit", seat=2, invitation=codes[2]))["code"] == "invitation"
            assert (await bia.command(table, "sit", seat=2, invitation=fresh["code"]))["type"] == "done"
            assert (await bia.request("POST", f"/tables/{table}/invitations/1", {})).status_code == 403

    run(story())


def test_the_same_identity_on_another_device(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as phone, Guest(*service.addresses) as desk:
            await phone.arrive()
            table = await phone.new_table("mine", "bot")
            earlier = (await phone.ask("POST", "/me/code", {}))["code"]
            code = (await phone.ask("POST", "/me/code", {}))["code"]
            assert (await desk.request("POST", "/guests/return", {"code": earlier})).status_code == 403
            welcome = await desk.ask("POST", "/guests/return", {"code": code})
            desk.token = welcome["token"]
            assert welcome["id"] == phone.id
            assert (await desk.frame(table))["seat"] == 0
            assert (await desk.request("POST", "/guests/return", {"code": code})).status_code == 403
            await desk.ask("POST", "/me/sign-out", {})
            assert (await desk.request("GET", "/me")).status_code == 401
            assert (await phone.request("GET", "/me")).status_code == 200

    run(story())


def test_hot_seat_shows_one_hand_at_a_time(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            async with ana.socket(table, seat=0) as socket:
                frame = await socket.until("frame")
                assert frame["seat"] == 0
                assert bool(frame["legal"]) == (frame["to_act"] == 0)
                await socket.send("look", seat=1)
                frame = await socket.until_frame(lambda frame: frame["seat"] == 1)
                assert bool(frame["legal"]) == (frame["to_act"] == 1)
                await socket.send("look", seat=None)
                frame = await socket.until_frame(lambda frame: frame["seat"] is None)
                assert frame["legal"] == []

    run(story())


def test_chat_undo_and_rematch_between_two_people(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "open", cards=QUICK_CARDS)
            await bia.command(table, "sit", seat=1)
            await bia.command(table, "react", seat=1, reaction="👍")
            assert (await ana.frame(table))["chat"][-1]["text"] == "👍"
            players = [ana, bia]
            frame = await ana.frame(table)
            acting = frame["to_act"]
            await players[acting].command(table, "act", ply=frame["ply"], seat=acting, action="play")
            asked = await players[acting].command(table, "undo", ply=frame["ply"] + 1, seat=acting)
            assert asked["type"] == "done", asked
            other = await players[1 - acting].frame(table)
            assert other["undo"]["offer"] == {"seat": acting, "waiting": [1 - acting]}
            await players[1 - acting].command(table, "answer", ply=other["ply"], seat=1 - acting, agree=True)
            assert (await ana.frame(table))["view"]["turn"] == frame["view"]["turn"]
            async with ana.socket(table) as one, bia.socket(table) as two:
                await asyncio.gather(play_out(ana, table, 0, 3, one), play_out(bia, table, 1, 4, two))
            assert (await bia.command(table, "rematch", seat=1))["type"] == "done"
            again = (await ana.frame(table))["rematch"]
            frame = await ana.frame(again)
            assert (frame["state"], frame["seat"], frame["host"]) == ("open", 0, False)
            assert [seat["awaited"] for seat in frame["seats"]] == ["come", None]
            assert (await ana.command(again, "agree", ply=frame["ply"], seat=0))["type"] == "done"
            frame = await bia.frame(again)
            assert (frame["state"], frame["seat"], frame["host"]) == ("playing", 1, True)
            assert frame["shuffle"]["commitment"] != (await ana.frame(table))["shuffle"]["commitment"]

    run(story())


def test_phase_10_flip_is_played_the_same_way(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            dealt = await ana.new_table("mine", "mine", game="phase-10-flip")  # no bot flips it at once
            one, other = await ana.frame(dealt, seat=0), await ana.frame(dealt, seat=1)
            assert one["view"]["players"][1]["hand"] != other["view"]["players"][1]["hand"]  # only its back is seen
            table = await ana.new_table("mine", "bot", "mine", game="phase-10-flip")
            chosen = random.Random(4)
            while (frame := await ana.frame(table))["ply"] <= 12:
                if frame["to_act"] == 1:
                    await asyncio.sleep(0.02)
                    continue
                frame = await ana.frame(table, seat=frame["to_act"])
                if frame["legal"]:
                    fields = {"ply": frame["ply"], "seat": frame["seat"], "action": choose(frame, chosen)}
                    answer = await ana.command(table, "act", **fields)
                    assert answer["type"] == "done" or answer["code"] == "stale", answer
            news = await ana.frame(table, seat=0, since=frame["ply"] - 1)
            assert news["ply"] >= frame["ply"] - 1  # another worker may not have heard of the last one
            assert len(json.dumps(news)) < 40_000

    run(story())


def test_lists_show_what_is_listed_and_my_tables_those_that_await_me_first(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as stranger:
            await ana.arrive()
            await stranger.arrive("Zoe")
            private = await ana.new_table("mine", "open")
            listed = await ana.new_table("mine", "open", listed=True)
            waiting = await ana.new_table("mine", "mine")
            tables = [each["table"] for each in (await stranger.ask("GET", "/tables"))["tables"]]
            assert listed in tables
            assert private not in tables
            mine = (await ana.ask("GET", "/me/tables"))["tables"]
            assert mine[0]["table"] == waiting
            assert mine[0]["your_turn"] is True
            assert {each["table"] for each in mine} == {private, listed, waiting}
            assert (await stranger.ask("GET", "/me/tables"))["tables"] == []

    run(story())


def test_lists_can_be_filtered_by_game_and_by_seats_to_take(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            city = await ana.new_table("mine", "open", listed=True)
            invited = await ana.new_table("mine", "invited", listed=True)
            phase = await ana.new_table("mine", "open", listed=True, game="phase-10-flip")
            made = {city, invited, phase}

            async def listed(**query: Any) -> set[str]:
                return made & {each["table"] for each in (await bia.ask("GET", "/tables", params=query))["tables"]}

            assert await listed() == made
            assert await listed(game="flip-city") == {city, invited}
            assert await listed(free="true") == {city, phase}
            assert await listed(game="phase-10-flip", free="true") == {phase}
            assert await listed(game="chess") == set()
            await bia.command(city, "sit", seat=1)
            assert await listed(free="true") == {phase}
            assert await listed(game="flip-city") == {city, invited}

    run(story())


def test_signing_out_ends_the_connections_at_all_workers(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "open")
            await bia.command(table, "sit", seat=1)
            first, last = service.addresses[0], service.addresses[-1]
            async with (
                ana.socket(table, first) as one,
                ana.socket(table, last) as two,
                bia.socket(table, last) as other,
            ):
                for socket in (one, two, other):
                    await socket.until("frame")
                await ana.ask("POST", "/me/sign-out", {})
                for socket in (one, two):
                    assert (await socket.until("problem"))["code"] == "closing"
                assert (await other.ask("say", key="still", seat=1, text="here"))["type"] == "done"

    run(story())


def test_records_are_imported_exported_and_continued(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "bot", cards=QUICK_CARDS)
            async with ana.socket(table) as socket:
                await play_out(ana, table, 0, 5, socket)
            text = (await ana.request("GET", f"/records/{table}")).text
            imported = await ana.ask("POST", "/records", {"text": text, "listed": True})
            assert (await ana.request("GET", f"/records/{imported['record']}")).text == text
            listed = (await ana.ask("GET", "/records"))["records"]
            assert imported["record"] in [each["record"] for each in listed]
            mine = (await ana.ask("GET", "/me/records"))["records"]
            assert {each["record"]: each["imported"] for each in mine} == {table: False, imported["record"]: True}
            for record, marks in ((table, (False, True)), (imported["record"], (True, None))):
                replay = await ana.ask("GET", f"/records/{record}/replay", params={"most": 0})
                assert (replay["imported"], replay["verified"]) == marks
                assert replay["shuffle"]["secret"]
            wrong = await ana.request("POST", "/records", {"text": text.replace("play", "fly", 1)})
            assert wrong.status_code == 400
            assert "line" in wrong.json()["words"]
            ply = replay["plies"] // 2  # or the moment before at which a seat acts: a new table lets chance act at once
            replay = await ana.ask("GET", f"/records/{table}/replay", params={"ply": ply})
            while replay["view"]["to_act"] < 0:
                ply -= 1
                replay = await ana.ask("GET", f"/records/{table}/replay", params={"ply": ply})
            more = await ana.new_table("mine", "bot", continues={"record": table, "ply": ply})
            frame = await ana.frame(more)
            assert frame["view"]["players"] == replay["view"]["players"] or frame["ply"] > 2
            for kind in ("open", "invited"):
                body = {"game": "flip-city", "seats": [{"kind": "mine"}, {"kind": kind}]}
                answer = await ana.request("POST", "/tables", body | {"continues": {"record": table, "ply": ply}})
                assert (answer.status_code, answer.json()["code"]) == (400, "seats")

    run(story())


def test_who_tries_again_knows_no_more_than_then(service: Any) -> None:
    released = Path(__file__).parents[1] / "golden" / "released" / "0.1.0" / "phase-10-flip-finished.verso"
    text = released.read_text(encoding="utf-8")
    record = Record.from_text(text)
    game = record.setup.game
    ply = next(ply for ply in range(len(record.actions)) if game.replay(record, ply).to_act == 1)
    then = game.replay(record, ply)

    def faces(view: dict[str, Any]) -> list[list[tuple[str | None, str | None]]]:
        return [[(card["colour"], card["wild"]) for card in player["hand"]] for player in view["players"]]

    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            imported = (await ana.ask("POST", "/records", {"text": text}))["record"]
            replay = await ana.ask("GET", f"/records/{imported}/replay", params={"seat": 1, "ply": ply, "most": 0})
            hands = set[str]()
            for _ in range(3):
                moment = {"record": imported, "ply": ply, "seat": 1}
                plans = [{"kind": "mine"} for _ in range(then.setup.seats)]
                body = {"game": "phase-10-flip", "seats": plans, "continues": moment}
                table = (await ana.ask("POST", "/tables", body))["table"]
                seen = (await ana.frame(table, seat=1))["view"]
                assert faces(seen) == faces(replay["view"])
                hands.add(str(faces((await ana.frame(table, seat=0))["view"])[0]))
            assert len(hands) > 1  # what seat 1 could not see is not what it was
            missing = {"record": imported, "ply": ply, "seat": 5}
            body = {"game": "phase-10-flip", "seats": [{"kind": "mine"}] * then.setup.seats, "continues": missing}
            answer = await ana.request("POST", "/tables", body)
            assert (answer.status_code, answer.json()["code"]) == (400, "continues")

    run(story())


def test_hints_and_reasons(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            seat = (await ana.frame(table))["to_act"]
            advice = await ana.command(table, "hint", seat=seat)
            legal = [each["text"] for each in (await ana.frame(table, seat=seat))["legal"]]
            assert advice["action"] in legal
            reason = await ana.command(table, "why", seat=seat, action="buy CS")
            assert reason == {"type": "because", "key": reason["key"], "words": "first stop playing cards, then build"}
            assert (await ana.command(table, "hint", seat=1 - seat))["code"] == "not-now"
            silent = await ana.new_table("mine", "mine", hints=False)
            seat = (await ana.frame(silent))["to_act"]
            assert (await ana.command(silent, "hint", seat=seat))["code"] == "off"

    run(story())


PHASE_1_IN_HAND = {
    "game": "phase-10-flip",
    "seats": 2,
    "to_act": 0,
    "step": "play",
    "draw": {"top": [40]},
    "discard": [17],
    "players": [{"hand": [0, 1, 27, 28, 60]}, {"hand": [2]}],
}


def test_whole_moves_are_suggested_and_can_be_made(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            body = {"game": "phase-10-flip", "seats": [{"kind": "mine"}] * 2, "position": PHASE_1_IN_HAND}
            table = (await ana.ask("POST", "/tables", body))["table"]
            found = await ana.command(table, "suggest", seat=0)
            assert (found["details"]["complete"], found["details"]["faces"]) == (True, [])
            assert found["more"] is False
            texts = [each["text"] for each in found["moves"]]
            assert texts
            assert len(texts) == len(set(texts)) <= wire.SUGGESTIONS_SENT
            assert found["moves"][0]["words"].startswith("Lay run of")
            for move in found["moves"]:  # an action for each card
                assert len(move["actions"]) == len(move["text"].removeprefix("lay ").replace("/", "").split())
            other = await ana.command(table, "suggest", seat=1)
            assert (other["moves"], other["details"]["complete"]) == ([], False)
            assert (await ana.command(table, "act", seat=0, ply=found["ply"], action=texts[-1]))["type"] == "done"
            laid = await ana.command(table, "suggest", seat=0)
            assert (laid["moves"], laid["details"]["complete"], laid["details"]["faces"]) == ([], False, [])
            city = await ana.new_table("mine", "mine")
            nothing = await ana.command(city, "suggest", seat=0)
            assert (nothing["moves"], nothing["details"]) == ([], None)
            waiting = await ana.new_table("mine", "open")
            assert (await ana.command(waiting, "suggest", seat=0))["code"] == "not-now"
            assert (await ana.command(city, "suggest", seat=3))["code"] == "not-yours"

    run(story())


def test_games_tell_their_options_in_both_languages_and_every_value_can_be_set(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            english, brazilian = [
                (await ana.ask("GET", f"/games?language={language}"))["games"] for language in ("en", "pt-BR")
            ]
            for game, other in zip(english, brazilian, strict=True):
                for ruleset, translated in zip(game["rulesets"], other["rulesets"], strict=True):
                    assert ruleset["about"] != translated["about"]
                    for option, known in zip(ruleset["options"], translated["options"], strict=True):
                        assert option["help"] != known["help"]
                        await set_every_value(ana, game["name"], ruleset, option)
            standard = english[1]["rulesets"][0]["options"]
            assert {option["type"] for option in standard} == {"switch", "number", "choice"}

    async def set_every_value(ana: Guest, game: str, ruleset: dict[str, Any], option: dict[str, Any]) -> None:
        values = {
            "switch": [False, True],
            "number": [option["least"], option["most"]],
            "choice": [each["value"] for each in option["values"]],
        }[option["type"]]
        assert option["default"] in values or option["least"] < option["default"] < option["most"]
        plans = [{"kind": "mine"}] * option["seats"][0]
        body = {"game": game, "ruleset": ruleset["name"], "seats": plans}
        for value in values:
            table = (await ana.ask("POST", "/tables", body | {"options": {option["name"]: value}}))["table"]
            assert (await ana.frame(table))["options"][option["name"]] == value
        plain = (await ana.ask("POST", "/tables", body))["table"]
        assert (await ana.frame(plain))["options"][option["name"]] == option["default"]

    run(story())


def test_what_cannot_be_set_up_is_refused_with_a_sentence(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            for body, words in (
                ({"game": "chess", "seats": [{"kind": "mine"}]}, "no game"),
                ({"game": "flip-city", "ruleset": "house", "seats": [{"kind": "mine"}]}, "house"),
                ({"game": "flip-city", "seats": [{"kind": "mine"}] * 5}, "seats"),
                ({"game": "flip-city", "seats": [{"kind": "bot"}] * 2}, "person"),
                ({"game": "flip-city", "seats": [{"kind": "mine"}] * 2, "options": {"seats": 3}}, "seats"),
                ({"game": "flip-city", "seats": [{"kind": "mine"}] * 2, "cards": {"ZZ": 1}}, "ZZ"),
                ({"game": "flip-city", "seats": [{"kind": "mine", "name": "\u202ex"}, {"kind": "bot"}]}, "name"),
                ({"game": "flip-city", "seats": [{"kind": "mine"}], "position": {"game": "x"}}, "game"),
                (
                    {"game": "flip-city", "seats": [{"kind": "mine"}], "continues": {"record": "A" * 22, "ply": 0}},
                    "record",
                ),
            ):
                response = await ana.request("POST", "/tables", body)
                assert 400 <= response.status_code < 500, body
                assert words in response.json()["words"], response.text

    run(story())


def test_a_table_from_any_position_in_development(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive()
            seats = [{"kind": "mine"}, {"kind": "mine"}]
            probe = await ana.new_table("mine", "mine")
            frame = await ana.frame(probe)
            said = ("seat", "wins", "last_card", "prices", "story")  # of the position, not in it
            position = {key: value for key, value in frame["view"].items() if key not in said}
            body = {"game": "flip-city", "seats": seats, "position": position}
            table = (await ana.ask("POST", "/tables", body))["table"]
            view = (await ana.frame(table))["view"]
            assert {key: view[key] for key in position} == position

    run(story())


def test_the_interface_describes_itself(service: Any) -> None:
    base, ask = f"http://{service.addresses[0]}", functools.partial(httpx.get, timeout=PATIENCE)
    document = ask(f"{base}/api/v1/openapi.json").json()
    assert document["paths"]["/api/v1/tables"]["post"]["requestBody"]
    messages = ask(f"{base}/api/v1/asyncapi.json").json()
    assert "Frame" in messages["components"]["schemas"]
    assert "Act" in ask(f"{base}/api/v1/messages.schema.json").json()["$defs"]
    assert ask(f"{base}/healthz").json() == {"ok": True}
    assert "verso_commands_total" in ask(f"{base}/metrics").text
    games = ask(f"{base}/api/v1/games").json()["games"]
    assert "flip-city" in [game["name"] for game in games]
    assert ask(f"{base}/api/v1/nothing").status_code == 404
