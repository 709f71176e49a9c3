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

// A comparison as `place` >= 0.
static bool comparison_of(const Nest *nest, const ProductDims *dims, int at, Place *place) {
  const Step *step = &nest->steps[at];
  Place a, b;
  if (step->kind != STEP_COMPUTE || step->operand_count != 2) return false;
  bool more = step->code == OP_GT || step->code == OP_GE, less = step->code == OP_LT || step->code == OP_LE;
  if (!(more || less) || !place_of(nest, dims, step->operand[0], &a) ||
      !place_of(nest, dims, step->operand[1], &b))
    return false;
  *place = more ? place_sum(a, b, -1) : place_sum(b, a, -1);
  if (step->code == OP_GT || step->code == OP_LT) place->constant--;
  return true;
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

static bool is_nothing(const Step *step) {
  return step->kind == STEP_NUMBER && step->dtype == DTYPE_F32 && isinf(step->number) && step->number < 0;
}

// where(a band of keys, value, -infinity), or the other way round.
static bool take_band(const Nest *nest, const ProductDims *dims, ScoreForm *form) {
  const Step *step = &nest->steps[form->value];
  Place place;
  if (step->kind != STEP_COMPUTE || step->code != OP_WHERE ||
      !comparison_of(nest, dims, step->operand[0], &place))
    return false;
  bool turned = is_nothing(&nest->steps[step->operand[1]]);
  if (!turned && !is_nothing(&nest->steps[step->operand[2]])) return false;
  if (turned) {
    place = place_negative(place);
    place.constant--;
  }
  if (!add_bound(form, place)) return false;
  form->value = step->operand[turned ? 2 : 1];
  return true;
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
  while (take_band(scores, &dims, &form) || take_factor(scores, &form)) {
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
