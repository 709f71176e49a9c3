# AOT ID: ['0_inference']

# Graph fragment:
#   %arg0_1 : Tensor "f32[65536, 1024][1024, 1]cuda:0" = PlaceHolder[target=arg0_1]
#   %buf2 : Tensor "f32[65536][1]cuda:0" = PlaceHolder[target=buf2]
#   %sum_1 : Tensor "f32[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %amax : Tensor "f32[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.amax.default]
#   %mul : Tensor "f32[65536, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mean : Tensor "f32[65536][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %exp : Tensor "f32[65536, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   return %sum_1,%amax,%buf2,%exp,%mean
triton_per_fused_amax_exp_mean_mul_sum_0 = async_compile.triton('triton_per_fused_amax_exp_mean_mul_sum_0', '''
def triton_per_fused_amax_exp_mean_mul_sum_0(in_out_ptr0, in_ptr0, out_ptr0, out_ptr1, out_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr2 + (r0_1 + 1024*x0), tmp10, None)
    tl.store(in_out_ptr0 + (x0), tmp12, None)
    tl.store(out_ptr0 + (x0), tmp3, None)
    tl.store(out_ptr1 + (x0), tmp5, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        arg0_1, = args
        assert_size_stride(arg0_1, (65536, 1024), (1024, 1))
        with torch.cuda._DeviceGuard(0):
            buf0 = empty_strided_cuda((65536, ), (1, ), torch.float32)
            buf1 = empty_strided_cuda((65536, ), (1, ), torch.float32)
            buf2 = empty_strided_cuda((65536, ), (1, ), torch.float32)
            buf4 = empty_strided_cuda((65536, 1024), (1024, 1), torch.float32)
            buf3 = buf2; del buf2  # reuse
            # [Provenance debug handles] triton_per_fused_amax_exp_mean_mul_sum_0:1
            triton_per_fused_amax_exp_mean_mul_sum_0.run(buf3, arg0_1, buf0, buf1, buf4, 65536, 1024, stream=stream0)
        return (buf0, buf1, buf3, buf4, )
