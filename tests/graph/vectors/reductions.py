"""Reductions, scans and ops that are addressed by values."""

import math

import torch

from recorder import BF16, F32, I32, I64, aten, prims, bools, case, floats, integers


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
        case(
            "var",
            [x],
            lambda t, c=correction: torch.var(t, dim=[2], correction=c),
            {"axes": [2], "correction": correction},
        )
        case(
            "var_mean",
            [x],
            lambda t, c=correction: torch.var_mean(t, dim=[0, 1], correction=c, keepdim=True),
            {"axes": [0, 1], "correction": correction, "keep": True},
        )
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


def index_cases():
    x, table = floats(4, 3, 5), floats(6, 3, dtype=BF16)
    case(
        "gather",
        [floats(4, 5), integers(4, 2, low=0, high=5)],
        lambda t, i: torch.gather(t, 1, i),
        {"axis": 1},
    )
    case(
        "gather",
        [floats(4, 5), integers(2, 3, low=0, high=4)],
        lambda t, i: torch.gather(t, 0, i),
        {"axis": 0},
    )
    case("gather", [x, integers(4, 7, 5, low=0, high=3)], lambda t, i: torch.gather(t, -2, i), {"axis": -2})
    case("embedding", [table, integers(2, 3, low=0, high=6)], aten.embedding)
    case("embedding", [table, integers(4, low=0, high=6, dtype=I32)], aten.embedding)
    case(
        "scatter_add",
        [floats(4, 5), integers(3, 2, low=0, high=5), floats(3, 2)],
        lambda t, i, s: t.scatter_add(1, i, s),
        {"axis": 1},
    )
    case(
        "scatter_add",
        [floats(4, 5), integers(6, 5, low=0, high=4), floats(7, 6)],
        lambda t, i, s: t.scatter_add(0, i, s),
        {"axis": 0},
    )
    case(
        "index_add",
        [floats(4, 3), integers(5, low=0, high=4), floats(5, 3)],
        lambda t, i, s: t.index_add(0, i, s),
        {"axis": 0},
    )
    case(
        "index_add",
        [floats(2, 4, 3), integers(2, low=0, high=4), floats(2, 2, 3)],
        lambda t, i, s: t.index_add(1, i, s),
        {"axis": 1},
    )
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
        case(
            "index_put",
            [x, floats(2, 3, 3), torch.tensor([[0], [3]]), None, torch.tensor([4, 2, 0])],
            put(accumulate),
            extra,
        )
    case("index_put", [floats(4, 3), floats(6, 3), i4], put(True), {"accumulate": True})
    mask = bools(6, 1)
    outside = torch.where(mask[:, 0], integers(6, low=-4, high=4), torch.tensor(99))
    case(
        "masked_index_put",
        [floats(4, 3), floats(6, 3), mask, outside],
        lambda t, v, m, i: aten._unsafe_masked_index_put_accumulate(t, m, [i], v),
    )
    case(
        "masked_index_put",
        [floats(4, 3), floats(2, 6), bools(2, 6), integers(2, 6, low=0, high=4), integers(6, low=0, high=3)],
        lambda t, v, m, i, j: aten._unsafe_masked_index_put_accumulate(t, m, [i, j], v),
    )
