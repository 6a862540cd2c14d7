"""Runs one `rules.py` in two ways: interpreted on plain objects, compiled by numba on NumPy records.

A rules module contains no decorator and nothing of numba. `Engine.interpreted` uses its functions as they are.
`Engine.compiled` loads the same source a second time, wraps every function, and lets them find each other by their
ordinary names. `loops.py` and playout policies are loaded the same way, on top of the game's own functions.

Compiled code is kept on disk. Numba only notices changes in the file a function stands in, not in the files it
calls, and would silently go on with old rules; so everything is loaded from a copy in a directory whose name is a
hash of all the sources and tables that rules can depend on. Another source, another directory.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import hashlib
import importlib
import logging
import os
import re
import shutil
import sys
import tempfile
import threading
import types
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from verso.core import contract, drawing, loops, rng
from verso.core.spec import Field, Record, cached, copy_expression, declared_as, fields_of, plain_class

log = logging.getLogger("verso.kernel")

PACKAGE = Path(__file__).resolve().parent.parent
_LAYERS = ("core", "games", "bots/kernels", "rl/kernels")  # all that compiled functions may import or be made from
_SOURCES = (".py", ".toml", ".csv")
_KEPT_DIRECTORIES = 6
_CONTRACT = [name for name, value in vars(contract).items() if isinstance(value, types.FunctionType)]
_building = threading.RLock()


class Engine(types.SimpleNamespace):
    """A game's functions in one way of running: the contract's, `loops.py`'s and the playout policy's."""

    is_compiled: bool

    def __getattr__(self, name: str) -> Any:  # for the type checker: functions are found at run time
        raise AttributeError(name)


def interpreted(*modules: str) -> Engine:
    """Return the plain-Python engine of a rules module, with further kernel modules on top."""
    return _interpreted(modules)


def compiled(*modules: str, check_bounds: bool = False) -> Engine:
    """Return the compiled engine; functions compile when first called unless the disk has them already."""
    with _building:
        return _compiled(modules, check_bounds)


@functools.cache
def _interpreted(names: tuple[str, ...]) -> Engine:
    assign = _plain_assign(importlib.import_module(names[0]).State)
    return Engine(is_compiled=False, **_load(names, _load_again, _as_it_is, lambda function, keep: function, assign))


@functools.cache
def _compiled(names: tuple[str, ...], check_bounds: bool) -> Engine:
    numba = importlib.import_module("numba")
    sources = hashlib.sha256("\0".join(map(_source_of, names)).encode()).hexdigest()[:8]  # rules may live elsewhere
    directory = cache_directory() / ("+".join(names) + f"-{sources}" + ("-checked" if check_bounds else ""))
    # nogil: batches run on threads. error_model numpy: no zero-division branches in hot loops. Without _nrt: rules
    # allocate nothing, and counting references to the arrays they are given took a third of their time (and made
    # threads wait for each other).
    common = {"nogil": True, "boundscheck": check_bounds, "error_model": "numpy", "_nrt": False}
    # A third of the time to compile goes into making each function callable and storable on its own. Only what is
    # called from Python needs that, so functions call each other through a second, barer wrapping.
    inner = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **common)

    def outer(function: Any, keep: bool) -> Any:
        return numba.njit(cache=keep, no_cfunc_wrapper=True, **common)(function)

    load = functools.partial(_load_copy, directory=directory)
    return Engine(is_compiled=True, **_load(names, load, inner, outer, numba.njit(_record_assign())))


def _as_it_is(function: Any) -> Any:
    return function


def _load(
    names: tuple[str, ...],
    load: Callable[[str, str], types.ModuleType],
    inner: Callable[[Any], Any],
    outer: Callable[[Any, bool], Any],
    assign: Any,
) -> dict[str, Any]:
    """Load the stream, the rules, the loops and what else is asked for, each on top of the ones before."""
    rules = importlib.import_module(names[0])
    general = () if hasattr(rules, "draw") else (drawing.__name__,)
    below = getattr(rules, "BUILT_ON", ())  # kernel modules that the rules call, if they are more than one file
    inside: dict[str, Any] = {"assign": assign}
    plain: dict[str, Any] = {}
    for name in (rng.__name__, *below, names[0], *general, loops.__name__, *names[1:]):
        module = load(name, _source_of(name))
        _put_in_place(vars(module), inside)
        for key, function in _functions_of(module).items():
            inside[key] = vars(module)[key] = inner(function)
            plain[key] = function
    recursive = _reaching_recursion(plain)
    outside = {key: outer(_twin(function), key not in recursive) for key, function in plain.items()}
    outside["assign"] = assign
    missing = sorted(set(_CONTRACT) - set(outside))
    if missing:
        raise TypeError(f"{names[0]} does not supply {', '.join(missing)}: see verso.core.contract")
    return outside


def _reaching_recursion(functions: dict[str, Any]) -> set[str]:
    """Return the functions from which one that calls itself can be reached.

    Numba loads such code from disk without complaint, and then crashes in it: it must be compiled anew each time.
    """
    calls = {key: _globals_of(function) & set(functions) for key, function in functions.items()}
    for _ in functions:
        for key, called in calls.items():
            calls[key] = called.union(*(calls[each] for each in called))
    recursive = {key for key, called in calls.items() if key in called}
    return {key for key, called in calls.items() if called & recursive}


def _globals_of(function: Any) -> set[str]:
    """Return the global names that a function uses. (`co_names` would count fields of the same name, too.)"""
    return {each.argval for each in dis.get_instructions(function) if each.opname == "LOAD_GLOBAL"}


def _twin(function: Any) -> Any:
    """Return another function with the same code.

    Were one function wrapped twice, numba would take one that calls itself (perft) for a compilation gone in a circle.
    """
    if not isinstance(function, types.FunctionType):
        return function
    twin = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    return twin


def _source_of(name: str) -> str:
    return Path(str(importlib.import_module(name).__file__)).read_text(encoding="utf-8")


def _plain_assign(state: type[Record]) -> Any:
    """Return `assign(out, s)` for plain states: every field, with lists of their own."""
    lines = [f"    out.{field.name} = {copy_expression(field, 's')}" for field in fields_of(state)]
    namespace: dict[str, Any] = {}
    exec("\n".join(["def assign(out, s):", *lines]), namespace)
    return namespace["assign"]


def _record_assign() -> Any:
    """Return `assign(out, s)` for NumPy records: one copy of memory. Numba has no way to say that in Python."""
    cgutils, types = (importlib.import_module(f"numba.core.{name}") for name in ("cgutils", "types"))

    def copy_record(_: Any, out: Any, s: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            size = context.get_constant(types.intp, signature.args[0].size)
            cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
            return context.get_dummy_value()

        return (types.void(out, s), generate) if isinstance(out, types.Record) and out == s else None

    copy: Any = importlib.import_module("numba.extending").intrinsic(copy_record)

    def assign(out: Any, s: Any) -> None:
        copy(out, s)

    return assign


def _load_again(name: str, source: str) -> types.ModuleType:
    """Load a module once more for this engine alone, traceable to its own file."""
    module = types.ModuleType(f"{name}__interpreted")
    file = getattr(sys.modules.get(name), "__file__", None) or f"<{name}>"
    exec(compile(source, file, "exec"), vars(module))
    return module


def _load_copy(name: str, source: str, directory: Path) -> types.ModuleType:
    """Load a module from a copy beside which numba keeps what it compiles."""
    path = directory / f"{name}.py"
    if not path.exists():
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=directory, suffix=".tmp", delete=False, encoding="utf-8") as file:
            file.write(source)
        Path(file.name).replace(path)  # atomic: several processes may do this at once
    module = types.ModuleType(re.sub(r"\W", "_", f"{name}__in__{directory.name}"))
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # numba looks a cached function's module up by name
    exec(compile(source, str(path), "exec"), vars(module))
    return module


def _functions_of(module: types.ModuleType) -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, types.FunctionType) and value.__globals__ is vars(module)
    }


def _put_in_place(namespace: dict[str, Any], functions: dict[str, Any]) -> None:
    """Replace imported kernel functions, of the contract or of a module loaded earlier, by this engine's own."""
    for name, value in list(namespace.items()):
        foreign = isinstance(value, types.FunctionType) and value.__globals__ is not namespace
        if foreign and name in functions:
            namespace[name] = functions[name]


# --- where compiled code is kept


@functools.cache
def source_hash() -> str:
    """Return a hash of every source and table file of the layers with rules, and of the versions that compile them."""
    digest = hashlib.sha256()
    for path in sorted(path for layer in _LAYERS for path in (PACKAGE / layer).rglob("*")):
        if path.suffix in _SOURCES:
            digest.update(f"{path.relative_to(PACKAGE)}\0".encode())
            digest.update(path.read_bytes())
    versions = [importlib.import_module(name).__version__ for name in ("numba", "llvmlite", "numpy")]
    digest.update(repr([sys.version, *versions]).encode())
    return digest.hexdigest()[:20]


@functools.cache
def cache_directory() -> Path:
    """Return the directory of compiled code for exactly these sources, made if need be."""
    for root in _cache_roots():
        directory = root / f"compiled-{source_hash()}"
        try:
            root.mkdir(mode=0o700, parents=True, exist_ok=True)
            if hasattr(os, "getuid") and root.stat().st_uid != os.getuid():
                continue  # what is kept there is run: it must be nobody else's
            directory.mkdir(exist_ok=True)
            with tempfile.TemporaryFile(dir=directory):
                pass
        except OSError:
            continue
        _forget_old(root, directory)
        return directory
    raise OSError("no directory to keep compiled code in: set VERSO_CACHE_DIR to one that can be written")


def _cache_roots() -> Iterator[Path]:
    if configured := os.environ.get("VERSO_CACHE_DIR"):
        yield Path(configured)
        return
    with contextlib.suppress(RuntimeError):
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "verso"
    yield Path(tempfile.gettempdir()) / f"verso-cache-{os.getuid() if hasattr(os, 'getuid') else 'user'}"


def _forget_old(root: Path, current: Path) -> None:
    """Drop compiled code of sources long gone; what was used last is kept."""
    with contextlib.suppress(OSError):
        os.utime(current)
        others = sorted(root.glob("compiled-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[_KEPT_DIRECTORIES:]:
            shutil.rmtree(path, ignore_errors=True)


# --- records as NumPy arrays


@cached
def dtype_of(record: type[Record], seats: int) -> Any:
    """Return the NumPy dtype of a declared record for a game with this many seats."""
    import numpy as np

    columns = [(field.name, field.code, field.shape(seats)) for field in fields_of(record)]
    return np.dtype((np.record, np.dtype(columns, align=True)))


def to_array(record: Record, seats: int, count: int = 1) -> Any:
    """Return an array of `count` copies of a plain record."""
    import numpy as np

    declared = declared_as(record)
    array: Any = np.zeros(count, dtype_of(declared, seats))
    for field in fields_of(declared):
        array[field.name] = getattr(record, field.name)
    return array


def from_array(element: Any, declared: type[Record]) -> Any:
    """Return one element of an array of records as a plain record."""
    made = plain_class(declared)()
    for field in fields_of(declared):
        value = element[field.name]
        setattr(made, field.name, value.tolist() if field.dimensions else int(value))
    return made


def state_bytes(record: Record, seats: int) -> bytes:
    """Return the record in its array form as bytes: equal exactly when all fields are equal."""
    return bytes(to_array(record, seats).tobytes())


def describe_difference(one: Record, other: Record, fields: Sequence[Field] | None = None) -> str:
    """Say in which fields two plain records differ, for messages of tests and laws."""
    named = fields or fields_of(declared_as(one))
    pairs = ((field.name, getattr(one, field.name), getattr(other, field.name)) for field in named)
    return "; ".join(f"{name}: {first} != {second}" for name, first, second in pairs if first != second)
