// PyTorch's targets, one row each: TORCH(target, op, signature), and FOREACH for those that take lists. The
// signature's language is described in torch.h. In-place variants (a trailing underscore) need no row. Of
// several rows with the same op, the FX writer takes the first that fits the operands.
// clang-format off

// Pointwise, one operand.
TORCH("prims.convert_element_type.default", CAST, "a:in0, dtype:dtype")
TORCH("aten._to_copy.default", CAST,
      "self:in0, *, dtype:dtype, layout:ignored, device:ignored, pin_memory:ignored, non_blocking:ignored, "
      "memory_format:fixed=None")
TORCH("aten.neg.default", NEG, "self:in0")
TORCH("aten.abs.default", ABS, "self:in0")
TORCH("aten.relu.default", RELU, "self:in0")
TORCH("aten.exp.default", EXP, "self:in0")
TORCH("aten.exp2.default", EXP2, "self:in0")
TORCH("aten.expm1.default", EXPM1, "self:in0")
TORCH("aten.log.default", LOG, "self:in0")
TORCH("aten.log2.default", LOG2, "self:in0")
TORCH("aten.log1p.default", LOG1P, "self:in0")
TORCH("aten.sqrt.default", SQRT, "self:in0")
TORCH("aten.rsqrt.default", RSQRT, "self:in0")
TORCH("aten.reciprocal.default", RECIPROCAL, "self:in0")
TORCH("aten.sigmoid.default", SIGMOID, "self:in0")
TORCH("aten.tanh.default", TANH, "self:in0")
TORCH("aten.erf.default", ERF, "self:in0")
TORCH("aten.sin.default", SIN, "self:in0")
TORCH("aten.cos.default", COS, "self:in0")
TORCH("aten.floor.default", FLOOR, "self:in0")
TORCH("aten.ceil.default", CEIL, "self:in0")
TORCH("aten.round.default", ROUND, "self:in0")
TORCH("aten.trunc.default", TRUNC, "self:in0")
TORCH("aten.sign.default", SIGN, "self:in0")
TORCH("aten.isnan.default", ISNAN, "self:in0")
TORCH("aten.logical_not.default", LOGICAL_NOT, "self:in0")
TORCH("aten.bitwise_not.default", BITWISE_NOT, "self:in0")

// Pointwise, two operands.
TORCH("aten.add.Tensor", ADD, "self:in0, other:in1, *, alpha:scale1=1")
TORCH("aten.add.Scalar", ADD, "self:in0, other:in1#, alpha:scale1=1")
TORCH("aten.sub.Tensor", SUB, "self:in0, other:in1, *, alpha:scale1=1")
TORCH("aten.sub.Scalar", SUB, "self:in0, other:in1#, alpha:scale1=1")
TORCH("aten.rsub.Tensor", SUB, "self:in1, other:in0, *, alpha:scale1=1")
TORCH("aten.rsub.Scalar", SUB, "self:in1, other:in0#, alpha:scale1=1")
TORCH("aten.mul.Tensor", MUL, "self:in0, other:in1")
TORCH("aten.mul.Scalar", MUL, "self:in0, other:in1#")
TORCH("aten.div.Tensor", DIV, "self:in0, other:in1")
TORCH("aten.div.Scalar", DIV, "self:in0, other:in1#")
TORCH("aten.div.Tensor_mode", DIV, "self:in0, other:in1, *, rounding_mode:mode")
TORCH("aten.div.Scalar_mode", DIV, "self:in0, other:in1#, *, rounding_mode:mode")
TORCH("aten.true_divide.Tensor", DIV, "self:in0, other:in1")
TORCH("aten.floor_divide.default", DIV_FLOOR, "self:in0, other:in1")
TORCH("aten.fmod.Tensor", FMOD, "self:in0, other:in1")
TORCH("aten.fmod.Scalar", FMOD, "self:in0, other:in1#")
TORCH("aten.remainder.Tensor", REMAINDER, "self:in0, other:in1")
TORCH("aten.remainder.Scalar", REMAINDER, "self:in0, other:in1#")
TORCH("aten.pow.Tensor_Scalar", POW, "self:in0, exponent:in1#")
TORCH("aten.pow.Scalar", POW, "self:in0#, exponent:in1")
TORCH("aten.pow.Tensor_Tensor", POW, "self:in0, exponent:in1")
TORCH("aten.maximum.default", MAXIMUM, "self:in0, other:in1")
TORCH("aten.minimum.default", MINIMUM, "self:in0, other:in1")
TORCH("aten.clamp_min.default", CLAMP_MIN, "self:in0, min:in1#")
TORCH("aten.clamp_min.Tensor", CLAMP_MIN, "self:in0, min:in1")
TORCH("aten.clamp_max.default", CLAMP_MAX, "self:in0, max:in1#")
TORCH("aten.clamp_max.Tensor", CLAMP_MAX, "self:in0, max:in1")
TORCH("aten.eq.Scalar", EQ, "self:in0, other:in1#")
TORCH("aten.eq.Tensor", EQ, "self:in0, other:in1")
TORCH("aten.ne.Scalar", NE, "self:in0, other:in1#")
TORCH("aten.ne.Tensor", NE, "self:in0, other:in1")
TORCH("aten.lt.Scalar", LT, "self:in0, other:in1#")
TORCH("aten.lt.Tensor", LT, "self:in0, other:in1")
TORCH("aten.le.Scalar", LE, "self:in0, other:in1#")
TORCH("aten.le.Tensor", LE, "self:in0, other:in1")
TORCH("aten.gt.Scalar", GT, "self:in0, other:in1#")
TORCH("aten.gt.Tensor", GT, "self:in0, other:in1")
TORCH("aten.ge.Scalar", GE, "self:in0, other:in1#")
TORCH("aten.ge.Tensor", GE, "self:in0, other:in1")
TORCH("aten.logical_and.default", LOGICAL_AND, "self:in0, other:in1")
TORCH("aten.logical_or.default", LOGICAL_OR, "self:in0, other:in1")
TORCH("aten.bitwise_and.Tensor", BITWISE_AND, "self:in0, other:in1")
TORCH("aten.bitwise_and.Scalar", BITWISE_AND, "self:in0, other:in1#")
TORCH("aten.bitwise_or.Tensor", BITWISE_OR, "self:in0, other:in1")
TORCH("aten.bitwise_or.Scalar", BITWISE_OR, "self:in0, other:in1#")
TORCH("aten.bitwise_xor.Tensor", BITWISE_XOR, "self:in0, other:in1")
TORCH("aten.bitwise_xor.Scalar", BITWISE_XOR, "self:in0, other:in1#")
TORCH("aten.copy.default", COPY, "self:in0, src:in1, non_blocking:ignored")

// Pointwise, three operands.
TORCH("aten.where.self", WHERE, "condition:in0, self:in1, other:in2")
TORCH("aten.where.ScalarSelf", WHERE, "condition:in0, self:in1#, other:in2")
TORCH("aten.where.ScalarOther", WHERE, "condition:in0, self:in1, other:in2#")
TORCH("aten.where.Scalar", WHERE, "condition:in0, self:in1#, other:in2#")
TORCH("prims.fma.default", FMA, "a:in0, b:in1, c:in2")
TORCH("aten.addcmul.default", ADDCMUL, "self:in0, tensor1:in1, tensor2:in2, *, value:scale1=1")
TORCH("aten.addcdiv.default", ADDCDIV, "self:in0, tensor1:in1, tensor2:in2, *, value:scale1=1")
TORCH("aten.lerp.Scalar", LERP, "self:in0, end:in1, weight:in2#")
TORCH("aten.lerp.Tensor", LERP, "self:in0, end:in1, weight:in2")

// Views.
TORCH("aten.reshape.default", RESHAPE, "self:in0, shape:shape")
TORCH("aten.view.default", RESHAPE, "self:in0, size:shape")
TORCH("aten._unsafe_view.default", RESHAPE, "self:in0, size:shape")
TORCH("aten.permute.default", PERMUTE, "self:in0, dims:axes")
TORCH("aten.unsqueeze.default", UNSQUEEZE, "self:in0, dim:axis")
TORCH("aten.squeeze.dims", SQUEEZE, "self:in0, dim:axes")
TORCH("aten.squeeze.dim", SQUEEZE, "self:in0, dim:axes")
TORCH("aten.squeeze.default", SQUEEZE, "self:in0")
TORCH("aten.expand.default", EXPAND, "self:in0, size:shape, *, implicit:ignored")
TORCH("aten.slice.Tensor", SLICE, "self:in0, dim:axis=0, start:start, end:end, step:step=1")
TORCH("aten.select.int", SELECT, "self:in0, dim:axis, index:index")
TORCH("aten.split_with_sizes.default", SPLIT, "self:in0, split_sizes:sizes, dim:axis=0")
TORCH("aten.split.Tensor", SPLIT, "self:in0, split_size:sizes, dim:axis=0")
TORCH("aten.unbind.int", UNBIND, "self:in0, dim:axis=0")
TORCH("aten.as_strided.default", AS_STRIDED, "self:in0, size:shape, stride:stride, storage_offset:offset")
TORCH("aten.alias.default", ALIAS, "self:in0")
TORCH("aten.detach.default", ALIAS, "self:in0")
TORCH("aten.lift_fresh.default", ALIAS, "self:in0")
TORCH("prims.inductor_lookup_seed.default", LOOKUP_SEED, "seeds:in0, index:index")

// Made from attributes; random numbers.
TORCH("aten.full.default", FULL,
      "size:shape, fill_value:value, *, dtype:dtype, layout:ignored, device:ignored, pin_memory:ignored")
TORCH("aten.full_like.default", FULL,
      "self:in0, fill_value:value, *, dtype:dtype, layout:ignored, device:ignored, pin_memory:ignored, "
      "memory_format:fixed=None")
TORCH("aten.scalar_tensor.default", FULL,
      "s:value, *, dtype:dtype, layout:ignored, device:ignored, pin_memory:ignored")
TORCH("aten.empty.memory_format", EMPTY,
      "size:shape, *, dtype:dtype, layout:ignored, device:ignored, pin_memory:ignored, "
      "memory_format:fixed=None")
TORCH("aten.empty_strided.default", EMPTY,
      "size:shape, stride:stride, *, dtype:dtype, layout:ignored, device:ignored, pin_memory:ignored")
TORCH("aten.new_empty_strided.default", EMPTY,
      "self:in0, size:shape, stride:stride, *, dtype:dtype, layout:ignored, device:ignored, "
      "pin_memory:ignored")
TORCH("prims.iota.default", IOTA,
      "length:shape, *, start:start=0, step:step=1, dtype:dtype, device:ignored, "
      "requires_grad:ignored=False")
TORCH("prims.inductor_seeds.default", SEEDS, "count:shape, device:ignored")
TORCH("prims.inductor_random.default", RANDOM, "size:shape, seed:in0, mode:mode, *, offset:fixed=0")
TORCH("prims.inductor_randint.default", RANDINT,
      "low:start, high:end, size:shape, seed:in0, *, offset:fixed=0")

// Reductions and scans.
TORCH("aten.sum.dim_IntList", SUM, "self:in0, dim:axes, keepdim:keep=False, *, dtype:dtype")
TORCH("aten.sum.default", SUM, "self:in0, *, dtype:dtype")
TORCH("aten.prod.dim_int", PROD, "self:in0, dim:axes, keepdim:keep=False, *, dtype:dtype")
TORCH("aten.prod.default", PROD, "self:in0, *, dtype:dtype")
TORCH("aten.mean.dim", MEAN, "self:in0, dim:axes, keepdim:keep=False, *, dtype:dtype")
TORCH("aten.mean.default", MEAN, "self:in0, *, dtype:dtype")
TORCH("aten.amax.default", AMAX, "self:in0, dim:axes=[], keepdim:keep=False")
TORCH("aten.max.default", AMAX, "self:in0")
TORCH("aten.amin.default", AMIN, "self:in0, dim:axes=[], keepdim:keep=False")
TORCH("aten.min.default", AMIN, "self:in0")
TORCH("aten.any.dims", ANY, "self:in0, dim:axes, keepdim:keep=False")
TORCH("aten.any.dim", ANY, "self:in0, dim:axes, keepdim:keep=False")
TORCH("aten.any.default", ANY, "self:in0")
TORCH("aten.all.dims", ALL, "self:in0, dim:axes, keepdim:keep=False")
TORCH("aten.all.dim", ALL, "self:in0, dim:axes, keepdim:keep=False")
TORCH("aten.all.default", ALL, "self:in0")
TORCH("aten.argmax.default", ARGMAX, "self:in0, dim:axes, keepdim:keep=False")
TORCH("aten.argmin.default", ARGMIN, "self:in0, dim:axes, keepdim:keep=False")
TORCH("aten.max.dim", MAX_DIM, "self:in0, dim:axes, keepdim:keep=False")
TORCH("aten.min.dim", MIN_DIM, "self:in0, dim:axes, keepdim:keep=False")
TORCH("aten.var.correction", VAR, "self:in0, dim:axes, *, correction:correction, keepdim:keep=False")
TORCH("aten.var_mean.correction", VAR_MEAN,
      "self:in0, dim:axes, *, correction:correction, keepdim:keep=False")
TORCH("prims.prepare_softmax_online.default", PREPARE_SOFTMAX, "x:in0, dim:axes")
TORCH("aten.cumsum.default", CUMSUM, "self:in0, dim:axis, *, dtype:dtype")

// Addressed by values. The list of indices goes behind the values.
TORCH("aten.gather.default", GATHER, "self:in0, dim:axis, index:in1, *, sparse_grad:ignored")
TORCH("aten.embedding.default", EMBEDDING,
      "weight:in0, indices:in1, padding_idx:ignored, scale_grad_by_freq:ignored, sparse:ignored")
TORCH("aten.index.Tensor", INDEX, "self:in0, indices:in1..")
TORCH("aten._unsafe_index.Tensor", INDEX, "self:in0, indices:in1..")
TORCH("aten.index_put.default", INDEX_PUT, "self:in0, indices:in2.., values:in1, accumulate:accumulate=False")
TORCH("aten._unsafe_index_put.default", INDEX_PUT,
      "self:in0, indices:in2.., values:in1, accumulate:accumulate=False")
TORCH("aten._unsafe_masked_index_put_accumulate.default", MASKED_INDEX_PUT,
      "self:in0, mask:in2, indices:in3.., values:in1")
TORCH("aten.scatter_add.default", SCATTER_ADD, "self:in0, dim:axis, index:in1, src:in2")
TORCH("aten.index_add.default", INDEX_ADD, "self:in0, dim:axis, index:in1, source:in2, *, alpha:fixed=1")

// Moved unchanged.
TORCH("aten.clone.default", CLONE, "self:in0, *, memory_format:layout")
TORCH("aten.lift_fresh_copy.default", CLONE, "self:in0")
TORCH("aten.cat.default", CAT, "tensors:in0.., dim:axis=0")
TORCH("aten.constant_pad_nd.default", PAD, "self:in0, pad:pad, value:value=0")
TORCH("aten.slice_scatter.default", SLICE_SCATTER,
      "self:in0, src:in1, dim:axis=0, start:start, end:end, step:step=1")
TORCH("aten.select_scatter.default", SELECT_SCATTER, "self:in0, src:in1, dim:axis, index:index")
TORCH("aten.as_strided_scatter.default", AS_STRIDED_SCATTER,
      "self:in0, src:in1, size:shape, stride:stride, storage_offset:offset")
TORCH("aten.repeat.default", REPEAT, "self:in0, repeats:repeats")
TORCH("prims.rev.default", REV, "a:in0, dims:axes")
TORCH("aten.flip.default", REV, "self:in0, dims:axes")

// Windows.
TORCH("prims._low_memory_max_pool_with_offsets.default", MAX_POOL,
      "self:in0, kernel_size:kernel, stride:stride, padding:padding, dilation:dilation, "
      "ceil_mode:ceil=False")
TORCH("prims._low_memory_max_pool_offsets_to_indices.default", POOL_INDICES,
      "self:in0, kernel_size:kernel, input_size:shape, stride:stride, padding:padding, dilation:dilation")
TORCH("aten.max_pool2d_with_indices_backward.default", MAX_POOL_BACKWARD,
      "grad_output:in0, self:in1, kernel_size:kernel, stride:stride, padding:padding, dilation:dilation, "
      "ceil_mode:ceil=False, indices:in2")
TORCH("aten.avg_pool2d.default", AVG_POOL,
      "self:in0, kernel_size:kernel, stride:stride=[], padding:padding=0, ceil_mode:ceil=False, "
      "count_include_pad:count_padding=True, divisor_override:divisor")
TORCH("aten.avg_pool2d_backward.default", AVG_POOL_BACKWARD,
      "grad_output:in0, self:in1, kernel_size:kernel, stride:stride, padding:padding, "
      "ceil_mode:ceil=False, count_include_pad:count_padding=True, divisor_override:divisor")
TORCH("aten._adaptive_avg_pool2d.default", ADAPTIVE_AVG_POOL, "self:in0, output_size:shape")
TORCH("aten._adaptive_avg_pool2d_backward.default", ADAPTIVE_AVG_POOL_BACKWARD, "grad_output:in0, self:in1")

// Contractions and libraries.
TORCH("aten.mm.default", MM, "self:in0, mat2:in1")
TORCH("aten.addmm.default", ADDMM, "self:in0, mat1:in1, mat2:in2, *, beta:beta=1, alpha:alpha=1")
TORCH("aten.bmm.default", BMM, "self:in0, mat2:in1")
TORCH("aten.convolution.default", CONVOLUTION,
      "input:in0, weight:in1, bias:in2, stride:stride, padding:padding, dilation:dilation, "
      "transposed:fixed=False, output_padding:ignored=[0], groups:groups=1")
TORCH("aten.convolution_backward.default", CONVOLUTION_BACKWARD, "*")
TORCH("aten._scaled_dot_product_cudnn_attention.default", ATTENTION, "*")
TORCH("aten._scaled_dot_product_efficient_attention.default", ATTENTION, "*")
TORCH("aten._scaled_dot_product_flash_attention.default", ATTENTION, "*")
TORCH("aten._scaled_dot_product_cudnn_attention_backward.default", ATTENTION_BACKWARD, "*")
TORCH("aten._scaled_dot_product_efficient_attention_backward.default", ATTENTION_BACKWARD, "*")
TORCH("aten._scaled_dot_product_flash_attention_backward.default", ATTENTION_BACKWARD, "*")
TORCH("aten._grouped_mm.default", GROUPED_MM, "*")
TORCH("aten.sort.default", SORT, "self:in0, dim:axis=-1, descending:descending=False")
TORCH("aten.sort.stable", SORT, "self:in0, *, stable:ignored, dim:axis=-1, descending:descending=False")
TORCH("aten.topk.default", TOPK, "self:in0, k:k, dim:axis=-1, largest:descending=True, sorted:ignored=True")
TORCH("aten.histc.default", HISTC, "*")
TORCH("aten._fft_c2c.default", FFT, "*")
TORCH("aten.view_as_real.default", VIEW_AS_REAL, "*")
TORCH("aten.view_as_complex.default", VIEW_AS_COMPLEX, "*")
TORCH("aten.glu.default", GLU, "self:in0, dim:axis=-1")

// Over lists of tensors, element by element.
FOREACH("aten._foreach_add.List", ADD, "self:in0, other:in1, *, alpha:scale1=1")
FOREACH("aten._foreach_add.Scalar", ADD, "self:in0, scalar:in1")
FOREACH("aten._foreach_add.ScalarList", ADD, "self:in0, scalars:in1")
FOREACH("aten._foreach_add.Tensor", ADD, "self:in0, other:in1, *, alpha:scale1=1")
FOREACH("aten._foreach_sub.List", SUB, "self:in0, other:in1, *, alpha:scale1=1")
FOREACH("aten._foreach_sub.Scalar", SUB, "self:in0, scalar:in1")
FOREACH("aten._foreach_sub.ScalarList", SUB, "self:in0, scalars:in1")
FOREACH("aten._foreach_mul.List", MUL, "self:in0, other:in1")
FOREACH("aten._foreach_mul.Scalar", MUL, "self:in0, scalar:in1")
FOREACH("aten._foreach_mul.ScalarList", MUL, "self:in0, scalars:in1")
FOREACH("aten._foreach_mul.Tensor", MUL, "self:in0, other:in1")
FOREACH("aten._foreach_div.List", DIV, "self:in0, other:in1")
FOREACH("aten._foreach_div.Scalar", DIV, "self:in0, scalar:in1")
FOREACH("aten._foreach_div.ScalarList", DIV, "self:in0, scalars:in1")
FOREACH("aten._foreach_div.Tensor", DIV, "self:in0, other:in1")
FOREACH("aten._foreach_pow.List", POW, "self:in0, exponent:in1")
FOREACH("aten._foreach_pow.Scalar", POW, "self:in0, exponent:in1")
FOREACH("aten._foreach_pow.ScalarList", POW, "self:in0, exponent:in1")
FOREACH("aten._foreach_pow.ScalarAndTensor", POW, "self:in0, exponent:in1")
FOREACH("aten._foreach_maximum.List", MAXIMUM, "self:in0, other:in1")
FOREACH("aten._foreach_maximum.Scalar", CLAMP_MIN, "self:in0, scalar:in1")
FOREACH("aten._foreach_minimum.List", MINIMUM, "self:in0, other:in1")
FOREACH("aten._foreach_minimum.Scalar", CLAMP_MAX, "self:in0, scalar:in1")
FOREACH("aten._foreach_clamp_min.List", CLAMP_MIN, "self:in0, other:in1")
FOREACH("aten._foreach_clamp_min.Scalar", CLAMP_MIN, "self:in0, scalar:in1")
FOREACH("aten._foreach_clamp_max.List", CLAMP_MAX, "self:in0, other:in1")
FOREACH("aten._foreach_clamp_max.Scalar", CLAMP_MAX, "self:in0, scalar:in1")
FOREACH("aten._foreach_neg.default", NEG, "self:in0")
FOREACH("aten._foreach_abs.default", ABS, "self:in0")
FOREACH("aten._foreach_exp.default", EXP, "self:in0")
FOREACH("aten._foreach_log.default", LOG, "self:in0")
FOREACH("aten._foreach_sqrt.default", SQRT, "self:in0")
FOREACH("aten._foreach_rsqrt.default", RSQRT, "self:in0")
FOREACH("aten._foreach_reciprocal.default", RECIPROCAL, "self:in0")
FOREACH("aten._foreach_sigmoid.default", SIGMOID, "self:in0")
FOREACH("aten._foreach_tanh.default", TANH, "self:in0")
FOREACH("aten._foreach_erf.default", ERF, "self:in0")
FOREACH("aten._foreach_sin.default", SIN, "self:in0")
FOREACH("aten._foreach_cos.default", COS, "self:in0")
FOREACH("aten._foreach_floor.default", FLOOR, "self:in0")
FOREACH("aten._foreach_ceil.default", CEIL, "self:in0")
FOREACH("aten._foreach_round.default", ROUND, "self:in0")
FOREACH("aten._foreach_trunc.default", TRUNC, "self:in0")
FOREACH("aten._foreach_sign.default", SIGN, "self:in0")
FOREACH("aten._foreach_addcmul.Scalar", ADDCMUL, "self:in0, tensor1:in1, tensor2:in2, value:scale1=1")
FOREACH("aten._foreach_addcmul.ScalarList", ADDCMUL, "self:in0, tensor1:in1, tensor2:in2, scalars:scale1")
FOREACH("aten._foreach_addcdiv.Scalar", ADDCDIV, "self:in0, tensor1:in1, tensor2:in2, value:scale1=1")
FOREACH("aten._foreach_addcdiv.ScalarList", ADDCDIV, "self:in0, tensor1:in1, tensor2:in2, scalars:scale1")
FOREACH("aten._foreach_lerp.Scalar", LERP, "self:in0, tensors1:in1, weight:in2")
FOREACH("aten._foreach_lerp.List", LERP, "self:in0, tensors1:in1, weights:in2")
FOREACH("aten._foreach_copy.default", COPY, "self:in0, src:in1, non_blocking:ignored")
// clang-format on
