"""Statistics that can be checked by hand, reports that do not depend on who plays, pages that stand alone, wishes."""

from __future__ import annotations

import dataclasses
import html
import html.parser
import json
import pickle
import re
import shlex
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import verso
from verso.bots import many, retrain
from verso.bots.light import light
from verso.cli import main
from verso.core import kernel
from verso.core.game import LANGUAGES, InvalidCards, InvalidSetup
from verso.core.rng import Rng
from verso.lab import Report, Study, compare, last, statistics, tune
from verso.lab.compare import reported
from verso.lab.html import page_of
from verso.lab.luck import MOST_OUTCOMES, meter_of
from verso.lab.report import Estimate, Figure, decode, encode
from verso.lab.sheet import Refused, Variant, changes_of, field_names, fields_of, made
from verso.lab.statistics import LEAST_BLOCKS, Sums
from verso.lab.study import Done, Piece, left_alone, without, work
from verso.lab.tune import InvalidWish, Search, figures_of, measured, moves_of, read_moves, read_wishes, tuned
from verso.lab.words import interval, proposals, told

GAME = verso.game("flip-city")


def study(games: int = 200, **given: Any) -> Study:
    quick: dict[str, Any] = {"decisions": False, "seed": 3} | given
    return Study(GAME.setup(2), GAME.setup(2, cards={"rules": {"limit": 4}}), games=games, **quick)


# --- statistics


def test_the_error_of_a_mean_is_that_of_its_blocks() -> None:
    values = np.array([1.0, 4.0, 2.0, 8.0, 5.0, 7.0])
    sums = Sums({"games": np.ones((6, 2)), "mean": np.stack([values, np.ones(6)], axis=1)}, np.zeros((6, 1, 2)))
    found = statistics.ratios(sums, ["mean", "never"])
    assert found.value.tolist() == [4.5, 0.0]
    assert found.error()[0] == pytest.approx(values.std(ddof=1) / np.sqrt(6))


def with_luck(rng: np.random.Generator, blocks: int) -> Sums:
    """Return results of two seats, 0.6 and 0.4 on average: mostly luck, which is known but for some noise."""
    luck, rest = rng.normal(scale=0.4, size=blocks), rng.normal(scale=0.2, size=blocks)
    known, one = luck + rng.normal(scale=0.2, size=blocks), np.ones(blocks)
    columns = {"seat:1": 0.6 + luck + rest, "seat:2": 0.4 - luck - rest, "luck:1": known, "luck:2": -known}
    return Sums({key: np.stack([each, one], axis=1) for key, each in columns.items()}, np.zeros((blocks, 1, 2)))


def test_what_is_left_without_luck_is_right_and_surer() -> None:
    rng, keys, luck = np.random.default_rng(7), ["seat:1", "seat:2"], ["luck:1", "luck:2"]
    sums = with_luck(rng, 400)
    plain, adjusted = statistics.ratios(sums, keys), statistics.without_luck(sums, keys, luck)
    assert adjusted.value.sum() == pytest.approx(1.0)
    # of 0.2 in all, luck explains 0.16 ** 2 / 0.2: what is left is 0.072
    assert (plain.error()[0] / adjusted.error()[0]) ** 2 == pytest.approx(0.2 / 0.072, rel=0.2)
    few = np.array([statistics.without_luck(with_luck(rng, 12), keys, luck).value[0] for _ in range(4_000)])
    assert few.mean() == pytest.approx(0.6, abs=4 * few.std() / np.sqrt(len(few)))


def test_luck_is_nothing_on_average() -> None:
    """By the odds of every outcome of a chance, exactly: whatever the values, nobody is favoured by taking it away."""
    setup, looked_at = GAME.setup(2), 0
    position, rng, meter = verso.Position.start(setup), Rng("luck"), meter_of(setup)
    while looked_at < 6:
        odds = position.odds() if position.to_act == verso.CHANCE else {}
        if 1 < len(odds) <= MOST_OUTCOMES:
            state, mean, largest = kernel.to_array(position.state, 2)[0], np.zeros(2), 0.0
            for action, chance in odds.items():
                worth = np.zeros(2)
                meter.add(state, action, np.array([1 << 33], np.int64), worth)
                mean, largest = mean + float(chance) * worth, max(largest, float(np.abs(worth).max()))
            assert mean.tolist() == pytest.approx([0.0, 0.0], abs=1e-9)
            looked_at += largest > 0
        position.push(position.legal[rng.below(len(position.legal))])


def test_luck_is_taken_away_where_players_think_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verso.lab.luck.LONG", 2)
    thinking = study(games=12, skill=False, players="expert:iterations=2")
    found = last(compare(thinking))
    group = found.group("seats")
    assert group is not None
    assert group.luck is not None
    assert any("taken away from wins by seat" in note for note in told(found, "en").notes)
    done = work(thinking, Piece("games", 0, 2)).edited
    assert 0 < abs(done.ratios["luck:1"][:, 0]).max() < 1
    assert done.ratios["luck:1"][:, 0] == pytest.approx(-done.ratios["luck:2"][:, 0])
    quick = last(compare(dataclasses.replace(thinking, players="expert:iterations=1"))).group("seats")
    assert quick is not None
    assert quick.luck is None


def test_a_regression_holds_the_rest_equal() -> None:
    """What is explained is 0.3 of the first column and nothing of the second, which goes along with it."""
    rng = np.random.default_rng(1)
    first = rng.normal(size=(40, 50))
    columns = np.stack([first, first + rng.normal(size=(40, 50))], axis=2)
    rows = np.concatenate([columns, 0.3 * first[:, :, None]], axis=2)
    sums = Sums({}, np.einsum("gri,grj->gij", columns, rows))
    assert statistics.regression(sums).value.tolist() == pytest.approx([0.3, 0.0], abs=1e-5)


@pytest.mark.parametrize(("blocks", "quantile", "chance"), [(20, 2.093, 0.05), (20, 3.883, 0.001), (400, 3.317, 0.001)])
def test_how_likely_a_difference_is_by_chance(blocks: int, quantile: float, chance: float) -> None:
    """By the tables of Student's distribution."""
    assert statistics.chance_of(-2 * quantile, 2.0, blocks) == pytest.approx(chance, rel=0.01)
    assert statistics.chance_of(0.1, 0.0, blocks) == 0.0
    assert statistics.chance_of(0.0, 0.0, blocks) == 1.0


def test_many_differences_are_judged_together() -> None:
    assert statistics.sure({"a": 0.01, "b": 0.04, "c": 0.03}) == {"a"}
    assert statistics.sure({"a": 0.01, "b": 0.02, "c": 0.03}) == {"a", "b", "c"}
    assert statistics.sure({}) == set()


# --- comparing


@pytest.fixture(scope="module")
def report() -> Report:
    return last(compare(study(without=("CS",))))


def test_a_report_is_the_same_whoever_plays(report: Report) -> None:
    with ThreadPoolExecutor(2) as executor:
        other = last(compare(study(without=("CS",)), executor))
    assert msgspec.structs.replace(other, seconds=report.seconds) == report
    assert decode(encode(report)) == report


def test_the_same_table_shows_no_change() -> None:
    same = Study(GAME.setup(2), GAME.setup(2), games=60, seed=1, decisions=False)
    found = last(compare(same))
    changes = [figure.change for group in found.groups for figure in group.figures if figure.change is not None]
    assert changes
    assert all(change.value == 0 for change in changes)
    assert not any(figure.sure for group in found.groups for figure in group.figures)


def test_nobody_does_what_is_ruled_out(report: Report) -> None:
    setup = GAME.setup(2)
    without = last(compare(Study(setup, setup, games=60, never=("CS",), skill=False, decisions=False)))
    bought = without.figure("has:CS")
    assert bought.shipped is not None
    assert bought.edited is not None
    assert (bought.shipped.value, bought.edited.value) == (1.0, 0.0)
    alone = report.figure("without:CS").shipped
    assert alone is not None
    assert alone.value < 0.5
    with pytest.raises(InvalidSetup, match="nobody can do without 'XX'"):
        Study(setup, setup, never=("XX",))


@pytest.mark.parametrize(
    ("never", "key", "nothing", "note"),
    [
        (
            ("habit:stars", "habit:taking"),
            "measure:taken:share",
            True,
            "Stars in phases, Taking from the discard pile.",
        ),
        (("7", "star"), "uses:7", True, "Cards with 7, Star"),
        (("habit:flipping",), "measure:flips:number", False, "Discarding cards that flip"),
        (("habit:laying-wild",), "measure:laid:share", False, "Laying on the wild side"),
    ],
)
def test_nobody_does_in_phase_10_flip_what_is_left_alone(
    never: tuple[str, ...], key: str, nothing: bool, note: str
) -> None:
    """A hand may hold nothing but Flip cards, and a phase may be laid on the other side."""
    setup = verso.game("phase-10-flip").setup(2, phases=2)
    found = last(compare(Study(setup, setup, games=20, never=never, skill=False, decisions=True)))
    figure = found.figure(key)
    assert figure.shipped is not None
    assert figure.edited is not None
    assert figure.shipped.value > figure.edited.value
    assert (figure.edited.value == 0) is nothing
    stars = found.figure("uses:star")
    assert stars.change is not None
    assert "star" not in "".join(never) or stars.change.value < 0
    assert found.group("decisions") is None
    assert f"nobody gets or does this: {note}" in " ".join(told(found, "en").notes)


def test_a_setup_without_numbers_is_another_wherever_it_goes() -> None:
    setup = verso.game("phase-10-flip").setup(2)
    other = without(setup, left_alone(setup, ["7", "star"]))
    assert other != setup
    assert pickle.loads(pickle.dumps(other)) == other
    assert other.tables.value != setup.tables.value
    assert without(setup, left_alone(setup, ["habit:taking"])) is setup


def test_players_that_search_leave_alone_what_nobody_does() -> None:
    setup = verso.game("phase-10-flip").setup(2, phases=1)
    never = ("7", "habit:flipping", "habit:taking")
    thinking = Study(setup, setup, games=2, players="expert:iterations=2", never=never, skill=False, decisions=False)
    found = last(compare(thinking))
    for key in ("uses:7", "measure:taken:share"):
        figure = found.figure(key).edited
        assert figure is not None
        assert figure.value == 0


def test_it_ends_when_that_is_said() -> None:
    assert last(compare(study(games=5_000, skill=False), stopped=lambda: True)).stopped


def test_a_few_deals_that_went_alike_are_not_enough() -> None:
    """A difference of five points can hide in fewer than 73 deals of which none showed it."""
    same = Study(GAME.setup(2), GAME.setup(2), games=1_000, seed=1, skill=False, decisions=False, within=0.05)
    assert 73 <= last(compare(same)).deals < 1_000


def test_confirmation_by_expert_ends_as_soon_as_the_intervals_suffice() -> None:
    """Edited cards differ: it is their interval, and not the number of deals, that has to become narrow enough."""
    steps: list[tuple[int, int]] = []
    thinking = study(games=200, players="expert:iterations=16", skill=False, within=0.3)
    found = last(compare(thinking, progress=lambda done, total: steps.append((done, total))))
    change = found.figure("seat:1").change
    assert change is not None
    assert change.low is not None
    assert change.high is not None
    assert 0 < change.high - change.low <= 0.6
    assert found.stopped
    assert LEAST_BLOCKS <= found.deals < 200
    assert steps == sorted(steps)
    assert steps[-1] == (found.deals, 200)
    assert "--bots expert:iterations=16 --games 200 --first" in told(found, "en").command
    sooner = last(compare(dataclasses.replace(thinking, within=0.45)))
    assert sooner.deals < found.deals


def test_nothing_changes_is_said_only_where_little_could_hide() -> None:
    """Of 60 deals that went alike at the same table twice: a change of six points need not have shown in them."""
    found = last(compare(Study(GAME.setup(2), GAME.setup(2), games=60, seed=1, skill=False, decisions=False)))
    assert told(found, "en").headline == (
        "No change is sure after 60 deals: wins by seat may still differ by up to 6.0 points"
    )
    assert told(msgspec.structs.replace(found, finished=False), "en").headline == "Too early to say"
    for finished in (True, False):
        many_deals = msgspec.structs.replace(found, deals=1_000, finished=finished)
        assert told(many_deals, "en").headline == "Nothing changes that 1,000 deals could show"
    second = msgspec.structs.replace(found.figure("seat:2"), change=Estimate(0.01, -0.02, 0.04))
    assert told(with_figure(many_deals, second), "en").headline == "Too early to say"


def with_figure(report: Report, figure: Figure) -> Report:
    """Return a report with another figure in the place of the one that has its key."""
    groups = [
        msgspec.structs.replace(group, figures=[figure if each.key == figure.key else each for each in group.figures])
        for group in report.groups
    ]
    return msgspec.structs.replace(report, groups=groups)


def test_a_sure_change_is_told_wherever_it_is() -> None:
    """Also one of how games end alone, or one that is smaller than what is usually written of a figure."""
    found = last(compare(Study(GAME.setup(2), GAME.setup(2), games=60, seed=1, skill=False, decisions=False)))
    ends = msgspec.structs.replace(
        found.figure("end:points"), edited=Estimate(0.2, 0.1, 0.3), change=Estimate(0.1, 0.05, 0.15), sure=True
    )
    told_ends = told(with_figure(found, ends), "en").headline
    assert told_ends.startswith("How games end, By points: ")
    assert told_ends.endswith("% before, 20.0% now")
    longer = msgspec.structs.replace(
        found.figure("length"),
        shipped=Estimate(29.01, 28.0, 30.0),
        edited=Estimate(29.04, 28.1, 30.1),
        change=Estimate(0.03, 0.02, 0.04),
        sure=True,
    )
    both = told(with_figure(with_figure(found, ends), longer), "en")
    assert both.headline == "Games get 0.03 turns longer"
    assert both.spreads[0].about == "Mean 29.01 before, 29.04 now (28.1 to 30.1)."


def test_what_is_forbidden_is_no_finding() -> None:
    setup = GAME.setup(2)
    found = last(compare(Study(setup, setup, games=100, seed=3, never=("CS",), skill=False, decisions=False)))
    assert found.figure("has:CS").sure  # everybody had one, nobody has: the same in all deals
    assert "Convenience Store" not in told(found, "en").headline


def test_no_interval_is_said_where_none_is_known() -> None:
    few = last(compare(Study(GAME.setup(2), GAME.setup(2), games=20, seed=1, skill=False, decisions=False)))
    assert "(" not in told(few, "en").spreads[0].about
    assert "(" in told(last(compare(study(games=60, skill=False))), "en").spreads[0].about


def test_figures_have_the_digits_of_their_intervals() -> None:
    assert interval(Estimate(-0.02, -0.1, 0.06), "number", "en", signed=True) == "−0.02 (−0.10 … +0.06)"
    assert interval(Estimate(-0.012, -0.02, -0.004), "number", "pt-BR", signed=True) == "−0,012 (−0,020 … −0,004)"
    assert interval(Estimate(0.0123, 0.0119, 0.0127), "share", "en") == "1.23% (1.19% … 1.27%)"
    assert interval(Estimate(-0.04, -1.0, 0.92), "number", "en", signed=True) == "0.0 (−1.0 … +0.9)"
    assert interval(Estimate(1234.5, 1200.0, 1269.0), "number", "en") == "1,234 (1,200 … 1,269)"


@pytest.mark.long
def test_claims_and_intervals_keep_what_they_promise_where_nothing_differs() -> None:
    """The same table twice, on other deals: of 20 comparisons one claims some change, and so it is with intervals."""
    setup, claims, covered, judged = GAME.setup(2), 0, 0, 0
    for number in range(100):
        sides = [Study(setup, setup, games=100, seed=f"{side}{number}", decisions=False) for side in "ab"]
        done = [
            Done(piece, work(sides[0], piece).shipped, work(sides[1], piece).edited)
            for sort in sides[0].sorts()
            for piece in sides[0].pieces(sort)
        ]
        found = reported(sides[0], done, 0.0)
        figures = [figure for group in found.groups for figure in group.figures if figure.chance is not None]
        claims += any(figure.sure for figure in figures)
        judged += len(figures)
        changes = [figure.change for figure in figures if figure.change is not None]
        covered += sum(each.low <= 0 <= each.high for each in changes if each.low is not None and each.high is not None)
    assert claims <= 12
    assert 0.93 <= covered / judged <= 0.97


@pytest.mark.parametrize("workers", [1, 4])
def test_a_comparison_that_ended_early_is_repeated_by_its_command(
    workers: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same figures, interval by interval, however many played and whoever was fast."""
    with ThreadPoolExecutor(workers) as executor:
        enough = last(compare(study(games=2_000, within=0.07, decisions=True), executor if workers > 1 else None))
    assert enough.stopped
    assert 0 < enough.deals < 2_000
    command = shlex.split(told(enough, "en").command)
    assert command[-4:] == ["--first", str(enough.pieces), "--seed", "3"]
    capsys.readouterr()
    assert main([*command[1:], "--jobs", "1", "--json"]) == 0
    again = decode(capsys.readouterr().out.encode())
    assert again.groups == enough.groups
    assert again.stopped


def test_players_that_search_are_set_beside_light_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verso.lab.study.SEARCH", "search:iterations=1")
    monkeypatch.setattr("verso.lab.study.LEAST_OF", {"searched": 2, "skill": 2, "decisions": 2, "without": 2})
    monkeypatch.setattr("verso.lab.study.MOST_OF", {"searched": 2, "skill": 2, "decisions": 2, "without": 2})
    found = last(compare(study(games=20, searched=True, skill=False)))
    group = found.group("searched")
    assert group is not None
    assert group.deals == 2
    assert {figure.key for figure in group.figures} >= {"length", "has:CS", "has:CH"}


@pytest.mark.long
def test_a_card_that_light_players_misplay_is_caught_by_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Hospital with much cash that ends every turn it comes up in: the light player adds the cash up and keeps it,
    players that search turn it over.
    """
    monkeypatch.setattr("verso.lab.study.SEARCH", "search:iterations=60")
    edited = GAME.setup(2, cards={"HO": {"cash": 30, "unhappy": 3}})
    found = last(compare(Study(GAME.setup(2), edited, games=20, seed=3, searched=True, skill=False, decisions=False)))
    group = found.group("searched")
    assert group is not None
    assert next(figure for figure in group.figures if figure.key == "has:CH").sure
    [note] = [each for each in told(found, "en").notes if "misplay" in each]
    assert "Church, " in note


# --- retraining


@pytest.fixture
def quick_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"GENERATIONS": 4, "MINDS": 16, "BEST": 4, "GAMES": 40, "TRIED": 160}.items():
        monkeypatch.setattr(retrain, name, value)


def test_light_players_learn_an_edited_table(quick_lessons: None) -> None:
    """They keep a Hospital that ends every turn, until they are taught."""
    edited = GAME.setup(2, cards={"HO": {"cash": 30, "unhappy": 3}})
    *steps, taught = retrain.retraining(edited, 1)
    assert steps == [0.0, 0.25, 0.5, 0.75]
    assert isinstance(taught, retrain.Taught)
    with ThreadPoolExecutor(2) as executor:
        *_, again = retrain.retraining(edited, 1, executor)
    assert isinstance(again, retrain.Taught)
    assert (again.share, again.low) == (taught.share, taught.low)
    assert taught.low > 0.5
    study = Study(GAME.setup(2), edited, games=40, seed=3, skill=False, decisions=False, taught=taught)
    found = last(compare(study))
    untaught = last(compare(dataclasses.replace(study, taught=None)))
    assert found.figure("length").shipped == untaught.figure("length").shipped
    assert found.figure("length").edited != untaught.figure("length").edited
    assert any("were taught on it first" in note for note in told(found, "en").notes)
    assert " --retrain " in told(found, "en").command


def test_light_players_of_phase_10_flip_are_taught_and_play_what_they_learned(quick_lessons: None) -> None:
    """In so few lessons nothing is surely better, which is said; a mind that hoards points plays other games."""
    game = verso.game("phase-10-flip")
    shipped, edited = game.setup(2, phases=2), game.setup(2, cards={"points": {"star": 50, "low": 0}}, phases=2)
    *steps, taught = retrain.retraining(edited, 1)
    assert steps == [0.0, 0.25, 0.5, 0.75]
    assert isinstance(taught, retrain.Taught)
    assert taught.games == 4 * 16 * 40 + 160
    assert 0 < taught.low < taught.share < taught.high < 1
    *_, again = retrain.retraining(edited, 1)
    assert isinstance(again, retrain.Taught)
    assert again.share == taught.share
    study = Study(shipped, edited, games=40, seed=3, skill=False, decisions=False, taught=taught)
    note = "were taught on it first" if taught.net is not None else "made them not surely better"
    assert any(note in each for each in told(last(compare(study)), "en").notes)
    net, places, _ = light(game).player.teachable(edited)
    net[tuple(places.T)] *= -1.0
    hoarding = dataclasses.replace(study, taught=dataclasses.replace(taught, net=net))
    untaught = dataclasses.replace(study, taught=None)
    scores = [last(compare(each)).figure("measure:score:number") for each in (hoarding, untaught)]
    assert scores[0].shipped == scores[1].shipped
    assert scores[0].edited != scores[1].edited
    assert " --retrain " in told(last(compare(hoarding)), "en").command


@pytest.mark.parametrize("game", verso.games())
def test_what_can_be_taught_plays_at_first_as_before(game: str) -> None:
    setup = verso.game(game).setup(2)
    net, places, spread = light(setup.game).player.teachable(setup)
    assert len(places) == len(spread) > 0
    tables = [many.Table(setup, ("greedy",) * 2, net=each) for each in (None, net)]
    usual, same = (many.play(table, [many.Deal("same", number) for number in range(40)]) for table in tables)
    assert (usual.plies == same.plies).all()
    assert (usual.wins == same.wins).all()


# --- in words


class Outside(html.parser.HTMLParser):
    """Finds everything of a page that is not in it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "link", "img", "iframe", "object", "embed", "base"):
            self.found.append(tag)
        self.found += [f"{name}={value}" for name, value in attrs if name in ("src", "href", "srcset", "action")]


def test_the_report_is_one_page_that_opens_without_a_network(report: Report) -> None:
    page, outside = page_of(report, "pt-BR"), Outside()
    outside.feed(page)
    assert outside.found == []
    assert "url(" not in page
    assert "@import" not in page
    assert page.count("<svg") > 10
    for text in (verso.__version__, "--seed 3", "limit", "Vitórias por lugar", "Wins by seat"):
        assert text in page
    length = next(figure for group in told(report, "en").groups for figure in group.figures if figure.key == "length")
    for called, each in (("as shipped", length.shipped), ("as edited", length.edited)):
        assert f"<title>{length.name}, {called}: {interval(each, length.unit, 'en')}</title>" in page


def test_the_report_says_who_played_and_sets_beside_each_other_only_what_is_alike(report: Report) -> None:
    """Turns and choices have no scale in common: on one, no change of either could be seen."""
    page = page_of(report, "en")
    assert "Standard, 2 players, 200 deals, each played at both tables." in page
    assert "(200 deals)" in page
    [length] = re.findall(r"<caption>Length</caption>.*?</table>", page, re.DOTALL)
    assert length.count('class="axis"') == 3
    [seats] = re.findall(r"<caption>Wins by seat</caption>.*?</table>", page, re.DOTALL)
    assert seats.count('class="axis"') == 1


def test_the_command_of_a_page_makes_the_same_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With everything that can be asked for, ended early; but for how long it took."""
    asked = study(games=400, never=("plan:ST", "CH"), without=("FA",), within=0.12)
    page = page_of(last(compare(asked)), "pt-BR")
    [english, portuguese] = re.findall("<code>(.*?)</code>", page)
    assert english == portuguese
    command = shlex.split(html.unescape(english))
    out = tmp_path / "again.html"
    assert main([*command[1:], "--out", str(out), "--lang", "pt-BR"]) == 0
    capsys.readouterr()
    again, timed = out.read_text(encoding="utf-8"), r"[\d.,]+ s\."
    assert re.sub(timed, "", again) == re.sub(timed, "", page)
    assert "Church" in page
    assert "Ninguém consegue nem faz isto" in page


@pytest.mark.parametrize("language", ["en", "pt-BR"])
@pytest.mark.parametrize("game", verso.games())
def test_everything_has_words(game: str, language: str) -> None:
    setup = verso.game(game).setup(2)
    tiny = last(compare(Study(setup, setup, games=20, skill=False, decisions=False)))
    document = told(tiny, language)
    assert all(figure.name for group in document.groups for figure in group.figures)
    assert document.headline


def test_the_command_repeats_the_report(report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = told(report, "en").command
    assert command.startswith("verso lab flip-city --seats 2 --ruleset standard --edits")
    more = msgspec.structs.replace(report, without=["FA"], searched=True, players="expert:iterations=5")
    assert " --without FA --searched --bots expert:iterations=5 --games " in told(more, "en").command
    cards, out = tmp_path / "cards.toml", tmp_path / "report.json"
    cards.write_text("[rules]\nlimit = 4\n", encoding="utf-8")
    given = ["--cards", str(cards), "--seats", "2", "--games", "20", "--seed", "3", "--out", str(out), "--json"]
    assert main(["lab", "flip-city", *given]) == 0
    found = decode(out.read_bytes())
    printed = capsys.readouterr()
    assert json.loads(printed.out)["deals"] == found.deals == 20
    assert printed.err.endswith("; --seed 3 repeats this\n")
    assert found.edited["cards"] == report.edited["cards"]
    assert main(["lab", "flip-city", "--edits", '{"FA": {"fee": -1}}']) == 1
    refused = capsys.readouterr()
    assert refused.out == ""
    assert "FA.fee: must be a whole number from 0 to 99" in refused.err


# --- figures


def test_cards_are_refused_by_their_names() -> None:
    with pytest.raises(Refused) as refused:
        made(GAME, 2, Variant(changes={"HO.recycle_cash": 2}), "pt-BR")
    [problem] = refused.value.problems
    assert problem.field == "HO.recycle_cash"
    assert problem.words.startswith("Hospital e Igreja poderiam ser recicladas")


def test_phases_can_be_moved_by_their_sizes() -> None:
    setup = verso.game("phase-10-flip").setup(2, phases=1)
    fields = fields_of(setup)
    [move] = read_moves(setup, ["phases.1.0"])
    assert (move.least, move.most, move.now) == (2, 5, fields["phases.1.0"].number)
    assert fields["deck.0.colour"].number is None
    for text in ("phases.1.0=1..5", "phases.1.2", "deck.0.colour"):  # no such run, no group, no number
        with pytest.raises(InvalidWish):
            read_moves(setup, [text])
    search = Search(setup, read_wishes(["measure:turns:number=20..30"]), (move,), 6, 20, 1)
    found = tuned(search)
    best = min(found.front, key=lambda proposal: proposal.miss)
    longer = best.changes["phases.1.0"]
    assert longer > move.now
    assert best.cards["phases"]["1"][0] == f"run {longer}"
    said = proposals.told(found, "pt-BR").front[-1]
    assert said.changes["phases.1.0"].startswith("run ")  # type: ignore[union-attr]
    assert said.moved[0].after == f"sequência de {said.changes['phases.1.0'][-1:]}"  # type: ignore[index]


def test_what_cannot_be_moved_so_is_called_by_its_name() -> None:
    setup = GAME.setup(2)
    with pytest.raises(InvalidWish) as refused:
        moves_of(setup, [("FA.fee", 1, 200)])
    assert refused.value.named(field_names(setup, "pt-BR")).said("pt-BR") == (
        "Fábrica: preço para virar pode ir de 0 a 99"
    )


def test_choices_have_names_in_both_languages() -> None:
    setup = verso.game("phase-10-flip").setup(2)
    shapes = [fields_of(setup, language)["phases.1.0"].names[:1] for language in LANGUAGES]
    assert shapes == [("run of 2",), ("sequência de 2",)]
    deck = fields_of(setup, "pt-BR")["deck.0.wild_value"]
    assert (deck.values[-2:], deck.names[-2:]) == (("12", "*"), ("12", "Estrela"))


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("flip-city", {"FA.cost": 4, "ST.give_away": True, "rules.points_to_win": 9, "CS.fee": None}),
        ("phase-10-flip", {"phases.1.0": "run 3", "points.star": 25, "deck.3.colour": "blue"}),
    ],
)
def test_changes_make_a_table_and_are_found_in_it(game: str, changes: Mapping[str, Any]) -> None:
    setup = made(verso.game(game), 2, Variant(changes=changes))
    assert changes_of(setup) == changes
    assert verso.Position.from_json(verso.Position.start(setup).to_json()).setup == setup


@pytest.mark.parametrize(
    ("game", "field", "value"),
    [
        ("flip-city", "FA.cost", 100),
        ("flip-city", "AP.recycle_to_top", 1),
        ("flip-city", "FA.size", 1),
        ("phase-10-flip", "phases.1.0", "run 6"),
        ("phase-10-flip", "phases.1.2", "set 2"),
        ("phase-10-flip", "points.low", True),
        ("phase-10-flip", "deck.104.colour", "red"),
    ],
)
def test_a_figure_that_cannot_be_is_refused_at_its_field(game: str, field: str, value: Any) -> None:
    with pytest.raises(Refused) as refused:
        made(verso.game(game), 2, Variant(changes={field: value}))
    [problem] = refused.value.problems
    assert (problem.field, bool(problem.words)) == (field, True)


@pytest.mark.parametrize(
    "text", ["points = 3", "[points]\nhigh = 51", "[phases]\n11 = ['run 2']", "x = 1", "[phases\n"]
)
def test_a_file_of_phases_and_points_is_refused_as_a_whole(text: str) -> None:
    game = verso.game("phase-10-flip")
    with pytest.raises(InvalidCards, match=r"mine\.toml"):
        game.load_cards(text, "mine.toml")
    cards = game.load_cards("[points]\nstar = 30\n[phases]\n2 = ['run 3', 'set 3']\n", "mine.toml")
    setup = game.setup(2, cards=cards)
    assert (setup.tables.points[-1], list(setup.tables.groups[2])) == (30, [3, 0, 3, 0])


# --- tuning


@pytest.mark.parametrize("text", ["seat:1", "length=a..b", "length=5..3", "=3"])
def test_a_wish_that_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidWish):
        read_wishes([text])


def test_figures_that_cannot_move() -> None:
    setup = GAME.setup(2)
    for text in ("XX.cost=1..2", "FA.cost=1..200", "FA.cost=5", "RA.must_be_played"):
        with pytest.raises(InvalidWish):
            read_moves(setup, [text])
    with pytest.raises(InvalidWish, match=r"FA\.cost: 5 is above 2"):
        read_moves(setup, ["FA.cost=5..2"])


@pytest.mark.parametrize("command", ["lab", "tune"])
def test_a_report_that_cannot_be_written_is_refused_before_anything_is_played(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("verso.lab.compare", lambda *_, **__: pytest.fail("it was played"))
    monkeypatch.setattr(tune, "tuning", lambda *_, **__: pytest.fail("it was played"))
    wanted = ["--wish", "length=20", "--may", "FA.cost=2..4"] if command == "tune" else []
    assert main([command, "flip-city", *wanted, "--out", str(tmp_path / "nowhere" / "report.html")]) == 1
    assert "nowhere: there is no such directory" in capsys.readouterr().err


def search_for(field: str, broken: int, bounds: str, seed: int, trials: int) -> Search:
    """Break a figure, and wish for what the shipped table is like, measured on other deals."""
    setup = made(GAME, 2, Variant(changes={field: broken}))
    shipped = GAME.setup(2)
    moves = read_moves(shipped, [f"{field}={bounds}"])
    probe = Search(shipped, read_wishes(["length=1"]), moves, 1, 20, f"known/{seed}")
    figures = figures_of(measured(probe, {}, 0, 1_000) or Sums({}, np.zeros((0, 1, 2))))
    wishes = [f"{key}={figures[key]:.4f}" for key in ("length", "end:cards", "measure:lost:share", "has:FA", "has:ST")]
    return Search(setup, read_wishes(wishes), read_moves(setup, [f"{field}={bounds}"]), trials, 300, seed)


def found_again(search: Search, value: int) -> bool:
    front = tuned(search).front
    best = min(front, key=lambda proposal: proposal.miss)
    return best.changes == {search.moves[0].field: value}


@pytest.mark.parametrize("by", ["optuna", "chance"])
def test_a_figure_broken_on_purpose_is_found_again(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "optimiser", lambda: by)
    assert found_again(search_for("rules.limit", 4, "0..5", 1, 12), 2)


def test_what_is_proposed_does_not_depend_on_who_plays_and_can_be_ended() -> None:
    search = search_for("rules.limit", 4, "1..5", 1, 10)
    with ThreadPoolExecutor(2) as executor:
        assert tuned(search, executor) == tuned(search)
    *_, ended = tune.tuning(search, stopped=lambda: True)
    assert (ended.finished, ended.stopped, ended.tried, bool(ended.start.figures)) == (True, True, 0, True)
    *_, left = tune.tuning(search, gone=lambda: True)
    assert (left.finished, left.start.figures) == (True, {})


@pytest.mark.long
def test_broken_figures_are_found_again_in_18_of_20_trials() -> None:
    cases = [
        ("rules.limit", 4, "0..6", 2),
        ("rules.points_to_win", 4, "2..12", 8),
        ("CS.win_with_cards", 12, "8..24", 18),
        ("FA.cost", 1, "0..9", 5),
        ("CH.raise_limit", 0, "0..3", 1),
    ]
    found = [
        found_again(search_for(field, broken, bounds, seed, 24), value)
        for field, broken, bounds, value in cases
        for seed in range(4)
    ]
    assert sum(found) >= 18, found
