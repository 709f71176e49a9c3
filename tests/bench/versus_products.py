"""Matrix products with what follows them: the suites gemm and epilogue. fusebox reads what torch.compile made of them.

Matrices are bf16. NT is a linear layer, `x @ w.t()`; NN the gradient of its input, `dy @ w`; TN that of its weights,
`x.t() @ dy`. Shapes are M x N x K.
"""

import torch
import torch.nn.functional as F

from versus_workloads import BF16, F32, Workload

LAYOUTS = {
    'nt': (lambda a, b: a @ b.t(), lambda m, n, k: ((m, k), (n, k))),
    'nn': (lambda a, b: a @ b, lambda m, n, k: ((m, k), (k, n))),
    'tn': (lambda a, b: a.t() @ b, lambda m, n, k: ((k, m), (k, n))),
}


# ---- what follows: from the product and what is read beside it


def bias_relu(p, bias):
    return torch.relu(p + bias)


def bias_gelu(p, bias):
    return F.gelu(p + bias, approximate='tanh')


def bias_gelu_erf(p, bias):
    return F.gelu(p + bias)


def residual(p, bias, other):
    return p + bias + other


def gated(p, other):
    return F.silu(p) * other


def squared(p):
    return torch.relu(p).square()


def scaled(p, scale):
    return (p.float() * scale).to(BF16)


def gelu_gradient(p, x):
    xf, t = x.float(), torch.tanh(0.7978845608028654 * (x.float() + 0.044715 * x.float() ** 3))
    slope = 0.5 * (1 + t) + 0.5 * xf * (1 - t * t) * 0.7978845608028654 * (1 + 0.134145 * xf * xf)
    return (p.float() * slope).to(BF16)


# What each reads: 'n' a bf16 of each column, 'm' an f32 of each row, 'mn' a bf16 of each.
FOLLOWERS = {
    bias_relu: ('nt', ['n']),
    bias_gelu: ('nt', ['n']),
    bias_gelu_erf: ('nt', ['n']),
    residual: ('nt', ['n', 'mn']),
    gated: ('nt', ['mn']),
    squared: ('nt', []),
    scaled: ('nt', ['m']),
    gelu_gradient: ('nn', ['mn']),
}


def product_of(m, n, k, layout, follow, reads):
    multiply, matrices = LAYOUTS[layout]
    others = {'n': (BF16, (n,)), 'm': (F32, (m, 1)), 'mn': (BF16, (m, n))}
    return Workload(
        name=f'{follow.__name__}_{layout}_{m}x{n}x{k}',
        function=lambda a, b, *rest: follow(multiply(a, b), *rest),
        shapes=[*((BF16, shape) for shape in matrices(m, n, k)), *(others[read] for read in reads)],
    )


def epilogue():
    """Eight things that follow a product, at three shapes."""
    shapes = ((16384, 1024, 1024), (8192, 3072, 768), (4096, 4096, 4096))
    return [product_of(*shape, layout, f, reads) for f, (layout, reads) in FOLLOWERS.items() for shape in shapes]


def gemm():
    """A ReLU follows, so that the product itself is what is compared: it adds no bytes to a kernel of its own."""
    linear = (
        (8192, 8192, 8192),
        (6144, 6144, 6144),
        (4096, 4096, 4096),
        (2048, 8192, 8192),
        (2048, 2048, 2048),
        (2048, 1024, 1024),
        (6144, 17920, 2816),
        (32768, 768, 768),
        (32768, 768, 3072),
        (8192, 5632, 2048),
        (8192, 2048, 5632),
        (16384, 1024, 1024),
        (4000, 5000, 1000),  # no whole tiles
        (1000, 3000, 4008),
    )
    gradients = ((8192, 2048, 5632), (8192, 768, 3072), (4096, 4096, 4096), (3000, 1000, 2000), (16384, 1024, 4096))
    weights = ((2048, 5632, 8192), (768, 3072, 8192), (4096, 4096, 4096), (1024, 1024, 16384), (1000, 3000, 4000))
    relu = lambda p: torch.relu(p)
    relu.__name__ = 'relu'
    cases = {'nt': linear, 'nn': gradients, 'tn': weights}
    return [product_of(*shape, layout, relu, []) for layout, shapes in cases.items() for shape in shapes]
