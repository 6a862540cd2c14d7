"""Compiled functions by what numba has inside: kept on disk as object files, loaded and called without numba.

To import numba and get it ready takes longer than most of what compiled rules are asked to do, and it is needed only
where something is compiled for the first time. So a compiled function is kept as the object file of exactly one form
of arguments. Loading it takes llvmlite, a part of numba that is there in a moment, and calling it takes ctypes, which
lets other threads run meanwhile.

Numba passes arguments flat: an array as its reference counter and owner (nobody here, for kernels allocate nothing),
size, item size, address, shape and strides; a record as its address; a tuple, named or not, as its items. The result
and what was raised come back through two pointers, before the arguments.

All this is numba's own affair and may change with it. Whatever depends on it is in this file, tried with the versions
that it names; for others `plain_numba.py` stands in, which needs nothing of it.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import importlib
import json
import re
import struct
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from verso.core.plain_numba import Wrap, compiling, form_of, tell, uniform, working

TRIED = {"numba": {"0.68"}, "llvmlite": {"0.50"}, "numpy": {"2.4", "2.5"}}
"""The versions whose inside is known to be as it is used here."""
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


def why_not(*, compiles: bool) -> str:
    """Say why functions cannot be kept and loaded here, or compiled if that is wanted too; nothing if they can."""
    for name, tried in TRIED.items():
        there = metadata.version(name)
        if ".".join(there.split(".")[:2]) not in tried:
            return f"{name} {there} was not tried, only {' and '.join(sorted(tried))}"
    try:
        owner, address = _load_text("define i32 @answer() {\n ret i32 42\n}", "answer")
        if (answer := ctypes.CFUNCTYPE(ctypes.c_int32)(address)()) != 42:
            return f"machine code of {owner} answers {answer}"
        if compiles:
            _changes()
            _pipeline()
    except (ImportError, AttributeError, OSError, RuntimeError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def functions(
    names: list[str], directory: Path, load: Callable[[Wrap], dict[str, Any]], *, check_bounds: bool
) -> dict[str, Function]:
    """Return the functions of these names; `load` gives all functions of an engine, each wrapped."""

    @functools.cache
    def wrapped() -> dict[str, Any]:
        return load(wrapping(check_bounds=check_bounds))

    def compile_for(name: str, arguments: list[Any]) -> Code:
        return compile_with(wrapped()[name], arguments)

    return {name: Function(name, directory, compile_for) for name in names}


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

    def bind(self, *arguments: Any) -> Callable[[], Any]:
        """Return a call with these very arrays and numbers, for those who make it again and again."""
        return self._call(arguments).bound_to(arguments)

    def prepare(self, *arguments: Any) -> Callable[[], Any]:
        """Return the same as `bind` for those who make it a few times: nothing is compiled for it."""
        call, parts = self._call(arguments), [part for argument in arguments for part in _parts_of(argument)]

        def again(_kept: tuple[Any, ...] = arguments) -> Any:  # what the addresses point to must live as long
            return call(*parts)

        return again

    def _call(self, arguments: tuple[Any, ...]) -> _Call:
        form = tuple([form_of(argument) for argument in arguments])
        call = self._calls.get(form)
        if call is None:
            with working:
                if form not in self._calls:
                    self._calls[form] = _Call(self.name, self._code(form, arguments), arguments)
                call = self._calls[form]
        return call

    def _code(self, form: tuple[Any, ...], arguments: tuple[Any, ...]) -> Code:
        path = self._directory / f"{self.name}-{hashlib.sha256(repr(form).encode()).hexdigest()[:16]}.code"
        code = _read(path)
        if code is None:
            with compiling(self._directory):
                code = _read(path) or self._compiled(path, arguments)  # another process may just have written it
        return code

    def _compiled(self, path: Path, arguments: tuple[Any, ...]) -> Code:
        tell(f"compiling {self._directory.name} {self.name}; it is kept for the next time")
        self.compilations += 1
        code = self._compile_for(self.name, [uniform(argument) for argument in arguments])
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

    def bound_to(self, arguments: tuple[Any, ...]) -> Callable[[], Any]:
        """Return a call in which the parts of the arguments are constants of machine code.

        To hand them over from Python, seventy numbers for a step of a batch, takes as long as stepping forty games.
        """
        result, raised = self._result(), _ADDRESS()
        places = (ctypes.addressof(result), ctypes.addressof(raised))
        parts = [*places, *(part for argument in arguments for part in _parts_of(argument))]
        written = ", ".join(_IN_CODE[kind](part) for kind, part in zip(self._types, parts, strict=True))
        text = f"""
            define i32 @bound() {{
                %raised = call i32 inttoptr (i64 {self._address} to ptr)({written})
                ret i32 %raised
            }}"""
        owner, address = _load_text(text, "bound")
        function = ctypes.CFUNCTYPE(ctypes.c_int32)(address)
        kept = (result, raised, owner, self, arguments)  # what the addresses point to must live as long as the call

        def call() -> Any:
            if function():
                raise IndexError(f"compiled {self._name}: out of bounds")
            return kept[0].value

        return call


# --- arguments

_IN_CODE: dict[Any, Callable[[Any], str]] = {
    _ADDRESS: lambda part: f"ptr inttoptr (i64 {part or 0} to ptr)",
    _NUMBER: lambda part: f"i64 {int(part)}",
    _REAL: lambda part: f"double 0x{struct.pack('>d', part).hex()}",
}
"""How a part of an argument is written as a constant of machine code."""


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


# --- compiling


def wrapping(*, check_bounds: bool = False) -> Wrap:
    """Return what makes dispatchers of numba that can be compiled here, and compiled into each other.

    No wrappers: nobody calls these from Python. The error model of NumPy: no branches for division by zero in hot
    loops. Without _nrt: rules allocate nothing, and counting references to the arrays they are given took a third of
    their time (and made threads wait for each other).
    """
    bare: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False, "pipeline_class": _pipeline()}
    njit = importlib.import_module("numba").njit(boundscheck=check_bounds, error_model="numpy", **bare)

    def wrap(function: Any) -> Any:
        dispatcher = njit(function)
        find = dispatcher.get_call_template
        dispatcher.get_call_template = lambda arguments, named: find(tuple(map(_widest, arguments)), named)
        return dispatcher

    return wrap


@functools.cache
def _pipeline() -> Any:
    """Return how numba goes about a function here: as always, but for passes over what no kernel has.

    Kernels are plain: no closures or comprehensions, no `with`, nothing that is inlined by numba, no expressions of
    whole arrays. To look for these takes a sixth of the time of compiling.
    """
    compiler, machinery = (importlib.import_module(f"numba.core.{each}") for each in ("compiler", "compiler_machinery"))
    untyped, typed = (importlib.import_module(f"numba.core.{each}") for each in ("untyped_passes", "typed_passes"))
    unused = {
        untyped.WithLifting,
        untyped.InlineClosureLikes,
        untyped.MakeFunctionToJitFunction,
        untyped.InlineInlinables,
        untyped.FindLiterallyCalls,
        untyped.LiteralUnroll,
        untyped.LiteralPropagationSubPipelinePass,
        typed.InlineOverloads,
        typed.NopythonRewrites,
        typed.AnnotateTypes,
        typed.DumpParforDiagnostics,
    }

    class Plain(compiler.CompilerBase):  # type: ignore[misc,name-defined]
        def define_pipelines(self) -> list[Any]:
            passes = machinery.PassManager("kernels")
            for each, why in compiler.DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
                if each not in unused:
                    passes.add_pass(each, why)
            passes.finalize()
            return [passes]

    return Plain


def _widest(argument: Any) -> Any:
    """Return the type that a function gets instead of this one, so that it is compiled for one kind of number only."""
    types = importlib.import_module("numba").types
    return types.int64 if isinstance(types.unliteral(argument), types.Integer) else types.unliteral(argument)


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
    _hide_what_it_calls(module)
    _optimise(module, machine)
    outside = [each.name for each in (*module.functions, *module.global_variables) if each.is_declaration]
    needs = [name for name in outside if name.startswith(("numba", "NRT", ".numba"))]
    if needs:
        raise TypeError(f"{dispatcher.__name__} needs numba at run time, which is not there: {', '.join(needs)}")
    result = str(numba.types.unliteral(compiled.signature.return_type))  # of a constant too
    if result not in _RESULTS:
        raise TypeError(f"{dispatcher.__name__} returns {result}; a compiled function returns a number or nothing")
    return Code(compiled.fndesc.llvm_func_name, result, machine.emit_object(module))


@contextlib.contextmanager
def _left_as_it_is() -> Iterator[None]:
    """Change numba while something is compiled. Nobody else can compile meanwhile, so nobody else meets it."""
    lock = importlib.import_module("numba.core.compiler_lock").global_compiler_lock
    with lock, contextlib.ExitStack() as restored:
        for owner, name, function in _changes():
            restored.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, function)
        yield


def _changes() -> list[tuple[Any, str, Callable[..., Any]]]:
    """Return what is put in the place of what in numba; an error says that something is not there to be replaced.

    Numba is to neither optimise nor load what it compiles: only the function asked for is, with all that it calls.
    Otherwise each function would be optimised again in every function above it, and its machine code made each time:
    half of the time of compiling, for nothing. Nor does an index count from the end if it is negative: no kernel means
    that (where bounds are checked it is refused), and to ask it at every access took a third of the time of observing.
    """
    codegen, cpu, types = (importlib.import_module(f"numba.core.{each}") for each in ("codegen", "cpu", "types"))
    arrays = importlib.import_module("numba.np.arrayobj")
    make_function = importlib.import_module("numba._dynfunc").make_function

    def link_but_do_not_load(library: Any) -> None:
        library._final_module = _with_calls_to_itself(library._final_module)  # noqa: SLF001
        library._finalized = True  # noqa: SLF001

    def nothing_to_call(_: Any, library: Any, described: Any, environment: Any) -> Any:
        library._ensure_finalized()  # noqa: SLF001
        return make_function(described.lookup_module(), described.qualname, "", 1, environment, (library,))

    def index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, _: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    changes: list[tuple[Any, str, Callable[..., Any]]] = [
        (arrays, "fix_integer_index", index_as_it_is),
        (codegen.CPUCodeLibrary, "_optimize_final_module", lambda library: None),
        (codegen.CPUCodeLibrary, "_finalize_final_module", link_but_do_not_load),
        (cpu.CPUContext, "get_executable", nothing_to_call),
    ]
    for owner, name, _ in changes:
        getattr(owner, name)
    return changes


def _hide_what_it_calls(module: Any) -> None:
    """Let nobody outside call the functions that were linked in: LLVM can then pass to each only what it uses.

    An array is seven arguments, of which most functions use one or two, and the rest went through memory at each call.
    """
    linked_in = importlib.import_module("llvmlite.binding").Linkage.linkonce_odr
    for function in module.functions:
        if function.linkage == linked_in and not function.is_declaration:
            function.linkage = "internal"


def _optimise(module: Any, machine: Any) -> None:
    """Let LLVM optimise. Loops of games are short: unrolled, they end in a second loop for what is left over."""
    binding = importlib.import_module("llvmlite.binding")
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = True
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
    binding, engine = _empty_engine()
    engine.add_object_file(binding.ObjectFileRef.from_data(code.machine_code))
    engine.finalize_object()
    return engine, engine.get_function_address(code.symbol)


def _load_text(text: str, symbol: str) -> tuple[Any, int]:
    """Compile a function written for LLVM; return the owner of its machine code and its address."""
    binding, engine = _empty_engine()
    engine.add_module(binding.parse_assembly(text))
    engine.finalize_object()
    return engine, engine.get_function_address(symbol)


def _empty_engine() -> tuple[Any, Any]:
    binding = importlib.import_module("llvmlite.binding")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine(codemodel="jitdefault", jit=True)
    return binding, binding.create_mcjit_compiler(binding.parse_assembly(""), machine)


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
