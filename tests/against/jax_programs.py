"""Programs of JAX users: forward, training step, convolution, choice of rows. Functions of arrays alone."""

import jax
import jax.numpy as jnp
from jax import lax

F32, BF16, I32 = jnp.float32, jnp.bfloat16, jnp.int32


def shapes(*rows):
    return [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in rows]


def layernorm(x, scale, shift):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + shift


def forward(x, w, scale, shift, row):
    h = jax.nn.gelu(layernorm(x, scale, shift) @ w)
    h = lax.dynamic_update_slice(h, jnp.ones((1, h.shape[1]), h.dtype), (row, 0))
    padded = lax.pad(h, jnp.zeros((), h.dtype), ((1, -1, 0), (0, 2, 1)))
    return jax.nn.softmax(h, -1), jnp.take(h, jnp.array([1, 3]), axis=0), padded


def pooled(x, kernel):
    y = lax.conv_general_dilated(x, kernel, (2, 2), "SAME", dimension_numbers=("NCHW", "OIHW", "NCHW"))
    z = lax.reduce_window(y, -jnp.inf, lax.max, (1, 1, 3, 3), (1, 1, 2, 2), "SAME")
    return jnp.sort(z, -1), lax.top_k(z, 2), jnp.cumsum(z, -1), z.at[jnp.array([0])].add(1.0)


def block(x, scale, shift, up, down):
    h = jax.nn.gelu(layernorm(x, scale, shift) @ up)
    return x + h @ down


def loss(x, labels, *layers):
    for i in range(0, len(layers), 4):
        x = block(x, *layers[i : i + 4])
    scores = jax.nn.log_softmax(x.astype(F32), -1)
    return -jnp.take_along_axis(scores, labels[:, None], 1).mean()


def step(x, labels, *layers):
    value, gradients = jax.value_and_grad(loss, argnums=tuple(range(2, 2 + len(layers))))(x, labels, *layers)
    return value, [w - (0.01 * g).astype(w.dtype) for w, g in zip(layers, gradients)]


def attention(q, k, v):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) * q.shape[-1] ** -0.5
    causal = jnp.tril(jnp.ones(scores.shape[-2:], jnp.bool_))
    weights = jax.nn.softmax(jnp.where(causal, scores.astype(F32), -1e30), -1).astype(v.dtype)
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v)


def rotary(x):
    half = x.shape[-1] // 2
    angle = jnp.arange(x.shape[1])[:, None] * 10000.0 ** (-jnp.arange(half) / half)
    a, b = x[..., :half], x[..., half:]
    return jnp.concatenate([a * jnp.cos(angle) - b * jnp.sin(angle), a * jnp.sin(angle) + b * jnp.cos(angle)], -1)


def adam(w, g, m, v, count):
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    unbiased = jnp.sqrt(v / (1 - 0.999**count)) + 1e-8
    return w - 1e-3 * m / (1 - 0.9**count) / unbiased, m, v


def nearest(x, codes):
    distance = (x * x).sum(1)[:, None] - 2 * x @ codes.T + (codes * codes).sum(1)
    return jnp.argmin(distance, 1), jnp.log1p(jnp.abs(distance)).min(1), jnp.isfinite(distance).all()


def programs(large):
    rows, cols, inner = (4096, 1024, 4096) if large else (32, 64, 96)
    layer = ((cols,), BF16), ((cols,), BF16), ((cols, inner), BF16), ((inner, cols), BF16)
    yield "forward", forward, shapes(((rows, cols), BF16), ((cols, cols), BF16), ((cols,), BF16), ((cols,), BF16), ((), I32))
    yield "training step", step, shapes(((rows, cols), BF16), ((rows,), I32), *layer, *layer)
    side = 224 if large else 32
    yield "pooled convolution", pooled, shapes(((8 if large else 2, 3, side, side), F32), ((64 if large else 8, 3, 3, 3), F32))
    heads = ((8, 512, 16, 64) if large else (2, 12, 3, 8), BF16)
    yield "attention", attention, shapes(heads, heads, heads)
    yield "rotary", rotary, shapes(((64, 2048, 128) if large else (2, 12, 8), F32))
    yield "adam", adam, shapes(*[((rows, cols), F32)] * 4, ((), F32))
    yield "nearest code", nearest, shapes(((rows, 64), F32), ((256, 64), F32))
