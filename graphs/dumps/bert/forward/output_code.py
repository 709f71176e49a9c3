# AOT ID: ['0_forward']

# Graph fragment:
#   %primals_2 : Tensor "i64[1, 512][512, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %primals_3 : Tensor "i64[1, 512][512, 1]cuda:0" = PlaceHolder[target=primals_3]
#   %expand : Tensor "i64[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %gather : Tensor "i64[1, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gather.default]
#   return %gather
triton_poi_fused_expand_gather_0 = async_compile.triton('triton_poi_fused_expand_gather_0', '''
def triton_poi_fused_expand_gather_0(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp6, xmask)
''', device_str='cuda')

# Graph fragment:
#   %primals_1 : Tensor "i64[16, 512][512, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %primals_4 : Tensor "f32[30522, 768][768, 1]cuda:0" = PlaceHolder[target=primals_4]
#   %gather : Tensor "i64[1, 512][512, 1]cuda:0" = PlaceHolder[target=gather]
#   %primals_5 : Tensor "f32[2, 768][768, 1]cuda:0" = PlaceHolder[target=primals_5]
#   %primals_2 : Tensor "i64[1, 512][512, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %primals_6 : Tensor "f32[512, 768][768, 1]cuda:0" = PlaceHolder[target=primals_6]
#   %add_1 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=add_1]
#   %inductor_seeds_default : Tensor "i64[7][1]cuda:0" = PlaceHolder[target=inductor_seeds_default]
#   %inductor_random_default_6 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=inductor_random_default_6]
#   %getitem_1 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=getitem_1]
#   %buf3 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=buf3]
#   %gt : Tensor "b8[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=gt]
#   %mul : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul]
#   %primals_7 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_7]
#   %primals_8 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_8]
#   %expand_1 : Tensor "i64[16, 512][0, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %embedding : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.embedding.default]
#   %embedding_1 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.embedding.default]
#   %add : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %embedding_2 : Tensor "f32[1, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.embedding.default]
#   %add_1 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %var_mean : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_2 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_1 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_3 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %inductor_lookup_seed_default : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_lookup_seed.default]
#   %inductor_random_default_6 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_random.default]
#   %gt : Tensor "b8[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_2 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_3 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_2 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %div_9 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %add_1,%getitem_1,%buf3,%inductor_random_default_6,%gt,%mul,%convert_element_type_2,%div_9
triton_per_fused__to_copy_add_embedding_expand_native_dropout_native_layer_norm_native_layer_norm_backward_1 = async_compile.triton('triton_per_fused__to_copy_add_embedding_expand_native_dropout_native_layer_norm_native_layer_norm_backward_1', '''
def triton_per_fused__to_copy_add_embedding_expand_native_dropout_native_layer_norm_native_layer_norm_backward_1(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, out_ptr3, out_ptr4, out_ptr5, load_seed_offset, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr3 + (r0_2 + 768*x3), tmp43, r0_mask)
    tl.store(in_out_ptr0 + (r0_2 + 768*x3), tmp50, r0_mask)
    tl.store(out_ptr4 + (r0_2 + 768*x3), tmp59, r0_mask)
    tl.store(out_ptr5 + (x3), tmp61, None)
''', device_str='cuda')

# Graph fragment:
#   %iota_2 : Tensor "i64[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.iota.default]
#   %add_4 : Tensor "i64[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %unsqueeze : Tensor "i64[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_1 : Tensor "i64[1, 1, 512][512, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_2 : Tensor "i64[1, 1, 512, 1][512, 512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %ge : Tensor "b8[1, 1, 512, 1][512, 512, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.ge.Scalar]
#   return %ge
triton_poi_fused_add_arange_ge_unsqueeze_2 = async_compile.triton('triton_poi_fused_add_arange_ge_unsqueeze_2', '''
def triton_poi_fused_add_arange_ge_unsqueeze_2(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp2, xmask)
''', device_str='cuda')

# Graph fragment:
#   %primals_9 : Tensor "f32[768, 768][768, 1]cuda:0" = PlaceHolder[target=primals_9]
#   %convert_element_type_1 : Tensor "bf16[768, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_1
triton_poi_fused__to_copy_3 = async_compile.triton('triton_poi_fused__to_copy_3', '''
def triton_poi_fused__to_copy_3(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_10 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_10]
#   %convert_element_type : Tensor "bf16[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type
triton_poi_fused__to_copy_4 = async_compile.triton('triton_poi_fused__to_copy_4', '''
def triton_poi_fused__to_copy_4(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, xmask)
''', device_str='cuda')

# Graph fragment:
#   %addmm : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm]
#   %clone : Tensor "f32[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0" = PlaceHolder[target=clone]
#   %view_1 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_2 : Tensor "bf16[16, 512, 12, 64][393216, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_1 : Tensor "bf16[16, 12, 512, 64][393216, 64, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_18 : Tensor "f32[16, 12, 512, 64][393216, 64, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_4 : Tensor "f32[16, 12, 512, 64][393216, 64, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %clone : Tensor "f32[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_9 : Tensor "f32[192, 512, 64][32768, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_80 : Tensor "f32[192, 64, 512][32768, 1, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_245 : Tensor "bf16[192, 64, 512][32768, 1, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %clone,%convert_element_type_245
triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_5 = async_compile.triton('triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_5', '''
def triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_5(in_ptr0, out_ptr0, out_ptr1, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x4), tmp3, None)
    tl.store(out_ptr1 + (x4), tmp4, None)
''', device_str='cuda')

# Graph fragment:
#   %addmm_1 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm_1]
#   %clone_1 : Tensor "f32[16, 12, 64, 512][393216, 32768, 512, 1]cuda:0" = PlaceHolder[target=clone_1]
#   %view_4 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_5 : Tensor "bf16[16, 512, 12, 64][393216, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_3 : Tensor "bf16[16, 12, 512, 64][393216, 64, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_19 : Tensor "f32[16, 12, 512, 64][393216, 64, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_6 : Tensor "f32[16, 12, 64, 512][393216, 64, 1, 768]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %mul_5 : Tensor "f32[16, 12, 64, 512][393216, 64, 1, 768]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %clone_1 : Tensor "f32[16, 12, 64, 512][393216, 32768, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_10 : Tensor "f32[192, 64, 512][32768, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_81 : Tensor "f32[192, 512, 64][32768, 1, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_248 : Tensor "bf16[192, 512, 64][32768, 1, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %clone_1,%convert_element_type_248
triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_6 = async_compile.triton('triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_6', '''
def triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_6(in_ptr0, out_ptr0, out_ptr1, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp3, None)
    tl.store(out_ptr1 + (x3), tmp4, None)
''', device_str='cuda')

# Graph fragment:
#   %bmm : Tensor "f32[192, 512, 512][262144, 512, 1]cuda:0" = PlaceHolder[target=bmm]
#   %ge : Tensor "b8[1, 1, 512, 1][512, 512, 1, 1]cuda:0" = PlaceHolder[target=ge]
#   %any_1 : Tensor "b8[16, 12, 512, 1][6144, 512, 1, 98304]cuda:0" = PlaceHolder[target=any_1]
#   %inductor_seeds_default : Tensor "i64[7][1]cuda:0" = PlaceHolder[target=inductor_seeds_default]
#   %inductor_random_default_5 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0" = PlaceHolder[target=inductor_random_default_5]
#   %gt_1 : Tensor "b8[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0" = PlaceHolder[target=gt_1]
#   %logical_not_1 : Tensor "b8[16, 12, 512, 1][6144, 512, 1, 1]cuda:0" = PlaceHolder[target=logical_not_1]
#   %getitem_16 : Tensor "f32[16, 12, 512, 1][6144, 512, 1, 1]cuda:0" = PlaceHolder[target=getitem_16]
#   %getitem_17 : Tensor "f32[16, 12, 512, 1][6144, 512, 1, 1]cuda:0" = PlaceHolder[target=getitem_17]
#   %expand_2 : Tensor "b8[16, 1, 512, 512][0, 512, 1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %full_default_1 : Tensor "bf16[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "bf16[16, 1, 512, 512][262144, 262144, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %view_11 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_6 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %prepare_softmax_online_default_2 : [num_users=2] = call_function[target=torch.ops.prims.prepare_softmax_online.default]
#   %sub_tensor_2 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %exp_default_2 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %div : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %eq : Tensor "b8[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Scalar]
#   %logical_not : Tensor "b8[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.logical_not.default]
#   %any_1 : Tensor "b8[16, 12, 512, 1][6144, 512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.any.dim]
#   %logical_not_1 : Tensor "b8[16, 12, 512, 1][6144, 512, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.logical_not.default]
#   %full_default_2 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.full.default]
#   %where_1 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %inductor_lookup_seed_default_1 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_lookup_seed.default]
#   %inductor_random_default_5 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_random.default]
#   %gt_1 : Tensor "b8[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_6 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_7 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %getitem_16,%getitem_17,%any_1,%logical_not_1,%inductor_random_default_5,%gt_1,%expand_5
triton_per_fused__safe_softmax_add_exp_expand_native_dropout_prepare_softmax_online_scalar_tensor_sub_view_where_7 = async_compile.triton('triton_per_fused__safe_softmax_add_exp_expand_native_dropout_prepare_softmax_online_scalar_tensor_sub_view_where_7', '''
def triton_per_fused__safe_softmax_add_exp_expand_native_dropout_prepare_softmax_online_scalar_tensor_sub_view_where_7(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, out_ptr0, out_ptr1, out_ptr3, out_ptr4, load_seed_offset, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x3), tmp24, None)
    tl.store(out_ptr3 + (r0_2 + 512*x3), tmp29, None)
    tl.store(out_ptr4 + (r0_2 + 512*x3), tmp37, None)
    tl.store(out_ptr0 + (x3), tmp11, None)
    tl.store(out_ptr1 + (x3), tmp16, None)
''', device_str='cuda')

# Graph fragment:
#   %addmm_2 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm_2]
#   %clone_2 : Tensor "f32[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0" = PlaceHolder[target=clone_2]
#   %view_7 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_8 : Tensor "bf16[16, 512, 12, 64][393216, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_5 : Tensor "bf16[16, 12, 512, 64][393216, 64, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_20 : Tensor "f32[16, 12, 512, 64][393216, 64, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %clone_2 : Tensor "f32[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_13 : Tensor "f32[192, 512, 64][32768, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_79 : Tensor "f32[192, 64, 512][32768, 1, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_237 : Tensor "bf16[192, 64, 512][32768, 1, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %clone_2,%convert_element_type_237
triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_8 = async_compile.triton('triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_8', '''
def triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_8(in_ptr0, out_ptr0, out_ptr1, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x4), tmp1, None)
    tl.store(out_ptr1 + (x4), tmp2, None)
''', device_str='cuda')

# Graph fragment:
#   %bmm_1 : Tensor "f32[192, 512, 64][32768, 64, 1]cuda:0" = PlaceHolder[target=bmm_1]
#   %view_14 : Tensor "f32[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_22 : Tensor "bf16[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_7 : Tensor "bf16[16, 512, 12, 64][393216, 64, 32768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_3 : Tensor "bf16[16, 512, 12, 64][393216, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   return %clone_3
triton_poi_fused__to_copy_clone_transpose_view_9 = async_compile.triton('triton_poi_fused__to_copy_clone_transpose_view_9', '''
def triton_poi_fused__to_copy_clone_transpose_view_9(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x4), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %inductor_seeds_default : Tensor "i64[7][1]cuda:0" = PlaceHolder[target=inductor_seeds_default]
#   %inductor_random_default_4 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=inductor_random_default_4]
#   %gt_2 : Tensor "b8[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=gt_2]
#   %addmm_3 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm_3]
#   %gt : Tensor "b8[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=gt]
#   %mul : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul]
#   %primals_7 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_7]
#   %primals_8 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_8]
#   %add_7 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=add_7]
#   %getitem_3 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=getitem_3]
#   %buf40 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=buf40]
#   %mul_10 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_10]
#   %primals_17 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_17]
#   %primals_18 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_18]
#   %mul_1 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_3 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_2 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_3 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_17 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %inductor_lookup_seed_default_2 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_lookup_seed.default]
#   %inductor_random_default_4 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_random.default]
#   %convert_element_type_default_20 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %gt_2 : Tensor "b8[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_8 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_9 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_7 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %var_mean_1 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_8 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_1 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_2 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_10 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_11 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_9 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_30 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %div_8 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %inductor_random_default_4,%gt_2,%add_7,%getitem_3,%buf40,%mul_10,%convert_element_type_30,%div_8
triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_10 = async_compile.triton('triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_10', '''
def triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_10(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, out_ptr1, out_ptr4, out_ptr5, load_seed_offset, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (r0_1 + 768*x0), tmp5, r0_mask)
    tl.store(in_out_ptr0 + (r0_1 + 768*x0), tmp44, r0_mask)
    tl.store(out_ptr4 + (r0_1 + 768*x0), tmp49, r0_mask)
    tl.store(out_ptr5 + (x0), tmp51, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_19 : Tensor "f32[3072, 768][768, 1]cuda:0" = PlaceHolder[target=primals_19]
#   %convert_element_type_29 : Tensor "bf16[3072, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_29
triton_poi_fused__to_copy_11 = async_compile.triton('triton_poi_fused__to_copy_11', '''
def triton_poi_fused__to_copy_11(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_20 : Tensor "f32[3072][1]cuda:0" = PlaceHolder[target=primals_20]
#   %convert_element_type_28 : Tensor "bf16[3072][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_28
triton_poi_fused__to_copy_12 = async_compile.triton('triton_poi_fused__to_copy_12', '''
def triton_poi_fused__to_copy_12(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, xmask)
''', device_str='cuda')

# Graph fragment:
#   %addmm_4 : Tensor "bf16[8192, 3072][3072, 1]cuda:0" = PlaceHolder[target=addmm_4]
#   %view_19 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_34 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_12 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_13 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %erf : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.erf.default]
#   %add_10 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_14 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_35 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_35
triton_poi_fused_gelu_view_13 = async_compile.triton('triton_poi_fused_gelu_view_13', '''
def triton_poi_fused_gelu_view_13(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp10, None)
''', device_str='cuda')

# Graph fragment:
#   %inductor_seeds_default : Tensor "i64[7][1]cuda:0" = PlaceHolder[target=inductor_seeds_default]
#   %inductor_random_default_3 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=inductor_random_default_3]
#   %gt_3 : Tensor "b8[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=gt_3]
#   %addmm_5 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm_5]
#   %mul_10 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_10]
#   %primals_17 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_17]
#   %primals_18 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_18]
#   %add_11 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=add_11]
#   %getitem_5 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=getitem_5]
#   %buf55 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=buf55]
#   %mul_17 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_17]
#   %primals_23 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_23]
#   %primals_24 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_24]
#   %mul_11 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_9 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_21 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %inductor_lookup_seed_default_3 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_lookup_seed.default]
#   %inductor_random_default_3 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_random.default]
#   %convert_element_type_default_19 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %gt_3 : Tensor "b8[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_15 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_16 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_11 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %var_mean_2 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_12 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_2 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_3 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_17 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_18 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_13 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_43 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %div_7 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %inductor_random_default_3,%gt_3,%add_11,%getitem_5,%buf55,%mul_17,%convert_element_type_43,%div_7
triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14 = async_compile.triton('triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14', '''
def triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, out_ptr1, out_ptr4, out_ptr5, load_seed_offset, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (r0_1 + 768*x0), tmp5, r0_mask)
    tl.store(in_out_ptr0 + (r0_1 + 768*x0), tmp40, r0_mask)
    tl.store(out_ptr4 + (r0_1 + 768*x0), tmp45, r0_mask)
    tl.store(out_ptr5 + (x0), tmp47, None)
''', device_str='cuda')

# Graph fragment:
#   %bmm_2 : Tensor "f32[192, 512, 512][262144, 512, 1]cuda:0" = PlaceHolder[target=bmm_2]
#   %ge : Tensor "b8[1, 1, 512, 1][512, 512, 1, 1]cuda:0" = PlaceHolder[target=ge]
#   %inductor_seeds_default : Tensor "i64[7][1]cuda:0" = PlaceHolder[target=inductor_seeds_default]
#   %inductor_random_default_2 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0" = PlaceHolder[target=inductor_random_default_2]
#   %any_2 : Tensor "b8[16, 12, 512, 1][6144, 512, 1, 98304]cuda:0" = PlaceHolder[target=any_2]
#   %getitem_14 : Tensor "f32[16, 12, 512, 1][6144, 512, 1, 98304]cuda:0" = PlaceHolder[target=getitem_14]
#   %getitem_15 : Tensor "f32[16, 12, 512, 1][6144, 512, 1, 98304]cuda:0" = PlaceHolder[target=getitem_15]
#   %gt_4 : Tensor "b8[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0" = PlaceHolder[target=gt_4]
#   %where_3 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0" = PlaceHolder[target=where_3]
#   %expand_2 : Tensor "b8[16, 1, 512, 512][0, 512, 1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %full_default_1 : Tensor "bf16[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "bf16[16, 1, 512, 512][262144, 262144, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %full_default_2 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.full.default]
#   %view_33 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_14 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %prepare_softmax_online_default_1 : [num_users=2] = call_function[target=torch.ops.prims.prepare_softmax_online.default]
#   %sub_tensor_1 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %exp_default_1 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %div_1 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %eq_1 : Tensor "b8[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Scalar]
#   %logical_not_2 : Tensor "b8[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.logical_not.default]
#   %any_2 : Tensor "b8[16, 12, 512, 1][6144, 512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.any.dim]
#   %logical_not_3 : Tensor "b8[16, 12, 512, 1][6144, 512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.logical_not.default]
#   %where_3 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %inductor_lookup_seed_default_4 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_lookup_seed.default]
#   %inductor_random_default_2 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.inductor_random.default]
#   %gt_4 : Tensor "b8[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_21 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_22 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %getitem_14,%getitem_15,%any_2,%inductor_random_default_2,%gt_4,%where_3,%expand_9
triton_per_fused__safe_softmax_add_exp_expand_native_dropout_prepare_softmax_online_scalar_tensor_sub_view_where_15 = async_compile.triton('triton_per_fused__safe_softmax_add_exp_expand_native_dropout_prepare_softmax_online_scalar_tensor_sub_view_where_15', '''
def triton_per_fused__safe_softmax_add_exp_expand_native_dropout_prepare_softmax_online_scalar_tensor_sub_view_where_15(in_out_ptr0, in_ptr0, in_ptr1, out_ptr4, out_ptr5, load_seed_offset, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr4 + (r0_2 + 512*x3), tmp28, None)
    tl.store(in_out_ptr0 + (r0_2 + 512*x3), tmp33, None)
    tl.store(out_ptr5 + (r0_2 + 512*x3), tmp37, None)
''', device_str='cuda')

# Graph fragment:
#   %addmm_12 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm_12]
#   %buf111 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=buf111]
#   %getitem_11 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0" = PlaceHolder[target=getitem_11]
#   %rsqrt_5 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_5]
#   %primals_43 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_43]
#   %primals_44 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_44]
#   %view_45 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_88 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_34 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_35 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %erf_2 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.erf.default]
#   %add_22 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_36 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %var_mean_5 : [num_users=2] = call_function[target=torch.ops.aten.var_mean.correction]
#   %add_23 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_5 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %sub_7 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_37 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_38 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_24 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_93 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %getitem_11,%buf111,%rsqrt_5,%convert_element_type_93
triton_per_fused__to_copy_gelu_native_layer_norm_view_16 = async_compile.triton('triton_per_fused__to_copy_gelu_native_layer_norm_view_16', '''
def triton_per_fused__to_copy_gelu_native_layer_norm_view_16(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp30, None)
    tl.store(out_ptr1 + (r0_1 + 768*x0), tmp37, r0_mask)
    tl.store(out_ptr0 + (x0), tmp19, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_4 : Tensor "f32[30522, 768][768, 1]cuda:0" = PlaceHolder[target=primals_4]
#   %convert_element_type_92 : Tensor "bf16[30522, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_92
triton_poi_fused__to_copy_17 = async_compile.triton('triton_poi_fused__to_copy_17', '''
def triton_poi_fused__to_copy_17(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, xmask)
''', device_str='cuda')

# Graph fragment:
#   %convert_element_type_92 : Tensor "bf16[30522, 768][768, 1]cuda:0" = PlaceHolder[target=convert_element_type_92]
#   %convert_element_type_92 : Tensor "bf16[30522, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_23 : Tensor "bf16[768, 30522][1, 768]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.permute.default]
#   %constant_pad_nd_default_2 : Tensor "bf16[768, 30528][30528, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.constant_pad_nd.default]
#   return %constant_pad_nd_default_2
triton_poi_fused__to_copy_addmm_t_18 = async_compile.triton('triton_poi_fused__to_copy_addmm_t_18', '''
def triton_poi_fused__to_copy_addmm_t_18(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp3, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_45 : Tensor "f32[30522][1]cuda:0" = PlaceHolder[target=primals_45]
#   %convert_element_type_91 : Tensor "bf16[30522][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %full_default_17 : Tensor "bf16[6][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %cat_default : Tensor "bf16[30528][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.cat.default]
#   return %cat_default
triton_poi_fused__to_copy_addmm_19 = async_compile.triton('triton_poi_fused__to_copy_addmm_19', '''
def triton_poi_fused__to_copy_addmm_19(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp15, xmask)
''', device_str='cuda')

# Graph fragment:
#   %addmm_default : Tensor "bf16[8192, 30528][30528, 1]cuda:0" = PlaceHolder[target=addmm_default]
#   %getitem_13 : Tensor "f32[8192, 1][1, 8192]cuda:0" = PlaceHolder[target=getitem_13]
#   %slice_tensor : Tensor "bf16[8192, 30522][30528, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %view_47 : Tensor "bf16[16, 512, 30522][15630336, 30528, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %view_48 : Tensor "bf16[8192, 30522][30528, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_97 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %prepare_softmax_online_default : [num_users=2] = call_function[target=torch.ops.prims.prepare_softmax_online.default]
#   %log : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.log.default]
#   return %getitem_12,%getitem_13,%log
triton_red_fused__log_softmax_addmm_prepare_softmax_online_view_20 = async_compile.triton('triton_red_fused__log_softmax_addmm_prepare_softmax_online_view_20', '''
def triton_red_fused__log_softmax_addmm_prepare_softmax_online_view_20(in_out_ptr0, in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp3, None)
    tl.store(in_out_ptr0 + (x0), tmp5, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_1 : Tensor "i64[16, 512][512, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %addmm_default : Tensor "bf16[8192, 30528][30528, 1]cuda:0" = PlaceHolder[target=addmm_default]
#   %getitem_12 : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=getitem_12]
#   %log : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=log]
#   %sum_4 : Tensor "i64[][]cuda:0" = PlaceHolder[target=sum_4]
#   %sum_5 : Tensor "f32[][]cuda:0" = PlaceHolder[target=sum_5]
#   %convert_element_type_100 : Tensor "f32[][]cuda:0" = PlaceHolder[target=convert_element_type_100]
#   %slice_tensor : Tensor "bf16[8192, 30522][30528, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %view_47 : Tensor "bf16[16, 512, 30522][15630336, 30528, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %view_48 : Tensor "bf16[8192, 30522][30528, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_49 : Tensor "i64[8192][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_97 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_tensor : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_9 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %convert_element_type_98 : Tensor "bf16[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_99 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %ne : Tensor "b8[8192][1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.ne.Scalar]
#   %full_default_6 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_4 : Tensor "i64[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %unsqueeze_3 : Tensor "i64[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %gather_1 : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.gather.default]
#   %squeeze : Tensor "f32[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dim]
#   %neg : Tensor "f32[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %full_default_7 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_5 : Tensor "f32[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %sum_4 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.default]
#   %convert_element_type_100 : Tensor "f32[][]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_5 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.default]
#   %div_2 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %sum_4,%sum_5,%convert_element_type_100,%div_2
triton_red_fused__log_softmax__to_copy_addmm_nll_loss_forward_sub_view_21 = async_compile.triton('triton_red_fused__log_softmax__to_copy_addmm_nll_loss_forward_sub_view_21', '''
def triton_red_fused__log_softmax__to_copy_addmm_nll_loss_forward_sub_view_21(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr1 + (tl.full([1, 1], 0, tl.int32).broadcast_to(XBLOCK, 1)), tmp28, None)
    tl.store(in_out_ptr0 + (tl.full([1, 1], 0, tl.int32).broadcast_to(XBLOCK, 1)), tmp29, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_2, primals_3, primals_4, primals_5, primals_6, primals_7, primals_8, primals_9, primals_10, primals_11, primals_12, primals_13, primals_14, primals_15, primals_16, primals_17, primals_18, primals_19, primals_20, primals_21, primals_22, primals_23, primals_24, primals_25, primals_26, primals_27, primals_28, primals_29, primals_30, primals_31, primals_32, primals_33, primals_34, primals_35, primals_36, primals_37, primals_38, primals_39, primals_40, primals_41, primals_42, primals_43, primals_44, primals_45 = args
        assert_size_stride(primals_1, (16, 512), (512, 1))
        assert_size_stride(primals_2, (1, 512), (512, 1))
        assert_size_stride(primals_3, (1, 512), (512, 1))
        assert_size_stride(primals_4, (30522, 768), (768, 1))
        assert_size_stride(primals_5, (2, 768), (768, 1))
        assert_size_stride(primals_6, (512, 768), (768, 1))
        assert_size_stride(primals_7, (768, ), (1, ))
        assert_size_stride(primals_8, (768, ), (1, ))
        assert_size_stride(primals_9, (768, 768), (768, 1))
        assert_size_stride(primals_10, (768, ), (1, ))
        assert_size_stride(primals_11, (768, 768), (768, 1))
        assert_size_stride(primals_12, (768, ), (1, ))
        assert_size_stride(primals_13, (768, 768), (768, 1))
        assert_size_stride(primals_14, (768, ), (1, ))
        assert_size_stride(primals_15, (768, 768), (768, 1))
        assert_size_stride(primals_16, (768, ), (1, ))
        assert_size_stride(primals_17, (768, ), (1, ))
        assert_size_stride(primals_18, (768, ), (1, ))
        assert_size_stride(primals_19, (3072, 768), (768, 1))
        assert_size_stride(primals_20, (3072, ), (1, ))
        assert_size_stride(primals_21, (768, 3072), (3072, 1))
        assert_size_stride(primals_22, (768, ), (1, ))
        assert_size_stride(primals_23, (768, ), (1, ))
        assert_size_stride(primals_24, (768, ), (1, ))
        assert_size_stride(primals_25, (768, 768), (768, 1))
        assert_size_stride(primals_26, (768, ), (1, ))
        assert_size_stride(primals_27, (768, 768), (768, 1))
        assert_size_stride(primals_28, (768, ), (1, ))
        assert_size_stride(primals_29, (768, 768), (768, 1))
        assert_size_stride(primals_30, (768, ), (1, ))
        assert_size_stride(primals_31, (768, 768), (768, 1))
        assert_size_stride(primals_32, (768, ), (1, ))
        assert_size_stride(primals_33, (768, ), (1, ))
        assert_size_stride(primals_34, (768, ), (1, ))
        assert_size_stride(primals_35, (3072, 768), (768, 1))
        assert_size_stride(primals_36, (3072, ), (1, ))
        assert_size_stride(primals_37, (768, 3072), (3072, 1))
        assert_size_stride(primals_38, (768, ), (1, ))
        assert_size_stride(primals_39, (768, ), (1, ))
        assert_size_stride(primals_40, (768, ), (1, ))
        assert_size_stride(primals_41, (768, 768), (768, 1))
        assert_size_stride(primals_42, (768, ), (1, ))
        assert_size_stride(primals_43, (768, ), (1, ))
        assert_size_stride(primals_44, (768, ), (1, ))
        assert_size_stride(primals_45, (30522, ), (1, ))
        with torch.cuda._DeviceGuard(0):
            buf0 = empty_strided_cuda((1, 512), (512, 1), torch.int64)
            # [Provenance debug handles] triton_poi_fused_expand_gather_0:1
            triton_poi_fused_expand_gather_0.run(primals_2, primals_3, buf0, 512, stream=stream0)
            buf6 = empty_strided_cuda((7, ), (1, ), torch.int64)
            # [Provenance debug handles] aten.randint.low_out:2
            aten.randint.low_out(-9223372036854775808, 9223372036854775807, [7], out=buf6)
            buf1 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.float32)
            buf8 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bool)
            buf5 = buf1; del buf1  # reuse
            buf10 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bfloat16)
            buf135 = empty_strided_cuda((16, 512, 1), (512, 1, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__to_copy_add_embedding_expand_native_dropout_native_layer_norm_native_layer_norm_backward_1:3
            triton_per_fused__to_copy_add_embedding_expand_native_dropout_native_layer_norm_native_layer_norm_backward_1.run(buf5, primals_1, primals_4, buf0, primals_5, primals_2, primals_6, buf6, primals_7, primals_8, buf8, buf10, buf135, 0, 8192, 768, stream=stream0)
            buf9 = empty_strided_cuda((1, 1, 512, 1), (512, 512, 1, 1), torch.bool)
            # [Provenance debug handles] triton_poi_fused_add_arange_ge_unsqueeze_2:4
            triton_poi_fused_add_arange_ge_unsqueeze_2.run(buf9, 512, stream=stream0)
            buf11 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:5
            triton_poi_fused__to_copy_3.run(primals_9, buf11, 589824, stream=stream0)
            buf12 = empty_strided_cuda((768, ), (1, ), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_4:6
            triton_poi_fused__to_copy_4.run(primals_10, buf12, 768, stream=stream0)
            buf13 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:7
            extern_kernels.addmm(buf12, reinterpret_tensor(buf10, (8192, 768), (768, 1), 0), reinterpret_tensor(buf11, (768, 768), (1, 768), 0), alpha=1, beta=1, out=buf13)
            buf14 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:8
            triton_poi_fused__to_copy_3.run(primals_11, buf14, 589824, stream=stream0)
            buf15 = buf12; del buf12  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_4:9
            triton_poi_fused__to_copy_4.run(primals_12, buf15, 768, stream=stream0)
            buf16 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:10
            extern_kernels.addmm(buf15, reinterpret_tensor(buf10, (8192, 768), (768, 1), 0), reinterpret_tensor(buf14, (768, 768), (1, 768), 0), alpha=1, beta=1, out=buf16)
            buf17 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:11
            triton_poi_fused__to_copy_3.run(primals_13, buf17, 589824, stream=stream0)
            buf18 = buf15; del buf15  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_4:12
            triton_poi_fused__to_copy_4.run(primals_14, buf18, 768, stream=stream0)
            buf19 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:13
            extern_kernels.addmm(buf18, reinterpret_tensor(buf10, (8192, 768), (768, 1), 0), reinterpret_tensor(buf17, (768, 768), (1, 768), 0), alpha=1, beta=1, out=buf19)
            buf20 = empty_strided_cuda((16, 12, 512, 64), (393216, 32768, 64, 1), torch.float32)
            buf133 = empty_strided_cuda((192, 64, 512), (32768, 1, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_5:14
            triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_5.run(buf13, buf20, buf133, 6291456, stream=stream0)
            buf21 = empty_strided_cuda((16, 12, 64, 512), (393216, 32768, 512, 1), torch.float32)
            buf134 = reinterpret_tensor(buf13, (192, 512, 64), (32768, 1, 512), 0); del buf13  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_6:15
            triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_6.run(buf16, buf21, buf134, 6291456, stream=stream0)
            buf22 = empty_strided_cuda((192, 512, 512), (262144, 512, 1), torch.float32)
            # [Provenance debug handles] extern_kernels.bmm:16
            extern_kernels.bmm(reinterpret_tensor(buf20, (192, 512, 64), (32768, 64, 1), 0), reinterpret_tensor(buf21, (192, 64, 512), (32768, 512, 1), 0), out=buf22)
            buf23 = empty_strided_cuda((16, 12, 512, 1), (6144, 512, 1, 1), torch.float32)
            buf24 = empty_strided_cuda((16, 12, 512, 1), (6144, 512, 1, 1), torch.float32)
            buf25 = empty_strided_cuda((16, 12, 512, 1), (6144, 512, 1, 98304), torch.bool)
            buf26 = reinterpret_tensor(buf25, (16, 12, 512, 1), (6144, 512, 1, 1), 0); del buf25  # reuse
            buf28 = empty_strided_cuda((16, 12, 512, 512), (3145728, 262144, 512, 1), torch.bool)
            buf29 = empty_strided_cuda((16, 12, 512, 512), (3145728, 262144, 512, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__safe_softmax_add_exp_expand_native_dropout_prepare_softmax_online_scalar_tensor_sub_view_where_7:17
            triton_per_fused__safe_softmax_add_exp_expand_native_dropout_prepare_softmax_online_scalar_tensor_sub_view_where_7.run(buf26, buf22, buf9, buf6, buf23, buf24, buf28, buf29, 1, 98304, 512, stream=stream0)
            buf30 = reinterpret_tensor(buf21, (16, 12, 512, 64), (393216, 32768, 64, 1), 0); del buf21  # reuse
            buf132 = reinterpret_tensor(buf16, (192, 64, 512), (32768, 1, 64), 0); del buf16  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_8:18
            triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_8.run(buf19, buf30, buf132, 6291456, stream=stream0)
            buf31 = reinterpret_tensor(buf20, (192, 512, 64), (32768, 64, 1), 0); del buf20  # reuse
            # [Provenance debug handles] extern_kernels.bmm:19
            extern_kernels.bmm(reinterpret_tensor(buf29, (192, 512, 512), (262144, 512, 1), 0), reinterpret_tensor(buf30, (192, 512, 64), (32768, 64, 1), 0), out=buf31)
            buf32 = reinterpret_tensor(buf19, (16, 512, 12, 64), (393216, 768, 64, 1), 0); del buf19  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_clone_transpose_view_9:20
            triton_poi_fused__to_copy_clone_transpose_view_9.run(buf31, buf32, 6291456, stream=stream0)
            buf33 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:21
            triton_poi_fused__to_copy_3.run(primals_15, buf33, 589824, stream=stream0)
            buf34 = buf18; del buf18  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_4:22
            triton_poi_fused__to_copy_4.run(primals_16, buf34, 768, stream=stream0)
            buf35 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:23
            extern_kernels.addmm(buf34, reinterpret_tensor(buf32, (8192, 768), (768, 1), 0), reinterpret_tensor(buf33, (768, 768), (1, 768), 0), alpha=1, beta=1, out=buf35)
            buf37 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bool)
            buf38 = reinterpret_tensor(buf31, (16, 512, 768), (393216, 768, 1), 0); del buf31  # reuse
            buf42 = buf38; del buf38  # reuse
            buf43 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bfloat16)
            buf131 = empty_strided_cuda((16, 512, 1), (512, 1, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_10:24
            triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_10.run(buf42, buf6, buf35, buf8, buf5, primals_7, primals_8, primals_17, primals_18, buf37, buf43, buf131, 2, 8192, 768, stream=stream0)
            buf44 = empty_strided_cuda((3072, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_11:25
            triton_poi_fused__to_copy_11.run(primals_19, buf44, 2359296, stream=stream0)
            buf45 = empty_strided_cuda((3072, ), (1, ), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_12:26
            triton_poi_fused__to_copy_12.run(primals_20, buf45, 3072, stream=stream0)
            buf46 = empty_strided_cuda((8192, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:27
            extern_kernels.addmm(buf45, reinterpret_tensor(buf43, (8192, 768), (768, 1), 0), reinterpret_tensor(buf44, (768, 3072), (1, 768), 0), alpha=1, beta=1, out=buf46)
            buf47 = empty_strided_cuda((16, 512, 3072), (1572864, 3072, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_gelu_view_13:28
            triton_poi_fused_gelu_view_13.run(buf46, buf47, 25165824, stream=stream0)
            buf48 = empty_strided_cuda((768, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_11:29
            triton_poi_fused__to_copy_11.run(primals_21, buf48, 2359296, stream=stream0)
            buf49 = buf34; del buf34  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_4:30
            triton_poi_fused__to_copy_4.run(primals_22, buf49, 768, stream=stream0)
            buf50 = buf35; del buf35  # reuse
            # [Provenance debug handles] extern_kernels.addmm:31
            extern_kernels.addmm(buf49, reinterpret_tensor(buf47, (8192, 3072), (3072, 1), 0), reinterpret_tensor(buf48, (3072, 768), (1, 3072), 0), alpha=1, beta=1, out=buf50)
            buf52 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bool)
            buf53 = reinterpret_tensor(buf30, (16, 512, 768), (393216, 768, 1), 0); del buf30  # reuse
            buf57 = buf53; del buf53  # reuse
            buf58 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bfloat16)
            buf130 = empty_strided_cuda((16, 512, 1), (512, 1, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14:32
            triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14.run(buf57, buf6, buf50, buf42, primals_17, primals_18, primals_23, primals_24, buf52, buf58, buf130, 3, 8192, 768, stream=stream0)
            buf59 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:33
            triton_poi_fused__to_copy_3.run(primals_25, buf59, 589824, stream=stream0)
            buf60 = buf49; del buf49  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_4:34
            triton_poi_fused__to_copy_4.run(primals_26, buf60, 768, stream=stream0)
            buf61 = buf50; del buf50  # reuse
            # [Provenance debug handles] extern_kernels.addmm:35
            extern_kernels.addmm(buf60, reinterpret_tensor(buf58, (8192, 768), (768, 1), 0), reinterpret_tensor(buf59, (768, 768), (1, 768), 0), alpha=1, beta=1, out=buf61)
            buf62 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:36
            triton_poi_fused__to_copy_3.run(primals_27, buf62, 589824, stream=stream0)
            buf63 = buf60; del buf60  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_4:37
            triton_poi_fused__to_copy_4.run(primals_28, buf63, 768, stream=stream0)
            buf64 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:38
            extern_kernels.addmm(buf63, reinterpret_tensor(buf58, (8192, 768), (768, 1), 0), reinterpret_tensor(buf62, (768, 768), (1, 768), 0), alpha=1, beta=1, out=buf64)
            buf65 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:39
            triton_poi_fused__to_copy_3.run(primals_29, buf65, 589824, stream=stream0)
            buf66 = buf63; del buf63  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_4:40
            triton_poi_fused__to_copy_4.run(primals_30, buf66, 768, stream=stream0)
            buf67 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:41
            extern_kernels.addmm(buf66, reinterpret_tensor(buf58, (8192, 768), (768, 1), 0), reinterpret_tensor(buf65, (768, 768), (1, 768), 0), alpha=1, beta=1, out=buf67)
            buf68 = empty_strided_cuda((16, 12, 512, 64), (393216, 32768, 64, 1), torch.float32)
            buf128 = empty_strided_cuda((192, 64, 512), (32768, 1, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_5:42
            triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_5.run(buf61, buf68, buf128, 6291456, stream=stream0)
            buf69 = empty_strided_cuda((16, 12, 64, 512), (393216, 32768, 512, 1), torch.float32)
            buf129 = reinterpret_tensor(buf61, (192, 512, 64), (32768, 1, 512), 0); del buf61  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_6:43
            triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_6.run(buf64, buf69, buf129, 6291456, stream=stream0)
            buf70 = empty_strided_cuda((192, 512, 512), (262144, 512, 1), torch.float32)
            # [Provenance debug handles] extern_kernels.bmm:44
            extern_kernels.bmm(reinterpret_tensor(buf68, (192, 512, 64), (32768, 64, 1), 0), reinterpret_tensor(buf69, (192, 64, 512), (32768, 512, 1), 0), out=buf70)
            buf76 = empty_strided_cuda((16, 12, 512, 512), (3145728, 262144, 512, 1), torch.bool)
            buf74 = reinterpret_tensor(buf70, (16, 12, 512, 512), (3145728, 262144, 512, 1), 0); del buf70  # reuse
            buf77 = empty_strided_cuda((16, 12, 512, 512), (3145728, 262144, 512, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__safe_softmax_add_exp_expand_native_dropout_prepare_softmax_online_scalar_tensor_sub_view_where_15:45
            triton_per_fused__safe_softmax_add_exp_expand_native_dropout_prepare_softmax_online_scalar_tensor_sub_view_where_15.run(buf74, buf9, buf6, buf76, buf77, 4, 98304, 512, stream=stream0)
            buf78 = reinterpret_tensor(buf69, (16, 12, 512, 64), (393216, 32768, 64, 1), 0); del buf69  # reuse
            buf127 = reinterpret_tensor(buf64, (192, 64, 512), (32768, 1, 64), 0); del buf64  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_8:46
            triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_8.run(buf67, buf78, buf127, 6291456, stream=stream0)
            buf79 = reinterpret_tensor(buf68, (192, 512, 64), (32768, 64, 1), 0); del buf68  # reuse
            # [Provenance debug handles] extern_kernels.bmm:47
            extern_kernels.bmm(reinterpret_tensor(buf77, (192, 512, 512), (262144, 512, 1), 0), reinterpret_tensor(buf78, (192, 512, 64), (32768, 64, 1), 0), out=buf79)
            buf80 = reinterpret_tensor(buf67, (16, 512, 12, 64), (393216, 768, 64, 1), 0); del buf67  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_clone_transpose_view_9:48
            triton_poi_fused__to_copy_clone_transpose_view_9.run(buf79, buf80, 6291456, stream=stream0)
            buf81 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:49
            triton_poi_fused__to_copy_3.run(primals_31, buf81, 589824, stream=stream0)
            buf82 = buf66; del buf66  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_4:50
            triton_poi_fused__to_copy_4.run(primals_32, buf82, 768, stream=stream0)
            buf83 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:51
            extern_kernels.addmm(buf82, reinterpret_tensor(buf80, (8192, 768), (768, 1), 0), reinterpret_tensor(buf81, (768, 768), (1, 768), 0), alpha=1, beta=1, out=buf83)
            buf85 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bool)
            buf86 = reinterpret_tensor(buf79, (16, 512, 768), (393216, 768, 1), 0); del buf79  # reuse
            buf90 = buf86; del buf86  # reuse
            buf91 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bfloat16)
            buf126 = empty_strided_cuda((16, 512, 1), (512, 1, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14:52
            triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14.run(buf90, buf6, buf83, buf57, primals_23, primals_24, primals_33, primals_34, buf85, buf91, buf126, 5, 8192, 768, stream=stream0)
            buf92 = empty_strided_cuda((3072, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_11:53
            triton_poi_fused__to_copy_11.run(primals_35, buf92, 2359296, stream=stream0)
            buf93 = buf45; del buf45  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_12:54
            triton_poi_fused__to_copy_12.run(primals_36, buf93, 3072, stream=stream0)
            buf94 = empty_strided_cuda((8192, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:55
            extern_kernels.addmm(buf93, reinterpret_tensor(buf91, (8192, 768), (768, 1), 0), reinterpret_tensor(buf92, (768, 3072), (1, 768), 0), alpha=1, beta=1, out=buf94)
            buf95 = empty_strided_cuda((16, 512, 3072), (1572864, 3072, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_gelu_view_13:56
            triton_poi_fused_gelu_view_13.run(buf94, buf95, 25165824, stream=stream0)
            buf96 = empty_strided_cuda((768, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_11:57
            triton_poi_fused__to_copy_11.run(primals_37, buf96, 2359296, stream=stream0)
            buf97 = buf82; del buf82  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_4:58
            triton_poi_fused__to_copy_4.run(primals_38, buf97, 768, stream=stream0)
            buf98 = buf83; del buf83  # reuse
            # [Provenance debug handles] extern_kernels.addmm:59
            extern_kernels.addmm(buf97, reinterpret_tensor(buf95, (8192, 3072), (3072, 1), 0), reinterpret_tensor(buf96, (3072, 768), (1, 3072), 0), alpha=1, beta=1, out=buf98)
            buf100 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bool)
            buf101 = reinterpret_tensor(buf78, (16, 512, 768), (393216, 768, 1), 0); del buf78  # reuse
            buf105 = buf101; del buf101  # reuse
            buf106 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bfloat16)
            buf125 = empty_strided_cuda((16, 512, 1), (512, 1, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14:60
            triton_per_fused__to_copy_add_native_dropout_native_layer_norm_native_layer_norm_backward_view_14.run(buf105, buf6, buf98, buf90, primals_33, primals_34, primals_39, primals_40, buf100, buf106, buf125, 6, 8192, 768, stream=stream0)
            buf107 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:61
            triton_poi_fused__to_copy_3.run(primals_41, buf107, 589824, stream=stream0)
            buf108 = buf97; del buf97  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_4:62
            triton_poi_fused__to_copy_4.run(primals_42, buf108, 768, stream=stream0)
            buf109 = buf98; del buf98  # reuse
            # [Provenance debug handles] extern_kernels.addmm:63
            extern_kernels.addmm(buf108, reinterpret_tensor(buf106, (8192, 768), (768, 1), 0), reinterpret_tensor(buf107, (768, 768), (1, 768), 0), alpha=1, beta=1, out=buf109)
            buf110 = empty_strided_cuda((16, 512, 1), (512, 1, 1), torch.float32)
            buf111 = empty_strided_cuda((16, 512, 1), (512, 1, 8192), torch.float32)
            buf113 = reinterpret_tensor(buf111, (16, 512, 1), (512, 1, 1), 0); del buf111  # reuse
            buf114 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__to_copy_gelu_native_layer_norm_view_16:64
            triton_per_fused__to_copy_gelu_native_layer_norm_view_16.run(buf113, buf109, primals_43, primals_44, buf110, buf114, 8192, 768, stream=stream0)
            buf115 = empty_strided_cuda((30522, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_17:65
            triton_poi_fused__to_copy_17.run(primals_4, buf115, 23440896, stream=stream0)
            buf116 = empty_strided_cuda((768, 30528), (1, 768), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_addmm_t_18:66
            triton_poi_fused__to_copy_addmm_t_18.run(buf115, buf116, 23445504, stream=stream0)
            buf117 = empty_strided_cuda((30528, ), (1, ), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_addmm_19:67
            triton_poi_fused__to_copy_addmm_19.run(primals_45, buf117, 30528, stream=stream0)
            buf118 = empty_strided_cuda((8192, 30528), (30528, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:68
            extern_kernels.addmm(buf117, reinterpret_tensor(buf114, (8192, 768), (768, 1), 0), buf116, alpha=1, beta=1, out=buf118)
            buf119 = empty_strided_cuda((8192, 1), (1, 1), torch.float32)
            buf120 = empty_strided_cuda((8192, 1), (1, 8192), torch.float32)
            buf121 = reinterpret_tensor(buf120, (8192, 1), (1, 1), 0); del buf120  # reuse
            # [Provenance debug handles] triton_red_fused__log_softmax_addmm_prepare_softmax_online_view_20:69
            triton_red_fused__log_softmax_addmm_prepare_softmax_online_view_20.run(buf121, buf118, buf119, 8192, 30522, stream=stream0)
            buf124 = empty_strided_cuda((), (), torch.float32)
            buf123 = empty_strided_cuda((), (), torch.float32)
            buf136 = buf124; del buf124  # reuse
            # [Provenance debug handles] triton_red_fused__log_softmax__to_copy_addmm_nll_loss_forward_sub_view_21:70
            triton_red_fused__log_softmax__to_copy_addmm_nll_loss_forward_sub_view_21.run(buf136, primals_1, buf118, buf119, buf121, buf123, 1, 8192, stream=stream0)
        return (buf136, reinterpret_tensor(buf118, (16, 512, 30522), (15630336, 30528, 1), 0), primals_1, primals_2, primals_7, primals_17, primals_23, primals_33, primals_39, primals_43, buf0, buf5, buf8, buf9, reinterpret_tensor(buf10, (8192, 768), (768, 1), 0), buf22, buf23, buf24, buf26, buf28, reinterpret_tensor(buf32, (8192, 768), (768, 1), 0), buf37, buf42, reinterpret_tensor(buf43, (8192, 768), (768, 1), 0), buf46, reinterpret_tensor(buf47, (8192, 3072), (3072, 1), 0), buf52, buf57, reinterpret_tensor(buf58, (8192, 768), (768, 1), 0), buf74, buf76, reinterpret_tensor(buf80, (8192, 768), (768, 1), 0), buf85, buf90, reinterpret_tensor(buf91, (8192, 768), (768, 1), 0), buf94, reinterpret_tensor(buf95, (8192, 3072), (3072, 1), 0), buf100, buf105, reinterpret_tensor(buf106, (8192, 768), (768, 1), 0), buf109, buf110, buf113, reinterpret_tensor(buf114, (8192, 768), (768, 1), 0), reinterpret_tensor(buf118, (16, 512, 30522), (15630336, 30528, 1), 0), buf119, buf121, buf123, buf115, buf107, buf125, buf96, buf92, buf126, buf81, buf127, buf128, buf129, buf65, buf62, buf59, buf130, buf48, buf44, buf131, buf33, buf132, buf133, buf134, buf17, buf14, buf11, buf135, )
