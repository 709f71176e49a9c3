# AOT ID: ['0_inference']

triton_for_fused_0 = async_compile.triton('triton_for_fused_0', '''
def triton_for_fused_0(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, out_ptr0, out_ptr1, out_ptr2, out_ptr3, out_ptr4):
        tl.store(out_ptr0 + (tl.full([XBLOCK], 0, tl.int32).broadcast_to([XBLOCK])), tmp4, xmask)
        tl.store(out_ptr1 + (tl.full([XBLOCK], 0, tl.int32).broadcast_to([XBLOCK])), tmp9, xmask)
        tl.store(out_ptr2 + (tl.full([XBLOCK], 0, tl.int32).broadcast_to([XBLOCK])), tmp14, xmask)
        tl.store(out_ptr3 + (tl.full([XBLOCK], 0, tl.int32).broadcast_to([XBLOCK])), tmp19, xmask)
        tl.store(out_ptr4 + (tl.full([XBLOCK], 0, tl.int32).broadcast_to([XBLOCK])), tmp24, xmask)
''', device_str='cuda')

triton_for_fused_1 = async_compile.triton('triton_for_fused_1', '''
def triton_for_fused_1(in_ptr0, in_ptr1, in_ptr2, in_ptr3, in_ptr4, in_ptr5, in_ptr6, in_ptr7, in_ptr8, in_ptr9, in_ptr10, in_ptr11, in_ptr12, in_ptr13, in_ptr14, in_ptr15, in_ptr16, in_ptr17, in_ptr18, in_ptr19, in_ptr20, in_ptr21, in_ptr22, in_ptr23, in_ptr24, out_ptr1, out_ptr3, out_ptr4, out_ptr6, out_ptr8, out_ptr9, out_ptr11, out_ptr13, out_ptr14, out_ptr16, out_ptr18, out_ptr19, out_ptr21, out_ptr23, out_ptr24):
        tl.store(out_ptr1 + (x0), tmp12, None)
        tl.store(out_ptr3 + (x0), tmp36, None)
        tl.store(out_ptr4 + (x0), tmp7, None)
        tl.store(out_ptr6 + (x1), tmp49, xmask)
        tl.store(out_ptr8 + (x1), tmp74, xmask)
        tl.store(out_ptr9 + (x1), tmp44, xmask)
        tl.store(out_ptr11 + (x2), tmp87, None)
        tl.store(out_ptr13 + (x2), tmp111, None)
        tl.store(out_ptr14 + (x2), tmp82, None)
        tl.store(out_ptr16 + (x3), tmp124, None)
        tl.store(out_ptr18 + (x3), tmp148, None)
        tl.store(out_ptr19 + (x3), tmp119, None)
        tl.store(out_ptr21 + (x4), tmp161, None)
        tl.store(out_ptr23 + (x4), tmp185, None)
        tl.store(out_ptr24 + (x4), tmp156, None)
''', device_str='cuda')

class Runner:
    def call(self, args):
        arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1, arg11_1, arg12_1, arg13_1, arg14_1, arg15_1, arg16_1, arg17_1, arg18_1, arg19_1, arg20_1, arg21_1, arg22_1, arg23_1, arg24_1 = args
        assert_size_stride(arg0_1, (4096, 1024), (1024, 1))
        assert_size_stride(arg1_1, (1024, ), (1, ))
        assert_size_stride(arg2_1, (1024, 4096), (4096, 1))
        assert_size_stride(arg3_1, (4096, ), (1, ))
        assert_size_stride(arg4_1, (32000, 1024), (1024, 1))
        assert_size_stride(arg5_1, (), ())
        assert_size_stride(arg6_1, (1024, ), (1, ))
        assert_size_stride(arg7_1, (1024, ), (1, ))
        assert_size_stride(arg8_1, (), ())
        assert_size_stride(arg9_1, (), ())
        assert_size_stride(arg10_1, (), ())
        assert_size_stride(arg11_1, (), ())
        assert_size_stride(arg12_1, (4096, 1024), (1024, 1))
        assert_size_stride(arg13_1, (1024, 4096), (4096, 1))
        assert_size_stride(arg14_1, (4096, ), (1, ))
        assert_size_stride(arg15_1, (32000, 1024), (1024, 1))
        assert_size_stride(arg16_1, (4096, 1024), (1024, 1))
        assert_size_stride(arg17_1, (1024, 4096), (4096, 1))
        assert_size_stride(arg18_1, (4096, ), (1, ))
        assert_size_stride(arg19_1, (32000, 1024), (1024, 1))
        assert_size_stride(arg20_1, (4096, 1024), (1024, 1))
        assert_size_stride(arg21_1, (1024, ), (1, ))
        assert_size_stride(arg22_1, (1024, 4096), (4096, 1))
        assert_size_stride(arg23_1, (4096, ), (1, ))
        assert_size_stride(arg24_1, (32000, 1024), (1024, 1))
        with torch.cuda._DeviceGuard(0):
            # [Provenance debug handles] triton_for_fused_0:1
            triton_for_fused_0.run(arg8_1, arg5_1, arg9_1, arg10_1, arg11_1, arg8_1, arg5_1, arg9_1, arg10_1, arg11_1, stream=stream0)
            # [Provenance debug handles] triton_for_fused_1:2
            triton_for_fused_1.run(arg16_1, arg20_1, arg12_1, arg0_1, arg8_1, arg7_1, arg21_1, arg6_1, arg1_1, arg5_1, arg17_1, arg22_1, arg13_1, arg2_1, arg9_1, arg18_1, arg23_1, arg14_1, arg3_1, arg10_1, arg19_1, arg24_1, arg15_1, arg4_1, arg11_1, arg12_1, arg0_1, arg16_1, arg6_1, arg1_1, arg7_1, arg13_1, arg2_1, arg17_1, arg14_1, arg3_1, arg18_1, arg15_1, arg4_1, arg19_1, stream=stream0)
        return ()
