# AOT ID: ['0_backward']

# Graph fragment:
#   %permute_11 : Tensor "bf16[50257, 768][768, 1]cuda:0" = PlaceHolder[target=permute_11]
#   %constant_pad_nd_default_1 : Tensor "bf16[50264, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.constant_pad_nd.default]
#   return %constant_pad_nd_default_1
triton_poi_fused_mm_0 = async_compile.triton('triton_poi_fused_mm_0', '''
def triton_poi_fused_mm_0(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp3, xmask)
''', device_str='cuda')

# Graph fragment:
#   %tangents_1 : Tensor "bf16[8, 1024, 50257][51463168, 50257, 1]cuda:0" = PlaceHolder[target=tangents_1]
#   %view_28 : Tensor "bf16[8192, 50257][50257, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_9 : Tensor "bf16[50257, 8192][1, 50257]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %constant_pad_nd_default_2 : Tensor "bf16[50264, 8192][8192, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.constant_pad_nd.default]
#   %constant_pad_nd_default : Tensor "bf16[8192, 50264][50264, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.constant_pad_nd.default]
#   return %constant_pad_nd_default_2,%constant_pad_nd_default
triton_poi_fused_mm_t_view_1 = async_compile.triton('triton_poi_fused_mm_t_view_1', '''
def triton_poi_fused_mm_t_view_1(in_ptr0, out_ptr0, out_ptr1, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0 + 50304*x1), tmp3, None)
    tl.store(out_ptr1 + (x0 + 50304*x1), tmp3, None)
''', device_str='cuda')

# Graph fragment:
#   %tangents_6 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=tangents_6]
#   %mm_default : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_default]
#   %primals_28 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_28]
#   %mul_26 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_26]
#   %div : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0" = PlaceHolder[target=div]
#   %sum_1 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=sum_1]
#   %sum_2 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=sum_2]
#   %mul_33 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_33]
#   %gt_4 : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=gt_4]
#   %view_29 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_56 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_22 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_29 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_30 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_1 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_31 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_2 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_32 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_6 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_7 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_33 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_34 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_3 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %sum_4 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_58 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_59 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_35 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_36 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %sum_1,%sum_2,%mul_33,%mul_36
triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_2 = async_compile.triton('triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_2', '''
def triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_2(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr2, out_ptr3, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(out_ptr2 + (r0_1 + 768*x0), tmp22, r0_mask)
        tl.store(out_ptr3 + (r0_1 + 768*x0), tmp28, r0_mask)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %mm_3 : Tensor "bf16[8192, 3072][3072, 1]cuda:0" = PlaceHolder[target=mm_3]
#   %addmm_6 : Tensor "bf16[8192, 3072][3072, 1]cuda:0" = PlaceHolder[target=addmm_6]
#   %convert_element_type_66 : Tensor "f32[8192, 3072][3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_33 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %view_22 : Tensor "bf16[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %mul_20 : Tensor "bf16[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_37 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_41 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %pow_2 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_21 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_17 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_22 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %tanh_1 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.tanh.default]
#   %add_18 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_38 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_68 : Tensor "bf16[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_39 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_8 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_40 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_41 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_69 : Tensor "bf16[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_42 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %pow_3 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mul_43 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %mul_44 : Tensor "f32[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_70 : Tensor "bf16[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_23 : Tensor "bf16[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_45 : Tensor "bf16[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_24 : Tensor "bf16[8, 1024, 3072][3145728, 3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %add_24
triton_poi_fused__to_copy_add_mul_pow_tanh_tanh_backward_view_3 = async_compile.triton('triton_poi_fused__to_copy_add_mul_pow_tanh_tanh_backward_view_3', '''
def triton_poi_fused__to_copy_add_mul_pow_tanh_tanh_backward_view_3(in_out_ptr0, in_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp32, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_5 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_5]
#   %primals_22 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_22]
#   %mul_18 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_18]
#   %mul_33 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_33]
#   %div_1 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0" = PlaceHolder[target=div_1]
#   %sum_7 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=sum_7]
#   %sum_8 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=sum_8]
#   %add_25 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=add_25]
#   %gt_3 : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=gt_3]
#   %convert_element_type_77 : Tensor "f32[8192, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_36 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %mul_47 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_48 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_7 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_49 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_8 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_50 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_10 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_11 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_51 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_52 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_9 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %sum_10 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %add_25 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_79 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_80 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_53 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_54 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %sum_7,%sum_8,%add_25,%mul_54
triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_4 = async_compile.triton('triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_4', '''
def triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_4(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr2, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(in_out_ptr0 + (r0_1 + 768*x0), tmp22, r0_mask)
        tl.store(out_ptr2 + (r0_1 + 768*x0), tmp28, r0_mask)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %getitem_34 : Tensor "bf16[8, 12, 1024, 64][786432, 64, 768, 1]cuda:0" = PlaceHolder[target=getitem_34]
#   %tangents_5 : Tensor "bf16[8, 12, 1024, 64][786432, 65536, 64, 1]cuda:0" = PlaceHolder[target=tangents_5]
#   %getitem_35 : Tensor "bf16[8, 12, 1024, 64][786432, 64, 768, 1]cuda:0" = PlaceHolder[target=getitem_35]
#   %tangents_4 : Tensor "bf16[8, 12, 1024, 64][786432, 65536, 64, 1]cuda:0" = PlaceHolder[target=tangents_4]
#   %getitem_36 : Tensor "bf16[8, 12, 1024, 64][786432, 64, 768, 1]cuda:0" = PlaceHolder[target=getitem_36]
#   %add_26 : Tensor "bf16[8, 12, 1024, 64][786432, 65536, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %add_27 : Tensor "bf16[8, 12, 1024, 64][786432, 65536, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %permute_20 : Tensor "bf16[8, 1024, 12, 64][786432, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %view_41 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_21 : Tensor "bf16[8, 1024, 12, 64][786432, 64, 65536, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_6 : Tensor "bf16[8, 1024, 12, 64][786432, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_42 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_22 : Tensor "bf16[8, 1024, 12, 64][786432, 64, 65536, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_7 : Tensor "bf16[8, 1024, 12, 64][786432, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_43 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %cat : Tensor "bf16[8, 1024, 2304][2359296, 2304, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.cat.default]
#   return %cat
triton_poi_fused__unsafe_view_add_cat_clone_transpose_view_5 = async_compile.triton('triton_poi_fused__unsafe_view_add_cat_clone_transpose_view_5', '''
def triton_poi_fused__unsafe_view_add_cat_clone_transpose_view_5(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x4), tmp24, None)
''', device_str='cuda')

# Graph fragment:
#   %mul_36 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_36]
#   %convert_element_type_58 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_59 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_35 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_36 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_31 : Tensor "bf16[8192, 768][768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_5 : Tensor "f32[1, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf15
triton_red_fused__to_copy_native_dropout_backward_sum_view_6 = async_compile.triton('triton_red_fused__to_copy_native_dropout_backward_sum_view_6', '''
def triton_red_fused__to_copy_native_dropout_backward_sum_view_6(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp3, None)
''', device_str='cuda')

# Graph fragment:
#   %buf15 : Tensor "f32[1, 768, 64][49152, 1, 768]cuda:0" = PlaceHolder[target=buf15]
#   %convert_element_type_58 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_59 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_35 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_36 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_31 : Tensor "bf16[8192, 768][768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_5 : Tensor "f32[1, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_5
triton_per_fused__to_copy_native_dropout_backward_sum_view_7 = async_compile.triton('triton_per_fused__to_copy_native_dropout_backward_sum_view_7', '''
def triton_per_fused__to_copy_native_dropout_backward_sum_view_7(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp4, xmask)
''', device_str='cuda')

# Graph fragment:
#   %gt : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=gt]
#   %embedding : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=embedding]
#   %embedding_1 : Tensor "f32[1, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=embedding_1]
#   %getitem_1 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0" = PlaceHolder[target=getitem_1]
#   %rsqrt : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %add_1 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_1 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_2 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %mul_2
triton_poi_fused_add_native_dropout_native_layer_norm_8 = async_compile.triton('triton_poi_fused_add_native_dropout_native_layer_norm_8', '''
def triton_poi_fused_add_native_dropout_native_layer_norm_8(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x3), tmp11, None)
''', device_str='cuda')

# Graph fragment:
#   %full_default_7 : Tensor "f32[50257, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   return %index_put_1
triton_poi_fused_embedding_dense_backward_9 = async_compile.triton('triton_poi_fused_embedding_dense_backward_9', '''
def triton_poi_fused_embedding_dense_backward_9(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp0, xmask)
''', device_str='cuda')

# Graph fragment:
#   %mm_17 : Tensor "bf16[8192, 768][768, 1]cuda:0" = PlaceHolder[target=mm_17]
#   %primals_4 : Tensor "f32[768][1]cuda:0" = PlaceHolder[target=primals_4]
#   %mul_2 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_2]
#   %add_31 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=add_31]
#   %rsqrt : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %sum_25 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=sum_25]
#   %sum_26 : Tensor "f32[8, 1024, 1][1024, 1, 8192]cuda:0" = PlaceHolder[target=sum_26]
#   %gt : Tensor "b8[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=gt]
#   %primals_1 : Tensor "i64[8, 1024][1024, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %mul_90 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_90]
#   %index_put_1 : Tensor "f32[50257, 768][768, 1]cuda:0" = PlaceHolder[target=index_put_1]
#   %convert_element_type_132 : Tensor "f32[8192, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_62 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %mul_83 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_84 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_25 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_85 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_26 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_86 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_20 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_21 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %div_4 : Tensor "f32[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_87 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_88 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_27 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %sum_28 : Tensor "f32[768][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %add_34 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_134 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_89 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_90 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %full_default_4 : Tensor "f32[][]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.full.default]
#   %eq_1 : Tensor "b8[8, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Scalar]
#   %unsqueeze_8 : Tensor "b8[8, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %where_3 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %full_default_7 : Tensor "f32[50257, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %index_put_1 : Tensor "f32[50257, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.index_put_.default]
#   return %sum_25,%sum_26,%mul_90,%buf101
triton_per_fused__to_copy_add_embedding_dense_backward_native_dropout_backward_native_layer_norm_backward_view_10 = async_compile.triton('triton_per_fused__to_copy_add_embedding_dense_backward_native_dropout_backward_native_layer_norm_backward_view_10', '''
def triton_per_fused__to_copy_add_embedding_dense_backward_native_dropout_backward_native_layer_norm_backward_view_10(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr2, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(in_out_ptr0 + (r0_1 + 768*x0), tmp29, r0_mask)
        tl.atomic_add(out_ptr2 + (tl.broadcast_to(r0_1 + 768*tmp34, [XBLOCK, R0_BLOCK])), tmp39, r0_mask, sem='relaxed')
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %cat : Tensor "bf16[8, 1024, 2304][2359296, 2304, 1]cuda:0" = PlaceHolder[target=cat]
#   %add_26 : Tensor "bf16[8, 12, 1024, 64][786432, 65536, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %add_27 : Tensor "bf16[8, 12, 1024, 64][786432, 65536, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %permute_20 : Tensor "bf16[8, 1024, 12, 64][786432, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %view_41 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_21 : Tensor "bf16[8, 1024, 12, 64][786432, 64, 65536, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_6 : Tensor "bf16[8, 1024, 12, 64][786432, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_42 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_22 : Tensor "bf16[8, 1024, 12, 64][786432, 64, 65536, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_7 : Tensor "bf16[8, 1024, 12, 64][786432, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_43 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %cat : Tensor "bf16[8, 1024, 2304][2359296, 2304, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.cat.default]
#   %view_44 : Tensor "bf16[8192, 2304][2304, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_12 : Tensor "f32[1, 2304][2304, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf44
triton_red_fused__unsafe_view_add_cat_clone_sum_transpose_view_11 = async_compile.triton('triton_red_fused__unsafe_view_add_cat_clone_sum_transpose_view_11', '''
def triton_red_fused__unsafe_view_add_cat_clone_sum_transpose_view_11(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp3, None)
''', device_str='cuda')

# Graph fragment:
#   %buf44 : Tensor "f32[1, 2304, 64][147456, 1, 2304]cuda:0" = PlaceHolder[target=buf44]
#   %add_26 : Tensor "bf16[8, 12, 1024, 64][786432, 65536, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %add_27 : Tensor "bf16[8, 12, 1024, 64][786432, 65536, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %permute_20 : Tensor "bf16[8, 1024, 12, 64][786432, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %view_41 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_21 : Tensor "bf16[8, 1024, 12, 64][786432, 64, 65536, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_6 : Tensor "bf16[8, 1024, 12, 64][786432, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_42 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_22 : Tensor "bf16[8, 1024, 12, 64][786432, 64, 65536, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %clone_7 : Tensor "bf16[8, 1024, 12, 64][786432, 768, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_43 : Tensor "bf16[8, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %cat : Tensor "bf16[8, 1024, 2304][2359296, 2304, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.cat.default]
#   %view_44 : Tensor "bf16[8192, 2304][2304, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_12 : Tensor "f32[1, 2304][2304, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_12
triton_per_fused__unsafe_view_add_cat_clone_sum_transpose_view_12 = async_compile.triton('triton_per_fused__unsafe_view_add_cat_clone_sum_transpose_view_12', '''
def triton_per_fused__unsafe_view_add_cat_clone_sum_transpose_view_12(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp4, xmask)
''', device_str='cuda')

# Graph fragment:
#   %add_24 : Tensor "bf16[8, 1024, 3072][3145728, 3072, 1]cuda:0" = PlaceHolder[target=add_24]
#   %view_34 : Tensor "bf16[8192, 3072][3072, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_6 : Tensor "f32[1, 3072][3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf21
triton_red_fused_sum_view_13 = async_compile.triton('triton_red_fused_sum_view_13', '''
def triton_red_fused_sum_view_13(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp3, None)
''', device_str='cuda')

# Graph fragment:
#   %buf21 : Tensor "f32[1, 3072, 64][196608, 1, 3072]cuda:0" = PlaceHolder[target=buf21]
#   %view_34 : Tensor "bf16[8192, 3072][3072, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.reshape.default]
#   %sum_6 : Tensor "f32[1, 3072][3072, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_6
triton_per_fused_sum_view_14 = async_compile.triton('triton_per_fused_sum_view_14', '''
def triton_per_fused_sum_view_14(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp4, xmask)
''', device_str='cuda')

# Graph fragment:
#   %full_default_5 : Tensor "f32[1024, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   return %index_put
triton_poi_fused_embedding_dense_backward_15 = async_compile.triton('triton_poi_fused_embedding_dense_backward_15', '''
def triton_poi_fused_embedding_dense_backward_15(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp0, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_8 : Tensor "bf16[768, 768][768, 1]cuda:0" = PlaceHolder[target=mm_8]
#   %convert_element_type_87 : Tensor "f32[768, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_87
triton_poi_fused__to_copy_16 = async_compile.triton('triton_poi_fused__to_copy_16', '''
def triton_poi_fused__to_copy_16(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_10 : Tensor "bf16[768, 2304][2304, 1]cuda:0" = PlaceHolder[target=mm_10]
#   %convert_element_type_95 : Tensor "f32[768, 2304][2304, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_95
triton_poi_fused__to_copy_17 = async_compile.triton('triton_poi_fused__to_copy_17', '''
def triton_poi_fused__to_copy_17(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_4 : Tensor "bf16[3072, 768][768, 1]cuda:0" = PlaceHolder[target=mm_4]
#   %convert_element_type_67 : Tensor "f32[3072, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_67
triton_poi_fused__to_copy_18 = async_compile.triton('triton_poi_fused__to_copy_18', '''
def triton_poi_fused__to_copy_18(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mul_90 : Tensor "f32[8, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=mul_90]
#   %unsqueeze : Tensor "i64[1, 1024][1024, 1]cuda:0" = PlaceHolder[target=unsqueeze]
#   %sum_29 : Tensor "f32[1, 1024, 768][786432, 768, 1]cuda:0" = PlaceHolder[target=sum_29]
#   %index_put : Tensor "f32[1024, 768][768, 1]cuda:0" = PlaceHolder[target=index_put]
#   %sum_29 : Tensor "f32[1, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %eq : Tensor "b8[1, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Scalar]
#   %unsqueeze_7 : Tensor "b8[1, 1024, 1][1024, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %full_default_4 : Tensor "f32[][]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.full.default]
#   %where_2 : Tensor "f32[1, 1024, 768][786432, 768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %full_default_5 : Tensor "f32[1024, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %index_put : Tensor "f32[1024, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.index_put_.default]
#   return %sum_29,%buf99
triton_per_fused_embedding_dense_backward_sum_19 = async_compile.triton('triton_per_fused_embedding_dense_backward_sum_19', '''
def triton_per_fused_embedding_dense_backward_sum_19(in_ptr0, in_ptr1, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.atomic_add(out_ptr1 + (x2 + 768*tmp8), tmp13, None, sem='relaxed')
''', device_str='cuda')

# Graph fragment:
#   %mm_default_1 : Tensor "bf16[50264, 768][768, 1]cuda:0" = PlaceHolder[target=mm_default_1]
#   %buf101 : Tensor "f32[50257, 768][768, 1]cuda:0" = PlaceHolder[target=buf101]
#   %slice_tensor : Tensor "bf16[50257, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %convert_element_type_57 : Tensor "f32[50257, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_35 : Tensor "f32[50257, 768][768, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %add_35
triton_poi_fused__to_copy_add_mm_20 = async_compile.triton('triton_poi_fused__to_copy_add_mm_20', '''
def triton_poi_fused__to_copy_add_mm_20(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp3, xmask)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_4, primals_10, primals_16, primals_22, primals_28, embedding, unsqueeze, embedding_1, gt, getitem_1, rsqrt, permute_2, clone, clone_1, where, getitem_5, getitem_6, getitem_11, getitem_12, gt_1, mul_6, addmm_2, gt_2, mul_14, permute_6, clone_2, clone_3, getitem_21, getitem_22, getitem_27, getitem_28, gt_3, mul_18, addmm_6, gt_4, mul_26, view_26, permute_11, div, permute_13, permute_14, permute_15, permute_16, div_1, permute_17, permute_23, permute_24, div_2, permute_25, permute_26, permute_27, permute_28, div_3, permute_29, permute_35, permute_36, tangents_1, tangents_2, tangents_3, tangents_4, tangents_5, tangents_6 = args
        assert_size_stride(primals_1, (8, 1024), (1024, 1))
        assert_size_stride(primals_4, (768, ), (1, ))
        assert_size_stride(primals_10, (768, ), (1, ))
        assert_size_stride(primals_16, (768, ), (1, ))
        assert_size_stride(primals_22, (768, ), (1, ))
        assert_size_stride(primals_28, (768, ), (1, ))
        assert_size_stride(embedding, (8, 1024, 768), (786432, 768, 1))
        assert_size_stride(unsqueeze, (1, 1024), (1024, 1))
        assert_size_stride(embedding_1, (1, 1024, 768), (786432, 768, 1))
        assert_size_stride(gt, (8, 1024, 768), (786432, 768, 1))
        assert_size_stride(getitem_1, (8, 1024, 1), (1024, 1, 1))
        assert_size_stride(rsqrt, (8, 1024, 1), (1024, 1, 1))
        assert_size_stride(permute_2, (8, 12, 1024, 64), (2359296, 64, 2304, 1))
        assert_size_stride(clone, (8, 12, 1024, 64), (786432, 64, 768, 1))
        assert_size_stride(clone_1, (8, 12, 1024, 64), (786432, 64, 768, 1))
        assert_size_stride(where, (8, 1, 1024, 1024), (1048576, 1048576, 1024, 1))
        assert_size_stride(getitem_5, (8, 12, 1024, 64), (786432, 64, 768, 1))
        assert_size_stride(getitem_6, (8, 12, 1024, 1), (12288, 1024, 1, 1))
        assert_size_stride(getitem_11, (), ())
        assert_size_stride(getitem_12, (), ())
        assert_size_stride(gt_1, (8, 1024, 768), (786432, 768, 1))
        assert_size_stride(mul_6, (8, 1024, 768), (786432, 768, 1))
        assert_size_stride(addmm_2, (8192, 3072), (3072, 1))
        assert_size_stride(gt_2, (8, 1024, 768), (786432, 768, 1))
        assert_size_stride(mul_14, (8, 1024, 768), (786432, 768, 1))
        assert_size_stride(permute_6, (8, 12, 1024, 64), (2359296, 64, 2304, 1))
        assert_size_stride(clone_2, (8, 12, 1024, 64), (786432, 64, 768, 1))
        assert_size_stride(clone_3, (8, 12, 1024, 64), (786432, 64, 768, 1))
        assert_size_stride(getitem_21, (8, 12, 1024, 64), (786432, 64, 768, 1))
        assert_size_stride(getitem_22, (8, 12, 1024, 1), (12288, 1024, 1, 1))
        assert_size_stride(getitem_27, (), ())
        assert_size_stride(getitem_28, (), ())
        assert_size_stride(gt_3, (8, 1024, 768), (786432, 768, 1))
        assert_size_stride(mul_18, (8, 1024, 768), (786432, 768, 1))
        assert_size_stride(addmm_6, (8192, 3072), (3072, 1))
        assert_size_stride(gt_4, (8, 1024, 768), (786432, 768, 1))
        assert_size_stride(mul_26, (8, 1024, 768), (786432, 768, 1))
        assert_size_stride(view_26, (8192, 768), (768, 1))
        assert_size_stride(permute_11, (50257, 768), (768, 1))
        assert_size_stride(div, (8, 1024, 1), (1024, 1, 1))
        assert_size_stride(permute_13, (768, 3072), (1, 768))
        assert_size_stride(permute_14, (3072, 8192), (1, 3072))
        assert_size_stride(permute_15, (3072, 768), (1, 3072))
        assert_size_stride(permute_16, (768, 8192), (1, 768))
        assert_size_stride(div_1, (8, 1024, 1), (1024, 1, 1))
        assert_size_stride(permute_17, (768, 768), (1, 768))
        assert_size_stride(permute_23, (2304, 768), (1, 2304))
        assert_size_stride(permute_24, (768, 8192), (1, 768))
        assert_size_stride(div_2, (8, 1024, 1), (1024, 1, 1))
        assert_size_stride(permute_25, (768, 3072), (1, 768))
        assert_size_stride(permute_26, (3072, 8192), (1, 3072))
        assert_size_stride(permute_27, (3072, 768), (1, 3072))
        assert_size_stride(permute_28, (768, 8192), (1, 768))
        assert_size_stride(div_3, (8, 1024, 1), (1024, 1, 1))
        assert_size_stride(permute_29, (768, 768), (1, 768))
        assert_size_stride(permute_35, (2304, 768), (1, 2304))
        assert_size_stride(permute_36, (768, 8192), (1, 768))
        assert_size_stride(tangents_1, (8, 1024, 50257), (51463168, 50257, 1))
        assert_size_stride(tangents_2, (8, 12, 1024, 64), (786432, 65536, 64, 1))
        assert_size_stride(tangents_3, (8, 12, 1024, 64), (786432, 65536, 64, 1))
        assert_size_stride(tangents_4, (8, 12, 1024, 64), (786432, 65536, 64, 1))
        assert_size_stride(tangents_5, (8, 12, 1024, 64), (786432, 65536, 64, 1))
        assert_size_stride(tangents_6, (8, 1024, 768), (786432, 768, 1))
        with torch.cuda._DeviceGuard(0):
            buf3 = empty_strided_cuda((50264, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_mm_0:2
            triton_poi_fused_mm_0.run(permute_11, buf3, 38602752, stream=stream0)
            buf0 = empty_strided_cuda((50264, 8192), (1, 50304), torch.bfloat16)
            buf2 = empty_strided_cuda((8192, 50264), (50304, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_mm_t_view_1:3
            triton_poi_fused_mm_t_view_1.run(tangents_1, buf0, buf2, 411762688, stream=stream0)
            buf4 = empty_strided_cuda((8192, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:4
            extern_kernels.mm(buf2, buf3, out=buf4)
            buf7 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.float32)
            buf12 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.bfloat16)
            # Call mix order reduction kernel
            workspace_0 = empty_strided_cuda((786432, ), (1, ), torch.float32)
            triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_2.run(tangents_6, buf4, primals_28, mul_26, div, gt_4, buf7, buf12, workspace_0, 8192, 768, stream=stream0)
            buf9 = workspace_0[0 * 512 * 768 : (0 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf11 = workspace_0[1 * 512 * 768 : (1 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf13 = empty_strided_cuda((8192, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:5
            extern_kernels.mm(reinterpret_tensor(buf12, (8192, 768), (768, 1), 0), permute_13, out=buf13)
            buf18 = reinterpret_tensor(buf13, (8, 1024, 3072), (3145728, 3072, 1), 0); del buf13  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_add_mul_pow_tanh_tanh_backward_view_3:6
            triton_poi_fused__to_copy_add_mul_pow_tanh_tanh_backward_view_3.run(buf18, addmm_6, 25165824, stream=stream0)
            buf19 = buf4; del buf4  # reuse
            # [Provenance debug handles] extern_kernels.mm:7
            extern_kernels.mm(reinterpret_tensor(buf18, (8192, 3072), (3072, 1), 0), permute_15, out=buf19)
            buf30 = buf7; del buf7  # reuse
            buf31 = empty_strided_cuda((8, 1024, 768), (786432, 768, 1), torch.bfloat16)
            # Call mix order reduction kernel
            workspace_1 = workspace_0; del workspace_0  # reuse
            triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_4.run(buf30, buf19, primals_22, mul_18, div_1, gt_3, buf31, workspace_1, 8192, 768, stream=stream0)
            buf27 = workspace_1[0 * 512 * 768 : (0 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf29 = workspace_1[1 * 512 * 768 : (1 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf32 = buf19; del buf19  # reuse
            # [Provenance debug handles] extern_kernels.mm:8
            extern_kernels.mm(reinterpret_tensor(buf31, (8192, 768), (768, 1), 0), permute_17, out=buf32)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default:9
            buf37 = torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default(reinterpret_tensor(buf32, (8, 12, 1024, 64), (786432, 64, 768, 1), 0), permute_6, clone_2, clone_3, getitem_21, getitem_22, getitem_27, getitem_28, where, None, None, 1024, 1024, 0.1, False, scale=0.125)
            buf38 = buf37[0]
            assert_size_stride(buf38, (8, 12, 1024, 64), (786432, 64, 768, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf38, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf39 = buf37[1]
            assert_size_stride(buf39, (8, 12, 1024, 64), (786432, 64, 768, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf39, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf40 = buf37[2]
            assert_size_stride(buf40, (8, 12, 1024, 64), (786432, 64, 768, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf40, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf41 = empty_strided_cuda((8, 1024, 2304), (2359296, 2304, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__unsafe_view_add_cat_clone_transpose_view_5:10
            triton_poi_fused__unsafe_view_add_cat_clone_transpose_view_5.run(buf38, tangents_5, buf39, tangents_4, buf40, buf41, 18874368, stream=stream0)
            buf42 = reinterpret_tensor(buf40, (8192, 768), (768, 1), 0); del buf40  # reuse
            # [Provenance debug handles] extern_kernels.mm:11
            extern_kernels.mm(reinterpret_tensor(buf41, (8192, 2304), (2304, 1), 0), permute_23, out=buf42)
            buf53 = buf30; del buf30  # reuse
            buf54 = reinterpret_tensor(buf39, (8, 1024, 768), (786432, 768, 1), 0); del buf39  # reuse
            # Call mix order reduction kernel
            workspace_2 = workspace_1; del workspace_1  # reuse
            triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_4.run(buf53, buf42, primals_16, mul_14, div_2, gt_2, buf54, workspace_2, 8192, 768, stream=stream0)
            buf50 = workspace_2[0 * 512 * 768 : (0 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf52 = workspace_2[1 * 512 * 768 : (1 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf55 = empty_strided_cuda((8192, 3072), (3072, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:12
            extern_kernels.mm(reinterpret_tensor(buf54, (8192, 768), (768, 1), 0), permute_25, out=buf55)
            buf60 = reinterpret_tensor(buf55, (8, 1024, 3072), (3145728, 3072, 1), 0); del buf55  # reuse
            # [Provenance debug handles] triton_poi_fused__to_copy_add_mul_pow_tanh_tanh_backward_view_3:13
            triton_poi_fused__to_copy_add_mul_pow_tanh_tanh_backward_view_3.run(buf60, addmm_2, 25165824, stream=stream0)
            buf61 = buf42; del buf42  # reuse
            # [Provenance debug handles] extern_kernels.mm:14
            extern_kernels.mm(reinterpret_tensor(buf60, (8192, 3072), (3072, 1), 0), permute_27, out=buf61)
            buf72 = buf53; del buf53  # reuse
            buf73 = reinterpret_tensor(buf38, (8, 1024, 768), (786432, 768, 1), 0); del buf38  # reuse
            # Call mix order reduction kernel
            workspace_3 = workspace_2; del workspace_2  # reuse
            triton_per_fused__to_copy_add_native_dropout_backward_native_layer_norm_backward_view_4.run(buf72, buf61, primals_10, mul_6, div_3, gt_1, buf73, workspace_3, 8192, 768, stream=stream0)
            buf69 = workspace_3[0 * 512 * 768 : (0 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf71 = workspace_3[1 * 512 * 768 : (1 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf74 = buf61; del buf61  # reuse
            # [Provenance debug handles] extern_kernels.mm:15
            extern_kernels.mm(reinterpret_tensor(buf73, (8192, 768), (768, 1), 0), permute_29, out=buf74)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default:16
            buf79 = torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default(reinterpret_tensor(buf74, (8, 12, 1024, 64), (786432, 64, 768, 1), 0), permute_2, clone, clone_1, getitem_5, getitem_6, getitem_11, getitem_12, where, None, None, 1024, 1024, 0.1, False, scale=0.125)
            buf80 = buf79[0]
            assert_size_stride(buf80, (8, 12, 1024, 64), (786432, 64, 768, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf80, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf81 = buf79[1]
            assert_size_stride(buf81, (8, 12, 1024, 64), (786432, 64, 768, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf81, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf82 = buf79[2]
            assert_size_stride(buf82, (8, 12, 1024, 64), (786432, 64, 768, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            assert_alignment(buf82, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default')
            buf15 = empty_strided_cuda((1, 768, 64), (49152, 1, 768), torch.float32)
            # [Provenance debug handles] triton_red_fused__to_copy_native_dropout_backward_sum_view_6:17
            triton_red_fused__to_copy_native_dropout_backward_sum_view_6.run(buf12, buf15, 49152, 128, stream=stream0)
            buf16 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__to_copy_native_dropout_backward_sum_view_7:18
            triton_per_fused__to_copy_native_dropout_backward_sum_view_7.run(buf15, buf16, 768, 64, stream=stream0)
            buf34 = buf15; del buf15  # reuse
            # [Provenance debug handles] triton_red_fused__to_copy_native_dropout_backward_sum_view_6:19
            triton_red_fused__to_copy_native_dropout_backward_sum_view_6.run(buf31, buf34, 49152, 128, stream=stream0)
            buf35 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__to_copy_native_dropout_backward_sum_view_7:20
            triton_per_fused__to_copy_native_dropout_backward_sum_view_7.run(buf34, buf35, 768, 64, stream=stream0)
            buf57 = buf34; del buf34  # reuse
            # [Provenance debug handles] triton_red_fused__to_copy_native_dropout_backward_sum_view_6:21
            triton_red_fused__to_copy_native_dropout_backward_sum_view_6.run(buf54, buf57, 49152, 128, stream=stream0)
            buf58 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__to_copy_native_dropout_backward_sum_view_7:22
            triton_per_fused__to_copy_native_dropout_backward_sum_view_7.run(buf57, buf58, 768, 64, stream=stream0)
            buf76 = buf57; del buf57  # reuse
            # [Provenance debug handles] triton_red_fused__to_copy_native_dropout_backward_sum_view_6:23
            triton_red_fused__to_copy_native_dropout_backward_sum_view_6.run(buf73, buf76, 49152, 128, stream=stream0)
            buf77 = empty_strided_cuda((1, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__to_copy_native_dropout_backward_sum_view_7:24
            triton_per_fused__to_copy_native_dropout_backward_sum_view_7.run(buf76, buf77, 768, 64, stream=stream0)
            buf83 = empty_strided_cuda((8, 1024, 2304), (2359296, 2304, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__unsafe_view_add_cat_clone_transpose_view_5:25
            triton_poi_fused__unsafe_view_add_cat_clone_transpose_view_5.run(buf80, tangents_3, buf81, tangents_2, buf82, buf83, 18874368, stream=stream0)
            buf84 = reinterpret_tensor(buf82, (8192, 768), (768, 1), 0); del buf82  # reuse
            # [Provenance debug handles] extern_kernels.mm:26
            extern_kernels.mm(reinterpret_tensor(buf83, (8192, 2304), (2304, 1), 0), permute_35, out=buf84)
            buf90 = embedding; del embedding  # reuse
            # [Provenance debug handles] triton_poi_fused_add_native_dropout_native_layer_norm_8:27
            triton_poi_fused_add_native_dropout_native_layer_norm_8.run(buf90, gt, embedding_1, getitem_1, rsqrt, 6291456, stream=stream0)
            buf100 = empty_strided_cuda((50257, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused_embedding_dense_backward_9:28
            triton_poi_fused_embedding_dense_backward_9.run(buf100, 38597376, stream=stream0)
            buf96 = buf72; del buf72  # reuse
            # Call mix order reduction kernel
            workspace_4 = workspace_3; del workspace_3  # reuse
            triton_per_fused__to_copy_add_embedding_dense_backward_native_dropout_backward_native_layer_norm_backward_view_10.run(buf96, buf84, primals_4, buf90, rsqrt, gt, primals_1, buf100, workspace_4, 8192, 768, stream=stream0)
            buf93 = workspace_4[0 * 512 * 768 : (0 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf95 = workspace_4[1 * 512 * 768 : (1 + 1) * 512 * 768].view(512, 768).sum(dim=0)
            buf44 = empty_strided_cuda((1, 2304, 64), (147456, 1, 2304), torch.float32)
            # [Provenance debug handles] triton_red_fused__unsafe_view_add_cat_clone_sum_transpose_view_11:29
            triton_red_fused__unsafe_view_add_cat_clone_sum_transpose_view_11.run(buf41, buf44, 147456, 128, stream=stream0)
            buf45 = empty_strided_cuda((1, 2304), (2304, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__unsafe_view_add_cat_clone_sum_transpose_view_12:30
            triton_per_fused__unsafe_view_add_cat_clone_sum_transpose_view_12.run(buf44, buf45, 2304, 64, stream=stream0)
            buf86 = buf44; del buf44  # reuse
            # [Provenance debug handles] triton_red_fused__unsafe_view_add_cat_clone_sum_transpose_view_11:31
            triton_red_fused__unsafe_view_add_cat_clone_sum_transpose_view_11.run(buf83, buf86, 147456, 128, stream=stream0)
            buf87 = empty_strided_cuda((1, 2304), (2304, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused__unsafe_view_add_cat_clone_sum_transpose_view_12:32
            triton_per_fused__unsafe_view_add_cat_clone_sum_transpose_view_12.run(buf86, buf87, 2304, 64, stream=stream0)
            buf21 = empty_strided_cuda((1, 3072, 64), (196608, 1, 3072), torch.float32)
            # [Provenance debug handles] triton_red_fused_sum_view_13:33
            triton_red_fused_sum_view_13.run(buf18, buf21, 196608, 128, stream=stream0)
            buf22 = empty_strided_cuda((1, 3072), (3072, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_view_14:34
            triton_per_fused_sum_view_14.run(buf21, buf22, 3072, 64, stream=stream0)
            buf63 = buf21; del buf21  # reuse
            # [Provenance debug handles] triton_red_fused_sum_view_13:35
            triton_red_fused_sum_view_13.run(buf60, buf63, 196608, 128, stream=stream0)
            buf64 = empty_strided_cuda((1, 3072), (3072, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_view_14:36
            triton_per_fused_sum_view_14.run(buf63, buf64, 3072, 64, stream=stream0)
            buf98 = reinterpret_tensor(workspace_4, (1024, 768), (768, 1), 0); del workspace_4  # reuse
            # [Provenance debug handles] triton_poi_fused_embedding_dense_backward_15:37
            triton_poi_fused_embedding_dense_backward_15.run(buf98, 786432, stream=stream0)
            buf33 = empty_strided_cuda((768, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:38
            extern_kernels.mm(reinterpret_tensor(getitem_21, (768, 8192), (1, 768), 0), reinterpret_tensor(buf31, (8192, 768), (768, 1), 0), out=buf33)
            buf36 = empty_strided_cuda((768, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_16:39
            triton_poi_fused__to_copy_16.run(buf33, buf36, 589824, stream=stream0)
            buf75 = buf33; del buf33  # reuse
            # [Provenance debug handles] extern_kernels.mm:40
            extern_kernels.mm(reinterpret_tensor(getitem_5, (768, 8192), (1, 768), 0), reinterpret_tensor(buf73, (8192, 768), (768, 1), 0), out=buf75)
            buf78 = empty_strided_cuda((768, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_16:41
            triton_poi_fused__to_copy_16.run(buf75, buf78, 589824, stream=stream0)
            buf43 = empty_strided_cuda((768, 2304), (2304, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:42
            extern_kernels.mm(permute_24, reinterpret_tensor(buf41, (8192, 2304), (2304, 1), 0), out=buf43)
            buf46 = empty_strided_cuda((768, 2304), (2304, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_17:43
            triton_poi_fused__to_copy_17.run(buf43, buf46, 1769472, stream=stream0)
            buf85 = buf43; del buf43  # reuse
            # [Provenance debug handles] extern_kernels.mm:44
            extern_kernels.mm(permute_36, reinterpret_tensor(buf83, (8192, 2304), (2304, 1), 0), out=buf85)
            buf88 = empty_strided_cuda((768, 2304), (2304, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_17:45
            triton_poi_fused__to_copy_17.run(buf85, buf88, 1769472, stream=stream0)
            buf14 = empty_strided_cuda((3072, 768), (768, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:46
            extern_kernels.mm(permute_14, reinterpret_tensor(buf12, (8192, 768), (768, 1), 0), out=buf14)
            buf17 = empty_strided_cuda((3072, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_18:47
            triton_poi_fused__to_copy_18.run(buf14, buf17, 2359296, stream=stream0)
            buf20 = reinterpret_tensor(buf14, (768, 3072), (3072, 1), 0); del buf14  # reuse
            # [Provenance debug handles] extern_kernels.mm:48
            extern_kernels.mm(permute_16, reinterpret_tensor(buf18, (8192, 3072), (3072, 1), 0), out=buf20)
            buf23 = empty_strided_cuda((768, 3072), (3072, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_18:49
            triton_poi_fused__to_copy_18.run(buf20, buf23, 2359296, stream=stream0)
            buf56 = reinterpret_tensor(buf20, (3072, 768), (768, 1), 0); del buf20  # reuse
            # [Provenance debug handles] extern_kernels.mm:50
            extern_kernels.mm(permute_26, reinterpret_tensor(buf54, (8192, 768), (768, 1), 0), out=buf56)
            buf59 = empty_strided_cuda((3072, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_18:51
            triton_poi_fused__to_copy_18.run(buf56, buf59, 2359296, stream=stream0)
            buf62 = reinterpret_tensor(buf56, (768, 3072), (3072, 1), 0); del buf56  # reuse
            # [Provenance debug handles] extern_kernels.mm:52
            extern_kernels.mm(permute_28, reinterpret_tensor(buf60, (8192, 3072), (3072, 1), 0), out=buf62)
            buf65 = empty_strided_cuda((768, 3072), (3072, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_18:53
            triton_poi_fused__to_copy_18.run(buf62, buf65, 2359296, stream=stream0)
            # [Provenance debug handles] triton_per_fused_embedding_dense_backward_sum_19:54
            triton_per_fused_embedding_dense_backward_sum_19.run(buf96, unsqueeze, buf98, 786432, 8, stream=stream0)
            buf1 = buf3; del buf3  # reuse
            # [Provenance debug handles] extern_kernels.mm:55
            extern_kernels.mm(buf0, view_26, out=buf1)
            buf102 = empty_strided_cuda((50257, 768), (768, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_add_mm_20:56
            triton_poi_fused__to_copy_add_mm_20.run(buf1, buf100, buf102, 38597376, stream=stream0)
        return (None, buf102, buf98, buf93, buf95, reinterpret_tensor(buf87, (2304, ), (1, ), 0), buf88, reinterpret_tensor(buf77, (768, ), (1, ), 0), buf78, buf69, buf71, reinterpret_tensor(buf64, (3072, ), (1, ), 0), buf65, reinterpret_tensor(buf58, (768, ), (1, ), 0), buf59, buf50, buf52, reinterpret_tensor(buf45, (2304, ), (1, ), 0), buf46, reinterpret_tensor(buf35, (768, ), (1, ), 0), buf36, buf27, buf29, reinterpret_tensor(buf22, (3072, ), (1, ), 0), buf23, reinterpret_tensor(buf16, (768, ), (1, ), 0), buf17, buf9, buf11, )
