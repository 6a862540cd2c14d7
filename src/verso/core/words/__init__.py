"""Words for people, from Fluent catalogues: one `.ftl` file for each language, shared with the web page.

Only the part of Fluent that the catalogues use is read here, so that games need no library for it: messages over one
or several lines, `{ $variable }`, `{ message }` and `{ $variable -> [one] ... *[other] ... }`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path

_MESSAGE = re.compile(r"^([a-z][a-z0-9-]*) =[ ]?(.*(?:\n(?:[ ]+|\}).*)*)", re.MULTILINE)
"""A message goes on in lines that are indented, and in the brace that ends a choice at the beginning of a line."""
_SELECT = re.compile(r"\{ \$([a-z]+) ->((?:\s*\*?\[\w+\][^\[\]{}]*(?:\{[^{}]*\}[^\[\]{}]*)*)+)\}")
_BRANCH = re.compile(r"(\*?)\[(\w+)\]\s*((?:[^\[\]{}]|\{[^{}]*\})*?)\s*(?=\*?\[|\Z)")
_PLACE = re.compile(r"\{ (\$?)([a-z][a-z0-9-]*) \}")

HERE = Path(__file__).parent
Value = str | int
_MOST_KEPT = 10_000
"""Sentences are said again and again; so many of them are kept as they were said."""


class Words:
    """The messages of one language."""

    def __init__(self, language: str, messages: Mapping[str, str]) -> None:
        self.language = language
        self.messages = messages
        self._said: dict[tuple[object, ...], str] = {}

    def __call__(self, message: str, **values: Value) -> str:
        """Return a message with its variables filled in."""
        key = (message, *values.items())
        found = self._said.get(key)
        if found is None:
            if len(self._said) >= _MOST_KEPT:
                self._said.clear()
            found = self._said[key] = self._say(message, values)
        return found

    def decimal(self, value: float, form: str = ".1f") -> str:
        """Return a number with its decimals as the language writes them."""
        return format(value, form).replace(".", shared_words(self.language)("decimal-mark"))

    def _say(self, message: str, values: Mapping[str, Value]) -> str:
        text = _SELECT.sub(lambda match: self._choose(match, values), self.messages[message])
        return _PLACE.sub(lambda match: self._fill(match, values), text)

    def _choose(self, match: re.Match[str], values: Mapping[str, Value]) -> str:
        value = values[match[1]]
        branches: list[tuple[str, str, str]] = [
            (star, key, text.strip()) for star, key, text in _BRANCH.findall(match[2])
        ]
        keys = (str(value), self._plural(value))
        chosen: list[str] = [text for wanted in keys for _, key, text in branches if key == wanted]
        return chosen[0] if chosen else next(text for star, _, text in branches if star)

    def _plural(self, value: Value) -> str:
        if isinstance(value, str):
            return "other"
        if value == 0:  # singular in Portuguese, plural in English
            return shared_words(self.language)("zero-counts-as")
        return "one" if value == 1 else "other"

    def _fill(self, match: re.Match[str], values: Mapping[str, Value]) -> str:
        return str(values[match[2]]) if match[1] else self(match[2], **values)


@functools.cache
def catalogue(directory: Path, language: str) -> Words:
    """Return the words of a language from a directory: `en.ftl`, and what stands beside it as `lessons.en.ftl`, ...

    A directory without any shares the words of the core, so that the whole program can learn a language from one file.
    """
    messages: dict[str, str] = {}
    for file in sorted(directory.glob(f"*{language}.ftl"), key=lambda file: (file.stem != language, file.name)):
        if file.name not in (f"{language}.ftl", f"{file.name.split('.')[0]}.{language}.ftl"):
            continue
        found = _MESSAGE.findall(file.read_text(encoding="utf-8"))
        messages |= {key: re.sub(r"\n[ ]+", "\n", body).strip() for key, body in found}
    return Words(language, messages) if messages or directory == HERE else catalogue(HERE, language)


def shared_words(language: str) -> Words:
    """Return what is said of every game."""
    return catalogue(HERE, language)
