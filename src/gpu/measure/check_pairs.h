// What a program and its reference have in common to be compared.
#pragma once

#include "gpu/worker/run_program.h"
#include "plan/program/program.h"

// The memories that both programs write, in the order in which `program` finishes them; tolerances from the
// graph. Lives in `arena`. A memory is looked at after its last write in either program: what lies in it
// between the writes of several ops is no result that both need have. Launches that are left out (one flag a
// launch; NULL: none) make results of which nothing can be said: what one of the program's writes is not
// judged, and what follows from one of the reference's is no pair at all.
CheckPair *check_pairs(const Program *program, const bool *left_out, const Program *reference,
                       const bool *reference_out, Arena *arena, int *count);
