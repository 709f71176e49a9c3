"""Notes cases: operands, attributes and what PyTorch makes of them."""

import math
import traceback

import torch

import torch._inductor.decomposition  # noqa: F401
import torch._inductor.inductor_prims  # noqa: F401  registers prims.inductor_*, prims._low_memory_*

aten, prims = torch.ops.aten, torch.ops.prims

NAMES = {
    torch.bool: "bool",
    torch.uint16: "u16",
    torch.uint32: "u32",
    torch.uint64: "u64",
    torch.float8_e4m3fn: "f8e4m3fn",
    torch.float8_e4m3fnuz: "f8e4m3fnuz",
    torch.float8_e5m2: "f8e5m2",
    torch.float8_e5m2fnuz: "f8e5m2fnuz",
    torch.float8_e8m0fnu: "f8e8m0fnu",
    torch.uint8: "u8",
    torch.int8: "i8",
    torch.int16: "i16",
    torch.int32: "i32",
    torch.int64: "i64",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.float32: "f32",
    torch.float64: "f64",
}
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
    flat = tensor.detach().contiguous().reshape(-1)
    if tensor.is_complex():  # all real parts, then all imaginary ones
        flat = torch.view_as_real(flat.resolve_conj()).t().reshape(-1)
    entry["data"] = [plain_number(v) for v in flat.tolist()]
    return entry


def operand_json(operand):
    if operand is None:
        return None
    if isinstance(operand, torch.Tensor):
        return tensor_json(operand)
    return plain_number(operand)


def widen(operand):
    """The operand in float64, its strides kept."""
    if not isinstance(operand, torch.Tensor) or not (operand.is_floating_point() or operand.is_complex()):
        return operand
    wide = torch.empty_strided(operand.shape, operand.stride(), dtype=torch.complex128 if operand.is_complex() else F64)
    return wide.copy_(operand)


def as_tuple(results):
    return tuple(results) if isinstance(results, (tuple, list)) else (results,)


def case(op, operands, function, attributes=None, wide=True, keep=None):
    """Notes one case. `keep` picks some of the function's results; `wide` False keeps the plain run's numbers."""
    try:
        plain = as_tuple(function(*operands))
        exact = plain
        if wide and any(isinstance(o, torch.Tensor) and (o.is_floating_point() or o.is_complex()) for o in operands):
            exact = as_tuple(function(*[widen(o) for o in operands]))
        if keep is not None:
            plain, exact = [plain[i] for i in keep], [exact[i] for i in keep]
        entry = {"op": op, "operands": [operand_json(o) for o in operands]}
        if attributes:
            entry["attributes"] = attributes
        entry["results"] = [tensor_json(e, like=p) for e, p in zip(exact, plain)]
        computed = [e.dtype for e in exact if e.is_floating_point() or e.is_complex()]
        tolerance = max([PLAIN_TOLERANCE.get(d, 0) for d in computed], default=0)
        if not wide and op in ("cast", "reinterpret", "copy", "full", "iota", "pad"):
            tolerance = 0  # roundings must agree exactly
        entry["tolerance"] = tolerance
        cases.append(entry)
    except Exception:
        failures.append((op, traceback.format_exc(limit=2)))
