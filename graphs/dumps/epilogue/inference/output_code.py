# AOT ID: ['0_inference']

# Graph fragment:
#   %addmm : Tensor "bf16[16384, 4096][4096, 1]cuda:0" = PlaceHolder[target=addmm]
#   %arg3_1 : Tensor "bf16[16384, 4096][4096, 1]cuda:0" = PlaceHolder[target=arg3_1]
#   %convert_element_type_3 : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %mul_4 : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_1 : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mul_2 : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_3 : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %tanh : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.tanh.default]
#   %add_1 : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %mul_5 : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type_4 : Tensor "bf16[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %add_2 : Tensor "bf16[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %add_2
triton_poi_fused_add_gelu_0 = async_compile.triton('triton_poi_fused_add_gelu_0', '''
def triton_poi_fused_add_gelu_0(in_out_ptr0, in_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp17, None)
''', device_str='cuda')

# Graph fragment:
#   %mm : Tensor "bf16[16384, 4096][4096, 1]cuda:0" = PlaceHolder[target=mm]
#   %convert_element_type_7 : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=3] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %gt : Tensor "b8[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.gt.Scalar]
#   %mul_6 : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %where : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %convert_element_type_8 : Tensor "bf16[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %pow_1 : Tensor "bf16[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.pow.Tensor_Scalar]
#   return %pow_1
triton_poi_fused_leaky_relu_pow_1 = async_compile.triton('triton_poi_fused_leaky_relu_pow_1', '''
def triton_poi_fused_leaky_relu_pow_1(in_out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(in_out_ptr0 + (x0), tmp8, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        arg0_1, arg1_1, arg2_1, arg3_1 = args
        assert_size_stride(arg0_1, (16384, 1024), (1024, 1))
        assert_size_stride(arg1_1, (4096, 1024), (1024, 1))
        assert_size_stride(arg2_1, (4096, ), (1, ))
        assert_size_stride(arg3_1, (16384, 4096), (4096, 1))
        with torch.cuda._DeviceGuard(0):
            buf0 = empty_strided_cuda((16384, 4096), (4096, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.addmm:1
            extern_kernels.addmm(arg2_1, arg0_1, reinterpret_tensor(arg1_1, (1024, 4096), (1, 1024), 0), alpha=1, beta=1, out=buf0)
            buf1 = buf0; del buf0  # reuse
            # [Provenance debug handles] triton_poi_fused_add_gelu_0:2
            triton_poi_fused_add_gelu_0.run(buf1, arg3_1, 67108864, stream=stream0)
            buf2 = empty_strided_cuda((16384, 4096), (4096, 1), torch.bfloat16)
            # [Provenance debug handles] extern_kernels.mm:3
            extern_kernels.mm(arg0_1, reinterpret_tensor(arg1_1, (1024, 4096), (1, 1024), 0), out=buf2)
            buf3 = buf2; del buf2  # reuse
            # [Provenance debug handles] triton_poi_fused_leaky_relu_pow_1:4
            triton_poi_fused_leaky_relu_pow_1.run(buf3, 67108864, stream=stream0)
        return (buf1, buf3, )
