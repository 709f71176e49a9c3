// Listings of nests, one line a step:
//   space d0:16384 | d1:4096 reduced
//   s0 f32 = load x[4096*d0 + d1] bf16
//   s1 f32 = reduce sum s0 over d1
// A batch lists its presets, then its parts.
#include "base/text.h"
#include "kernel/nest/nest.h"

#include <inttypes.h>

static const char *const reduce_names[] = {
    [REDUCE_SUM] = "sum",         [REDUCE_PRODUCT] = "product", [REDUCE_MIN] = "min",
    [REDUCE_MAX] = "max",         [REDUCE_ANY] = "any",         [REDUCE_ALL] = "all",
    [REDUCE_ARGMIN] = "argmin",   [REDUCE_ARGMAX] = "argmax",   [REDUCE_WELFORD] = "welford",
    [REDUCE_SOFTMAX] = "softmax",
};

static void print_symbol(const Nest *nest, int symbol, Text *out) {
  switch (nest->symbols[symbol].kind) {
    case SYMBOL_DIM:
      text_printf(out, "d%d", symbol);
      break;
    case SYMBOL_STEP:
      text_printf(out, "s%d", nest->symbols[symbol].step);
      break;
    case SYMBOL_QUOTIENT:
      text_printf(out, "q%d", symbol);
      break;
  }
}

static void print_index(const Nest *nest, const Index *index, Text *out) {
  for (int i = 0; i < index->count; i++) {
    int64_t scale = index->term[i].scale;
    text_add(out, i == 0 ? (scale < 0 ? "-" : "") : (scale < 0 ? " - " : " + "));
    if (scale < 0) scale = -scale;
    if (scale != 1) text_printf(out, "%" PRId64 "*", scale);
    print_symbol(nest, index->term[i].symbol, out);
  }
  if (index->count == 0)
    text_printf(out, "%" PRId64, index->constant);
  else if (index->constant != 0)
    text_printf(out, " %c %" PRId64, index->constant < 0 ? '-' : '+',
                index->constant < 0 ? -index->constant : index->constant);
}

static void print_dims(uint32_t dims, Text *out) {
  const char *between = "";
  for (int dim = 0; dims >> dim; dim++) {
    if (!(dims >> dim & 1)) continue;
    text_printf(out, "%sd%d", between, dim);
    between = ",";
  }
  if (!dims) text_add(out, "-");
}

static void print_space(const Nest *nest, Text *out) {
  text_add(out, "space");
  for (int dim = 0; dim < nest->dim_count; dim++)
    text_printf(out, " d%d:%" PRId64 "%s%s", dim, nest->size[dim], nest->reduced >> dim & 1 ? " reduced" : "",
                nest->crossed >> dim & 1 ? " crossed" : "");
  text_printf(out, " passes %d\n", nest->passes);
}

static void print_symbols(const Nest *nest, Text *out) {
  for (int i = nest->dim_count; i < nest->symbol_count; i++) {
    const Symbol *symbol = &nest->symbols[i];
    if (symbol->kind != SYMBOL_QUOTIENT) continue;
    text_printf(out, "q%d = (", i);
    print_index(nest, &symbol->of, out);
    text_printf(out, ") / %" PRId64, symbol->divisor);
    if (symbol->modulus) text_printf(out, " %% %" PRId64, symbol->modulus);
    text_printf(out, " below %" PRId64 "\n", symbol->size);
  }
}

static void print_conditions(const Nest *nest, Text *out) {
  for (int i = 0; i < nest->condition_count; i++) {
    const Condition *condition = &nest->conditions[i];
    text_printf(out, "c%d = %" PRId64 " <= ", i, condition->low);
    print_index(nest, &condition->index, out);
    text_printf(out, " < %" PRId64, condition->high);
    if (condition->parent != NO_CONDITION) text_printf(out, " and c%d", condition->parent);
    text_add(out, "\n");
  }
}

static const char *storage_name(const Nest *nest, int buffer) {
  return nest->graph->values[nest->buffers[buffer].storage].name;
}

static void print_number(const Step *step, Text *out) {
  if (dtype_kind(step->dtype) == DTYPE_IS_FLOAT)
    text_printf(out, "%.9g", step->number);
  else
    text_printf(out, "%" PRId64, step->integer);
}

static void print_operands(const Step *step, Text *out) {
  for (int i = 0; i < step->operand_count; i++)
    text_printf(out, " s%d", step->operand[i]);
}

static void print_access(const Nest *nest, const Step *step, Text *out) {
  text_printf(out, " %s[", storage_name(nest, step->buffer));
  print_index(nest, &step->index, out);
  text_printf(out, "] %s", dtype_name(step->stored));
}

static void print_compute(const Step *step, Text *out) {
  text_add(out, op_info(step->code)->name);
  print_operands(step, out);
  if (step->round_to != step->dtype) text_printf(out, " to %s", dtype_name(step->round_to));
}

static void print_random(const Nest *nest, const Step *step, Text *out) {
  text_printf(out, "random %s[", step->normal ? "normal" : step->dtype == DTYPE_I64 ? "integer" : "uniform");
  print_index(nest, &step->index, out);
  text_add(out, "]");
  print_operands(step, out);
}

static void print_product(const Nest *nest, const Product *product, Text *out) {
  text_printf(out, "product over %" PRId64 " of", product->length);
  for (int i = 0; i < 2; i++) {
    const ProductOperand *operand = &product->operand[i];
    text_printf(out, " %s[", operand->scores ? "softmax" : storage_name(nest, operand->buffer));
    print_index(nest, &operand->index, out);
    text_printf(out, " + k * %" PRId64 "] %s", operand->along, dtype_name(operand->stored));
  }
}

static void print_body(const Nest *nest, const Step *step, Text *out) {
  switch (step->kind) {
    case STEP_NUMBER:
      print_number(step, out);
      break;
    case STEP_INDEX:
      print_index(nest, &step->index, out);
      break;
    case STEP_LOAD:
      text_add(out, "load");
      print_access(nest, step, out);
      if (step->condition != NO_CONDITION) text_printf(out, " if c%d", step->condition);
      if (step->zero_outside) text_add(out, " else 0");
      break;
    case STEP_COMPUTE:
      print_compute(step, out);
      break;
    case STEP_CHOOSE:
      text_printf(out, "choose c%d", step->chosen_by);
      print_operands(step, out);
      break;
    case STEP_RANDOM:
      print_random(nest, step, out);
      break;
    case STEP_REDUCE:
    case STEP_SCAN:
      text_printf(out, "%s %s", step->kind == STEP_SCAN ? "scan" : "reduce", reduce_names[step->reduce]);
      print_operands(step, out);
      text_add(out, " over ");
      print_dims(step->over, out);
      break;
    case STEP_PART:
      text_printf(out, "part %d of s%d", step->part, step->operand[0]);
      break;
    case STEP_PRODUCT:
      print_product(nest, step->product, out);
      break;
    case STEP_LOG_SUM:
      text_add(out, "log sum of scores");
      break;
    case STEP_STORE:
      text_add(out, step->accumulate ? "add" : "store");
      print_access(nest, step, out);
      print_operands(step, out);
      break;
  }
}

static void print_scores(const Nest *nest, Text *out) {
  for (int i = 0; i < nest->step_count; i++) {
    bool product = nest->steps[i].kind == STEP_PRODUCT;
    if (!product || !nest->steps[i].product->operand[0].scores) continue;
    text_printf(out, "softmax of s%d\n", i);
    nest_print(nest->steps[i].product->operand[0].scores, out);
  }
}

static void print_parts(const Nest *nest, Text *out) {
  for (int i = 0; i < nest->part_count; i++) {
    const NestPart *part = &nest->parts[i];
    text_printf(out, "part %d", i);
    if (part->count > 1) text_printf(out, ", %d times", part->count);
    text_add(out, "\n");
    nest_print(part->nest, out);
  }
}

void nest_print(const Nest *nest, Text *out) {
  if (!nest->part_count) print_space(nest, out);
  for (int i = 0; i < nest->preset_count; i++) {
    const Preset *preset = &nest->presets[i];
    text_printf(out, "preset %s from %s\n", storage_name(nest, preset->to),
                preset->from == NO_BUFFER ? "zeros" : storage_name(nest, preset->from));
  }
  print_symbols(nest, out);
  print_conditions(nest, out);
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    text_printf(out, "s%d %s {", i, dtype_name(step->dtype));
    print_dims(step->dims, out);
    text_printf(out, "} p%d = ", step->pass);
    print_body(nest, step, out);
    text_add(out, "\n");
  }
  print_scores(nest, out);
  print_parts(nest, out);
}
