// FX text that tests of several layers lower, emit and run.
#pragma once

// A statement: `name` is `from` in another dtype ("bfloat16").
#define CAST(name, from, dtype) \
  name " = torch.ops.prims.convert_element_type.default(" from ", torch." dtype ")\n"

// The body of a graph with the parameter x, a matrix of 16-bit elements: softmax of its rows, worked out in
// f32.
#define SOFTMAX \
  CAST("f", "x", "float32") \
  "m = torch.ops.aten.amax.default(f, [1], True)\n" \
  "s = torch.ops.aten.sub.Tensor(f, m)\n" \
  "e = torch.ops.aten.exp.default(s)\n" \
  "t = torch.ops.aten.sum.dim_IntList(e, [1], True)\n" \
  "d = torch.ops.aten.div.Tensor(e, t)\n" CAST("y", "d", "bfloat16") "return (y,)"
