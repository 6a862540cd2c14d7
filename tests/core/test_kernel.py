"""One source, two ways of running: equal results, and compiled code that can never be of other sources."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import verso
from support import VARIANTS, Variant
from verso.core import kernel, native, plain_numba
from verso.core.drive import Batch, perft
from verso.core.game import Position
from verso.core.rng import Rng
from verso.core.spec import blank, values_of
from verso.games.flip_city import rules

# --- the same results

DIGEST_VARIANTS = [
    pytest.param(variant, id=variant.name, marks=[] if variant.seats == 2 else pytest.mark.long)
    for variant in VARIANTS
    if variant.ruleset == "tmg-2015" and variant.office
]


@pytest.mark.parametrize("variant", DIGEST_VARIANTS)
def test_digests_of_random_games_are_equal(variant: Variant) -> None:
    """The states every 50 steps of random games, compiled and interpreted, hashed together."""
    setup, games, digests = variant.setup(), 3, []
    batch = Batch(setup, games, "digest")
    positions = [Position.start(setup) for _ in range(games)]
    streams = [Rng("digest", index).stream for index in range(games)]
    size = setup.game.action_count + 1
    actions, weights = [0] * size, [0] * size
    for _ in range(30):
        batch.play_randomly(most=50)
        digests.append(hashlib.sha256(batch.states.tobytes()).hexdigest())
        for position, stream in zip(positions, streams, strict=True):
            setup.rules.rollout(position.state, setup.tables, stream, actions, weights, 50)
        interpreted = b"".join(kernel.state_bytes(position.state, setup.seats) for position in positions)
        assert hashlib.sha256(interpreted).hexdigest() == digests[-1]
    assert len(set(digests)) > 1


def test_records_go_through_arrays_unchanged() -> None:
    position = verso.game("flip-city").new(3, office=True)
    for _ in range(80):
        position.settle(Rng(position.ply))
        position.push(position.legal[-1])
    array = kernel.to_array(position.state, 3, count=2)
    assert len(array) == 2
    for element in array:
        assert values_of(kernel.from_array(element, rules.State)) == values_of(position.state)
    assert kernel.state_bytes(position.state, 3) == array[:1].tobytes()


def test_state_bytes_tell_every_field_apart() -> None:
    state = blank(rules.State, 2)
    first = kernel.state_bytes(state, 2)
    for name, value in values_of(state).items():
        changed = state.copy()
        if not isinstance(value, list):
            setattr(changed, name, 1)
        else:
            row: Any = getattr(changed, name)
            while isinstance(row[-1], list):
                row = row[-1]
            row[-1] = 1
        assert kernel.state_bytes(changed, 2) != first, name
        assert name in kernel.describe_difference(state, changed)


def test_a_two_player_state_has_at_most_256_bytes() -> None:
    assert kernel.dtype_of(rules.State, 2).itemsize <= 256


def test_copies_share_nothing() -> None:
    position = verso.game("flip-city").new(2)
    state, other = position.state, position.state.copy()
    interpreted = blank(rules.State, 2)
    verso.game("flip-city").interpreted.assign(interpreted, state)
    before = values_of(state.copy())
    for made in (other, interpreted):
        made.deck[0][0] += 1
        made.played[0] += 1
        made.cash += 1
    assert values_of(state) == before


WAYS = pytest.mark.parametrize("way", ["", "plain"], ids=["native", "plain"])


@WAYS
def test_copies_of_records_share_nothing_and_miss_nothing(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERSO_NUMBA", way)
    state, game = blank(rules.State, 2), verso.game("flip-city")
    array = kernel.to_array(state, 2, count=2)
    array[:1].view(np.uint8)[:] = np.arange(array.itemsize) % 100 + 1
    filled = values_of(kernel.from_array(array[0], rules.State))
    game.compiled().assign(array[1], array[0])
    assert values_of(kernel.from_array(array[1], rules.State)) == filled
    array[0]["deck"] = 0
    assert values_of(kernel.from_array(array[1], rules.State)) == filled


@WAYS
def test_bounds_are_checked_when_asked(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERSO_NUMBA", way)
    setup = verso.game("flip-city").setup(2)
    engine = setup.game.compiled(check_bounds=True)
    array = kernel.to_array(Position.start(setup).state, 2)
    array["awaiting"], array["revealing"] = rules.AWAIT_TOP, 2  # a seat that is not there
    with pytest.raises(IndexError):
        engine.chance(array[0], setup.array, np.zeros(300, dtype=np.int64), np.zeros(300, dtype=np.int64))


# --- what compiles


def test_the_ordinary_way_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, found = verso.game("flip-city").setup(2, office=True), []
    for way in ("", "plain"):
        monkeypatch.setenv("VERSO_NUMBA", way)
        batch = Batch(setup, 20, "ways")
        steps = batch.play_randomly(threads=2)
        found.append((steps, batch.states.tobytes(), batch.streams.tobytes(), perft(Position.start(setup), 5)))
    assert found[0] == found[1]


def chosen(caplog: pytest.LogCaptureFixture) -> tuple[type, str]:
    """Make an engine anew; return what its functions are, and what the log says about it."""
    kernel._compiled.cache_clear()
    caplog.clear()
    with caplog.at_level("INFO", "verso.kernel"):
        engine = verso.game("flip-city").compiled()
    return type(engine.apply), caplog.messages[-1]


def test_the_log_says_what_compiles_and_why(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.delenv("VERSO_NUMBA", raising=False)
    what, why = chosen(caplog)
    assert what is native.Function
    assert why.endswith("rules: verso.core.native (tried with these versions)")
    monkeypatch.setenv("VERSO_NUMBA", "plain")
    what, why = chosen(caplog)
    assert what is plain_numba.Function
    assert why.endswith("rules: verso.core.plain_numba (VERSO_NUMBA=plain is set)")
    monkeypatch.setenv("VERSO_NUMBA", "fancy")
    with pytest.raises(ValueError, match="VERSO_NUMBA is 'fancy'; it may be 'plain' or not be set"):
        chosen(caplog)


def test_other_versions_compile_in_the_ordinary_way(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("VERSO_NUMBA", raising=False)
    monkeypatch.setitem(native.TRIED, "llvmlite", {"0.1"})
    what, why = chosen(caplog)
    kernel._compiled.cache_clear()
    assert what is plain_numba.Function
    assert re.search(r"plain_numba \(llvmlite \S+ was not tried, only 0\.1\)$", why)


# --- what a rules module must have


def test_a_missing_contract_function_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(str(rules.__file__)).read_text(encoding="utf-8")
    broken = source.replace("def returns(", "def payoffs(").replace("def redact(", "def hide(")
    (tmp_path / "broken_rules.py").write_text(broken, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(TypeError, match=r"broken_rules does not supply redact, returns: see verso\.core\.contract"):
        kernel.interpreted("broken_rules")


def test_engines_are_made_once() -> None:
    game = verso.game("flip-city")
    assert kernel.interpreted(game.rules) is kernel.interpreted(game.rules)
    assert not game.interpreted.is_compiled


def test_what_engines_share_is_loaded_once() -> None:
    """So it is compiled once for all of them, in a process that compiles more than one."""
    game = verso.game("flip-city")
    alone, below = kernel.interpreted(game.rules), kernel.interpreted(game.rules, "verso.bots.kernels.search")
    assert below.apply is alone.apply
    assert below.search.__globals__["apply"] is alone.apply
    assert kernel.interpreted(verso.game("phase-10-flip").rules).apply is not alone.apply


# --- the cache

PROGRAM = """
import json, sys
import verso
from verso.core import kernel
if sys.argv[1:] == ["directory"]:
    print(json.dumps({"directory": str(kernel.cache_directory())}))
    sys.exit()
import numpy as np
game = verso.game("flip-city")
player = {"top": ["RA"], "played": ["AP"]}
document = {"game": "flip-city", "seats": 2, "to_act": 0, "turn": {"unhappy": 1}, "players": [player, {"top": ["CS"]}]}
busted = verso.Position.from_json(document)
won = verso.Position.from_json(document | {"phase": "build", "turn": {"points": 8}})
engine = game.compiled()
found = {"directory": str(kernel.cache_directory())}
for name, position, action in (("turn", busted, "play"), ("to_act", won, "done")):
    array = kernel.to_array(position.state, 2)
    engine.apply(array[0], position.setup.array, position.parse(action))
    found[name] = int(array[0][name])
stream = np.array([1 << 32 | 12345], dtype=np.int64)
buffers = np.zeros(300, dtype=np.int64), np.zeros(300, dtype=np.int64)
start = game.new(2)
engine.draw(kernel.to_array(start.state, 2)[0], start.setup.array, stream, *buffers)
found["stream"] = int(stream[0])
found["compilations"] = engine.apply.compilations + engine.draw.compilations
found["numba"] = "numba" in sys.modules
print(json.dumps(found))
"""


class Copy:
    """A copy of the package with a cache of its own, to be changed and run again."""

    def __init__(self, root: Path) -> None:
        self.package = root / "source" / "verso"
        self.cache = root / "cache"
        shutil.copytree(kernel.PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))

    def change(self, file: str, old: str, new: str) -> None:
        path = self.package / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (file, old)
        path.write_text(text.replace(old, new), encoding="utf-8")

    def run(self, *arguments: str) -> dict[str, Any]:
        environment = os.environ | {"PYTHONPATH": str(self.package.parent), "VERSO_CACHE_DIR": str(self.cache)}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"  # an edit within a second must not meet an old .pyc
        command = [sys.executable, "-c", PROGRAM, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, check=False)
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        assert Path(found["directory"]).is_relative_to(self.cache)
        return found


@pytest.mark.long
def test_compiled_code_follows_every_change_of_the_sources(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    first = copy.run()
    assert (first["turn"], first["to_act"], first["compilations"], first["numba"]) == (1, -2, 2, True)

    again = copy.run()
    assert again == {**first, "compilations": 0, "numba": False}, "the second run compiled everything again"

    copy.change("games/flip_city/rules.py", "    return s.unhappy > s.limit\n", "    return s.unhappy >= s.limit\n")
    ruled = copy.run()
    assert (ruled["turn"], ruled["compilations"]) == (2, 2), "an edited rule is not played"

    copy.change("core/spec.py", "OVER = -2\n", "OVER = -3\n")
    copy.change("core/rng.py", "MULTIPLIER = 2131995753\n", "MULTIPLIER = 2131995751\n")
    constant = copy.run()
    assert constant["to_act"] == -3, "an edited constant of another module is not noticed"
    assert constant["stream"] != first["stream"], "an edited module that rules call is not noticed"
    assert len({found["directory"] for found in (first, ruled, constant)}) == 3


def test_a_changed_table_file_has_a_directory_of_its_own(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    first = copy.run("directory")
    assert copy.run("directory") == first
    copy.change("games/flip_city/cards.toml", "cost = { value = 7,", "cost = { value = 8,")
    second = copy.run("directory")
    copy.change("games/flip_city/rulesets/solo.toml", "solo_supply = { OF = 4 }", "solo_supply = { OF = 5 }")
    assert len({str(found) for found in (first, second, copy.run("directory"))}) == 3


def directory_now() -> Path:
    """Find the cache directory without what was remembered."""
    return kernel.cache_directory.__wrapped__()


def test_old_directories_are_dropped_and_the_last_used_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERSO_CACHE_DIR", str(tmp_path))
    for age in range(1, 11):
        old = tmp_path / f"compiled-{age:02}"
        old.mkdir()
        (old / "code.nbc").write_text("compiled")
        os.utime(old, (1_000_000_000 - age, 1_000_000_000 - age))
    (tmp_path / "something else").mkdir()
    current = directory_now()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {current.name, "something else", *(f"compiled-{age:02}" for age in range(1, 6))}


def test_the_directory_in_use_is_never_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERSO_CACHE_DIR", str(tmp_path))
    current = directory_now()
    os.utime(current, (1, 1))
    for age in range(10):
        (tmp_path / f"compiled-{age:02}").mkdir()
    assert directory_now() == current
    assert current.is_dir()


def test_an_unusable_cache_root_falls_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "a file, no directory"
    blocked.write_text("")
    monkeypatch.delenv("VERSO_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert directory_now().is_relative_to(tmp_path / "home" / "verso")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert directory_now().parent.name.startswith("verso-cache-")
    assert directory_now().is_relative_to(tmp_path)


def test_a_configured_root_that_cannot_be_used_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("VERSO_CACHE_DIR", str(blocked))
    with pytest.raises(OSError, match="set VERSO_CACHE_DIR to one that can be written"):
        directory_now()


def test_arrays_have_no_padding_inside() -> None:
    dtype: np.dtype[Any] = kernel.dtype_of(rules.State, 2)
    assert dtype.fields is not None
    used = sum(field[0].itemsize for field in dtype.fields.values())
    assert dtype.itemsize - used < 4
