// The parts of the FX text writer.
#pragma once

#include "base/text.h"
#include "graph/core/graph.h"

// Python identifiers of values, and of ops with several results.
typedef struct FxNames {
  const char **values, **ops;
} FxNames;

FxNames fx_names(const Graph *graph, Arena *arena);

// write_fx_call.c: "torch.ops.aten.mul.Tensor(x, w)". False when PyTorch has no such call.
bool fx_write_call(const Graph *graph, const Op *op, const FxNames *names, Text *out, Status *status);
void fx_add_operand(Text *out, const Operand *operand, const FxNames *names); // a name, a number or None

// write_fx_written.c: the call of an op that is passed through. False when the graph does not say it, or when
// what it says is more than one call with plain arguments.
bool fx_write_as_written(const Op *op, const FxNames *names, Text *out, Status *status);
