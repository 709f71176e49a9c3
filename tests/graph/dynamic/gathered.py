class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s77)", arg1_1: "Sym(s27)", arg2_1: "f32[s77, s27]", arg3_1: "Sym(s58)", arg4_1: "Sym(s48)", arg5_1: "i64[s58, s48]"):
        # File: make.py:98 in gathered, code: return (x.topk(3, -1)[0], g, torch.zeros(n, m).scatter_add(1, i, g), x.sort(-1)[0][:, : m // 2], blocks, x.var(0),
        topk = torch.ops.aten.topk.default(arg2_1, 3)
        getitem: "f32[s77, 3]" = topk[0];  topk = None
        sort = torch.ops.aten.sort.default(arg2_1)
        getitem_2: "f32[s77, s27]" = sort[0];  sort = None
        full_default: "f32[s77, s27]" = torch.ops.aten.full.default([arg0_1, arg1_1], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)

        # File: make.py:96 in gathered, code: g = x.gather(1, i)
        gather: "f32[s58, s48]" = torch.ops.aten.gather.default(arg2_1, 1, arg5_1)

        # File: make.py:98 in gathered, code: return (x.topk(3, -1)[0], g, torch.zeros(n, m).scatter_add(1, i, g), x.sort(-1)[0][:, : m // 2], blocks, x.var(0),
        scatter_add: "f32[s77, s27]" = torch.ops.aten.scatter_add.default(full_default, 1, arg5_1, gather);  full_default = arg5_1 = None
        floordiv: "Sym((s27//2))" = arg1_1 // 2
        slice_2: "f32[s77, (s27//2)]" = torch.ops.aten.slice.Tensor(getitem_2, 1, 0, floordiv);  getitem_2 = floordiv = None

        # File: make.py:97 in gathered, code: blocks = F.pad(x, (0, (-m) % 8)).view(n, -1, 8).amax(-1)
        neg: "Sym(-s27)" = -arg1_1;  arg1_1 = None
        mod: "Sym(PythonMod(-s27, 8))" = neg % 8;  neg = None

        # File: torch/nn/functional.py:5430 in pad, code: return torch._C._nn.pad(input, pad, mode, value)
        constant_pad_nd: "f32[s77, s27 + (PythonMod(-s27, 8))]" = torch.ops.aten.constant_pad_nd.default(arg2_1, [0, mod], 0.0);  mod = None

        # File: make.py:97 in gathered, code: blocks = F.pad(x, (0, (-m) % 8)).view(n, -1, 8).amax(-1)
        view: "f32[s77, ((s27 + (PythonMod(-s27, 8)))//8), ((s27 + (PythonMod(-s27, 8)))//(((s27 + (PythonMod(-s27, 8)))//8)))]" = torch.ops.aten.reshape.default(constant_pad_nd, [arg0_1, -1, 8]);  constant_pad_nd = None
        amax: "f32[s77, ((s27 + (PythonMod(-s27, 8)))//8)]" = torch.ops.aten.amax.default(view, [-1]);  view = None

        # File: make.py:98 in gathered, code: return (x.topk(3, -1)[0], g, torch.zeros(n, m).scatter_add(1, i, g), x.sort(-1)[0][:, : m // 2], blocks, x.var(0),
        var: "f32[s27]" = torch.ops.aten.var.correction(arg2_1, [0], correction = 1)

        # File: make.py:99 in gathered, code: x.logsumexp(1), x[:, -1] * x.size(0) ** -0.5)
        amax_1: "f32[s77, 1]" = torch.ops.aten.amax.default(arg2_1, [1], True)
        abs_1: "f32[s77, 1]" = torch.ops.aten.abs.default(amax_1)
        eq_25: "b8[s77, 1]" = torch.ops.aten.eq.Scalar(abs_1, inf);  abs_1 = None
        full_default_1: "f32[]" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        where: "f32[s77, 1]" = torch.ops.aten.where.self(eq_25, full_default_1, amax_1);  eq_25 = full_default_1 = amax_1 = None
        sub_24: "f32[s77, s27]" = torch.ops.aten.sub.Tensor(arg2_1, where)
        exp: "f32[s77, s27]" = torch.ops.aten.exp.default(sub_24);  sub_24 = None
        sum_1: "f32[s77]" = torch.ops.aten.sum.dim_IntList(exp, [1]);  exp = None
        log: "f32[s77]" = torch.ops.aten.log.default(sum_1);  sum_1 = None
        squeeze: "f32[s77]" = torch.ops.aten.squeeze.dims(where, [1]);  where = None
        add_39: "f32[s77]" = torch.ops.aten.add.Tensor(log, squeeze);  log = squeeze = None
        select: "f32[s77]" = torch.ops.aten.select.int(arg2_1, 1, -1);  arg2_1 = None

        # No stacktrace found for following nodes
        scalar_tensor_default: "f32[]" = torch.ops.aten.scalar_tensor.default(arg0_1);  arg0_1 = None
        convert_element_type_default: "f64[]" = torch.ops.prims.convert_element_type.default(scalar_tensor_default, torch.float64);  scalar_tensor_default = None
        full_default_2: "f64[]" = torch.ops.aten.full.default([], -0.5, dtype = torch.float64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        pow_tensor_tensor: "f64[]" = torch.ops.aten.pow.Tensor_Tensor(convert_element_type_default, full_default_2);  convert_element_type_default = full_default_2 = None
        convert_element_type_default_1: "f32[]" = torch.ops.prims.convert_element_type.default(pow_tensor_tensor, torch.float32);  pow_tensor_tensor = None
        mul_tensor: "f32[s77]" = torch.ops.aten.mul.Tensor(select, convert_element_type_default_1);  select = convert_element_type_default_1 = None
        return (getitem, gather, scatter_add, slice_2, amax, var, add_39, mul_tensor)
