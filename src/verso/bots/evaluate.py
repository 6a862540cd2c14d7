"""The benchmark: fixed deals of the games that have one, for every number of seats, against a fixed ladder of our bots.

The bot sits once at every seat of a deal; all other seats are taken by one rung of the ladder. Deals, luck and the
choices of the ladder come from fixed seeds and fixed numbers of iterations, so a bot that chooses alike scores alike on
every machine. See docs/benchmark.md.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import verso
from verso import bots
from verso.bots import workers
from verso.bots.adjusted import Adjusted, summed, told_saving
from verso.bots.arena import Match, play_deal
from verso.bots.behaviour import versions
from verso.bots.levels import Thinker
from verso.bots.players import is_ours, make_player
from verso.bots.rating import wilson
from verso.core.game import Game, InvalidSetup, Json, find_game, joined
from verso.games import games

BENCHMARK = "verso-eval-1"
"""The name of these deals and this ladder. Whoever changes one of them, or how a rung plays, changes the name."""
HARD = "hard:iterations=50"
"""Iterations, not seconds: the strongest rung must not depend on the machine."""
Z = 1.959964


@dataclasses.dataclass(frozen=True)
class Table:
    """A game with a number of seats, how many deals of it are played, and who sits at the other seats in turn."""

    game: str
    seats: int
    ruleset: str
    deals: int
    rungs: tuple[str, ...]

    @property
    def opponents(self) -> tuple[str, ...]:
        return self.rungs or ("",)  # alone: one match against nobody

    def match(self, bot: str, rung: str, substitute: str | None = None, *, adjusted: bool = False) -> Match:
        seed, players = f"{BENCHMARK}/{self.game}/{self.seats}", (bot, *[rung] * (self.seats - 1))
        # The same deals for every rung.
        return Match(self.game, players, self.deals, seed, self.ruleset, substitute=substitute, adjusted=adjusted)


def _tables() -> Iterator[Table]:
    """Yield the tables of all games that say at which they are measured, with HARD where it is asked for."""
    for name in games():
        part = find_game(name).part("benchmark")
        for seats, ruleset, deals, rungs in part.TABLES if part is not None else ():
            yield Table(name, seats, ruleset, deals, tuple(HARD if rung == "hard" else rung for rung in rungs))


TABLES = tuple(_tables())


@dataclasses.dataclass(frozen=True)
class Evaluation:
    """A bot and the tables it is measured at; `deals` plays no more than so many of each, for a first look.

    A bot that fails ends the evaluation, unless `substitute` is to choose for it. With `adjusted` luck is measured.
    """

    bot: str
    tables: tuple[Table, ...]
    deals: int | None = None
    substitute: str | None = None
    adjusted: bool = False

    @classmethod
    def of(
        cls,
        bot: str,
        game: str | None = None,
        seats: int | None = None,
        deals: int | None = None,
        substitute: str | None = None,
        *,
        adjusted: bool = False,
    ) -> Evaluation:
        """Return the evaluation of a bot at all tables, or at those of a game or with a number of seats."""
        if game is not None and game not in (known := list(dict.fromkeys(each.game for each in TABLES))):
            raise InvalidSetup(f"{find_game(game).name} has no benchmark; there is one of {joined(known)}")
        chosen = [each for each in TABLES if game in (None, each.game) and seats in (None, each.seats)]
        if not chosen:
            tables = [f"{each.game} with {each.seats}" for each in TABLES]
            raise InvalidSetup(f"{BENCHMARK} has no such table; it has {joined(tables)}")
        if game is None and is_ours(bot):  # a bot of one game is measured there
            name = bot.partition(":")[0]
            chosen = [each for each in chosen if name in bots.names(find_game(each.game))] or chosen
        for name in dict.fromkeys(each.game for each in chosen):
            make_player(bot, find_game(name), 0, substitute)  # refused now rather than in the middle
        return cls(bot, tuple(chosen), deals, substitute, adjusted)

    def deals_of(self, table: Table) -> range:
        return range(table.deals if self.deals is None else min(self.deals, table.deals))

    def work(self) -> Iterator[tuple[str, int, str, int]]:
        """List the pieces of work: game, seats, rung, deal."""
        for table in self.tables:
            for deal, rung in itertools.product(self.deals_of(table), table.opponents):
                yield table.game, table.seats, rung, deal

    @property
    def games(self) -> int:
        return sum(seats for _, seats, _, _ in self.work())

    def header(self) -> Json:
        """Return what results depend on: the figures of the rules, and how the ladder plays."""
        header: Json = {
            "benchmark": BENCHMARK,
            "verso": verso.__version__,
            **versions(table.match("", "").setup() for table in TABLES),
            "bot": self.bot,
        }
        header |= {"substitute": self.substitute} if self.substitute else {}
        return header | ({"adjusted": True} if self.adjusted else {})


def goes_by_the_clock(player: str, game: Game) -> bool:
    """Tell whether one of our bots thinks for seconds, so that what it does depends on the machine."""
    made = make_player(player, game, 0)
    bot, budget = made.bot, made.budget
    return budget.seconds is not None or (isinstance(bot, Thinker) and bot.level.within(budget).seconds is not None)


def play(bot: str, substitute: str | None, game: str, seats: int, rung: str, deal: int, adjusted: bool = False) -> Json:
    """Play one deal, the bot at every seat in turn, and return its line of the results."""
    table = next(each for each in TABLES if (each.game, each.seats) == (game, seats))
    games = play_deal(table.match(bot, rung, substitute, adjusted=adjusted), deal, range(seats))
    line: Json = {"game": game, "seats": seats, "against": rung, "deal": deal, "won": [_share(each) for each in games]}
    if adjusted:
        line["luck"] = [each["luck"][0] for each in games]
    mine = [each["players"][0] for each in games]
    if forfeits := sum(each.get("forfeits", 0) for each in mine):
        line |= {"forfeits": forfeits, "first_forfeit": next(x["first_forfeit"] for x in mine if "forfeits" in x)}
    return line


def _share(game: Json) -> float:
    """Return the bot's part in a win: a shared win is shared."""
    winners = game["winners"]
    return round(1 / len(winners), 6) if 0 in winners else 0.0


def run(
    evaluation: Evaluation,
    results: Path | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Json]:
    """Play an evaluation, or what is missing of it in the results file, and return its lines in their order."""
    told, wanted = progress or (lambda games: None), list(evaluation.work())
    lines = {_key(line): line for line in (_resume(evaluation, results) if results is not None else [])}
    lines = {key: lines[key] for key in wanted if key in lines}
    told(sum(seats for _, seats, _, _ in lines))
    whose = evaluation.bot, evaluation.substitute
    missing = [(*whose, *key, evaluation.adjusted) for key in wanted if key not in lines]
    for line in workers.finished(executor, play, missing):
        lines[_key(line)] = line
        if results is not None:
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        told(line["seats"])
    return [lines[key] for key in wanted]


def _key(line: Json) -> tuple[str, int, str, int]:
    return line["game"], line["seats"], line["against"], line["deal"]


def _resume(evaluation: Evaluation, results: Path) -> list[Json]:
    """Read the lines of a results file, which must be of this bot and these versions; begin it if there is none."""
    text = results.read_text(encoding="utf-8") if results.exists() else ""
    whole = text[: text.rfind("\n") + 1]  # the run was perhaps interrupted while it wrote
    if not whole:
        results.parent.mkdir(parents=True, exist_ok=True)
        results.write_text(json.dumps(evaluation.header()) + "\n", encoding="utf-8")
        return []
    if whole != text:
        results.write_text(whole, encoding="utf-8")
    header, lines = read(results)
    wanted = evaluation.header()
    differing = [key for key in wanted | header if key != "verso" and header.get(key) != wanted.get(key)]
    if differing:
        told = ", ".join(f"{key} {header.get(key)}" for key in differing)
        raise InvalidSetup(f"{results} holds another evaluation ({told}): name another file")
    return lines


def read(results: Path) -> tuple[Json, list[Json]]:
    """Return the header and the lines of a results file."""
    try:
        header, *lines = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
        if header["benchmark"] and all(len(line["won"]) == line["seats"] and _key(line) for line in lines):
            return header, lines
    except (ValueError, KeyError, TypeError):
        pass
    raise InvalidSetup(f"{results} does not hold results of an evaluation")


# --- what it amounts to


def report(header: Mapping[str, Any], lines: Iterable[Json]) -> Json:
    """Return the score of each game with its 95% interval, and what it is made of."""
    lines = list(lines)
    tables = [row for table in TABLES if (row := _table_row(table, lines)) is not None]
    games = dict.fromkeys(row["game"] for row in tables)
    document: Json = {**header, "scores": {game: _score(game, tables) for game in games}, "tables": tables}
    forfeits = [line for line in lines if "forfeits" in line]
    document["forfeits"] = sum(line["forfeits"] for line in forfeits)
    if forfeits:
        document["first_forfeit"] = forfeits[0]["first_forfeit"]
    return document


def _table_row(table: Table, lines: Sequence[Json]) -> Json | None:
    mine = [line for line in lines if (line["game"], line["seats"]) == (table.game, table.seats)]
    if not mine:
        return None
    against: Json = {}
    for rung in table.opponents:
        if won := [share for line in mine if line["against"] == rung for share in line["won"]]:
            against[rung or "alone"] = {"games": len(won), "share": _mean(won)}
    deals = sorted({line["deal"] for line in mine})
    means = [_mean([share for line in mine if line["deal"] == deal for share in line["won"]]) for deal in deals]
    games = sum(len(line["won"]) for line in mine)
    value, low, high = _interval(means, games)
    complete = len(mine) == table.deals * len(table.opponents)
    row: Json = {
        "game": table.game,
        "seats": table.seats,
        "complete": complete,
        "deals": len(deals),
        "games": games,
        "score": value,
        "low": low,
        "high": high,
        "against": against,
    }
    adjusted = _adjusted(mine)
    return row | ({"adjusted": dataclasses.asdict(adjusted)} if adjusted else {})


def _adjusted(lines: Sequence[Json]) -> Adjusted | None:
    """Return the score without luck; None unless it was measured in every game."""
    if not all("luck" in line for line in lines):
        return None
    won = [share for line in lines for share in line["won"]]
    luck = [each for line in lines for each in line["luck"]]
    return summed(won, luck, [line["deal"] for line in lines for _ in line["won"]])


def _interval(deals: Sequence[float], games: int) -> tuple[float, float, float]:
    """Return the mean over deals and Wilson's interval for it.

    Games of one deal are not independent, so the interval counts as many games as would spread as much: at least as
    many as there are deals, at most as many as were played.
    """
    share = _mean(deals)
    spread = statistics.variance(deals) / len(deals) if len(deals) > 1 else 0.0
    worth = share * (1 - share) / spread if spread > 0 else 0.0
    low, high = wilson(share * (count := min(games, max(len(deals), math.floor(worth)))), count)
    return share, low, high


def _score(game: str, tables: Sequence[Json]) -> Json:
    """Return the mean of a game's tables; its interval puts theirs together by the squares of their arms."""
    rows = [row for row in tables if row["game"] == game]
    score = _mean([row["score"] for row in rows])
    below, above = (
        math.sqrt(math.fsum((row["score"] - row[end]) ** 2 for row in rows)) / len(rows) for end in ("low", "high")
    )
    every = {table.seats for table in TABLES if table.game == game} == {row["seats"] for row in rows}
    complete = every and all(row["complete"] for row in rows)
    return {"score": score, "low": score - below, "high": score + above, "complete": complete}


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)  # exact before the division: the order of the deals does not matter


def text(document: Json) -> str:
    """Return a report as plain text."""
    made_with = f"figures {document['figures']}, behaviour {document['behaviour']}"
    lines = [f"{document['benchmark']}, Verso {document['verso']} ({made_with}): {document['bot']}"]
    for game, found in document["scores"].items():
        partly = "" if found["complete"] else "  (not all tables and deals)"
        lines.append(f"\n{game}: {_figures(found)}{partly}")
        for row in (row for row in document["tables"] if row["game"] == game):
            seats = "1 seat " if row["seats"] == 1 else f"{row['seats']} seats"
            shares = ", ".join(f"{rung} {100 * each['share']:.1f}" for rung, each in row["against"].items())
            lines.append(f"  {seats}  {row['games']:4d} games  {_figures(row)}  {shares}")
            if (without := row.get("adjusted")) is not None:
                saving = told_saving(row["games"], without["worth"])
                lines.append(f"    without luck {_figures(without | {'score': without['share']})}; {saving}")
    if substitute := document.get("substitute"):
        lines.append(f"\n{substitute} chose where {document['bot']} failed: {document['forfeits']} decisions")
    if document["forfeits"]:
        lines.append(f"{document['forfeits']} decisions were forfeited; the first: {document['first_forfeit']}")
    return "\n".join(lines)


def _figures(found: Json) -> str:
    return f"{100 * found['score']:5.1f}  ({100 * found['low']:.1f} – {100 * found['high']:.1f})"
