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
  if (symbol->kind == SYMBOL_DIM) {
    dim_text(emitter, number, view, out);
  } else if (symbol->kind == SYMBOL_STEP) {
    text_printf(out, "(%s)", index_type(emitter));
    step_reference(emitter, symbol->step, view, out);
  } else {
    text_add(out, "(");
    index_text(emitter, &symbol->of, view, out);
    if (symbol->divisor != 1) text_printf(out, " / %" PRId64, symbol->divisor);
    text_add(out, ")");
    if (symbol->modulus) text_printf(out, " %% %" PRId64, symbol->modulus);
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
  if (scale != 1) text_printf(out, " * %" PRId64, scale);
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
  if (!any)
    text_printf(out, "%" PRId64, index->constant);
  else if (index->constant)
    text_printf(out, index->constant < 0 ? " - %" PRId64 : " + %" PRId64,
                index->constant < 0 ? -index->constant : index->constant);
  text_add(out, ")");
}

void emit_test_text(const Emitter *emitter, const Condition *condition, LaneView view, Text *out) {
  int64_t low, high;
  index_range(emitter->nest, &condition->index, &low, &high);
  if (low < condition->low) {
    if (out->length) text_add(out, " && ");
    index_text(emitter, &condition->index, view, out);
    text_printf(out, " >= %" PRId64, condition->low);
  }
  if (high >= condition->high) {
    if (out->length) text_add(out, " && ");
    index_text(emitter, &condition->index, view, out);
    text_printf(out, " < %" PRId64, condition->high);
  }
}

void condition_text(const Emitter *emitter, int condition, LaneView view, Text *out) {
  if (condition == NO_CONDITION) return;
  const Condition *test = &emitter->nest->conditions[condition];
  condition_text(emitter, test->parent, view, out); // outer conditions first: inner ones may rely on them
  emit_test_text(emitter, test, view, out);
}
