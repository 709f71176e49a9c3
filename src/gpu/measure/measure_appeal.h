// A second judgement of results that are beyond their tolerance. Used by measure_check.c and trials.c only.
#pragma once

#include "base/json.h"
#include "gpu/measure/measure.h"

typedef struct Appeal {
  int heard;               // pairs that were judged again, and found right
  const char *name;        // of the last of them, and there, where it is farthest off for its size:
  double got, want, noise; // the program's, the evaluator's, and by how much rounding moves that
  bool untold;             // no verdict: why is said in the text
} Appeal;

// Right after measure_compare said with `reply` that pairs are wrong: their launches are run once more on the
// inputs that lie in slot 0, and what they give is compared with what the evaluator makes of the same inputs
// in double precision, less what rounding does to it (evaluation_compare). True when all of them agree;
// else false, and how the first that does not is wrong into `why` (nothing when that is as the reply says).
// False with `untold` and the reason when a pair cannot be judged so: index_put of its launch stores more
// than once at one place, or may (evaluation_repeats); the launch writes what it reads, or what it reads was
// overwritten since, or writes a part of the memory alone; an op of it is not evaluated, or writes into
// memory (copy_ apart); or what it is off says nothing (evaluation_untold). What is too large for the
// evaluator is as the reply says.
bool measure_appeal(Measuring *m, const JsonNode *reply, const CheckPair *pairs, int count, Appeal *appeal,
                    Text *why);
