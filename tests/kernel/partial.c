#include "partial.h"

#include <math.h>

static bool better(double value, double best, bool largest) {
  if (isnan(best)) return false;
  return isnan(value) || (largest ? value > best : value < best);
}

static void join_extreme(Partial *partial, double value, double position, bool largest) {
  bool first = partial->count == 0 || better(value, partial->first, largest);
  bool tie = partial->count > 0 && (value == partial->first || (isnan(value) && isnan(partial->first))) &&
             position < partial->second;
  if (!first && !tie) return;
  partial->first = value;
  partial->second = position;
}

void partial_join(const Step *step, Partial *partial, double value, double position) {
  double delta;
  switch (step->reduce) {
    case REDUCE_SUM:
      partial->first += value;
      break;
    case REDUCE_PRODUCT:
      partial->first *= value;
      break;
    case REDUCE_MIN:
      if (better(value, partial->first, false)) partial->first = value;
      break;
    case REDUCE_MAX:
      if (better(value, partial->first, true)) partial->first = value;
      break;
    case REDUCE_ANY:
      partial->first = partial->first != 0 || value != 0;
      break;
    case REDUCE_ALL:
      partial->first = partial->first != 0 && value != 0;
      break;
    case REDUCE_ARGMIN:
      join_extreme(partial, value, position, false);
      break;
    case REDUCE_ARGMAX:
      join_extreme(partial, value, position, true);
      break;
    case REDUCE_WELFORD:
      delta = value - partial->first;
      partial->first += delta / (double)(partial->count + 1);
      partial->second += delta * (value - partial->first);
      break;
    case REDUCE_SOFTMAX:
      delta = better(value, partial->first, true) ? value : partial->first;
      partial->second =
          (partial->count ? partial->second * exp(partial->first - delta) : 0) + exp(value - delta);
      partial->first = delta;
      break;
  }
  partial->count++;
}

Partial partial_neutral(ReduceKind kind) {
  Partial partial = {0};
  if (kind == REDUCE_PRODUCT || kind == REDUCE_ALL) partial.first = 1;
  if (kind == REDUCE_MIN) partial.first = INFINITY;
  if (kind == REDUCE_MAX || kind == REDUCE_SOFTMAX) partial.first = -INFINITY;
  return partial;
}
