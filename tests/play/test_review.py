"""Reviews: accounts add up, nothing comes from hindsight or from what a seat cannot see, every game can be reviewed."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable

import numpy as np
import pytest

import verso
from support import long
from verso import bots
from verso.bots.bot import Budget
from verso.bots.values import ENOUGH, Comparison
from verso.core.game import LANGUAGES, Language, Position
from verso.core.record import Record
from verso.core.rng import Rng
from verso.core.spec import CHANCE
from verso.play import review, review_text, review_words
from verso.play.review import Figures, Reviewer, account_of, reviewed
from verso.play.table import words_for

GAMES = 2
"""Games from each position: laws hold for coarse figures as for fine ones."""


def played(game: str, seats: int, seed: int, bot: str = "greedy", most: int = 5_000, **options: object) -> Record:
    """Return a game between bots, cut off after so many plies."""
    position = verso.game(game).new(seats, **options)  # type: ignore[arg-type]
    rng = Rng(f"review {game}", seed)
    players = [bots.make(bot, position.game, f"{seed}/{seat}") for seat in range(seats)]
    position.settle(rng)
    while position.to_act >= 0 and position.ply < most:
        position.push(players[position.to_act].choose(position.view(position.to_act), Budget(iterations=8)).action)
        position.settle(rng)
    return Record.of(position)


def assert_adds_up(figures: Figures) -> None:
    for seat, found in enumerate(figures.seats):
        account = account_of(figures, seat)
        assert sum(account.values()) == 2 * account["result"], account
        assert all(each <= 0 for each in found.own)
        mine = found.wins[seat]
        for ply in range(figures.plies):
            entries = found.luck[ply] + found.own[ply] + found.others[ply] + found.rest[ply]
            assert mine[ply] + entries == mine[ply + 1], (seat, ply)


SETUPS = [("flip-city", 2), long("flip-city", 4), ("phase-10-flip", 2), long("phase-10-flip", 4)]


@pytest.mark.parametrize(("game", "seats"), SETUPS)
@pytest.mark.parametrize("seed", range(2))
def test_accounts_add_up_to_the_result(game: str, seats: int, seed: int) -> None:
    """Law 11, for every seat and at every ply."""
    record = played(game, seats, seed)
    figures = reviewed(record, GAMES)
    assert_adds_up(figures)
    outcome = record.position().outcome()
    assert outcome is not None
    for seat in range(seats):
        share = 1 / len(outcome.winners) if seat in outcome.winners else 0
        assert account_of(figures, seat)["result"] == round(10_000 * share)


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_what_a_choice_leaves_unexplained_is_so_for_all(game: str) -> None:
    """As whoever chose saw it: what one gains beyond what was expected the other loses, and neither calls it luck."""
    record = played(game, 2, 3, most=200)
    figures, actors = reviewed(record, GAMES), [moment.actor for moment in Reviewer(record).course.moments]
    one, other = (figures.seats[seat].rest for seat in range(2))
    assert any(rest for rest, actor in zip(one, actors, strict=True) if actor >= 0)
    assert all(abs(one[ply] + other[ply]) <= 3 for ply, actor in enumerate(actors) if actor >= 0)  # rounded each


def test_the_luckiest_moment_may_be_a_card_that_was_drawn() -> None:
    """Where cards are hidden chance shows what somebody draws only to them, and only as they draw it."""
    record = played("phase-10-flip", 2, 2, most=400)
    figures = reviewed(record, 1)
    actors = [moment.actor for moment in Reviewer(record).course.moments]
    for seat in range(2):
        luck = figures.seats[seat].luck
        told = review_words.review(figures, record, seat, "en", ("Ana", "Bia")).moments
        own = [luck[ply] for ply, actor in enumerate(actors) if actor == seat]
        found = {moment.kind: moment.change for moment in told}
        assert found["luckiest"] >= max(own)
        assert found["unluckiest"] <= min(own)


def test_every_outcome_of_chance_is_looked_at_alike() -> None:
    """By as many games whether it came or not; what came has the very value that is shown after it."""
    reviewer = Reviewer(played("flip-city", 2, 3), threads=1)
    for _ in reviewer.grow(seconds=None, games=5):
        pass
    moments, tallies = reviewer.course.moments, reviewer._tallies[0]
    chances = [ply for ply, moment in enumerate(moments) if moment.actor == CHANCE and not moment.is_forced]
    assert len(chances) > 20
    assert list(reviewer._outcomes) == chances
    for ply in chances:
        assert {tally.games for tally in reviewer._outcomes[ply]} == {5}
        assert reviewer._outcomes[ply][moments[ply].options.index(moments[ply].action)] is tallies[ply + 1]


def test_moments_are_the_same_to_the_last_byte_however_they_came_about() -> None:
    """Also between their fields: what was counted of a moment is found by all of its memory."""
    reviewer = Reviewer(played("flip-city", 2, 3), threads=1)
    views = reviewer.course.views[0]
    for ply, moment in enumerate(reviewer.course.moments):
        np.full(views.dtype.itemsize, 255, np.uint8)  # memory that was used before
        assert reviewer._after(ply, moment.action).tobytes() == views[ply + 1].tobytes()


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_turns_are_counted_where_nothing_is_played_on(game: str, seats: int) -> None:
    """With no games at all a review says what time alone would let it say, the same on every machine."""
    record = played(game, seats, 4, most=160)
    reviewer, glance = Reviewer(record, threads=1), Reviewer(record, threads=1)
    [figures], [first] = reviewer.grow(seconds=None, games=0), glance.grow(seconds=0)
    assert (figures.games, figures.progress) == (0, 1.0)
    assert_adds_up(figures)
    assert figures.seats != first.seats
    glance._count_turns(math.inf)
    assert glance.figures().seats == figures.seats
    assert reviewed(record, 0) == figures


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_accounts_of_a_thousand_games_add_up(game: str, seats: int) -> None:
    """At a glance, as they are told first; some also once turns are counted and a game is played on from each."""
    for seed in range(250):
        reviewer = Reviewer(played(game, seats, 100 + seed), threads=1)
        [figures] = reviewer.grow(seconds=0)
        assert figures.games == 0
        assert_adds_up(figures)
        if seed % 50 == 0:
            reviewer._count_turns(math.inf)
            assert_adds_up(reviewer.figures())
            *_, figures = reviewer.grow(seconds=None, games=1)
            assert figures.games == 1
            assert_adds_up(figures)


def from_a_position() -> Record:
    """Return a game that began in the middle of another."""
    begun = played("flip-city", 2, 5).position(120)
    position, rng = Position.from_json(begun.to_json()), Rng("later")
    bot = bots.make("greedy", position.game)
    position.settle(rng)
    while position.to_act >= 0:
        position.push(bot.choose(position.view(position.to_act), Budget()).action)
        position.settle(rng)
    return Record.of(position)


def edited() -> Record:
    cards = verso.game("flip-city").load_cards("[CS]\ncash = 2\n", "cards.toml")
    return played("flip-city", 2, 5, cards=cards)


CASES: dict[str, Callable[[], Record]] = {
    "given up": lambda: played("phase-10-flip", 2, 5, most=60),
    "truncated, more than 2,000 plies": lambda: played("flip-city", 2, 5, "random"),
    "six seats": lambda: played("phase-10-flip", 6, 5, most=260),
    "solo": lambda: played("flip-city", 1, 5, ruleset="solo"),
    "nothing happened": lambda: Record.of(verso.game("flip-city").new(2)),
    "edited cards": edited,
    "from a position": from_a_position,
}


COMPILED_APART = ("six seats", "solo")


@pytest.mark.parametrize("name", [long(name) if name in COMPILED_APART else name for name in CASES])
def test_every_game_can_be_reviewed(name: str) -> None:
    record = CASES[name]()
    figures = reviewed(record, GAMES if len(record.actions) < 1_000 else 1)
    assert_adds_up(figures)
    names = tuple(f"P{seat}" for seat in range(record.setup.seats))
    for language in LANGUAGES:
        told = review_words.review(figures, record, 0, language, names)
        assert len(told.wins) == record.setup.seats
        assert all(len(each) == len(record.actions) + 1 for each in told.wins)
        assert told.over == (record.position().outcome() is not None)


def test_what_happened_later_changes_nothing() -> None:
    """No hindsight: the review of a game cut short is the beginning of the review of the whole."""
    for game in ("flip-city", "phase-10-flip"):
        whole = played(game, 2, 7, most=90)
        short = dataclasses.replace(whole, actions=whole.actions[:50])
        all_of_it, part = reviewed(whole, GAMES), reviewed(short, GAMES)
        for seat in range(2):
            for ply in range(50):
                assert all_of_it.seats[seat].wins[seat][ply] == part.seats[seat].wins[seat][ply], (game, ply)


def hidden_twin(record: Record, seat: int, ply: int) -> Position | None:
    """Return another position that this seat cannot tell from the one after so many plies, or None."""
    position = record.position(ply)
    view = position.view(seat)
    for number in range(20):
        other = view.sample(Rng("twin", number))
        if other != position:
            assert other.view(seat) == view
            return other
    return None


def test_values_of_a_seat_know_nothing_that_it_cannot_see() -> None:
    """Law 9: positions that a seat cannot tell apart give it the same series, byte for byte."""
    record = played("phase-10-flip", 2, 3, most=70)
    compared = 0
    for ply in (30, 45, 60):
        for seat in range(2):
            twin = hidden_twin(record, seat, ply)
            assert twin is not None
            first = Position.from_json(record.position(ply).to_json())
            second = Position.from_json(twin.to_json())
            found = [reviewed(Record.of(each), GAMES).seats[seat] for each in (first, second)]
            assert found[0].wins == found[1].wins
            assert found[0].margins == found[1].margins
            compared += 1
    assert compared == 6


def test_luck_is_measured_against_the_mean_over_the_odds() -> None:
    """With every outcome in the place of the one that came, luck is nothing on average, but for rounding."""
    record = played("flip-city", 2, 11)
    reviewer = Reviewer(record, threads=1)
    *_, figures = reviewer.grow(seconds=None, games=8)
    checked = 0
    for ply, moment in enumerate(reviewer.course.moments):
        if moment.actor != CHANCE or moment.is_forced:
            continue
        values = [10_000 * tally.win(0) for tally in reviewer._outcomes[ply]]
        mean = sum(w * v for w, v in zip(moment.weights, values, strict=True)) / sum(moment.weights)
        after = figures.seats[0].wins[0][ply + 1]
        assert after == pytest.approx(values[moment.options.index(moment.action)], abs=1)
        assert figures.seats[0].luck[ply] == pytest.approx(after - mean, abs=1)
        checked += 1
    assert checked > 20


def test_a_mistake_is_one_only_if_its_loss_is_sure() -> None:
    figures = reviewed(played("flip-city", 2, 2, "random", most=60), ENOUGH)
    labels = {decision.label for decision in figures.decisions}
    assert labels & {"small", "mistake", "blunder"}
    for decision in figures.decisions:
        mistaken = decision.label in ("small", "mistake", "blunder")
        assert mistaken == (decision.loss > 0)
        if mistaken:
            assert decision.low >= 0
            assert decision.mattered
            assert not decision.close[0]
        if decision.label == "equal":
            assert all(decision.close)
            assert not decision.mattered


@pytest.mark.parametrize(
    ("lead", "spread", "options", "label"),
    [
        (0.04, 0.6, 2, "equal"),  # better by two points, give or take six
        (0.3, 0.6, 2, "blunder"),
        (0.15, 0.6, 2, "blunder"),
        (0.15, 0.6, 9, "equal"),  # the best of nine looks that much better by chance
        (-0.3, 0.6, 2, "best"),
        (0.03, 0.0, 2, "small"),
        (0.08, 0.0, 2, "mistake"),
    ],
)
def test_what_may_be_noise_costs_nothing(lead: float, spread: float, options: int, label: str) -> None:
    """Of an action whose returns are better by a lead, in hundred games that spread so much."""
    found = Comparison(2, 0, range(options))
    found.games[:] = games = 100
    found.sums[1] = games * lead, -games * lead
    found.apart[1:] = games * spread**2
    found.apart[1] += games * lead**2
    decision = review._decision(0, found)
    is_mistake = label in ("small", "mistake", "blunder")
    assert decision.label == label
    assert (decision.loss, decision.low > 0) == (round(5_000 * lead) if is_mistake else 0, is_mistake)


def test_figures_grow_and_are_the_same_with_threads() -> None:
    record = played("flip-city", 2, 4, most=60)
    grown = [figures.games for figures in Reviewer(record, threads=1).grow(seconds=None, games=10)]
    assert grown == sorted(grown)
    assert grown[0] < grown[-1]
    assert reviewed(record, 6, threads=2) == reviewed(record, 6, threads=1)


def test_time_is_bounded_for_a_long_record() -> None:
    """Everything is looked at once, however long the record; then time counts."""
    record = played("phase-10-flip", 2, 9, "random", most=2_000)
    assert len(record.actions) >= 1_000
    found = list(Reviewer(record).grow(seconds=0.0))
    assert len(found) == 1
    assert found[0].progress == 1.0
    assert_adds_up(found[0])
    assert review.decode_figures(review.encode_figures(found[0])) == found[0]


def test_moments_are_told_in_every_language() -> None:
    record = played("flip-city", 2, 2, "easy")
    figures = reviewed(record, GAMES)
    told = {language: review_words.review(figures, record, 0, language, ("Ana", "Bia")) for language in LANGUAGES}
    kinds = [moment.kind for moment in told["en"].moments]
    assert "luckiest" in kinds
    assert "turning" in kinds
    assert [moment.kind for moment in told["pt-BR"].moments] == kinds
    for one, other in zip(told["en"].moments, told["pt-BR"].moments, strict=True):
        assert one.words
        assert one.words != other.words
        assert one.change == other.change
    for decision in told["en"].decisions:
        assert sum(option.done for option in decision.options) == 1
        assert decision.options[0].best


@pytest.mark.parametrize(("language", "told"), [("en", "Ana discarded red 1"), ("pt-BR", "Ana descartou 1 vermelha")])
def test_the_card_that_ended_a_round_is_told_to_all_who_saw_it(language: Language, told: str) -> None:
    """It is gathered at once, with all others: neither the position before nor the one after shows it to them."""
    players = [{"hand": [0], "laid": True}, {"hand": [2, 3]}]
    document = {"game": "phase-10-flip", "seats": 2, "dealer": 1, "to_act": 0, "step": "play", "players": players}
    before = Position.from_json(document | {"draw": {"top": [20]}, "discard": [17]})
    after = before.copy()
    after.push("discard r1")
    telling = review_words._Telling([before, after], after.actions, 1, language, ("Ana", "Bia"))
    assert telling.happened(0).startswith(f"{told}, ")


def test_within_a_turn_nothing_contradicts_itself() -> None:
    """A position promises what the best of its actions does, or the exact mean over what chance can do."""
    reviewer = Reviewer(played("flip-city", 2, 6, most=90), threads=1)
    for _ in reviewer.grow(seconds=None, games=review.COUNTED_FROM):
        pass
    tallies, moments, checked = reviewer._tallies[0], reviewer.course.moments, 0
    last = {id(tally): ply for ply, tally in enumerate(tallies[: len(moments)])}
    for ply, moment in enumerate(moments):
        promise = tallies[ply].promise
        assert promise is not None
        if moment.is_forced:
            continue
        if moment.actor == CHANCE:
            if moments[last.get(id(tallies[ply + 1]), ply)].clock != moment.clock:
                continue  # nobody had a choice any more, and the next turn is counted by itself
            following = [tally.promise for tally in reviewer._outcomes[ply]]
            mean = np.average(np.array(following), axis=0, weights=moment.weights)
        else:
            promises = reviewer._comparisons[ply].promises
            assert promises is not None
            mean = promises[np.argmax(promises[:, moment.actor])]
        assert promise == pytest.approx(mean, abs=1e-9), ply
        checked += 1
    assert checked > 30


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_a_position_has_one_estimate_in_all_its_roles(game: str) -> None:
    """What follows a choice is the start of the next: within a turn the same games say so, to the last digit.

    So all that choices leave to the rest is by how much who plays on would have chosen otherwise.
    """
    reviewer = Reviewer(played(game, 2, 7, most=120), threads=1)
    *_, figures = reviewer.grow(seconds=None, games=4)
    moments, checked = reviewer.course.moments, 0
    for decision in figures.decisions:
        ply, found = decision.ply, reviewer._comparisons[decision.ply]
        assert found.games[0] == reviewer._before(ply).games == 4
        mine = figures.seats[decision.seat]
        gained = decision.wins[0] - mine.wins[decision.seat][ply]
        if not decision.loss:  # then the best is what whoever plays on would do; without foresight that is too unsure
            assert mine.own[ply] == (min(0, gained) if reviewer.valuer.foresees else 0)
        following = [moment for moment in moments[ply + 1 :] if not moment.is_forced]
        if ply in reviewer._telling or not following or following[0].clock != moments[ply].clock:
            continue
        assert mine.wins[decision.seat][ply + 1] == decision.wins[0]
        assert mine.rest[ply] == gained - mine.own[ply]
        checked += 1
    assert checked > 10
    costly = {ply for each in figures.seats for ply, cost in enumerate(each.own) if cost}
    mistakes = {decision.ply for decision in figures.decisions if decision.loss}
    assert costly > mistakes if reviewer.valuer.foresees else costly == mistakes


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_options_have_reasons_of_counted_facts(game: str) -> None:
    """At least nine of ten where something could be lost, in every language, as sentences."""
    record = played(game, 2, 2, "easy", most=60)
    figures = reviewed(record, ENOUGH)
    for language in LANGUAGES:
        told = review_words.review(figures, record, 0, language, ("Ana", "Bia"))
        options = [option for decision in told.decisions if decision.mattered for option in decision.options]
        reasons = [option.reason for option in options if option.reason is not None]
        assert len(reasons) >= 0.9 * len(options) > 0
        for reason in reasons:
            assert not reason[0].islower()
            assert reason.endswith(".")
            assert not re.search(r"[{}%±!]", reason)
    assert all(option.reason is None for each in told.decisions if not each.mattered for option in each.options)


def test_a_mean_loss_is_held_against_the_ladder_of_bots() -> None:
    """Only where it was measured: a number of seats without a ladder names nobody."""
    game = verso.game("flip-city")
    assert [review_words.plays_like(game, 2, loss) for loss in (0.0, 900.0)] == ["hard", "random"]
    assert review_words.plays_like(game, 1, 100.0) is None


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_account_in_the_terminal_is_no_wider_than_it(width: int) -> None:
    """In a language of long words as well: then it has a row for every entry, with the same figures."""
    record = played("flip-city", 2, 4, most=30)
    figures = reviewed(record, 1)
    for language in LANGUAGES:
        told = review_words.review(figures, record, 0, language, ("Ana", "Bia"))
        lines = [line for line, _ in review_text.lines(told, language, width)]
        begins = lines.index(words_for(language)("review-account")) + 1
        table = lines[begins : lines.index("", begins)]
        entries = [line for line in table if "%" in line]
        assert all(len(line) <= width for line in entries)
        assert sum(line.count("%") for line in entries) == 4  # a start and a result for each
        figure = review_text.tenths(told.accounts[0].luck, words_for(language), "+")
        assert any(figure in line for line in table)


def test_what_a_mean_loss_is_like_is_said_by_the_names_that_people_know() -> None:
    for language, level, unknown in (("en", "Gentle players do", "the bot x does"), ("pt-BR", "Gentil", "o robô x")):
        say = words_for(language)
        assert say("review-plays-like", bot="easy").endswith(level)
        assert say("review-plays-like", bot="x").endswith(unknown)
