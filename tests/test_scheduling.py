"""Every test goes to one process, with those it shares something with; every second process begins with a browser's."""

from __future__ import annotations

import re
import types
from pathlib import Path
from typing import Any

import pytest

from scheduling import SERVE_THEMSELVES, ByWhatIsShared

TESTS = [
    *("tests/server/test_tables.py::one", "tests/server/test_transport.py::one", "tests/server/test_tables.py::two"),
    *("tests/core/test_laws.py::one", "tests/core/test_laws.py::two[a::b]", "tests/test_docs.py::one"),
    *(f"tests/web/test_pages.py::{name}" for name in ("short", "longer", "longest")),
]


class Node:
    """A process that runs whatever it is given, and says so when it is asked."""

    def __init__(self, name: str) -> None:
        self.gateway = types.SimpleNamespace(id=name)
        self.given: list[str] = []
        self.units: list[list[str]] = []
        self.shutting_down = False

    def send_runtest_some(self, indices: list[int]) -> None:
        self.units.append([TESTS[index] for index in indices])

    def shutdown(self) -> None:
        self.shutting_down = True


@pytest.fixture
def nodes(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setattr(pytestconfig.option, "tx", ["popen", "popen"], raising=False)
    monkeypatch.setattr(pytestconfig.option, "loadscopereorder", False, raising=False)
    scheduler, nodes = ByWhatIsShared(pytestconfig), [Node("one"), Node("other")]
    for node in nodes:
        scheduler.add_node(node)
        scheduler.add_node_collection(node, TESTS)
    scheduler.schedule()
    while running := [node for node in nodes if len(node.given) < sum(map(len, node.units))]:
        for node in running:
            node.given.append([each for unit in node.units for each in unit][len(node.given)])
            scheduler.mark_test_complete(node, TESTS.index(node.given[-1]))
    return nodes


def test_every_test_is_run_once(nodes: list[Node]) -> None:
    assert sorted(each for node in nodes for each in node.given) == sorted(TESTS)


def test_what_is_shared_stays_together(nodes: list[Node]) -> None:
    units = [unit for node in nodes for unit in node.units]
    assert sorted(map(len, units)) == [1] * 5 + [2, 2]
    assert [TESTS[0], TESTS[2]] in units  # the server's, but for those that serve themselves
    assert [TESTS[3], TESTS[4]] in units


def test_every_second_process_begins_at_the_end(nodes: list[Node]) -> None:
    one, other = nodes
    assert one.given[0] == TESTS[0]
    assert other.given[:3] == TESTS[:-4:-1]


def test_those_that_serve_themselves_are_there_and_share_nothing() -> None:
    for name in SERVE_THEMSELVES:
        text = (Path(__file__).parent / name).read_text(encoding="utf-8")
        assert re.findall(r"^def test_.*\b(?:service|database|postgres_server): .*$", text, re.MULTILINE) == []
