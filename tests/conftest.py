"""How the tests are run: the longest first, and those marked `long` only when asked for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

SLOWEST_FIRST = (
    "games/flip_city/test_twin",
    "games/phase10_flip/test_twin",
    "core/test_laws",
    "games/phase10_flip/test_solver",
    "test_third_game",
    "core/test_kernel",
    "games/phase10_flip/test_information",
    "server",
)
"""Files, and the folder that one process takes as a whole."""
TESTS = Path(__file__).parent


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from scheduling import ByWhatIsShared

    config.option.loadscopereorder = False  # they come as they are sorted here
    return ByWhatIsShared(config, log)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests marked long (make test-long)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes many minutes; run by make test-long only")
    if config.getoption("--long"):
        os.environ["VERSO_TESTS"] = "long"  # so many examples as support.often says, in processes of tests' own too


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        left = [item for item in items if item.get_closest_marker("long")]
        if left:
            config.hook.pytest_deselected(items=left)
            items[:] = [item for item in items if item not in left]
    order = {name: number for number, name in enumerate(SLOWEST_FIRST)}

    def place(item: pytest.Item) -> int:
        path = item.path.relative_to(TESTS).with_suffix("")
        return order.get(path.as_posix(), order.get(path.parts[0], len(order)))

    items.sort(key=place)
