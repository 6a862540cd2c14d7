"""Every test goes to one process, with those it shares something with; every second process begins with a browser's."""

from __future__ import annotations

import re
import types
from pathlib import Path

import pytest

from scheduling import SERVE_THEMSELVES, ByWhatIsShared

TESTS = [
    *("tests/server/test_tables.py::one", "tests/server/test_transport.py::one", "tests/server/test_tables.py::two"),
    *("tests/core/test_laws.py::one", "tests/core/test_laws.py::two[a::b]", "tests/test_docs.py::one"),
    *(f"tests/web/test_pages.py::{name}" for name in ("short", "longer", "longest")),
]


class Node:
    """A process that runs whatever it is given, and says so when it is asked."""

    def __init__(self, number: int, tests: list[str]) -> None:
        self.tests = tests
        self.gateway = types.SimpleNamespace(id=f"gw{number}")
        self.given: list[str] = []
        self.units: list[list[str]] = []
        self.shutting_down = False

    def send_runtest_some(self, indices: list[int]) -> None:
        self.units.append([self.tests[index] for index in indices])

    def shutdown(self) -> None:
        self.shutting_down = True


def handed_out(tests: list[str], paces: list[int]) -> list[Node]:
    """Return processes of these paces that did some tests: so many steps each takes for one."""
    scheduler, nodes = ByWhatIsShared(len(paces)), [Node(number, tests) for number in range(len(paces))]
    for node in nodes:
        scheduler.add_node(node)
        scheduler.add_node_collection(node, tests)
    scheduler.schedule()
    for moment in range(max(paces) * len(tests)):
        for node, pace in zip(nodes, paces, strict=True):
            waiting = [each for unit in node.units for each in unit][len(node.given) :]
            if waiting and moment % pace == 0:
                node.given.append(waiting[0])
                scheduler.mark_test_complete(node, tests.index(waiting[0]))
    return nodes


@pytest.fixture
def nodes() -> list[Node]:
    return handed_out(TESTS, [1, 1])


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


@pytest.mark.parametrize("paces", [[1, 1, 1, 1], [5, 1, 5, 1], [1, 5, 1, 5], [1, 5]])
def test_whoever_has_driven_a_browser_does_nothing_else(paces: list[int]) -> None:
    """Its driver leaves a loop in the thread, in which no other can run."""
    nodes = handed_out(TESTS, paces)
    assert sorted(each for node in nodes for each in node.given) == sorted(TESTS)
    for node in nodes:
        browsers = [each.startswith("tests/web/") for each in node.given]
        assert browsers == sorted(browsers)
        assert node.shutting_down


def test_what_a_process_leaves_undone_is_done_by_others_but_for_where_it_died() -> None:
    one, other, late = (Node(number, TESTS) for number in range(3))
    scheduler = ByWhatIsShared(2)
    for node in (one, other):
        scheduler.add_node(node)
        scheduler.add_node_collection(node, TESTS)
    scheduler.schedule()
    assert scheduler.remove_node(one) == TESTS[0]
    scheduler.add_node(late)
    scheduler.add_node_collection(late, TESTS)
    scheduler.schedule()
    for node in len(TESTS) * (other, late):
        for test in [each for unit in node.units for each in unit][len(node.given) :][:1]:
            node.given.append(test)
            scheduler.mark_test_complete(node, TESTS.index(test))
    assert sorted([TESTS[0], *other.given, *late.given]) == sorted(TESTS)
    assert scheduler.tests_finished


def test_processes_that_find_other_tests_are_refused() -> None:
    scheduler = ByWhatIsShared(2)
    for node in (one := Node(0, TESTS), other := Node(1, TESTS[1:])):
        scheduler.add_node(node)
    scheduler.add_node_collection(one, TESTS)
    with pytest.raises(RuntimeError, match="other tests"):
        scheduler.add_node_collection(other, TESTS[1:])


@pytest.mark.parametrize("tests", [TESTS[:6], TESTS[6:]])
def test_all_processes_share_in_tests_of_one_kind(tests: list[str]) -> None:
    nodes = handed_out(tests, [1, 1, 1])
    assert all(node.given for node in nodes)
    assert sorted(each for node in nodes for each in node.given) == sorted(tests)


def test_those_that_serve_themselves_are_there_and_share_nothing() -> None:
    for name in SERVE_THEMSELVES:
        text = (Path(__file__).parent / name).read_text(encoding="utf-8")
        assert re.findall(r"^def test_.*\b(?:service|database|postgres_server): .*$", text, re.MULTILINE) == []
