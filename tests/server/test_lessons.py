"""Lessons can be played as they are told, and show what they promise."""

from __future__ import annotations

from typing import Any

import pytest

from serving import Guest, run
from verso import Rng
from verso.core.game import Position
from verso.core.spec import CHANCE
from verso.games import game as find_game
from verso.play.shuffle import Dice
from verso.server.lessons import lessons, steps_of

CHAPTERS = [
    pytest.param(game, number, id=f"{game}-{number}")
    for game, chapters in lessons().items()
    for number in range(1, len(chapters) + 1)
]
TAUGHT = {
    "flip-city": {"play", "stop", "shuffle", "recycle", "buy", "flip", "develop", "done"},
    "phase-10-flip": {"draw", "take", "lay", "hit", "discard"},
}


def _moments(game: str, number: int) -> list[Position]:
    """Return the position before each step, and after the last one."""
    chapter = lessons()[game][number - 1]
    position, found = Position.from_json(dict(chapter.position)), []
    dice = Dice(bytes.fromhex(chapter.secret), [None] * position.seats)

    def settle() -> None:
        while position.to_act == CHANCE:
            position.push(dice.outcome(position))
        found.append(position.copy())

    settle()
    for seat, action in chapter.steps:
        assert position.to_act == seat, action
        position.push(action)
        settle()
    return found


@pytest.mark.parametrize(("game", "number"), CHAPTERS)
def test_every_step_is_legal(game: str, number: int) -> None:
    chapter = lessons()[game][number - 1]
    assert len(_moments(game, number)) == len(chapter.steps) + 1


@pytest.mark.parametrize(("game", "number"), CHAPTERS)
def test_every_chapter_has_a_real_choice(game: str, number: int) -> None:
    steps = steps_of(find_game(game)).chapters[number - 1]
    chapter = lessons()[game][number - 1]
    assert any(step.choices for step in steps)
    for step, moment in zip(steps, _moments(game, number), strict=False):
        for choice in step.choices:
            there = moment.copy()
            for action in there.parse_all(choice.text):
                there.push(action)
            assert there != moment
    assert [step.text for step in steps] == [text for _, text in chapter.steps]


def test_phase_10_flip_has_as_many_chapters_as_flip_city_and_teaches_what_it_promises() -> None:
    assert len(lessons()["phase-10-flip"]) == len(lessons()["flip-city"]) == 5
    sets, hits, backs = (_moments("phase-10-flip", number) for number in (2, 3, 4))
    assert "*" in lessons()["phase-10-flip"][1].steps[1][1]  # a Star in a run, and a set
    assert sets[-1].state.laid[0]
    owners = [text.split("> ")[1][0] for _, text in lessons()["phase-10-flip"][2].steps if text.startswith("hit")]
    assert set(owners) == {"0", "1"}
    laid = {card["side"] for group in hits[-1].view(0).to_json()["table"] for card in group["cards"]}
    assert laid == {"colour", "wild"}  # across sides
    flipped = backs[1].copy()
    flipped.push("discard g8!")
    flipped.settle(Rng(1))
    flipped.push("draw")
    flipped.settle(Rng(1))
    assert any(flipped.text(action).startswith("place") for action in flipped.legal)  # what the backs told


def test_together_they_teach_every_verb() -> None:
    for game, chapters in lessons().items():
        assert {action.split()[0] for each in chapters for seat, action in each.steps if seat == 0} == TAUGHT[game]


def test_flip_city_shows_a_forced_card_a_lost_turn_a_developed_card_and_a_victory() -> None:
    first, lost, grown, won = (_moments("flip-city", number) for number in (1, 2, 4, 5))
    assert [first[1].text(action) for action in first[1].legal] == ["play"]  # the Residential Area
    assert lost[-1].to_act == 1
    assert lost[-1].state.played_count == 0
    stop = grown[5].view(0).to_json()
    assert stop["turn"]["cash"] == 5
    assert stop["players"][0]["top"] == ["AP"]  # one cloud too many
    assert grown[-1].to_json()["players"][0]["discard"]["SM"] == 1
    outcome = won[-1].outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def test_phase_10_flip_shows_a_flip_and_the_end_of_a_round() -> None:
    flip, out = (_moments("phase-10-flip", number) for number in (1, 5))
    assert {moment.state.side for moment in flip} == {0, 1}
    assert out[-1].state.round == out[0].state.round + 1
    assert out[-1].state.phase[0] == 2


def test_groups_tell_what_they_take_and_the_text_says_the_same() -> None:
    position = _moments("phase-10-flip", 5)[0]
    shown = position.game.notation.shown(position.setup, position.state)
    assert [group["takes"] for group in shown["table"]] == [[2, 5], [6, 9]]
    assert "takes 2, 5, a Star" in position.view(0).show()
    city = _moments("flip-city", 1)[0]
    assert city.game.moves is None


def test_a_table_of_a_lesson_is_dealt_as_the_lesson_says(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive("Ana")
            plan = {"game": "phase-10-flip", "lesson": 1, "seats": [{"kind": "mine"}, {"kind": "mine"}]}
            table = (await ana.ask("POST", "/tables", plan))["table"]
            ply = 0
            for number, (seat, action) in enumerate(lessons()["phase-10-flip"][0].steps):
                # Every request goes to another worker: it is told how much has been seen at the last one.
                frame = await ana.ask("GET", f"/tables/{table}?since={ply}")
                command = {"type": "act", "key": f"k{number}", "ply": frame["ply"], "seat": seat, "action": action}
                answer = await ana.ask("POST", f"/tables/{table}/commands", command)
                assert answer["answer"]["type"] == "done", answer
                ply = answer["frame"]["ply"]
            bots = plan | {"seats": [{"kind": "mine"}, {"kind": "bot"}]}
            assert (await ana.request("POST", "/tables", bots)).status_code == 400
            assert (await ana.request("POST", "/tables", plan | {"lesson": 90})).status_code == 400

    run(story())


def test_nobody_else_sits_down_at_a_lesson_nor_is_led_to_it(service: Any) -> None:
    """Its shuffles are known to everybody, so to play it against somebody would be to cheat them."""

    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as eve:
            await ana.arrive("Ana")
            await eve.arrive("Eve")
            plan = {"game": "phase-10-flip", "lesson": 1, "seats": [{"kind": "mine"}] * 2, "wait": True, "listed": True}
            table = (await ana.ask("POST", "/tables", plan))["table"]
            assert (await ana.command(table, "leave", seat=1))["type"] == "done"
            listed = (await eve.ask("GET", "/tables", params={"free": "true"}))["tables"]
            assert table not in [each["table"] for each in listed]
            frame = await eve.frame(table, since=2)
            assert frame["shuffle"]["known"]
            assert (await eve.command(table, "sit", seat=1))["code"] == "not-yours"
            async with eve.socket(table) as socket:
                await socket.until("frame")
                assert (await socket.ask("sit", key="s", seat=1))["code"] == "not-yours"
            for kind in ("open", "invited"):
                assert (await ana.command(table, "arrange", seat=1, kind=kind))["code"] == "not-now"

    run(story())
