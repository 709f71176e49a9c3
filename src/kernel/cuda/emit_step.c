// Steps as C++ expressions and statements.
#include "kernel/cuda/emit_internal.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

// ---- numbers

void emit_float_text(double number, const char *suffix, Text *out) {
  if (isnan(number)) {
    text_add(out, "FB_NAN");
  } else if (isinf(number)) {
    text_add(out, number < 0 ? "(-FB_INFINITY)" : "FB_INFINITY");
  } else {
    Text digits = {0};
    text_printf(&digits, *suffix ? "%.9g" : "%.17g", number);
    const char *point = strpbrk(text_get(&digits), ".e") ? "" : ".0";
    text_printf(out, number < 0 || signbit(number) ? "(%s%s%s)" : "%s%s%s", text_get(&digits), point, suffix);
    text_free(&digits);
  }
}

static void constant_text(const Step *step, Text *out) {
  if (step->dtype == DTYPE_BOOL)
    text_add(out, step->integer || step->number != 0 ? "true" : "false");
  else if (step->dtype == DTYPE_I64 && step->integer == INT64_MIN)
    text_add(out, "(-9223372036854775807ll - 1)");
  else if (step->dtype == DTYPE_U64)
    text_printf(out, "%" PRIu64 "ull", (uint64_t)step->integer);
  else if (step->dtype == DTYPE_I64)
    text_printf(out, step->integer < 0 ? "(%" PRId64 "ll)" : "%" PRId64 "ll", step->integer);
  else
    emit_float_text(step->number, step->dtype == DTYPE_F64 ? "" : "f", out);
}

// Sums of what the size is multiplied with may be more than 32 bits hold.
void emit_step_number(const Emitter *emitter, int at, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  SizeForm form;
  bool inverse;
  if (!size_step_form(emitter->nest, at, &form, &inverse)) {
    constant_text(step, out);
    return;
  }
  text_printf(out, "(%s(%s)(%" PRId64 "ll * ", inverse ? "1 / " : "", emit_type_name(step->dtype),
              form.scale);
  text_printf(out, form.divisor == 1 ? "%s" : "(%s / %" PRId64 ")", emitter->size, form.divisor);
  text_printf(out, " + %" PRId64 "))", form.constant);
}

void step_reference(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  if (step->kind == STEP_NUMBER) {
    emit_step_number(emitter, at, out);
    return;
  }
  emit_array_text(emitter, at, out);
  if (emitter->body->places[at].array) text_add(out, view == LANE_EACH ? "[j]" : "[0]");
}

void emit_memory_address(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  text_printf(out, "%s", emitter->buffers[step->buffer]);
  if (step->index.count == 0 && step->index.constant == 0) return;
  text_add(out, " + ");
  index_text(emitter, &step->index, view, out);
}

void step_address(const Emitter *emitter, int at, LaneView view, Text *out) {
  if (emitter->body->places[at].staged)
    tile_address(emitter, at, out);
  else
    emit_memory_address(emitter, at, view, out);
}

// ---- expressions

static void converted_text(const Emitter *emitter, int at, DType wanted, LaneView view, Text *out) {
  DType have = emitter->nest->steps[at].dtype;
  if (wanted == DTYPE_BOOL && have != DTYPE_BOOL) {
    text_add(out, "(");
    step_reference(emitter, at, view, out);
    text_add(out, " != 0)");
    return;
  }
  bool wide = wanted == DTYPE_U64 && dtype_kind(have) == DTYPE_IS_FLOAT;
  if (have != wanted) text_printf(out, wide ? "fb_to_u64(" : "(%s)", emit_type_name(wanted));
  step_reference(emitter, at, view, out);
  if (wide) text_add(out, ")");
}

// The type in which the operands of a pointwise op arrive (see ops.h).
static DType operand_type(const Emitter *emitter, const Step *step, int operand) {
  if (step->code == OP_WHERE && operand == 0) return DTYPE_BOOL;
  if (op_info(step->code)->dtype_rule != RESULT_BOOL) return step->dtype;
  DType type = emitter->nest->steps[step->operand[0]].dtype;
  for (int i = 1; i < step->operand_count; i++)
    type = dtype_promote(type, emitter->nest->steps[step->operand[i]].dtype);
  return dtype_compute(type);
}

static void narrow_text(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  SizeForm form;
  if (step->kind == STEP_NUMBER && !size_step_form(emitter->nest, at, &form, &(bool){0})) {
    if (step->integer == INT_MIN)
      text_add(out, "(-2147483647 - 1)");
    else
      text_printf(out, step->integer < 0 ? "(%" PRId64 ")" : "%" PRId64, step->integer);
    return;
  }
  text_add(out, "(int)");
  step_reference(emitter, at, view, out);
}

static bool word_continues(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// The arithmetic behind a product holds up the tensor cores, for which a division that is exact to the last
// bit takes too long: one to 2 units in the last place, as other functions are.
static const char *expression_of(const Emitter *emitter, const Step *step) {
  bool quick = emit_has_product(emitter) && dtype_compute(step->dtype) == DTYPE_F32;
  if (quick && step->code == OP_DIV) return "fb_quotient(a, b)";
  if (quick && step->code == OP_RECIPROCAL) return "fb_quotient(1.0f, a)";
  return op_info(step->code)->cuda;
}

// The op table's expression with a, b, c replaced by the operands.
static void table_text(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  bool narrow = step_narrow(emitter, at);
  const char *expression = expression_of(emitter, step);
  for (const char *p = expression; *p; p++) {
    int operand = *p - 'a';
    bool alone = (p == expression || !word_continues(p[-1])) && !word_continues(p[1]);
    if (operand >= 0 && operand < step->operand_count && alone && narrow)
      narrow_text(emitter, step->operand[operand], view, out);
    else if (operand >= 0 && operand < step->operand_count && alone)
      converted_text(emitter, step->operand[operand], operand_type(emitter, step, operand), view, out);
    else
      text_add_bytes(out, p, 1);
  }
}

// What rounds need not do so when all that reads it is stores that round in the same way.
static bool stores_round(const Emitter *emitter, int at) {
  const Nest *nest = emitter->nest;
  for (int i = at + 1; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    for (int o = 0; o < step->operand_count; o++)
      if (step->operand[o] == at && emitter->body->places[i].used &&
          (step->kind != STEP_STORE || step->accumulate || step->stored != nest->steps[at].round_to))
        return false;
  }
  return true;
}

static void cast_text(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  DType from = emitter->nest->steps[step->operand[0]].dtype, to = step->round_to;
  bool small_float = dtype_kind(to) == DTYPE_IS_FLOAT && dtype_bytes(to) < 4,
       small_integer = dtype_kind(to) == DTYPE_IS_INTEGER && to != DTYPE_I64 && step_wraps(emitter, at);
  bool rounds =
      (small_float || small_integer) && !stores_round(emitter, at) && !body_casts_kept(emitter->body, at);
  if (rounds && small_float) text_printf(out, "fb_round_%s(", dtype_name(to));
  if (rounds && small_integer)
    text_printf(out, dtype_kind(from) == DTYPE_IS_FLOAT ? "(long long)(%s)(long long)" : "(long long)(%s)",
                dtype_cuda_name(to));
  converted_text(emitter, step->operand[0], rounds && small_integer ? from : step->dtype, view, out);
  if (rounds && small_float) text_add(out, ")");
}

static void equation_text(const Emitter *emitter, int at, int fixed, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  text_add(out, step->code == OP_NE ? "!fb_equal(" : "fb_equal(");
  step_reference(emitter, step->operand[fixed], view, out);
  text_add(out, ", ");
  narrow_text(emitter, step->operand[1 - fixed], view, out);
  text_add(out, ")");
}

static void compute_text(const Emitter *emitter, int at, LaneView view, Text *out) {
  int fixed = step_fixed_operand(emitter, at);
  if (fixed >= 0) {
    equation_text(emitter, at, fixed, view, out);
    return;
  }
  bool wraps = step_wraps(emitter, at) && !stores_round(emitter, at);
  if (wraps) text_printf(out, "(long long)(%s)(", dtype_cuda_name(emitter->nest->steps[at].round_to));
  table_text(emitter, at, view, out);
  if (wraps) text_add(out, ")");
}

static void reinterpret_text(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  text_printf(out, "fb_reinterpret<%s, ", kernel_memory_type(step->round_to));
  text_printf(out, "%s>(", kernel_memory_type(step->stored));
  step_reference(emitter, step->operand[0], view, out);
  text_add(out, ")");
}

static void guard_text(const Emitter *emitter, int condition, bool lanes, LaneView view, Text *out) {
  if (view == LANE_EACH && lanes && emit_lane_guard(emitter)) text_add(out, emit_lane_guard(emitter));
  condition_text(emitter, condition, view, out);
}

static void load_text(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  Text guard = {0};
  if (emitter->view.tests_tile) tile_guard_text(emitter, &guard);
  if (body_load_tests(emitter->body, at))
    guard_text(emitter, step->condition, emitter->body->places[at].lanes, view, &guard);
  text_add(out, "fb_load");
  if (guard.length)
    text_printf(out, "_if(%s, ", text_get(&guard));
  else
    text_add(out, "(");
  step_address(emitter, at, view, out);
  text_add(out, ")");
  text_free(&guard);
}

static void choose_text(const Emitter *emitter, const Step *step, LaneView view, Text *out) {
  Text test = {0};
  condition_text(emitter, step->chosen_by, view, &test);
  if (test.length) text_printf(out, "%s ? ", text_get(&test));
  converted_text(emitter, step->operand[0], step->dtype, view, out);
  if (test.length) {
    text_add(out, " : ");
    converted_text(emitter, step->operand[1], step->dtype, view, out);
  }
  text_free(&test);
}

// A call that returns a number, or fills `lanes` with those of neighbouring elements.
static void random_text(const Emitter *emitter, const Step *step, LaneView view, const char *lanes,
                        Text *out) {
  bool integer = step->dtype == DTYPE_I64;
  text_printf(out, "fb_random_%s(%s%s",
              integer        ? "integer"
              : step->normal ? "normal"
                             : "uniform",
              lanes, *lanes ? ", " : "");
  converted_text(emitter, step->operand[0], DTYPE_I64, view, out);
  text_add(out, ", ");
  index_text(emitter, &step->index, view, out);
  if (integer) text_printf(out, ", %" PRId64 "ll, %" PRId64 "ll", step->integer, step->range);
  text_add(out, ")");
}

static void expression_text(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  switch (step->kind) {
    case STEP_NUMBER:
      emit_step_number(emitter, at, out);
      break;
    case STEP_INDEX:
      index_text(emitter, &step->index, view, out);
      break;
    case STEP_LOAD:
      load_text(emitter, at, view, out);
      break;
    case STEP_CHOOSE:
      choose_text(emitter, step, view, out);
      break;
    case STEP_RANDOM:
      random_text(emitter, step, view, "", out);
      break;
    case STEP_PART:
      emit_part_text(emitter, at, view, out);
      break;
    case STEP_COMPUTE:
      if (step->code == OP_CAST)
        cast_text(emitter, at, view, out);
      else if (step->code == OP_REINTERPRET)
        reinterpret_text(emitter, at, view, out);
      else
        compute_text(emitter, at, view, out);
      break;
    case STEP_PRODUCT:
      text_add(out, "sums.take(slab, ");
      emit_product_slot_text(emitter, out);
      text_printf(out, "%s)", emit_which_product(emitter, at));
      break;
    case STEP_LOG_SUM:
      text_printf(out, "sums.log_sum<%d>(slab, ", emitter->body->mapping.vector);
      emit_product_slot_text(emitter, out);
      text_add(out, ")");
      break;
    case STEP_REDUCE:
    case STEP_SCAN:
    case STEP_STORE:
      break;
  }
}

// ---- statements

// "// mul, norm.py:12": which op of the graph a line is.
void emit_comment_text(const Emitter *emitter, int at, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  if (!emitter->options.annotate || step->op == NO_OP) return;
  const Op *op = &emitter->nest->graph->ops[step->op];
  text_printf(out, " // %s", op_info(op->code)->name);
  if (op->source_file) text_printf(out, ", %s:%d", op->source_file, op->source_line);
}

void spell_step(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  LaneView view = node->lanes;
  const Step *step = &emitter->nest->steps[at];
  Text line = {0};
  bool assigned = body_declared_before(emitter->body, at) || emitter->body->places[at].array;
  if (!assigned) text_printf(&line, "const %s ", emit_type_name(step->dtype));
  step_reference(emitter, at, view, &line);
  text_add(&line, " = ");
  expression_text(emitter, at, view, &line);
  text_add(&line, ";");
  emit_comment_text(emitter, at, &line);
  emit_line(emitter, "%s", text_get(&line));
  text_free(&line);
}

const char *emit_lanes_text(const Emitter *emitter) {
  const Mapping *mapping = &emitter->body->mapping;
  return !mapping->ragged || mapping->peeled ? "" : mapping->shifted ? ", first, last" : ", 0, last";
}

void spell_random_vector(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  Text name = {0}, line = {0};
  emit_array_text(emitter, at, &name);
  random_text(emitter, &emitter->nest->steps[at], LANE_FIRST, text_get(&name), &line);
  text_add(&line, ";");
  emit_comment_text(emitter, at, &line);
  emit_line(emitter, "%s", text_get(&line));
  text_free(&name);
  text_free(&line);
}
