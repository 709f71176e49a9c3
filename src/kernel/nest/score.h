// What is known of the scores of attention (nest.h) before they are computed: which keys a row may have, and
// by what all of its scores are multiplied. A softmax needs neither computed element by element.
#pragma once

#include "kernel/nest/nest.h"

// The score is `value` times `factor` for keys from row + first (with `has_first`) to row + last (with
// `has_last`), and -infinity for all others.
typedef struct ScoreForm {
  int value;     // a step
  double factor; // above 0
  bool has_first, has_last;
  int64_t first, last;
} ScoreForm;

ScoreForm score_form(const Nest *scores);
// The share of all scores that are in the band of keys.
double score_share(const Nest *scores, const ScoreForm *form);
