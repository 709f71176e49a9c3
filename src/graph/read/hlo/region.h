// Computations over scalars, run: what a comparator or a reducer does is found by asking it.
#pragma once

#include "graph/read/hlo/module.h"

// A scalar: `integer` where its type has integers or is pred, else `number`.
typedef struct HloScalar {
  DType dtype;
  double number;
  int64_t integer;
} HloScalar;

HloScalar hlo_scalar(const HloShape *shape, double number); // of this type

enum { HLO_MAX_RESULTS = 4 };
// Runs it on arguments by parameter number; `results` are the parts of its result. False when it has anything
// that is no plain scalar op.
bool hlo_region_run(const HloModule *module, const HloComputation *region, const HloScalar *arguments,
                    int argument_count, HloScalar results[HLO_MAX_RESULTS], int *result_count);
// The type of a parameter; NULL: there is none, or it is no scalar.
const HloShape *hlo_region_parameter(const HloModule *module, const HloComputation *region, int number);
