"""Records what PyTorch computes for the lessons' graphs: values.json, which test_torch_values.c reads.

usage: python3 make.py        (where torch is installed; on the CPU)

Each meaning is written with PyTorch's own functions and its autograd, not from the graph. It is computed in double
precision, and rounded where the graph casts. Inputs follow a formula that the test shares: element i of input k is
low + step * ((37 * i + 11 * k + 5) % count), rounded to the input's dtype; inputs that others determine are recorded.
Attention alone is written without PyTorch (attention.py).
"""

import json
import math
import pathlib

import torch
import torch.nn.functional as F

from attention import attention_case

NAMES = {torch.float32: "f32", torch.bfloat16: "bf16"}
F32, BF16 = torch.float32, torch.bfloat16
EXACT, ONE_CAST = 1e-6, 2.0**-8  # relative; the second is one unit in the last place of bf16
cases = []


class Inputs:
    """Makes inputs in the graph's order, and keeps how."""

    def __init__(self):
        self.specs = []

    def __call__(self, *shape, dtype=F32, low=-2.0, step=0.125, count=33):
        k = len(self.specs)
        i = torch.arange(math.prod(shape), dtype=torch.float64)
        self.specs.append({"shape": list(shape), "dtype": NAMES[dtype], "low": low, "step": step, "count": count})
        return (low + step * ((37 * i + 11 * k + 5) % count)).reshape(shape).to(dtype).double()

    def given(self, value, dtype=F32):
        value = value.to(dtype).double()
        self.specs.append({"shape": list(value.shape), "dtype": NAMES[dtype], "data": value.reshape(-1).tolist()})
        return value


def bf16(value):
    return value.to(BF16).double()


def case(graph, sizes, inputs, results, tolerance=EXACT):
    """`results`: in the order of the graph's outputs."""
    data = [[float(f"{v:.9g}") for v in result.detach().reshape(-1).tolist()] for result in results]
    cases.append({"graph": graph, "sizes": sizes, "inputs": inputs.specs, "results": data, "tolerance": tolerance})


def record_pointwise():
    x = Inputs()
    case("gelu_tanh", {"n": 33}, x, [F.gelu(x(33), approximate="tanh")])
    x = Inputs()
    a, b, c = x(33), x(33), x(33)
    case("mul_add_relu", {"n": 33}, x, [F.relu(torch.addcmul(c, a, b))])


def record_adam():
    """The tenth step, by the optimizer itself."""
    x = Inputs()
    p = torch.nn.Parameter(x(33))
    p.grad = x(33)
    m, v = x(33), x(33, low=0.125)
    state = {"step": torch.tensor(9.0), "exp_avg": m, "exp_avg_sq": v}
    optimizer = torch.optim.Adam([p], lr=0.001, betas=(0.9, 0.999), eps=1e-8)
    optimizer.state[p] = state
    optimizer.step()
    case("adam", {"n": 33}, x, [p, m, v])


def record_rows():
    x = Inputs()
    case("softmax", {"rows": 3, "cols": 16}, x, [bf16(F.softmax(x(3, 16, dtype=BF16), -1))], ONE_CAST)
    x = Inputs()
    a, w, b = x(3, 16, dtype=BF16), x(16, dtype=BF16), x(16, dtype=BF16)
    case("layernorm_by_hand", {"rows": 3, "cols": 16}, x, [bf16(F.layer_norm(a, (16,), w, b, 1e-5))], ONE_CAST)
    x = Inputs()
    halves = []
    for cols in (16, 17):
        a, w, b = x(3, cols, dtype=BF16), x(cols, dtype=BF16), x(cols, dtype=BF16)
        halves.append(F.layer_norm(a, (cols,), w, b, 1e-5))
    case("one_off", {"rows": 3, "even": 16, "odd": 17}, x, halves)


def record_siblings():
    x = Inputs()
    gradient, rate = x(40), x(low=0.25)
    results = [gradient.sum(), gradient.max(), torch.linalg.vector_norm(gradient) ** 2]
    for size in (12, 5, 5, 5):
        weight = torch.nn.Parameter(x(size))
        weight.grad = x(size)
        torch.optim.SGD([weight], lr=rate.item()).step()
        results.append(weight)
    case("siblings", {"n": 40, "d": 5, "h": 12}, x, results)


def record_backward():
    for others in (3, 1):
        x = Inputs()
        stream = x(3, 16) + x(others, 16) + x(others, 16)
        stream.requires_grad_()
        loss = torch.linalg.vector_norm(F.silu(stream))
        loss.backward()
        case("save_for_backward", {"rows": 3, "cols": 16, "others": others}, x, [loss, stream.grad])


def record_mix():
    """The block's output is the stream h, and two norms of it, each with its weight."""
    rows, cols = 4, 16
    x = Inputs()
    a, a0, mix = x(rows, cols, dtype=BF16), x(rows, cols, dtype=BF16), x(1, low=0.5)
    h = bf16(a + mix * a0).requires_grad_()
    x.given(torch.rsqrt(h.detach().square().mean(-1, keepdim=True) + 1e-6))
    w1, w2 = (x(cols, dtype=BF16).requires_grad_() for _ in range(2))
    dy1, dy2, dout, dskip = (x(rows, cols, dtype=BF16) for _ in range(4))
    dx0 = x(rows, cols, dtype=BF16)
    y1, y2 = F.rms_norm(h, (cols,), w1, 1e-6), F.rms_norm(h, (cols,), w2, 1e-6)
    torch.autograd.backward([y1, y2, h], [dy1, dy2, bf16(dout + dskip)])
    dh = bf16(h.grad)
    case("rmsnorm_backward_mix", {"rows": rows, "cols": cols}, x, [dh, bf16(dx0 + mix * dh), w1.grad, w2.grad], ONE_CAST)


def record_products_and_turns():
    x = Inputs()
    a, w, b = x(3, 6, dtype=BF16), x(5, 6, dtype=BF16), x(5, dtype=BF16)
    case("linear_gelu", {"m": 3, "n": 5, "k": 6}, x, [bf16(F.gelu(F.linear(a, w, b), approximate="tanh"))], ONE_CAST)
    x = Inputs()
    a, b = x(6, 6), x(6, 6)
    case("transpose_add_relu", {"n": 6}, x, [F.relu(a.t() + b)])
    x = Inputs()
    a, z, w = x(4, 6), x(4, 6), x(6, 4)
    gelu = F.gelu(a)
    case("gelu_readers", {"rows": 4, "cols": 6}, x, [gelu * z, gelu.sum(1), gelu.t() + w])


def record_epilogues():
    """What lies between the products is bf16, the residual and its squares are of what is stored."""
    x = Inputs()
    rows, width, hidden = 3, 6, 8
    a = x(rows, width, dtype=BF16)
    w1, b1 = x(hidden, width, dtype=BF16, low=-1.0, step=0.0625), x(hidden, dtype=BF16)
    w2, b2 = x(width, hidden, dtype=BF16, low=-1.0, step=0.0625), x(width, dtype=BF16)
    g = bf16(F.gelu(F.linear(a, w1, b1)))
    y = bf16(F.linear(g, w2, b2) + a)
    case("mlp_epilogues", {"rows": rows, "width": width, "hidden": hidden}, x, [y, y.square().sum(-1)], 4 * ONE_CAST)


def record_training():
    """The products' results and what leaves a layer are bf16 by casts; h is what the next layer reads."""
    x = Inputs()
    rows, width = 4, 6
    h = x(rows, width, dtype=BF16, low=-1.0, step=0.0625)
    weights = [x(width, width, dtype=BF16, low=-1.0, step=0.0625) for _ in range(3)]
    dy = x(rows, width, dtype=BF16)
    layers = []
    for w in weights:
        a = (h @ w).requires_grad_()
        layers.append((h, a, F.silu(a)))
        h = bf16(layers[-1][2].detach())
    gradient, results = dy, []
    for (before, a, after), w in zip(reversed(layers), reversed(weights)):
        da = bf16(torch.autograd.grad(after, a, gradient)[0])
        results.append(before.t() @ da)
        gradient = da @ w.t()
    case("mlp_training", {"rows": rows, "width": width}, x, [h, *reversed(results)], 4 * ONE_CAST)


for record in (record_pointwise, record_adam, record_rows, record_siblings, record_backward, record_mix,
               record_products_and_turns, record_epilogues, record_training):
    record()
cases.append(attention_case())
path = pathlib.Path(__file__).parent / "values.json"
path.write_text("[" + ",\n ".join(json.dumps(c) for c in cases) + "]\n")
