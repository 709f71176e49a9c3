// Scalar computations, run instruction by instruction.
#include "graph/read/hlo/region.h"

#include "base/text.h"
#include "graph/read/hlo/literal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_INSTRUCTIONS = 256 };

typedef struct Run {
  const HloModule *module;
  const HloComputation *region;
  const HloInstruction *at;
  const HloScalar *arguments;
  int argument_count;
  HloScalar *values; // per instruction
} Run;

static bool is_float(DType dtype) {
  return dtype_kind(dtype) == DTYPE_IS_FLOAT;
}

HloScalar hlo_scalar(const HloShape *shape, double number) {
  HloScalar scalar = {.dtype = shape->type->dtype, .number = dtype_round(shape->type->dtype, number)};
  if (!is_float(scalar.dtype)) scalar.integer = dtype_integer(scalar.dtype, scalar.number);
  return scalar;
}

static const HloScalar *operand(const Run *run, int index) {
  return &run->values[run->at->operands[index]];
}

static double number_of(const HloScalar *scalar) {
  return is_float(scalar->dtype) ? scalar->number : (double)scalar->integer;
}

// NaN above all, -0 below 0.
static int total_order(double a, double b) {
  if (isnan(a) || isnan(b)) return (isnan(a) != 0) - (isnan(b) != 0);
  if (a != b) return a < b ? -1 : 1;
  return (signbit(b) != 0) - (signbit(a) != 0);
}

static bool compare(const Run *run, HloScalar *result) {
  static const char *const directions[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  double a = number_of(operand(run, 0)), b = number_of(operand(run, 1));
  bool ordered = !isnan(a) && !isnan(b), total = hlo_attribute_is(run->module, run->at, "type", "TOTALORDER");
  int order = total ? total_order(a, b) : (a > b) - (a < b);
  ordered |= total;
  const bool holds[] = {ordered && order == 0, !ordered || order != 0, ordered && order < 0,
                        ordered && order <= 0, ordered && order > 0,   ordered && order >= 0};
  for (int i = 0; i < 6; i++) {
    if (!hlo_attribute_is(run->module, run->at, "direction", directions[i])) continue;
    result->integer = holds[i];
    return true;
  }
  return false;
}

// The bytes of one type read as another of as many.
static bool reinterpret(const Run *run, HloScalar *result) {
  const HloScalar *from = operand(run, 0);
  unsigned char bytes[16] = {0};
  if (dtype_bytes(from->dtype) != dtype_bytes(result->dtype)) return false;
  if (is_float(from->dtype))
    dtype_store(from->dtype, bytes, 0, from->number);
  else
    memcpy(bytes, &from->integer, (size_t)dtype_bytes(from->dtype));
  *result = (HloScalar){.dtype = result->dtype, .number = dtype_load(result->dtype, bytes, 0)};
  if (!is_float(result->dtype)) result->integer = dtype_integer(result->dtype, result->number);
  return dtype_bytes(from->dtype) <= 4;
}

static bool binary_integer(const char *opcode, int64_t a, int64_t b, int64_t *result) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  if (text_equal(opcode, "add")) return *result = (int64_t)(x + y), true;
  if (text_equal(opcode, "subtract")) return *result = (int64_t)(x - y), true;
  if (text_equal(opcode, "multiply")) return *result = (int64_t)(x * y), true;
  if (text_equal(opcode, "and")) return *result = a & b, true;
  if (text_equal(opcode, "or")) return *result = a | b, true;
  if (text_equal(opcode, "xor")) return *result = a ^ b, true;
  if (text_equal(opcode, "maximum")) return *result = a > b ? a : b, true;
  if (text_equal(opcode, "minimum")) return *result = a < b ? a : b, true;
  return false;
}

static bool binary_float(const char *opcode, double a, double b, double *result) {
  if (text_equal(opcode, "add")) return *result = a + b, true;
  if (text_equal(opcode, "subtract")) return *result = a - b, true;
  if (text_equal(opcode, "multiply")) return *result = a * b, true;
  bool unordered = isnan(a) || isnan(b);
  if (text_equal(opcode, "maximum")) return *result = unordered ? NAN : fmax(a, b), true;
  if (text_equal(opcode, "minimum")) return *result = unordered ? NAN : fmin(a, b), true;
  return false;
}

static void settle(HloScalar *result) {
  if (is_float(result->dtype))
    result->number = dtype_round(result->dtype, result->number);
  else if (dtype_bytes(result->dtype) < 8)
    result->integer = (int64_t)dtype_round(result->dtype, (double)result->integer);
}

static bool run_unary(const Run *run, HloScalar *result) {
  const char *opcode = run->at->opcode;
  const HloScalar *a = operand(run, 0);
  if (text_equal(opcode, "bitcast") || text_equal(opcode, "bitcast-convert")) return reinterpret(run, result);
  if (text_equal(opcode, "copy")) return *result = *a, true;
  bool negates = text_equal(opcode, "negate"), absolute = text_equal(opcode, "abs");
  bool flips = text_equal(opcode, "not") && !is_float(a->dtype);
  if (!text_equal(opcode, "convert") && !negates && !absolute && !flips) return false;
  double number = number_of(a);
  result->number = negates ? -number : absolute ? fabs(number) : number;
  if (!is_float(result->dtype))
    result->integer = flips ? (a->dtype == DTYPE_BOOL ? !a->integer : ~a->integer)
                            : dtype_integer(result->dtype, result->number);
  return true;
}

static bool run_opcode(const Run *run, HloScalar *result) {
  const HloInstruction *at = run->at;
  if (at->operand_count == 1) return run_unary(run, result);
  if (at->operand_count == 3 && text_equal(at->opcode, "select")) {
    *result = *operand(run, operand(run, 0)->integer ? 1 : 2);
    return true;
  }
  if (at->operand_count != 2) return false;
  if (text_equal(at->opcode, "compare")) return compare(run, result);
  if (is_float(result->dtype))
    return binary_float(at->opcode, operand(run, 0)->number, operand(run, 1)->number, &result->number);
  return binary_integer(at->opcode, operand(run, 0)->integer, operand(run, 1)->integer, &result->integer);
}

static bool run_constant(const Run *run, HloScalar *result) {
  HloLiteral literal;
  Status ignored = {0};
  HloModule quiet = *run->module;
  quiet.cursor.status = &ignored;
  bool known = hlo_literal(&quiet, run->at, &literal) && literal.numbers.count == 1;
  if (known)
    *result = (HloScalar){result->dtype, literal.numbers.data[0].number, literal.numbers.data[0].integer};
  vector_free(&literal.numbers);
  return known;
}

static bool run_parameter(const Run *run, HloScalar *result) {
  int64_t number = atoi(run->module->cursor.text + run->at->arguments.begin);
  if (number < 0 || number >= run->argument_count || run->arguments[number].dtype != result->dtype)
    return false;
  *result = run->arguments[number];
  return true;
}

static bool run_instruction(const Run *run, HloScalar *result) {
  const HloType *type = run->at->shape->type;
  if (!type || run->at->shape->sizes.rank > 0 || !type->has_value ||
      dtype_kind(type->dtype) == DTYPE_IS_COMPLEX)
    return false;
  *result = (HloScalar){.dtype = type->dtype};
  if (text_equal(run->at->opcode, "constant")) return run_constant(run, result);
  if (text_equal(run->at->opcode, "parameter")) return run_parameter(run, result);
  if (!run_opcode(run, result)) return false;
  settle(result);
  return true;
}

static bool take_results(const Run *run, HloScalar results[HLO_MAX_RESULTS], int *count) {
  const HloInstruction *root = &run->region->instructions[run->region->root];
  bool tuple = text_equal(root->opcode, "tuple");
  *count = tuple ? root->operand_count : 1;
  for (int i = 0; i < *count && i < HLO_MAX_RESULTS; i++)
    results[i] = run->values[tuple ? root->operands[i] : run->region->root];
  return *count <= HLO_MAX_RESULTS;
}

bool hlo_region_run(const HloModule *module, const HloComputation *region, const HloScalar *arguments,
                    int argument_count, HloScalar results[HLO_MAX_RESULTS], int *result_count) {
  HloScalar values[MAX_INSTRUCTIONS];
  Run run = {.module = module,
             .region = region,
             .arguments = arguments,
             .argument_count = argument_count,
             .values = values};
  if (region->count > MAX_INSTRUCTIONS) return false;
  for (int i = 0; i < region->count; i++) {
    run.at = &region->instructions[i];
    if (i == region->root && text_equal(run.at->opcode, "tuple")) continue;
    if (!run_instruction(&run, &values[i])) return false;
  }
  return take_results(&run, results, result_count);
}

const HloShape *hlo_region_parameter(const HloModule *module, const HloComputation *region, int number) {
  for (int i = 0; i < region->count; i++) {
    const HloInstruction *at = &region->instructions[i];
    if (!text_equal(at->opcode, "parameter") || atoi(module->cursor.text + at->arguments.begin) != number)
      continue;
    return at->shape->type && at->shape->type->has_value && at->shape->sizes.rank == 0 ? at->shape : NULL;
  }
  return NULL;
}
