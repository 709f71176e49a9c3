"""Compares what fusebox computes for HLO text with what JAX computes, element by element; see README.md."""

import argparse
import collections
import importlib.util
import json
import os
import pathlib
import re
import statistics
import sys
import tempfile
import time

# Strict: no TF32 in products of f32, no rounding to bfloat16 left out.
os.environ.setdefault("NVIDIA_TF32_OVERRIDE", "0")
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_allow_excess_precision=false"

import jax
import numpy as np
from jax_programs import programs
from saved import compare_saved, fusebox, load

HERE = pathlib.Path(__file__).resolve().parent
STRUCTURE = {"parameter", "tuple", "get-tuple-element", "call", "fusion", "bitcast", "opt-barrier"}


# ---- Programs


class Program:
    """HLO texts of a program by stage, and a function from a list of arrays to one."""

    def __init__(self, name, texts, run, clock):
        self.name, self.texts, self.run, self.clock = name, texts, run, clock


def seconds(call):
    """Of many calls in a row, divided: the median of five rounds."""
    jax.block_until_ready(call())
    rounds = []
    for _ in range(5):
        begin = time.perf_counter()
        jax.block_until_ready([call() for _ in range(20)][-1])
        rounds.append((time.perf_counter() - begin) / 20)
    return statistics.median(rounds)


def from_function(name, function, inputs):
    jitted = jax.jit(function, keep_unused=True)
    lowered = jitted.lower(*inputs)
    compiled = lowered.compile()

    def arrays(values):
        return [jax.numpy.asarray(v).astype(i.dtype) for v, i in zip(values, inputs)]

    def run(values):
        return [np.asarray(leaf) for leaf in jax.tree.leaves(compiled(*arrays(values)))]

    def clock(values):
        given = arrays(values)
        return seconds(lambda: compiled(*given))

    return Program(name, {"before": lowered.as_text(dialect="hlo"), "after": compiled.as_text()}, run, clock)


def from_dump(folder):
    """Of "module_N.NAME/module.mlir", with HLO text beside the folder."""
    device = jax.devices()[0]
    for mlir in sorted(folder.rglob("module.mlir")):
        stem = mlir.parent
        texts = {"before": stem.with_name(stem.name + ".before_optimizations.txt")}
        for after in stem.parent.glob(stem.name + ".*gpu_after_optimizations.txt"):
            texts["after"] = after
        texts = {stage: path.read_text() for stage, path in texts.items() if path.exists()}
        loaded = device.client.compile_and_load(mlir.read_text(), [device])

        def run(values, loaded=loaded):
            return [np.asarray(v) for v in loaded.execute([jax.device_put(v, device) for v in values])]

        def clock(values, loaded=loaded):
            given = [jax.device_put(v, device) for v in values]
            return seconds(lambda: loaded.execute(given))

        yield Program(stem.name, texts, run, clock)


def cases():
    """Those of tests/graph/hlo/make.py, as (name, function, inputs)."""
    spec = importlib.util.spec_from_file_location("make", HERE.parent / "graph" / "hlo" / "make.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    found = []
    make.case = lambda name, function, *inputs, tolerance=None, fused=True: found.append((name, function, inputs))
    for record in [value for key, value in vars(make).items() if key.startswith("record_")]:
        record()
    return [(name, f, [make.make(spec, k) for k, spec in enumerate(inputs)]) for name, f, inputs in found]


def all_programs(options):
    if options.dump:
        yield from from_dump(pathlib.Path(options.dump))
        return
    part, parts = map(int, options.part.split("/"))
    wanted = [row for row in [*([] if options.large else cases()), *programs(options.large)] if options.only in row[0]]
    for name, function, inputs in wanted[part - 1 :: parts]:
        yield from_function(name, function, inputs)


# ---- The whole


def opcodes(text):
    found = re.findall(r"^\s+(?:ROOT )?%?[\w.-]+ = (?:\([^=]*?\)|\S+) ([a-z][a-z0-9-]*)\(", text, re.M)
    return collections.Counter(code for code in found if code not in STRUCTURE)


def gpu_row(options, hlo, folder, program, reference, row):
    printed, problem = fusebox(options, "time", hlo, folder, "-H", "greedy", "--json")
    if problem:
        return row["problems"].append(f"on the GPU: {problem}")
    problems, row["gpu"], row["gpu_compared"], _ = compare_saved(folder, program.run, reference)
    row["problems"] += [f"on the GPU: {p}" for p in problems]
    row["us"] = json.loads(printed)["total"].get("measured_us")
    index = json.loads((pathlib.Path(folder) / "index.json").read_text())
    row["jax_us"] = 1e6 * program.clock([load(folder, entry) for entry in index["inputs"]])


def compare(options, program, stage, text, row):
    with tempfile.TemporaryDirectory() as folder:
        hlo = pathlib.Path(folder) / "module.hlo"
        hlo.write_text(text)
        reference, printed = None, None
        if not options.large:
            printed, problem = fusebox(options, "check", hlo, f"{folder}/cpu", "-H", "greedy", "--cpu")
            if problem and "too large" in problem:
                row["note"] = "too large for the evaluator"
            elif problem:
                row["problems"].append(problem)
        if printed is not None:
            problems, row["cpu"], row["compared"], reference = compare_saved(f"{folder}/cpu", program.run)
            row["problems"] += problems
        if options.gpu and not row["problems"]:
            gpu_row(options, hlo, f"{folder}/gpu", program, reference, row)


def show(row):
    def figure(key, form):
        return form.format(row[key]) if row.get(key) is not None else "-"

    compared = row["compared"] or row.get("gpu_compared")
    verdict = "; ".join(row["problems"]) or ("ok" if compared else row.get("note", "nothing to compare"))
    print(f"{row['name'][:34]:34} {row['stage']:6} {row['compared']:3} {figure('cpu', '{:9.1e}'):>9} "
          f"{figure('gpu', '{:9.1e}'):>9} {figure('us', '{:8.1f}'):>8} {figure('jax_us', '{:8.1f}'):>8}  {verdict}",
          flush=True)  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fusebox", default="build/fusebox")
    parser.add_argument("--gpu", action="store_true", help="also the kernels, on the GPU, with times")
    parser.add_argument("--large", action="store_true", help="large sizes, on the GPU only")
    parser.add_argument("--dump", help="the modules of a folder that XLA dumped, with module.mlir")
    parser.add_argument("--only", default="", help="programs with this in their name")
    parser.add_argument("--part", default="1/1", help="2/8: the second of eight parts, which may run side by side")
    parser.add_argument("--sample", nargs="*", help="HLO files whose opcodes are counted")
    parser.add_argument("--timeout", default=300, type=int, help="seconds for one run of fusebox")
    options = parser.parse_args()
    jax.config.update("jax_default_matmul_precision", "highest")
    print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}")
    print(f"{'program':34} {'stage':6} {'n':>3} {'evaluator':>9} {'kernels':>9} {'us':>8} {'jax us':>8}")
    agreed, counted, failed = set(), collections.Counter(), 0
    for program in all_programs(options):
        for stage, text in program.texts.items():
            row = {"name": program.name, "stage": stage, "problems": [], "compared": 0}
            try:
                compare(options, program, stage, text, row)
            except Exception as problem:
                row["problems"].append(" ".join(f"{type(problem).__name__}: {problem}".split())[:200])
            show(row)
            failed += bool(row["problems"])
            counted += opcodes(text)
            if not row["problems"] and (row["compared"] or row.get("gpu_compared")):
                agreed |= set(opcodes(text))
    if options.sample:
        counted = sum((opcodes(pathlib.Path(name).read_text()) for name in options.sample), collections.Counter())
    covered = sum(n for code, n in counted.items() if code in agreed)
    print(f"{failed} wrong; opcodes that agree: {covered} of {counted.total()} instructions "
          f"({100 * covered / max(counted.total(), 1):.1f}%)")  # fmt: skip
    left = {code: n for code, n in counted.most_common() if code not in agreed}
    print("not covered:", ", ".join(f"{code} {n}" for code, n in left.items()) or "none")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
