# AOT ID: ['0_forward']

# Graph fragment:
#   %primals_1 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %buf0 : Tensor "f32[98304, 1][1, 98304]cuda:0" = PlaceHolder[target=buf0]
#   %primals_2 : Tensor "f32[2, 512][512, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %rsqrt : Tensor "f32[98304, 1][1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %buf2 : Tensor "f32[98304, 1][1, 98304]cuda:0" = PlaceHolder[target=buf2]
#   %rsqrt_1 : Tensor "f32[98304, 1][1, 1]cuda:0" = PlaceHolder[target=rsqrt_1]
#   %mul_3 : Tensor "f32[98304, 512][512, 1]cuda:0" = PlaceHolder[target=mul_3]
#   %primals_4 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_4]
#   %primals_7 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_7]
#   %convert_element_type : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %pow_1 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean : Tensor "f32[98304, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add : Tensor "f32[98304, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Scalar]
#   %rsqrt : Tensor "f32[98304, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %mul : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_1 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %select : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.select.int]
#   %convert_element_type_2 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_1 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %select_1 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.select.int]
#   %convert_element_type_3 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_2 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_1 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_5 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_6 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %pow_2 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   %mean_1 : Tensor "f32[98304, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add_2 : Tensor "f32[98304, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Scalar]
#   %rsqrt_1 : Tensor "f32[98304, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.rsqrt.default]
#   %mul_3 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_4 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_7 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %convert_element_type_12 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_7 : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_14 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %buf0,%rsqrt,%buf2,%rsqrt_1,%mul_3,%convert_element_type_7,%convert_element_type_14
triton_red_fused__fused_rms_norm__to_copy_add_mul_select_0 = async_compile.triton('triton_red_fused__fused_rms_norm__to_copy_add_mul_select_0', '''
def triton_red_fused__fused_rms_norm__to_copy_add_mul_select_0(in_out_ptr0, in_out_ptr1, in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr1, out_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp10, None)
    tl.store(in_out_ptr1 + (x0), tmp31, None)
        tl.store(out_ptr1 + (r0_1 + 512*x0), tmp49, r0_mask)
        tl.store(out_ptr2 + (r0_1 + 512*x0), tmp54, r0_mask)
''', device_str='cuda')

# Graph fragment:
#   %primals_5 : Tensor "f32[512, 512][512, 1]cuda:0" = PlaceHolder[target=primals_5]
#   %convert_element_type_8 : Tensor "bf16[512, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %permute : Tensor "bf16[512, 512][1, 512]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.permute.default]
#   return %permute
triton_poi_fused__to_copy_t_1 = async_compile.triton('triton_poi_fused__to_copy_t_1', '''
def triton_poi_fused__to_copy_t_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp1, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_2 : Tensor "f32[2, 512][512, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %primals_1 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %rsqrt : Tensor "f32[98304, 1][1, 1]cuda:0" = PlaceHolder[target=rsqrt]
#   %primals_3 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_3]
#   %mm : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=mm]
#   %primals_6 : Tensor "f32[512][1]cuda:0" = PlaceHolder[target=primals_6]
#   %mm_1 : Tensor "bf16[98304, 512][512, 1]cuda:0" = PlaceHolder[target=mm_1]
#   %convert_element_type : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul : Tensor "f32[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_1 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %select : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.select.int]
#   %convert_element_type_2 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_1 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %select_1 : Tensor "f32[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.select.int]
#   %convert_element_type_3 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_2 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_1 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_4 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_5 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_3 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %convert_element_type_11 : Tensor "bf16[512][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_8 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_5 : Tensor "bf16[98304, 512][512, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %add_5
triton_poi_fused__fused_rms_norm__to_copy_add_mul_select_2 = async_compile.triton('triton_poi_fused__fused_rms_norm__to_copy_add_mul_select_2', '''
def triton_poi_fused__fused_rms_norm__to_copy_add_mul_select_2(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp21, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_2, primals_3, primals_4, primals_5, primals_6, primals_7, primals_8 = args
        assert_size_stride(primals_1, (98304, 512), (512, 1))
        assert_size_stride(primals_2, (2, 512), (512, 1))
        assert_size_stride(primals_3, (512, ), (1, ))
        assert_size_stride(primals_4, (512, ), (1, ))
        assert_size_stride(primals_5, (512, 512), (512, 1))
        assert_size_stride(primals_6, (512, ), (1, ))
        assert_size_stride(primals_7, (512, ), (1, ))
        assert_size_stride(primals_8, (512, 512), (512, 1))
        with torch.cuda._DeviceGuard(0):
            buf0 = empty_strided_cuda((98304, 1), (1, 98304), torch.float32)
            buf1 = reinterpret_tensor(buf0, (98304, 1), (1, 1), 0); del buf0  # reuse
            buf2 = empty_strided_cuda((98304, 1), (1, 98304), torch.float32)
            buf3 = reinterpret_tensor(buf2, (98304, 1), (1, 1), 0); del buf2  # reuse
            buf5 = empty_strided_cuda((98304, 512), (512, 1), torch.bfloat16)
            buf8 = empty_strided_cuda((98304, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] triton_red_fused__fused_rms_norm__to_copy_add_mul_select_0:1
            triton_red_fused__fused_rms_norm__to_copy_add_mul_select_0.run(buf1, buf3, primals_1, primals_2, primals_4, primals_7, buf5, buf8, 98304, 512, stream=stream0)
            buf6 = empty_strided_cuda((512, 512), (1, 512), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_1:2
            triton_poi_fused__to_copy_t_1.run(primals_5, buf6, 262144, stream=stream0)
            buf7 = empty_strided_cuda((98304, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:3
            extern_kernels.mm(buf5, buf6, out=buf7)
            buf9 = empty_strided_cuda((512, 512), (1, 512), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__to_copy_t_1:4
            triton_poi_fused__to_copy_t_1.run(primals_8, buf9, 262144, stream=stream0)
            buf10 = empty_strided_cuda((98304, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:5
            extern_kernels.mm(buf8, buf9, out=buf10)
            buf11 = empty_strided_cuda((98304, 512), (512, 1), torch.bfloat16)
            # [Provenance debug handles] triton_poi_fused__fused_rms_norm__to_copy_add_mul_select_2:6
            triton_poi_fused__fused_rms_norm__to_copy_add_mul_select_2.run(primals_2, primals_1, buf1, primals_3, buf7, primals_6, buf10, buf11, 50331648, stream=stream0)
        return (buf11, primals_1, primals_2, primals_3, primals_4, primals_6, primals_7, buf1, buf3, buf5, buf7, buf8, buf10, reinterpret_tensor(buf9, (512, 512), (512, 1), 0), reinterpret_tensor(buf6, (512, 512), (512, 1), 0), )
