// Checks of what nest.h promises. Independent of how lowering works: reads the nest alone.
#include "kernel/nest/product.h"
#include "kernel/nest/verify_nest.h"

#include <inttypes.h>

static const char *step_kind_name(StepKind kind) {
  static const char *const names[] = {
      [STEP_NUMBER] = "number",   [STEP_INDEX] = "index",     [STEP_LOAD] = "load",
      [STEP_COMPUTE] = "compute", [STEP_CHOOSE] = "choose",   [STEP_RANDOM] = "random",
      [STEP_REDUCE] = "reduce",   [STEP_SCAN] = "scan",       [STEP_PART] = "part",
      [STEP_PRODUCT] = "product", [STEP_LOG_SUM] = "log sum", [STEP_STORE] = "store",
  };
  return names[kind];
}

bool verify_nest_fail(const NestVerifier *verifier, int step, const char *what) {
  return status_fail(
      verifier->status, STATUS_INTERNAL, "nest of %s: step %d (%s): %s",
      verifier->nest->op_count ? verifier->nest->graph->ops[verifier->nest->ops[0]].name : "nothing", step,
      step < verifier->nest->step_count ? step_kind_name(verifier->nest->steps[step].kind) : "none", what);
}

bool verify_nest_index(const Index *index, int limit) {
  if (index->count < 0 || index->count > MAX_TERMS) return false;
  for (int i = 0; i < index->count; i++) {
    if (index->term[i].scale == 0 || index->term[i].symbol < 0 || index->term[i].symbol >= limit)
      return false;
    if (i > 0 && index->term[i - 1].symbol >= index->term[i].symbol) return false;
  }
  return true;
}

static uint32_t index_dims(const Nest *nest, const Index *index) {
  uint32_t dims = 0;
  for (int i = 0; i < index->count; i++) {
    int symbol = index->term[i].symbol;
    switch (nest->symbols[symbol].kind) {
      case SYMBOL_DIM:
        dims |= 1u << symbol;
        break;
      case SYMBOL_STEP:
        dims |= nest->steps[nest->symbols[symbol].step].dims;
        break;
      case SYMBOL_QUOTIENT:
        dims |= index_dims(nest, &nest->symbols[symbol].of);
        break;
    }
  }
  return dims;
}

static uint32_t condition_dims(const Nest *nest, int condition) {
  uint32_t dims = 0;
  for (; condition != NO_CONDITION; condition = nest->conditions[condition].parent)
    dims |= index_dims(nest, &nest->conditions[condition].index);
  return dims;
}

// All steps that the index reads stand before `step`.
static bool index_ready(const Nest *nest, const Index *index, int step) {
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &nest->symbols[index->term[i].symbol];
    if (symbol->kind == SYMBOL_STEP && symbol->step >= step) return false;
    if (symbol->kind == SYMBOL_QUOTIENT && !index_ready(nest, &symbol->of, step)) return false;
  }
  return true;
}

static bool verify_symbols(const NestVerifier *verifier) {
  const Nest *nest = verifier->nest;
  for (int i = 0; i < nest->symbol_count; i++) {
    const Symbol *symbol = &nest->symbols[i];
    bool dim = i < nest->dim_count;
    if (dim != (symbol->kind == SYMBOL_DIM))
      return verify_nest_fail(verifier, 0, "the dims are not the first symbols");
    if (dim && symbol->size != nest->size[i])
      return verify_nest_fail(verifier, 0, "a dim's symbol has another size");
    if (symbol->kind == SYMBOL_STEP && (symbol->step < 0 || symbol->step >= nest->step_count))
      return verify_nest_fail(verifier, 0, "a symbol names no step");
    if (symbol->kind != SYMBOL_QUOTIENT) continue;
    if (symbol->divisor < 1 || symbol->modulus < 0 || !verify_nest_index(&symbol->of, i))
      return verify_nest_fail(verifier, 0, "a quotient is malformed");
  }
  return true;
}

static bool verify_conditions(const NestVerifier *verifier) {
  const Nest *nest = verifier->nest;
  for (int i = 0; i < nest->condition_count; i++) {
    const Condition *condition = &nest->conditions[i];
    if (condition->parent >= i || condition->parent < NO_CONDITION || condition->low >= condition->high)
      return verify_nest_fail(verifier, 0, "a condition is malformed");
    if (!verify_nest_index(&condition->index, nest->symbol_count))
      return verify_nest_fail(verifier, 0, "a condition's index is malformed");
  }
  return true;
}

// ---- memory

// The range of an index where a condition holds: symbols that a condition bounds alone are narrowed, and an
// index that differs from a condition's by a constant takes that condition's bounds.
typedef struct Bounds {
  int64_t low, high;
} Bounds;

static Bounds symbol_bounds(const Nest *nest, int symbol, int condition) {
  Bounds bounds = {0, nest->symbols[symbol].size - 1};
  for (; condition != NO_CONDITION; condition = nest->conditions[condition].parent) {
    const Condition *known = &nest->conditions[condition];
    if (known->index.count != 1 || known->index.term[0].symbol != symbol || known->index.term[0].scale != 1)
      continue;
    if (known->low - known->index.constant > bounds.low) bounds.low = known->low - known->index.constant;
    if (known->high - 1 - known->index.constant < bounds.high)
      bounds.high = known->high - 1 - known->index.constant;
  }
  return bounds;
}

static Bounds conditioned_range(const Nest *nest, const Index *index, int condition) {
  Bounds bounds = {index->constant, index->constant};
  for (int i = 0; i < index->count; i++) {
    Bounds symbol = symbol_bounds(nest, index->term[i].symbol, condition);
    int64_t scale = index->term[i].scale;
    bounds.low += scale * (scale > 0 ? symbol.low : symbol.high);
    bounds.high += scale * (scale > 0 ? symbol.high : symbol.low);
  }
  return bounds;
}

// Values of the symbols at one point of the domain; false when they hang on data.
static bool point_value(const Nest *nest, const Index *index, const int64_t point[], int64_t *value) {
  *value = index->constant;
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &nest->symbols[index->term[i].symbol];
    int64_t of = 0;
    if (symbol->kind == SYMBOL_STEP) return false;
    if (symbol->kind == SYMBOL_DIM) {
      of = point[index->term[i].symbol];
    } else {
      if (!point_value(nest, &symbol->of, point, &of)) return false;
      of /= symbol->divisor;
      if (symbol->modulus) of %= symbol->modulus;
    }
    *value += index->term[i].scale * of;
  }
  return true;
}

static bool point_allowed(const Nest *nest, int condition, const int64_t point[]) {
  for (; condition != NO_CONDITION; condition = nest->conditions[condition].parent) {
    const Condition *known = &nest->conditions[condition];
    int64_t value;
    if (point_value(nest, &known->index, point, &value) && (value < known->low || value >= known->high))
      return false;
  }
  return true;
}

static bool next_point(const Nest *nest, uint32_t dims, int64_t point[]) {
  for (int dim = nest->dim_count - 1; dim >= 0; dim--) {
    if (!(dims >> dim & 1)) continue;
    if (++point[dim] < nest->size[dim]) return true;
    point[dim] = 0;
  }
  return false;
}

enum { VERIFY_POINTS = 1 << 16 };

// Walks all points where interval arithmetic cannot tell. True also when there are too many or they hang on
// data.
static bool inside_by_walking(const Nest *nest, const Step *step, int64_t elements) {
  uint32_t dims = index_dims(nest, &step->index) | condition_dims(nest, step->condition);
  int64_t point[MAX_DIMS] = {0}, value;
  if (nest_elements(nest, dims) > VERIFY_POINTS) return true;
  do {
    if (!point_allowed(nest, step->condition, point)) continue;
    if (!point_value(nest, &step->index, point, &value)) return true;
    if (value < 0 || value >= elements) return false;
  } while (next_point(nest, dims, point));
  return true;
}

static bool access_inside(const Nest *nest, const Step *step) {
  int64_t elements = nest->buffers[step->buffer].elements;
  if (nest_elements(nest, nest_all_dims(nest)) == 0) return true;
  Bounds bounds = conditioned_range(nest, &step->index, step->condition);
  if (bounds.low > bounds.high || (bounds.low >= 0 && bounds.high < elements)) return true;
  if (step->condition == NO_CONDITION) {
    bool exact = true;
    for (int i = 0; i < step->index.count; i++)
      exact = exact && nest->symbols[step->index.term[i].symbol].kind == SYMBOL_DIM;
    if (exact) return false;
  }
  return inside_by_walking(nest, step, elements);
}

static bool verify_access(const NestVerifier *verifier, int at) {
  const Nest *nest = verifier->nest;
  const Step *step = &nest->steps[at];
  if (step->buffer < 0 || step->buffer >= nest->buffer_count)
    return verify_nest_fail(verifier, at, "names no buffer");
  const Buffer *buffer = &nest->buffers[step->buffer];
  if (buffer->dtype != step->stored)
    return verify_nest_fail(verifier, at, "has another dtype than its buffer");
  if (step->kind == STEP_LOAD ? !buffer->read : !buffer->written)
    return verify_nest_fail(verifier, at, "its buffer is not marked for it");
  if (step->zero_outside && (step->kind != STEP_LOAD || step->condition == NO_CONDITION))
    return verify_nest_fail(verifier, at, "is 0 outside a condition that it does not have");
  if (!access_inside(nest, step)) return verify_nest_fail(verifier, at, "its index leaves the buffer");
  return true;
}

// ---- steps

static uint32_t expected_dims(const Nest *nest, const Step *step) {
  if (step->kind == STEP_PRODUCT) return nest_all_dims(nest);
  if (step->kind == STEP_LOG_SUM) return nest_all_dims(nest) & ~((uint32_t)1 << (nest->dim_count - 1));
  uint32_t dims = index_dims(nest, &step->index) | condition_dims(nest, step->condition);
  for (int i = 0; i < step->operand_count; i++)
    dims |= nest->steps[step->operand[i]].dims;
  if (step->kind == STEP_CHOOSE) dims |= condition_dims(nest, step->chosen_by);
  return step->kind == STEP_REDUCE ? dims & ~step->over : dims;
}

static bool verify_dims(const NestVerifier *verifier, int at) {
  const Nest *nest = verifier->nest;
  const Step *step = &nest->steps[at];
  uint32_t dims = expected_dims(nest, step);
  if (step->dims & ~nest_all_dims(nest))
    return verify_nest_fail(verifier, at, "varies with dims that do not exist");
  if (step->kind == STEP_STORE ? (dims & ~step->dims) != 0 : dims != step->dims)
    return verify_nest_fail(verifier, at, "its dims are not those of what it reads");
  if (step_accumulates(step) && (!step->over || (step->over & ~(nest->reduced | nest->crossed))))
    return verify_nest_fail(verifier, at, "reduces over no dims or over dims that are not marked reduced");
  if (step->kind == STEP_SCAN && (step->over & ~(step->dims & nest->scanned)))
    return verify_nest_fail(verifier, at,
                            "does not vary with the dims that it scans, or they are not marked scanned");
  return true;
}

static bool verify_pass(const NestVerifier *verifier, int at) {
  const Nest *nest = verifier->nest;
  const Step *step = &nest->steps[at];
  int least = 0;
  for (int i = 0; i < step->operand_count; i++)
    if (nest->steps[step->operand[i]].pass > least) least = nest->steps[step->operand[i]].pass;
  if (step->kind == STEP_PART) least++;
  if (step->pass < least) return verify_nest_fail(verifier, at, "is in an earlier pass than what it reads");
  if (!step->finish && (step->dims | step->over) & nest->reduced && step->pass >= nest->passes)
    return verify_nest_fail(verifier, at, "is in a pass that is not counted");
  return true;
}

typedef struct FinishNeed {
  const Nest *nest;
  bool finish;
} FinishNeed;

static void join_finish(void *context, int needed) {
  FinishNeed *need = context;
  const Step *step = &need->nest->steps[needed];
  need->finish |= step->finish || nest_crosses(need->nest, step);
}

static bool verify_finish(const NestVerifier *verifier, int at) {
  FinishNeed need = {verifier->nest, false};
  nest_each_need(verifier->nest, at, join_finish, &need);
  if (need.finish != verifier->nest->steps[at].finish)
    return verify_nest_fail(verifier, at, "is in the finish without need, or not in it although it must be");
  return true;
}

static bool verify_step(const NestVerifier *verifier, int at) {
  const Nest *nest = verifier->nest;
  const Step *step = &nest->steps[at];
  for (int i = 0; i < step->operand_count; i++)
    if (step->operand[i] < 0 || step->operand[i] >= at)
      return verify_nest_fail(verifier, at, "reads a later step");
  if (!verify_nest_index(&step->index, nest->symbol_count))
    return verify_nest_fail(verifier, at, "has a malformed index");
  if (!index_ready(nest, &step->index, at))
    return verify_nest_fail(verifier, at, "its index needs a later step");
  for (int i = step->condition; i != NO_CONDITION; i = nest->conditions[i].parent)
    if (!index_ready(nest, &nest->conditions[i].index, at))
      return verify_nest_fail(verifier, at, "its condition needs a later step");
  if (step->kind == STEP_PART && !step_accumulates(&nest->steps[step->operand[0]]))
    return verify_nest_fail(verifier, at, "is a part of no reduction");
  if (step->kind == STEP_LOG_SUM && !nest_scores(nest))
    return verify_nest_fail(verifier, at, "is of no scores");
  if (step->kind != STEP_STORE && dtype_compute(step->dtype) != step->dtype)
    return verify_nest_fail(verifier, at, "has no compute type");
  if ((step->kind == STEP_LOAD || step->kind == STEP_STORE) && !verify_access(verifier, at)) return false;
  if (step->kind == STEP_PRODUCT && !verify_nest_product(verifier, at)) return false;
  return verify_dims(verifier, at) && verify_pass(verifier, at) && verify_finish(verifier, at);
}

// Which other part uses a buffer, or the same one another time.
static bool used_elsewhere(const Nest *batch, int part, int time, int buffer) {
  for (int i = 0; i < batch->part_count; i++) {
    const NestPart *other = &batch->parts[i];
    for (int b = 0; b < other->count * other->nest->buffer_count; b++)
      if (other->buffers[b] == buffer && (i != part || b / other->nest->buffer_count != time)) return true;
  }
  return false;
}

static bool verify_part_buffers(const NestVerifier *verifier, int index) {
  const Nest *batch = verifier->nest;
  const NestPart *part = &batch->parts[index];
  int count = part->nest->buffer_count;
  for (int b = 0; b < part->count * count; b++) {
    int buffer = part->buffers[b];
    if (buffer < 0 || buffer >= batch->buffer_count)
      return verify_nest_fail(verifier, 0, "a part names no buffer");
    const Buffer *own = &part->nest->buffers[b % count], *whole = &batch->buffers[buffer];
    if (own->dtype != whole->dtype || own->elements != whole->elements || (own->read && !whole->read) ||
        (own->written && !whole->written))
      return verify_nest_fail(verifier, 0, "a buffer is not what a part needs");
    bool elsewhere = used_elsewhere(batch, index, b / count, buffer);
    if (elsewhere && whole->written)
      return verify_nest_fail(verifier, 0, "two parts touch memory that one of them writes");
    if (elsewhere && buffer != part->buffers[b % count])
      return verify_nest_fail(verifier, 0, "a shared buffer changes from one time to the next");
  }
  return true;
}

static bool verify_parts(const NestVerifier *verifier, Status *status) {
  const Nest *nest = verifier->nest;
  if (nest->part_count && (nest->dim_count || nest->step_count || nest->symbol_count))
    return verify_nest_fail(verifier, 0, "a batch has steps of its own");
  for (int i = 0; i < nest->part_count; i++) {
    const NestPart *part = &nest->parts[i];
    if (part->count < 1 || part->nest->part_count) return verify_nest_fail(verifier, 0, "a part is no nest");
    if (!verify_part_buffers(verifier, i) || !nest_verify(part->nest, status)) return false;
  }
  return true;
}

bool nest_verify(const Nest *nest, Status *status) {
  NestVerifier verifier = {nest, status};
  if (nest->dim_count < 0 || nest->dim_count > MAX_DIMS)
    return verify_nest_fail(&verifier, 0, "too many dims");
  if (!verify_symbols(&verifier) || !verify_conditions(&verifier)) return false;
  for (int i = 0; i < nest->step_count; i++)
    if (!verify_step(&verifier, i)) return false;
  for (int i = 0; i < nest->preset_count; i++)
    if (nest->presets[i].to < 0 || nest->presets[i].to >= nest->buffer_count ||
        nest->presets[i].from >= nest->buffer_count)
      return verify_nest_fail(&verifier, 0, "a preset names no buffer");
  return verify_parts(&verifier, status);
}
