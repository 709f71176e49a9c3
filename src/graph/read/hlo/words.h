// XLA's words for what graphs have, from the tables that read them: for the writer.
#pragma once

#include "graph/core/graph.h"

// NULL: XLA has none that means the same, or none that is read as it.
const char *hlo_type_word(DType dtype);            // "bf16"
const char *hlo_pointwise_word(OpCode code);       // "exponential"
const char *hlo_direction_word(OpCode comparison); // "LT"
const char *hlo_reducer_word(OpCode reduction);    // of two elements: "maximum"
