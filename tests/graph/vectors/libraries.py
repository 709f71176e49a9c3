"""Pooling, matrix products and library ops."""

import math

import torch

from recorder import BF16, F32, aten, prims, case, floats


def window_attributes(kernel, stride, padding, dilation=None, ceil=False):
    attributes = {"kernel": kernel, "stride": stride, "padding": padding}
    if dilation:
        attributes["dilation"] = dilation
    if ceil:
        attributes["ceil"] = True
    return attributes


def window_cases():
    image = floats(2, 3, 7, 6)
    settings = [
        ([3, 3], [2, 2], [1, 1], [1, 1], False),
        ([2, 3], [2, 1], [0, 1], [1, 1], True),
        ([2, 2], [1, 2], [1, 0], [2, 1], False),
    ]
    offsets = prims._low_memory_max_pool_with_offsets
    for kernel, stride, padding, dilation, ceil in settings:
        attributes = window_attributes(kernel, stride, padding, dilation, ceil)
        arguments = (kernel, stride, padding, dilation, ceil)
        for source in (image, floats(1, 2, 5, 5, dtype=BF16), torch.zeros(1, 1, 6, 6)):
            case("max_pool", [source], lambda t, a=arguments: offsets(t, *a), attributes)
        places = offsets(image, *arguments)[1]
        case(
            "pool_indices",
            [places],
            lambda o, k=kernel, s=stride, p=padding, d=dilation: prims._low_memory_max_pool_offsets_to_indices(
                o, k, [7, 6], s, p, d
            ),
            {**attributes, "shape": [7, 6]},
        )
        indices = aten.max_pool2d_with_indices(image, *arguments)[1]
        case(
            "max_pool_backward",
            [floats(*indices.shape), image, indices],
            lambda g, t, i, a=arguments: aten.max_pool2d_with_indices_backward(g, t, *a, i),
            attributes,
        )
    averages = [
        ([3, 3], [2, 2], [1, 1], False, True, None),
        ([3, 2], [2, 2], [1, 1], True, False, None),
        ([2, 2], [2, 2], [0, 0], True, True, 3),
        ([3, 3], [3, 3], [1, 1], True, True, None),
    ]
    for kernel, stride, padding, ceil, count, divisor in averages:
        attributes = window_attributes(kernel, stride, padding, None, ceil)
        if not count:
            attributes["count_padding"] = False
        if divisor:
            attributes["divisor"] = divisor
        arguments = (kernel, stride, padding, ceil, count, divisor)
        case("avg_pool", [image], lambda t, a=arguments: aten.avg_pool2d(t, *a), attributes)
        pooled = aten.avg_pool2d(image, *arguments)
        case(
            "avg_pool_backward",
            [floats(*pooled.shape), image],
            lambda g, t, a=arguments: aten.avg_pool2d_backward(g, t, *a),
            attributes,
        )
    case("avg_pool", [floats(2, 3, 9)], lambda t: torch.nn.functional.avg_pool1d(t, [4]), {"kernel": [4]})
    case(
        "avg_pool",
        [floats(1, 2, 4, 4, 4)],
        lambda t: aten.avg_pool3d(t, [2, 2, 2], [2, 2, 2], [1, 1, 1]),
        {"kernel": [2, 2, 2], "padding": [1, 1, 1]},
    )
    for size in ([1, 1], [3, 4], [7, 6], [9, 2]):
        case("adaptive_avg_pool", [image], lambda t, s=size: aten._adaptive_avg_pool2d(t, s), {"shape": size})
        case("adaptive_avg_pool_backward", [floats(2, 3, *size), image], aten._adaptive_avg_pool2d_backward)


def contraction_cases():
    for dtype in (F32, BF16):
        case("mm", [floats(3, 5, dtype=dtype), floats(5, 4, dtype=dtype)], torch.mm)
        case(
            "addmm",
            [floats(4, dtype=dtype), floats(3, 5, dtype=dtype), floats(5, 4, dtype=dtype)],
            torch.addmm,
        )
        case("bmm", [floats(2, 3, 5, dtype=dtype), floats(2, 5, 4, dtype=dtype)], torch.bmm)
    case("mm", [floats(5, 3).t(), floats(4, 5).t()], torch.mm)
    case("mm", [floats(2, 0), floats(0, 3)], torch.mm)
    case(
        "addmm",
        [floats(3, 4), floats(3, 5), floats(5, 4)],
        lambda c, a, b: torch.addmm(c, a, b, beta=0.5, alpha=2),
        {"beta": 0.5, "alpha": 2},
    )
    case(
        "addmm",
        [torch.full([4], math.nan), floats(3, 5), floats(5, 4)],
        lambda c, a, b: torch.addmm(c, a, b, beta=0),
        {"beta": 0},
    )


def convolution_cases():
    settings = [
        ((2, 3, 6, 5), (4, 3, 3, 3), [1, 1], [1, 1], [1, 1], 1),
        ((1, 4, 7, 7), (6, 2, 3, 2), [2, 1], [0, 1], [1, 2], 2),
        ((2, 3, 9), (5, 3, 4), [2], [1], [1], 1),
        ((1, 2, 4, 4, 4), (3, 2, 2, 2, 2), [1, 2, 1], [1, 0, 0], [1, 1, 1], 1),
    ]
    for image, weight, stride, padding, dilation, groups in settings:
        x, w, b = floats(*image), floats(*weight), floats(weight[0])
        zeros = [0] * len(stride)

        def forward(t, k, bias=None):
            return aten.convolution(t, k, bias, stride, padding, dilation, False, zeros, groups)

        attributes = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
        case("convolution", [x, w, b], forward, attributes)
        case("convolution", [x, w, None], forward, attributes)
        gradient = floats(*forward(x, w).shape)
        written = f"%0, %1, %2, [{weight[0]}], {stride}, {padding}, {dilation}, False, {zeros}, {groups}, "
        for mask, keep in (([True, True, True], [0, 1, 2]), ([False, True, False], [1])):
            case(
                "convolution_backward",
                [gradient, x, w],
                lambda g, t, k, m=mask: aten.convolution_backward(
                    g, t, k, [weight[0]], stride, padding, dilation, False, zeros, groups, m
                ),
                {
                    "target": "aten.convolution_backward.default",
                    "arguments": written + str(mask),
                    "tuple": keep,
                },
                keep=keep,
            )


def attention(query, key, value, bias=None, causal=False, scale=None):
    """The formula, in the operands' dtype: output and log of the sum of exponentials."""
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    repeats = query.shape[1] // key.shape[1]
    key, value = key.repeat_interleave(repeats, 1), value.repeat_interleave(repeats, 1)
    scores = query @ key.transpose(-1, -2) * scale
    if bias is not None:
        scores = scores + bias
    if causal:
        rows, keys = scores.shape[-2:]
        scores = scores.masked_fill(torch.ones(rows, keys).tril().logical_not(), -math.inf)
    return torch.softmax(scores, -1) @ value, torch.logsumexp(scores, -1)


def attention_cases():
    """The fused op itself runs on GPUs only; where the CPU has one, it must agree with the formula."""
    q, k, v, bias = floats(2, 4, 5, 8), floats(2, 4, 6, 8), floats(2, 4, 6, 8), floats(2, 1, 5, 6)
    own = torch.nn.functional.scaled_dot_product_attention(
        q.double(), k.double(), v.double(), bias.double(), scale=0.3
    )
    assert torch.allclose(
        own, attention(q.double(), k.double(), v.double(), bias.double(), scale=0.3)[0], atol=1e-12
    )
    cudnn = "aten._scaled_dot_product_cudnn_attention.default"
    flash = "aten._scaled_dot_product_flash_attention.default"
    efficient = "aten._scaled_dot_product_efficient_attention.default"

    def logs_last(result):
        return result[0], result[1].unsqueeze(-1)

    case(
        "attention",
        [q, k, v],
        lambda *t: logs_last(attention(*t)),
        {"target": cudnn, "arguments": "%0, %1, %2, None, True", "tuple": [0, 1]},
    )
    case(
        "attention",
        [q, k, v, bias],
        lambda *t: logs_last(attention(*t, scale=0.125)),
        {"target": cudnn, "arguments": "%0, %1, %2, %3, True, scale = 0.125", "tuple": [0, 1]},
    )
    case(
        "attention",
        [q, k, v],
        lambda *t: attention(*t, causal=True),
        {"target": flash, "arguments": "%0, %1, %2, 0.0, True, scale = 0.3535533905932738", "tuple": [0, 1]},
    )
    case(
        "attention",
        [q, k[:, :2].contiguous(), v[:, :2].contiguous()],
        lambda *t: attention(*t, causal=True)[:1],
        {"target": efficient, "arguments": "%0, %1, %2, None, False, 0.0, True", "tuple": [0]},
    )


def library_cases():
    x = floats(3, 6)
    case("sort", [x], lambda t: torch.sort(t, stable=True), None)
    case(
        "sort",
        [x],
        lambda t: torch.sort(t, dim=0, descending=True, stable=True),
        {"axis": 0, "descending": True},
    )
    case(
        "sort",
        [torch.tensor([2.0, math.nan, 1.0, 2.0, -math.inf])],
        lambda t: torch.sort(t, stable=True),
        None,
    )
    case("topk", [x], lambda t: torch.topk(t, 3), {"k": 3})
    case("topk", [x], lambda t: torch.topk(t, 2, 0, False), {"k": 2, "axis": 0, "descending": False})
    case("glu", [x], torch.nn.functional.glu, None)
    case("glu", [floats(4, 3, dtype=BF16)], lambda t: torch.nn.functional.glu(t, 0), {"axis": 0})
