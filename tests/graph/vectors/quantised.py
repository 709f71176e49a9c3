"""Products of quantised matrices and of groups. Where the CPU has no such form, the result is what its scales mean."""

import torch

from recorder import BF16, F32, F64, I8, aten, case

F8 = torch.float8_e4m3fn
generator = torch.Generator().manual_seed(20261125)


def grid(*shape, dtype=F32, steps=8):
    numbers = torch.randint(-2 * steps, 2 * steps + 1, shape, generator=generator, dtype=torch.int64)
    return (numbers.to(F64) / steps).to(dtype)


def scales(*shape):
    return grid(*shape).abs() + 0.25


def whole(*shape):
    return torch.randint(-9, 10, shape, generator=generator).to(I8)


def passed(op, target, arguments, operands, function, wide=False):
    case(op, operands, function, {"target": f"aten.{target}.default", "arguments": arguments}, wide=wide)


def scaled_cases():
    a, b = grid(16, 32, dtype=F8), grid(16, 32, dtype=F8).t()
    one, other, bias = torch.tensor(0.5), torch.tensor([1.25]), grid(16)
    passed("scaled_mm", "_scaled_mm", "%0, %1, %2, %3, None, None, torch.float32", [a, b, one, other],
           lambda a, b, s, t: aten._scaled_mm(a, b, s, t, None, None, F32))
    passed("scaled_mm", "_scaled_mm", "%0, %1, %2, %3, %4, None, torch.float32", [a, b, one, one, bias],
           lambda a, b, s, t, c: aten._scaled_mm(a, b, s, t, c, None, F32))
    for left, right in (((16, 1), (1, 16)), ((16, 2), (2, 4)), ((4, 2), (2, 16))):
        def meant(a, b, s, t):
            a = a.float() * s.repeat_interleave(16 // s.shape[0], 0).repeat_interleave(32 // s.shape[1], 1)
            b = b.float() * t.repeat_interleave(32 // t.shape[0], 0).repeat_interleave(16 // t.shape[1], 1)
            return a @ b
        passed("scaled_mm", "_scaled_mm", "%0, %1, %2, %3, None, None, torch.float32",
               [a, b, scales(*left), scales(*right)], meant)
    passed("scaled_mm", "_scaled_mm_v2", "%0, %1, [%2], [1], [0], [%3], [1], [0], None, torch.float32",
           [a, b, scales(16, 1), scales(1, 16)], lambda a, b, s, t: (a.float() * s) @ (b.float() * t))
    passed("scaled_mm", "_int_mm", "%0, %1", [whole(17, 8), whole(8, 16)], aten._int_mm)
    passed("scaled_mm", "_weight_int8pack_mm", "%0, %1, %2", [grid(4, 32), whole(16, 32), scales(16)],
           aten._weight_int8pack_mm)


def grouped_cases():
    ends = torch.tensor([3, 3, 10], dtype=torch.int32)
    rows, weights = grid(10, 16), grid(3, 16, 8)
    passed("grouped_mm", "_grouped_mm", "%0, %1, %2", [rows, weights, ends], aten._grouped_mm)
    passed("grouped_mm", "_grouped_mm", "%0, %1, offs = %2", [rows.to(BF16), weights.to(BF16), ends],
           aten._grouped_mm)
    passed("grouped_mm", "_grouped_mm", "%0, %1", [weights, grid(3, 8, 16)], aten._grouped_mm)
    passed("grouped_mm", "_grouped_mm", "%0, %1, %2",
           [grid(8, 16), grid(16, 8), torch.tensor([4, 16], dtype=torch.int32)], aten._grouped_mm)
    passed("grouped_mm", "_grouped_mm", "%0, %1, %2",
           [grid(2, 8, 16), grid(16, 24), torch.tensor([8, 24], dtype=torch.int32)], aten._grouped_mm)

    def meant(a, b, s, t, ends):
        parts = torch.tensor_split(a.float() * s[:, None], ends[:-1].long())
        return torch.cat([part @ (b[g].float() * t[g]) for g, part in enumerate(parts)])

    passed("grouped_mm", "_scaled_grouped_mm", "%0, %1, %2, %3, %4, None, None, torch.float32",
           [rows.to(F8), weights.to(F8), scales(10), scales(3, 8), ends], meant)


def quantised_cases():
    scaled_cases()
    grouped_cases()
