"""How the tests are run: the longest first, of those in a browser last, and those marked `long` only when asked for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

SLOWEST_FIRST = (
    "server",
    "test_third_game",
    "bots/test_adjusted",
    "games/phase10_flip/test_information",
    "core/test_laws",
    "bots/test_behaviour",
    "bots/test_arena",
    "core/test_bounded",
    "bots/test_commands",
    "rl/test_batch",
    "play/test_review",
    "lab/test_lab",
    "games/flip_city/test_twin",
    "games/phase10_flip/test_twin",
    "core/test_kernel",
)
"""Files, and a folder of which one process takes most."""
SLOWEST_LAST = (
    "test_solo_to_the_end_and_its_replay",
    "test_two_people_by_a_link_see_that_the_shuffles_were_fair_and_their_rematch_commits_anew",
    "test_text_twice_as_large_loses_nothing",
    "test_a_server_that_cheats_is_found_out",
    "test_what_is_not_revealed_in_time_is_left_out_and_both_pages_say_so",
    "test_figures_are_looked_for_and_tried",
    "test_a_figure_is_changed_seen_reported_shared_and_played",
    "test_odds_are_told_until_they_are_hidden",
    "test_nobody_gets_a_card_and_light_players_are_taught_first",
    "test_axe_finds_nothing_serious",
)
"""Tests in a browser, at which every second process begins."""
TESTS = Path(__file__).parent


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from scheduling import ByWhatIsShared

    return ByWhatIsShared(len(config.getoption("tx")))


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
    first = {name: number for number, name in enumerate(SLOWEST_FIRST)}
    last = {name: number for number, name in enumerate(SLOWEST_LAST, 1)}

    def place(item: pytest.Item) -> tuple[bool, int]:
        path = item.path.relative_to(TESTS).with_suffix("")
        if path.parts[0] == "web":
            return True, last.get(getattr(item, "originalname", item.name), 0)
        return False, first.get(path.as_posix(), first.get(path.parts[0], len(first)))

    items.sort(key=place)
