#!/usr/bin/env python3
"""Confirm the fixtures of check/ on native sanitizer builds.

    confirm.py FILE...

A wrong fixture carries one mark `//~ kind`. It is built with the sanitizer that its `//@ sanitizer:` line names, and
the first report must stand on the mark's line and tell the same kind of bug. A right fixture has no mark. It runs under
every sanitizer, because a program that is right must be right for all of them, and must exit with `//@ exit: N` (or 0).

One line is printed per problem, then `N passed, M failed`. The exit status is 1 when a fixture failed.

Guaranteed: line and kind are those of the sanitizer's *first* report and its *first* stack. Not guaranteed: anything
after that report, since the program stops there.
"""

import concurrent.futures
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading

KINDS = [
    "out-of-bounds-read", "out-of-bounds-write", "use-after-free", "double-free", "invalid-free", "null-dereference",
    "division-by-zero", "shift-out-of-range", "signed-overflow", "assertion-failure", "abort", "unreachable",
    "uninitialised-read", "memory-leak", "stack-overflow", "error-call",
]

# Checks that `secateur exec` leaves off, so their fixtures must switch them on.
OFF_BY_DEFAULT = {"signed-overflow", "uninitialised-read", "memory-leak"}

# What a report says, and the kinds it can stand for. The first row that matches decides, so that a failed assertion is
# not taken for the plain abort that ends it.
REPORTS = [
    (r"confirm: error function called", {"error-call"}),
    (r"Assertion .*failed", {"assertion-failure"}),
    (r"AddressSanitizer: ABRT", {"abort"}),
    (r"AddressSanitizer: stack-overflow", {"stack-overflow"}),
    (r"AddressSanitizer: (heap-use-after-free|stack-use-after-return)", {"use-after-free"}),
    (r"AddressSanitizer: attempting double-free", {"double-free"}),
    (r"AddressSanitizer: attempting free on address which was not malloc", {"invalid-free"}),
    # The free of a read-only object crashes inside free, before AddressSanitizer finds out what was wrong.
    (r"AddressSanitizer: SEGV .*\n(.*\n)+ +#\d+ \S+ in (free|realloc) ", {"invalid-free"}),
    # A length that became negative: AddressSanitizer does not say which of the two would go wrong first.
    (r"AddressSanitizer: negative-size-param", {"out-of-bounds-read", "out-of-bounds-write"}),
    (r"AddressSanitizer: \S+-(over|under)flow .*\nREAD of size", {"out-of-bounds-read"}),
    (r"AddressSanitizer: \S+-(over|under)flow .*\nWRITE of size", {"out-of-bounds-write"}),
    (r"AddressSanitizer: SEGV on unknown address (0x0{8}[0-9a-f]{4}|0xf{13}[0-9a-f]{3})\b", {"null-dereference"}),
    # Too far from its object for a red zone to tell.
    (r"AddressSanitizer: SEGV on unknown address .*\n.*caused by a READ", {"out-of-bounds-read"}),
    (r"AddressSanitizer: SEGV on unknown address .*\n.*caused by a WRITE", {"out-of-bounds-write"}),
    (r"AddressSanitizer: FPE", {"division-by-zero", "signed-overflow"}),
    (r"LeakSanitizer: detected memory leaks", {"memory-leak"}),
    (r"MemorySanitizer: use-of-uninitialized-value", {"uninitialised-read"}),
    (r"runtime error: division by zero", {"division-by-zero"}),
    (r"runtime error: shift exponent", {"shift-out-of-range"}),
    (r"runtime error: (signed integer overflow|negation of|division of \S+ by -1)", {"signed-overflow"}),
    (r"runtime error: execution reached an unreachable program point", {"unreachable"}),
    (r"runtime error: (.* null pointer|null pointer passed)", {"null-dereference"}),
]

# `signal` adds no check of its own: AddressSanitizer's signal handler prints the stack at the point of death.
SANITIZERS = {
    "address": "address", "undefined": "undefined", "memory": "memory", "leak": "address", "signal": "address",
}
KEYS = {"args", "exit", "sanitizer"}

STUB = """
#include <stdio.h>
#include <stdlib.h>
static void stop(void) { fputs("confirm: error function called\\n", stderr); abort(); }
__attribute__((weak)) void reach_error(void) { stop(); }
__attribute__((weak)) void __VERIFIER_error(void) { stop(); }
"""

STACK_LIMIT = 8 << 20
TIME_LIMIT_S = 60


class Problem(Exception):
    """The fixture does not keep its promise."""


class Stub:
    """The error functions, compiled once for each group of sanitizers."""

    def __init__(self, folder):
        self.folder, self.lock, self.objects = folder, threading.Lock(), {}

    def object(self, group, flags):
        with self.lock:
            if group not in self.objects:
                source = os.path.join(self.folder, "stub.c")
                output = os.path.join(self.folder, f"stub-{group}.o")
                with open(source, "w") as out:
                    out.write(STUB)
                subprocess.run(["clang-19", *flags, "-c", source, "-o", output], check=True, timeout=TIME_LIMIT_S)
                self.objects[group] = output
            return self.objects[group]


def main(files):
    if not files:
        print("usage: confirm.py FILE...", file=sys.stderr)
        return 2
    failed = 0
    with tempfile.TemporaryDirectory(prefix="confirm-") as folder:
        stub = Stub(folder)
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            jobs = [pool.submit(confirm, path, stub, os.path.join(folder, str(n))) for n, path in enumerate(files)]
            for path, job in zip(files, jobs):
                try:
                    job.result()
                except (Problem, OSError, UnicodeDecodeError, subprocess.TimeoutExpired) as problem:
                    failed += 1
                    print(f"{path}: {problem}")
    print(f"{len(files) - failed} passed, {failed} failed")
    return 1 if failed else 0


def confirm(path, stub, binary):
    keys, mark = parse(path)
    if mark is None:
        for sanitizers in (["address", "undefined", "leak"], ["memory"]):
            confirm_right(path, stub, binary, sanitizers, int(keys.get("exit", "0")))
    else:
        sanitizers = [name.strip() for name in keys.get("sanitizer", "address,undefined").split(",")]
        confirm_wrong(path, stub, binary, sanitizers, *mark)


def confirm_right(path, stub, binary, sanitizers, status):
    warnings = build(path, stub, binary, sanitizers)
    if warnings:
        raise Problem(f"right, but clang warns: {first_line(warnings)}")
    run = execute(binary, sanitizers)
    if report_start(run.stderr) is not None or run.returncode != status:
        said = first_line(run.stderr[report_start(run.stderr) or 0:])
        raise Problem(f"right, but {','.join(sanitizers)} ends with {run.returncode}, expected {status}: {said}")


def confirm_wrong(path, stub, binary, sanitizers, line, kind):
    build(path, stub, binary, sanitizers)
    stderr = execute(binary, sanitizers).stderr
    start = report_start(stderr)
    if start is None:
        raise Problem(f"line {line}: {kind} expected, but {','.join(sanitizers)} reports nothing")
    found_line, found_kinds = position(path, stderr[start:]), kinds(stderr, start)
    if found_line != line or kind not in found_kinds:
        said = " or ".join(sorted(found_kinds)) or first_line(stderr[start:])
        raise Problem(f"line {line}: {kind} expected, but {','.join(sanitizers)} reports line {found_line}: {said}")


def parse(path):
    """Return the `//@` keys and the mark as (line, kind), or None for a right fixture."""
    keys, marks = {}, []
    with open(path) as source:
        for number, text in enumerate(source, 1):
            if found := re.match(r"\s*//@\s*([\w-]+)\s*:\s*(.*?)\s*$", text):
                keys[found[1]] = found[2]
            elif "//@" in text:
                raise Problem(f"line {number}: `//@` needs `key: value` on a line of its own")
            if found := re.search(r"//~\s*(\S*)", text):
                marks.append((number, found[1]))
    for key in sorted(keys.keys() - KEYS):
        raise Problem(f"unknown key `//@ {key}`, known are {', '.join(sorted(KEYS))}")
    if len(marks) > 1:
        raise Problem("more than one mark, but the program stops at the first error")
    folder = os.path.basename(os.path.dirname(os.path.abspath(path)))
    if folder in OFF_BY_DEFAULT and keys.get("args") != "--check all":
        raise Problem(f"{folder} is off by default, so `//@ args: --check all` is needed")
    for number, kind in marks:
        if kind not in KINDS:
            raise Problem(f"line {number}: unknown kind `{kind}`")
        if folder in KINDS and kind != folder:
            raise Problem(f"line {number}: {kind} stands in the folder of {folder}")
    if not re.fullmatch(r"\d+", keys.get("exit", "0")):
        raise Problem("`//@ exit:` needs a number")
    for name in keys.get("sanitizer", "address").split(","):
        if name.strip() not in SANITIZERS:
            raise Problem(f"unknown sanitizer `{name.strip()}`, known are {', '.join(SANITIZERS)}")
    return keys, marks[0] if marks else None


def build(path, stub, binary, sanitizers):
    """Compile the fixture and return clang's warnings."""
    group = ",".join(sorted({SANITIZERS[name] for name in sanitizers}))
    flags = ["-std=c11", "-O0", "-g", "-fno-omit-frame-pointer", f"-fsanitize={group}", "-fno-sanitize-recover=all"]
    # UBSan's bounds check comes first, but cannot tell a read from a write as AddressSanitizer does.
    flags.append("-fno-sanitize=bounds")
    if "memory" in sanitizers:
        if group != "memory":
            raise Problem("memory cannot be combined with another sanitizer")
        # Passing and returning an unset value is a copy like any other, so only its use may be reported.
        flags.append("-fno-sanitize-memory-param-retval")
    # The fixture is compiled apart from the stub, so that all warnings are its own; and the stub once for all
    # fixtures of the group.
    clang = subprocess.run(["clang-19", *flags, "-Wall", "-Wextra", "-c", os.path.abspath(path), "-o", binary + ".o"],
                           capture_output=True, text=True, timeout=TIME_LIMIT_S)
    if clang.returncode == 0:
        link = subprocess.run(["clang-19", *flags, "-fuse-ld=lld", binary + ".o", stub.object(group, flags), "-o", binary],
                              capture_output=True, text=True, timeout=TIME_LIMIT_S)
        if link.returncode == 0:
            return clang.stderr
        clang = link
    raise Problem(f"does not compile: {first_line(clang.stderr)}")


def execute(binary, sanitizers):
    symbolizer = shutil.which("llvm-symbolizer-19") or "/usr/lib/llvm-19/bin/llvm-symbolizer"
    leaks = int("leak" in sanitizers)
    common = f"external_symbolizer_path={symbolizer}:handle_abort=1:check_printf=1:color=never"
    environment = dict(
        os.environ,
        ASAN_OPTIONS=f"{common}:detect_leaks={leaks}:detect_stack_use_after_return={1 - leaks}",
        UBSAN_OPTIONS=common,
        MSAN_OPTIONS=common,
    )

    def limit():
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK, (STACK_LIMIT, hard))
        # A program that dies as promised need not leave a core file behind.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    try:
        run = subprocess.run([binary], stdin=subprocess.DEVNULL, capture_output=True, env=environment,
                             preexec_fn=limit, timeout=TIME_LIMIT_S)
    except subprocess.TimeoutExpired:
        raise Problem(f"does not end within {TIME_LIMIT_S} s")
    run.stderr = run.stderr.decode(errors="replace")
    return run


def report_start(stderr):
    found = re.search(r"^.*(runtime error:|ERROR: \w+Sanitizer|WARNING: MemorySanitizer)", stderr, re.M)
    return found and found.start()


def position(path, report):
    """The first line inside the fixture, from UBSan's own line or else from the first stack."""
    name = re.escape(os.path.abspath(path))
    if found := re.match(rf"{name}:(\d+):\d+: runtime error", report):
        return int(found[1])
    with open(path) as source:
        lines = source.read().splitlines()
    stack = re.search(r"(^ +#\d+ .*\n)+", report, re.M)
    for found in re.finditer(rf" {name}:(\d+)", stack[0] if stack else ""):
        # A stack that overflows may do so at the call or only in the callee's prologue. The call is what does not fit
        # any more, so a frame on a function's head, which is never indented, gives way to its caller.
        if "stack-overflow" in report and not lines[int(found[1]) - 1].startswith(" "):
            continue
        return int(found[1])
    return None


def kinds(stderr, start):
    """The kinds that the report can stand for. Its head, and what the program said before it, decide."""
    head = stderr[:start] + "\n".join(stderr[start:].split("\n")[:6])
    return next((found for pattern, found in REPORTS if re.search(pattern, head)), set())


def first_line(text):
    return text.strip().split("\n")[0] if text.strip() else "nothing"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
