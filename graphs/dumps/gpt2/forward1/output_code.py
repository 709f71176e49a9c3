# AOT ID: ['1_forward']

# Graph fragment:
#   %primals_1 : Tensor "bf16[8, 1024, 50257][51470336, 50264, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %getitem_1 : Tensor "f32[8192, 1][1, 8192]cuda:0" = PlaceHolder[target=getitem_1]
#   %convert_element_type : Tensor "f32[8, 1024, 50257][51463168, 50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %prepare_softmax_online_default : [num_users=2] = call_function[target=torch.ops.prims.prepare_softmax_online.default]
#   %log : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.log.default]
#   return %getitem,%getitem_1,%log
triton_red_fused__log_softmax__to_copy_prepare_softmax_online_view_0 = async_compile.triton('triton_red_fused__log_softmax__to_copy_prepare_softmax_online_view_0', '''
def triton_red_fused__log_softmax__to_copy_prepare_softmax_online_view_0(in_out_ptr0, in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0), tmp3, None)
    tl.store(in_out_ptr0 + (x0), tmp5, None)
''', device_str='cuda')

# Graph fragment:
#   %primals_2 : Tensor "i64[8, 1024][1024, 1]cuda:0" = PlaceHolder[target=primals_2]
#   %constant_pad_nd : Tensor "i64[8, 1025][1025, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.constant_pad_nd.default]
#   return %constant_pad_nd
triton_poi_fused_constant_pad_nd_1 = async_compile.triton('triton_poi_fused_constant_pad_nd_1', '''
def triton_poi_fused_constant_pad_nd_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    tl.store(out_ptr0 + (x0 + 1040*x1), tmp3, xmask)
''', device_str='cuda')

# Graph fragment:
#   %constant_pad_nd : Tensor "i64[8, 1025][1040, 1]cuda:0" = PlaceHolder[target=constant_pad_nd]
#   %primals_1 : Tensor "bf16[8, 1024, 50257][51470336, 50264, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %getitem : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=getitem]
#   %log : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=log]
#   %sum_2 : Tensor "i64[][]cuda:0" = PlaceHolder[target=sum_2]
#   %sum_3 : Tensor "f32[][]cuda:0" = PlaceHolder[target=sum_3]
#   %convert_element_type_1 : Tensor "f32[][]cuda:0" = PlaceHolder[target=convert_element_type_1]
#   %convert_element_type : Tensor "f32[8, 1024, 50257][51463168, 50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %slice_1 : Tensor "i64[8, 1024][1025, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %clone : Tensor "i64[8, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %view_1 : Tensor "i64[8192][1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default]
#   %sub_tensor : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_1 : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %ne : Tensor "b8[8192][1]cuda:0"[num_users=3] = call_function[target=torch.ops.aten.ne.Scalar]
#   %full_default : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where : Tensor "i64[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %unsqueeze : Tensor "i64[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %gather : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.gather.default]
#   %squeeze : Tensor "f32[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.squeeze.dim]
#   %neg : Tensor "f32[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default]
#   %full_default_1 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_1 : Tensor "f32[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %sum_2 : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.default]
#   %convert_element_type_1 : Tensor "f32[][]cuda:0"[num_users=2] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %sum_3 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.default]
#   %div : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   return %sum_2,%sum_3,%convert_element_type_1,%div
triton_red_fused__log_softmax__to_copy_clone_nll_loss_forward_slice_sub_view_2 = async_compile.triton('triton_red_fused__log_softmax__to_copy_clone_nll_loss_forward_slice_sub_view_2', '''
def triton_red_fused__log_softmax__to_copy_clone_nll_loss_forward_slice_sub_view_2(in_out_ptr0, in_ptr0, in_ptr1, in_ptr2, in_ptr3, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
    tl.store(out_ptr1 + (tl.full([1, 1], 0, tl.int32).broadcast_to(XBLOCK, 1)), tmp26, None)
    tl.store(in_out_ptr0 + (tl.full([1, 1], 0, tl.int32).broadcast_to(XBLOCK, 1)), tmp27, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, primals_2 = args
        assert_size_stride(primals_1, (8, 1024, 50257), (51470336, 50264, 1))
        assert_size_stride(primals_2, (8, 1024), (1024, 1))
        with torch.cuda._DeviceGuard(0):
            buf1 = empty_strided_cuda((8192, 1), (1, 1), torch.float32)
            buf2 = empty_strided_cuda((8192, 1), (1, 8192), torch.float32)
            buf3 = reinterpret_tensor(buf2, (8192, 1), (1, 1), 0); del buf2  # reuse
            # [Provenance debug handles] triton_red_fused__log_softmax__to_copy_prepare_softmax_online_view_0:1
            triton_red_fused__log_softmax__to_copy_prepare_softmax_online_view_0.run(buf3, primals_1, buf1, 8192, 50257, stream=stream0)
            buf0 = empty_strided_cuda((8, 1025), (1040, 1), torch.int64)
            # [Provenance debug handles] triton_poi_fused_constant_pad_nd_1:2
            triton_poi_fused_constant_pad_nd_1.run(primals_2, buf0, 8200, stream=stream0)
            buf6 = empty_strided_cuda((), (), torch.float32)
            buf5 = empty_strided_cuda((), (), torch.float32)
            buf7 = buf6; del buf6  # reuse
            # [Provenance debug handles] triton_red_fused__log_softmax__to_copy_clone_nll_loss_forward_slice_sub_view_2:3
            triton_red_fused__log_softmax__to_copy_clone_nll_loss_forward_slice_sub_view_2.run(buf7, buf0, primals_1, buf1, buf3, buf5, 1, 8192, stream=stream0)
        return (buf7, primals_1, buf0, buf1, buf3, buf5, )
