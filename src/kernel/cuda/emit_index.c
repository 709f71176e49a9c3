// Index arithmetic: indices, conditions, and the variables that they read.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>
#include <limits.h>

const char *index_type(const Emitter *emitter) {
  return emitter->wide ? "long long" : "int";
}

// ---- expressions

static void dim_text(const Emitter *emitter, int dim, LaneView view, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  bool varies = view == LANE_EACH && (mapping->lane_dims >> dim & 1);
  if (varies && mapping->linear)
    text_printf(out, "e%d", dim);
  else
    text_printf(out, varies ? "(d%d + j)" : "d%d", dim);
}

static void symbol_text(const Emitter *emitter, int number, LaneView view, Text *out) {
  const Symbol *symbol = &emitter->nest->symbols[number];
  Digits digits;
  if (symbol->kind == SYMBOL_DIM) {
    dim_text(emitter, number, view, out);
  } else if (symbol->kind == SYMBOL_STEP) {
    text_printf(out, "(%s)", index_type(emitter));
    step_reference(emitter, symbol->step, view, out);
  } else {
    text_add(out, "(");
    index_text(emitter, &symbol->of, view, out);
    if (symbol->divisor != 1) text_printf(out, " / %s", emit_number(emitter, symbol->divisor, digits));
    text_add(out, ")");
    if (symbol->modulus) text_printf(out, " %% %s", emit_number(emitter, symbol->modulus, digits));
  }
}

static bool needs_brackets(const Emitter *emitter, const Term *term) {
  const Symbol *symbol = &emitter->nest->symbols[term->symbol];
  return symbol->kind == SYMBOL_QUOTIENT && symbol->modulus != 0;
}

static void term_text(const Emitter *emitter, const Term *term, LaneView view, Text *out) {
  bool brackets = needs_brackets(emitter, term);
  if (brackets) text_add(out, "(");
  symbol_text(emitter, term->symbol, view, out);
  if (brackets) text_add(out, ")");
  int64_t scale = term->scale < 0 ? -term->scale : term->scale;
  if (scale != 1) text_printf(out, " * %s", emit_number(emitter, scale, (Digits){0}));
}

// A walk in whole linear vectors starts where the linear index says, whatever the dims of its lane 0 are.
static bool starts_linearly(const Emitter *emitter, const Index *index, LaneView view) {
  const Mapping *mapping = &emitter->body->mapping;
  return view == LANE_FIRST && mapping->linear && (index_dims_read(emitter->nest, index) & mapping->walked);
}

void index_text(const Emitter *emitter, const Index *index, LaneView view, Text *out) {
  bool linear = starts_linearly(emitter, index, view), any = linear;
  text_add(out, "(");
  if (linear) text_add(out, "start");
  for (int i = 0; i < index->count; i++) {
    const Term *term = &index->term[i];
    const Symbol *symbol = &emitter->nest->symbols[term->symbol];
    if (linear && symbol->kind == SYMBOL_DIM && (emitter->body->mapping.walked >> term->symbol & 1)) continue;
    if (any || term->scale < 0) text_add(out, term->scale < 0 ? (any ? " - " : "-") : " + ");
    term_text(emitter, term, view, out);
    any = true;
  }
  int64_t constant = index->constant;
  if (!any)
    text_add(out, emit_number(emitter, constant, (Digits){0}));
  else if (constant)
    text_printf(out, " %c %s", constant < 0 ? '-' : '+',
                emit_number(emitter, constant < 0 ? -constant : constant, (Digits){0}));
  text_add(out, ")");
}

static void test_bounds(const Nest *nest, const Condition *condition, bool *low, bool *high) {
  int64_t least, most;
  index_range(nest, &condition->index, &least, &most);
  *low |= least < condition->low;
  *high |= most >= condition->high;
}

// Bounds that hold at the least value of a size and at its witness hold in between, as all is linear in it.
void emit_tested_bounds(const Emitter *emitter, const Condition *condition, bool *low, bool *high) {
  const Nest *nest = emitter->nest;
  *low = *high = false;
  test_bounds(nest, condition, low, high);
  if (nest->sized)
    test_bounds(nest->sized->at_least, nest->sized->at_least->conditions + (condition - nest->conditions),
                low, high);
}

static void add_test(const Emitter *emitter, const Condition *condition, LaneView view, const char *relation,
                     int64_t bound, Text *out) {
  if (out->length) text_add(out, " && ");
  index_text(emitter, &condition->index, view, out);
  text_printf(out, " %s %s", relation, emit_number(emitter, bound, (Digits){0}));
}

void emit_test_text(const Emitter *emitter, const Condition *condition, LaneView view, Text *out) {
  bool low, high;
  emit_tested_bounds(emitter, condition, &low, &high);
  if (low) add_test(emitter, condition, view, ">=", condition->low, out);
  if (high) add_test(emitter, condition, view, "<", condition->high, out);
}

void condition_text(const Emitter *emitter, int condition, LaneView view, Text *out) {
  if (condition == NO_CONDITION) return;
  const Condition *test = &emitter->nest->conditions[condition];
  condition_text(emitter, test->parent, view, out); // outer conditions first: inner ones may rely on them
  emit_test_text(emitter, test, view, out);
}
