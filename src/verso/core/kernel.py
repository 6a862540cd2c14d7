"""Runs one `rules.py` in two ways: interpreted on plain objects, compiled by numba on NumPy records.

A rules module contains no decorator and nothing of numba. `Engine.interpreted` uses its functions as they are.
`Engine.compiled` loads the same source a second time, wraps every function, and lets them find each other by their
ordinary names. `loops.py` and playout policies are loaded the same way, on top of the game's own functions.

Compiled code is kept on disk, in a directory whose name is a hash of all the sources and tables that rules can depend
on, of the versions that compile them and of the processor. Another source, another directory. Two modules compile:
`native.py`, fast, by what numba has inside, and `plain_numba.py`, in numba's ordinary way, where the other cannot work.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import importlib.util
import logging
import os
import shutil
import sys
import tempfile
import threading
import types
from collections.abc import Callable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from verso.core import drawing, loops, rng
from verso.core.contracts import rules as contract
from verso.core.spec import Field, Record, cached, copy_expression, declared_as, fields_of, plain_class

log = logging.getLogger("verso.kernel")

PACKAGE = Path(__file__).resolve().parent.parent
_LAYERS = ("core", "games", "bots/kernels", "rl/kernels")  # all that compiled functions may import or be made from
_SOURCES = (".py", ".toml", ".csv")
_KEPT_DIRECTORIES = 6
PLAIN = "verso.core.plain_numba"
_CONTRACT = [name for name, value in vars(contract).items() if isinstance(value, types.FunctionType)]
_building = threading.RLock()
_loaded: dict[tuple[str, ...], dict[str, Any]] = {}
"""All functions of a module and of those below it, by the way of running, the rules and the modules."""


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
        return _compiled(modules, check_bounds, os.environ.get("VERSO_NUMBA", ""))


@functools.cache
def _interpreted(names: tuple[str, ...]) -> Engine:
    assign = _plain_assign(importlib.import_module(names[0]).State)
    return Engine(is_compiled=False, **_load(names, "interpreted", lambda function: function, assign))


@functools.cache
def _compiled(names: tuple[str, ...], check_bounds: bool, wanted: str) -> Engine:
    short = "+".join([names[0], *(name.rpartition(".")[2] for name in names[1:])])  # no longer than files may be called
    directory = cache_directory() / (f"{short}-{_hash_of(names)}" + ("-checked" if check_bounds else ""))
    compiler, reason = _compiler(directory, wanted)
    log.info("compiled functions of %s: %s (%s)", short, compiler.__name__, reason)
    if compiler.__name__ == PLAIN:
        directory = directory.with_name(f"{directory.name}-plain")

    def load(wrap: Callable[[Any], Any]) -> dict[str, Any]:
        """Load all functions of the engine, wrapped by the compiler: once it is known that something is compiled."""
        way = compiler.__name__.rpartition(".")[2] + ("_checked" if check_bounds else "")
        if compiler.__name__ == PLAIN:
            way += f"_in_{directory.name}"  # where numba keeps a function is decided when it is wrapped
        return _load(names, way, wrap, wrap(_record_assign()))

    found = [name for name in vars(_interpreted(names)) if name != "is_compiled"]
    return Engine(is_compiled=True, **compiler.functions(found, directory, load, check_bounds=check_bounds))


def _compiler(directory: Path, wanted: str) -> tuple[types.ModuleType, str]:
    """Choose what compiles and keeps functions; say why. Both give the same results.

    Not imported before: both come with NumPy, which `import verso` does without.
    """
    if wanted not in ("", "plain"):
        raise ValueError(f"VERSO_NUMBA is {wanted!r}; it may be 'plain' or not be set")
    native = importlib.import_module("verso.core.native")
    reason = "VERSO_NUMBA=plain is set" if wanted else native.why_not(compiles=not directory.is_dir())
    if reason:
        return importlib.import_module(PLAIN), reason
    return native, "tried with these versions"


def _load(names: tuple[str, ...], way: str, wrap: Callable[[Any], Any], assign: Any) -> dict[str, Any]:
    """Load the stream, the rules, the loops and what else is asked for, each on top of the ones before.

    What lies below others is loaded once: engines that have the same rules and policy compile them together.
    """
    modules, found = _modules(names), {"assign": assign}
    with _building:
        for count, name in enumerate(modules, 1):
            below = (way, names[0], *modules[:count])
            if below not in _loaded:
                _loaded[below] = found | _load_on(found, name, below, wrap)
            found = _loaded[below]
    missing = sorted(set(_CONTRACT) - set(found))
    if missing:
        raise TypeError(f"{names[0]} does not supply {', '.join(missing)}: see verso.core.contracts.rules")
    return found


def _load_on(found: dict[str, Any], name: str, below: tuple[str, ...], wrap: Callable[[Any], Any]) -> dict[str, Any]:
    """Load a module on top of what was found below it; return its functions."""
    digest = hashlib.sha256(repr(below).encode()).hexdigest()[:8]
    module = _load_again(name, f"{name}__on_{digest}")
    _put_in_place(vars(module), found)
    wrapped = {key: wrap(function) for key, function in _functions_of(module).items()}
    vars(module).update(wrapped)
    return wrapped


def _hash_of(names: tuple[str, ...]) -> str:
    """Return a hash of kernel modules and of the package of the rules, which may live elsewhere than Verso does."""
    modules = _modules(names)
    digest = hashlib.sha256("\0".join([*modules, *map(_source_of, modules)]).encode())
    package, _, _ = names[0].rpartition(".")
    home = Path(str(importlib.import_module(names[0]).__file__)).parent
    for path in sorted(home.rglob("*")) if package else ():
        if path.suffix in _SOURCES:
            digest.update(f"{path.relative_to(home)}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def _modules(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return all modules that make an engine, each after those it is built on.

    What the rules leave out is supplied by others: `complete` by a file of that name beside them, `draw` in general.
    """
    rules = importlib.import_module(names[0])
    below = _built_on(names[0])
    beside = f"{rules.__package__}.complete" if rules.__package__ else ""
    completing = (beside,) if not hasattr(rules, "complete") and beside and importlib.util.find_spec(beside) else ()
    general = () if hasattr(rules, "draw") else (drawing.__name__,)
    above = [each for name in names[1:] for each in (*_built_on(name), name)]
    return (rng.__name__, *below, names[0], *completing, *general, loops.__name__, *above)


def _built_on(name: str) -> tuple[str, ...]:
    """Return the kernel modules that a module calls and nobody else, if it is more than one file."""
    return tuple(getattr(importlib.import_module(name), "BUILT_ON", ()))


def _source_of(name: str) -> str:
    """Return the source of a module: that of its file, or what the loader of a generated one says."""
    module = importlib.import_module(name)
    if module.__file__ is not None:
        return Path(module.__file__).read_text(encoding="utf-8")
    return str(module.__spec__.loader.get_source(name))  # type: ignore[union-attr]


def _plain_assign(state: type[Record]) -> Any:
    """Return `assign(out, s)` for plain states: every field, with lists of their own."""
    lines = [f"    out.{field.name} = {copy_expression(field, 's')}" for field in fields_of(state)]
    return _defined("def assign(out, s):", lines)


def _record_assign() -> Any:
    """Return `assign(out, s)` for NumPy records: a copy of their memory."""
    copy = importlib.import_module(PLAIN).record_copier()
    return _defined("def assign(out, s):", ["    copy_record(out, s)"], copy_record=copy)


def _defined(head: str, lines: list[str], **names: Any) -> Any:
    exec("\n".join([head, *lines]), names)
    return names["assign"]


def _load_again(name: str, its_name: str) -> types.ModuleType:
    """Load a module once more for some engines alone, traceable to its own file."""
    module = types.ModuleType(its_name)
    file = getattr(sys.modules.get(name), "__file__", None) or f"<{name}>"
    sys.modules[module.__name__] = module  # numba calls a function by other names if its module is not there
    exec(compile(_source_of(name), file, "exec"), vars(module))
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
    versions = [metadata.version(name) for name in ("numba", "llvmlite", "numpy")]
    digest.update(repr([sys.version, *versions, importlib.import_module("verso.core.native").host()]).encode())
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


@functools.cache
def note_of(rules: str, what: str) -> Path:
    """Return the file that says, once it is there, that something of a game has been compiled from these very sources.

    For those who do not want to find out by compiling. Where only a part of it is kept, the rest compiles when called.
    """
    way = os.environ.get("VERSO_NUMBA") or "native"
    return cache_directory() / f"{rules}-{_hash_of((rules,))}-{what}-{way}.done"


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
