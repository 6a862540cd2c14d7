"""The commands of hosts: serve, look after what is kept, and check a record's shuffles."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from verso.cli.terminal import RecordFile, Refused, note, print_json, print_line, read_text
from verso.core.record import Record
from verso.play import shuffle

SettingsFile = Annotated[
    Path | None, Parameter(help="A TOML file of settings, which are defaults then; docs/server.md lists them.")
]
Database = Annotated[str | None, Parameter(help="A SQLite file, or postgresql://user@host/name; default: verso.db.")]
Player = Annotated[str, Parameter(help="The identity, as /api/v1/me tells it: p_ and sixteen characters.")]


def _settings(file: Path | None, **given: Any) -> Any:
    from verso.server import settings

    try:
        return settings.load(file, **{name: value for name, value in given.items() if value is not None})
    except settings.InvalidSettings as error:
        raise Refused(str(error)) from None


def serve(
    *,
    host: Annotated[
        str | None, Parameter(help="Address to listen on; 0.0.0.0 for every network. Default: 127.0.0.1.")
    ] = None,
    port: Annotated[int | None, Parameter(help="Port to listen on; default: 8400.")] = None,
    database: Database = None,
    workers: Annotated[int | None, Parameter(help="Processes; more than one needs PostgreSQL. Default: 1.")] = None,
    settings: SettingsFile = None,
) -> None:
    """Serve tables to players, over HTTP and WebSocket."""
    chosen = _settings(settings, host=host, port=port, database=database, workers=workers)
    place = _shown(chosen.database)
    _do("serve", chosen, lambda port: note(f"Verso serves {page_of(chosen.host, port)} from {place}. Ctrl-C stops it."))


def page_of(host: str, port: int) -> str:
    """Return where a browser finds the page of a server that listens there."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _shown(database: str) -> str:
    """Return a database's address without the password that may be in it."""
    scheme, separator, rest = database.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}" if separator else database


def _do(name: str, settings: Any, *arguments: Any) -> Any:
    from verso.server import commands

    try:
        return getattr(commands, name)(settings, *arguments)
    except commands.CommandError as error:
        raise Refused(str(error)) from None


def backup(file: Path, *, database: Database = None, settings: SettingsFile = None) -> None:
    """Write everything a server keeps to a file, also while it serves."""
    count = _do("backup", _settings(settings, database=database), file)
    note(f"{count} rows written to {file}. It holds secrets of unfinished games: keep it safe.")


def restore(file: Path, *, database: Database = None, settings: SettingsFile = None) -> None:
    """Fill an empty database from a backup."""
    count = _do("restore", _settings(settings, database=database), file)
    note(f"{count} rows restored.")


def export_player(player: Player, *, database: Database = None, settings: SettingsFile = None) -> None:
    """Print everything a server keeps about one player."""
    print_json(_do("export_player", _settings(settings, database=database), player))


def delete_player(player: Player, *, database: Database = None, settings: SettingsFile = None) -> None:
    """Make a server forget a player."""
    count = _do("delete_player", _settings(settings, database=database), player)
    note(f"{player} is forgotten, also in {count} tables and records.")


def reports(
    *,
    json: Annotated[bool, Parameter(help="As a JSON document.")] = False,
    database: Database = None,
    settings: SettingsFile = None,
) -> None:
    """Print what players have reported about others, newest first."""
    found = _do("reports", _settings(settings, database=database))
    if json:
        print_json(found)
        return
    for each in found:
        when = dt.datetime.fromtimestamp(each["at"] / 1_000, dt.UTC).strftime("%Y-%m-%d %H:%M")
        print_line(f"{when}  {each['kind']}: {each['name']} ({each['reported']}) at table {each['table']}")
        print_line(f"  reported by {each['reporter']}" + (f": {each['words']}" if each["words"] else ""))
        for line in each["said"][-10:]:
            print_line(f"  said: {line['text']}")
    note(f"{len(found)} reports.")


def verify(
    record: RecordFile,
    /,
    *,
    commitment: Annotated[str | None, Parameter(help="The commitment you saw before the game.")] = None,
    entropy_commitments: Annotated[
        str | None,
        Parameter(help="Those of the seats, with commas between them and - for none, as your page kept them."),
    ] = None,
) -> int:
    """Check the shuffles of a record without trusting the server."""
    seats = None if entropy_commitments is None else entropy_commitments.split(",")
    given = None if seats is None else [None if each == "-" else each for each in seats]
    played = Record.from_text(read_text(record))
    verdict = shuffle.verify(played, commitment, given)
    print_line(verdict.words)
    if verdict.verified and commitment is None:
        note("Give --commitment, as it was shown before the game: a record alone only agrees with itself.")
    for seat in verdict.silent:
        note(f"Seat {seat} committed to an entropy and did not reveal it.")
    if verdict.verified and len(verdict.without) == played.setup.seats:
        note("No seat added entropy: the server may have picked a secret that suits it.")
    return 0 if verdict.verified else 1
