// How each kind of instruction becomes ops; the rows of opcodes.h name them.
#pragma once

#include "graph/read/hlo/build.h"

// structure.c, constant.c
HloMapping hlo_map_parameter, hlo_map_constant, hlo_map_tuple, hlo_map_element, hlo_map_call, hlo_map_fusion,
    hlo_map_same, hlo_map_nothing;
// pointwise.c
HloMapping hlo_map_pointwise, hlo_map_compare, hlo_map_clamp, hlo_map_convert, hlo_map_narrow,
    hlo_map_is_finite, hlo_map_shift, hlo_map_bits;
// functions.c
HloMapping hlo_map_tangent, hlo_map_cube_root, hlo_map_hyperbolic, hlo_map_round_away;
// view.c
HloMapping hlo_map_reshape, hlo_map_bitcast, hlo_map_transpose, hlo_map_broadcast, hlo_map_slice,
    hlo_map_copy, hlo_map_reverse, hlo_map_iota;
// reduce.c, window.c, dot.c, convolution.c
HloMapping hlo_map_reduce, hlo_map_reduce_window, hlo_map_dot, hlo_map_convolution;
bool hlo_map_cudnn(HloBuild *build, HloSymbol *result);
bool hlo_map_cublas(HloBuild *build, HloSymbol *result);
// layout.c, dynamic.c, gather.c, scatter.c
HloMapping hlo_map_concatenate, hlo_map_pad, hlo_map_dynamic_slice, hlo_map_dynamic_update, hlo_map_gather,
    hlo_map_scatter;
// order.c
HloMapping hlo_map_sort, hlo_map_topk, hlo_map_custom;
bool hlo_map_argmax(HloBuild *build, HloSymbol *result); // a reduction of values and places
