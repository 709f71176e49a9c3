"""What fusebox saved of a run (src/plan/program/save.h), and whether what another program computes is the same."""

import json
import pathlib
import subprocess

import ml_dtypes
import numpy as np

NORM_STRICTNESS, RARE_ONE_IN, SLACK_MOST = 4, 1000, 32  # graph/evaluate/evaluate.h
DTYPES = {
    "f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f8e4m3fn": ml_dtypes.float8_e4m3fn,
    "f8e5m2": ml_dtypes.float8_e5m2, "f8e8m0fnu": ml_dtypes.float8_e8m0fnu, "i64": np.int64, "i32": np.int32, "i16": np.int16,
    "i8": np.int8, "u64": np.uint64, "u32": np.uint32, "u16": np.uint16, "u8": np.uint8, "bool": np.bool_,
}  # fmt: skip


# ---- What fusebox saved


def load(folder, entry, key="file", dtype=None):
    dtype = dtype or np.dtype(DTYPES[entry["dtype"]])
    if key not in entry:  # no kernel reads this input: what comes of it is not compared
        return np.zeros(entry["shape"], dtype)
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
    lines = [line for line in lines if not line.startswith("note: ")] or lines
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
        return f"{entry['name']} is {entry['shape']}, there {list(result.shape)}", 0
    is_float = entry["dtype"].startswith(("f", "bf"))
    tolerance = entry["tolerance"] if "tolerance" in entry else 0
    good, norm = agrees(np.asarray(result), got, tolerance, 0.0, is_float)
    if not good and noise is not None:
        good, norm = agrees(np.asarray(result), got, tolerance, noise, is_float)
    return None if good else f"{entry['name']} is off by {norm:.2e}, tolerance {tolerance:.2e}", norm


def compare_saved(folder, run, reference=None):
    """Problems, the largest difference, how many results were compared, and what `reference` is for the next.

    `reference`: of an earlier run of the graph, whose noise and unknown results are meant.
    """
    index = json.loads((pathlib.Path(folder) / "index.json").read_text())
    results = run([load(folder, entry) for entry in index["inputs"]])
    if len(results) != len(index["outputs"]):
        return [f"{len(index['outputs'])} results, there are {len(results)}"], 0, 0, None
    problems, largest, compared = [], 0, 0
    for i, (entry, result) in enumerate(zip(index["outputs"], results)):
        about = reference[1]["outputs"][i] if reference else entry
        if entry is None or result is None or entry.get("unknown") or about.get("unknown") or "file" not in entry:
            continue
        noise = load(reference[0] if reference else folder, about, "noise", np.float64) if "noise" in about else None
        problem, norm = compare_result(entry, load(folder, entry), result, noise)
        problems += [problem] if problem else []
        largest, compared = max(largest, norm), compared + 1
    return problems, largest, compared, (folder, index)
