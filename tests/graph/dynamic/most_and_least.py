class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s77)", arg1_1: "f32[s77]", arg2_1: "Sym(s17)", arg3_1: "f32[s17]"):
        # File: make.py:52 in most_and_least, code: k, j = torch.sym_max(n, m), torch.sym_min(n, m)
        sym_max: "Sym(Max(s17, s77))" = torch.sym_max(arg0_1, arg2_1)

        # File: make.py:53 in most_and_least, code: return (torch.zeros(k) + 1) * n, x[:j] * y[:j], torch.full((n * n + 1,), 2.5).sum(), x.mean()
        full: "f32[Max(s17, s77)]" = torch.ops.aten.full.default([sym_max], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False);  full = None
        full_default: "f32[Max(s17, s77)]" = torch.ops.aten.full.default([sym_max], 1.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False);  sym_max = None
        mul_2: "f32[Max(s17, s77)]" = torch.ops.aten.mul.Tensor(full_default, arg0_1);  full_default = None

        # File: make.py:52 in most_and_least, code: k, j = torch.sym_max(n, m), torch.sym_min(n, m)
        sym_min: "Sym(Min(s17, s77))" = torch.sym_min(arg0_1, arg2_1);  arg2_1 = None

        # File: make.py:53 in most_and_least, code: return (torch.zeros(k) + 1) * n, x[:j] * y[:j], torch.full((n * n + 1,), 2.5).sum(), x.mean()
        slice_1: "f32[Min(s17, s77)]" = torch.ops.aten.slice.Tensor(arg1_1, 0, 0, sym_min)
        slice_2: "f32[Min(s17, s77)]" = torch.ops.aten.slice.Tensor(arg3_1, 0, 0, sym_min);  arg3_1 = sym_min = None
        mul_6: "f32[Min(s17, s77)]" = torch.ops.aten.mul.Tensor(slice_1, slice_2);  slice_1 = slice_2 = None
        mul_8: "Sym(s77**2)" = arg0_1 * arg0_1;  arg0_1 = None
        add_13: "Sym(s77**2 + 1)" = mul_8 + 1;  mul_8 = None
        full_default_1: "f32[s77**2 + 1]" = torch.ops.aten.full.default([add_13], 2.5, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False);  add_13 = None
        sum_1: "f32[]" = torch.ops.aten.sum.default(full_default_1);  full_default_1 = None
        mean: "f32[]" = torch.ops.aten.mean.default(arg1_1);  arg1_1 = None
        return (mul_2, mul_6, sum_1, mean)
