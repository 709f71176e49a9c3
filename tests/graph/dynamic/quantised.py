class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s77)", arg1_1: "Sym(s27)", arg2_1: "f32[s77, s27]"):
        # File: make.py:105 in quantised, code: y = F.pad(x, (0, (-m) % 16)).view(n, -1, 16)
        neg: "Sym(-s27)" = -arg1_1;  arg1_1 = None
        mod: "Sym(PythonMod(-s27, 16))" = neg % 16;  neg = None

        # File: torch/nn/functional.py:5430 in pad, code: return torch._C._nn.pad(input, pad, mode, value)
        constant_pad_nd: "f32[s77, s27 + (PythonMod(-s27, 16))]" = torch.ops.aten.constant_pad_nd.default(arg2_1, [0, mod], 0.0);  mod = None

        # File: make.py:105 in quantised, code: y = F.pad(x, (0, (-m) % 16)).view(n, -1, 16)
        view: "f32[s77, ((s27 + (PythonMod(-s27, 16)))//16), ((s27 + (PythonMod(-s27, 16)))//(((s27 + (PythonMod(-s27, 16)))//16)))]" = torch.ops.aten.reshape.default(constant_pad_nd, [arg0_1, -1, 16]);  constant_pad_nd = None

        # File: make.py:106 in quantised, code: scale = y.abs().amax(-1, keepdim=True).clamp(min=1e-8) / 127
        abs_1: "f32[s77, ((s27 + (PythonMod(-s27, 16)))//16), ((s27 + (PythonMod(-s27, 16)))//(((s27 + (PythonMod(-s27, 16)))//16)))]" = torch.ops.aten.abs.default(view)
        amax: "f32[s77, ((s27 + (PythonMod(-s27, 16)))//16), 1]" = torch.ops.aten.amax.default(abs_1, [-1], True);  abs_1 = None
        clamp_min: "f32[s77, ((s27 + (PythonMod(-s27, 16)))//16), 1]" = torch.ops.aten.clamp_min.default(amax, 1e-08);  amax = None
        div: "f32[s77, ((s27 + (PythonMod(-s27, 16)))//16), 1]" = torch.ops.aten.div.Tensor(clamp_min, 127);  clamp_min = None

        # File: make.py:107 in quantised, code: q = (y / scale).round().clamp(-128, 127).to(torch.int8)
        div_1: "f32[s77, ((s27 + (PythonMod(-s27, 16)))//16), ((s27 + (PythonMod(-s27, 16)))//(((s27 + (PythonMod(-s27, 16)))//16)))]" = torch.ops.aten.div.Tensor(view, div);  view = None
        round_1: "f32[s77, ((s27 + (PythonMod(-s27, 16)))//16), ((s27 + (PythonMod(-s27, 16)))//(((s27 + (PythonMod(-s27, 16)))//16)))]" = torch.ops.aten.round.default(div_1);  div_1 = None
        clamp_min_1: "f32[s77, ((s27 + (PythonMod(-s27, 16)))//16), ((s27 + (PythonMod(-s27, 16)))//(((s27 + (PythonMod(-s27, 16)))//16)))]" = torch.ops.aten.clamp_min.default(round_1, -128);  round_1 = None
        clamp_max: "f32[s77, ((s27 + (PythonMod(-s27, 16)))//16), ((s27 + (PythonMod(-s27, 16)))//(((s27 + (PythonMod(-s27, 16)))//16)))]" = torch.ops.aten.clamp_max.default(clamp_min_1, 127);  clamp_min_1 = None
        convert_element_type: "i8[s77, ((s27 + (PythonMod(-s27, 16)))//16), ((s27 + (PythonMod(-s27, 16)))//(((s27 + (PythonMod(-s27, 16)))//16)))]" = torch.ops.prims.convert_element_type.default(clamp_max, torch.int8);  clamp_max = None

        # File: make.py:108 in quantised, code: return q, scale.squeeze(-1), math.ceil(n / 2) * x[: math.ceil(n / 2)]
        squeeze: "f32[s77, ((s27 + (PythonMod(-s27, 16)))//16)]" = torch.ops.aten.squeeze.dim(div, -1);  div = None
        truediv: "Sym(IntTrueDiv(s77, 2))" = arg0_1 / 2;  arg0_1 = None
        ceil: "Sym(CeilToInt(IntTrueDiv(s77, 2)))" = math_ceil(truediv);  truediv = None
        slice_1: "f32[CeilToInt(IntTrueDiv(s77, 2)), s27]" = torch.ops.aten.slice.Tensor(arg2_1, 0, 0, ceil);  arg2_1 = None
        mul_29: "f32[CeilToInt(IntTrueDiv(s77, 2)), s27]" = torch.ops.aten.mul.Tensor(slice_1, ceil);  slice_1 = ceil = None
        return (convert_element_type, squeeze, mul_29)
