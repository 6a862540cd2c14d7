"""Which tests go to which of several processes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

BROWSER = "tests/web/"
"""Where tests in a browser begin their names."""
SERVE_THEMSELVES = frozenset(
    f"server/test_{name}.py"
    for name in (
        *("fuzz", "games", "lab", "pages", "reading", "security", "servers", "settings", "thinking", "transport"),
        "turns",
    )
)
"""Tests of the server that start what they need; the others share servers and a PostgreSQL, which take a while."""


class ByWhatIsShared:
    """Gives tests that share what is set up or compiled to one process, those in a browser one by one.

    The latter wait for it half of the time, the others seldom. So every second process begins at the end of the list,
    where the browser's are: at any time somebody computes where another waits, and whoever has no more of its own kind
    goes on with the browser's. What takes longest stands at both ends, so that nobody is left with much at last.

    Whoever has driven a browser does nothing else: the driver's loop goes on in its thread, where no other can run.

    What pytest-xdist asks of a scheduler is its protocol `xdist.scheduler.Scheduling`.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._found: dict[Any, list[str]] = {}
        """The tests as each process counts them."""
        self._left: dict[Any, list[str]] = {}
        """What each process has been given and not done yet."""
        self._waiting: OrderedDict[str, list[str]] = OrderedDict()
        """Tests that nobody has been given, by what they share."""
        self._is_divided = False
        self._drivers: set[Any] = set()
        """The processes in which a browser is driven."""

    @property
    def nodes(self) -> list[Any]:
        return list(self._left)

    @property
    def collection_is_completed(self) -> bool:
        return len(self._found) >= self._processes

    @property
    def tests_finished(self) -> bool:
        """Whether nobody needs more tests: a process begins one when it knows of the next, or of the end."""
        return self.collection_is_completed and not self._waiting and all(len(left) < 2 for left in self._left.values())

    @property
    def has_pending(self) -> bool:
        return bool(self._waiting) or any(self._left.values())

    def add_node(self, node: Any) -> None:
        self._left[node] = []

    def remove_node(self, node: Any) -> str | None:
        """Let a process go; return the test in which it died, if it did. Others do what else it had been given."""
        left = self._left.pop(node)
        self._wait(left[1:])
        for each in self._left:
            self._supply(each)
        return left[0] if left else None

    def add_node_collection(self, node: Any, collection: Sequence[str]) -> None:
        if any(collection != found for found in self._found.values()):
            raise RuntimeError(f"{node} has found other tests than the processes before it")
        self._found[node] = list(collection)

    def schedule(self) -> None:
        """Give every process something to do: for the first time, or because one has come in another's place."""
        if not self._is_divided:
            self._is_divided = True
            self._wait(next(iter(self._found.values())))
            for node in self.nodes[len(self._waiting) :]:
                del self._left[node]
                node.shutdown()
            for node in self._left:
                self._give(node)
        for node in self._left:
            self._supply(node)

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        self._left[node].remove(self._found[node][item_index])
        self._supply(node)

    def mark_test_pending(self, item: str) -> None:
        raise NotImplementedError("no test is run a second time")

    def remove_pending_tests_from_node(self, node: Any, indices: Sequence[int]) -> None:
        raise NotImplementedError("nobody takes a test from another process")

    def _wait(self, tests: Sequence[str]) -> None:
        """Put tests into the list: those in a browser stand at its end, also if they were given to somebody before."""
        for test in tests:
            self._waiting.setdefault(shared_by(test), []).append(test)
        for unit in [unit for unit in self._waiting if unit.startswith(BROWSER)]:
            self._waiting.move_to_end(unit)

    def _supply(self, node: Any) -> None:
        """Give a process more if it is about to have nothing to do, or tell it that this was all."""
        if node.shutting_down:
            return
        if not self._waiting or (node in self._drivers and not self._next_for(node).startswith(BROWSER)):
            node.shutdown()  # once it has done what it has
        elif len(self._left[node]) <= 2:
            self._give(node)

    def _give(self, node: Any) -> None:
        unit = self._next_for(node)
        tests = self._waiting.pop(unit)
        if unit.startswith(BROWSER):
            self._drivers.add(node)
        self._left[node] += tests
        node.send_runtest_some([self._found[node].index(test) for test in tests])

    def _next_for(self, node: Any) -> str:
        """Return what comes next in the list, or, for every second process, in the list from its end."""
        number = int(node.gateway.id.removeprefix("gw"))
        return next(reversed(self._waiting) if number % 2 else iter(self._waiting))


def shared_by(test: str) -> str:
    """Return what a test shares with others: its file, or all of the server's; one in a browser shares nothing."""
    file, _, _ = test.removeprefix("tests/").partition("::")
    folder, _, _ = file.partition("/")
    if test.startswith(BROWSER):
        return test
    return folder if folder == "server" and file not in SERVE_THEMSELVES else file
