"""Which tests go to which of several processes."""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadScopeScheduling

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


class ByWhatIsShared(LoadScopeScheduling):  # type: ignore[misc]
    """Gives tests that share what is set up or compiled to one process, those in a browser one by one.

    The latter wait for it half of the time, the others seldom. So every second process begins at the end of the list,
    where the browser's are: at any time somebody computes where another waits, and whoever has no more of its own kind
    goes on with the browser's. What takes longest stands at both ends, so that nobody is left with much at last.

    Whoever has driven a browser does nothing else: the driver's loop goes on in its thread, where no other can run.
    """

    def __init__(self, config: Any, log: Any = None) -> None:
        super().__init__(config, log)
        self._drivers: set[Any] = set()
        """The processes in which a browser is driven."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.removeprefix("tests/").partition("::")
        folder, _, _ = file.partition("/")
        if nodeid.startswith(BROWSER):
            return nodeid
        return folder if folder == "server" and file not in SERVE_THEMSELVES else file

    def _reschedule(self, node: Any) -> None:
        may_go_on = not self.workqueue or node not in self._drivers or self._next_for(node).startswith(BROWSER)
        if may_go_on or node.shutting_down:
            super()._reschedule(node)
        else:
            node.shutdown()  # once it has done what it has

    def _assign_work_unit(self, node: Any) -> None:
        unit = self._next_for(node)
        self.workqueue.move_to_end(unit, last=False)
        if unit.startswith(BROWSER):
            self._drivers.add(node)
        super()._assign_work_unit(node)

    def _next_for(self, node: Any) -> str:
        """Return what comes next in the list, or, for every second process, in the list from its end."""
        number = int(node.gateway.id.removeprefix("gw"))
        return str(next(reversed(self.workqueue) if number % 2 else iter(self.workqueue)))
