// Searching ops.
#include "explorer/state/search.h"

#include "base/sorted.h"
#include "tui/fuzzy.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is searched for, and what of it does not depend on the op: there are many.
typedef struct Wanted {
  const char *text;
  bool is_kernel; // "K13": the kernel itself
  int kernel;
  bool can_be_shape;
  signed char kind[OP_COUNT], dtype[DTYPE_COUNT]; // their names match: 1; not: -1; not known yet: 0
} Wanted;

// Never a part of another number.
static bool names_kernel(const char *text, int *kernel) {
  char *end;
  if ((text[0] != 'K' && text[0] != 'k') || !isdigit((unsigned char)text[1])) return false;
  long number = strtol(text + 1, &end, 10);
  *kernel = number > 1000000000 ? -2 : (int)number;
  return *end == '\0';
}

static Wanted wanted_of(const char *text) {
  Wanted wanted = {.text = text};
  wanted.is_kernel = names_kernel(text, &wanted.kernel);
  wanted.can_be_shape = text[strspn(text, "[]0123456789, ")] == '\0';
  return wanted;
}

static bool matches_name(signed char *known, const char *name, const Wanted *wanted) {
  if (*known == 0) *known = fuzzy_contains(name, wanted->text) ? 1 : -1;
  return *known > 0;
}

// Writing shapes takes long: only for what can be a part of one.
static bool matches_result(const Graph *graph, const Op *op, Wanted *wanted) {
  char shape[160];
  for (int i = 0; i < op->result_count; i++) {
    const Value *value = &graph->values[op->first_result + i];
    if (value->name != op->name && fuzzy_contains(value->name, wanted->text)) return true;
    if (matches_name(&wanted->dtype[value->dtype], dtype_name(value->dtype), wanted)) return true;
    if (wanted->can_be_shape && fuzzy_contains(shape_text(&value->shape, shape), wanted->text)) return true;
  }
  return false;
}

static bool matches_operand(const Graph *graph, const Op *op, const Wanted *wanted) {
  for (int i = 0; i < op->operand_count; i++) {
    int value = op->operands[i].value;
    if (value == NO_VALUE) continue;
    value = graph_source(graph, value);
    if (graph->values[value].producer == NO_OP && fuzzy_contains(graph->values[value].name, wanted->text))
      return true;
  }
  return false;
}

static bool matches(const Plan *plan, int index, Wanted *wanted) {
  const Graph *graph = plan_graph(plan);
  const Op *op = &graph->ops[index];
  if (wanted->is_kernel) return plan_home(plan, index) == wanted->kernel;
  return matches_name(&wanted->kind[op->code], op_info(op->code)->name, wanted) ||
         fuzzy_contains(op->name, wanted->text) || matches_result(graph, op, wanted) ||
         matches_operand(graph, op, wanted) ||
         (op->source_file && fuzzy_contains(op->source_file, wanted->text));
}

bool search_matches(const Plan *plan, int index, const char *text) {
  Wanted wanted = wanted_of(text);
  return matches(plan, index, &wanted);
}

int search_next(const Plan *plan, const char *text, int from, bool forward) {
  Wanted wanted = wanted_of(text);
  int count = plan_graph(plan)->op_count;
  for (int i = 1; i <= count; i++) {
    int op = (int)(((int64_t)from + (forward ? i : -i) + 2 * (int64_t)count) % count);
    if (!plan_graph(plan)->ops[op].is_view && matches(plan, op, &wanted)) return op;
  }
  return NO_OP;
}

int search_first(const Plan *plan, const char *wanted, int from) {
  const Graph *graph = plan_graph(plan);
  int named = graph_find_op(graph, wanted);
  if (named != NO_OP && !graph->ops[named].is_view) return named;
  return search_matches(plan, from, wanted) ? from : search_next(plan, wanted, from, true);
}

static void find_all(Search *search, const Plan *plan) {
  const char *wanted = text_get(&search->line);
  bool known = search->counted.length && search->counted_version == plan_version(plan) &&
               text_equal(text_get(&search->counted), wanted);
  if (known) return;
  enum { AHEAD = 16 }; // ops
  Wanted prepared = wanted_of(wanted);
  vector_clear(&search->found);
  const Graph *graph = plan_graph(plan);
  for (int op = 0; op < graph->op_count; op++) {
    // Names lie all over memory. (In a function of its own gcc 12 takes it for one without effect.)
    const Op *soon = &graph->ops[op + AHEAD < graph->op_count ? op + AHEAD : op];
    __builtin_prefetch(soon->name);
    __builtin_prefetch(soon->operands);
    if (!graph->ops[op].is_view && matches(plan, op, &prepared)) vector_push(&search->found, op);
  }
  text_clear(&search->counted);
  text_add(&search->counted, wanted);
  search->counted_version = plan_version(plan);
}

int search_count(Search *search, const Plan *plan) {
  find_all(search, plan);
  return search->found.count;
}

int search_number(Search *search, const Plan *plan, int op) {
  find_all(search, plan);
  return sorted_lower(search->found.data, search->found.count, op + 1);
}
