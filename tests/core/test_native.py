"""Compiled functions, in both ways: the same answers, kept for the next process, compiled once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import tomllib
import types
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from packaging.requirements import Requirement

from verso.core import locking, native, plain_numba

PAIR = np.dtype((np.record, [("big", "i8"), ("small", "i2"), ("row", "i4", (3,))]))


def total(pairs: Any, one: Any, table: Any, corner: Any, number: int, share: float) -> Any:
    found = 0.0
    for i in range(len(pairs)):
        found += pairs[i].big + pairs[i].small + pairs[i].row[2]
    for i in range(table.shape[0]):
        for k in range(table.shape[1]):
            found += table[i, k]
    one.small = number
    return found + corner[0] * 10 + corner[1] + share * one.big


class Desk(NamedTuple):
    numbers: Any
    share: float


class Shelf(NamedTuple):
    share: float
    numbers: Any


def first_share(desk: Any) -> float:
    return float(desk.numbers[0] * desk.share)


def ways(steps: int) -> int:
    """Count the ways up so many stairs, by one or two at a time: calls itself, and no compiler makes a loop of it."""
    return 1 if steps < 2 else ways(steps - 1) + ways(steps - 2)


def is_even(number: int) -> bool:
    return number % 2 == 0


def halved(number: int) -> int:
    return number // 2


def quartered(number: int) -> int:
    return halved(halved(number))


def eighth(number: int) -> int:
    return halved(quartered(number))


def at(numbers: Any, index: int) -> int:
    return int(numbers[index])


def scale(factor: float, one: int, other: int) -> float:
    return factor * one * other


def write_one(numbers: Any) -> None:
    numbers[0] = 1


def two(number: int) -> Any:
    return number, number


def fresh(number: int) -> int:
    return len(np.zeros(number))


def function(python: Any, directory: Path, way: Any = native, *, check_bounds: bool = False) -> Any:
    """Wrap one function as core/kernel.py does it."""

    def load(wrap: Any) -> dict[str, Any]:
        names = dict(python.__globals__)  # where it finds itself
        names[python.__name__] = wrap(types.FunctionType(python.__code__, names, python.__name__))
        return names

    return way.functions([python.__name__], directory, load, check_bounds=check_bounds)[python.__name__]


@pytest.fixture(params=[native, plain_numba], ids=["native", "plain"])
def way(request: pytest.FixtureRequest) -> types.ModuleType:
    return request.param  # type: ignore[no-any-return]


def sample() -> tuple[Any, ...]:
    pairs = np.zeros(3, PAIR).view(np.recarray)
    pairs["big"], pairs["small"], pairs["row"] = [1, 2, 1 << 40], [-3, 4, 5], [[0, 0, 7], [0, 0, 8], [0, 0, 9]]
    one = np.zeros(1, PAIR)
    one["big"] = 100
    return pairs, one[0], np.arange(12, dtype=np.int16).reshape(3, 4), (3, 4), 77, 0.25


def test_arrays_records_tuples_and_numbers_arrive(way: types.ModuleType, tmp_path: Path) -> None:
    arguments = sample()
    expected = (1 + 2 + (1 << 40)) + (-3 + 4 + 5) + (7 + 8 + 9) + sum(range(12)) + 34 + 25.0
    assert function(total, tmp_path, way)(*arguments) == expected
    assert arguments[1]["small"] == 77


def test_items_of_named_tuples_are_found_by_their_names(way: types.ModuleType, tmp_path: Path) -> None:
    called, numbers = function(first_share, tmp_path, way), np.array([6, 1])
    assert called(Desk(numbers, 0.5)) == 3.0
    assert called(Shelf(0.25, numbers)) == 1.5
    assert called(Desk(numbers[1:], 0.5)) == 0.5
    assert called.compilations == 2


def test_strides_are_followed(way: types.ModuleType, tmp_path: Path) -> None:
    called = function(total, tmp_path, way)
    pairs, one, table, *rest = sample()
    whole = called(pairs, one, table, *rest)
    assert called(pairs, one, table[:, ::2], *rest) == whole - table[:, 1::2].sum()
    assert called(pairs, one, table.T, *rest) == whole
    assert called(pairs[::2], one, table, *rest) == whole - 14
    assert called.compilations == 4


def test_whole_numbers_of_every_width_are_one_form(way: types.ModuleType, tmp_path: Path) -> None:
    called = function(is_even, tmp_path, way)
    assert called(4) is True
    assert called(np.int8(3)) is False
    assert called(np.bool_(True)) is False
    assert called(-(1 << 62)) is True
    assert called.compilations == 1


def test_what_returns_nothing_returns_none(way: types.ModuleType, tmp_path: Path) -> None:
    numbers = np.zeros(2, np.int64)
    assert function(write_one, tmp_path, way)(numbers) is None
    assert numbers.tolist() == [1, 0]


@pytest.mark.parametrize("how", ["bind", "prepare"])
def test_bound_calls_use_the_very_arrays(how: str, way: types.ModuleType, tmp_path: Path) -> None:
    numbers = np.array([5, 6], np.int64)
    bound = getattr(function(at, tmp_path, way), how)(numbers, 1)
    assert bound() == 6
    numbers[1] = 8
    assert bound() == 8


def test_bound_calls_take_numbers_of_every_kind(way: types.ModuleType, tmp_path: Path) -> None:
    scaled = function(scale, tmp_path, way).bind(0.1, True, -3)
    assert scaled() == 0.1 * 1 * -3
    assert function(scale, tmp_path, way).bind(-1e300, np.int8(2), 0)() == 0


def test_kept_code_is_used_by_the_next_process_without_numba(tmp_path: Path) -> None:
    assert function(ways, tmp_path)(10) == 89
    program = f"""
import sys; from pathlib import Path; from verso.core import native
def never(name, arguments): raise AssertionError
print(native.Function("ways", Path({str(tmp_path)!r}), never)(12), "numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout == "233 False\n", done.stderr


COUNT = """
import sys; from pathlib import Path; import test_native
called = test_native.function(test_native.ways, Path(sys.argv[1]), getattr(test_native, sys.argv[2]))
print("ready", flush=True)
assert called(10) == 89
print(called.compilations)
"""


def counting(directory: Path, way: types.ModuleType) -> subprocess.Popen[str]:
    """Start a process that says `ready`, calls a function, and says how often it had to compile it."""
    command = [sys.executable, "-c", COUNT, str(directory), way.__name__.rpartition(".")[2]]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def test_processes_that_start_at_once_compile_once(way: types.ModuleType, tmp_path: Path) -> None:
    with locking.held(tmp_path / plain_numba.LOCK):  # nobody can be done before both have begun
        processes = [counting(tmp_path, way) for _ in range(2)]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
    told = [process.communicate(timeout=300)[0] for process in processes]
    assert sorted(told) == ["0\n", "1\n"]
    assert counting(tmp_path, way).communicate(timeout=300)[0] == "ready\n0\n"


def test_what_another_called_before_is_optimised_all_the_same() -> None:
    names: dict[str, Any] = {}
    wrap = native.wrapping()
    for each in (halved, quartered, eighth):
        names[each.__name__] = wrap(types.FunctionType(each.__code__, names, each.__name__))
    made = [native.compile_with(names[name], [1]).machine_code for name in ("eighth", "quartered")]
    # Nothing is left to call: the name is that of a variable in which numba keeps what a function knows.
    assert [code.count(b"halved") for code in made] == [1, 1]


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "no header", "other header"])
def test_damaged_files_are_made_anew(damage: str, tmp_path: Path) -> None:
    assert function(is_even, tmp_path)(2)
    (path,) = tmp_path.glob("*.code")
    content = path.read_bytes()
    header, code = content.split(b"\n", 1)
    path.write_bytes(
        {
            "cut": content[:-10],
            "changed": content[:-1] + bytes([content[-1] ^ 1]),
            "empty": b"",
            "no header": code,
            "other header": b'{"symbol": "x"}\n' + code,
        }[damage]
    )
    again = function(is_even, tmp_path)
    assert again(2) is True
    assert again.compilations == 1
    assert path.read_bytes().split(b"\n", 1)[0][:20] == header[:20]
    assert {each.name for each in tmp_path.iterdir()} == {path.name, plain_numba.LOCK}


def test_threads_that_come_at_once_compile_once(way: types.ModuleType, tmp_path: Path) -> None:
    called, found = function(ways, tmp_path, way), list[int]()
    threads = [threading.Thread(target=lambda i: found.append(called(i)), args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [1, 1, 2, 3, 5, 8]
    assert called.compilations == 1


def test_out_of_bounds_is_an_error_where_bounds_are_checked(way: types.ModuleType, tmp_path: Path) -> None:
    called = function(at, tmp_path, way, check_bounds=True)
    numbers = np.array([5, 6], np.int64)
    assert called(numbers, 1) == 6
    with pytest.raises(IndexError, match="out of bounds"):
        called(numbers, 2)
    with pytest.raises(IndexError, match="out of bounds"):
        called.bind(numbers, 2)()


def test_no_index_counts_from_the_end(tmp_path: Path) -> None:
    called = function(at, tmp_path, check_bounds=True)
    with pytest.raises(IndexError, match="compiled at: out of bounds"):
        called(np.array([5, 6], np.int64), -1)


def test_what_cannot_be_called_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"two returns .*; a compiled function returns a number or nothing"):
        function(two, tmp_path)(1)
    with pytest.raises(TypeError, match="fresh needs numba at run time"):
        native.compile_with(numba.njit(fresh), [1])
    for way in (native, plain_numba):
        with pytest.raises(TypeError, match=r"take numbers, records, arrays and tuples of them, not <class 'list'>"):
            function(at, tmp_path, way)([1, 2], 0)
    assert {each.name for each in tmp_path.iterdir()} == {plain_numba.LOCK}


def test_a_person_at_a_terminal_is_told_what_takes_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plain_numba.log, "hasHandlers", lambda: False)
    function(is_even, tmp_path / "rules")(2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    function(is_even, tmp_path / "rules")(2)
    assert capsys.readouterr().err == "", "nothing was compiled"
    function(is_even, tmp_path / "others")(2)
    assert capsys.readouterr().err == "verso: compiling others is_even; it is kept for the next time\n"


# --- what was tried

ROOT = Path(__file__).parents[2]


def test_the_versions_that_are_installed_were_tried() -> None:
    assert native.why_not(compiles=True) == ""


def test_the_versions_tried_are_those_of_the_lock_file() -> None:
    locked = re.findall(r"^([a-z0-9-]+)==(\d+\.\d+)\.", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert {name: {minor for each, minor in locked if each == name} for name in native.TRIED} == native.TRIED


def test_no_other_versions_may_be_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    allowed = {needed.name: needed.specifier for needed in map(Requirement, project["dependencies"])}
    every = [f"{major}.{minor}" for major in range(5) for minor in range(200)]
    for name, tried in native.TRIED.items():
        assert {each for each in every if allowed[name].contains(f"{each}.9")} == tried


def test_versions_that_were_not_tried_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(native.TRIED, "numba", {"0.1", "0.2"})
    assert re.fullmatch(r"numba 0\.\d+\.\d+ was not tried, only 0\.1 and 0\.2", native.why_not(compiles=False))


def test_what_is_missing_inside_is_told_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("numba.np.arrayobj.fix_integer_index")
    assert "fix_integer_index" in native.why_not(compiles=True)
    assert native.why_not(compiles=False) == ""
    monkeypatch.delattr("llvmlite.binding.create_mcjit_compiler")
    assert "create_mcjit_compiler" in native.why_not(compiles=False)
