"""Machine code on disk: what is read back does the same, what is damaged is made anew, what cannot work is refused."""

from __future__ import annotations

import subprocess
import sys
import threading
import types
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from verso.core import native

BARE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
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


def function(python: Any, directory: Path, *, check_bounds: bool = False) -> native.Function:
    """Wrap one function as core/kernel.py does it."""

    def compile_for(name: str, arguments: list[Any]) -> native.Code:
        assert name == python.__name__
        names = dict(python.__globals__)  # where it finds itself
        names[name] = numba.njit(boundscheck=check_bounds, **BARE | {"_nrt": python is fresh})(
            types.FunctionType(python.__code__, names)
        )
        return native.compile_with(names[name], arguments)

    return native.Function(python.__name__, directory, compile_for)


def sample() -> tuple[Any, ...]:
    pairs = np.zeros(3, PAIR).view(np.recarray)
    pairs["big"], pairs["small"], pairs["row"] = [1, 2, 1 << 40], [-3, 4, 5], [[0, 0, 7], [0, 0, 8], [0, 0, 9]]
    one = np.zeros(1, PAIR)
    one["big"] = 100
    return pairs, one[0], np.arange(12, dtype=np.int16).reshape(3, 4), (3, 4), 77, 0.25


def test_arrays_records_tuples_and_numbers_arrive(tmp_path: Path) -> None:
    arguments = sample()
    expected = (1 + 2 + (1 << 40)) + (-3 + 4 + 5) + (7 + 8 + 9) + sum(range(12)) + 34 + 25.0
    assert function(total, tmp_path)(*arguments) == expected
    assert arguments[1]["small"] == 77


def test_items_of_named_tuples_are_found_by_their_names(tmp_path: Path) -> None:
    called, numbers = function(first_share, tmp_path), np.array([6, 1])
    assert called(Desk(numbers, 0.5)) == 3.0
    assert called(Shelf(0.25, numbers)) == 1.5
    assert called(Desk(numbers[1:], 0.5)) == 0.5
    assert called.compilations == 2


def test_strides_are_followed(tmp_path: Path) -> None:
    called = function(total, tmp_path)
    pairs, one, table, *rest = sample()
    whole = called(pairs, one, table, *rest)
    assert called(pairs, one, table[:, ::2], *rest) == whole - table[:, 1::2].sum()
    assert called(pairs, one, table.T, *rest) == whole
    assert called(pairs[::2], one, table, *rest) == whole - 14
    assert called.compilations == 4


def test_whole_numbers_of_every_width_are_one_form(tmp_path: Path) -> None:
    called = function(is_even, tmp_path)
    assert called(4) is True
    assert called(np.int8(3)) is False
    assert called(np.bool_(True)) is False
    assert called(-(1 << 62)) is True
    assert called.compilations == 1


def test_what_returns_nothing_returns_none(tmp_path: Path) -> None:
    numbers = np.zeros(2, np.int64)
    assert function(write_one, tmp_path)(numbers) is None
    assert numbers.tolist() == [1, 0]


def test_bound_calls_use_the_very_arrays(tmp_path: Path) -> None:
    numbers = np.array([5, 6], np.int64)
    bound = function(at, tmp_path).bind(numbers, 1)
    assert bound() == 6
    numbers[1] = 8
    assert bound() == 8


def test_bound_calls_take_numbers_of_every_kind(tmp_path: Path) -> None:
    scaled = function(scale, tmp_path).bind(0.1, True, -3)
    assert scaled() == 0.1 * 1 * -3
    assert function(scale, tmp_path).bind(-1e300, np.int8(2), 0)() == 0


def test_kept_code_is_used_by_the_next_process(tmp_path: Path) -> None:
    assert function(ways, tmp_path)(10) == 89
    program = f"""
import sys; from pathlib import Path; from verso.core import native
def never(name, arguments): raise AssertionError
print(native.Function("ways", Path({str(tmp_path)!r}), never)(12), "numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == "233 False\n", done.stderr


def test_what_another_called_before_is_optimised_all_the_same(tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    for each in (halved, quartered, eighth):
        code = types.FunctionType(each.__code__, names, each.__name__)
        names[each.__name__] = numba.njit(**BARE)(code)
    made = [native.compile_with(names[name], [1]).machine_code for name in ("eighth", "quartered")]
    # Nothing is left to call: the name is that of a variable in which numba keeps what a function knows.
    assert [code.count(b"halved") for code in made] == [1, 1]


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "no header", "other header"])
def test_damaged_files_are_made_anew(damage: str, tmp_path: Path) -> None:
    assert function(is_even, tmp_path)(2)
    (path,) = tmp_path.iterdir()
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
    assert [each.suffix for each in tmp_path.iterdir()] == [".code"]


def test_threads_that_come_at_once_compile_once(tmp_path: Path) -> None:
    called, found = function(ways, tmp_path), list[int]()
    threads = [threading.Thread(target=lambda i: found.append(called(i)), args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [1, 1, 2, 3, 5, 8]
    assert called.compilations == 1


@pytest.mark.parametrize("index", [2, -1])  # compiled, no index counts from the end
def test_out_of_bounds_is_an_error_where_bounds_are_checked(tmp_path: Path, index: int) -> None:
    called = function(at, tmp_path, check_bounds=True)
    numbers = np.array([5, 6], np.int64)
    assert called(numbers, 1) == 6
    with pytest.raises(IndexError, match="compiled at: out of bounds"):
        called(numbers, index)


def test_what_cannot_be_called_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"two returns .*; a compiled function returns a number or nothing"):
        function(two, tmp_path)(1)
    with pytest.raises(TypeError, match="fresh needs numba at run time"):
        function(fresh, tmp_path)(1)
    with pytest.raises(TypeError, match=r"take numbers, records, arrays and tuples of them, not <class 'list'>"):
        function(at, tmp_path)([1, 2], 0)
    assert list(tmp_path.iterdir()) == []


def test_a_person_at_a_terminal_is_told_what_takes_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(native.log, "hasHandlers", lambda: False)
    function(is_even, tmp_path / "rules")(2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    function(is_even, tmp_path / "rules")(2)
    assert capsys.readouterr().err == "", "nothing was compiled"
    function(is_even, tmp_path / "others")(2)
    assert capsys.readouterr().err == "verso: compiling others is_even; it is kept for the next time\n"
