// The steps by which a compiler came to its plan, as a trail: walked like those of a heuristic.
#pragma once

#include "cost/model/estimate.h"
#include "graph/read/read.h"
#include "script/trail.h"

#include <stdatomic.h>

// "XLA" of "xla".
const char *compiler_title(const char *name);
// Makes the dump's steps on `plan`, every op alone, which ends up where they lead here. What the compiler
// said before each is among the refusals; a step that cannot be made here is one of them, with our reason.
// NULL with a message when stopped, or the plan that it began with cannot be. Free with trail_free.
Trail *compiler_trail(const DumpPlan *dump, Plan *plan, Estimator *estimator, const atomic_int *stop,
                      Status *status);
