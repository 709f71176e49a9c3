// Trails.
#include "script/trail.h"

#include "base/arena.h"
#include "plan/file/plan_file.h"

#include <stdlib.h>
#include <string.h>

Trail *trail_new(const Plan *start) {
  Trail *trail = memory_alloc(sizeof *trail);
  trail->start = plan_copy(start);
  return trail;
}

static void forget(TrailStep *step) {
  plan_free(step->held);
  free(step->plan);
}

void trail_clear(Trail *trail) {
  for (int i = 0; i < trail->steps.count; i++)
    forget(&trail->steps.data[i]);
  for (int i = 0; i < trail->refusals.count; i++)
    free(trail->refusals.data[i].text);
  vector_clear(&trail->steps);
  vector_clear(&trail->refusals);
  trail->after = (TrailStep){0};
  trail->cut_short = false;
  memset(trail->promises, 0, sizeof trail->promises);
}

void trail_free(Trail *trail) {
  if (!trail) return;
  trail_clear(trail);
  vector_free(&trail->steps);
  vector_free(&trail->refusals);
  plan_free(trail->start);
  free(trail);
}

// ---- What was asked.

// Of one kind of reason two are enough. A compiler's have no code: their words tell them apart.
static bool is_news(const Trail *trail, const Reason *reason) {
  int same = 0;
  for (int i = trail->after.first_refusal; i < trail->refusals.count; i++) {
    const TrailRefusal *before = &trail->refusals.data[i];
    same += before->code == reason->code &&
            (reason->code != REASON_NONE || text_equal(before->text, reason->text));
  }
  return same < 2;
}

static void refuse(Trail *trail, int a, int b, const Reason *reason) {
  TrailStep *after = &trail->after;
  after->refused++;
  if (after->refusal_count == TRAIL_REFUSALS_STEP || trail->refusals.count == TRAIL_REFUSALS ||
      !is_news(trail, reason))
    return;
  vector_push(&trail->refusals, (TrailRefusal){a, b, reason->code, memory_strdup(reason->text)});
  after->refusal_count++;
}

void trail_asked(Trail *trail, int a, int b, const Reason *refusal) {
  if (!trail) return;
  trail->after.asked++;
  if (refusal) refuse(trail, a, b, refusal);
}

static TrailPromise *promise_of(Trail *trail, int a, int b) {
  unsigned low = (unsigned)(a < b ? a : b), high = (unsigned)(a < b ? b : a);
  return &trail->promises[(low * 31 + high) % TRAIL_PROMISES];
}

void trail_promise(Trail *trail, int a, int b, double saved_us, int64_t saved_dram_bytes) {
  if (trail) *promise_of(trail, a, b) = (TrailPromise){a, b, saved_us, saved_dram_bytes};
}

// ---- Edits.

static void keep_promise(Trail *trail, TrailStep *step) {
  int a = step->edit.a, b = step->edit.b;
  const TrailPromise *promise = promise_of(trail, a, b);
  bool same = (promise->a == a && promise->b == b) || (promise->a == b && promise->b == a);
  step->promised = step->edit.kind == TRAIL_FUSE && a != b && same;
  if (!step->promised) return;
  step->saved_us = promise->saved_us;
  step->saved_dram_bytes = promise->saved_dram_bytes;
}

static void add(Trail *trail, TrailEdit edit, const Plan *whole) {
  if (trail->steps.count == TRAIL_STEPS) {
    trail->cut_short = true;
    return;
  }
  TrailStep step = trail->after;
  step.edit = edit;
  step.serial = ++trail->serials;
  step.held = whole ? plan_copy(whole) : NULL;
  keep_promise(trail, &step);
  vector_push(&trail->steps, step);
  trail->after = (TrailStep){.first_refusal = trail->refusals.count};
}

void trail_edit(Trail *trail, TrailEdit edit) {
  if (trail) add(trail, edit, NULL);
}

void trail_told(Trail *trail, double fused_us, double apart_us) {
  if (!trail || trail->cut_short || trail->steps.count == 0) return;
  TrailStep *step = &trail->steps.data[trail->steps.count - 1];
  step->told = true;
  step->told_fused_us = fused_us;
  step->told_apart_us = apart_us;
}

void trail_refused(Trail *trail, TrailEdit edit, const Reason *reason) {
  if (trail) refuse(trail, edit.a, edit.b, reason);
}

void trail_whole(Trail *trail, const Plan *plan) {
  if (trail) add(trail, (TrailEdit){.kind = TRAIL_WHOLE, .a = NO_OP, .b = NO_OP}, plan);
}

int trail_mark(const Trail *trail) {
  return trail ? trail->steps.count : 0;
}

void trail_take_back(Trail *trail, int mark) {
  if (!trail) return;
  TrailStep *after = &trail->after;
  while (trail->steps.count > mark) {
    TrailStep step = vector_pop(&trail->steps);
    after->asked += step.asked;
    after->refused += step.refused;
    after->taken_back += step.taken_back + 1;
    after->first_refusal = step.first_refusal; // refusals since then belong to what follows, up to the limit
    forget(&step);
  }
  int kept = trail->refusals.count - after->first_refusal;
  for (; kept > TRAIL_REFUSALS_STEP; kept--)
    free(vector_pop(&trail->refusals).text);
  after->refusal_count = kept;
  if (mark < TRAIL_STEPS) trail->cut_short = false;
}

TrailPlace trail_place(const Trail *trail) {
  if (!trail || trail->cut_short) return (TrailPlace){-1, 0};
  int steps = trail->steps.count;
  return (TrailPlace){steps, steps ? trail->steps.data[steps - 1].serial : 0};
}

static bool is_on_the_way(const Trail *trail, TrailPlace place) {
  if (place.steps < 0 || place.steps > trail->steps.count) return false;
  return place.steps == 0 || trail->steps.data[place.steps - 1].serial == place.serial;
}

void trail_go(Trail *trail, TrailPlace place, int floor, const Plan *plan) {
  if (!trail) return;
  bool back = place.steps >= floor && is_on_the_way(trail, place);
  trail_take_back(trail, back ? place.steps : floor);
  if (!back) trail_whole(trail, plan);
}

// ---- Pieces.

void trail_piece_free(TrailPiece *piece) {
  for (int i = 0; i < piece->steps.count; i++)
    forget(&piece->steps.data[i]);
  for (int i = 0; i < piece->refusals.count; i++)
    free(piece->refusals.data[i].text);
  vector_free(&piece->steps);
  vector_free(&piece->refusals);
}

TrailPiece trail_copy(const Trail *trail, int mark) {
  TrailPiece piece = {0};
  if (!trail) return piece;
  int first = mark < trail->steps.count ? trail->steps.data[mark].first_refusal : trail->after.first_refusal;
  for (int i = first; i < trail->refusals.count; i++) {
    TrailRefusal refusal = trail->refusals.data[i];
    refusal.text = memory_strdup(refusal.text);
    vector_push(&piece.refusals, refusal);
  }
  for (int i = mark; i < trail->steps.count; i++) {
    TrailStep step = trail->steps.data[i];
    step.held = step.held ? plan_copy(step.held) : NULL;
    step.plan = step.plan ? memory_strdup(step.plan) : NULL;
    step.first_refusal -= first;
    vector_push(&piece.steps, step);
  }
  piece.after = trail->after;
  piece.after.first_refusal -= first;
  piece.cut_short = trail->cut_short;
  return piece;
}

// What was asked since the mark, less what the piece says itself.
static void add_asked(TrailStep *after, const TrailStep *all, const TrailPiece *piece) {
  after->asked += all->asked - piece->after.asked;
  after->refused += all->refused - piece->after.refused;
  after->taken_back += all->taken_back - piece->after.taken_back;
  for (int i = 0; i < piece->steps.count; i++) {
    after->asked -= piece->steps.data[i].asked;
    after->refused -= piece->steps.data[i].refused;
    after->taken_back -= piece->steps.data[i].taken_back;
  }
}

void trail_put(Trail *trail, int mark, TrailPiece *piece) {
  if (!trail) return;
  trail_take_back(trail, mark);
  TrailStep all = trail->after;
  while (trail->refusals.count > all.first_refusal)
    free(vector_pop(&trail->refusals).text);
  for (int i = 0; i < piece->refusals.count; i++)
    vector_push(&trail->refusals, piece->refusals.data[i]);
  for (int i = 0; i < piece->steps.count; i++) {
    TrailStep step = piece->steps.data[i];
    step.first_refusal += all.first_refusal;
    vector_push(&trail->steps, step);
  }
  trail->after = piece->after;
  trail->after.first_refusal += all.first_refusal;
  add_asked(&trail->after, &all, piece);
  trail->cut_short = piece->cut_short;
  vector_clear(&piece->steps);
  vector_clear(&piece->refusals);
}

// ---- Walking.

bool trail_apply(const TrailStep *step, Plan *plan) {
  const TrailEdit *edit = &step->edit;
  Reason reason;
  int target = edit->b >= 0 ? plan_home(plan, edit->b) : NO_KERNEL;
  switch (edit->kind) {
    case TRAIL_FUSE:
      return plan_fuse(plan, edit->a, edit->b, edit->detail, &reason);
    case TRAIL_CUT:
      return plan_cut(plan, edit->a, &reason);
    case TRAIL_APART:
      return plan_take_apart(plan, plan_home(plan, edit->a), &reason);
    case TRAIL_MOVE:
      return plan_move(plan, edit->a, target, &reason);
    case TRAIL_RECOMPUTE:
      return plan_recompute(plan, edit->a, target, &reason);
    case TRAIL_UNRECOMPUTE:
      return plan_unrecompute(plan, edit->a, target, &reason);
    case TRAIL_PIN:
      return plan_pin(plan, (PinKind)edit->detail, edit->a, edit->b, &reason);
    case TRAIL_SCHEDULE:
      return plan_schedule(plan, plan_home(plan, edit->a), (Knob)edit->detail, edit->value, &reason);
    case TRAIL_RESET:
      return plan_reset(plan);
    case TRAIL_WHOLE:
      break;
  }
  if (step->held) return plan_replace(plan, step->held, "the plan found");
  return plan_parse(plan, "the plan found", step->plan, strlen(step->plan), NULL);
}

void trail_describe(const TrailStep *step, const Graph *graph, Text *out) {
  const TrailEdit *edit = &step->edit;
  const char *a = edit->a >= 0 ? graph->ops[edit->a].name : "",
             *b = edit->b >= 0 ? graph->ops[edit->b].name : "";
  switch (edit->kind) {
    case TRAIL_FUSE:
      text_printf(out, "fuse %s, %s%s", a, b, edit->detail ? " by force" : "");
      break;
    case TRAIL_CUT:
      text_printf(out, "cut %s", a);
      break;
    case TRAIL_APART:
      text_printf(out, "take the kernel of %s apart", a);
      break;
    case TRAIL_MOVE:
      text_printf(out, "move %s to the kernel of %s", a, b);
      break;
    case TRAIL_RECOMPUTE:
      text_printf(out, "recompute %s in the kernel of %s", a, b);
      break;
    case TRAIL_UNRECOMPUTE:
      text_printf(out, "store %s for the kernel of %s again", a, b);
      break;
    case TRAIL_PIN:
      text_printf(out, "pin %s, %s %s", a, b, edit->detail == PIN_TOGETHER ? "together" : "apart");
      break;
    case TRAIL_SCHEDULE:
      text_printf(out, "set %s of the kernel of %s to ", knob_name((Knob)edit->detail), a);
      text_printf(out, edit->value < 0 ? "what the rules choose" : "%d", edit->value);
      break;
    case TRAIL_RESET:
      text_add(out, "every op alone");
      break;
    case TRAIL_WHOLE:
      text_add(out, "a plan found by a search");
      break;
  }
}
