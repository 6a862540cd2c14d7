"""Datasets: the same bytes however they are made, nothing that a seat may not know, strict reading."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.dataset as ds  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
import yaml

import verso
from cluster import Cluster, running
from support import long
from verso.bots import Budget, Choice, make, workers
from verso.bots.bot import Told
from verso.cli import main
from verso.core.game import InvalidSetup
from verso.play import simulate
from verso.rl import dataset
from verso.rl.card import card
from verso.rl.dataset import DECISIONS, GAMES, InvalidDataset, Plan, read, write
from verso.rl.layout import layout_of

FLIP_CITY, PHASES = (verso.game(name) for name in ("flip-city", "phase-10-flip"))
CITY = Plan.of(FLIP_CITY.setup(2), ["greedy", "published"], seed=3, games=5, shard=2)
RUMMY = Plan.of(PHASES.setup(3, phases=1), ["easy", "random"], seed=3, games=3, shard=3)
PLAYED = ["--bot", "greedy", "--bot", "published", "--seed", "3"]


def files(directory: Path) -> dict[str, bytes]:
    return {str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("data") / "city"
    write(CITY, directory)
    return directory


@pytest.fixture(scope="module")
def rummy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("data") / "rummy"
    write(RUMMY, directory)
    return directory


@pytest.fixture
def copy(city: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(city, tmp_path / "copy"))


# --- what is in it


@pytest.mark.parametrize("plan", [CITY, RUMMY], ids=["city", "rummy"])
def test_decisions_are_those_of_the_records(plan: Plan, city: Path, rummy: Path) -> None:
    """Every row is checked against the game as it was recorded, played again by the rules."""
    found = read(city if plan is CITY else rummy)
    layout = layout_of(found.setup)
    rows = list(found.rows())
    assert len(rows) == len(found)
    by_game = {game["game"]: game for game in found.games()}
    assert list(by_game) == list(range(plan.games))
    for number, record in enumerate(found.records()):
        mine, game = [row for row in rows if row["game"] == number], by_game[number]
        position, at = record.start(), 0
        for ply, action in enumerate(record.actions):
            if position.to_act >= 0:
                row = mine[at]
                at += 1
                seat = position.to_act
                assert (row["ply"], row["seat"], row["bot"]) == (ply, seat, (seat - number) % found.setup.seats)
                assert row["action"] + layout.first_action == action
                assert np.array_equal(row["observation"], layout.observe(position, seat))
                legal = np.flatnonzero(row["mask"]) + layout.first_action
                assert tuple(legal) == position.legal
            position.push(action)
        assert at == len(mine) == game["decisions"]
        outcome = position.outcome()
        assert outcome is not None
        assert (tuple(game["winners"]), game["reason"]) == (outcome.winners, outcome.reason)
        assert {row["outcome"] for row in mine} <= set(game["outcome"])
        assert all((game["outcome"][seat] == max(game["outcome"])) == (seat in outcome.winners) for seat in (0, 1))


def test_an_observation_holds_only_what_its_seat_may_know(rummy: Path) -> None:
    """Deal everything that the seat cannot see anew: the observation must stay the same, and an oracle's must not."""
    found, rng = read(rummy), verso.Rng("leak")
    layout = layout_of(found.setup)
    records = list(found.records())
    differs = 0
    for row in list(found.rows(["game", "ply", "seat", "observation"]))[::9]:
        position = records[row["game"]].position(int(row["ply"]))
        other = position.view(position.to_act).sample(rng)
        assert np.array_equal(layout.observe(other, int(row["seat"])), row["observation"])
        differs += not np.array_equal(layout.observe(other, int(row["seat"]), "oracle"), row["observation"])
    assert differs > 10


def test_the_same_seed_plays_as_a_simulation(city: Path) -> None:
    results = simulate.play_range(simulate.Plan.of(FLIP_CITY.setup(2), ["greedy", "published"], seed=3), 0, 5)
    games = list(read(city).games())
    winners = [tuple(sorted(game["bots"][seat] for seat in game["winners"])) for game in games]
    assert winners == [result.winners for result in results]
    assert [game["plies"] for game in games] == [result.plies for result in results]


@pytest.mark.parametrize("bots", [("greedy",), ("random", "greedy"), ("easy", "medium")])
@pytest.mark.parametrize("game", ["flip-city", long("phase-10-flip")])
def test_compiled_games_give_the_same_bytes_as_move_by_move(game: str, bots: tuple[str, ...]) -> None:
    """Records, observations, masks, values, chances to win: everything that is written, to the last bit."""
    setup = verso.game(game).setup_with({"phases": 1} if game == "phase-10-flip" else {}, 2)
    plan = Plan.of(setup, bots, 3, 3, 3)
    manifest = plan.manifest()
    stepped = dataset._tables(plan, range(3), manifest)
    compiled = dataset._compiled_tables(plan, range(3), manifest)
    for columns, expected, found in zip((GAMES, DECISIONS), stepped, compiled, strict=True):
        for column in columns:
            assert found[column.name].equals(expected[column.name]), column.name
        assert dataset._file(columns, found) == dataset._file(columns, expected)
    assert dataset.make_shard(plan, 0, manifest)[2] == dataset._file(DECISIONS, compiled[1])


def test_more_games_are_added_and_the_others_stay(tmp_path: Path) -> None:
    """Also where the last shard was not full, and up to a shard for testing; the whole is as if made at once."""
    setup = FLIP_CITY.setup(2)
    grown, whole = tmp_path / "grown", tmp_path / "whole"
    write(Plan.of(setup, ["greedy"], 1, 3, 2), grown)
    before = (grown / "games/train-000000.parquet").stat().st_mtime_ns
    write(Plan.of(setup, ["greedy"], 1, 21, 2), grown)
    write(Plan.of(setup, ["greedy"], 1, 21, 2), whole)
    assert (grown / "games/train-000000.parquet").stat().st_mtime_ns == before
    assert files(grown) == files(whole)
    assert [game["game"] for game in read(grown).games()] == list(range(21))
    with pytest.raises(InvalidDataset, match="holds another dataset"):
        write(Plan.of(setup, ["greedy"], 1, 20, 2), grown)


def test_a_folder_is_one_table_with_splits_for_other_libraries(tmp_path: Path) -> None:
    plan = Plan.of(FLIP_CITY.setup(2), ["greedy"], 1, 20, 2)
    write(plan, tmp_path / "data")
    found = read(tmp_path / "data")
    for folder, rows in (("games", 20), ("decisions", len(found))):
        assert ds.dataset(tmp_path / "data" / folder).count_rows() == rows
    card = (tmp_path / "data" / "README.md").read_text()
    described = yaml.safe_load(card.split("---")[1])
    assert [each["config_name"] for each in described["configs"]] == ["decisions", "games"]
    for each in described["configs"]:
        counts = {split["split"]: len(list((tmp_path / "data").glob(split["path"]))) for split in each["data_files"]}
        assert counts == {"train": 9, "test": 1}


@pytest.mark.parametrize("library", ["polars", "duckdb", "datasets"])
def test_other_libraries_read_it_where_they_are_installed(library: str, tmp_path: Path) -> None:
    module: Any = pytest.importorskip(library)
    write(Plan.of(FLIP_CITY.setup(2), ["greedy"], 1, 20, 2), tmp_path / "data")
    rows = len(read(tmp_path / "data"))
    if library == "polars":
        assert module.scan_parquet(tmp_path / "data" / "decisions").collect().height == rows
    elif library == "duckdb":
        query = f"SELECT count(*) FROM '{tmp_path / 'data' / 'decisions'}/*.parquet'"
        assert module.sql(query).fetchone() == (rows,)
    else:
        found = module.load_dataset(str(tmp_path / "data"), "decisions", cache_dir=str(tmp_path / "cache"))
        assert sum(len(found[split]) for split in ("train", "test")) == rows


def test_values_are_what_the_bot_thinks(city: Path) -> None:
    found = read(city)
    layout = layout_of(found.setup)
    records = list(found.records())
    given = 0
    for row in list(found.rows(["game", "ply", "seat", "bot", "values", "win"]))[::5]:
        position = records[row["game"]].position(int(row["ply"]))
        bot = make(CITY.bots[row["bot"]], FLIP_CITY, f"3/{row['game']}/{row['bot']}")
        choice = bot.choose(position.view(position.to_act), Budget())
        expected = np.full(layout.actions, np.nan, np.float32)
        for action, value in choice.values.items():
            expected[action - layout.first_action] = value
        assert np.array_equal(row["values"], expected, equal_nan=True)
        assert row["win"] == np.float32(choice.win)
        given += len(choice.values) > 1
    assert given > 10


def test_the_chance_to_win_is_kept_where_a_bot_estimates_it() -> None:
    layout = layout_of(FLIP_CITY.setup(2))
    row = dataset._decision(layout, Choice(3, {1: 0.25}, lambda: Told(win=0.5)), (1, 3))
    assert (row["values"], row["win"], row["action"]) == ([0.25, None], 0.5, 3)
    row = dataset._decision(layout, Choice(3), (1, 3))
    assert (row["values"], row["win"]) == (None, None)


def test_arrays_are_not_copied(city: Path) -> None:
    (first, *_) = read(city).batches(["observation", "action", "mask"])
    for name in ("observation", "action"):
        owner: Any = first[name]
        while isinstance(owner, np.ndarray):
            owner = owner.base
        assert type(owner).__module__.startswith("pyarrow"), name  # it is Arrow's own memory
    assert first["observation"].dtype == np.int8
    assert first["mask"].dtype == np.bool_
    assert first["mask"][np.arange(len(first["action"])), first["action"]].all()


def test_batches_of_a_size_are_the_same_rows(city: Path) -> None:
    found = read(city)
    whole = np.concatenate([batch["observation"] for batch in found.batches()])
    parts = list(found.batches(["observation"], size=64))
    assert max(len(part["observation"]) for part in parts) == 64
    assert np.array_equal(np.concatenate([part["observation"] for part in parts]), whole)
    assert whole.shape == (len(found), layout_of(found.setup).size)
    layout = layout_of(found.setup)
    assert np.array_equal(found.part(whole, "deck"), layout.part(whole, "deck"))
    with pytest.raises(KeyError, match="no column 'colour'"):
        next(found.batches(["colour"]))
    with pytest.raises(KeyError, match="no field 'colour'; they have turn_of"):
        found.part(whole, "colour")


def test_other_programs_can_read_it(city: Path) -> None:
    table = pq.read_table(city / "decisions/train-000001.parquet")
    assert table.column_names == [column.name for column in DECISIONS]
    described = json.loads(table.schema.metadata[b"verso"]) | {"games": 5}  # which is not said: more may be added
    assert described == json.loads((city / "dataset.json").read_text()) == CITY.manifest()
    assert table.schema.field("mask").metadata[b"meaning"].decode().startswith("legal actions, one bit")


def test_the_card_describes_every_column_field_and_action(city: Path) -> None:
    told = (city / "README.md").read_text()
    for column in (*GAMES, *DECISIONS):
        assert f"| `{column.name}` | " in told
        assert column.meaning in told
    for field in layout_of(FLIP_CITY.setup(2)).fields:
        assert f"| {field.start} | " in told
        assert f"| `{field.name}` | {field.meaning} |" in told
    decisions = len(read(city))
    assert f"\n{decisions:,} decisions; " in told
    assert "from the seed `3`" in told
    assert "cards changed" not in told


def test_the_card_tells_that_cards_were_changed() -> None:
    setup = FLIP_CITY.setup(2, cards={"FA": {"fee": 5}})
    told = card(Plan.of(setup, ["greedy"], 3, 2).manifest(), GAMES, DECISIONS)
    assert '; cards changed: `{"FA": {"fee": 5}}`. Bots' in told


# --- the same bytes


def test_processes_write_the_same_bytes(city: Path, tmp_path: Path) -> None:
    with workers.opened(2) as executor:
        write(CITY, tmp_path / "other", executor)
    assert files(tmp_path / "other") == files(city)


def test_a_run_that_was_killed_goes_on_to_the_same_bytes(city: Path, tmp_path: Path) -> None:
    """A real process, killed while it writes; what it left is completed."""
    out = tmp_path / "killed"
    arguments = ["dataset", "flip-city", "--games", "5", "--shard", "2", "--bot", "greedy", "--bot", "published"]
    command = [*arguments, "--seed", "3", "--out", str(out)]
    process = subprocess.Popen([sys.executable, "-m", "verso.cli", *command], stdout=subprocess.DEVNULL)
    first = out / "decisions/train-000000.parquet"
    while not first.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    (out / "games/.train-000001.parquet.tmp").write_bytes(b"half a")
    kept = first.stat().st_mtime_ns
    told: list[int] = []
    write(CITY, out, progress=told.append)
    assert sum(told) == 5
    assert told[0] >= 2
    assert first.stat().st_mtime_ns == kept
    assert files(out) == files(city)


def test_half_a_shard_is_made_again(copy: Path, city: Path) -> None:
    (copy / "games/train-000001.parquet").unlink()
    (copy / "README.md").unlink()
    assert main(["dataset", "flip-city", "--games", "5", "--shard", "2", *PLAYED, "--out", str(copy)]) == 0
    assert files(copy) == files(city)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running(tmp_path_factory.mktemp("cluster"), "ana", "bia") as found:
        yield found


def test_a_cluster_whose_worker_is_killed_writes_the_same_bytes(city: Path, tmp_path: Path, cluster: Cluster) -> None:
    out = tmp_path / "cluster"
    killed: list[str] = []
    with workers.opened(cluster=cluster.address) as executor:
        client = executor._inner._client  # type: ignore[union-attr]
        client.wait_for_workers(2, timeout=300)
        places = {info["name"]: address for address, info in client.scheduler_info()["workers"].items()}
        manifest = CITY.manifest()
        many = workers.finished(executor, dataset.make_shard, [(CITY, shard, manifest) for shard in (0, 1, 2) * 4])
        made = []
        for each in many:
            made.append(each)
            if not killed and client.processing()[places["bia"]]:
                killed.append("in the middle of something")
                cluster.kill("bia")
        assert len(made) == 12
        write(CITY, out, executor)
    assert killed
    assert files(out) == files(city)
    for shard, games, decisions in made:
        assert games == (city / f"games/train-{shard:06}.parquet").read_bytes()
        assert decisions == (city / f"decisions/train-{shard:06}.parquet").read_bytes()


def test_a_worker_with_another_arrow_is_refused() -> None:
    with pytest.raises(InvalidDataset, match=r"a worker has pyarrow .*, not 0\.1 like the others"):
        dataset.make_shard(CITY, 0, CITY.manifest() | {"pyarrow": "0.1"})


def test_a_shard_can_be_checked(copy: Path) -> None:
    read(copy).check(2)
    shutil.copy(copy / "games/train-000000.parquet", copy / "games/train-000002.parquet")
    with pytest.raises(InvalidDataset, match=r"games/train-000002\.parquet is not what its seed gives"):
        read(copy).check(2)


def test_what_other_sources_made_cannot_be_checked(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "sources", lambda *layers: "0123456789abcdef")
    with pytest.raises(InvalidDataset, match="cannot be made again here: sources differ"):
        read(copy).check(2)


# --- strictness


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seed", "4"], "(seed 3, not 4)"),
        (["--games", "4"], "(games 5, not 4)"),
        (["--shard", "3"], "(shard 2, not 3)"),
        (["--bot", "easy"], '(bots ["greedy", "published"], not ["easy", "greedy"])'),
    ],
)
def test_another_dataset_is_not_mixed_in(
    arguments: list[str], message: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(copy)
    base = {"--games": "5", "--shard": "2", "--seed": "3"} | dict(zip(arguments[::2], arguments[1::2], strict=True))
    command = [word for pair in base.items() for word in pair]
    bots = ["--bot", "greedy"] if "--bot" in base else ["--bot", "greedy", "--bot", "published"]
    assert main(["dataset", "flip-city", *command, *bots, "--out", str(copy)]) == 1
    assert f"holds another dataset {message}: name another directory" in capsys.readouterr().err
    assert files(copy) == before


def test_a_dataset_of_another_version_is_not_mixed_in(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verso, "__version__", "9.9.9")
    monkeypatch.setattr(workers, "sources", lambda *layers: "0123456789abcdef")
    with pytest.raises(InvalidDataset, match=r'\(verso "0.*", not "9\.9\.9"; sources ".*", not "0123456789abcdef"\)'):
        write(CITY, copy)


def test_a_directory_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(InvalidDataset, match=r"is not empty and holds no dataset: there is thesis\.tex"):
        write(CITY, tmp_path)
    assert files(tmp_path) == {"thesis.tex": b"years of work"}


def test_two_runs_do_not_write_to_one_directory(tmp_path: Path) -> None:
    out = tmp_path / "busy"
    told: list[int] = []

    def progress(games: int) -> None:
        told.append(games)
        with pytest.raises(InvalidDataset, match="another run is writing to"):
            write(CITY, out)

    write(CITY, out, progress=progress)
    assert told == [0, 2, 2, 1]
    write(CITY, out)


def test_an_incomplete_dataset_is_read_only_partly(copy: Path) -> None:
    (copy / "decisions/train-000001.parquet").unlink()
    with pytest.raises(InvalidDataset, match="has 2 of 3 shards"):
        read(copy)
    assert {game["game"] for game in read(copy, partly=True).games()} == {0, 1, 4}


def test_damaged_files_are_named(copy: Path, rummy: Path, tmp_path: Path) -> None:
    path = copy / "decisions/train-000001.parquet"
    path.write_bytes(path.read_bytes()[:-50])
    with pytest.raises(InvalidDataset, match=r"decisions/train-000001\.parquet: "):
        list(read(copy).batches())
    shutil.copy(rummy / "decisions/train-000000.parquet", path)
    with pytest.raises(InvalidDataset, match=r"decisions/train-000001\.parquet belongs to another dataset"):
        list(read(copy).batches())
    for content, message in (("{", "not the description"), ("[]", "not the"), ('{"format": "x"}', "format is 'x'")):
        (copy / "dataset.json").write_text(content)
        with pytest.raises(InvalidDataset, match=message):
            read(copy)
    with pytest.raises(InvalidDataset, match=r"holds no dataset: there is no dataset\.json"):
        read(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        (["external ./bot"], "only our bots play in it"),
        (["import agents:Agent"], "only our bots play in it"),
        (["expert"], "expert thinks by the clock, so nobody could make it again: say expert:iterations=100"),
        (["hard:seconds=1"], "thinks by the clock"),
        (["nobody"], "has no bot 'nobody'"),
        (["greedy"] * 3, "3 bots do not go with 2 seats"),
        ([], "0 bots do not go with"),
    ],
)
def test_bots_that_cannot_make_a_dataset_are_refused(bots: list[str], message: str) -> None:
    with pytest.raises(InvalidSetup, match=message):
        Plan.of(FLIP_CITY.setup(2), bots, 0, 10)


def test_without_the_extra_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["dataset", "flip-city", "--out", str(tmp_path / "new")]) == 1
    assert "install verso-games[data]" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "made"
    kind = ["--ruleset", "tmg-2015-text", "--bot", "random"]
    command = ["dataset", "flip-city", *kind, "--games", "3", "--out", str(out)]
    assert main([*command, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    found = read(out)
    assert said == {"directory": str(out), "games": 3, "decisions": len(found), "shards": 1}
    assert (found.setup.seats, found.setup.ruleset) == (2, "tmg-2015-text")
    assert main(command) == 0  # complete already
    assert f"{out}: 3 games, " in capsys.readouterr().out
    assert main(["dataset", "flip-city", "--games", "0", "--out", str(out)]) == 2
