"""Work on processes and on a real cluster: the same results, also when a worker is killed in the middle."""

from __future__ import annotations

import collections
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import verso
from cluster import Cluster, running
from verso.bots import arena, workers
from verso.bots.workers import WorkersFailed
from verso.cli import main
from verso.play.simulate import Plan, simulate

GAME = verso.game("flip-city")
MATCH = arena.Match("flip-city", ("greedy", "easy"), deals=20, seed=5)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running(tmp_path_factory.mktemp("cluster"), "ana", "bia") as found:
        yield found


def untimed(games: list[Any]) -> list[Any]:
    return [game | {"players": [row["decisions"] for row in game["players"]]} for game in games]


@pytest.fixture(scope="module")
def played_here() -> list[Any]:
    return untimed(arena.run(MATCH))


def client_of(executor: Executor | None) -> Any:
    assert isinstance(executor, workers._ClusterExecutor)
    return executor._inner._client  # type: ignore[attr-defined]


# --- on a cluster


def test_commands_give_on_a_cluster_what_they_give_here(cluster: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["sim", "flip-city", "--games", "25", "--seats", "3", "--bots", "greedy,random", "--seed", "7", "--json"]
    assert main(command) == 0
    here = capsys.readouterr().out
    assert main([*command, "--cluster", cluster.address]) == 0
    assert capsys.readouterr().out == here
    command = ["arena", "phase-10-flip", "greedy", "random", "--deals", "1", "--seed", "7", "--json"]
    standings = []
    for more in ([], ["--cluster", cluster.address]):
        assert main([*command, *more]) == 0
        standings.append(json.loads(capsys.readouterr().out)["standings"])
    told = [[(row["player"], row["wins"], row["rating"]) for row in rows] for rows in standings]
    assert told[0] == told[1]


def test_the_lab_gives_on_a_cluster_what_it_gives_here(cluster: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    edits = ["--edits", '{"rules": {"limit": 3}}', "--seed", "7", "--json"]
    tried = ["--wish", "length=20..24", "--may", "rules.limit=1..4", "--trials", "4", "--games", "40"]
    for command in (["lab", "flip-city", "--games", "60"], ["tune", "flip-city", *tried]):
        told = []
        for more in ([], ["--cluster", cluster.address]):
            assert main([*command, *edits, *more]) == 0
            told.append(json.loads(capsys.readouterr().out) | {"seconds": 0})
        assert told[0] == told[1]


def test_a_failure_on_a_worker_is_told_and_the_cluster_goes_on(cluster: Cluster) -> None:
    with workers.opened(cluster=cluster.address) as executor:
        with pytest.raises(ZeroDivisionError):
            list(workers.finished(executor, divmod, [(1, 0), (1, 1)]))
        assert sorted(workers.finished(executor, divmod, [(7, 2), (9, 2)])) == [(3, 1), (4, 1)]


def test_a_worker_with_other_sources_is_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "sources", lambda *_layers: "0123456789abcdef")
    with (
        pytest.raises(WorkersFailed, match=r"other sources of Verso \([0-9a-f]{16}\) than this machine \(0123456789"),
        workers.opened(cluster=cluster.address) as executor,
    ):
        list(workers.finished(executor, divmod, [(7, 2)]))


def test_a_worker_is_killed_in_the_middle(tmp_path: Path, played_here: list[Any]) -> None:
    """No game is lost and none is counted twice: what the file holds is what one process alone plays."""
    results = tmp_path / "results.jsonl"
    killed: list[str] = []
    with (
        running(tmp_path, "ana", "bia") as cluster,
        workers.opened(cluster=cluster.address) as executor,
    ):
        client = client_of(executor)
        client.wait_for_workers(2, timeout=300)
        places = {info["name"]: address for address, info in client.scheduler_info()["workers"].items()}

        def progress(done: int, total: int) -> None:
            if done >= total // 4 and not killed and client.processing()[places["ana"]]:
                killed.append("in the middle of something")
                cluster.kill("ana")

        games = arena.run(MATCH, results, progress=progress, executor=executor)
        assert list(client.scheduler_info()["workers"]) == [places["bia"]]
    assert killed
    assert untimed(games) == played_here
    lines = [json.loads(line) for line in results.read_text().splitlines()[1:]]
    counted = collections.Counter((line["deal"], line["rotation"]) for line in lines)
    assert counted == {(deal, rotation): 1 for deal in range(MATCH.deals) for rotation in range(2)}


def test_a_cluster_that_goes_away_is_told(tmp_path: Path, played_here: list[Any]) -> None:
    """The file keeps what was played; the next run goes on from it."""
    results = tmp_path / "results.jsonl"
    with running(tmp_path, "ana") as cluster, workers.opened(cluster=cluster.address) as executor:

        def progress(done: int, total: int) -> None:
            cluster.close()

        with pytest.raises(WorkersFailed, match="the cluster went away"):
            arena.run(MATCH, results, progress=progress, executor=executor)
    kept = len(results.read_text().splitlines()) - 1
    assert 0 < kept < 2 * MATCH.deals
    assert untimed(arena.run(MATCH, results)) == played_here


# --- no cluster


def test_a_cluster_without_workers_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed  # takes a while, for which others need not wait

    with running(tmp_path) as cluster:
        wait = distributed.Client.wait_for_workers
        monkeypatch.setattr(distributed.Client, "wait_for_workers", lambda self, count, timeout: wait(self, count, 0.5))
        with (
            pytest.raises(WorkersFailed, match=f"the cluster at {cluster.address} has no workers"),
            workers.opened(cluster=cluster.address),
        ):
            pass


def test_an_address_where_nobody_answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 1.0)
    assert main(["arena", "flip-city", "greedy", "easy", "--cluster", "tcp://127.0.0.1:9"]) == 1
    assert capsys.readouterr().err == "verso: no scheduler of a cluster answers at tcp://127.0.0.1:9\n"


@pytest.mark.parametrize("address", ["localhost", "http://localhost:80", "tcp://", "tcp://localhost", "tcp://a b:1"])
def test_what_is_no_address_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "flip-city", "--cluster", address]) == 1
    assert "is not the address of a cluster: say tcp://HOST:PORT" in capsys.readouterr().err


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["sim", "flip-city", "--cluster", "tcp://127.0.0.1:8786"]) == 1
    assert "install verso-games[cluster]" in capsys.readouterr().err


def test_jobs_and_a_cluster_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "flip-city", "--jobs", "2", "--cluster", "tcp://127.0.0.1:8786"]) == 2
    assert "--jobs and --cluster: say one of them" in capsys.readouterr().err


# --- processes


def test_a_process_that_is_killed_is_told() -> None:
    with pytest.raises(WorkersFailed, match="ended from outside"), workers.opened(2) as executor:
        list(workers.finished(executor, signal.raise_signal, [(signal.SIGKILL,)]))


def test_an_interrupt_ends_processes_at_once_and_quietly(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    command = ["arena", "flip-city", "greedy", "easy", "--deals", "100000", "--jobs", "2", "--results", str(results)]
    process = subprocess.Popen(
        [sys.executable, "-m", "verso.cli", *command],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Whoever runs the tests may ignore interrupts, as a shell's background jobs do.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while not results.exists() or results.read_text().count("\n") < 4:
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    assert (process.communicate()[1], process.returncode) == ("", 130)


def test_workers_that_die_one_after_another_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that kills whoever does it must not kill the whole cluster."""
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    with running(tmp_path, "ana") as cluster, workers.opened(cluster=cluster.address) as executor:
        work = workers.finished(executor, signal.raise_signal, [(signal.SIGKILL,)])
        with pytest.raises(WorkersFailed, match="workers of the cluster died one after another: "):
            next(work)


def test_work_is_handed_out_little_by_little() -> None:
    """Somebody who takes results slowly does not pile them up."""
    taken: list[int] = []

    def work() -> Iterator[tuple[int, int]]:
        for number in range(50):
            taken.append(number)
            yield number, 7

    with workers.opened(2) as executor:
        results = workers.finished(executor, divmod, work(), ahead=3)
        first = next(results)
        assert len(taken) == 3
        assert sorted([first, *results]) == sorted(divmod(number, 7) for number in range(50))


def test_simulation_is_the_same_on_processes_and_here() -> None:
    plan = Plan.of(GAME.setup(2), ["greedy", "random"], seed="here")
    with workers.opened(2) as executor:
        assert simulate(plan, 25, executor, chunk=4) == simulate(plan, 25)


@pytest.mark.parametrize("game", verso.games())
def test_workers_may_have_several_threads(game: str) -> None:
    """Nothing that games or bots use is shared between two that are played at once."""
    played = arena.Match(game, ("greedy", "medium"), deals=3, seed=5)
    with ThreadPoolExecutor(3) as executor:
        assert untimed(arena.run(played, executor=executor)) == untimed(arena.run(played))


def test_the_hash_of_the_sources_follows_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = workers.sources()
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "rules.py").write_text("one")
    monkeypatch.setattr(workers, "_PACKAGE", tmp_path)
    monkeypatch.setattr(workers, "_LAYERS", ("core",))
    hashed = workers.sources.__wrapped__
    before = hashed()
    assert hashed() == before != usual
    (tmp_path / "core" / "notes.txt").write_text("no source")
    assert hashed() == before
    (tmp_path / "core" / "rules.py").write_text("two")
    assert hashed() != before


FOR_EVER = """
import os, sys, time
from verso.bots import workers

def report():
    print(os.getpid(), flush=True)
    time.sleep(600)

if __name__ == "__main__":
    with workers.opened(2) as pool:
        for _ in range(2):
            pool.submit(report)
        time.sleep(600)
"""


def test_processes_end_with_their_parent_however_it_ends(tmp_path: Path) -> None:
    """The pipe they print to is closed when the last of them is gone."""
    script = tmp_path / "for_ever.py"
    script.write_text(FOR_EVER)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pids = [int(parent.stdout.readline()) for _ in range(2)]
        assert len(set(pids)) == 2
        parent.kill()
        assert parent.stdout.read() == ""
