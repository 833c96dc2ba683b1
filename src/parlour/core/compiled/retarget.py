"""Compiled functions aimed at another machine than this one: WebAssembly, or an NVIDIA GPU.

Numba is asked for its LLVM code before it is optimised, when offsets do not depend on the machine yet; so this runs in
a process of its own, with NUMBA_OPT=0 (see `process_for`). Reference counting is taken out, for buffers are the
caller's; every function gets a way in that reads its arguments from a frame (`frames.py`), and all else is internal;
then LLVM, which Numba brings along, optimises for the machine. Nothing is fused or reordered, so that results are the
CPU's to the bit.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
from numba.core import types as numba_types
from numba.np.numpy_support import from_dtype

from parlour.core.compiled.frames import STATE, Argument, Function

numba: Any = numba_types  # the stubs know them, and none of their arguments

WASM, GPU = "wasm", "gpu"
MACHINES = (WASM, GPU)
STACK = 64 * 1024  # bytes of a module's own memory for calls
LINKERS = ("wasm-ld", *(f"wasm-ld-{version}" for version in range(30, 10, -1)))


class Machine(NamedTuple):
    """As LLVM knows it."""

    triple: str
    options: Mapping[str, str]
    threshold: int  # up to which size functions are inlined


TARGETS = {
    # Without vectors: nothing here gains by them, and modules would be larger.
    WASM: Machine(
        "wasm32-unknown-unknown", {"features": "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"}, 45
    ),
    GPU: Machine("nvptx64-nvidia-cuda", {"cpu": "sm_90", "features": "+ptx80"}, 300),
}

COUNTING = re.compile(r"define linkonce_odr void @(NRT_(?:incref|decref))\(ptr[^)]*\)[^{]*\{.*?\n\}", re.DOTALL)
# Nobody owns a buffer, so nobody has to do away with it.
NEVER_CALLED = re.compile(r"^declare void @(NRT_MemInfo_call_dtor)\(ptr[^)]*\).*$", re.MULTILINE)
# What LLVM has a name for, and leaves to the machine's library.
LIBRARY = re.compile(r"llvm\.(a?(sin|cos|tan)h?|atan2|sincos|exp(2|10)?|log(2|10)?|powi?|ldexp|frexp|fma|fmuladd)\.")
# Calls of the library that LLVM would make of loops and comparisons that look like them.
LOOK_ALIKES = ("strlen", "strnlen", "wcslen", "memchr", "memcmp", "bcmp")
DEFINED = re.compile(r"^define .*\)(?: (?:local_)?unnamed_addr)?", re.MULTILINE)
SQUARE_ROOT = re.compile(r"@sqrt\(")  # the library's rounds as the machine's own instruction does
FUSED = re.compile(r"\bfma\.|\bfma(?:f|l)?\(|llvm\.fma|llvm\.fmuladd|\.approx|\.ftz")
UNROUNDED = re.compile(r"\b(?:add|sub|mul)\.f(?:32|64)\b")  # PTX that may be fused: what is rounded says so


class NotPortable(Exception):
    """What a game uses that another machine has not."""


class ExportedFunction(NamedTuple):
    """A function to be exported, and what its frame holds."""

    compiled: Any  # as `@rule` and `@entry` make it
    function: Function
    signature: tuple[Any, ...]  # the types that it is compiled for
    state_size: int


def process_for(module: str, *arguments: str) -> None:
    """Run `python -m module` as these functions want it: unoptimised code, in a cache that is thrown away. An error is
    the last line that it printed."""
    with tempfile.TemporaryDirectory(prefix="parlour-") as folder:
        env = {**os.environ, "NUMBA_OPT": "0", "PARLOUR_CACHE": folder, "NUMBA_DISABLE_JIT": "0"}
        env["PYTHONWARNINGS"] = "ignore"  # unoptimised code cannot be cached, which Numba mentions for every function
        command = [sys.executable, "-m", module, *arguments]
        done = subprocess.run(command, env=env, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
        raise NotPortable(said[-1].removeprefix(f"{__name__}.NotPortable: "))


@cache
def linker() -> str | None:
    """Where the linker for WebAssembly is, if there is one (Debian: lld)."""
    return next((found for name in LINKERS if (found := shutil.which(name))), None)


def entry_of(
    compiled: Callable[..., Any],
    name: str,
    known: Mapping[str, "Argument | Bundle"],
    state: np.dtype[Any],
    results: Sequence[str] = (),
) -> ExportedFunction:
    """A function with the arguments that its parameters are `known` by."""
    dispatcher: Any = compiled
    arguments: list[Argument] = []
    signature: list[Any] = []
    for parameter in dispatcher.py_func.__code__.co_varnames[: dispatcher.py_func.__code__.co_argcount]:
        if parameter not in known:
            raise NotPortable(f"{name}: nobody knows what {parameter} is")
        ours = known[parameter]
        if isinstance(ours, Argument):
            arguments.append(ours)
            signature.append(_type_of(ours, state))
        else:
            arguments += ours
            signature.append(numba.NamedTuple([_type_of(each, state) for each in ours], ours.of))
    function = Function(name, tuple(arguments), tuple(results))
    return ExportedFunction(dispatcher, function, tuple(signature), state.itemsize)


class Bundle(tuple[Argument, ...]):
    """Arrays that are handed over as one tuple, of the class `of`."""

    of: type

    def __new__(cls, of: type, arguments: Sequence[Argument]) -> "Bundle":
        made = super().__new__(cls, arguments)
        made.of = of
        return made


def _type_of(argument: Argument, state: np.dtype[Any]) -> Any:
    item = from_dtype(np.dtype(state if argument.dtype == STATE else argument.dtype))
    if not argument.dims:
        return item
    return numba.Array(item, len(argument.dims), "C")


# -- LLVM --------------------------------------------------------------------------------------------------------


def aim(entries: Sequence[ExportedFunction], machine: str) -> tuple[Any, Any]:
    """One module of all these functions for that machine, optimised; and the machine."""
    if os.environ.get("NUMBA_OPT") != "0":
        raise NotPortable("this has to run with NUMBA_OPT=0: code that is optimised already is this machine's alone")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = TARGETS[machine]
    aimed = llvm.Target.from_triple(target.triple).create_target_machine(opt=3, **target.options)
    whole = None
    for entry in entries:
        part = _part(entry, aimed, target.triple, machine)
        if whole is None:
            whole = part
        else:
            whole.link_in(part)
    assert whole is not None, "a module has functions"
    wanted = {entry.function.name for entry in entries}
    for thing in [*whole.functions, *whole.global_variables]:
        if not thing.is_declaration and thing.name not in wanted:
            thing.linkage = "internal"
    whole.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.inlining_threshold = target.threshold
    tuning.loop_vectorization = tuning.slp_vectorization = False
    tuning.loop_unrolling = machine == GPU
    passes = llvm.create_pass_builder(aimed, tuning)
    passes.getModulePassManager().run(whole, passes)
    _check(whole, machine)
    return whole, aimed


def _part(entry: ExportedFunction, aimed: Any, triple: str, machine: str) -> Any:
    """One function with its way in, and all that it calls."""
    entry.compiled.compile(entry.signature)
    text = entry.compiled.inspect_llvm(entry.signature)
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{aimed.target_data}"', text, flags=re.M)
    text = re.sub(r"^target triple = .*$", f'target triple = "{triple}"', text, flags=re.M)
    text = COUNTING.sub(r"define linkonce_odr void @\1(ptr %p) alwaysinline {\n ret void\n}", text)
    text = NEVER_CALLED.sub(r"define linkonce_odr void @\1(ptr %p) {\n ret void\n}", text)
    text = re.sub(r"^declare double @sqrt\(.*$", "", text, flags=re.M)
    if SQUARE_ROOT.search(text):
        text = SQUARE_ROOT.sub("@llvm.sqrt.f64(", text)
        if not re.search(r"^declare double @llvm.sqrt.f64\(", text, re.M):
            text += "\ndeclare double @llvm.sqrt.f64(double)\n"
    module = llvm.parse_assembly(text)
    callee = next(
        each
        for each in module.functions
        if not each.is_declaration
        and each.linkage == llvm.Linkage.external
        and not each.name.startswith(("_ZN7cpython", "cfunc."))
    )
    way_in = _way_in(entry, callee.name, [str(each.type) for each in callee.arguments][2:], machine)
    declared = set(re.findall(r"^declare .*?@([\w.]+)\(", text, re.M))
    threads = "".join(f"declare i32 @{name}()\n" for name in THREAD.values() if name not in declared)
    # In every function: one that may call the library takes in none that may not.
    without = "".join(f' "no-builtin-{name}"' for name in LOOK_ALIKES)
    whole = DEFINED.sub(lambda found: found[0] + without, str(module) + way_in)
    return llvm.parse_assembly(whole + (threads if machine == GPU else ""))


THREAD = {
    "thread": "llvm.nvvm.read.ptx.sreg.tid.x",
    "block": "llvm.nvvm.read.ptx.sreg.ctaid.x",
    "threads": "llvm.nvvm.read.ptx.sreg.ntid.x",
}


class _Code:
    """Lines of LLVM code, with a name for every value."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def do(self, text: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def say(self, text: str) -> None:
        self.lines.append(f"  {text}")


def _way_in(entry: ExportedFunction, callee: str, types: list[str], machine: str) -> str:
    """`function(frame, lane)` in WebAssembly; on a GPU a kernel of a thread for each lane, `function(frame, lanes,
    status)`. What the function answers is 0, or it stopped at an error."""
    code, function = _Code(), entry.function
    if machine == GPU:
        for name, register in THREAD.items():
            code.say(f"%{name} = call i32 @{register}()")
        code.say("%before = mul i32 %block, %threads")
        code.say("%lane = add i32 %before, %thread")
        code.say("%beyond = icmp uge i32 %lane, %lanes")
        code.say("br i1 %beyond, label %done, label %work")
        code.say("\nwork:")
    code.say("%wide = zext i32 %lane to i64")
    slot = 0

    def word() -> str:
        nonlocal slot
        where = code.do(f"getelementptr i64, ptr %frame, i32 {slot}")
        slot += 1
        return code.do(f"load i64, ptr {where}, align 8")

    def data() -> str:
        address, step = word(), word()
        at = code.do(f"add i64 {address}, {code.do(f'mul i64 {step}, %wide')}")
        if machine != GPU:
            return code.do(f"inttoptr i64 {at} to ptr")
        # That it is global memory, LLVM could not know.
        return code.do(f"addrspacecast ptr addrspace(1) {code.do(f'inttoptr i64 {at} to ptr addrspace(1)')} to ptr")

    given: list[str] = []
    for argument in function.arguments:
        at = data()
        if not argument.dims:
            kind = types[len(given)]
            held = {"int64": "i64", "float64": "double", "bool": "i8"}[argument.dtype]
            value = code.do(f"load {held}, ptr {at}")
            if kind == "i1":
                value = code.do(f"trunc i8 {value} to i1")
            given.append(f"{kind} {value}")
            continue
        shape = [word() for _ in argument.dims]
        size = str(entry.state_size if argument.dtype == STATE else np.dtype(argument.dtype).itemsize)
        strides: list[str] = []
        below = size
        for length in reversed(shape):
            strides.insert(0, below)
            below = code.do(f"mul i64 {below}, {length}")
        count = shape[0]
        for length in shape[1:]:
            count = code.do(f"mul i64 {count}, {length}")
        # An array as Numba passes it: no owner, no parent, items, the size of one, data, shape, strides.
        given += ["ptr null", "ptr null", f"i64 {count}", f"i64 {size}", f"ptr {at}"]
        given += [f"i64 {each}" for each in (*shape, *strides)]
    if [each.split()[0] for each in given] != types:
        raise NotPortable(f"{function.name}: it takes {', '.join(types)}")
    result = data() if function.results else code.do("alloca [8 x i64], align 8")
    error = code.do("alloca ptr, align 8")
    status = code.do(f'call i32 @"{callee}"(ptr {result}, ptr {error}, {", ".join(given)})')
    if machine != GPU:
        return f"\ndefine i32 @{function.name}(ptr %frame, i32 %lane) {{\n{_body(code)}\n  ret i32 {status}\n}}\n"
    where = code.do("getelementptr i32, ptr %status, i32 %lane")
    code.say(f"store i32 {status}, ptr {where}")
    head = f"define ptx_kernel void @{function.name}(ptr %frame, i32 %lanes, ptr %status)"
    return f"\n{head} {{\n{_body(code)}\n  br label %done\ndone:\n  ret void\n}}\n"


def _body(code: _Code) -> str:
    return "\n".join(code.lines)


def _check(module: Any, machine: str) -> None:
    """Nothing is left over that the machine has not."""
    names = [each.name for each in module.functions if each.is_declaration]
    missing = sorted(name for name in names if not name.startswith("llvm.") or LIBRARY.match(name))
    if missing:
        said = ", ".join(name.removeprefix("llvm.").partition(".")[0] for name in missing)
        raise NotPortable(f"not on every machine: {said} (parlour.core.portable has exp, log and tanh)")
    if machine == WASM and FUSED.search(str(module)):
        raise NotPortable("something is fused that the CPU does in two steps")


def to_wasm(entries: Sequence[ExportedFunction]) -> bytes:
    """A module with these functions and its memory."""
    link = linker()
    if link is None:
        raise NotPortable("there is no linker for WebAssembly: install lld (it has wasm-ld)")
    module, machine = aim(entries, WASM)
    with tempfile.TemporaryDirectory(prefix="parlour-") as folder:
        (Path(folder) / "module.o").write_bytes(machine.emit_object(module))
        exports = [f"--export={entry.function.name}" for entry in entries]
        command = [link, "--no-entry", "--allow-undefined", "--export=__heap_base", "--strip-all", "-O2", *exports]
        command += ["-z", f"stack-size={STACK}", "--stack-first", "--compress-relocations"]
        command += ["module.o", "-o", "module.wasm"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotPortable(f"{link} failed: {done.stderr.strip() or done.returncode}")
        return (Path(folder) / "module.wasm").read_bytes()


def to_ptx(entries: Sequence[ExportedFunction]) -> str:
    """Kernels of these names, a thread for each lane."""
    module, machine = aim(entries, GPU)
    text: str = machine.emit_assembly(module)
    if FUSED.search(text) or UNROUNDED.search(text):
        found = FUSED.search(text) or UNROUNDED.search(text)
        raise NotPortable(f"an operation that a GPU does in its own way: {found}")
    return text


def heap_of(module: bytes) -> int:
    """The first byte of a WebAssembly module's memory that is the caller's."""
    parts, values = dict(sections(module)), []
    count, at = _number(parts[6], 0)
    for _ in range(count):  # type, whether it changes, i32.const, a number, end
        value, at = _number(parts[6], at + 3)
        values.append(value)
        at += 1
    count, at = _number(parts[7], 0)
    for _ in range(count):
        length, at = _number(parts[7], at)
        name, kind = parts[7][at : at + length], parts[7][at + length]
        index, at = _number(parts[7], at + length + 1)
        if name == b"__heap_base" and kind == 3:
            return values[index]
    raise NotPortable("a module that does not say where its heap begins")


def sections(module: bytes) -> list[tuple[int, bytes]]:
    found, at = [], 8
    while at < len(module):
        kind = module[at]
        size, at = _number(module, at + 1)
        found.append((kind, module[at : at + size]))
        at += size
    return found


def _number(data: bytes, at: int) -> tuple[int, int]:
    """As WebAssembly writes whole numbers that are not negative: seven bits a byte."""
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at
