class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s33)", arg1_1: "Sym(s49)", arg2_1: "f32[s33, 2, s49, 4]", arg3_1: "Sym(s0)", arg4_1: "f32[s33, 2, s0, 4]", arg5_1: "Sym(s33)", arg6_1: "Sym(s49)", arg7_1: "f32[s33, 2, s49, 4]"):
        # File: make.py:68 in attention, code: mask = torch.ones(q.shape[2], k.shape[2], dtype=torch.bool).tril()
        iota: "i64[s49]" = torch.ops.prims.iota.default(arg6_1, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)
        unsqueeze: "i64[1, s49]" = torch.ops.aten.unsqueeze.default(iota, -2);  iota = None
        iota_1: "i64[s0]" = torch.ops.prims.iota.default(arg3_1, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)
        unsqueeze_1: "i64[s0, 1]" = torch.ops.aten.unsqueeze.default(iota_1, -1);  iota_1 = None
        sub_25: "i64[s0, s49]" = torch.ops.aten.sub.Tensor(unsqueeze, unsqueeze_1);  unsqueeze = unsqueeze_1 = None
        le: "b8[s0, s49]" = torch.ops.aten.le.Scalar(sub_25, 0);  sub_25 = None
        full_default: "b8[s0, s49]" = torch.ops.aten.full.default([arg3_1, arg1_1], True, dtype = torch.bool, layout = torch.strided, device = device(type='cpu'), pin_memory = False);  arg1_1 = None
        logical_and: "b8[s0, s49]" = torch.ops.aten.logical_and.default(le, full_default);  le = full_default = None

        # File: make.py:69 in attention, code: scores = scores.masked_fill(~mask, float("-inf"))
        bitwise_not: "b8[s0, s49]" = torch.ops.aten.bitwise_not.default(logical_and);  logical_and = None
        full_default_1: "f32[]" = torch.ops.aten.full.default([], -inf, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)

        # File: make.py:67 in attention, code: scores = (q @ k.transpose(-1, -2)) * (q.shape[-1] ** -0.5)
        expand: "f32[s33, 2, s0, 4]" = torch.ops.aten.expand.default(arg4_1, [arg5_1, 2, arg3_1, 4]);  arg4_1 = None
        mul_3: "Sym(2*s33)" = arg5_1 * 2
        view: "f32[2*s33, s0, 4]" = torch.ops.aten.reshape.default(expand, [mul_3, arg3_1, 4]);  expand = None
        permute: "f32[s33, 2, 4, s49]" = torch.ops.aten.permute.default(arg2_1, [0, 1, 3, 2]);  arg2_1 = None
        expand_1: "f32[s33, 2, 4, s49]" = torch.ops.aten.expand.default(permute, [arg5_1, 2, 4, arg6_1]);  permute = None
        view_1: "f32[2*s33, 4, s49]" = torch.ops.aten.reshape.default(expand_1, [mul_3, 4, arg6_1]);  expand_1 = None
        bmm: "f32[2*s33, s0, s49]" = torch.ops.aten.bmm.default(view, view_1);  view = view_1 = None
        view_2: "f32[s33, 2, s0, s49]" = torch.ops.aten.reshape.default(bmm, [arg5_1, 2, arg3_1, arg6_1]);  bmm = None
        mul_45: "f32[s33, 2, s0, s49]" = torch.ops.aten.mul.Tensor(view_2, 0.5);  view_2 = None

        # File: make.py:69 in attention, code: scores = scores.masked_fill(~mask, float("-inf"))
        where: "f32[s33, 2, s0, s49]" = torch.ops.aten.where.self(bitwise_not, full_default_1, mul_45);  bitwise_not = full_default_1 = mul_45 = None

        # File: make.py:70 in attention, code: return (scores.softmax(-1) @ v).transpose(1, 2).reshape(q.shape[0], q.shape[2], -1)
        amax: "f32[s33, 2, s0, 1]" = torch.ops.aten.amax.default(where, [-1], True)
        sub_33: "f32[s33, 2, s0, s49]" = torch.ops.aten.sub.Tensor(where, amax);  where = amax = None
        exp: "f32[s33, 2, s0, s49]" = torch.ops.aten.exp.default(sub_33);  sub_33 = None
        sum_1: "f32[s33, 2, s0, 1]" = torch.ops.aten.sum.dim_IntList(exp, [-1], True)
        div: "f32[s33, 2, s0, s49]" = torch.ops.aten.div.Tensor(exp, sum_1);  exp = sum_1 = None
        expand_2: "f32[s33, 2, s0, s49]" = torch.ops.aten.expand.default(div, [arg5_1, 2, arg3_1, arg6_1]);  div = None
        view_3: "f32[2*s33, s0, s49]" = torch.ops.aten.reshape.default(expand_2, [mul_3, arg3_1, arg6_1]);  expand_2 = None
        expand_3: "f32[s33, 2, s49, 4]" = torch.ops.aten.expand.default(arg7_1, [arg5_1, 2, arg6_1, 4]);  arg7_1 = None
        view_4: "f32[2*s33, s49, 4]" = torch.ops.aten.reshape.default(expand_3, [mul_3, arg6_1, 4]);  expand_3 = mul_3 = arg6_1 = None
        bmm_1: "f32[2*s33, s0, 4]" = torch.ops.aten.bmm.default(view_3, view_4);  view_3 = view_4 = None
        view_5: "f32[s33, 2, s0, 4]" = torch.ops.aten.reshape.default(bmm_1, [arg5_1, 2, arg3_1, 4]);  bmm_1 = None
        permute_1: "f32[s33, s0, 2, 4]" = torch.ops.aten.permute.default(view_5, [0, 2, 1, 3]);  view_5 = None
        clone: "f32[s33, s0, 2, 4]" = torch.ops.aten.clone.default(permute_1, memory_format = torch.contiguous_format);  permute_1 = None
        view_6: "f32[s33, s0, 8]" = torch.ops.aten.reshape.default(clone, [arg5_1, arg3_1, 8]);  clone = arg5_1 = arg3_1 = None
        return (view_6,)
