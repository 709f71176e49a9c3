class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "i64[]", arg1_1: "f32[8, 4]"):
        # File: make.py:80 in first_rows, code: rows = count.item()
        _local_scalar_dense: "Sym(u1)" = torch.ops.aten._local_scalar_dense.default(arg0_1);  arg0_1 = None

        # File: make.py:83 in first_rows, code: return torch.zeros(rows, 4) + x[:rows] * rows, x[:rows].sum(1)
        full: "f32[u1, 4]" = torch.ops.aten.full.default([_local_scalar_dense, 4], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        slice_1: "f32[u1, 4]" = torch.ops.aten.slice.Tensor(arg1_1, 0, 0, _local_scalar_dense)
        mul_4: "f32[u1, 4]" = torch.ops.aten.mul.Tensor(slice_1, _local_scalar_dense);  slice_1 = None
        add_9: "f32[u1, 4]" = torch.ops.aten.add.Tensor(full, mul_4);  full = mul_4 = None
        slice_2: "f32[u1, 4]" = torch.ops.aten.slice.Tensor(arg1_1, 0, 0, _local_scalar_dense);  arg1_1 = _local_scalar_dense = None
        sum_1: "f32[u1]" = torch.ops.aten.sum.dim_IntList(slice_2, [1]);  slice_2 = None
        return (add_9, sum_1)
