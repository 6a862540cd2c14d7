"""Games between bots as Parquet files: made from a seed, resumable, and the reader that gives them back as NumPy.

A dataset is a directory. Its games are divided into shards of a fixed number of games; a shard is two files, one with a
row for each game and one with a row for each decision, in a folder for each. Every tenth shard is for testing. What a
shard contains follows from `dataset.json` and the number of the shard alone, byte for byte, so it does not matter who
makes it, when, or how often it was begun. More games can be added.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import importlib
import itertools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import verso
from verso.bots import many, workers
from verso.bots.bot import Choice
from verso.bots.evaluate import goes_by_the_clock
from verso.bots.players import is_ours, make_player
from verso.core.game import InvalidSetup, Json, Position, Setup, find_game
from verso.core.locking import Locked, held
from verso.core.record import Record
from verso.core.rng import Rng
from verso.core.spec import OVER
from verso.rl import traced
from verso.rl.card import Column, card
from verso.rl.layout import Layout, layout_of

FORMAT = "verso-dataset-1"
MANIFEST = "dataset.json"
CARD = "README.md"
LOCK = f".{MANIFEST}.lock"
SHARD = 100
"""Games in a shard unless told otherwise: a few megabytes, some seconds of work."""
TEST_EVERY = 10
"""One in so many shards is for testing."""
_AHEAD = 64
"""Shards that may be in the making or waiting to be written."""


class InvalidDataset(InvalidSetup):
    """A directory does not hold the dataset that is asked for; the message says what is wrong."""


# --- what stands in it


GAMES = (
    Column("game", "int64", "number of the game in the dataset, from 0"),
    Column("record", "string", "the whole game as a text record; it tells everything, also what no seat knew"),
    Column("bots", "list<int8>", "for each seat the number of its bot in `bots` of dataset.json"),
    Column("winners", "list<int8>", "the seats that won; none if the game was cut off"),
    Column("outcome", "list<float32>", "for each seat what the game was worth, from -1 to 1"),
    Column("scores", "list<int32>", "for each seat its score as the rules count it"),
    Column("reason", "string", "how the game ended"),
    Column("truncated", "bool", "whether it was cut off for its length"),
    Column("plies", "int32", "actions of the record, those of chance among them"),
    Column("decisions", "int32", "rows of this game among the decisions"),
)
DECISIONS = (
    Column("game", "int64", "number of the game"),
    Column("ply", "int32", "actions before this one, those of chance among them"),
    Column("seat", "int8", "the seat that acts"),
    Column("bot", "int8", "number of its bot in `bots` of dataset.json"),
    Column("observation", "observation", "what the seat may know, one int8 for each number of the layout"),
    Column("mask", "mask", "legal actions, one bit for each, the lowest bit of the first byte for action 0"),
    Column("action", "int16", "the action taken; the rules' number is this plus `actions.first` of dataset.json"),
    Column("values", "list<float32>", "what the bot thinks of each legal action, rising; null where it does not say"),
    Column("win", "float32", "the chance to win that the bot estimates; null where it does not"),
    Column("outcome", "float32", "what the game was worth to this seat in the end, from -1 to 1"),
    Column("truncated", "bool", "whether the game was cut off for its length"),
)
READ_BY_DEFAULT = tuple(column.name for column in DECISIONS if column.name != "values")
"""`values` become a row of all actions when they are read, which takes room: they must be asked for."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """What a dataset is made from: a setup as JSON text (so that it can travel), bots, a seed, how many games."""

    setup: str
    bots: tuple[str, ...]
    seed: int | str
    games: int
    shard: int = SHARD

    @classmethod
    def of(cls, setup: Setup, bots: Sequence[str], seed: int | str, games: int, shard: int = SHARD) -> Plan:
        """Return the plan of a setup; fewer bots than seats are repeated in turn, and go round from game to game."""
        if not bots or len(bots) > setup.seats:
            raise InvalidSetup(f"{len(bots)} bots do not go with {setup.seats} seats: name from 1 to {setup.seats}")
        if games < 1 or shard < 1:
            raise InvalidSetup("a dataset has at least one game, and so has a shard")
        for text in bots:
            _check_reproducible(text, setup)
        seated = tuple(itertools.islice(itertools.cycle(bots), setup.seats))
        return cls(json.dumps(setup.to_json()), seated, seed, games, shard)

    @property
    def shards(self) -> int:
        return -(-self.games // self.shard)

    def numbers(self, shard: int) -> range:
        """Return the games of a shard."""
        return range(shard * self.shard, min((shard + 1) * self.shard, self.games))

    def manifest(self) -> Json:
        """Return everything that the bytes of the dataset depend on, and what is needed to read them."""
        setup = _setup(self.setup)
        layout = layout_of(setup)
        document = {
            "format": FORMAT,
            "verso": verso.__version__,
            "sources": workers.sources(),
            "pyarrow": _arrow().__version__,
            "setup": setup.to_json(),
            "tables": setup.fingerprint,
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "shard": self.shard,
            "observation": {"size": layout.size, "fields": [dataclasses.asdict(field) for field in layout.fields]},
            "actions": {
                "count": layout.actions,
                "first": layout.first_action,
                "blocks": [block._asdict() for block in layout.blocks],
            },
        }
        return json.loads(json.dumps(document))  # type: ignore[no-any-return]


def _check_reproducible(text: str, setup: Setup) -> None:
    """Refuse bots whose games another machine could not make again."""
    if not is_ours(text):
        raise InvalidSetup(f"{text!r}: anybody can make a dataset again from its seed, so only our bots play in it")
    if goes_by_the_clock(text, setup.game):
        name = text.partition(":")[0]
        raise InvalidSetup(f"{text} thinks by the clock, so nobody could make it again: say {name}:iterations=100")


@functools.lru_cache(maxsize=8)
def _setup(text: str) -> Setup:
    document = json.loads(text)
    game = find_game(document["game"])
    return game.setup_with(document["options"], document["seats"], document["ruleset"], document.get("cards"))


def _arrow() -> Any:
    try:
        return importlib.import_module("pyarrow")
    except ImportError:
        raise InvalidSetup("datasets need the library pyarrow: install verso-games[data]") from None


def _parquet() -> Any:
    _arrow()
    return importlib.import_module("pyarrow.parquet")


# --- playing


def play(plan: Plan, number: int) -> tuple[Json, list[Json]]:
    """Play a game; return its row, and a row for each decision. The same seed plays as `verso sim` does."""
    setup = _setup(plan.setup)
    layout, seats = layout_of(setup), setup.seats
    bot_at = [(seat - number) % seats for seat in range(seats)]
    made = [make_player(plan.bots[bot], setup.game, f"{plan.seed}/{number}/{bot}") for bot in bot_at]
    position, rng = Position.start(setup), Rng(f"{plan.seed}", number)
    position.settle(rng)
    rows: list[Json] = []
    while position.to_act >= 0 and position.ply < setup.game.max_plies:
        seat = position.to_act
        view = position.view(seat)
        choice = made[seat].choose(view)
        rows.append(
            {"game": number, "ply": position.ply, "seat": seat, "bot": bot_at[seat]}
            | {"observation": layout.observe(view).tobytes()}  # of the view, which is all that the bot had as well
            | _decision(layout, choice, view.legal)
        )
        position.push(choice.action)
        position.settle(rng)
    end = _ended(Record.of(position).to_text(trusted=True), position.ply, position)
    for row in rows:
        row |= {"outcome": end["outcome"][row["seat"]], "truncated": end["truncated"]}
    return {"game": number, "bots": bot_at, "decisions": len(rows)} | end, rows


def _decision(layout: Layout, choice: Choice, legal: tuple[int, ...]) -> Json:
    return {
        "mask": np.packbits(layout.mask(legal), bitorder="little").tobytes(),
        "action": choice.action - layout.first_action,
        "values": [choice.values.get(action) for action in legal] if choice.values else None,
        "win": choice.win,
    }


def _ended(record: str, plies: int, position: Position) -> Json:
    """Return what is kept of a game: its record, how many actions that has, and what the position at its end says."""
    setup, outcome = position.setup, position.outcome()
    worth = [0.0] * setup.seats
    if position.to_act == OVER:
        setup.rules.returns(position.state, setup.tables, worth)
    return {
        "record": record,
        "winners": list(outcome.winners) if outcome else [],
        "outcome": worth,
        "scores": list(outcome.scores) if outcome else [0] * setup.seats,
        "reason": outcome.reason if outcome else "truncated",
        "truncated": outcome.truncated if outcome else True,
        "plies": plies,
    }


# --- writing


def make_shard(plan: Plan, shard: int, manifest: Json) -> tuple[int, bytes, bytes]:
    """Return the number of a shard and its two files, games and decisions."""
    if (version := _arrow().__version__) != manifest["pyarrow"]:  # other versions write other bytes
        raise InvalidDataset(f"a worker has pyarrow {version}, not {manifest['pyarrow']} like the others")
    make = _compiled_tables if many.all_play(plan.bots, _setup(plan.setup).game) else _tables
    games, decisions = make(plan, plan.numbers(shard), manifest)
    return shard, _file(GAMES, games), _file(DECISIONS, decisions)


def _tables(plan: Plan, numbers: Sequence[int], manifest: Json) -> tuple[Any, Any]:
    """Play games move by move, and return them and their decisions as Arrow tables."""
    games, decisions = [], []
    for number in numbers:
        game, rows = play(plan, number)
        games.append(game)
        decisions += rows
    return _table(GAMES, games, manifest), _table(DECISIONS, decisions, manifest)


def _table(columns: Sequence[Column], rows: Sequence[Json], manifest: Json) -> Any:
    schema = _schema(columns, manifest)
    arrays = [_arrow().array([row[column.name] for row in rows], schema.field(column.name).type) for column in columns]
    return _arrow().table(arrays, schema=schema)


def _compiled_tables(plan: Plan, numbers: Sequence[int], manifest: Json) -> tuple[Any, Any]:
    """Return the same of bots whose games are played compiled: columns are made of whole arrays."""
    setup, schema = _setup(plan.setup), _schema(DECISIONS, manifest)
    played, columns = traced.play(setup, plan.bots, plan.seed, numbers)
    rows = columns["rows"].tolist()
    games = [
        {"game": number, "bots": [(seat - number) % setup.seats for seat in range(setup.seats)], "decisions": count}
        | _ended(*each)
        for number, count, each in zip(numbers, rows, played, strict=True)
    ]
    worth = np.repeat(np.array([game["outcome"] for game in games], dtype=np.float32), rows, axis=0)
    kept: dict[str, Any] = {
        "game": np.repeat(np.array(numbers, dtype=np.int64), rows),
        "ply": columns["plies"],
        "seat": columns["seats"],
        "bot": columns["players"],
        "observation": columns["observations"],
        "mask": columns["masks"],
        "action": columns["taken"],
        "values": (np.concatenate([[0], np.cumsum(columns["counts"])]).astype(np.int32), columns["values"]),
        "win": columns["wins"],
        "outcome": np.take_along_axis(worth, columns["seats"][:, None].astype(np.int64), 1)[:, 0],
        "truncated": np.repeat(np.array([game["truncated"] for game in games]), rows),
    }
    arrays = [_arrow_column(kept[column.name], schema.field(column.name).type) for column in DECISIONS]
    return _table(GAMES, games, manifest), _arrow().table(arrays, schema=schema)


def _arrow_column(values: Any, kind: Any) -> Any:
    """Return an array as a column: rows of bytes, lists of numbers (where each begins, and the numbers), or numbers."""
    arrow = _arrow()
    if isinstance(values, tuple):
        return arrow.ListArray.from_arrays(*map(arrow.array, values), type=kind)
    if values.ndim == 2:
        return arrow.FixedSizeBinaryArray.from_buffers(kind, len(values), [None, arrow.py_buffer(values)])
    return arrow.array(values, kind)


def _file(columns: Sequence[Column], table: Any) -> bytes:
    """Return a table as a Parquet file."""
    out = _arrow().BufferOutputStream()
    # Dictionaries do not pay for bytes that hardly ever repeat as a whole.
    plain = [column.name for column in columns if column.type not in ("observation", "mask", "string")]
    _parquet().write_table(table, out, compression="zstd", use_dictionary=plain)
    return out.getvalue().to_pybytes()  # type: ignore[no-any-return]


def _schema(columns: Sequence[Column], manifest: Json) -> Any:
    arrow = _arrow()
    widths = {"observation": manifest["observation"]["size"], "mask": -(-manifest["actions"]["count"] // 8)}

    def type_of(text: str) -> Any:
        if text in widths:
            return arrow.binary(widths[text])
        if text.startswith("list<"):
            return arrow.list_(type_of(text[5:-1]))
        return getattr(arrow, {"bool": "bool_"}.get(text, text))()

    fields = [
        arrow.field(column.name, type_of(column.type), column.name in ("values", "win"), {"meaning": column.meaning})
        for column in columns
    ]
    return arrow.schema(fields, {"verso": json.dumps(_carried(manifest), sort_keys=True)})


def _carried(manifest: Json) -> Json:
    """Return what each file carries of the manifest: all but how many games there are, for more may be added."""
    return {key: value for key, value in manifest.items() if key != "games"}


def write(
    plan: Plan,
    directory: Path,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Make a dataset, or what is missing of it in the directory; `progress` is told of games."""
    told, manifest = progress or (lambda games: None), plan.manifest()
    with _alone_in(directory):
        _begin(directory, manifest)
        there = {shard for shard in range(plan.shards) if all(path.exists() for path in _paths(directory, shard))}
        told(sum(len(plan.numbers(shard)) for shard in there))
        work = [(plan, shard, manifest) for shard in range(plan.shards) if shard not in there]
        for shard, *contents in workers.finished(executor, make_shard, work, _AHEAD):
            for path, content in zip(_paths(directory, shard), contents, strict=True):
                _write(path, content)
            told(len(plan.numbers(shard)))
        _write(directory / CARD, card(manifest, GAMES, DECISIONS, read(directory).games()).encode())


@contextlib.contextmanager
def _alone_in(directory: Path) -> Iterator[None]:
    """Keep other runs out of a directory as long as this one writes to it; a run that is killed keeps nobody out."""
    directory.mkdir(parents=True, exist_ok=True)
    _refuse_other_things(directory)
    try:
        with held(directory / LOCK):
            yield
    except Locked:
        raise InvalidDataset(f"another run is writing to {directory}") from None


def _paths(directory: Path, shard: int) -> tuple[Path, Path]:
    name = f"{split_of(shard)}-{shard:06}.parquet"
    return directory / "games" / name, directory / "decisions" / name


def split_of(shard: int) -> str:
    """Return what the games of a shard are for. It depends on the shard alone, so that more games change nothing."""
    return "test" if shard % TEST_EVERY == TEST_EVERY - 1 else "train"


def _refuse_other_things(directory: Path) -> None:
    """Leave a directory alone that is used for something else."""
    names = sorted(path.name for path in directory.iterdir() if not path.name.startswith(f".{MANIFEST}"))
    if names and MANIFEST not in names:
        raise InvalidDataset(f"{directory} is not empty and holds no dataset: there is {names[0]}")


def _begin(directory: Path, manifest: Json) -> None:
    """Begin a dataset, or go on with it if the directory holds the same one, perhaps with fewer games."""
    for folder in ("games", "decisions"):
        (directory / folder).mkdir(exist_ok=True)
    if not (directory / MANIFEST).exists():
        _write(directory / MANIFEST, _pretty(manifest))
        _write(directory / CARD, card(manifest, GAMES, DECISIONS).encode())
    found = _read_manifest(directory)
    different = [key for key in manifest | found if found.get(key) != manifest.get(key)]
    if different == ["games"] and manifest["games"] > found["games"]:
        _make_room(directory, found, manifest)
    elif different:
        told = "; ".join(_difference(key, found.get(key), manifest.get(key)) for key in different)
        raise InvalidDataset(f"{directory} holds another dataset ({told}): name another directory")
    for path in directory.rglob(".*.tmp"):  # of a run that was ended while it wrote
        path.unlink()


def _make_room(directory: Path, found: Json, manifest: Json) -> None:
    """Let a dataset have more games: its last shard, if it was not full, is made again."""
    if found["games"] % found["shard"]:
        for path in _paths(directory, found["games"] // found["shard"]):
            path.unlink(missing_ok=True)
    _write(directory / MANIFEST, _pretty(manifest))


def _difference(key: str, there: Any, here: Any) -> str:
    texts = [json.dumps(value) for value in (there, here)]
    return f"{key} {texts[0]}, not {texts[1]}" if max(map(len, texts)) < 200 else f"another {key}"


def _pretty(manifest: Json) -> bytes:
    return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()


def _write(path: Path, content: bytes) -> None:
    """Write a file that is there as a whole or not at all, also after a power cut."""
    aside = path.with_name(f".{path.name}.tmp")
    with aside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


# --- reading


def read(directory: Path | str, *, partly: bool = False) -> Dataset:
    """Open a dataset. One that is not complete is refused unless `partly` is said."""
    place = Path(directory)
    manifest = _read_manifest(place)
    wanted = range(-(-manifest["games"] // manifest["shard"]))
    there = [shard for shard in wanted if all(path.exists() for path in _paths(place, shard))]
    if len(there) < len(wanted) and not partly:
        raise InvalidDataset(f"{place} has {len(there)} of {len(wanted)} shards: make the rest, or read it partly")
    return Dataset(place, manifest, tuple(there))


def _read_manifest(directory: Path) -> Json:
    try:
        manifest = json.loads((directory / MANIFEST).read_text(encoding="utf-8"))
        if manifest["format"] != FORMAT:
            raise InvalidDataset(f"{directory / MANIFEST}: its format is {manifest['format']!r}, not {FORMAT!r}")
    except FileNotFoundError:
        raise InvalidDataset(f"{directory} holds no dataset: there is no {MANIFEST}") from None
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, InvalidDataset):
            raise
        raise InvalidDataset(f"{directory / MANIFEST} is not the description of a dataset") from None
    return manifest  # type: ignore[no-any-return]


@dataclasses.dataclass(frozen=True)
class Dataset:
    """A dataset on disk. Nothing is read before it is asked for, and never more than a shard at a time."""

    directory: Path
    manifest: Json
    shards: tuple[int, ...]

    @functools.cached_property
    def setup(self) -> Setup:
        """The setup of its games, if this version of Verso still has it as it was."""
        setup = _setup(json.dumps(self.manifest["setup"]))
        if self.manifest["tables"] not in setup.fingerprints:
            raise InvalidDataset(f"{self.directory} was made with other card figures than this version of Verso has")
        return setup

    def __len__(self) -> int:
        """Count the decisions."""
        return sum(self._open(shard, 1).metadata.num_rows for shard in self.shards)

    def batches(
        self, columns: Iterable[str] = READ_BY_DEFAULT, size: int | None = None
    ) -> Iterator[dict[str, NDArray[Any]]]:
        """Yield decisions as arrays by column: a shard at a time, or at most `size` rows.

        Numbers and observations lie where Arrow has read them and are not copied. Masks become an array of booleans,
        `values` one of floats, each with a column for every action; a value that the bot did not give is NaN.
        """
        names = list(columns)
        if unknown := [name for name in names if name not in {column.name for column in DECISIONS}]:
            raise KeyError(f"decisions have no column {unknown[0]!r}")
        for shard in self.shards:
            wanted = [*names, *(["mask"] if "values" in names and "mask" not in names else [])]
            table = self._table(shard, 1, wanted)
            arrays = {name: self._array(name, table) for name in names}
            rows = table.num_rows
            for start in range(0, rows, size or max(1, rows)):
                yield {name: array[start : start + (size or rows)] for name, array in arrays.items()}

    def rows(self, columns: Iterable[str] = READ_BY_DEFAULT) -> Iterator[dict[str, Any]]:
        """Yield decisions one by one."""
        for batch in self.batches(columns):
            for values in zip(*batch.values(), strict=True):
                yield dict(zip(batch, values, strict=True))

    def games(self) -> Iterator[Json]:
        """Yield the games one by one, each as a row of plain Python values."""
        for shard in self.shards:
            yield from self._table(shard, 0, [column.name for column in GAMES]).to_pylist()

    def records(self) -> Iterator[Record]:
        """Yield the games as records, each checked by the rules as it is read."""
        return (Record.from_text(game["record"]) for game in self.games())

    def part(self, observation: NDArray[Any], name: str) -> NDArray[Any]:
        """Return one field of observations in its own shape, without copying."""
        fields = {field["name"]: field for field in self.manifest["observation"]["fields"]}
        if name not in fields:
            raise KeyError(f"observations have no field {name!r}; they have {', '.join(fields)}")
        start, shape = fields[name]["start"], tuple(fields[name]["shape"])
        stop = start + int(np.prod(shape, dtype=np.int64))
        return observation[..., start:stop].reshape(observation.shape[:-1] + shape)

    def check(self, shard: int) -> None:
        """Make a shard again and compare it, byte for byte; needs the sources that made the dataset."""
        setup = self.manifest["setup"]
        plan = Plan(
            json.dumps(setup),
            tuple(self.manifest["bots"]),
            self.manifest["seed"],
            self.manifest["games"],
            self.manifest["shard"],
        )
        if differing := [key for key, value in plan.manifest().items() if self.manifest.get(key) != value]:
            raise InvalidDataset(f"{self.directory} cannot be made again here: {', '.join(differing)} differ")
        for path, content in zip(
            _paths(self.directory, shard), make_shard(plan, shard, self.manifest)[1:], strict=True
        ):
            if path.read_bytes() != content:
                raise InvalidDataset(f"{path} is not what its seed gives")

    def _open(self, shard: int, which: int) -> Any:
        path = _paths(self.directory, shard)[which]
        arrow = _arrow()
        try:
            file = _parquet().ParquetFile(path, memory_map=True)
        except (OSError, arrow.ArrowInvalid) as error:
            raise InvalidDataset(f"{path}: {error}") from None
        if json.loads((file.schema_arrow.metadata or {}).get(b"verso", b"null")) != _carried(self.manifest):
            raise InvalidDataset(f"{path} belongs to another dataset than {MANIFEST}")
        return file

    def _table(self, shard: int, which: int, columns: list[str]) -> Any:
        file = self._open(shard, which)
        try:
            return file.read(columns).combine_chunks()
        except (OSError, _arrow().ArrowInvalid) as error:
            raise InvalidDataset(f"{_paths(self.directory, shard)[which]}: {error}") from None

    def _array(self, name: str, table: Any) -> NDArray[Any]:
        kind = next(column.type for column in DECISIONS if column.name == name)
        if kind == "list<float32>":
            return self._values(table)
        column = table.column(name).chunk(0)
        if kind == "observation":
            return _bytes(column).view(np.int8)
        if kind == "mask":
            return self._mask(column)
        return column.to_numpy(zero_copy_only=False)  # type: ignore[no-any-return]

    def _mask(self, column: Any) -> NDArray[np.bool_]:
        bits = np.unpackbits(_bytes(column), axis=1, count=self.manifest["actions"]["count"], bitorder="little")
        return bits.view(np.bool_)

    def _values(self, table: Any) -> NDArray[np.float32]:
        """Put what a bot thinks of the legal actions into a row of all actions."""
        column, mask = table.column("values").chunk(0), self._mask(table.column("mask").chunk(0))
        values = np.full(mask.shape, np.nan, dtype=np.float32)
        given = mask & column.is_valid().to_numpy(zero_copy_only=False)[:, None]
        values[given] = column.flatten().to_numpy(zero_copy_only=False)
        return values


def _bytes(column: Any) -> NDArray[np.uint8]:
    """Return a column of byte strings of one length as rows of bytes, in the memory that Arrow holds."""
    width = column.type.byte_width
    flat = np.frombuffer(column.buffers()[1], dtype=np.uint8, count=len(column) * width, offset=column.offset * width)
    return flat.reshape(len(column), width)
