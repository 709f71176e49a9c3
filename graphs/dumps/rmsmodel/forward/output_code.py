# AOT ID: ['0_forward']

# Graph fragment:
#   %primals_2 : Tensor "i64[32, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %primals_1 : Tensor "bf16[4096, 512][512, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %embedding : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=embedding]
#   %buf1 : Tensor "f32[32, 2048, 1][2048, 1, 65536]cuda:0" = PlaceHolder[target=buf1]
#   %rsqrt : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %buf3 : Tensor "f32[32, 2048, 1][2048, 1, 65536]cuda:0" = PlaceHolder[target=buf3]
#   %rsqrt_1 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_1]
#   %embedding : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.embedding.default]
#   %convert_element_type : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %pow_1 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Scalar]
#   %rsqrt : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %mul : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_1 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_2 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %pow_2 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean_1 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add_1 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Scalar]
#   %rsqrt_1 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %mul_1 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_3 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %embedding,%buf1,%rsqrt,%buf3,%rsqrt_1,%convert_element_type_3
triton_per_fused__fused_rms_norm_embedding_0 = async_compile.triton('triton_per_fused__fused_rms_norm_embedding_0', '''
def triton_per_fused__fused_rms_norm_embedding_0(in_out_ptr0, in_out_ptr1, in_ptr0, in_ptr1, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (r0_1 + 512*x0), tmp6, None)
    tl.store(in_out_ptr0 + (x0), tmp16, None)
    tl.store(in_out_ptr1 + (x0), tmp26, None)
    tl.store(out_ptr1 + (r0_1 + 512*x0), tmp28, None)
''', device_str='cuda')

# Graph fragment:
#   %mm : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm]
#   %buf9 : Tensor "f32[32, 2048, 8, 1][16384, 8, 1, 524288]cuda:0" = PlaceHolder[target=buf9]
#   %rsqrt_2 : Tensor "f32[32, 2048, 8, 1][16384, 8, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_2]
#   %view_1 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_2 : Tensor "bf16[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_10 : Tensor "f32[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %pow_3 : Tensor "f32[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean_2 : Tensor "f32[32, 2048, 8, 1][16384, 8, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add_2 : Tensor "f32[32, 2048, 8, 1][16384, 8, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Scalar]
#   %rsqrt_2 : Tensor "f32[32, 2048, 8, 1][16384, 8, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %mul_2 : Tensor "f32[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_11 : Tensor "bf16[32, 2048, 8, 64][1048576, 512, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %buf9,%rsqrt_2,%convert_element_type_11
triton_per_fused__fused_rms_norm__unsafe_view_view_1 = async_compile.triton('triton_per_fused__fused_rms_norm__unsafe_view_view_1', '''
def triton_per_fused__fused_rms_norm__unsafe_view_view_1(in_out_ptr0, in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp10, None)
    tl.store(out_ptr0 + (r0_1 + 64*x0), tmp12, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_1 : Tensor "bf16[65536, 256][256, 1]cuda:0" = PlaceHolder[target=mm_1]
#   %buf11 : Tensor "f32[32, 2048, 4, 1][8192, 4, 1, 262144]cuda:0" = PlaceHolder[target=buf11]
#   %view_4 : Tensor "bf16[32, 2048, 256][524288, 256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_5 : Tensor "bf16[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_12 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %pow_4 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean_3 : Tensor "f32[32, 2048, 4, 1][8192, 4, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add_3 : Tensor "f32[32, 2048, 4, 1][8192, 4, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Scalar]
#   %rsqrt_3 : Tensor "f32[32, 2048, 4, 1][8192, 4, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   return %buf11,%rsqrt_3
triton_per_fused__fused_rms_norm__unsafe_view_view_2 = async_compile.triton('triton_per_fused__fused_rms_norm__unsafe_view_view_2', '''
def triton_per_fused__fused_rms_norm__unsafe_view_view_2(in_out_ptr0, in_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp10, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_1 : Tensor "bf16[65536, 256][256, 1]cuda:0" = PlaceHolder[target=mm_1]
#   %rsqrt_3 : Tensor "f32[32, 2048, 4, 1][8192, 4, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_3]
#   %view_4 : Tensor "bf16[32, 2048, 256][524288, 256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_5 : Tensor "bf16[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_12 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_3 : Tensor "f32[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_13 : Tensor "bf16[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute_4 : Tensor "bf16[32, 4, 2048, 64][524288, 64, 256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %unsqueeze : Tensor "bf16[32, 4, 1, 2048, 64][524288, 64, 524288, 256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %expand : Tensor "bf16[32, 4, 2, 2048, 64][524288, 64, 0, 256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %clone : Tensor "bf16[32, 4, 2, 2048, 64][1048576, 262144, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   return %clone
triton_poi_fused__fused_rms_norm__unsafe_view_clone_expand_transpose_unsqueeze_view_3 = async_compile.triton('triton_poi_fused__fused_rms_norm__unsafe_view_clone_expand_transpose_unsqueeze_view_3', '''
def triton_poi_fused__fused_rms_norm__unsafe_view_clone_expand_transpose_unsqueeze_view_3(in_ptr0, in_ptr1, out_ptr0, ynumel, xnumel, YBLOCK : tl.constexpr, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x6 + 262144*y5), tmp4, ymask)
''', device_str='cuda')

# Graph fragment:
#   %mm_2 : Tensor "bf16[65536, 256][256, 1]cuda:0" = PlaceHolder[target=mm_2]
#   %view_7 : Tensor "bf16[32, 2048, 256][524288, 256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %view_8 : Tensor "bf16[32, 2048, 4, 64][524288, 256, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %permute_5 : Tensor "bf16[32, 4, 2048, 64][524288, 64, 256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.permute.default]
#   %unsqueeze_1 : Tensor "bf16[32, 4, 1, 2048, 64][524288, 64, 524288, 256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %expand_1 : Tensor "bf16[32, 4, 2, 2048, 64][524288, 64, 0, 256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %clone_1 : Tensor "bf16[32, 4, 2, 2048, 64][1048576, 262144, 131072, 64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   return %clone_1
triton_poi_fused__unsafe_view_clone_expand_transpose_unsqueeze_view_4 = async_compile.triton('triton_poi_fused__unsafe_view_clone_expand_transpose_unsqueeze_view_4', '''
def triton_poi_fused__unsafe_view_clone_expand_transpose_unsqueeze_view_4(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x5), tmp0, None)
''', device_str='cuda')

# Graph fragment:
#   %embedding : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=embedding]
#   %rsqrt : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %mm_3 : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm_3]
#   %add_4 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=add_4]
#   %buf23 : Tensor "f32[32, 2048, 1][2048, 1, 65536]cuda:0" = PlaceHolder[target=buf23]
#   %rsqrt_4 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_4]
#   %convert_element_type : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_1 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view_13 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_4 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_16 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %pow_5 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean_4 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add_5 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Scalar]
#   %rsqrt_4 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %mul_4 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_17 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %add_4,%buf23,%rsqrt_4,%convert_element_type_17
triton_per_fused__fused_rms_norm__unsafe_view_add_5 = async_compile.triton('triton_per_fused__fused_rms_norm__unsafe_view_add_5', '''
def triton_per_fused__fused_rms_norm__unsafe_view_add_5(in_out_ptr0, in_out_ptr1, in_ptr0, in_ptr1, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (r0_1 + 512*x0), tmp6, None)
    tl.store(in_out_ptr1 + (x0), tmp16, None)
    tl.store(out_ptr0 + (r0_1 + 512*x0), tmp18, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_4 : Tensor "bf16[65536, 2048][2048, 1]cuda:0" = PlaceHolder[target=mm_4]
#   %view_15 : Tensor "bf16[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_20 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %gt : Tensor "b8[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_5 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %where : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %pow_6 : Tensor "f32[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %convert_element_type_23 : Tensor "bf16[32, 2048, 2048][4194304, 2048, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_23
triton_poi_fused__to_copy__unsafe_view_leaky_relu_pow_6 = async_compile.triton('triton_poi_fused__to_copy__unsafe_view_leaky_relu_pow_6', '''
def triton_poi_fused__to_copy__unsafe_view_leaky_relu_pow_6(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp8, None)
''', device_str='cuda')

# Graph fragment:
#   %add_4 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=add_4]
#   %mm_5 : Tensor "bf16[65536, 512][512, 1]cuda:0" = PlaceHolder[target=mm_5]
#   %add_6 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0" = PlaceHolder[target=add_6]
#   %buf30 : Tensor "f32[32, 2048, 1][2048, 1, 65536]cuda:0" = PlaceHolder[target=buf30]
#   %rsqrt_5 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0" = PlaceHolder[target=rsqrt_5]
#   %view_17 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %add_6 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_26 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %pow_7 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean_5 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add_7 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Scalar]
#   %rsqrt_5 : Tensor "f32[32, 2048, 1][2048, 1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %mul_6 : Tensor "f32[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_27 : Tensor "bf16[32, 2048, 512][1048576, 512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %add_6,%buf30,%rsqrt_5,%convert_element_type_27
triton_per_fused__fused_rms_norm__unsafe_view_add_7 = async_compile.triton('triton_per_fused__fused_rms_norm__unsafe_view_add_7', '''
def triton_per_fused__fused_rms_norm__unsafe_view_add_7(in_out_ptr0, in_out_ptr1, in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (r0_1 + 512*x0), tmp2, None)
    tl.store(in_out_ptr1 + (x0), tmp12, None)
    tl.store(out_ptr0 + (r0_1 + 512*x0), tmp14, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_12 : Tensor "bf16[65536, 4096][4096, 1]cuda:0" = PlaceHolder[target=mm_12]
#   %getitem_18 : Tensor "f32[65536, 1][1, 65536]cuda:0" = PlaceHolder[target=getitem_18]
#   %convert_element_type_54 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %prepare_softmax_online_default : [num_users=2] = call_function[target=torch.ops.prims.prepare_softmax_online.default]
#   %log : Tensor "f32[65536, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.log.default]
#   return %getitem_17,%getitem_18,%log
triton_red_fused__log_softmax_prepare_softmax_online_8 = async_compile.triton('triton_red_fused__log_softmax_prepare_softmax_online_8', '''
def triton_red_fused__log_softmax_prepare_softmax_online_8(in_out_ptr0, in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp3, None)
    tl.store(in_out_ptr0 + (x0), tmp5, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_2 : Tensor "i64[32, 2048][2048, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %mm_12 : Tensor "bf16[65536, 4096][4096, 1]cuda:0" = PlaceHolder[target=mm_12]
#   %getitem_17 : Tensor "f32[65536, 1][1, 1]cuda:0" = PlaceHolder[target=getitem_17]
#   %log : Tensor "f32[65536, 1][1, 1]cuda:0" = PlaceHolder[target=log]
#   %view_39 : Tensor "i64[65536][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_54 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_tensor : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_1 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %convert_element_type_55 : Tensor "bf16[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_56 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %ne : Tensor "b8[65536][1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.ne.Scalar]
#   %full_default : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_2 : Tensor "i64[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %unsqueeze_4 : Tensor "i64[65536, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %gather : Tensor "f32[65536, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.gather.default]
#   %squeeze : Tensor "f32[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dim]
#   %neg : Tensor "f32[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %full_default_1 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_3 : Tensor "f32[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %sum_2 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.default]
#   %sum_3 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.default]
#   return %buf65,%buf69
triton_red_fused__log_softmax__to_copy_nll_loss_forward_sub_view_9 = async_compile.triton('triton_red_fused__log_softmax__to_copy_nll_loss_forward_sub_view_9', '''
def triton_red_fused__log_softmax__to_copy_nll_loss_forward_sub_view_9(in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp5, xmask)
    tl.store(out_ptr1 + (x0), tmp26, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf69 : Tensor "f32[8][1]cuda:0" = PlaceHolder[target=buf69]
#   %buf65 : Tensor "i64[8][1]cuda:0" = PlaceHolder[target=buf65]
#   %sum_2 : Tensor "i64[][]cuda:0" = PlaceHolder[target=sum_2]
#   %sum_3 : Tensor "f32[][]cuda:0" = PlaceHolder[target=sum_3]
#   %convert_element_type_57 : Tensor "f32[][]cuda:0" = PlaceHolder[target=convert_element_type_57]
#   %view_39 : Tensor "i64[65536][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_54 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_tensor : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_1 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %convert_element_type_55 : Tensor "bf16[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_56 : Tensor "f32[65536, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %ne : Tensor "b8[65536][1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.ne.Scalar]
#   %full_default : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_2 : Tensor "i64[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %unsqueeze_4 : Tensor "i64[65536, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %gather : Tensor "f32[65536, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.gather.default]
#   %squeeze : Tensor "f32[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dim]
#   %neg : Tensor "f32[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %full_default_1 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_3 : Tensor "f32[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %sum_2 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.default]
#   %convert_element_type_57 : Tensor "f32[][]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_3 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.default]
#   %div : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %sum_3,%sum_2,%convert_element_type_57,%div
triton_per_fused__log_softmax__to_copy_nll_loss_forward_sub_view_10 = async_compile.triton('triton_per_fused__log_softmax__to_copy_nll_loss_forward_sub_view_10', '''
def triton_per_fused__log_softmax__to_copy_nll_loss_forward_sub_view_10(in_out_ptr0, in_ptr0, in_ptr1, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (tl.full([1, 1], 0, tl.int32).broadcast_to(XBLOCK, 1)), tmp8, None)
    tl.store(in_out_ptr0 + (tl.full([1, 1], 0, tl.int32).broadcast_to(XBLOCK, 1)), tmp9, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_2, primals_3, primals_4, primals_5, primals_6, primals_7, primals_8, primals_9, primals_10, primals_11, primals_12, primals_13, primals_14, primals_15 = args
        assert_size_stride(primals_1, (4096, 512), (512, 1))
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
        with torch.cuda._DeviceGuard(0):
            buf0 = empty_strided_cuda((32, 2048, 512), (1048576, 512, 1), torch.bfloat16)
            buf1 = empty_strided_cuda((32, 2048, 1), (2048, 1, 65536), torch.float32)
            buf2 = reinterpret_tensor(buf1, (32, 2048, 1), (2048, 1, 1), 0); del buf1  # reuse
            buf3 = empty_strided_cuda((32, 2048, 1), (2048, 1, 65536), torch.float32)
            buf4 = reinterpret_tensor(buf3, (32, 2048, 1), (2048, 1, 1), 0); del buf3  # reuse
            buf5 = empty_strided_cuda((32, 2048, 512), (1048576, 512, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__fused_rms_norm_embedding_0:1
            triton_per_fused__fused_rms_norm_embedding_0.run(buf2, buf4, primals_2, primals_1, buf0, buf5, 65536, 512, stream=stream0)
            buf6 = empty_strided_cuda((65536, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:2
            extern_kernels.mm(reinterpret_tensor(buf5, (65536, 512), (512, 1), 0), reinterpret_tensor(primals_3, (512, 512), (1, 512), 0), out=buf6)
            buf7 = empty_strided_cuda((65536, 256), (256, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:3
            extern_kernels.mm(reinterpret_tensor(buf5, (65536, 512), (512, 1), 0), reinterpret_tensor(primals_4, (512, 256), (1, 512), 0), out=buf7)
            buf8 = empty_strided_cuda((65536, 256), (256, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:4
            extern_kernels.mm(reinterpret_tensor(buf5, (65536, 512), (512, 1), 0), reinterpret_tensor(primals_5, (512, 256), (1, 512), 0), out=buf8)
            buf9 = empty_strided_cuda((32, 2048, 8, 1), (16384, 8, 1, 524288), torch.float32)
            buf10 = reinterpret_tensor(buf9, (32, 2048, 8, 1), (16384, 8, 1, 1), 0); del buf9  # reuse
            buf13 = empty_strided_cuda((32, 2048, 8, 64), (1048576, 512, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__unsafe_view_view_1:5
            triton_per_fused__fused_rms_norm__unsafe_view_view_1.run(buf10, buf6, buf13, 524288, 64, stream=stream0)
            buf11 = empty_strided_cuda((32, 2048, 4, 1), (8192, 4, 1, 262144), torch.float32)
            buf12 = reinterpret_tensor(buf11, (32, 2048, 4, 1), (8192, 4, 1, 1), 0); del buf11  # reuse
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__unsafe_view_view_2:6
            triton_per_fused__fused_rms_norm__unsafe_view_view_2.run(buf12, buf7, 262144, 64, stream=stream0)
            buf14 = empty_strided_cuda((32, 4, 2, 2048, 64), (1048576, 262144, 131072, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__fused_rms_norm__unsafe_view_clone_expand_transpose_unsqueeze_view_3:7
            triton_poi_fused__fused_rms_norm__unsafe_view_clone_expand_transpose_unsqueeze_view_3.run(buf7, buf12, buf14, 128, 262144, stream=stream0)
            buf15 = empty_strided_cuda((32, 4, 2, 2048, 64), (1048576, 262144, 131072, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__unsafe_view_clone_expand_transpose_unsqueeze_view_4:8
            triton_poi_fused__unsafe_view_clone_expand_transpose_unsqueeze_view_4.run(buf8, buf15, 33554432, stream=stream0)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention.default:9
            buf16 = torch.ops.aten._scaled_dot_product_cudnn_attention.default(reinterpret_tensor(buf13, (32, 8, 2048, 64), (1048576, 64, 512, 1), 0), reinterpret_tensor(buf14, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 0), reinterpret_tensor(buf15, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 0), None, True, 0.0, True)
            buf17 = buf16[0]
            assert_size_stride(buf17, (32, 8, 2048, 64), (1048576, 64, 512, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf17, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf18 = buf16[1]
            assert_size_stride(buf18, (32, 8, 2048, 1), (16384, 2048, 1, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf18, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf19 = buf16[6]
            assert_size_stride(buf19, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf19, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf20 = buf16[7]
            assert_size_stride(buf20, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf20, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf21 = empty_strided_cuda((65536, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:10
            extern_kernels.mm(reinterpret_tensor(buf17, (65536, 512), (512, 1), 0), reinterpret_tensor(primals_6, (512, 512), (1, 512), 0), out=buf21)
            buf22 = reinterpret_tensor(buf21, (32, 2048, 512), (1048576, 512, 1), 0); del buf21  # reuse
            buf23 = empty_strided_cuda((32, 2048, 1), (2048, 1, 65536), torch.float32)
            buf24 = reinterpret_tensor(buf23, (32, 2048, 1), (2048, 1, 1), 0); del buf23  # reuse
            buf25 = empty_strided_cuda((32, 2048, 512), (1048576, 512, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__unsafe_view_add_5:11
            triton_per_fused__fused_rms_norm__unsafe_view_add_5.run(buf22, buf24, buf0, buf2, buf25, 65536, 512, stream=stream0)
            buf26 = empty_strided_cuda((65536, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:12
            extern_kernels.mm(reinterpret_tensor(buf25, (65536, 512), (512, 1), 0), reinterpret_tensor(primals_7, (512, 2048), (1, 512), 0), out=buf26)
            buf27 = empty_strided_cuda((32, 2048, 2048), (4194304, 2048, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_leaky_relu_pow_6:13
            triton_poi_fused__to_copy__unsafe_view_leaky_relu_pow_6.run(buf26, buf27, 134217728, stream=stream0)
            buf28 = empty_strided_cuda((65536, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:14
            extern_kernels.mm(reinterpret_tensor(buf27, (65536, 2048), (2048, 1), 0), reinterpret_tensor(primals_8, (2048, 512), (1, 2048), 0), out=buf28)
            buf29 = reinterpret_tensor(buf28, (32, 2048, 512), (1048576, 512, 1), 0); del buf28  # reuse
            buf30 = empty_strided_cuda((32, 2048, 1), (2048, 1, 65536), torch.float32)
            buf31 = reinterpret_tensor(buf30, (32, 2048, 1), (2048, 1, 1), 0); del buf30  # reuse
            buf32 = empty_strided_cuda((32, 2048, 512), (1048576, 512, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__unsafe_view_add_7:15
            triton_per_fused__fused_rms_norm__unsafe_view_add_7.run(buf29, buf31, buf22, buf32, 65536, 512, stream=stream0)
            buf33 = empty_strided_cuda((65536, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:16
            extern_kernels.mm(reinterpret_tensor(buf32, (65536, 512), (512, 1), 0), reinterpret_tensor(primals_9, (512, 512), (1, 512), 0), out=buf33)
            buf34 = empty_strided_cuda((65536, 256), (256, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:17
            extern_kernels.mm(reinterpret_tensor(buf32, (65536, 512), (512, 1), 0), reinterpret_tensor(primals_10, (512, 256), (1, 512), 0), out=buf34)
            buf35 = empty_strided_cuda((65536, 256), (256, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:18
            extern_kernels.mm(reinterpret_tensor(buf32, (65536, 512), (512, 1), 0), reinterpret_tensor(primals_11, (512, 256), (1, 512), 0), out=buf35)
            buf36 = empty_strided_cuda((32, 2048, 8, 1), (16384, 8, 1, 524288), torch.float32)
            buf37 = reinterpret_tensor(buf36, (32, 2048, 8, 1), (16384, 8, 1, 1), 0); del buf36  # reuse
            buf40 = empty_strided_cuda((32, 2048, 8, 64), (1048576, 512, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__unsafe_view_view_1:19
            triton_per_fused__fused_rms_norm__unsafe_view_view_1.run(buf37, buf33, buf40, 524288, 64, stream=stream0)
            buf38 = empty_strided_cuda((32, 2048, 4, 1), (8192, 4, 1, 262144), torch.float32)
            buf39 = reinterpret_tensor(buf38, (32, 2048, 4, 1), (8192, 4, 1, 1), 0); del buf38  # reuse
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__unsafe_view_view_2:20
            triton_per_fused__fused_rms_norm__unsafe_view_view_2.run(buf39, buf34, 262144, 64, stream=stream0)
            buf41 = empty_strided_cuda((32, 4, 2, 2048, 64), (1048576, 262144, 131072, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__fused_rms_norm__unsafe_view_clone_expand_transpose_unsqueeze_view_3:21
            triton_poi_fused__fused_rms_norm__unsafe_view_clone_expand_transpose_unsqueeze_view_3.run(buf34, buf39, buf41, 128, 262144, stream=stream0)
            buf42 = empty_strided_cuda((32, 4, 2, 2048, 64), (1048576, 262144, 131072, 64, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__unsafe_view_clone_expand_transpose_unsqueeze_view_4:22
            triton_poi_fused__unsafe_view_clone_expand_transpose_unsqueeze_view_4.run(buf35, buf42, 33554432, stream=stream0)
            # [Provenance debug handles] torch.ops.aten._scaled_dot_product_cudnn_attention.default:23
            buf43 = torch.ops.aten._scaled_dot_product_cudnn_attention.default(reinterpret_tensor(buf40, (32, 8, 2048, 64), (1048576, 64, 512, 1), 0), reinterpret_tensor(buf41, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 0), reinterpret_tensor(buf42, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 0), None, True, 0.0, True)
            buf44 = buf43[0]
            assert_size_stride(buf44, (32, 8, 2048, 64), (1048576, 64, 512, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf44, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf45 = buf43[1]
            assert_size_stride(buf45, (32, 8, 2048, 1), (16384, 2048, 1, 1), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf45, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf46 = buf43[6]
            assert_size_stride(buf46, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf46, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf47 = buf43[7]
            assert_size_stride(buf47, (), (), 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            assert_alignment(buf47, 16, 'torch.ops.aten._scaled_dot_product_cudnn_attention.default')
            buf48 = empty_strided_cuda((65536, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:24
            extern_kernels.mm(reinterpret_tensor(buf44, (65536, 512), (512, 1), 0), reinterpret_tensor(primals_12, (512, 512), (1, 512), 0), out=buf48)
            buf49 = reinterpret_tensor(buf48, (32, 2048, 512), (1048576, 512, 1), 0); del buf48  # reuse
            buf50 = empty_strided_cuda((32, 2048, 1), (2048, 1, 65536), torch.float32)
            buf51 = reinterpret_tensor(buf50, (32, 2048, 1), (2048, 1, 1), 0); del buf50  # reuse
            buf52 = empty_strided_cuda((32, 2048, 512), (1048576, 512, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__unsafe_view_add_7:25
            triton_per_fused__fused_rms_norm__unsafe_view_add_7.run(buf49, buf51, buf29, buf52, 65536, 512, stream=stream0)
            buf53 = empty_strided_cuda((65536, 2048), (2048, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:26
            extern_kernels.mm(reinterpret_tensor(buf52, (65536, 512), (512, 1), 0), reinterpret_tensor(primals_13, (512, 2048), (1, 512), 0), out=buf53)
            buf54 = empty_strided_cuda((32, 2048, 2048), (4194304, 2048, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy__unsafe_view_leaky_relu_pow_6:27
            triton_poi_fused__to_copy__unsafe_view_leaky_relu_pow_6.run(buf53, buf54, 134217728, stream=stream0)
            buf55 = empty_strided_cuda((65536, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:28
            extern_kernels.mm(reinterpret_tensor(buf54, (65536, 2048), (2048, 1), 0), reinterpret_tensor(primals_14, (2048, 512), (1, 2048), 0), out=buf55)
            buf56 = reinterpret_tensor(buf55, (32, 2048, 512), (1048576, 512, 1), 0); del buf55  # reuse
            buf57 = empty_strided_cuda((32, 2048, 1), (2048, 1, 65536), torch.float32)
            buf58 = reinterpret_tensor(buf57, (32, 2048, 1), (2048, 1, 1), 0); del buf57  # reuse
            buf59 = empty_strided_cuda((32, 2048, 512), (1048576, 512, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused__fused_rms_norm__unsafe_view_add_7:29
            triton_per_fused__fused_rms_norm__unsafe_view_add_7.run(buf56, buf58, buf49, buf59, 65536, 512, stream=stream0)
            buf60 = empty_strided_cuda((65536, 4096), (4096, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:30
            extern_kernels.mm(reinterpret_tensor(buf59, (65536, 512), (512, 1), 0), reinterpret_tensor(primals_15, (512, 4096), (1, 512), 0), out=buf60)
            buf61 = empty_strided_cuda((65536, 1), (1, 1), torch.float32)
            buf62 = empty_strided_cuda((65536, 1), (1, 65536), torch.float32)
            buf63 = reinterpret_tensor(buf62, (65536, 1), (1, 1), 0); del buf62  # reuse
            # [Provenance debug handles] triton_red_fused__log_softmax_prepare_softmax_online_8:31
            triton_red_fused__log_softmax_prepare_softmax_online_8.run(buf63, buf60, buf61, 65536, 4096, stream=stream0)
            buf65 = empty_strided_cuda((8, ), (1, ), torch.int64)
            buf69 = empty_strided_cuda((8, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__log_softmax__to_copy_nll_loss_forward_sub_view_9:32
            triton_red_fused__log_softmax__to_copy_nll_loss_forward_sub_view_9.run(primals_2, buf60, buf61, buf63, buf65, buf69, 8, 8192, stream=stream0)
            buf70 = empty_strided_cuda((), (), torch.float32)
            buf67 = empty_strided_cuda((), (), torch.float32)
            buf71 = buf70; del buf70  # reuse
            # [Provenance debug handles] triton_per_fused__log_softmax__to_copy_nll_loss_forward_sub_view_10:33
            triton_per_fused__log_softmax__to_copy_nll_loss_forward_sub_view_10.run(buf71, buf69, buf65, buf67, 1, 8, stream=stream0)
        return (buf71, primals_2, primals_3, primals_4, primals_5, primals_6, primals_7, primals_8, primals_9, primals_10, primals_11, primals_12, primals_13, primals_14, primals_15, buf0, buf2, buf4, reinterpret_tensor(buf5, (65536, 512), (512, 1), 0), buf6, buf7, buf10, buf12, reinterpret_tensor(buf13, (32, 8, 2048, 64), (1048576, 64, 512, 1), 0), reinterpret_tensor(buf14, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 0), reinterpret_tensor(buf15, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 0), buf17, buf18, buf19, buf20, buf22, buf24, reinterpret_tensor(buf25, (65536, 512), (512, 1), 0), buf26, reinterpret_tensor(buf27, (65536, 2048), (2048, 1), 0), buf29, buf31, reinterpret_tensor(buf32, (65536, 512), (512, 1), 0), buf33, buf34, buf37, buf39, reinterpret_tensor(buf40, (32, 8, 2048, 64), (1048576, 64, 512, 1), 0), reinterpret_tensor(buf41, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 0), reinterpret_tensor(buf42, (32, 8, 2048, 64), (1048576, 131072, 64, 1), 0), buf44, buf45, buf46, buf47, buf49, buf51, reinterpret_tensor(buf52, (65536, 512), (512, 1), 0), buf53, reinterpret_tensor(buf54, (65536, 2048), (2048, 1), 0), buf56, buf58, reinterpret_tensor(buf59, (65536, 512), (512, 1), 0), buf60, buf61, buf63, buf67, )
