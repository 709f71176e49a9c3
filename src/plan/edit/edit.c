// Opening and closing edits, groups of edits, undo and redo.
#include "plan/plan_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- One edit

void edit_clear_lists(Plan *plan) {
  for (int i = 0; i < plan->affected.count; i++)
    slot_work(plan, plan->affected.data[i])->affected = false;
  for (int i = 0; i < plan->touched.count; i++)
    slot_work(plan, plan->touched.data[i])->touched = false;
  vector_clear(&plan->affected);
  vector_clear(&plan->touched);
}

void edit_open(Plan *plan, bool asking) {
  edit_clear_lists(plan);
  plan->question = asking;
  if (!plan->trial) {
    if (!asking) chunks_forget_replaced(plan);
    plan->asking = asking;
    plan->asked_version = plan->version;
    lowered_trim(plan);
  }
  vector_push(&plan->groups, plan->journal.count);
}

// A home op of which nobody needs anything there any more, because all readers have copies, goes: a copy
// takes its place. With the last of its ops the kernel is gone.
static bool dissolve(Plan *plan, int kernel) {
  bool gone = false;
  for (int i = slot_of(plan, kernel)->ops.count - 1; i >= 0; i--) { // readers before what they read
    int op = slot_of(plan, kernel)->ops.data[i];
    if (copied_in(plan, op)->count == 0 || edges_reads_op(plan, kernel, op) || plan_stores_op(plan, op))
      continue;
    int heir = copied_in(plan, op)->data[0];
    change_drop_override(plan, kernel);
    change_uncopy(plan, op, heir);
    change_move(plan, op, heir);
    gone = true;
  }
  if (gone) edit_prune_copies(plan, kernel);
  return gone;
}

// One that goes may have been the last to need another.
static void dissolve_all(Plan *plan) {
  for (bool gone = true; gone;) {
    gone = false;
    for (int i = 0; i < plan->affected.count; i++)
      gone = dissolve(plan, plan->affected.data[i]) || gone;
  }
}

static bool kernel_legal(Plan *plan, int kernel, Reason *reason) {
  const Slot *slot = slot_of(plan, kernel);
  if (slot->ops.count + slot->copies.count <= 1) return true;
  const PlanLowered *lowered = plan_lowered(plan, kernel);
  if (lowered->nest) return true;
  *reason = lowered->reason;
  return false;
}

bool edit_legal(Plan *plan, Reason *reason) {
  dissolve_all(plan);
  if (!order_repair(plan)) return legal_cycle(plan, reason);
  if (!legal_pins(plan, reason)) return false;
  for (int i = 0; i < plan->affected.count; i++)
    if (!kernel_legal(plan, plan->affected.data[i], reason)) return false;
  return true;
}

void edit_restore(Plan *plan) {
  for (int i = 0; i < plan->saved.count; i++) {
    const SavedSlot *saved = &plan->saved.data[i];
    Chunk *chunk = chunk_own(plan, saved->kernel);
    Slot *slot = &chunk->slots[saved->kernel % CHUNK_SIZE];
    vector_free(&slot->ops);
    vector_free(&slot->copies);
    *slot = saved->slot;
    SlotWork *work = slot_work(plan, saved->kernel);
    work->lowered = saved->lowered;
    work->aside = false;
    chunk->stamp[saved->kernel % CHUNK_SIZE] = saved->stamp;
  }
  vector_clear(&plan->saved);
  plan->version = plan->asked_version;
}

static void take_back(Plan *plan, int first) {
  change_rewind(plan, first);
  order_repair(plan); // the plan as it was is acyclic
  edit_clear_lists(plan);
  if (!plan->trial) edit_restore(plan);
}

// ---- The journal

static void drop_redo(Plan *plan, int first) {
  if (plan->done == plan->entries.count) return;
  int tail = plan->entries.data[plan->done].first;
  int count = plan->journal.count - first;
  memmove(plan->journal.data + tail, plan->journal.data + first, (size_t)count * sizeof(PlanChange));
  plan->journal.count = tail + count;
  plan->entries.count = plan->done;
}

static void add_entry(Plan *plan, int first, const char *label) {
  if (plan->journal.count == first) return;
  drop_redo(plan, first);
  UndoEntry entry = {.first = 0};
  entry.first =
      plan->done ? plan->entries.data[plan->done - 1].first + plan->entries.data[plan->done - 1].count : 0;
  entry.count = plan->journal.count - entry.first;
  snprintf(entry.label, sizeof entry.label, "%s", label);
  vector_push(&plan->entries, entry);
  plan->done = plan->entries.count;
}

bool edit_close(Plan *plan, bool keep, const char *format, ...) {
  char label[LABEL_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(label, sizeof label, format, arguments);
  va_end(arguments);
  int first = vector_pop(&plan->groups);
  bool changed = plan->journal.count > first;
  if (!keep || plan->question)
    take_back(plan, first);
  else if (plan->groups.count == 0)
    add_entry(plan, first, label);
  else if (changed && plan->group_edits++ == 0)
    memcpy(plan->group_label, label, sizeof label);
  plan->asking = plan->trial;
  edit_clear_lists(plan);
  return keep;
}

// ---- Groups

void plan_begin(Plan *plan) {
  if (plan->groups.count == 0) plan->group_edits = 0;
  vector_push(&plan->groups, plan->journal.count);
  vector_push(&plan->group_counts, plan->group_edits);
}

void plan_commit(Plan *plan) {
  if (plan->groups.count == 0) return;
  int first = vector_pop(&plan->groups);
  (void)vector_pop(&plan->group_counts);
  if (plan->groups.count > 0) return;
  char label[LABEL_SIZE];
  if (plan->group_edits == 1)
    snprintf(label, sizeof label, "%s", plan->group_label);
  else
    snprintf(label, sizeof label, "%d edits", plan->group_edits);
  add_entry(plan, first, label);
}

void plan_rollback(Plan *plan) {
  if (plan->groups.count == 0) return;
  int first = vector_pop(&plan->groups);
  plan->group_edits = vector_pop(&plan->group_counts);
  edit_clear_lists(plan);
  change_rewind(plan, first);
  order_repair(plan);
  edit_clear_lists(plan);
}

void plan_settle(Plan *plan) {
  if (plan->groups.count == 1 && !plan->trial) plan->journal.count = plan->groups.data[0];
}

bool plan_is_open(const Plan *plan) {
  return plan->groups.count > 0;
}

void plan_label(Plan *plan, const char *label) {
  if (plan->groups.count > 0 || plan->done == 0) return;
  UndoEntry *entry = &plan->entries.data[plan->done - 1];
  snprintf(entry->label, sizeof entry->label, "%s", label);
}

bool plan_undo(Plan *plan) {
  if (plan->groups.count > 0 || plan->done == 0) return false;
  const UndoEntry *entry = &plan->entries.data[--plan->done];
  edit_clear_lists(plan);
  chunks_forget_replaced(plan);
  for (int i = entry->count - 1; i >= 0; i--)
    change_replay(plan, &plan->journal.data[entry->first + i], true);
  order_repair(plan);
  edit_clear_lists(plan);
  return true;
}

bool plan_redo(Plan *plan) {
  if (plan->groups.count > 0 || plan->done == plan->entries.count) return false;
  const UndoEntry *entry = &plan->entries.data[plan->done++];
  edit_clear_lists(plan);
  chunks_forget_replaced(plan);
  for (int i = 0; i < entry->count; i++)
    change_replay(plan, &plan->journal.data[entry->first + i], false);
  order_repair(plan);
  edit_clear_lists(plan);
  return true;
}

void plan_forget_edits(Plan *plan) {
  if (plan->groups.count > 0) return;
  vector_clear(&plan->journal);
  vector_clear(&plan->entries);
  plan->done = 0;
}

int plan_undo_depth(const Plan *plan) {
  return plan->done;
}

const char *plan_undo_label(const Plan *plan) {
  return plan->done ? plan->entries.data[plan->done - 1].label : NULL;
}
