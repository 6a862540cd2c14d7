"""Settings: by file and environment, checked, and all of them documented."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest

from serving import Process
from verso.server.commands import to_environment
from verso.server.settings import InvalidSettings, Settings, load, table

ROOT = Path(__file__).parents[2]


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "verso.toml"
    file.write_text('port = 9000\norigins = ["https://a.example"]\nbot_seconds = 2\nsecure = true\n', encoding="utf-8")
    settings = load(file, {"VERSO_PORT": "9001", "VERSO_DEVELOPMENT": "yes"})
    assert (settings.port, settings.secure, settings.development) == (9001, True, True)
    assert settings.origins == ("https://a.example",)
    assert settings.bot_seconds == 2.0
    assert load(None, {"VERSO_SETTINGS": str(file)}).port == 9000
    assert load(file, {}, port=1).port == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prot = 1", "no setting 'prot'"),
        ("port = 'x'", "port must be a whole number"),
        ("port = true", "port must be a whole number"),
        ("port = -1", "port must be at least 0"),
        ("port = 65536", "port must be at least 0 and at most 65535, not 65536"),
        ("bot_seconds = nan", "bot_seconds must be at least 0, not nan"),
        ("requests_per_second = inf", "requests_per_second must be at least 0.1, not inf"),
        ("database = 'mysql://me:secret@here/it'", r"database must be a file or postgresql://user@host/name$"),
        ("secure = 1", "secure must be true or false"),
        ("workers = 2", "PostgreSQL"),
        ("log_level = 'loud'", "log_level"),
        ("port = ", "Invalid"),
    ],
)
def test_a_wrong_file_is_refused_by_name(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "verso.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidSettings, match=words):
        load(file, {})


@pytest.mark.parametrize(("name", "value"), [("VERSO_PORT", "x"), ("VERSO_SECURE", "maybe"), ("VERSO_BOT_SECONDS", "")])
def test_a_wrong_variable_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(InvalidSettings, match=name):
        load(None, {name: value})


def test_a_missing_file_is_said() -> None:
    with pytest.raises(InvalidSettings, match=r"nowhere\.toml"):
        load(Path("nowhere.toml"), {})


def test_settings_go_to_workers_whole() -> None:
    settings = Settings(database="postgresql://x/y", workers=3, origins=("a", "b"), secure=True, bot_seconds=0.25)
    assert load(None, to_environment(settings)) == settings


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    for name, default, text in table():
        assert f"| `{name}` | {default} | {text} |" in page, name
    rows = [line for line in page.splitlines() if line.startswith("| `") and line.count("|") == 4]
    assert len(rows) == len(dataclasses.fields(Settings))


def test_the_server_answers_soon_after_it_starts_without_anything_compiled(tmp_path: Path) -> None:
    """It compiles nothing, and does not even load what compiles."""
    server = Process(str(tmp_path / "verso.db"), log_level="error")
    server.environment["VERSO_CACHE_DIR"] = str(tmp_path / "cache")
    server.start()
    try:
        assert server.process is not None
        loaded = Path(f"/proc/{server.process.pid}/maps").read_text(encoding="utf-8")
        assert "apsw" in loaded
        assert "llvmlite" not in loaded
        assert not list(tmp_path.glob("cache/**/*"))
    finally:
        server.kill()


def test_play_and_rules_are_light() -> None:
    """Importing what plays must not import what serves."""
    code = "import sys, verso.play.show; print({'starlette', 'uvicorn', 'apsw', 'numba'} & set(sys.modules) or None)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout == "None\n"
