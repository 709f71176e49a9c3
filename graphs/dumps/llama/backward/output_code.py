# AOT ID: ['0_backward']

# Graph fragment:
#   %constant_pad_nd : Tensor "i64[4, 2049][2064, 1]cuda:0" = PlaceHolder[target=constant_pad_nd]
#   %tangents_5 : Tensor "f32[][]cuda:0" = PlaceHolder[target=tangents_5]
#   %convert_element_type_70 : Tensor "f32[][]cuda:0" = PlaceHolder[target=convert_element_type_70]
#   %tangents_6 : Tensor "bf16[4, 2048, 32000][65536000, 32000, 1]cuda:0" = PlaceHolder[target=tangents_6]
#   %view_45 : Tensor "bf16[4, 2048, 32000][65536000, 32000, 1]cuda:0" = PlaceHolder[target=view_45]
#   %amax : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=amax]
#   %log : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=log]
#   %sum_4 : Tensor "f32[8192, 1][1, 8192]cuda:0" = PlaceHolder[target=sum_4]
#   %div_3 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %slice_9 : Tensor "i64[4, 2048][2064, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %clone_8 : Tensor "i64[4, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_47 : Tensor "i64[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %unsqueeze_20 : Tensor "i64[8192, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %ne_3 : Tensor "b8[8192, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.ne.Scalar]
#   %full_default_4 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_4 : Tensor "i64[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %iota_default : Tensor "i64[32000][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.iota.default]
#   %view_default : Tensor "i64[1, 32000][32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %expand_default : Tensor "i64[8192, 32000][1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %eq_tensor : Tensor "b8[8192, 32000][32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Tensor]
#   %scalar_tensor_default : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.scalar_tensor.default]
#   %scalar_tensor_default_1 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.scalar_tensor.default]
#   %where_self : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %full_default_5 : Tensor "f32[][]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.full.default]
#   %where_5 : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %mul_22 : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_69 : Tensor "f32[4, 2048, 32000][65536000, 32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_46 : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %sub : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_1 : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %exp_3 : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %sum_4 : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_23 : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_2 : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %view_48 : Tensor "f32[4, 2048, 32000][65536000, 32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_71 : Tensor "bf16[4, 2048, 32000][65536000, 32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_18 : Tensor "bf16[4, 2048, 32000][65536000, 32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %sum_4,%add_18
triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_add_arange_clone_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_slice_view_where_0 = async_compile.triton('triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_add_arange_clone_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_slice_view_where_0', '''
def triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_add_arange_clone_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_slice_view_where_0(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        tl.store(out_ptr1 + (r0_1 + 32000*x0), tmp48, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %mm_15 : Tensor "bf16[32000, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_15]
#   %convert_element_type_77 : Tensor "f32[32000, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_77
triton_poi_fused__to_copy_1 = async_compile.triton('triton_poi_fused__to_copy_1', '''
def triton_poi_fused__to_copy_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_16 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_16]
#   %primals_22 : Tensor "f32[2048][1]cuda:0" = PlaceHolder[target=primals_22]
#   %add_16 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_16]
#   %rsqrt_4 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_4]
#   %sum_6 : Tensor "f32[4, 2048, 1][2048, 1, 8192]cuda:0" = PlaceHolder[target=sum_6]
#   %view_50 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_76 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_24 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_20 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_25 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_5 : Tensor "f32[1, 1, 2048][2048, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_26 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_27 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_6 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %pow_6 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_28 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_29 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %expand_9 : Tensor "f32[4, 2048, 2048][2048, 1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div_4 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %pow_7 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_30 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_31 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_19 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   return %sum_6,%add_19
triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_2 = async_compile.triton('triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_2', '''
def triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_2(in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr1, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(out_ptr1 + (r0_1 + 2048*x0), tmp21, None)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %add_19 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_19]
#   %convert_element_type_78 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_52 : Tensor "bf16[8192, 2048][2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   return %view_52
triton_poi_fused__to_copy_view_3 = async_compile.triton('triton_poi_fused__to_copy_view_3', '''
def triton_poi_fused__to_copy_view_3(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_17 : Tensor "bf16[2048, 5632][5632, 1]cuda:0" = PlaceHolder[target=mm_17]
#   %convert_element_type_83 : Tensor "f32[2048, 5632][5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_83
triton_poi_fused__to_copy_4 = async_compile.triton('triton_poi_fused__to_copy_4', '''
def triton_poi_fused__to_copy_4(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_18 : Tensor "bf16[8192, 5632][5632, 1]cuda:0" = PlaceHolder[target=mm_18]
#   %mm_11 : Tensor "bf16[8192, 5632][5632, 1]cuda:0" = PlaceHolder[target=mm_11]
#   %mm_12 : Tensor "bf16[8192, 5632][5632, 1]cuda:0" = PlaceHolder[target=mm_12]
#   %view_53 : Tensor "bf16[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %view_39 : Tensor "bf16[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_56 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %neg_5 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %exp_1 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %add_15 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %div_1 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %convert_element_type_57 : Tensor "bf16[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_32 : Tensor "bf16[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_41 : Tensor "bf16[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %mul_33 : Tensor "bf16[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_90 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %reciprocal : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reciprocal.default]
#   %mul_34 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_35 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_3 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_36 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_21 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_37 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_92 : Tensor "bf16[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %mul_32,%convert_element_type_92
triton_poi_fused__unsafe_view_mul_silu_silu_backward_view_5 = async_compile.triton('triton_poi_fused__unsafe_view_mul_silu_silu_backward_view_5', '''
def triton_poi_fused__unsafe_view_mul_silu_silu_backward_view_5(in_out_ptr0, in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp9, None)
    tl.store(in_out_ptr0 + (x0), tmp21, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_20 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_20]
#   %mm_22 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_22]
#   %primals_18 : Tensor "f32[2048][1]cuda:0" = PlaceHolder[target=primals_18]
#   %add_13 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_13]
#   %add_19 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_19]
#   %rsqrt_3 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_3]
#   %sum_8 : Tensor "f32[4, 2048, 1][2048, 1, 8192]cuda:0" = PlaceHolder[target=sum_8]
#   %view_55 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_88 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_57 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_97 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_22 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_38 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_17 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_39 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_7 : Tensor "f32[1, 1, 2048][2048, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_40 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_41 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_8 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %add_23 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %pow_8 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_42 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_43 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %expand_10 : Tensor "f32[4, 2048, 2048][2048, 1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div_5 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %pow_9 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_44 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_45 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_24 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   return %sum_8,%add_24
triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_6 = async_compile.triton('triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_6', '''
def triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_6(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(in_out_ptr0 + (r0_1 + 2048*x0), tmp26, None)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %mm_23 : Tensor "bf16[2048, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_23]
#   %convert_element_type_104 : Tensor "f32[2048, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_104
triton_poi_fused__to_copy_7 = async_compile.triton('triton_poi_fused__to_copy_7', '''
def triton_poi_fused__to_copy_7(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %tangents_4 : Tensor "f32[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0" = PlaceHolder[target=tangents_4]
#   %getitem_19 : Tensor "bf16[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0" = PlaceHolder[target=getitem_19]
#   %convert_element_type_106 : Tensor "f32[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_63 : Tensor "f32[4, 8, 4, 2048, 64][4194304, 524288, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_10 : Tensor "f32[4, 8, 1, 2048, 64][1048576, 131072, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %squeeze_2 : Tensor "f32[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dim]
#   %add_26 : Tensor "f32[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   return %add_26
triton_poi_fused__to_copy_add_squeeze_sum_view_8 = async_compile.triton('triton_poi_fused__to_copy_add_squeeze_sum_view_8', '''
def triton_poi_fused__to_copy_add_squeeze_sum_view_8(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp12, None)
''', device_str='cuda')

# Graph fragment:
#   %tangents_3 : Tensor "f32[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0" = PlaceHolder[target=tangents_3]
#   %getitem_20 : Tensor "bf16[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0" = PlaceHolder[target=getitem_20]
#   %convert_element_type_107 : Tensor "f32[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_62 : Tensor "f32[4, 8, 4, 2048, 64][4194304, 524288, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_9 : Tensor "f32[4, 8, 1, 2048, 64][1048576, 131072, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %squeeze_1 : Tensor "f32[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dim]
#   %add_25 : Tensor "f32[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_108 : Tensor "bf16[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_45 : Tensor "bf16[4, 2048, 8, 64][1048576, 64, 131072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_9 : Tensor "bf16[4, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   return %clone_9
triton_poi_fused__to_copy_add_clone_squeeze_sum_transpose_view_9 = async_compile.triton('triton_poi_fused__to_copy_add_clone_squeeze_sum_transpose_view_9', '''
def triton_poi_fused__to_copy_add_clone_squeeze_sum_transpose_view_9(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0 + 64*x2 + 512*x1 + 1048576*x3), tmp13, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_25 : Tensor "bf16[512, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_25]
#   %convert_element_type_118 : Tensor "f32[512, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_118
triton_poi_fused__to_copy_10 = async_compile.triton('triton_poi_fused__to_copy_10', '''
def triton_poi_fused__to_copy_10(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %add_26 : Tensor "f32[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0" = PlaceHolder[target=add_26]
#   %mm_default : Tensor "f32[32, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_default]
#   %unsqueeze_default : Tensor "f32[1, 32, 2048][65536, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %permute : Tensor "f32[1, 2048, 32][65536, 1, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %unsqueeze_10 : Tensor "f32[1, 2048, 1, 32][65536, 1, 65536, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %expand_4 : Tensor "f32[1, 2048, 2, 32][65536, 1, 0, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %clone : Tensor "f32[1, 2048, 2, 32][131072, 64, 32, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_3 : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %sin : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sin.default]
#   %mul_1 : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_12 : Tensor "f32[1, 1, 2048, 64][131072, 131072, 64, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_46 : Tensor "f32[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_109 : Tensor "bf16[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %slice_12 : Tensor "bf16[4, 8, 2048, 32][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %slice_13 : Tensor "bf16[4, 8, 2048, 32][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %neg_8 : Tensor "bf16[4, 8, 2048, 32][524288, 65536, 32, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %full_default_9 : Tensor "bf16[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.full.default]
#   %slice_scatter_default : Tensor "bf16[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice_scatter.default]
#   %slice_scatter_default_1 : Tensor "bf16[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice_scatter.default]
#   %add_27 : Tensor "bf16[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %cos : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.cos.default]
#   %mul : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_11 : Tensor "f32[1, 1, 2048, 64][131072, 131072, 64, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_47 : Tensor "f32[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_110 : Tensor "bf16[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_28 : Tensor "bf16[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %permute_50 : Tensor "bf16[4, 2048, 8, 64][1048576, 64, 131072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_10 : Tensor "bf16[4, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   return %clone_10
triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_11 = async_compile.triton('triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_11', '''
def triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_11(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0 + 64*x2 + 512*x1 + 1048576*x3), tmp34, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_18 : Tensor "bf16[4, 32, 2048, 64][4194304, 64, 2048, 1]cuda:0" = PlaceHolder[target=getitem_18]
#   %mm_default : Tensor "f32[32, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_default]
#   %convert_element_type_105 : Tensor "f32[4, 32, 2048, 64][4194304, 64, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %unsqueeze_default : Tensor "f32[1, 32, 2048][65536, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %permute : Tensor "f32[1, 2048, 32][65536, 1, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %unsqueeze_10 : Tensor "f32[1, 2048, 1, 32][65536, 1, 65536, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %expand_4 : Tensor "f32[1, 2048, 2, 32][65536, 1, 0, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %clone : Tensor "f32[1, 2048, 2, 32][131072, 64, 32, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_3 : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %sin : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sin.default]
#   %mul_1 : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_12 : Tensor "f32[1, 1, 2048, 64][131072, 131072, 64, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %cos : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.cos.default]
#   %mul : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_11 : Tensor "f32[1, 1, 2048, 64][131072, 131072, 64, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_48 : Tensor "f32[4, 32, 2048, 64][4194304, 64, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_111 : Tensor "bf16[4, 32, 2048, 64][4194304, 64, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %slice_14 : Tensor "bf16[4, 32, 2048, 32][4194304, 64, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %slice_15 : Tensor "bf16[4, 32, 2048, 32][4194304, 64, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %neg_9 : Tensor "bf16[4, 32, 2048, 32][2097152, 32, 1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %full_default_11 : Tensor "bf16[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.full.default]
#   %slice_scatter_default_2 : Tensor "bf16[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice_scatter.default]
#   %slice_scatter_default_3 : Tensor "bf16[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice_scatter.default]
#   %add_29 : Tensor "bf16[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_49 : Tensor "f32[4, 32, 2048, 64][4194304, 64, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_112 : Tensor "bf16[4, 32, 2048, 64][4194304, 64, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_30 : Tensor "bf16[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %permute_55 : Tensor "bf16[4, 2048, 32, 64][4194304, 64, 131072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_11 : Tensor "bf16[4, 2048, 32, 64][4194304, 2048, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   return %clone_11
triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_12 = async_compile.triton('triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_12', '''
def triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_12(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x4), tmp37, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_26 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_26]
#   %mm_28 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_28]
#   %mm_30 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_30]
#   %primals_13 : Tensor "f32[2048][1]cuda:0" = PlaceHolder[target=primals_13]
#   %add_9 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_9]
#   %add_24 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_24]
#   %rsqrt_2 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_2]
#   %sum_12 : Tensor "f32[4, 2048, 1][2048, 1, 8192]cuda:0" = PlaceHolder[target=sum_12]
#   %view_66 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_117 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_69 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_123 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_31 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_72 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_129 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_32 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_50 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_11 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_51 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_11 : Tensor "f32[1, 1, 2048][2048, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_52 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_53 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_12 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %add_33 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %pow_10 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_54 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_55 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %expand_11 : Tensor "f32[4, 2048, 2048][2048, 1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div_6 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %pow_11 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_56 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_57 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_34 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   return %sum_12,%add_34
triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_13 = async_compile.triton('triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_13', '''
def triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_13(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(in_out_ptr0 + (r0_1 + 2048*x0), tmp29, None)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %mm_34 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_34]
#   %mm_36 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_36]
#   %primals_9 : Tensor "f32[2048][1]cuda:0" = PlaceHolder[target=primals_9]
#   %embedding : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=embedding]
#   %mm_3 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_3]
#   %add_34 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_34]
#   %rsqrt_1 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_1]
#   %sum_14 : Tensor "f32[4, 2048, 1][2048, 1, 8192]cuda:0" = PlaceHolder[target=sum_14]
#   %add_39 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_39]
#   %view_77 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_141 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_79 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_150 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_37 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_64 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_17 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_6 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_66 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_67 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_14 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %add_38 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %pow_12 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_68 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_69 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %expand_12 : Tensor "f32[4, 2048, 2048][2048, 1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div_7 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %pow_13 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_70 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_71 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_39 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_152 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_81 : Tensor "bf16[8192, 2048][2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   return %sum_14,%add_39,%view_81
triton_red_fused__to_copy__unsafe_view_add_div_expand_mul_pow_sum_view_14 = async_compile.triton('triton_red_fused__to_copy__unsafe_view_add_div_expand_mul_pow_sum_view_14', '''
def triton_red_fused__to_copy__unsafe_view_add_div_expand_mul_pow_sum_view_14(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        tl.store(in_out_ptr0 + (r0_1 + 2048*x0), tmp40, r0_mask)
        tl.store(out_ptr1 + (r0_1 + 2048*x0), tmp41, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %full_default_18 : Tensor "f32[32000, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   return %index_put
triton_poi_fused_embedding_dense_backward_15 = async_compile.triton('triton_poi_fused_embedding_dense_backward_15', '''
def triton_poi_fused_embedding_dense_backward_15(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp0, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_40 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_40]
#   %mm_42 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_42]
#   %mm_44 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_44]
#   %primals_4 : Tensor "f32[2048][1]cuda:0" = PlaceHolder[target=primals_4]
#   %embedding : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=embedding]
#   %primals_1 : Tensor "i64[4, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %add_39 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_39]
#   %rsqrt : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %sum_18 : Tensor "f32[4, 2048, 1][2048, 1, 8192]cuda:0" = PlaceHolder[target=sum_18]
#   %where_6 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=where_6]
#   %index_put : Tensor "f32[32000, 2048][2048, 1]cuda:0" = PlaceHolder[target=index_put]
#   %mm_34 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_34]
#   %mm_36 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_36]
#   %mm_3 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_3]
#   %rsqrt_1 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_1]
#   %full_default_5 : Tensor "f32[][]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.full.default]
#   %view_77 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_141 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_79 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_150 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_37 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_17 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_6 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_8 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_65 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_13 : Tensor "f32[1, 1, 2048][2048, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %view_88 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_170 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_91 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_176 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_46 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_94 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_182 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_47 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_76 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_2 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_77 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_17 : Tensor "f32[1, 1, 2048][2048, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_78 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_79 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_18 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %add_48 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %pow_14 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_80 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_81 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %expand_13 : Tensor "f32[4, 2048, 2048][2048, 1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div_8 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %pow_15 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_82 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_83 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_49 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %eq : Tensor "b8[4, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Scalar]
#   %unsqueeze_21 : Tensor "b8[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %where_6 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %full_default_18 : Tensor "f32[32000, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %index_put : Tensor "f32[32000, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.index_put_.default]
#   return %sum_18,%where_6,%buf92
triton_per_fused__to_copy__unsafe_view_add_div_embedding_dense_backward_expand_mul_nll_loss_forward_pow_sum_view_16 = async_compile.triton('triton_per_fused__to_copy__unsafe_view_add_div_embedding_dense_backward_expand_mul_nll_loss_forward_pow_sum_view_16', '''
def triton_per_fused__to_copy__unsafe_view_add_div_embedding_dense_backward_expand_mul_nll_loss_forward_pow_sum_view_16(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, in_ptr9, in_ptr10, out_ptr1, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.atomic_add(out_ptr1 + (tl.broadcast_to(r0_1 + 2048*tmp38, [XBLOCK, R0_BLOCK])), tmp34, None, sem='relaxed')
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_4, primals_9, primals_13, primals_18, primals_22, embedding, mm_default, rsqrt, view_4, convert_element_type_14, convert_element_type_15, convert_element_type_16, where, getitem, getitem_1, getitem_6, getitem_7, mm_3, rsqrt_1, view_18, mm_4, mm_5, view_22, add_9, rsqrt_2, view_24, convert_element_type_46, convert_element_type_47, convert_element_type_48, getitem_9, getitem_10, getitem_15, getitem_16, add_13, rsqrt_3, view_38, mm_11, mm_12, view_42, add_16, rsqrt_4, view_44, view_45, constant_pad_nd, amax, log, convert_element_type_70, permute_26, permute_30, permute_34, permute_38, permute_42, permute_48, permute_53, permute_58, permute_62, permute_66, permute_70, permute_74, permute_80, permute_85, permute_90, tangents_1, tangents_2, tangents_3, tangents_4, tangents_5, tangents_6 = args
        assert_size_stride(primals_1, (4, 2048), (2048, 1))
        assert_size_stride(primals_4, (2048, ), (1, ))
        assert_size_stride(primals_9, (2048, ), (1, ))
        assert_size_stride(primals_13, (2048, ), (1, ))
        assert_size_stride(primals_18, (2048, ), (1, ))
        assert_size_stride(primals_22, (2048, ), (1, ))
        assert_size_stride(embedding, (4, 2048, 2048), (4194304, 2048, 1))
        assert_size_stride(mm_default, (32, 2048), (2048, 1))
        assert_size_stride(rsqrt, (4, 2048, 1), (2048, 1, 1))
        assert_size_stride(view_4, (8192, 2048), (2048, 1))
        assert_size_stride(convert_element_type_14, (4, 32, 2048, 64), (4194304, 131072, 64, 1))
        assert_size_stride(convert_element_type_15, (4, 32, 2048, 64), (4194304, 131072, 64, 1))
        assert_size_stride(convert_element_type_16, (4, 32, 2048, 64), (4194304, 64, 2048, 1))
        assert_size_stride(where, (4, 1, 2048, 2048), (4194304, 4194304, 2048, 1))
        assert_size_stride(getitem, (4, 32, 2048, 64), (4194304, 64, 2048, 1))
        assert_size_stride(getitem_1, (4, 32, 2048, 1), (65536, 2048, 1, 1))
        assert_size_stride(getitem_6, (), ())
        assert_size_stride(getitem_7, (), ())
        assert_size_stride(mm_3, (8192, 2048), (2048, 1))
        assert_size_stride(rsqrt_1, (4, 2048, 1), (2048, 1, 1))
        assert_size_stride(view_18, (8192, 2048), (2048, 1))
        assert_size_stride(mm_4, (8192, 5632), (5632, 1))
        assert_size_stride(mm_5, (8192, 5632), (5632, 1))
        assert_size_stride(view_22, (8192, 5632), (5632, 1))
        assert_size_stride(add_9, (4, 2048, 2048), (4194304, 2048, 1))
        assert_size_stride(rsqrt_2, (4, 2048, 1), (2048, 1, 1))
        assert_size_stride(view_24, (8192, 2048), (2048, 1))
        assert_size_stride(convert_element_type_46, (4, 32, 2048, 64), (4194304, 131072, 64, 1))
        assert_size_stride(convert_element_type_47, (4, 32, 2048, 64), (4194304, 131072, 64, 1))
        assert_size_stride(convert_element_type_48, (4, 32, 2048, 64), (4194304, 64, 2048, 1))
        assert_size_stride(getitem_9, (4, 32, 2048, 64), (4194304, 64, 2048, 1))
        assert_size_stride(getitem_10, (4, 32, 2048, 1), (65536, 2048, 1, 1))
        assert_size_stride(getitem_15, (), ())
        assert_size_stride(getitem_16, (), ())
        assert_size_stride(add_13, (4, 2048, 2048), (4194304, 2048, 1))
        assert_size_stride(rsqrt_3, (4, 2048, 1), (2048, 1, 1))
        assert_size_stride(view_38, (8192, 2048), (2048, 1))
        assert_size_stride(mm_11, (8192, 5632), (5632, 1))
        assert_size_stride(mm_12, (8192, 5632), (5632, 1))
        assert_size_stride(view_42, (8192, 5632), (5632, 1))
        assert_size_stride(add_16, (4, 2048, 2048), (4194304, 2048, 1))
        assert_size_stride(rsqrt_4, (4, 2048, 1), (2048, 1, 1))
        assert_size_stride(view_44, (8192, 2048), (2048, 1))
        assert_size_stride(view_45, (4, 2048, 32000), (65536000, 32000, 1))
        assert_size_stride(constant_pad_nd, (4, 2049), (2064, 1))
        assert_size_stride(amax, (8192, 1), (1, 1))
        assert_size_stride(log, (8192, 1), (1, 1))
        assert_size_stride(convert_element_type_70, (), ())
        assert_size_stride(permute_26, (32000, 2048), (2048, 1))
        assert_size_stride(permute_30, (2048, 5632), (5632, 1))
        assert_size_stride(permute_34, (5632, 2048), (2048, 1))
        assert_size_stride(permute_38, (5632, 2048), (2048, 1))
        assert_size_stride(permute_42, (2048, 2048), (2048, 1))
        assert_size_stride(permute_48, (512, 2048), (2048, 1))
        assert_size_stride(permute_53, (512, 2048), (2048, 1))
        assert_size_stride(permute_58, (2048, 2048), (2048, 1))
        assert_size_stride(permute_62, (2048, 5632), (5632, 1))
        assert_size_stride(permute_66, (5632, 2048), (2048, 1))
        assert_size_stride(permute_70, (5632, 2048), (2048, 1))
        assert_size_stride(permute_74, (2048, 2048), (2048, 1))
        assert_size_stride(permute_80, (512, 2048), (2048, 1))
        assert_size_stride(permute_85, (512, 2048), (2048, 1))
        assert_size_stride(permute_90, (2048, 2048), (2048, 1))
        assert_size_stride(tangents_1, (4, 8, 2048, 64), (1048576, 131072, 64, 1))
        assert_size_stride(tangents_2, (4, 8, 2048, 64), (1048576, 131072, 64, 1))
        assert_size_stride(tangents_3, (4, 8, 2048, 64), (1048576, 131072, 64, 1))
        assert_size_stride(tangents_4, (4, 8, 2048, 64), (1048576, 131072, 64, 1))
        assert_size_stride(tangents_5, (), ())
        assert_size_stride(tangents_6, (4, 2048, 32000), (65536000, 32000, 1))
        with torch.cuda._DeviceGuard(0):
            buf1 = empty_strided_cuda((4, 2048, 32000), (65536000, 32000, 1), torch.bfloat16)
            # [Provenance debug handles] triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_add_arange_clone_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_slice_view_where_0:1
            triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_add_arange_clone_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_slice_view_where_0.run(constant_pad_nd, tangents_5, convert_element_type_70, tangents_6, view_45, amax, log, buf1, 8192, 32000, stream=stream0)
            buf2 = empty_strided_cuda((32000, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:2
            extern_kernels.mm(reinterpret_tensor(buf1, (32000, 8192), (1, 32000), 0), view_44, out=buf2)
            buf3 = empty_strided_cuda((8192, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:3
            extern_kernels.mm(reinterpret_tensor(buf1, (8192, 32000), (32000, 1), 0), permute_26, out=buf3)
            buf4 = empty_strided_cuda((32000, 2048), (2048, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_1:4
            triton_poi_fused__to_copy_1.run(buf2, buf4, 65536000, stream=stream0)
            buf8 = empty_strided_cuda((4, 2048, 2048), (4194304, 2048, 1), torch.float32)
            # Call mix order reduction kernel
            workspace_0 = empty_strided_cuda((1048576, ), (1, ), torch.float32)
            triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_2.run(buf3, primals_22, add_16, rsqrt_4, buf8, workspace_0, 8192, 2048, stream=stream0)
            buf6 = workspace_0[0 * 512 * 2048 : (0 + 1) * 512 * 2048].view(512, 2048).sum(dim=0)
            buf9 = buf3; del buf3  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_view_3:5
            triton_poi_fused__to_copy_view_3.run(buf8, buf9, 16777216, stream=stream0)
            buf10 = empty_strided_cuda((2048, 5632), (5632, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:6
            extern_kernels.mm(reinterpret_tensor(buf9, (2048, 8192), (1, 2048), 0), view_42, out=buf10)
            buf11 = empty_strided_cuda((8192, 5632), (5632, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:7
            extern_kernels.mm(buf9, permute_30, out=buf11)
            buf12 = empty_strided_cuda((2048, 5632), (5632, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_4:8
            triton_poi_fused__to_copy_4.run(buf10, buf12, 11534336, stream=stream0)
            buf13 = empty_strided_cuda((4, 2048, 5632), (11534336, 5632, 1), torch.bfloat16)
            buf17 = reinterpret_tensor(mm_12, (4, 2048, 5632), (11534336, 5632, 1), 0); del mm_12  # reuse
            # [Provenance debug handles] triton_poi_fused__unsafe_view_mul_silu_silu_backward_view_5:9
            triton_poi_fused__unsafe_view_mul_silu_silu_backward_view_5.run(buf17, buf11, mm_11, buf13, 46137344, stream=stream0)
            buf14 = reinterpret_tensor(buf10, (5632, 2048), (2048, 1), 0); del buf10  # reuse
            # [Provenance debug handles] extern_kernels.mm:10
            extern_kernels.mm(reinterpret_tensor(buf13, (5632, 8192), (1, 5632), 0), view_38, out=buf14)
            buf15 = buf9; del buf9  # reuse
            # [Provenance debug handles] extern_kernels.mm:11
            extern_kernels.mm(reinterpret_tensor(buf13, (8192, 5632), (5632, 1), 0), permute_34, out=buf15)
            buf16 = empty_strided_cuda((5632, 2048), (2048, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_4:12
            triton_poi_fused__to_copy_4.run(buf14, buf16, 11534336, stream=stream0)
            buf18 = buf14; del buf14  # reuse
            # [Provenance debug handles] extern_kernels.mm:13
            extern_kernels.mm(reinterpret_tensor(buf17, (5632, 8192), (1, 5632), 0), view_38, out=buf18)
            buf19 = empty_strided_cuda((8192, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:14
            extern_kernels.mm(reinterpret_tensor(buf17, (8192, 5632), (5632, 1), 0), permute_38, out=buf19)
            buf20 = empty_strided_cuda((5632, 2048), (2048, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_4:15
            triton_poi_fused__to_copy_4.run(buf18, buf20, 11534336, stream=stream0)
            buf24 = buf8; del buf8  # reuse
            # Call mix order reduction kernel
            workspace_1 = workspace_0; del workspace_0  # reuse
            triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_6.run(buf24, buf15, buf19, primals_18, add_13, rsqrt_3, workspace_1, 8192, 2048, stream=stream0)
            buf22 = workspace_1[0 * 512 * 2048 : (0 + 1) * 512 * 2048].view(512, 2048).sum(dim=0)
            buf25 = buf19; del buf19  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_view_3:16
            triton_poi_fused__to_copy_view_3.run(buf24, buf25, 16777216, stream=stream0)
            buf26 = empty_strided_cuda((2048, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:17
            extern_kernels.mm(reinterpret_tensor(buf25, (2048, 8192), (1, 2048), 0), reinterpret_tensor(getitem_9, (8192, 2048), (2048, 1), 0), out=buf26)
            buf27 = buf15; del buf15  # reuse
            # [Provenance debug handles] extern_kernels.mm:18
            extern_kernels.mm(buf25, permute_42, out=buf27)
            buf28 = empty_strided_cuda((2048, 2048), (2048, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_7:19
            triton_poi_fused__to_copy_7.run(buf26, buf28, 4194304, stream=stream0)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default:20
            buf29 = torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default(reinterpret_tensor(buf27, (4, 32, 2048, 64), (4194304, 64, 2048, 1), 0), convert_element_type_48, convert_element_type_47, convert_element_type_46, getitem_9, getitem_10, getitem_15, getitem_16, where, None, None, 2048, 2048, 0.0, False, scale=0.125)
            buf30 = buf29[0]
            assert_size_stride(buf30, (4, 32, 2048, 64), (4194304, 64, 2048, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf30, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf31 = buf29[1]
            assert_size_stride(buf31, (4, 32, 2048, 64), (4194304, 131072, 64, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf31, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf32 = buf29[2]
            assert_size_stride(buf32, (4, 32, 2048, 64), (4194304, 131072, 64, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf32, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf33 = empty_strided_cuda((4, 8, 2048, 64), (1048576, 131072, 64, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_add_squeeze_sum_view_8:21
            triton_poi_fused__to_copy_add_squeeze_sum_view_8.run(tangents_4, buf31, buf33, 4194304, stream=stream0)
            buf34 = reinterpret_tensor(buf26, (4, 2048, 8, 64), (1048576, 512, 64, 1), 0); del buf26  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_add_clone_squeeze_sum_transpose_view_9:22
            triton_poi_fused__to_copy_add_clone_squeeze_sum_transpose_view_9.run(tangents_3, buf32, buf34, 4194304, stream=stream0)
            buf35 = empty_strided_cuda((512, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:23
            extern_kernels.mm(reinterpret_tensor(buf34, (512, 8192), (1, 512), 0), view_24, out=buf35)
            buf36 = reinterpret_tensor(buf32, (8192, 2048), (2048, 1), 0); del buf32  # reuse
            # [Provenance debug handles] extern_kernels.mm:24
            extern_kernels.mm(reinterpret_tensor(buf34, (8192, 512), (512, 1), 0), permute_48, out=buf36)
            buf37 = reinterpret_tensor(workspace_1, (512, 2048), (2048, 1), 0); del workspace_1  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_10:25
            triton_poi_fused__to_copy_10.run(buf35, buf37, 1048576, stream=stream0)
            buf38 = buf34; del buf34  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_11:26
            triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_11.run(buf33, mm_default, buf38, 4194304, stream=stream0)
            buf39 = buf35; del buf35  # reuse
            # [Provenance debug handles] extern_kernels.mm:27
            extern_kernels.mm(reinterpret_tensor(buf38, (512, 8192), (1, 512), 0), view_24, out=buf39)
            buf40 = reinterpret_tensor(buf31, (8192, 2048), (2048, 1), 0); del buf31  # reuse
            # [Provenance debug handles] extern_kernels.mm:28
            extern_kernels.mm(reinterpret_tensor(buf38, (8192, 512), (512, 1), 0), permute_53, out=buf40)
            buf41 = empty_strided_cuda((512, 2048), (2048, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_10:29
            triton_poi_fused__to_copy_10.run(buf39, buf41, 1048576, stream=stream0)
            buf42 = reinterpret_tensor(buf27, (4, 2048, 32, 64), (4194304, 2048, 64, 1), 0); del buf27  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_12:30
            triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_12.run(buf30, mm_default, buf42, 16777216, stream=stream0)
            buf43 = reinterpret_tensor(buf38, (2048, 2048), (2048, 1), 0); del buf38  # reuse
            # [Provenance debug handles] extern_kernels.mm:31
            extern_kernels.mm(reinterpret_tensor(buf42, (2048, 8192), (1, 2048), 0), view_24, out=buf43)
            buf44 = reinterpret_tensor(buf30, (8192, 2048), (2048, 1), 0); del buf30  # reuse
            # [Provenance debug handles] extern_kernels.mm:32
            extern_kernels.mm(reinterpret_tensor(buf42, (8192, 2048), (2048, 1), 0), permute_58, out=buf44)
            buf45 = reinterpret_tensor(buf33, (2048, 2048), (2048, 1), 0); del buf33  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_7:33
            triton_poi_fused__to_copy_7.run(buf43, buf45, 4194304, stream=stream0)
            buf49 = buf24; del buf24  # reuse
            # Call mix order reduction kernel
            workspace_2 = empty_strided_cuda((1048576, ), (1, ), torch.float32)
            triton_per_fused__to_copy_add_div_expand_mul_pow_sum_view_13.run(buf49, buf36, buf40, buf44, primals_13, add_9, rsqrt_2, workspace_2, 8192, 2048, stream=stream0)
            buf47 = workspace_2[0 * 512 * 2048 : (0 + 1) * 512 * 2048].view(512, 2048).sum(dim=0)
            buf50 = buf44; del buf44  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_view_3:34
            triton_poi_fused__to_copy_view_3.run(buf49, buf50, 16777216, stream=stream0)
            buf51 = reinterpret_tensor(buf18, (2048, 5632), (5632, 1), 0); del buf18  # reuse
            # [Provenance debug handles] extern_kernels.mm:35
            extern_kernels.mm(reinterpret_tensor(buf50, (2048, 8192), (1, 2048), 0), view_22, out=buf51)
            buf52 = reinterpret_tensor(buf17, (8192, 5632), (5632, 1), 0); del buf17  # reuse
            # [Provenance debug handles] extern_kernels.mm:36
            extern_kernels.mm(buf50, permute_62, out=buf52)
            buf53 = empty_strided_cuda((2048, 5632), (5632, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_4:37
            triton_poi_fused__to_copy_4.run(buf51, buf53, 11534336, stream=stream0)
            buf54 = buf13; del buf13  # reuse
            buf58 = reinterpret_tensor(mm_5, (4, 2048, 5632), (11534336, 5632, 1), 0); del mm_5  # reuse
            # [Provenance debug handles] triton_poi_fused__unsafe_view_mul_silu_silu_backward_view_5:38
            triton_poi_fused__unsafe_view_mul_silu_silu_backward_view_5.run(buf58, buf52, mm_4, buf54, 46137344, stream=stream0)
            buf55 = reinterpret_tensor(buf51, (5632, 2048), (2048, 1), 0); del buf51  # reuse
            # [Provenance debug handles] extern_kernels.mm:39
            extern_kernels.mm(reinterpret_tensor(buf54, (5632, 8192), (1, 5632), 0), view_18, out=buf55)
            buf56 = buf50; del buf50  # reuse
            # [Provenance debug handles] extern_kernels.mm:40
            extern_kernels.mm(reinterpret_tensor(buf54, (8192, 5632), (5632, 1), 0), permute_66, out=buf56)
            buf57 = empty_strided_cuda((5632, 2048), (2048, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_4:41
            triton_poi_fused__to_copy_4.run(buf55, buf57, 11534336, stream=stream0)
            buf59 = buf55; del buf55  # reuse
            # [Provenance debug handles] extern_kernels.mm:42
            extern_kernels.mm(reinterpret_tensor(buf58, (5632, 8192), (1, 5632), 0), view_18, out=buf59)
            buf60 = buf40; del buf40  # reuse
            # [Provenance debug handles] extern_kernels.mm:43
            extern_kernels.mm(reinterpret_tensor(buf58, (8192, 5632), (5632, 1), 0), permute_70, out=buf60)
            buf61 = empty_strided_cuda((5632, 2048), (2048, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_4:44
            triton_poi_fused__to_copy_4.run(buf59, buf61, 11534336, stream=stream0)
            buf65 = buf49; del buf49  # reuse
            buf66 = buf36; del buf36  # reuse
            # [Provenance debug handles] triton_red_fused__to_copy__unsafe_view_add_div_expand_mul_pow_sum_view_14:45
            triton_red_fused__to_copy__unsafe_view_add_div_expand_mul_pow_sum_view_14.run(buf65, buf56, buf60, primals_9, embedding, mm_3, rsqrt_1, buf66, 8192, 2048, stream=stream0)
            buf68 = reinterpret_tensor(buf42, (8192, 2048), (2048, 1), 0); del buf42  # reuse
            # [Provenance debug handles] extern_kernels.mm:46
            extern_kernels.mm(buf66, permute_74, out=buf68)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default:47
            buf70 = torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default(reinterpret_tensor(buf68, (4, 32, 2048, 64), (4194304, 64, 2048, 1), 0), convert_element_type_16, convert_element_type_15, convert_element_type_14, getitem, getitem_1, getitem_6, getitem_7, where, None, None, 2048, 2048, 0.0, False, scale=0.125)
            buf73 = buf70[2]
            assert_size_stride(buf73, (4, 32, 2048, 64), (4194304, 131072, 64, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf73, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf75 = reinterpret_tensor(buf43, (4, 2048, 8, 64), (1048576, 512, 64, 1), 0); del buf43  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_add_clone_squeeze_sum_transpose_view_9:48
            triton_poi_fused__to_copy_add_clone_squeeze_sum_transpose_view_9.run(tangents_1, buf73, buf75, 4194304, stream=stream0)
            buf77 = reinterpret_tensor(buf73, (8192, 2048), (2048, 1), 0); del buf73  # reuse
            # [Provenance debug handles] extern_kernels.mm:49
            extern_kernels.mm(reinterpret_tensor(buf75, (8192, 512), (512, 1), 0), permute_80, out=buf77)
            buf72 = buf70[1]
            assert_size_stride(buf72, (4, 32, 2048, 64), (4194304, 131072, 64, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf72, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf74 = empty_strided_cuda((4, 8, 2048, 64), (1048576, 131072, 64, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_add_squeeze_sum_view_8:50
            triton_poi_fused__to_copy_add_squeeze_sum_view_8.run(tangents_2, buf72, buf74, 4194304, stream=stream0)
            buf79 = empty_strided_cuda((4, 2048, 8, 64), (1048576, 512, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_11:51
            triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_11.run(buf74, mm_default, buf79, 4194304, stream=stream0)
            buf81 = reinterpret_tensor(buf72, (8192, 2048), (2048, 1), 0); del buf72  # reuse
            # [Provenance debug handles] extern_kernels.mm:52
            extern_kernels.mm(reinterpret_tensor(buf79, (8192, 512), (512, 1), 0), permute_85, out=buf81)
            buf71 = buf70[0]
            assert_size_stride(buf71, (4, 32, 2048, 64), (4194304, 64, 2048, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf71, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf83 = reinterpret_tensor(buf68, (4, 2048, 32, 64), (4194304, 2048, 64, 1), 0); del buf68  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_12:53
            triton_poi_fused__to_copy_add_bmm_cat_clone_cos_mul_neg_sin_slice_slice_backward_transpose_unsqueeze_12.run(buf71, mm_default, buf83, 16777216, stream=stream0)
            buf85 = reinterpret_tensor(buf71, (8192, 2048), (2048, 1), 0); del buf71  # reuse
            # [Provenance debug handles] extern_kernels.mm:54
            extern_kernels.mm(reinterpret_tensor(buf83, (8192, 2048), (2048, 1), 0), permute_90, out=buf85)
            buf91 = empty_strided_cuda((32000, 2048), (2048, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused_embedding_dense_backward_15:55
            triton_poi_fused_embedding_dense_backward_15.run(buf91, 65536000, stream=stream0)
            buf90 = buf65; del buf65  # reuse
            # Call mix order reduction kernel
            workspace_3 = empty_strided_cuda((2097152, ), (1, ), torch.float32)
            triton_per_fused__to_copy__unsafe_view_add_div_embedding_dense_backward_expand_mul_nll_loss_forward_pow_sum_view_16.run(buf90, buf77, buf81, buf85, primals_4, embedding, primals_1, rsqrt, buf56, buf60, mm_3, rsqrt_1, buf91, workspace_3, 8192, 2048, stream=stream0)
            buf63 = workspace_3[0 * 512 * 2048 : (0 + 1) * 512 * 2048].view(512, 2048).sum(dim=0)
            buf88 = workspace_3[1 * 512 * 2048 : (1 + 1) * 512 * 2048].view(512, 2048).sum(dim=0)
            buf67 = empty_strided_cuda((2048, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:56
            extern_kernels.mm(reinterpret_tensor(buf66, (2048, 8192), (1, 2048), 0), reinterpret_tensor(getitem, (8192, 2048), (2048, 1), 0), out=buf67)
            buf69 = reinterpret_tensor(buf74, (2048, 2048), (2048, 1), 0); del buf74  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_7:57
            triton_poi_fused__to_copy_7.run(buf67, buf69, 4194304, stream=stream0)
            buf76 = buf39; del buf39  # reuse
            # [Provenance debug handles] extern_kernels.mm:58
            extern_kernels.mm(reinterpret_tensor(buf75, (512, 8192), (1, 512), 0), view_4, out=buf76)
            buf78 = reinterpret_tensor(workspace_2, (512, 2048), (2048, 1), 0); del workspace_2  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_10:59
            triton_poi_fused__to_copy_10.run(buf76, buf78, 1048576, stream=stream0)
            buf80 = buf76; del buf76  # reuse
            # [Provenance debug handles] extern_kernels.mm:60
            extern_kernels.mm(reinterpret_tensor(buf79, (512, 8192), (1, 512), 0), view_4, out=buf80)
            buf82 = empty_strided_cuda((512, 2048), (2048, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_10:61
            triton_poi_fused__to_copy_10.run(buf80, buf82, 1048576, stream=stream0)
            buf84 = reinterpret_tensor(buf79, (2048, 2048), (2048, 1), 0); del buf79  # reuse
            # [Provenance debug handles] extern_kernels.mm:62
            extern_kernels.mm(reinterpret_tensor(buf83, (2048, 8192), (1, 2048), 0), view_4, out=buf84)
            buf86 = empty_strided_cuda((2048, 2048), (2048, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_7:63
            triton_poi_fused__to_copy_7.run(buf84, buf86, 4194304, stream=stream0)
        return (None, buf91, None, reinterpret_tensor(buf88, (2048, ), (1, ), 0), buf86, buf82, buf78, buf69, reinterpret_tensor(buf63, (2048, ), (1, ), 0), buf61, buf57, buf53, reinterpret_tensor(buf47, (2048, ), (1, ), 0), buf45, buf41, buf37, buf28, reinterpret_tensor(buf22, (2048, ), (1, ), 0), buf20, buf16, buf12, reinterpret_tensor(buf6, (2048, ), (1, ), 0), buf4, )
