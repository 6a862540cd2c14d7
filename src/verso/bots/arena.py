"""Bots against bots: equal deals for every order of seats, results that can be resumed, and what they prove.

A *deal* is played once for every rotation of the seats. Its luck comes from the seed, the number of the deal and the
turn, not from who sits where or what happened before, so all rotations meet the same luck as far as their play allows.
Every game is a line of a results file; a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import itertools
import json
import tempfile
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from verso.bots import many, workers
from verso.bots.adjusted import GAMES, Adjusted, Drawn, adjuster, summed, told_saving
from verso.bots.behaviour import versions
from verso.bots.light import light
from verso.bots.players import Player, is_ours, make_player
from verso.bots.rating import Rating, update, wilson
from verso.core import kernel
from verso.core.game import Action, Game, InvalidSetup, Json, Position, Setup, find_game
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
    playouts: int = GAMES
    """By how many games after each outcome. Fewer take less time and leave more of the luck; nothing else changes."""

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
        if self.adjusted and self.playouts != GAMES:
            document["playouts"] = self.playouts
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
        position, drawn = _play(setup, f"{match.seed}/{deal}", made, seated, scores)
    finally:
        for player, score in zip(made, scores, strict=True):
            score.forfeits = player.forfeits
            player.close()
    outcome = position.outcome()
    assert outcome is not None
    luck: Json = {}
    if match.adjusted:
        by_seat = adjuster(setup, match.playouts).luck(Record.of(position), f"{match.seed}/{deal}/{rotation}", drawn)
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


def _play(
    setup: Setup, luck: str, made: Sequence[Player], seated: Sequence[int], scores: Sequence[Score]
) -> tuple[Position, Drawn]:
    """Return the end of a game, and the odds of the actions that our bots drew."""
    position, clock = Position.start(setup), _clock(setup.game)
    drawn: dict[int, Mapping[Action, float]] = {}
    rng, now = Rng(luck), None
    while True:
        if now != (now := clock(position)):
            rng = Rng(luck, now)  # the luck of a turn does not depend on how much luck was needed before it
        position.settle(rng)
        if position.to_act == OVER:
            return position, drawn
        number = seated[position.to_act]
        view = position.view(position.to_act)
        if len(view.legal) == 1:
            position.push(view.legal[0])
            continue
        started = time.perf_counter()
        choice = made[number].choose(view)
        taken = time.perf_counter() - started
        if choice.drawn and is_ours(made[number].text):  # what others say of their odds cannot be relied on
            drawn[position.ply] = choice.drawn
        position.push(choice.action)
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
    return list(played(match, results, progress, executor))


def played(
    match: Match,
    results: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Iterator[Json]:
    """Play a match likewise, and give its games one by one, in the order of deals.

    None of them is kept in memory: until all are played they are in the results file, or in one that is gone then.
    """
    with contextlib.ExitStack() as stack:
        if results is None:
            results = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="verso-arena-"))) / "games"
        kept = stack.enter_context(contextlib.closing(_Kept(match, results)))
        for games in workers.finished(executor, *_work(match, kept)):
            kept.add(games)
            if progress is not None:
                progress(kept.count, kept.total)
        yield from kept


def _work(match: Match, kept: _Kept) -> tuple[Callable[..., list[Json]], Iterable[Any]]:
    """Return what plays the rotations of deals that are missing, and the pieces of work for it."""
    missing = kept.missing()
    if (
        not match.adjusted
        and many.all_play(match.players, find_game(match.game))
        and kept.total - kept.count >= many.ENOUGH
    ):
        pieces = iter(lambda: list(itertools.islice(missing, _DEALS_AT_ONCE)), [])
        return play_compiled, ((match, piece) for piece in pieces)
    return play_deal, ((match, *each) for each in missing)


class _Kept:
    """The games of a match as lines of a results file, found by deal and rotation."""

    def __init__(self, match: Match, results: Path) -> None:
        self._seats, self._path, self.count = len(match.players), results, 0
        self.total = match.deals * self._seats
        self._places = array("q", [-1]) * self.total  # where in the file a game stands
        results.parent.mkdir(parents=True, exist_ok=True)
        # Appended to and nothing else: two runs may write to the same file at once.
        self._file = results.open("ab", buffering=0)
        try:
            self._resume(json.loads(json.dumps(match.to_json())))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._file.close()

    def _resume(self, match: Json) -> None:
        """Find the games that are there, which must be of this match; begin the file if nothing is."""
        with self._path.open("rb") as file:
            header, own = file.readline(), json.dumps(match).encode() + b"\n"
            if header != own and own.startswith(header):  # nothing, or the run was interrupted at once
                self._file.truncate(0)
                self._file.write(own)
                return
            self._check(header, match)
            place = len(header)
            for line in file:
                if not line.endswith(b"\n"):  # the run was interrupted while it wrote
                    self._file.truncate(place)
                    return
                self._find(line, place)
                place += len(line)

    def _check(self, header: bytes, match: Json) -> None:
        try:
            found = json.loads(header)
            unversioned = {key: value for key, value in match.items() if key in found or key not in versions(())}
        except (ValueError, TypeError):
            raise InvalidSetup(f"{self._path} does not hold results of a match") from None
        if found != unversioned:  # files of old do not say which versions played
            raise InvalidSetup(f"{self._path} holds the results of another match: {json.dumps(found)}")

    def _find(self, line: bytes, place: int) -> None:
        """Remember where a game stands. One that two runs played at once counts once."""
        try:
            game = json.loads(line)
            number = game["deal"] * self._seats + game["rotation"]
        except (ValueError, KeyError, TypeError):
            raise InvalidSetup(f"{self._path} holds a line that is no game: {line[:60]!r}") from None
        if number < self.total:
            self.count += self._places[number] < 0
            self._places[number] = place

    def missing(self) -> Iterator[tuple[int, list[int]]]:
        """Yield deals with the rotations of which there is no game."""
        for first in range(0, self.total, self._seats):
            if rotations := [each for each in range(self._seats) if self._places[first + each] < 0]:
                yield first // self._seats, rotations

    def add(self, games: Sequence[Json]) -> None:
        lines = [json.dumps(game).encode() + b"\n" for game in games]
        self._file.write(b"".join(lines))
        place = self._file.tell() - sum(map(len, lines))  # wherever others have written meanwhile
        for line in lines:
            self._find(line, place)
            place += len(line)

    def __iter__(self) -> Iterator[Json]:
        with self._path.open("rb") as file:
            for place in self._places:
                file.seek(place)
                yield json.loads(file.readline())


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
    """Sum results up, in the order of the players. Equal names are one player. Games are looked at one by one."""
    names = list(dict.fromkeys(match.players))
    sums = {name: _Sum([at for at, player in enumerate(match.players) if player == name]) for name in names}
    ratings = {name: Rating() for name in names}
    for game in games:
        if not game["truncated"] and len(names) > 1:
            _rate(match, ratings, game)
        for each in sums.values():
            each.add(game)
    return [sums[name].standing(name, ratings[name]) for name in names]


def _rate(match: Match, ratings: Mapping[str, Rating], game: Json) -> None:
    """Take a game into a rating; copies of one player at several seats are rated by their mean change."""
    copies = [dataclasses.replace(ratings[name]) for name in match.players]
    update(copies, [0 if number in game["winners"] else 1 for number in range(len(copies))])
    for name, rating in ratings.items():
        mine = [copy for copy, player in zip(copies, match.players, strict=True) if player == name]
        rating.mean = sum(copy.mean for copy in mine) / len(mine)
        rating.sigma = sum(copy.sigma for copy in mine) / len(mine)


class _Sum:
    """What the games of a match come to for one player, who may sit at several places."""

    def __init__(self, places: Sequence[int]) -> None:
        self._places = places
        self._games, self._wins, self._score = 0, 0.0, Score()
        self._forfeits, self._first_forfeit = 0, ""
        self._lucky: list[tuple[float, float, int]] = []
        """Of games whose luck was measured: won, luck, deal."""

    def add(self, game: Json) -> None:
        won = sum(each in self._places for each in game["winners"]) / max(1, len(game["winners"]))
        self._games += 1
        self._wins += won
        for place in self._places:
            row = game["players"][place]
            self._score.decisions += row["decisions"]
            self._score.seconds += row["seconds"]
            self._score.slowest = max(self._score.slowest, row["slowest"])
            self._forfeits += row.get("forfeits", 0)
            self._first_forfeit = self._first_forfeit or row.get("first_forfeit", "")
        if "luck" in game:
            self._lucky.append((won, sum(game["luck"][place] for place in self._places), game["deal"]))

    def standing(self, name: str, rating: Rating) -> Standing:
        low, high = wilson(self._wins, self._games)
        return Standing(
            player=name,
            games=self._games,
            wins=self._wins,
            share=self._wins / max(1, self._games),
            low=low,
            high=high,
            rating=rating.mean,
            uncertainty=2 * rating.sigma,
            milliseconds=1000 * self._score.seconds / max(1, self._score.decisions),
            slowest=1000 * self._score.slowest,
            forfeits=self._forfeits,
            first_forfeit=self._first_forfeit,
            # Unless luck was measured in every game, nothing is told of it.
            adjusted=summed(*zip(*self._lucky, strict=True))
            if self._lucky and len(self._lucky) == self._games
            else None,
        )


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


def report(match: Match, rows: Iterable[Standing]) -> Json:
    """Return standings as a document."""
    return match.to_json() | {"standings": [dataclasses.asdict(row) for row in rows]}
