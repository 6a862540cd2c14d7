"""How the tests are run: the longest first, and those marked `long` only when asked for."""

from __future__ import annotations

import pytest

SLOWEST_FIRST = (
    "test_flip_city_twin",
    "test_phase10_twin",
    "test_laws",
    "test_phase10_solver",
    "test_kernel",
    "test_phase10_information",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests marked long (make test-long)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes many minutes; run by make test-long only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        left = [item for item in items if item.get_closest_marker("long")]
        if left:
            config.hook.pytest_deselected(items=left)
            items[:] = [item for item in items if item not in left]
    order = {name: number for number, name in enumerate(SLOWEST_FIRST)}
    items.sort(key=lambda item: order.get(item.path.stem, len(order)))
