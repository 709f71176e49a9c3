// Copies: where they stand, then which lanes carry them.
#include "explorer/panes/copies.h"

#include "base/arena.h"
#include "base/sorted.h"
#include "base/vector.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// A copy before its position is known.
typedef struct Found {
  CopyRow row;
  int until;      // last row of an op that its lane leads to; -1: to none
  int copy_until; // last copy, by its op, that it leads to; NO_OP: to none
  int copy_row;   // that one stands above it
} Found;
typedef VECTOR(Found) FoundCopies;

// ---- The kernels that have copies.

static void look_at_slot(CopyRows *copies, const Plan *plan, int slot) {
  int at = sorted_lower(copies->copying.data, copies->copying.count, slot);
  bool known = at < copies->copying.count && copies->copying.data[at] == slot,
       copying = plan_kernel(plan, slot).copy_count > 0;
  if (known == copying) return;
  if (copying) vector_push(&copies->copying, slot);
  int *place = copies->copying.data + at, behind = copies->copying.count - at - 1;
  memmove(place + copying, place + !copying, sizeof *place * (size_t)behind);
  if (copying)
    *place = slot;
  else
    copies->copying.count--;
}

static void look_at_plan(CopyRows *copies, Plan *plan) {
  uint64_t changes = plan_changes(plan);
  bool known =
      copies->plan == plan && (copies->change == changes || plan_changed(plan, copies->change) != NO_KERNEL);
  for (; known && copies->change < changes; copies->change++)
    look_at_slot(copies, plan, plan_changed(plan, copies->change));
  if (known) return;
  vector_clear(&copies->copying);
  for (int slot = 0; slot < plan_slots(plan); slot++)
    if (plan_kernel(plan, slot).copy_count) vector_push(&copies->copying, slot);
  copies->plan = plan;
  copies->change = changes;
}

void copies_forget_plan(CopyRows *copies) {
  copies->plan = NULL;
}

// ---- Where they stand.

// What an op of the kernel that stands at `row` reads of its copies; `found` has one for each of them.
static void find_first(const PlanKernel *kernel, Neighbours near, int row, Found *found) {
  for (int i = 0; i < near.producer_count; i++) {
    int copy = sorted_find(kernel->copies, kernel->copy_count, near.producers[i]);
    if (copy >= 0 && row < found[copy].row.before) found[copy].row.before = row;
  }
}

// Ops come in ascending rows: a lane goes on while the next reader is near.
static void find_until(const PlanKernel *kernel, Neighbours near, int row, Found *found) {
  for (int i = 0; i < near.producer_count; i++) {
    int copy = sorted_find(kernel->copies, kernel->copy_count, near.producers[i]);
    if (copy < 0) continue;
    Found *it = &found[copy];
    int from = it->until < 0 ? it->row.before : it->until;
    if (row - from <= RAILS_GAP) it->until = row;
  }
}

// The copy `reader` stands at its row already.
static void find_copy_until(const PlanKernel *kernel, Neighbours near, const Found *reader, Found *found) {
  for (int i = 0; i < near.producer_count; i++) {
    int copy = sorted_find(kernel->copies, kernel->copy_count, near.producers[i]);
    if (copy < 0 || reader->row.before - found[copy].row.before > RAILS_GAP) continue;
    if (found[copy].copy_until != NO_OP && found[copy].copy_row > reader->row.before) continue;
    found[copy].copy_until = reader->row.op;
    found[copy].copy_row = reader->row.before;
  }
}

static void find_of_kernel(const Rails *rails, const PlanKernel *kernel, FoundCopies *all) {
  int first = all->count;
  for (int i = 0; i < kernel->copy_count; i++)
    vector_push(all, ((Found){.row = {.op = kernel->copies[i], .kernel = kernel->id, .before = INT_MAX},
                              .until = -1,
                              .copy_until = NO_OP}));
  Found *found = all->data + first;
  for (int i = 0; i < kernel->op_count; i++)
    find_first(kernel, graph_neighbours(rails->graph, kernel->ops[i]), rails->row[kernel->ops[i]], found);
  for (int i = kernel->copy_count - 1; i >= 0; i--) {
    if (found[i].row.before == INT_MAX) found[i].row.before = rails->row[kernel->ops[0]];
    find_first(kernel, graph_neighbours(rails->graph, kernel->copies[i]), found[i].row.before, found);
  }
  for (int i = 0; i < kernel->op_count; i++)
    find_until(kernel, graph_neighbours(rails->graph, kernel->ops[i]), rails->row[kernel->ops[i]], found);
  for (int i = 0; i < kernel->copy_count; i++)
    find_copy_until(kernel, graph_neighbours(rails->graph, kernel->copies[i]), &found[i], found);
}

static int compare(const void *a, const void *b) {
  const Found *x = a, *y = b;
  if (x->row.before != y->row.before) return x->row.before < y->row.before ? -1 : 1;
  if (x->row.op != y->row.op) return x->row.op < y->row.op ? -1 : 1;
  return x->row.kernel < y->row.kernel ? -1 : x->row.kernel > y->row.kernel;
}

static void find_all(const CopyRows *copies, const Rails *rails, const Plan *plan, FoundCopies *all) {
  for (int i = 0; i < copies->copying.count; i++) {
    PlanKernel kernel = plan_kernel(plan, copies->copying.data[i]);
    find_of_kernel(rails, &kernel, all);
  }
  if (all->count) qsort(all->data, (size_t)all->count, sizeof *all->data, compare);
}

static void set_last(CopyRows *copies, const FoundCopies *all) {
  for (int i = 0; i < all->count; i++) {
    const Found *it = &all->data[i];
    int last = copies_position(copies, i);
    if (it->until >= 0) last = copies_place(copies, it->until);
    const Found reader = {.row = {.op = it->copy_until, .kernel = it->row.kernel, .before = it->copy_row}};
    const Found *found = it->copy_until == NO_OP
                             ? NULL
                             : bsearch(&reader, all->data, (size_t)all->count, sizeof *all->data, compare);
    int copy_last = found ? copies_position(copies, (int)(found - all->data)) : 0;
    if (copy_last > last) last = copy_last;
    bool far = last - copies_position(copies, i) > COPY_SPAN;
    copies->list[i].last = far ? copies_position(copies, i) : last;
  }
}

// ---- Lanes of ops that have copies end where all readers below have one.

static bool sees_views(const Rails *rails, const Op *op) {
  for (int i = 0; rails->views && i < op->result_count; i++) {
    const Value *value = &rails->graph->values[op->first_result + i];
    for (int j = 0; j < value->reader_count; j++)
      if (rails->graph->ops[value->readers[j].op].is_view) return true;
  }
  return false;
}

static void set_reach(CopyRows *copies, const Rails *rails, const Plan *plan, int op) {
  if (copies->reach[op] != INT_MAX || sees_views(rails, &rails->graph->ops[op])) return;
  Neighbours near = graph_neighbours(rails->graph, op);
  int count;
  const int *copied = plan_copied_in(plan, op, &count);
  copies->reach[op] = rails->row[op];
  for (int i = 0; i < near.consumer_count; i++) {
    int reader = near.consumers[i];
    if (rails_lane_above(rails, rails->row[reader], op) < 0) return;
    if (sorted_find(copied, count, plan_home(plan, reader)) < 0) copies->reach[op] = rails->row[reader];
  }
}

static void forget_reach(CopyRows *copies, int ops) {
  if (ops > copies->ops) {
    copies->reach = memory_resize(copies->reach, sizeof(int) * ((size_t)ops + 1));
    for (int op = 0; op < ops; op++)
      copies->reach[op] = INT_MAX;
    copies->ops = ops;
  }
  for (int i = 0; i < copies->count; i++)
    copies->reach[copies->list[i].op] = INT_MAX;
}

// ---- Their own lanes.

// Whether the rails leave a lane free from a copy down to its last reader: nothing passes, no row stands
// there.
static bool is_free(const CopyRows *copies, const Rails *rails, int index, int lane) {
  const CopyRow *copy = &copies->list[index];
  int next = index + 1;
  for (int row = copy->before - 1;; row++) {
    while (next < copies->count && copies->list[next].before <= row)
      next++;
    bool above = row < copy->before;
    if (!above && row + next >= copy->last) return true;
    if (!above && rails->dot[row] == lane) return false;
    int op = row < 0 ? NO_OP : rails->below[(size_t)row * RAILS_LANES + (size_t)lane];
    if (op != NO_OP && copies_reach(copies, op, row + 1)) return false;
  }
}

// Straight down to the reader where that can be, else as far to the left as can be; -1: there is none.
// `taken`: to which position lanes are those of copies above.
static int choose_lane(const CopyRows *copies, const Rails *rails, int index, const int *taken) {
  int position = copies_position(copies, index), straight = rails->dot[copies->list[index].before];
  if (taken[straight] <= position && is_free(copies, rails, index, straight)) return straight;
  for (int lane = 0; lane < RAILS_LANES; lane++)
    if (taken[lane] <= position && is_free(copies, rails, index, lane)) return lane;
  return -1;
}

static void assign_lanes(CopyRows *copies, const Rails *rails) {
  int taken[RAILS_LANES] = {0};
  for (int i = 0; i < copies->count; i++) {
    CopyRow *copy = &copies->list[i];
    copy->lane = choose_lane(copies, rails, i, taken);
    if (copy->lane >= copies->lanes) copies->lanes = copy->lane + 1;
    if (copy->lane >= 0) taken[copy->lane] = copy->last;
  }
}

void copies_build(CopyRows *copies, const Rails *rails, Plan *plan) {
  FoundCopies all = {0};
  forget_reach(copies, rails->graph->op_count);
  look_at_plan(copies, plan);
  find_all(copies, rails, plan, &all);
  copies->count = all.count;
  copies->lanes = rails->lanes;
  if (all.count == 0) return;
  copies->list = memory_resize(copies->list, sizeof *copies->list * (size_t)all.count);
  for (int i = 0; i < all.count; i++) {
    copies->list[i] = all.data[i].row;
    set_reach(copies, rails, plan, all.data[i].row.op);
  }
  set_last(copies, &all);
  assign_lanes(copies, rails);
  vector_free(&all);
}

void copies_free(CopyRows *copies) {
  free(copies->list);
  free(copies->reach);
  vector_free(&copies->copying);
  *copies = (CopyRows){0};
}

// ---- Questions.

int copies_find(const CopyRows *copies, int op, int kernel) {
  for (int i = 0; i < copies->count; i++)
    if (copies->list[i].op == op && copies->list[i].kernel == kernel) return i;
  return NO_COPY;
}

// How many copies stand above the position or row that comes after these.
static int count_until(const CopyRows *copies, int limit, bool rows) {
  int low = 0, high = copies->count;
  while (low < high) {
    int middle = (low + high) / 2;
    int at = rows ? copies->list[middle].before : copies_position(copies, middle);
    if (at <= limit)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int copies_place(const CopyRows *copies, int row) {
  return row + count_until(copies, row, true);
}

int copies_position(const CopyRows *copies, int copy) {
  return copies->list[copy].before + copy;
}

void copies_below(const CopyRows *copies, int position, int lanes[RAILS_LANES]) {
  for (int lane = 0; lane < RAILS_LANES; lane++)
    lanes[lane] = NO_COPY;
  for (int i = count_until(copies, position - COPY_SPAN, false); i < copies->count; i++) {
    const CopyRow *copy = &copies->list[i];
    if (copies_position(copies, i) > position) return;
    if (copy->lane >= 0 && copy->last > position) lanes[copy->lane] = i;
  }
}

bool copies_reach(const CopyRows *copies, int op, int row) {
  return copies->reach[op] >= row;
}
