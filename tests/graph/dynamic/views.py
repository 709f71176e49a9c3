class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s77)", arg1_1: "Sym(s27)", arg2_1: "f32[s77, s27]", arg3_1: "Sym(s17)", arg4_1: "Sym(s27)", arg5_1: "f32[s17, s27]"):
        # File: make.py:43 in views, code: a = x.view(n // 2, 2, m).transpose(0, 1).reshape(2, -1)
        floordiv: "Sym((s77//2))" = arg0_1 // 2
        view: "f32[(s77//2), (s77//((s77//2))), s27]" = torch.ops.aten.reshape.default(arg2_1, [floordiv, 2, arg1_1])
        permute: "f32[(s77//((s77//2))), (s77//2), s27]" = torch.ops.aten.permute.default(view, [1, 0, 2])
        clone: "f32[(s77//((s77//2))), (s77//2), s27]" = torch.ops.aten.clone.default(permute, memory_format = torch.contiguous_format);  permute = None
        sym_size_int: "Sym((s77//((s77//2))))" = torch.ops.aten.sym_size.int(view, 1);  view = None
        mul_6: "Sym(((s77//2))*((s77//((s77//2)))))" = sym_size_int * floordiv;  sym_size_int = None
        mul_7: "Sym(s27*((s77//2))*((s77//((s77//2)))))" = mul_6 * arg4_1;  mul_6 = arg4_1 = None
        floordiv_1: "Sym(((s27*((s77//2))*((s77//((s77//2)))))//2))" = mul_7 // 2;  mul_7 = None
        view_1: "f32[(s77//((s77//2))), s27*((s77//2))]" = torch.ops.aten.reshape.default(clone, [2, floordiv_1]);  clone = floordiv_1 = None

        # File: make.py:46 in views, code: return a * 2, b, c, F.pad(x, (1, 2)).amax(1), torch.arange(n * m % 7 + 3) + n
        mul_40: "f32[(s77//((s77//2))), s27*((s77//2))]" = torch.ops.aten.mul.Tensor(view_1, 2);  view_1 = None

        # File: make.py:44 in views, code: b = torch.cat([x, y[: n // 2]], 0).softmax(-1)
        slice_1: "f32[(s77//2), s27]" = torch.ops.aten.slice.Tensor(arg5_1, 0, 0, floordiv);  arg5_1 = floordiv = None
        cat: "f32[s77 + ((s77//2)), s27]" = torch.ops.aten.cat.default([arg2_1, slice_1]);  slice_1 = None
        amax: "f32[s77 + ((s77//2)), 1]" = torch.ops.aten.amax.default(cat, [-1], True)
        sub_15: "f32[s77 + ((s77//2)), s27]" = torch.ops.aten.sub.Tensor(cat, amax);  cat = amax = None
        exp: "f32[s77 + ((s77//2)), s27]" = torch.ops.aten.exp.default(sub_15);  sub_15 = None
        sum_1: "f32[s77 + ((s77//2)), 1]" = torch.ops.aten.sum.dim_IntList(exp, [-1], True)
        div: "f32[s77 + ((s77//2)), s27]" = torch.ops.aten.div.Tensor(exp, sum_1);  exp = sum_1 = None

        # File: make.py:45 in views, code: c = x.unsqueeze(0).expand(3, n, m).sum(1)
        unsqueeze: "f32[1, s77, s27]" = torch.ops.aten.unsqueeze.default(arg2_1, 0)
        expand: "f32[3, s77, s27]" = torch.ops.aten.expand.default(unsqueeze, [3, arg0_1, arg1_1]);  unsqueeze = None
        sum_2: "f32[3, s27]" = torch.ops.aten.sum.dim_IntList(expand, [1]);  expand = None

        # File: torch/nn/functional.py:5430 in pad, code: return torch._C._nn.pad(input, pad, mode, value)
        constant_pad_nd: "f32[s77, s27 + 3]" = torch.ops.aten.constant_pad_nd.default(arg2_1, [1, 2], 0.0);  arg2_1 = None

        # File: make.py:46 in views, code: return a * 2, b, c, F.pad(x, (1, 2)).amax(1), torch.arange(n * m % 7 + 3) + n
        amax_1: "f32[s77]" = torch.ops.aten.amax.default(constant_pad_nd, [1]);  constant_pad_nd = None
        mul_46: "Sym(s27*s77)" = arg0_1 * arg1_1;  arg1_1 = None
        mod_1: "Sym(Mod(s27*s77, 7))" = mul_46 % 7;  mul_46 = None
        add_41: "Sym((Mod(s27*s77, 7)) + 3)" = mod_1 + 3;  mod_1 = None
        iota: "i64[(Mod(s27*s77, 7)) + 3]" = torch.ops.prims.iota.default(add_41, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False);  add_41 = None
        add_45: "i64[(Mod(s27*s77, 7)) + 3]" = torch.ops.aten.add.Tensor(iota, arg0_1);  iota = arg0_1 = None
        return (mul_40, div, sum_2, amax_1, add_45)
