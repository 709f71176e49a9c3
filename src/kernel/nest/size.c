#include "kernel/nest/size.h"

#include "kernel/nest/integers.h"

#include <math.h>
#include <stdlib.h>

static const int64_t scale_limit = (int64_t)1 << 29; // so that no product overflows

// Halves of the witness and less: more constants come close to their multiples, so fewer may stand beside
// them.
enum { PART_STRICTNESS = 256 };

// Multiples of `multiple`, but of no larger power of two.
static int64_t scaled_witness(double scale, int64_t multiple, int bits) {
  int64_t twice = 2 * multiple;
  return (int64_t)(scale * (double)((int64_t)1 << bits)) / twice * twice + multiple;
}

int64_t size_witness(int64_t multiple, int bits) {
  return scaled_witness(1.718281828, multiple, bits);
}

int64_t size_second_witness(int64_t multiple, int bits) {
  return scaled_witness(2.302585093, multiple, bits);
}

// Where the witness is smaller, more constants are larger than it, and must not come close to its multiples.
int64_t size_constant_most(int bits) {
  return ((int64_t)1 << 27) >> (WITNESS_BITS - bits) * 4 / 3;
}

int size_fewer_bits(int bits) {
  static const int fewer[] = {28, 25, 22, 20, WITNESS_LEAST_BITS};
  for (size_t i = 0; i < sizeof fewer / sizeof *fewer; i++)
    if (fewer[i] < bits) return fewer[i];
  return 0;
}

int64_t size_multiple(int64_t value) {
  int64_t multiple = 1;
  while (multiple < SIZE_MULTIPLE && value % (2 * multiple) == 0)
    multiple *= 2;
  return multiple;
}

// ---- numbers

// `number` as multiples of a part of the witness and a constant that is smaller than `constant_most`.
static bool form_in_parts(const NestSize *size, int64_t number, int64_t divisor, int64_t constant_most,
                          SizeForm *form) {
  int64_t part = size->witness / divisor, scale = number / part, rest = number % part;
  if (rest > part / 2) scale++, rest -= part;
  if (rest < -part / 2) scale--, rest += part;
  *form = (SizeForm){scale, rest, divisor};
  return scale && llabs(scale) < scale_limit && llabs(rest) < constant_most;
}

SizeForm size_form(const NestSize *size, int64_t number) {
  SizeForm form;
  if (!size || !size->witness) return (SizeForm){0, number, 1};
  if (form_in_parts(size, number, 1, size->constant_most, &form)) return form;
  for (int64_t divisor = 2; divisor <= size->multiple; divisor *= 2)
    if (form_in_parts(size, number, divisor, size->constant_most / (PART_STRICTNESS * divisor), &form))
      return form;
  return (SizeForm){0, number, 1};
}

bool size_follows(const NestSize *size, int64_t number) {
  return size_form(size, number).scale != 0;
}

int64_t size_form_at(SizeForm form, int64_t value) {
  return value / form.divisor * form.scale + form.constant;
}

int64_t size_at(const NestSize *size, int64_t number, int64_t value) {
  return size_form_at(size_form(size, number), value);
}

static bool whole_form(const NestSize *size, double number, SizeForm *form) {
  if (fabs(number) >= 0x1p62 || number != nearbyint(number)) return false;
  *form = size_form(size, (int64_t)number);
  return form->scale != 0;
}

static bool number_form(const NestSize *size, double number, SizeForm *form, bool *inverse) {
  *inverse = false;
  if (whole_form(size, number, form)) return true;
  *inverse = true;
  double divisor = nearbyint(1 / number);
  return number != 0 && 1 / divisor == number && whole_form(size, divisor, form);
}

static bool same_number(double a, double b) {
  return a == b || (isnan(a) && isnan(b));
}

bool size_step_form(const Nest *nest, int at, SizeForm *form, bool *inverse) {
  const Step *step = &nest->steps[at];
  *inverse = false;
  if (!nest->sized || step->kind != STEP_NUMBER) return false;
  const Step *least = &nest->sized->at_least->steps[at];
  if (step->integer != least->integer) {
    *form = size_form(nest->sized, step->integer);
    return true;
  }
  return !same_number(step->number, least->number) && number_form(nest->sized, step->number, form, inverse);
}

// ---- is it the same nest?

typedef struct Comparison {
  const Nest *nest, *other;
  const NestSize *size;
  int64_t value;
} Comparison;

static bool number_holds(const Comparison *comparison, int64_t number, int64_t other) {
  return number == other || size_at(comparison->size, number, comparison->value) == other;
}

static bool real_holds(const Comparison *comparison, double number, double other) {
  SizeForm form;
  bool inverse;
  if (same_number(number, other)) return true;
  if (!number_form(comparison->size, number, &form, &inverse)) return false;
  double count = (double)size_form_at(form, comparison->value);
  return other == (inverse ? 1 / count : count);
}

// Of indices and sizes no number may look as if it followed from the size, and not do so.
static bool extent_holds(const Comparison *comparison, int64_t number, int64_t other) {
  return size_at(comparison->size, number, comparison->value) == other;
}

static bool index_holds(const Comparison *comparison, const Index *index, const Index *other) {
  if (index->count != other->count || !extent_holds(comparison, index->constant, other->constant))
    return false;
  for (int i = 0; i < index->count; i++) {
    const Term *term = &index->term[i];
    bool moves = size_follows(comparison->size, term->scale) &&
                 size_follows(comparison->size, comparison->nest->symbols[term->symbol].size);
    if (moves || term->symbol != other->term[i].symbol) return false;
    if (!extent_holds(comparison, term->scale, other->term[i].scale)) return false;
  }
  return true;
}

static bool symbol_holds(const Comparison *comparison, const Symbol *symbol, const Symbol *other) {
  if (symbol->kind != other->kind || !extent_holds(comparison, symbol->size, other->size)) return false;
  if (symbol->kind == SYMBOL_STEP) return symbol->step == other->step;
  return symbol->kind == SYMBOL_DIM || (extent_holds(comparison, symbol->divisor, other->divisor) &&
                                        extent_holds(comparison, symbol->modulus, other->modulus) &&
                                        index_holds(comparison, &symbol->of, &other->of));
}

static bool condition_holds(const Comparison *comparison, const Condition *condition,
                            const Condition *other) {
  return condition->parent == other->parent && extent_holds(comparison, condition->low, other->low) &&
         extent_holds(comparison, condition->high, other->high) &&
         index_holds(comparison, &condition->index, &other->index);
}

static bool same_operands(const Step *step, const Step *other) {
  if (step->operand_count != other->operand_count) return false;
  for (int i = 0; i < step->operand_count; i++)
    if (step->operand[i] != other->operand[i]) return false;
  return true;
}

// Sums and positions are collected in as many bits as the witness asks for, which is enough.
static bool same_stored(const Step *step, const Step *other) {
  return step->stored == other->stored || step->kind == STEP_REDUCE;
}

static bool same_step(const Step *step, const Step *other) {
  return step->kind == other->kind && step->code == other->code && step->op == other->op &&
         step->value == other->value && step->dtype == other->dtype && step->round_to == other->round_to &&
         same_stored(step, other) && step->range == other->range && step->buffer == other->buffer &&
         step->condition == other->condition && step->zero_outside == other->zero_outside &&
         step->chosen_by == other->chosen_by && step->accumulate == other->accumulate &&
         step->reduce == other->reduce && step->over == other->over && step->part == other->part &&
         step->normal == other->normal && step->dims == other->dims && step->finish == other->finish &&
         step->pass == other->pass && same_operands(step, other);
}

static bool step_holds(const Comparison *comparison, const Step *step, const Step *other) {
  bool number = step->kind == STEP_NUMBER;
  if (!same_step(step, other) || !index_holds(comparison, &step->index, &other->index)) return false;
  if (!number) return step->integer == other->integer && same_number(step->number, other->number);
  return number_holds(comparison, step->integer, other->integer) &&
         real_holds(comparison, step->number, other->number);
}

static bool buffer_holds(const Comparison *comparison, const Buffer *buffer, const Buffer *other) {
  return buffer->storage == other->storage && buffer->dtype == other->dtype && buffer->read == other->read &&
         buffer->written == other->written && extent_holds(comparison, buffer->elements, other->elements);
}

static bool same_counts(const Nest *nest, const Nest *other) {
  return nest->dim_count == other->dim_count && nest->reduced == other->reduced &&
         nest->crossed == other->crossed && nest->scanned == other->scanned &&
         nest->ordered == other->ordered && nest->symbol_count == other->symbol_count &&
         nest->condition_count == other->condition_count && nest->step_count == other->step_count &&
         nest->buffer_count == other->buffer_count && nest->preset_count == other->preset_count &&
         nest->passes == other->passes && nest->part_count == other->part_count;
}

static bool preset_holds(const Preset *preset, const Preset *other) {
  return preset->from == other->from && preset->to == other->to;
}

static bool all_hold(const Comparison *comparison) {
  const Nest *nest = comparison->nest, *other = comparison->other;
  bool holds = same_counts(nest, other);
  for (int i = 0; holds && i < nest->symbol_count; i++)
    holds = symbol_holds(comparison, &nest->symbols[i], &other->symbols[i]);
  for (int i = 0; holds && i < nest->condition_count; i++)
    holds = condition_holds(comparison, &nest->conditions[i], &other->conditions[i]);
  for (int i = 0; holds && i < nest->step_count; i++)
    holds = step_holds(comparison, &nest->steps[i], &other->steps[i]);
  for (int i = 0; holds && i < nest->buffer_count; i++)
    holds = buffer_holds(comparison, &nest->buffers[i], &other->buffers[i]);
  for (int i = 0; holds && i < nest->preset_count; i++)
    holds = preset_holds(&nest->presets[i], &other->presets[i]);
  for (int i = 0; holds && i < nest->dim_count; i++)
    holds = extent_holds(comparison, nest->size[i], other->size[i]);
  return holds;
}

static bool same_part(const NestPart *part, const NestPart *other) {
  if (part->count != other->count || part->nest->buffer_count != other->nest->buffer_count) return false;
  for (int i = 0; i < part->count * part->nest->buffer_count; i++)
    if (part->buffers[i] != other->buffers[i]) return false;
  return true;
}

static bool is_another(const NestSize *size, int64_t value, Reason *reason) {
  return reason_set(reason, REASON_UNSUPPORTED, (int[]){NO_OP},
                    "its loops or its places in memory are others at %s = %lld", size->name,
                    (long long)value);
}

bool nest_size_holds(const Nest *nest, const NestSize *size, const Nest *other, int64_t value,
                     Reason *reason) {
  Comparison comparison = {nest, other, size, value};
  int following = 0;
  for (int i = 0; i < nest->dim_count; i++)
    following += size_follows(size, nest->size[i]);
  if (following > 1)
    return reason_set(reason, REASON_UNSUPPORTED, (int[]){NO_OP},
                      "%d of its loops grow with %s; a kernel takes it as an argument where one does",
                      following, size->name);
  if (!all_hold(&comparison)) return is_another(size, value, reason);
  for (int i = 0; i < nest->part_count; i++) {
    const NestPart *part = &nest->parts[i], *there = &other->parts[i];
    if (!same_part(part, there)) return is_another(size, value, reason);
    if (!nest_size_holds(part->nest, size, there->nest, value, reason)) return false;
  }
  return true;
}

// ---- what vectors and 32-bit indices need

static void divide_by(int64_t *alignment, const NestSize *size, int64_t number) {
  SizeForm form = size_form(size, number);
  while (*alignment > 1 && form.scale * (size->multiple / form.divisor) % *alignment)
    *alignment /= 2;
}

static void divide_by_index(int64_t *alignment, const NestSize *size, const Index *index) {
  divide_by(alignment, size, index->constant);
  for (int i = 0; i < index->count; i++)
    divide_by(alignment, size, index->term[i].scale);
}

int64_t nest_size_alignment(const Nest *nest) {
  const NestSize *size = nest->sized;
  int64_t alignment = SIZE_MULTIPLE;
  if (nest->dim_count) divide_by(&alignment, size, nest->size[nest->dim_count - 1]);
  for (int i = 0; i < nest->step_count; i++)
    divide_by_index(&alignment, size, &nest->steps[i].index);
  for (int i = 0; i < nest->condition_count; i++) {
    divide_by_index(&alignment, size, &nest->conditions[i].index);
    divide_by(&alignment, size, nest->conditions[i].low);
    divide_by(&alignment, size, nest->conditions[i].high);
  }
  for (int i = nest->dim_count; i < nest->symbol_count; i++) {
    divide_by_index(&alignment, size, &nest->symbols[i].of);
    divide_by(&alignment, size, nest->symbols[i].divisor);
    divide_by(&alignment, size, nest->symbols[i].modulus);
  }
  return alignment;
}

void size_index_range(const Nest *nest, const Index *index, int64_t value, int64_t *low, int64_t *high) {
  *low = *high = size_at(nest->sized, index->constant, value);
  for (int i = 0; i < index->count; i++) {
    int64_t elements = size_at(nest->sized, nest->symbols[index->term[i].symbol].size, value);
    int64_t reach = elements > 0 ? size_at(nest->sized, index->term[i].scale, value) * (elements - 1) : 0;
    *(reach > 0 ? high : low) += reach;
  }
}
