"""Records HLO text of small JAX functions and what JAX computes: values.json and control.json, which test_hlo_values.c reads.

usage: python3 make.py        (where jax is installed; on the CPU)

Inputs follow a formula that the test shares: element i of input k is low + step * ((37 * i + 11 * k + 5) % count).
"""

import json
import math
import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src.random import threefry2x32

NAMES = {"float32": "f32", "bfloat16": "bf16", "float16": "f16", "int32": "i32", "int8": "i8", "uint8": "u8", "bool": "bool",
         "int16": "i16", "uint16": "u16", "uint32": "u32", "float8_e4m3fn": "f8e4m3fn", "float8_e5m2": "f8e5m2"}
EIGHT_BITS = ("f8e4m3fn", "f8e5m2")
TOLERANCE = {"f32": 3e-6, "bf16": 2e-2, "f16": 2e-3}
F32, BF16, I32, I8, BOOL, U32 = jnp.float32, jnp.bfloat16, jnp.int32, jnp.int8, jnp.bool_, jnp.uint32
cases = []


def x(*shape, dtype=F32, low=-2.0, step=0.125, count=33):
    """An input: floats in [-2, 2]."""
    return {"shape": list(shape), "dtype": dtype, "low": low, "step": step, "count": count}


def positive(*shape, dtype=F32):
    return x(*shape, dtype=dtype, low=0.5, count=16)


def ints(*shape, low=-9, count=19, dtype=I32):
    return x(*shape, dtype=dtype, low=low, step=1, count=count)


def bools(*shape):
    return x(*shape, dtype=BOOL, low=0, step=1, count=2)


def make(spec, k):
    i = np.arange(math.prod(spec["shape"]))
    values = spec["low"] + spec["step"] * ((37 * i + 11 * k + 5) % spec["count"])
    return jnp.asarray(values.reshape(spec["shape"])).astype(spec["dtype"])


def plain(value):
    value = float(value)
    if math.isnan(value) or math.isinf(value):
        return repr(value)
    return int(value) if value == int(value) and abs(value) < 2**53 else value


def tensor(array):
    dtype = NAMES[str(array.dtype)]
    data = [plain(v) for v in np.asarray(array.astype(F32) if dtype in ("bf16", "f16", *EIGHT_BITS) else array).reshape(-1)]
    return {"dtype": dtype, "shape": list(array.shape), "data": data}


def strip(text):
    """Without what tells where the text was made."""
    lines = [line for line in text.splitlines() if line]
    start = next(i for i, line in enumerate(lines) if line.endswith("{"))
    kept = [lines[0].split(",")[0] + (", is_scheduled=true" if "is_scheduled=true" in lines[0] else "")] + lines[start:]
    return "\n".join(line.split(", metadata=")[0] + ("" if ", backend_config=" not in line else "") for line in kept) + "\n"


def case(name, function, *inputs, tolerance=None, fused=True):
    arrays = [make(spec, k) for k, spec in enumerate(inputs)]
    lowered = jax.jit(function, keep_unused=True).lower(*arrays)
    compiled = lowered.compile()
    results = jax.tree.leaves(compiled(*arrays))
    entry = {
        "name": name,
        "hlo": strip(lowered.as_text(dialect="hlo")),
        "inputs": [dict(spec, dtype=NAMES[jnp.dtype(spec["dtype"]).name]) for spec in inputs],
        "results": [tensor(r) for r in results],
        "tolerance": tolerance if tolerance is not None else max(
            [TOLERANCE.get(NAMES[str(a.dtype)], 0) for a in list(results) + arrays]),
    }
    optimised = strip(compiled.as_text())
    if fused and "custom-call" not in optimised:
        entry["optimised"] = optimised
    cases.append(entry)


def record_pointwise():
    for name in ("abs", "ceil", "floor", "sign", "neg", "cos", "sin", "tan", "exp", "expm1", "tanh", "logistic", "erf", "is_finite"):
        case(name, getattr(lax, name), x(5, 7))
    for name in ("cbrt", "sinh", "cosh"):
        case(name, getattr(lax, name), x(5, 7))
    case("round away", lambda a: lax.round(a, lax.RoundingMethod.AWAY_FROM_ZERO), x(5, 7, step=0.25))
    for name in ("log", "log1p", "sqrt", "rsqrt"):
        case(name, getattr(lax, name), positive(5, 7))
    case("round", lambda a: lax.round(a, lax.RoundingMethod.TO_NEAREST_EVEN), x(5, 7, step=0.5))
    for name in ("add", "sub", "mul", "max", "min"):
        case(name, getattr(lax, name), x(5, 7), x(5, 7))
        case(name + " i32", getattr(lax, name), ints(5, 7), ints(5, 7))
    case("div", lax.div, x(5, 7), positive(5, 7))
    case("div i32", lax.div, ints(5, 7), ints(5, 7, low=1, count=4))
    case("rem", lax.rem, x(5, 7), positive(5, 7))
    case("rem i32", lax.rem, ints(5, 7), ints(5, 7, low=1, count=4))
    case("pow", lax.pow, positive(5, 7), x(5, 7))
    case("and or xor not", lambda a, b: (a & b, a | b, a ^ b, ~a), ints(5, 7), ints(5, 7))
    case("and or xor not of bools", lambda a, b: (a & b, a | b, a ^ b, ~a), bools(5, 7), bools(5, 7))
    case("compare", lambda a, b: (a == b, a != b, a < b, a <= b, a > b, a >= b), ints(5, 7), ints(5, 7))
    case("select", lambda p, a, b: jnp.where(p, a, b), bools(5, 7), x(5, 7), x(5, 7))
    case("select of bools", lambda p, a: jnp.where(p, a, True), bools(5, 7), bools(5, 7))
    case("clamp", lambda a, b: lax.clamp(b, a, b + 1), x(5, 7), x())
    case("clamp by numbers", lambda a: jnp.clip(a, -0.5, 1.25), x(5, 7))
    case("convert", lambda a: (a.astype(I32), a.astype(BF16), a.astype(BOOL), a.astype(I8)), x(5, 7))
    case("reduce_precision", lambda a: lax.reduce_precision(a, 8, 7), x(5, 7, low=-3.3, step=0.0123))
    case("bfloat16", lambda a, b: jax.nn.silu(a) * b + 1, x(8, 16, dtype=BF16), x(8, 16, dtype=BF16))
    case("numbers alone", lambda a: (a + jnp.sqrt(jnp.float32(2)), jnp.full((2, 3), 7, I32)), x(3,))


def record_views():
    case("reshape", lambda a: a.reshape(3, 10), x(5, 6))
    case("transpose", lambda a: (a.transpose(2, 0, 1), a.T + 1), x(2, 3, 4))
    case("broadcast", lambda a, b: (lax.broadcast_in_dim(a, (2, 3, 4), (1,)), jnp.broadcast_to(b, (2, 3))), x(3,), x())
    case("slice", lambda a: (a[1:4, 2:], a[::2, 5:0:-2]), x(5, 7))
    case("reverse", lambda a: lax.rev(a, (0, 2)), x(2, 3, 4))
    case("iota", lambda a: (lax.broadcasted_iota(I32, (3, 4), 1), a + lax.iota(F32, 4)), x(4,))
    case("constants", lambda a: (a + jnp.array([[1, 2, 3], [9, 5, 1]]), jnp.array([0.5, 0.25, 7.0]) * a[0]), ints(2, 3))
    case("concatenate", lambda a, b: jnp.concatenate([a, b, a], axis=1), x(3, 2), x(3, 4))
    case("pad", lambda a: lax.pad(a, jnp.float32(1.5), ((1, 0, 0), (-1, 2, 1))), x(4, 5))
    case("pad between", lambda a: lax.pad(a, jnp.int32(7), ((0, -2, 3), (2, 1, 2), (0, 0, 0))), ints(3, 2, 2))


def record_reductions():
    for name in ("sum", "prod", "max", "min"):
        case("reduce " + name, lambda a, f=getattr(jnp, name): (f(a, axis=1), f(a, axis=(0, 2)), f(a)), x(3, 4, 5), tolerance=1e-5)
        case("reduce i32 " + name, lambda a, f=getattr(jnp, name): f(a, axis=0), ints(3, 4, low=-3, count=7))
    case("any all", lambda a: (jnp.any(a, 1), jnp.all(a, 0)), bools(3, 4))
    case("reduce from", lambda a: lax.reduce(a, jnp.float32(2), lax.add, (0,)), x(3, 4), fused=False)
    case("argmax", lambda a: (jnp.argmax(a, 1), jnp.argmin(a, 0)), x(5, 7))
    case("softmax", lambda a: jax.nn.softmax(a, axis=-1), x(6, 9))
    case("layernorm", lambda a, w, b: (a - a.mean(-1, keepdims=True)) * lax.rsqrt(a.var(-1, keepdims=True) + 1e-5) * w + b,
         x(6, 16), x(16), x(16), tolerance=2e-5)
    case("cumsum", lambda a: (jnp.cumsum(a, axis=1), lax.cumsum(a, axis=0, reverse=True)), x(4, 6), tolerance=1e-5)
    case("cumsum i32", lambda a: jnp.cumsum(a, axis=0), ints(7,))
    case("max pool", lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"), x(2, 7, 7, 3))
    case("sum pool", lambda a: lax.reduce_window(a, 0.0, lax.add, (2, 3), (1, 2), ((0, 1), (2, 0))), x(5, 7), tolerance=1e-5)
    case("dilated pool", lambda a: lax.reduce_window(a, 0.0, lax.add, (2, 2), (1, 1), "VALID", (1, 1), (2, 3)), x(6, 7), tolerance=1e-5)


def record_products():
    case("dot", lambda a, b: a @ b, x(5, 7), x(7, 3), tolerance=1e-5)
    case("dot bf16", lambda a, b: a @ b, x(5, 8, dtype=BF16), x(8, 3, dtype=BF16))
    for name, wide, factor in (("f32", F32, x(5, 8, dtype=BF16)), ("i32", I32, ints(5, 8, dtype=I8))):
        case("dot kept as " + name, lambda a, b, wide=wide: lax.dot(a, b.T, preferred_element_type=wide), factor, factor, tolerance=1e-5)
    case("dot vectors", lambda a, b, c: (a @ b, c @ b), x(7,), x(7,), x(4, 7), tolerance=1e-5)
    case("dot batched", lambda a, b: jnp.einsum("bhqd,bkhd->bhqk", a, b), x(2, 3, 4, 5), x(2, 6, 3, 5), tolerance=1e-5)
    case("dot of several axes", lambda a, b: lax.dot_general(a, b, (((0, 2), (1, 0)), ((), ()))), x(3, 4, 5), x(5, 3, 2), tolerance=1e-5)
    case("attention", lambda q, k, v: jax.nn.softmax(q @ k.transpose(0, 2, 1) / 2, -1) @ v, x(2, 6, 4), x(2, 6, 4), x(2, 6, 4), tolerance=1e-5)
    labels = ("NHWC", "HWIO", "NHWC")
    case("convolution", lambda a, w: lax.conv_general_dilated(a, w, (2, 1), "SAME", dimension_numbers=labels), x(2, 7, 6, 3), x(3, 2, 3, 4), tolerance=2e-5)
    case("convolution in groups", lambda a, w: lax.conv_general_dilated(a, w, (1, 1), ((1, 1), (0, 2)), rhs_dilation=(1, 2), feature_group_count=2),
         x(2, 4, 5, 6), x(6, 2, 3, 2), tolerance=2e-5)
    case("convolution transposed", lambda a, w: lax.conv_transpose(a, w, (2,), "SAME", dimension_numbers=("NWC", "WIO", "NWC")), x(2, 5, 3), x(3, 3, 4), tolerance=2e-5)


def record_indices():
    case("dynamic_slice", lambda a, i, j: lax.dynamic_slice(a, (i, j), (2, 3)), x(5, 7), ints(low=1, count=3), ints(low=6, count=1))
    case("dynamic_slice of some", lambda a, i: lax.dynamic_slice(a, (i, 0, 1), (1, 4, 2)), x(5, 4, 3), ints(low=-1, count=1))
    case("dynamic_update_slice", lambda a, b, i, j: lax.dynamic_update_slice(a, b, (i, 0, j)), x(5, 3, 7), x(2, 3, 3), ints(low=1, count=3), ints(low=6, count=1))
    case("dynamic_update_slice by numbers", lambda a, b: lax.dynamic_update_slice(a, b, (2, 1)), x(5, 7), x(2, 3))
    case("take", lambda a, i: a[i], x(9, 4), ints(3, 2, low=-12, count=24))
    case("take along the last", lambda a, i: jnp.take(a, i, axis=1, mode="clip"), x(4, 9), ints(5, low=-2, count=14))
    case("take_along_axis", lambda a, i: jnp.take_along_axis(a, i, axis=1), x(4, 9), ints(4, 3, low=0, count=9))
    case("take pairs", lambda a, i, j: a[i, :, j], x(4, 5, 6), ints(3, low=0, count=4), ints(3, low=0, count=6))
    case("gather of windows", lambda a, i: jax.vmap(lambda s: lax.dynamic_slice(a, (s, 1), (3, 2)))(i), x(9, 5), ints(4, low=-2, count=12))
    case("gather in batches", lambda a, i: jax.vmap(lambda b, s: lax.dynamic_slice(b, (s,), (3,)))(a, i), x(4, 9), ints(4, low=-2, count=12))
    case("scatter add", lambda a, i, v: a.at[i].add(v), x(6, 4), ints(5, low=-8, count=16), x(5, 4))
    case("scatter add of bf16", lambda a, i, v: a.at[i].add(v), x(6, 4, dtype=BF16), ints(5, low=0, count=6), x(5, 4, dtype=BF16))
    case("scatter add in the middle", lambda a, i, v: a.at[:, i].add(v), x(3, 6, 4), ints(2, 2, low=0, count=6), x(3, 2, 2, 4))
    case("scatter add pairs", lambda a, i, j, v: a.at[i, j].add(v), x(5, 6), ints(7, low=0, count=5), ints(7, low=-1, count=8), x(7))
    case("scatter", lambda a, i, v: a.at[i].set(v), x(9, 4), ints(3, low=1, count=12), x(3, 4))
    case("scatter a row", lambda a, v: a.at[1, 2:4].set(v), x(5, 6), x(2))
    case("gradient of take", lambda a, i: jax.grad(lambda t: (jnp.take(t, i, axis=0, mode="clip") ** 2).sum())(a), x(6, 3), ints(4, low=0, count=6))
    case("sort", lambda a: (jnp.sort(a, axis=1), -jnp.sort(-a, axis=0)), x(5, 7, step=0.126, count=35))
    case("argsort", lambda a: jnp.argsort(a, axis=0), x(5, 7))
    case("sort by keys", lambda a, b: lax.sort((a, b), dimension=1, num_keys=1), ints(3, 7, low=0, count=37), x(3, 7))
    case("top_k", lambda a: lax.top_k(a, 3), x(4, 9, step=0.126, count=37))


def random_bits(key, count):
    """JAX's generator as it is written out for GPUs, without a loop over its rounds."""
    places = lax.iota(U32, count)
    return threefry2x32._threefry2x32_lowering(key[0], key[1], places, places + jnp.uint32(count), use_rolled_loops=False)[0]


def uniform(key, count):
    bits = random_bits(key, count) >> 9 | jnp.uint32(0x3F800000)
    return lax.bitcast_convert_type(bits, F32) - 1


def record_types():
    big = dict(dtype=U32, low=0, step=104729113, count=41)
    case("shifts u32", lambda a, b: (a << b, a >> b, a >> jnp.uint32(31)), x(5, 7, **big), ints(5, 7, low=0, count=36, dtype=U32))
    case("shifts i32", lambda a, b: (a << b, a >> b, lax.shift_right_logical(a, b)), ints(5, 7, low=-900), ints(5, 7, low=0, count=36))
    case("arithmetic u32", lambda a, b: (a + b, a - b, a * b, ~a, a ^ b, a // (b | 1), a % (b | 1)), x(5, 7, **big), x(5, 7, **big))
    case("compare u32", lambda a, b: (a < b, jnp.maximum(a, b), jnp.where(a >= b, a, b)), x(5, 7, **big), x(5, 7, **big))
    case("convert u32", lambda a: (a.astype(F32), a.astype(I32), a.astype(jnp.uint16), a.astype(I8), a.astype(BOOL)), x(5, 7, **big))
    case("sums u32", lambda a: (a.sum(0), a.max(1), a.min(), jnp.cumsum(a, 0)), x(5, 7, **big))
    case("u16", lambda a: (a * a, a + jnp.uint16(65000), a >> 3, a.astype(F32) / 3), ints(5, 7, low=0, count=1000, dtype=jnp.uint16))
    case("bits", lambda a: (lax.bitcast_convert_type(a, U32), lax.bitcast_convert_type(a.astype(BF16), jnp.uint16),
                            lax.bitcast_convert_type(a, I32) & 0x7fffffff), x(5, 7))
    case("threefry", lambda k: random_bits(k, 7), x(2, **big))
    case("uniform", lambda k: uniform(k, 15).reshape(3, 5), x(2, **big))
    case("dropout", lambda a, k: jnp.where(uniform(k, 24).reshape(4, 6) < 0.5, a * 2, 0), x(4, 6), x(2, **big))
    for dtype in (jnp.float8_e4m3fn, jnp.float8_e5m2):
        case(f"to {jnp.dtype(dtype).name}", lambda a, d=dtype: a.astype(d), x(5, 7, low=-470, step=27.3, count=37), tolerance=0)
        case(f"from {jnp.dtype(dtype).name}", lambda a: (a.astype(F32) * 2, a.astype(BF16)), x(5, 7, dtype=dtype))


def record_complex():
    """In and out go parts; between them numbers are complex."""
    def parts(y):
        return y.real, y.imag

    case("complex product", lambda a, b: parts(lax.complex(a, b) * lax.complex(b, a + 1)), x(3, 4), x(3, 4))
    case("complex quotient", lambda a, b: parts(lax.complex(a, b) / lax.complex(b, 5 - a)), x(3, 4), x(3, 4))
    case("complex sum", lambda a, b: parts(jnp.sum(lax.complex(a, b), 0) - 2), x(3, 4), x(3, 4))
    case("complex size", lambda a, b: jnp.abs(lax.complex(a, b)), x(3, 4), x(3, 4))
    case("complex moved", lambda a, b: parts(jnp.conj(jnp.concatenate([lax.complex(a, b).T, lax.complex(b, a).T])[1:])), x(3, 4), x(3, 4))
    case("rotary", lambda a, t: parts(lax.complex(a[..., 0::2], a[..., 1::2]) * lax.complex(jnp.cos(t), jnp.sin(t))[:, None]), x(5, 2, 6), x(5, 3))


def record_control():
    """What runs graphs of its own; recorded in control.json."""
    case("fori_loop", lambda a: lax.fori_loop(0, 5, lambda i, v: v * 0.5 + i.astype(F32), a), x(3, 4))
    case("while_loop", lambda a: lax.while_loop(lambda s: s[1].sum() < 40, lambda s: (s[0] + 1, s[1] * 1.5 + 1), (jnp.int32(0), a)), x(2, 3))
    case("no round", lambda a: lax.while_loop(lambda s: s[0] > 3, lambda s: (s[0] + 1, s[1] * 2), (jnp.int32(0), a)), x(2, 3))
    case("scan", lambda a, b: lax.scan(lambda c, v: (jnp.tanh(c + v), c * v), a, b), x(4,), x(6, 4))
    case("gradient of scan", lambda a, b: jax.grad(lambda a, b: (lax.scan(lambda c, v: (jnp.tanh(c * v), c), a, b)[1] ** 2).sum(), (0, 1))(a, b), x(4,), x(6, 4))
    case("scan of layers", lambda a, w: lax.scan(lambda c, m: (jax.nn.silu(c @ m) + c, None), a, w)[0], x(3, 8), x(4, 8, 8))
    case("loop in a loop", lambda a: lax.fori_loop(0, 3, lambda i, v: lax.fori_loop(0, i + 1, lambda j, u: u + j.astype(F32) * a, v) * 0.5, a), x(5))
    case("cond", lambda p, a, b: lax.cond(p[0], lambda a, b: (a + b, a.sum()), lambda a, b: (a - b, b.max()), a, b), bools(1), x(3, 4), x(3, 4))
    case("cond of the other", lambda p, a, b: lax.cond(p[1], lambda a, b: a + b, lambda a, b: a - b, a, b), bools(2), x(3, 4), x(3, 4))
    for k in (-1, 0, 1, 2, 7):
        case(f"switch {k}", lambda i, a: lax.switch(i[0], [jnp.sin, lambda v: v * 2, jnp.exp], a), ints(1, low=k, count=1), x(3, 4))
    case("cond in a loop", lambda a: lax.fori_loop(0, 6, lambda i, v: lax.cond(i % 2 == 0, lambda v: v + 1, lambda v: v * 0.5, v), a), x(3,))


def write(name):
    text = json.dumps(cases)[1:-1].replace('}, {"name"', '},\n{"name"')
    path = pathlib.Path(__file__).parent / name
    path.write_text('{"made_by": %s, "cases": [\n%s\n]}\n' % (json.dumps("make.py with jax " + jax.__version__), text))
    print(len(cases), "cases", path.stat().st_size, "bytes")
    cases.clear()


def main():
    record_control()
    write("control.json")
    for record in (record_pointwise, record_views, record_reductions, record_products, record_indices, record_types, record_complex):
        record()
    write("values.json")


if __name__ == "__main__":
    main()
