// What the lanes of a vector see of an index: which accesses one instruction can serve.
#include "kernel/template/mapping.h"

enum { WORD = 4, VECTOR_BYTES = 16 };

// Lane j of an index is start + j * step, and start is a multiple of `multiple`; broken: no such form.
typedef struct Lanes {
  bool broken;
  int64_t step, multiple;
} Lanes;

static int64_t gcd(int64_t a, int64_t b) {
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b) {
    int64_t rest = a % b;
    a = b, b = rest;
  }
  return a;
}

static Lanes index_form(const Mapping *mapping, const Index *index);

static Lanes dim_form(const Mapping *mapping, int dim) {
  bool lanes = mapping->lane_dims >> dim & 1;
  if (!lanes) return (Lanes){false, 0, 1};
  if (mapping->linear || mapping->shifted)
    return (Lanes){true, 0, 1}; // only whole linear indices are regular there
  return (Lanes){false, 1, mapping->vector};
}

static Lanes quotient_form(const Mapping *mapping, const Symbol *symbol) {
  Lanes of = index_form(mapping, &symbol->of);
  int64_t vector = mapping->vector;
  if (of.broken || of.step == 0) return (Lanes){of.broken, 0, 1};
  bool aligned = of.step == 1 && of.multiple % vector == 0;
  if (aligned && symbol->divisor % vector == 0) return (Lanes){false, 0, 1};
  if (aligned && symbol->divisor == 1 && symbol->modulus % vector == 0)
    return (Lanes){false, 1, gcd(of.multiple, symbol->modulus)};
  return (Lanes){true, 0, 1};
}

static Lanes symbol_form(const Mapping *mapping, int index) {
  const Symbol *symbol = &mapping->nest->symbols[index];
  switch (symbol->kind) {
    case SYMBOL_DIM:
      return dim_form(mapping, index);
    case SYMBOL_STEP:
      return (Lanes){(mapping->nest->steps[symbol->step].dims & mapping->lane_dims) != 0, 0, 1};
    case SYMBOL_QUOTIENT:
      return quotient_form(mapping, symbol);
  }
  return (Lanes){true, 0, 1};
}

static Lanes index_form(const Mapping *mapping, const Index *index) {
  Lanes form = {false, 0, index->constant};
  for (int i = 0; i < index->count; i++) {
    Lanes term = symbol_form(mapping, index->term[i].symbol);
    if (term.broken) return term;
    form.step += term.step * index->term[i].scale;
    form.multiple = gcd(form.multiple, term.multiple * index->term[i].scale);
  }
  return form;
}

// ---- ragged walks

// Is the walked part of the index the linear index over the walked dims?
static bool walks_linearly(const Mapping *mapping, const Index *index) {
  int64_t stride = 1;
  for (int dim = mapping->nest->dim_count - 1; dim >= 0; dim--) {
    if (!(mapping->walked >> dim & 1)) continue;
    if (mapping->nest->size[dim] != 1 && index_scale(index, dim) != stride) return false;
    stride *= mapping->nest->size[dim];
  }
  return true;
}

static bool same_modulo(int64_t a, int64_t b, int64_t modulus) {
  return (a - b) % modulus == 0;
}

// Are the terms beside the linear walk the same for all lanes? `aligned`: and multiples of the vector, up to
// the shift?
static bool starts_together(const Mapping *mapping, const Index *index, bool *aligned) {
  *aligned = same_modulo(index->constant, mapping->shift_constant, mapping->vector);
  for (int dim = 0; dim < mapping->nest->dim_count; dim++)
    if ((mapping->owned >> dim & 1) &&
        !same_modulo(index_scale(index, dim), mapping->shift_scale[dim], mapping->vector))
      *aligned = false;
  for (int i = 0; i < index->count; i++) {
    const Term *term = &index->term[i];
    if (mapping->nest->symbols[term->symbol].kind == SYMBOL_DIM) continue;
    Lanes form = symbol_form(mapping, term->symbol);
    if (form.broken || form.step) return false;
    if (term->scale % mapping->vector) *aligned = false;
  }
  return true;
}

bool mapping_follows_head(const Mapping *mapping, const Index *index) {
  if (!mapping->peeled || !mapping->shifted || !walks_linearly(mapping, index)) return false;
  if (index->constant % mapping->vector) return false;
  for (int i = 0; i < index->count; i++) {
    int symbol = index->term[i].symbol;
    bool walked = mapping->nest->symbols[symbol].kind == SYMBOL_DIM && (mapping->walked >> symbol & 1);
    if (!walked && index->term[i].scale % mapping->vector) return false;
  }
  return true;
}

bool mapping_shift(Mapping *mapping, const Index *index) {
  if (!walks_linearly(mapping, index)) return false;
  for (int i = 0; i < index->count; i++)
    if (mapping->nest->symbols[index->term[i].symbol].kind != SYMBOL_DIM &&
        index->term[i].scale % mapping->vector)
      return false;
  mapping->shift_constant = index->constant;
  mapping->shifted = index->constant % mapping->vector != 0;
  for (int dim = 0; dim < mapping->nest->dim_count; dim++) {
    mapping->shift_scale[dim] = mapping->owned >> dim & 1 ? index_scale(index, dim) : 0;
    mapping->shifted |= mapping->shift_scale[dim] % mapping->vector != 0;
  }
  return true;
}

// ---- answers

LaneForm mapping_index_lanes(const Mapping *mapping, const Index *index) {
  Lanes form = index_form(mapping, index);
  if (!form.broken && form.step == 0) return LANES_SAME;
  if (mapping->ragged && walks_linearly(mapping, index)) {
    bool aligned = false;
    if (!starts_together(mapping, index, &aligned)) return LANES_VARY;
    return aligned ? LANES_CONTIGUOUS : LANES_UNALIGNED;
  }
  if (form.broken || form.step != 1 || mapping->ragged) return LANES_VARY;
  return form.multiple % mapping->vector == 0 ? LANES_CONTIGUOUS : LANES_UNALIGNED;
}

bool mapping_counts_lanes(const Mapping *mapping, const Index *index) {
  if (mapping->ragged && walks_linearly(mapping, index)) return true;
  Lanes form = index_form(mapping, index);
  return !form.broken && form.step == 1;
}

static bool bound_aligned(int64_t bound, int64_t vector) {
  return bound % vector == 0;
}

bool mapping_condition_uniform(const Mapping *mapping, int condition) {
  for (; condition != NO_CONDITION; condition = mapping->nest->conditions[condition].parent) {
    const Condition *test = &mapping->nest->conditions[condition];
    LaneForm form = mapping_index_lanes(mapping, &test->index);
    if (form == LANES_SAME) continue;
    bool whole = form == LANES_CONTIGUOUS && !mapping->ragged && bound_aligned(test->low, mapping->vector) &&
                 bound_aligned(test->high, mapping->vector);
    if (!whole) return false;
  }
  return true;
}

bool mapping_condition_ranged(const Mapping *mapping, int condition) {
  for (; condition != NO_CONDITION; condition = mapping->nest->conditions[condition].parent)
    if (mapping_index_lanes(mapping, &mapping->nest->conditions[condition].index) == LANES_VARY) return false;
  return true;
}

// Random numbers of neighbouring elements come from one counter.
static bool draws_neighbours(const Mapping *mapping, const Step *step) {
  return step->kind == STEP_RANDOM && mapping->vector > 1 &&
         !(mapping->nest->steps[step->operand[0]].dims & mapping->lane_dims) &&
         mapping_index_lanes(mapping, &step->index) == LANES_CONTIGUOUS;
}

// Memory adds several floats of up to 32 bits at once, and integers one by one.
static bool adds_one_by_one(const Step *step) {
  return step->accumulate && (dtype_kind(step->stored) != DTYPE_IS_FLOAT || dtype_bytes(step->stored) > 4);
}

// Vectors that are no words are taken from memory at their own alignment only.
static bool neighbouring_load(const Mapping *mapping, const Step *step) {
  LaneForm form = mapping_index_lanes(mapping, &step->index);
  bool whole_words = mapping->vector * dtype_bytes(step->stored) >= WORD;
  return step->kind == STEP_LOAD && (form == LANES_CONTIGUOUS || (form == LANES_UNALIGNED && whole_words)) &&
         mapping_condition_ranged(mapping, step->condition);
}

bool mapping_vectorized(const Mapping *mapping, const Step *step) {
  if (step->kind == STEP_RANDOM) return draws_neighbours(mapping, step);
  if (step->kind == STEP_PRODUCT) return mapping->vector > 1;
  if (step->kind != STEP_LOAD && step->kind != STEP_STORE) return false;
  if (mapping->vector == 1 || adds_one_by_one(step)) return false;
  if (!step->accumulate && mapping_staged(mapping, step)) return true;
  bool aligned = mapping_index_lanes(mapping, &step->index) == LANES_CONTIGUOUS &&
                 mapping_condition_uniform(mapping, step->condition);
  return aligned || neighbouring_load(mapping, step);
}

int mapping_unaligned_accesses(int bytes, bool paired) {
  if (paired) return bytes / VECTOR_BYTES + 1;
  return bytes < VECTOR_BYTES ? 2 : 3 * (bytes / VECTOR_BYTES);
}

bool mapping_unaligned(const Mapping *mapping, const Step *step) {
  if (step->kind != STEP_LOAD) return false;
  if (mapping->vector == 1 || !mapping_vectorized(mapping, step)) return false;
  Mapping turned = mapping_turned(mapping);
  const Mapping *seen = mapping_staged(mapping, step) ? &turned : mapping;
  return mapping_index_lanes(seen, &step->index) == LANES_UNALIGNED;
}
