// A compiler's steps as edits. A producer whose kernel stays is recomputed in its reader, op by op; one that
// is gone is fused into its last reader.
#include "script/compiler.h"

#include "base/arena.h"
#include "plan/file/plan_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Walk {
  const DumpPlan *dump;
  Plan *plan;
  Estimator *estimator;
  NameMap ops;
  Trail *trail;
  int remark; // the next one
} Walk;

const char *compiler_title(const char *name) {
  return text_equal(name, "xla") ? "XLA" : text_equal(name, "inductor") ? "Inductor" : name;
}

static int find_op(const Walk *walk, const char *name) {
  int64_t op;
  return name && namemap_get(&walk->ops, name, &op) ? (int)op : NO_OP;
}

// Those made before step `step`: refusals, and questions that were answered with a time.
static void take_remarks(Walk *walk, int step) {
  for (; walk->remark < walk->dump->remark_count; walk->remark++) {
    const DumpRemark *remark = &walk->dump->remarks[walk->remark];
    if (remark->step > step) return;
    Reason reason = {.code = REASON_NONE};
    if (remark->text)
      snprintf(reason.text, sizeof reason.text, "%s: %s", compiler_title(walk->dump->compiler), remark->text);
    trail_asked(walk->trail, find_op(walk, remark->producer), find_op(walk, remark->consumer),
                remark->text ? &reason : NULL);
  }
}

// ---- One step

static void made(Walk *walk, const DumpStep *step, TrailEdit edit) {
  trail_edit(walk->trail, edit);
  trail_told(walk->trail, step->fused_us, step->apart_us);
}

static void fuse(Walk *walk, const DumpStep *step, int a, int b) {
  TrailEdit edit = {.kind = TRAIL_FUSE, .a = a, .b = b};
  WhatIf what = estimator_what_if(walk->estimator, walk->plan, a, b);
  Reason reason;
  if (what.legal) trail_promise(walk->trail, a, b, what.saved_us, what.saved_dram_bytes);
  if (plan_fuse(walk->plan, a, b, false, &reason))
    made(walk, step, edit);
  else
    trail_refused(walk->trail, edit, &reason);
}

// The ops that a kernel runs, copies included, readers before what they read.
static int *list_ops(const Plan *plan, int kernel, int *count) {
  PlanKernel members = plan_kernel(plan, kernel);
  int ops = members.op_count, copies = members.copy_count,
      *list = memory_alloc(sizeof *list * (size_t)(ops + copies));
  *count = 0;
  while (ops + copies > 0) {
    bool op = copies == 0 || (ops > 0 && members.ops[ops - 1] > members.copies[copies - 1]);
    list[(*count)++] = op ? members.ops[--ops] : members.copies[--copies];
  }
  return list;
}

static void recompute(Walk *walk, const DumpStep *step, int a, int b) {
  int count;
  int *ops = list_ops(walk->plan, plan_home(walk->plan, a), &count);
  for (int i = 0; i < count; i++) {
    TrailEdit edit = {.kind = TRAIL_RECOMPUTE, .a = ops[i], .b = b};
    int kernel = plan_home(walk->plan, b);
    Reason reason;
    if (plan_runs(walk->plan, kernel, ops[i])) continue;
    if (plan_recompute(walk->plan, ops[i], kernel, &reason))
      made(walk, step, edit);
    else
      trail_refused(walk->trail, edit, &reason);
  }
  free(ops);
}

static void make_step(Walk *walk, const DumpStep *step) {
  int a = find_op(walk, step->producer), b = find_op(walk, step->consumer);
  if (a == NO_OP || b == NO_OP || plan_home(walk->plan, a) == plan_home(walk->plan, b)) return;
  if (step->whole)
    fuse(walk, step, a, b);
  else
    recompute(walk, step, a, b);
}

// ---- All of them

static bool begin(Walk *walk, Status *status) {
  const Graph *graph = plan_graph(walk->plan);
  DumpNotes notes = {0};
  for (int op = 0; op < graph->op_count; op++)
    if (!graph->ops[op].is_view) namemap_set(&walk->ops, graph->ops[op].name, op);
  bool placed = plan_from_dump(walk->plan, walk->dump->start, &notes, status);
  dump_notes_free(&notes);
  if (placed) walk->trail = trail_new(walk->plan);
  return placed;
}

Trail *compiler_trail(const DumpPlan *dump, Plan *plan, Estimator *estimator, const atomic_int *stop,
                      Status *status) {
  Walk walk = {.dump = dump, .plan = plan, .estimator = estimator};
  bool done = begin(&walk, status);
  for (int i = 0; done && i < dump->step_count; i++) {
    take_remarks(&walk, i);
    make_step(&walk, &dump->steps[i]);
    done = !*stop || status_fail(status, STATUS_CANCELLED, "stopped");
  }
  if (done) take_remarks(&walk, dump->step_count);
  namemap_free(&walk.ops);
  if (done) return walk.trail;
  trail_free(walk.trail);
  return NULL;
}
