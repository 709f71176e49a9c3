// Searching ops.
#include "ui/search.h"

#include "ui/fuzzy.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// "K13": the kernel itself, never a part of another number.
static bool names_kernel(const char *wanted, int *kernel) {
  char *end;
  if ((wanted[0] != 'K' && wanted[0] != 'k') || !isdigit((unsigned char)wanted[1])) return false;
  long number = strtol(wanted + 1, &end, 10);
  *kernel = number > 1000000000 ? -2 : (int)number;
  return *end == '\0';
}

// Writing shapes takes long: only for what can be a part of one.
static bool can_be_shape(const char *wanted) {
  return wanted[strspn(wanted, "[]0123456789, ")] == '\0';
}

static bool matches_result(const Graph *graph, const Op *op, const char *wanted) {
  char shape[160];
  bool shapes = can_be_shape(wanted);
  for (int i = 0; i < op->result_count; i++) {
    const Value *value = &graph->values[op->first_result + i];
    if (value->name != op->name && fuzzy_contains(value->name, wanted)) return true;
    if (fuzzy_contains(dtype_name(value->dtype), wanted)) return true;
    if (shapes && fuzzy_contains(shape_text(&value->shape, shape), wanted)) return true;
  }
  return false;
}

static bool matches_operand(const Graph *graph, const Op *op, const char *wanted) {
  for (int i = 0; i < op->operand_count; i++) {
    int value = op->operands[i].value;
    if (value == NO_VALUE) continue;
    value = graph_source(graph, value);
    if (graph->values[value].producer == NO_OP && fuzzy_contains(graph->values[value].name, wanted))
      return true;
  }
  return false;
}

bool search_matches(const Plan *plan, int index, const char *wanted) {
  const Graph *graph = plan_graph(plan);
  const Op *op = &graph->ops[index];
  int kernel;
  if (names_kernel(wanted, &kernel)) return plan_home(plan, index) == kernel;
  return fuzzy_contains(op->name, wanted) || fuzzy_contains(op_info(op->code)->name, wanted) ||
         matches_result(graph, op, wanted) || matches_operand(graph, op, wanted) ||
         (op->source_file && fuzzy_contains(op->source_file, wanted));
}

int search_next(const Plan *plan, const char *wanted, int from, bool forward) {
  int count = plan_graph(plan)->op_count;
  for (int i = 1; i <= count; i++) {
    int op = (int)(((int64_t)from + (forward ? i : -i) + 2 * (int64_t)count) % count);
    if (!plan_graph(plan)->ops[op].is_view && search_matches(plan, op, wanted)) return op;
  }
  return NO_OP;
}

int search_first(const Plan *plan, const char *wanted, int from) {
  const Graph *graph = plan_graph(plan);
  int named = graph_find_op(graph, wanted);
  if (named != NO_OP && !graph->ops[named].is_view) return named;
  return search_matches(plan, from, wanted) ? from : search_next(plan, wanted, from, true);
}

int search_count(Search *search, const Plan *plan) {
  const char *wanted = text_get(&search->line);
  bool known = search->counted.length && search->counted_version == plan_version(plan) &&
               text_equal(text_get(&search->counted), wanted);
  if (known) return search->count;
  int found = 0;
  for (int op = 0; op < plan_graph(plan)->op_count; op++)
    if (!plan_graph(plan)->ops[op].is_view && search_matches(plan, op, wanted)) found++;
  text_clear(&search->counted);
  text_add(&search->counted, wanted);
  search->counted_version = plan_version(plan);
  search->count = found;
  return found;
}
