class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s53)", arg1_1: "Sym(s0)", arg2_1: "f32[1, 2, s53, s0]", arg3_1: "f32[3, 2, 3, 3]"):
        # File: make.py:90 in pooled, code: return F.max_pool2d(x, 2), F.avg_pool2d(x, 3, stride=2), up, y.flatten(2).mean(2)
        _low_memory_max_pool_with_offsets = torch.ops.prims._low_memory_max_pool_with_offsets.default(arg2_1, [2, 2], [2, 2], [0, 0], [1, 1], False)
        getitem: "f32[1, 2, (s53//2), (s0//2)]" = _low_memory_max_pool_with_offsets[0];  _low_memory_max_pool_with_offsets = None
        avg_pool2d: "f32[1, 2, (((s53 - 3)//2)) + 1, (((s0 - 3)//2)) + 1]" = torch.ops.aten.avg_pool2d.default(arg2_1, [3, 3], [2, 2])

        # File: make.py:88 in pooled, code: y = F.relu(F.conv2d(x, weight, stride=2, padding=1))
        convolution: "f32[1, 3, (((s53 - 1)//2)) + 1, (((s0 - 1)//2)) + 1]" = torch.ops.aten.convolution.default(arg2_1, arg3_1, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 1);  arg2_1 = arg3_1 = None
        relu: "f32[1, 3, (((s53 - 1)//2)) + 1, (((s0 - 1)//2)) + 1]" = torch.ops.aten.relu.default(convolution)
        sym_size_int: "Sym((((s53 - 1)//2)) + 1)" = torch.ops.aten.sym_size.int(convolution, 2)

        # File: make.py:89 in pooled, code: up = F.interpolate(y, scale_factor=2.0, mode="nearest")
        mul_8: "Sym(2*(((s53 - 1)//2)) + 2)" = sym_size_int * 2
        sub_4: "Sym(2*(((s53 - 1)//2)) + 2)" = mul_8 - 0;  mul_8 = None
        add_8: "Sym(2*(((s53 - 1)//2)) + 3)" = sub_4 + 1;  sub_4 = None
        sub_5: "Sym(2*(((s53 - 1)//2)) + 2)" = add_8 - 1;  add_8 = None
        floordiv: "Sym(2*(((s53 - 1)//2)) + 2)" = sub_5 // 1;  sub_5 = None
        iota: "i64[2*(((s53 - 1)//2)) + 2]" = torch.ops.prims.iota.default(floordiv, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False);  floordiv = None
        mul_11: "i64[2*(((s53 - 1)//2)) + 2]" = torch.ops.aten.mul.Tensor(iota, 1);  iota = None
        add_9: "i64[2*(((s53 - 1)//2)) + 2]" = torch.ops.aten.add.Tensor(mul_11, 0);  mul_11 = None
        convert_element_type: "f32[2*(((s53 - 1)//2)) + 2]" = torch.ops.prims.convert_element_type.default(add_9, torch.float32);  add_9 = None
        add_12: "f32[2*(((s53 - 1)//2)) + 2]" = torch.ops.aten.add.Tensor(convert_element_type, 0.0);  convert_element_type = None

        # No stacktrace found for following nodes
        full_default_3: "f64[]" = torch.ops.aten.full.default([], 2.0, dtype = torch.float64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        full_default: "i64[]" = torch.ops.aten.full.default([], 1, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        full_default_1: "i64[]" = torch.ops.aten.full.default([], -1, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        scalar_tensor_default_2: "f32[]" = torch.ops.aten.scalar_tensor.default(arg0_1);  arg0_1 = None
        add_tensor: "f32[]" = torch.ops.aten.add.Tensor(full_default_1, scalar_tensor_default_2);  full_default_1 = scalar_tensor_default_2 = None
        full_default_2: "i64[]" = torch.ops.aten.full.default([], 2, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        div_tensor_mode: "f32[]" = torch.ops.aten.div.Tensor_mode(add_tensor, full_default_2, rounding_mode = 'floor');  add_tensor = full_default_2 = None
        add_tensor_1: "f32[]" = torch.ops.aten.add.Tensor(full_default, div_tensor_mode);  full_default = div_tensor_mode = None
        convert_element_type_default: "f64[]" = torch.ops.prims.convert_element_type.default(add_tensor_1, torch.float64);  add_tensor_1 = None
        mul_tensor: "f64[]" = torch.ops.aten.mul.Tensor(full_default_3, convert_element_type_default);  full_default_3 = None
        true_divide_tensor: "f64[]" = torch.ops.aten.true_divide.Tensor(convert_element_type_default, mul_tensor);  convert_element_type_default = mul_tensor = None
        convert_element_type_default_1: "f32[]" = torch.ops.prims.convert_element_type.default(true_divide_tensor, torch.float32);  true_divide_tensor = None
        mul_tensor_1: "f32[2*(((s53 - 1)//2)) + 2]" = torch.ops.aten.mul.Tensor(add_12, convert_element_type_default_1);  add_12 = convert_element_type_default_1 = None

        # File: make.py:89 in pooled, code: up = F.interpolate(y, scale_factor=2.0, mode="nearest")
        convert_element_type_1: "i64[2*(((s53 - 1)//2)) + 2]" = torch.ops.prims.convert_element_type.default(mul_tensor_1, torch.int64);  mul_tensor_1 = None
        unsqueeze: "i64[2*(((s53 - 1)//2)) + 2, 1]" = torch.ops.aten.unsqueeze.default(convert_element_type_1, -1);  convert_element_type_1 = None

        # File: make.py:88 in pooled, code: y = F.relu(F.conv2d(x, weight, stride=2, padding=1))
        sym_size_int_1: "Sym((((s0 - 1)//2)) + 1)" = torch.ops.aten.sym_size.int(convolution, 3);  convolution = None

        # File: make.py:89 in pooled, code: up = F.interpolate(y, scale_factor=2.0, mode="nearest")
        mul_9: "Sym(2*(((s0 - 1)//2)) + 2)" = sym_size_int_1 * 2
        sub_11: "Sym(2*(((s0 - 1)//2)) + 2)" = mul_9 - 0;  mul_9 = None
        add_22: "Sym(2*(((s0 - 1)//2)) + 3)" = sub_11 + 1;  sub_11 = None
        sub_12: "Sym(2*(((s0 - 1)//2)) + 2)" = add_22 - 1;  add_22 = None
        floordiv_1: "Sym(2*(((s0 - 1)//2)) + 2)" = sub_12 // 1;  sub_12 = None
        iota_1: "i64[2*(((s0 - 1)//2)) + 2]" = torch.ops.prims.iota.default(floordiv_1, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False);  floordiv_1 = None
        mul_19: "i64[2*(((s0 - 1)//2)) + 2]" = torch.ops.aten.mul.Tensor(iota_1, 1);  iota_1 = None
        add_23: "i64[2*(((s0 - 1)//2)) + 2]" = torch.ops.aten.add.Tensor(mul_19, 0);  mul_19 = None
        convert_element_type_2: "f32[2*(((s0 - 1)//2)) + 2]" = torch.ops.prims.convert_element_type.default(add_23, torch.float32);  add_23 = None
        add_26: "f32[2*(((s0 - 1)//2)) + 2]" = torch.ops.aten.add.Tensor(convert_element_type_2, 0.0);  convert_element_type_2 = None

        # No stacktrace found for following nodes
        full_default_7: "f64[]" = torch.ops.aten.full.default([], 2.0, dtype = torch.float64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        full_default_4: "i64[]" = torch.ops.aten.full.default([], 1, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        full_default_5: "i64[]" = torch.ops.aten.full.default([], -1, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        scalar_tensor_default_7: "f32[]" = torch.ops.aten.scalar_tensor.default(arg1_1);  arg1_1 = None
        add_tensor_2: "f32[]" = torch.ops.aten.add.Tensor(full_default_5, scalar_tensor_default_7);  full_default_5 = scalar_tensor_default_7 = None
        full_default_6: "i64[]" = torch.ops.aten.full.default([], 2, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        div_tensor_mode_1: "f32[]" = torch.ops.aten.div.Tensor_mode(add_tensor_2, full_default_6, rounding_mode = 'floor');  add_tensor_2 = full_default_6 = None
        add_tensor_3: "f32[]" = torch.ops.aten.add.Tensor(full_default_4, div_tensor_mode_1);  full_default_4 = div_tensor_mode_1 = None
        convert_element_type_default_2: "f64[]" = torch.ops.prims.convert_element_type.default(add_tensor_3, torch.float64);  add_tensor_3 = None
        mul_tensor_2: "f64[]" = torch.ops.aten.mul.Tensor(full_default_7, convert_element_type_default_2);  full_default_7 = None
        true_divide_tensor_1: "f64[]" = torch.ops.aten.true_divide.Tensor(convert_element_type_default_2, mul_tensor_2);  convert_element_type_default_2 = mul_tensor_2 = None
        convert_element_type_default_3: "f32[]" = torch.ops.prims.convert_element_type.default(true_divide_tensor_1, torch.float32);  true_divide_tensor_1 = None
        mul_tensor_3: "f32[2*(((s0 - 1)//2)) + 2]" = torch.ops.aten.mul.Tensor(add_26, convert_element_type_default_3);  add_26 = convert_element_type_default_3 = None

        # File: make.py:89 in pooled, code: up = F.interpolate(y, scale_factor=2.0, mode="nearest")
        convert_element_type_3: "i64[2*(((s0 - 1)//2)) + 2]" = torch.ops.prims.convert_element_type.default(mul_tensor_3, torch.int64);  mul_tensor_3 = None
        _unsafe_index: "f32[1, 3, 2*(((s53 - 1)//2)) + 2, 2*(((s0 - 1)//2)) + 2]" = torch.ops.aten._unsafe_index.Tensor(relu, [None, None, unsqueeze, convert_element_type_3]);  unsqueeze = convert_element_type_3 = None

        # File: make.py:90 in pooled, code: return F.max_pool2d(x, 2), F.avg_pool2d(x, 3, stride=2), up, y.flatten(2).mean(2)
        mul_45: "Sym(((((s0 - 1)//2)) + 1)*((((s53 - 1)//2)) + 1))" = sym_size_int * sym_size_int_1;  sym_size_int = sym_size_int_1 = None
        view: "f32[1, 3, ((((s0 - 1)//2)) + 1)*((((s53 - 1)//2)) + 1)]" = torch.ops.aten.reshape.default(relu, [1, 3, mul_45]);  relu = mul_45 = None
        mean: "f32[1, 3]" = torch.ops.aten.mean.dim(view, [2]);  view = None
        return (getitem, avg_pool2d, _unsafe_index, mean)
