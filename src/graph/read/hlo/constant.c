// Constants: a number, or a few runs of integers in steps; of others only the shape is kept.
#include "graph/read/hlo/literal.h"
#include "graph/read/hlo/maps.h"

#include <string.h>

enum { MAX_RUNS = 8 };

// Elements `first` to `first + count`, each `step` more than the one before.
typedef struct Run {
  int first, count;
  int64_t step;
} Run;

static bool same_number(const Operand *a, const Operand *b) {
  uint64_t x, y; // NaN is like itself, and 0 not like -0
  memcpy(&x, &a->number, sizeof x);
  memcpy(&y, &b->number, sizeof y);
  return x == y && a->integer == b->integer;
}

static Run next_run(const HloLiteral *literal, int first) {
  const Operand *numbers = literal->numbers.data;
  Run run = {first, 1, 0};
  for (int i = first + 1; i < literal->numbers.count; i++, run.count++) {
    int64_t step;
    bool fits = !__builtin_sub_overflow(numbers[i].integer, numbers[i - 1].integer, &step);
    if (run.count == 1 && fits && numbers[i].is_integer) run.step = step;
    if (!fits || step != run.step || (!numbers[i].is_integer && !same_number(&numbers[i], &numbers[i - 1])))
      break;
  }
  return run;
}

static int find_runs(const HloLiteral *literal, Run runs[MAX_RUNS]) {
  int count = 0;
  for (int at = 0; at < literal->numbers.count; at += runs[count++].count) {
    if (count == MAX_RUNS) return MAX_RUNS + 1;
    runs[count] = next_run(literal, at);
  }
  return count;
}

static HloOp make_run(const HloLiteral *literal, const Run *run, const HloType *type) {
  const Operand *first = &literal->numbers.data[run->first];
  bool steps = run->step != 0;
  HloOp op = hlo_begin(steps ? OP_IOTA : OP_FULL);
  hlo_set(&op, ATTRIBUTE_SHAPE, run->count);
  hlo_set(&op, ATTRIBUTE_DTYPE, type->dtype);
  if (steps) hlo_set(&op, ATTRIBUTE_STEP, run->step);
  hlo_set_operand(&op, steps ? ATTRIBUTE_START : ATTRIBUTE_VALUE, first);
  return op;
}

// The elements in a row; with `last` as the instruction's result.
static int make_row(HloBuild *build, const HloLiteral *literal, const Run *runs, int count, bool last) {
  const HloType *type = build->at->shape->type;
  Operand operands[MAX_RUNS];
  HloOp op = make_run(literal, &runs[0], type);
  if (count == 1) return last ? hlo_last(build, &op) : hlo_part(build, &op);
  for (int i = 0; i < count; i++) {
    op = make_run(literal, &runs[i], type);
    operands[i] = (Operand){.value = hlo_part(build, &op)};
    if (operands[i].value == NO_VALUE) return NO_VALUE;
  }
  op = hlo_begin(OP_CAT);
  op.operands = operands;
  op.operand_count = count;
  hlo_set(&op, ATTRIBUTE_AXIS, 0);
  return last ? hlo_last(build, &op) : hlo_part(build, &op);
}

static bool make_runs(HloBuild *build, const HloLiteral *literal, HloSymbol *result) {
  Run runs[MAX_RUNS] = {{0}};
  int count = find_runs(literal, runs);
  if (count > MAX_RUNS) return false;
  const HloShape *shape = build->at->shape;
  int row = make_row(build, literal, runs, count, shape->sizes.rank == 1);
  if (row == NO_VALUE) return false;
  *result = hlo_value_symbol(row, shape);
  if (shape->sizes.rank == 1) return true;
  HloOp reshape = hlo_unary(OP_RESHAPE, row);
  hlo_set_list(&reshape, ATTRIBUTE_SHAPE, shape->sizes.size, shape->sizes.rank);
  return hlo_done(build, &reshape, result);
}

// Elements that nobody can know are the user's to give; the same input each time.
static int make_input(HloBuild *build) {
  const HloShape *shape = build->at->shape;
  Status status = {0};
  int64_t stride[MAX_RANK], known;
  uint64_t key = hash_integer(HASH_START, build->at->offset);
  if (hashmap_get(&build->constants, key, &known)) return (int)known;
  hlo_strides(shape, stride);
  const char *name = hlo_unique(build, build->at->name);
  int value = builder_input(build->builder, name, shape->type->dtype, &shape->sizes, stride, &status);
  if (value == NO_VALUE) {
    hlo_build_fail(build, "%.400s", status.message);
    return NO_VALUE;
  }
  builder_note(build->builder, NOTE_OTHER, NO_OP, "the constant %s (line %d) is read as an input", name,
               build->at->line);
  hashmap_set(&build->constants, key, value);
  return value;
}

static bool is_uniform(const HloLiteral *literal) {
  for (int i = 1; i < literal->numbers.count; i++)
    if (!same_number(&literal->numbers.data[0], &literal->numbers.data[i])) return false;
  return true;
}

static int make_constant(HloBuild *build) {
  HloLiteral literal;
  HloSymbol made = {.value = NO_VALUE};
  build->failed = !hlo_literal(build->module, build->at, &literal);
  if (!build->failed && (literal.elided || !make_runs(build, &literal, &made)) && !build->failed)
    made.value = make_input(build);
  vector_free(&literal.numbers);
  return made.value;
}

int hlo_constant_tensor(HloBuild *build, const HloInstruction *constant) {
  const HloInstruction *at = build->at;
  build->at = constant;
  build->in_constant = true;
  int value = make_constant(build);
  build->in_constant = false;
  build->at = at;
  return value;
}

bool hlo_map_constant(HloBuild *build, OpCode code, HloSymbol *result) {
  const HloInstruction *at = build->at;
  HloLiteral literal;
  if (!at->shape->type) return hlo_cannot(build, "it is a tuple of constants");
  if (!at->shape->type->has_value) return hlo_map_nothing(build, code, result);
  build->failed = !hlo_literal(build->module, at, &literal);
  Operand zero = {.value = NO_VALUE, .is_number = true, .is_integer = true};
  *result = (HloSymbol){.kind = HLO_CONSTANT, .value = NO_VALUE, .shape = at->shape, .constant = at};
  if (!build->failed && !literal.elided && is_uniform(&literal)) {
    result->kind = HLO_NUMBER;
    result->number = literal.numbers.count ? literal.numbers.data[0] : zero;
  }
  vector_free(&literal.numbers);
  return !build->failed;
}
