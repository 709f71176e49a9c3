# AOT ID: ['0_backward']

# Graph fragment:
#   %tangents_1 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=tangents_1]
#   %mm_1 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=mm_1]
#   %mm : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=mm]
#   %mul_10 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_1 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_18 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_4 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %buf1,%buf11
triton_red_fused_mul_sum_0 = async_compile.triton('triton_red_fused_mul_sum_0', '''
def triton_red_fused_mul_sum_0(in_ptr0, in_ptr1, in_ptr2, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x3), tmp5, None)
    tl.store(out_ptr1 + (x3), tmp11, None)
''', device_str='cuda')

# Graph fragment:
#   %buf1 : Tensor "f32[1, 512, 256][131072, 1, 512]cuda:0" = PlaceHolder[target=buf1]
#   %mul_10 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_1 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_1
triton_red_fused_mul_sum_1 = async_compile.triton('triton_red_fused_mul_sum_1', '''
def triton_red_fused_mul_sum_1(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp2, xmask)
''', device_str='cuda')

# Graph fragment:
#   %tangents_1 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=tangents_1]
#   %primals_6 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_6]
#   %primals_3 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_3]
#   %convert_element_type_11 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_9 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_4 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_17 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %mul_9,%mul_17
triton_poi_fused__to_copy_mul_2 = async_compile.triton('triton_poi_fused__to_copy_mul_2', '''
def triton_poi_fused__to_copy_mul_2(in_ptr0, in_ptr1, in_ptr2, out_ptr0, out_ptr1, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp3, None)
    tl.store(out_ptr1 + (x2), tmp6, None)
''', device_str='cuda')

# Graph fragment:
#   %mm_2 : Tensor "bf16[512, 512][512, 1]cuda:0" = PlaceHolder[target=mm_2]
#   %convert_element_type_23 : Tensor "f32[512, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %convert_element_type_23
triton_poi_fused__to_copy_3 = async_compile.triton('triton_poi_fused__to_copy_3', '''
def triton_poi_fused__to_copy_3(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_2 : Tensor "f32[2, 512][512, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %primals_1 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %rsqrt : Tensor "f32[98304, 1][1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %rsqrt_1 : Tensor "f32[98304, 1][1, 1]cuda:0" = PlaceHolder[target=rsqrt_1]
#   %convert_element_type : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_1 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %select : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.select.int]
#   %convert_element_type_2 : Tensor "bf16[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_1 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %select_1 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.select.int]
#   %convert_element_type_3 : Tensor "bf16[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_2 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_1 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_6 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_3 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=5] = call_function[target=torch.ops.aten.mul.Tensor]
#   return %mul_3
triton_poi_fused__fused_rms_norm__to_copy_add_mul_select_4 = async_compile.triton('triton_poi_fused__fused_rms_norm__to_copy_add_mul_select_4', '''
def triton_poi_fused__fused_rms_norm__to_copy_add_mul_select_4(in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp14, None)
''', device_str='cuda')

# Graph fragment:
#   %mul_3 : Tensor "f32[98304, 512][512, 1]cuda:0" = PlaceHolder[target=mul_3]
#   %mm_3 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=mm_3]
#   %primals_7 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_7]
#   %mm_5 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=mm_5]
#   %primals_4 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_4]
#   %sum_2 : Tensor "f32[98304, 1][1, 98304]cuda:0" = PlaceHolder[target=sum_2]
#   %rsqrt_1 : Tensor "f32[98304, 1][1, 1]cuda:0" = PlaceHolder[target=rsqrt_1]
#   %tangents_1 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=tangents_1]
#   %sum_5 : Tensor "f32[98304, 1][1, 98304]cuda:0" = PlaceHolder[target=sum_5]
#   %convert_element_type_24 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_12 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_26 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_11 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_13 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_2 : Tensor "f32[98304, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %div : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_14 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_15 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_16 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_3 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_27 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_6 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_37 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_5 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_39 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_19 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_21 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_5 : Tensor "f32[98304, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_22 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_1 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_23 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_24 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_6 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %convert_element_type_40 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_7 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.add.Tensor]
#   return %sum_2,%sum_5,%add_7
triton_per_fused__fused_rms_norm_backward__to_copy_add_5 = async_compile.triton('triton_per_fused__fused_rms_norm_backward__to_copy_add_5', '''
def triton_per_fused__fused_rms_norm_backward__to_copy_add_5(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, out_ptr2, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(out_ptr2 + (r0_1 + 512*x0), tmp34, None)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %primals_1 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %rsqrt : Tensor "f32[98304, 1][1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %add_7 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=add_7]
#   %primals_2 : Tensor "f32[2, 512][512, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %sum_9 : Tensor "f32[98304, 1][1, 98304]cuda:0" = PlaceHolder[target=sum_9]
#   %convert_element_type : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_1 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %select : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.select.int]
#   %convert_element_type_2 : Tensor "bf16[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %select_1 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.select.int]
#   %convert_element_type_3 : Tensor "bf16[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_25 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_26 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_7 : Tensor "f32[1, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_27 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_8 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_48 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_30 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_9 : Tensor "f32[98304, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %div_2 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_31 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_2 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul_32 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_50 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %sum_9,%convert_element_type_50
triton_per_fused__fused_rms_norm__fused_rms_norm_backward__to_copy_add_mul_select_sum_6 = async_compile.triton('triton_per_fused__fused_rms_norm__fused_rms_norm_backward__to_copy_add_mul_select_sum_6', '''
def triton_per_fused__fused_rms_norm__fused_rms_norm_backward__to_copy_add_mul_select_sum_6(in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr1, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(out_ptr1 + (r0_1 + 512*x0), tmp22, None)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %sum_7 : Tensor "f32[1, 512][512, 1]cuda:0" = PlaceHolder[target=sum_7]
#   %view_2 : Tensor "f32[512][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %full_default : Tensor "f32[2, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.full.default]
#   %select_scatter_default : Tensor "f32[2, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.select_scatter.default]
#   %select_scatter_default_1 : Tensor "f32[2, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.select_scatter.default]
#   %add_9 : Tensor "f32[2, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %add_9
triton_poi_fused_add_select_backward_view_7 = async_compile.triton('triton_poi_fused_add_select_backward_view_7', '''
def triton_poi_fused_add_select_backward_view_7(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp9, xmask)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_2, primals_3, primals_4, primals_6, primals_7, rsqrt, rsqrt_1, convert_element_type_7, mm, convert_element_type_14, mm_1, permute_4, permute_8, tangents_1 = args
        assert_size_stride(primals_1, (98304, 512), (512, 1))
        assert_size_stride(primals_2, (2, 512), (512, 1))
        assert_size_stride(primals_3, (512, ), (1, ))
        assert_size_stride(primals_4, (512, ), (1, ))
        assert_size_stride(primals_6, (512, ), (1, ))
        assert_size_stride(primals_7, (512, ), (1, ))
        assert_size_stride(rsqrt, (98304, 1), (1, 1))
        assert_size_stride(rsqrt_1, (98304, 1), (1, 1))
        assert_size_stride(convert_element_type_7, (98304, 512), (512, 1))
        assert_size_stride(mm, (98304, 512), (512, 1))
        assert_size_stride(convert_element_type_14, (98304, 512), (512, 1))
        assert_size_stride(mm_1, (98304, 512), (512, 1))
        assert_size_stride(permute_4, (512, 512), (512, 1))
        assert_size_stride(permute_8, (512, 512), (512, 1))
        assert_size_stride(tangents_1, (98304, 512), (512, 1))
        with torch.cuda._DeviceGuard(0):
            buf1 = empty_strided_cuda((1, 512, 256), (131072, 1, 512), torch.float32)
            buf11 = empty_strided_cuda((1, 512, 256), (131072, 1, 512), torch.float32)
            # [Provenance debug handles] triton_red_fused_mul_sum_0:1
            triton_red_fused_mul_sum_0.run(tangents_1, mm_1, mm, buf1, buf11, 131072, 384, stream=stream0)
            buf2 = empty_strided_cuda((1, 512), (512, 1), torch.float32)
            # [Provenance debug handles] triton_red_fused_mul_sum_1:2
            triton_red_fused_mul_sum_1.run(buf1, buf2, 512, 256, stream=stream0)
            buf12 = empty_strided_cuda((1, 512), (512, 1), torch.float32)
            # [Provenance debug handles] triton_red_fused_mul_sum_1:3
            triton_red_fused_mul_sum_1.run(buf11, buf12, 512, 256, stream=stream0)
            buf0 = empty_strided_cuda((98304, 512), (512, 1), torch.bfloat16)
            buf10 = empty_strided_cuda((98304, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_mul_2:4
            triton_poi_fused__to_copy_mul_2.run(tangents_1, primals_6, primals_3, buf0, buf10, 50331648, stream=stream0)
            buf3 = empty_strided_cuda((512, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:5
            extern_kernels.mm(reinterpret_tensor(buf0, (512, 98304), (1, 512), 0), convert_element_type_14, out=buf3)
            buf13 = empty_strided_cuda((512, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:6
            extern_kernels.mm(reinterpret_tensor(buf10, (512, 98304), (1, 512), 0), convert_element_type_7, out=buf13)
            buf4 = empty_strided_cuda((98304, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:7
            extern_kernels.mm(buf0, permute_4, out=buf4)
            buf14 = buf0; del buf0  # reuse
            # [Provenance debug handles] extern_kernels.mm:8
            extern_kernels.mm(buf10, permute_8, out=buf14)
            buf5 = empty_strided_cuda((512, 512), (512, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:9
            triton_poi_fused__to_copy_3.run(buf3, buf5, 262144, stream=stream0)
            buf15 = empty_strided_cuda((512, 512), (512, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__to_copy_3:10
            triton_poi_fused__to_copy_3.run(buf13, buf15, 262144, stream=stream0)
            buf6 = empty_strided_cuda((98304, 512), (512, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused__fused_rms_norm__to_copy_add_mul_select_4:11
            triton_poi_fused__fused_rms_norm__to_copy_add_mul_select_4.run(primals_2, primals_1, rsqrt, rsqrt_1, buf6, 50331648, stream=stream0)
            buf19 = buf10; del buf10  # reuse
            # Call mix order reduction kernel
            workspace_0 = empty_strided_cuda((1572864, ), (1, ), torch.float32)
            triton_per_fused__fused_rms_norm_backward__to_copy_add_5.run(buf6, buf4, primals_7, buf14, primals_4, rsqrt_1, tangents_1, buf19, workspace_0, 98304, 512, stream=stream0)
            buf9 = workspace_0[0 * 1536 * 512 : (0 + 1) * 1536 * 512].view(1536, 512).sum(dim=0)
            buf18 = workspace_0[1 * 1536 * 512 : (1 + 1) * 1536 * 512].view(1536, 512).sum(dim=0)
            buf24 = buf4; del buf4  # reuse
            # Call mix order reduction kernel
            workspace_1 = empty_strided_cuda((786432, ), (1, ), torch.float32)
            triton_per_fused__fused_rms_norm__fused_rms_norm_backward__to_copy_add_mul_select_sum_6.run(primals_1, rsqrt, buf19, primals_2, buf24, workspace_1, 98304, 512, stream=stream0)
            buf21 = workspace_1[0 * 1536 * 512 : (0 + 1) * 1536 * 512].view(1536, 512).sum(dim=0)
            buf22 = empty_strided_cuda((2, 512), (512, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused_add_select_backward_view_7:12
            triton_poi_fused_add_select_backward_view_7.run(buf21, buf22, 1024, stream=stream0)
        return (buf24, buf22, reinterpret_tensor(buf12, (512, ), (1, ), 0), buf18, buf15, reinterpret_tensor(buf2, (512, ), (1, ), 0), buf9, buf5, )
