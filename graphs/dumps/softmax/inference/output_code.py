# AOT ID: ['0_inference']

# Graph fragment:
#   %arg0_1 : Tensor "bf16[16384, 4096][4096, 1]cuda:0" = PlaceHolder[target=arg0_1]
#   %getitem : Tensor "f32[16384, 1][1, 16384]cuda:0" = PlaceHolder[target=getitem]
#   %getitem_1 : Tensor "f32[16384, 1][1, 16384]cuda:0" = PlaceHolder[target=getitem_1]
#   %convert_element_type : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %prepare_softmax_online_default : [num_users=2] = call_function[target=torch.ops.prims.prepare_softmax_online.default]
#   %sub_tensor : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %exp_default : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %div : Tensor "f32[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %convert_element_type_1 : Tensor "bf16[16384, 4096][4096, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %getitem,%getitem_1,%convert_element_type_1
triton_red_fused__softmax__to_copy_exp_prepare_softmax_online_sub_0 = async_compile.triton('triton_red_fused__softmax__to_copy_exp_prepare_softmax_online_sub_0', '''
def triton_red_fused__softmax__to_copy_exp_prepare_softmax_online_sub_0(in_ptr0, out_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        tl.store(out_ptr2 + (r0_1 + 4096*x0), tmp10, r0_mask)
''', device_str='cuda')

class Runner:
    def call(self, args):
        arg0_1, = args
        assert_size_stride(arg0_1, (16384, 4096), (4096, 1))
        with torch.cuda._DeviceGuard(0):
            buf2 = empty_strided_cuda((16384, 4096), (4096, 1), torch.bfloat16)
            # [Provenance debug handles] triton_red_fused__softmax__to_copy_exp_prepare_softmax_online_sub_0:1
            triton_red_fused__softmax__to_copy_exp_prepare_softmax_online_sub_0.run(arg0_1, buf2, 16384, 4096, stream=stream0)
        return (buf2, )
