// Reductions over different dims in one kernel: which dims are those of a row, what waits for all rows, and
// what no order of passes can do.
#include <inttypes.h>
#include <stdlib.h>

#include "kernel/lower/lowering.h"

// ---- rows

// The dims of a row when reductions run over different dims: those of the reduction along the fast dim, or,
// when all of them run over the rows, what one of them leaves. 0: they all run over the same dims.
static uint32_t row_dims(const Nest *nest) {
  uint32_t all = nest_all_dims(nest), first = 0, row = 0, down = 0;
  bool differ = false;
  for (int i = 0; i < nest->step_count; i++) {
    if (nest->steps[i].kind != STEP_REDUCE) continue;
    uint32_t over = nest->steps[i].over;
    if (!first) first = over;
    differ = differ || over != first;
    bool along = over >> (nest->dim_count - 1) & 1;
    if (along && over != all) row = over;
    if (!along) down = over;
  }
  if (!differ) return 0;
  return row ? row : all & ~down;
}

static bool crosses_rows(const Nest *nest, uint32_t row) {
  uint32_t all = nest_all_dims(nest);
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind == STEP_REDUCE && step->over != row && step->over != all && step->over != (all & ~row))
      return false;
  }
  return true;
}

typedef struct Need {
  const Nest *nest;
  bool finish;
} Need;

static void join_finish(void *context, int needed) {
  Need *need = context;
  const Step *step = &need->nest->steps[needed];
  need->finish |= step->finish || nest_crosses(need->nest, step);
}

static void mark_finish(Nest *nest) {
  for (int i = 0; i < nest->step_count; i++) {
    Need need = {nest, false};
    nest_each_need(nest, i, join_finish, &need);
    nest->steps[i].finish = need.finish;
  }
}

void finish_reductions(Nest *nest) {
  for (int i = 0; i < nest->step_count; i++)
    nest->reduced |= nest->steps[i].over;
  uint32_t row = row_dims(nest);
  if (!row || nest->scanned || !crosses_rows(nest, row)) return;
  nest->reduced = row;
  nest->crossed = nest_all_dims(nest) & ~row;
  mark_finish(nest);
}

// ---- what cannot be

static const char *name_of(const Nest *nest, int op) {
  return op == NO_OP ? "?" : nest->graph->ops[op].name;
}

// The crossing reduction that a step of the finish waits for.
static const Step *awaited(const Nest *nest, int at) {
  for (; at != NO_STEP; at--)
    if (nest_crosses(nest, &nest->steps[at])) return &nest->steps[at];
  return NULL;
}

static bool refuse_reader(const Nest *nest, int at, Reason *reason) {
  const Step *reader = &nest->steps[at], *sum = awaited(nest, at);
  const int ops[] = {sum->op, reader->op, NO_OP};
  int64_t rows = nest_elements(nest, nest->crossed);
  if (reader->kind == STEP_REDUCE)
    reason_set(reason, REASON_GRID_SYNC, ops,
               "%s reduces what %s makes of all %" PRId64 " rows: only the whole grid completes it",
               name_of(nest, reader->op), name_of(nest, sum->op), rows);
  else
    reason_set(reason, REASON_GRID_SYNC, ops,
               "%s reads in every row what %s makes of all %" PRId64
               " rows: only the whole grid completes it",
               name_of(nest, reader->op), name_of(nest, sum->op), rows);
  reason_remedy(reason, "Put a kernel boundary between %s and %s.", name_of(nest, sum->op),
                name_of(nest, reader->op));
  reason->size[0] = rows;
  reason->size_count = 1;
  return false;
}

// Which row reduction a step needs the result of, NO_STEP: none; by step.
typedef struct RowNeeds {
  int *reduction;
  int at;
} RowNeeds;

static void join_row(void *context, int needed) {
  RowNeeds *needs = context;
  if (needs->reduction[needed] != NO_STEP) needs->reduction[needs->at] = needs->reduction[needed];
}

static int *find_row_needs(const Nest *nest) {
  int *reduction = memory_alloc(((size_t)nest->step_count + 1) * sizeof *reduction);
  for (int i = 0; i < nest->step_count; i++) {
    bool crosses = nest_crosses(nest, &nest->steps[i]);
    reduction[i] = nest->steps[i].kind == STEP_REDUCE && !crosses ? i : NO_STEP;
    RowNeeds needs = {reduction, i};
    if (nest->steps[i].kind != STEP_REDUCE) nest_each_need(nest, i, join_row, &needs);
  }
  return reduction;
}

// Each row has its own result of a reduction along rows, even one of what all rows share.
static bool refuse_row(const Nest *nest, int at, int reduce, Reason *reason) {
  const int ops[] = {nest->steps[reduce].op, nest->steps[at].op, NO_OP};
  return reason_set(reason, REASON_REDUCTION_AXES, ops,
                    "%s runs once all rows are through, and needs what %s makes of one of them",
                    name_of(nest, nest->steps[at].op), name_of(nest, nest->steps[reduce].op));
}

static bool check_finish(const Nest *nest, const int *row_needs, Reason *reason) {
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (!step->finish) continue;
    if (step->kind == STEP_REDUCE || (step->dims & nest->crossed)) return refuse_reader(nest, i, reason);
    if (row_needs[i] != NO_STEP) return refuse_row(nest, i, row_needs[i], reason);
  }
  return true;
}

bool lower_check_crossing(const Nest *nest, Reason *reason) {
  int *row_needs = find_row_needs(nest);
  bool possible = check_finish(nest, row_needs, reason);
  free(row_needs);
  return possible;
}
