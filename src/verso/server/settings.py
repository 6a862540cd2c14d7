"""All settings of the server: name, default and help in one table; by environment or by a TOML file.

`VERSO_PORT=9000` sets `port`. A file named by `VERSO_SETTINGS` (or given to `load`) has the names as they stand here;
the environment wins over the file.
"""

from __future__ import annotations

import dataclasses
import math
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class InvalidSettings(ValueError):  # noqa: N818
    """A setting cannot be used; the message names it."""


def _setting(default: Any, text: str, low: float = -math.inf, high: float = math.inf) -> Any:
    return dataclasses.field(default=default, metadata={"help": text, "low": low, "high": high})


@dataclasses.dataclass(frozen=True)
class Settings:
    """What a host can choose. docs/server.md has the same table."""

    host: str = _setting("127.0.0.1", "address to listen on; 0.0.0.0 for every network of this machine")
    port: int = _setting(8400, "port to listen on", 0, 65_535)
    database: str = _setting("verso.db", "file of the SQLite database, or postgresql://user@host/name")
    workers: int = _setting(1, "server processes; more than one needs PostgreSQL", 1)
    origins: tuple[str, ...] = _setting(
        (), "other web origins that the page is reached by, as behind a proxy, e.g. https://example.org"
    )
    hosts: tuple[str, ...] = _setting(
        (), "names that players reach the server by, e.g. example.org; others are refused, none means any"
    )
    secure: bool = _setting(False, "set when players come by https: cookies are then sent over https only")
    trust_proxy: bool = _setting(False, "take a player's address from the X-Forwarded-For of a proxy on this machine")
    development: bool = _setting(False, "allow tables that begin from any position")
    public_metrics: bool = _setting(False, "answer /metrics to everybody, not only to this machine")
    grace_seconds: int = _setting(30, "how long a seat waits for somebody who is away or out of time", 0)
    reveal_seconds: int = _setting(
        10, "how long the start of a game waits for pages to reveal their part of its shuffles", 1
    )
    idle_seconds: int = _setting(600, "time for a move at tables without a clock, when others wait", 1)
    bot_threads: int = _setting(2, "bots that think at the same time", 1)
    bot_seconds: float = _setting(1.0, "how long the strongest bots may think about a move", 0)
    reading_threads: int = _setting(2, "threads that read finished games and count odds, for each worker", 1)
    review_threads: int = _setting(1, "reviews of finished games that are measured at the same time", 1)
    review_seconds: float = _setting(12.0, "how long a review is measured", 0)
    reviews_per_minute: float = _setting(6.0, "new reviews from one address, one at a time, for each worker", 0.1)
    lab_processes: int = _setting(1, "processes of the lab, for each worker, which give way to all else; 0: no lab", 0)
    lab_runs: int = _setting(16, "comparisons and searches of the lab that go on at the same time, for each worker", 1)
    lab_runs_per_address: int = _setting(2, "the same from one network address, and of one identity", 1)
    lab_runs_per_minute: float = _setting(40.0, "new ones of them from one network address, for each worker", 0.1)
    lab_seconds: float = _setting(60.0, "how long a comparison or a search goes on", 1)
    import_plies: int = _setting(20_000, "actions of a record that is imported, chance included", 1)
    token_days: int = _setting(400, "days until a browser that never came back is forgotten", 1)
    name_days: int = _setting(90, "days for which a name is held after its player last played; 0 holds none", 0)
    names_per_address: int = _setting(100, "names held for those who came from one network address", 1)
    reports_per_day: int = _setting(10, "reports of one identity; from one network address three times as many", 1)
    push_hosts: tuple[str, ...] = _setting(
        (
            "fcm.googleapis.com",
            "*.push.services.mozilla.com",
            "*.push.apple.com",
            "*.notify.windows.com",
        ),
        "push services that devices may be told through, always by https; * for any with a public address",
    )
    push_contact: str = _setting(
        "mailto:nobody@example.org", "where push services can reach you: mailto:you@example.org or an https address"
    )
    report_days: int = _setting(180, "days for which reports are kept", 1)
    deserted_days: int = _setting(60, "days until a table that nobody touches leaves the lists", 1)
    abandoned_days: int = _setting(
        90, "days until a game that nobody plays on is over without a result and shows the secret of its shuffles", 1
    )
    unplayed_days: int = _setting(
        1, "the same for a table at which nothing was played and nobody is invited; its link still works", 1
    )
    most_tables: int = _setting(10_000, "tables that are open or being played, in all", 1)
    tables_per_identity: int = _setting(50, "tables one identity may have open or being played", 1)
    tables_per_address: int = _setting(200, "tables set up from one network address that are open or being played", 1)
    sockets: int = _setting(5_000, "connections in all, for each worker", 1)
    sockets_per_identity: int = _setting(20, "connections of one identity, for each worker", 1)
    sockets_per_address: int = _setting(100, "connections of one network address, for each worker", 1)
    http_connections_per_address: int = _setting(
        100,
        "connections of one network address that are no sockets, for each worker; not with trust_proxy",
        1,
    )
    messages_per_second: float = _setting(20.0, "messages a connection may send, in the long run", 0.1)
    messages_per_address: float = _setting(
        100.0, "messages a second of all connections of one network address, in the long run; more wait", 0.1
    )
    bytes_per_second: float = _setting(32_768.0, "bytes a connection may send, in the long run; more waits", 1_024)
    socket_bytes_per_address: float = _setting(
        65_536.0, "bytes a second on all sockets of one network address, in the long run; more waits", 1_024
    )
    connections_per_second: float = _setting(
        100.0, "new connections from one network address, in the long run; more are cut off; not with trust_proxy", 0.1
    )
    requests_per_second: float = _setting(
        30.0, "requests and new connections from one network address, in the long run", 0.1
    )
    files_per_second: float = _setting(
        100.0, "files of the page for one network address, in the long run; more wait, for a few seconds", 0.1
    )
    guests_per_minute: float = _setting(30.0, "new identities from one network address", 0.1)
    tables_per_minute: float = _setting(
        30.0, "new tables, rematches and imports of one identity; tables from one address three times as many", 0.1
    )
    kept_per_day: int = _setting(
        100_000_000,
        "bytes that tables, moves, messages and imports from one address come to in a day, for each worker; "
        "then nothing new",
        1,
    )
    imports_per_day: float = _setting(200.0, "records imported from one network address, for each worker", 0.1)
    send_seconds: float = _setting(10.0, "a connection that takes longer to read a message is dropped", 0.1)
    log_level: str = _setting("info", "debug, info, warning or error")

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value, low, high = getattr(self, field.name), field.metadata["low"], field.metadata["high"]
            if isinstance(value, (int, float)) and not (low <= value <= high and math.isfinite(value)):
                most = "" if high == math.inf else f" and at most {high}"
                raise InvalidSettings(f"{field.name} must be at least {low}{most}, not {value}")
        if "://" in self.database and not self.is_postgres:
            raise InvalidSettings("database must be a file or postgresql://user@host/name")  # it may hold a password
        if self.workers > 1 and not self.is_postgres:
            raise InvalidSettings("workers: several need a PostgreSQL database; SQLite serves one")
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise InvalidSettings(f"log_level must be debug, info, warning or error, not {self.log_level!r}")

    @property
    def is_postgres(self) -> bool:
        return self.database.startswith(("postgresql://", "postgres://"))


def load(file: Path | None = None, environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Return the settings from a file, then the environment, then what is given: the later ones win."""
    environment = os.environ if environment is None else environment
    if file is None and environment.get("VERSO_SETTINGS"):
        file = Path(environment["VERSO_SETTINGS"])
    values = {} if file is None else _from_file(file)
    for field in dataclasses.fields(Settings):
        text = environment.get(f"VERSO_{field.name.upper()}")
        if text is not None:
            values[field.name] = _from_text(field, text)
    return Settings(**values | given)


def _from_file(file: Path) -> dict[str, Any]:
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidSettings(f"{file}: {error}") from None
    known = {field.name: field for field in dataclasses.fields(Settings)}
    values = {}
    for name, value in document.items():
        if name not in known:
            raise InvalidSettings(f"{file}: there is no setting {name!r}")
        values[name] = _checked(known[name], tuple(value) if isinstance(value, list) else value)
    return values


def _checked(field: dataclasses.Field[Any], value: Any) -> Any:
    wanted = type(field.default)
    if wanted is float and type(value) is int:
        value = float(value)
    if type(value) is not wanted:
        raise InvalidSettings(f"{field.name} must be {_KINDS[wanted]}, not {value!r}")
    return value


def _from_text(field: dataclasses.Field[Any], text: str) -> Any:
    wanted: Any = type(field.default)
    try:
        if wanted is bool:
            return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}[text.lower()]
        if wanted is tuple:
            return tuple(part.strip() for part in text.split(",") if part.strip())
        return wanted(text)
    except (ValueError, KeyError):
        raise InvalidSettings(f"VERSO_{field.name.upper()} must be {_KINDS[wanted]}, not {text!r}") from None


_KINDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", tuple: "a list of texts"}


def table() -> list[tuple[str, str, str]]:
    """Return name, default and help of every setting, for the documentation."""
    rows = []
    for field in dataclasses.fields(Settings):
        default = ", ".join(field.default) if isinstance(field.default, tuple) else field.default
        shown = str(default).lower() if isinstance(default, bool) else str(default)
        rows.append((field.name, shown or "(none)", field.metadata["help"]))
    return rows
