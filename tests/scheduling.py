"""Which tests go to which of several processes."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling


class ByWhatIsShared(LoadScopeScheduling):  # type: ignore[misc]
    """Gives tests that share what is set up or compiled to one process, and those in a browser, the last, one by one.

    So nothing is set up or waited for twice, and at the end no process is left with much while the other has nothing.
    """

    def _split_scope(self, nodeid: str) -> str:
        folder, _, _ = nodeid.removeprefix("tests/").partition("/")
        if folder == "web":
            return nodeid
        return folder if folder == "server" else nodeid.partition("::")[0]
