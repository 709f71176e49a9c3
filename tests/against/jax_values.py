"""Compares what fusebox computes for HLO text with what JAX computes, element by element; see README.md."""

import argparse
import collections
import importlib.util
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

# Strict: no TF32 in products of f32, no rounding to bfloat16 left out.
os.environ.setdefault("NVIDIA_TF32_OVERRIDE", "0")
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_allow_excess_precision=false"

import jax
import ml_dtypes
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
NORM_STRICTNESS, RARE_ONE_IN, SLACK_MOST = 4, 1000, 32  # graph/evaluate/evaluate.h
DTYPES = {
    "f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f8e4m3fn": ml_dtypes.float8_e4m3fn,
    "f8e5m2": ml_dtypes.float8_e5m2, "f8e8m0fnu": ml_dtypes.float8_e8m0fnu, "i64": np.int64, "i32": np.int32, "i16": np.int16,
    "i8": np.int8, "u64": np.uint64, "u32": np.uint32, "u16": np.uint16, "u8": np.uint8, "bool": np.bool_,
}  # fmt: skip
STRUCTURE = {"parameter", "tuple", "get-tuple-element", "call", "fusion", "bitcast", "opt-barrier"}


# ---- What fusebox saved


def load(folder, entry, key="file", dtype=None):
    dtype = dtype or np.dtype(DTYPES[entry["dtype"]])
    memory = np.fromfile(pathlib.Path(folder) / entry[key], dtype)
    if key != "file":
        return memory
    bits = memory.view(f"V{dtype.itemsize}")[entry["offset"] :]  # of a type that numpy knows
    strides = [dtype.itemsize * stride for stride in entry["stride"]]
    return np.lib.stride_tricks.as_strided(bits, entry["shape"], strides).copy().view(dtype)


def fusebox(options, command, hlo, folder, *words):
    """Saves a run of the graph; None, or what went wrong."""
    command = [options.fusebox, command, str(hlo), *words, "--save-data", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout)
    except subprocess.TimeoutExpired:
        done = None
    saved = (pathlib.Path(folder) / "index.json").exists()  # before the kernels are run
    if not done:
        return ("", None) if saved else (None, f"takes more than {options.timeout} s")
    lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
    wrong = done.returncode not in (0, 3) or not saved  # 3: without a compiler there is the reference alone
    return (None if not saved else done.stdout), (lines[0] if lines else "failed") if wrong else None


# ---- Comparing


def distance(want, got, noise):
    with np.errstate(invalid="ignore"):
        off = np.maximum(np.abs(got - want) - noise, 0)
    off[(want == got) | (np.isnan(want) & np.isnan(got)) | np.isinf(noise)] = 0
    return np.where(np.isnan(off), np.inf, off)


def agrees(want, got, tolerance, noise, is_float):
    """The rule of graph/evaluate/compare.c: whether, and the relative norm of the difference."""
    want, got = want.astype(np.float64).reshape(-1), got.astype(np.float64).reshape(-1)
    off = distance(want, got, noise)
    finite = want[np.isfinite(want)]
    size = np.linalg.norm(finite)
    rms = size / max(finite.size, 1) ** 0.5
    norm = np.linalg.norm(off[np.isfinite(off)]) / (size or 1)
    if not is_float:
        wrong = np.count_nonzero(off)
        return wrong <= tolerance / NORM_STRICTNESS * off.size, wrong / max(off.size, 1)
    allowed = tolerance * (np.abs(want) + rms if size else np.ones_like(want))
    worst = np.max(off / np.maximum(allowed, 1e-300), initial=0) if off.any() else 0
    mismatches = np.count_nonzero(off > allowed)
    most = SLACK_MOST if tolerance * SLACK_MOST < 1 else 1 / tolerance
    rare = mismatches <= off.size // RARE_ONE_IN and (not mismatches or worst <= most)
    return norm <= tolerance / NORM_STRICTNESS and rare, norm


def compare_result(entry, got, result, noise):
    if list(result.shape) != entry["shape"]:
        return f"{entry['name']} is {entry['shape']}, JAX's {list(result.shape)}", 0
    is_float = entry["dtype"].startswith(("f", "bf"))
    tolerance = entry["tolerance"] if "tolerance" in entry else 0
    good, norm = agrees(np.asarray(result), got, tolerance, 0.0, is_float)
    if not good and noise is not None:
        good, norm = agrees(np.asarray(result), got, tolerance, noise, is_float)
    return None if good else f"{entry['name']} is off by {norm:.2e}, tolerance {tolerance:.2e}", norm


def compare_saved(folder, run, reference=None):
    """Problems, the largest difference, and how many results were compared. `reference`: the evaluator's index."""
    index = json.loads((pathlib.Path(folder) / "index.json").read_text())
    results = run([load(folder, entry) for entry in index["inputs"]])
    if len(results) != len(index["outputs"]):
        return [f"{len(index['outputs'])} results, JAX has {len(results)}"], 0, 0
    problems, largest, compared = [], 0, 0
    for i, (entry, result) in enumerate(zip(index["outputs"], results)):
        about = reference[1]["outputs"][i] if reference else entry
        if entry is None or entry.get("unknown") or about.get("unknown") or "file" not in entry:
            continue
        noise = load(reference[0] if reference else folder, about, "noise", np.float64) if "noise" in about else None
        problem, norm = compare_result(entry, load(folder, entry), result, noise)
        problems += [problem] if problem else []
        largest, compared = max(largest, norm), compared + 1
    return problems, largest, compared


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
    sys.path.insert(0, str(HERE))
    from jax_programs import programs

    if options.dump:
        yield from from_dump(pathlib.Path(options.dump))
        return
    for name, function, inputs in [*([] if options.large else cases()), *programs(options.large)]:
        if options.only in name:
            yield from_function(name, function, inputs)


# ---- The whole


def opcodes(text):
    found = re.findall(r"^\s+(?:ROOT )?%?[\w.-]+ = (?:\([^=]*?\)|\S+) ([a-z][a-z0-9-]*)\(", text, re.M)
    return collections.Counter(code for code in found if code not in STRUCTURE)


def gpu_row(options, hlo, folder, program, reference, row):
    printed, problem = fusebox(options, "time", hlo, folder, "-H", "greedy", "--json")
    if problem:
        return row["problems"].append(f"on the GPU: {problem}")
    problems, row["gpu"], _ = compare_saved(folder, program.run, reference)
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
            row["problems"] += [problem] if problem else []
        if printed is not None:
            problems, row["cpu"], row["compared"] = compare_saved(f"{folder}/cpu", program.run)
            row["problems"] += problems
            reference = f"{folder}/cpu", json.loads(pathlib.Path(folder, "cpu", "index.json").read_text())
        if options.gpu and not row["problems"]:
            gpu_row(options, hlo, f"{folder}/gpu", program, reference, row)


def show(row):
    def figure(key, form):
        return form.format(row[key]) if row.get(key) is not None else "-"

    verdict = "; ".join(row["problems"]) or ("ok" if row["compared"] or "gpu" in row else "nothing to compare")
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
            if not row["problems"] and (row["compared"] or "gpu" in row):
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
