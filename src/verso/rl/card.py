"""The data card of a dataset, made from the same tables as its files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from verso.core.game import Json, find_game

CARD = """\
---
license: apache-2.0
tags: [card-games, imperfect-information, reinforcement-learning]
configs:
- config_name: decisions
  default: true
  data_files:
{decisions_files}
- config_name: games
  data_files:
{games_files}
---

# {games:,} games of {title}

Ruleset `{ruleset}`, {seats} seats, options: {options}{cards}. Bots: {bots}; they change seats from game to game.

## How it was made

By Verso {verso} (sources {sources}, pyarrow {pyarrow}) from the seed `{seed}`. The same version makes the same bytes
again; `dataset.json` says everything that is needed. No person played, and nothing in it is about a person.

## Files

`games` has a row for each game, `decisions` one for each action of a seat, forced ones among them. A file holds {shard}
games; every tenth is called `test`, the others `train`. `verso.rl.dataset.read` reads them, and so does every program
that reads Parquet, a folder as one table.

### Games

{games_columns}
### Decisions

{decisions_columns}
### An observation

{fields}
### Actions

{blocks}
## Use

Imitation, judging positions, offline reinforcement learning, tests of encodings. Split by game and never by decision:
decisions of one game have one outcome.

## Limits

Bots of some strength reach few of the positions that other players reach. What `values` mean depends on the bot: how
plausible an action looks to `greedy`, `easy` and `medium`, the chance to win for bots that search, equal shares for
`random`, 1 for what its rule says where a bot goes by one. `win` is found by search where the bot searches; otherwise
it is the light player's judgement, which may be far off. Observations and masks hold what the acting seat may know and
nothing else. The records tell everything: a player that learns from them learns from what it could not see. The games
are unofficial versions of the games they are named after.
"""


class Column(NamedTuple):
    """A column: its Arrow type (`observation` and `mask` are bytes whose number depends on the game), its meaning."""

    name: str
    type: str
    meaning: str


def card(
    manifest: Mapping[str, Any], games: Sequence[Column], decisions: Sequence[Column], played: Iterable[Json] = ()
) -> str:
    """Return the data card of a dataset, with figures about its games once they are there."""
    setup, actions = manifest["setup"], manifest["actions"]
    text = CARD.format(
        **{key: manifest[key] for key in ("games", "verso", "sources", "pyarrow", "seed", "shard")},
        title=find_game(setup["game"]).title,
        ruleset=setup["ruleset"],
        seats=setup["seats"],
        options=", ".join(f"{name}={value}" for name, value in setup["options"].items()) or "none",
        cards=f"; cards changed: `{json.dumps(setup['cards'])}`" if "cards" in setup else "",
        bots=", ".join(f"`{bot}`" for bot in manifest["bots"]),
        games_columns=columns_table(games),
        decisions_columns=columns_table(decisions),
        games_files=_files("games", manifest),
        decisions_files=_files("decisions", manifest),
        fields=fields_table(manifest["observation"]["fields"]),
        blocks=table(
            ("first", "number", "block", "meaning"),
            (
                (each["first"] - actions["first"], each["size"], each["name"], each["meaning"])
                for each in actions["blocks"]
            ),
        ),
    )
    return text + _figures(manifest["bots"], played)


def _files(folder: str, manifest: Mapping[str, Any]) -> str:
    """Return the files of a folder by split, as Hugging Face's `datasets` finds them."""
    splits = ["train"] if manifest["games"] <= 9 * manifest["shard"] else ["train", "test"]
    return "\n".join(f"  - split: {split}\n    path: {folder}/{split}-*.parquet" for split in splits)


def columns_table(columns: Sequence[Column]) -> str:
    """Return the table of columns, as cards and the documentation show it."""
    shown = {"observation": "bytes", "mask": "bytes"}
    rows = ((f"`{column.name}`", shown.get(column.type, column.type), column.meaning) for column in columns)
    return table(("column", "type", "meaning"), rows)


def fields_table(fields: Iterable[Mapping[str, Any]]) -> str:
    """Return the table of the fields of an observation."""
    rows = (
        (each["start"], " × ".join(map(str, each["shape"])) or 1, each["most"], f"`{each['name']}`", each["meaning"])
        for each in fields
    )
    return table(("first", "numbers", "largest", "field", "meaning"), rows)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def _figures(bots: Sequence[str], played: Iterable[Json]) -> str:
    wins, sums, count = Counter[str](), Counter[str](), 0
    for game in played:  # one by one: there may be millions
        wins.update(bots[game["bots"][seat]] for seat in game["winners"])
        sums.update({key: game[key] for key in ("decisions", "plies", "truncated")})
        count += 1
    if not count:
        return ""
    decisions, plies, truncated = sums["decisions"], sums["plies"], sums["truncated"]
    shown = ", ".join(f"`{bot}` {wins[bot]:,}" for bot in dict.fromkeys(bots))
    return (
        f"\n## Figures\n\n{decisions:,} decisions; {plies / count:.1f} actions in a game; "
        f"{truncated:,} games cut off for their length. Wins: {shown}.\n"
    )
