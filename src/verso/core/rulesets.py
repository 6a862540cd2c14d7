"""Ruleset files that say only what differs from another: `extends = "standard"`."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verso.core.game import InvalidSetup, joined


def with_bases(directory: Path, name: str, known: Sequence[str]) -> list[dict[str, Any]]:
    """Return what a ruleset's file says, what the one says that it extends, and so on; raises InvalidSetup."""
    names, found = [name], [_file(directory, name)]
    while (base := found[-1].pop("extends", None)) is not None:
        place = f"{names[-1]}.toml: extends"
        if base not in known:
            raise InvalidSetup(f"{place}: there is no ruleset {base!r}; there is {joined(known)}")
        if base in names:
            raise InvalidSetup(f"{place}: {' extends '.join([*names, base])}, which has no end")
        names.append(base)
        found.append(_file(directory, base))
    return found


def _file(directory: Path, name: str) -> dict[str, Any]:
    return tomllib.loads((directory / f"{name}.toml").read_text(encoding="utf-8"))
