"""Machine code: made by numba once, kept on disk as object files, loaded and called without numba.

To import numba and get it ready takes longer than most of what compiled rules are asked to do, and it is needed only
where something is compiled for the first time. So a compiled function is kept as the object file of exactly one form
of arguments. Loading it takes llvmlite, a part of numba that is there in a moment, and calling it takes ctypes, which
lets other threads run meanwhile.

Numba passes arguments flat: an array as its reference counter and owner (nobody here, for kernels allocate nothing),
size, item size, address, shape and strides; a record as its address; a tuple, named or not, as its items. The result
and what was raised come back through two pointers, before the arguments.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib
import json
import logging
import re
import struct
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

log = logging.getLogger("verso.kernel")

_ADDRESS, _NUMBER, _REAL = ctypes.c_void_p, ctypes.c_int64, ctypes.c_double
_RESULTS: dict[str, Any] = {
    "int64": ctypes.c_int64,
    "int32": ctypes.c_int32,
    "int16": ctypes.c_int16,
    "int8": ctypes.c_int8,
    "uint64": ctypes.c_uint64,
    "float64": ctypes.c_double,
    "bool": ctypes.c_bool,
    "none": ctypes.c_void_p,
}
_UNRESOLVED = re.compile(r'^@"\.numba\.unresolved\$([^"]+)" = external [a-z_ ]*global (\S+).*$', re.MULTILINE)
_working = threading.RLock()  # one compilation at a time, and nothing compiled twice


def _tell(what: str) -> None:
    """Say why it takes some seconds: to the log, and to a person at a terminal who has set up none."""
    log.info(what)
    if not log.hasHandlers() and sys.stderr.isatty():
        sys.stderr.write(f"verso: {what}\n")


class Code(NamedTuple):
    """The machine code of a function for one form of arguments."""

    symbol: str
    result: str
    machine_code: bytes


class Function:
    """A compiled function. Called with a new form of arguments, it is loaded from disk, or else compiled and kept."""

    def __init__(self, name: str, directory: Path, compile_for: Callable[[str, list[Any]], Code]) -> None:
        self.name, self.compilations = name, 0
        self._directory, self._compile_for = directory, compile_for
        self._calls: dict[tuple[Any, ...], _Call] = {}

    def __call__(self, *arguments: Any) -> Any:
        return self._call(arguments)(*[part for argument in arguments for part in _parts_of(argument)])

    def bind(self, *arguments: Any) -> Bound:
        """Return a call with these very arrays and numbers, for those who make it again and again."""
        return self._call(arguments).with_parts(arguments)

    def _call(self, arguments: tuple[Any, ...]) -> _Call:
        form = tuple([_form_of(argument) for argument in arguments])
        call = self._calls.get(form)
        if call is None:
            with _working:
                if form not in self._calls:
                    self._calls[form] = _Call(self.name, self._code(form, arguments), arguments)
                call = self._calls[form]
        return call

    def _code(self, form: tuple[Any, ...], arguments: tuple[Any, ...]) -> Code:
        path = self._directory / f"{self.name}-{hashlib.sha256(repr(form).encode()).hexdigest()[:16]}.code"
        code = _read(path)
        if code is None:
            _tell(f"compiling {self._directory.name} {self.name}; it is kept for the next time")
            self.compilations += 1
            plain = [_plain(argument) for argument in arguments]
            code = self._compile_for(self.name, plain)
            _write(path, code)
        return code


class _Call:
    """A loaded function, to be called with the parts of its arguments."""

    def __init__(self, name: str, code: Code, arguments: tuple[Any, ...]) -> None:
        self._name, self._result = name, _RESULTS[code.result]
        types = [_ADDRESS, _ADDRESS, *(part for argument in arguments for part in _types_of(argument))]
        self._engine, self._address = _load(code)  # the engine owns the memory of the code
        self._types = types
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(self._address)

    def __call__(self, *parts: Any) -> Any:
        result, raised = self._result(), _ADDRESS()
        if self._function(ctypes.addressof(result), ctypes.addressof(raised), *parts):
            raise IndexError(f"compiled {self._name}: out of bounds")  # nothing else is ever raised in a kernel
        return result.value

    def with_parts(self, arguments: tuple[Any, ...]) -> Bound:
        """Return a call in which the parts of the arguments are constants: to hand them over takes microseconds."""
        result, raised = self._result(), _ADDRESS()
        places = (ctypes.addressof(result), ctypes.addressof(raised))
        parts = [*places, *(part for argument in arguments for part in _parts_of(argument))]
        written = ", ".join(_IN_CODE[kind](part) for kind, part in zip(self._types, parts, strict=True))
        text = f"""
            define i32 @bound() {{
                %raised = call i32 inttoptr (i64 {self._address} to ptr)({written})
                ret i32 %raised
            }}"""
        owner, (address,) = load_text(text, ("bound",))
        kept = (owner, self, arguments, raised)  # what the addresses point to must live as long, and the result
        return Bound(self._name, address, result, kept)


class Bound:
    """A call with constant arguments. Its address is that of machine code which takes nothing and returns an error."""

    __slots__ = ("_function", "_kept", "_name", "_result", "address")

    def __init__(self, name: str, address: int, result: Any, kept: tuple[Any, ...]) -> None:
        self.address = address
        self._name, self._result, self._kept = name, result, kept
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32)(address)

    def __call__(self) -> Any:
        if self._function():
            raise IndexError(f"compiled {self._name}: out of bounds")
        return self._result.value

    @property
    def result(self) -> Any:
        """What the last call returned, which may have been made by its address."""
        return self._result.value


# --- arguments

_IN_CODE: dict[Any, Callable[[Any], str]] = {
    _ADDRESS: lambda part: f"ptr inttoptr (i64 {part or 0} to ptr)",
    _NUMBER: lambda part: f"i64 {int(part)}",
    _REAL: lambda part: f"double 0x{struct.pack('>d', part).hex()}",
}
"""How a part of an argument is written as a constant of machine code."""
_dtypes: dict[int, tuple[Any, str]] = {}
"""A short name for each dtype met, by its id; the dtype is kept, so that no other can get its id."""


def _name_of(dtype: Any) -> str:
    known = _dtypes.get(id(dtype))
    if known is None:
        layout = repr((dtype.descr, dtype.itemsize)) if dtype.names else dtype.str
        name = hashlib.sha256(layout.encode()).hexdigest()[:16] if dtype.names else layout
        known = _dtypes[id(dtype)] = (dtype, name)
    return known[1]


def _form_of(argument: Any) -> Any:
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
        return (*getattr(argument, "_fields", ()), *(_form_of(item) for item in argument))
    raise TypeError(f"compiled functions take numbers, records, arrays and tuples of them, not {type(argument)}")


def _parts_of(argument: Any) -> Any:
    """Return the parts in which numba passes an argument."""
    if isinstance(argument, np.ndarray):
        return (None, None, argument.size, argument.itemsize, argument.ctypes.data, *argument.shape, *argument.strides)
    if isinstance(argument, np.void):
        return (np.frombuffer(argument, np.uint8).ctypes.data,)
    if isinstance(argument, tuple):
        return [part for item in argument for part in _parts_of(item)]
    return (argument if isinstance(argument, (int, float)) else argument.item(),)


def _types_of(argument: Any) -> list[Any]:
    """Return the C types of the parts of an argument."""
    if isinstance(argument, np.ndarray):
        return [_ADDRESS, _ADDRESS, _NUMBER, _NUMBER, _ADDRESS, *[_NUMBER] * (2 * argument.ndim)]
    if isinstance(argument, np.void):
        return [_ADDRESS]
    if isinstance(argument, tuple):
        return [part for item in argument for part in _types_of(item)]
    return [_REAL if isinstance(argument, (float, np.floating)) else _NUMBER]


def _plain(argument: Any) -> Any:
    """Return an argument as numba is to see it: whole numbers of every width as one type."""
    if isinstance(argument, (np.ndarray, np.void)):
        return argument
    if isinstance(argument, tuple):
        items = [_plain(item) for item in argument]
        return type(argument)(*items) if hasattr(argument, "_fields") else tuple(items)
    return float(argument) if isinstance(argument, (float, np.floating)) else int(argument)


# --- compiling


def compile_with(dispatcher: Any, arguments: list[Any]) -> Code:
    """Let a numba dispatcher compile its function for these arguments."""
    numba = importlib.import_module("numba")
    form = tuple(numba.typeof(argument) for argument in arguments)
    with _left_as_it_is():
        dispatcher.compile(form)
    compiled = dispatcher.overloads[form]
    # A copy: the function may be called by others that are compiled later, or have been.
    module = compiled.library._final_module.clone()  # noqa: SLF001 - there is no public way to it
    machine = compiled.library.codegen._tm  # noqa: SLF001
    _optimise(module, machine)
    outside = [each.name for each in (*module.functions, *module.global_variables) if each.is_declaration]
    needs = [name for name in outside if name.startswith(("numba", "NRT", ".numba"))]
    if needs:
        raise TypeError(f"{dispatcher.__name__} needs numba at run time, which is not there: {', '.join(needs)}")
    result = str(compiled.signature.return_type)
    if result not in _RESULTS:
        raise TypeError(f"{dispatcher.__name__} returns {result}; a compiled function returns a number or nothing")
    return Code(compiled.fndesc.llvm_func_name, result, machine.emit_object(module))


@contextlib.contextmanager
def _left_as_it_is() -> Iterator[None]:
    """Let numba neither optimise nor load what it compiles: only the function asked for is, with all that it calls.

    Otherwise each function would be optimised again in every function above it, and its machine code made each time:
    half of the time of compiling, for nothing. Nor does an index count from the end here if it is negative: no kernel
    means that (where bounds are checked it is refused), and to ask it at every access took a third of the time of
    observing. Nobody else can compile meanwhile, so nobody else meets this.
    """
    codegen, cpu, lock, types = (
        importlib.import_module(f"numba.core.{each}") for each in ("codegen", "cpu", "compiler_lock", "types")
    )
    arrays = importlib.import_module("numba.np.arrayobj")
    make_function = importlib.import_module("numba._dynfunc").make_function

    def link_calls_to_itself(library: Any) -> None:
        library._final_module = _with_calls_to_itself(library._final_module)  # noqa: SLF001

    def nothing_to_call(_: Any, library: Any, described: Any, environment: Any) -> Any:
        library._ensure_finalized()  # noqa: SLF001
        return make_function(described.lookup_module(), described.qualname, "", 1, environment, (library,))

    def index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, _: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    changes = (
        (arrays, "fix_integer_index", index_as_it_is),
        (codegen.CPUCodeLibrary, "_optimize_final_module", link_calls_to_itself),
        (codegen.JITCodeLibrary, "_finalize_specific", lambda library: None),
        (cpu.CPUContext, "get_executable", nothing_to_call),
    )
    with lock.global_compiler_lock, contextlib.ExitStack() as restored:
        for owner, name, function in changes:
            restored.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, function)
        yield


def _optimise(module: Any, machine: Any) -> None:
    _hide_what_it_calls(module)
    for vectorize in (False, True):
        _run_passes(module, machine, vectorize=vectorize)


def _hide_what_it_calls(module: Any) -> None:
    """Let nobody outside call the functions that were linked in: LLVM can then pass to each only what it uses.

    An array is seven arguments, of which most functions use one or two, and the rest went through memory at each call.
    """
    linked_in = importlib.import_module("llvmlite.binding").Linkage.linkonce_odr
    for function in module.functions:
        if function.linkage == linked_in and not function.is_declaration:
            function.linkage = "internal"


def _run_passes(module: Any, machine: Any, *, vectorize: bool) -> None:
    """Let LLVM optimise once. Loops of games are short: unrolled, they end in a second loop for what is left over."""
    binding = importlib.import_module("llvmlite.binding")
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = vectorize
    options.loop_unrolling = False
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _with_calls_to_itself(module: Any) -> Any:
    """Return the module with the addresses that numba would fill in when a function that calls itself is loaded.

    This must be done before optimising: what nobody calls but itself, from where it was inlined, would be dropped.
    """
    if not any(each.name.startswith(".numba.unresolved") for each in module.global_variables):
        return module
    text = _UNRESOLVED.sub(r'@".numba.unresolved$\1" = internal constant \2 @\1', str(module))
    return importlib.import_module("llvmlite.binding").parse_assembly(text)


def host() -> str:
    """Return the processor that code is compiled for: code that is kept must not be run on a lesser one."""
    binding = importlib.import_module("llvmlite.binding")
    return f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"


def _load(code: Code) -> tuple[Any, int]:
    """Bring machine code into memory; return its owner and the address of the function."""

    def add(engine: Any, binding: Any) -> None:
        engine.add_object_file(binding.ObjectFileRef.from_data(code.machine_code))

    owner, (address,) = _loaded(add, (code.symbol,))
    return owner, address


def load_text(text: str, symbols: tuple[str, ...]) -> tuple[Any, list[int]]:
    """Compile functions written for LLVM; return the owner of their machine code and their addresses."""
    return _loaded(lambda engine, binding: engine.add_module(binding.parse_assembly(text)), symbols)


def _loaded(add: Callable[[Any, Any], None], symbols: tuple[str, ...]) -> tuple[Any, list[int]]:
    binding = importlib.import_module("llvmlite.binding")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine(codemodel="jitdefault", jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    add(engine, binding)
    engine.finalize_object()
    return engine, [engine.get_function_address(symbol) for symbol in symbols]


# --- files


def _write(path: Path, code: Code) -> None:
    """Keep machine code; several processes may do this at once, and each may be killed."""
    digest = hashlib.sha256(code.machine_code).hexdigest()
    header = json.dumps({"symbol": code.symbol, "result": code.result, "sha256": digest})
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
        file.write(header.encode() + b"\n" + code.machine_code)
    Path(file.name).replace(path)


def _read(path: Path) -> Code | None:
    """Return the machine code kept in a file, or nothing if there is none or it is damaged."""
    try:
        line, machine_code = path.read_bytes().split(b"\n", 1)
        header = json.loads(line)
        code = Code(header["symbol"], header["result"], machine_code)
    except (OSError, ValueError, KeyError):
        return None
    return code if hashlib.sha256(machine_code).hexdigest() == header.get("sha256") else None
