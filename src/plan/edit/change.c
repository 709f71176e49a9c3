// The primitive changes: every edit is a list of them, undo is the list backwards.
#include "plan/plan_internal.h"

#include <string.h>

typedef enum Part { PART_OP, PART_COPY, PART_KNOB, PART_PIN } Part;

static uint64_t part_hash(Part part, int64_t a, int64_t b) {
  uint64_t hash = hash_integer(HASH_START, part);
  return hash_integer(hash_integer(hash, a), b);
}

// What a kernel adds to the plan's hash.
static uint64_t slot_term(const Slot *slot) {
  return slot->ops.count ? hash_integer(HASH_START, (int64_t)slot->sum) : 0;
}

static void save_slot(Plan *plan, int kernel) {
  SlotWork *work = slot_work(plan, kernel);
  if (work->aside) return;
  work->aside = true;
  Chunk *chunk = chunk_own(plan, kernel);
  Slot *slot = &chunk->slots[kernel % CHUNK_SIZE];
  vector_push(&plan->saved, (SavedSlot){kernel, *slot, work->lowered, chunk->stamp[kernel % CHUNK_SIZE]});
  memset(&slot->ops, 0, sizeof slot->ops);
  memset(&slot->copies, 0, sizeof slot->copies);
  integers_copy(&slot->ops, &plan->saved.data[plan->saved.count - 1].slot.ops);
  integers_copy(&slot->copies, &plan->saved.data[plan->saved.count - 1].slot.copies);
}

Slot *slot_touch(Plan *plan, int kernel) {
  SlotWork *work = slot_work(plan, kernel);
  if (!work->affected) {
    if (plan->asking) save_slot(plan, kernel);
    work->affected = true;
    vector_push(&plan->affected, kernel);
    changed_note(plan, kernel);
  }
  work->lowered = NULL;
  Chunk *chunk = chunk_own(plan, kernel);
  chunk->stamp[kernel % CHUNK_SIZE] = ++plan->partition.stamps;
  return &chunk->slots[kernel % CHUNK_SIZE];
}

static void mark_touched(Plan *plan, int kernel) {
  SlotWork *work = slot_work(plan, kernel);
  launch_stale(plan, kernel);
  if (work->touched) return;
  work->touched = true;
  vector_push(&plan->touched, kernel);
}

// What the producers of `op` store depends on where it is.
static void touch_producers(Plan *plan, int op) {
  Neighbours near = graph_neighbours(plan->graph, op);
  for (int i = 0; i < near.producer_count; i++) {
    int producer = near.producers[i];
    slot_touch(plan, home_of(plan, producer));
  }
}

// Adds to the slot's sum and keeps the plan's hash and count of kernels in step. Call after the lists
// changed.
static void add_to_sum(Plan *plan, Slot *slot, uint64_t before, uint64_t difference) {
  slot->sum += difference;
  plan->partition.hash_sum += slot_term(slot) - before;
}

static void put_op(Plan *plan, int op, int kernel) {
  Slot *slot = slot_touch(plan, kernel);
  uint64_t before = slot_term(slot);
  if (slot->ops.count == 0) plan->partition.kernel_count++;
  integers_insert(&slot->ops, op);
  chunk_own(plan, op)->home[op % CHUNK_SIZE] = kernel;
  add_to_sum(plan, slot, before, part_hash(PART_OP, op, 0));
  mark_touched(plan, kernel);
}

static void take_op(Plan *plan, int op, int kernel) {
  Slot *slot = slot_touch(plan, kernel);
  uint64_t before = slot_term(slot);
  integers_remove(&slot->ops, op);
  if (slot->ops.count == 0) plan->partition.kernel_count--;
  add_to_sum(plan, slot, before, -part_hash(PART_OP, op, 0));
  mark_touched(plan, kernel);
}

static void replay_move(Plan *plan, int op, int from, int to) {
  take_op(plan, op, from);
  put_op(plan, op, to);
  touch_producers(plan, op);
}

// What comes after `op` by Graph.order comes after kernels with a copy of it, too: these edges come and go
// with the copy, and the kernels at their ends are launched at other places though they do not change.
static void stale_ordered(Plan *plan, int op) {
  Span after = adjacency_get(&plan->tables->after, op);
  for (int i = 0; i < after.count; i++) {
    const Integers *copies = copied_in(plan, after.item[i]);
    int home = home_of(plan, after.item[i]);
    if (home != NO_KERNEL) launch_stale(plan, home);
    for (int j = 0; j < copies->count; j++)
      launch_stale(plan, copies->data[j]);
  }
}

static void replay_copy(Plan *plan, int op, int kernel, bool add) {
  Slot *slot = slot_touch(plan, kernel);
  uint64_t before = slot_term(slot);
  uint64_t hash = part_hash(PART_COPY, op, 0);
  if (add)
    integers_insert(&slot->copies, op);
  else
    integers_remove(&slot->copies, op);
  Integers *copied = &chunk_own(plan, op)->copied_in[op % CHUNK_SIZE];
  if (add)
    integers_insert(copied, kernel);
  else
    integers_remove(copied, kernel);
  add_to_sum(plan, slot, before, add ? hash : -hash);
  slot_touch(plan, home_of(plan, op));
  touch_producers(plan, op);
  mark_touched(plan, kernel);
  stale_ordered(plan, op);
}

uint64_t slot_member_hash(int op, bool copy) {
  return part_hash(copy ? PART_COPY : PART_OP, op, 0);
}

uint64_t slot_override_hash(const ScheduleOverride *override) {
  uint64_t sum = 0;
  for (int knob = 0; knob < KNOB_COUNT; knob++)
    if (override->set >> knob & 1) sum += part_hash(PART_KNOB, knob, override->knob[knob]);
  return sum;
}

static void replay_knob(Plan *plan, int kernel, Knob knob, int from, int to) {
  Slot *slot = slot_touch(plan, kernel);
  uint64_t before = slot_term(slot), difference = 0;
  if (from >= 0) difference -= part_hash(PART_KNOB, knob, from);
  if (to >= 0) difference += part_hash(PART_KNOB, knob, to);
  slot->override.knob[knob] = to >= 0 ? to : 0;
  if (to >= 0)
    slot->override.set |= 1u << knob;
  else
    slot->override.set &= ~(1u << knob);
  add_to_sum(plan, slot, before, difference);
}

static int pin_place(const Plan *plan, int a, int b) {
  int i = 0;
  while (i < plan->pins.count &&
         (plan->pins.data[i].a < a || (plan->pins.data[i].a == a && plan->pins.data[i].b < b)))
    i++;
  return i;
}

static void replay_pin(Plan *plan, Pin pin, bool add) {
  int at = pin_place(plan, pin.a, pin.b);
  int64_t pair = (int64_t)pin.a * plan->op_count + pin.b;
  uint64_t hash = part_hash(PART_PIN, pair, pin.kind);
  plan->partition.hash_sum += add ? hash : -hash;
  if (add) vector_push(&plan->pins, pin);
  int behind = plan->pins.count - 1 - at;
  Pin *place = plan->pins.data + at;
  if (add)
    memmove(place + 1, place, (size_t)behind * sizeof(Pin));
  else
    memmove(place, place + 1, (size_t)behind * sizeof(Pin));
  if (add)
    *place = pin;
  else
    plan->pins.count--;
}

void change_replay(Plan *plan, const PlanChange *change, bool backwards) {
  int from = backwards ? change->to : change->from;
  int to = backwards ? change->from : change->to;
  plan->version++;
  switch (change->kind) {
    case CHANGE_MOVE:
      replay_move(plan, change->subject, from, to);
      break;
    case CHANGE_COPY:
      replay_copy(plan, change->subject, change->to, !backwards);
      break;
    case CHANGE_UNCOPY:
      replay_copy(plan, change->subject, change->to, backwards);
      break;
    case CHANGE_KNOB:
      replay_knob(plan, change->subject, (Knob)change->detail, from, to);
      break;
    case CHANGE_PIN:
    case CHANGE_UNPIN: {
      Pin pin = {(PinKind)change->detail, change->from, change->to};
      replay_pin(plan, pin, (change->kind == CHANGE_PIN) != backwards);
      break;
    }
  }
}

void change_apply(Plan *plan, PlanChange change) {
  change_replay(plan, &change, false);
  vector_push(&plan->journal, change);
}

void change_place(Plan *plan, int op, int kernel) {
  put_op(plan, op, kernel);
}

void change_move(Plan *plan, int op, int kernel) {
  change_apply(plan, (PlanChange){CHANGE_MOVE, op, home_of(plan, op), kernel, 0});
}

void change_copy(Plan *plan, int op, int kernel) {
  change_apply(plan, (PlanChange){CHANGE_COPY, op, 0, kernel, 0});
}

void change_uncopy(Plan *plan, int op, int kernel) {
  change_apply(plan, (PlanChange){CHANGE_UNCOPY, op, 0, kernel, 0});
}

void change_drop_override(Plan *plan, int kernel) {
  for (int knob = 0; knob < KNOB_COUNT; knob++) {
    const ScheduleOverride *override = &slot_of(plan, kernel)->override;
    if (override->set >> knob & 1)
      change_apply(plan, (PlanChange){CHANGE_KNOB, kernel, override->knob[knob], -1, knob});
  }
}

void change_rewind(Plan *plan, int first) {
  while (plan->journal.count > first) {
    PlanChange change = vector_pop(&plan->journal);
    change_replay(plan, &change, true);
  }
}
