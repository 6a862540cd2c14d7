"""Where games are played: in this process, in several processes, or on a cluster of machines.

All three do the same work through one interface, a `concurrent.futures.Executor` (or none, for this process). What a
piece of work gives depends on its arguments alone, so it does not matter who does it, or whether it is begun twice
because somebody died over it: whoever asked gets one result for each piece.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import functools
import hashlib
import importlib
import itertools
import os
import pickle
import re
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds for a cluster to answer and to show its first worker."""
AHEAD = 1024
"""How many pieces of work are handed out at once; results that nobody took yet are among them."""
_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:.%]+\]|[^:/\s\[\]]+):\d{1,5}")
_PACKAGE = Path(__file__).resolve().parent.parent
_LAYERS = ("core", "games", "bots", "rl", "play/simulate.py")
_CLUSTER_LAYERS = (*_LAYERS, "lab")
"""What workers of a cluster must have as whoever asks has it."""
_SUFFIXES = (".py", ".toml", ".csv", ".json")


class WorkersFailed(RuntimeError):  # noqa: N818 - said to a person, without "Error"
    """There is nobody to do the work, or nobody left; the message is a sentence for a person."""


@contextlib.contextmanager
def opened(jobs: int = 1, cluster: str | None = None) -> Iterator[Executor | None]:
    """Give an executor of so many processes or of a cluster's machines; None where the work is done right here."""
    if cluster is not None:
        with _cluster(cluster) as executor:
            yield executor
    elif jobs <= 1:
        yield None
    else:
        with _processes(jobs) as executor:
            yield executor


def processes(jobs: int, nice: int = 0) -> concurrent.futures.ProcessPoolExecutor:
    """Return a pool of processes, which give way to others by so much; `end` ends it."""
    import multiprocessing

    # Spawned, not forked: the same on every system, and no thread of ours is cut in two. An interrupt from the keyboard
    # is for us alone: were the processes to end by it, the pool could not tell that from a crash.
    return concurrent.futures.ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin, (nice,))


@contextlib.contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    pool = processes(jobs)
    try:
        yield pool
    except BaseException:
        end(pool)
        raise
    pool.shutdown()


def _begin(nice: int = 0) -> None:
    """Leave interrupts to the parent, and end with it, however it ends: a process that was killed cannot say so."""
    import multiprocessing

    if nice and hasattr(os, "nice"):  # not on Windows
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def end(pool: concurrent.futures.ProcessPoolExecutor) -> None:
    """End a pool's processes without waiting for what they do."""
    for process in list((pool._processes or {}).values()):  # noqa: SLF001 - there is no public way before Python 3.14
        process.kill()
    pool.shutdown(cancel_futures=True)


def finished(
    executor: Executor | None, function: Callable[..., T], work: Iterable[tuple[Any, ...]], ahead: int = AHEAD
) -> Iterator[T]:
    """Call the function with each tuple of arguments, here or on an executor, and yield results as they come."""
    if executor is None:
        for arguments in work:
            yield function(*arguments)
        return
    # Waiting for a queue, not with `concurrent.futures.wait`: an interrupt from the keyboard would leave locks behind
    # there, and the pool could never be closed.
    left, waiting, done = iter(work), set[Future[T]](), SimpleQueue[Future[T]]()
    try:
        while True:
            for arguments in itertools.islice(left, ahead - len(waiting)):
                future = executor.submit(function, *arguments)
                waiting.add(future)
                future.add_done_callback(done.put)
            if not waiting:
                return
            future = done.get()
            waiting.remove(future)
            yield _result(future)
    finally:
        if not isinstance(executor, concurrent.futures.ProcessPoolExecutor):  # which stumbles over it when it is ended
            for future in waiting:
                future.cancel()


def _result(future: Future[T]) -> T:
    try:
        return future.result()
    except BrokenExecutor:
        raise WorkersFailed("a process was ended from outside, perhaps for want of memory; run it again") from None
    except concurrent.futures.CancelledError:
        raise WorkersFailed("the cluster went away before the work was done; run it again") from None
    except Exception as error:
        if type(error).__name__ == "KilledWorker":  # of a library that may not be installed
            raise WorkersFailed(f"workers of the cluster died one after another: {error}") from None
        raise


# --- a cluster


class _ClusterExecutor(Executor):
    """Hands work to a cluster as bytes: nothing of it is looked into on the way, and a worker checks what it runs."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        return self._inner.submit(run_packed, sources(*_CLUSTER_LAYERS), pickle.dumps((fn, args, kwargs)))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._inner.shutdown(wait=wait)


def run_packed(expected: str, work: bytes) -> Any:
    """Do a piece of work on a worker, which must have the sources of whoever asks: others would play otherwise."""
    if (own := sources(*_CLUSTER_LAYERS)) != expected:
        raise WorkersFailed(
            f"a worker of the cluster has other sources of Verso ({own}) than this machine ({expected}): "
            "install the same version everywhere"
        )
    function, arguments, named = pickle.loads(work)
    return function(*arguments, **named)


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    if not _ADDRESS.fullmatch(address):
        raise WorkersFailed(f"{address!r} is not the address of a cluster: say tcp://HOST:PORT of its scheduler")
    try:
        dask: Any = importlib.import_module("distributed")
    except ImportError:
        raise WorkersFailed("a cluster needs the library Dask: install verso-games[cluster]") from None
    try:
        client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except OSError:
        raise WorkersFailed(f"no scheduler of a cluster answers at {address}") from None
    try:
        _await_worker(client, address)
        yield _ClusterExecutor(client.get_executor(pure=False))
    finally:
        client.close(timeout=PATIENCE)


def _await_worker(client: Any, address: str) -> None:
    """Wait for a first worker, and let it show that it has Verso at all."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise WorkersFailed(f"the cluster at {address} has no workers") from None
    try:
        client.submit(sources, pure=False, priority=1).result()
    except ImportError as error:
        raise WorkersFailed(f"a worker of the cluster at {address} cannot load Verso: {error}") from None


@functools.cache
def sources(*layers: str) -> str:
    """Return a hash of all sources and tables that games depend on, or whatever is written about them.

    Of some layers if they are named: how bots play depends on the core, the games and the bots alone.
    """
    digest = hashlib.sha256()
    for path in sorted(path for layer in layers or _LAYERS for path in _files(_PACKAGE / layer)):
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _files(place: Path) -> list[Path]:
    return [path for path in (place.rglob("*") if place.is_dir() else [place]) if path.suffix in _SUFFIXES]
