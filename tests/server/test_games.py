"""What the server says of its games: their words, their lessons, and the cards of a ruleset, a table and a record."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

import verso
from serving import Guest, run, serving
from verso.core.game import LANGUAGES, Position
from verso.core.record import Record
from verso.core.spec import CHANCE, OVER
from verso.core.words import _MESSAGE
from verso.server.lessons import chapters_of

Story = Callable[[Guest], Awaitable[None]]


def tell(tmp_path: Path, story: Story) -> None:
    async def whole() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive("Ana")
            await story(ana)

    run(whole())


def as_sent(struct: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(struct))


def test_words_are_sent_as_they_are_said_here(tmp_path: Path) -> None:
    async def story(ana: Guest) -> None:
        for name in verso.games():
            for language in LANGUAGES:
                sent = await ana.ask("GET", f"/games/{name}/words?language={language}")
                own = verso.game(name).catalogue(language)
                read = {key: re.sub(r"\n[ ]+", "\n", body) for key, body in _MESSAGE.findall(sent["text"])}
                assert read == own.messages
                assert sent["language"] == language
                assert sent["summary"] == verso.game(name).words.summary(verso.game(name).setup(), language)
        assert (await ana.request("GET", "/games/nope/words")).status_code == 404
        assert (await ana.request("GET", "/games/flip-city/words?language=tlh")).status_code == 400

    tell(tmp_path, story)


def test_the_list_tells_what_a_page_must_know_of_a_game(tmp_path: Path) -> None:
    async def story(ana: Guest) -> None:
        for language in LANGUAGES:
            for info in (await ana.ask("GET", f"/games?language={language}"))["games"]:
                game = verso.game(info["name"])
                about = game.catalogue(language).messages.get("about", info["rulesets"][0]["about"])
                assert info["about"] == about
                assert info["hides"] == game.hides
                assert info["odds"] == game.has("odds")
                assert info["chapters"] == len(chapters_of(game))

    tell(tmp_path, story)


def test_steps_of_lessons_say_what_they_are_made_of(tmp_path: Path) -> None:
    async def story(ana: Guest) -> None:
        for name in verso.games():
            sent = (await ana.ask("GET", f"/games/{name}/lessons"))["chapters"]
            chapters = chapters_of(verso.game(name))
            assert [[(step["seat"], step["text"]) for step in steps] for steps in sent] == [
                [tuple(step) for step in chapter.steps] for chapter in chapters
            ]
            for chapter, steps in zip(chapters, sent, strict=True):
                position = Position.from_json(dict(chapter.position))
                if position.to_act != CHANCE:  # later steps follow from shuffles, which have tests of their own
                    actions = position.parse_all(steps[0]["text"])
                    parts = position.game.notation.action_parts(position.setup, position.state, actions[0])
                    assert steps[0]["actions"][0] == as_sent(parts)
        assert (await ana.request("GET", "/games/nope/lessons")).status_code == 404

    tell(tmp_path, story)


def test_a_whole_move_is_taken_apart(tmp_path: Path) -> None:
    async def story(ana: Guest) -> None:
        chapters = (await ana.ask("GET", "/games/phase-10-flip/lessons"))["chapters"]
        laid = next(step for step in chapters[0] if step["text"].startswith("lay "))
        assert len(laid["actions"]) == 4
        assert len(chapters[0][0]["actions"]) == 1

    tell(tmp_path, story)


def random_record(name: str, seats: int) -> str:
    position, rng = verso.game(name).new(seats, cards={"CS": {"cost": 3}}), verso.core.rng.Rng(5)
    while position.to_act != OVER:
        position.settle(rng)
        if position.to_act != OVER:
            position.push(position.legal[rng.below(len(position.legal))])
    return Record.of(position).to_text()


def test_cards_are_those_of_the_ruleset_the_table_and_the_record(tmp_path: Path) -> None:
    async def story(ana: Guest) -> None:
        game = verso.game("flip-city")
        sheet = game.words.card_sheet
        path = "/games/flip-city/cards"
        assert await ana.ask("GET", path) == as_sent(sheet(game.setup()))
        assert await ana.ask("GET", f"{path}?ruleset=solo&seats=1") == as_sent(sheet(game.setup(1, "solo")))
        for wrong in ("ruleset=solo&seats=4", "ruleset=nope", "seats=0"):
            assert (await ana.request("GET", f"{path}?{wrong}")).status_code == 400
        edited = as_sent(sheet(game.setup(2, cards={"CS": {"cost": 3}})))
        plan = {"game": "flip-city", "cards": {"CS": {"cost": 3}}, "seats": [{"kind": "mine"}, {"kind": "open"}]}
        waiting = (await ana.ask("POST", "/tables", plan))["table"]
        assert await ana.ask("GET", f"/tables/{waiting}/cards") == edited
        plan["seats"] = [{"kind": "mine"}, {"kind": "mine"}]
        playing = (await ana.ask("POST", "/tables", plan))["table"]
        assert await ana.ask("GET", f"/tables/{playing}/cards") == edited
        record = (await ana.ask("POST", "/records", {"text": random_record("flip-city", 2)}))["record"]
        assert await ana.ask("GET", f"/records/{record}/cards") == edited
        for unknown in (f"/tables/{'A' * 22}/cards", f"/records/{'A' * 22}/cards"):
            assert (await ana.request("GET", unknown)).status_code == 404

    tell(tmp_path, story)
