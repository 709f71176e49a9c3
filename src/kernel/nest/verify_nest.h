// The parts of nest_verify (nest.h). Private to src/kernel/nest.
#pragma once

#include "kernel/nest/nest.h"

typedef struct NestVerifier {
  const Nest *nest;
  Status *status;
} NestVerifier;

// False, with a message that names the step.
bool verify_nest_fail(const NestVerifier *verifier, int step, const char *what);
// Are its terms in ascending order of their symbols, without zero scales, and all of these below `limit`?
bool verify_nest_index(const Index *index, int limit);
// The step is a matrix product: its matrices lie within their buffers, and its scores, if any, agree with it.
bool verify_nest_product(const NestVerifier *verifier, int at);
