# AOT ID: ['0_backward']

# Graph fragment:
#   %full_default_14 : Tensor "f32[2, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   return %index_put_1
triton_poi_fused_embedding_dense_backward_0 = async_compile.triton('triton_poi_fused_embedding_dense_backward_0', '''
def triton_poi_fused_embedding_dense_backward_0(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp0, xmask)
''', device_str='cuda')

# Graph fragment:
#   %permute_24 : Tensor "bf16[30522, 768][768, 1]cuda:0" = PlaceHolder[target=permute_24]
#   %constant_pad_nd_default_1 : Tensor "bf16[30528, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.constant_pad_nd.default]
#   return %constant_pad_nd_default_1
triton_poi_fused_mm_1 = async_compile.triton('triton_poi_fused_mm_1', '''
def triton_poi_fused_mm_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp3, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_1 : Tensor "i64[16, 512][512, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %tangents_1 : Tensor "f32[][]cuda:0" = PlaceHolder[target=tangents_1]
#   %convert_element_type_100 : Tensor "f32[][]cuda:0" = PlaceHolder[target=convert_element_type_100]
#   %tangents_2 : Tensor "bf16[16, 512, 30522][15627264, 30522, 1]cuda:0" = PlaceHolder[target=tangents_2]
#   %view_47 : Tensor "bf16[16, 512, 30522][15630336, 30528, 1]cuda:0" = PlaceHolder[target=view_47]
#   %amax_2 : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=amax_2]
#   %log : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=log]
#   %sum_6 : Tensor "f32[8192, 1][1, 8192]cuda:0" = PlaceHolder[target=sum_6]
#   %div_3 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %view_49 : Tensor "i64[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %unsqueeze_4 : Tensor "i64[8192, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %ne_3 : Tensor "b8[8192, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.ne.Scalar]
#   %full_default_6 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_6 : Tensor "i64[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %iota_default : Tensor "i64[30522][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.iota.default]
#   %view_default : Tensor "i64[1, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %expand_default : Tensor "i64[8192, 30522][1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %eq_tensor : Tensor "b8[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Tensor]
#   %scalar_tensor_default : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.scalar_tensor.default]
#   %scalar_tensor_default_1 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.scalar_tensor.default]
#   %where_self : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %full_default_7 : Tensor "f32[][]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.full.default]
#   %where_7 : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %mul_39 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_48 : Tensor "bf16[8192, 30522][30528, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_97 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_8 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_9 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %convert_element_type_98 : Tensor "bf16[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_99 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %exp_3 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %sum_6 : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_40 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_10 : Tensor "f32[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %convert_element_type_104 : Tensor "bf16[8192, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_50 : Tensor "bf16[16, 512, 30522][15627264, 30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_25 : Tensor "bf16[16, 512, 30522][15627264, 30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %sum_6,%add_25
triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_add_arange_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_view_where_2 = async_compile.triton('triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_add_arange_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_view_where_2', '''
def triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_add_arange_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_view_where_2(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        tl.store(out_ptr1 + (r0_1 + 30528*x0), tmp49, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %add_25 : Tensor "bf16[16, 512, 30522][15630336, 30528, 1]cuda:0" = PlaceHolder[target=add_25]
#   %view_51 : Tensor "bf16[8192, 30522][30522, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %constant_pad_nd_default : Tensor "bf16[8192, 30528][30528, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.constant_pad_nd.default]
#   return %constant_pad_nd_default
triton_poi_fused_mm_view_3 = async_compile.triton('triton_poi_fused_mm_view_3', '''
def triton_poi_fused_mm_view_3(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp3, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_default : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_default]
#   %primals_43 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_43]
#   %addmm_12 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=addmm_12]
#   %getitem_11 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0" = PlaceHolder[target=getitem_11]
#   %rsqrt_5 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_5]
#   %sum_8 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=sum_8]
#   %sum_9 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=sum_9]
#   %view_53 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_110 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_42 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_43 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_8 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %view_45 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_88 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_34 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_35 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %erf_2 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.erf.default]
#   %add_22 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_36 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_7 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_37 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_44 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_9 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_45 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_12 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_13 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %div_4 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_46 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_47 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_10 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %sum_11 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_49 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_50 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_51 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %exp_4 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %mul_52 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_53 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_27 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_54 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %sum_8,%sum_9,%mul_54
triton_per_fused__to_copy_gelu_gelu_backward_native_layer_norm_native_layer_norm_backward_view_4 = async_compile.triton('triton_per_fused__to_copy_gelu_gelu_backward_native_layer_norm_native_layer_norm_backward_view_4', '''
def triton_per_fused__to_copy_gelu_gelu_backward_native_layer_norm_native_layer_norm_backward_view_4(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr2, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(out_ptr2 + (r0_1 + 768*x0), tmp44, r0_mask)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %mul_54 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_54]
#   %convert_element_type_116 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_54 : Tensor "bf16[8192, 768][768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   return %view_54
triton_poi_fused_gelu_backward_view_5 = async_compile.triton('triton_poi_fused_gelu_backward_view_5', '''
def triton_poi_fused_gelu_backward_view_5(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %view_54 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=view_54]
#   %sum_12 : Tensor "f32[1, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf17
triton_red_fused_sum_6 = async_compile.triton('triton_red_fused_sum_6', '''
def triton_red_fused_sum_6(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp3, None)
''', device_str='cuda')

# Graph fragment:
#   %buf17 : Tensor "f32[1, 768, 64][49152, 1, 768]cuda:0" = PlaceHolder[target=buf17]
#   %sum_12 : Tensor "f32[1, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_12
triton_per_fused_sum_7 = async_compile.triton('triton_per_fused_sum_7', '''
def triton_per_fused_sum_7(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp4, xmask)
''', device_str='cuda')

# Graph fragment:
#   %mm_2 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_2]
#   %primals_39 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_39]
#   %mul_32 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_32]
#   %div_5 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0" = PlaceHolder[target=div_5]
#   %sum_13 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=sum_13]
#   %sum_14 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=sum_14]
#   %mul_60 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_60]
#   %gt_6 : Tensor "b8[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=gt_6]
#   %view_56 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_122 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_56 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_57 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_13 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_58 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_14 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_59 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_15 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_16 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_60 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_61 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_15 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %sum_16 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_125 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_126 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_62 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_63 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %sum_13,%sum_14,%mul_60,%mul_63
triton_per_fused__to_copy_native_dropout_backward_native_layer_norm_backward_view_8 = async_compile.triton('triton_per_fused__to_copy_native_dropout_backward_native_layer_norm_backward_view_8', '''
def triton_per_fused__to_copy_native_dropout_backward_native_layer_norm_backward_view_8(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr2, out_ptr3, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(out_ptr2 + (r0_1 + 768*x0), tmp20, r0_mask)
        tl.store(out_ptr3 + (r0_1 + 768*x0), tmp26, r0_mask)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %mm_4 : Tensor "bf16[8192, 3072][3072, 1]cuda:0" = PlaceHolder[target=mm_4]
#   %addmm_10 : Tensor "bf16[8192, 3072][3072, 1]cuda:0" = PlaceHolder[target=addmm_10]
#   %view_59 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_134 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_41 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_75 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_28 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %erf_1 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.erf.default]
#   %add_18 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_65 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_66 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_67 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %exp_5 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %mul_68 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_69 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_29 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_70 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_136 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_136
triton_poi_fused_gelu_gelu_backward_view_9 = async_compile.triton('triton_poi_fused_gelu_gelu_backward_view_9', '''
def triton_poi_fused_gelu_gelu_backward_view_9(in_out_ptr0, in_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp20, None)
''', device_str='cuda')

# Graph fragment:
#   %mul_60 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_60]
#   %mm_6 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_6]
#   %primals_33 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_33]
#   %mul_25 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_25]
#   %div_6 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0" = PlaceHolder[target=div_6]
#   %sum_19 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=sum_19]
#   %sum_20 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=sum_20]
#   %mul_76 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_76]
#   %gt_5 : Tensor "b8[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=gt_5]
#   %view_62 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_142 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_30 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_72 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_73 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_19 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_74 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_20 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_75 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_18 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_19 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_76 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_77 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_21 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %sum_22 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_145 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_146 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_78 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_79 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %sum_19,%sum_20,%mul_76,%mul_79
triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_10 = async_compile.triton('triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_10', '''
def triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_10(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr2, out_ptr3, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(out_ptr2 + (r0_1 + 768*x0), tmp22, r0_mask)
        tl.store(out_ptr3 + (r0_1 + 768*x0), tmp28, r0_mask)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %mm_8 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_8]
#   %view_65 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_66 : Tensor "bf16[16, 512, 12, 64][393216, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_44 : Tensor "bf16[16, 12, 512, 64][393216, 64, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_154 : Tensor "f32[16, 12, 512, 64][393216, 64, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %clone_10 : Tensor "f32[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_67 : Tensor "f32[192, 512, 64][32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_155 : Tensor "bf16[192, 512, 64][32768, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_155
triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_11 = async_compile.triton('triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_11', '''
def triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_11(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp2, None)
''', device_str='cuda')

# Graph fragment:
#   %bmm_5 : Tensor "bf16[192, 512, 512][262144, 512, 1]cuda:0" = PlaceHolder[target=bmm_5]
#   %gt_4 : Tensor "b8[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0" = PlaceHolder[target=gt_4]
#   %where_3 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0" = PlaceHolder[target=where_3]
#   %sum_24 : Tensor "f32[16, 12, 512, 1][6144, 512, 1, 98304]cuda:0" = PlaceHolder[target=sum_24]
#   %mul_21 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_22 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_34 : Tensor "f32[192, 512, 512][262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_45 : Tensor "f32[192, 512, 512][262144, 1, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_156 : Tensor "bf16[192, 512, 512][262144, 1, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_163 : Tensor "f32[192, 512, 512][262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_69 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_165 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_80 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_81 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_82 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_24 : Tensor "f32[16, 12, 512, 1][6144, 512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %neg_1 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %fma : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.fma.default]
#   %view_70 : Tensor "f32[192, 512, 512][262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_166 : Tensor "bf16[192, 512, 512][262144, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %sum_24,%convert_element_type_156,%convert_element_type_166
triton_per_fused__softmax_backward_data__to_copy_native_dropout_native_dropout_backward_transpose_view_12 = async_compile.triton('triton_per_fused__softmax_backward_data__to_copy_native_dropout_native_dropout_backward_transpose_view_12', '''
def triton_per_fused__softmax_backward_data__to_copy_native_dropout_native_dropout_backward_transpose_view_12(in_out_ptr0, in_ptr0, in_ptr1, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (r0_1 + 512*x0), tmp14, None)
    tl.store(in_out_ptr0 + (r0_1 + 512*x0), tmp17, None)
''', device_str='cuda')

# Graph fragment:
#   %bmm_4 : Tensor "bf16[192, 512, 64][32768, 64, 1]cuda:0" = PlaceHolder[target=bmm_4]
#   %convert_element_type_164 : Tensor "f32[192, 512, 64][32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_68 : Tensor "f32[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_176 : Tensor "bf16[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_50 : Tensor "bf16[16, 512, 12, 64][393216, 64, 32768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_12 : Tensor "bf16[16, 512, 12, 64][393216, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_73 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_74 : Tensor "bf16[8192, 768][768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   return %view_74
triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_13 = async_compile.triton('triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_13', '''
def triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_13(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp2, None)
''', device_str='cuda')

# Graph fragment:
#   %bmm_6 : Tensor "bf16[192, 64, 512][32768, 512, 1]cuda:0" = PlaceHolder[target=bmm_6]
#   %convert_element_type_175 : Tensor "f32[192, 64, 512][32768, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_71 : Tensor "f32[16, 12, 64, 512][393216, 32768, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %mul_83 : Tensor "f32[16, 12, 64, 512][393216, 32768, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %permute_49 : Tensor "f32[16, 12, 512, 64][393216, 32768, 1, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_177 : Tensor "bf16[16, 12, 512, 64][393216, 32768, 1, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_55 : Tensor "bf16[16, 512, 12, 64][393216, 1, 32768, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %view_77 : Tensor "bf16[16, 512, 768][393216, 1, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %clone_13 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_78 : Tensor "bf16[8192, 768][768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   return %view_78
triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_14 = async_compile.triton('triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_14', '''
def triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_14(in_ptr0, out_ptr0, ynumel, xnumel, YBLOCK : tl.constexpr, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x1 + 768*y0), tmp4, xmask)
''', device_str='cuda')

# Graph fragment:
#   %bmm_7 : Tensor "bf16[192, 512, 64][32768, 64, 1]cuda:0" = PlaceHolder[target=bmm_7]
#   %convert_element_type_174 : Tensor "f32[192, 512, 64][32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_72 : Tensor "f32[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %mul_84 : Tensor "f32[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %convert_element_type_178 : Tensor "bf16[16, 12, 512, 64][393216, 32768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_60 : Tensor "bf16[16, 512, 12, 64][393216, 64, 32768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_14 : Tensor "bf16[16, 512, 12, 64][393216, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_81 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_82 : Tensor "bf16[8192, 768][768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   return %view_82
triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_15 = async_compile.triton('triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_15', '''
def triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_15(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp4, None)
''', device_str='cuda')

# Graph fragment:
#   %mul_76 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_76]
#   %mm_10 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_10]
#   %mm_12 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_12]
#   %mm_14 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_14]
#   %primals_23 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_23]
#   %view_76 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_184 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_31 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_80 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_192 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_32 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_84 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_200 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_33 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_86 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %mul_86
triton_poi_fused__to_copy_add_native_layer_norm_backward_view_16 = async_compile.triton('triton_poi_fused__to_copy_add_native_layer_norm_backward_view_16', '''
def triton_poi_fused__to_copy_add_native_layer_norm_backward_view_16(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp11, None)
''', device_str='cuda')

# Graph fragment:
#   %mul_86 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_86]
#   %mul_17 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_17]
#   %div_7 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0" = PlaceHolder[target=div_7]
#   %sum_28 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=sum_28]
#   %sum_29 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=sum_29]
#   %mul_90 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_90]
#   %gt_3 : Tensor "b8[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=gt_3]
#   %mul_76 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_76]
#   %mm_10 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_10]
#   %mm_12 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_12]
#   %mm_14 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_14]
#   %view_76 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_184 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_31 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_80 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_192 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_32 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_84 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_200 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_33 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_87 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_28 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_88 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_29 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_89 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_21 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_22 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_90 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_91 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_30 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %sum_31 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_203 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_204 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_92 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_93 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %sum_28,%sum_29,%mul_90,%mul_93
triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_17 = async_compile.triton('triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_17', '''
def triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_17(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, out_ptr2, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(in_out_ptr0 + (r0_1 + 768*x0), tmp17, r0_mask)
        tl.store(out_ptr2 + (r0_1 + 768*x0), tmp23, r0_mask)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %logical_not_1 : Tensor "b8[16, 12, 512, 1][6144, 512, 1, 1]cuda:0" = PlaceHolder[target=logical_not_1]
#   %bmm : Tensor "f32[192, 512, 512][262144, 512, 1]cuda:0" = PlaceHolder[target=bmm]
#   %ge : Tensor "b8[1, 1, 512, 1][512, 512, 1, 1]cuda:0" = PlaceHolder[target=ge]
#   %amax : Tensor "f32[16, 12, 512, 1][6144, 512, 1, 1]cuda:0" = PlaceHolder[target=amax]
#   %sum_1 : Tensor "f32[16, 12, 512, 1][6144, 512, 1, 1]cuda:0" = PlaceHolder[target=sum_1]
#   %bmm_9 : Tensor "bf16[192, 512, 512][262144, 512, 1]cuda:0" = PlaceHolder[target=bmm_9]
#   %gt_1 : Tensor "b8[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0" = PlaceHolder[target=gt_1]
#   %where_1 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0" = PlaceHolder[target=where_1]
#   %sum_39 : Tensor "f32[16, 12, 512, 1][6144, 512, 1, 98304]cuda:0" = PlaceHolder[target=sum_39]
#   %expand_2 : Tensor "b8[16, 1, 512, 512][0, 512, 1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %full_default_1 : Tensor "bf16[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "bf16[16, 1, 512, 512][262144, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %view_11 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_6 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %sub_1 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %exp : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %div : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %full_default_2 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_1 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.where.self]
#   %mul_6 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_7 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_12 : Tensor "f32[192, 512, 512][262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_78 : Tensor "f32[192, 512, 512][262144, 1, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_234 : Tensor "bf16[192, 512, 512][262144, 1, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_241 : Tensor "f32[192, 512, 512][262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_97 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_243 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_110 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_111 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_112 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_39 : Tensor "f32[16, 12, 512, 1][6144, 512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %neg_2 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %fma_1 : Tensor "f32[16, 12, 512, 512][3145728, 262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.fma.default]
#   %view_98 : Tensor "f32[192, 512, 512][262144, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_244 : Tensor "bf16[192, 512, 512][262144, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %where_1,%sum_39,%convert_element_type_234,%convert_element_type_244
triton_per_fused__safe_softmax__softmax_backward_data__to_copy_add_expand_native_dropout_native_dropout_backward_scalar_tensor_transpose_view_where_18 = async_compile.triton('triton_per_fused__safe_softmax__softmax_backward_data__to_copy_add_expand_native_dropout_native_dropout_backward_scalar_tensor_transpose_view_where_18', '''
def triton_per_fused__safe_softmax__softmax_backward_data__to_copy_add_expand_native_dropout_native_dropout_backward_scalar_tensor_transpose_view_where_18(in_out_ptr0, in_out_ptr1, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (r0_2 + 512*x3), tmp27, None)
    tl.store(in_out_ptr1 + (r0_2 + 512*x3), tmp30, None)
''', device_str='cuda')

# Graph fragment:
#   %full_default_16 : Tensor "f32[30522, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   return %index_put_2
triton_poi_fused_embedding_dense_backward_19 = async_compile.triton('triton_poi_fused_embedding_dense_backward_19', '''
def triton_poi_fused_embedding_dense_backward_19(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp0, xmask)
''', device_str='cuda')

# Graph fragment:
#   %mul_106 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_106]
#   %mm_22 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_22]
#   %mm_24 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_24]
#   %mm_26 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_26]
#   %gt : Tensor "b8[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=gt]
#   %view_104 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_262 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_37 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_108 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_270 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_38 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_112 : Tensor "bf16[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_278 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_39 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_281 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_115 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_116 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %mul_116
triton_poi_fused__to_copy_add_native_dropout_backward_view_20 = async_compile.triton('triton_poi_fused__to_copy_add_native_dropout_backward_view_20', '''
def triton_poi_fused__to_copy_add_native_dropout_backward_view_20(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp14, None)
''', device_str='cuda')

# Graph fragment:
#   %mul_116 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_116]
#   %primals_7 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_7]
#   %mul : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul]
#   %div_9 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0" = PlaceHolder[target=div_9]
#   %sum_43 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=sum_43]
#   %sum_44 : Tensor "f32[16, 512, 1][512, 1, 8192]cuda:0" = PlaceHolder[target=sum_44]
#   %gather : Tensor "i64[1, 512][512, 1]cuda:0" = PlaceHolder[target=gather]
#   %mul_122 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_122]
#   %index_put_1 : Tensor "f32[2, 768][768, 1]cuda:0" = PlaceHolder[target=index_put_1]
#   %primals_1 : Tensor "i64[16, 512][512, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %index_put_2 : Tensor "f32[30522, 768][768, 1]cuda:0" = PlaceHolder[target=index_put_2]
#   %full_default_7 : Tensor "f32[][]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.full.default]
#   %mul_118 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_119 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_43 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_120 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_44 : Tensor "f32[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_121 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_27 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_28 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_122 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_123 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_45 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %sum_46 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %expand_1 : Tensor "i64[16, 512][0, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.expand.default]
#   %eq_3 : Tensor "b8[16, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Scalar]
#   %unsqueeze_6 : Tensor "b8[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %where_9 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %full_default_14 : Tensor "f32[2, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %index_put_1 : Tensor "f32[2, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.index_put_.default]
#   %eq_4 : Tensor "b8[16, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Scalar]
#   %unsqueeze_7 : Tensor "b8[16, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %where_10 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %full_default_16 : Tensor "f32[30522, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %index_put_2 : Tensor "f32[30522, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.index_put_.default]
#   return %sum_43,%sum_44,%mul_122,%buf150,%buf152
triton_per_fused_embedding_dense_backward_expand_native_layer_norm_backward_nll_loss_forward_21 = async_compile.triton('triton_per_fused_embedding_dense_backward_expand_native_layer_norm_backward_nll_loss_forward_21', '''
def triton_per_fused_embedding_dense_backward_expand_native_layer_norm_backward_nll_loss_forward_21(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr2, out_ptr3, out_ptr4, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(out_ptr2 + (r0_1 + 768*x0), tmp19, r0_mask)
        tl.atomic_add(out_ptr3 + (tl.broadcast_to(r0_1 + 768*tmp24, [XBLOCK, R0_BLOCK])), tmp29, r0_mask, sem='relaxed')
        tl.atomic_add(out_ptr4 + (tl.broadcast_to(r0_1 + 768*tmp34, [XBLOCK, R0_BLOCK])), tmp38, r0_mask, sem='relaxed')
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %convert_element_type_136 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0" = PlaceHolder[target=convert_element_type_136]
#   %view_59 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_134 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_41 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_75 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_28 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %erf_1 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.erf.default]
#   %add_18 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_65 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_66 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_67 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %exp_5 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %mul_68 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_69 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_29 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_70 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_136 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_60 : Tensor "bf16[8192, 3072][3072, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_18 : Tensor "f32[1, 3072][3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf36
triton_red_fused_gelu_gelu_backward_sum_view_22 = async_compile.triton('triton_red_fused_gelu_gelu_backward_sum_view_22', '''
def triton_red_fused_gelu_gelu_backward_sum_view_22(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp3, None)
''', device_str='cuda')

# Graph fragment:
#   %buf36 : Tensor "f32[1, 3072, 64][196608, 1, 3072]cuda:0" = PlaceHolder[target=buf36]
#   %view_59 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_134 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_41 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_75 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_28 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %erf_1 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.erf.default]
#   %add_18 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_65 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_66 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_67 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %exp_5 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %mul_68 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_69 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_29 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_70 : Tensor "f32[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_136 : Tensor "bf16[16, 512, 3072][1572864, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_60 : Tensor "bf16[8192, 3072][3072, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_18 : Tensor "f32[1, 3072][3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_18
triton_per_fused_gelu_gelu_backward_sum_view_23 = async_compile.triton('triton_per_fused_gelu_gelu_backward_sum_view_23', '''
def triton_per_fused_gelu_gelu_backward_sum_view_23(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp4, xmask)
''', device_str='cuda')

# Graph fragment:
#   %full_default_12 : Tensor "f32[512, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   return %index_put
triton_poi_fused_embedding_dense_backward_24 = async_compile.triton('triton_poi_fused_embedding_dense_backward_24', '''
def triton_poi_fused_embedding_dense_backward_24(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp0, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_3 : Tensor "bf16[768, 768][768, 1]cuda:0" = PlaceHolder[target=mm_3]
#   %convert_element_type_123 : Tensor "f32[768, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_123
triton_poi_fused__to_copy_25 = async_compile.triton('triton_poi_fused__to_copy_25', '''
def triton_poi_fused__to_copy_25(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_5 : Tensor "bf16[768, 3072][3072, 1]cuda:0" = PlaceHolder[target=mm_5]
#   %convert_element_type_132 : Tensor "f32[768, 3072][3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_132
triton_poi_fused__to_copy_26 = async_compile.triton('triton_poi_fused__to_copy_26', '''
def triton_poi_fused__to_copy_26(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mul_122 : Tensor "f32[16, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=mul_122]
#   %primals_2 : Tensor "i64[1, 512][512, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %sum_47 : Tensor "f32[1, 512, 768][393216, 768, 1]cuda:0" = PlaceHolder[target=sum_47]
#   %index_put : Tensor "f32[512, 768][768, 1]cuda:0" = PlaceHolder[target=index_put]
#   %full_default_7 : Tensor "f32[][]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.full.default]
#   %sum_47 : Tensor "f32[1, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %eq_2 : Tensor "b8[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Scalar]
#   %unsqueeze_5 : Tensor "b8[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %where_8 : Tensor "f32[1, 512, 768][393216, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %full_default_12 : Tensor "f32[512, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %index_put : Tensor "f32[512, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.index_put_.default]
#   return %sum_47,%buf148
triton_per_fused_embedding_dense_backward_nll_loss_forward_sum_27 = async_compile.triton('triton_per_fused_embedding_dense_backward_nll_loss_forward_sum_27', '''
def triton_per_fused_embedding_dense_backward_nll_loss_forward_sum_27(in_ptr0, in_ptr1, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.atomic_add(out_ptr1 + (x2 + 768*tmp8), tmp13, None, sem='relaxed')
''', device_str='cuda')

# Graph fragment:
#   %mm_1 : Tensor "bf16[30522, 768][768, 1]cuda:0" = PlaceHolder[target=mm_1]
#   %buf152 : Tensor "f32[30522, 768][768, 1]cuda:0" = PlaceHolder[target=buf152]
#   %convert_element_type_111 : Tensor "f32[30522, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_40 : Tensor "f32[30522, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %add_40
triton_poi_fused__to_copy_add_28 = async_compile.triton('triton_poi_fused__to_copy_add_28', '''
def triton_poi_fused__to_copy_add_28(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp3, xmask)
''', device_str='cuda')

# Graph fragment:
#   %add_25 : Tensor "bf16[16, 512, 30522][15630336, 30528, 1]cuda:0" = PlaceHolder[target=add_25]
#   %view_51 : Tensor "bf16[8192, 30522][30522, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_7 : Tensor "f32[1, 30522][30522, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_7
triton_red_fused_sum_view_29 = async_compile.triton('triton_red_fused_sum_view_29', '''
def triton_red_fused_sum_view_29(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp3, xmask)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_2, primals_7, primals_17, primals_23, primals_33, primals_39, primals_43, gather, mul, gt, ge, view, bmm, amax, sum_1, logical_not_1, gt_1, view_16, gt_2, mul_10, view_18, addmm_4, view_20, gt_3, mul_17, view_22, where_3, gt_4, view_38, gt_5, mul_25, view_40, addmm_10, view_42, gt_6, mul_32, view_44, addmm_12, getitem_11, rsqrt_5, view_46, view_47, amax_2, log, convert_element_type_100, permute_24, permute_28, div_5, permute_32, permute_36, div_6, permute_40, convert_element_type_159, convert_element_type_167, convert_element_type_170, permute_51, permute_56, permute_61, div_7, permute_65, permute_69, div_8, permute_73, convert_element_type_237, convert_element_type_245, convert_element_type_248, permute_84, permute_89, permute_94, div_9, tangents_1, tangents_2 = args
        assert_size_stride(primals_1, (16, 512), (512, 1))
        assert_size_stride(primals_2, (1, 512), (512, 1))
        assert_size_stride(primals_7, (768, ), (1, ))
        assert_size_stride(primals_17, (768, ), (1, ))
        assert_size_stride(primals_23, (768, ), (1, ))
        assert_size_stride(primals_33, (768, ), (1, ))
        assert_size_stride(primals_39, (768, ), (1, ))
        assert_size_stride(primals_43, (768, ), (1, ))
        assert_size_stride(gather, (1, 512), (512, 1))
        assert_size_stride(mul, (16, 512, 768), (393216, 768, 1))
        assert_size_stride(gt, (16, 512, 768), (393216, 768, 1))
        assert_size_stride(ge, (1, 1, 512, 1), (512, 512, 1, 1))
        assert_size_stride(view, (8192, 768), (768, 1))
        assert_size_stride(bmm, (192, 512, 512), (262144, 512, 1))
        assert_size_stride(amax, (16, 12, 512, 1), (6144, 512, 1, 1))
        assert_size_stride(sum_1, (16, 12, 512, 1), (6144, 512, 1, 1))
        assert_size_stride(logical_not_1, (16, 12, 512, 1), (6144, 512, 1, 1))
        assert_size_stride(gt_1, (16, 12, 512, 512), (3145728, 262144, 512, 1))
        assert_size_stride(view_16, (8192, 768), (768, 1))
        assert_size_stride(gt_2, (16, 512, 768), (393216, 768, 1))
        assert_size_stride(mul_10, (16, 512, 768), (393216, 768, 1))
        assert_size_stride(view_18, (8192, 768), (768, 1))
        assert_size_stride(addmm_4, (8192, 3072), (3072, 1))
        assert_size_stride(view_20, (8192, 3072), (3072, 1))
        assert_size_stride(gt_3, (16, 512, 768), (393216, 768, 1))
        assert_size_stride(mul_17, (16, 512, 768), (393216, 768, 1))
        assert_size_stride(view_22, (8192, 768), (768, 1))
        assert_size_stride(where_3, (16, 12, 512, 512), (3145728, 262144, 512, 1))
        assert_size_stride(gt_4, (16, 12, 512, 512), (3145728, 262144, 512, 1))
        assert_size_stride(view_38, (8192, 768), (768, 1))
        assert_size_stride(gt_5, (16, 512, 768), (393216, 768, 1))
        assert_size_stride(mul_25, (16, 512, 768), (393216, 768, 1))
        assert_size_stride(view_40, (8192, 768), (768, 1))
        assert_size_stride(addmm_10, (8192, 3072), (3072, 1))
        assert_size_stride(view_42, (8192, 3072), (3072, 1))
        assert_size_stride(gt_6, (16, 512, 768), (393216, 768, 1))
        assert_size_stride(mul_32, (16, 512, 768), (393216, 768, 1))
        assert_size_stride(view_44, (8192, 768), (768, 1))
        assert_size_stride(addmm_12, (8192, 768), (768, 1))
        assert_size_stride(getitem_11, (16, 512, 1), (512, 1, 1))
        assert_size_stride(rsqrt_5, (16, 512, 1), (512, 1, 1))
        assert_size_stride(view_46, (8192, 768), (768, 1))
        assert_size_stride(view_47, (16, 512, 30522), (15630336, 30528, 1))
        assert_size_stride(amax_2, (8192, 1), (1, 1))
        assert_size_stride(log, (8192, 1), (1, 1))
        assert_size_stride(convert_element_type_100, (), ())
        assert_size_stride(permute_24, (30522, 768), (768, 1))
        assert_size_stride(permute_28, (768, 768), (768, 1))
        assert_size_stride(div_5, (16, 512, 1), (512, 1, 1))
        assert_size_stride(permute_32, (768, 3072), (3072, 1))
        assert_size_stride(permute_36, (3072, 768), (768, 1))
        assert_size_stride(div_6, (16, 512, 1), (512, 1, 1))
        assert_size_stride(permute_40, (768, 768), (768, 1))
        assert_size_stride(convert_element_type_159, (192, 64, 512), (32768, 1, 64))
        assert_size_stride(convert_element_type_167, (192, 64, 512), (32768, 1, 64))
        assert_size_stride(convert_element_type_170, (192, 512, 64), (32768, 1, 512))
        assert_size_stride(permute_51, (768, 768), (768, 1))
        assert_size_stride(permute_56, (768, 768), (768, 1))
        assert_size_stride(permute_61, (768, 768), (768, 1))
        assert_size_stride(div_7, (16, 512, 1), (512, 1, 1))
        assert_size_stride(permute_65, (768, 3072), (3072, 1))
        assert_size_stride(permute_69, (3072, 768), (768, 1))
        assert_size_stride(div_8, (16, 512, 1), (512, 1, 1))
        assert_size_stride(permute_73, (768, 768), (768, 1))
        assert_size_stride(convert_element_type_237, (192, 64, 512), (32768, 1, 64))
        assert_size_stride(convert_element_type_245, (192, 64, 512), (32768, 1, 64))
        assert_size_stride(convert_element_type_248, (192, 512, 64), (32768, 1, 512))
        assert_size_stride(permute_84, (768, 768), (768, 1))
        assert_size_stride(permute_89, (768, 768), (768, 1))
        assert_size_stride(permute_94, (768, 768), (768, 1))
        assert_size_stride(div_9, (16, 512, 1), (512, 1, 1))
        assert_size_stride(tangents_1, (), ())
        assert_size_stride(tangents_2, (16, 512, 30522), (15627264, 30522, 1))
        with torch.cuda._DeviceGuard(0):
            buf149 = empty_strided_cuda((2, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused_embedding_dense_backward_0:1
            triton_poi_fused_embedding_dense_backward_0.run(buf149, 1536, stream=stream0)
            buf3 = empty_strided_cuda((30528, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_mm_1:2
            triton_poi_fused_mm_1.run(permute_24, buf3, 23445504, stream=stream0)
            buf1 = empty_strided_cuda((16, 512, 30522), (15630336, 30528, 1), torch.bfloat16)
            # [Provenance debug handles] triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_add_arange_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_view_where_2:3
            triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_add_arange_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_view_where_2.run(primals_1, tangents_1, convert_element_type_100, tangents_2, view_47, amax_2, log, buf1, 8192, 30522, stream=stream0)
            buf2 = empty_strided_cuda((8192, 30528), (30528, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_mm_view_3:4
            triton_poi_fused_mm_view_3.run(buf1, buf2, 250085376, stream=stream0)
            buf4 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:5
            extern_kernels.mm(buf2, buf3, out=buf4)
            buf13 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.float32)
            # Call mix order reduction kernel
            workspace_0 = empty_strided_cuda((786432, ), (1, ), torch.float32)
            triton_per_fused__to_copy_gelu_gelu_backward_native_layer_norm_native_layer_norm_backward_view_4.run(buf4, primals_43, addmm_12, getitem_11, rsqrt_5, buf13, workspace_0, 8192, 768, stream=stream0)
            buf10 = workspace_0[0 * 512 * 768 : (0 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf12 = workspace_0[1 * 512 * 768 : (1 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf14 = buf4; del buf4  # reuse
            # [Provenance debug handles] triton_poi_fused_gelu_backward_view_5:6
            triton_poi_fused_gelu_backward_view_5.run(buf13, buf14, 6291456, stream=stream0)
            buf17 = empty_strided_cuda((1, 768, 64), (49152, 1, 768), torch.float32)
            # [Provenance debug handles] triton_red_fused_sum_6:7
            triton_red_fused_sum_6.run(buf14, buf17, 49152, 128, stream=stream0)
            buf18 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_7:8
            triton_per_fused_sum_7.run(buf17, buf18, 768, 64, stream=stream0)
            buf15 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:9
            extern_kernels.mm(buf14, permute_28, out=buf15)
            buf22 = buf13; del buf13  # reuse
            buf27 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bfloat16)
            # Call mix order reduction kernel
            workspace_1 = workspace_0; del workspace_0  # reuse
            triton_per_fused__to_copy_native_dropout_backward_native_layer_norm_backward_view_8.run(buf15, primals_39, mul_32, div_5, gt_6, buf22, buf27, workspace_1, 8192, 768, stream=stream0)
            buf24 = workspace_1[0 * 512 * 768 : (0 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf26 = workspace_1[1 * 512 * 768 : (1 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf30 = buf17; del buf17  # reuse
            # [Provenance debug handles] triton_red_fused_sum_6:10
            triton_red_fused_sum_6.run(buf27, buf30, 49152, 128, stream=stream0)
            buf31 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_7:11
            triton_per_fused_sum_7.run(buf30, buf31, 768, 64, stream=stream0)
            buf28 = empty_strided_cuda((8192, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:12
            extern_kernels.mm(reinterpret_tensor(buf27, (8192, 768), (768, 1), 0), permute_32, out=buf28)
            buf33 = reinterpret_tensor(buf28, (16, 512, 3072), (1572864, 3072, 1), 0); del buf28  # reuse
            # [Provenance debug handles] triton_poi_fused_gelu_gelu_backward_view_9:13
            triton_poi_fused_gelu_gelu_backward_view_9.run(buf33, addmm_10, 25165824, stream=stream0)
            buf34 = buf15; del buf15  # reuse
            # [Provenance debug handles] extern_kernels.mm:14
            extern_kernels.mm(reinterpret_tensor(buf33, (8192, 3072), (3072, 1), 0), permute_36, out=buf34)
            buf41 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.float32)
            buf46 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bfloat16)
            # Call mix order reduction kernel
            workspace_2 = workspace_1; del workspace_1  # reuse
            triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_10.run(buf22, buf34, primals_33, mul_25, div_6, gt_5, buf41, buf46, workspace_2, 8192, 768, stream=stream0)
            buf43 = workspace_2[0 * 512 * 768 : (0 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf45 = workspace_2[1 * 512 * 768 : (1 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf49 = buf30; del buf30  # reuse
            # [Provenance debug handles] triton_red_fused_sum_6:15
            triton_red_fused_sum_6.run(buf46, buf49, 49152, 128, stream=stream0)
            buf50 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_7:16
            triton_per_fused_sum_7.run(buf49, buf50, 768, 64, stream=stream0)
            buf47 = buf34; del buf34  # reuse
            # [Provenance debug handles] extern_kernels.mm:17
            extern_kernels.mm(reinterpret_tensor(buf46, (8192, 768), (768, 1), 0), permute_40, out=buf47)
            buf53 = empty_strided_cuda((192, 512, 64), (64, 12288, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_11:18
            triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_11.run(buf47, buf53, 6291456, stream=stream0)
            buf55 = empty_strided_cuda((192, 512, 512), (262144, 512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.bmm:19
            extern_kernels.bmm(buf53, convert_element_type_159, out=buf55)
            buf52 = empty_strided_cuda((192, 512, 512), (262144, 1, 512), torch.bfloat16)
            buf57 = buf55; del buf55  # reuse
            # [Provenance debug handles] triton_per_fused__softmax_backward_data__to_copy_native_dropout_native_dropout_backward_transpose_view_12:20
            triton_per_fused__softmax_backward_data__to_copy_native_dropout_native_dropout_backward_transpose_view_12.run(buf57, gt_4, where_3, buf52, 98304, 512, stream=stream0)
            buf54 = reinterpret_tensor(buf47, (192, 512, 64), (32768, 64, 1), 0); del buf47  # reuse
            # [Provenance debug handles] extern_kernels.bmm:21
            extern_kernels.bmm(buf52, buf53, out=buf54)
            buf60 = reinterpret_tensor(buf53, (8192, 768), (768, 1), 0); del buf53  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_13:22
            triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_13.run(buf54, buf60, 6291456, stream=stream0)
            buf63 = buf49; del buf49  # reuse
            # [Provenance debug handles] triton_red_fused_sum_6:23
            triton_red_fused_sum_6.run(buf60, buf63, 49152, 128, stream=stream0)
            buf64 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_7:24
            triton_per_fused_sum_7.run(buf63, buf64, 768, 64, stream=stream0)
            buf58 = reinterpret_tensor(buf54, (192, 64, 512), (32768, 512, 1), 0); del buf54  # reuse
            # [Provenance debug handles] extern_kernels.bmm:25
            extern_kernels.bmm(convert_element_type_167, buf57, out=buf58)
            buf66 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_14:26
            triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_14.run(buf58, buf66, 8192, 768, stream=stream0)
            buf69 = buf63; del buf63  # reuse
            # [Provenance debug handles] triton_red_fused_sum_6:27
            triton_red_fused_sum_6.run(buf66, buf69, 49152, 128, stream=stream0)
            buf70 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_7:28
            triton_per_fused_sum_7.run(buf69, buf70, 768, 64, stream=stream0)
            buf59 = reinterpret_tensor(buf58, (192, 512, 64), (32768, 64, 1), 0); del buf58  # reuse
            # [Provenance debug handles] extern_kernels.bmm:29
            extern_kernels.bmm(buf57, convert_element_type_170, out=buf59)
            buf72 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_15:30
            triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_15.run(buf59, buf72, 6291456, stream=stream0)
            buf75 = buf69; del buf69  # reuse
            # [Provenance debug handles] triton_red_fused_sum_6:31
            triton_red_fused_sum_6.run(buf72, buf75, 49152, 128, stream=stream0)
            buf76 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_7:32
            triton_per_fused_sum_7.run(buf75, buf76, 768, 64, stream=stream0)
            buf61 = reinterpret_tensor(buf59, (8192, 768), (768, 1), 0); del buf59  # reuse
            # [Provenance debug handles] extern_kernels.mm:33
            extern_kernels.mm(buf60, permute_51, out=buf61)
            buf67 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:34
            extern_kernels.mm(buf66, permute_56, out=buf67)
            buf73 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:35
            extern_kernels.mm(buf72, permute_61, out=buf73)
            buf78 = buf22; del buf22  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_add_native_layer_norm_backward_view_16:36
            triton_poi_fused__to_copy_add_native_layer_norm_backward_view_16.run(buf41, buf61, buf67, buf73, primals_23, buf78, 6291456, stream=stream0)
            buf81 = buf78; del buf78  # reuse
            buf86 = empty_strided_cuda((16, 512, 768), (393216, 768, 1), torch.bfloat16)
            # Call mix order reduction kernel
            workspace_3 = workspace_2; del workspace_2  # reuse
            triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_17.run(buf81, mul_17, div_7, gt_3, buf41, buf61, buf67, buf73, buf86, workspace_3, 8192, 768, stream=stream0)
            buf83 = workspace_3[0 * 512 * 768 : (0 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf85 = workspace_3[1 * 512 * 768 : (1 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf89 = buf75; del buf75  # reuse
            # [Provenance debug handles] triton_red_fused_sum_6:37
            triton_red_fused_sum_6.run(buf86, buf89, 49152, 128, stream=stream0)
            buf90 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_7:38
            triton_per_fused_sum_7.run(buf89, buf90, 768, 64, stream=stream0)
            buf87 = empty_strided_cuda((8192, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:39
            extern_kernels.mm(reinterpret_tensor(buf86, (8192, 768), (768, 1), 0), permute_65, out=buf87)
            buf92 = reinterpret_tensor(buf87, (16, 512, 3072), (1572864, 3072, 1), 0); del buf87  # reuse
            # [Provenance debug handles] triton_poi_fused_gelu_gelu_backward_view_9:40
            triton_poi_fused_gelu_gelu_backward_view_9.run(buf92, addmm_4, 25165824, stream=stream0)
            buf93 = buf73; del buf73  # reuse
            # [Provenance debug handles] extern_kernels.mm:41
            extern_kernels.mm(reinterpret_tensor(buf92, (8192, 3072), (3072, 1), 0), permute_69, out=buf93)
            buf100 = buf41; del buf41  # reuse
            buf105 = reinterpret_tensor(buf67, (16, 512, 768), (393216, 768, 1), 0); del buf67  # reuse
            # Call mix order reduction kernel
            workspace_4 = workspace_3; del workspace_3  # reuse
            triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_10.run(buf81, buf93, primals_17, mul_10, div_8, gt_2, buf100, buf105, workspace_4, 8192, 768, stream=stream0)
            buf102 = workspace_4[0 * 512 * 768 : (0 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf104 = workspace_4[1 * 512 * 768 : (1 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf108 = buf89; del buf89  # reuse
            # [Provenance debug handles] triton_red_fused_sum_6:42
            triton_red_fused_sum_6.run(buf105, buf108, 49152, 128, stream=stream0)
            buf109 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_7:43
            triton_per_fused_sum_7.run(buf108, buf109, 768, 64, stream=stream0)
            buf106 = buf93; del buf93  # reuse
            # [Provenance debug handles] extern_kernels.mm:44
            extern_kernels.mm(reinterpret_tensor(buf105, (8192, 768), (768, 1), 0), permute_73, out=buf106)
            buf113 = reinterpret_tensor(buf61, (192, 512, 64), (64, 12288, 1), 0); del buf61  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_11:45
            triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_11.run(buf106, buf113, 6291456, stream=stream0)
            buf115 = buf57; del buf57  # reuse
            # [Provenance debug handles] extern_kernels.bmm:46
            extern_kernels.bmm(buf113, convert_element_type_237, out=buf115)
            buf111 = reinterpret_tensor(bmm, (16, 12, 512, 512), (3145728, 262144, 512, 1), 0); del bmm  # reuse
            buf112 = buf52; del buf52  # reuse
            buf117 = buf115; del buf115  # reuse
            # [Provenance debug handles] triton_per_fused__safe_softmax__softmax_backward_data__to_copy_add_expand_native_dropout_native_dropout_backward_scalar_tensor_transpose_view_where_18:47
            triton_per_fused__safe_softmax__softmax_backward_data__to_copy_add_expand_native_dropout_native_dropout_backward_scalar_tensor_transpose_view_where_18.run(buf111, buf117, logical_not_1, ge, amax, sum_1, gt_1, buf112, 98304, 512, stream=stream0)
            buf114 = reinterpret_tensor(buf106, (192, 512, 64), (32768, 64, 1), 0); del buf106  # reuse
            # [Provenance debug handles] extern_kernels.bmm:48
            extern_kernels.bmm(buf112, buf113, out=buf114)
            buf120 = reinterpret_tensor(buf113, (8192, 768), (768, 1), 0); del buf113  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_13:49
            triton_poi_fused__to_copy__unsafe_view_clone_transpose_view_13.run(buf114, buf120, 6291456, stream=stream0)
            buf123 = buf108; del buf108  # reuse
            # [Provenance debug handles] triton_red_fused_sum_6:50
            triton_red_fused_sum_6.run(buf120, buf123, 49152, 128, stream=stream0)
            buf124 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_7:51
            triton_per_fused_sum_7.run(buf123, buf124, 768, 64, stream=stream0)
            buf118 = reinterpret_tensor(buf114, (192, 64, 512), (32768, 512, 1), 0); del buf114  # reuse
            # [Provenance debug handles] extern_kernels.bmm:52
            extern_kernels.bmm(convert_element_type_245, buf117, out=buf118)
            buf126 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_14:53
            triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_14.run(buf118, buf126, 8192, 768, stream=stream0)
            buf129 = buf123; del buf123  # reuse
            # [Provenance debug handles] triton_red_fused_sum_6:54
            triton_red_fused_sum_6.run(buf126, buf129, 49152, 128, stream=stream0)
            buf130 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_7:55
            triton_per_fused_sum_7.run(buf129, buf130, 768, 64, stream=stream0)
            buf119 = reinterpret_tensor(buf118, (192, 512, 64), (32768, 64, 1), 0); del buf118  # reuse
            # [Provenance debug handles] extern_kernels.bmm:56
            extern_kernels.bmm(buf117, convert_element_type_248, out=buf119)
            buf132 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_15:57
            triton_poi_fused__to_copy__unsafe_view_clone_mul_transpose_view_15.run(buf119, buf132, 6291456, stream=stream0)
            buf135 = buf129; del buf129  # reuse
            # [Provenance debug handles] triton_red_fused_sum_6:58
            triton_red_fused_sum_6.run(buf132, buf135, 49152, 128, stream=stream0)
            buf136 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_7:59
            triton_per_fused_sum_7.run(buf135, buf136, 768, 64, stream=stream0)
            buf151 = empty_strided_cuda((30522, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused_embedding_dense_backward_19:60
            triton_poi_fused_embedding_dense_backward_19.run(buf151, 23440896, stream=stream0)
            buf121 = reinterpret_tensor(buf119, (8192, 768), (768, 1), 0); del buf119  # reuse
            # [Provenance debug handles] extern_kernels.mm:61
            extern_kernels.mm(buf120, permute_84, out=buf121)
            buf127 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:62
            extern_kernels.mm(buf126, permute_89, out=buf127)
            buf133 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:63
            extern_kernels.mm(buf132, permute_94, out=buf133)
            buf138 = buf100; del buf100  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_add_native_dropout_backward_view_20:64
            triton_poi_fused__to_copy_add_native_dropout_backward_view_20.run(buf138, buf121, buf127, buf133, gt, 6291456, stream=stream0)
            buf141 = buf81; del buf81  # reuse
            # Call mix order reduction kernel
            workspace_5 = workspace_4; del workspace_4  # reuse
            triton_per_fused_embedding_dense_backward_expand_native_layer_norm_backward_nll_loss_forward_21.run(buf138, primals_7, mul, div_9, gather, primals_1, buf141, buf149, buf151, workspace_5, 8192, 768, stream=stream0)
            buf143 = workspace_5[0 * 512 * 768 : (0 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf145 = workspace_5[1 * 512 * 768 : (1 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf36 = empty_strided_cuda((1, 3072, 64), (196608, 1, 3072), torch.float32)
            # [Provenance debug handles] triton_red_fused_gelu_gelu_backward_sum_view_22:65
            triton_red_fused_gelu_gelu_backward_sum_view_22.run(buf33, buf36, 196608, 128, stream=stream0)
            buf37 = empty_strided_cuda((1, 3072), (3072, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_gelu_gelu_backward_sum_view_23:66
            triton_per_fused_gelu_gelu_backward_sum_view_23.run(buf36, buf37, 3072, 64, stream=stream0)
            buf95 = buf36; del buf36  # reuse
            # [Provenance debug handles] triton_red_fused_gelu_gelu_backward_sum_view_22:67
            triton_red_fused_gelu_gelu_backward_sum_view_22.run(buf92, buf95, 196608, 128, stream=stream0)
            buf96 = empty_strided_cuda((1, 3072), (3072, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_gelu_gelu_backward_sum_view_23:68
            triton_per_fused_gelu_gelu_backward_sum_view_23.run(buf95, buf96, 3072, 64, stream=stream0)
            buf147 = empty_strided_cuda((512, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused_embedding_dense_backward_24:69
            triton_poi_fused_embedding_dense_backward_24.run(buf147, 393216, stream=stream0)
            buf16 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:70
            extern_kernels.mm(reinterpret_tensor(buf14, (768, 8192), (1, 768), 0), view_44, out=buf16)
            buf19 = empty_strided_cuda((768, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:71
            triton_poi_fused__to_copy_25.run(buf16, buf19, 589824, stream=stream0)
            buf48 = buf16; del buf16  # reuse
            # [Provenance debug handles] extern_kernels.mm:72
            extern_kernels.mm(reinterpret_tensor(buf46, (768, 8192), (1, 768), 0), view_38, out=buf48)
            buf51 = empty_strided_cuda((768, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:73
            triton_poi_fused__to_copy_25.run(buf48, buf51, 589824, stream=stream0)
            buf62 = buf48; del buf48  # reuse
            # [Provenance debug handles] extern_kernels.mm:74
            extern_kernels.mm(reinterpret_tensor(buf60, (768, 8192), (1, 768), 0), view_22, out=buf62)
            buf65 = empty_strided_cuda((768, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:75
            triton_poi_fused__to_copy_25.run(buf62, buf65, 589824, stream=stream0)
            buf68 = buf62; del buf62  # reuse
            # [Provenance debug handles] extern_kernels.mm:76
            extern_kernels.mm(reinterpret_tensor(buf66, (768, 8192), (1, 768), 0), view_22, out=buf68)
            buf71 = empty_strided_cuda((768, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:77
            triton_poi_fused__to_copy_25.run(buf68, buf71, 589824, stream=stream0)
            buf74 = buf68; del buf68  # reuse
            # [Provenance debug handles] extern_kernels.mm:78
            extern_kernels.mm(reinterpret_tensor(buf72, (768, 8192), (1, 768), 0), view_22, out=buf74)
            buf77 = empty_strided_cuda((768, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:79
            triton_poi_fused__to_copy_25.run(buf74, buf77, 589824, stream=stream0)
            buf107 = buf74; del buf74  # reuse
            # [Provenance debug handles] extern_kernels.mm:80
            extern_kernels.mm(reinterpret_tensor(buf105, (768, 8192), (1, 768), 0), view_16, out=buf107)
            buf110 = empty_strided_cuda((768, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:81
            triton_poi_fused__to_copy_25.run(buf107, buf110, 589824, stream=stream0)
            buf122 = buf107; del buf107  # reuse
            # [Provenance debug handles] extern_kernels.mm:82
            extern_kernels.mm(reinterpret_tensor(buf120, (768, 8192), (1, 768), 0), view, out=buf122)
            buf125 = empty_strided_cuda((768, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:83
            triton_poi_fused__to_copy_25.run(buf122, buf125, 589824, stream=stream0)
            buf128 = buf122; del buf122  # reuse
            # [Provenance debug handles] extern_kernels.mm:84
            extern_kernels.mm(reinterpret_tensor(buf126, (768, 8192), (1, 768), 0), view, out=buf128)
            buf131 = empty_strided_cuda((768, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:85
            triton_poi_fused__to_copy_25.run(buf128, buf131, 589824, stream=stream0)
            buf134 = buf128; del buf128  # reuse
            # [Provenance debug handles] extern_kernels.mm:86
            extern_kernels.mm(reinterpret_tensor(buf132, (768, 8192), (1, 768), 0), view, out=buf134)
            buf137 = empty_strided_cuda((768, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_25:87
            triton_poi_fused__to_copy_25.run(buf134, buf137, 589824, stream=stream0)
            buf29 = empty_strided_cuda((768, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:88
            extern_kernels.mm(reinterpret_tensor(buf27, (768, 8192), (1, 768), 0), view_42, out=buf29)
            buf32 = empty_strided_cuda((768, 3072), (3072, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_26:89
            triton_poi_fused__to_copy_26.run(buf29, buf32, 2359296, stream=stream0)
            buf35 = reinterpret_tensor(buf29, (3072, 768), (768, 1), 0); del buf29  # reuse
            # [Provenance debug handles] extern_kernels.mm:90
            extern_kernels.mm(reinterpret_tensor(buf33, (3072, 8192), (1, 3072), 0), view_40, out=buf35)
            buf38 = empty_strided_cuda((3072, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_26:91
            triton_poi_fused__to_copy_26.run(buf35, buf38, 2359296, stream=stream0)
            buf88 = reinterpret_tensor(buf35, (768, 3072), (3072, 1), 0); del buf35  # reuse
            # [Provenance debug handles] extern_kernels.mm:92
            extern_kernels.mm(reinterpret_tensor(buf86, (768, 8192), (1, 768), 0), view_20, out=buf88)
            buf91 = empty_strided_cuda((768, 3072), (3072, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_26:93
            triton_poi_fused__to_copy_26.run(buf88, buf91, 2359296, stream=stream0)
            buf94 = reinterpret_tensor(buf88, (3072, 768), (768, 1), 0); del buf88  # reuse
            # [Provenance debug handles] extern_kernels.mm:94
            extern_kernels.mm(reinterpret_tensor(buf92, (3072, 8192), (1, 3072), 0), view_18, out=buf94)
            buf97 = empty_strided_cuda((3072, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_26:95
            triton_poi_fused__to_copy_26.run(buf94, buf97, 2359296, stream=stream0)
            # [Provenance debug handles] triton_per_fused_embedding_dense_backward_nll_loss_forward_sum_27:96
            triton_per_fused_embedding_dense_backward_nll_loss_forward_sum_27.run(buf141, primals_2, buf147, 393216, 16, stream=stream0)
            buf5 = empty_strided_cuda((30522, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:97
            extern_kernels.mm(reinterpret_tensor(buf1, (30522, 8192), (1, 30528), 0), view_46, out=buf5)
            buf153 = empty_strided_cuda((30522, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_add_28:98
            triton_poi_fused__to_copy_add_28.run(buf5, buf151, buf153, 23440896, stream=stream0)
            buf6 = empty_strided_cuda((1, 30522), (30522, 1), torch.float32)
            # [Provenance debug handles] triton_red_fused_sum_view_29:99
            triton_red_fused_sum_view_29.run(buf1, buf6, 30522, 8192, stream=stream0)
        return (None, None, None, buf153, buf149, buf147, buf143, buf145, buf137, reinterpret_tensor(buf136, (768, ), (1, ), 0), buf131, reinterpret_tensor(buf130, (768, ), (1, ), 0), buf125, reinterpret_tensor(buf124, (768, ), (1, ), 0), buf110, reinterpret_tensor(buf109, (768, ), (1, ), 0), buf102, buf104, buf97, reinterpret_tensor(buf96, (3072, ), (1, ), 0), buf91, reinterpret_tensor(buf90, (768, ), (1, ), 0), buf83, buf85, buf77, reinterpret_tensor(buf76, (768, ), (1, ), 0), buf71, reinterpret_tensor(buf70, (768, ), (1, ), 0), buf65, reinterpret_tensor(buf64, (768, ), (1, ), 0), buf51, reinterpret_tensor(buf50, (768, ), (1, ), 0), buf43, buf45, buf38, reinterpret_tensor(buf37, (3072, ), (1, ), 0), buf32, reinterpret_tensor(buf31, (768, ), (1, ), 0), buf24, buf26, buf19, reinterpret_tensor(buf18, (768, ), (1, ), 0), buf10, buf12, reinterpret_tensor(buf6, (30522, ), (1, ), 0), )
