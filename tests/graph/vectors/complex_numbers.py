"""Complex numbers. Their generator is their own: cases can be added to the others without changing these."""

import torch

import recorder
from recorder import F16, F32, F64, aten, bools, case

C32, C64, C128 = torch.complex32, torch.complex64, torch.complex128
recorder.NAMES.update({C32: "c32", C64: "c64", C128: "c128"})
recorder.PLAIN_TOLERANCE.update({C64: 2e-6, C128: 1e-12})


def pairs(*shape, dtype=C64, generator=torch.Generator().manual_seed(20261124)):
    parts = torch.round(torch.randn((*shape, 2), generator=generator, dtype=F64) * 64) / 64
    return torch.view_as_complex(parts).to(dtype)


def reals(*shape, dtype=F32):
    return pairs(*shape, dtype=C128).real.to(dtype).clone()


def complex_cases():
    a, b, one = pairs(3, 4), pairs(4), pairs(1, 4, dtype=C128)
    zero = torch.zeros(3, dtype=C64)
    for name in ("abs", "angle", "exp", "log", "sqrt", "neg", "reciprocal"):
        for x in (a, one):
            case(name, [x], getattr(torch, name))
    for x in (a, one, reals(5), reals(4, dtype=F64)):
        case("real", [x], lambda x: torch.real(x).clone())
        case("conj", [x], lambda x: torch.conj_physical(x))
    case("imag", [a], lambda x: torch.imag(x).clone())
    case("angle", [reals(6)], torch.angle)
    case("sign", [torch.cat([a.reshape(-1), zero])], torch.sgn)
    for name in ("add", "sub", "mul", "div"):
        function = getattr(torch, name)
        for x, y in ((a, b), (a, reals(3, 4)), (reals(3, 1), b), (a, one), (a, 2.5), (a, reals(4, dtype=F64))):
            case(name, [x, y], function)
    case("addcmul", [a, a, b], torch.addcmul)
    case("eq", [a, torch.where(bools(3, 4), a, b)], torch.eq)
    case("ne", [a, torch.where(bools(3, 4), a, b)], torch.ne)
    case("where", [bools(3, 4), a, b], torch.where)
    for dtype in (F16, F32, F64):
        case("complex", [reals(3, 4, dtype=dtype), reals(4, dtype=dtype)], torch.complex, wide=False)
    for dtype in (F32, F64):
        case("polar", [reals(3, 4, dtype=dtype), reals(4, dtype=dtype)], torch.polar)
    for x in (a, one, a.t(), a[:, ::2]):
        case("view_as_real", [x], lambda x: torch.view_as_real(x).clone())
    for shape in ((3, 4, 2), (2,)):
        case("view_as_complex", [reals(*shape)], lambda x: torch.view_as_complex(x).clone())
    for dtype, name in ((C128, "c128"), (F32, "f32"), (F64, "f64")):
        case("cast", [a], lambda x, d=dtype: x.to(d), {"dtype": name})
    case("cast", [reals(3)], lambda x: x.to(C64), {"dtype": "c64"})
    moved_cases(a, b)


def moved_cases(a, b):
    case("copy", [a, b], lambda x, y: aten.copy(x, y))
    case("reshape", [a], lambda x: x.reshape(2, 6), {"shape": [2, 6]})
    case("permute", [a], lambda x: x.permute(1, 0), {"axes": [1, 0]})
    case("expand", [b], lambda x: x.expand(3, 4), {"shape": [3, 4]})
    case("slice", [a], lambda x: x[:, 1::2], {"axis": 1, "start": 1, "end": 4, "step": 2})
    case("clone", [a.t()], lambda x: x.clone(memory_format=torch.contiguous_format), {"layout": "contiguous"})
    case("cat", [a, a], lambda x, y: torch.cat([x, y]), {"axis": 0})
    case("cat", [a, reals(3, 4)], lambda x, y: torch.cat([x, y], 1), {"axis": 1})
    case("pad", [a], lambda x: torch.constant_pad_nd(x, [1, 2], 2.5), {"pad": [1, 2], "value": 2.5})
    case("index", [a, torch.tensor([2, 0, -1])], lambda x, i: x[i])
    case("embedding", [a, torch.tensor([[2, 0], [1, 1]])], lambda x, i: x[i])
    case("sum", [a], lambda x: x.sum(1), {"axes": [1]})
    case("mean", [a], lambda x: x.mean(0), {"axes": [0]})
    case("cumsum", [a], lambda x: x.cumsum(1), {"axis": 1})
    case("full", [], lambda: torch.full((2, 3), 1.5, dtype=C64), {"shape": [2, 3], "value": 1.5, "dtype": "c64"})
