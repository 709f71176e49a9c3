// A long graph of dynamic shapes as FX text: blocks of a softmax between pointwise ops, a product and views.
#pragma once

#include "base/text.h"

// Ops of a block; of a text of `blocks` there are that many times as many, and "s0" and "s1" as sizes.
enum { DYNAMIC_BLOCK_OPS = 10 };

static inline void dynamic_text(int blocks, Text *out) {
  text_add(
      out,
      "def forward(self, n: \"Sym(s0)\", m: \"Sym(s1)\", x0: \"f32[s0, s1, 64]\", w: \"f32[64, 64]\"):\n");
  for (int i = 0; i < blocks; i++) {
    text_printf(out, "    # File: model.py:%d in forward, code: x = self.layers[%d](x)\n", i + 1, i);
    text_printf(out, "    p%d: \"Sym(s0*s1)\" = n * m\n", i);
    text_printf(out, "    v%d: \"f32[s0*s1, 64]\" = torch.ops.aten.reshape.default(x%d, [p%d, 64])\n", i, i,
                i);
    text_printf(out, "    a%d: \"f32[s0*s1, 64]\" = torch.ops.aten.mm.default(v%d, w);  v%d = None\n", i, i,
                i);
    text_printf(out, "    b%d: \"f32[s0, s1, 64]\" = torch.ops.aten.reshape.default(a%d, [n, m, 64])\n", i,
                i);
    text_printf(out, "    c%d: \"f32[s0, s1, 1]\" = torch.ops.aten.amax.default(b%d, [-1], True)\n", i, i);
    text_printf(out, "    d%d: \"f32[s0, s1, 64]\" = torch.ops.aten.sub.Tensor(b%d, c%d)\n", i, i, i);
    text_printf(out, "    e%d: \"f32[s0, s1, 64]\" = torch.ops.aten.exp.default(d%d);  d%d = None\n", i, i,
                i);
    text_printf(out, "    f%d: \"f32[s0, s1, 1]\" = torch.ops.aten.sum.dim_IntList(e%d, [-1], True)\n", i, i);
    text_printf(out, "    g%d: \"f32[s0, s1, 64]\" = torch.ops.aten.div.Tensor(e%d, f%d)\n", i, i, i);
    text_printf(out, "    h%d: \"f32[s0, s1, 64]\" = torch.ops.aten.mul.Tensor(g%d, m);  g%d = None\n", i, i,
                i);
    text_printf(out, "    x%d: \"f32[s0, s1, 64]\" = torch.ops.aten.add.Tensor(h%d, x%d)\n", i + 1, i, i);
  }
  text_printf(out, "    return (x%d,)\n", blocks);
}
