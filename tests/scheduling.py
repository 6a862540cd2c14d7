"""Which tests go to which of several processes."""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadScopeScheduling

SERVE_THEMSELVES = frozenset(
    f"server/test_{name}.py"
    for name in (
        *("fuzz", "games", "lab", "pages", "reading", "security", "servers", "settings", "thinking", "transport"),
        "turns",
    )
)
"""Tests of the server that start what they need; the others share servers and a PostgreSQL, which take a while."""


class ByWhatIsShared(LoadScopeScheduling):  # type: ignore[misc]
    """Gives tests that share what is set up or compiled to one process, those in a browser one by one.

    The latter wait for it half of the time, the others seldom. So every second process begins at the end of the list,
    where the browser's are: at any time somebody computes where another waits, and whoever has no more of its own kind
    goes on with the other. What takes longest stands at both ends, so that nobody is left with much at last.
    """

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.removeprefix("tests/").partition("::")
        folder, _, _ = file.partition("/")
        if folder == "web":
            return nodeid
        return folder if folder == "server" and file not in SERVE_THEMSELVES else file

    def _assign_work_unit(self, node: Any) -> None:
        if self.nodes.index(node) % 2:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)
