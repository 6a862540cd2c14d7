"""A game at the terminal, line by line, against bots or alone. Testable without one: streams are handed in.

Nothing is shown before it is on disk: an action and what chance brought of it are saved first and told then, so that
neither a typo, Ctrl-C, a closed terminal nor a killed process loses what was acknowledged, and nothing is gained by
killing one. The seed is not in the save: what is still to come is written nowhere.
"""

from __future__ import annotations

import dataclasses
import shlex
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from verso.bots.bot import Budget
from verso.bots.characters import CHARACTERS
from verso.bots.players import is_ours, make_player
from verso.cli.commands import card_table, folded, print_table, tell_record, turns_told
from verso.cli.saves import ChangedElsewhere, Save, free_path, write_durably
from verso.cli.terminal import MOST_DIGITS, Refused, Screen, words_for
from verso.core.game import Action, ActionError, Position
from verso.core.record import Record
from verso.core.rng import Rng
from verso.core.spec import CHANCE, OVER
from verso.core.telling import Told, as_text, by_turn, tell_step
from verso.play.table import words_for as table_words

PERSON = "person"
"""Stands among the players' names where a bot does not play."""
LISTED = 40
"""So many legal actions are listed without being asked for."""
HINT_SECONDS = 1.0
"""So long a hint is looked for each time it is asked for."""
_PATIENCE = 0.5
"""After so many seconds of others' acting, what they did so far is told."""
_FEW = 2
"""So many cards that come up are told; a deal of more is folded."""

if TYPE_CHECKING:
    from verso.bots.hints import Adviser

Ask = Callable[[str], str]


@dataclasses.dataclass(frozen=True)
class Table:
    """Who sits where, and what their game is played with."""

    players: tuple[str, ...]
    """The name of a bot, or PERSON, for each seat."""
    seed: int | str
    remarks: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Further lines for the header of the record."""
    budget: Budget = dataclasses.field(default_factory=lambda: Budget(seconds=1.0))


class Session:
    """One game. `run` returns the exit code; the game itself is in `position`."""

    def __init__(
        self,
        position: Position,
        table: Table,
        save: Save,
        *,
        ask: Ask,
        screen: Screen,
        notes: Screen,
        language: str,
    ) -> None:
        self.position, self.table, self.save = position, table, save
        self.language, self.say = language, words_for(language)
        self._ask, self._screen, self._notes = ask, screen, notes
        game = position.game
        self._bots = {
            seat: make_player(name, game, f"{table.seed}/bot {seat}")
            for seat, name in enumerate(table.players)
            if name != PERSON
        }
        self._people = [seat for seat in range(position.seats) if seat not in self._bots]
        self._viewer = self._people[0] if len(self._people) == 1 else None
        self._adviser: Adviser | None = None
        self._shown: list[str] = []
        self._unsaved = False
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "table": self._show_table,
            "legal": self._list_all,
            "odds": self._odds,
            "hint": self._hint,
            "card": self._card,
            "rules": self._rules,
            "log": self._log,
            "save": self._save_copy,
            "record": self._record,
            "help": self._help,
        }
        """What can be said besides actions; `quit` too."""

    # --- the course of the game

    def run(self) -> int:
        """Play until the game is over or the person leaves."""
        code = 0
        try:
            self._greet()
            if self.position.ply == 0:
                self._keep(self.position, [])
            while self.position.to_act != OVER:
                if self.position.to_act in self._people:
                    if not self._one_input():
                        break
                else:
                    self._let_others_act()
        except EOFError:
            self._screen.line()
        except KeyboardInterrupt:
            self._screen.line()
            code = 130
        finally:
            for bot in self._bots.values():
                bot.close()
        if self.position.to_act == OVER:
            self._tell_outcome()
        else:
            self._notes.whole(self.say("play-resume", path=shlex.quote(str(self.save.path))))
        if self._unsaved:
            self._notes.line(self.say("play-lost-save"))
            self._notes.whole(self._record_of(self.position).to_text())
        return code

    def _greet(self) -> None:
        setup = self.position.setup
        names = {"title": setup.game.title, "ruleset": setup.ruleset}
        if self._viewer is None:
            self._screen.line(self.say("play-welcome-shared", seats=len(self._people), **names), "bold")
        elif self._bots:
            others = ", ".join(self._who(seat) for seat in self._bots)
            self._screen.line(self.say("play-welcome", seat=self._viewer, others=others, **names), "bold")
        else:
            self._screen.line(self.say("play-welcome-alone", **names), "bold")
        if self.position.ply:
            self._screen.line(self.say("play-resumed", plies=self.position.ply))
        else:
            self._rules("")
        self._screen.line(self.say("play-hint"))

    def _who(self, seat: int) -> str:
        if seat == self._viewer:
            return self.say("at-your-seat")
        if seat in self._bots:
            return self.say("seat-bot", seat=seat, bot=self._bot(self.table.players[seat]))
        return self.say("at-seat", seat=seat)

    def _bot(self, player: str) -> str:
        """Return what a bot is called: a character by its name and strength, any other as it was named."""
        character = CHARACTERS.get(player)
        if character is None:
            return player
        return f"{character.name}, {table_words(self.language)(f'level-{character.level}')}"

    def _let_others_act(self) -> None:
        """Let bots and chance act until a person is to act; tell it in one go, or from time to time if it is slow."""
        after, told = self.position.copy(), list[Told]()
        began = time.monotonic()
        while after.to_act != OVER and after.to_act not in self._people:
            if after.to_act == CHANCE:
                self._settle(after, told)
            else:
                choice = self._bots[after.to_act].choose(after.view(after.to_act), self.table.budget)
                self._push(after, choice.action, told)
            if time.monotonic() - began > _PATIENCE and after.to_act != CHANCE:
                self._keep(after.copy(), told)
                told, began = [], time.monotonic()
        self._keep(after, told)

    def _act(self, actions: Sequence[Action]) -> None:
        """Carry out what a person said, with what chance brings of it."""
        after, told = self.position.copy(), list[Told]()
        for action in actions:
            self._push(after, action, told)
        self._settle(after, told)
        self._keep(after, told)

    def _push(self, position: Position, action: Action, told: list[Told]) -> None:
        seat, before = position.to_act, position.view(self._viewer)
        inside = position.view_inside(action, self._viewer)
        position.push(action)
        after = position.view(self._viewer)
        first, rest = tell_step(before, action, inside, after, self.language)
        marks = position.game.notation.marks(before, action, after)
        told.append(Told(position.ply, seat, [*first, *rest], marks))

    def _settle(self, position: Position, told: list[Told]) -> None:
        # From the seed and the ply alone: a game resumed with the same seed goes on as it would have.
        rng = Rng(f"{self.table.seed}/chance", position.ply)
        future = position.copy()
        for action in future.settle(rng):
            self._push(position, action, told)

    def _keep(self, position: Position, told: list[Told]) -> None:
        """Save a position; only then it is the game's, and only then it is told."""
        try:
            text = self._record_of(position).to_text()
            try:
                self.save.write(text)
            except ChangedElsewhere:
                old, self.save = self.save.path, Save(free_path(self.save.path))
                self.save.write(text)
                self._notes.whole(self.say("play-moved", old=str(old), path=str(self.save.path)))
            self._unsaved = False
        except OSError as error:
            self._unsaved = True
            self._notes.line(self.say("play-not-saved", reason=error.strerror or str(error)), "bold red")
        self.position = position
        self._tell(told)

    def _record_of(self, position: Position) -> Record:
        return Record.of(position, players=shlex.join(self.table.players), **self.table.remarks)

    # --- telling

    def _tell(self, told: list[Told]) -> None:
        """Tell each turn, or what was done of it, in one line; deals are folded."""
        for turn in by_turn(told):
            own = turn.seat in (CHANCE, self._viewer)
            few = turn.dealt if own and len(turn.dealt) <= _FEW else []
            if not (words := [*turn.words, *(few or folded(turn, self.say))]):
                continue
            text = f"{as_text(words)}."
            if own:
                self._screen.line(text[:1].upper() + text[1:], "green" if turn.seat == self._viewer else None)
            else:
                self._screen.line()
                self._screen.line(f"{self._who(turn.seat)}:", "cyan")
                self._screen.line(f"  {text}")

    def _tell_outcome(self) -> None:
        position, outcome = self.position, self.position.outcome()
        assert outcome is not None
        self._screen.line()
        print_table(self._screen, position.view(self._viewer).show(self.language))
        self._screen.line()
        words = position.game.words.describe_outcome(position.setup, position.state, self.language)
        if self._viewer is not None:
            won = self._viewer in outcome.winners
            self._screen.line(self.say("play-finished" if won else "play-finished-lost"), "bold")
        self._screen.line(f"{words[:1].upper()}{words[1:]}.", "bold")
        self._notes.whole(self.say("play-record", path=str(self.save.path)))

    def _show_blocks(self) -> None:
        """Show the blocks of the table that have changed since they were shown: at first, all of them."""
        blocks: list[list[str]] = []
        for line in self._table_text().split("\n"):
            if line.startswith(" ") and blocks:
                blocks[-1].append(line)
            else:
                blocks.append([line])
        texts = ["\n".join(block) for block in blocks]
        changed = [text for text in texts if text not in self._shown]
        self._screen.line()
        for text in changed:
            print_table(self._screen, text)
        self._shown = texts

    def _table_text(self) -> str:
        return self.position.view(self.position.to_act).show(self.language)

    def _show_choices(self, most: int = LISTED) -> None:
        position = self.position
        legal = position.legal
        if len(legal) == 1:
            self._screen.line(self.say("play-only"))
        elif self._viewer is None:
            self._screen.line(self.say("play-choices-seat", seat=position.to_act))
        else:
            self._screen.line(self.say("play-choices"))
        texts = [position.text(action) for action in legal[:most]]
        width, digits = max(map(len, texts)), len(str(len(legal[:most])))
        for number, (action, text) in enumerate(zip(legal, texts, strict=False), start=1):
            self._screen.line(f"  {number:{digits}}  {text:{width}}  {position.describe(action, self.language)}")
        if len(legal) > most:
            self._screen.line("  " + self.say("play-more", count=len(legal) - most))

    # --- listening

    def _one_input(self) -> bool:
        """Show what has changed, take one line, act on it. False: the person leaves."""
        position = self.position
        self._show_blocks()
        self._show_choices()
        while position is self.position:
            self._screen.flush()
            line = " ".join(self._ask("> ").split())
            if line == "":
                if len(position.legal) == 1:
                    self._act(position.legal)
                else:
                    self._screen.line(self.say("play-say-something"))
            elif self._is_quit(line):
                return False
            else:
                self._understand(line)
        return True

    def _is_quit(self, line: str) -> bool:
        return _plain(line) in ("quit", "exit", "q")

    def _understand(self, line: str) -> None:
        """Find out what a line means: a command, a number, an action, or the beginning of one of them."""
        verb, _, rest = line.partition(" ")
        if _plain(verb) in self._commands and not self._is_action(line):
            self._commands[_plain(verb)](rest)
            return
        if (number := _number(line)) is not None:
            self._by_number(number)
            return
        exact, beginning = self._matches(line)
        if exact:
            self._act([exact[0]])
            return
        if self._by_suggestion(line):
            return
        if self._by_reading(line, only_legal=True):
            return
        commands = [name for name in (*self._commands, "quit") if name.startswith(_plain(line))]
        if len(beginning) == 1 and not commands:
            self._act([beginning[0]])
        elif len(commands) == 1 and not beginning and commands != ["quit"]:
            self._commands[commands[0]]("")
        elif beginning or commands:
            texts = [self.position.text(action) for action in beginning[:8]]
            choices = ", ".join([*texts, *commands])
            self._screen.line(self.say("play-ambiguous", text=line, choices=choices))
        elif not self._by_reading(line, only_legal=False):
            count = len(self.position.legal)
            self._screen.line(self.say("play-not-understood", text=line, count=count))

    def _by_suggestion(self, line: str) -> bool:
        """Carry the suggested move out when only its verb was said. It can be undone."""
        view = self.position.view(self.position.to_act)
        moves = view.game.moves
        suggestion = None if moves is None else next(iter(moves.suggestions(view.setup, view.state, 1)), None)
        if suggestion is None or _plain(line) != suggestion.partition(" ")[0]:
            return False
        self._screen.line(self.say("play-suggested", text=suggestion))
        return self._by_reading(suggestion, only_legal=True)

    def _is_action(self, line: str) -> bool:
        return bool(self._matches(line)[0])

    def _by_number(self, number: int) -> None:
        if 1 <= number <= len(self.position.legal):
            self._act([self.position.legal[number - 1]])
        else:
            self._screen.line(self.say("play-no-number", number=number))

    def _matches(self, line: str) -> tuple[list[Action], list[Action]]:
        """Return the legal actions whose text or words are the line, and those that begin with it."""
        wanted, exact, beginning = _plain(line), [], []
        for action in self.position.legal:
            said = (_plain(self.position.text(action)), _plain(self.position.describe(action, self.language)))
            if wanted in said:
                exact.append(action)
            elif any(each.startswith(wanted) for each in said):
                beginning.append(action)
        return exact, beginning

    def _by_reading(self, line: str, *, only_legal: bool) -> bool:
        """Let the game read the line, forgiving capitals; a move of several actions is done all or nothing."""
        verb, space, rest = line.partition(" ")
        for text in (line, line.lower(), f"{verb.lower()}{space}{rest.upper()}"):
            try:
                actions = self.position.parse_all(text)
            except ActionError:
                continue
            reason = self._why_not(actions)
            if reason is None:
                self._act(actions)
                return True
            if not only_legal:
                self._screen.line(self.say("play-not-now", reason=reason))
                return True
        return False

    def _why_not(self, actions: Sequence[Action]) -> str | None:
        trial = self.position.copy()
        for action in actions:
            if action not in trial.legal:
                return trial.why_not(action, self.language)
            trial.push(action)
        return None

    # --- commands

    def _undo(self, rest: str) -> None:
        record = self._record_of(self.position)
        if not record.actions:
            self._screen.line(self.say("undo-too-early"))
            return
        earlier = record.position(len(record.actions) - 1)
        if earlier.to_act not in (CHANCE, self.position.to_act):
            self._screen.line(self.say("undo-other"))
            return
        if earlier.to_act == CHANCE or self._has_learned_since(earlier):
            self._screen.line(self.say("undo-reveal"))
            return
        action = earlier.describe(record.actions[-1], self.language)
        self._keep(earlier, [])
        self._screen.line(self.say("undo-done", action=action))

    def _has_learned_since(self, earlier: Position) -> bool:
        """Whether the person to act has been shown more than before: a drawn card, say, where chance had no part."""
        now = self.position
        if not now.game.hides:
            return False
        before = now.game.notation.revealed(earlier.setup, earlier.state, now.to_act)
        after = now.game.notation.revealed(now.setup, now.state, now.to_act)
        return before is None or after is None or after > before  # a game that does not count takes nothing back

    def _show_table(self, rest: str) -> None:
        print_table(self._screen, self._table_text())

    def _list_all(self, rest: str) -> None:
        self._show_choices(most=len(self.position.legal))

    def _odds(self, rest: str) -> None:
        view = self.position.view(self.position.to_act)
        if view.game.odds is None:
            self._screen.line(self.say("odds-none"))
        else:
            self._screen.paragraph(view.game.odds.report(view, self.language))

    def _hint(self, rest: str) -> None:
        """Say what to do and why; asked again at the same moment, after a longer look."""
        from verso.bots.hints import Adviser  # with NumPy, which playing does without

        if self._adviser is None:
            self._adviser = Adviser(self.position.game, f"{self.table.seed}/hints")
        view = self.position.view(self.position.to_act)
        hint = self._adviser.advise(view, Budget(seconds=HINT_SECONDS))
        self._screen.line(f"{view.describe(hint.action, self.language)}: {hint.reasons[self.language]}")

    def _rules(self, rest: str) -> None:
        self._screen.paragraph(self.position.game.words.summary(self.position.setup, self.language))

    def _card(self, rest: str) -> None:
        rows = self.position.game.words.card_rows(self.position.setup, self.language)
        if not rows:
            self._screen.line(self.say("card-no-list"))
            return
        codes = ", ".join(row["code"] for row in rows)
        wanted = _plain(rest)
        found = [row for row in rows if wanted and wanted in (_plain(row["code"]), _plain(row["name"]))]
        if not found:
            message = self.say("card-none", code=rest, codes=codes) if rest else self.say("card-which", codes=codes)
            self._screen.line(message)
            return
        both = [found[0], *(row for row in rows if row["code"] == found[0]["other"])]
        for text, style in card_table(both, self.language):
            self._screen.line(text, style)

    def _log(self, rest: str) -> None:
        wanted = _number(rest) or 20
        moves = tell_record(self._record_of(self.position), self.position.ply, self._viewer, self.language)
        turns = list(turns_told(moves, self.say))
        for turn, text in turns[-wanted:]:
            who = self.say("chance") if turn.seat == CHANCE else self._who(turn.seat)
            self._screen.line(f"{who}: {text}.")
        if not turns:
            self._screen.line(self.say("log-empty"))

    def _save_copy(self, rest: str) -> None:
        if not rest:
            self._screen.whole(self.say("save-here", path=str(self.save.path)))
            return
        try:
            path = Path(rest).expanduser()
            if path.exists():
                self._screen.line(self.say("save-exists", path=str(path)))
                return
            write_durably(path, self._record_of(self.position).to_text())
        except (OSError, RuntimeError, ValueError) as error:  # also for a home of nobody, and names no file can have
            reason = (isinstance(error, OSError) and error.strerror) or str(error)
            self._screen.line(self.say("save-failed", path=rest, reason=reason))
        else:
            self._screen.whole(self.say("save-copy", path=str(path)))

    def _record(self, rest: str) -> None:
        self._screen.whole(self._record_of(self.position).to_text().rstrip("\n"))

    def _help(self, rest: str) -> None:
        self._screen.line(self.say("help-actions"))
        forms = {"card": "card CODE", "log": "log [N]", "save": "save [FILE]"}
        for name in ("undo", "table", "legal", "odds", "hint", "card", "rules", "log", "save", "record", "quit"):
            self._screen.line(f"  {forms.get(name, name):11}  {self.say(f'help-{name}')}")


def _plain(text: str) -> str:
    """Return a text without capitals, accents and superfluous spaces, for comparing what people type."""
    letters = unicodedata.normalize("NFD", " ".join(text.split()).casefold())
    return "".join(each for each in letters if not unicodedata.combining(each))


def _number(text: str) -> int | None:
    """Return the number that was typed, if it is one that a person can mean."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def seated(record: Record, place: str) -> tuple[str, ...]:
    """Return who sits where in a saved game."""
    try:
        players = tuple(shlex.split(record.remarks.get("players", "")))
        if any(not is_ours(name) for name in players):  # a file may be anybody's, and must not start programs
            raise Refused(f"{place}: a program or a module plays in it, and is not started from a file")
        for name in players:
            if name != PERSON:
                make_player(name, record.setup.game, 0)
    except ValueError as error:
        raise Refused(str(error) if isinstance(error, Refused) else f"{place}: players: {error}") from None
    if len(players) != record.setup.seats or PERSON not in players:
        raise Refused(f"{place}: the header does not say who plays: players must name one for each seat")
    return players
