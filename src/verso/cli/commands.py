"""The commands that answer one question: what there is, what a position allows, what a record tells."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from cyclopts import Parameter

import verso
from verso import bots
from verso.cli.terminal import (
    AsJson,
    Choices,
    GameName,
    Lang,
    PositionFile,
    RecordFile,
    Refused,
    Screen,
    Seed,
    WrongUsage,
    called,
    fold,
    language_of,
    new_seed,
    note,
    option_text,
    print_json,
    print_line,
    read_position,
    read_text,
    words_for,
)
from verso.core.game import Game, Position
from verso.core.record import InvalidRecord, Record
from verso.core.spec import CHANCE, OVER
from verso.core.telling import Told, Turn, as_text, by_turn, tell_step
from verso.core.words import Words

Shell = Literal["bash", "zsh", "fish", "powershell"]


# --- what there is


def new(
    game: GameName,
    /,
    *,
    choices: Choices | None = None,
    seed: Annotated[int | None, Parameter(help="Let chance act first; default: the position before it does.")] = None,
) -> None:
    """Print the position that a game begins with: before chance has acted, or after it with a seed."""
    position = Position.start((choices or Choices()).setup(verso.game(game)))
    if seed is not None:
        position.settle(verso.Rng(seed))
    print_json(position.to_json())


REGISTERED_IN_ZSH = """
if (( $+compstate )); then
  _cyclopts_verso "$@"
else
  compdef _cyclopts_verso verso
fi
"""
"""Read from a file of `$fpath`, whatever that is called, the script completes at once; sourced, it is registered."""


def completion(shell: Annotated[Shell, Parameter(help="Which shell.")], /) -> None:
    """Print a script that makes a shell complete what is typed after `verso`.

    It belongs at the end of ~/.bashrc or ~/.zshrc (after compinit), in ~/.config/fish/completions/verso.fish, or in
    the profile of PowerShell.
    """
    from verso.cli import application

    print_line(application().generate_completion(shell=shell) + (REGISTERED_IN_ZSH if shell == "zsh" else ""))


def games(*, json: AsJson = False) -> None:
    """List the games, their rulesets, options and bots."""
    rows = [_game_row(verso.game(name)) for name in verso.games()]
    if json:
        print_json(rows)
        return
    for row in rows:
        print_line(f"{row['name']}: {row['title']}, {_seats(row['seats'])}")
        for line in fold(f"  bots: {', '.join(row['bots'])}", 80):
            print_line(line)
        for each in row["rulesets"]:
            options = f"; options: {option_text(each['options'])}" if each["options"] else ""
            for line in fold(f"  {each['name']}: {_seats(each['seats'])}{options}", 80):
                print_line(line)
            for line in fold(f"    {each['about']}", 80):
                print_line(line)


def _game_row(game: Game) -> dict[str, Any]:
    rulesets = []
    for name, about in game.rulesets().items():
        seats = [count for count in game.seats if game.can_seat(count, name)]
        options = dict(game.setup(None, name).options)
        rulesets.append({"name": name, "about": about, "seats": [seats[0], seats[-1]], "options": options})
    return {
        "name": game.name,
        "title": game.title,
        "seats": [game.seats[0], game.seats[-1]],
        "rulesets": rulesets,
        "bots": list(bots.names(game)),
    }


def _seats(bounds: list[int]) -> str:
    first, last = bounds
    if first == last:
        return f"{first} seat{'s' if first > 1 else ''}"
    return f"{first} to {last} seats"


MARKS = {"printed": "p", "sourced": "s", "reconstructed": "r", "edited": "e"}
COLOURS = {"reconstructed": "yellow", "edited": "magenta"}


def cards(game: GameName, /, *, choices: Choices | None = None, json: AsJson = False, lang: Lang = None) -> None:
    """List every face with its figures, each marked with where it comes from."""
    found = verso.game(game)
    setup = (choices or Choices()).setup(found)
    language = language_of(lang)
    rows = found.words.card_rows(setup, language)
    if not rows:
        raise Refused(f"{found.name} does not list its cards")
    if json:
        print_json({"setup": setup.to_json(), "cards": rows})
        return
    screen, say = Screen(), words_for(language)
    for heading, style in card_table(rows, language):
        screen.line(heading, style)
    screen.line()
    screen.line(say("cards-marks"))


def card_table(rows: list[dict[str, Any]], language: str) -> Iterator[tuple[str, str | None]]:
    """Yield the lines of a table of faces, each with the style it is shown in."""
    say = words_for(language)
    if not rows:
        return
    labels = [figure["label"] for figure in rows[0]["figures"]]
    counted = list(dict.fromkeys(label for row in rows for label in row["counts"]))
    name_width = max(len(row["name"]) for row in rows)
    widths = [max(5, len(label)) for label in (*labels, *counted)]
    heading = f"{'':5}  {say('cards-name'):{name_width}}"
    yield _row(heading, [*labels, *counted], widths), "bold"
    for row in rows:
        cells = [figure_text(figure) for figure in row["figures"]]
        cells += [str(row["counts"].get(label, "–")) for label in counted]
        yield _row(f"{row['code']}/{row['other']:2}  {row['name']:{name_width}}", cells, widths), None
        for ability in row["abilities"]:
            sources = dict.fromkeys(figure["from"] for figure in ability["figures"] if figure["from"])
            style = next((COLOURS[source] for source in sources if source in COLOURS), "dim")
            yield f"       {ability['text']} [{' '.join(MARKS.get(source, source) for source in sources)}]", style


def _row(start: str, cells: list[str], widths: list[int]) -> str:
    return (start + "".join(f" {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))).rstrip()


def figure_text(figure: dict[str, Any]) -> str:
    value = "–" if figure["value"] is None else str(figure["value"])
    mark = figure["from"]
    return f"{value} {MARKS.get(mark, mark)}" if mark else f"{value}  "


# --- positions


SeatToLook = Annotated[int | None, Parameter(help="The seat that looks; default: the one to act.")]


def _looking(position: Position, seat: int | None) -> int | None:
    if seat is not None:
        return seat
    return position.to_act if position.to_act >= 0 else None


def show(position: PositionFile, /, *, seat: SeatToLook = None, json: AsJson = False, lang: Lang = None) -> None:
    """Show a position as a seat sees it."""
    found = read_position(position)
    view = found.view(_looking(found, seat))
    if json:
        print_json(view.to_json())
        return
    language = language_of(lang)
    print_table(Screen(), view.show(language))
    if found.to_act == OVER:
        Screen().line(found.game.words.describe_outcome(found.setup, found.state, language), "bold")


def print_table(screen: Screen, text: str) -> None:
    """Print the lines of a table, those that begin a block in bold."""
    for line in text.split("\n"):
        screen.line(line, None if line.startswith(" ") else "bold")


def legal(
    position: PositionFile,
    action: Annotated[str | None, Parameter(help="Ask about this one: exit code 0 if legal, 1 and why if not.")] = None,
    /,
    *,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """List the legal actions, or with the odds what chance may bring."""
    found, language = read_position(position), language_of(lang)
    if action is not None:
        return _ask_about(found, action, language)
    odds = found.odds() if found.to_act == CHANCE else {}
    rows = []
    for each in found.legal:
        row: dict[str, Any] = {
            "action": each,
            "text": found.text(each),
            "words": found.describe(each, language),
        }
        if odds:
            row["odds"] = str(odds[each])
        rows.append(row)
    if json:
        print_json({"to_act": found.to_act, "legal": rows})
        return 0
    if found.to_act == OVER:
        note(found.game.words.describe_outcome(found.setup, found.state, language))
    width = max((len(row["text"]) for row in rows), default=0)
    for row in rows:
        chance = f"{row['odds']:>5}  " if "odds" in row else ""
        print_line(f"{row['text']:{width}}  {chance}{row['words']}")
    return 0


def _ask_about(position: Position, text: str, language: str) -> int:
    actions = position.parse_all(text)
    trial = position.copy()
    for action in actions:
        if action not in trial.legal:
            note(trial.why_not(action, language))
            return 1
        trial.push(action)
    print_line(position.describe(actions[0], language) if len(actions) == 1 else text)
    return 0


def push(
    position: PositionFile,
    actions: Annotated[list[str], Parameter(help="Actions in neutral text, each as one argument.")],
    /,
    *,
    settle: Annotated[bool, Parameter(help="Let chance act by itself; otherwise give what it brings.")] = False,
    seed: Seed = None,
) -> None:
    """Carry out actions and print the new position, all or nothing."""
    if seed is not None and not settle:
        raise WrongUsage("--seed goes with --settle")
    found = read_position(position)
    rng = verso.Rng(new_seed() if seed is None else seed)
    for number, text in enumerate(actions, start=1):
        _settle(found, rng, settle)
        try:
            found.push(text)
        except verso.InvalidAction as error:
            hint = ". Put an action of several words in quotes" if number < len(actions) else ""
            raise Refused(f"action {number}: {error}{hint}") from None
        except (verso.IllegalAction, verso.AmbiguousAction) as error:
            raise Refused(f"action {number}, {text}: {error}") from None
    _settle(found, rng, settle)
    print_json(found.to_json())


def _settle(position: Position, rng: verso.Rng, wanted: bool) -> None:
    if wanted:
        start = position.copy()
        for action in position.settle(rng):
            note(f"chance: {start.text(action)}")
            start.push(action)


# --- records


def replay(
    record: RecordFile,
    /,
    *,
    ply: Annotated[int | None, Parameter(help="Stop after this many actions, chance included; default: all.")] = None,
    seat: Annotated[int | None, Parameter(help="The seat that looks; default: a spectator.")] = None,
    json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Tell a recorded game in words and show the position it reached."""
    place, language = called(record), language_of(lang)
    try:
        found = Record.from_text(read_text(record))
    except InvalidRecord as error:
        raise Refused(f"{place}: {error}") from None
    try:
        end = found.position(ply)
    except IndexError as error:
        raise Refused(f"{place}: {error}") from None
    told = list(tell_record(found, end.ply, seat, language))
    if json:
        outcome = end.outcome()
        print_json(
            {
                "ply": end.ply,
                "plies": len(found.actions),
                "moves": told,
                "outcome": dataclasses.asdict(outcome) if outcome else None,
                "position": end.to_json(),
            }
        )
        return
    screen, say = Screen(), words_for(language)
    width = len(str(end.ply))
    for turn, text in turns_told(told, say):
        who = say("chance") if turn.seat == CHANCE else say("at-seat", seat=turn.seat)
        screen.line(f"{turn.ply:{width}}  {who}: {text}")
    screen.line()
    print_table(screen, end.view(seat).show(language))
    if end.to_act == OVER:
        screen.line(end.game.words.describe_outcome(end.setup, end.state, language), "bold")


def tell_record(record: Record, plies: int, seat: int | None, language: str) -> Iterator[dict[str, Any]]:
    """Yield each action with its number, who acted, its text, words and marks, as a seat may know it."""
    position = record.start()
    before = position.view(seat)
    for number, action in enumerate(record.actions[:plies], start=1):
        actor, text = position.to_act, position.text(action)
        inside = position.view_inside(action, seat)
        position.push(action)
        after = position.view(seat)
        first, rest = tell_step(before, action, inside, after, language)
        marks = list(position.game.notation.marks(before, action, after))
        yield {"ply": number, "seat": actor, "text": text, "words": [*first, *rest], "marks": marks}
        before = after


def turns_told(moves: Iterable[dict[str, Any]], say: Words) -> Iterator[tuple[Turn, str]]:
    """Yield each turn that there is something to tell of, in one text."""
    for turn in by_turn(Told(each["ply"], each["seat"], each["words"], each["marks"]) for each in moves):
        if words := [*turn.words, *folded(turn, say)]:
            yield turn, as_text(words)


def folded(turn: Turn, say: Words) -> list[str]:
    """Return how many cards were dealt for a round; cards that come up in a turn are told by what follows."""
    return [say("dealt", count=len(turn.dealt))] if turn.new_deal and turn.dealt else []


# --- counting and compiling


INTERPRETED_NODES = 200_000
"""So many sequences are counted before the compiled rules would be loaded."""


def perft(
    start: Annotated[
        GameName, Parameter(help="A game, or a position: a file, or - for stdin.", allow_leading_hyphen=True)
    ],
    /,
    *,
    choices: Choices | None = None,
    depth: Annotated[int, Parameter(help="How many actions, chance included.")],
    divide: Annotated[bool, Parameter(help="Count below each first action.")] = False,
    json: AsJson = False,
) -> None:
    """Count the sequences of actions from a position: the specification of the rules in one number."""
    from verso.core import drive

    if depth < 0:
        raise WrongUsage("--depth must not be negative")
    if divide and depth < 1:
        raise WrongUsage("--divide needs a depth of at least 1")
    if start in verso.games():
        position = Position.start((choices or Choices()).setup(verso.game(start)))
    elif choices is not None and choices.given:
        raise WrongUsage("a position brings its ruleset, seats, options and cards with it")
    else:
        position = read_position(start)
    compiled = _is_large(position, depth)
    if compiled:
        note("loading the compiled rules; `verso warmup` does that ahead")
    began = time.perf_counter()
    parts = drive.divide(position, depth, compiled=compiled) if divide else {}
    total = sum(parts.values()) if divide else drive.perft(position, depth, compiled=compiled)
    seconds = time.perf_counter() - began
    if json:
        print_json({"depth": depth, "nodes": total} | ({"divide": parts} if divide else {}))
        return
    for text, count in parts.items():
        print_line(f"{text}: {count}")
    print_line(f"{total}")
    note(f"{seconds:.2f} s")


def _is_large(position: Position, depth: int) -> bool:
    """Estimate, from the levels before, whether a count goes beyond what is quick without compiling."""
    from verso.core import drive

    before = 1
    for level in range(1, depth):
        count = drive.perft(position, level, compiled=False)
        if count * count > before * INTERPRETED_NODES:
            return True
        before = count
    return False


def warmup(
    *names: Annotated[GameName, Parameter(name="GAME", help="Only these games; default: all.")],
    rules: Annotated[bool, Parameter(negative=(), help="Only the rules, not the search and the odds of bots.")] = False,
) -> None:
    """Compile the rules and what bots search with now, so that nothing waits for it later."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    chosen = [verso.game(name) for name in names or verso.games()]
    seated = [(game, seats) for game in chosen for seats in game.seats if _any_ruleset(game, seats)]
    further = {
        "search": _compile_bots,
        "games": _compile_games,
        "environments": _compile_environments,
        "lab": _compile_lab,
    }
    kinds = {"rules": _compile} | ({} if rules else further)
    steps = [(kind, game, seats) for kind in kinds for game, seats in seated]
    console, began = Console(file=sys.stderr), time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(steps))
        for kind, game, seats in steps:
            progress.update(task, description=f"{game.name}, {_seats([seats, seats])}, {kind}")
            kinds[kind](game, seats)
            progress.advance(task)
    note(f"ready after {time.perf_counter() - began:.1f} s")


def _any_ruleset(game: Game, seats: int) -> str | None:
    return next((name for name in game.rulesets() if game.can_seat(seats, name)), None)


def _compile(game: Game, seats: int) -> None:
    """Use every compiled loop once; each number of seats has its own form of state."""
    from verso.core import drive

    setup = game.setup(seats, _any_ruleset(game, seats))
    batch = drive.Batch(setup, games=1, seed=0)
    batch.play_randomly()
    batch.returns()
    drive.perft(Position.start(setup), 2)


def _compile_games(game: Game, seats: int) -> None:
    """Compile the games that simulations, matches and datasets play whole."""
    from verso.bots import many

    table = many.Table(game.setup(seats, _any_ruleset(game, seats)), ("greedy",) * seats)
    many.play(table, [many.Deal("warm")])


def _compile_environments(game: Game, seats: int) -> None:
    """Compile batches, with and without opponents inside, the games of datasets and those of OpenSpiel."""
    from verso.rl import batch, traced

    setup = game.setup(seats, _any_ruleset(game, seats))
    for opponents in (None, *batch.RIVALS) if seats > 1 else (None,):
        env = batch.Batch(setup, 2, 0, opponents=opponents)
        env.step(env.sample())
        env.observe(0)
        env.place(0, Position.start(setup))
    traced.play(setup, ("greedy",) * seats, 0, [0])
    with contextlib.suppress(ImportError):  # OpenSpiel is there only for those who want it
        from verso.rl import spiel

        spiel.prepare(setup)


def _compile_lab(game: Game, seats: int) -> None:
    """Compile what the lab does beside whole games: it looks at choices, measures luck and teaches light players."""
    from verso.bots import retrain, warm
    from verso.lab import decisions, luck
    from verso.lab.study import Study

    setup = game.setup(seats, _any_ruleset(game, seats))
    decisions.stakes(Study(setup, setup, games=1), setup, [0])
    if luck.playing_on(setup):
        position, rng = warm.first_choice(game, seats), verso.Rng("warm")
        for _ in range(8):  # in which chance has something to decide
            position.push(position.legal[0])
            position.settle(rng)
        luck.measured(Record.of(position), "warm")
    retrain.prepare(setup)


def _compile_bots(game: Game, seats: int) -> None:
    from verso.bots import warm

    warm.warm(game.name, seats)
    warm.warm_odds(game.name, seats)
    warm.warm_values(game.name, seats)
    warm.warm_luck(game.name, seats)
