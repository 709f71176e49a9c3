"""Views, created values and ops that move elements."""

import math

import torch

from recorder import BF16, F32, BOOL, I32, I64, aten, prims, case, floats, integers


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
    case(
        "as_strided",
        [x],
        lambda t: t.as_strided([3, 2], [1, 4], 5),
        {"shape": [3, 2], "stride": [1, 4], "offset": 5},
    )
    case("as_strided", [turned], lambda t: t.as_strided([2, 6], [6, 1]), {"shape": [2, 6], "stride": [6, 1]})
    case(
        "as_strided",
        [x],
        lambda t: t.as_strided([4, 3], [2, 1], 0),
        {"shape": [4, 3], "stride": [2, 1], "offset": 0},
    )


def create_cases():
    case(
        "full",
        [],
        lambda: torch.full([2, 3], 0.1, dtype=BF16),
        {"shape": [2, 3], "value": 0.1, "dtype": "bf16"},
        wide=False,
    )
    case(
        "full",
        [],
        lambda: torch.full([], 0.1, dtype=F32),
        {"shape": [], "value": 0.1, "dtype": "f32"},
        wide=False,
    )
    case(
        "full",
        [],
        lambda: torch.full([3], -7, dtype=I64),
        {"shape": [3], "value": -7, "dtype": "i64"},
        wide=False,
    )
    case(
        "full",
        [],
        lambda: torch.full([2], True, dtype=BOOL),
        {"shape": [2], "value": 1, "dtype": "bool"},
        wide=False,
    )
    case(
        "full",
        [],
        lambda: torch.full([2], -math.inf, dtype=F32),
        {"shape": [2], "value": "-inf", "dtype": "f32"},
        wide=False,
    )
    case(
        "iota",
        [],
        lambda: prims.iota(6, start=3, step=2, dtype=I64, device="cpu", requires_grad=False),
        {"shape": [6], "start": 3, "step": 2, "dtype": "i64"},
        wide=False,
    )
    case(
        "iota",
        [],
        lambda: torch.arange(5, -5, -2, dtype=F32),
        {"shape": [5], "start": 5, "step": -2, "dtype": "f32"},
        wide=False,
    )
    case("iota", [], lambda: torch.arange(7, dtype=I32), {"shape": [7], "dtype": "i32"}, wide=False)


def layout_cases():
    x, turned = floats(2, 3, 4), floats(4, 3).t()
    case("clone", [x], torch.clone)
    case(
        "clone", [turned], lambda t: t.clone(memory_format=torch.contiguous_format), {"layout": "contiguous"}
    )
    case("cat", [floats(2, 3), floats(2, 1), floats(2, 2)], lambda *t: torch.cat(t, 1), {"axis": 1})
    case("cat", [floats(1, 3), floats(2, 3, dtype=BF16)], lambda *t: torch.cat(t, 0), {"axis": 0})
    case("cat", [turned, turned], lambda *t: torch.cat(t, -1), {"axis": -1})
    case("cat", [integers(2, 2), floats(2, 2)], lambda *t: torch.cat(t, 0), None)
    pad = aten.constant_pad_nd
    case("pad", [x], lambda t: pad(t, [1, 2]), {"pad": [1, 2]})
    case("pad", [x], lambda t: pad(t, [1, -1, -1, 2], 0.5), {"pad": [1, -1, -1, 2], "value": 0.5})
    case("pad", [integers(2, 3)], lambda t: pad(t, [0, 1], -100.0), {"pad": [0, 1], "value": -100.0})
    case(
        "pad",
        [floats(3, dtype=BF16)],
        lambda t: pad(t, [1, 0], 0.1),
        {"pad": [1, 0], "value": 0.1},
        wide=False,
    )
    case("pad", [x], lambda t: pad(t, [0, 0, 0, 0, 1, 1]), {"pad": [0, 0, 0, 0, 1, 1]})
    case(
        "slice_scatter",
        [x, floats(2, 3, 2)],
        lambda t, s: aten.slice_scatter(t, s, 2, 1, 3),
        {"axis": 2, "start": 1, "end": 3},
    )
    case(
        "slice_scatter",
        [x, floats(2, 2, 4)],
        lambda t, s: aten.slice_scatter(t, s, 1, 0, 9223372036854775807, 2),
        {"axis": 1, "start": 0, "end": 9223372036854775807, "step": 2},
    )
    case(
        "select_scatter",
        [x, floats(2, 4)],
        lambda t, s: aten.select_scatter(t, s, 1, -1),
        {"axis": 1, "index": -1},
    )
    case(
        "select_scatter",
        [floats(2, 5), floats(5)],
        lambda t, s: aten.select_scatter(t, s, 0, 1),
        {"axis": 0, "index": 1},
    )
    case(
        "as_strided_scatter",
        [x, floats(3, 2)],
        lambda t, s: aten.as_strided_scatter(t, s, [3, 2], [8, 1], 2),
        {"shape": [3, 2], "stride": [8, 1], "offset": 2},
    )
    case(
        "as_strided_scatter",
        [floats(6), floats(2, 2)],
        lambda t, s: aten.as_strided_scatter(t, s, [2, 2], [3, 1], 0),
        {"shape": [2, 2], "stride": [3, 1], "offset": 0},
    )
    case("repeat", [floats(2, 3)], lambda t: t.repeat(2, 1, 3), {"repeats": [2, 1, 3]})
    case("repeat", [floats(3)], lambda t: t.repeat(2), {"repeats": [2]})
    case("rev", [x], lambda t: prims.rev(t, [0, 2]), {"axes": [0, 2]})
    case("rev", [turned], lambda t: prims.rev(t, [1]), {"axes": [1]})
