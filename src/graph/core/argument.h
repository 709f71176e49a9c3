// Arguments as they were written, of ops that are passed through.
#pragma once

#include "graph/core/graph.h"

// The text of the argument at `position`, or of the one with this keyword; NULL when there is none. Not
// terminated at its end.
const char *argument_find(const Op *op, int position, const char *keyword);
bool argument_flag(const Op *op, int position, const char *keyword, bool otherwise);
double argument_number(const Op *op, int position, const char *keyword,
                       double otherwise); // None is `otherwise`
int argument_integers(const Op *op, int position, const char *keyword, int64_t *list,
                      int room); // their count; 0 when no list
