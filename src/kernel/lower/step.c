// Drafts of steps: equal ones are shared, dims and passes follow from operands.
#include "kernel/lower/lowering.h"

#include <math.h>
#include <string.h>

Draft step_draft(StepKind kind, int op, int value, DType dtype) {
  Draft draft = {.kind = kind, .op = op, .value = value, .dtype = dtype, .round_to = dtype, .stored = dtype};
  draft.condition = draft.chosen_by = NO_CONDITION;
  draft.storage = NO_VALUE;
  draft.matrix_storage[0] = draft.matrix_storage[1] = NO_VALUE;
  return draft;
}

static uint64_t bits_of(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static uint64_t draft_key(const Draft *draft) {
  uint64_t hash = lowering_mix(
      HASH_START, (uint64_t)draft->kind << 32 | (uint64_t)draft->code << 8 | (uint64_t)draft->dtype);
  hash = lowering_mix(hash, (uint64_t)draft->index << 32 | (uint32_t)draft->condition);
  hash = lowering_mix(hash, (uint64_t)(uint32_t)draft->storage << 32 | (uint32_t)draft->chosen_by);
  hash =
      lowering_mix(hash, (uint64_t)draft->over << 32 | (uint64_t)draft->reduce << 8 | (uint64_t)draft->part);
  hash = lowering_mix(hash, bits_of(draft->number));
  hash = lowering_mix(hash, (uint64_t)draft->integer);
  hash = lowering_mix(hash, (uint64_t)draft->matrix[0] << 32 | (uint32_t)draft->matrix[1]);
  for (int i = 0; i < draft->operand_count; i++)
    hash = lowering_mix(hash, (uint64_t)draft->operand[i]);
  return hash;
}

static bool product_same(const Draft *a, const Draft *b) {
  return a->length == b->length && memcmp(a->matrix, b->matrix, sizeof a->matrix) == 0 &&
         memcmp(a->matrix_storage, b->matrix_storage, sizeof a->matrix_storage) == 0 &&
         memcmp(a->along, b->along, sizeof a->along) == 0;
}

static bool draft_same(const Draft *a, const Draft *b) {
  if (a->kind != b->kind || a->code != b->code || a->dtype != b->dtype || a->round_to != b->round_to)
    return false;
  if (a->index != b->index || a->condition != b->condition || a->chosen_by != b->chosen_by) return false;
  if (a->storage != b->storage || a->stored != b->stored || a->over != b->over || a->reduce != b->reduce)
    return false;
  if (a->part != b->part || a->normal != b->normal || a->integer != b->integer) return false;
  if (!product_same(a, b)) return false;
  if (bits_of(a->number) != bits_of(b->number) || a->operand_count != b->operand_count) return false;
  return memcmp(a->operand, b->operand, (size_t)a->operand_count * sizeof a->operand[0]) == 0;
}

static void join_index(const Lowering *lowering, int index, Draft *draft) {
  const IndexEntry *entry = &lowering->indices.data[index];
  draft->dims |= entry->dims;
  if (entry->pass > draft->pass) draft->pass = entry->pass;
}

static void join_condition(const Lowering *lowering, int condition, Draft *draft) {
  for (; condition != NO_CONDITION; condition = lowering->conditions.data[condition].parent)
    join_index(lowering, lowering->conditions.data[condition].index, draft);
}

static void describe(const Lowering *lowering, Draft *draft) {
  for (int i = 0; i < draft->operand_count; i++) {
    const Draft *operand = &lowering->steps.data[draft->operand[i]];
    draft->dims |= operand->dims;
    if (operand->pass > draft->pass) draft->pass = operand->pass;
  }
  join_index(lowering, draft->index, draft);
  for (int i = 0; i < 2 && draft->kind == STEP_PRODUCT; i++)
    join_index(lowering, draft->matrix[i], draft);
  join_condition(lowering, draft->condition, draft);
  join_condition(lowering, draft->chosen_by, draft);
  if (draft->kind == STEP_REDUCE || draft->kind == STEP_LOG_SUM) draft->dims &= ~draft->over;
  if (draft->kind == STEP_PART) draft->pass++;
}

int step_find(const Lowering *lowering, const Draft *draft) {
  int item, cursor = 0;
  uint64_t key = draft_key(draft);
  while ((item = table_next(&lowering->step_table, key, &cursor)) >= 0)
    if (draft_same(&lowering->steps.data[item], draft)) return item;
  return NO_STEP;
}

int step_push(Lowering *lowering, const Draft *draft) {
  if (lowering->stopped) return NO_STEP;
  bool shared = draft->kind != STEP_STORE;
  int equal = shared ? step_find(lowering, draft) : NO_STEP;
  if (equal != NO_STEP) return equal;
  if (lowering->steps.count == MAX_STEPS)
    return lowering_refuse(lowering, REASON_UNSUPPORTED, draft->op, NO_OP,
                           "the kernel would evaluate its ops at more than %d places", MAX_STEPS);
  vector_push(&lowering->steps, *draft);
  describe(lowering, &lowering->steps.data[lowering->steps.count - 1]);
  if (shared) table_add(&lowering->step_table, draft_key(draft), lowering->steps.count - 1);
  return lowering->steps.count - 1;
}

int step_number(Lowering *lowering, DType dtype, double number, int64_t integer) {
  Draft draft = step_draft(STEP_NUMBER, NO_OP, NO_VALUE, dtype);
  draft.number = number;
  draft.integer = integer;
  return step_push(lowering, &draft);
}

// Numbers are converted here, so that no cast of a constant is left to run. `to` keeps its precision where it
// is given as a storage type; as a compute type, floats stay as they were written.
static int convert_number(Lowering *lowering, int step, DType to) {
  const Draft number = lowering->steps.data[step];
  bool from_float = dtype_kind(number.dtype) == DTYPE_IS_FLOAT;
  bool wide = number.dtype == DTYPE_U64;
  double value = from_float ? number.number
                 : wide     ? (double)(uint64_t)number.integer
                            : (double)number.integer;
  if (dtype_kind(to) == DTYPE_IS_FLOAT)
    return step_number(lowering, dtype_compute(to), to == dtype_compute(to) ? value : dtype_round(to, value),
                       0);
  if (to == DTYPE_BOOL) return step_number(lowering, DTYPE_BOOL, 0, value != 0);
  bool exact = !from_float && dtype_bytes(to) == 8;
  int64_t whole = exact ? number.integer : dtype_integer(to, dtype_round(to, value));
  return step_number(lowering, dtype_compute(to), 0, whole);
}

int step_convert(Lowering *lowering, int step, DType dtype) {
  if (lowering->stopped || step == NO_STEP) return NO_STEP;
  const Draft *draft = &lowering->steps.data[step];
  if (draft->dtype == dtype) return step;
  if (draft->kind == STEP_NUMBER) return convert_number(lowering, step, dtype);
  return step_compute(lowering, NO_OP, NO_VALUE, OP_CAST, dtype, &step, 1);
}

// Integers are computed in 64 bits, but wrap around as their dtype does.
static DType integer_result(const Lowering *lowering, int value) {
  DType dtype = lowering_value(lowering, value)->dtype;
  return dtype_kind(dtype) == DTYPE_IS_INTEGER ? dtype : DTYPE_I64;
}

int step_compute(Lowering *lowering, int op, int value, OpCode code, DType dtype, const int *operands,
                 int operand_count) {
  if (lowering->stopped) return NO_STEP;
  int simpler = step_simplify(lowering, op, value, code, dtype, operands, operand_count);
  if (simpler != NO_STEP) return simpler;
  Draft draft = step_draft(STEP_COMPUTE, op, value, dtype);
  draft.code = code;
  if (value != NO_VALUE && dtype == DTYPE_I64) draft.round_to = integer_result(lowering, value);
  draft.operand_count = operand_count;
  for (int i = 0; i < operand_count; i++) {
    if (operands[i] == NO_STEP) return NO_STEP;
    draft.operand[i] = operands[i];
  }
  return step_push(lowering, &draft);
}

int step_cast(Lowering *lowering, int op, int value, int step, DType from, DType to) {
  if (lowering->stopped || step == NO_STEP || from == to) return step;
  DType compute = dtype_compute(to);
  if (lowering->steps.data[step].kind == STEP_NUMBER) return convert_number(lowering, step, to);
  if (lowering->steps.data[step].dtype == compute && compute == to) return step;
  Draft draft = step_draft(STEP_COMPUTE, op, value, compute);
  draft.code = OP_CAST;
  draft.round_to = to;
  draft.operand[0] = step;
  draft.operand_count = 1;
  return step_push(lowering, &draft);
}

int step_index(Lowering *lowering, int op, int value, int index) {
  if (lowering->stopped) return NO_STEP;
  const Index *affine = &lowering->indices.data[index].index;
  if (affine->count == 0) return step_number(lowering, DTYPE_I64, 0, affine->constant);
  Draft draft = step_draft(STEP_INDEX, op, value, DTYPE_I64);
  draft.index = index;
  return step_push(lowering, &draft);
}

// ---- conditions

int condition_known(const Lowering *lowering, int index, int64_t low, int64_t high) {
  const IndexEntry *entry = &lowering->indices.data[index];
  if (entry->low >= low && entry->high < high) return 1;
  if (entry->high < low || entry->low >= high) return 0;
  return -1;
}

int condition_make(Lowering *lowering, int parent, int index, int64_t low, int64_t high) {
  if (condition_known(lowering, index, low, high) == 1) return parent;
  for (int i = parent; i != NO_CONDITION; i = lowering->conditions.data[i].parent) {
    const ConditionDraft *known = &lowering->conditions.data[i];
    if (known->index == index && known->low >= low && known->high <= high) return parent;
  }
  for (int i = 0; i < lowering->conditions.count; i++) {
    const ConditionDraft *known = &lowering->conditions.data[i];
    if (known->parent == parent && known->index == index && known->low == low && known->high == high)
      return i;
  }
  vector_push(&lowering->conditions,
              ((ConditionDraft){.parent = parent, .index = index, .low = low, .high = high}));
  return lowering->conditions.count - 1;
}

static bool is_zero(const Draft *draft) {
  return draft->kind == STEP_NUMBER && draft->integer == 0 && draft->number == 0 && !signbit(draft->number);
}

// The load under the condition, or a stricter one, whose element `yes` is, converted or not; NO_STEP: there
// is none.
static int load_under(const Lowering *lowering, int yes, int condition) {
  const Draft *draft = &lowering->steps.data[yes];
  for (; draft->kind == STEP_COMPUTE && draft->code == OP_CAST; draft = &lowering->steps.data[yes])
    yes = draft->operand[0];
  int under = draft->kind == STEP_LOAD ? draft->condition : NO_CONDITION;
  while (under != NO_CONDITION && under != condition)
    under = lowering->conditions.data[under].parent;
  return under == NO_CONDITION ? NO_STEP : yes;
}

int step_choose(Lowering *lowering, int op, int value, DType dtype, int condition, int yes, int no) {
  if (lowering->stopped || yes == NO_STEP || no == NO_STEP) return NO_STEP;
  if (yes == no) return yes;
  int load = is_zero(&lowering->steps.data[no]) ? load_under(lowering, yes, condition) : NO_STEP;
  if (load != NO_STEP && lowering->steps.data[yes].dtype == dtype) { // a compare and a select less each
    lowering->steps.data[load].zero_outside = true;
    return yes;
  }
  Draft draft = step_draft(STEP_CHOOSE, op, value, dtype);
  draft.operand[0] = yes;
  draft.operand[1] = no;
  draft.operand_count = 2;
  draft.chosen_by = condition;
  return step_push(lowering, &draft);
}
