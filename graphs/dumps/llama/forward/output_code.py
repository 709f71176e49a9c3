# AOT ID: ['0_forward']

# Graph fragment:
#   %primals_1 : Tensor "i64[4, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %primals_2 : Tensor "f32[32000, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %embedding : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=embedding]
#   %buf3 : Tensor "f32[4, 2048, 1][2048, 1, 8192]cuda:0" = PlaceHolder[target=buf3]
#   %primals_4 : Tensor "f32[2048][1]cuda:0" = PlaceHolder[target=primals_4]
#   %rsqrt : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %embedding : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.embedding.default]
#   %pow_1 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add_3 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %mul_2 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_3 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_2 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %embedding,%buf3,%rsqrt,%convert_element_type_2
triton_red_fused__to_copy_add_embedding_mean_mul_pow_rsqrt_0 = async_compile.triton('triton_red_fused__to_copy_add_embedding_mean_mul_pow_rsqrt_0', '''
def triton_red_fused__to_copy_add_embedding_mean_mul_pow_rsqrt_0(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        tl.store(out_ptr0 + (r0_1 + 2048*x0), tmp6, r0_mask)
    tl.store(in_out_ptr0 + (x0), tmp15, None)
        tl.store(out_ptr1 + (r0_1 + 2048*x0), tmp20, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %iota : Tensor "i64[2048][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.iota.default]
#   %add : Tensor "i64[2048][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %unsqueeze : Tensor "i64[1, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_2 : Tensor "i64[1, 1, 2048][2048, 2048, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %convert_element_type : Tensor "f32[1, 1, 2048][2048, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %expand_3
triton_poi_fused__to_copy_add_arange_unsqueeze_1 = async_compile.triton('triton_poi_fused__to_copy_add_arange_unsqueeze_1', '''
def triton_poi_fused__to_copy_add_arange_unsqueeze_1(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, xmask)
''', device_str='cuda')

# Graph fragment:
#   %primals_5 : Tensor "f32[2048, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_5]
#   %convert_element_type_1 : Tensor "bf16[2048, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_1 : Tensor "bf16[2048, 2048][1, 2048]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.permute.default]
#   return %permute_1
triton_poi_fused__to_copy_t_2 = async_compile.triton('triton_poi_fused__to_copy_t_2', '''
def triton_poi_fused__to_copy_t_2(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_6 : Tensor "f32[512, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_6]
#   %convert_element_type_5 : Tensor "bf16[512, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_3 : Tensor "bf16[2048, 512][1, 2048]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.permute.default]
#   return %permute_3
triton_poi_fused__to_copy_t_3 = async_compile.triton('triton_poi_fused__to_copy_t_3', '''
def triton_poi_fused__to_copy_t_3(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_1 : Tensor "bf16[8192, 512][512, 1]cuda:0" = PlaceHolder[target=mm_1]
#   %mm_default : Tensor "f32[32, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_default]
#   %unsqueeze_default : Tensor "f32[1, 32, 2048][65536, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %permute : Tensor "f32[1, 2048, 32][65536, 1, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %unsqueeze_10 : Tensor "f32[1, 2048, 1, 32][65536, 1, 65536, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %expand_4 : Tensor "f32[1, 2048, 2, 32][65536, 1, 0, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %clone : Tensor "f32[1, 2048, 2, 32][131072, 64, 32, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_3 : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %cos : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.cos.default]
#   %mul : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sin : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sin.default]
#   %mul_1 : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_8 : Tensor "bf16[4, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_9 : Tensor "bf16[4, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_4 : Tensor "bf16[4, 8, 2048, 64][1048576, 64, 512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.permute.default]
#   %unsqueeze_11 : Tensor "f32[1, 1, 2048, 64][131072, 131072, 64, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_12 : Tensor "f32[1, 1, 2048, 64][131072, 131072, 64, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_6 : Tensor "f32[4, 8, 2048, 64][1048576, 64, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %slice_3 : Tensor "bf16[4, 8, 2048, 32][1048576, 64, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %slice_4 : Tensor "bf16[4, 8, 2048, 32][1048576, 64, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %neg_1 : Tensor "bf16[4, 8, 2048, 32][524288, 32, 256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %cat_1 : Tensor "bf16[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.cat.default]
#   %mul_7 : Tensor "f32[4, 8, 2048, 64][1048576, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_5 : Tensor "f32[4, 8, 2048, 64][1048576, 64, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   return %add_5
triton_poi_fused__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_4 = async_compile.triton('triton_poi_fused__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_4', '''
def triton_poi_fused__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_4(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x4), tmp25, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_2 : Tensor "bf16[8192, 512][512, 1]cuda:0" = PlaceHolder[target=mm_2]
#   %view_11 : Tensor "bf16[4, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_12 : Tensor "bf16[4, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_6 : Tensor "bf16[4, 8, 2048, 64][1048576, 64, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %convert_element_type_13 : Tensor "f32[4, 8, 2048, 64][1048576, 64, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_13
triton_poi_fused__unsafe_view_cat_transpose_view_5 = async_compile.triton('triton_poi_fused__unsafe_view_cat_transpose_view_5', '''
def triton_poi_fused__unsafe_view_cat_transpose_view_5(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %convert_element_type_13 : Tensor "f32[4, 8, 2048, 64][1048576, 64, 512, 1]cuda:0" = PlaceHolder[target=convert_element_type_13]
#   %unsqueeze_14 : Tensor "f32[4, 8, 1, 2048, 64][1048576, 64, 1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %expand_6 : Tensor "f32[4, 8, 4, 2048, 64][1048576, 64, 0, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %clone_4 : Tensor "f32[4, 8, 4, 2048, 64][4194304, 524288, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_14 : Tensor "f32[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_14 : Tensor "bf16[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_14
triton_poi_fused__to_copy__unsafe_view_clone_expand_unsqueeze_6 = async_compile.triton('triton_poi_fused__to_copy__unsafe_view_clone_expand_unsqueeze_6', '''
def triton_poi_fused__to_copy__unsafe_view_clone_expand_unsqueeze_6(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x4), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mm : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm]
#   %mm_default : Tensor "f32[32, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_default]
#   %unsqueeze_default : Tensor "f32[1, 32, 2048][65536, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %permute : Tensor "f32[1, 2048, 32][65536, 1, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %unsqueeze_10 : Tensor "f32[1, 2048, 1, 32][65536, 1, 65536, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %expand_4 : Tensor "f32[1, 2048, 2, 32][65536, 1, 0, 2048]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %clone : Tensor "f32[1, 2048, 2, 32][131072, 64, 32, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_3 : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %cos : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.cos.default]
#   %mul : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sin : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sin.default]
#   %mul_1 : Tensor "f32[1, 2048, 64][131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %view_5 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_6 : Tensor "bf16[4, 2048, 32, 64][4194304, 2048, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_2 : Tensor "bf16[4, 32, 2048, 64][4194304, 64, 2048, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.permute.default]
#   %unsqueeze_11 : Tensor "f32[1, 1, 2048, 64][131072, 131072, 64, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_12 : Tensor "f32[1, 1, 2048, 64][131072, 131072, 64, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_4 : Tensor "f32[4, 32, 2048, 64][4194304, 64, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %slice_1 : Tensor "bf16[4, 32, 2048, 32][4194304, 64, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %slice_2 : Tensor "bf16[4, 32, 2048, 32][4194304, 64, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %neg : Tensor "bf16[4, 32, 2048, 32][2097152, 32, 1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %cat : Tensor "bf16[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.cat.default]
#   %mul_5 : Tensor "f32[4, 32, 2048, 64][4194304, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_4 : Tensor "f32[4, 32, 2048, 64][4194304, 64, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_16 : Tensor "bf16[4, 32, 2048, 64][4194304, 64, 2048, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_16
triton_poi_fused__to_copy__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_7 = async_compile.triton('triton_poi_fused__to_copy__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_7', '''
def triton_poi_fused__to_copy__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_7(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x4), tmp26, None)
''', device_str='cuda')

# Graph fragment:
#   %iota : Tensor "i64[2048][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.iota.default]
#   %add : Tensor "i64[2048][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %unsqueeze : Tensor "i64[1, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_2 : Tensor "i64[1, 1, 2048][2048, 2048, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_3 : Tensor "i64[1, 1, 2048, 1][2048, 2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_6 : Tensor "i64[1, 1, 1, 2048][2048, 2048, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %le : Tensor "b8[1, 1, 2048, 2048][4194304, 4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Tensor]
#   %expand : Tensor "b8[4, 1, 2048, 2048][0, 4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %full_default_1 : Tensor "bf16[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "bf16[4, 1, 2048, 2048][4194304, 4194304, 2048, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.where.self]
#   return %where
triton_poi_fused_add_arange_expand_le_scalar_tensor_unsqueeze_where_8 = async_compile.triton('triton_poi_fused_add_arange_expand_le_scalar_tensor_unsqueeze_where_8', '''
def triton_poi_fused_add_arange_expand_le_scalar_tensor_unsqueeze_where_8(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp5, None)
''', device_str='cuda')

# Graph fragment:
#   %embedding : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=embedding]
#   %mm_3 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_3]
#   %buf25 : Tensor "f32[4, 2048, 1][2048, 1, 8192]cuda:0" = PlaceHolder[target=buf25]
#   %primals_9 : Tensor "f32[2048][1]cuda:0" = PlaceHolder[target=primals_9]
#   %rsqrt_1 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_1]
#   %view_17 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_6 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %pow_2 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean_1 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add_7 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_1 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %mul_8 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_9 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_21 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %buf25,%rsqrt_1,%convert_element_type_21
triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_9 = async_compile.triton('triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_9', '''
def triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_9(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp12, None)
        tl.store(out_ptr0 + (r0_1 + 2048*x0), tmp20, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %primals_10 : Tensor "f32[5632, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_10]
#   %convert_element_type_20 : Tensor "bf16[5632, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_9 : Tensor "bf16[2048, 5632][1, 2048]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.permute.default]
#   return %permute_9
triton_poi_fused__to_copy_t_10 = async_compile.triton('triton_poi_fused__to_copy_t_10', '''
def triton_poi_fused__to_copy_t_10(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_4 : Tensor "bf16[8192, 5632][5632, 1]cuda:0" = PlaceHolder[target=mm_4]
#   %mm_5 : Tensor "bf16[8192, 5632][5632, 1]cuda:0" = PlaceHolder[target=mm_5]
#   %view_19 : Tensor "bf16[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_24 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %neg_2 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %exp : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %add_8 : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %div : Tensor "f32[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %convert_element_type_25 : Tensor "bf16[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_21 : Tensor "bf16[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %mul_10 : Tensor "bf16[4, 2048, 5632][11534336, 5632, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %mul_10
triton_poi_fused__unsafe_view_mul_silu_11 = async_compile.triton('triton_poi_fused__unsafe_view_mul_silu_11', '''
def triton_poi_fused__unsafe_view_mul_silu_11(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp9, None)
''', device_str='cuda')

# Graph fragment:
#   %embedding : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=embedding]
#   %mm_3 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_3]
#   %mm_6 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_6]
#   %add_9 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_9]
#   %buf36 : Tensor "f32[4, 2048, 1][2048, 1, 8192]cuda:0" = PlaceHolder[target=buf36]
#   %primals_13 : Tensor "f32[2048][1]cuda:0" = PlaceHolder[target=primals_13]
#   %rsqrt_2 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_2]
#   %view_17 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_6 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %view_23 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_9 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.add.Tensor]
#   %pow_3 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean_2 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add_10 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_2 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %mul_11 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_12 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_34 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %add_9,%buf36,%rsqrt_2,%convert_element_type_34
triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_12 = async_compile.triton('triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_12', '''
def triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_12(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        tl.store(out_ptr0 + (r0_1 + 2048*x0), tmp6, r0_mask)
    tl.store(in_out_ptr0 + (x0), tmp15, None)
        tl.store(out_ptr1 + (r0_1 + 2048*x0), tmp20, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %add_9 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_9]
#   %mm_10 : Tensor "bf16[8192, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_10]
#   %add_13 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0" = PlaceHolder[target=add_13]
#   %buf58 : Tensor "f32[4, 2048, 1][2048, 1, 8192]cuda:0" = PlaceHolder[target=buf58]
#   %primals_18 : Tensor "f32[2048][1]cuda:0" = PlaceHolder[target=primals_18]
#   %rsqrt_3 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_3]
#   %view_37 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_13 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.add.Tensor]
#   %pow_4 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean_3 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add_14 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %rsqrt_3 : Tensor "f32[4, 2048, 1][2048, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %mul_17 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_18 : Tensor "f32[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_53 : Tensor "bf16[4, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %add_13,%buf58,%rsqrt_3,%convert_element_type_53
triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_13 = async_compile.triton('triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_13', '''
def triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_13(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        tl.store(out_ptr0 + (r0_1 + 2048*x0), tmp3, r0_mask)
    tl.store(in_out_ptr0 + (x0), tmp12, None)
        tl.store(out_ptr1 + (r0_1 + 2048*x0), tmp17, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %primals_23 : Tensor "f32[32000, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_23]
#   %convert_element_type_65 : Tensor "bf16[32000, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_23 : Tensor "bf16[2048, 32000][1, 2048]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.permute.default]
#   return %permute_23
triton_poi_fused__to_copy_t_14 = async_compile.triton('triton_poi_fused__to_copy_t_14', '''
def triton_poi_fused__to_copy_t_14(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_1 : Tensor "i64[4, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %constant_pad_nd : Tensor "i64[4, 2049][2049, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.constant_pad_nd.default]
#   return %constant_pad_nd
triton_poi_fused_constant_pad_nd_15 = async_compile.triton('triton_poi_fused_constant_pad_nd_15', '''
def triton_poi_fused_constant_pad_nd_15(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0 + 2064*x1), tmp3, xmask)
''', device_str='cuda')

# Graph fragment:
#   %mm_14 : Tensor "bf16[8192, 32000][32000, 1]cuda:0" = PlaceHolder[target=mm_14]
#   %getitem_18 : Tensor "f32[8192, 1][1, 8192]cuda:0" = PlaceHolder[target=getitem_18]
#   %view_45 : Tensor "bf16[4, 2048, 32000][65536000, 32000, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_69 : Tensor "f32[4, 2048, 32000][65536000, 32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_46 : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %prepare_softmax_online_default : [num_users=2] = call_function[target=torch.ops.prims.prepare_softmax_online.default]
#   %log : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.log.default]
#   return %getitem_17,%getitem_18,%log
triton_red_fused__log_softmax__to_copy__unsafe_view_prepare_softmax_online_view_16 = async_compile.triton('triton_red_fused__log_softmax__to_copy__unsafe_view_prepare_softmax_online_view_16', '''
def triton_red_fused__log_softmax__to_copy__unsafe_view_prepare_softmax_online_view_16(in_out_ptr0, in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp3, None)
    tl.store(in_out_ptr0 + (x0), tmp5, None)
''', device_str='cuda')

# Graph fragment:
#   %constant_pad_nd : Tensor "i64[4, 2049][2064, 1]cuda:0" = PlaceHolder[target=constant_pad_nd]
#   %mm_14 : Tensor "bf16[8192, 32000][32000, 1]cuda:0" = PlaceHolder[target=mm_14]
#   %getitem_17 : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=getitem_17]
#   %log : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=log]
#   %sum_2 : Tensor "i64[][]cuda:0" = PlaceHolder[target=sum_2]
#   %sum_3 : Tensor "f32[][]cuda:0" = PlaceHolder[target=sum_3]
#   %convert_element_type_70 : Tensor "f32[][]cuda:0" = PlaceHolder[target=convert_element_type_70]
#   %view_45 : Tensor "bf16[4, 2048, 32000][65536000, 32000, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_69 : Tensor "f32[4, 2048, 32000][65536000, 32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %slice_9 : Tensor "i64[4, 2048][2049, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %clone_8 : Tensor "i64[4, 2048][2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_46 : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %view_47 : Tensor "i64[8192][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %sub_tensor : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_1 : Tensor "f32[8192, 32000][32000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %ne : Tensor "b8[8192][1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.ne.Scalar]
#   %full_default_4 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_2 : Tensor "i64[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %unsqueeze_19 : Tensor "i64[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %gather : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.gather.default]
#   %squeeze : Tensor "f32[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dim]
#   %neg_6 : Tensor "f32[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %full_default_5 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_3 : Tensor "f32[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %sum_2 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.default]
#   %convert_element_type_70 : Tensor "f32[][]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_3 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.default]
#   %div_2 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %sum_2,%sum_3,%convert_element_type_70,%div_2
triton_red_fused__log_softmax__to_copy__unsafe_view_clone_nll_loss_forward_slice_sub_view_17 = async_compile.triton('triton_red_fused__log_softmax__to_copy__unsafe_view_clone_nll_loss_forward_slice_sub_view_17', '''
def triton_red_fused__log_softmax__to_copy__unsafe_view_clone_nll_loss_forward_slice_sub_view_17(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr1 + (tl.full([1, 1], 0, tl.int32).broadcast_to(XBLOCK, 1)), tmp26, None)
    tl.store(in_out_ptr0 + (tl.full([1, 1], 0, tl.int32).broadcast_to(XBLOCK, 1)), tmp27, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_2, primals_3, primals_4, primals_5, primals_6, primals_7, primals_8, primals_9, primals_10, primals_11, primals_12, primals_13, primals_14, primals_15, primals_16, primals_17, primals_18, primals_19, primals_20, primals_21, primals_22, primals_23 = args
        assert_size_stride(primals_1, (4, 2048), (2048, 1))
        assert_size_stride(primals_2, (32000, 2048), (2048, 1))
        assert_size_stride(primals_3, (32, ), (1, ))
        assert_size_stride(primals_4, (2048, ), (1, ))
        assert_size_stride(primals_5, (2048, 2048), (2048, 1))
        assert_size_stride(primals_6, (512, 2048), (2048, 1))
        assert_size_stride(primals_7, (512, 2048), (2048, 1))
        assert_size_stride(primals_8, (2048, 2048), (2048, 1))
        assert_size_stride(primals_9, (2048, ), (1, ))
        assert_size_stride(primals_10, (5632, 2048), (2048, 1))
        assert_size_stride(primals_11, (5632, 2048), (2048, 1))
        assert_size_stride(primals_12, (2048, 5632), (5632, 1))
        assert_size_stride(primals_13, (2048, ), (1, ))
        assert_size_stride(primals_14, (2048, 2048), (2048, 1))
        assert_size_stride(primals_15, (512, 2048), (2048, 1))
        assert_size_stride(primals_16, (512, 2048), (2048, 1))
        assert_size_stride(primals_17, (2048, 2048), (2048, 1))
        assert_size_stride(primals_18, (2048, ), (1, ))
        assert_size_stride(primals_19, (5632, 2048), (2048, 1))
        assert_size_stride(primals_20, (5632, 2048), (2048, 1))
        assert_size_stride(primals_21, (2048, 5632), (5632, 1))
        assert_size_stride(primals_22, (2048, ), (1, ))
        assert_size_stride(primals_23, (32000, 2048), (2048, 1))
        with torch.cuda._DeviceGuard(0):
            buf0 = empty_strided_cuda((4, 2048, 2048), (4194304, 2048, 1), torch.float32)
            buf3 = empty_strided_cuda((4, 2048, 1), (2048, 1, 8192), torch.float32)
            buf4 = reinterpret_tensor(buf3, (4, 2048, 1), (2048, 1, 1), 0); del buf3  # reuse
            buf6 = empty_strided_cuda((4, 2048, 2048), (4194304, 2048, 1), torch.bfloat16)
            # [Provenance debug handles] triton_red_fused__to_copy_add_embedding_mean_mul_pow_rsqrt_0:1
            triton_red_fused__to_copy_add_embedding_mean_mul_pow_rsqrt_0.run(buf4, primals_1, primals_2, primals_4, buf0, buf6, 8192, 2048, stream=stream0)
            buf1 = empty_strided_cuda((1, 1, 2048), (2048, 2048, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_add_arange_unsqueeze_1:2
            triton_poi_fused__to_copy_add_arange_unsqueeze_1.run(buf1, 2048, stream=stream0)
            buf2 = empty_strided_cuda((32, 2048), (2048, 1), torch.float32)
            # [Provenance debug handles] extern_kernels.mm:3
            extern_kernels.mm(reinterpret_tensor(primals_3, (32, 1), (1, 1), 0), reinterpret_tensor(buf1, (1, 2048), (0, 1), 0), out=buf2)
            buf5 = empty_strided_cuda((2048, 2048), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_2:4
            triton_poi_fused__to_copy_t_2.run(primals_5, buf5, 4194304, stream=stream0)
            buf7 = empty_strided_cuda((8192, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:5
            extern_kernels.mm(reinterpret_tensor(buf6, (8192, 2048), (2048, 1), 0), buf5, out=buf7)
            buf8 = empty_strided_cuda((2048, 512), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_3:6
            triton_poi_fused__to_copy_t_3.run(primals_6, buf8, 1048576, stream=stream0)
            buf9 = empty_strided_cuda((8192, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:7
            extern_kernels.mm(reinterpret_tensor(buf6, (8192, 2048), (2048, 1), 0), buf8, out=buf9)
            buf10 = empty_strided_cuda((2048, 512), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_3:8
            triton_poi_fused__to_copy_t_3.run(primals_7, buf10, 1048576, stream=stream0)
            buf11 = empty_strided_cuda((8192, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:9
            extern_kernels.mm(reinterpret_tensor(buf6, (8192, 2048), (2048, 1), 0), buf10, out=buf11)
            buf12 = empty_strided_cuda((4, 8, 2048, 64), (1048576, 64, 512, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_4:10
            triton_poi_fused__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_4.run(buf9, buf2, buf12, 4194304, stream=stream0)
            buf13 = empty_strided_cuda((4, 8, 2048, 64), (1048576, 64, 512, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__unsafe_view_cat_transpose_view_5:11
            triton_poi_fused__unsafe_view_cat_transpose_view_5.run(buf11, buf13, 4194304, stream=stream0)
            buf14 = empty_strided_cuda((4, 32, 2048, 64), (4194304, 131072, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_expand_unsqueeze_6:12
            triton_poi_fused__to_copy__unsafe_view_clone_expand_unsqueeze_6.run(buf13, buf14, 16777216, stream=stream0)
            buf15 = empty_strided_cuda((4, 32, 2048, 64), (4194304, 131072, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_expand_unsqueeze_6:13
            triton_poi_fused__to_copy__unsafe_view_clone_expand_unsqueeze_6.run(buf12, buf15, 16777216, stream=stream0)
            buf16 = empty_strided_cuda((4, 32, 2048, 64), (4194304, 64, 2048, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_7:14
            triton_poi_fused__to_copy__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_7.run(buf7, buf2, buf16, 16777216, stream=stream0)
            buf17 = reinterpret_tensor(buf7, (4, 1, 2048, 2048), (4194304, 4194304, 2048, 1), 0); del buf7  # reuse
            # [Provenance debug handles] triton_poi_fused_add_arange_expand_le_scalar_tensor_unsqueeze_where_8:15
            triton_poi_fused_add_arange_expand_le_scalar_tensor_unsqueeze_where_8.run(buf17, 16777216, stream=stream0)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention.default:16
            buf18 = torch.ops.aten._scaled_dot_product_cudnn_attention.default(buf16, buf15, buf14, buf17, True, scale=0.125)
            buf19 = buf18[0]
            assert_size_stride(buf19, (4, 32, 2048, 64), (4194304, 64, 2048, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf19, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf20 = buf18[1]
            assert_size_stride(buf20, (4, 32, 2048, 1), (65536, 2048, 1, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf20, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf21 = buf18[6]
            assert_size_stride(buf21, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf21, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf22 = buf18[7]
            assert_size_stride(buf22, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf22, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf23 = empty_strided_cuda((2048, 2048), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_2:17
            triton_poi_fused__to_copy_t_2.run(primals_8, buf23, 4194304, stream=stream0)
            buf24 = empty_strided_cuda((8192, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:18
            extern_kernels.mm(reinterpret_tensor(buf19, (8192, 2048), (2048, 1), 0), buf23, out=buf24)
            buf25 = empty_strided_cuda((4, 2048, 1), (2048, 1, 8192), torch.float32)
            buf26 = reinterpret_tensor(buf25, (4, 2048, 1), (2048, 1, 1), 0); del buf25  # reuse
            buf28 = empty_strided_cuda((4, 2048, 2048), (4194304, 2048, 1), torch.bfloat16)
            # [Provenance debug handles] triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_9:19
            triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_9.run(buf26, buf0, buf24, primals_9, buf28, 8192, 2048, stream=stream0)
            buf27 = empty_strided_cuda((2048, 5632), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_10:20
            triton_poi_fused__to_copy_t_10.run(primals_10, buf27, 11534336, stream=stream0)
            buf29 = empty_strided_cuda((8192, 5632), (5632, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:21
            extern_kernels.mm(reinterpret_tensor(buf28, (8192, 2048), (2048, 1), 0), buf27, out=buf29)
            buf30 = empty_strided_cuda((2048, 5632), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_10:22
            triton_poi_fused__to_copy_t_10.run(primals_11, buf30, 11534336, stream=stream0)
            buf31 = empty_strided_cuda((8192, 5632), (5632, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:23
            extern_kernels.mm(reinterpret_tensor(buf28, (8192, 2048), (2048, 1), 0), buf30, out=buf31)
            buf32 = empty_strided_cuda((5632, 2048), (1, 5632), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_10:24
            triton_poi_fused__to_copy_t_10.run(primals_12, buf32, 11534336, stream=stream0)
            buf33 = empty_strided_cuda((4, 2048, 5632), (11534336, 5632, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__unsafe_view_mul_silu_11:25
            triton_poi_fused__unsafe_view_mul_silu_11.run(buf29, buf31, buf33, 46137344, stream=stream0)
            buf34 = empty_strided_cuda((8192, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:26
            extern_kernels.mm(reinterpret_tensor(buf33, (8192, 5632), (5632, 1), 0), buf32, out=buf34)
            buf35 = empty_strided_cuda((4, 2048, 2048), (4194304, 2048, 1), torch.float32)
            buf36 = empty_strided_cuda((4, 2048, 1), (2048, 1, 8192), torch.float32)
            buf37 = reinterpret_tensor(buf36, (4, 2048, 1), (2048, 1, 1), 0); del buf36  # reuse
            buf39 = empty_strided_cuda((4, 2048, 2048), (4194304, 2048, 1), torch.bfloat16)
            # [Provenance debug handles] triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_12:27
            triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_12.run(buf37, buf0, buf24, buf34, primals_13, buf35, buf39, 8192, 2048, stream=stream0)
            buf38 = empty_strided_cuda((2048, 2048), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_2:28
            triton_poi_fused__to_copy_t_2.run(primals_14, buf38, 4194304, stream=stream0)
            buf40 = empty_strided_cuda((8192, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:29
            extern_kernels.mm(reinterpret_tensor(buf39, (8192, 2048), (2048, 1), 0), buf38, out=buf40)
            buf41 = empty_strided_cuda((2048, 512), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_3:30
            triton_poi_fused__to_copy_t_3.run(primals_15, buf41, 1048576, stream=stream0)
            buf42 = empty_strided_cuda((8192, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:31
            extern_kernels.mm(reinterpret_tensor(buf39, (8192, 2048), (2048, 1), 0), buf41, out=buf42)
            buf43 = empty_strided_cuda((2048, 512), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_3:32
            triton_poi_fused__to_copy_t_3.run(primals_16, buf43, 1048576, stream=stream0)
            buf44 = empty_strided_cuda((8192, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:33
            extern_kernels.mm(reinterpret_tensor(buf39, (8192, 2048), (2048, 1), 0), buf43, out=buf44)
            buf45 = empty_strided_cuda((4, 8, 2048, 64), (1048576, 64, 512, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_4:34
            triton_poi_fused__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_4.run(buf42, buf2, buf45, 4194304, stream=stream0)
            buf46 = empty_strided_cuda((4, 8, 2048, 64), (1048576, 64, 512, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__unsafe_view_cat_transpose_view_5:35
            triton_poi_fused__unsafe_view_cat_transpose_view_5.run(buf44, buf46, 4194304, stream=stream0)
            buf47 = empty_strided_cuda((4, 32, 2048, 64), (4194304, 131072, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_expand_unsqueeze_6:36
            triton_poi_fused__to_copy__unsafe_view_clone_expand_unsqueeze_6.run(buf46, buf47, 16777216, stream=stream0)
            buf48 = empty_strided_cuda((4, 32, 2048, 64), (4194304, 131072, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_clone_expand_unsqueeze_6:37
            triton_poi_fused__to_copy__unsafe_view_clone_expand_unsqueeze_6.run(buf45, buf48, 16777216, stream=stream0)
            buf49 = empty_strided_cuda((4, 32, 2048, 64), (4194304, 64, 2048, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_7:38
            triton_poi_fused__to_copy__unsafe_view_add_bmm_cat_cos_mul_neg_sin_slice_transpose_unsqueeze_view_7.run(buf40, buf2, buf49, 16777216, stream=stream0)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention.default:39
            buf50 = torch.ops.aten._scaled_dot_product_cudnn_attention.default(buf49, buf48, buf47, buf17, True, scale=0.125)
            buf51 = buf50[0]
            assert_size_stride(buf51, (4, 32, 2048, 64), (4194304, 64, 2048, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf51, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf52 = buf50[1]
            assert_size_stride(buf52, (4, 32, 2048, 1), (65536, 2048, 1, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf52, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf53 = buf50[6]
            assert_size_stride(buf53, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf53, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf54 = buf50[7]
            assert_size_stride(buf54, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf54, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf55 = empty_strided_cuda((2048, 2048), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_2:40
            triton_poi_fused__to_copy_t_2.run(primals_17, buf55, 4194304, stream=stream0)
            buf56 = empty_strided_cuda((8192, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:41
            extern_kernels.mm(reinterpret_tensor(buf51, (8192, 2048), (2048, 1), 0), buf55, out=buf56)
            buf57 = empty_strided_cuda((4, 2048, 2048), (4194304, 2048, 1), torch.float32)
            buf58 = empty_strided_cuda((4, 2048, 1), (2048, 1, 8192), torch.float32)
            buf59 = reinterpret_tensor(buf58, (4, 2048, 1), (2048, 1, 1), 0); del buf58  # reuse
            buf61 = empty_strided_cuda((4, 2048, 2048), (4194304, 2048, 1), torch.bfloat16)
            # [Provenance debug handles] triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_13:42
            triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_13.run(buf59, buf35, buf56, primals_18, buf57, buf61, 8192, 2048, stream=stream0)
            buf60 = empty_strided_cuda((2048, 5632), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_10:43
            triton_poi_fused__to_copy_t_10.run(primals_19, buf60, 11534336, stream=stream0)
            buf62 = empty_strided_cuda((8192, 5632), (5632, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:44
            extern_kernels.mm(reinterpret_tensor(buf61, (8192, 2048), (2048, 1), 0), buf60, out=buf62)
            buf63 = empty_strided_cuda((2048, 5632), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_10:45
            triton_poi_fused__to_copy_t_10.run(primals_20, buf63, 11534336, stream=stream0)
            buf64 = empty_strided_cuda((8192, 5632), (5632, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:46
            extern_kernels.mm(reinterpret_tensor(buf61, (8192, 2048), (2048, 1), 0), buf63, out=buf64)
            buf65 = empty_strided_cuda((5632, 2048), (1, 5632), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_10:47
            triton_poi_fused__to_copy_t_10.run(primals_21, buf65, 11534336, stream=stream0)
            buf66 = empty_strided_cuda((4, 2048, 5632), (11534336, 5632, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__unsafe_view_mul_silu_11:48
            triton_poi_fused__unsafe_view_mul_silu_11.run(buf62, buf64, buf66, 46137344, stream=stream0)
            buf67 = empty_strided_cuda((8192, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:49
            extern_kernels.mm(reinterpret_tensor(buf66, (8192, 5632), (5632, 1), 0), buf65, out=buf67)
            buf68 = empty_strided_cuda((4, 2048, 2048), (4194304, 2048, 1), torch.float32)
            buf69 = empty_strided_cuda((4, 2048, 1), (2048, 1, 8192), torch.float32)
            buf70 = reinterpret_tensor(buf69, (4, 2048, 1), (2048, 1, 1), 0); del buf69  # reuse
            buf72 = empty_strided_cuda((4, 2048, 2048), (4194304, 2048, 1), torch.bfloat16)
            # [Provenance debug handles] triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_13:50
            triton_red_fused__to_copy__unsafe_view_add_mean_mul_pow_rsqrt_13.run(buf70, buf57, buf67, primals_22, buf68, buf72, 8192, 2048, stream=stream0)
            buf71 = empty_strided_cuda((2048, 32000), (1, 2048), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_14:51
            triton_poi_fused__to_copy_t_14.run(primals_23, buf71, 65536000, stream=stream0)
            buf73 = empty_strided_cuda((8192, 32000), (32000, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:52
            extern_kernels.mm(reinterpret_tensor(buf72, (8192, 2048), (2048, 1), 0), buf71, out=buf73)
            buf74 = empty_strided_cuda((4, 2049), (2064, 1), torch.int64)
            # [Provenance debug handles] triton_poi_fused_constant_pad_nd_15:53
            triton_poi_fused_constant_pad_nd_15.run(primals_1, buf74, 8196, stream=stream0)
            buf75 = empty_strided_cuda((8192, 1), (1, 1), torch.float32)
            buf76 = empty_strided_cuda((8192, 1), (1, 8192), torch.float32)
            buf77 = reinterpret_tensor(buf76, (8192, 1), (1, 1), 0); del buf76  # reuse
            # [Provenance debug handles] triton_red_fused__log_softmax__to_copy__unsafe_view_prepare_softmax_online_view_16:54
            triton_red_fused__log_softmax__to_copy__unsafe_view_prepare_softmax_online_view_16.run(buf77, buf73, buf75, 8192, 32000, stream=stream0)
            buf80 = empty_strided_cuda((), (), torch.float32)
            buf79 = empty_strided_cuda((), (), torch.float32)
            buf81 = buf80; del buf80  # reuse
            # [Provenance debug handles] triton_red_fused__log_softmax__to_copy__unsafe_view_clone_nll_loss_forward_slice_sub_view_17:55
            triton_red_fused__log_softmax__to_copy__unsafe_view_clone_nll_loss_forward_slice_sub_view_17.run(buf81, buf74, buf73, buf75, buf77, buf79, 1, 8192, stream=stream0)
        return (buf13, buf12, buf46, buf45, buf81, reinterpret_tensor(buf73, (4, 2048, 32000), (65536000, 32000, 1), 0), primals_1, primals_4, primals_9, primals_13, primals_18, primals_22, buf0, buf2, buf4, reinterpret_tensor(buf6, (8192, 2048), (2048, 1), 0), buf14, buf15, buf16, buf17, buf19, buf20, buf21, buf22, buf24, buf26, reinterpret_tensor(buf28, (8192, 2048), (2048, 1), 0), buf29, buf31, reinterpret_tensor(buf33, (8192, 5632), (5632, 1), 0), buf35, buf37, reinterpret_tensor(buf39, (8192, 2048), (2048, 1), 0), buf47, buf48, buf49, buf51, buf52, buf53, buf54, buf57, buf59, reinterpret_tensor(buf61, (8192, 2048), (2048, 1), 0), buf62, buf64, reinterpret_tensor(buf66, (8192, 5632), (5632, 1), 0), buf68, buf70, reinterpret_tensor(buf72, (8192, 2048), (2048, 1), 0), reinterpret_tensor(buf73, (4, 2048, 32000), (65536000, 32000, 1), 0), buf74, buf75, buf77, buf79, reinterpret_tensor(buf71, (32000, 2048), (2048, 1), 0), reinterpret_tensor(buf65, (2048, 5632), (5632, 1), 0), reinterpret_tensor(buf63, (5632, 2048), (2048, 1), 0), reinterpret_tensor(buf60, (5632, 2048), (2048, 1), 0), reinterpret_tensor(buf55, (2048, 2048), (2048, 1), 0), reinterpret_tensor(buf43, (512, 2048), (2048, 1), 0), reinterpret_tensor(buf41, (512, 2048), (2048, 1), 0), reinterpret_tensor(buf38, (2048, 2048), (2048, 1), 0), reinterpret_tensor(buf32, (2048, 5632), (5632, 1), 0), reinterpret_tensor(buf30, (5632, 2048), (2048, 1), 0), reinterpret_tensor(buf27, (5632, 2048), (2048, 1), 0), reinterpret_tensor(buf23, (2048, 2048), (2048, 1), 0), reinterpret_tensor(buf10, (512, 2048), (2048, 1), 0), reinterpret_tensor(buf8, (512, 2048), (2048, 1), 0), reinterpret_tensor(buf5, (2048, 2048), (2048, 1), 0), )
