// Trails as bytes for another process.
#include "base/arena.h"
#include "plan/file/plan_file.h"
#include "script/trail.h"

#include <limits.h>
#include <stdlib.h>

// Without what a compiler told: steps of its own are made where they are shown.
static void pack_step(const TrailStep *step, Text *out) {
  const TrailEdit *edit = &step->edit;
  const int64_t numbers[] = {edit->kind,
                             edit->a,
                             edit->b,
                             edit->detail,
                             edit->value,
                             step->promised,
                             step->asked,
                             step->refused,
                             step->taken_back,
                             step->first_refusal,
                             step->refusal_count,
                             step->saved_dram_bytes};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    pack_integer(out, numbers[i]);
  pack_number(out, step->saved_us);
  Text whole = {0};
  if (step->held) plan_write(step->held, NULL, &whole);
  pack_string(out, step->held ? text_get(&whole) : step->plan);
  text_free(&whole);
}

void trail_pack(const Trail *trail, Text *out) {
  pack_integer(out, trail != NULL);
  if (!trail) return;
  pack_integer(out, trail->refusals.count);
  for (int i = 0; i < trail->refusals.count; i++) {
    const TrailRefusal *refusal = &trail->refusals.data[i];
    pack_integer(out, refusal->a);
    pack_integer(out, refusal->b);
    pack_integer(out, refusal->code);
    pack_string(out, refusal->text);
  }
  pack_integer(out, trail->steps.count);
  for (int i = 0; i < trail->steps.count; i++)
    pack_step(&trail->steps.data[i], out);
  pack_step(&trail->after, out);
  pack_integer(out, trail->cut_short);
}

// ---- Taking.

static void read_refusals(Trail *trail, int last_op, Unpack *from) {
  int count = (int)unpack_integer(from, 0, TRAIL_REFUSALS);
  for (int i = 0; i < count && !from->failed; i++) {
    TrailRefusal refusal = {.a = (int)unpack_integer(from, NO_OP, last_op)};
    refusal.b = (int)unpack_integer(from, NO_OP, last_op);
    refusal.code = (ReasonCode)unpack_integer(from, 0, REASON_COUNT - 1);
    refusal.text = unpack_string(from);
    if (!refusal.text) refusal.text = memory_strdup("");
    vector_push(&trail->refusals, refusal);
  }
}

// Walking looks up the kernel of `a` and `b`, and which knob or kind of pin `detail` is.
static bool can_be_walked(const TrailStep *step, const Graph *graph) {
  const TrailEdit *edit = &step->edit;
  bool a = edit->a >= 0 && !graph->ops[edit->a].is_view, b = edit->b >= 0 && !graph->ops[edit->b].is_view;
  switch (edit->kind) {
    case TRAIL_FUSE:
      return edit->a >= 0 && edit->b >= 0;
    case TRAIL_CUT:
      return edit->a >= 0;
    case TRAIL_MOVE:
    case TRAIL_RECOMPUTE:
    case TRAIL_UNRECOMPUTE:
      return edit->a >= 0 && b;
    case TRAIL_PIN:
      return edit->a >= 0 && edit->b >= 0 && (edit->detail == PIN_TOGETHER || edit->detail == PIN_APART);
    case TRAIL_APART:
      return a;
    case TRAIL_SCHEDULE:
      return a && edit->detail >= 0 && edit->detail < KNOB_COUNT;
    case TRAIL_RESET:
      return true;
    case TRAIL_WHOLE:
      return step->plan != NULL;
  }
  return false;
}

static TrailStep read_step(const Trail *trail, int last_op, Unpack *from) {
  int refusals = trail->refusals.count;
  TrailStep step = {.edit.kind = (TrailKind)unpack_integer(from, TRAIL_FUSE, TRAIL_WHOLE)};
  step.edit.a = (int)unpack_integer(from, NO_OP, last_op);
  step.edit.b = (int)unpack_integer(from, NO_OP, last_op);
  step.edit.detail = (int)unpack_integer(from, INT_MIN, INT_MAX);
  step.edit.value = (int)unpack_integer(from, INT_MIN, INT_MAX);
  step.promised = unpack_bool(from);
  step.asked = (int)unpack_integer(from, 0, INT_MAX);
  step.refused = (int)unpack_integer(from, 0, INT_MAX);
  step.taken_back = (int)unpack_integer(from, 0, INT_MAX);
  step.first_refusal = (int)unpack_integer(from, 0, refusals);
  step.refusal_count = (int)unpack_integer(from, 0, refusals - step.first_refusal);
  step.saved_dram_bytes = unpack_integer(from, INT64_MIN, INT64_MAX);
  step.saved_us = unpack_number(from);
  step.plan = unpack_string(from);
  return step;
}

static void read_steps(Trail *trail, const Graph *graph, Unpack *from) {
  int count = (int)unpack_integer(from, 0, TRAIL_STEPS);
  for (int i = 0; i < count && !from->failed; i++) {
    vector_push(&trail->steps, read_step(trail, graph->op_count - 1, from));
    if (!can_be_walked(&trail->steps.data[i], graph)) from->failed = true;
  }
  trail->after = read_step(trail, graph->op_count - 1, from);
  free(trail->after.plan); // it is no edit
  trail->after.plan = NULL;
}

bool trail_unpack(Trail *trail, Unpack *from) {
  bool there = unpack_bool(from);
  if (!trail || !there) return !from->failed && !trail == !there;
  const Graph *graph = plan_graph(trail->start);
  trail_clear(trail);
  read_refusals(trail, graph->op_count - 1, from);
  read_steps(trail, graph, from);
  trail->cut_short = unpack_bool(from);
  if (from->failed) trail_clear(trail);
  return !from->failed;
}
