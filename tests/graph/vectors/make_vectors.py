#!/usr/bin/env python3
"""Writes vectors.json: for every op of the op table, small cases with the results that PyTorch gives.

usage: python make_vectors.py [-o vectors.json]

Needs PyTorch 2.11 or later (made with 2.11.0 on the CPU; no GPU needed), takes a few seconds. The dtype and shape
of a result come from running the op on the operands as they are, the numbers from running it with every float
operand widened to float64. A case whose float64 run does not exist keeps the numbers of the plain run, with a
tolerance that fits its dtype. An op that fails is reported at the end, and the exit code is 1.
"""
import argparse
import json
import math
import sys
import traceback

import torch

import torch._inductor.inductor_prims  # noqa: F401  registers prims.inductor_*, prims._low_memory_*
import torch._inductor.decomposition  # noqa: F401

aten, prims = torch.ops.aten, torch.ops.prims

NAMES = {torch.bool: "bool", torch.uint8: "u8", torch.int8: "i8", torch.int16: "i16", torch.int32: "i32",
         torch.int64: "i64", torch.float16: "f16", torch.bfloat16: "bf16", torch.float32: "f32",
         torch.float64: "f64"}
F16, BF16, F32, F64 = torch.float16, torch.bfloat16, torch.float32, torch.float64
I8, U8, I32, I64, BOOL = torch.int8, torch.uint8, torch.int32, torch.int64, torch.bool
PLAIN_TOLERANCE = {F16: 2e-3, BF16: 1e-2, F32: 2e-6, F64: 1e-12}
EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.5, 1e-3, 300.0, -7.75, math.inf, -math.inf, math.nan]

cases, failures = [], []
generator = torch.Generator().manual_seed(20251121)


def floats(*shape, dtype=F32, scale=1.0):
    """Normal numbers on a grid of 1/64, so that they are short in the file and exact in most dtypes."""
    return (torch.round(torch.randn(shape, generator=generator, dtype=F64) * 64 * scale) / 64).to(dtype)


def positive(*shape, dtype=F32):
    return (torch.round(torch.rand(shape, generator=generator, dtype=F64) * 128 + 16) / 64).to(dtype)


def integers(*shape, low=-9, high=10, dtype=I64):
    return torch.randint(low, high, shape, generator=generator).to(dtype)


def bools(*shape):
    return torch.randint(0, 2, shape, generator=generator).bool()


def edges(dtype=F32):
    return torch.tensor(EDGES, dtype=F64).to(dtype)


def plain_number(value):
    if isinstance(value, (bool, int)):
        return int(value)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def tensor_json(tensor, like=None):
    """`like` gives the dtype to note down when the numbers were computed in a wider one."""
    entry = {"dtype": NAMES[(tensor if like is None else like).dtype], "shape": list(tensor.shape)}
    contiguous = list(torch.empty(tensor.shape).stride())
    if like is None and list(tensor.stride()) != contiguous:
        entry["stride"] = list(tensor.stride())
    entry["data"] = [plain_number(v) for v in tensor.detach().contiguous().reshape(-1).tolist()]
    return entry


def operand_json(operand):
    if operand is None:
        return None
    if isinstance(operand, torch.Tensor):
        return tensor_json(operand)
    return plain_number(operand)


def widen(operand):
    """The operand in float64, its strides kept."""
    if not isinstance(operand, torch.Tensor) or not operand.dtype.is_floating_point:
        return operand
    wide = torch.empty_strided(operand.shape, operand.stride(), dtype=F64)
    return wide.copy_(operand)


def as_tuple(results):
    return tuple(results) if isinstance(results, (tuple, list)) else (results,)


def case(op, operands, function, attributes=None, wide=True, keep=None):
    """Notes one case. `keep` picks some of the function's results; `wide` False keeps the plain run's numbers."""
    try:
        plain = as_tuple(function(*operands))
        exact = plain
        if wide and any(isinstance(o, torch.Tensor) and o.dtype.is_floating_point for o in operands):
            exact = as_tuple(function(*[widen(o) for o in operands]))
        if keep is not None:
            plain, exact = [plain[i] for i in keep], [exact[i] for i in keep]
        entry = {"op": op, "operands": [operand_json(o) for o in operands]}
        if attributes:
            entry["attributes"] = attributes
        entry["results"] = [tensor_json(e, like=p) for e, p in zip(exact, plain)]
        computed = [e.dtype for e in exact if e.dtype.is_floating_point]
        tolerance = max([PLAIN_TOLERANCE[d] for d in computed], default=0)
        if not wide and op in ("cast", "copy", "full", "iota", "pad"):
            tolerance = 0  # roundings must agree exactly
        entry["tolerance"] = tolerance
        cases.append(entry)
    except Exception:
        failures.append((op, traceback.format_exc(limit=2)))


# ---- pointwise

UNARY = {
    "neg": aten.neg, "abs": aten.abs, "relu": aten.relu, "exp": aten.exp, "exp2": aten.exp2, "expm1": aten.expm1,
    "log": aten.log, "log2": aten.log2, "log1p": aten.log1p, "sqrt": aten.sqrt, "rsqrt": aten.rsqrt,
    "reciprocal": aten.reciprocal, "sigmoid": aten.sigmoid, "tanh": aten.tanh, "erf": aten.erf, "sin": aten.sin,
    "cos": aten.cos, "floor": aten.floor, "ceil": aten.ceil, "round": aten.round, "trunc": aten.trunc,
    "sign": aten.sign, "isnan": aten.isnan, "logical_not": aten.logical_not,
}
TAKES_INTEGERS = ["neg", "abs", "relu", "exp", "sqrt", "reciprocal", "sigmoid", "sign", "floor", "isnan", "logical_not"]


def unary_cases():
    for name, function in UNARY.items():
        case(name, [edges()], function)
        case(name, [floats(3, 4, dtype=BF16)], function)
        case(name, [positive(2, 1, 3, dtype=F16)], function)
        case(name, [floats(5, dtype=F64)], function)
    for name in TAKES_INTEGERS:
        case(name, [positive(6).mul(3).to(I64)], UNARY[name])
        case(name, [integers(6, dtype=I32)], UNARY[name]) if name not in ("sqrt", "reciprocal") else None
    case("logical_not", [bools(5)], UNARY["logical_not"])
    case("bitwise_not", [integers(6)], aten.bitwise_not)
    case("bitwise_not", [integers(6, low=0, high=256, dtype=U8)], aten.bitwise_not)


def cast_cases():
    sources = [edges(), floats(4, dtype=BF16), floats(4, dtype=F64) / 3, integers(5), integers(4, low=0, high=256, dtype=U8),
               bools(4), torch.tensor([65504.0, 65520.0, 1e-7, 1 + 2 ** -8, 1 + 3 * 2 ** -9, -1 - 2 ** -11, 3e38], dtype=F64)]
    for source in sources:
        finite = source if not source.dtype.is_floating_point else source[torch.isfinite(source) & (source.abs() < 1e6)]
        for dtype in (BOOL, F16, BF16, F32, F64):
            case("cast", [source], lambda x, d=dtype: x.to(d), {"dtype": NAMES[dtype]}, wide=False)
        for dtype in (I32, I64):
            case("cast", [finite], lambda x, d=dtype: x.to(d), {"dtype": NAMES[dtype]}, wide=False)
    case("cast", [integers(6, low=-500, high=500)], lambda x: x.to(I8), {"dtype": "i8"}, wide=False)
    case("cast", [integers(6, low=-500, high=500)], lambda x: x.to(U8), {"dtype": "u8"}, wide=False)


ARITHMETIC = {
    "add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div,
    "div_floor": lambda a, b: torch.div(a, b, rounding_mode="floor"),
    "div_trunc": lambda a, b: torch.div(a, b, rounding_mode="trunc"),
    "fmod": torch.fmod, "remainder": torch.remainder, "pow": torch.pow,
    "clamp_min": torch.clamp_min, "clamp_max": torch.clamp_max,
    "eq": torch.eq, "ne": torch.ne, "lt": torch.lt, "le": torch.le, "gt": torch.gt, "ge": torch.ge,
}
TENSORS_ONLY = {"maximum": torch.maximum, "minimum": torch.minimum, "logical_and": torch.logical_and,
                "logical_or": torch.logical_or}
BITWISE = {"bitwise_and": torch.bitwise_and, "bitwise_or": torch.bitwise_or, "bitwise_xor": torch.bitwise_xor}


def binary_cases():
    for name, function in {**ARITHMETIC, **TENSORS_ONLY}.items():
        case(name, [edges(), edges().flip(0)], function)
        case(name, [floats(2, 3), positive(3)], function)
        case(name, [positive(2, 1, 3, dtype=BF16), positive(4, 1, dtype=BF16)], function)
        case(name, [floats(4, dtype=BF16), floats(4, dtype=F32)], function)
        divisor = integers(5, low=1, high=6)
        case(name, [integers(5), divisor], function)
        case(name, [floats(4, dtype=BF16), divisor[:4]], function)
    for name, function in ARITHMETIC.items():
        case(name, [positive(4), 2], function)
        case(name, [positive(4, dtype=BF16), 0.75], function)
        case(name, [integers(4), 3], function)
        case(name, [integers(4, low=1), 1.5], function)
        case(name, [torch.tensor(2.5), integers(3, low=1)], function)
    for name in ("sub", "div", "pow"):
        case(name, [2.5, positive(4)], ARITHMETIC[name])
    for name in ("div_floor", "div_trunc", "fmod", "remainder"):
        case(name, [torch.tensor([-7, 7, -8, 8, 0]), torch.tensor([3, -3, 4, -4, 5])], ARITHMETIC[name])
        case(name, [torch.tensor([-7.5, 7.5, -8.0, 8.0, 0.0]), torch.tensor([3.0, -3.0, 4.0, -4.0, 5.0])], ARITHMETIC[name])
    case("mul", [bools(5), floats(5)], torch.mul)
    case("add", [bools(6), bools(6)], torch.add)
    case("mul", [torch.tensor([2 ** 20, -(2 ** 20)], dtype=I32), torch.tensor([4096, 5000], dtype=I32)], torch.mul)
    for name, function in BITWISE.items():
        case(name, [integers(6), integers(6)], function)
        case(name, [bools(6), bools(6)], function)
        case(name, [integers(2, 3, low=0, high=256, dtype=U8), integers(3, low=0, high=256, dtype=U8)], function)
    case("copy", [floats(2, 3, dtype=BF16), floats(3)], lambda a, b: aten.copy(a, b), wide=False)
    case("copy", [floats(2, 3), floats(2, 1, dtype=F64)], lambda a, b: aten.copy(a, b), wide=False)
    case("copy", [integers(3), floats(3)], lambda a, b: aten.copy(a, b), wide=False)


def ternary_cases():
    case("where", [bools(2, 3), floats(2, 3), floats(3)], torch.where)
    case("where", [bools(2, 1), integers(2, 3), floats(2, 3)], torch.where)
    case("where", [bools(4), floats(4, dtype=BF16), 0.0], torch.where)
    case("where", [bools(4), integers(4), integers(1)], torch.where)
    case("where", [torch.tensor([True, False]), torch.tensor([math.nan, 1.0]), torch.tensor([2.0, math.nan])], torch.where)
    case("fma", [floats(5), floats(5), floats(5)], lambda a, b, c: a * b + c)
    case("fma", [floats(2, 3), floats(3), floats(2, 1)], lambda a, b, c: a * b + c)
    for dtype in (F32, BF16):
        case("addcmul", [floats(2, 3, dtype=dtype), floats(3, dtype=dtype), floats(2, 1, dtype=dtype)], torch.addcmul)
        case("addcdiv", [floats(2, 3, dtype=dtype), floats(3, dtype=dtype), positive(2, 1, dtype=dtype)], torch.addcdiv)
        case("lerp", [floats(2, 3, dtype=dtype), floats(3, dtype=dtype), positive(2, 1, dtype=dtype)], torch.lerp)


# ---- views, created values

def view_cases():
    x = floats(2, 3, 4)
    turned = floats(4, 3).t()
    case("reshape", [x], lambda t: t.reshape(6, 4), {"shape": [6, 4]})
    case("reshape", [x], lambda t: t.reshape(2, -1), {"shape": [2, -1]})
    case("reshape", [turned], lambda t: t.reshape(12), {"shape": [12]})
    case("reshape", [floats(1, dtype=BF16)], lambda t: t.reshape([]), {"shape": []})
    case("permute", [x], lambda t: t.permute(2, 0, 1), {"axes": [2, 0, 1]})
    case("permute", [turned], lambda t: t.permute(-1, 0), {"axes": [-1, 0]})
    case("unsqueeze", [x], lambda t: t.unsqueeze(1), {"axis": 1})
    case("unsqueeze", [x], lambda t: t.unsqueeze(-1), {"axis": -1})
    case("squeeze", [floats(1, 3, 1, 2)], lambda t: t.squeeze(), None)
    case("squeeze", [floats(1, 3, 1, 2)], lambda t: t.squeeze((0, 1)), {"axes": [0, 1]})
    case("expand", [floats(3, 1)], lambda t: t.expand(2, 3, 4), {"shape": [2, 3, 4]})
    case("expand", [floats(1, 3)], lambda t: t.expand(4, -1), {"shape": [4, -1]})
    case("slice", [x], lambda t: t[:, :, 1:4:2], {"axis": 2, "start": 1, "end": 4, "step": 2})
    case("slice", [x], lambda t: t[:, -2:], {"axis": 1, "start": -2, "end": 9223372036854775807})
    case("slice", [turned], lambda t: t[1:2], {"axis": 0, "start": 1, "end": 2})
    case("slice", [x], lambda t: t[:, 2:1], {"axis": 1, "start": 2, "end": 1})
    case("select", [x], lambda t: t.select(1, -1), {"axis": 1, "index": -1})
    case("select", [turned], lambda t: t.select(0, 1), {"axis": 0, "index": 1})
    case("split", [floats(2, 5)], lambda t: t.split([2, 3], 1), {"axis": 1, "sizes": [2, 3]})
    case("split", [floats(5, 2)], lambda t: t.split(2, 0), {"axis": 0, "sizes": [2]})
    case("unbind", [x], lambda t: t.unbind(1), {"axis": 1})
    case("unbind", [x], lambda t: t.unbind(-1), {"axis": -1})
    case("alias", [x], aten.alias)
    case("lookup_seed", [integers(4, low=0, high=1000)], lambda t: t[2].clone(), {"index": 2})
    case("as_strided", [x], lambda t: t.as_strided([3, 2], [1, 4], 5), {"shape": [3, 2], "stride": [1, 4], "offset": 5})
    case("as_strided", [turned], lambda t: t.as_strided([2, 6], [6, 1]), {"shape": [2, 6], "stride": [6, 1]})
    case("as_strided", [x], lambda t: t.as_strided([4, 3], [2, 1], 0), {"shape": [4, 3], "stride": [2, 1], "offset": 0})


def create_cases():
    case("full", [], lambda: torch.full([2, 3], 0.1, dtype=BF16), {"shape": [2, 3], "value": 0.1, "dtype": "bf16"}, wide=False)
    case("full", [], lambda: torch.full([], 0.1, dtype=F32), {"shape": [], "value": 0.1, "dtype": "f32"}, wide=False)
    case("full", [], lambda: torch.full([3], -7, dtype=I64), {"shape": [3], "value": -7, "dtype": "i64"}, wide=False)
    case("full", [], lambda: torch.full([2], True, dtype=BOOL), {"shape": [2], "value": 1, "dtype": "bool"}, wide=False)
    case("full", [], lambda: torch.full([2], -math.inf, dtype=F32), {"shape": [2], "value": "-inf", "dtype": "f32"}, wide=False)
    case("iota", [], lambda: prims.iota(6, start=3, step=2, dtype=I64, device="cpu", requires_grad=False),
         {"shape": [6], "start": 3, "step": 2, "dtype": "i64"}, wide=False)
    case("iota", [], lambda: torch.arange(5, -5, -2, dtype=F32), {"shape": [5], "start": 5, "step": -2, "dtype": "f32"}, wide=False)
    case("iota", [], lambda: torch.arange(7, dtype=I32), {"shape": [7], "dtype": "i32"}, wide=False)


# ---- reductions and scans

def reduce_cases():
    x, b = floats(2, 3, 4), floats(4, 5, dtype=BF16)
    special = torch.tensor([[1.0, math.nan, 3.0], [-math.inf, 2.0, 2.0], [math.inf, -1.0, 0.0]])
    plain = {"sum": torch.sum, "mean": torch.mean, "amax": torch.amax, "amin": torch.amin}
    for name, function in plain.items():
        case(name, [x], lambda t, f=function: f(t, dim=[2]), {"axes": [2]})
        case(name, [x], lambda t, f=function: f(t, dim=[0, 2], keepdim=True), {"axes": [0, -1], "keep": True})
        case(name, [x], lambda t, f=function: f(t, dim=[0, 1, 2]), None)
        case(name, [b], lambda t, f=function: f(t, dim=[0]), {"axes": [0]})
        case(name, [special], lambda t, f=function: f(t, dim=[1]), {"axes": [1]})
        case(name, [x.permute(2, 0, 1)], lambda t, f=function: f(t, dim=[1]), {"axes": [1]})
    case("sum", [integers(3, 4)], lambda t: torch.sum(t, dim=[1]), {"axes": [1]})
    case("sum", [bools(3, 4)], lambda t: torch.sum(t, dim=[0]), {"axes": [0]})
    case("sum", [integers(3, 4, dtype=I32)], lambda t: torch.sum(t), None)
    case("sum", [b], lambda t: torch.sum(t, dim=[0], dtype=F32), {"axes": [0], "dtype": "f32"})
    case("sum", [floats(3, 0)], lambda t: torch.sum(t, dim=[1]), {"axes": [1]})
    case("amax", [integers(3, 4)], lambda t: torch.amax(t, dim=[1]), {"axes": [1]})
    for name, function in {"prod": torch.prod}.items():
        case(name, [x], lambda t, f=function: f(t, 1), {"axes": [1]})
        case(name, [x], lambda t, f=function: f(t, -1, keepdim=True), {"axes": [-1], "keep": True})
        case(name, [integers(2, 3)], lambda t, f=function: f(t, 1), {"axes": [1]})
        case(name, [floats(5)], lambda t, f=function: f(t), None)
    for name, function in {"any": torch.any, "all": torch.all}.items():
        case(name, [bools(4, 3)], lambda t, f=function: f(t, 1), {"axes": [1]})
        case(name, [bools(4, 3)], lambda t, f=function: f(t, 0, keepdim=True), {"axes": [0], "keep": True})
        case(name, [bools(2, 2)], lambda t, f=function: f(t), None)
        case(name, [integers(4, 2, low=0, high=2)], lambda t, f=function: f(t, 1), {"axes": [1]})
        case(name, [special], lambda t, f=function: f(t, 1), {"axes": [1]})
    ties = torch.tensor([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0], [5.0, math.nan, math.nan]])
    for name, function in {"argmax": torch.argmax, "argmin": torch.argmin}.items():
        case(name, [x], lambda t, f=function: f(t, 1), {"axes": [1]})
        case(name, [x], lambda t, f=function: f(t, -1, keepdim=True), {"axes": [-1], "keep": True})
        case(name, [x], lambda t, f=function: f(t), None)
        case(name, [ties], lambda t, f=function: f(t, 1), {"axes": [1]})
    for name, function in {"max_dim": torch.max, "min_dim": torch.min}.items():
        case(name, [x], lambda t, f=function: tuple(f(t, 1)), {"axes": [1]})
        case(name, [b], lambda t, f=function: tuple(f(t, -1, keepdim=True)), {"axes": [-1], "keep": True})
        case(name, [ties], lambda t, f=function: tuple(f(t, 1)), {"axes": [1]})
    for correction in (0, 1, 2):
        case("var", [x], lambda t, c=correction: torch.var(t, dim=[2], correction=c), {"axes": [2], "correction": correction})
        case("var_mean", [x], lambda t, c=correction: torch.var_mean(t, dim=[0, 1], correction=c, keepdim=True),
             {"axes": [0, 1], "correction": correction, "keep": True})
    case("var", [b], lambda t: torch.var(t), None)
    case("var", [floats(3, 1)], lambda t: torch.var(t, dim=[1], correction=1), {"axes": [1], "correction": 1})
    case("var_mean", [b], lambda t: torch.var_mean(t, dim=[1]), {"axes": [1]})
    case("prepare_softmax", [x], lambda t: prims.prepare_softmax_online(t, 2), {"axes": [2]})
    case("prepare_softmax", [b], lambda t: prims.prepare_softmax_online(t, 0), {"axes": [0]})
    for dtype in (F32, BF16, I64):
        values = floats(3, 4, scale=3).to(dtype)
        case("cumsum", [values], lambda t: torch.cumsum(t, 1), {"axis": 1})
        case("cumsum", [values], lambda t: torch.cumsum(t, 0), {"axis": 0})
    case("cumsum", [bools(5)], lambda t: torch.cumsum(t, -1), {"axis": -1})
    case("cumsum", [b], lambda t: torch.cumsum(t, 1, dtype=F32), {"axis": 1, "dtype": "f32"})


# ---- index ops

def index_cases():
    x, table = floats(4, 3, 5), floats(6, 3, dtype=BF16)
    case("gather", [floats(4, 5), integers(4, 2, low=0, high=5)], lambda t, i: torch.gather(t, 1, i), {"axis": 1})
    case("gather", [floats(4, 5), integers(2, 3, low=0, high=4)], lambda t, i: torch.gather(t, 0, i), {"axis": 0})
    case("gather", [x, integers(4, 7, 5, low=0, high=3)], lambda t, i: torch.gather(t, -2, i), {"axis": -2})
    case("embedding", [table, integers(2, 3, low=0, high=6)], aten.embedding)
    case("embedding", [table, integers(4, low=0, high=6, dtype=I32)], aten.embedding)
    case("scatter_add", [floats(4, 5), integers(3, 2, low=0, high=5), floats(3, 2)],
         lambda t, i, s: t.scatter_add(1, i, s), {"axis": 1})
    case("scatter_add", [floats(4, 5), integers(6, 5, low=0, high=4), floats(7, 6)],
         lambda t, i, s: t.scatter_add(0, i, s), {"axis": 0})
    case("index_add", [floats(4, 3), integers(5, low=0, high=4), floats(5, 3)],
         lambda t, i, s: t.index_add(0, i, s), {"axis": 0})
    case("index_add", [floats(2, 4, 3), integers(2, low=0, high=4), floats(2, 2, 3)],
         lambda t, i, s: t.index_add(1, i, s), {"axis": 1})
    i4, i3, i5 = integers(6, low=-4, high=4), integers(6, low=-3, high=3), integers(2, 6, low=-5, high=5)

    def index(t, *indices):
        return aten.index(t, list(indices))

    case("index", [x, i4], index)
    case("index", [x, i4, i3], index)
    case("index", [x, None, i3], index)
    case("index", [x, None, i3, i5], index)
    case("index", [x, i4, None, i5], index)
    case("index", [x, i4, i3, i5], index)
    case("index", [x.permute(2, 0, 1), None, integers(2, 2, low=0, high=4)], index)

    def put(accumulate):
        return lambda t, values, *indices: aten.index_put(t, list(indices), values, accumulate)

    for accumulate in (False, True):
        extra = {"accumulate": True} if accumulate else None
        distinct = torch.tensor([2, 0, -1])
        case("index_put", [floats(4, 3), floats(3, 3), distinct], put(accumulate), extra)
        case("index_put", [floats(4, 3), floats(3), distinct], put(accumulate), extra)
        case("index_put", [x, floats(4, 3, 5), None, torch.tensor([1, 0, 2])], put(accumulate), extra)
        case("index_put", [x, floats(2, 3, 3), torch.tensor([[0], [3]]), None, torch.tensor([4, 2, 0])], put(accumulate), extra)
    case("index_put", [floats(4, 3), floats(6, 3), i4], put(True), {"accumulate": True})
    mask = bools(6, 1)
    outside = torch.where(mask[:, 0], integers(6, low=-4, high=4), torch.tensor(99))
    case("masked_index_put", [floats(4, 3), floats(6, 3), mask, outside],
         lambda t, v, m, i: aten._unsafe_masked_index_put_accumulate(t, m, [i], v))
    case("masked_index_put", [floats(4, 3), floats(2, 6), bools(2, 6), integers(2, 6, low=0, high=4), integers(6, low=0, high=3)],
         lambda t, v, m, i, j: aten._unsafe_masked_index_put_accumulate(t, m, [i, j], v))


# ---- layout

def layout_cases():
    x, turned = floats(2, 3, 4), floats(4, 3).t()
    case("clone", [x], torch.clone)
    case("clone", [turned], lambda t: t.clone(memory_format=torch.contiguous_format), {"layout": "contiguous"})
    case("cat", [floats(2, 3), floats(2, 1), floats(2, 2)], lambda *t: torch.cat(t, 1), {"axis": 1})
    case("cat", [floats(1, 3), floats(2, 3, dtype=BF16)], lambda *t: torch.cat(t, 0), {"axis": 0})
    case("cat", [turned, turned], lambda *t: torch.cat(t, -1), {"axis": -1})
    case("cat", [integers(2, 2), floats(2, 2)], lambda *t: torch.cat(t, 0), None)
    pad = aten.constant_pad_nd
    case("pad", [x], lambda t: pad(t, [1, 2]), {"pad": [1, 2]})
    case("pad", [x], lambda t: pad(t, [1, -1, -1, 2], 0.5), {"pad": [1, -1, -1, 2], "value": 0.5})
    case("pad", [integers(2, 3)], lambda t: pad(t, [0, 1], -100.0), {"pad": [0, 1], "value": -100.0})
    case("pad", [floats(3, dtype=BF16)], lambda t: pad(t, [1, 0], 0.1), {"pad": [1, 0], "value": 0.1}, wide=False)
    case("pad", [x], lambda t: pad(t, [0, 0, 0, 0, 1, 1]), {"pad": [0, 0, 0, 0, 1, 1]})
    case("slice_scatter", [x, floats(2, 3, 2)], lambda t, s: aten.slice_scatter(t, s, 2, 1, 3), {"axis": 2, "start": 1, "end": 3})
    case("slice_scatter", [x, floats(2, 2, 4)], lambda t, s: aten.slice_scatter(t, s, 1, 0, 9223372036854775807, 2),
         {"axis": 1, "start": 0, "end": 9223372036854775807, "step": 2})
    case("select_scatter", [x, floats(2, 4)], lambda t, s: aten.select_scatter(t, s, 1, -1), {"axis": 1, "index": -1})
    case("select_scatter", [floats(2, 5), floats(5)], lambda t, s: aten.select_scatter(t, s, 0, 1), {"axis": 0, "index": 1})
    case("as_strided_scatter", [x, floats(3, 2)], lambda t, s: aten.as_strided_scatter(t, s, [3, 2], [8, 1], 2),
         {"shape": [3, 2], "stride": [8, 1], "offset": 2})
    case("as_strided_scatter", [floats(6), floats(2, 2)], lambda t, s: aten.as_strided_scatter(t, s, [2, 2], [3, 1], 0),
         {"shape": [2, 2], "stride": [3, 1], "offset": 0})
    case("repeat", [floats(2, 3)], lambda t: t.repeat(2, 1, 3), {"repeats": [2, 1, 3]})
    case("repeat", [floats(3)], lambda t: t.repeat(2), {"repeats": [2]})
    case("rev", [x], lambda t: prims.rev(t, [0, 2]), {"axes": [0, 2]})
    case("rev", [turned], lambda t: prims.rev(t, [1]), {"axes": [1]})


# ---- windows

def window_attributes(kernel, stride, padding, dilation=None, ceil=False):
    attributes = {"kernel": kernel, "stride": stride, "padding": padding}
    if dilation:
        attributes["dilation"] = dilation
    if ceil:
        attributes["ceil"] = True
    return attributes


def window_cases():
    image = floats(2, 3, 7, 6)
    settings = [([3, 3], [2, 2], [1, 1], [1, 1], False), ([2, 3], [2, 1], [0, 1], [1, 1], True), ([2, 2], [1, 2], [1, 0], [2, 1], False)]
    offsets = prims._low_memory_max_pool_with_offsets
    for kernel, stride, padding, dilation, ceil in settings:
        attributes = window_attributes(kernel, stride, padding, dilation, ceil)
        arguments = (kernel, stride, padding, dilation, ceil)
        for source in (image, floats(1, 2, 5, 5, dtype=BF16), torch.zeros(1, 1, 6, 6)):
            case("max_pool", [source], lambda t, a=arguments: offsets(t, *a), attributes)
        places = offsets(image, *arguments)[1]
        case("pool_indices", [places],
             lambda o, k=kernel, s=stride, p=padding, d=dilation: prims._low_memory_max_pool_offsets_to_indices(o, k, [7, 6], s, p, d),
             {**attributes, "shape": [7, 6]})
        indices = aten.max_pool2d_with_indices(image, *arguments)[1]
        case("max_pool_backward", [floats(*indices.shape), image, indices],
             lambda g, t, i, a=arguments: aten.max_pool2d_with_indices_backward(g, t, *a, i), attributes)
    averages = [([3, 3], [2, 2], [1, 1], False, True, None), ([3, 2], [2, 2], [1, 1], True, False, None),
                ([2, 2], [2, 2], [0, 0], True, True, 3), ([3, 3], [3, 3], [1, 1], True, True, None)]
    for kernel, stride, padding, ceil, count, divisor in averages:
        attributes = window_attributes(kernel, stride, padding, None, ceil)
        if not count:
            attributes["count_padding"] = False
        if divisor:
            attributes["divisor"] = divisor
        arguments = (kernel, stride, padding, ceil, count, divisor)
        case("avg_pool", [image], lambda t, a=arguments: aten.avg_pool2d(t, *a), attributes)
        pooled = aten.avg_pool2d(image, *arguments)
        case("avg_pool_backward", [floats(*pooled.shape), image], lambda g, t, a=arguments: aten.avg_pool2d_backward(g, t, *a), attributes)
    case("avg_pool", [floats(2, 3, 9)], lambda t: torch.nn.functional.avg_pool1d(t, [4]), {"kernel": [4]})
    case("avg_pool", [floats(1, 2, 4, 4, 4)], lambda t: aten.avg_pool3d(t, [2, 2, 2], [2, 2, 2], [1, 1, 1]),
         {"kernel": [2, 2, 2], "padding": [1, 1, 1]})
    for size in ([1, 1], [3, 4], [7, 6], [9, 2]):
        case("adaptive_avg_pool", [image], lambda t, s=size: aten._adaptive_avg_pool2d(t, s), {"shape": size})
        case("adaptive_avg_pool_backward", [floats(2, 3, *size), image], aten._adaptive_avg_pool2d_backward)


# ---- contractions and library ops

def contraction_cases():
    for dtype in (F32, BF16):
        case("mm", [floats(3, 5, dtype=dtype), floats(5, 4, dtype=dtype)], torch.mm)
        case("addmm", [floats(4, dtype=dtype), floats(3, 5, dtype=dtype), floats(5, 4, dtype=dtype)], torch.addmm)
        case("bmm", [floats(2, 3, 5, dtype=dtype), floats(2, 5, 4, dtype=dtype)], torch.bmm)
    case("mm", [floats(5, 3).t(), floats(4, 5).t()], torch.mm)
    case("mm", [floats(2, 0), floats(0, 3)], torch.mm)
    case("addmm", [floats(3, 4), floats(3, 5), floats(5, 4)], lambda c, a, b: torch.addmm(c, a, b, beta=0.5, alpha=2),
         {"beta": 0.5, "alpha": 2})
    case("addmm", [torch.full([4], math.nan), floats(3, 5), floats(5, 4)], lambda c, a, b: torch.addmm(c, a, b, beta=0), {"beta": 0})


def convolution_cases():
    settings = [((2, 3, 6, 5), (4, 3, 3, 3), [1, 1], [1, 1], [1, 1], 1), ((1, 4, 7, 7), (6, 2, 3, 2), [2, 1], [0, 1], [1, 2], 2),
                ((2, 3, 9), (5, 3, 4), [2], [1], [1], 1), ((1, 2, 4, 4, 4), (3, 2, 2, 2, 2), [1, 2, 1], [1, 0, 0], [1, 1, 1], 1)]
    for image, weight, stride, padding, dilation, groups in settings:
        x, w, b = floats(*image), floats(*weight), floats(weight[0])
        zeros = [0] * len(stride)

        def forward(t, k, bias=None):
            return aten.convolution(t, k, bias, stride, padding, dilation, False, zeros, groups)

        attributes = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
        case("convolution", [x, w, b], forward, attributes)
        case("convolution", [x, w, None], forward, attributes)
        gradient = floats(*forward(x, w).shape)
        written = f"%0, %1, %2, [{weight[0]}], {stride}, {padding}, {dilation}, False, {zeros}, {groups}, "
        for mask, keep in (([True, True, True], [0, 1, 2]), ([False, True, False], [1])):
            case("convolution_backward", [gradient, x, w],
                 lambda g, t, k, m=mask: aten.convolution_backward(g, t, k, [weight[0]], stride, padding, dilation, False, zeros, groups, m),
                 {"target": "aten.convolution_backward.default", "arguments": written + str(mask), "tuple": keep}, keep=keep)


def attention(query, key, value, bias=None, causal=False, scale=None):
    """The formula, in the operands' dtype: output and log of the sum of exponentials."""
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    repeats = query.shape[1] // key.shape[1]
    key, value = key.repeat_interleave(repeats, 1), value.repeat_interleave(repeats, 1)
    scores = query @ key.transpose(-1, -2) * scale
    if bias is not None:
        scores = scores + bias
    if causal:
        rows, keys = scores.shape[-2:]
        scores = scores.masked_fill(torch.ones(rows, keys).tril().logical_not(), -math.inf)
    return torch.softmax(scores, -1) @ value, torch.logsumexp(scores, -1)


def attention_cases():
    """The fused op itself runs on GPUs only; where the CPU has one, it must agree with the formula."""
    q, k, v, bias = floats(2, 4, 5, 8), floats(2, 4, 6, 8), floats(2, 4, 6, 8), floats(2, 1, 5, 6)
    own = torch.nn.functional.scaled_dot_product_attention(q.double(), k.double(), v.double(), bias.double(), scale=0.3)
    assert torch.allclose(own, attention(q.double(), k.double(), v.double(), bias.double(), scale=0.3)[0], atol=1e-12)
    cudnn = "aten._scaled_dot_product_cudnn_attention.default"
    flash = "aten._scaled_dot_product_flash_attention.default"
    efficient = "aten._scaled_dot_product_efficient_attention.default"

    def logs_last(result):
        return result[0], result[1].unsqueeze(-1)

    case("attention", [q, k, v], lambda *t: logs_last(attention(*t)),
         {"target": cudnn, "arguments": "%0, %1, %2, None, True", "tuple": [0, 1]})
    case("attention", [q, k, v, bias], lambda *t: logs_last(attention(*t, scale=0.125)),
         {"target": cudnn, "arguments": "%0, %1, %2, %3, True, scale = 0.125", "tuple": [0, 1]})
    case("attention", [q, k, v], lambda *t: attention(*t, causal=True),
         {"target": flash, "arguments": "%0, %1, %2, 0.0, True, scale = 0.3535533905932738", "tuple": [0, 1]})
    case("attention", [q, k[:, :2].contiguous(), v[:, :2].contiguous()], lambda *t: attention(*t, causal=True)[:1],
         {"target": efficient, "arguments": "%0, %1, %2, None, False, 0.0, True", "tuple": [0]})


def library_cases():
    x = floats(3, 6)
    case("sort", [x], lambda t: torch.sort(t, stable=True), None)
    case("sort", [x], lambda t: torch.sort(t, dim=0, descending=True, stable=True), {"axis": 0, "descending": True})
    case("sort", [torch.tensor([2.0, math.nan, 1.0, 2.0, -math.inf])], lambda t: torch.sort(t, stable=True), None)
    case("topk", [x], lambda t: torch.topk(t, 3), {"k": 3})
    case("topk", [x], lambda t: torch.topk(t, 2, 0, False), {"k": 2, "axis": 0, "descending": False})
    case("glu", [x], torch.nn.functional.glu, None)
    case("glu", [floats(4, 3, dtype=BF16)], lambda t: torch.nn.functional.glu(t, 0), {"axis": 0})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", default="vectors.json")
    options = parser.parse_args()
    for group in (unary_cases, cast_cases, binary_cases, ternary_cases, view_cases, create_cases, reduce_cases, index_cases,
                  layout_cases, window_cases, contraction_cases, convolution_cases, attention_cases, library_cases):
        try:
            group()
        except Exception:
            failures.append((group.__name__, traceback.format_exc(limit=3)))
    with open(options.output, "w") as file:
        file.write('{ "format": "fusebox-vectors", "version": 1, "torch": %s,\n  "cases": [\n' % json.dumps(torch.__version__))
        file.write(",\n".join("    " + json.dumps(entry, separators=(",", ":")) for entry in cases))
        file.write("\n  ] }\n")
    print(f"{len(cases)} cases of {len({c['op'] for c in cases})} ops in {options.output}", file=sys.stderr)
    for name, trace in failures:
        print(f"FAILED {name}:\n{trace}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
