// The undo history in a plan's file, so that a session goes on with it after the program ended, however it
// did:
//   "history": { "done": 2, "opened": 1,
//                "names": [ { "hash": "0f3...", "kind": "heuristic", "name": "greedy", "options": "" } ],
//                "steps": [ { "label": "fuse a, b", "changes": [0, 3, 3, 2, 0] } ] }
// A change is five numbers: kind, subject, from, to and detail of PlanChange. Kernel ids are those that
// reading the file gives: a kernel has that of its smallest op. Nothing that the file says is believed: each
// step is walked, and those beyond one that does not hold are left out.
#include "plan/file/plan_file.h"

#include "base/file.h"
#include "base/json.h"
#include "plan/plan_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHANGES_MOST = 4096, NUMBERS = 5 }; // in a file: of more the oldest steps go

// ---- Writing.

// New ids for the kernels: the smallest op's for those with ops, what is left over for empty slots.
static int *name_slots(const Plan *plan) {
  int *names = memory_alloc(((size_t)plan->op_count + 1) * sizeof *names), next = 0;
  bool *taken = memory_alloc((size_t)plan->op_count + 1);
  for (int slot = 0; slot < plan->op_count; slot++)
    if (slot_of(plan, slot)->ops.count) taken[slot_of(plan, slot)->ops.data[0]] = true;
  for (int slot = 0; slot < plan->op_count; slot++) {
    while (next < plan->op_count && taken[next])
      next++;
    bool empty = slot_of(plan, slot)->ops.count == 0;
    names[slot] = empty ? next++ : slot_of(plan, slot)->ops.data[0];
  }
  free(taken);
  return names;
}

static PlanChange rename_slots(PlanChange change, const int *names) {
  if (change.kind == CHANGE_MOVE) change.from = names[change.from];
  if (change.kind == CHANGE_MOVE || change.kind == CHANGE_COPY || change.kind == CHANGE_UNCOPY)
    change.to = names[change.to];
  if (change.kind == CHANGE_KNOB) change.subject = names[change.subject];
  return change;
}

static int first_written(const Plan *plan) {
  int first = plan->entries.count, changes = 0;
  while (first > 0 && changes + plan->entries.data[first - 1].count <= CHANGES_MOST)
    changes += plan->entries.data[--first].count;
  return first;
}

// Copies are made of what edits change: writing them as text takes much longer, and may be done meanwhile.
struct History {
  VECTOR(UndoEntry) steps; // into changes
  VECTOR(PlanChange) changes;
  VECTOR(PlanName) names; // with strings of their own
  int done, opened;
};

static void copy_steps(const Plan *plan, int first, History *history) {
  for (int i = first; i < plan->entries.count; i++) {
    UndoEntry step = plan->entries.data[i];
    const PlanChange *changes = &plan->journal.data[step.first];
    step.first = history->changes.count;
    for (int j = 0; j < step.count; j++)
      vector_push(&history->changes, changes[j]);
    vector_push(&history->steps, step);
  }
}

static char *string_copy(const char *text) {
  return text ? memory_strdup(text) : NULL;
}

PlanOrigin plan_origin_copy(const PlanOrigin *origin) {
  return (PlanOrigin){string_copy(origin->kind), string_copy(origin->name), string_copy(origin->options)};
}

void plan_origin_free(PlanOrigin *origin) {
  free((char *)origin->kind);
  free((char *)origin->name);
  free((char *)origin->options);
}

static void copy_names(const PlanNames *names, History *history) {
  for (int i = 0; i < names->count; i++) {
    PlanName name = names->list[i];
    name.origin = plan_origin_copy(&name.origin);
    vector_push(&history->names, name);
  }
}

History *history_copy(const Plan *plan, const PlanNames *names) {
  int first = first_written(plan);
  if (plan_is_open(plan) || first > plan->done || first == plan->entries.count) return NULL;
  History *history = memory_alloc(sizeof *history);
  history->done = plan->done - first;
  history->opened = names->opened > first ? names->opened - first : 0;
  copy_steps(plan, first, history);
  copy_names(names, history);
  return history;
}

void history_free(History *history) {
  if (!history) return;
  for (int i = 0; i < history->names.count; i++)
    plan_origin_free(&history->names.data[i].origin);
  vector_free(&history->names);
  vector_free(&history->steps);
  vector_free(&history->changes);
  free(history);
}

// `slots`: the file's ids of the kernels.
static void write_step(JsonWriter *writer, const History *history, const UndoEntry *step, const int *slots) {
  json_begin_inline(writer, NULL, false);
  json_put_string(writer, "label", step->label);
  json_begin_inline(writer, "changes", true);
  for (int i = 0; i < step->count; i++) {
    PlanChange change = rename_slots(history->changes.data[step->first + i], slots);
    const int numbers[NUMBERS] = {(int)change.kind, change.subject, change.from, change.to, change.detail};
    for (int n = 0; n < NUMBERS; n++)
      json_put_integer(writer, NULL, numbers[n]);
  }
  json_end(writer);
  json_end(writer);
}

static void write_names(JsonWriter *writer, const History *history) {
  json_begin_array(writer, "names");
  for (int i = 0; i < history->names.count; i++) {
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, history->names.data[i].hash);
    json_begin_inline(writer, NULL, false);
    json_put_string(writer, "hash", hash);
    plan_origin_write(&history->names.data[i].origin, writer);
    json_end(writer);
  }
  json_end(writer);
}

void history_write(const History *history, const Plan *plan, JsonWriter *writer) {
  int *slots = name_slots(plan);
  json_begin_object(writer, "history");
  json_put_integer(writer, "done", history->done);
  json_put_integer(writer, "opened", history->opened);
  write_names(writer, history);
  json_begin_array(writer, "steps");
  for (int i = 0; i < history->steps.count; i++)
    write_step(writer, history, &history->steps.data[i], slots);
  json_end(writer);
  json_end(writer);
  free(slots);
}

// ---- Reading.

static PlanChange backwards(PlanChange change) {
  static const ChangeKind undone[] = {
      [CHANGE_MOVE] = CHANGE_MOVE, [CHANGE_COPY] = CHANGE_UNCOPY, [CHANGE_UNCOPY] = CHANGE_COPY,
      [CHANGE_KNOB] = CHANGE_KNOB, [CHANGE_PIN] = CHANGE_UNPIN,   [CHANGE_UNPIN] = CHANGE_PIN};
  bool swaps = change.kind == CHANGE_MOVE || change.kind == CHANGE_KNOB;
  return (PlanChange){undone[change.kind], change.subject, swaps ? change.to : change.from,
                      swaps ? change.from : change.to, change.detail};
}

static bool is_op(const Plan *plan, int op) {
  return op >= 0 && op < plan->op_count && home_of(plan, op) != NO_KERNEL;
}

static bool is_slot(const Plan *plan, int slot) {
  return slot >= 0 && slot < plan->op_count;
}

static bool has_pin(const Plan *plan, int a, int b, int kind) {
  for (int i = 0; i < plan->pins.count; i++)
    if (plan->pins.data[i].a == a && plan->pins.data[i].b == b)
      return kind < 0 || (int)plan->pins.data[i].kind == kind;
  return false;
}

static bool knob_fits(const Plan *plan, const PlanChange *change) {
  if (!is_slot(plan, change->subject) || change->detail < 0 || change->detail >= KNOB_COUNT) return false;
  const ScheduleOverride *override = &slot_of(plan, change->subject)->override;
  int now = override->set >> change->detail & 1 ? override->knob[change->detail] : -1;
  bool valid = change->to == -1 || (change->to >= 0 && knob_check((Knob)change->detail, change->to, NULL));
  return now == change->from && valid;
}

static bool pin_fits(const Plan *plan, const PlanChange *change) {
  bool known = change->detail == PIN_TOGETHER || change->detail == PIN_APART;
  if (!known || !is_op(plan, change->from) || !is_op(plan, change->to) || change->from >= change->to)
    return false;
  return change->kind == CHANGE_PIN ? !has_pin(plan, change->from, change->to, -1)
                                    : has_pin(plan, change->from, change->to, change->detail);
}

// Whether the plan is one that the change can be made to.
static bool fits(const Plan *plan, const PlanChange *change) {
  bool copies = change->kind == CHANGE_COPY || change->kind == CHANGE_UNCOPY;
  if (copies || change->kind == CHANGE_MOVE) {
    if (!is_op(plan, change->subject) || !is_slot(plan, change->to)) return false;
    if (!copies)
      return home_of(plan, change->subject) == change->from &&
             !integers_contain(&slot_of(plan, change->to)->copies, change->subject);
    const Slot *slot = slot_of(plan, change->to);
    bool can =
        plan->graph->ops[change->subject].mutates < 0 && !integers_contain(&slot->ops, change->subject);
    return can && integers_contain(&slot->copies, change->subject) == (change->kind == CHANGE_UNCOPY);
  }
  return change->kind == CHANGE_KNOB ? knob_fits(plan, change) : pin_fits(plan, change);
}

// No kernel without ops has copies or knobs, and the others can be.
static bool slot_is_legal(Plan *plan, int slot) {
  const Slot *kernel = slot_of(plan, slot);
  if (kernel->ops.count == 0) return kernel->copies.count == 0 && kernel->override.set == 0;
  return plan_kernel_legal(plan, slot, NULL);
}

// As every edit leaves the plan. What the step did not change was so before it.
static bool is_legal(Plan *plan) {
  Reason reason;
  for (int i = 0; i < plan->affected.count; i++)
    if (!slot_is_legal(plan, plan->affected.data[i])) return false;
  return legal_pins(plan, &reason);
}

// Makes the changes of a step, or takes them back; false when one of them does not fit or what comes of them
// is no plan: then the plan is as it was.
static bool walk(Plan *plan, const UndoEntry *entry, bool back) {
  int made = 0;
  bool holds = true;
  for (; holds && made < entry->count; made++) {
    const PlanChange *next = &plan->journal.data[entry->first + (back ? entry->count - 1 - made : made)];
    PlanChange change = back ? backwards(*next) : *next;
    if (!fits(plan, &change)) break;
    change_replay(plan, &change, false);
  }
  holds = made == entry->count && order_repair(plan) && is_legal(plan);
  edit_clear_lists(plan);
  while (!holds && made-- > 0) {
    const PlanChange *last = &plan->journal.data[entry->first + (back ? entry->count - 1 - made : made)];
    change_replay(plan, last, !back);
  }
  if (!holds) order_repair(plan);
  edit_clear_lists(plan);
  return holds;
}

// How many steps hold one after the other from where the plan is; it is there again after.
static int count_steps(Plan *plan, bool back) {
  int steps = 0, most = back ? plan->done : plan->entries.count - plan->done;
  int at = back ? plan->done - 1 : plan->done, by = back ? -1 : 1;
  while (steps < most && walk(plan, &plan->entries.data[at + by * steps], back))
    steps++;
  for (int i = steps - 1; i >= 0; i--)
    walk(plan, &plan->entries.data[at + by * i], !back);
  return steps;
}

static bool read_change(const JsonNode **node, PlanChange *change) {
  int64_t numbers[NUMBERS];
  for (int n = 0; n < NUMBERS; n++, *node = json_next(*node)) {
    if (!json_is_integer(*node)) return false;
    numbers[n] = json_integer(*node, -1);
    if (numbers[n] < -1 || numbers[n] > INT32_MAX) return false;
  }
  if (numbers[0] < CHANGE_MOVE || numbers[0] > CHANGE_UNPIN) return false;
  *change = (PlanChange){(ChangeKind)numbers[0], (int)numbers[1], (int)numbers[2], (int)numbers[3],
                         (int)numbers[4]};
  return true;
}

static bool read_step(Plan *plan, const JsonNode *step) {
  UndoEntry entry = {.first = plan->journal.count};
  const JsonNode *node = json_first(json_get(step, "changes"));
  while (node) {
    PlanChange change;
    if (!read_change(&node, &change)) return false;
    vector_push(&plan->journal, change);
    entry.count++;
  }
  snprintf(entry.label, sizeof entry.label, "%s", json_string(json_get(step, "label"), ""));
  text_sanitize(entry.label);
  vector_push(&plan->entries, entry);
  return entry.count > 0;
}

// Takes the steps in; false when they cannot be read.
static bool read_steps(Plan *plan, const JsonNode *history) {
  for (const JsonNode *step = json_first(json_get(history, "steps")); step; step = json_next(step))
    if (!read_step(plan, step)) return false;
  int64_t done = json_integer(json_get(history, "done"), -1);
  if (done < 0 || done > plan->entries.count) return false;
  plan->done = (int)done;
  return true;
}

bool plan_take_history(Plan *plan, const Json *json, int *opened, Status *status) {
  const JsonNode *history = json_get(json_root(json), "history");
  bool read = false;
  if (history) {
    plan_forget_edits(plan);
    read = read_steps(plan, history);
    if (!read) plan_forget_edits(plan);
    if (!read) json_fail(json, history, status, "the history cannot be read");
  }
  if (read) {
    plan_drop_edits_from(plan, plan->done + count_steps(plan, false));
    int lost = plan->done - count_steps(plan, true);
    plan_drop_edits_before(plan, lost);
    int64_t of_opening = json_integer(json_get(history, "opened"), 0);
    bool beyond = of_opening > (int64_t)plan->done + lost;
    *opened = beyond ? plan->done : of_opening < lost ? 0 : (int)(of_opening - lost);
  }
  return read;
}
