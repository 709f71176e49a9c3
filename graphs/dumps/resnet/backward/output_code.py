# AOT ID: ['0_backward']

# Graph fragment:
#   %full : Tensor "bf16[32768][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.full.default]
#   return %full
triton_poi_fused_new_zeros_0 = async_compile.triton('triton_poi_fused_new_zeros_0', '''
def triton_poi_fused_new_zeros_0(out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp0, None)
''', device_str='cuda')

# Graph fragment:
#   %mm : Tensor "bf16[64, 512][512, 1]cuda:0" = PlaceHolder[target=mm]
#   %full : Tensor "bf16[32768][1]cuda:0" = PlaceHolder[target=full]
#   %view_2 : Tensor "bf16[64, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %squeeze_60 : Tensor "bf16[64, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dim]
#   %squeeze_61 : Tensor "bf16[64, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dim]
#   %as_strided_default : Tensor "bf16[64, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.as_strided.default]
#   %copy__default : Tensor "bf16[64, 512][512, 1]cuda:0"[num_users=0] = call_function[target=torch.ops.aten.copy_.default]
#   return %buf5
triton_poi_fused_squeeze_view_1 = async_compile.triton('triton_poi_fused_squeeze_view_1', '''
def triton_poi_fused_squeeze_view_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp0, None)
''', device_str='cuda')

# Graph fragment:
#   %le : Tensor "b8[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=le]
#   %buf5 : Tensor "bf16[64, 512][1]cuda:0" = PlaceHolder[target=buf5]
#   %convolution_19 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_19]
#   %unsqueeze_82 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_82]
#   %as_strided_5 : Tensor "bf16[64, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.as_strided.default]
#   %expand_1 : Tensor "bf16[64, 512, 7, 7][512, 1, 0, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div : Tensor "bf16[64, 512, 7, 7][25088, 49, 7, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_73 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_2 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_59 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_20 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_140 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_3 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf6,%buf8
triton_red_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_2 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_2', '''
def triton_red_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_2(in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp13, xmask)
    tl.store(out_ptr1 + (x3), tmp23, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf6 : Tensor "f32[512, 25][1, 512]cuda:0" = PlaceHolder[target=buf6]
#   %as_strided_5 : Tensor "bf16[64, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.as_strided.default]
#   %expand_1 : Tensor "bf16[64, 512, 7, 7][512, 1, 0, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div : Tensor "bf16[64, 512, 7, 7][25088, 49, 7, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_73 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_2 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_2
triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3 = async_compile.triton('triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3', '''
def triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp4, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf8 : Tensor "f32[512, 25][1, 512]cuda:0" = PlaceHolder[target=buf8]
#   %sum_3 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=sum_3]
#   %squeeze_58 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=squeeze_58]
#   %as_strided_5 : Tensor "bf16[64, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.as_strided.default]
#   %expand_1 : Tensor "bf16[64, 512, 7, 7][512, 1, 0, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div : Tensor "bf16[64, 512, 7, 7][25088, 49, 7, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_73 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_59 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_20 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_140 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_3 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_148 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %sum_3,%mul_148
triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4 = async_compile.triton('triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4', '''
def triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4(in_ptr0, in_ptr1, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (x0), tmp6, xmask)
    tl.store(out_ptr0 + (x0), tmp4, xmask)
''', device_str='cuda')

# Graph fragment:
#   %le : Tensor "b8[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=le]
#   %buf5 : Tensor "bf16[64, 512][1]cuda:0" = PlaceHolder[target=buf5]
#   %convolution_19 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_19]
#   %unsqueeze_82 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_82]
#   %sum_3 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=sum_3]
#   %squeeze_58 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=squeeze_58]
#   %sum_2 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=sum_2]
#   %primals_120 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_120]
#   %as_strided_5 : Tensor "bf16[64, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.as_strided.default]
#   %expand_1 : Tensor "bf16[64, 512, 7, 7][512, 1, 0, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div : Tensor "bf16[64, 512, 7, 7][25088, 49, 7, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_73 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_59 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_20 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_141 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_83 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_84 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_85 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_142 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_143 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_144 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_86 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_87 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_88 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_145 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_89 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_90 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_91 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_146 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_22 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_23 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_147 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_75 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %buf11
triton_poi_fused__native_batch_norm_legit_functional_as_strided_convolution_backward_div_expand_native_batch_norm_backward_threshold_backward_5 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_as_strided_convolution_backward_div_expand_native_batch_norm_backward_threshold_backward_5', '''
def triton_poi_fused__native_batch_norm_legit_functional_as_strided_convolution_backward_div_expand_native_batch_norm_backward_threshold_backward_5(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x3), tmp25, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_15 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=relu_15]
#   %getitem_42 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=getitem_42]
#   %convolution_18 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_18]
#   %unsqueeze_94 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_94]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %le_1 : Tensor "b8[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_1 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_77 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_4 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_56 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_24 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_149 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_5 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf16,%buf18
triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_6 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_6', '''
def triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_6(in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp12, xmask)
    tl.store(out_ptr1 + (x3), tmp22, xmask)
''', device_str='cuda')

# Graph fragment:
#   %relu_15 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=relu_15]
#   %getitem_42 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=getitem_42]
#   %convolution_18 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_18]
#   %unsqueeze_94 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_94]
#   %sum_5 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=sum_5]
#   %squeeze_55 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=squeeze_55]
#   %sum_4 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=sum_4]
#   %primals_114 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_114]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %le_1 : Tensor "b8[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_1 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_77 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_56 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_24 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_150 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_95 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_96 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_97 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_151 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_152 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_153 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_98 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_99 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_100 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_154 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_101 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_102 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_103 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_155 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_26 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_27 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_156 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_79 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_1 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %buf21
triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_7 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_7', '''
def triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_7(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x2), tmp24, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_14 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=relu_14]
#   %le : Tensor "b8[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=le]
#   %buf5 : Tensor "bf16[64, 512][1]cuda:0" = PlaceHolder[target=buf5]
#   %getitem_45 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=getitem_45]
#   %convolution_17 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_17]
#   %unsqueeze_106 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_106]
#   %convolution_16 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_16]
#   %unsqueeze_118 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_118]
#   %as_strided_5 : Tensor "bf16[64, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.as_strided.default]
#   %expand_1 : Tensor "bf16[64, 512, 7, 7][512, 1, 0, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div : Tensor "bf16[64, 512, 7, 7][25088, 49, 7, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %add_108 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_2 : Tensor "b8[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_2 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_81 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=6] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_6 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_53 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_28 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_158 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_7 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %sum_8 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_50 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_32 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_167 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_9 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf26,%buf28,%buf37,%buf39
triton_red_fused__native_batch_norm_legit_functional_add_as_strided_div_expand_native_batch_norm_backward_threshold_backward_8 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_add_as_strided_div_expand_native_batch_norm_backward_threshold_backward_8', '''
def triton_red_fused__native_batch_norm_legit_functional_add_as_strided_div_expand_native_batch_norm_backward_threshold_backward_8(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, out_ptr0, out_ptr1, out_ptr2, out_ptr3, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp18, xmask)
    tl.store(out_ptr1 + (x3), tmp28, xmask)
    tl.store(out_ptr2 + (x3), tmp18, xmask)
    tl.store(out_ptr3 + (x3), tmp38, xmask)
''', device_str='cuda')

# Graph fragment:
#   %relu_14 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=relu_14]
#   %le : Tensor "b8[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=le]
#   %buf5 : Tensor "bf16[64, 512][1]cuda:0" = PlaceHolder[target=buf5]
#   %getitem_45 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=getitem_45]
#   %convolution_17 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_17]
#   %unsqueeze_106 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_106]
#   %sum_7 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=sum_7]
#   %squeeze_52 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=squeeze_52]
#   %sum_6 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=sum_6]
#   %convolution_16 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=convolution_16]
#   %unsqueeze_118 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_118]
#   %sum_9 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=sum_9]
#   %squeeze_49 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=squeeze_49]
#   %sum_8 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=sum_8]
#   %sub_31 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=sub_31]
#   %primals_108 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_108]
#   %sub_35 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0" = PlaceHolder[target=sub_35]
#   %primals_102 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_102]
#   %as_strided_5 : Tensor "bf16[64, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.as_strided.default]
#   %expand_1 : Tensor "bf16[64, 512, 7, 7][512, 1, 0, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div : Tensor "bf16[64, 512, 7, 7][25088, 49, 7, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %add_108 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_2 : Tensor "b8[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_2 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_81 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=6] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_53 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_28 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_159 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_107 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_108 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_109 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_160 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_161 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_162 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_110 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_111 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_112 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_163 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_113 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_114 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_115 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_164 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_30 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_31 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_165 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_83 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_2 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   %convert_element_type_50 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_32 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_168 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_119 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_120 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_121 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_169 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_170 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_171 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_122 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_123 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_124 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_172 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_125 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_126 : Tensor "f32[1, 512, 1][512, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_127 : Tensor "f32[1, 512, 1, 1][512, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_173 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_34 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_35 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_174 : Tensor "f32[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_87 : Tensor "bf16[64, 512, 7, 7][25088, 1, 3584, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_3 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %sub_31,%sub_35,%buf32,%buf43
triton_poi_fused__native_batch_norm_legit_functional_add_as_strided_convolution_backward_div_expand_native_batch_norm_backward_threshold_backward_9 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_add_as_strided_convolution_backward_div_expand_native_batch_norm_backward_threshold_backward_9', '''
def triton_poi_fused__native_batch_norm_legit_functional_add_as_strided_convolution_backward_div_expand_native_batch_norm_backward_threshold_backward_9(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, in_ptr9, in_ptr10, in_ptr11, in_ptr12, in_ptr13, in_ptr14, in_ptr15, out_ptr2, out_ptr3, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr2 + (x4), tmp44, None)
    tl.store(out_ptr3 + (x4), tmp48, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_12 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=relu_12]
#   %getitem_48 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=getitem_48]
#   %getitem_54 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=getitem_54]
#   %convolution_14 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_14]
#   %unsqueeze_142 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_142]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_109 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_4 : Tensor "b8[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_4 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_93 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_12 : Tensor "f32[256][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_44 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_40 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_185 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_13 : Tensor "f32[256][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf58,%buf60
triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_10 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_10', '''
def triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_10(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp9, xmask)
    tl.store(out_ptr1 + (x3), tmp17, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf58 : Tensor "f32[256, 98][1, 256]cuda:0" = PlaceHolder[target=buf58]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_109 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_4 : Tensor "b8[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_4 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_93 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_12 : Tensor "f32[256][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_12
triton_red_fused_add_native_batch_norm_backward_threshold_backward_11 = async_compile.triton('triton_red_fused_add_native_batch_norm_backward_threshold_backward_11', '''
def triton_red_fused_add_native_batch_norm_backward_threshold_backward_11(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp2, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf60 : Tensor "f32[256, 98][1, 256]cuda:0" = PlaceHolder[target=buf60]
#   %sum_13 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=sum_13]
#   %squeeze_43 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=squeeze_43]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_109 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_4 : Tensor "b8[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_4 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_93 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_44 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_40 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_185 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_13 : Tensor "f32[256][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_193 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %sum_13,%mul_193
triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12', '''
def triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12(in_ptr0, in_ptr1, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp2, xmask)
    tl.store(out_ptr1 + (x0), tmp5, xmask)
''', device_str='cuda')

# Graph fragment:
#   %relu_12 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=relu_12]
#   %getitem_48 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=getitem_48]
#   %getitem_54 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=getitem_54]
#   %convolution_14 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_14]
#   %unsqueeze_142 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_142]
#   %sum_13 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=sum_13]
#   %squeeze_43 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=squeeze_43]
#   %sum_12 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=sum_12]
#   %primals_90 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_90]
#   %mul_192 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=mul_192]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_109 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_4 : Tensor "b8[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_4 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_93 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_44 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_40 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_186 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_143 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_144 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_145 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_187 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_188 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_189 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_146 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_147 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_148 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_190 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_149 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_150 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_151 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_191 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_42 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_43 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_192 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_95 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_5 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %mul_192,%buf64
triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_13 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_13', '''
def triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_13(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, out_ptr1, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (x2), tmp26, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_11 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=relu_11]
#   %getitem_57 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=getitem_57]
#   %convolution_13 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_13]
#   %unsqueeze_154 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_154]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %le_5 : Tensor "b8[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_5 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_97 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_14 : Tensor "f32[256][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_41 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_44 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_194 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_15 : Tensor "f32[256][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf69,%buf71
triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_14 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_14', '''
def triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_14(in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp7, xmask)
    tl.store(out_ptr1 + (x3), tmp15, xmask)
''', device_str='cuda')

# Graph fragment:
#   %relu_11 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=relu_11]
#   %getitem_57 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=getitem_57]
#   %convolution_13 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_13]
#   %unsqueeze_154 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_154]
#   %sum_15 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=sum_15]
#   %squeeze_40 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=squeeze_40]
#   %sum_14 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=sum_14]
#   %primals_84 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_84]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %le_5 : Tensor "b8[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_5 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_97 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_41 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_44 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_195 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_155 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_156 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_157 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_196 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_197 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_198 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_158 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_159 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_160 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_199 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_161 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_162 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_163 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_200 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_46 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_47 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_201 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_99 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_6 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %buf74
triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_15 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_15', '''
def triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_15(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x2), tmp24, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_10 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=relu_10]
#   %relu_12 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=relu_12]
#   %getitem_48 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=getitem_48]
#   %getitem_54 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=getitem_54]
#   %getitem_60 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=getitem_60]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_109 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_4 : Tensor "b8[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_4 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %add_110 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_6 : Tensor "b8[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_6 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_101 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=6] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_101
triton_poi_fused_add_native_batch_norm_backward_threshold_backward_16 = async_compile.triton('triton_poi_fused_add_native_batch_norm_backward_threshold_backward_16', '''
def triton_poi_fused_add_native_batch_norm_backward_threshold_backward_16(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp12, None)
''', device_str='cuda')

# Graph fragment:
#   %convert_element_type_101 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convert_element_type_101]
#   %convolution_12 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_12]
#   %unsqueeze_166 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_166]
#   %convolution_11 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_11]
#   %unsqueeze_178 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_178]
#   %sum_16 : Tensor "f32[256][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_38 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_48 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_203 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_17 : Tensor "f32[256][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %sum_18 : Tensor "f32[256][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_35 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_52 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_212 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_19 : Tensor "f32[256][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf80,%buf82,%buf90,%buf92
triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_17 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_17', '''
def triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_17(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, out_ptr1, out_ptr2, out_ptr3, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp2, xmask)
    tl.store(out_ptr1 + (x3), tmp10, xmask)
    tl.store(out_ptr2 + (x3), tmp2, xmask)
    tl.store(out_ptr3 + (x3), tmp18, xmask)
''', device_str='cuda')

# Graph fragment:
#   %convert_element_type_101 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convert_element_type_101]
#   %convolution_12 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_12]
#   %unsqueeze_166 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_166]
#   %sum_17 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=sum_17]
#   %squeeze_37 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=squeeze_37]
#   %sum_16 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=sum_16]
#   %primals_78 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_78]
#   %convolution_11 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0" = PlaceHolder[target=convolution_11]
#   %unsqueeze_178 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_178]
#   %sum_19 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=sum_19]
#   %squeeze_34 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=squeeze_34]
#   %sum_18 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=sum_18]
#   %primals_72 : Tensor "f32[256][1]cuda:0" = PlaceHolder[target=primals_72]
#   %convert_element_type_38 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_48 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_204 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_167 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_168 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_169 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_205 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_206 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_207 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_170 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_171 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_172 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_208 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_173 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_174 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_175 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_209 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_50 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_51 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_210 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_103 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_7 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   %convert_element_type_35 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_52 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_213 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_179 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_180 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_181 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_214 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_215 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_216 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_182 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_183 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_184 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_217 : Tensor "f32[256][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_185 : Tensor "f32[1, 256][256, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_186 : Tensor "f32[1, 256, 1][256, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_187 : Tensor "f32[1, 256, 1, 1][256, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_218 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_54 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_55 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_219 : Tensor "f32[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_107 : Tensor "bf16[64, 256, 14, 14][50176, 1, 3584, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_8 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %buf85,%buf95
triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_18 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_18', '''
def triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_18(in_out_ptr0, in_out_ptr1, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, in_ptr9, in_ptr10, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x2), tmp19, None)
    tl.store(in_out_ptr1 + (x2), tmp37, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_8 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=relu_8]
#   %getitem_63 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=getitem_63]
#   %getitem_69 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=getitem_69]
#   %convolution_9 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_9]
#   %unsqueeze_202 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_202]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_111 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_8 : Tensor "b8[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_8 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_113 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_22 : Tensor "f32[128][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_29 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_60 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_230 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_23 : Tensor "f32[128][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf110,%buf112
triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_19 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_19', '''
def triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_19(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp9, xmask)
    tl.store(out_ptr1 + (x3), tmp17, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf110 : Tensor "f32[128, 392][1, 128]cuda:0" = PlaceHolder[target=buf110]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_111 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_8 : Tensor "b8[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_8 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_113 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_22 : Tensor "f32[128][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_22
triton_red_fused_add_native_batch_norm_backward_threshold_backward_20 = async_compile.triton('triton_red_fused_add_native_batch_norm_backward_threshold_backward_20', '''
def triton_red_fused_add_native_batch_norm_backward_threshold_backward_20(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp2, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf112 : Tensor "f32[128, 392][1, 128]cuda:0" = PlaceHolder[target=buf112]
#   %sum_23 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=sum_23]
#   %squeeze_28 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=squeeze_28]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_111 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_8 : Tensor "b8[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_8 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_113 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_29 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_60 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_230 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_23 : Tensor "f32[128][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_238 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %sum_23,%mul_238
triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21', '''
def triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21(in_ptr0, in_ptr1, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp2, xmask)
    tl.store(out_ptr1 + (x0), tmp5, xmask)
''', device_str='cuda')

# Graph fragment:
#   %relu_8 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=relu_8]
#   %getitem_63 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=getitem_63]
#   %getitem_69 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=getitem_69]
#   %convolution_9 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_9]
#   %unsqueeze_202 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_202]
#   %sum_23 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=sum_23]
#   %squeeze_28 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=squeeze_28]
#   %sum_22 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=sum_22]
#   %primals_60 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_60]
#   %mul_237 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=mul_237]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_111 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_8 : Tensor "b8[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_8 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_113 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_29 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_60 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_231 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_203 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_204 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_205 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_232 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_233 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_234 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_206 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_207 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_208 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_235 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_209 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_210 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_211 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_236 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_62 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_63 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_237 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_115 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_10 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %mul_237,%buf116
triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_22 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_22', '''
def triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_22(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, out_ptr1, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (x2), tmp26, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_7 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=relu_7]
#   %getitem_72 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=getitem_72]
#   %convolution_8 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_8]
#   %unsqueeze_214 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_214]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %le_9 : Tensor "b8[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_9 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_117 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_24 : Tensor "f32[128][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_26 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_64 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_239 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_25 : Tensor "f32[128][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf121,%buf123
triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_23 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_23', '''
def triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_23(in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp7, xmask)
    tl.store(out_ptr1 + (x3), tmp15, xmask)
''', device_str='cuda')

# Graph fragment:
#   %relu_7 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=relu_7]
#   %getitem_72 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=getitem_72]
#   %convolution_8 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_8]
#   %unsqueeze_214 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_214]
#   %sum_25 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=sum_25]
#   %squeeze_25 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=squeeze_25]
#   %sum_24 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=sum_24]
#   %primals_54 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_54]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %le_9 : Tensor "b8[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_9 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_117 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_26 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_64 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_240 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_215 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_216 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_217 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_241 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_242 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_243 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_218 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_219 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_220 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_244 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_221 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_222 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_223 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_245 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_66 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_67 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_246 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_119 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_11 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %buf126
triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_24 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_24', '''
def triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_24(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x2), tmp24, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_6 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=relu_6]
#   %relu_8 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=relu_8]
#   %getitem_63 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=getitem_63]
#   %getitem_69 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=getitem_69]
#   %getitem_75 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=getitem_75]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_111 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_8 : Tensor "b8[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_8 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %add_112 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_10 : Tensor "b8[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_10 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_121 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=6] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_121
triton_poi_fused_add_native_batch_norm_backward_threshold_backward_25 = async_compile.triton('triton_poi_fused_add_native_batch_norm_backward_threshold_backward_25', '''
def triton_poi_fused_add_native_batch_norm_backward_threshold_backward_25(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp12, None)
''', device_str='cuda')

# Graph fragment:
#   %convert_element_type_121 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convert_element_type_121]
#   %convolution_7 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_7]
#   %unsqueeze_226 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_226]
#   %convolution_6 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_6]
#   %unsqueeze_238 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_238]
#   %sum_26 : Tensor "f32[128][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_23 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_68 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_248 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_27 : Tensor "f32[128][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %sum_28 : Tensor "f32[128][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_20 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_72 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_257 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_29 : Tensor "f32[128][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf132,%buf134,%buf142,%buf144
triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_26 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_26', '''
def triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_26(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, out_ptr1, out_ptr2, out_ptr3, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp2, xmask)
    tl.store(out_ptr1 + (x3), tmp10, xmask)
    tl.store(out_ptr2 + (x3), tmp2, xmask)
    tl.store(out_ptr3 + (x3), tmp18, xmask)
''', device_str='cuda')

# Graph fragment:
#   %convert_element_type_121 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convert_element_type_121]
#   %convolution_7 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_7]
#   %unsqueeze_226 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_226]
#   %sum_27 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=sum_27]
#   %squeeze_22 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=squeeze_22]
#   %sum_26 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=sum_26]
#   %primals_48 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_48]
#   %convolution_6 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0" = PlaceHolder[target=convolution_6]
#   %unsqueeze_238 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_238]
#   %sum_29 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=sum_29]
#   %squeeze_19 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=squeeze_19]
#   %sum_28 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=sum_28]
#   %primals_42 : Tensor "f32[128][1]cuda:0" = PlaceHolder[target=primals_42]
#   %convert_element_type_23 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_68 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_249 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_227 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_228 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_229 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_250 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_251 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_252 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_230 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_231 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_232 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_253 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_233 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_234 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_235 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_254 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_70 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_71 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_255 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_123 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_12 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   %convert_element_type_20 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_72 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_258 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_239 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_240 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_241 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_259 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_260 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_261 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_242 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_243 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_244 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_262 : Tensor "f32[128][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_245 : Tensor "f32[1, 128][128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_246 : Tensor "f32[1, 128, 1][128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_247 : Tensor "f32[1, 128, 1, 1][128, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_263 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_74 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_75 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_264 : Tensor "f32[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_127 : Tensor "bf16[64, 128, 28, 28][100352, 1, 3584, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_13 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %buf137,%buf147
triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_27 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_27', '''
def triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_27(in_out_ptr0, in_out_ptr1, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, in_ptr9, in_ptr10, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x2), tmp19, None)
    tl.store(in_out_ptr1 + (x2), tmp37, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_4 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=relu_4]
#   %getitem_78 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_78]
#   %getitem_84 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_84]
#   %convolution_4 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=convolution_4]
#   %unsqueeze_262 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_262]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_113 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_12 : Tensor "b8[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_12 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_133 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_32 : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_14 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_80 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_275 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_33 : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf162,%buf164
triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_28 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_28', '''
def triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_28(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp9, None)
    tl.store(out_ptr1 + (x3), tmp17, None)
''', device_str='cuda')

# Graph fragment:
#   %buf162 : Tensor "f32[64, 1024][1, 64]cuda:0" = PlaceHolder[target=buf162]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_113 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_12 : Tensor "b8[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_12 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_133 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_32 : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_32
triton_red_fused_add_native_batch_norm_backward_threshold_backward_29 = async_compile.triton('triton_red_fused_add_native_batch_norm_backward_threshold_backward_29', '''
def triton_red_fused_add_native_batch_norm_backward_threshold_backward_29(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp2, xmask)
''', device_str='cuda')

# Graph fragment:
#   %buf164 : Tensor "f32[64, 1024][1, 64]cuda:0" = PlaceHolder[target=buf164]
#   %sum_33 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=sum_33]
#   %squeeze_13 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=squeeze_13]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_113 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_12 : Tensor "b8[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_12 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_133 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_14 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_80 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_275 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_33 : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_283 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %sum_33,%mul_283
triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30', '''
def triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30(in_ptr0, in_ptr1, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp2, xmask)
    tl.store(out_ptr1 + (x0), tmp5, xmask)
''', device_str='cuda')

# Graph fragment:
#   %relu_4 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=relu_4]
#   %getitem_78 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_78]
#   %getitem_84 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_84]
#   %convolution_4 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=convolution_4]
#   %unsqueeze_262 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_262]
#   %sum_33 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=sum_33]
#   %squeeze_13 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=squeeze_13]
#   %sum_32 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=sum_32]
#   %primals_30 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=primals_30]
#   %mul_282 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=mul_282]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_113 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_12 : Tensor "b8[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_12 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_133 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_14 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_80 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_276 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_263 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_264 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_265 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_277 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_278 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_279 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_266 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_267 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_268 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_280 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_269 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_270 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_271 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_281 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_82 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_83 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_282 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_135 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_15 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %mul_282,%buf168
triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_31 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_31', '''
def triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_31(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, out_ptr1, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (x2), tmp26, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_3 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=relu_3]
#   %getitem_87 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_87]
#   %convolution_3 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=convolution_3]
#   %unsqueeze_274 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_274]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %le_13 : Tensor "b8[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_13 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_137 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_34 : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_11 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_84 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_284 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_35 : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf173,%buf175
triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_32 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_32', '''
def triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_32(in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp7, None)
    tl.store(out_ptr1 + (x3), tmp15, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_3 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=relu_3]
#   %getitem_87 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_87]
#   %convolution_3 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=convolution_3]
#   %unsqueeze_274 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_274]
#   %sum_35 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=sum_35]
#   %squeeze_10 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=squeeze_10]
#   %sum_34 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=sum_34]
#   %primals_24 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=primals_24]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %le_13 : Tensor "b8[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_13 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_137 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_11 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_84 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_285 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_275 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_276 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_277 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_286 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_287 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_288 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_278 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_279 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_280 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_289 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_281 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_282 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_283 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_290 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_86 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_87 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_291 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_139 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_16 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %buf178
triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_33 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_33', '''
def triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_33(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x2), tmp24, None)
''', device_str='cuda')

# Graph fragment:
#   %relu_2 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=relu_2]
#   %relu_4 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=relu_4]
#   %getitem_78 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_78]
#   %getitem_84 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_84]
#   %getitem_90 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_90]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %add_113 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_12 : Tensor "b8[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_12 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   %add_114 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %le_14 : Tensor "b8[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_14 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.where.self]
#   return %where_14
triton_poi_fused_add_threshold_backward_34 = async_compile.triton('triton_poi_fused_add_threshold_backward_34', '''
def triton_poi_fused_add_threshold_backward_34(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp11, None)
''', device_str='cuda')

# Graph fragment:
#   %where_14 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=where_14]
#   %convolution_2 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=convolution_2]
#   %unsqueeze_286 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_286]
#   %convert_element_type_141 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_36 : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_8 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_88 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_293 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_37 : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf184,%buf186
triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_35 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_35', '''
def triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_35(in_ptr0, in_ptr1, in_ptr2, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp3, None)
    tl.store(out_ptr1 + (x3), tmp11, None)
''', device_str='cuda')

# Graph fragment:
#   %where_14 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=where_14]
#   %convolution_2 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=convolution_2]
#   %unsqueeze_286 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_286]
#   %sum_37 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=sum_37]
#   %squeeze_7 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=squeeze_7]
#   %sum_36 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=sum_36]
#   %primals_18 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=primals_18]
#   %convert_element_type_141 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_8 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_88 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_294 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_287 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_288 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_289 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_295 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_296 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_297 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_290 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_291 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_292 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_298 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_293 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_294 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_295 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_299 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_90 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_91 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_300 : Tensor "f32[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_143 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_17 : [num_users=2] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %buf189
triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_36 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_36', '''
def triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_36(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x2), tmp20, None)
''', device_str='cuda')

# Graph fragment:
#   %where_14 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=where_14]
#   %getitem_96 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_96]
#   %add_115 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %add_115
triton_poi_fused_add_37 = async_compile.triton('triton_poi_fused_add_37', '''
def triton_poi_fused_add_37(in_out_ptr0, in_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp2, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_3 : Tensor "i8[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=getitem_3]
#   %add_115 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0" = PlaceHolder[target=add_115]
#   %add_115 : Tensor "bf16[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %_low_memory_max_pool_offsets_to_indices : Tensor "i64[64, 64, 56, 56][200704, 1, 3584, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims._low_memory_max_pool_offsets_to_indices.default]
#   %max_pool2d_with_indices_backward : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.max_pool2d_with_indices_backward.default]
#   return %max_pool2d_with_indices_backward
triton_poi_fused_add_max_pool2d_with_indices_max_pool2d_with_indices_backward_38 = async_compile.triton('triton_poi_fused_add_max_pool2d_with_indices_max_pool2d_with_indices_backward_38', '''
def triton_poi_fused_add_max_pool2d_with_indices_max_pool2d_with_indices_backward_38(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x7), tmp57, None)
''', device_str='cuda')

# Graph fragment:
#   %relu : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0" = PlaceHolder[target=relu]
#   %max_pool2d_with_indices_backward : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0" = PlaceHolder[target=max_pool2d_with_indices_backward]
#   %convolution : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0" = PlaceHolder[target=convolution]
#   %unsqueeze_310 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_310]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %le_16 : Tensor "b8[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_16 : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_149 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_40 : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_2 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_96 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_311 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_41 : Tensor "f32[64][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf206,%buf208
triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_39 = async_compile.triton('triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_39', '''
def triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_39(in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp7, None)
    tl.store(out_ptr1 + (x3), tmp15, None)
''', device_str='cuda')

# Graph fragment:
#   %relu : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0" = PlaceHolder[target=relu]
#   %max_pool2d_with_indices_backward : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0" = PlaceHolder[target=max_pool2d_with_indices_backward]
#   %convolution : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0" = PlaceHolder[target=convolution]
#   %unsqueeze_310 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0" = PlaceHolder[target=unsqueeze_310]
#   %sum_41 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=sum_41]
#   %squeeze_1 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=squeeze_1]
#   %sum_40 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=sum_40]
#   %primals_6 : Tensor "f32[64][1]cuda:0" = PlaceHolder[target=primals_6]
#   %full_default : Tensor "bf16[][]cuda:0"[num_users=17] = call_function[target=torch.ops.aten.full.default]
#   %le_16 : Tensor "b8[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.le.Scalar]
#   %where_16 : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_149 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_2 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sub_96 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_312 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_311 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_312 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_313 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_313 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_314 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_315 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_314 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_315 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_316 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_316 : Tensor "f32[64][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %unsqueeze_317 : Tensor "f32[1, 64][64, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_318 : Tensor "f32[1, 64, 1][64, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %unsqueeze_319 : Tensor "f32[1, 64, 1, 1][64, 1, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %mul_317 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_98 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_99 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_318 : Tensor "f32[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_151 : Tensor "bf16[64, 64, 112, 112][802816, 1, 7168, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convolution_backward_19 : [num_users=1] = call_function[target=torch.ops.aten.convolution_backward.default]
#   return %buf211
triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_40 = async_compile.triton('triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_40', '''
def triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_40(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x2), tmp24, None)
''', device_str='cuda')

# Graph fragment:
#   %tangents_1 : Tensor "bf16[64, 1000][1000, 1]cuda:0" = PlaceHolder[target=tangents_1]
#   %sum_1 : Tensor "f32[1, 1000][1000, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_1
triton_per_fused_sum_41 = async_compile.triton('triton_per_fused_sum_41', '''
def triton_per_fused_sum_41(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp5, xmask)
''', device_str='cuda')

# Graph fragment:
#   %getitem_79 : Tensor "bf16[128, 64, 1, 1][64, 1, 64, 64]cuda:0" = PlaceHolder[target=getitem_79]
#   %convert_element_type_124 : Tensor "f32[128, 64, 1, 1][64, 1, 64, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_124
triton_poi_fused__to_copy_42 = async_compile.triton('triton_poi_fused__to_copy_42', '''
def triton_poi_fused__to_copy_42(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_100 : Tensor "bf16[64, 3, 7, 7][147, 1, 21, 3]cuda:0" = PlaceHolder[target=getitem_100]
#   %convert_element_type_152 : Tensor "f32[64, 3, 7, 7][147, 1, 21, 3]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_152
triton_poi_fused__to_copy_43 = async_compile.triton('triton_poi_fused__to_copy_43', '''
def triton_poi_fused__to_copy_43(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, xmask)
''', device_str='cuda')

# Graph fragment:
#   %getitem_64 : Tensor "bf16[256, 128, 1, 1][128, 1, 128, 128]cuda:0" = PlaceHolder[target=getitem_64]
#   %convert_element_type_104 : Tensor "f32[256, 128, 1, 1][128, 1, 128, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_104
triton_poi_fused__to_copy_44 = async_compile.triton('triton_poi_fused__to_copy_44', '''
def triton_poi_fused__to_copy_44(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_88 : Tensor "bf16[64, 64, 3, 3][576, 1, 192, 64]cuda:0" = PlaceHolder[target=getitem_88]
#   %convert_element_type_136 : Tensor "f32[64, 64, 3, 3][576, 1, 192, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_136
triton_poi_fused__to_copy_45 = async_compile.triton('triton_poi_fused__to_copy_45', '''
def triton_poi_fused__to_copy_45(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_85 : Tensor "bf16[128, 64, 3, 3][576, 1, 192, 64]cuda:0" = PlaceHolder[target=getitem_85]
#   %convert_element_type_132 : Tensor "f32[128, 64, 3, 3][576, 1, 192, 64]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_132
triton_poi_fused__to_copy_46 = async_compile.triton('triton_poi_fused__to_copy_46', '''
def triton_poi_fused__to_copy_46(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_49 : Tensor "bf16[512, 256, 1, 1][256, 1, 256, 256]cuda:0" = PlaceHolder[target=getitem_49]
#   %convert_element_type_84 : Tensor "f32[512, 256, 1, 1][256, 1, 256, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_84
triton_poi_fused__to_copy_47 = async_compile.triton('triton_poi_fused__to_copy_47', '''
def triton_poi_fused__to_copy_47(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_73 : Tensor "bf16[128, 128, 3, 3][1152, 1, 384, 128]cuda:0" = PlaceHolder[target=getitem_73]
#   %convert_element_type_116 : Tensor "f32[128, 128, 3, 3][1152, 1, 384, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_116
triton_poi_fused__to_copy_48 = async_compile.triton('triton_poi_fused__to_copy_48', '''
def triton_poi_fused__to_copy_48(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_70 : Tensor "bf16[256, 128, 3, 3][1152, 1, 384, 128]cuda:0" = PlaceHolder[target=getitem_70]
#   %convert_element_type_112 : Tensor "f32[256, 128, 3, 3][1152, 1, 384, 128]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_112
triton_poi_fused__to_copy_49 = async_compile.triton('triton_poi_fused__to_copy_49', '''
def triton_poi_fused__to_copy_49(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_1 : Tensor "bf16[1000, 512][512, 1]cuda:0" = PlaceHolder[target=mm_1]
#   %convert_element_type_71 : Tensor "f32[1000, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_71
triton_poi_fused__to_copy_50 = async_compile.triton('triton_poi_fused__to_copy_50', '''
def triton_poi_fused__to_copy_50(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_58 : Tensor "bf16[256, 256, 3, 3][2304, 1, 768, 256]cuda:0" = PlaceHolder[target=getitem_58]
#   %convert_element_type_96 : Tensor "f32[256, 256, 3, 3][2304, 1, 768, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_96
triton_poi_fused__to_copy_51 = async_compile.triton('triton_poi_fused__to_copy_51', '''
def triton_poi_fused__to_copy_51(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_55 : Tensor "bf16[512, 256, 3, 3][2304, 1, 768, 256]cuda:0" = PlaceHolder[target=getitem_55]
#   %convert_element_type_92 : Tensor "f32[512, 256, 3, 3][2304, 1, 768, 256]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_92
triton_poi_fused__to_copy_52 = async_compile.triton('triton_poi_fused__to_copy_52', '''
def triton_poi_fused__to_copy_52(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %getitem_43 : Tensor "bf16[512, 512, 3, 3][4608, 1, 1536, 512]cuda:0" = PlaceHolder[target=getitem_43]
#   %convert_element_type_76 : Tensor "f32[512, 512, 3, 3][4608, 1, 1536, 512]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_76
triton_poi_fused__to_copy_53 = async_compile.triton('triton_poi_fused__to_copy_53', '''
def triton_poi_fused__to_copy_53(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_6, primals_12, primals_18, primals_24, primals_30, primals_36, primals_42, primals_48, primals_54, primals_60, primals_66, primals_72, primals_78, primals_84, primals_90, primals_96, primals_102, primals_108, primals_114, primals_120, convert_element_type, convert_element_type_1, convolution, squeeze_1, relu, getitem_2, getitem_3, convert_element_type_4, convolution_1, squeeze_4, relu_1, convert_element_type_7, convolution_2, squeeze_7, relu_2, convert_element_type_10, convolution_3, squeeze_10, relu_3, convert_element_type_13, convolution_4, squeeze_13, relu_4, convert_element_type_16, convolution_5, squeeze_16, relu_5, convert_element_type_19, convolution_6, squeeze_19, convert_element_type_22, convolution_7, squeeze_22, relu_6, convert_element_type_25, convolution_8, squeeze_25, relu_7, convert_element_type_28, convolution_9, squeeze_28, relu_8, convert_element_type_31, convolution_10, squeeze_31, relu_9, convert_element_type_34, convolution_11, squeeze_34, convert_element_type_37, convolution_12, squeeze_37, relu_10, convert_element_type_40, convolution_13, squeeze_40, relu_11, convert_element_type_43, convolution_14, squeeze_43, relu_12, convert_element_type_46, convolution_15, squeeze_46, relu_13, convert_element_type_49, convolution_16, squeeze_49, convert_element_type_52, convolution_17, squeeze_52, relu_14, convert_element_type_55, convolution_18, squeeze_55, relu_15, convert_element_type_58, convolution_19, squeeze_58, view, permute_1, le, unsqueeze_82, unsqueeze_94, unsqueeze_106, unsqueeze_118, unsqueeze_130, unsqueeze_142, unsqueeze_154, unsqueeze_166, unsqueeze_178, unsqueeze_190, unsqueeze_202, unsqueeze_214, unsqueeze_226, unsqueeze_238, unsqueeze_250, unsqueeze_262, unsqueeze_274, unsqueeze_286, unsqueeze_298, unsqueeze_310, tangents_1 = args
        assert_size_stride(primals_6, (64, ), (1, ))
        assert_size_stride(primals_12, (64, ), (1, ))
        assert_size_stride(primals_18, (64, ), (1, ))
        assert_size_stride(primals_24, (64, ), (1, ))
        assert_size_stride(primals_30, (64, ), (1, ))
        assert_size_stride(primals_36, (128, ), (1, ))
        assert_size_stride(primals_42, (128, ), (1, ))
        assert_size_stride(primals_48, (128, ), (1, ))
        assert_size_stride(primals_54, (128, ), (1, ))
        assert_size_stride(primals_60, (128, ), (1, ))
        assert_size_stride(primals_66, (256, ), (1, ))
        assert_size_stride(primals_72, (256, ), (1, ))
        assert_size_stride(primals_78, (256, ), (1, ))
        assert_size_stride(primals_84, (256, ), (1, ))
        assert_size_stride(primals_90, (256, ), (1, ))
        assert_size_stride(primals_96, (512, ), (1, ))
        assert_size_stride(primals_102, (512, ), (1, ))
        assert_size_stride(primals_108, (512, ), (1, ))
        assert_size_stride(primals_114, (512, ), (1, ))
        assert_size_stride(primals_120, (512, ), (1, ))
        assert_size_stride(convert_element_type, (64, 3, 7, 7), (147, 1, 21, 3))
        assert_size_stride(convert_element_type_1, (64, 3, 224, 224), (150528, 1, 672, 3))
        assert_size_stride(convolution, (64, 64, 112, 112), (802816, 1, 7168, 64))
        assert_size_stride(squeeze_1, (64, ), (1, ))
        assert_size_stride(relu, (64, 64, 112, 112), (802816, 1, 7168, 64))
        assert_size_stride(getitem_2, (64, 64, 56, 56), (200704, 1, 3584, 64))
        assert_size_stride(getitem_3, (64, 64, 56, 56), (200704, 1, 3584, 64))
        assert_size_stride(convert_element_type_4, (64, 64, 3, 3), (576, 1, 192, 64))
        assert_size_stride(convolution_1, (64, 64, 56, 56), (200704, 1, 3584, 64))
        assert_size_stride(squeeze_4, (64, ), (1, ))
        assert_size_stride(relu_1, (64, 64, 56, 56), (200704, 1, 3584, 64))
        assert_size_stride(convert_element_type_7, (64, 64, 3, 3), (576, 1, 192, 64))
        assert_size_stride(convolution_2, (64, 64, 56, 56), (200704, 1, 3584, 64))
        assert_size_stride(squeeze_7, (64, ), (1, ))
        assert_size_stride(relu_2, (64, 64, 56, 56), (200704, 1, 3584, 64))
        assert_size_stride(convert_element_type_10, (64, 64, 3, 3), (576, 1, 192, 64))
        assert_size_stride(convolution_3, (64, 64, 56, 56), (200704, 1, 3584, 64))
        assert_size_stride(squeeze_10, (64, ), (1, ))
        assert_size_stride(relu_3, (64, 64, 56, 56), (200704, 1, 3584, 64))
        assert_size_stride(convert_element_type_13, (64, 64, 3, 3), (576, 1, 192, 64))
        assert_size_stride(convolution_4, (64, 64, 56, 56), (200704, 1, 3584, 64))
        assert_size_stride(squeeze_13, (64, ), (1, ))
        assert_size_stride(relu_4, (64, 64, 56, 56), (200704, 1, 3584, 64))
        assert_size_stride(convert_element_type_16, (128, 64, 3, 3), (576, 1, 192, 64))
        assert_size_stride(convolution_5, (64, 128, 28, 28), (100352, 1, 3584, 128))
        assert_size_stride(squeeze_16, (128, ), (1, ))
        assert_size_stride(relu_5, (64, 128, 28, 28), (100352, 1, 3584, 128))
        assert_size_stride(convert_element_type_19, (128, 128, 3, 3), (1152, 1, 384, 128))
        assert_size_stride(convolution_6, (64, 128, 28, 28), (100352, 1, 3584, 128))
        assert_size_stride(squeeze_19, (128, ), (1, ))
        assert_size_stride(convert_element_type_22, (128, 64, 1, 1), (64, 1, 64, 64))
        assert_size_stride(convolution_7, (64, 128, 28, 28), (100352, 1, 3584, 128))
        assert_size_stride(squeeze_22, (128, ), (1, ))
        assert_size_stride(relu_6, (64, 128, 28, 28), (100352, 1, 3584, 128))
        assert_size_stride(convert_element_type_25, (128, 128, 3, 3), (1152, 1, 384, 128))
        assert_size_stride(convolution_8, (64, 128, 28, 28), (100352, 1, 3584, 128))
        assert_size_stride(squeeze_25, (128, ), (1, ))
        assert_size_stride(relu_7, (64, 128, 28, 28), (100352, 1, 3584, 128))
        assert_size_stride(convert_element_type_28, (128, 128, 3, 3), (1152, 1, 384, 128))
        assert_size_stride(convolution_9, (64, 128, 28, 28), (100352, 1, 3584, 128))
        assert_size_stride(squeeze_28, (128, ), (1, ))
        assert_size_stride(relu_8, (64, 128, 28, 28), (100352, 1, 3584, 128))
        assert_size_stride(convert_element_type_31, (256, 128, 3, 3), (1152, 1, 384, 128))
        assert_size_stride(convolution_10, (64, 256, 14, 14), (50176, 1, 3584, 256))
        assert_size_stride(squeeze_31, (256, ), (1, ))
        assert_size_stride(relu_9, (64, 256, 14, 14), (50176, 1, 3584, 256))
        assert_size_stride(convert_element_type_34, (256, 256, 3, 3), (2304, 1, 768, 256))
        assert_size_stride(convolution_11, (64, 256, 14, 14), (50176, 1, 3584, 256))
        assert_size_stride(squeeze_34, (256, ), (1, ))
        assert_size_stride(convert_element_type_37, (256, 128, 1, 1), (128, 1, 128, 128))
        assert_size_stride(convolution_12, (64, 256, 14, 14), (50176, 1, 3584, 256))
        assert_size_stride(squeeze_37, (256, ), (1, ))
        assert_size_stride(relu_10, (64, 256, 14, 14), (50176, 1, 3584, 256))
        assert_size_stride(convert_element_type_40, (256, 256, 3, 3), (2304, 1, 768, 256))
        assert_size_stride(convolution_13, (64, 256, 14, 14), (50176, 1, 3584, 256))
        assert_size_stride(squeeze_40, (256, ), (1, ))
        assert_size_stride(relu_11, (64, 256, 14, 14), (50176, 1, 3584, 256))
        assert_size_stride(convert_element_type_43, (256, 256, 3, 3), (2304, 1, 768, 256))
        assert_size_stride(convolution_14, (64, 256, 14, 14), (50176, 1, 3584, 256))
        assert_size_stride(squeeze_43, (256, ), (1, ))
        assert_size_stride(relu_12, (64, 256, 14, 14), (50176, 1, 3584, 256))
        assert_size_stride(convert_element_type_46, (512, 256, 3, 3), (2304, 1, 768, 256))
        assert_size_stride(convolution_15, (64, 512, 7, 7), (25088, 1, 3584, 512))
        assert_size_stride(squeeze_46, (512, ), (1, ))
        assert_size_stride(relu_13, (64, 512, 7, 7), (25088, 1, 3584, 512))
        assert_size_stride(convert_element_type_49, (512, 512, 3, 3), (4608, 1, 1536, 512))
        assert_size_stride(convolution_16, (64, 512, 7, 7), (25088, 1, 3584, 512))
        assert_size_stride(squeeze_49, (512, ), (1, ))
        assert_size_stride(convert_element_type_52, (512, 256, 1, 1), (256, 1, 256, 256))
        assert_size_stride(convolution_17, (64, 512, 7, 7), (25088, 1, 3584, 512))
        assert_size_stride(squeeze_52, (512, ), (1, ))
        assert_size_stride(relu_14, (64, 512, 7, 7), (25088, 1, 3584, 512))
        assert_size_stride(convert_element_type_55, (512, 512, 3, 3), (4608, 1, 1536, 512))
        assert_size_stride(convolution_18, (64, 512, 7, 7), (25088, 1, 3584, 512))
        assert_size_stride(squeeze_55, (512, ), (1, ))
        assert_size_stride(relu_15, (64, 512, 7, 7), (25088, 1, 3584, 512))
        assert_size_stride(convert_element_type_58, (512, 512, 3, 3), (4608, 1, 1536, 512))
        assert_size_stride(convolution_19, (64, 512, 7, 7), (25088, 1, 3584, 512))
        assert_size_stride(squeeze_58, (512, ), (1, ))
        assert_size_stride(view, (64, 512), (512, 1))
        assert_size_stride(permute_1, (1000, 512), (512, 1))
        assert_size_stride(le, (64, 512, 7, 7), (25088, 1, 3584, 512))
        assert_size_stride(unsqueeze_82, (1, 512, 1, 1), (512, 1, 1, 1))
        assert_size_stride(unsqueeze_94, (1, 512, 1, 1), (512, 1, 1, 1))
        assert_size_stride(unsqueeze_106, (1, 512, 1, 1), (512, 1, 1, 1))
        assert_size_stride(unsqueeze_118, (1, 512, 1, 1), (512, 1, 1, 1))
        assert_size_stride(unsqueeze_130, (1, 512, 1, 1), (512, 1, 1, 1))
        assert_size_stride(unsqueeze_142, (1, 256, 1, 1), (256, 1, 1, 1))
        assert_size_stride(unsqueeze_154, (1, 256, 1, 1), (256, 1, 1, 1))
        assert_size_stride(unsqueeze_166, (1, 256, 1, 1), (256, 1, 1, 1))
        assert_size_stride(unsqueeze_178, (1, 256, 1, 1), (256, 1, 1, 1))
        assert_size_stride(unsqueeze_190, (1, 256, 1, 1), (256, 1, 1, 1))
        assert_size_stride(unsqueeze_202, (1, 128, 1, 1), (128, 1, 1, 1))
        assert_size_stride(unsqueeze_214, (1, 128, 1, 1), (128, 1, 1, 1))
        assert_size_stride(unsqueeze_226, (1, 128, 1, 1), (128, 1, 1, 1))
        assert_size_stride(unsqueeze_238, (1, 128, 1, 1), (128, 1, 1, 1))
        assert_size_stride(unsqueeze_250, (1, 128, 1, 1), (128, 1, 1, 1))
        assert_size_stride(unsqueeze_262, (1, 64, 1, 1), (64, 1, 1, 1))
        assert_size_stride(unsqueeze_274, (1, 64, 1, 1), (64, 1, 1, 1))
        assert_size_stride(unsqueeze_286, (1, 64, 1, 1), (64, 1, 1, 1))
        assert_size_stride(unsqueeze_298, (1, 64, 1, 1), (64, 1, 1, 1))
        assert_size_stride(unsqueeze_310, (1, 64, 1, 1), (64, 1, 1, 1))
        assert_size_stride(tangents_1, (64, 1000), (1000, 1))
        with torch.cuda._DeviceGuard(0):
            buf4 = empty_strided_cuda((32768, ), (1, ), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_new_zeros_0:1
            triton_poi_fused_new_zeros_0.run(buf4, 32768, stream=stream0)
            buf0 = empty_strided_cuda((64, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:2
            extern_kernels.mm(tangents_1, permute_1, out=buf0)
            # [Provenance debug handles] triton_poi_fused_squeeze_view_1:3
            triton_poi_fused_squeeze_view_1.run(buf0, buf4, 32768, stream=stream0)
            buf6 = empty_strided_cuda((512, 25), (1, 512), torch.float32)
            buf8 = empty_strided_cuda((512, 25), (1, 512), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_2:4
            triton_red_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_2.run(le, buf4, convolution_19, unsqueeze_82, buf6, buf8, 12800, 126, stream=stream0)
            buf7 = empty_strided_cuda((512, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3:5
            triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3.run(buf6, buf7, 512, 25, stream=stream0)
            buf9 = empty_strided_cuda((512, ), (1, ), torch.float32)
            buf10 = empty_strided_cuda((512, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4:6
            triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4.run(buf8, squeeze_58, buf9, buf10, 512, 25, stream=stream0)
            buf11 = convolution_19; del convolution_19  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_as_strided_convolution_backward_div_expand_native_batch_norm_backward_threshold_backward_5:7
            triton_poi_fused__native_batch_norm_legit_functional_as_strided_convolution_backward_div_expand_native_batch_norm_backward_threshold_backward_5.run(buf11, le, buf4, unsqueeze_82, buf9, squeeze_58, buf7, primals_120, 1605632, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:8
            buf12 = torch.ops.aten.convolution_backward.default(buf11, relu_15, convert_element_type_58, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf13 = buf12[0]
            assert_size_stride(buf13, (64, 512, 7, 7), (25088, 1, 3584, 512), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf13, 16, 'torch.ops.aten.convolution_backward.default')
            buf14 = buf12[1]
            assert_size_stride(buf14, (512, 512, 3, 3), (4608, 1, 1536, 512), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf14, 16, 'torch.ops.aten.convolution_backward.default')
            buf16 = buf8; del buf8  # reuse
            buf18 = buf6; del buf6  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_6:9
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_6.run(relu_15, buf13, convolution_18, unsqueeze_94, buf16, buf18, 12800, 126, stream=stream0)
            buf17 = buf9; del buf9  # reuse
            # [Provenance debug handles] triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3:10
            triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3.run(buf16, buf17, 512, 25, stream=stream0)
            buf19 = empty_strided_cuda((512, ), (1, ), torch.float32)
            buf20 = empty_strided_cuda((512, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4:11
            triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4.run(buf18, squeeze_55, buf19, buf20, 512, 25, stream=stream0)
            buf21 = relu_15; del relu_15  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_7:12
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_7.run(buf21, buf13, convolution_18, unsqueeze_94, buf19, squeeze_55, buf17, primals_114, 1605632, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:13
            buf22 = torch.ops.aten.convolution_backward.default(buf21, relu_14, convert_element_type_55, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf23 = buf22[0]
            assert_size_stride(buf23, (64, 512, 7, 7), (25088, 1, 3584, 512), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf23, 16, 'torch.ops.aten.convolution_backward.default')
            buf24 = buf22[1]
            assert_size_stride(buf24, (512, 512, 3, 3), (4608, 1, 1536, 512), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf24, 16, 'torch.ops.aten.convolution_backward.default')
            buf26 = buf18; del buf18  # reuse
            buf28 = buf16; del buf16  # reuse
            buf37 = empty_strided_cuda((512, 25), (1, 512), torch.float32)
            buf39 = empty_strided_cuda((512, 25), (1, 512), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_as_strided_div_expand_native_batch_norm_backward_threshold_backward_8:14
            triton_red_fused__native_batch_norm_legit_functional_add_as_strided_div_expand_native_batch_norm_backward_threshold_backward_8.run(relu_14, le, buf4, buf23, convolution_17, unsqueeze_106, convolution_16, unsqueeze_118, buf26, buf28, buf37, buf39, 12800, 126, stream=stream0)
            buf27 = buf19; del buf19  # reuse
            # [Provenance debug handles] triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3:15
            triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3.run(buf26, buf27, 512, 25, stream=stream0)
            buf38 = empty_strided_cuda((512, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3:16
            triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3.run(buf37, buf38, 512, 25, stream=stream0)
            buf29 = empty_strided_cuda((512, ), (1, ), torch.float32)
            buf31 = empty_strided_cuda((512, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4:17
            triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4.run(buf28, squeeze_52, buf29, buf31, 512, 25, stream=stream0)
            buf40 = empty_strided_cuda((512, ), (1, ), torch.float32)
            buf42 = empty_strided_cuda((512, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4:18
            triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4.run(buf39, squeeze_49, buf40, buf42, 512, 25, stream=stream0)
            buf32 = buf21; del buf21  # reuse
            buf43 = buf13; del buf13  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_add_as_strided_convolution_backward_div_expand_native_batch_norm_backward_threshold_backward_9:19
            triton_poi_fused__native_batch_norm_legit_functional_add_as_strided_convolution_backward_div_expand_native_batch_norm_backward_threshold_backward_9.run(relu_14, le, buf4, buf23, convolution_17, unsqueeze_106, buf29, squeeze_52, buf27, convolution_16, unsqueeze_118, buf40, squeeze_49, buf38, primals_108, primals_102, buf32, buf43, 1605632, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:20
            buf33 = torch.ops.aten.convolution_backward.default(buf32, relu_12, convert_element_type_52, [0], [2, 2], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False])
            buf34 = buf33[0]
            assert_size_stride(buf34, (64, 256, 14, 14), (50176, 1, 3584, 256), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf34, 16, 'torch.ops.aten.convolution_backward.default')
            buf35 = buf33[1]
            assert_size_stride(buf35, (512, 256, 1, 1), (256, 1, 256, 256), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf35, 16, 'torch.ops.aten.convolution_backward.default')
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:21
            buf44 = torch.ops.aten.convolution_backward.default(buf43, relu_13, convert_element_type_49, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf45 = buf44[0]
            assert_size_stride(buf45, (64, 512, 7, 7), (25088, 1, 3584, 512), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf45, 16, 'torch.ops.aten.convolution_backward.default')
            buf46 = buf44[1]
            assert_size_stride(buf46, (512, 512, 3, 3), (4608, 1, 1536, 512), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf46, 16, 'torch.ops.aten.convolution_backward.default')
            buf48 = empty_strided_cuda((512, 25), (1, 512), torch.float32)
            buf50 = empty_strided_cuda((512, 25), (1, 512), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_6:22
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_6.run(relu_13, buf45, convolution_15, unsqueeze_130, buf48, buf50, 12800, 126, stream=stream0)
            buf49 = buf40; del buf40  # reuse
            # [Provenance debug handles] triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3:23
            triton_per_fused_as_strided_div_expand_native_batch_norm_backward_threshold_backward_3.run(buf48, buf49, 512, 25, stream=stream0)
            buf51 = buf29; del buf29  # reuse
            buf52 = empty_strided_cuda((512, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4:24
            triton_per_fused__native_batch_norm_legit_functional_as_strided_div_expand_native_batch_norm_backward_threshold_backward_4.run(buf50, squeeze_46, buf51, buf52, 512, 25, stream=stream0)
            buf53 = relu_13; del relu_13  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_7:25
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_7.run(buf53, buf45, convolution_15, unsqueeze_130, buf51, squeeze_46, buf49, primals_96, 1605632, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:26
            buf54 = torch.ops.aten.convolution_backward.default(buf53, relu_12, convert_element_type_46, [0], [2, 2], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf55 = buf54[0]
            assert_size_stride(buf55, (64, 256, 14, 14), (50176, 1, 3584, 256), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf55, 16, 'torch.ops.aten.convolution_backward.default')
            buf56 = buf54[1]
            assert_size_stride(buf56, (512, 256, 3, 3), (2304, 1, 768, 256), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf56, 16, 'torch.ops.aten.convolution_backward.default')
            buf58 = empty_strided_cuda((256, 98), (1, 256), torch.float32)
            buf60 = empty_strided_cuda((256, 98), (1, 256), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_10:27
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_10.run(relu_12, buf34, buf55, convolution_14, unsqueeze_142, buf58, buf60, 25088, 128, stream=stream0)
            buf59 = empty_strided_cuda((256, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_11:28
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_11.run(buf58, buf59, 256, 98, stream=stream0)
            buf61 = empty_strided_cuda((256, ), (1, ), torch.float32)
            buf63 = empty_strided_cuda((256, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12:29
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12.run(buf60, squeeze_43, buf61, buf63, 256, 98, stream=stream0)
            buf64 = empty_strided_cuda((64, 256, 14, 14), (50176, 1, 3584, 256), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_13:30
            triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_13.run(relu_12, buf34, buf55, convolution_14, unsqueeze_142, buf61, squeeze_43, buf59, primals_90, buf64, 3211264, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:31
            buf65 = torch.ops.aten.convolution_backward.default(buf64, relu_11, convert_element_type_43, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf66 = buf65[0]
            assert_size_stride(buf66, (64, 256, 14, 14), (50176, 1, 3584, 256), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf66, 16, 'torch.ops.aten.convolution_backward.default')
            buf67 = buf65[1]
            assert_size_stride(buf67, (256, 256, 3, 3), (2304, 1, 768, 256), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf67, 16, 'torch.ops.aten.convolution_backward.default')
            buf69 = buf60; del buf60  # reuse
            buf71 = buf58; del buf58  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_14:32
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_14.run(relu_11, buf66, convolution_13, unsqueeze_154, buf69, buf71, 25088, 128, stream=stream0)
            buf70 = buf61; del buf61  # reuse
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_11:33
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_11.run(buf69, buf70, 256, 98, stream=stream0)
            buf72 = empty_strided_cuda((256, ), (1, ), torch.float32)
            buf73 = empty_strided_cuda((256, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12:34
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12.run(buf71, squeeze_40, buf72, buf73, 256, 98, stream=stream0)
            buf74 = relu_11; del relu_11  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_15:35
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_15.run(buf74, buf66, convolution_13, unsqueeze_154, buf72, squeeze_40, buf70, primals_84, 3211264, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:36
            buf75 = torch.ops.aten.convolution_backward.default(buf74, relu_10, convert_element_type_40, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf76 = buf75[0]
            assert_size_stride(buf76, (64, 256, 14, 14), (50176, 1, 3584, 256), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf76, 16, 'torch.ops.aten.convolution_backward.default')
            buf77 = buf75[1]
            assert_size_stride(buf77, (256, 256, 3, 3), (2304, 1, 768, 256), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf77, 16, 'torch.ops.aten.convolution_backward.default')
            buf79 = empty_strided_cuda((64, 256, 14, 14), (50176, 1, 3584, 256), torch.float32)
            # [Provenance debug handles] triton_poi_fused_add_native_batch_norm_backward_threshold_backward_16:37
            triton_poi_fused_add_native_batch_norm_backward_threshold_backward_16.run(relu_10, relu_12, buf34, buf55, buf76, buf79, 3211264, stream=stream0)
            buf80 = buf71; del buf71  # reuse
            buf82 = buf69; del buf69  # reuse
            buf90 = empty_strided_cuda((256, 98), (1, 256), torch.float32)
            buf92 = empty_strided_cuda((256, 98), (1, 256), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_17:38
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_17.run(buf79, convolution_12, unsqueeze_166, convolution_11, unsqueeze_178, buf80, buf82, buf90, buf92, 25088, 128, stream=stream0)
            buf81 = buf72; del buf72  # reuse
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_11:39
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_11.run(buf80, buf81, 256, 98, stream=stream0)
            buf91 = empty_strided_cuda((256, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_11:40
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_11.run(buf90, buf91, 256, 98, stream=stream0)
            buf83 = empty_strided_cuda((256, ), (1, ), torch.float32)
            buf84 = empty_strided_cuda((256, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12:41
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12.run(buf82, squeeze_37, buf83, buf84, 256, 98, stream=stream0)
            buf93 = empty_strided_cuda((256, ), (1, ), torch.float32)
            buf94 = empty_strided_cuda((256, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12:42
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12.run(buf92, squeeze_34, buf93, buf94, 256, 98, stream=stream0)
            buf85 = convolution_12; del convolution_12  # reuse
            buf95 = convolution_11; del convolution_11  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_18:43
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_18.run(buf85, buf95, buf79, unsqueeze_166, buf83, squeeze_37, buf81, primals_78, unsqueeze_178, buf93, squeeze_34, buf91, primals_72, 3211264, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:44
            buf86 = torch.ops.aten.convolution_backward.default(buf85, relu_8, convert_element_type_37, [0], [2, 2], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False])
            buf87 = buf86[0]
            assert_size_stride(buf87, (64, 128, 28, 28), (100352, 1, 3584, 128), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf87, 16, 'torch.ops.aten.convolution_backward.default')
            buf88 = buf86[1]
            assert_size_stride(buf88, (256, 128, 1, 1), (128, 1, 128, 128), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf88, 16, 'torch.ops.aten.convolution_backward.default')
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:45
            buf96 = torch.ops.aten.convolution_backward.default(buf95, relu_9, convert_element_type_34, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf97 = buf96[0]
            assert_size_stride(buf97, (64, 256, 14, 14), (50176, 1, 3584, 256), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf97, 16, 'torch.ops.aten.convolution_backward.default')
            buf98 = buf96[1]
            assert_size_stride(buf98, (256, 256, 3, 3), (2304, 1, 768, 256), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf98, 16, 'torch.ops.aten.convolution_backward.default')
            buf100 = buf92; del buf92  # reuse
            buf102 = buf82; del buf82  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_14:46
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_14.run(relu_9, buf97, convolution_10, unsqueeze_190, buf100, buf102, 25088, 128, stream=stream0)
            buf101 = buf93; del buf93  # reuse
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_11:47
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_11.run(buf100, buf101, 256, 98, stream=stream0)
            buf103 = buf83; del buf83  # reuse
            buf104 = empty_strided_cuda((256, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12:48
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_12.run(buf102, squeeze_31, buf103, buf104, 256, 98, stream=stream0)
            buf105 = relu_9; del relu_9  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_15:49
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_15.run(buf105, buf97, convolution_10, unsqueeze_190, buf103, squeeze_31, buf101, primals_66, 3211264, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:50
            buf106 = torch.ops.aten.convolution_backward.default(buf105, relu_8, convert_element_type_31, [0], [2, 2], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf107 = buf106[0]
            assert_size_stride(buf107, (64, 128, 28, 28), (100352, 1, 3584, 128), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf107, 16, 'torch.ops.aten.convolution_backward.default')
            buf108 = buf106[1]
            assert_size_stride(buf108, (256, 128, 3, 3), (1152, 1, 384, 128), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf108, 16, 'torch.ops.aten.convolution_backward.default')
            buf110 = empty_strided_cuda((128, 392), (1, 128), torch.float32)
            buf112 = empty_strided_cuda((128, 392), (1, 128), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_19:51
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_19.run(relu_8, buf87, buf107, convolution_9, unsqueeze_202, buf110, buf112, 50176, 128, stream=stream0)
            buf111 = empty_strided_cuda((128, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_20:52
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_20.run(buf110, buf111, 128, 392, stream=stream0)
            buf113 = empty_strided_cuda((128, ), (1, ), torch.float32)
            buf115 = empty_strided_cuda((128, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21:53
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21.run(buf112, squeeze_28, buf113, buf115, 128, 392, stream=stream0)
            buf116 = empty_strided_cuda((64, 128, 28, 28), (100352, 1, 3584, 128), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_22:54
            triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_22.run(relu_8, buf87, buf107, convolution_9, unsqueeze_202, buf113, squeeze_28, buf111, primals_60, buf116, 6422528, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:55
            buf117 = torch.ops.aten.convolution_backward.default(buf116, relu_7, convert_element_type_28, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf118 = buf117[0]
            assert_size_stride(buf118, (64, 128, 28, 28), (100352, 1, 3584, 128), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf118, 16, 'torch.ops.aten.convolution_backward.default')
            buf119 = buf117[1]
            assert_size_stride(buf119, (128, 128, 3, 3), (1152, 1, 384, 128), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf119, 16, 'torch.ops.aten.convolution_backward.default')
            buf121 = buf112; del buf112  # reuse
            buf123 = buf110; del buf110  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_23:56
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_23.run(relu_7, buf118, convolution_8, unsqueeze_214, buf121, buf123, 50176, 128, stream=stream0)
            buf122 = buf113; del buf113  # reuse
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_20:57
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_20.run(buf121, buf122, 128, 392, stream=stream0)
            buf124 = empty_strided_cuda((128, ), (1, ), torch.float32)
            buf125 = empty_strided_cuda((128, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21:58
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21.run(buf123, squeeze_25, buf124, buf125, 128, 392, stream=stream0)
            buf126 = relu_7; del relu_7  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_24:59
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_24.run(buf126, buf118, convolution_8, unsqueeze_214, buf124, squeeze_25, buf122, primals_54, 6422528, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:60
            buf127 = torch.ops.aten.convolution_backward.default(buf126, relu_6, convert_element_type_25, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf128 = buf127[0]
            assert_size_stride(buf128, (64, 128, 28, 28), (100352, 1, 3584, 128), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf128, 16, 'torch.ops.aten.convolution_backward.default')
            buf129 = buf127[1]
            assert_size_stride(buf129, (128, 128, 3, 3), (1152, 1, 384, 128), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf129, 16, 'torch.ops.aten.convolution_backward.default')
            buf131 = empty_strided_cuda((64, 128, 28, 28), (100352, 1, 3584, 128), torch.float32)
            # [Provenance debug handles] triton_poi_fused_add_native_batch_norm_backward_threshold_backward_25:61
            triton_poi_fused_add_native_batch_norm_backward_threshold_backward_25.run(relu_6, relu_8, buf87, buf107, buf128, buf131, 6422528, stream=stream0)
            buf132 = buf123; del buf123  # reuse
            buf134 = buf121; del buf121  # reuse
            buf142 = empty_strided_cuda((128, 392), (1, 128), torch.float32)
            buf144 = empty_strided_cuda((128, 392), (1, 128), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_26:62
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_26.run(buf131, convolution_7, unsqueeze_226, convolution_6, unsqueeze_238, buf132, buf134, buf142, buf144, 50176, 128, stream=stream0)
            buf133 = buf124; del buf124  # reuse
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_20:63
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_20.run(buf132, buf133, 128, 392, stream=stream0)
            buf143 = empty_strided_cuda((128, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_20:64
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_20.run(buf142, buf143, 128, 392, stream=stream0)
            buf135 = empty_strided_cuda((128, ), (1, ), torch.float32)
            buf136 = empty_strided_cuda((128, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21:65
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21.run(buf134, squeeze_22, buf135, buf136, 128, 392, stream=stream0)
            buf145 = empty_strided_cuda((128, ), (1, ), torch.float32)
            buf146 = empty_strided_cuda((128, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21:66
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21.run(buf144, squeeze_19, buf145, buf146, 128, 392, stream=stream0)
            buf137 = convolution_7; del convolution_7  # reuse
            buf147 = convolution_6; del convolution_6  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_27:67
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_27.run(buf137, buf147, buf131, unsqueeze_226, buf135, squeeze_22, buf133, primals_48, unsqueeze_238, buf145, squeeze_19, buf143, primals_42, 6422528, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:68
            buf138 = torch.ops.aten.convolution_backward.default(buf137, relu_4, convert_element_type_22, [0], [2, 2], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False])
            buf139 = buf138[0]
            assert_size_stride(buf139, (64, 64, 56, 56), (200704, 1, 3584, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf139, 16, 'torch.ops.aten.convolution_backward.default')
            buf140 = buf138[1]
            assert_size_stride(buf140, (128, 64, 1, 1), (64, 1, 64, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf140, 16, 'torch.ops.aten.convolution_backward.default')
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:69
            buf148 = torch.ops.aten.convolution_backward.default(buf147, relu_5, convert_element_type_19, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf149 = buf148[0]
            assert_size_stride(buf149, (64, 128, 28, 28), (100352, 1, 3584, 128), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf149, 16, 'torch.ops.aten.convolution_backward.default')
            buf150 = buf148[1]
            assert_size_stride(buf150, (128, 128, 3, 3), (1152, 1, 384, 128), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf150, 16, 'torch.ops.aten.convolution_backward.default')
            buf152 = buf144; del buf144  # reuse
            buf154 = buf134; del buf134  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_23:70
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_23.run(relu_5, buf149, convolution_5, unsqueeze_250, buf152, buf154, 50176, 128, stream=stream0)
            buf153 = buf145; del buf145  # reuse
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_20:71
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_20.run(buf152, buf153, 128, 392, stream=stream0)
            buf155 = buf135; del buf135  # reuse
            buf156 = empty_strided_cuda((128, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21:72
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_21.run(buf154, squeeze_16, buf155, buf156, 128, 392, stream=stream0)
            buf157 = relu_5; del relu_5  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_24:73
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_24.run(buf157, buf149, convolution_5, unsqueeze_250, buf155, squeeze_16, buf153, primals_36, 6422528, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:74
            buf158 = torch.ops.aten.convolution_backward.default(buf157, relu_4, convert_element_type_16, [0], [2, 2], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf159 = buf158[0]
            assert_size_stride(buf159, (64, 64, 56, 56), (200704, 1, 3584, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf159, 16, 'torch.ops.aten.convolution_backward.default')
            buf160 = buf158[1]
            assert_size_stride(buf160, (128, 64, 3, 3), (576, 1, 192, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf160, 16, 'torch.ops.aten.convolution_backward.default')
            buf162 = empty_strided_cuda((64, 1024), (1, 64), torch.float32)
            buf164 = empty_strided_cuda((64, 1024), (1, 64), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_28:75
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_28.run(relu_4, buf139, buf159, convolution_4, unsqueeze_262, buf162, buf164, 65536, 196, stream=stream0)
            buf163 = empty_strided_cuda((64, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_29:76
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_29.run(buf162, buf163, 64, 1024, stream=stream0)
            buf165 = empty_strided_cuda((64, ), (1, ), torch.float32)
            buf167 = empty_strided_cuda((64, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30:77
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30.run(buf164, squeeze_13, buf165, buf167, 64, 1024, stream=stream0)
            buf168 = empty_strided_cuda((64, 64, 56, 56), (200704, 1, 3584, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_31:78
            triton_poi_fused__native_batch_norm_legit_functional_add_convolution_backward_native_batch_norm_backward_threshold_backward_31.run(relu_4, buf139, buf159, convolution_4, unsqueeze_262, buf165, squeeze_13, buf163, primals_30, buf168, 12845056, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:79
            buf169 = torch.ops.aten.convolution_backward.default(buf168, relu_3, convert_element_type_13, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf170 = buf169[0]
            assert_size_stride(buf170, (64, 64, 56, 56), (200704, 1, 3584, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf170, 16, 'torch.ops.aten.convolution_backward.default')
            buf171 = buf169[1]
            assert_size_stride(buf171, (64, 64, 3, 3), (576, 1, 192, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf171, 16, 'torch.ops.aten.convolution_backward.default')
            buf173 = buf164; del buf164  # reuse
            buf175 = buf162; del buf162  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_32:80
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_32.run(relu_3, buf170, convolution_3, unsqueeze_274, buf173, buf175, 65536, 196, stream=stream0)
            buf174 = buf165; del buf165  # reuse
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_29:81
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_29.run(buf173, buf174, 64, 1024, stream=stream0)
            buf176 = empty_strided_cuda((64, ), (1, ), torch.float32)
            buf177 = empty_strided_cuda((64, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30:82
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30.run(buf175, squeeze_10, buf176, buf177, 64, 1024, stream=stream0)
            buf178 = relu_3; del relu_3  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_33:83
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_33.run(buf178, buf170, convolution_3, unsqueeze_274, buf176, squeeze_10, buf174, primals_24, 12845056, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:84
            buf179 = torch.ops.aten.convolution_backward.default(buf178, relu_2, convert_element_type_10, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf180 = buf179[0]
            assert_size_stride(buf180, (64, 64, 56, 56), (200704, 1, 3584, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf180, 16, 'torch.ops.aten.convolution_backward.default')
            buf181 = buf179[1]
            assert_size_stride(buf181, (64, 64, 3, 3), (576, 1, 192, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf181, 16, 'torch.ops.aten.convolution_backward.default')
            buf183 = relu_2; del relu_2  # reuse
            # [Provenance debug handles] triton_poi_fused_add_threshold_backward_34:85
            triton_poi_fused_add_threshold_backward_34.run(buf183, relu_4, buf139, buf159, buf180, 12845056, stream=stream0)
            buf184 = buf175; del buf175  # reuse
            buf186 = buf173; del buf173  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_35:86
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_35.run(buf183, convolution_2, unsqueeze_286, buf184, buf186, 65536, 196, stream=stream0)
            buf185 = buf176; del buf176  # reuse
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_29:87
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_29.run(buf184, buf185, 64, 1024, stream=stream0)
            buf187 = empty_strided_cuda((64, ), (1, ), torch.float32)
            buf188 = empty_strided_cuda((64, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30:88
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30.run(buf186, squeeze_7, buf187, buf188, 64, 1024, stream=stream0)
            buf189 = convolution_2; del convolution_2  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_36:89
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_36.run(buf189, buf183, unsqueeze_286, buf187, squeeze_7, buf185, primals_18, 12845056, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:90
            buf190 = torch.ops.aten.convolution_backward.default(buf189, relu_1, convert_element_type_7, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf191 = buf190[0]
            assert_size_stride(buf191, (64, 64, 56, 56), (200704, 1, 3584, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf191, 16, 'torch.ops.aten.convolution_backward.default')
            buf192 = buf190[1]
            assert_size_stride(buf192, (64, 64, 3, 3), (576, 1, 192, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf192, 16, 'torch.ops.aten.convolution_backward.default')
            buf194 = buf186; del buf186  # reuse
            buf196 = buf184; del buf184  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_32:91
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_32.run(relu_1, buf191, convolution_1, unsqueeze_298, buf194, buf196, 65536, 196, stream=stream0)
            buf195 = buf187; del buf187  # reuse
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_29:92
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_29.run(buf194, buf195, 64, 1024, stream=stream0)
            buf197 = empty_strided_cuda((64, ), (1, ), torch.float32)
            buf198 = empty_strided_cuda((64, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30:93
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30.run(buf196, squeeze_4, buf197, buf198, 64, 1024, stream=stream0)
            buf199 = relu_1; del relu_1  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_33:94
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_33.run(buf199, buf191, convolution_1, unsqueeze_298, buf197, squeeze_4, buf195, primals_12, 12845056, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:95
            buf200 = torch.ops.aten.convolution_backward.default(buf199, getitem_2, convert_element_type_4, [0], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])
            buf201 = buf200[0]
            assert_size_stride(buf201, (64, 64, 56, 56), (200704, 1, 3584, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf201, 16, 'torch.ops.aten.convolution_backward.default')
            buf202 = buf200[1]
            assert_size_stride(buf202, (64, 64, 3, 3), (576, 1, 192, 64), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf202, 16, 'torch.ops.aten.convolution_backward.default')
            buf204 = buf183; del buf183  # reuse
            # [Provenance debug handles] triton_poi_fused_add_37:96
            triton_poi_fused_add_37.run(buf204, buf201, 12845056, stream=stream0)
            buf205 = empty_strided_cuda((64, 64, 112, 112), (802816, 1, 7168, 64), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused_add_max_pool2d_with_indices_max_pool2d_with_indices_backward_38:97
            triton_poi_fused_add_max_pool2d_with_indices_max_pool2d_with_indices_backward_38.run(getitem_3, buf204, buf205, 51380224, stream=stream0)
            buf206 = buf196; del buf196  # reuse
            buf208 = buf194; del buf194  # reuse
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_39:98
            triton_red_fused__native_batch_norm_legit_functional_native_batch_norm_backward_threshold_backward_39.run(relu, buf205, convolution, unsqueeze_310, buf206, buf208, 65536, 784, stream=stream0)
            buf207 = buf197; del buf197  # reuse
            # [Provenance debug handles] triton_red_fused_add_native_batch_norm_backward_threshold_backward_29:99
            triton_red_fused_add_native_batch_norm_backward_threshold_backward_29.run(buf206, buf207, 64, 1024, stream=stream0)
            buf209 = empty_strided_cuda((64, ), (1, ), torch.float32)
            buf210 = empty_strided_cuda((64, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30:100
            triton_red_fused__native_batch_norm_legit_functional_add_native_batch_norm_backward_threshold_backward_30.run(buf208, squeeze_1, buf209, buf210, 64, 1024, stream=stream0)
            buf211 = relu; del relu  # reuse
            # [Provenance debug handles] triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_40:101
            triton_poi_fused__native_batch_norm_legit_functional_convolution_backward_native_batch_norm_backward_threshold_backward_40.run(buf211, buf205, convolution, unsqueeze_310, buf209, squeeze_1, buf207, primals_6, 51380224, stream=stream0)
            # [Provenance debug handles] torch.ops.aten.convolution_backward.default:102
            buf212 = torch.ops.aten.convolution_backward.default(buf211, convert_element_type_1, convert_element_type, [0], [2, 2], [3, 3], [1, 1], False, [0, 0], 1, [False, True, False])
            buf213 = buf212[1]
            assert_size_stride(buf213, (64, 3, 7, 7), (147, 1, 21, 3), 'torch.ops.aten.convolution_backward.default')
            assert_alignment(buf213, 16, 'torch.ops.aten.convolution_backward.default')
            buf2 = empty_strided_cuda((1, 1000), (1000, 1), torch.float32)
            # [Provenance debug handles] triton_per_fused_sum_41:103
            triton_per_fused_sum_41.run(tangents_1, buf2, 1000, 64, stream=stream0)
            buf141 = empty_strided_cuda((128, 64, 1, 1), (64, 1, 64, 64), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_42:104
            triton_poi_fused__to_copy_42.run(buf140, buf141, 8192, stream=stream0)
            buf214 = empty_strided_cuda((64, 3, 7, 7), (147, 1, 21, 3), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_43:105
            triton_poi_fused__to_copy_43.run(buf213, buf214, 9408, stream=stream0)
            buf89 = empty_strided_cuda((256, 128, 1, 1), (128, 1, 128, 128), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_44:106
            triton_poi_fused__to_copy_44.run(buf88, buf89, 32768, stream=stream0)
            buf172 = empty_strided_cuda((64, 64, 3, 3), (576, 1, 192, 64), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_45:107
            triton_poi_fused__to_copy_45.run(buf171, buf172, 36864, stream=stream0)
            buf182 = empty_strided_cuda((64, 64, 3, 3), (576, 1, 192, 64), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_45:108
            triton_poi_fused__to_copy_45.run(buf181, buf182, 36864, stream=stream0)
            buf193 = empty_strided_cuda((64, 64, 3, 3), (576, 1, 192, 64), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_45:109
            triton_poi_fused__to_copy_45.run(buf192, buf193, 36864, stream=stream0)
            buf203 = empty_strided_cuda((64, 64, 3, 3), (576, 1, 192, 64), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_45:110
            triton_poi_fused__to_copy_45.run(buf202, buf203, 36864, stream=stream0)
            buf161 = empty_strided_cuda((128, 64, 3, 3), (576, 1, 192, 64), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_46:111
            triton_poi_fused__to_copy_46.run(buf160, buf161, 73728, stream=stream0)
            buf36 = empty_strided_cuda((512, 256, 1, 1), (256, 1, 256, 256), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_47:112
            triton_poi_fused__to_copy_47.run(buf35, buf36, 131072, stream=stream0)
            buf120 = empty_strided_cuda((128, 128, 3, 3), (1152, 1, 384, 128), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_48:113
            triton_poi_fused__to_copy_48.run(buf119, buf120, 147456, stream=stream0)
            buf130 = empty_strided_cuda((128, 128, 3, 3), (1152, 1, 384, 128), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_48:114
            triton_poi_fused__to_copy_48.run(buf129, buf130, 147456, stream=stream0)
            buf151 = empty_strided_cuda((128, 128, 3, 3), (1152, 1, 384, 128), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_48:115
            triton_poi_fused__to_copy_48.run(buf150, buf151, 147456, stream=stream0)
            buf1 = empty_strided_cuda((1000, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:116
            extern_kernels.mm(reinterpret_tensor(tangents_1, (1000, 64), (1, 1000), 0), view, out=buf1)
            buf109 = empty_strided_cuda((256, 128, 3, 3), (1152, 1, 384, 128), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_49:117
            triton_poi_fused__to_copy_49.run(buf108, buf109, 294912, stream=stream0)
            buf3 = empty_strided_cuda((1000, 512), (512, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_50:118
            triton_poi_fused__to_copy_50.run(buf1, buf3, 512000, stream=stream0)
            buf68 = empty_strided_cuda((256, 256, 3, 3), (2304, 1, 768, 256), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_51:119
            triton_poi_fused__to_copy_51.run(buf67, buf68, 589824, stream=stream0)
            buf78 = empty_strided_cuda((256, 256, 3, 3), (2304, 1, 768, 256), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_51:120
            triton_poi_fused__to_copy_51.run(buf77, buf78, 589824, stream=stream0)
            buf99 = empty_strided_cuda((256, 256, 3, 3), (2304, 1, 768, 256), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_51:121
            triton_poi_fused__to_copy_51.run(buf98, buf99, 589824, stream=stream0)
            buf57 = empty_strided_cuda((512, 256, 3, 3), (2304, 1, 768, 256), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_52:122
            triton_poi_fused__to_copy_52.run(buf56, buf57, 1179648, stream=stream0)
            buf15 = empty_strided_cuda((512, 512, 3, 3), (4608, 1, 1536, 512), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_53:123
            triton_poi_fused__to_copy_53.run(buf14, buf15, 2359296, stream=stream0)
            buf25 = empty_strided_cuda((512, 512, 3, 3), (4608, 1, 1536, 512), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_53:124
            triton_poi_fused__to_copy_53.run(buf24, buf25, 2359296, stream=stream0)
            buf47 = empty_strided_cuda((512, 512, 3, 3), (4608, 1, 1536, 512), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_53:125
            triton_poi_fused__to_copy_53.run(buf46, buf47, 2359296, stream=stream0)
        return (buf214, None, None, None, None, buf210, buf207, buf203, None, None, None, buf198, buf195, buf193, None, None, None, buf188, buf185, buf182, None, None, None, buf177, buf174, buf172, None, None, None, buf167, buf163, buf161, None, None, None, buf156, buf153, buf151, None, None, None, buf146, buf143, buf141, None, None, None, buf136, buf133, buf130, None, None, None, buf125, buf122, buf120, None, None, None, buf115, buf111, buf109, None, None, None, buf104, buf101, buf99, None, None, None, buf94, buf91, buf89, None, None, None, buf84, buf81, buf78, None, None, None, buf73, buf70, buf68, None, None, None, buf63, buf59, buf57, None, None, None, buf52, buf49, buf47, None, None, None, buf42, buf38, buf36, None, None, None, buf31, buf27, buf25, None, None, None, buf20, buf17, buf15, None, None, None, buf10, buf7, buf3, reinterpret_tensor(buf2, (1000, ), (1, ), 0), )
