"""Bots against bots: equal deals for every order of seats, results that can be resumed, and what they prove.

A *deal* is played once for every rotation of the seats. Its luck comes from the seed, the number of the deal and the
turn, not from who sits where or what happened before, so all rotations meet the same luck as far as their play allows.
Every game is a line of a results file; a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from verso.bots import many, workers
from verso.bots.adjusted import Adjusted, adjuster, summed, told_saving
from verso.bots.behaviour import versions
from verso.bots.light import light
from verso.bots.players import Player, make_player
from verso.bots.rating import Rating, update, wilson
from verso.core import kernel
from verso.core.game import Game, InvalidSetup, Json, Position, Setup, find_game
from verso.core.record import Record
from verso.core.rng import Rng
from verso.core.spec import OVER

_DEALS_AT_ONCE = 100
"""Of a match that is played compiled: then lines are written to the results file."""


@dataclasses.dataclass(frozen=True)
class Match:
    """Who plays what, how often. Players are named as in `players.py`, such as `expert:iterations=500`.

    `cards` are changes to the cards; `substitute` chooses for a bot that fails, which otherwise ends the match.
    """

    game: str
    players: tuple[str, ...]
    deals: int
    seed: int | str = 0
    ruleset: str | None = None
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    cards: Mapping[str, Any] | None = None
    substitute: str | None = None
    adjusted: bool = False
    """Whether the luck of every player is measured too."""

    def setup(self) -> Setup:
        return find_game(self.game).setup_with(self.options, len(self.players), self.ruleset, self.cards)

    def to_json(self) -> Json:
        """Return what results depend on: everything but the number of deals, which may be raised later."""
        document: Json = {
            "game": self.game,
            "ruleset": self.setup().ruleset,
            "options": dict(self.setup().options),
            "players": list(self.players),
            "seed": self.seed,
            **versions([self.setup()]),
        }
        if self.cards:
            document["cards"] = dict(self.cards)
        if self.adjusted:
            document["adjusted"] = True
        return document | ({"substitute": self.substitute} if self.substitute else {})


@dataclasses.dataclass
class Score:
    """What one game cost a player in decisions (those with a choice), seconds and forfeits."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    forfeits: list[str] = dataclasses.field(default_factory=list)


# --- playing


def play_game(match: Match, deal: int, rotation: int) -> Json:
    """Play one game and return its line of the results. Player i sits at seat (i + rotation) modulo seats."""
    setup, count = match.setup(), len(match.players)
    made = [
        make_player(text, setup.game, f"{match.seed}/{deal}/{rotation}/{number}", match.substitute)
        for number, text in enumerate(match.players)
    ]
    seated = [(seat - rotation) % count for seat in range(count)]
    scores = [Score() for _ in match.players]
    try:
        position = _play(setup, f"{match.seed}/{deal}", made, seated, scores)
    finally:
        for player, score in zip(made, scores, strict=True):
            score.forfeits = player.forfeits
            player.close()
    outcome = position.outcome()
    assert outcome is not None
    luck: Json = {}
    if match.adjusted:
        by_seat = adjuster(setup).luck(Record.of(position), f"{match.seed}/{deal}/{rotation}")
        luck = {"luck": [round(by_seat[(number + rotation) % count], 6) for number in range(count)]}
    return luck | {
        "deal": deal,
        "rotation": rotation,
        "winners": sorted(seated[seat] for seat in outcome.winners),
        "reason": outcome.reason,
        "truncated": outcome.truncated,
        "plies": position.ply,
        "players": [_rounded(score) for score in scores],
    }


def _rounded(score: Score) -> Json:
    line: Json = {
        "decisions": score.decisions,
        "seconds": round(score.seconds, 4),
        "slowest": round(score.slowest, 4),
    }
    if score.forfeits:
        line |= {"forfeits": len(score.forfeits), "first_forfeit": score.forfeits[0]}
    return line


def _play(setup: Setup, luck: str, made: Sequence[Player], seated: Sequence[int], scores: Sequence[Score]) -> Position:
    position, clock = Position.start(setup), _clock(setup.game)
    rng, now = Rng(luck), None
    while True:
        if now != (now := clock(position)):
            rng = Rng(luck, now)  # the luck of a turn does not depend on how much luck was needed before it
        position.settle(rng)
        if position.to_act == OVER:
            return position
        number = seated[position.to_act]
        view = position.view(position.to_act)
        if len(view.legal) == 1:
            position.push(view.legal[0])
            continue
        started = time.perf_counter()
        action = made[number].choose(view).action
        taken = time.perf_counter() - started
        position.push(action)
        scores[number].decisions += 1
        scores[number].seconds += taken
        scores[number].slowest = max(scores[number].slowest, taken)


@functools.cache
def _clock(game: Game) -> Callable[[Position], int]:
    """Return what tells turns or rounds apart; in a game that does not say, every action counts as one."""
    if not game.has("policy"):
        return lambda position: position.ply
    clock = kernel.interpreted(*light(game).modules(game)).clock
    return lambda position: clock(position.state)


def play_deal(match: Match, deal: int, rotations: Sequence[int]) -> list[Json]:
    """Play the rotations of a deal that are wanted."""
    return [play_game(match, deal, rotation) for rotation in rotations]


def play_compiled(match: Match, wanted: Sequence[tuple[int, Sequence[int]]]) -> list[Json]:
    """Play rotations of deals between light players, compiled: the same games, their time shared out by decisions."""
    places = [(deal, rotation) for deal, rotations in wanted for rotation in rotations]
    deals = [
        many.Deal(f"{match.seed}/{deal}", 0, rotation, f"{match.seed}/{deal}/{rotation}/") for deal, rotation in places
    ]
    started = time.perf_counter()
    played = many.play(many.Table(match.setup(), match.players, by_turn=True), deals)
    each = (time.perf_counter() - started) / max(1, int(played.decisions.sum()))
    return [
        {
            "deal": deal,
            "rotation": rotation,
            "winners": played.wins[index].nonzero()[0].tolist(),
            "reason": played.reasons[index],
            "truncated": bool(played.truncated[index]),
            "plies": int(played.plies[index]),
            "players": [_rounded(Score(count, count * each, each)) for count in played.decisions[index].tolist()],
        }
        for index, (deal, rotation) in enumerate(places)
    ]


def run(
    match: Match,
    results: Path | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> list[Json]:
    """Play a match, or what is missing of it in the results file, and return all its games.

    It is played on the executor if there is one, otherwise in `jobs` processes of its own.
    """
    if executor is None and jobs > 1:
        with workers.opened(jobs) as pool:
            return run(match, results, jobs, progress, pool)
    games = _resume(match, results) if results is not None else []
    played = {(game["deal"], game["rotation"]) for game in games}
    rotations = range(len(match.players))
    wanted = {
        deal: missing
        for deal in range(match.deals)
        if (missing := [rotation for rotation in rotations if (deal, rotation) not in played])
    }
    total = match.deals * len(match.players)
    function, work = _work(match, wanted)
    for lines in workers.finished(executor, function, work):
        games += lines
        if results is not None:
            with results.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in lines)
        if progress is not None:
            progress(min(total, len(games)), total)
    return sorted(games, key=lambda game: (game["deal"], game["rotation"]))


def _work(match: Match, wanted: Mapping[int, Sequence[int]]) -> tuple[Callable[..., list[Json]], Iterable[Any]]:
    """Return what plays the rotations of deals that are wanted, and the pieces of work for it."""
    items = list(wanted.items())
    if not match.adjusted and all(map(many.plays, match.players)) and len(items) * len(match.players) >= many.ENOUGH:
        return play_compiled, [(match, items[at : at + _DEALS_AT_ONCE]) for at in range(0, len(items), _DEALS_AT_ONCE)]
    return play_deal, [(match, *each) for each in items]


def _resume(match: Match, results: Path) -> list[Json]:
    """Read the games of a results file, which must be of this match; begin the file if there is none."""
    if not results.exists() or not results.read_text(encoding="utf-8"):
        results.parent.mkdir(parents=True, exist_ok=True)
        results.write_text(json.dumps(match.to_json()) + "\n", encoding="utf-8")
        return []
    text = results.read_text(encoding="utf-8")
    if not text.endswith("\n"):  # the run was interrupted while it wrote
        text = text[: text.rfind("\n") + 1]
        results.write_text(text, encoding="utf-8")
    header, *lines = [json.loads(line) for line in text.splitlines()]
    wanted = json.loads(json.dumps(match.to_json()))
    unversioned = {key: value for key, value in wanted.items() if key in header or key not in versions(())}
    if header != unversioned:  # files of old do not say which versions played
        raise InvalidSetup(f"{results} holds the results of another match: {json.dumps(header)}")
    # Two runs that wrote to the file at once may both have played a game: it counts once.
    return list({(line["deal"], line["rotation"]): line for line in lines if line["deal"] < match.deals}.values())


# --- what it proves


@dataclasses.dataclass(frozen=True)
class Standing:
    """A player's results: `share` of games won (a shared win is shared), its 95% interval, rating, time."""

    player: str
    games: int
    wins: float
    share: float
    low: float
    high: float
    rating: float
    uncertainty: float
    milliseconds: float
    slowest: float
    forfeits: int
    first_forfeit: str
    adjusted: Adjusted | None = None
    """The share without luck, where that was measured."""


def standings(match: Match, games: Iterable[Json]) -> list[Standing]:
    """Sum results up, in the order of the players. Equal names are one player."""
    games = list(games)
    names = list(dict.fromkeys(match.players))
    ratings = {name: Rating() for name in names}
    for game in games:
        if not game["truncated"] and len(names) > 1:
            _rate(match, ratings, game)
    return [_standing(match, name, ratings[name], games) for name in names]


def _rate(match: Match, ratings: Mapping[str, Rating], game: Json) -> None:
    """Take a game into a rating; copies of one player at several seats are rated by their mean change."""
    copies = [dataclasses.replace(ratings[name]) for name in match.players]
    update(copies, [0 if number in game["winners"] else 1 for number in range(len(copies))])
    for name, rating in ratings.items():
        mine = [copy for copy, player in zip(copies, match.players, strict=True) if player == name]
        rating.mean = sum(copy.mean for copy in mine) / len(mine)
        rating.sigma = sum(copy.sigma for copy in mine) / len(mine)


def _standing(match: Match, name: str, rating: Rating, games: Sequence[Json]) -> Standing:
    places = [number for number, player in enumerate(match.players) if player == name]
    wins = sum(sum(each in places for each in game["winners"]) / max(1, len(game["winners"])) for game in games)
    rows = [game["players"][place] for game in games for place in places]
    low, high = wilson(wins, len(games))
    decisions = sum(row["decisions"] for row in rows)
    return Standing(
        player=name,
        games=len(games),
        wins=wins,
        share=wins / max(1, len(games)),
        low=low,
        high=high,
        rating=rating.mean,
        uncertainty=2 * rating.sigma,
        milliseconds=1000 * sum(row["seconds"] for row in rows) / max(1, decisions),
        slowest=1000 * max((row["slowest"] for row in rows), default=0.0),
        forfeits=sum(row.get("forfeits", 0) for row in rows),
        first_forfeit=next((row["first_forfeit"] for row in rows if "first_forfeit" in row), ""),
        adjusted=_adjusted(games, places),
    )


def _adjusted(games: Sequence[Json], places: Sequence[int]) -> Adjusted | None:
    """Return a player's share without luck; None unless it was measured in every game."""
    if not games or not all("luck" in game for game in games):
        return None
    plain = [sum(each in places for each in game["winners"]) / max(1, len(game["winners"])) for game in games]
    lucky = [sum(game["luck"][place] for place in places) for game in games]
    return summed(plain, lucky, [game["deal"] for game in games])


def table(rows: Sequence[Standing], substitute: str | None = None) -> str:
    """Return standings as plain text, and with a substitute how often it chose."""
    width = max(len("player"), *(len(row.player) for row in rows))
    head = f"{'player':<{width}}  games    wins   share   95% interval     rating       ms/decision  slowest"
    lines = [
        f"{row.player:<{width}}  {row.games:5d}  {row.wins:6.1f}  {row.share:6.1%}  "
        f"{row.low:6.1%} – {row.high:6.1%}  {row.rating:5.1f} ± {row.uncertainty:4.1f}  "
        f"{row.milliseconds:11.2f}  {row.slowest:7.1f}"
        for row in rows
    ]
    forfeits = [f"{substitute} chooses for a player that fails"] if substitute else []
    forfeits += [
        f"{row.player} forfeited {row.forfeits} decisions to {substitute}; the first: {row.first_forfeit}"
        for row in rows
        if row.forfeits
    ]
    adjusted = [
        f"{row.player} without luck: {row.adjusted.share:.1%} ({row.adjusted.low:.1%} – {row.adjusted.high:.1%}); "
        f"{told_saving(row.games, row.adjusted.worth)}"
        for row in rows
        if row.adjusted is not None
    ]
    return "\n".join([head, *lines, *adjusted, *forfeits])


def report(match: Match, games: Iterable[Json]) -> Json:
    """Return standings as a document."""
    return match.to_json() | {"standings": [dataclasses.asdict(row) for row in standings(match, games)]}
