"""Bots against bots: equal deals for every order of seats, results that can be resumed, and what they prove.

A *deal* is played once for every rotation of the seats. Its luck comes from the seed, the number of the deal and the
turn, not from who sits where or what happened before, so all rotations meet the same luck as far as their play allows.
Every game is a line of a results file; a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from verso import bots
from verso.bots import workers
from verso.bots.bot import Bot, Budget
from verso.bots.external import External
from verso.bots.ismcts import Search, Settings
from verso.bots.light import light
from verso.bots.rating import Rating, update, wilson
from verso.core import kernel
from verso.core.game import Game, InvalidSetup, Json, Position, Setup, find_game, joined
from verso.core.rng import Rng
from verso.core.spec import OVER

EXTERNAL = "external "
"""A player `external COMMAND` is a program that speaks the line protocol."""
IMPORTED = "import "
"""A player `import MODULE:NAME` is what NAME of a Python module returns when it is called with a game and a seed."""


@dataclasses.dataclass(frozen=True)
class Match:
    """Who plays what, how often. A player is a bot's name, with a budget if wanted: `expert:iterations=500`."""

    game: str
    players: tuple[str, ...]
    deals: int
    seed: int | str = 0
    ruleset: str | None = None
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def setup(self) -> Setup:
        return find_game(self.game).setup_with(self.options, len(self.players), self.ruleset)

    def to_json(self) -> Json:
        """Return what results depend on: everything but the number of deals, which may be raised later."""
        return {
            "game": self.game,
            "ruleset": self.setup().ruleset,
            "options": dict(self.setup().options),
            "players": list(self.players),
            "seed": self.seed,
        }


@dataclasses.dataclass
class Score:
    """What one game cost a player in decisions (those with a choice), seconds and forfeits."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    forfeits: list[str] = dataclasses.field(default_factory=list)


def make_player(text: str, game: Game, seed: int | str) -> tuple[Bot, Budget]:
    """Return the bot and the budget a player's text names."""
    if text.startswith(IMPORTED):
        return _imported(text, game, seed), Budget()
    name, _, rest = text.partition(":")
    given = dict(part.partition("=")[::2] for part in filter(None, rest.split(",")))
    try:
        if text.startswith(EXTERNAL):
            return External(game, text.removeprefix(EXTERNAL), seed), Budget()
        budget = Budget(**{key: _BUDGET[key](given.pop(key)) for key in _BUDGET if key in given})
        bot = bots.make(name, game, seed)
        if given:
            _adjust(bot, given)
    except ValueError as error:
        raise InvalidSetup(f"player {text!r}: {error}") from None
    return bot, budget


def _imported(text: str, game: Game, seed: int | str) -> Bot:
    module, _, name = text.removeprefix(IMPORTED).partition(":")
    try:
        bot: Bot = getattr(importlib.import_module(module), name)(game, seed)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise InvalidSetup(f"player {text!r}: {error}; say 'import MODULE:NAME'") from None
    if not callable(getattr(bot, "choose", None)):
        raise InvalidSetup(f"player {text!r}: what {name} returns has no method choose")
    return bot


_BUDGET: Mapping[str, Callable[[str], Any]] = {"seconds": float, "iterations": int}


def _adjust(bot: Bot, given: Mapping[str, str]) -> None:
    """Change settings of a bot that searches, for measuring what they do."""
    known = [field.name for field in dataclasses.fields(Settings)] if isinstance(bot, Search) else []
    for key, value in given.items():
        if key not in known or not isinstance(bot, Search):
            raise ValueError(f"unknown setting {key!r}; known are {joined([*_BUDGET, *known])}")
        changes: dict[str, Any] = {key: json.loads(value)}
        bot.settings = dataclasses.replace(bot.settings, **changes)


# --- playing


def play_game(match: Match, deal: int, rotation: int) -> Json:
    """Play one game and return its line of the results. Player i sits at seat (i + rotation) modulo seats."""
    setup, count = match.setup(), len(match.players)
    made = [
        make_player(text, setup.game, f"{match.seed}/{deal}/{rotation}/{number}")
        for number, text in enumerate(match.players)
    ]
    seated = [(seat - rotation) % count for seat in range(count)]
    scores = [Score() for _ in match.players]
    try:
        position = _play(setup, f"{match.seed}/{deal}", made, seated, scores)
    finally:
        for number, (bot, _) in enumerate(made):
            if isinstance(bot, External):
                scores[number].forfeits = bot.forfeits
                bot.close()
    outcome = position.outcome()
    assert outcome is not None
    return {
        "deal": deal,
        "rotation": rotation,
        "winners": [seated[seat] for seat in outcome.winners],
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


def _play(
    setup: Setup, luck: str, made: Sequence[tuple[Bot, Budget]], seated: Sequence[int], scores: Sequence[Score]
) -> Position:
    position, clock = Position.start(setup), _clock(setup.game)
    rng, now = Rng(luck), None
    while True:
        if now != (now := clock(position.state)):
            rng = Rng(luck, now)  # the luck of a turn does not depend on how much luck was needed before it
        position.settle(rng)
        if position.to_act == OVER:
            return position
        number = seated[position.to_act]
        view = position.view(position.to_act)
        if len(view.legal) == 1:
            position.push(view.legal[0])
            continue
        bot, budget = made[number]
        started = time.perf_counter()
        action = bot.choose(view, budget).action
        taken = time.perf_counter() - started
        position.push(action)
        scores[number].decisions += 1
        scores[number].seconds += taken
        scores[number].slowest = max(scores[number].slowest, taken)


@functools.cache
def _clock(game: Game) -> Callable[[Any], int]:
    return kernel.interpreted(*light(game).modules(game)).clock  # type: ignore[no-any-return]


def play_deal(match: Match, deal: int, rotations: Sequence[int]) -> list[Json]:
    """Play the rotations of a deal that are wanted."""
    return [play_game(match, deal, rotation) for rotation in rotations]


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
    for lines in workers.finished(executor, play_deal, ((match, *each) for each in wanted.items())):
        games += lines
        if results is not None:
            with results.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in lines)
        if progress is not None:
            progress(min(total, len(games)), total)
    return sorted(games, key=lambda game: (game["deal"], game["rotation"]))


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
    if header != json.loads(json.dumps(match.to_json())):
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
    )


def table(rows: Sequence[Standing]) -> str:
    """Return standings as plain text."""
    width = max(len("player"), *(len(row.player) for row in rows))
    head = f"{'player':<{width}}  games    wins   share   95% interval     rating       ms/decision  slowest"
    lines = [
        f"{row.player:<{width}}  {row.games:5d}  {row.wins:6.1f}  {row.share:6.1%}  "
        f"{row.low:6.1%} – {row.high:6.1%}  {row.rating:5.1f} ± {row.uncertainty:4.1f}  "
        f"{row.milliseconds:11.2f}  {row.slowest:7.1f}"
        for row in rows
    ]
    forfeits = [
        f"{row.player} forfeited {row.forfeits} decisions to greedy; the first: {row.first_forfeit}"
        for row in rows
        if row.forfeits
    ]
    return "\n".join([head, *lines, *forfeits])


def report(match: Match, games: Iterable[Json]) -> Json:
    """Return standings as a document."""
    return match.to_json() | {"standings": [dataclasses.asdict(row) for row in standings(match, games)]}
