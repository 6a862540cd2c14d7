"""What a game leaves to those who play, as fields that a page can show."""

from __future__ import annotations

from verso.core.game import Game, Language, Option
from verso.play import wire


def option_info(game: Game, option: Option, language: Language) -> wire.OptionInfo:
    """Return an option in words, with what it can be."""
    title, about = game.words.about_option(game, option.name, language)
    info = wire.OptionInfo(option.name, "switch", title, about, option.default, list(option.seats))
    if isinstance(option.values, range):
        info.type, info.least, info.most = "number", option.values[0], option.values[-1]
    elif not isinstance(option.values[0], bool):
        info.type = "choice"
        info.values = [
            wire.OptionValue(each, game.words.about_value(game, option.name, each, language)) for each in option.values
        ]
    return info
