"""Players as people name them, in every command and environment:

    expert                      one of our bots
    ada                         a character, by the level that is hers
    search:iterations=300       with a budget (seconds, iterations), or settings of its search
    import MODULE:NAME          what NAME of a Python module returns when it is called with a game and a seed
    external COMMAND            a program that speaks the line protocol of docs/bots.md
    external:start=60 COMMAND   with settings of its own: seconds for a choice, and to start

A bot of somebody else that fails gets nothing: it is named, and what is going on ends with BotFailed. Only where a
substitute is wished for does that one choose instead, and every such decision is kept in `forfeits`.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from verso import bots
from verso.bots.bot import Bot, BotFailed, Budget, Choice
from verso.bots.characters import CHARACTERS
from verso.bots.external import START, External
from verso.bots.ismcts import Search, Settings
from verso.core.game import Game, InvalidSetup, View, joined

EXTERNAL = "external"
IMPORTED = "import"
_NUMBERS: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "seconds": (float, "a number"),
    "iterations": (int, "a whole number"),
    "start": (float, "a number"),
}
"""Settings that are no search's: how to read them, and what they are."""


def is_ours(text: str) -> bool:
    """Say whether a text names one of our bots and not a program or a module."""
    return _kind(text) not in (EXTERNAL, IMPORTED)


def listed(texts: Iterable[str]) -> list[str]:
    """Return the players of options, each of which names one, or several with commas: `greedy,search:iterations=50`."""
    found: list[str] = []
    for text in texts:
        for part in text.split(",") if is_ours(text) else [text]:
            if found and "=" in part and ":" not in part:  # a further setting of the one before
                found[-1] += f",{part}"
            else:
                found.append(part)
    return found


@dataclasses.dataclass
class Player:
    """A bot, how much it may think, and who chooses for it should it fail."""

    text: str
    bot: Bot
    budget: Budget
    substitute: Bot | None = None
    forfeits: list[str] = dataclasses.field(default_factory=list)
    """What went wrong, each time that the substitute chose."""

    def choose(self, view: View, budget: Budget | None = None) -> Choice:
        """Return what the bot does, which is legal, or raise BotFailed. A budget of its own comes before another."""
        given = self.budget if budget is None or self.budget != Budget() else budget
        if is_ours(self.text):
            return self.bot.choose(view, given)
        try:
            return _checked(self.bot.choose(view, given), view)
        except (Exception, SystemExit) as error:
            reason = str(error) if isinstance(error, BotFailed) else _raised(error)
            if self.substitute is None:
                raise BotFailed(f"{self.text}: {reason}") from error
            self.forfeits.append(reason)
            return self.substitute.choose(view, given)

    def close(self) -> None:
        """End what it has running."""
        if isinstance(self.bot, External):
            self.bot.close()


def _checked(answer: Any, view: View) -> Choice:
    """Return the choice that a bot means: a Choice, the number of an action, or its text."""
    if isinstance(answer, str):
        if (action := view.action_of(answer)) is None:
            raise BotFailed(f"{answer[:40]!r} is not a legal action")
        return Choice(action)
    choice = answer if isinstance(answer, Choice) else Choice(_number(answer))
    if choice.action not in view.legal:
        raise BotFailed(f"{choice.action!r} is not a legal action")
    return choice


def _raised(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _number(answer: Any) -> int:
    try:
        if not isinstance(answer, bool):
            return operator.index(answer)
    except TypeError:
        pass
    raise BotFailed(f"it returns {answer!r}, which is no Choice, number or text")


def make_player(text: str, game: Game, seed: int | str, substitute: str | None = None) -> Player:
    """Return the player that a text names, or raise InvalidSetup. Nothing is started yet."""
    kind = _kind(text)
    named, _, rest = (text.partition(" ")[0] if kind in (EXTERNAL, IMPORTED) else text).partition(":")
    stand_in = bots.make(substitute, game, seed) if substitute is not None else None
    try:
        given = _settings(rest)
        budget = Budget(_read(given, "seconds"), _read(given, "iterations"))
        if kind == EXTERNAL:
            given.setdefault("start", str(START))
            bot: Bot = External(game, text.partition(" ")[2], seed, _read(given, "start"))
        elif kind == IMPORTED:
            bot = _imported(text, game, seed)
        else:
            bot = bots.make(CHARACTERS[named].level if named in CHARACTERS else named, game, seed)
        if given:
            _adjust(bot, given)
    except ValueError as error:
        raise InvalidSetup(f"player {text!r}: {error}") from None
    return Player(text, bot, budget, stand_in)


def _kind(text: str) -> str:
    return text.partition(" ")[0].partition(":")[0]


def _settings(text: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not value:
            raise ValueError(f"{part!r} must say NAME=VALUE, such as iterations=300")
        given[key] = value
    return given


def _read(given: dict[str, str], key: str) -> Any:
    """Take a number out of the settings; none if it is not among them."""
    if (text := given.pop(key, None)) is None:
        return None
    read, what = _NUMBERS[key]
    try:
        return read(text)
    except ValueError:
        raise ValueError(f"{key} must be {what}, not {text!r}") from None


def _imported(text: str, game: Game, seed: int | str) -> Bot:
    module, _, name = text.partition(" ")[2].partition(":")
    try:
        made = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"{error}; say 'import MODULE:NAME'") from None
    except (Exception, SystemExit) as error:
        raise ValueError(f"{module} cannot be imported: {_raised(error)}") from error
    if not callable(made):
        raise ValueError(f"{name} is not callable; say 'import MODULE:NAME'")  # noqa: TRY004 - said of a text
    try:
        bot: Bot = made(game, seed)
    except (Exception, SystemExit) as error:
        raise ValueError(f"{name}(game, seed) raised {_raised(error)}") from error
    if not callable(getattr(bot, "choose", None)):
        raise ValueError(f"what {name} returns has no method choose")  # noqa: TRY004 - said of a text
    return bot


def _adjust(bot: Bot, given: Mapping[str, str]) -> None:
    """Change settings of a bot that searches, for measuring what they do."""
    searches = [field.name for field in dataclasses.fields(Settings)] if isinstance(bot, Search) else []
    known = ["seconds", "start"] if isinstance(bot, External) else ["seconds", "iterations", *searches]
    for key, value in given.items():
        if key not in searches or not isinstance(bot, Search):
            raise ValueError(f"unknown setting {key!r}; known are {joined(known)}")
        changes: dict[str, Any] = {key: _literal(value)}
        bot.settings = dataclasses.replace(bot.settings, **changes)


def _literal(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text  # refused by name where it is used
