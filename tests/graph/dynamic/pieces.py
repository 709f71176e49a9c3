class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s77)", arg1_1: "f32[s77, 6]"):
        # File: make.py:59 in pieces, code: a, b = x.chunk(2, 0)
        add: "Sym(s77 + 2)" = arg0_1 + 2
        sub: "Sym(s77 + 1)" = add - 1;  add = None
        floordiv: "Sym(((s77 + 1)//2))" = sub // 2;  sub = None
        split = torch.ops.aten.split.Tensor(arg1_1, floordiv);  floordiv = None
        getitem: "f32[((s77 + 1)//2), 6]" = split[0]
        getitem_1: "f32[s77 - (((s77 + 1)//2)), 6]" = split[1];  split = None

        # File: make.py:61 in pieces, code: return (a.sum(), b * 2, x.flip(0)[::2], x[1:] - x[:-1], x.roll(1, 0), x.repeat(2, 1), x.cumsum(0), lower,
        sum_1: "f32[]" = torch.ops.aten.sum.default(getitem);  getitem = None
        mul_11: "f32[s77 - (((s77 + 1)//2)), 6]" = torch.ops.aten.mul.Tensor(getitem_1, 2);  getitem_1 = None
        rev: "f32[s77, 6]" = torch.ops.prims.rev.default(arg1_1, [0])
        slice_2: "f32[((s77 + 1)//2), 6]" = torch.ops.aten.slice.Tensor(rev, 0, 0, 9223372036854775807, 2);  rev = None
        slice_3: "f32[s77 - 1, 6]" = torch.ops.aten.slice.Tensor(arg1_1, 0, 1, 9223372036854775807)
        slice_4: "f32[s77 - 1, 6]" = torch.ops.aten.slice.Tensor(arg1_1, 0, 0, -1)
        sub_16: "f32[s77 - 1, 6]" = torch.ops.aten.sub.Tensor(slice_3, slice_4);  slice_3 = slice_4 = None
        iota_1: "i64[s77]" = torch.ops.prims.iota.default(arg0_1, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)
        sub_18: "Sym(s77 - 1)" = arg0_1 - 1
        mod: "Sym(Mod(s77 - 1, s77))" = sub_18 % arg0_1;  sub_18 = None
        add_43: "i64[s77]" = torch.ops.aten.add.Tensor(iota_1, mod);  iota_1 = mod = None
        fmod: "i64[s77]" = torch.ops.aten.fmod.Scalar(add_43, arg0_1);  add_43 = None
        index: "f32[s77, 6]" = torch.ops.aten.index.Tensor(arg1_1, [fmod]);  fmod = None
        repeat: "f32[2*s77, 6]" = torch.ops.aten.repeat.default(arg1_1, [2, 1])
        cumsum: "f32[s77, 6]" = torch.ops.aten.cumsum.default(arg1_1, 0)

        # File: make.py:60 in pieces, code: lower = torch.where(torch.arange(n)[:, None] < n // 3, x, -x)
        iota: "i64[s77]" = torch.ops.prims.iota.default(arg0_1, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)
        unsqueeze: "i64[s77, 1]" = torch.ops.aten.unsqueeze.default(iota, 1);  iota = None
        floordiv_2: "Sym((s77//3))" = arg0_1 // 3
        lt: "b8[s77, 1]" = torch.ops.aten.lt.Scalar(unsqueeze, floordiv_2);  unsqueeze = floordiv_2 = None
        neg: "f32[s77, 6]" = torch.ops.aten.neg.default(arg1_1)
        where: "f32[s77, 6]" = torch.ops.aten.where.self(lt, arg1_1, neg);  lt = arg1_1 = neg = None

        # File: make.py:62 in pieces, code: x.new_zeros(n, 1).add(n / 2))
        full_default: "f32[s77, 1]" = torch.ops.aten.full.default([arg0_1, 1], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        truediv: "Sym(IntTrueDiv(s77, 2))" = arg0_1 / 2;  arg0_1 = None
        add_56: "f32[s77, 1]" = torch.ops.aten.add.Tensor(full_default, truediv);  full_default = truediv = None
        return (sum_1, mul_11, slice_2, sub_16, index, repeat, cumsum, where, add_56)
