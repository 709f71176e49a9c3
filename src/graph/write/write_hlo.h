// HLO text, instruction by instruction: computations that XLA reads. Who writes a module opens a computation,
// writes ops of the graph into it, and asks for the names of values.
#pragma once

#include "base/text.h"
#include "graph/core/graph.h"

typedef struct HloText HloText;

HloText *hlo_text_new(const Graph *graph, Status *status); // both must outlive it
void hlo_text_free(HloText *text);

// Begins the computation `name`, whose instructions go to `out`; nothing has a name in it yet.
void hlo_text_open(HloText *text, const char *name, bool entry, Text *out);
void hlo_text_name(HloText *text, int value, const char *name); // what `value` is called in it
// The name of a value, through views, which are written where they are needed. What neither an op before nor
// a view gives becomes a parameter.
const char *hlo_text_value(HloText *text, int value);
// Writes an op that is no view; false with a message when HLO has nothing that says the same.
bool hlo_text_op(HloText *text, int op);
// The values that became parameters, in their order.
const int *hlo_text_parameters(const HloText *text, int *count);
// Ends it with what it gives: a value, or a tuple of several.
bool hlo_text_close(HloText *text, const int *values, int count);

void hlo_text_type(const HloText *text, int value, Text *out); // "f32[2,3]"
// The computations over scalars that reductions so far call; to be written before what calls them.
const char *hlo_text_regions(const HloText *text);

// ---- For write_hlo_op.c.
// An instruction "%v7 = f32[2] FORMAT"; its name, valid as long as the text.
const char *hlo_text_put(HloText *text, DType dtype, const Shape *shape, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
const char *hlo_text_region(HloText *text, const char *opcode, DType dtype); // "%add_f32"
const char *hlo_text_cannot(HloText *text, const char *what);                // of the op at hand; NULL
// The name of what an op gives; NULL with a message. Of a view: `value` is the result, `operand` its operand.
const char *hlo_text_view(HloText *text, const Op *op, const Value *value, const char *operand);
const char *hlo_text_compute(HloText *text, const Op *op);
// write_hlo_statistics.c: reductions that take several steps, also of several results, which then have their
// names. False: it is none of them.
bool hlo_text_statistics(HloText *text, const Op *op);
const Graph *hlo_text_graph(const HloText *text);
