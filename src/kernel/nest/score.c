#include "kernel/nest/score.h"

#include "kernel/nest/product.h"

#include <math.h>

// ---- integers that follow from row and key alone

typedef struct Place {
  int64_t row, key, constant; // row * number of the row + key * that of the key + constant
} Place;

static Place place_sum(Place a, Place b, int64_t by) {
  return (Place){a.row + by * b.row, a.key + by * b.key, a.constant + by * b.constant};
}

static bool place_of(const Nest *nest, const ProductDims *dims, int at, Place *place) {
  const Step *step = &nest->steps[at];
  Place a, b;
  if (step->kind == STEP_NUMBER && step->dtype == DTYPE_I64) {
    *place = (Place){.constant = step->integer};
    return true;
  }
  if (step->kind == STEP_INDEX) {
    *place = (Place){index_scale(&step->index, dims->rows), index_scale(&step->index, dims->columns),
                     step->index.constant};
    return step->index.count == (place->row != 0) + (place->key != 0);
  }
  if (step->kind != STEP_COMPUTE || step->dtype != DTYPE_I64) return false;
  if (step->code == OP_CAST && step->round_to == DTYPE_I64)
    return place_of(nest, dims, step->operand[0], place);
  bool sum = step->code == OP_ADD || step->code == OP_SUB;
  if (!sum || !place_of(nest, dims, step->operand[0], &a) || !place_of(nest, dims, step->operand[1], &b))
    return false;
  *place = place_sum(a, b, step->code == OP_ADD ? 1 : -1);
  return true;
}

// ---- bands

static Place place_negative(Place a) {
  return place_sum((Place){0}, a, -1);
}

// row - key + constant >= 0, or key - row + constant >= 0.
static bool add_bound(ScoreForm *form, Place place) {
  if (place.row == 1 && place.key == -1) {
    if (!form->has_last || place.constant < form->last) form->last = place.constant;
    return form->has_last = true;
  }
  if (place.row != -1 || place.key != 1) return false;
  if (!form->has_first || -place.constant > form->first) form->first = -place.constant;
  return form->has_first = true;
}

// |a| <= n is two bounds.
static bool add_distance(const Nest *nest, const ProductDims *dims, int distance, Place most,
                         ScoreForm *form) {
  Place a;
  bool even = nest->steps[distance].kind == STEP_COMPUTE && nest->steps[distance].code == OP_ABS;
  return even && most.row == 0 && most.key == 0 &&
         place_of(nest, dims, nest->steps[distance].operand[0], &a) &&
         add_bound(form, place_sum(most, a, -1)) && add_bound(form, place_sum(most, a, 1));
}

// Does it hold wherever there are rows and keys?
static bool holds_always(const Nest *nest, const ProductDims *dims, Place at_least_0) {
  int64_t row = nest_product_rows(nest, dims) - 1, key = nest->size[dims->columns] - 1;
  int64_t least = at_least_0.constant + (at_least_0.row < 0 ? at_least_0.row * row : 0);
  return least + (at_least_0.key < 0 ? at_least_0.key * key : 0) >= 0;
}

// A comparison, or with `turned` its opposite.
static bool add_comparison(const Nest *nest, const ProductDims *dims, int at, bool turned, ScoreForm *form) {
  const Step *step = &nest->steps[at];
  Place a, b, place;
  if (step->kind != STEP_COMPUTE || step->operand_count != 2) return false;
  bool more = step->code == OP_GT || step->code == OP_GE, less = step->code == OP_LT || step->code == OP_LE;
  bool strict = step->code == OP_GT || step->code == OP_LT;
  int greater = step->operand[more ? 0 : 1], smaller = step->operand[more ? 1 : 0];
  if (!(more || less)) return false;
  if (!turned && place_of(nest, dims, greater, &b)) {
    b.constant -= strict;
    if (add_distance(nest, dims, smaller, b, form)) return true;
  }
  if (!place_of(nest, dims, greater, &a) || !place_of(nest, dims, smaller, &b)) return false;
  place = place_sum(a, b, -1); // at least 0, or above it
  place.constant -= strict;
  if (turned) {
    place = place_negative(place);
    place.constant--;
  }
  return add_bound(form, place) || holds_always(nest, dims, place);
}

// Where the number of the key is that of the row.
static bool same_on_diagonal(const ProductDims *dims, const Index *a, const Index *b) {
  for (int i = 0; i < a->count; i++) {
    int symbol = a->term[i].symbol;
    if (symbol != dims->rows && symbol != dims->columns && index_scale(b, symbol) != a->term[i].scale)
      return false;
  }
  return a->constant == b->constant && index_scale(a, dims->rows) + index_scale(a, dims->columns) ==
                                           index_scale(b, dims->rows) + index_scale(b, dims->columns);
}

// Something else than a bound, which holds for the key that has the row's own number: both have one document.
static bool holds_on_diagonal(const Nest *nest, const ProductDims *dims, int at) {
  const Step *step = &nest->steps[at];
  if (step->kind != STEP_COMPUTE || step->code != OP_EQ) return false;
  const Step *a = &nest->steps[step->operand[0]], *b = &nest->steps[step->operand[1]];
  return a->kind == STEP_LOAD && b->kind == STEP_LOAD && a->buffer == b->buffer &&
         dtype_kind(a->dtype) != DTYPE_IS_FLOAT && same_on_diagonal(dims, &a->index, &b->index) &&
         same_on_diagonal(dims, &b->index, &a->index);
}

// Adds what a condition, or its opposite, says of the keys of a row. Sets *rest where it says something else
// of keys that are left. False: nothing can be told of it.
static bool add_bounds(const Nest *nest, const ProductDims *dims, int at, bool turned, ScoreForm *form,
                       bool *rest) {
  const Step *step = &nest->steps[at];
  bool both = step->kind == STEP_COMPUTE && (step->code == OP_BITWISE_AND || step->code == OP_LOGICAL_AND);
  if (step->kind == STEP_NUMBER) return !turned && (step->number != 0 || step->integer != 0);
  if (both && !turned)
    return add_bounds(nest, dims, step->operand[0], false, form, rest) &&
           add_bounds(nest, dims, step->operand[1], false, form, rest);
  if (add_comparison(nest, dims, at, turned, form)) return true;
  if (turned || !holds_on_diagonal(nest, dims, at)) return false;
  return *rest = true;
}

// What stands for no key at all: -infinity, and in PyTorch's masks for cuDNN, which takes none, -65536.
static const double HIDDEN = -0x1p16;

static bool is_hidden(const Step *step, const ScoreForm *form) {
  return step->kind == STEP_NUMBER && step->dtype == DTYPE_F32 && step->number * form->factor <= HIDDEN;
}

// Has each row a key, and with `rest` the one of its own number? Of rows that have none a finite number would
// hide nothing.
static bool has_keys(const Nest *nest, const ProductDims *dims, const ScoreForm *form, bool rest) {
  int64_t keys = nest->size[dims->columns], rows = nest_product_rows(nest, dims);
  bool begin = !form->has_last || form->last >= 0, end = !form->has_first || rows - 1 + form->first < keys;
  bool own = (!form->has_first || form->first <= 0) && rows <= keys;
  return begin && (rest ? own : end && !(form->has_first && form->has_last && form->first > form->last));
}

// where(a band of keys, value, what hides others), or the other way round. Sets the step of the value, or
// NO_STEP where not all keys of the band have it.
static bool choose_band(const Nest *nest, const ProductDims *dims, int at, ScoreForm *form, int *value) {
  const Step *step = &nest->steps[at];
  ScoreForm bounded = *form;
  bool rest = false;
  if (step->kind != STEP_COMPUTE || step->code != OP_WHERE) return false;
  bool turned = is_hidden(&nest->steps[step->operand[1]], form);
  const Step *hidden = &nest->steps[step->operand[turned ? 1 : 2]];
  if (!is_hidden(hidden, form) || !add_bounds(nest, dims, step->operand[0], turned, &bounded, &rest))
    return false;
  if (!isinf(hidden->number) && !has_keys(nest, dims, &bounded, rest)) return false;
  *value = rest ? NO_STEP : step->operand[turned ? 2 : 1];
  *form = bounded;
  return true;
}

// True where there is more to look at.
static bool take_band(const Nest *nest, const ProductDims *dims, ScoreForm *form) {
  int value;
  if (!choose_band(nest, dims, form->value, form, &value) || value == NO_STEP) return false;
  form->value = value;
  return true;
}

// A bias that is 0 for the keys of a band.
static bool take_bias(const Nest *nest, const ProductDims *dims, ScoreForm *form) {
  const Step *step = &nest->steps[form->value];
  bool sum = step->kind == STEP_COMPUTE && step->code == OP_ADD && step->dtype == DTYPE_F32;
  for (int i = 0; i < 2 && sum; i++) {
    int value;
    if (!choose_band(nest, dims, step->operand[i], form, &value) || value == NO_STEP) continue;
    if (nest->steps[value].kind != STEP_NUMBER || nest->steps[value].number != 0) continue;
    form->value = step->operand[1 - i];
    return true;
  }
  return false;
}

// What is multiplied with a number, which leaves -infinity as it is.
static bool take_factor(const Nest *nest, ScoreForm *form) {
  const Step *step = &nest->steps[form->value];
  if (step->kind != STEP_COMPUTE || step->code != OP_MUL || step->dtype != DTYPE_F32) return false;
  for (int i = 0; i < 2; i++) {
    const Step *number = &nest->steps[step->operand[i]];
    double factor = form->factor * number->number;
    if (number->kind != STEP_NUMBER || !(factor >= 0x1p-64 && factor <= 0x1p64)) continue;
    form->factor = factor;
    form->value = step->operand[1 - i];
    return true;
  }
  return false;
}

ScoreForm score_form(const Nest *scores) {
  ScoreForm form = {.value = scores->step_count - 1, .factor = 1};
  ProductDims dims;
  nest_product_dims(scores, &scores->steps[nest_product(scores)], &dims);
  while (take_band(scores, &dims, &form) || take_bias(scores, &dims, &form) || take_factor(scores, &form)) {
  }
  return form;
}

double score_share(const Nest *scores, const ScoreForm *form) {
  ProductDims dims;
  nest_product_dims(scores, &scores->steps[nest_product(scores)], &dims);
  int64_t rows = scores->size[dims.rows], keys = scores->size[dims.columns];
  double sum = 0;
  for (int64_t row = 0; row < rows; row++) {
    int64_t first = form->has_first && row + form->first > 0 ? row + form->first : 0;
    int64_t last = form->has_last && row + form->last < keys - 1 ? row + form->last : keys - 1;
    if (last >= first) sum += (double)(last - first + 1);
  }
  return sum / ((double)rows * (double)keys);
}
