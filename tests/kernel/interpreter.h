// Runs loop nests on doubles, step by step over their whole spaces: slow and plain, so that lowering is
// checked against the evaluator without an emitter in between.
#pragma once

#include "graph/evaluate/evaluate.h"
#include "kernel/nest/nest.h"

// Memory after the nest has run, by buffer; free with memory_after_free. Inputs come from `evaluation`.
double **interpret(const Nest *nest, const Evaluation *evaluation);
void interpret_free(const Nest *nest, double **memory);
