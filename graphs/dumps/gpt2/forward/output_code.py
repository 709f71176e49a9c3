# AOT ID: ['0_forward']

# Graph fragment:
#   %iota : Tensor "i64[1024][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.iota.default]
#   %add : Tensor "i64[1024][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %add
triton_poi_fused_add_arange_0 = async_compile.triton('triton_poi_fused_add_arange_0', '''
def triton_poi_fused_add_arange_0(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp0, xmask)
''', device_str='cuda')

# Graph fragment:
#   %add : Tensor "i64[1024][1]cuda:0" = PlaceHolder[target=add]
#   %primals_3 : Tensor "f32[1024, 768][768, 1]cuda:0" = PlaceHolder[target=primals_3]
#   %iota : Tensor "i64[1024][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.iota.default]
#   %add : Tensor "i64[1024][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %unsqueeze : Tensor "i64[1, 1024][1024, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %embedding_1 : Tensor "f32[1, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.embedding.default]
#   return %embedding_1
triton_poi_fused_add_arange_embedding_unsqueeze_1 = async_compile.triton('triton_poi_fused_add_arange_embedding_unsqueeze_1', '''
def triton_poi_fused_add_arange_embedding_unsqueeze_1(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp6, None)
''', device_str='cuda')

# Graph fragment:
#   %inductor_seeds_default : Tensor "i64[5][1]cuda:0" = PlaceHolder[target=inductor_seeds_default]
#   %inductor_random_default_4 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=inductor_random_default_4]
#   %primals_1 : Tensor "i64[8, 1024][1024, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %primals_2 : Tensor "f32[50257, 768][768, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %gt : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=gt]
#   %embedding : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=embedding]
#   %embedding_1 : Tensor "f32[1, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=embedding_1]
#   %buf7 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=buf7]
#   %getitem_1 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0" = PlaceHolder[target=getitem_1]
#   %rsqrt : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %primals_4 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_4]
#   %primals_5 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_5]
#   %embedding : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.embedding.default]
#   %add_1 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %inductor_lookup_seed_default : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_lookup_seed.default]
#   %inductor_random_default_4 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_random.default]
#   %gt : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_1 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %var_mean : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_4 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_2 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_3 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_5 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_1 : Tensor "f32[8192, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_1 : Tensor "bf16[8192, 768][768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %inductor_random_default_4,%gt,%embedding,%getitem_1,%buf7,%rsqrt,%convert_element_type_1
triton_per_fused__to_copy_add_embedding_native_dropout_native_layer_norm_view_2 = async_compile.triton('triton_per_fused__to_copy_add_embedding_native_dropout_native_layer_norm_view_2', '''
def triton_per_fused__to_copy_add_embedding_native_dropout_native_layer_norm_view_2(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr1, out_ptr2, out_ptr3, out_ptr4, load_seed_offset, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (r0_1 + 768*x0), tmp4, r0_mask)
    tl.store(out_ptr2 + (r0_1 + 768*x0), tmp11, r0_mask)
    tl.store(in_out_ptr0 + (x0), tmp38, None)
    tl.store(out_ptr4 + (r0_1 + 768*x0), tmp49, r0_mask)
    tl.store(out_ptr3 + (x0), tmp27, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_7 : Tensor "f32[768, 2304][2304, 1]cuda:0" = PlaceHolder[target=primals_7]
#   %convert_element_type : Tensor "bf16[768, 2304][2304, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type
triton_poi_fused__to_copy_3 = async_compile.triton('triton_poi_fused__to_copy_3', '''
def triton_poi_fused__to_copy_3(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_6 : Tensor "f32[2304][1]cuda:0" = PlaceHolder[target=primals_6]
#   %convert_element_type_2 : Tensor "bf16[2304][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_2
triton_poi_fused__to_copy_4 = async_compile.triton('triton_poi_fused__to_copy_4', '''
def triton_poi_fused__to_copy_4(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, xmask)
''', device_str='cuda')

# Graph fragment:
#   %addmm : Tensor "bf16[8192, 2304][2304, 1]cuda:0" = PlaceHolder[target=addmm]
#   %view_2 : Tensor "bf16[8, 1024, 2304][2359296, 2304, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %split : [num_users=3] = call_function[target=torch.ops.aten.split.Tensor]
#   %view_3 : Tensor "bf16[8, 1024, 12, 64][2359296, 2304, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute : Tensor "bf16[8, 12, 1024, 64][2359296, 64, 2304, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone : Tensor "bf16[8, 12, 1024, 64][786432, 64, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.clone.default]
#   return %clone
triton_poi_fused_cat_split_transpose_view_5 = async_compile.triton('triton_poi_fused_cat_split_transpose_view_5', '''
def triton_poi_fused_cat_split_transpose_view_5(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp0, None)
''', device_str='cuda')

# Graph fragment:
#   %addmm : Tensor "bf16[8192, 2304][2304, 1]cuda:0" = PlaceHolder[target=addmm]
#   %view_2 : Tensor "bf16[8, 1024, 2304][2359296, 2304, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %split : [num_users=3] = call_function[target=torch.ops.aten.split.Tensor]
#   %view_4 : Tensor "bf16[8, 1024, 12, 64][2359296, 2304, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_1 : Tensor "bf16[8, 12, 1024, 64][2359296, 64, 2304, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_1 : Tensor "bf16[8, 12, 1024, 64][786432, 64, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.clone.default]
#   return %clone_1
triton_poi_fused_cat_split_transpose_view_6 = async_compile.triton('triton_poi_fused_cat_split_transpose_view_6', '''
def triton_poi_fused_cat_split_transpose_view_6(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp0, None)
''', device_str='cuda')

# Graph fragment:
#   %add : Tensor "i64[1024][1]cuda:0" = PlaceHolder[target=add]
#   %iota : Tensor "i64[1024][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.iota.default]
#   %add : Tensor "i64[1024][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %unsqueeze : Tensor "i64[1, 1024][1024, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_2 : Tensor "i64[1, 1, 1024][1024, 1024, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_3 : Tensor "i64[1, 1, 1024, 1][1024, 1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_6 : Tensor "i64[1, 1, 1, 1024][1024, 1024, 1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %le : Tensor "b8[1, 1, 1024, 1024][1048576, 1048576, 1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Tensor]
#   %expand : Tensor "b8[8, 1, 1024, 1024][0, 1048576, 1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %full_default_1 : Tensor "bf16[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "bf16[8, 1, 1024, 1024][1048576, 1048576, 1024, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.where.self]
#   return %where
triton_poi_fused_add_arange_expand_le_scalar_tensor_unsqueeze_where_7 = async_compile.triton('triton_poi_fused_add_arange_expand_le_scalar_tensor_unsqueeze_where_7', '''
def triton_poi_fused_add_arange_expand_le_scalar_tensor_unsqueeze_where_7(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp5, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_9 : Tensor "f32[768, 768][768, 1]cuda:0" = PlaceHolder[target=primals_9]
#   %convert_element_type_6 : Tensor "bf16[768, 768][768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_6
triton_poi_fused__to_copy_8 = async_compile.triton('triton_poi_fused__to_copy_8', '''
def triton_poi_fused__to_copy_8(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_8 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_8]
#   %convert_element_type_7 : Tensor "bf16[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_7
triton_poi_fused__to_copy_9 = async_compile.triton('triton_poi_fused__to_copy_9', '''
def triton_poi_fused__to_copy_9(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, xmask)
''', device_str='cuda')

# Graph fragment:
#   %inductor_seeds_default : Tensor "i64[5][1]cuda:0" = PlaceHolder[target=inductor_seeds_default]
#   %inductor_random_default_3 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=inductor_random_default_3]
#   %gt_1 : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=gt_1]
#   %addmm_1 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm_1]
#   %gt : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=gt]
#   %embedding : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=embedding]
#   %embedding_1 : Tensor "f32[1, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=embedding_1]
#   %add_6 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=add_6]
#   %getitem_15 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=getitem_15]
#   %buf29 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=buf29]
#   %mul_6 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_6]
#   %primals_10 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_10]
#   %primals_11 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_11]
#   %add_1 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_1 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_8 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %inductor_lookup_seed_default_1 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_lookup_seed.default]
#   %inductor_random_default_3 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_random.default]
#   %convert_element_type_default_11 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %gt_1 : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_4 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_5 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_6 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %var_mean_1 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_7 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_1 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_1 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_6 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_7 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_8 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_9 : Tensor "f32[8192, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_12 : Tensor "bf16[8192, 768][768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %div_3 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %inductor_random_default_3,%gt_1,%add_6,%getitem_15,%buf29,%mul_6,%div_3,%convert_element_type_12
triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_10 = async_compile.triton('triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_10', '''
def triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_10(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, out_ptr1, out_ptr2, out_ptr5, out_ptr6, out_ptr7, load_seed_offset, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (r0_1 + 768*x0), tmp5, r0_mask)
    tl.store(out_ptr2 + (r0_1 + 768*x0), tmp19, r0_mask)
    tl.store(out_ptr5 + (r0_1 + 768*x0), tmp42, r0_mask)
    tl.store(out_ptr6 + (x0), tmp44, None)
    tl.store(out_ptr7 + (r0_1 + 768*x0), tmp49, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %primals_13 : Tensor "f32[768, 3072][3072, 1]cuda:0" = PlaceHolder[target=primals_13]
#   %convert_element_type_11 : Tensor "bf16[768, 3072][3072, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_11
triton_poi_fused__to_copy_11 = async_compile.triton('triton_poi_fused__to_copy_11', '''
def triton_poi_fused__to_copy_11(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_12 : Tensor "f32[3072][1]cuda:0" = PlaceHolder[target=primals_12]
#   %convert_element_type_13 : Tensor "bf16[3072][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_13
triton_poi_fused__to_copy_12 = async_compile.triton('triton_poi_fused__to_copy_12', '''
def triton_poi_fused__to_copy_12(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, xmask)
''', device_str='cuda')

# Graph fragment:
#   %addmm_2 : Tensor "bf16[8192, 3072][3072, 1]cuda:0" = PlaceHolder[target=addmm_2]
#   %view_10 : Tensor "bf16[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %mul_8 : Tensor "bf16[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_17 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %pow_1 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_9 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_9 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_10 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %tanh : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.tanh.default]
#   %add_10 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_11 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_11 : Tensor "f32[8192, 3072][3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_19 : Tensor "bf16[8192, 3072][3072, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_19
triton_poi_fused__to_copy_add_mul_pow_tanh_view_13 = async_compile.triton('triton_poi_fused__to_copy_add_mul_pow_tanh_view_13', '''
def triton_poi_fused__to_copy_add_mul_pow_tanh_view_13(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp16, None)
''', device_str='cuda')

# Graph fragment:
#   %inductor_seeds_default : Tensor "i64[5][1]cuda:0" = PlaceHolder[target=inductor_seeds_default]
#   %inductor_random_default_2 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=inductor_random_default_2]
#   %add_6 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=add_6]
#   %gt_2 : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=gt_2]
#   %addmm_3 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm_3]
#   %getitem_17 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=getitem_17]
#   %buf43 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=buf43]
#   %mul_14 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_14]
#   %primals_16 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_16]
#   %primals_17 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_17]
#   %view_12 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %inductor_lookup_seed_default_2 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_lookup_seed.default]
#   %inductor_random_default_2 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_random.default]
#   %convert_element_type_default_10 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %gt_2 : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_12 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_13 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_11 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %var_mean_2 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_12 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_2 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_2 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_14 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_15 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_13 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_13 : Tensor "f32[8192, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_25 : Tensor "bf16[8192, 768][768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %div_2 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %inductor_random_default_2,%gt_2,%getitem_17,%buf43,%mul_14,%div_2,%convert_element_type_25
triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14 = async_compile.triton('triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14', '''
def triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr1, out_ptr4, out_ptr5, out_ptr6, load_seed_offset, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (r0_1 + 768*x0), tmp5, r0_mask)
    tl.store(out_ptr4 + (r0_1 + 768*x0), tmp36, r0_mask)
    tl.store(out_ptr5 + (x0), tmp38, None)
    tl.store(out_ptr6 + (r0_1 + 768*x0), tmp43, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %inductor_seeds_default : Tensor "i64[5][1]cuda:0" = PlaceHolder[target=inductor_seeds_default]
#   %inductor_random_default_1 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=inductor_random_default_1]
#   %gt_3 : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=gt_3]
#   %addmm_5 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm_5]
#   %add_6 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=add_6]
#   %gt_2 : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=gt_2]
#   %addmm_3 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm_3]
#   %add_14 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=add_14]
#   %getitem_31 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=getitem_31]
#   %buf64 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=buf64]
#   %mul_18 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_18]
#   %primals_22 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_22]
#   %primals_23 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_23]
#   %view_12 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %mul_12 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_13 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_11 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_20 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %inductor_lookup_seed_default_3 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_lookup_seed.default]
#   %inductor_random_default_1 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_random.default]
#   %convert_element_type_default_9 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %gt_3 : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_16 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_17 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_14 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %var_mean_3 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_15 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_3 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_3 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_18 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_19 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_16 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_21 : Tensor "f32[8192, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_36 : Tensor "bf16[8192, 768][768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %div_1 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %inductor_random_default_1,%gt_3,%add_14,%getitem_31,%buf64,%mul_18,%div_1,%convert_element_type_36
triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_15 = async_compile.triton('triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_15', '''
def triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_15(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr1, out_ptr4, out_ptr5, out_ptr6, load_seed_offset, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (r0_1 + 768*x0), tmp5, r0_mask)
    tl.store(in_out_ptr0 + (r0_1 + 768*x0), tmp20, r0_mask)
    tl.store(out_ptr4 + (r0_1 + 768*x0), tmp43, r0_mask)
    tl.store(out_ptr5 + (x0), tmp45, None)
    tl.store(out_ptr6 + (r0_1 + 768*x0), tmp50, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %inductor_seeds_default : Tensor "i64[5][1]cuda:0" = PlaceHolder[target=inductor_seeds_default]
#   %inductor_random_default : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=inductor_random_default]
#   %add_14 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=add_14]
#   %gt_4 : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=gt_4]
#   %addmm_7 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm_7]
#   %getitem_33 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=getitem_33]
#   %buf78 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=buf78]
#   %mul_26 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_26]
#   %primals_28 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_28]
#   %primals_29 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_29]
#   %add_21 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=add_21]
#   %view_24 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %inductor_lookup_seed_default_4 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_lookup_seed.default]
#   %inductor_random_default : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_random.default]
#   %convert_element_type_default_8 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %gt_4 : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_24 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_25 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_19 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %var_mean_4 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_20 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_4 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_4 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_26 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_27 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_21 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_49 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %div : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %inductor_random_default,%gt_4,%getitem_33,%buf78,%mul_26,%add_21,%convert_element_type_49,%div
triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_16 = async_compile.triton('triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_16', '''
def triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_16(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr1, out_ptr4, out_ptr5, out_ptr6, load_seed_offset, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (r0_1 + 768*x0), tmp5, r0_mask)
    tl.store(in_out_ptr0 + (r0_1 + 768*x0), tmp36, r0_mask)
    tl.store(out_ptr4 + (r0_1 + 768*x0), tmp40, r0_mask)
    tl.store(out_ptr5 + (r0_1 + 768*x0), tmp41, r0_mask)
    tl.store(out_ptr6 + (x0), tmp43, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_2 : Tensor "f32[50257, 768][768, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %convert_element_type_48 : Tensor "bf16[50257, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_48
triton_poi_fused__to_copy_17 = async_compile.triton('triton_poi_fused__to_copy_17', '''
def triton_poi_fused__to_copy_17(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, xmask)
''', device_str='cuda')

# Graph fragment:
#   %convert_element_type_48 : Tensor "bf16[50257, 768][768, 1]cuda:0" = PlaceHolder[target=convert_element_type_48]
#   %convert_element_type_48 : Tensor "bf16[50257, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_8 : Tensor "bf16[768, 50257][1, 768]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.permute.default]
#   %constant_pad_nd_default_3 : Tensor "bf16[768, 50264][50264, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.constant_pad_nd.default]
#   return %constant_pad_nd_default_3
triton_poi_fused__to_copy_mm_t_18 = async_compile.triton('triton_poi_fused__to_copy_mm_t_18', '''
def triton_poi_fused__to_copy_mm_t_18(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp3, xmask)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_2, primals_3, primals_4, primals_5, primals_6, primals_7, primals_8, primals_9, primals_10, primals_11, primals_12, primals_13, primals_14, primals_15, primals_16, primals_17, primals_18, primals_19, primals_20, primals_21, primals_22, primals_23, primals_24, primals_25, primals_26, primals_27, primals_28, primals_29 = args
        assert_size_stride(primals_1, (8, 1024), (1024, 1))
        assert_size_stride(primals_2, (50257, 768), (768, 1))
        assert_size_stride(primals_3, (1024, 768), (768, 1))
        assert_size_stride(primals_4, (768, ), (1, ))
        assert_size_stride(primals_5, (768, ), (1, ))
        assert_size_stride(primals_6, (2304, ), (1, ))
        assert_size_stride(primals_7, (768, 2304), (2304, 1))
        assert_size_stride(primals_8, (768, ), (1, ))
        assert_size_stride(primals_9, (768, 768), (768, 1))
        assert_size_stride(primals_10, (768, ), (1, ))
        assert_size_stride(primals_11, (768, ), (1, ))
        assert_size_stride(primals_12, (3072, ), (1, ))
        assert_size_stride(primals_13, (768, 3072), (3072, 1))
        assert_size_stride(primals_14, (768, ), (1, ))
        assert_size_stride(primals_15, (3072, 768), (768, 1))
        assert_size_stride(primals_16, (768, ), (1, ))
        assert_size_stride(primals_17, (768, ), (1, ))
        assert_size_stride(primals_18, (2304, ), (1, ))
        assert_size_stride(primals_19, (768, 2304), (2304, 1))
        assert_size_stride(primals_20, (768, ), (1, ))
        assert_size_stride(primals_21, (768, 768), (768, 1))
        assert_size_stride(primals_22, (768, ), (1, ))
        assert_size_stride(primals_23, (768, ), (1, ))
        assert_size_stride(primals_24, (3072, ), (1, ))
        assert_size_stride(primals_25, (768, 3072), (3072, 1))
        assert_size_stride(primals_26, (768, ), (1, ))
        assert_size_stride(primals_27, (3072, 768), (768, 1))
        assert_size_stride(primals_28, (768, ), (1, ))
        assert_size_stride(primals_29, (768, ), (1, ))
        with torch.cuda._DeviceGuard(0):
            buf1 = empty_strided_cuda((1024, ), (1, ), torch.int64)
            # [Provenance debug handles] triton_poi_fused_add_arange_0:1
            triton_poi_fused_add_arange_0.run(buf1, 1024, stream=stream0)
            buf2 = empty_strided_cuda((1, 1024, 768), (786432, 768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused_add_arange_embedding_unsqueeze_1:2
            triton_poi_fused_add_arange_embedding_unsqueeze_1.run(buf1, primals_3, buf2, 786432, stream=stream0)
            buf3 = empty_strided_cuda((5, ), (1, ), torch.int64)
            # [Provenance debug handles] aten.randint.low_out:3
            aten.randint.low_out(-9223372036854775808, 9223372036854775807, [5], out=buf3)
            buf5 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.bool)
            buf0 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.float32)
            buf6 = empty_strided_cuda((8, 1024, 1), (1024, 1, 1), torch.float32)
            buf7 = empty_strided_cuda((8, 1024, 1), (1024, 1, 8192), torch.float32)
            buf9 = reinterpret_tensor(buf7, (8, 1024, 1), (1024, 1, 1), 0); del buf7  # reuse
            buf10 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__to_copy_add_embedding_native_dropout_native_layer_norm_view_2:4
            triton_per_fused__to_copy_add_embedding_native_dropout_native_layer_norm_view_2.run(buf9, buf3, primals_1, primals_2, buf2, primals_4, primals_5, buf5, buf0, buf6, buf10, 0, 8192, 768, stream=stream0)
            buf11 = empty_strided_cuda((768, 2304), (2304, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:5
            triton_poi_fused__to_copy_3.run(primals_7, buf11, 1769472, stream=stream0)
            buf12 = empty_strided_cuda((2304, ), (1, ), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_4:6
            triton_poi_fused__to_copy_4.run(primals_6, buf12, 2304, stream=stream0)
            buf13 = empty_strided_cuda((8192, 2304), (2304, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:7
            extern_kernels.addmm(buf12, buf10, buf11, alpha=1, beta=1, out=buf13)
            buf14 = empty_strided_cuda((8, 12, 1024, 64), (786432, 64, 768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_cat_split_transpose_view_5:8
            triton_poi_fused_cat_split_transpose_view_5.run(buf13, buf14, 6291456, stream=stream0)
            buf15 = empty_strided_cuda((8, 12, 1024, 64), (786432, 64, 768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_cat_split_transpose_view_6:9
            triton_poi_fused_cat_split_transpose_view_6.run(buf13, buf15, 6291456, stream=stream0)
            buf16 = empty_strided_cuda((8, 1, 1024, 1024), (1048576, 1048576, 1024, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_add_arange_expand_le_scalar_tensor_unsqueeze_where_7:10
            triton_poi_fused_add_arange_expand_le_scalar_tensor_unsqueeze_where_7.run(buf1, buf16, 8388608, stream=stream0)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention.default:11
            buf17 = torch.ops.aten._scaled_dot_product_cudnn_attention.default(reinterpret_tensor(buf13, (8, 12, 1024, 64), (2359296, 64, 2304, 1), 0), buf14, buf15, buf16, True, 0.1, scale=0.125)
            buf18 = buf17[0]
            assert_size_stride(buf18, (8, 12, 1024, 64), (786432, 64, 768, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf18, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf19 = buf17[1]
            assert_size_stride(buf19, (8, 12, 1024, 1), (12288, 1024, 1, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf19, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf20 = buf17[6]
            assert_size_stride(buf20, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf20, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf21 = buf17[7]
            assert_size_stride(buf21, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf21, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf22 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_8:12
            triton_poi_fused__to_copy_8.run(primals_9, buf22, 589824, stream=stream0)
            buf23 = empty_strided_cuda((768, ), (1, ), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_9:13
            triton_poi_fused__to_copy_9.run(primals_8, buf23, 768, stream=stream0)
            buf24 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:14
            extern_kernels.addmm(buf23, reinterpret_tensor(buf18, (8192, 768), (768, 1), 0), buf22, alpha=1, beta=1, out=buf24)
            buf26 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.bool)
            buf27 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.float32)
            buf31 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.float32)
            buf89 = empty_strided_cuda((8, 1024, 1), (1024, 1, 1), torch.float32)
            buf32 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_10:15
            triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_10.run(buf3, buf24, buf5, buf0, buf2, primals_10, primals_11, buf26, buf27, buf31, buf89, buf32, 1, 8192, 768, stream=stream0)
            buf33 = empty_strided_cuda((768, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_11:16
            triton_poi_fused__to_copy_11.run(primals_13, buf33, 2359296, stream=stream0)
            buf34 = empty_strided_cuda((3072, ), (1, ), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_12:17
            triton_poi_fused__to_copy_12.run(primals_12, buf34, 3072, stream=stream0)
            buf35 = empty_strided_cuda((8192, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:18
            extern_kernels.addmm(buf34, buf32, buf33, alpha=1, beta=1, out=buf35)
            buf36 = empty_strided_cuda((8192, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_add_mul_pow_tanh_view_13:19
            triton_poi_fused__to_copy_add_mul_pow_tanh_view_13.run(buf35, buf36, 25165824, stream=stream0)
            buf37 = empty_strided_cuda((3072, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_11:20
            triton_poi_fused__to_copy_11.run(primals_15, buf37, 2359296, stream=stream0)
            buf38 = buf23; del buf23  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_9:21
            triton_poi_fused__to_copy_9.run(primals_14, buf38, 768, stream=stream0)
            buf39 = buf24; del buf24  # reuse
            # [Provenance debug handles] extern_kernels.addmm:22
            extern_kernels.addmm(buf38, buf36, buf37, alpha=1, beta=1, out=buf39)
            buf41 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.bool)
            buf45 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.float32)
            buf88 = empty_strided_cuda((8, 1024, 1), (1024, 1, 1), torch.float32)
            buf46 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14:23
            triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14.run(buf3, buf27, buf39, primals_16, primals_17, buf41, buf45, buf88, buf46, 2, 8192, 768, stream=stream0)
            buf47 = empty_strided_cuda((768, 2304), (2304, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:24
            triton_poi_fused__to_copy_3.run(primals_19, buf47, 1769472, stream=stream0)
            buf48 = buf12; del buf12  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_4:25
            triton_poi_fused__to_copy_4.run(primals_18, buf48, 2304, stream=stream0)
            buf49 = empty_strided_cuda((8192, 2304), (2304, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:26
            extern_kernels.addmm(buf48, buf46, buf47, alpha=1, beta=1, out=buf49)
            buf50 = empty_strided_cuda((8, 12, 1024, 64), (786432, 64, 768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_cat_split_transpose_view_5:27
            triton_poi_fused_cat_split_transpose_view_5.run(buf49, buf50, 6291456, stream=stream0)
            buf51 = empty_strided_cuda((8, 12, 1024, 64), (786432, 64, 768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_cat_split_transpose_view_6:28
            triton_poi_fused_cat_split_transpose_view_6.run(buf49, buf51, 6291456, stream=stream0)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention.default:29
            buf52 = torch.ops.aten._scaled_dot_product_cudnn_attention.default(reinterpret_tensor(buf49, (8, 12, 1024, 64), (2359296, 64, 2304, 1), 0), buf50, buf51, buf16, True, 0.1, scale=0.125)
            buf53 = buf52[0]
            assert_size_stride(buf53, (8, 12, 1024, 64), (786432, 64, 768, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf53, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf54 = buf52[1]
            assert_size_stride(buf54, (8, 12, 1024, 1), (12288, 1024, 1, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf54, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf55 = buf52[6]
            assert_size_stride(buf55, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf55, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf56 = buf52[7]
            assert_size_stride(buf56, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf56, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf57 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_8:30
            triton_poi_fused__to_copy_8.run(primals_21, buf57, 589824, stream=stream0)
            buf58 = buf38; del buf38  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_9:31
            triton_poi_fused__to_copy_9.run(primals_20, buf58, 768, stream=stream0)
            buf59 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:32
            extern_kernels.addmm(buf58, reinterpret_tensor(buf53, (8192, 768), (768, 1), 0), buf57, alpha=1, beta=1, out=buf59)
            buf61 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.bool)
            buf62 = buf27; del buf27  # reuse
            buf66 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.float32)
            buf87 = empty_strided_cuda((8, 1024, 1), (1024, 1, 1), torch.float32)
            buf67 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_15:33
            triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_15.run(buf62, buf3, buf59, buf41, buf39, primals_22, primals_23, buf61, buf66, buf87, buf67, 3, 8192, 768, stream=stream0)
            buf68 = empty_strided_cuda((768, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_11:34
            triton_poi_fused__to_copy_11.run(primals_25, buf68, 2359296, stream=stream0)
            buf69 = buf34; del buf34  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_12:35
            triton_poi_fused__to_copy_12.run(primals_24, buf69, 3072, stream=stream0)
            buf70 = empty_strided_cuda((8192, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:36
            extern_kernels.addmm(buf69, buf67, buf68, alpha=1, beta=1, out=buf70)
            buf71 = empty_strided_cuda((8192, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_add_mul_pow_tanh_view_13:37
            triton_poi_fused__to_copy_add_mul_pow_tanh_view_13.run(buf70, buf71, 25165824, stream=stream0)
            buf72 = empty_strided_cuda((3072, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_11:38
            triton_poi_fused__to_copy_11.run(primals_27, buf72, 2359296, stream=stream0)
            buf73 = buf58; del buf58  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_9:39
            triton_poi_fused__to_copy_9.run(primals_26, buf73, 768, stream=stream0)
            buf74 = buf59; del buf59  # reuse
            # [Provenance debug handles] extern_kernels.addmm:40
            extern_kernels.addmm(buf73, buf71, buf72, alpha=1, beta=1, out=buf74)
            buf76 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.bool)
            buf80 = buf62; del buf62  # reuse
            buf81 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.float32)
            buf82 = reinterpret_tensor(buf39, (8, 1024, 768), (786432, 768, 1), 0); del buf39  # reuse
            buf86 = empty_strided_cuda((8, 1024, 1), (1024, 1, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_16:41
            triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_16.run(buf80, buf3, buf74, primals_28, primals_29, buf76, buf81, buf82, buf86, 4, 8192, 768, stream=stream0)
            buf83 = empty_strided_cuda((50257, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_17:42
            triton_poi_fused__to_copy_17.run(primals_2, buf83, 38597376, stream=stream0)
            buf84 = empty_strided_cuda((768, 50264), (1, 768), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_mm_t_18:43
            triton_poi_fused__to_copy_mm_t_18.run(buf83, buf84, 38602752, stream=stream0)
            buf85 = empty_strided_cuda((8192, 50264), (50264, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:44
            extern_kernels.mm(reinterpret_tensor(buf82, (8192, 768), (768, 1), 0), buf84, out=buf85)
        return (reinterpret_tensor(buf85, (8, 1024, 50257), (51470336, 50264, 1), 0), buf15, buf14, buf51, buf50, buf81, primals_1, primals_4, primals_10, primals_16, primals_22, primals_28, buf0, reinterpret_tensor(buf1, (1, 1024), (1024, 1), 0), buf2, buf5, buf6, buf9, reinterpret_tensor(buf13, (8, 12, 1024, 64), (2359296, 64, 2304, 1), 0), buf14, buf15, buf16, buf18, buf19, buf20, buf21, buf26, buf31, buf35, buf41, buf45, reinterpret_tensor(buf49, (8, 12, 1024, 64), (2359296, 64, 2304, 1), 0), buf50, buf51, buf53, buf54, buf55, buf56, buf61, buf66, buf70, buf76, buf80, reinterpret_tensor(buf82, (8192, 768), (768, 1), 0), buf83, buf86, reinterpret_tensor(buf72, (768, 3072), (1, 768), 0), reinterpret_tensor(buf71, (3072, 8192), (1, 3072), 0), reinterpret_tensor(buf68, (3072, 768), (1, 3072), 0), reinterpret_tensor(buf67, (768, 8192), (1, 768), 0), buf87, reinterpret_tensor(buf57, (768, 768), (1, 768), 0), reinterpret_tensor(buf47, (2304, 768), (1, 2304), 0), reinterpret_tensor(buf46, (768, 8192), (1, 768), 0), buf88, reinterpret_tensor(buf37, (768, 3072), (1, 768), 0), reinterpret_tensor(buf36, (3072, 8192), (1, 3072), 0), reinterpret_tensor(buf33, (3072, 768), (1, 3072), 0), reinterpret_tensor(buf32, (768, 8192), (1, 768), 0), buf89, reinterpret_tensor(buf22, (768, 768), (1, 768), 0), reinterpret_tensor(buf11, (2304, 768), (1, 2304), 0), reinterpret_tensor(buf10, (768, 8192), (1, 768), 0), )
