"""Compiled functions in the ordinary way: by numba's public interface alone, kept in numba's own cache.

This is what `native.py` is measured against and what stands in for it where it cannot work. It gives the same results;
it takes longer to compile, to load and to call.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import importlib
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from verso.core.locking import held_if_possible

log = logging.getLogger("verso.kernel")

Wrap = Callable[[Any], Any]
LOCK = "compiling.lock"
LONGEST = 600.0
"""Seconds to wait for another process that compiles; then both do."""
working = threading.RLock()
"""One compilation at a time, and nothing compiled twice."""


def functions(
    names: list[str], directory: Path, load: Callable[[Wrap], dict[str, Any]], *, check_bounds: bool
) -> dict[str, Function]:
    """Return the functions of these names; `load` gives all functions of an engine, each wrapped."""

    @functools.cache
    def wrapped() -> dict[str, Any]:
        with _kept_in(directory):
            return load(functools.partial(_wrap, check_bounds))

    return {name: Function(name, directory, wrapped) for name in names}


class Function:
    """A compiled function: numba compiles it, or reads it from its cache, when it meets a new form of arguments."""

    def __init__(self, name: str, directory: Path, wrapped: Callable[[], dict[str, Any]]) -> None:
        self.name, self.compilations = name, 0
        self._directory, self._wrapped = directory, wrapped
        self._ready: dict[tuple[Any, ...], Any] = {}

    def __call__(self, *arguments: Any) -> Any:
        return self._dispatcher_for(arguments)(*map(uniform, arguments))

    def bind(self, *arguments: Any) -> Callable[[], Any]:
        """Return a call with these very arrays and numbers, for those who make it again and again."""
        return functools.partial(self._dispatcher_for(arguments), *map(uniform, arguments))

    prepare = bind

    def _dispatcher_for(self, arguments: tuple[Any, ...]) -> Any:
        form = tuple(map(form_of, arguments))
        if form not in self._ready:
            with working, compiling(self._directory):
                tell(f"compiling {self._directory.name} {self.name}, or reading it from numba's cache")
                self._ready[form] = self._compiled_for(arguments)
        return self._ready[form]

    def _compiled_for(self, arguments: tuple[Any, ...]) -> Any:
        numba, dispatcher = importlib.import_module("numba"), self._wrapped()[self.name]
        before = dispatcher.stats.cache_misses.total()
        dispatcher.compile(tuple(numba.typeof(uniform(argument)) for argument in arguments))
        self.compilations += dispatcher.stats.cache_misses.total() - before
        return dispatcher


def _wrap(check_bounds: bool, function: Any) -> Any:
    # The error model of NumPy: no branches for division by zero in hot loops.
    numba: Any = importlib.import_module("numba")
    has_file = Path(function.__code__.co_filename).is_file()  # without one, numba refuses to keep it
    return numba.njit(cache=has_file, boundscheck=check_bounds, error_model="numpy", nogil=True)(function)


@contextlib.contextmanager
def _kept_in(directory: Path) -> Iterator[None]:
    """Let functions that are wrapped meanwhile be kept in this directory, and leave others where they are."""
    config = importlib.import_module("numba").config
    configured, config.CACHE_DIR = config.CACHE_DIR, str(directory)
    try:
        yield
    finally:
        config.CACHE_DIR = configured


# --- what both ways of compiling have in common


@contextlib.contextmanager
def compiling(directory: Path) -> Iterator[None]:
    """Compile as the only process that does for this directory, and undisturbed.

    Garbage is not collected meanwhile: there is little among so many objects, and to look for it takes a tenth of the
    time.
    """
    directory.mkdir(parents=True, exist_ok=True)
    with held_if_possible(directory / LOCK, LONGEST):
        collects = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if collects:
                gc.enable()


def tell(what: str) -> None:
    """Say why it takes some seconds: to the log, and to a person at a terminal who has set up none."""
    log.info(what)
    if not log.hasHandlers() and sys.stderr.isatty():
        sys.stderr.write(f"verso: {what}\n")


_dtypes: dict[int, tuple[Any, str]] = {}
"""A short name for each dtype met, by its id; the dtype is kept, so that no other can get its id."""


def _name_of(dtype: Any) -> str:
    known = _dtypes.get(id(dtype))
    if known is None:
        layout = repr((dtype.descr, dtype.itemsize)) if dtype.names else dtype.str
        name = hashlib.sha256(layout.encode()).hexdigest()[:16] if dtype.names else layout
        known = _dtypes[id(dtype)] = (dtype, name)
    return known[1]


def form_of(argument: Any) -> Any:
    """Return what the machine code for an argument depends on."""
    if isinstance(argument, np.ndarray):
        flags = argument.flags
        order = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        return (_name_of(argument.dtype), argument.ndim, order, flags.writeable, flags.aligned)
    if isinstance(argument, np.void):
        return _name_of(argument.dtype)
    if isinstance(argument, (int, np.integer, np.bool_)):
        return "int"
    if isinstance(argument, (float, np.floating)):
        return "float"
    if isinstance(argument, tuple):
        return (*getattr(argument, "_fields", ()), *(form_of(item) for item in argument))
    raise TypeError(f"compiled functions take numbers, records, arrays and tuples of them, not {type(argument)}")


def uniform(argument: Any) -> Any:
    """Return an argument as numba is to see it: whole numbers of every width as one type."""
    if isinstance(argument, (np.ndarray, np.void)):
        return argument
    if isinstance(argument, tuple):
        items = [uniform(item) for item in argument]
        return type(argument)(*items) if hasattr(argument, "_fields") else tuple(items)
    return float(argument) if isinstance(argument, (float, np.floating)) else int(argument)


@functools.cache
def record_copier() -> Any:
    """Return what copies a record to another of its kind in compiled code, as one piece of memory.

    Field by field it would be forty loops for a large state, and records of games are copied at every step.
    """
    numba, extending, ir = map(importlib.import_module, ("numba", "numba.extending", "llvmlite.ir"))
    address, size, bit = ir.PointerType(ir.IntType(8)), ir.IntType(64), ir.IntType(1)

    @extending.intrinsic  # type: ignore[untyped-decorator]
    def copy_record(_typing: Any, out: Any, source: Any) -> Any:
        if out != source:
            raise TypeError(f"a {source} is not a {out}")

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            copy = builder.module.declare_intrinsic("llvm.memcpy", [address, address, size])
            places = [builder.bitcast(each, address) for each in arguments]
            builder.call(copy, [*places, ir.Constant(size, source.size), ir.Constant(bit, 0)])

        return numba.types.void(out, source), generate

    return copy_record
