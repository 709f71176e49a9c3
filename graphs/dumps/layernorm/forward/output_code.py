# AOT ID: ['0_forward']

# Graph fragment:
#   %primals_1 : Tensor "bf16[16384, 1024][1024, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %buf0 : Tensor "f32[16384, 1][1, 16384]cuda:0" = PlaceHolder[target=buf0]
#   %mean : Tensor "bf16[16384, 1][1, 1]cuda:0" = PlaceHolder[target=mean]
#   %buf2 : Tensor "f32[16384, 1][1, 16384]cuda:0" = PlaceHolder[target=buf2]
#   %primals_2 : Tensor "bf16[1024][1]cuda:0" = PlaceHolder[target=primals_2]
#   %sqrt : Tensor "bf16[16384, 1][1, 1]cuda:0" = PlaceHolder[target=sqrt]
#   %primals_3 : Tensor "bf16[1024][1]cuda:0" = PlaceHolder[target=primals_3]
#   %mean : Tensor "bf16[16384, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mean.dim]
#   %sub : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %mul : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %mean_1 : Tensor "bf16[16384, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mean.dim]
#   %add : Tensor "bf16[16384, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %sqrt : Tensor "bf16[16384, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sqrt.default]
#   %div : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_1 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_1 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %buf0,%mean,%buf2,%sqrt,%add_1
triton_per_fused_add_div_mean_mul_sqrt_sub_0 = async_compile.triton('triton_per_fused_add_div_mean_mul_sqrt_sub_0', '''
def triton_per_fused_add_div_mean_mul_sqrt_sub_0(in_ptr0, in_ptr1, in_ptr2, out_ptr1, out_ptr3, out_ptr4, xnumel, r0_numel, XBLOCK : tl.constexpr):
    tl.store(out_ptr1 + (x0), tmp7, None)
    tl.store(out_ptr3 + (x0), tmp18, None)
    tl.store(out_ptr4 + (r0_1 + 1024*x0), tmp23, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_2, primals_3 = args
        assert_size_stride(primals_1, (16384, 1024), (1024, 1))
        assert_size_stride(primals_2, (1024, ), (1, ))
        assert_size_stride(primals_3, (1024, ), (1, ))
        with torch.cuda._DeviceGuard(0):
            buf1 = empty_strided_cuda((16384, 1), (1, 1), torch.bfloat16)
            buf3 = empty_strided_cuda((16384, 1), (1, 1), torch.bfloat16)
            buf4 = empty_strided_cuda((16384, 1024), (1024, 1), torch.bfloat16)
            # [Provenance debug handles] triton_per_fused_add_div_mean_mul_sqrt_sub_0:1
            triton_per_fused_add_div_mean_mul_sqrt_sub_0.run(primals_1, primals_2, primals_3, buf1, buf3, buf4, 16384, 1024, stream=stream0)
        return (buf4, primals_1, primals_2, buf1, buf3, )
