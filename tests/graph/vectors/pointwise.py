"""Pointwise ops."""

import math

import torch

from recorder import (
    NAMES,
    BF16,
    F16,
    F32,
    F64,
    BOOL,
    I8,
    I32,
    I64,
    U8,
    aten,
    bools,
    case,
    edges,
    floats,
    integers,
    positive,
)

UNARY = {
    "neg": aten.neg,
    "abs": aten.abs,
    "relu": aten.relu,
    "exp": aten.exp,
    "exp2": aten.exp2,
    "expm1": aten.expm1,
    "log": aten.log,
    "log2": aten.log2,
    "log1p": aten.log1p,
    "sqrt": aten.sqrt,
    "rsqrt": aten.rsqrt,
    "reciprocal": aten.reciprocal,
    "sigmoid": aten.sigmoid,
    "tanh": aten.tanh,
    "erf": aten.erf,
    "sin": aten.sin,
    "cos": aten.cos,
    "floor": aten.floor,
    "ceil": aten.ceil,
    "round": aten.round,
    "trunc": aten.trunc,
    "sign": aten.sign,
    "isnan": aten.isnan,
    "logical_not": aten.logical_not,
}
TAKES_INTEGERS = [
    "neg",
    "abs",
    "relu",
    "exp",
    "sqrt",
    "reciprocal",
    "sigmoid",
    "sign",
    "floor",
    "isnan",
    "logical_not",
]


# Ops that came later: their cases stand at the end of the file, so that those before them stay as they were.
LATER_UNARY = {
    "erfc": aten.erfc,
}


FLOATS_OF_8_BITS = (
    torch.float8_e4m3fn,
    torch.float8_e4m3fnuz,
    torch.float8_e5m2,
    torch.float8_e5m2fnuz,
    torch.float8_e8m0fnu,
)


def later_cases():
    floating_cases(LATER_UNARY)
    shift_cases()
    unsigned_cases()
    for dtype in FLOATS_OF_8_BITS:
        small_float_cases(dtype)
    reinterpret_cases()


def shift_cases():
    for dtype, low, high in ((I32, -(2**31), 2**31), (I64, -(2**40), 2**40), (U8, 0, 256), (I8, -128, 128)):
        numbers, by = integers(8, low=low, high=high).to(dtype), torch.tensor([0, 1, 4, 7, 8, 31, 63, 3]).to(dtype)
        for name, function in (("shift_left", aten.__lshift__), ("shift_right", aten.__rshift__)):
            if dtype != I64 or name == "shift_right":
                case(name, [numbers, by], function)
            case(name, [numbers, 4], function)


def unsigned_cases():
    for dtype, bits in ((torch.uint16, 16), (torch.uint32, 32), (torch.uint64, 48)):
        a, b = integers(6, low=0, high=2**bits).to(dtype), integers(6, low=1, high=2**bits).to(dtype)
        for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
            case(name, [a, b], BITWISE[name])
        for other in (F32, I64, I32, U8):
            case("cast", [a], lambda x, d=other: x.to(d), {"dtype": NAMES[other]}, wide=False)
        for source in (integers(6, low=-500, high=500), positive(6) * 1000):
            case("cast", [source], lambda x, d=dtype: x.to(d), {"dtype": NAMES[dtype]}, wide=False)
        for name in ("eq", "ne", "lt", "le", "gt", "ge"):
            case(name, [a, b], lambda x, y, f=ARITHMETIC[name]: f(x.to(I64), y.to(I64)))
    for name in ("add", "sub", "mul"):  # PyTorch's CPU lacks some of them: through 64 bits, the lowest of which stay
        for dtype, low in ((torch.uint16, 0), (torch.uint32, 2**32 - 2**16)):
            a, b = torch.tensor([65535, 3, 40000, 54321]) + low, torch.tensor([65535, 5, 30000, 12345]) + low
            case(name, [a.to(dtype), b.to(dtype)], lambda x, y, f=ARITHMETIC[name]: f(x.to(I64), y.to(I64)).to(x.dtype))
    case("mul", [torch.tensor([123456789, -7], dtype=I32), torch.tensor([987654321, 2**30], dtype=I32)], torch.mul)


def small_float_cases(dtype):
    """All values, and what lies between them: halfway, beside that, and beyond the largest."""
    every = torch.arange(256, dtype=U8).view(dtype)
    case("cast", [every], lambda x: x.to(F32), {"dtype": "f32"}, wide=False)
    values = torch.unique(every.to(F32).nan_to_num(0, 0, 0).abs())
    halves = ((values[1:].double() + values[:-1].double()) / 2).float()
    largest = values[-1]
    beyond = torch.stack([largest * f for f in (1.03, 1.0714285, 1.08, 1.125)] if largest < 1e30 else [largest])
    between = torch.cat([halves, halves.nextafter(torch.tensor(0.0)), halves.nextafter(torch.tensor(math.inf))])
    source = torch.cat([between, -halves, beyond, -beyond, torch.tensor([0.0, -0.0, math.inf, -math.inf, math.nan])])
    source = source[(source.abs() > 1e-30) & (source.abs() < 1e30) | ~torch.isfinite(source) | (source == 0)]
    case("cast", [source], lambda x: x.to(dtype), {"dtype": NAMES[dtype]}, wide=False)


def reinterpret_cases():
    for source, dtype in (
        (floats(5), I32),
        (integers(5, low=0, high=2**30, dtype=I32), F32),
        (floats(5), torch.uint32),
        (floats(5, dtype=BF16), torch.uint16),
        (floats(5, dtype=F16), BF16),
        (integers(6, low=-128, high=128, dtype=I8), U8),
        (integers(6, low=0, high=127, dtype=U8), torch.float8_e4m3fn),
        (floats(6).to(torch.float8_e5m2), U8),
    ):
        case("reinterpret", [source], lambda x, d=dtype: x.view(d), {"dtype": NAMES[dtype]}, wide=False)


def floating_cases(functions):
    for name, function in functions.items():
        case(name, [edges()], function)
        case(name, [floats(3, 4, dtype=BF16)], function)
        case(name, [positive(2, 1, 3, dtype=F16)], function)
        case(name, [floats(5, dtype=F64)], function)


def unary_cases():
    floating_cases(UNARY)
    for name in TAKES_INTEGERS:
        case(name, [positive(6).mul(3).to(I64)], UNARY[name])
        if name not in ("sqrt", "reciprocal"):
            case(name, [integers(6, dtype=I32)], UNARY[name])
    case("logical_not", [bools(5)], UNARY["logical_not"])
    case("bitwise_not", [integers(6)], aten.bitwise_not)
    case("bitwise_not", [integers(6, low=0, high=256, dtype=U8)], aten.bitwise_not)


def cast_cases():
    sources = [
        edges(),
        floats(4, dtype=BF16),
        floats(4, dtype=F64) / 3,
        integers(5),
        integers(4, low=0, high=256, dtype=U8),
        bools(4),
        torch.tensor([65504.0, 65520.0, 1e-7, 1 + 2**-8, 1 + 3 * 2**-9, -1 - 2**-11, 3e38], dtype=F64),
    ]
    for source in sources:
        finite = (
            source
            if not source.dtype.is_floating_point
            else source[torch.isfinite(source) & (source.abs() < 1e6)]
        )
        for dtype in (BOOL, F16, BF16, F32, F64):
            case("cast", [source], lambda x, d=dtype: x.to(d), {"dtype": NAMES[dtype]}, wide=False)
        for dtype in (I32, I64):
            case("cast", [finite], lambda x, d=dtype: x.to(d), {"dtype": NAMES[dtype]}, wide=False)
    case("cast", [integers(6, low=-500, high=500)], lambda x: x.to(I8), {"dtype": "i8"}, wide=False)
    case("cast", [integers(6, low=-500, high=500)], lambda x: x.to(U8), {"dtype": "u8"}, wide=False)


ARITHMETIC = {
    "add": torch.add,
    "sub": torch.sub,
    "mul": torch.mul,
    "div": torch.div,
    "div_floor": lambda a, b: torch.div(a, b, rounding_mode="floor"),
    "div_trunc": lambda a, b: torch.div(a, b, rounding_mode="trunc"),
    "fmod": torch.fmod,
    "remainder": torch.remainder,
    "pow": torch.pow,
    "clamp_min": torch.clamp_min,
    "clamp_max": torch.clamp_max,
    "eq": torch.eq,
    "ne": torch.ne,
    "lt": torch.lt,
    "le": torch.le,
    "gt": torch.gt,
    "ge": torch.ge,
}
TENSORS_ONLY = {
    "maximum": torch.maximum,
    "minimum": torch.minimum,
    "logical_and": torch.logical_and,
    "logical_or": torch.logical_or,
}
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
        case(
            name,
            [torch.tensor([-7.5, 7.5, -8.0, 8.0, 0.0]), torch.tensor([3.0, -3.0, 4.0, -4.0, 5.0])],
            ARITHMETIC[name],
        )
    case("mul", [bools(5), floats(5)], torch.mul)
    case("add", [bools(6), bools(6)], torch.add)
    case(
        "mul", [torch.tensor([2**20, -(2**20)], dtype=I32), torch.tensor([4096, 5000], dtype=I32)], torch.mul
    )
    for name, function in BITWISE.items():
        case(name, [integers(6), integers(6)], function)
        case(name, [bools(6), bools(6)], function)
        case(
            name,
            [integers(2, 3, low=0, high=256, dtype=U8), integers(3, low=0, high=256, dtype=U8)],
            function,
        )
    case("copy", [floats(2, 3, dtype=BF16), floats(3)], lambda a, b: aten.copy(a, b), wide=False)
    case("copy", [floats(2, 3), floats(2, 1, dtype=F64)], lambda a, b: aten.copy(a, b), wide=False)
    case("copy", [integers(3), floats(3)], lambda a, b: aten.copy(a, b), wide=False)


def ternary_cases():
    case("where", [bools(2, 3), floats(2, 3), floats(3)], torch.where)
    case("where", [bools(2, 1), integers(2, 3), floats(2, 3)], torch.where)
    case("where", [bools(4), floats(4, dtype=BF16), 0.0], torch.where)
    case("where", [bools(4), integers(4), integers(1)], torch.where)
    case(
        "where",
        [torch.tensor([True, False]), torch.tensor([math.nan, 1.0]), torch.tensor([2.0, math.nan])],
        torch.where,
    )
    case("fma", [floats(5), floats(5), floats(5)], lambda a, b, c: a * b + c)
    case("fma", [floats(2, 3), floats(3), floats(2, 1)], lambda a, b, c: a * b + c)
    for dtype in (F32, BF16):
        case(
            "addcmul",
            [floats(2, 3, dtype=dtype), floats(3, dtype=dtype), floats(2, 1, dtype=dtype)],
            torch.addcmul,
        )
        case(
            "addcdiv",
            [floats(2, 3, dtype=dtype), floats(3, dtype=dtype), positive(2, 1, dtype=dtype)],
            torch.addcdiv,
        )
        case(
            "lerp",
            [floats(2, 3, dtype=dtype), floats(3, dtype=dtype), positive(2, 1, dtype=dtype)],
            torch.lerp,
        )
