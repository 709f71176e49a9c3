"""Writes graphs of dynamic shapes as PyTorch prints them, and what PyTorch computes with them: NAME.py and values.json,
which test_dynamic.c reads.

usage: python3 make.py        (where torch is installed; on the CPU)

NAME.py is fx_graph_transformed.py of the program below, as it is. Its text is Python: it is run at several sizes. Inputs
follow the formula of ../torch/make.py.
"""

import json
import math
import os
import pathlib
import re
import shutil
import tempfile

os.environ.update(TORCH_COMPILE_DEBUG="1", TORCHINDUCTOR_FORCE_DISABLE_CACHES="1")
import torch
import torch._inductor.inductor_prims
import torch.nn.functional as F
from torch._dynamo import mark_dynamic

torch._dynamo.config.capture_scalar_outputs = True
HERE = pathlib.Path(__file__).parent
DTYPES = {"f32": torch.float32, "i64": torch.int64, "b8": torch.bool}
PROGRAMS, cases = [], []


def program(shapes, axes, sizes, train=False, integers=(), indices=()):
    """`axes`: per input those that are dynamic; `sizes`: what the graph's symbols are bound to, in their order."""

    def add(function):
        PROGRAMS.append((function, shapes, axes, sizes, train, integers, indices))
        return function

    return add


@program([(12, 10), (12, 10)], [(0, 1), (0, 1)], [(12, 10, 12), (6, 4, 8), (20, 7, 20)])
def views(x, y):
    n, m = x.shape
    a = x.view(n // 2, 2, m).transpose(0, 1).reshape(2, -1)
    b = torch.cat([x, y[: n // 2]], 0).softmax(-1)
    c = x.unsqueeze(0).expand(3, n, m).sum(1)
    return a * 2, b, c, F.pad(x, (1, 2)).amax(1), torch.arange(n * m % 7 + 3) + n


@program([(9,), (14,)], [(0,), (0,)], [(9, 14), (11, 4), (2, 2)])
def most_and_least(x, y):
    n, m = x.shape[0], y.shape[0]
    k, j = torch.sym_max(n, m), torch.sym_min(n, m)
    return (torch.zeros(k) + 1) * n, x[:j] * y[:j], torch.full((n * n + 1,), 2.5).sum(), x.mean()


@program([(15, 6)], [(0,)], [(15,), (8,), (4,)])
def pieces(x):
    n = x.shape[0]
    a, b = x.chunk(2, 0)
    lower = torch.where(torch.arange(n)[:, None] < n // 3, x, -x)
    return (a.sum(), b * 2, x.flip(0)[::2], x[1:] - x[:-1], x.roll(1, 0), x.repeat(2, 1), x.cumsum(0), lower,
            x.new_zeros(n, 1).add(n / 2))


@program([(2, 2, 7, 4)] * 3, [(0, 2)] * 3, [(2, 7, 7), (1, 3, 3), (3, 5, 5)])
def attention(q, k, v):
    scores = (q @ k.transpose(-1, -2)) * (q.shape[-1] ** -0.5)
    mask = torch.ones(q.shape[2], k.shape[2], dtype=torch.bool).tril()
    scores = scores.masked_fill(~mask, float("-inf"))
    return (scores.softmax(-1) @ v).transpose(1, 2).reshape(q.shape[0], q.shape[2], -1)


@program([(6, 8), (5, 8), (5,)], [(0,), (), ()], [(6,), (3,), (17,)], train=True)
def training(x, weight, bias):
    return (F.silu(F.layer_norm(F.linear(x, weight, bias), (5,))) ** 2).mean()


@program([(8, 4), ()], [(), ()], [(3,), (8,)], integers=(1,))
def first_rows(x, count):
    rows = count.item()
    torch._check(rows >= 2)
    torch._check(rows <= 8)
    return torch.zeros(rows, 4) + x[:rows] * rows, x[:rows].sum(1)


@program([(1, 2, 6, 8), (3, 2, 3, 3)], [(2, 3), ()], [(6, 8), (9, 5), (7, 12)])
def pooled(x, weight):
    y = F.relu(F.conv2d(x, weight, stride=2, padding=1))
    up = F.interpolate(y, scale_factor=2.0, mode="nearest")
    return F.max_pool2d(x, 2), F.avg_pool2d(x, 3, stride=2), up, y.flatten(2).mean(2)


@program([(7, 13), (7, 5)], [(0, 1), (0, 1)], [(7, 13, 7, 5), (4, 9, 4, 3)], indices=(1,))
def gathered(x, i):
    n, m = x.shape
    g = x.gather(1, i)
    blocks = F.pad(x, (0, (-m) % 8)).view(n, -1, 8).amax(-1)
    return (x.topk(3, -1)[0], g, torch.zeros(n, m).scatter_add(1, i, g), x.sort(-1)[0][:, : m // 2], blocks, x.var(0),
            x.logsumexp(1), x[:, -1] * x.size(0) ** -0.5)


@program([(6, 40)], [(0, 1)], [(6, 40), (5, 33)])
def quantised(x):
    n, m = x.shape
    y = F.pad(x, (0, (-m) % 16)).view(n, -1, 16)
    scale = y.abs().amax(-1, keepdim=True).clamp(min=1e-8) / 127
    q = (y / scale).round().clamp(-128, 127).to(torch.int8)
    return q, scale.squeeze(-1), math.ceil(n / 2) * x[: math.ceil(n / 2)]


def tensor(shape, dtype, k):
    low, step, count = (0, 1, 7) if dtype == "i64" else (-2.0, 0.125, 33)
    i = torch.arange(math.prod(shape), dtype=torch.float64)
    data = (low + step * ((37 * i + 11 * k + 5) % count)).reshape(shape).to(DTYPES[dtype])
    return data, {"shape": list(shape), "dtype": dtype, "low": low, "step": step, "count": count}


def capture(function, shapes, axes, train, integers, indices):
    """The texts of the graphs that the compiler makes of the function."""
    torch._dynamo.reset()
    arguments = [torch.tensor(3) if i in integers else torch.randint(9, s) if i in indices else
                 torch.randn(s, requires_grad=train) for i, s in enumerate(shapes)]
    for argument, dynamic in zip(arguments, axes):
        for axis in dynamic:
            mark_dynamic(argument, axis)
    folder = tempfile.mkdtemp()
    torch._dynamo.config.debug_dir_root = folder
    result = torch.compile(function)(*arguments)
    if train:
        result.backward()
    files = sorted(pathlib.Path(folder).glob("*/torchinductor/*/fx_graph_transformed.py"))
    texts = {"_backward" if "backward" in str(f.parent.name) else "_forward" if train else "": f.read_text() for f in files}
    shutil.rmtree(folder)
    return texts


def record(name, text, sizes):
    """Runs the text at these sizes."""
    scope = {"torch": torch, "math": math, "math_ceil": math.ceil, "device": torch.device, "inf": math.inf, "nan": math.nan}
    exec(re.sub(r"class .*\(torch", "class Graph(torch", text, count=1), scope)
    inputs = re.findall(r'(\w+): "([^"]*)"', re.search(r"def forward\(self, (.*)\):", text).group(1))
    symbols = list(dict.fromkeys(re.findall(r"\b[su]\d+\b", text)))
    bound = dict(zip(symbols, sizes, strict=True))
    functions = {"Max": max, "Min": min, "Mod": lambda a, b: a % b}
    arguments, specs = [], []
    for _, written in inputs:
        inside = written[re.search(r"[[(]", written).end() : -1]
        inside = eval(f"({inside},)", functions, bound) if inside else ()
        if written.startswith("Sym"):
            arguments.append(inside[0])
            continue
        data, spec = tensor(inside, written.split("[")[0], len(specs))
        if "_local_scalar_dense" in text and not spec["shape"]:
            data, spec = torch.tensor(sizes[0]), {"shape": [], "dtype": "i64", "data": [sizes[0]]}
        arguments.append(data.contiguous())
        specs.append(spec)
    results = scope["Graph"]().forward(*arguments)
    data = [[float(f"{v:.9g}") for v in r.double().reshape(-1).tolist()] if torch.is_tensor(r) else None for r in results]
    cases.append({"graph": name, "sizes": bound, "inputs": specs, "results": data, "tolerance": 3e-5})


for function, shapes, axes, sizes, *how in PROGRAMS:
    for suffix, text in capture(function, shapes, axes, *how).items():
        name = function.__name__ + suffix
        (HERE / f"{name}.py").write_text(re.sub(r"/\S*/(site-packages|dynamic)/", "", text))
        for bound in sizes:
            record(name, text, bound)
(HERE / "values.json").write_text("[" + ",\n ".join(json.dumps(case) for case in cases) + "]\n")
