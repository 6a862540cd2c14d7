"""Strict reading of position documents: every refusal is an InvalidPosition that names the key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verso.core.game import InvalidPosition, joined


class Document:
    """One object of a document, read key by key; `finish` refuses what nobody asked for."""

    def __init__(self, values: Any, path: str = "") -> None:
        if not isinstance(values, Mapping):
            raise InvalidPosition(path or "document", "must be an object")
        self.values = values
        self.path = path
        self._asked: set[str] = set()

    def place(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def error(self, key: str, reason: str) -> InvalidPosition:
        return InvalidPosition(self.place(key), reason)

    def given(self, key: str) -> bool:
        self._asked.add(key)
        return key in self.values

    def get(self, key: str, default: Any = None) -> Any:
        self._asked.add(key)
        return self.values.get(key, default)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.get(key, default)
        if value is None:
            raise self.error(key, "must be given")
        if type(value) is not int or not low <= value <= high:
            raise self.error(key, f"must be a whole number from {low} to {high}")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.get(key, default)
        if not isinstance(value, bool):
            raise self.error(key, "must be true or false")
        return value

    def choice(self, key: str, choices: Sequence[str | None], default: str | None) -> str | None:
        value = self.get(key, default)
        if (value is not None and not isinstance(value, str)) or value not in choices:
            raise self.error(key, f"must be {joined('null' if each is None else each for each in choices)}")
        return value

    def items(self, key: str, most: int) -> list[Any]:
        value = self.get(key, [])
        if not isinstance(value, list):
            raise self.error(key, "must be a list")
        if len(value) > most:
            raise self.error(key, f"has {len(value)} entries; at most {most} are possible")
        return value

    def object(self, key: str) -> Document:
        return Document(self.get(key, {}), self.place(key))

    def objects(self, key: str, count: int) -> Iterator[Document]:
        values = self.items(key, count)
        if len(values) != count:
            raise self.error(key, f"must have {count} entries")
        for number, value in enumerate(values):
            yield Document(value, f"{self.place(key)}[{number}]")

    def finish(self) -> None:
        for key in self.values:
            if key not in self._asked:
                raise self.error(str(key) or '""', "unknown key")
