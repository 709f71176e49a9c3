// What the files that write ops as HLO share.
#pragma once

#include "graph/write/write_hlo.h"

// Operand `index` in this type and shape.
const char *hlo_text_operand(HloText *text, const Op *op, int index, DType dtype, const Shape *shape);
const char *hlo_text_number(HloText *text, double value, DType dtype, const Shape *shape);
// `name` of shape `from` as `to`, axes aligned at the last.
const char *hlo_text_broadcast(HloText *text, const char *name, DType dtype, const Shape *from,
                               const Shape *to);

// write_hlo_function.c: pointwise ops that are several instructions there. False: it is none of them.
bool hlo_text_function(HloText *text, const Op *op, const Value *to, const char **name);
// write_hlo_move.c: padding, parts replaced, what indices choose. True: it is one of them; *name is NULL with
// a message where it cannot be written.
bool hlo_text_move(HloText *text, const Op *op, const Value *to, const char **name);
