# AOT ID: ['0_forward']

# Graph fragment:
#   %primals_1 : Tensor "f32[64, 3, 7, 7][147, 1, 21, 3]cuda:0" = PlaceHolder[target=primals_1]
#   %convert_element_type : Tensor "bf16[64, 3, 7, 7][147, 1, 21, 3]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type
triton_poi_fused__to_copy_0 = async_compile.triton('triton_poi_fused__to_copy_0', '''
def triton_poi_fused__to_copy_0(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, xmask)
''', device_str='cuda')

# Graph fragment:
#   %primals_2 : Tensor "f32[64, 3, 224, 224][150528, 1, 672, 3]cuda:0" = PlaceHolder[target=primals_2]
#   %convert_element_type_1 : Tensor "bf16[64, 3, 224, 224][150528, 1, 672, 3]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_1
triton_poi_fused__to_copy_1 = async_compile.triton('triton_poi_fused__to_copy_1', '''
def triton_poi_fused__to_copy_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0" = PlaceHolder[target=convolution]
#   %convert_element_type_2 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   return %buf3,%buf4,%buf5
triton_red_fused__native_batch_norm_legit_functional_2 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_2', '''
def triton_red_fused__native_batch_norm_legit_functional_2(in_ptr0, out_ptr0, out_ptr1, out_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp3, None)
    tl.store(out_ptr1 + (x3), tmp7, None)
    tl.store(out_ptr2 + (x3), tmp8, None)
''', device_str='cuda')

# Graph fragment:
#   %buf3 : Tensor "f32[1, 64, 1, 1, 1024][65536, 1, 65536, 65536, 64]cuda:0" = PlaceHolder[target=buf3]
#   %buf4 : Tensor "f32[1, 64, 1, 1, 1024][65536, 1, 65536, 65536, 64]cuda:0" = PlaceHolder[target=buf4]
#   %buf5 : Tensor "f32[1, 64, 1, 1, 1024][65536, 1, 65536, 65536, 64]cuda:0" = PlaceHolder[target=buf5]
#   %convert_element_type_2 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   return %buf6,%buf7,%buf8
triton_red_fused__native_batch_norm_legit_functional_3 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_3', '''
def triton_red_fused__native_batch_norm_legit_functional_3(in_ptr0, in_ptr1, in_ptr2, out_ptr0, out_ptr1, out_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp6, xmask)
    tl.store(out_ptr1 + (x3), tmp10, xmask)
    tl.store(out_ptr2 + (x3), tmp11, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf6 : Tensor "f32[1, 64, 1, 1, 8][512, 1, 512, 512, 64]cuda:0" = PlaceHolder[target=buf6]
#   %buf7 : Tensor "f32[1, 64, 1, 1, 8][512, 1, 512, 512, 64]cuda:0" = PlaceHolder[target=buf7]
#   %buf8 : Tensor "f32[1, 64, 1, 1, 8][512, 1, 512, 512, 64]cuda:0" = PlaceHolder[target=buf8]
#   %buf10 : Tensor "f32[1, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=buf10]
#   %getitem_1 : Tensor "f32[1, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=getitem_1]
#   %copy__1 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=copy__1]
#   %add_2 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=add_2]
#   %copy__2 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=copy__2]
#   %add_3 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=add_3]
#   %convert_element_type_2 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_1 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %squeeze : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.squeeze.dims]
#   %mul_1 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_2 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_2 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %squeeze_2 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dims]
#   %mul_3 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_4 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_5 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_3 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %copy__1 : Tensor "f32[64][1]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   %copy__2 : Tensor "f32[64][1]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   return %getitem_1,%buf10,%rsqrt,%add_2,%buf243,%add_3,%buf246
triton_per_fused__native_batch_norm_legit_functional_copy__4 = async_compile.triton('triton_per_fused__native_batch_norm_legit_functional_copy__4', '''
def triton_per_fused__native_batch_norm_legit_functional_copy__4(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, out_ptr1, out_ptr2, out_ptr4, out_ptr6, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr2 + (x0), tmp20, xmask)
    tl.store(out_ptr4 + (x0), tmp26, xmask)
    tl.store(out_ptr6 + (x0), tmp32, xmask)
    tl.store(out_ptr0 + (x0), tmp13, xmask)
    tl.store(out_ptr1 + (x0), tmp14, xmask)
''', device_str='cuda')

# Graph fragment:
#   %convolution : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0" = PlaceHolder[target=convolution]
#   %getitem_1 : Tensor "f32[1, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=getitem_1]
#   %buf10 : Tensor "f32[1, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=buf10]
#   %primals_6 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=primals_6]
#   %primals_7 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=primals_7]
#   %convert_element_type_2 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_1 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze : Tensor "f32[64, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_1 : Tensor "f32[64, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_6 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_2 : Tensor "f32[64, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_3 : Tensor "f32[64, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_4 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_3 : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %relu : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.relu.default]
#   return %relu
triton_poi_fused__native_batch_norm_legit_functional_relu_5 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_relu_5', '''
def triton_poi_fused__native_batch_norm_legit_functional_relu_5(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp17, None)
''', device_str='cuda')

# Graph fragment:
#   %relu : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0" = PlaceHolder[target=relu]
#   %_low_memory_max_pool_with_offsets : [num_users=2] = call_function[target=torch.ops.prims._low_memory_max_pool_with_offsets.default]
#   %getitem_2 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=3] = call_function[target=operator.getitem]
#   %getitem_3 : Tensor "i8[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=operator.getitem]
#   return %getitem_2,%getitem_3
triton_poi_fused_max_pool2d_with_indices_6 = async_compile.triton('triton_poi_fused_max_pool2d_with_indices_6', '''
def triton_poi_fused_max_pool2d_with_indices_6(in_ptr0, out_ptr0, out_ptr1, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x6), tmp51, None)
    tl.store(out_ptr1 + (x6), tmp164, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_8 : Tensor "f32[64, 64, 3, 3][576, 1, 192, 64]cuda:0" = PlaceHolder[target=primals_8]
#   %convert_element_type_4 : Tensor "bf16[64, 64, 3, 3][576, 1, 192, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_4
triton_poi_fused__to_copy_7 = async_compile.triton('triton_poi_fused__to_copy_7', '''
def triton_poi_fused__to_copy_7(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution_1 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=convolution_1]
#   %convert_element_type_5 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_1 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   return %buf18,%buf19,%buf20
triton_red_fused__native_batch_norm_legit_functional_8 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_8', '''
def triton_red_fused__native_batch_norm_legit_functional_8(in_ptr0, out_ptr0, out_ptr1, out_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp3, None)
    tl.store(out_ptr1 + (x3), tmp7, None)
    tl.store(out_ptr2 + (x3), tmp8, None)
''', device_str='cuda')

# Graph fragment:
#   %buf21 : Tensor "f32[1, 64, 1, 1, 8][512, 1, 512, 512, 64]cuda:0" = PlaceHolder[target=buf21]
#   %buf22 : Tensor "f32[1, 64, 1, 1, 8][512, 1, 512, 512, 64]cuda:0" = PlaceHolder[target=buf22]
#   %buf23 : Tensor "f32[1, 64, 1, 1, 8][512, 1, 512, 512, 64]cuda:0" = PlaceHolder[target=buf23]
#   %buf25 : Tensor "f32[1, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=buf25]
#   %getitem_5 : Tensor "f32[1, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=getitem_5]
#   %copy__4 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=copy__4]
#   %add_7 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=add_7]
#   %copy__5 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=copy__5]
#   %add_8 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=add_8]
#   %convert_element_type_5 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_1 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_6 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_1 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %squeeze_3 : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.squeeze.dims]
#   %mul_8 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_9 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_7 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %squeeze_5 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dims]
#   %mul_10 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_11 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_12 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_8 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %copy__4 : Tensor "f32[64][1]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   %copy__5 : Tensor "f32[64][1]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   return %getitem_5,%buf25,%rsqrt_1,%add_7,%buf251,%add_8,%buf254
triton_per_fused__native_batch_norm_legit_functional_copy__9 = async_compile.triton('triton_per_fused__native_batch_norm_legit_functional_copy__9', '''
def triton_per_fused__native_batch_norm_legit_functional_copy__9(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, out_ptr1, out_ptr2, out_ptr4, out_ptr6, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr2 + (x0), tmp20, xmask)
    tl.store(out_ptr4 + (x0), tmp26, xmask)
    tl.store(out_ptr6 + (x0), tmp32, xmask)
    tl.store(out_ptr0 + (x0), tmp13, xmask)
    tl.store(out_ptr1 + (x0), tmp14, xmask)
''', device_str='cuda')

# Graph fragment:
#   %convolution_1 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=convolution_1]
#   %getitem_5 : Tensor "f32[1, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=getitem_5]
#   %buf25 : Tensor "f32[1, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=buf25]
#   %primals_12 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=primals_12]
#   %primals_13 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=primals_13]
#   %convert_element_type_5 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_1 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_6 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_1 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_1 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_7 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_4 : Tensor "f32[64, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_5 : Tensor "f32[64, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_13 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_6 : Tensor "f32[64, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_7 : Tensor "f32[64, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_9 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_6 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %relu_1 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.relu.default]
#   return %relu_1
triton_poi_fused__native_batch_norm_legit_functional_relu_10 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_relu_10', '''
def triton_poi_fused__native_batch_norm_legit_functional_relu_10(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp17, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution_2 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=convolution_2]
#   %getitem_7 : Tensor "f32[1, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=getitem_7]
#   %buf38 : Tensor "f32[1, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=buf38]
#   %primals_18 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=primals_18]
#   %primals_19 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=primals_19]
#   %getitem_2 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_2]
#   %convert_element_type_8 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_2 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_11 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_2 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_2 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_14 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_8 : Tensor "f32[64, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_9 : Tensor "f32[64, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_20 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_10 : Tensor "f32[64, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_11 : Tensor "f32[64, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_14 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_9 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_15 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %relu_2 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.relu.default]
#   return %relu_2
triton_poi_fused__native_batch_norm_legit_functional_add_relu_11 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_add_relu_11', '''
def triton_poi_fused__native_batch_norm_legit_functional_add_relu_11(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp19, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_32 : Tensor "f32[128, 64, 3, 3][576, 1, 192, 64]cuda:0" = PlaceHolder[target=primals_32]
#   %convert_element_type_16 : Tensor "bf16[128, 64, 3, 3][576, 1, 192, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_16
triton_poi_fused__to_copy_12 = async_compile.triton('triton_poi_fused__to_copy_12', '''
def triton_poi_fused__to_copy_12(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution_5 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_5]
#   %convert_element_type_17 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_5 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   return %buf70,%buf71,%buf72
triton_red_fused__native_batch_norm_legit_functional_13 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_13', '''
def triton_red_fused__native_batch_norm_legit_functional_13(in_ptr0, out_ptr0, out_ptr1, out_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp3, xmask)
    tl.store(out_ptr1 + (x3), tmp7, xmask)
    tl.store(out_ptr2 + (x3), tmp8, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf70 : Tensor "f32[1, 128, 1, 1, 392][50176, 1, 50176, 50176, 128]cuda:0" = PlaceHolder[target=buf70]
#   %buf71 : Tensor "f32[1, 128, 1, 1, 392][50176, 1, 50176, 50176, 128]cuda:0" = PlaceHolder[target=buf71]
#   %buf72 : Tensor "f32[1, 128, 1, 1, 392][50176, 1, 50176, 50176, 128]cuda:0" = PlaceHolder[target=buf72]
#   %convert_element_type_17 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_5 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   return %buf73,%buf74,%buf75
triton_red_fused__native_batch_norm_legit_functional_14 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_14', '''
def triton_red_fused__native_batch_norm_legit_functional_14(in_ptr0, in_ptr1, in_ptr2, out_ptr0, out_ptr1, out_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp6, xmask)
    tl.store(out_ptr1 + (x3), tmp10, xmask)
    tl.store(out_ptr2 + (x3), tmp11, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf73 : Tensor "f32[1, 128, 1, 1, 4][512, 1, 512, 512, 128]cuda:0" = PlaceHolder[target=buf73]
#   %buf74 : Tensor "f32[1, 128, 1, 1, 4][512, 1, 512, 512, 128]cuda:0" = PlaceHolder[target=buf74]
#   %buf75 : Tensor "f32[1, 128, 1, 1, 4][512, 1, 512, 512, 128]cuda:0" = PlaceHolder[target=buf75]
#   %buf77 : Tensor "f32[1, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=buf77]
#   %getitem_13 : Tensor "f32[1, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=getitem_13]
#   %copy__16 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=copy__16]
#   %add_29 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=add_29]
#   %copy__17 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=copy__17]
#   %add_30 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=add_30]
#   %convert_element_type_17 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_5 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_28 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_5 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %squeeze_15 : Tensor "f32[128][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.squeeze.dims]
#   %mul_36 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_37 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_29 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %squeeze_17 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dims]
#   %mul_38 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_39 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_40 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_30 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %copy__16 : Tensor "f32[128][1]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   %copy__17 : Tensor "f32[128][1]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   return %getitem_13,%buf77,%rsqrt_5,%add_29,%buf283,%add_30,%buf286
triton_per_fused__native_batch_norm_legit_functional_copy__15 = async_compile.triton('triton_per_fused__native_batch_norm_legit_functional_copy__15', '''
def triton_per_fused__native_batch_norm_legit_functional_copy__15(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, out_ptr1, out_ptr2, out_ptr4, out_ptr6, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr2 + (x0), tmp20, xmask)
    tl.store(out_ptr4 + (x0), tmp26, xmask)
    tl.store(out_ptr6 + (x0), tmp32, xmask)
    tl.store(out_ptr0 + (x0), tmp13, xmask)
    tl.store(out_ptr1 + (x0), tmp14, xmask)
''', device_str='cuda')

# Graph fragment:
#   %convolution_5 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_5]
#   %getitem_13 : Tensor "f32[1, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=getitem_13]
#   %buf77 : Tensor "f32[1, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=buf77]
#   %primals_36 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_36]
#   %primals_37 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_37]
#   %convert_element_type_17 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_5 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_28 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_5 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_5 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_35 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_20 : Tensor "f32[128, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_21 : Tensor "f32[128, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_41 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_22 : Tensor "f32[128, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_23 : Tensor "f32[128, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_31 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_18 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %relu_5 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.relu.default]
#   return %relu_5
triton_poi_fused__native_batch_norm_legit_functional_relu_16 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_relu_16', '''
def triton_poi_fused__native_batch_norm_legit_functional_relu_16(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp17, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_38 : Tensor "f32[128, 128, 3, 3][1152, 1, 384, 128]cuda:0" = PlaceHolder[target=primals_38]
#   %convert_element_type_19 : Tensor "bf16[128, 128, 3, 3][1152, 1, 384, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_19
triton_poi_fused__to_copy_17 = async_compile.triton('triton_poi_fused__to_copy_17', '''
def triton_poi_fused__to_copy_17(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_44 : Tensor "f32[128, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=primals_44]
#   %convert_element_type_22 : Tensor "bf16[128, 64, 1, 1][64, 1, 64, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_22
triton_poi_fused__to_copy_18 = async_compile.triton('triton_poi_fused__to_copy_18', '''
def triton_poi_fused__to_copy_18(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution_6 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_6]
#   %getitem_15 : Tensor "f32[1, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=getitem_15]
#   %buf90 : Tensor "f32[1, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=buf90]
#   %primals_42 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_42]
#   %primals_43 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_43]
#   %convolution_7 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_7]
#   %getitem_17 : Tensor "f32[1, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=getitem_17]
#   %buf102 : Tensor "f32[1, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=buf102]
#   %primals_48 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_48]
#   %primals_49 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_49]
#   %add_42 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=add_42]
#   %convert_element_type_20 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_6 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_33 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_6 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_6 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_42 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_24 : Tensor "f32[128, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_25 : Tensor "f32[128, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_48 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_26 : Tensor "f32[128, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_27 : Tensor "f32[128, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_36 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_21 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_23 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_7 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_38 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_7 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_7 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_49 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_28 : Tensor "f32[128, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_29 : Tensor "f32[128, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_55 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_30 : Tensor "f32[128, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_31 : Tensor "f32[128, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_41 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_24 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_42 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %relu_6 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.relu.default]
#   return %add_42,%relu_6
triton_poi_fused__native_batch_norm_legit_functional_add_relu_19 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_add_relu_19', '''
def triton_poi_fused__native_batch_norm_legit_functional_add_relu_19(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, in_ptr9, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x2), tmp32, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution_9 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_9]
#   %getitem_21 : Tensor "f32[1, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=getitem_21]
#   %buf129 : Tensor "f32[1, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=buf129]
#   %primals_60 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_60]
#   %primals_61 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_61]
#   %relu_6 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=relu_6]
#   %convert_element_type_29 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_9 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_49 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_9 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_9 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_63 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_36 : Tensor "f32[128, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_37 : Tensor "f32[128, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_69 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_38 : Tensor "f32[128, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_39 : Tensor "f32[128, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_52 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_30 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_53 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %relu_8 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.relu.default]
#   return %relu_8
triton_poi_fused__native_batch_norm_legit_functional_add_relu_20 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_add_relu_20', '''
def triton_poi_fused__native_batch_norm_legit_functional_add_relu_20(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp19, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_62 : Tensor "f32[256, 128, 3, 3][1152, 1, 384, 128]cuda:0" = PlaceHolder[target=primals_62]
#   %convert_element_type_31 : Tensor "bf16[256, 128, 3, 3][1152, 1, 384, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_31
triton_poi_fused__to_copy_21 = async_compile.triton('triton_poi_fused__to_copy_21', '''
def triton_poi_fused__to_copy_21(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution_10 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_10]
#   %convert_element_type_32 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_10 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   return %buf135,%buf136,%buf137
triton_red_fused__native_batch_norm_legit_functional_22 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_22', '''
def triton_red_fused__native_batch_norm_legit_functional_22(in_ptr0, out_ptr0, out_ptr1, out_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp3, xmask)
    tl.store(out_ptr1 + (x3), tmp7, xmask)
    tl.store(out_ptr2 + (x3), tmp8, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf135 : Tensor "f32[1, 256, 1, 1, 98][25088, 1, 25088, 25088, 256]cuda:0" = PlaceHolder[target=buf135]
#   %buf136 : Tensor "f32[1, 256, 1, 1, 98][25088, 1, 25088, 25088, 256]cuda:0" = PlaceHolder[target=buf136]
#   %buf137 : Tensor "f32[1, 256, 1, 1, 98][25088, 1, 25088, 25088, 256]cuda:0" = PlaceHolder[target=buf137]
#   %buf139 : Tensor "f32[1, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=buf139]
#   %getitem_23 : Tensor "f32[1, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=getitem_23]
#   %copy__31 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=copy__31]
#   %add_56 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=add_56]
#   %copy__32 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=copy__32]
#   %add_57 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=add_57]
#   %convert_element_type_32 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_10 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_55 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_10 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %squeeze_30 : Tensor "f32[256][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.squeeze.dims]
#   %mul_71 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_72 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_56 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %squeeze_32 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dims]
#   %mul_73 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_74 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_75 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_57 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %copy__31 : Tensor "f32[256][1]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   %copy__32 : Tensor "f32[256][1]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   return %getitem_23,%buf139,%rsqrt_10,%add_56,%buf323,%add_57,%buf326
triton_red_fused__native_batch_norm_legit_functional_copy__23 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_copy__23', '''
def triton_red_fused__native_batch_norm_legit_functional_copy__23(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, out_ptr1, out_ptr2, out_ptr4, out_ptr6, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp6, xmask)
    tl.store(out_ptr1 + (x0), tmp10, xmask)
    tl.store(out_ptr2 + (x0), tmp16, xmask)
    tl.store(out_ptr4 + (x0), tmp22, xmask)
    tl.store(out_ptr6 + (x0), tmp28, xmask)
''', device_str='cuda')

# Graph fragment:
#   %convolution_10 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_10]
#   %getitem_23 : Tensor "f32[1, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=getitem_23]
#   %buf139 : Tensor "f32[1, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=buf139]
#   %primals_66 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_66]
#   %primals_67 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_67]
#   %convert_element_type_32 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_10 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_55 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_10 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_10 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_70 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_40 : Tensor "f32[256, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_41 : Tensor "f32[256, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_76 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_42 : Tensor "f32[256, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_43 : Tensor "f32[256, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_58 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_33 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %relu_9 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.relu.default]
#   return %relu_9
triton_poi_fused__native_batch_norm_legit_functional_relu_24 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_relu_24', '''
def triton_poi_fused__native_batch_norm_legit_functional_relu_24(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp17, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_68 : Tensor "f32[256, 256, 3, 3][2304, 1, 768, 256]cuda:0" = PlaceHolder[target=primals_68]
#   %convert_element_type_34 : Tensor "bf16[256, 256, 3, 3][2304, 1, 768, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_34
triton_poi_fused__to_copy_25 = async_compile.triton('triton_poi_fused__to_copy_25', '''
def triton_poi_fused__to_copy_25(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_74 : Tensor "f32[256, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=primals_74]
#   %convert_element_type_37 : Tensor "bf16[256, 128, 1, 1][128, 1, 128, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_37
triton_poi_fused__to_copy_26 = async_compile.triton('triton_poi_fused__to_copy_26', '''
def triton_poi_fused__to_copy_26(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution_11 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_11]
#   %getitem_25 : Tensor "f32[1, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=getitem_25]
#   %buf149 : Tensor "f32[1, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=buf149]
#   %primals_72 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_72]
#   %primals_73 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_73]
#   %convolution_12 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_12]
#   %getitem_27 : Tensor "f32[1, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=getitem_27]
#   %buf158 : Tensor "f32[1, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=buf158]
#   %primals_78 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_78]
#   %primals_79 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_79]
#   %add_69 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=add_69]
#   %convert_element_type_35 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_11 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_60 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_11 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_11 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_77 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_44 : Tensor "f32[256, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_45 : Tensor "f32[256, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_83 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_46 : Tensor "f32[256, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_47 : Tensor "f32[256, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_63 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_36 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_38 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_12 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_65 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_12 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_12 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_84 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_48 : Tensor "f32[256, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_49 : Tensor "f32[256, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_90 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_50 : Tensor "f32[256, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_51 : Tensor "f32[256, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_68 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_39 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_69 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %relu_10 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.relu.default]
#   return %add_69,%relu_10
triton_poi_fused__native_batch_norm_legit_functional_add_relu_27 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_add_relu_27', '''
def triton_poi_fused__native_batch_norm_legit_functional_add_relu_27(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, in_ptr9, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x2), tmp32, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution_14 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_14]
#   %getitem_31 : Tensor "f32[1, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=getitem_31]
#   %buf179 : Tensor "f32[1, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=buf179]
#   %primals_90 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_90]
#   %primals_91 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_91]
#   %relu_10 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=relu_10]
#   %convert_element_type_44 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_14 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_76 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_14 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_14 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_98 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_56 : Tensor "f32[256, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_57 : Tensor "f32[256, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_104 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_58 : Tensor "f32[256, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_59 : Tensor "f32[256, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_79 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_45 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_80 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %relu_12 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.relu.default]
#   return %relu_12
triton_poi_fused__native_batch_norm_legit_functional_add_relu_28 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_add_relu_28', '''
def triton_poi_fused__native_batch_norm_legit_functional_add_relu_28(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp19, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_92 : Tensor "f32[512, 256, 3, 3][2304, 1, 768, 256]cuda:0" = PlaceHolder[target=primals_92]
#   %convert_element_type_46 : Tensor "bf16[512, 256, 3, 3][2304, 1, 768, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_46
triton_poi_fused__to_copy_29 = async_compile.triton('triton_poi_fused__to_copy_29', '''
def triton_poi_fused__to_copy_29(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution_15 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_15]
#   %convert_element_type_47 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_15 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   return %buf185,%buf186,%buf187
triton_red_fused__native_batch_norm_legit_functional_30 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_30', '''
def triton_red_fused__native_batch_norm_legit_functional_30(in_ptr0, out_ptr0, out_ptr1, out_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp16, xmask)
    tl.store(out_ptr1 + (x3), tmp20, xmask)
    tl.store(out_ptr2 + (x3), tmp21, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf185 : Tensor "f32[1, 512, 1, 1, 25][12800, 1, 12800, 12800, 512]cuda:0" = PlaceHolder[target=buf185]
#   %buf186 : Tensor "f32[1, 512, 1, 1, 25][12800, 1, 12800, 12800, 512]cuda:0" = PlaceHolder[target=buf186]
#   %buf187 : Tensor "f32[1, 512, 1, 1, 25][12800, 1, 12800, 12800, 512]cuda:0" = PlaceHolder[target=buf187]
#   %buf189 : Tensor "f32[1, 512, 1, 1][512, 1, 512, 512]cuda:0" = PlaceHolder[target=buf189]
#   %getitem_33 : Tensor "f32[1, 512, 1, 1][512, 1, 512, 512]cuda:0" = PlaceHolder[target=getitem_33]
#   %copy__46 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=copy__46]
#   %add_83 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=add_83]
#   %copy__47 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=copy__47]
#   %add_84 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=add_84]
#   %convert_element_type_47 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_15 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_82 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_15 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %squeeze_45 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.squeeze.dims]
#   %mul_106 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_107 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_83 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %squeeze_47 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dims]
#   %mul_108 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_109 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_110 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_84 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %copy__46 : Tensor "f32[512][1]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   %copy__47 : Tensor "f32[512][1]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   return %getitem_33,%buf189,%rsqrt_15,%add_83,%buf363,%add_84,%buf366
triton_per_fused__native_batch_norm_legit_functional_copy__31 = async_compile.triton('triton_per_fused__native_batch_norm_legit_functional_copy__31', '''
def triton_per_fused__native_batch_norm_legit_functional_copy__31(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, out_ptr1, out_ptr2, out_ptr4, out_ptr6, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr2 + (x0), tmp20, xmask)
    tl.store(out_ptr4 + (x0), tmp26, xmask)
    tl.store(out_ptr6 + (x0), tmp32, xmask)
    tl.store(out_ptr0 + (x0), tmp13, xmask)
    tl.store(out_ptr1 + (x0), tmp14, xmask)
''', device_str='cuda')

# Graph fragment:
#   %convolution_15 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_15]
#   %getitem_33 : Tensor "f32[1, 512, 1, 1][512, 1, 512, 512]cuda:0" = PlaceHolder[target=getitem_33]
#   %buf189 : Tensor "f32[1, 512, 1, 1][512, 1, 512, 512]cuda:0" = PlaceHolder[target=buf189]
#   %primals_96 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_96]
#   %primals_97 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_97]
#   %convert_element_type_47 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_15 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_82 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_15 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_15 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_105 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_60 : Tensor "f32[512, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_61 : Tensor "f32[512, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_111 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_62 : Tensor "f32[512, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_63 : Tensor "f32[512, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_85 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_48 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %relu_13 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.relu.default]
#   return %relu_13
triton_poi_fused__native_batch_norm_legit_functional_relu_32 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_relu_32', '''
def triton_poi_fused__native_batch_norm_legit_functional_relu_32(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp17, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_98 : Tensor "f32[512, 512, 3, 3][4608, 1, 1536, 512]cuda:0" = PlaceHolder[target=primals_98]
#   %convert_element_type_49 : Tensor "bf16[512, 512, 3, 3][4608, 1, 1536, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_49
triton_poi_fused__to_copy_33 = async_compile.triton('triton_poi_fused__to_copy_33', '''
def triton_poi_fused__to_copy_33(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_104 : Tensor "f32[512, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=primals_104]
#   %convert_element_type_52 : Tensor "bf16[512, 256, 1, 1][256, 1, 256, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_52
triton_poi_fused__to_copy_34 = async_compile.triton('triton_poi_fused__to_copy_34', '''
def triton_poi_fused__to_copy_34(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution_16 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_16]
#   %getitem_35 : Tensor "f32[1, 512, 1, 1][512, 1, 512, 512]cuda:0" = PlaceHolder[target=getitem_35]
#   %buf199 : Tensor "f32[1, 512, 1, 1][512, 1, 512, 512]cuda:0" = PlaceHolder[target=buf199]
#   %primals_102 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_102]
#   %primals_103 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_103]
#   %convolution_17 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_17]
#   %getitem_37 : Tensor "f32[1, 512, 1, 1][512, 1, 512, 512]cuda:0" = PlaceHolder[target=getitem_37]
#   %buf208 : Tensor "f32[1, 512, 1, 1][512, 1, 512, 512]cuda:0" = PlaceHolder[target=buf208]
#   %primals_108 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_108]
#   %primals_109 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_109]
#   %add_96 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=add_96]
#   %convert_element_type_50 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_16 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_87 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_16 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_16 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_112 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_64 : Tensor "f32[512, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_65 : Tensor "f32[512, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_118 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_66 : Tensor "f32[512, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_67 : Tensor "f32[512, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_90 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_51 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_53 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_17 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_92 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_17 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_17 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_119 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_68 : Tensor "f32[512, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_69 : Tensor "f32[512, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_125 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_70 : Tensor "f32[512, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_71 : Tensor "f32[512, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_95 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_54 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_96 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %relu_14 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.relu.default]
#   return %add_96,%relu_14
triton_poi_fused__native_batch_norm_legit_functional_add_relu_35 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_add_relu_35', '''
def triton_poi_fused__native_batch_norm_legit_functional_add_relu_35(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, in_ptr9, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x2), tmp32, None)
''', device_str='cuda')

# Graph fragment:
#   %convolution_19 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_19]
#   %getitem_41 : Tensor "f32[1, 512, 1, 1][512, 1, 512, 512]cuda:0" = PlaceHolder[target=getitem_41]
#   %buf229 : Tensor "f32[1, 512, 1, 1][512, 1, 512, 512]cuda:0" = PlaceHolder[target=buf229]
#   %primals_120 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_120]
#   %primals_121 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_121]
#   %relu_14 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=relu_14]
#   %relu_16 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=relu_16]
#   %buf233 : Tensor "f32[64, 512, 1, 1][512, 1, 32768, 32768]cuda:0" = PlaceHolder[target=buf233]
#   %convert_element_type_59 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %var_mean_19 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_103 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_19 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_19 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_133 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_76 : Tensor "f32[512, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_77 : Tensor "f32[512, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_139 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_78 : Tensor "f32[512, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_79 : Tensor "f32[512, 1, 1][1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %add_106 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_60 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_107 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %relu_16 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.relu.default]
#   %mean : Tensor "bf16[64, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %le : Tensor "b8[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   return %relu_16,%le,%buf233,%mean
triton_per_fused__native_batch_norm_legit_functional_add_mean_relu_threshold_backward_36 = async_compile.triton('triton_per_fused__native_batch_norm_legit_functional_add_mean_relu_threshold_backward_36', '''
def triton_per_fused__native_batch_norm_legit_functional_add_mean_relu_threshold_backward_36(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr1, out_ptr3, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (x0 + 512*r0_2 + 25088*x1), tmp21, r0_mask)
    tl.store(out_ptr3 + (x3), tmp29, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_122 : Tensor "f32[1000, 512][512, 1]cuda:0" = PlaceHolder[target=primals_122]
#   %convert_element_type_62 : Tensor "bf16[1000, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_62
triton_poi_fused__to_copy_37 = async_compile.triton('triton_poi_fused__to_copy_37', '''
def triton_poi_fused__to_copy_37(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_123 : Tensor "f32[1000][1]cuda:0" = PlaceHolder[target=primals_123]
#   %convert_element_type_61 : Tensor "bf16[1000][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_61
triton_poi_fused__to_copy_38 = async_compile.triton('triton_poi_fused__to_copy_38', '''
def triton_poi_fused__to_copy_38(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, xmask)
''', device_str='cuda')

# Graph fragment:
#   %copy_ : Tensor "i64[][]cuda:0" = PlaceHolder[target=copy_]
#   %add : Tensor "i64[][]cuda:0" = PlaceHolder[target=add]
#   %add : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %copy_ : Tensor "i64[][]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   return %add,%buf240
triton_poi_fused_add_copy__39 = async_compile.triton('triton_poi_fused_add_copy__39', '''
def triton_poi_fused_add_copy__39(in_ptr0, out_ptr1, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (tl.full([XBLOCK], 0, tl.int32).broadcast_to(XBLOCK)), tmp3, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_2, primals_3, primals_4, primals_5, primals_6, primals_7, primals_8, primals_9, primals_10, primals_11, primals_12, primals_13, primals_14, primals_15, primals_16, primals_17, primals_18, primals_19, primals_20, primals_21, primals_22, primals_23, primals_24, primals_25, primals_26, primals_27, primals_28, primals_29, primals_30, primals_31, primals_32, primals_33, primals_34, primals_35, primals_36, primals_37, primals_38, primals_39, primals_40, primals_41, primals_42, primals_43, primals_44, primals_45, primals_46, primals_47, primals_48, primals_49, primals_50, primals_51, primals_52, primals_53, primals_54, primals_55, primals_56, primals_57, primals_58, primals_59, primals_60, primals_61, primals_62, primals_63, primals_64, primals_65, primals_66, primals_67, primals_68, primals_69, primals_70, primals_71, primals_72, primals_73, primals_74, primals_75, primals_76, primals_77, primals_78, primals_79, primals_80, primals_81, primals_82, primals_83, primals_84, primals_85, primals_86, primals_87, primals_88, primals_89, primals_90, primals_91, primals_92, primals_93, primals_94, primals_95, primals_96, primals_97, primals_98, primals_99, primals_100, primals_101, primals_102, primals_103, primals_104, primals_105, primals_106, primals_107, primals_108, primals_109, primals_110, primals_111, primals_112, primals_113, primals_114, primals_115, primals_116, primals_117, primals_118, primals_119, primals_120, primals_121, primals_122, primals_123 = args
        assert_size_stride(primals_1, (64, 3, 7, 7), (147, 1, 21, 3))
        assert_size_stride(primals_2, (64, 3, 224, 224), (150528, 1, 672, 3))
        assert_size_stride(primals_3, (), ())
        assert_size_stride(primals_4, (64, ), (1, ))
        assert_size_stride(primals_5, (64, ), (1, ))
        assert_size_stride(primals_6, (64, ), (1, ))
        assert_size_stride(primals_7, (64, ), (1, ))
        assert_size_stride(primals_8, (64, 64, 3, 3), (576, 1, 192, 64))
        assert_size_stride(primals_9, (), ())
        assert_size_stride(primals_10, (64, ), (1, ))
        assert_size_stride(primals_11, (64, ), (1, ))
        assert_size_stride(primals_12, (64, ), (1, ))
        assert_size_stride(primals_13, (64, ), (1, ))
        assert_size_stride(primals_14, (64, 64, 3, 3), (576, 1, 192, 64))
        assert_size_stride(primals_15, (), ())
        assert_size_stride(primals_16, (64, ), (1, ))
        assert_size_stride(primals_17, (64, ), (1, ))
        assert_size_stride(primals_18, (64, ), (1, ))
        assert_size_stride(primals_19, (64, ), (1, ))
        assert_size_stride(primals_20, (64, 64, 3, 3), (576, 1, 192, 64))
        assert_size_stride(primals_21, (), ())
        assert_size_stride(primals_22, (64, ), (1, ))
        assert_size_stride(primals_23, (64, ), (1, ))
        assert_size_stride(primals_24, (64, ), (1, ))
        assert_size_stride(primals_25, (64, ), (1, ))
        assert_size_stride(primals_26, (64, 64, 3, 3), (576, 1, 192, 64))
        assert_size_stride(primals_27, (), ())
        assert_size_stride(primals_28, (64, ), (1, ))
        assert_size_stride(primals_29, (64, ), (1, ))
        assert_size_stride(primals_30, (64, ), (1, ))
        assert_size_stride(primals_31, (64, ), (1, ))
        assert_size_stride(primals_32, (128, 64, 3, 3), (576, 1, 192, 64))
        assert_size_stride(primals_33, (), ())
        assert_size_stride(primals_34, (128, ), (1, ))
        assert_size_stride(primals_35, (128, ), (1, ))
        assert_size_stride(primals_36, (128, ), (1, ))
        assert_size_stride(primals_37, (128, ), (1, ))
        assert_size_stride(primals_38, (128, 128, 3, 3), (1152, 1, 384, 128))
        assert_size_stride(primals_39, (), ())
        assert_size_stride(primals_40, (128, ), (1, ))
        assert_size_stride(primals_41, (128, ), (1, ))
        assert_size_stride(primals_42, (128, ), (1, ))
        assert_size_stride(primals_43, (128, ), (1, ))
        assert_size_stride(primals_44, (128, 64, 1, 1), (64, 1, 64, 64))
        assert_size_stride(primals_45, (), ())
        assert_size_stride(primals_46, (128, ), (1, ))
        assert_size_stride(primals_47, (128, ), (1, ))
        assert_size_stride(primals_48, (128, ), (1, ))
        assert_size_stride(primals_49, (128, ), (1, ))
        assert_size_stride(primals_50, (128, 128, 3, 3), (1152, 1, 384, 128))
        assert_size_stride(primals_51, (), ())
        assert_size_stride(primals_52, (128, ), (1, ))
        assert_size_stride(primals_53, (128, ), (1, ))
        assert_size_stride(primals_54, (128, ), (1, ))
        assert_size_stride(primals_55, (128, ), (1, ))
        assert_size_stride(primals_56, (128, 128, 3, 3), (1152, 1, 384, 128))
        assert_size_stride(primals_57, (), ())
        assert_size_stride(primals_58, (128, ), (1, ))
        assert_size_stride(primals_59, (128, ), (1, ))
        assert_size_stride(primals_60, (128, ), (1, ))
        assert_size_stride(primals_61, (128, ), (1, ))
        assert_size_stride(primals_62, (256, 128, 3, 3), (1152, 1, 384, 128))
        assert_size_stride(primals_63, (), ())
        assert_size_stride(primals_64, (256, ), (1, ))
        assert_size_stride(primals_65, (256, ), (1, ))
        assert_size_stride(primals_66, (256, ), (1, ))
        assert_size_stride(primals_67, (256, ), (1, ))
        assert_size_stride(primals_68, (256, 256, 3, 3), (2304, 1, 768, 256))
        assert_size_stride(primals_69, (), ())
        assert_size_stride(primals_70, (256, ), (1, ))
        assert_size_stride(primals_71, (256, ), (1, ))
        assert_size_stride(primals_72, (256, ), (1, ))
        assert_size_stride(primals_73, (256, ), (1, ))
        assert_size_stride(primals_74, (256, 128, 1, 1), (128, 1, 128, 128))
        assert_size_stride(primals_75, (), ())
        assert_size_stride(primals_76, (256, ), (1, ))
        assert_size_stride(primals_77, (256, ), (1, ))
        assert_size_stride(primals_78, (256, ), (1, ))
        assert_size_stride(primals_79, (256, ), (1, ))
        assert_size_stride(primals_80, (256, 256, 3, 3), (2304, 1, 768, 256))
        assert_size_stride(primals_81, (), ())
        assert_size_stride(primals_82, (256, ), (1, ))
        assert_size_stride(primals_83, (256, ), (1, ))
        assert_size_stride(primals_84, (256, ), (1, ))
        assert_size_stride(primals_85, (256, ), (1, ))
        assert_size_stride(primals_86, (256, 256, 3, 3), (2304, 1, 768, 256))
        assert_size_stride(primals_87, (), ())
        assert_size_stride(primals_88, (256, ), (1, ))
        assert_size_stride(primals_89, (256, ), (1, ))
        assert_size_stride(primals_90, (256, ), (1, ))
        assert_size_stride(primals_91, (256, ), (1, ))
        assert_size_stride(primals_92, (512, 256, 3, 3), (2304, 1, 768, 256))
        assert_size_stride(primals_93, (), ())
        assert_size_stride(primals_94, (512, ), (1, ))
        assert_size_stride(primals_95, (512, ), (1, ))
        assert_size_stride(primals_96, (512, ), (1, ))
        assert_size_stride(primals_97, (512, ), (1, ))
        assert_size_stride(primals_98, (512, 512, 3, 3), (4608, 1, 1536, 512))
        assert_size_stride(primals_99, (), ())
        assert_size_stride(primals_100, (512, ), (1, ))
        assert_size_stride(primals_101, (512, ), (1, ))
        assert_size_stride(primals_102, (512, ), (1, ))
        assert_size_stride(primals_103, (512, ), (1, ))
        assert_size_stride(primals_104, (512, 256, 1, 1), (256, 1, 256, 256))
        assert_size_stride(primals_105, (), ())
        assert_size_stride(primals_106, (512, ), (1, ))
        assert_size_stride(primals_107, (512, ), (1, ))
        assert_size_stride(primals_108, (512, ), (1, ))
        assert_size_stride(primals_109, (512, ), (1, ))
        assert_size_stride(primals_110, (512, 512, 3, 3), (4608, 1, 1536, 512))
        assert_size_stride(primals_111, (), ())
        assert_size_stride(primals_112, (512, ), (1, ))
        assert_size_stride(primals_113, (512, ), (1, ))
        assert_size_stride(primals_114, (512, ), (1, ))
        assert_size_stride(primals_115, (512, ), (1, ))
        assert_size_stride(primals_116, (512, 512, 3, 3), (4608, 1, 1536, 512))
        assert_size_stride(primals_117, (), ())
        assert_size_stride(primals_118, (512, ), (1, ))
        assert_size_stride(primals_119, (512, ), (1, ))
        assert_size_stride(primals_120, (512, ), (1, ))
        assert_size_stride(primals_121, (512, ), (1, ))
        assert_size_stride(primals_122, (1000, 512), (512, 1))
        assert_size_stride(primals_123, (1000, ), (1, ))
        with torch.cuda._DeviceGuard(0):
            buf0 = empty_strided_cuda((64, 3, 7, 7), (147, 1, 21, 3), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_0:1
            triton_poi_fused__to_copy_0.run(primals_1, buf0, 9408, stream=stream0)
            buf1 = empty_strided_cuda((64, 3, 224, 224), (150528, 1, 672, 3), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_1:2
            triton_poi_fused__to_copy_1.run(primals_2, buf1, 9633792, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:3
            buf2 = extern_kernels.convolution(buf1, buf0, stride=(2, 2), padding=(3, 3), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf2, (64, 64, 112, 112), (802816, 1, 7168, 64), 'torch.ops.aten.convolution.default')
            buf3 = empty_strided_cuda((1, 64, 1, 1, 1024), (65536, 1, 65536, 65536, 64), torch.float32)
            buf4 = empty_strided_cuda((1, 64, 1, 1, 1024), (65536, 1, 65536, 65536, 64), torch.float32)
            buf5 = empty_strided_cuda((1, 64, 1, 1, 1024), (65536, 1, 65536, 65536, 64), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_2:4
            triton_red_fused__native_batch_norm_legit_functional_2.run(buf2, buf3, buf4, buf5, 65536, 784, stream=stream0)
            buf6 = empty_strided_cuda((1, 64, 1, 1, 8), (512, 1, 512, 512, 64), torch.float32)
            buf7 = empty_strided_cuda((1, 64, 1, 1, 8), (512, 1, 512, 512, 64), torch.float32)
            buf8 = empty_strided_cuda((1, 64, 1, 1, 8), (512, 1, 512, 512, 64), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_3:5
            triton_red_fused__native_batch_norm_legit_functional_3.run(buf3, buf4, buf5, buf6, buf7, buf8, 512, 128, stream=stream0)
            buf9 = empty_strided_cuda((1, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            buf10 = empty_strided_cuda((1, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            buf12 = empty_strided_cuda((1, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__4:6
            triton_per_fused__native_batch_norm_legit_functional_copy__4.run(buf6, buf7, buf8, primals_4, primals_5, buf9, buf10, buf12, primals_4, primals_5, 64, 8, stream=stream0)
            buf13 = empty_strided_cuda((64, 64, 112, 112), (802816, 1, 7168, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_relu_5:7
            triton_poi_fused__native_batch_norm_legit_functional_relu_5.run(buf2, buf9, buf10, primals_6, primals_7, buf13, 51380224, stream=stream0)
            buf14 = empty_strided_cuda((64, 64, 56, 56), (200704, 1, 3584, 64), torch.bfloat16)
            buf15 = empty_strided_cuda((64, 64, 56, 56), (200704, 1, 3584, 64), torch.int8)
            # [Provenance debug handles] triton_poi_fused_max_pool2d_with_indices_6:8
            triton_poi_fused_max_pool2d_with_indices_6.run(buf13, buf14, buf15, 12845056, stream=stream0)
            buf16 = empty_strided_cuda((64, 64, 3, 3), (576, 1, 192, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_7:9
            triton_poi_fused__to_copy_7.run(primals_8, buf16, 36864, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:10
            buf17 = extern_kernels.convolution(buf14, buf16, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf17, (64, 64, 56, 56), (200704, 1, 3584, 64), 'torch.ops.aten.convolution.default')
            buf18 = buf5; del buf5  # reuse
            buf19 = buf4; del buf4  # reuse
            buf20 = buf3; del buf3  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_8:11
            triton_red_fused__native_batch_norm_legit_functional_8.run(buf17, buf18, buf19, buf20, 65536, 196, stream=stream0)
            buf21 = buf8; del buf8  # reuse
            buf22 = buf7; del buf7  # reuse
            buf23 = buf6; del buf6  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_3:12
            triton_red_fused__native_batch_norm_legit_functional_3.run(buf18, buf19, buf20, buf21, buf22, buf23, 512, 128, stream=stream0)
            buf24 = buf10; del buf10  # reuse
            buf25 = empty_strided_cuda((1, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            buf27 = empty_strided_cuda((1, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__9:13
            triton_per_fused__native_batch_norm_legit_functional_copy__9.run(buf21, buf22, buf23, primals_10, primals_11, buf24, buf25, buf27, primals_10, primals_11, 64, 8, stream=stream0)
            buf28 = empty_strided_cuda((64, 64, 56, 56), (200704, 1, 3584, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_relu_10:14
            triton_poi_fused__native_batch_norm_legit_functional_relu_10.run(buf17, buf24, buf25, primals_12, primals_13, buf28, 12845056, stream=stream0)
            buf29 = empty_strided_cuda((64, 64, 3, 3), (576, 1, 192, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_7:15
            triton_poi_fused__to_copy_7.run(primals_14, buf29, 36864, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:16
            buf30 = extern_kernels.convolution(buf28, buf29, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf30, (64, 64, 56, 56), (200704, 1, 3584, 64), 'torch.ops.aten.convolution.default')
            buf31 = buf20; del buf20  # reuse
            buf32 = buf19; del buf19  # reuse
            buf33 = buf18; del buf18  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_8:17
            triton_red_fused__native_batch_norm_legit_functional_8.run(buf30, buf31, buf32, buf33, 65536, 196, stream=stream0)
            buf34 = buf23; del buf23  # reuse
            buf35 = buf22; del buf22  # reuse
            buf36 = buf21; del buf21  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_3:18
            triton_red_fused__native_batch_norm_legit_functional_3.run(buf31, buf32, buf33, buf34, buf35, buf36, 512, 128, stream=stream0)
            buf37 = buf25; del buf25  # reuse
            buf38 = empty_strided_cuda((1, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            buf40 = empty_strided_cuda((1, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__9:19
            triton_per_fused__native_batch_norm_legit_functional_copy__9.run(buf34, buf35, buf36, primals_16, primals_17, buf37, buf38, buf40, primals_16, primals_17, 64, 8, stream=stream0)
            buf41 = empty_strided_cuda((64, 64, 56, 56), (200704, 1, 3584, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_add_relu_11:20
            triton_poi_fused__native_batch_norm_legit_functional_add_relu_11.run(buf30, buf37, buf38, primals_18, primals_19, buf14, buf41, 12845056, stream=stream0)
            buf42 = empty_strided_cuda((64, 64, 3, 3), (576, 1, 192, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_7:21
            triton_poi_fused__to_copy_7.run(primals_20, buf42, 36864, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:22
            buf43 = extern_kernels.convolution(buf41, buf42, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf43, (64, 64, 56, 56), (200704, 1, 3584, 64), 'torch.ops.aten.convolution.default')
            buf44 = buf33; del buf33  # reuse
            buf45 = buf32; del buf32  # reuse
            buf46 = buf31; del buf31  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_8:23
            triton_red_fused__native_batch_norm_legit_functional_8.run(buf43, buf44, buf45, buf46, 65536, 196, stream=stream0)
            buf47 = buf36; del buf36  # reuse
            buf48 = buf35; del buf35  # reuse
            buf49 = buf34; del buf34  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_3:24
            triton_red_fused__native_batch_norm_legit_functional_3.run(buf44, buf45, buf46, buf47, buf48, buf49, 512, 128, stream=stream0)
            buf50 = buf38; del buf38  # reuse
            buf51 = empty_strided_cuda((1, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            buf53 = empty_strided_cuda((1, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__9:25
            triton_per_fused__native_batch_norm_legit_functional_copy__9.run(buf47, buf48, buf49, primals_22, primals_23, buf50, buf51, buf53, primals_22, primals_23, 64, 8, stream=stream0)
            buf54 = empty_strided_cuda((64, 64, 56, 56), (200704, 1, 3584, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_relu_10:26
            triton_poi_fused__native_batch_norm_legit_functional_relu_10.run(buf43, buf50, buf51, primals_24, primals_25, buf54, 12845056, stream=stream0)
            buf55 = empty_strided_cuda((64, 64, 3, 3), (576, 1, 192, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_7:27
            triton_poi_fused__to_copy_7.run(primals_26, buf55, 36864, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:28
            buf56 = extern_kernels.convolution(buf54, buf55, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf56, (64, 64, 56, 56), (200704, 1, 3584, 64), 'torch.ops.aten.convolution.default')
            buf57 = buf46; del buf46  # reuse
            buf58 = buf45; del buf45  # reuse
            buf59 = buf44; del buf44  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_8:29
            triton_red_fused__native_batch_norm_legit_functional_8.run(buf56, buf57, buf58, buf59, 65536, 196, stream=stream0)
            buf60 = buf49; del buf49  # reuse
            buf61 = buf48; del buf48  # reuse
            buf62 = buf47; del buf47  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_3:30
            triton_red_fused__native_batch_norm_legit_functional_3.run(buf57, buf58, buf59, buf60, buf61, buf62, 512, 128, stream=stream0)
            buf63 = buf51; del buf51  # reuse
            buf64 = empty_strided_cuda((1, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            buf66 = empty_strided_cuda((1, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__9:31
            triton_per_fused__native_batch_norm_legit_functional_copy__9.run(buf60, buf61, buf62, primals_28, primals_29, buf63, buf64, buf66, primals_28, primals_29, 64, 8, stream=stream0)
            buf67 = empty_strided_cuda((64, 64, 56, 56), (200704, 1, 3584, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_add_relu_11:32
            triton_poi_fused__native_batch_norm_legit_functional_add_relu_11.run(buf56, buf63, buf64, primals_30, primals_31, buf41, buf67, 12845056, stream=stream0)
            buf68 = empty_strided_cuda((128, 64, 3, 3), (576, 1, 192, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_12:33
            triton_poi_fused__to_copy_12.run(primals_32, buf68, 73728, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:34
            buf69 = extern_kernels.convolution(buf67, buf68, stride=(2, 2), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf69, (64, 128, 28, 28), (100352, 1, 3584, 128), 'torch.ops.aten.convolution.default')
            buf70 = empty_strided_cuda((1, 128, 1, 1, 392), (50176, 1, 50176, 50176, 128), torch.float32)
            buf71 = empty_strided_cuda((1, 128, 1, 1, 392), (50176, 1, 50176, 50176, 128), torch.float32)
            buf72 = empty_strided_cuda((1, 128, 1, 1, 392), (50176, 1, 50176, 50176, 128), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_13:35
            triton_red_fused__native_batch_norm_legit_functional_13.run(buf69, buf70, buf71, buf72, 50176, 128, stream=stream0)
            buf73 = reinterpret_tensor(buf62, (1, 128, 1, 1, 4), (512, 1, 512, 512, 128), 0); del buf62  # reuse
            buf74 = reinterpret_tensor(buf61, (1, 128, 1, 1, 4), (512, 1, 512, 512, 128), 0); del buf61  # reuse
            buf75 = reinterpret_tensor(buf60, (1, 128, 1, 1, 4), (512, 1, 512, 512, 128), 0); del buf60  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_14:36
            triton_red_fused__native_batch_norm_legit_functional_14.run(buf70, buf71, buf72, buf73, buf74, buf75, 512, 98, stream=stream0)
            buf76 = empty_strided_cuda((1, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            buf77 = empty_strided_cuda((1, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            buf79 = empty_strided_cuda((1, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__15:37
            triton_per_fused__native_batch_norm_legit_functional_copy__15.run(buf73, buf74, buf75, primals_34, primals_35, buf76, buf77, buf79, primals_34, primals_35, 128, 4, stream=stream0)
            buf80 = empty_strided_cuda((64, 128, 28, 28), (100352, 1, 3584, 128), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_relu_16:38
            triton_poi_fused__native_batch_norm_legit_functional_relu_16.run(buf69, buf76, buf77, primals_36, primals_37, buf80, 6422528, stream=stream0)
            buf81 = empty_strided_cuda((128, 128, 3, 3), (1152, 1, 384, 128), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_17:39
            triton_poi_fused__to_copy_17.run(primals_38, buf81, 147456, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:40
            buf82 = extern_kernels.convolution(buf80, buf81, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf82, (64, 128, 28, 28), (100352, 1, 3584, 128), 'torch.ops.aten.convolution.default')
            buf83 = buf72; del buf72  # reuse
            buf84 = buf71; del buf71  # reuse
            buf85 = buf70; del buf70  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_13:41
            triton_red_fused__native_batch_norm_legit_functional_13.run(buf82, buf83, buf84, buf85, 50176, 128, stream=stream0)
            buf86 = buf75; del buf75  # reuse
            buf87 = buf74; del buf74  # reuse
            buf88 = buf73; del buf73  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_14:42
            triton_red_fused__native_batch_norm_legit_functional_14.run(buf83, buf84, buf85, buf86, buf87, buf88, 512, 98, stream=stream0)
            buf89 = buf77; del buf77  # reuse
            buf90 = empty_strided_cuda((1, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            buf92 = empty_strided_cuda((1, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__15:43
            triton_per_fused__native_batch_norm_legit_functional_copy__15.run(buf86, buf87, buf88, primals_40, primals_41, buf89, buf90, buf92, primals_40, primals_41, 128, 4, stream=stream0)
            buf93 = empty_strided_cuda((128, 64, 1, 1), (64, 1, 64, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_18:44
            triton_poi_fused__to_copy_18.run(primals_44, buf93, 8192, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:45
            buf94 = extern_kernels.convolution(buf67, buf93, stride=(2, 2), padding=(0, 0), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf94, (64, 128, 28, 28), (100352, 1, 3584, 128), 'torch.ops.aten.convolution.default')
            buf95 = buf85; del buf85  # reuse
            buf96 = buf84; del buf84  # reuse
            buf97 = buf83; del buf83  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_13:46
            triton_red_fused__native_batch_norm_legit_functional_13.run(buf94, buf95, buf96, buf97, 50176, 128, stream=stream0)
            buf98 = buf88; del buf88  # reuse
            buf99 = buf87; del buf87  # reuse
            buf100 = buf86; del buf86  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_14:47
            triton_red_fused__native_batch_norm_legit_functional_14.run(buf95, buf96, buf97, buf98, buf99, buf100, 512, 98, stream=stream0)
            buf101 = empty_strided_cuda((1, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            buf102 = empty_strided_cuda((1, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            buf104 = empty_strided_cuda((1, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__15:48
            triton_per_fused__native_batch_norm_legit_functional_copy__15.run(buf98, buf99, buf100, primals_46, primals_47, buf101, buf102, buf104, primals_46, primals_47, 128, 4, stream=stream0)
            buf105 = empty_strided_cuda((64, 128, 28, 28), (100352, 1, 3584, 128), torch.bfloat16)
            buf106 = buf105; del buf105  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_add_relu_19:49
            triton_poi_fused__native_batch_norm_legit_functional_add_relu_19.run(buf106, buf82, buf89, buf90, primals_42, primals_43, buf94, buf101, buf102, primals_48, primals_49, 6422528, stream=stream0)
            buf107 = empty_strided_cuda((128, 128, 3, 3), (1152, 1, 384, 128), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_17:50
            triton_poi_fused__to_copy_17.run(primals_50, buf107, 147456, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:51
            buf108 = extern_kernels.convolution(buf106, buf107, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf108, (64, 128, 28, 28), (100352, 1, 3584, 128), 'torch.ops.aten.convolution.default')
            buf109 = buf97; del buf97  # reuse
            buf110 = buf96; del buf96  # reuse
            buf111 = buf95; del buf95  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_13:52
            triton_red_fused__native_batch_norm_legit_functional_13.run(buf108, buf109, buf110, buf111, 50176, 128, stream=stream0)
            buf112 = buf99; del buf99  # reuse
            buf113 = buf98; del buf98  # reuse
            buf114 = buf100; del buf100  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_14:53
            triton_red_fused__native_batch_norm_legit_functional_14.run(buf109, buf110, buf111, buf112, buf113, buf114, 512, 98, stream=stream0)
            buf115 = buf90; del buf90  # reuse
            buf116 = buf102; del buf102  # reuse
            buf118 = empty_strided_cuda((1, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__15:54
            triton_per_fused__native_batch_norm_legit_functional_copy__15.run(buf112, buf113, buf114, primals_52, primals_53, buf115, buf116, buf118, primals_52, primals_53, 128, 4, stream=stream0)
            buf119 = empty_strided_cuda((64, 128, 28, 28), (100352, 1, 3584, 128), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_relu_16:55
            triton_poi_fused__native_batch_norm_legit_functional_relu_16.run(buf108, buf115, buf116, primals_54, primals_55, buf119, 6422528, stream=stream0)
            buf120 = empty_strided_cuda((128, 128, 3, 3), (1152, 1, 384, 128), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_17:56
            triton_poi_fused__to_copy_17.run(primals_56, buf120, 147456, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:57
            buf121 = extern_kernels.convolution(buf119, buf120, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf121, (64, 128, 28, 28), (100352, 1, 3584, 128), 'torch.ops.aten.convolution.default')
            buf122 = buf111; del buf111  # reuse
            buf123 = buf110; del buf110  # reuse
            buf124 = buf109; del buf109  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_13:58
            triton_red_fused__native_batch_norm_legit_functional_13.run(buf121, buf122, buf123, buf124, 50176, 128, stream=stream0)
            buf125 = buf114; del buf114  # reuse
            buf126 = buf113; del buf113  # reuse
            buf127 = buf112; del buf112  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_14:59
            triton_red_fused__native_batch_norm_legit_functional_14.run(buf122, buf123, buf124, buf125, buf126, buf127, 512, 98, stream=stream0)
            buf128 = buf116; del buf116  # reuse
            buf129 = empty_strided_cuda((1, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            buf131 = empty_strided_cuda((1, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__15:60
            triton_per_fused__native_batch_norm_legit_functional_copy__15.run(buf125, buf126, buf127, primals_58, primals_59, buf128, buf129, buf131, primals_58, primals_59, 128, 4, stream=stream0)
            buf132 = empty_strided_cuda((64, 128, 28, 28), (100352, 1, 3584, 128), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_add_relu_20:61
            triton_poi_fused__native_batch_norm_legit_functional_add_relu_20.run(buf121, buf128, buf129, primals_60, primals_61, buf106, buf132, 6422528, stream=stream0)
            buf133 = empty_strided_cuda((256, 128, 3, 3), (1152, 1, 384, 128), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_21:62
            triton_poi_fused__to_copy_21.run(primals_62, buf133, 294912, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:63
            buf134 = extern_kernels.convolution(buf132, buf133, stride=(2, 2), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf134, (64, 256, 14, 14), (50176, 1, 3584, 256), 'torch.ops.aten.convolution.default')
            buf135 = empty_strided_cuda((1, 256, 1, 1, 98), (25088, 1, 25088, 25088, 256), torch.float32)
            buf136 = empty_strided_cuda((1, 256, 1, 1, 98), (25088, 1, 25088, 25088, 256), torch.float32)
            buf137 = empty_strided_cuda((1, 256, 1, 1, 98), (25088, 1, 25088, 25088, 256), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_22:64
            triton_red_fused__native_batch_norm_legit_functional_22.run(buf134, buf135, buf136, buf137, 25088, 128, stream=stream0)
            buf138 = empty_strided_cuda((1, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            buf139 = empty_strided_cuda((1, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            buf141 = empty_strided_cuda((1, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_copy__23:65
            triton_red_fused__native_batch_norm_legit_functional_copy__23.run(buf135, buf136, buf137, primals_64, primals_65, buf138, buf139, buf141, primals_64, primals_65, 256, 98, stream=stream0)
            buf142 = empty_strided_cuda((64, 256, 14, 14), (50176, 1, 3584, 256), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_relu_24:66
            triton_poi_fused__native_batch_norm_legit_functional_relu_24.run(buf134, buf138, buf139, primals_66, primals_67, buf142, 3211264, stream=stream0)
            buf143 = empty_strided_cuda((256, 256, 3, 3), (2304, 1, 768, 256), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:67
            triton_poi_fused__to_copy_25.run(primals_68, buf143, 589824, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:68
            buf144 = extern_kernels.convolution(buf142, buf143, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf144, (64, 256, 14, 14), (50176, 1, 3584, 256), 'torch.ops.aten.convolution.default')
            buf145 = buf137; del buf137  # reuse
            buf146 = buf136; del buf136  # reuse
            buf147 = buf135; del buf135  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_22:69
            triton_red_fused__native_batch_norm_legit_functional_22.run(buf144, buf145, buf146, buf147, 25088, 128, stream=stream0)
            buf148 = buf139; del buf139  # reuse
            buf149 = empty_strided_cuda((1, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            buf151 = empty_strided_cuda((1, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_copy__23:70
            triton_red_fused__native_batch_norm_legit_functional_copy__23.run(buf145, buf146, buf147, primals_70, primals_71, buf148, buf149, buf151, primals_70, primals_71, 256, 98, stream=stream0)
            buf152 = empty_strided_cuda((256, 128, 1, 1), (128, 1, 128, 128), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_26:71
            triton_poi_fused__to_copy_26.run(primals_74, buf152, 32768, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:72
            buf153 = extern_kernels.convolution(buf132, buf152, stride=(2, 2), padding=(0, 0), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf153, (64, 256, 14, 14), (50176, 1, 3584, 256), 'torch.ops.aten.convolution.default')
            buf154 = buf147; del buf147  # reuse
            buf155 = buf146; del buf146  # reuse
            buf156 = buf145; del buf145  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_22:73
            triton_red_fused__native_batch_norm_legit_functional_22.run(buf153, buf154, buf155, buf156, 25088, 128, stream=stream0)
            buf157 = empty_strided_cuda((1, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            buf158 = empty_strided_cuda((1, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            buf160 = empty_strided_cuda((1, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_copy__23:74
            triton_red_fused__native_batch_norm_legit_functional_copy__23.run(buf154, buf155, buf156, primals_76, primals_77, buf157, buf158, buf160, primals_76, primals_77, 256, 98, stream=stream0)
            buf161 = empty_strided_cuda((64, 256, 14, 14), (50176, 1, 3584, 256), torch.bfloat16)
            buf162 = buf161; del buf161  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_add_relu_27:75
            triton_poi_fused__native_batch_norm_legit_functional_add_relu_27.run(buf162, buf144, buf148, buf149, primals_72, primals_73, buf153, buf157, buf158, primals_78, primals_79, 3211264, stream=stream0)
            buf163 = empty_strided_cuda((256, 256, 3, 3), (2304, 1, 768, 256), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:76
            triton_poi_fused__to_copy_25.run(primals_80, buf163, 589824, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:77
            buf164 = extern_kernels.convolution(buf162, buf163, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf164, (64, 256, 14, 14), (50176, 1, 3584, 256), 'torch.ops.aten.convolution.default')
            buf165 = buf156; del buf156  # reuse
            buf166 = buf155; del buf155  # reuse
            buf167 = buf154; del buf154  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_22:78
            triton_red_fused__native_batch_norm_legit_functional_22.run(buf164, buf165, buf166, buf167, 25088, 128, stream=stream0)
            buf168 = buf158; del buf158  # reuse
            buf169 = buf149; del buf149  # reuse
            buf171 = empty_strided_cuda((1, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_copy__23:79
            triton_red_fused__native_batch_norm_legit_functional_copy__23.run(buf165, buf166, buf167, primals_82, primals_83, buf168, buf169, buf171, primals_82, primals_83, 256, 98, stream=stream0)
            buf172 = empty_strided_cuda((64, 256, 14, 14), (50176, 1, 3584, 256), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_relu_24:80
            triton_poi_fused__native_batch_norm_legit_functional_relu_24.run(buf164, buf168, buf169, primals_84, primals_85, buf172, 3211264, stream=stream0)
            buf173 = empty_strided_cuda((256, 256, 3, 3), (2304, 1, 768, 256), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:81
            triton_poi_fused__to_copy_25.run(primals_86, buf173, 589824, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:82
            buf174 = extern_kernels.convolution(buf172, buf173, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf174, (64, 256, 14, 14), (50176, 1, 3584, 256), 'torch.ops.aten.convolution.default')
            buf175 = buf167; del buf167  # reuse
            buf176 = buf166; del buf166  # reuse
            buf177 = buf165; del buf165  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_22:83
            triton_red_fused__native_batch_norm_legit_functional_22.run(buf174, buf175, buf176, buf177, 25088, 128, stream=stream0)
            buf178 = buf169; del buf169  # reuse
            buf179 = empty_strided_cuda((1, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            buf181 = empty_strided_cuda((1, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_copy__23:84
            triton_red_fused__native_batch_norm_legit_functional_copy__23.run(buf175, buf176, buf177, primals_88, primals_89, buf178, buf179, buf181, primals_88, primals_89, 256, 98, stream=stream0)
            buf182 = empty_strided_cuda((64, 256, 14, 14), (50176, 1, 3584, 256), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_add_relu_28:85
            triton_poi_fused__native_batch_norm_legit_functional_add_relu_28.run(buf174, buf178, buf179, primals_90, primals_91, buf162, buf182, 3211264, stream=stream0)
            buf183 = empty_strided_cuda((512, 256, 3, 3), (2304, 1, 768, 256), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_29:86
            triton_poi_fused__to_copy_29.run(primals_92, buf183, 1179648, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:87
            buf184 = extern_kernels.convolution(buf182, buf183, stride=(2, 2), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf184, (64, 512, 7, 7), (25088, 1, 3584, 512), 'torch.ops.aten.convolution.default')
            buf185 = empty_strided_cuda((1, 512, 1, 1, 25), (12800, 1, 12800, 12800, 512), torch.float32)
            buf186 = empty_strided_cuda((1, 512, 1, 1, 25), (12800, 1, 12800, 12800, 512), torch.float32)
            buf187 = empty_strided_cuda((1, 512, 1, 1, 25), (12800, 1, 12800, 12800, 512), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_30:88
            triton_red_fused__native_batch_norm_legit_functional_30.run(buf184, buf185, buf186, buf187, 12800, 126, stream=stream0)
            buf188 = reinterpret_tensor(buf127, (1, 512, 1, 1), (512, 1, 512, 512), 0); del buf127  # reuse
            buf189 = reinterpret_tensor(buf126, (1, 512, 1, 1), (512, 1, 512, 512), 0); del buf126  # reuse
            buf191 = reinterpret_tensor(buf125, (1, 512, 1, 1), (512, 1, 512, 512), 0); del buf125  # reuse
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__31:89
            triton_per_fused__native_batch_norm_legit_functional_copy__31.run(buf185, buf186, buf187, primals_94, primals_95, buf188, buf189, buf191, primals_94, primals_95, 512, 25, stream=stream0)
            buf192 = empty_strided_cuda((64, 512, 7, 7), (25088, 1, 3584, 512), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_relu_32:90
            triton_poi_fused__native_batch_norm_legit_functional_relu_32.run(buf184, buf188, buf189, primals_96, primals_97, buf192, 1605632, stream=stream0)
            buf193 = empty_strided_cuda((512, 512, 3, 3), (4608, 1, 1536, 512), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_33:91
            triton_poi_fused__to_copy_33.run(primals_98, buf193, 2359296, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:92
            buf194 = extern_kernels.convolution(buf192, buf193, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf194, (64, 512, 7, 7), (25088, 1, 3584, 512), 'torch.ops.aten.convolution.default')
            buf195 = buf187; del buf187  # reuse
            buf196 = buf186; del buf186  # reuse
            buf197 = buf185; del buf185  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_30:93
            triton_red_fused__native_batch_norm_legit_functional_30.run(buf194, buf195, buf196, buf197, 12800, 126, stream=stream0)
            buf198 = buf189; del buf189  # reuse
            buf199 = empty_strided_cuda((1, 512, 1, 1), (512, 1, 512, 512), torch.float32)
            buf201 = empty_strided_cuda((1, 512, 1, 1), (512, 1, 512, 512), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__31:94
            triton_per_fused__native_batch_norm_legit_functional_copy__31.run(buf195, buf196, buf197, primals_100, primals_101, buf198, buf199, buf201, primals_100, primals_101, 512, 25, stream=stream0)
            buf202 = empty_strided_cuda((512, 256, 1, 1), (256, 1, 256, 256), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_34:95
            triton_poi_fused__to_copy_34.run(primals_104, buf202, 131072, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:96
            buf203 = extern_kernels.convolution(buf182, buf202, stride=(2, 2), padding=(0, 0), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf203, (64, 512, 7, 7), (25088, 1, 3584, 512), 'torch.ops.aten.convolution.default')
            buf204 = buf197; del buf197  # reuse
            buf205 = buf196; del buf196  # reuse
            buf206 = buf195; del buf195  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_30:97
            triton_red_fused__native_batch_norm_legit_functional_30.run(buf203, buf204, buf205, buf206, 12800, 126, stream=stream0)
            buf207 = empty_strided_cuda((1, 512, 1, 1), (512, 1, 512, 512), torch.float32)
            buf208 = empty_strided_cuda((1, 512, 1, 1), (512, 1, 512, 512), torch.float32)
            buf210 = empty_strided_cuda((1, 512, 1, 1), (512, 1, 512, 512), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__31:98
            triton_per_fused__native_batch_norm_legit_functional_copy__31.run(buf204, buf205, buf206, primals_106, primals_107, buf207, buf208, buf210, primals_106, primals_107, 512, 25, stream=stream0)
            buf211 = empty_strided_cuda((64, 512, 7, 7), (25088, 1, 3584, 512), torch.bfloat16)
            buf212 = buf211; del buf211  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_add_relu_35:99
            triton_poi_fused__native_batch_norm_legit_functional_add_relu_35.run(buf212, buf194, buf198, buf199, primals_102, primals_103, buf203, buf207, buf208, primals_108, primals_109, 1605632, stream=stream0)
            buf213 = empty_strided_cuda((512, 512, 3, 3), (4608, 1, 1536, 512), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_33:100
            triton_poi_fused__to_copy_33.run(primals_110, buf213, 2359296, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:101
            buf214 = extern_kernels.convolution(buf212, buf213, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf214, (64, 512, 7, 7), (25088, 1, 3584, 512), 'torch.ops.aten.convolution.default')
            buf215 = buf206; del buf206  # reuse
            buf216 = buf205; del buf205  # reuse
            buf217 = buf204; del buf204  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_30:102
            triton_red_fused__native_batch_norm_legit_functional_30.run(buf214, buf215, buf216, buf217, 12800, 126, stream=stream0)
            buf218 = buf208; del buf208  # reuse
            buf219 = buf199; del buf199  # reuse
            buf221 = empty_strided_cuda((1, 512, 1, 1), (512, 1, 512, 512), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__31:103
            triton_per_fused__native_batch_norm_legit_functional_copy__31.run(buf215, buf216, buf217, primals_112, primals_113, buf218, buf219, buf221, primals_112, primals_113, 512, 25, stream=stream0)
            buf222 = empty_strided_cuda((64, 512, 7, 7), (25088, 1, 3584, 512), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_relu_32:104
            triton_poi_fused__native_batch_norm_legit_functional_relu_32.run(buf214, buf218, buf219, primals_114, primals_115, buf222, 1605632, stream=stream0)
            buf223 = empty_strided_cuda((512, 512, 3, 3), (4608, 1, 1536, 512), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_33:105
            triton_poi_fused__to_copy_33.run(primals_116, buf223, 2359296, stream=stream0)
            # [Provenance debug handles] extern_kernels.convolution:106
            buf224 = extern_kernels.convolution(buf222, buf223, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
            assert_size_stride(buf224, (64, 512, 7, 7), (25088, 1, 3584, 512), 'torch.ops.aten.convolution.default')
            buf225 = buf217; del buf217  # reuse
            buf226 = buf216; del buf216  # reuse
            buf227 = buf215; del buf215  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_30:107
            triton_red_fused__native_batch_norm_legit_functional_30.run(buf224, buf225, buf226, buf227, 12800, 126, stream=stream0)
            buf228 = buf219; del buf219  # reuse
            buf229 = empty_strided_cuda((1, 512, 1, 1), (512, 1, 512, 512), torch.float32)
            buf231 = empty_strided_cuda((1, 512, 1, 1), (512, 1, 512, 512), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_copy__31:108
            triton_per_fused__native_batch_norm_legit_functional_copy__31.run(buf225, buf226, buf227, primals_118, primals_119, buf228, buf229, buf231, primals_118, primals_119, 512, 25, stream=stream0)
            buf238 = empty_strided_cuda((64, 512, 7, 7), (25088, 1, 3584, 512), torch.bool)
            buf234 = empty_strided_cuda((64, 512, 1, 1), (512, 1, 1, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_add_mean_relu_threshold_backward_36:109
            triton_per_fused__native_batch_norm_legit_functional_add_mean_relu_threshold_backward_36.run(buf224, buf228, buf229, primals_120, primals_121, buf212, buf238, buf234, 32768, 49, stream=stream0)
            buf235 = empty_strided_cuda((1000, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_37:110
            triton_poi_fused__to_copy_37.run(primals_122, buf235, 512000, stream=stream0)
            buf236 = empty_strided_cuda((1000, ), (1, ), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_38:111
            triton_poi_fused__to_copy_38.run(primals_123, buf236, 1000, stream=stream0)
            buf237 = empty_strided_cuda((64, 1000), (1000, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:112
            extern_kernels.addmm(buf236, reinterpret_tensor(buf234, (64, 512), (512, 1), 0), reinterpret_tensor(buf235, (512, 1000), (1, 512), 0), alpha=1, beta=1, out=buf237)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:113
            triton_poi_fused_add_copy__39.run(primals_3, primals_3, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:114
            triton_poi_fused_add_copy__39.run(primals_9, primals_9, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:115
            triton_poi_fused_add_copy__39.run(primals_15, primals_15, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:116
            triton_poi_fused_add_copy__39.run(primals_21, primals_21, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:117
            triton_poi_fused_add_copy__39.run(primals_27, primals_27, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:118
            triton_poi_fused_add_copy__39.run(primals_33, primals_33, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:119
            triton_poi_fused_add_copy__39.run(primals_39, primals_39, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:120
            triton_poi_fused_add_copy__39.run(primals_45, primals_45, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:121
            triton_poi_fused_add_copy__39.run(primals_51, primals_51, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:122
            triton_poi_fused_add_copy__39.run(primals_57, primals_57, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:123
            triton_poi_fused_add_copy__39.run(primals_63, primals_63, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:124
            triton_poi_fused_add_copy__39.run(primals_69, primals_69, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:125
            triton_poi_fused_add_copy__39.run(primals_75, primals_75, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:126
            triton_poi_fused_add_copy__39.run(primals_81, primals_81, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:127
            triton_poi_fused_add_copy__39.run(primals_87, primals_87, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:128
            triton_poi_fused_add_copy__39.run(primals_93, primals_93, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:129
            triton_poi_fused_add_copy__39.run(primals_99, primals_99, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:130
            triton_poi_fused_add_copy__39.run(primals_105, primals_105, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:131
            triton_poi_fused_add_copy__39.run(primals_111, primals_111, 1, stream=stream0)
            # [Provenance debug handles] triton_poi_fused_add_copy__39:132
            triton_poi_fused_add_copy__39.run(primals_117, primals_117, 1, stream=stream0)
        return (buf237, primals_6, primals_12, primals_18, primals_24, primals_30, primals_36, primals_42, primals_48, primals_54, primals_60, primals_66, primals_72, primals_78, primals_84, primals_90, primals_96, primals_102, primals_108, primals_114, primals_120, buf0, buf1, buf2, reinterpret_tensor(buf12, (64, ), (1, ), 0), buf13, buf14, buf15, buf16, buf17, reinterpret_tensor(buf27, (64, ), (1, ), 0), buf28, buf29, buf30, reinterpret_tensor(buf40, (64, ), (1, ), 0), buf41, buf42, buf43, reinterpret_tensor(buf53, (64, ), (1, ), 0), buf54, buf55, buf56, reinterpret_tensor(buf66, (64, ), (1, ), 0), buf67, buf68, buf69, reinterpret_tensor(buf79, (128, ), (1, ), 0), buf80, buf81, buf82, reinterpret_tensor(buf92, (128, ), (1, ), 0), buf93, buf94, reinterpret_tensor(buf104, (128, ), (1, ), 0), buf106, buf107, buf108, reinterpret_tensor(buf118, (128, ), (1, ), 0), buf119, buf120, buf121, reinterpret_tensor(buf131, (128, ), (1, ), 0), buf132, buf133, buf134, reinterpret_tensor(buf141, (256, ), (1, ), 0), buf142, buf143, buf144, reinterpret_tensor(buf151, (256, ), (1, ), 0), buf152, buf153, reinterpret_tensor(buf160, (256, ), (1, ), 0), buf162, buf163, buf164, reinterpret_tensor(buf171, (256, ), (1, ), 0), buf172, buf173, buf174, reinterpret_tensor(buf181, (256, ), (1, ), 0), buf182, buf183, buf184, reinterpret_tensor(buf191, (512, ), (1, ), 0), buf192, buf193, buf194, reinterpret_tensor(buf201, (512, ), (1, ), 0), buf202, buf203, reinterpret_tensor(buf210, (512, ), (1, ), 0), buf212, buf213, buf214, reinterpret_tensor(buf221, (512, ), (1, ), 0), buf222, buf223, buf224, reinterpret_tensor(buf231, (512, ), (1, ), 0), reinterpret_tensor(buf234, (64, 512), (512, 1), 0), buf235, buf238, reinterpret_tensor(buf228, (1, 512, 1, 1), (512, 1, 1, 1), 0), reinterpret_tensor(buf218, (1, 512, 1, 1), (512, 1, 1, 1), 0), reinterpret_tensor(buf207, (1, 512, 1, 1), (512, 1, 1, 1), 0), reinterpret_tensor(buf198, (1, 512, 1, 1), (512, 1, 1, 1), 0), reinterpret_tensor(buf188, (1, 512, 1, 1), (512, 1, 1, 1), 0), reinterpret_tensor(buf178, (1, 256, 1, 1), (256, 1, 1, 1), 0), reinterpret_tensor(buf168, (1, 256, 1, 1), (256, 1, 1, 1), 0), reinterpret_tensor(buf157, (1, 256, 1, 1), (256, 1, 1, 1), 0), reinterpret_tensor(buf148, (1, 256, 1, 1), (256, 1, 1, 1), 0), reinterpret_tensor(buf138, (1, 256, 1, 1), (256, 1, 1, 1), 0), reinterpret_tensor(buf128, (1, 128, 1, 1), (128, 1, 1, 1), 0), reinterpret_tensor(buf115, (1, 128, 1, 1), (128, 1, 1, 1), 0), reinterpret_tensor(buf101, (1, 128, 1, 1), (128, 1, 1, 1), 0), reinterpret_tensor(buf89, (1, 128, 1, 1), (128, 1, 1, 1), 0), reinterpret_tensor(buf76, (1, 128, 1, 1), (128, 1, 1, 1), 0), reinterpret_tensor(buf63, (1, 64, 1, 1), (64, 1, 1, 1), 0), reinterpret_tensor(buf50, (1, 64, 1, 1), (64, 1, 1, 1), 0), reinterpret_tensor(buf37, (1, 64, 1, 1), (64, 1, 1, 1), 0), reinterpret_tensor(buf24, (1, 64, 1, 1), (64, 1, 1, 1), 0), reinterpret_tensor(buf9, (1, 64, 1, 1), (64, 1, 1, 1), 0), )
