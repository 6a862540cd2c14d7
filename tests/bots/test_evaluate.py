"""The benchmark: the same score from everybody's machine, resumable, honest about how sure it is."""

from __future__ import annotations

import dataclasses
import json
import statistics
import sys
from pathlib import Path
from typing import Any

import pytest

import verso
from verso.bots import evaluate, workers
from verso.bots.evaluate import Evaluation
from verso.bots.rating import wilson
from verso.cli import main
from verso.cli.sim import repeats
from verso.core.game import InvalidSetup

ROOT = Path(__file__).resolve().parents[2]
OURS = sorted((ROOT / "bench" / "results" / evaluate.BENCHMARK).glob("*.jsonl"))
SMALL = Evaluation.of("easy", "flip-city", seats=3, deals=2)


def report(evaluation: Evaluation, **more: Any) -> str:
    return json.dumps(evaluate.report(evaluation.header(), evaluate.run(evaluation, **more)))


@pytest.fixture(scope="module")
def small() -> str:
    return report(SMALL)


# --- alike everywhere


def test_a_score_depends_on_the_bot_alone(small: str) -> None:
    """Bit for bit: run again, in another order, on other processes."""
    with workers.opened(2) as executor:
        assert report(SMALL, executor=executor) == small
    lines = evaluate.run(SMALL)
    assert json.dumps(evaluate.report(SMALL.header(), reversed(lines))) == small


def test_every_number_of_seats_has_a_table_and_deals_of_its_own() -> None:
    for name in verso.games():
        assert [table.seats for table in evaluate.TABLES if table.game == name] == list(verso.game(name).seats)
    seeds = [table.match("greedy", "easy").seed for table in evaluate.TABLES]
    assert len(set(seeds)) == len(seeds)
    for table in evaluate.TABLES:
        assert table.match("greedy", "easy").setup().ruleset == table.ruleset
        for rung in table.rungs:
            assert not evaluate.goes_by_the_clock(rung, verso.game(table.game))


@pytest.mark.parametrize("path", OURS, ids=[path.stem for path in OURS])
def test_our_scores_are_what_our_bots_reach(path: Path) -> None:
    """A small part of the deals is played again. A ladder that plays otherwise is another benchmark."""
    header, lines = evaluate.read(path)
    assert header["benchmark"] == evaluate.BENCHMARK
    assert evaluate.report(header, lines)["forfeits"] == 0
    assert all(score["complete"] for score in evaluate.report(header, lines)["scores"].values())
    some = [line for line in lines if line["deal"] == 1 and line["seats"] <= 3 and line["against"] != evaluate.HARD]
    some = [line for line in some if line["game"] == "flip-city" or line["against"] == "easy"]
    assert len(some) > 10
    for line in some:
        played = evaluate.play(header["bot"], None, line["game"], line["seats"], line["against"], line["deal"])
        assert played == line, "bots play otherwise than in the table: see 'Our own scores' in docs/benchmark.md"


def test_our_scores_are_there() -> None:
    assert [path.stem for path in OURS] == ["easy", "greedy", "medium", "published", "random"]


@pytest.mark.long
def test_scores_without_luck_stand_beside_plain_ones() -> None:
    """The plain score is the one of the same deals; what luck was is kept in each line, and told with what it saves."""
    chosen = evaluate.Evaluation.of("greedy", "flip-city", 2, deals=2, adjusted=True)
    plain = dataclasses.replace(chosen, adjusted=False)
    lines = evaluate.run(chosen)
    found, before = (
        evaluate.report(each.header(), each_lines)
        for each, each_lines in ((chosen, lines), (plain, evaluate.run(plain)))
    )
    (row,), (other,) = found["tables"], before["tables"]
    assert {key: value for key, value in row.items() if key != "adjusted"} == other
    assert row["adjusted"]["low"] < row["adjusted"]["share"] < row["adjusted"]["high"]
    mean = statistics.fmean(won - luck for line in lines for won, luck in zip(line["won"], line["luck"], strict=True))
    assert row["adjusted"]["share"] == pytest.approx(mean)
    assert f"so {row['games']} saved " in evaluate.text(found)
    assert "adjusted" not in before


# --- going on


def test_an_evaluation_goes_on_where_it_stopped(tmp_path: Path, small: str) -> None:
    results = tmp_path / "results.jsonl"
    told: list[int] = []
    evaluate.run(Evaluation.of("easy", "flip-city", seats=3, deals=1), results)
    with results.open("a") as file:
        file.write('{"game": "flip-city", "sea')  # interrupted while writing
    assert report(SMALL, results=results, progress=told.append) == small
    assert told == [15, *[3] * 5]
    assert len(results.read_text().splitlines()) == 11
    told.clear()
    assert report(SMALL, results=results, progress=told.append) == small
    assert told == [30]


def test_another_evaluation_is_not_mixed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = tmp_path / "results.jsonl"
    solo = Evaluation.of("random", "flip-city", seats=1, deals=1)
    evaluate.run(solo, results)
    before = results.read_bytes()
    with pytest.raises(InvalidSetup, match=r"holds another evaluation \(bot random\): name another file"):
        evaluate.run(Evaluation.of("greedy", "flip-city", seats=1, deals=1), results)
    monkeypatch.setattr(evaluate, "versions", lambda setups: {"figures": "0123456789abcdef", "behaviour": 1})
    with pytest.raises(InvalidSetup, match=r"holds another evaluation \(figures [0-9a-f]{16}\)"):
        evaluate.run(solo, results)
    assert results.read_bytes() == before


@pytest.mark.parametrize("content", ["words\n", "[]\n", '{"benchmark": "b"}\n{"won": []}\n', "{}\n"])
def test_what_holds_no_results_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(content)
    with pytest.raises(InvalidSetup, match="does not hold results of an evaluation"):
        evaluate.run(SMALL, tmp_path / "file")
    assert (tmp_path / "file").read_text() == content


# --- figures


def line(deal: int, won: list[float], against: str = "random") -> dict[str, Any]:
    return {"game": "flip-city", "seats": len(won), "against": against, "deal": deal, "won": won}


def test_the_interval_counts_deals_where_games_of_a_deal_go_together() -> None:
    together = [line(deal, [float(deal % 2)] * 2) for deal in range(30)]
    (row,) = evaluate.report({}, together)["tables"]
    assert row["score"] == 0.5
    assert (row["low"], row["high"]) == pytest.approx(wilson(15, 30))
    apart = [line(deal, [0.0, 1.0]) for deal in range(30)]
    (row,) = evaluate.report({}, apart)["tables"]
    assert (row["low"], row["high"]) == pytest.approx(wilson(15, 30))


def test_the_interval_never_claims_more_games_than_were_played() -> None:
    nearly = [line(deal, [0.0, 1.0]) for deal in range(29)] + [line(29, [1.0, 1.0])]
    (row,) = evaluate.report({}, nearly)["tables"]
    assert (row["low"], row["high"]) == pytest.approx(wilson(31, 60))


def test_the_score_of_a_game_is_the_mean_of_its_tables() -> None:
    lines = [line(deal, [1.0, 1.0]) for deal in range(30)] + [line(deal, [0.0, 0.0, 1.0]) for deal in range(16)]
    found = evaluate.report({}, lines)
    two, three = found["tables"]
    score = found["scores"]["flip-city"]
    assert (two["score"], three["score"], score["score"]) == pytest.approx((1, 1 / 3, 2 / 3))
    arms = ((two["score"] - two["low"]) ** 2 + (three["score"] - three["low"]) ** 2) ** 0.5 / 2
    assert score["low"] == pytest.approx(score["score"] - arms)
    assert not score["complete"]


def test_a_bot_against_itself_wins_its_part() -> None:
    found = evaluate.report({}, evaluate.run(Evaluation.of("greedy", "flip-city", seats=2, deals=0)))
    assert found["tables"] == []
    played = [evaluate.play("greedy", None, "flip-city", 2, "greedy", deal) for deal in range(3)]
    assert all(sum(each["won"]) == 1 for each in played)


# --- who is measured


def test_a_bot_of_one_game_is_measured_there() -> None:
    assert {table.game for table in Evaluation.of("published").tables} == {"flip-city"}
    assert {table.game for table in Evaluation.of("greedy").tables} == set(verso.games())
    with pytest.raises(InvalidSetup, match="phase-10-flip has no bot 'published'"):
        Evaluation.of("published", "phase-10-flip")
    with pytest.raises(InvalidSetup, match="has no bot 'nobody'"):
        Evaluation.of("nobody")
    with pytest.raises(InvalidSetup, match="verso-eval-1 has no such table; it has flip-city with 1"):
        Evaluation.of("greedy", "flip-city", seats=6)


@pytest.mark.parametrize(
    ("bot", "by_the_clock"),
    [("expert", True), ("expert:iterations=9", False), ("greedy", False), ("greedy:seconds=1", True), ("hard", True)],
)
def test_who_thinks_by_the_clock_is_told(bot: str, by_the_clock: bool) -> None:
    luck = "the luck, not what bots make of it"
    game = verso.game("flip-city")
    assert evaluate.goes_by_the_clock(bot, game) == by_the_clock
    assert repeats(3, ["greedy", bot], game) == f"; --seed 3 repeats {luck if by_the_clock else 'this'}"


def test_a_program_is_measured_and_its_forfeits_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = f"external {sys.executable} {ROOT / 'examples' / 'external_bot.py'}"
    command = ["evaluate", example, "--game", "flip-city", "--seats", "1", "--deals", "2"]
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["bot"], found["forfeits"], found["tables"][0]["games"]) == (example, 0, 2)
    wrong = tmp_path / "wrong.py"
    wrong.write_text('for _ in open(0):\n    print(\'{"protocol": 1, "action": "win"}\', flush=True)\n')
    command[1] = f"external:seconds=300 {sys.executable} {wrong}"
    assert main(command) == 1
    err = capsys.readouterr().err
    assert f"verso: {command[1]}: 'win' is not a legal action" in err
    assert "by the clock" not in err  # how long a program may take does not say how it thinks
    assert main([*command, "--substitute", "greedy"]) == 0
    out = capsys.readouterr().out
    assert f"greedy chose where {command[1]} failed: " in out
    assert "decisions were forfeited; the first: 'win' is not a legal action" in out


# --- the command


def test_the_command(capsys: pytest.CaptureFixture[str], small: str) -> None:
    command = ["evaluate", "easy", "--game", "flip-city", "--seats", "3", "--deals", "2"]
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(small)
    assert main(command) == 0
    said = capsys.readouterr()
    versions = f"figures {SMALL.header()['figures']}, behaviour {SMALL.header()['behaviour']}"
    assert said.out.startswith(f"{evaluate.BENCHMARK}, Verso {verso.__version__} ({versions}): easy\n")
    assert "  (not all tables and deals)\n  3 seats    30 games " in said.out
    assert "30 games, " in said.err
    assert main(["evaluate", "greedy:seconds=1", "--game", "flip-city", "--seats", "1", "--deals", "1"]) == 0
    assert "; greedy:iterations=500 would not\n" in capsys.readouterr().err


def test_the_command_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "easy", "--deals", "0"]) == 2
    assert main(["evaluate", "nobody"]) == 1
    assert main(["evaluate", "easy", "--game", "chess"]) == 1
    assert capsys.readouterr().out == ""
