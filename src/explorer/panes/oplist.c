// Rows of the ops pane.
#include "explorer/panes/oplist.h"

#include "base/arena.h"

#include <stdlib.h>

// The last row of the folded section that begins at row `first`, and of those that share its row.
static int section_end(const Rails *rails, const Folding *folding, int first) {
  const int *of = folding->sections->of;
  int last = first, section = of[rails->op[first]];
  for (; last + 1 < rails->row_count; last++) {
    int next = of[rails->op[last + 1]];
    if (next != section && !folding_joins(folding, next)) break;
    section = next;
  }
  return last;
}

static int fold_end(const Rails *rails, const Plan *plan, const Folding *folding, int first) {
  if (folding_hides(folding, rails->op[first])) return section_end(rails, folding, first);
  int kernel = plan_home(plan, rails->op[first]), last = first;
  if (kernel == NO_KERNEL || !folding->kernel[kernel]) return first;
  while (last + 1 < rails->row_count && plan_home(plan, rails->op[last + 1]) == kernel &&
         !folding_hides(folding, rails->op[last + 1]))
    last++;
  return last;
}

static bool is_folded(const Rails *rails, const Plan *plan, const Folding *folding, int row) {
  int kernel = plan_home(plan, rails->op[row]);
  return folding_hides(folding, rails->op[row]) || (kernel != NO_KERNEL && folding->kernel[kernel]);
}

// The copies from `next` on that stand above one of these rows: they have rows where that one is not folded.
// Returns the next one.
static int add_copies(OpList *list, int next, int first, int last, bool folded) {
  for (; next < list->copies.count && list->copies.list[next].before <= last; next++) {
    list->copy_at[next] = list->count;
    if (!folded) list->rows[list->count++] = (OpRow){first, first - 1, next};
  }
  return next;
}

void oplist_build(OpList *list, const Rails *rails, Plan *plan, const Folding *folding) {
  copies_build(&list->copies, rails, plan);
  bool was_plain = list->plain && list->count == rails->row_count;
  list->plain = list->copies.count == 0 && folding_is_open(folding);
  if (list->plain && was_plain) return;
  size_t rows = (size_t)rails->row_count + 1, copies = (size_t)list->copies.count;
  list->rows = memory_resize(list->rows, sizeof *list->rows * (rows + copies));
  list->row_of = memory_resize(list->row_of, sizeof *list->row_of * rows);
  list->copy_at = memory_resize(list->copy_at, sizeof *list->copy_at * (copies + 1));
  list->count = 0;
  for (int first = 0, copy = 0; first < rails->row_count;) {
    int last = fold_end(rails, plan, folding, first);
    if (copies) copy = add_copies(list, copy, first, last, is_folded(rails, plan, folding, first));
    for (int row = first; row <= last; row++)
      list->row_of[row] = list->count;
    list->rows[list->count++] = (OpRow){first, last, NO_COPY};
    first = last + 1;
  }
}

void oplist_free(OpList *list) {
  free(list->rows);
  free(list->row_of);
  free(list->copy_at);
  copies_free(&list->copies);
  *list = (OpList){0};
}

int oplist_find(const OpList *list, const Rails *rails, int op) {
  if (list->count == 0) return 0;
  while (op < rails->graph->op_count && rails->row[op] < 0)
    op++;
  return op < rails->graph->op_count ? list->row_of[rails->row[op]] : list->count - 1;
}

int oplist_op(const OpList *list, const Rails *rails, int row) {
  if (list->count == 0) return NO_OP;
  if (row < 0) row = 0;
  if (row >= list->count) row = list->count - 1;
  return oplist_row_op(list, rails, list->rows[row]);
}

int oplist_row_op(const OpList *list, const Rails *rails, OpRow row) {
  return row.copy == NO_COPY ? rails->op[row.last] : list->copies.list[row.copy].op;
}

int oplist_row_kernel(const OpList *list, const Rails *rails, const Plan *plan, OpRow row) {
  return row.copy == NO_COPY ? plan_home(plan, rails->op[row.last]) : list->copies.list[row.copy].kernel;
}
