# AOT ID: ['0_backward']

# Graph fragment:
#   %tangents_1 : Tensor "bf16[16384, 1024][1024, 1]cuda:0" = PlaceHolder[target=tangents_1]
#   %primals_2 : Tensor "bf16[1024][1]cuda:0" = PlaceHolder[target=primals_2]
#   %primals_1 : Tensor "bf16[16384, 1024][1024, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %mean : Tensor "bf16[16384, 1][1, 1]cuda:0" = PlaceHolder[target=mean]
#   %sqrt : Tensor "bf16[16384, 1][1, 1]cuda:0" = PlaceHolder[target=sqrt]
#   %sum_3 : Tensor "bf16[16384, 1][1, 16384]cuda:0" = PlaceHolder[target=sum_3]
#   %sum_4 : Tensor "bf16[16384, 1][1, 16384]cuda:0" = PlaceHolder[target=sum_4]
#   %sum_5 : Tensor "bf16[16384, 1][1, 16384]cuda:0" = PlaceHolder[target=sum_5]
#   %sum_1 : Tensor "bf16[1, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_2 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %div : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.div.Tensor]
#   %mul_3 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_2 : Tensor "bf16[1, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %div_2 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %neg : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %mul_4 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %div_3 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.div.Tensor]
#   %sum_3 : Tensor "bf16[16384, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_5 : Tensor "bf16[16384, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Scalar]
#   %div_4 : Tensor "bf16[16384, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %neg_1 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %sum_4 : Tensor "bf16[16384, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %expand : Tensor "bf16[16384, 1024][1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div_5 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %mul_6 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %add_2 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.add.Tensor]
#   %neg_2 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %sum_5 : Tensor "bf16[16384, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %add_3 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %add_4 : Tensor "bf16[16384, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %expand_1 : Tensor "bf16[16384, 1024][1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %div_6 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Scalar]
#   %add_5 : Tensor "bf16[16384, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   return %sum_3,%sum_5,%sum_4,%add_5
triton_per_fused_add_div_expand_mul_neg_sub_sum_0 = async_compile.triton('triton_per_fused_add_div_expand_mul_neg_sub_sum_0', '''
def triton_per_fused_add_div_expand_mul_neg_sub_sum_0(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr3, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, RSPLIT_SIZE : tl.constexpr, NUM_STAGES : tl.constexpr):
        tl.store(out_ptr3 + (r0_1 + 1024*x0), tmp33, None)
    tl.store(ws_ptr + (tl.program_id(0) + 0 * tl.num_programs(0)) * r0_numel + r0_index, accum0, r0_mask)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_2, mean, sqrt, tangents_1 = args
        assert_size_stride(primals_1, (16384, 1024), (1024, 1))
        assert_size_stride(primals_2, (1024, ), (1, ))
        assert_size_stride(mean, (16384, 1), (1, 1))
        assert_size_stride(sqrt, (16384, 1), (1, 1))
        assert_size_stride(tangents_1, (16384, 1024), (1024, 1))
        with torch.cuda._DeviceGuard(0):
            buf7 = empty_strided_cuda((16384, 1024), (1024, 1), torch.bfloat16)
            # Call mix order reduction kernel
            workspace_0 = empty_strided_cuda((2097152, ), (1, ), torch.float32)
            triton_per_fused_add_div_expand_mul_neg_sub_sum_0.run(tangents_1, primals_2, primals_1, mean, sqrt, buf7, workspace_0, 16384, 1024, stream=stream0)
            buf1 = workspace_0[0 * 1024 * 1024 : (0 + 1) * 1024 * 1024].view(1024, 1024).sum(dim=0).to(torch.bfloat16)
            buf3 = workspace_0[1 * 1024 * 1024 : (1 + 1) * 1024 * 1024].view(1024, 1024).sum(dim=0).to(torch.bfloat16)
        return (buf7, reinterpret_tensor(buf3, (1024, ), (1, ), 0), reinterpret_tensor(buf1, (1024, ), (1, ), 0), )
