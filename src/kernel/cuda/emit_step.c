// Steps as C++ expressions and statements.
#include "kernel/cuda/emit_internal.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

// ---- where a value lives

static bool per_slot(const Emitter *emitter, int at) {
  const StepPlace *place = &emitter->body.places[at];
  return place->walked && emitter->body.mapping.slots > 1 && (place->early || place->held) && !place->packed;
}

// Declared before the code that computes it, because it is read in another scope.
bool declared_ahead(const Emitter *emitter, int at) {
  const StepPlace *place = &emitter->body.places[at];
  if (!place->walked || place->packed) return place->ahead && !place->packed;
  return place->held || (place->early && loads_first(emitter));
}

static bool is_next(const Emitter *emitter, int at) {
  return emitter->at_next && emitter->body.places[at].ahead;
}

static void name_text(const Emitter *emitter, int at, Text *out) {
  bool ends = emitter->at_ends && declared_ahead(emitter, at);
  text_printf(out, ends ? "%s_end" : is_next(emitter, at) ? "%s_next" : "%s", emitter->steps[at]);
}

static void packed_name(const Emitter *emitter, int at, Text *out) {
  text_printf(out, is_next(emitter, at) ? "%s_next" : "%s_packed", emitter->steps[at]);
}

void packed_text(const Emitter *emitter, int at, Text *out) {
  packed_name(emitter, at, out);
  if (emitter->body.mapping.slots > 1) text_printf(out, "[%s]", slot_text(emitter));
}

void emit_turn_over(Emitter *emitter, int at) {
  Text name = {0};
  (emitter->body.places[at].packed ? packed_name : name_text)(emitter, at, &name);
  emit_line(emitter, "fb_take(%s, %s_next);", text_get(&name), emitter->steps[at]);
  text_free(&name);
}

void emit_packed_declaration(Emitter *emitter, int at) {
  const Mapping *mapping = &emitter->body.mapping;
  Text name = {0};
  packed_name(emitter, at, &name);
  if (mapping->slots > 1) text_printf(&name, "[%d]", mapping->slots);
  const char *type = body_leads_around(&emitter->body.places[at]) ? "fb_around" : "fb_packed";
  emit_line(emitter, "%s<%s, %d> %s;", type, memory_name(emitter->body.places[at].kept), mapping->vector,
            text_get(&name));
  text_free(&name);
}

void emit_unpack(Emitter *emitter, int at, int pass) {
  if (emitter->body.places[at].refilled) {
    emit_unpack_refilled(emitter, at, pass);
    return;
  }
  const StepPlace *place = &emitter->body.places[at];
  Text packed = {0};
  (place->copied && place->leads ? copy_text : packed_text)(emitter, at, &packed);
  emit_line(emitter, "%s %s[%d];", type_name(emitter->nest->steps[at].dtype), emitter->steps[at],
            emitter->body.mapping.vector);
  if (place->copied && place->leads)
    emit_line(emitter, "fb_load(%s, %s);", emitter->steps[at], text_get(&packed));
  else if (place->held)
    emit_line(emitter, "fb_unpack<%d>(%s, %s);", pass, emitter->steps[at], text_get(&packed));
  else
    emit_line(emitter, "fb_unpack(%s, %s%s);", emitter->steps[at], text_get(&packed),
              around_arguments(emitter, at));
  text_free(&packed);
}

void emit_declaration(Emitter *emitter, int at) {
  const StepPlace *place = &emitter->body.places[at];
  const char *type = type_name(emitter->nest->steps[at].dtype);
  const Mapping *mapping = &emitter->body.mapping;
  Text text = {0};
  name_text(emitter, at, &text);
  const char *name = text_get(&text);
  if (per_slot(emitter, at) && place->array)
    emit_line(emitter, "%s %s[%d][%d];", type, name, mapping->slots, mapping->vector);
  else if (per_slot(emitter, at) || place->array)
    emit_line(emitter, "%s %s[%d];", type, name, place->array ? mapping->vector : mapping->slots);
  else
    emit_line(emitter, "%s %s;", type, name);
  text_free(&text);
}

void array_text(const Emitter *emitter, int at, Text *out) {
  name_text(emitter, at, out);
  if (per_slot(emitter, at)) text_add(out, "[i]");
}

// ---- numbers

static void float_text(double number, const char *suffix, Text *out) {
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

static void number_text(const Step *step, Text *out) {
  if (step->dtype == DTYPE_BOOL)
    text_add(out, step->integer || step->number != 0 ? "true" : "false");
  else if (step->dtype == DTYPE_I64 && step->integer == INT64_MIN)
    text_add(out, "(-9223372036854775807ll - 1)");
  else if (step->dtype == DTYPE_I64)
    text_printf(out, step->integer < 0 ? "(%" PRId64 "ll)" : "%" PRId64 "ll", step->integer);
  else
    float_text(step->number, step->dtype == DTYPE_F64 ? "" : "f", out);
}

void step_reference(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  if (step->kind == STEP_NUMBER) {
    number_text(step, out);
    return;
  }
  array_text(emitter, at, out);
  if (emitter->body.places[at].array) text_add(out, view == LANE_EACH ? "[j]" : "[0]");
}

void memory_address(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  text_printf(out, "%s", emitter->buffers[step->buffer]);
  if (step->index.count == 0 && step->index.constant == 0) return;
  text_add(out, " + ");
  index_text(emitter, &step->index, view, out);
}

void step_address(const Emitter *emitter, int at, LaneView view, Text *out) {
  if (emitter->body.places[at].staged)
    tile_address(emitter, at, out);
  else
    memory_address(emitter, at, view, out);
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
  if (have != wanted) text_printf(out, "(%s)", type_name(wanted));
  step_reference(emitter, at, view, out);
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
  if (step->kind == STEP_NUMBER) {
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

// The op table's expression with a, b, c replaced by the operands.
static void table_text(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  bool narrow = step_narrow(emitter, at);
  const char *expression = op_info(step->code)->cuda;
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
      if (step->operand[o] == at && emitter->body.places[i].used &&
          (step->kind != STEP_STORE || step->accumulate || step->stored != nest->steps[at].round_to))
        return false;
  }
  return true;
}

static void cast_text(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  DType from = emitter->nest->steps[step->operand[0]].dtype, to = step->round_to;
  bool small_float = to == DTYPE_BF16 || to == DTYPE_F16,
       small_integer = dtype_kind(to) == DTYPE_IS_INTEGER && to != DTYPE_I64 && step_wraps(emitter, at);
  bool rounds =
      (small_float || small_integer) && !stores_round(emitter, at) && !body_casts_kept(&emitter->body, at);
  if (rounds && small_float) text_printf(out, "fb_round_%s(", dtype_name(to));
  if (rounds && small_integer)
    text_printf(out, dtype_kind(from) == DTYPE_IS_FLOAT ? "(long long)(%s)(long long)" : "(long long)(%s)",
                memory_name(to));
  converted_text(emitter, step->operand[0], rounds && small_integer ? from : step->dtype, view, out);
  if (rounds && small_float) text_add(out, ")");
}

static void compute_text(const Emitter *emitter, int at, LaneView view, Text *out) {
  bool wraps = step_wraps(emitter, at) && !stores_round(emitter, at);
  if (wraps) text_printf(out, "(long long)(%s)(", memory_name(emitter->nest->steps[at].round_to));
  table_text(emitter, at, view, out);
  if (wraps) text_add(out, ")");
}

static void guard_text(const Emitter *emitter, int condition, bool lanes, LaneView view, Text *out) {
  if (view == LANE_EACH && lanes && lane_guard(emitter)) text_add(out, lane_guard(emitter));
  condition_text(emitter, condition, view, out);
}

static void load_text(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  Text guard = {0};
  if (load_tests(emitter, at))
    guard_text(emitter, step->condition, emitter->body.places[at].lanes, view, &guard);
  if (guard.length) text_printf(out, "%s ? ", text_get(&guard));
  text_add(out, "fb_load(");
  step_address(emitter, at, view, out);
  text_add(out, ")");
  if (guard.length)
    text_printf(out, " : %s(0)", step->dtype == DTYPE_I64 ? "(long long)" : type_name(step->dtype));
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
      number_text(step, out);
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
      part_text(emitter, at, view, out);
      break;
    case STEP_COMPUTE:
      if (step->code == OP_CAST)
        cast_text(emitter, at, view, out);
      else
        compute_text(emitter, at, view, out);
      break;
    case STEP_REDUCE:
    case STEP_SCAN:
    case STEP_STORE:
      break;
  }
}

// ---- statements

// "// mul, norm.py:12": which op of the graph a line is.
static void comment_text(const Emitter *emitter, int at, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  if (!emitter->options.annotate || step->op == NO_OP) return;
  const Op *op = &emitter->nest->graph->ops[step->op];
  text_printf(out, " // %s", op_info(op->code)->name);
  if (op->source_file) text_printf(out, ", %s:%d", op->source_file, op->source_line);
}

void emit_step(Emitter *emitter, int at, LaneView view) {
  const Step *step = &emitter->nest->steps[at];
  if (step->kind == STEP_NUMBER) return;
  Text line = {0};
  bool assigned = declared_ahead(emitter, at) || emitter->body.places[at].array;
  if (!assigned) text_printf(&line, "const %s ", type_name(step->dtype));
  step_reference(emitter, at, view, &line);
  text_add(&line, " = ");
  expression_text(emitter, at, view, &line);
  text_add(&line, ";");
  comment_text(emitter, at, &line);
  emit_line(emitter, "%s", text_get(&line));
  text_free(&line);
}

const char *lanes_text(const Emitter *emitter) {
  const Mapping *mapping = &emitter->body.mapping;
  return !mapping->ragged || mapping->peeled ? "" : mapping->shifted ? ", first, last" : ", 0, last";
}

static void emit_vector_random(Emitter *emitter, int at) {
  if (!declared_ahead(emitter, at)) emit_declaration(emitter, at);
  Text name = {0}, line = {0};
  array_text(emitter, at, &name);
  random_text(emitter, &emitter->nest->steps[at], LANE_FIRST, text_get(&name), &line);
  text_add(&line, ";");
  comment_text(emitter, at, &line);
  emit_line(emitter, "%s", text_get(&line));
  text_free(&name);
  text_free(&line);
}

void emit_vector(Emitter *emitter, int at) {
  if (emitter->nest->steps[at].kind == STEP_RANDOM)
    emit_vector_random(emitter, at);
  else
    emit_vector_load(emitter, at);
}

static void and_text(Text *out, const char *test) {
  if (out->length) text_add(out, " && ");
  text_add(out, test);
}

// Who stores: one thread for each element, at index 0 of the dims that the store does not run over.
void store_guard(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Mapping *mapping = &emitter->body.mapping;
  const Step *step = &emitter->nest->steps[at];
  const StepPlace *place = &emitter->body.places[at];
  if (!mapping->owned_exact) and_text(out, "active");
  if (!place->walked) and_text(out, "lane == 0");
  if (!place->walked && mapping->splits > 1 && (step->pass == 0 || mapping->cluster)) {
    bool tile =
        mapping->tile_down != NO_DIM; // it has blocks at places of a tile, without a number of the split
    and_text(out, tile ? block_text(emitter) : "split");
    text_add(out, " == 0");
  }
  if (place->walked && place->lanes && view == LANE_EACH && lane_guard(emitter))
    and_text(out, lane_guard(emitter));
  uint32_t tested = place->walked ? nest_all_dims(emitter->nest) : mapping->owned;
  for (int dim = 0; dim < emitter->nest->dim_count; dim++) {
    if (!(tested & ~step->dims & (uint32_t)1 << dim) || emitter->nest->size[dim] == 1) continue;
    if (out->length) text_add(out, " && ");
    Index index = {.count = 1, .term = {{dim, 1}}};
    index_text(emitter, &index, view, out);
    text_add(out, " == 0");
  }
  condition_text(emitter, step->condition, view, out);
}

// To memory; only whole vectors say when they leave the second-level cache.
const char *store_function(const Emitter *emitter, int at) {
  static const char *const by_stores[] = {
      [STORES_IN_TURN] = "fb_store",
      [STORES_LAST] = "fb_store<fb_leaves_last>",
      [STORES_FIRST] = "fb_store<fb_leaves_first>",
  };
  const Step *step = &emitter->nest->steps[at];
  const StepPlace *place = &emitter->body.places[at];
  int vector = emitter->body.mapping.vector;
  if (step->accumulate) return "fb_atomic_add";
  bool words = place->vectorized && vector > 1 && vector * dtype_bytes(step->stored) >= 4;
  return by_stores[words ? emitter->body.stores : STORES_IN_TURN];
}

static void emit_guarded_store(Emitter *emitter, int at, LaneView view, const char *value,
                               const char *lanes) {
  Text guard = {0}, address = {0}, comment = {0};
  store_guard(emitter, at, view, &guard);
  step_address(emitter, at, view, &address);
  comment_text(emitter, at, &comment);
  bool staged = emitter->body.places[at].staged; // in shared memory
  const char *function = staged ? "fb_store" : store_function(emitter, at);
  if (guard.length)
    emit_line(emitter, "if (%s) %s(%s, %s%s);%s", text_get(&guard), function, text_get(&address), value,
              lanes, text_get(&comment));
  else
    emit_line(emitter, "%s(%s, %s%s);%s", function, text_get(&address), value, lanes, text_get(&comment));
  text_free(&guard);
  text_free(&address);
  text_free(&comment);
}

void emit_store(Emitter *emitter, int at) {
  const Step *step = &emitter->nest->steps[at];
  const StepPlace *place = &emitter->body.places[at];
  int operand = step->operand[0];
  LaneView view = place->lanes && !place->vectorized ? LANE_EACH : LANE_FIRST;
  Text value = {0};
  if (place->vectorized && emitter->body.places[operand].lanes) {
    array_text(emitter, operand, &value);
  } else if (place->vectorized) { // the same value in every lane
    emit_line(emitter, "%s same_%d[%d];", type_name(emitter->nest->steps[operand].dtype), at,
              emitter->body.mapping.vector);
    step_reference(emitter, operand, LANE_FIRST, &value);
    emit_line(emitter, "fb_fill(same_%d, %s);", at, text_get(&value));
    text_clear(&value);
    text_printf(&value, "same_%d", at);
  } else {
    step_reference(emitter, operand, view, &value);
  }
  emit_guarded_store(emitter, at, view, text_get(&value), place->vectorized ? lanes_text(emitter) : "");
  text_free(&value);
}
