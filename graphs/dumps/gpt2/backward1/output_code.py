# AOT ID: ['1_backward']

# Graph fragment:
#   %constant_pad_nd : Tensor "i64[8, 1025][1040, 1]cuda:0" = PlaceHolder[target=constant_pad_nd]
#   %tangents_1 : Tensor "f32[][]cuda:0" = PlaceHolder[target=tangents_1]
#   %convert_element_type_1 : Tensor "f32[][]cuda:0" = PlaceHolder[target=convert_element_type_1]
#   %primals_1 : Tensor "bf16[8, 1024, 50257][51470336, 50264, 1]cuda:0" = PlaceHolder[target=primals_1]
#   %amax : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=amax]
#   %log : Tensor "f32[8192, 1][1, 1]cuda:0" = PlaceHolder[target=log]
#   %sum_4 : Tensor "f32[8192, 1][1, 8192]cuda:0" = PlaceHolder[target=sum_4]
#   %div_1 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor]
#   %slice_1 : Tensor "i64[8, 1024][1040, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]
#   %clone : Tensor "i64[8, 1024][1024, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.clone.default]
#   %view_1 : Tensor "i64[8192][1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %unsqueeze_1 : Tensor "i64[8192, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.unsqueeze.default]
#   %ne_3 : Tensor "b8[8192, 1][1, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.ne.Scalar]
#   %full_default : Tensor "i64[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_2 : Tensor "i64[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %iota_default : Tensor "i64[50257][1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.iota.default]
#   %view_default : Tensor "i64[1, 50257][50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %expand_default : Tensor "i64[8192, 50257][1, 0]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.expand.default]
#   %eq_tensor : Tensor "b8[8192, 50257][50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Tensor]
#   %scalar_tensor_default : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.scalar_tensor.default]
#   %scalar_tensor_default_1 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.scalar_tensor.default]
#   %where_self : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %full_default_1 : Tensor "f32[][]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.full.default]
#   %where_3 : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self]
#   %mul : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor]
#   %convert_element_type : Tensor "f32[8, 1024, 50257][51463168, 50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   %view : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %sub : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %sub_1 : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %exp_1 : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.exp.default]
#   %sum_4 : Tensor "f32[8192, 1][1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList]
#   %mul_1 : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor]
#   %sub_2 : Tensor "f32[8192, 50257][50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor]
#   %view_2 : Tensor "f32[8, 1024, 50257][51463168, 50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default]
#   %convert_element_type_2 : Tensor "bf16[8, 1024, 50257][51463168, 50257, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.convert_element_type.default]
#   return %sum_4,%convert_element_type_2
triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_arange_clone_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_slice_view_where_0 = async_compile.triton('triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_arange_clone_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_slice_view_where_0', '''
def triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_arange_clone_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_slice_view_where_0(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        tl.store(out_ptr1 + (r0_1 + 50257*x0), tmp46, r0_mask)
''', device_str='cuda')

class Runner:
    def call(self, args):
        primals_1, constant_pad_nd, amax, log, convert_element_type_1, tangents_1 = args
        assert_size_stride(primals_1, (8, 1024, 50257), (51470336, 50264, 1))
        assert_size_stride(constant_pad_nd, (8, 1025), (1040, 1))
        assert_size_stride(amax, (8192, 1), (1, 1))
        assert_size_stride(log, (8192, 1), (1, 1))
        assert_size_stride(convert_element_type_1, (), ())
        assert_size_stride(tangents_1, (), ())
        with torch.cuda._DeviceGuard(0):
            buf1 = empty_strided_cuda((8, 1024, 50257), (51463168, 50257, 1), torch.bfloat16)
            # [Provenance debug handles] triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_arange_clone_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_slice_view_where_0:1
            triton_red_fused__log_softmax__log_softmax_backward_data__to_copy_arange_clone_eq_expand_nll_loss_backward_nll_loss_forward_scalar_tensor_slice_view_where_0.run(constant_pad_nd, tangents_1, convert_element_type_1, primals_1, amax, log, buf1, 8192, 50257, stream=stream0)
        return (buf1, None, )
