# AOT ID: ['0_inference']

# Graph fragment:
#   %arg2_1 : Tensor "f32[s77, s27][1, s77]cuda:0" = PlaceHolder[target=arg2_1]
#   %arg4_1 : Tensor "f32[s94, s27][s27, 1]cuda:0" = PlaceHolder[target=arg4_1]
#   %add : Tensor "f32[s77, s27][1, s77]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.add.Tensor]
#   %slice_1 : Tensor "f32[(s77//2), s27][s27, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %cat : Tensor "f32[s77 + ((s77//2)), s27][s27, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.cat.default]
#   return %cat
triton_poi_fused_cat_0 = async_compile.triton('triton_poi_fused_cat_0', '''
def triton_poi_fused_cat_0(in_ptr0, in_ptr1, out_ptr0, ks0, ks1, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x2), tmp14, xmask)
''', device_str='cuda')


# Graph fragment:
#   %cat : Tensor "f32[s77 + ((s77//2)), s27][s27, 1]cuda:0" = PlaceHolder[target=cat]
#   %amax : Tensor "f32[s77 + ((s77//2)), 1][1, s77 + ((s77//2))]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.amax.default]
#   %sub : Tensor "f32[s77 + ((s77//2)), s27][s27, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %exp : Tensor "f32[s77 + ((s77//2)), s27][s27, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.exp.default]
#   %sum_1 : Tensor "f32[s77 + ((s77//2)), 1][1, s77 + ((s77//2))]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %div : Tensor "f32[s77 + ((s77//2)), s27][s27, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %amax,%sum_1,%div
triton_red_fused__softmax_1 = async_compile.triton('triton_red_fused__softmax_1', '''
def triton_red_fused__softmax_1(in_ptr0, out_ptr2, ks0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        tl.store(out_ptr2 + (r0_1 + ks0*x0), tmp10, r0_mask & xmask)
''', device_str='cuda')


# Graph fragment:
#   %cat : Tensor "f32[s77 + ((s77//2)), s27][s27, 1]cuda:0" = PlaceHolder[target=cat]
#   %mul : Tensor "f32[s77 + ((s77//2)), s27][s27, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sum_2 : Tensor "f32[s27][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   return %sum_2
triton_red_fused_mul_sum_2 = async_compile.triton('triton_red_fused_mul_sum_2', '''
def triton_red_fused_mul_sum_2(in_ptr0, out_ptr0, ks0, ks1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp4, xmask)
''', device_str='cuda')

class Runner:
    def call(self, args):
        arg2_1, arg0_1, arg1_1, arg3_1, arg4_1 = args
        args.clear()
        s77 = arg0_1
        s27 = arg1_1
        s94 = arg3_1
        assert_size_stride_grouped((arg2_1, arg4_1), ((s77, s27), (s94, s27)), ((1, s77), (s27, 1)), 'input')
        with torch.cuda._DeviceGuard(0):
            buf0 = empty_strided_cuda((s77 + (s77 // 2), s27), (s27, 1), torch.float32)
            # [Provenance debug handles] triton_poi_fused_cat_0:1
            triton_poi_fused_cat_0_xnumel = s27*s77 + s27*(s77 // 2)
            triton_poi_fused_cat_0.run(arg2_1, arg4_1, buf0, s27, s77, triton_poi_fused_cat_0_xnumel, stream=stream0)
            buf3 = empty_strided_cuda((s77 + (s77 // 2), s27), (s27, 1), torch.float32)
            # [Provenance debug handles] triton_red_fused__softmax_1:2
            triton_red_fused__softmax_1_xnumel = s77 + (s77 // 2)
            triton_red_fused__softmax_1.run(buf0, buf3, s27, triton_red_fused__softmax_1_xnumel, s27, stream=stream0)
            buf4 = empty_strided_cuda((s27, ), (1, ), torch.float32)
            # [Provenance debug handles] triton_red_fused_mul_sum_2:3
            triton_red_fused_mul_sum_2.run(buf0, buf4, s94, s27, s27, s77 + (s77 // 2), stream=stream0)
        return (buf3, buf4, )


def get_args():
    from torch._dynamo.testing import rand_strided
    arg2_1 = rand_strided((48, 64), (1, 48), device='cuda:0', dtype=torch.float32)
    arg0_1 = 48
    arg1_1 = 64
    arg3_1 = 48
    arg4_1 = rand_strided((48, 64), (64, 1), device='cuda:0', dtype=torch.float32)
    return [arg2_1, arg0_1, arg1_1, arg3_1, arg4_1]
