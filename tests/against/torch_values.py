"""Compares what fusebox computes for graphs of PyTorch with what PyTorch computes, element by element; see README.md."""

import argparse
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import torch
from saved import compare_saved, fusebox

torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False


def program(options, graph, folder):
    """The graph as a program of PyTorch."""
    done = subprocess.run([options.fusebox, "export", graph, "--as", "fx"], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[0])
    path = pathlib.Path(folder) / "program.py"
    path.write_text(done.stdout)
    spec = importlib.util.spec_from_file_location("program", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.DEVICE = torch.device(options.device)
    return module


def plain(tensor):
    if tensor.dtype in (torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2):
        tensor = tensor.float()
    return tensor.detach().cpu().numpy()


def run(module, values):
    """Inputs have the layouts that the graph says; what was saved is in logical order."""
    inputs = module.make_inputs(0)
    for tensor, value in zip(inputs, values, strict=True):
        bits = value.reshape(-1).view(np.uint8).copy() if value.size else np.zeros(0, np.uint8)
        tensor.copy_(torch.from_numpy(bits).view(tensor.dtype).reshape(value.shape))
    return [None if result is None else plain(result) for result in module.forward(*inputs)]


def compare(options, graph, row):
    with tempfile.TemporaryDirectory() as folder:
        module = program(options, graph, folder)
        reference = None
        printed, problem = fusebox(options, "check", graph, f"{folder}/cpu", "-H", "greedy", "--cpu")
        if problem and "too large" in problem:
            row["note"] = "too large for the evaluator"
        elif problem:
            row["problems"].append(problem)
        elif printed is not None:
            problems, row["cpu"], row["compared"], reference = compare_saved(f"{folder}/cpu", lambda v: run(module, v))
            row["problems"] += problems
        if not options.gpu or row["problems"]:
            return
        printed, problem = fusebox(options, "time", graph, f"{folder}/gpu", "-H", options.heuristic)
        if problem:
            return row["problems"].append(f"on the GPU: {problem}")
        problems, row["gpu"], compared, _ = compare_saved(f"{folder}/gpu", lambda v: run(module, v), reference)
        row["compared"] = max(row["compared"], compared)
        row["problems"] += [f"on the GPU: {p}" for p in problems]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="+", help="graphs that fusebox opens: folders, logs with #N, FX text, JSON")
    parser.add_argument("--fusebox", default="build/fusebox")
    parser.add_argument("--gpu", action="store_true", help="also the kernels, on the GPU")
    parser.add_argument("--heuristic", default="greedy", help="the plan whose kernels are run; compiler: the dump's")
    parser.add_argument("--timeout", default=60, type=int, help="seconds for one run of fusebox")
    options = parser.parse_args()
    options.device = "cuda" if options.gpu else "cpu"
    print(f"torch {torch.__version__} on {torch.cuda.get_device_name() if options.gpu else 'cpu'}")
    print(f"{'graph':58} {'n':>3} {'evaluator':>9} {'kernels':>9}")
    failed = 0
    for graph in options.graphs:
        row = {"problems": [], "compared": 0}
        try:
            compare(options, graph, row)
        except Exception as problem:
            row["problems"].append(" ".join(f"{type(problem).__name__}: {problem}".split())[:200])
        failed += bool(row["problems"])
        verdict = "; ".join(row["problems"]) or ("ok" if row["compared"] else row.get("note", "nothing to compare"))
        figures = [f"{row[side]:9.1e}" if side in row else f"{'-':>9}" for side in ("cpu", "gpu")]
        print(f"{graph[-58:]:58} {row['compared']:3} {' '.join(figures)}  {verdict}", flush=True)
    print(f"{failed} wrong")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
