class <lambda>(torch.nn.Module):
    def forward(self, arg2_1: "f32[s77, s27]", arg0_1: "Sym(s77)", arg1_1: "Sym(s27)", arg3_1: "Sym(s77)", arg4_1: "f32[s77, s27]"):
        # File: model.py:3 in f, code: z = torch.cat([x + y, x[: n // 2]], 0)
        add: "f32[s77, s27]" = torch.ops.aten.add.Tensor(arg2_1, arg4_1)
        floordiv: "Sym((s77//2))" = arg0_1 // 2
        slice_1: "f32[(s77//2), s27]" = torch.ops.aten.slice.Tensor(arg4_1, 0, 0, floordiv);  floordiv = None
        cat: "f32[s77 + ((s77//2)), s27]" = torch.ops.aten.cat.default([add, slice_1]);  add = slice_1 = None

        # File: model.py:4 in f, code: return torch.softmax(z, -1), (z * n).sum(0)
        amax: "f32[s77 + ((s77//2)), 1]" = torch.ops.aten.amax.default(cat, [-1], True)
        sub: "f32[s77 + ((s77//2)), s27]" = torch.ops.aten.sub.Tensor(cat, amax);  amax = None
        exp: "f32[s77 + ((s77//2)), s27]" = torch.ops.aten.exp.default(sub);  sub = None
        sum_1: "f32[s77 + ((s77//2)), 1]" = torch.ops.aten.sum.dim_IntList(exp, [-1], True)
        div: "f32[s77 + ((s77//2)), s27]" = torch.ops.aten.div.Tensor(exp, sum_1);  exp = sum_1 = None
        mul: "f32[s77 + ((s77//2)), s27]" = torch.ops.aten.mul.Tensor(cat, arg3_1);  cat = arg3_1 = None
        sum_2: "f32[s27]" = torch.ops.aten.sum.dim_IntList(mul, [0]);  mul = None
        return (div, sum_2)
