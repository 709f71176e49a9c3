# AOT ID: ['0_backward']

# Graph fragment:
#   %primals_2 : Tensor "i64[32, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %tangents_1 : Tensor "f32[][]cuda:0" = PlaceHolder[target=tangents_1]
#   %convert_element_type_57 : Tensor "f32[][]cuda:0" = PlaceHolder[target=convert_element_type_57]
#   %mm_12 : Tensor "bf16[65536, 4096][4096, 1]cuda:0" = PlaceHolder[target=mm_12]
#   %amax : Tensor "f32[65536, 1][1, 1]cuda:0" = PlaceHolder[target=amax]
#   %log : Tensor "f32[65536, 1][1, 1]cuda:0" = PlaceHolder[target=log]
#   %sum_4 : Tensor "f32[65536, 1][1, 65536]cuda:0" = PlaceHolder[target=sum_4]
#   %div_1 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %view_39 : Tensor "i64[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %unsqueeze_5 : Tensor "i64[65536, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %ne_3 : Tensor "b8[65536, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.ne.Scalar]
#   %full_default : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_4 : Tensor "i64[65536, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %iota_default : Tensor "i64[4096][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.iota.default]
#   %view_default : Tensor "i64[1, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %expand_default : Tensor "i64[65536, 4096][1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %eq_tensor : Tensor "b8[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Tensor]
#   %scalar_tensor_default : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.scalar_tensor.default]
#   %scalar_tensor_default_1 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.scalar_tensor.default]
#   %where_self : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %full_default_1 : Tensor "f32[][]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.full.default]
#   %where_5 : Tensor "f32[65536, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %mul_12 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_54 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_1 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %convert_element_type_55 : Tensor "bf16[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_56 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %exp_1 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %sum_4 : Tensor "f32[65536, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_13 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_2 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %convert_element_type_61 : Tensor "bf16[65536, 4096][4096, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %sum_4,%convert_element_type_61
triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_arange_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_view_where_0 = async_compile.triton('triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_arange_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_view_where_0', '''
def triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_arange_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_view_where_0(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        tl.store(in_out_ptr0 + (r0_1 + 4096*x0), tmp47, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %add_12 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=add_12]
#   %rsqrt_9 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_9]
#   %mm_14 : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm_14]
#   %sum_5 : Tensor "f32[32, 2048, 1][2048, 1, 65536]cuda:0" = PlaceHolder[target=sum_5]
#   %view_42 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_66 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_50 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_11 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_15 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_5 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %div_2 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_16 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_3 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_17 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_68 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %sum_5,%convert_element_type_68
triton_per_fused__fused_rms_norm__fused_rms_norm_backward_view_1 = async_compile.triton('triton_per_fused__fused_rms_norm__fused_rms_norm_backward_view_1', '''
def triton_per_fused__fused_rms_norm__fused_rms_norm_backward_view_1(in_out_ptr0, in_ptr0, in_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (r0_1 + 512*x0), tmp15, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_10 : Tensor "bf16[65536, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_10]
#   %mm_16 : Tensor "bf16[65536, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_16]
#   %view_44 : Tensor "bf16[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_73 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_33 : Tensor "bf16[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_44 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %gt_1 : Tensor "b8[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_10 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %where_1 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %pow_13 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_18 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_19 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_20 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %where_6 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_77 : Tensor "bf16[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_77
triton_poi_fused__to_copy__unsafe_view_leaky_relu_leaky_relu_backward_mul_pow_view_2 = async_compile.triton('triton_poi_fused__to_copy__unsafe_view_leaky_relu_leaky_relu_backward_mul_pow_view_2', '''
def triton_poi_fused__to_copy__unsafe_view_leaky_relu_leaky_relu_backward_mul_pow_view_2(in_out_ptr0, in_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp14, None)
''', device_str='cuda')

# Graph fragment:
#   %add_10 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=add_10]
#   %rsqrt_8 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_8]
#   %mm_18 : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm_18]
#   %convert_element_type_68 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=convert_element_type_68]
#   %sum_6 : Tensor "f32[32, 2048, 1][2048, 1, 65536]cuda:0" = PlaceHolder[target=sum_6]
#   %view_46 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_82 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_40 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_9 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_22 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_6 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %div_3 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_23 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_4 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_24 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_84 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_14 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   return %sum_6,%add_14
triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_3 = async_compile.triton('triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_3', '''
def triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_3(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (r0_1 + 512*x0), tmp17, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_7 : Tensor "bf16[65536, 256][256, 1]cuda:0" = PlaceHolder[target=mm_7]
#   %rsqrt_7 : Tensor "f32[32, 2048, 4, 1][8192, 4, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_7]
#   %getitem_19 : Tensor "bf16[32, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0" = PlaceHolder[target=getitem_19]
#   %sum_9 : Tensor "f32[32, 2048, 4, 1][8192, 4, 1, 262144]cuda:0" = PlaceHolder[target=sum_9]
#   %view_51 : Tensor "bf16[32, 4, 2, 2048, 64][1048576, 262144, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_8 : Tensor "f32[32, 4, 1, 2048, 64][524288, 131072, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_90 : Tensor "bf16[32, 4, 1, 2048, 64][524288, 131072, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %squeeze_2 : Tensor "bf16[32, 4, 2048, 64][524288, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dim]
#   %permute_39 : Tensor "bf16[32, 2048, 4, 64][524288, 64, 131072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_91 : Tensor "f32[32, 2048, 4, 64][524288, 64, 131072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %clone_8 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.clone.default]
#   %view_22 : Tensor "bf16[32, 2048, 256][524288, 256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_23 : Tensor "bf16[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_36 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_8 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_26 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_9 : Tensor "f32[32, 2048, 4, 1][8192, 4, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %div_4 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_27 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_5 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_28 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_93 : Tensor "bf16[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %sum_9,%convert_element_type_93
triton_per_fused__fused_rms_norm__fused_rms_norm_backward__to_copy__unsafe_view_squeeze_sum_transpose_view_4 = async_compile.triton('triton_per_fused__fused_rms_norm__fused_rms_norm_backward__to_copy__unsafe_view_squeeze_sum_transpose_view_4', '''
def triton_per_fused__fused_rms_norm__fused_rms_norm_backward__to_copy__unsafe_view_squeeze_sum_transpose_view_4(in_out_ptr0, in_ptr0, in_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (r0_3 + 64*x4), tmp20, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_6 : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm_6]
#   %rsqrt_6 : Tensor "f32[32, 2048, 8, 1][16384, 8, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_6]
#   %getitem_18 : Tensor "bf16[32, 8, 2048, 64][1048576, 64, 512, 1]cuda:0" = PlaceHolder[target=getitem_18]
#   %sum_10 : Tensor "f32[32, 2048, 8, 1][16384, 8, 1, 524288]cuda:0" = PlaceHolder[target=sum_10]
#   %permute_40 : Tensor "bf16[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_94 : Tensor "f32[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_19 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_20 : Tensor "bf16[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_34 : Tensor "f32[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_7 : Tensor "f32[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_30 : Tensor "f32[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_10 : Tensor "f32[32, 2048, 8, 1][16384, 8, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %div_5 : Tensor "f32[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_31 : Tensor "f32[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_6 : Tensor "f32[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_32 : Tensor "f32[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_96 : Tensor "bf16[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %sum_10,%convert_element_type_96
triton_per_fused__fused_rms_norm__fused_rms_norm_backward__unsafe_view_transpose_view_5 = async_compile.triton('triton_per_fused__fused_rms_norm__fused_rms_norm_backward__unsafe_view_transpose_view_5', '''
def triton_per_fused__fused_rms_norm__fused_rms_norm_backward__unsafe_view_transpose_view_5(in_out_ptr0, in_ptr0, in_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (r0_1 + 64*x0), tmp15, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_20 : Tensor "bf16[32, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0" = PlaceHolder[target=getitem_20]
#   %view_50 : Tensor "bf16[32, 4, 2, 2048, 64][1048576, 262144, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_7 : Tensor "f32[32, 4, 1, 2048, 64][524288, 131072, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_89 : Tensor "bf16[32, 4, 1, 2048, 64][524288, 131072, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %squeeze_1 : Tensor "bf16[32, 4, 2048, 64][524288, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dim]
#   %permute_38 : Tensor "bf16[32, 2048, 4, 64][524288, 64, 131072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_12 : Tensor "bf16[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   return %clone_12
triton_poi_fused__to_copy_clone_squeeze_sum_transpose_view_6 = async_compile.triton('triton_poi_fused__to_copy_clone_squeeze_sum_transpose_view_6', '''
def triton_poi_fused__to_copy_clone_squeeze_sum_transpose_view_6(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0 + 64*x2 + 256*x1 + 524288*x3), tmp5, None)
''', device_str='cuda')

# Graph fragment:
#   %add_6 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=add_6]
#   %rsqrt_5 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_5]
#   %mm_22 : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm_22]
#   %mm_24 : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm_24]
#   %mm_26 : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm_26]
#   %add_14 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=add_14]
#   %sum_11 : Tensor "f32[32, 2048, 1][2048, 1, 65536]cuda:0" = PlaceHolder[target=sum_11]
#   %view_54 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_57 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_15 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_60 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_16 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_109 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_26 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_6 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_34 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_11 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %div_6 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_35 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_7 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_36 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_111 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_17 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   return %sum_11,%add_17
triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_7 = async_compile.triton('triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_7', '''
def triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_7(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (r0_1 + 512*x0), tmp21, None)
''', device_str='cuda')

# Graph fragment:
#   %full_default_6 : Tensor "f32[4096, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   return %index_put
triton_poi_fused_embedding_dense_backward_8 = async_compile.triton('triton_poi_fused_embedding_dense_backward_8', '''
def triton_poi_fused_embedding_dense_backward_8(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp0, None)
''', device_str='cuda')

# Graph fragment:
#   %embedding : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=embedding]
#   %rsqrt : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %rsqrt_1 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_1]
#   %mm_34 : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm_34]
#   %mm_36 : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm_36]
#   %mm_38 : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm_38]
#   %add_18 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=add_18]
#   %sum_17 : Tensor "f32[32, 2048, 1][2048, 1, 65536]cuda:0" = PlaceHolder[target=sum_17]
#   %convert_element_type_155 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=convert_element_type_155]
#   %primals_2 : Tensor "i64[32, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %sum_18 : Tensor "f32[32, 2048, 1][2048, 1, 65536]cuda:0" = PlaceHolder[target=sum_18]
#   %index_put : Tensor "f32[4096, 512][512, 1]cuda:0" = PlaceHolder[target=index_put]
#   %full_default_1 : Tensor "f32[][]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.full.default]
#   %view_72 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_75 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_19 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_78 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_20 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_152 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_1 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_2 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_1 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_53 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_17 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %div_10 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_54 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_11 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_55 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_154 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_21 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_155 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_57 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_18 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %div_11 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_58 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_12 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_59 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %eq : Tensor "b8[32, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Scalar]
#   %unsqueeze_6 : Tensor "b8[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %where_8 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %full_default_6 : Tensor "f32[4096, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %index_put : Tensor "f32[4096, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.index_put_.default]
#   return %sum_17,%convert_element_type_155,%sum_18,%buf60
triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_embedding_dense_backward_nll_loss_forward_view_9 = async_compile.triton('triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_embedding_dense_backward_nll_loss_forward_view_9', '''
def triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_embedding_dense_backward_nll_loss_forward_view_9(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, out_ptr3, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.atomic_add(out_ptr3 + (tl.broadcast_to(r0_1 + 512*tmp35, [XBLOCK, R0_BLOCK])), tmp44, None, sem='relaxed')
''', device_str='cuda')

# Graph fragment:
#   %buf60 : Tensor "f32[4096, 512][512, 1]cuda:0" = PlaceHolder[target=buf60]
#   %convert_element_type_159 : Tensor "bf16[4096, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_159
triton_poi_fused_embedding_dense_backward_10 = async_compile.triton('triton_poi_fused_embedding_dense_backward_10', '''
def triton_poi_fused_embedding_dense_backward_10(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_2, primals_3, primals_4, primals_5, primals_6, primals_7, primals_8, primals_9, primals_10, primals_11, primals_12, primals_13, primals_14, primals_15, embedding, rsqrt, rsqrt_1, view, mm, mm_1, rsqrt_2, rsqrt_3, permute_3, view_9, view_10, getitem, getitem_1, getitem_6, getitem_7, add_4, rsqrt_4, view_14, mm_4, view_16, add_6, rsqrt_5, view_18, mm_6, mm_7, rsqrt_6, rsqrt_7, permute_13, view_27, view_28, getitem_9, getitem_10, getitem_15, getitem_16, add_10, rsqrt_8, view_32, mm_10, view_34, add_12, rsqrt_9, view_36, mm_12, amax, log, convert_element_type_57, tangents_1 = args
        assert_size_stride(primals_2, (32, 2048), (2048, 1))
        assert_size_stride(primals_3, (512, 512), (512, 1))
        assert_size_stride(primals_4, (256, 512), (512, 1))
        assert_size_stride(primals_5, (256, 512), (512, 1))
        assert_size_stride(primals_6, (512, 512), (512, 1))
        assert_size_stride(primals_7, (2048, 512), (512, 1))
        assert_size_stride(primals_8, (512, 2048), (2048, 1))
        assert_size_stride(primals_9, (512, 512), (512, 1))
        assert_size_stride(primals_10, (256, 512), (512, 1))
        assert_size_stride(primals_11, (256, 512), (512, 1))
        assert_size_stride(primals_12, (512, 512), (512, 1))
        assert_size_stride(primals_13, (2048, 512), (512, 1))
        assert_size_stride(primals_14, (512, 2048), (2048, 1))
        assert_size_stride(primals_15, (4096, 512), (512, 1))
        assert_size_stride(embedding, (32, 2048, 512), (1048576, 512, 1))
        assert_size_stride(rsqrt, (32, 2048, 1), (2048, 1, 1))
        assert_size_stride(rsqrt_1, (32, 2048, 1), (2048, 1, 1))
        assert_size_stride(view, (65536, 512), (512, 1))
        assert_size_stride(mm, (65536, 512), (512, 1))
        assert_size_stride(mm_1, (65536, 256), (256, 1))
        assert_size_stride(rsqrt_2, (32, 2048, 8, 1), (16384, 8, 1, 1))
        assert_size_stride(rsqrt_3, (32, 2048, 4, 1), (8192, 4, 1, 1))
        assert_size_stride(permute_3, (32, 8, 2048, 64), (1048576, 64, 512, 1))
        assert_size_stride(view_9, (32, 8, 2048, 64), (1048576, 131072, 64, 1))
        assert_size_stride(view_10, (32, 8, 2048, 64), (1048576, 131072, 64, 1))
        assert_size_stride(getitem, (32, 8, 2048, 64), (1048576, 64, 512, 1))
        assert_size_stride(getitem_1, (32, 8, 2048, 1), (16384, 2048, 1, 1))
        assert_size_stride(getitem_6, (), ())
        assert_size_stride(getitem_7, (), ())
        assert_size_stride(add_4, (32, 2048, 512), (1048576, 512, 1))
        assert_size_stride(rsqrt_4, (32, 2048, 1), (2048, 1, 1))
        assert_size_stride(view_14, (65536, 512), (512, 1))
        assert_size_stride(mm_4, (65536, 2048), (2048, 1))
        assert_size_stride(view_16, (65536, 2048), (2048, 1))
        assert_size_stride(add_6, (32, 2048, 512), (1048576, 512, 1))
        assert_size_stride(rsqrt_5, (32, 2048, 1), (2048, 1, 1))
        assert_size_stride(view_18, (65536, 512), (512, 1))
        assert_size_stride(mm_6, (65536, 512), (512, 1))
        assert_size_stride(mm_7, (65536, 256), (256, 1))
        assert_size_stride(rsqrt_6, (32, 2048, 8, 1), (16384, 8, 1, 1))
        assert_size_stride(rsqrt_7, (32, 2048, 4, 1), (8192, 4, 1, 1))
        assert_size_stride(permute_13, (32, 8, 2048, 64), (1048576, 64, 512, 1))
        assert_size_stride(view_27, (32, 8, 2048, 64), (1048576, 131072, 64, 1))
        assert_size_stride(view_28, (32, 8, 2048, 64), (1048576, 131072, 64, 1))
        assert_size_stride(getitem_9, (32, 8, 2048, 64), (1048576, 64, 512, 1))
        assert_size_stride(getitem_10, (32, 8, 2048, 1), (16384, 2048, 1, 1))
        assert_size_stride(getitem_15, (), ())
        assert_size_stride(getitem_16, (), ())
        assert_size_stride(add_10, (32, 2048, 512), (1048576, 512, 1))
        assert_size_stride(rsqrt_8, (32, 2048, 1), (2048, 1, 1))
        assert_size_stride(view_32, (65536, 512), (512, 1))
        assert_size_stride(mm_10, (65536, 2048), (2048, 1))
        assert_size_stride(view_34, (65536, 2048), (2048, 1))
        assert_size_stride(add_12, (32, 2048, 512), (1048576, 512, 1))
        assert_size_stride(rsqrt_9, (32, 2048, 1), (2048, 1, 1))
        assert_size_stride(view_36, (65536, 512), (512, 1))
        assert_size_stride(mm_12, (65536, 4096), (4096, 1))
        assert_size_stride(amax, (65536, 1), (1, 1))
        assert_size_stride(log, (65536, 1), (1, 1))
        assert_size_stride(convert_element_type_57, (), ())
        assert_size_stride(tangents_1, (), ())
        with torch.cuda._DeviceGuard(0):
            buf1 = mm_12; del mm_12  # reuse
            # [Provenance debug handles] triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_arange_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_view_where_0:1
            triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_arange_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_view_where_0.run(buf1, primals_2, tangents_1, convert_element_type_57, amax, log, 65536, 4096, stream=stream0)
            buf2 = empty_strided_cuda((4096, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:2
            extern_kernels.mm(reinterpret_tensor(buf1, (4096, 65536), (1, 4096), 0), view_36, out=buf2)
            buf3 = empty_strided_cuda((65536, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:3
            extern_kernels.mm(buf1, primals_15, out=buf3)
            buf5 = reinterpret_tensor(buf3, (32, 2048, 512), (1048576, 512, 1), 0); del buf3  # reuse
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__fused_rms_norm_backward_view_1:4
            triton_per_fused__fused_rms_norm__fused_rms_norm_backward_view_1.run(buf5, add_12, rsqrt_9, 65536, 512, stream=stream0)
            buf6 = empty_strided_cuda((512, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:5
            extern_kernels.mm(reinterpret_tensor(buf5, (512, 65536), (1, 512), 0), view_34, out=buf6)
            buf7 = empty_strided_cuda((65536, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:6
            extern_kernels.mm(reinterpret_tensor(buf5, (65536, 512), (512, 1), 0), primals_14, out=buf7)
            buf8 = reinterpret_tensor(mm_10, (32, 2048, 2048), (4194304, 2048, 1), 0); del mm_10  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_leaky_relu_leaky_relu_backward_mul_pow_view_2:7
            triton_poi_fused__to_copy__unsafe_view_leaky_relu_leaky_relu_backward_mul_pow_view_2.run(buf8, buf7, 134217728, stream=stream0)
            buf9 = empty_strided_cuda((2048, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:8
            extern_kernels.mm(reinterpret_tensor(buf8, (2048, 65536), (1, 2048), 0), view_32, out=buf9)
            buf10 = empty_strided_cuda((65536, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:9
            extern_kernels.mm(reinterpret_tensor(buf8, (65536, 2048), (2048, 1), 0), primals_13, out=buf10)
            buf12 = buf5; del buf5  # reuse
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_3:10
            triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_3.run(buf12, add_10, rsqrt_8, buf10, 65536, 512, stream=stream0)
            buf13 = empty_strided_cuda((512, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:11
            extern_kernels.mm(reinterpret_tensor(buf12, (512, 65536), (1, 512), 0), reinterpret_tensor(getitem_9, (65536, 512), (512, 1), 0), out=buf13)
            buf14 = buf10; del buf10  # reuse
            # [Provenance debug handles] extern_kernels.mm:12
            extern_kernels.mm(reinterpret_tensor(buf12, (65536, 512), (512, 1), 0), primals_12, out=buf14)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default:13
            buf15 = torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default(reinterpret_tensor(buf14, (32, 8, 2048, 64), (1048576, 64, 512, 1), 0), permute_13, view_27, view_28, getitem_9, getitem_10, getitem_15, getitem_16, None, None, None, 2048, 2048, 0.0, True)
            buf16 = buf15[0]
            assert_size_stride(buf16, (32, 8, 2048, 64), (1048576, 64, 512, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf16, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf17 = buf15[1]
            assert_size_stride(buf17, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf17, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf18 = buf15[2]
            assert_size_stride(buf18, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf18, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf24 = reinterpret_tensor(mm_7, (32, 2048, 4, 64), (524288, 256, 64, 1), 0); del mm_7  # reuse
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__fused_rms_norm_backward__to_copy__unsafe_view_squeeze_sum_transpose_view_4:14
            triton_per_fused__fused_rms_norm__fused_rms_norm_backward__to_copy__unsafe_view_squeeze_sum_transpose_view_4.run(buf24, rsqrt_7, buf17, 262144, 64, stream=stream0)
            buf27 = reinterpret_tensor(buf16, (32, 2048, 8, 64), (1048576, 512, 64, 1), 0); del buf16  # reuse
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__fused_rms_norm_backward__unsafe_view_transpose_view_5:15
            triton_per_fused__fused_rms_norm__fused_rms_norm_backward__unsafe_view_transpose_view_5.run(buf27, mm_6, rsqrt_6, 524288, 64, stream=stream0)
            buf21 = empty_strided_cuda((32, 2048, 4, 64), (524288, 256, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_clone_squeeze_sum_transpose_view_6:16
            triton_poi_fused__to_copy_clone_squeeze_sum_transpose_view_6.run(buf18, buf21, 16777216, stream=stream0)
            buf22 = empty_strided_cuda((256, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:17
            extern_kernels.mm(reinterpret_tensor(buf21, (256, 65536), (1, 256), 0), view_18, out=buf22)
            buf23 = reinterpret_tensor(buf18, (65536, 512), (512, 1), 0); del buf18  # reuse
            # [Provenance debug handles] extern_kernels.mm:18
            extern_kernels.mm(reinterpret_tensor(buf21, (65536, 256), (256, 1), 0), primals_11, out=buf23)
            buf25 = empty_strided_cuda((256, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:19
            extern_kernels.mm(reinterpret_tensor(buf24, (256, 65536), (1, 256), 0), view_18, out=buf25)
            buf26 = reinterpret_tensor(buf17, (65536, 512), (512, 1), 0); del buf17  # reuse
            # [Provenance debug handles] extern_kernels.mm:20
            extern_kernels.mm(reinterpret_tensor(buf24, (65536, 256), (256, 1), 0), primals_10, out=buf26)
            buf28 = empty_strided_cuda((512, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:21
            extern_kernels.mm(reinterpret_tensor(buf27, (512, 65536), (1, 512), 0), view_18, out=buf28)
            buf29 = buf14; del buf14  # reuse
            # [Provenance debug handles] extern_kernels.mm:22
            extern_kernels.mm(reinterpret_tensor(buf27, (65536, 512), (512, 1), 0), primals_9, out=buf29)
            buf31 = buf12; del buf12  # reuse
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_7:23
            triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_7.run(buf31, add_6, rsqrt_5, buf23, buf26, buf29, 65536, 512, stream=stream0)
            buf32 = empty_strided_cuda((512, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:24
            extern_kernels.mm(reinterpret_tensor(buf31, (512, 65536), (1, 512), 0), view_16, out=buf32)
            buf33 = reinterpret_tensor(buf8, (65536, 2048), (2048, 1), 0); del buf8  # reuse
            # [Provenance debug handles] extern_kernels.mm:25
            extern_kernels.mm(reinterpret_tensor(buf31, (65536, 512), (512, 1), 0), primals_8, out=buf33)
            buf34 = reinterpret_tensor(mm_4, (32, 2048, 2048), (4194304, 2048, 1), 0); del mm_4  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_leaky_relu_leaky_relu_backward_mul_pow_view_2:26
            triton_poi_fused__to_copy__unsafe_view_leaky_relu_leaky_relu_backward_mul_pow_view_2.run(buf34, buf33, 134217728, stream=stream0)
            buf35 = empty_strided_cuda((2048, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:27
            extern_kernels.mm(reinterpret_tensor(buf34, (2048, 65536), (1, 2048), 0), view_14, out=buf35)
            buf36 = buf29; del buf29  # reuse
            # [Provenance debug handles] extern_kernels.mm:28
            extern_kernels.mm(reinterpret_tensor(buf34, (65536, 2048), (2048, 1), 0), primals_7, out=buf36)
            buf38 = buf31; del buf31  # reuse
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_3:29
            triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_view_3.run(buf38, add_4, rsqrt_4, buf36, 65536, 512, stream=stream0)
            buf39 = empty_strided_cuda((512, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:30
            extern_kernels.mm(reinterpret_tensor(buf38, (512, 65536), (1, 512), 0), reinterpret_tensor(getitem, (65536, 512), (512, 1), 0), out=buf39)
            buf40 = buf36; del buf36  # reuse
            # [Provenance debug handles] extern_kernels.mm:31
            extern_kernels.mm(reinterpret_tensor(buf38, (65536, 512), (512, 1), 0), primals_6, out=buf40)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default:32
            buf41 = torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default(reinterpret_tensor(buf40, (32, 8, 2048, 64), (1048576, 64, 512, 1), 0), permute_3, view_9, view_10, getitem, getitem_1, getitem_6, getitem_7, None, None, None, 2048, 2048, 0.0, True)
            buf42 = buf41[0]
            assert_size_stride(buf42, (32, 8, 2048, 64), (1048576, 64, 512, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf42, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf43 = buf41[1]
            assert_size_stride(buf43, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf43, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf44 = buf41[2]
            assert_size_stride(buf44, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf44, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf50 = reinterpret_tensor(mm_1, (32, 2048, 4, 64), (524288, 256, 64, 1), 0); del mm_1  # reuse
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__fused_rms_norm_backward__to_copy__unsafe_view_squeeze_sum_transpose_view_4:33
            triton_per_fused__fused_rms_norm__fused_rms_norm_backward__to_copy__unsafe_view_squeeze_sum_transpose_view_4.run(buf50, rsqrt_3, buf43, 262144, 64, stream=stream0)
            buf53 = reinterpret_tensor(buf42, (32, 2048, 8, 64), (1048576, 512, 64, 1), 0); del buf42  # reuse
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__fused_rms_norm_backward__unsafe_view_transpose_view_5:34
            triton_per_fused__fused_rms_norm__fused_rms_norm_backward__unsafe_view_transpose_view_5.run(buf53, mm, rsqrt_2, 524288, 64, stream=stream0)
            buf47 = buf24; del buf24  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_clone_squeeze_sum_transpose_view_6:35
            triton_poi_fused__to_copy_clone_squeeze_sum_transpose_view_6.run(buf44, buf47, 16777216, stream=stream0)
            buf48 = empty_strided_cuda((256, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:36
            extern_kernels.mm(reinterpret_tensor(buf47, (256, 65536), (1, 256), 0), view, out=buf48)
            buf49 = reinterpret_tensor(buf44, (65536, 512), (512, 1), 0); del buf44  # reuse
            # [Provenance debug handles] extern_kernels.mm:37
            extern_kernels.mm(reinterpret_tensor(buf47, (65536, 256), (256, 1), 0), primals_5, out=buf49)
            buf51 = empty_strided_cuda((256, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:38
            extern_kernels.mm(reinterpret_tensor(buf50, (256, 65536), (1, 256), 0), view, out=buf51)
            buf52 = reinterpret_tensor(buf43, (65536, 512), (512, 1), 0); del buf43  # reuse
            # [Provenance debug handles] extern_kernels.mm:39
            extern_kernels.mm(reinterpret_tensor(buf50, (65536, 256), (256, 1), 0), primals_4, out=buf52)
            buf54 = empty_strided_cuda((512, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:40
            extern_kernels.mm(reinterpret_tensor(buf53, (512, 65536), (1, 512), 0), view, out=buf54)
            buf55 = buf40; del buf40  # reuse
            # [Provenance debug handles] extern_kernels.mm:41
            extern_kernels.mm(reinterpret_tensor(buf53, (65536, 512), (512, 1), 0), primals_3, out=buf55)
            buf59 = empty_strided_cuda((4096, 512), (512, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused_embedding_dense_backward_8:42
            triton_poi_fused_embedding_dense_backward_8.run(buf59, 2097152, stream=stream0)
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_embedding_dense_backward_nll_loss_forward_view_9:43
            triton_per_fused__fused_rms_norm__fused_rms_norm_backward_add_embedding_dense_backward_nll_loss_forward_view_9.run(embedding, rsqrt, rsqrt_1, buf49, buf52, buf55, buf38, primals_2, buf59, 65536, 512, stream=stream0)
            buf61 = empty_strided_cuda((4096, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_embedding_dense_backward_10:44
            triton_poi_fused_embedding_dense_backward_10.run(buf59, buf61, 2097152, stream=stream0)
        return (buf61, None, buf54, buf51, buf48, buf39, buf35, buf32, buf28, buf25, buf22, buf13, buf9, buf6, buf2, )
