"""What is compared: each workload as a PyTorch function and as a graph that fusebox opens.

A workload's function takes the graph's inputs and gives the graph's outputs, in the same order, computed in
the same precision.
"""

from dataclasses import dataclass, field
from typing import Callable

import torch
import torch.nn.functional as F

BF16, F32, I64 = torch.bfloat16, torch.float32, torch.int64


@dataclass
class Workload:
    name: str
    graph: str | dict = ''  # a shipped graph's name, or fusebox JSON; '': what torch.compile makes of the function
    sizes: dict = field(default_factory=dict)  # of the graph's named sizes
    function: Callable = None
    shapes: list = field(default_factory=list)  # of the inputs: (dtype, shape), or (I64, shape, bound)
    group: str = ''  # workloads whose times per byte are compared with each other
    base: bool = False  # the one of its group that the others are compared with

    def inputs(self, seed=0):
        generator = torch.Generator('cuda').manual_seed(seed)
        return [_input(generator, *spec) for spec in self.shapes]


def _input(generator, dtype, shape, bound=None):
    if dtype == I64:
        return torch.randint(0, bound, shape, generator=generator, device='cuda')
    if bound == 'positive':
        return torch.rand(shape, generator=generator, device='cuda', dtype=dtype) + 0.5
    return torch.randn(shape, generator=generator, device='cuda', dtype=dtype)


# ---- the formulas


def gelu_tanh(x):
    return x * (0.5 * torch.tanh(0.7978845608028654 * (x * x * x * 0.044715 + x)) + 0.5)


def layernorm(x, w, b):
    u = x.mean(-1, keepdim=True)
    s = (x - u).pow(2).mean(-1, keepdim=True)
    return w * (x - u) / torch.sqrt(s + 1e-5) + b


def rmsnorm(x, w):
    xf = x.float()
    return (xf * torch.rsqrt(xf.pow(2).mean(-1, keepdim=True) + 1e-6)).to(x.dtype) * w


def softmax(x):
    return torch.softmax(x.float(), -1).to(x.dtype)


def rmsnorm_backward(x, w, dy, res):
    xf, wf, dyf = x.float(), w.float(), dy.float()
    r = torch.rsqrt(xf.pow(2).mean(-1, keepdim=True) + 1e-6)
    xh = xf * r
    g = dyf * wf
    dx = r * (g - xh * (g * xh).mean(-1, keepdim=True)) + res.float()
    return dx.to(x.dtype), (dyf * xh).sum(0).to(w.dtype)


def layernorm_backward(x, w, mean, rstd, dy):
    xh = (x.float() - mean) * rstd
    dyf = dy.float()
    g = dyf * w.float()
    dx = rstd * (g - g.mean(-1, keepdim=True) - xh * (g * xh).mean(-1, keepdim=True))
    return dx.to(x.dtype), (dyf * xh).sum(0).to(w.dtype), dyf.sum(0).to(w.dtype)


def rmsnorm_backward_mix(x, x0, mix, rstd, w1, w2, dy1, dy2, dout, dskip, dx0):
    """PyTorch issue 179423: gradients of a norm with two weights over a stream mixed with its embedding."""
    n = (x.float() + x0.float() * mix).to(x.dtype).float() * rstd
    dres = (dout.float() + dskip.float()).to(x.dtype).float()
    g = dy1.float() * w1.float() + dy2.float() * w2.float()
    dh = (rstd * (g - n * (g * n).mean(-1, keepdim=True)) + dres).to(x.dtype)
    return (
        dh,
        (dx0.float() + dh.float() * mix).to(x.dtype),
        (dy1.float() * n).sum(0),
        (dy2.float() * n).sum(0),
    )


def colsum(x):
    return x.sum(0, dtype=F32)


def sum_max_sq(x):
    return x.sum(), x.amax(), (x * x).sum()


def transpose_add_relu(x, y):
    return torch.relu(x.t() + y)


def permute0213(x):
    return x.permute(0, 2, 1, 3).contiguous() * 1.5


def swiglu(g, u):
    return F.silu(g) * u


def xent(logits, target):
    return F.cross_entropy(logits.float(), target)


def adam(p, g, m, v):
    m1 = m * 0.9 + g * 0.1
    v1 = v * 0.999 + g * g * 0.001
    p1 = p - 0.001 * ((m1 / 0.6513215599) / (torch.sqrt(v1 / 0.00995511979025184) + 1e-8))
    return p1, m1, v1


def bias_res_layernorm(x, bias, res, w, b):
    return layernorm(x + bias + res, w, b)


def scale_mask_softmax(scores, mask):
    return torch.softmax(scores.float() * 0.125 + mask, -1).to(scores.dtype)


def rope(x, cos, sin):
    x1, x2 = x.chunk(2, -1)
    return x * cos + torch.cat((-x2, x1), -1) * sin


# ---- workloads from formulas and sizes


def _matrix(rows, cols, count=1):
    return [(BF16, (rows, cols))] * count


def _norm(name, function, weights, rows, cols, **more):
    return Workload(
        f'{name}_{rows}x{cols}',
        name,
        {'rows': rows, 'cols': cols},
        function,
        _matrix(rows, cols) + [(BF16, (cols,))] * weights,
        **more,
    )


def layernorm_of(rows, cols, **more):
    return _norm('layernorm', layernorm, 2, rows, cols, **more)


def rmsnorm_of(rows, cols, **more):
    return _norm('rmsnorm', rmsnorm, 1, rows, cols, **more)


def softmax_of(rows, cols, **more):
    return _norm('softmax', softmax, 0, rows, cols, **more)


def rmsnorm_backward_of(rows, cols):
    shapes = [(BF16, (rows, cols)), (BF16, (cols,))] + _matrix(rows, cols, 2)
    return Workload(
        f'rmsnorm_backward_{rows}x{cols}',
        'rmsnorm_backward',
        {'rows': rows, 'cols': cols},
        rmsnorm_backward,
        shapes,
    )


def rmsnorm_backward_mix_of(rows, cols):
    shapes = _matrix(rows, cols, 2) + [
        (F32, (1,)),
        (F32, (rows, 1), 'positive'),
        (BF16, (cols,)),
        (BF16, (cols,)),
    ]
    return Workload(
        f'rmsnorm_backward_mix_{rows}x{cols}',
        'rmsnorm_backward_mix',
        {'rows': rows, 'cols': cols},
        rmsnorm_backward_mix,
        shapes + _matrix(rows, cols, 5),
    )


def layernorm_backward_of(rows, cols):
    shapes = [
        (BF16, (rows, cols)),
        (BF16, (cols,)),
        (F32, (rows, 1)),
        (F32, (rows, 1), 'positive'),
        (BF16, (rows, cols)),
    ]
    return Workload(
        f'layernorm_backward_{rows}x{cols}',
        'layernorm_backward',
        {'rows': rows, 'cols': cols},
        layernorm_backward,
        shapes,
    )


def _vector_graph(count, dtype, n):
    """x0 + x1 * x2 + x3 * ...: as many inputs as asked for, one result, little arithmetic."""
    names = [f'x{i}' for i in range(count)]
    ops, last = [], 'x0'
    for i in range(1, count):
        ops.append({'name': f't{i}', 'op': 'mul' if i % 2 == 0 else 'add', 'in': [last, f'x{i}']})
        last = f't{i}'
    ops.append({'name': 'y', 'op': 'mul', 'in': [last, 1.5]})
    return {
        'format': 'fusebox-graph',
        'version': 1,
        'name': f'inputs{count}_{dtype}',
        'inputs': [{'name': name, 'dtype': dtype, 'shape': [n]} for name in names],
        'ops': ops,
        'outputs': ['y'],
    }


def _vector_function(count):
    def combine(*inputs):
        y = inputs[0]
        for i in range(1, count):
            y = y * inputs[i] if i % 2 == 0 else y + inputs[i]
        return y * 1.5

    return combine


def inputs_of(count, dtype, n):
    torch_dtype = {'f32': F32, 'bf16': BF16}[dtype]
    return Workload(
        f'inputs_{count}_{dtype}',
        _vector_graph(count, dtype, n),
        {},
        _vector_function(count),
        [(torch_dtype, (n,))] * count,
    )


# ---- suites


def baseline():
    return [
        Workload('gelu_tanh_128Mi', 'gelu_tanh', {}, gelu_tanh, [(F32, (128 << 20,))]),
        layernorm_of(16384, 1024),
        layernorm_of(16384, 1023),
        layernorm_of(8192, 4096),
        layernorm_of(8192, 4097),
        layernorm_of(4096, 16384),
        layernorm_of(2048, 65536),
        rmsnorm_of(16384, 4096),
        rmsnorm_of(32768, 1024),
        softmax_of(16384, 4096),
        softmax_of(4096, 32768),
        softmax_of(2048, 131072),
        rmsnorm_backward_of(98304, 512),
        rmsnorm_backward_of(16384, 4096),
        layernorm_backward_of(16384, 1024),
        Workload('colsum_65536x1024', 'colsum', {}, colsum, _matrix(65536, 1024)),
        Workload('sum_max_sq_64Mi', 'sum_max_sq', {}, sum_max_sq, [(F32, (64 << 20,))]),
        Workload(
            'transpose_add_relu_8192', 'transpose_add_relu', {}, transpose_add_relu, [(F32, (8192, 8192))] * 2
        ),
        Workload('permute0213_8x2048x16x128', 'permute0213', {}, permute0213, [(BF16, (8, 2048, 16, 128))]),
        Workload('swiglu_8192x14336', 'swiglu', {}, swiglu, _matrix(8192, 14336, 2)),
        Workload('xent_8192x32000', 'xent', {}, xent, _matrix(8192, 32000) + [(I64, (8192,), 32000)]),
        Workload('adam_64Mi', 'adam', {}, adam, [(F32, (64 << 20,))] * 3 + [(F32, (64 << 20,), 'positive')]),
        Workload(
            'bias_res_layernorm_32768x1024',
            'bias_res_layernorm',
            {},
            bias_res_layernorm,
            [(BF16, (32768, 1024)), (BF16, (1024,)), (BF16, (32768, 1024)), (BF16, (1024,)), (BF16, (1024,))],
        ),
        Workload(
            'scale_mask_softmax_32x16x1024x1024',
            'scale_mask_softmax',
            {},
            scale_mask_softmax,
            [(BF16, (32, 16, 1024, 1024)), (F32, (1024, 1024))],
        ),
        Workload(
            'rope_4x32x4096x128',
            'rope',
            {},
            rope,
            [(BF16, (4, 32, 4096, 128)), (BF16, (4096, 128)), (BF16, (4096, 128))],
        ),
    ]


NORMS = (layernorm_of, softmax_of, rmsnorm_of)


def sizes():
    """Row lengths beside powers of two, at nearly constant bytes: a cliff shows beside its neighbour."""
    ragged = {
        1024: (1000, 1001, 1007, 1016, 1023, 1025, 1031, 1040, 1050),
        4096: (4090, 4093, 4095, 4097, 4100, 4103),
        16384: (16383, 16385),
    }
    return [
        make((1 << 25) // power, cols, group=f'{make.__name__}{power}', base=cols == power)
        for make in NORMS
        for power, others in ragged.items()
        for cols in (power, *others)
    ]


def long():
    """Row lengths from 64 to 262,144 at constant bytes."""
    return [make((1 << 26) // cols, cols) for make in NORMS for cols in (64 << i for i in range(13))]


def inputs():
    return [inputs_of(count, dtype, 1 << 25) for dtype in ('f32', 'bf16') for count in range(1, 9)]


def backward():
    return [
        rmsnorm_backward_of(98304, 512),
        rmsnorm_backward_of(16384, 4096),
        rmsnorm_backward_of(8192, 8192),
        layernorm_backward_of(16384, 1024),
        layernorm_backward_of(65536, 768),
        rmsnorm_backward_mix_of(98304, 512),
    ]


SUITES = {'baseline': baseline, 'sizes': sizes, 'long': long, 'inputs': inputs, 'backward': backward}
