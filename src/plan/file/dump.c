// A compiler's plan as ours. All kernels of the dump are placed at once, because a state in between may have
// cycles that the whole has not; what lowering refuses is taken apart and put together again as far as it
// goes.
#include "plan/file/dump.h"

#include <stdlib.h>
#include <string.h>

void dump_note(Placer *placer, int places, int op, const char *format, ...) {
  DumpNotes *notes = placer->notes;
  if (notes->places == 0) notes->first = op;
  notes->places += places;
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_vprintf(&text, format, arguments);
  va_end(arguments);
  vector_push(&notes->sentences, text_take(&text));
}

void dump_notes_free(DumpNotes *notes) {
  for (int i = 0; i < notes->sentences.count; i++)
    free(notes->sentences.data[i]);
  vector_free(&notes->sentences);
  free(notes->launches);
  free(notes->finishes);
  notes->launches = notes->finishes = NULL;
}

// ---- Who computes what

bool dump_is_library(const Placer *placer, int op) {
  Reason reason;
  return !legal_class(placer->plan, op, &reason);
}

static void read_members(Placer *placer, int kernel) {
  const DumpKernel *listed = &placer->dump->kernels[kernel];
  Integers *ops = &placer->kernels[kernel].ops;
  for (int i = 0; i < listed->node_count; i++) {
    int op = graph_find_producer(placer->plan->graph, listed->nodes[i]);
    if (op != NO_OP && !placer->plan->graph->ops[op].is_view) integers_insert(ops, op);
  }
}

// Leaves either only the library ops, or only the others.
static void keep_either(Placer *placer, Integers *ops, bool library) {
  int kept = 0;
  for (int i = 0; i < ops->count; i++)
    if (dump_is_library(placer, ops->data[i]) == library) ops->data[kept++] = ops->data[i];
  ops->count = kept;
}

// A library call is one op here, and no generated kernel has any. Beside a call a dump may list what its
// caller did around it; beside what a kernel computes, the op whose bias it adds or for which it brings a
// tensor into order. Those count where else they are listed.
static void part_library(Placer *placer, int kernel) {
  Integers *ops = &placer->kernels[kernel].ops;
  int libraries = 0;
  for (int i = 0; i < ops->count; i++)
    libraries += dump_is_library(placer, ops->data[i]);
  bool library = placer->dump->kernels[kernel].library || libraries == ops->count;
  if (libraries > 0) keep_either(placer, ops, library);
  if (library && ops->count > 1) { // which leads to the last
    ops->data[0] = ops->data[ops->count - 1];
    ops->count = 1;
  }
}

static bool is_reduction(const Placer *placer, int op) {
  return placer->plan->graph->ops[op].op_class == CLASS_REDUCE;
}

static void take_home(Placer *placer, int op, int kernel) {
  if (placer->home[op] < 0) placer->home[op] = kernel;
}

// The kernel that stores an op's result is its home; where no kernel is known to, the first that computes it.
// A reduction is not recomputed: the kernels that list it later finish what the first began, or read it.
static void choose_homes(Placer *placer) {
  for (int kernel = 0; kernel < placer->dump->kernel_count; kernel++) {
    const Integers *ops = &placer->kernels[kernel].ops;
    for (int i = 0; i < ops->count; i++)
      if (is_reduction(placer, ops->data[i])) take_home(placer, ops->data[i], kernel);
    const DumpKernel *listed = &placer->dump->kernels[kernel];
    for (int i = 0; i < listed->stored_count; i++) {
      int op = graph_find_producer(placer->plan->graph, listed->stored[i]);
      if (op != NO_OP && integers_contain(ops, op)) take_home(placer, op, kernel);
    }
  }
  for (int kernel = 0; kernel < placer->dump->kernel_count; kernel++) {
    const Integers *ops = &placer->kernels[kernel].ops;
    for (int i = 0; i < ops->count; i++)
      take_home(placer, ops->data[i], kernel);
  }
}

// ---- Placing

// All its ops have other homes: it belongs to that of its last reduction.
static void finish_another(Placer *placer, int kernel) {
  const Integers *ops = &placer->kernels[kernel].ops;
  for (int i = 0; i < ops->count; i++)
    if (i == 0 || is_reduction(placer, ops->data[i]))
      placer->notes->finishes[kernel] = placer->home[ops->data[i]];
}

// Said once, however many there are.
static void note_finishing(Placer *placer) {
  int count = 0, first = -1;
  for (int kernel = placer->dump->kernel_count - 1; kernel >= 0; kernel--)
    if (placer->notes->finishes[kernel] >= 0) count++, first = kernel;
  if (count == 0) return;
  const DumpKernel *at = &placer->dump->kernels[first];
  int op = placer->kernels[first].ops.data[0];
  if (count == 1)
    dump_note(placer, 1, op,
              "%s (launch %d) only finishes what another kernel began: it is part of that one here", at->name,
              at->launch);
  else
    dump_note(placer, count, op,
              "%d launches, %s (launch %d) the first, only finish what other kernels began: they are part of "
              "those here",
              count, at->name, at->launch);
}

static void place_homes(Placer *placer, int kernel) {
  Placed *placed = &placer->kernels[kernel];
  placed->slot = NO_KERNEL;
  for (int i = 0; i < placed->ops.count; i++) {
    int op = placed->ops.data[i];
    if (placer->home[op] != kernel) continue;
    if (placed->slot == NO_KERNEL)
      placed->slot = op;
    else
      change_move(placer->plan, op, placed->slot);
  }
  if (placed->slot == NO_KERNEL && placed->ops.count > 0) finish_another(placer, kernel);
}

static void place_copies(Placer *placer, int kernel) {
  Placed *placed = &placer->kernels[kernel];
  if (placed->slot == NO_KERNEL) return;
  for (int i = 0; i < placed->ops.count; i++) {
    int op = placed->ops.data[i];
    bool elsewhere = placer->home[op] != kernel && placer->plan->graph->ops[op].mutates < 0;
    if (elsewhere && !is_reduction(placer, op)) change_copy(placer->plan, op, placed->slot);
  }
  edit_prune_copies(placer->plan, placed->slot);
}

// What it becomes is added to the sentence in the end.
static void take_apart(Placer *placer, int kernel, const char *what, const char *why) {
  Plan *plan = placer->plan;
  int slot = placer->kernels[kernel].slot;
  const DumpKernel *listed = &placer->dump->kernels[kernel];
  placer->kernels[kernel].sentence = placer->notes->sentences.count;
  dump_note(placer, 1, slot, "%s (launch %d) %s: %s", listed->name, listed->launch, what, why);
  while (slot_of(plan, slot)->copies.count)
    change_uncopy(plan, slot_of(plan, slot)->copies.data[0], slot);
  while (slot_of(plan, slot)->ops.count > 1) {
    const Integers *ops = &slot_of(plan, slot)->ops;
    int op = ops->data[ops->count - 1];
    change_move(plan, op, op); // free: a kernel sits in the slot of its smallest op
  }
  vector_push(&placer->apart, kernel);
}

static void take_refused_apart(Placer *placer) {
  Plan *plan = placer->plan;
  for (int kernel = 0; kernel < placer->dump->kernel_count; kernel++) {
    int slot = placer->kernels[kernel].slot;
    if (slot == NO_KERNEL || slot_of(plan, slot)->ops.count + slot_of(plan, slot)->copies.count < 2) continue;
    const PlanLowered *lowered = plan_lowered(plan, slot);
    if (lowered->nest) continue;
    take_apart(placer, kernel, "cannot be one kernel here", lowered->reason.text);
  }
}

// Some kernel of the cycle that can be taken apart; -1 when there is none.
static int kernel_on_cycle(const Placer *placer) {
  const Integers *path = &placer->plan->scratch->path;
  for (int i = 0; i < path->count; i++) {
    const Slot *slot = slot_of(placer->plan, path->data[i]);
    if (slot->ops.count + slot->copies.count > 1) return placer->home[slot->ops.data[0]];
  }
  return -1;
}

static bool break_cycles(Placer *placer, Reason *reason) {
  while (!order_repair(placer->plan)) {
    legal_cycle(placer->plan, reason);
    int kernel = kernel_on_cycle(placer);
    if (kernel < 0) return false;
    take_apart(placer, kernel, "would have to wait for itself here", reason->text);
  }
  return true;
}

static bool place_all(Placer *placer, Reason *reason) {
  int count = placer->dump->kernel_count;
  edit_open(placer->plan, false);
  plan_scatter(placer->plan, false);
  for (int kernel = 0; kernel < count; kernel++)
    place_homes(placer, kernel);
  for (int kernel = 0; kernel < count; kernel++)
    place_copies(placer, kernel);
  take_refused_apart(placer);
  return edit_close(placer->plan, break_cycles(placer, reason), "place kernels");
}

// ---- Putting together what was taken apart

static void fuse_producers(Placer *placer, const Integers *ops) {
  Reason reason;
  for (int i = 0; i < ops->count; i++) {
    Neighbours near = graph_neighbours(placer->plan->graph, ops->data[i]);
    for (int j = near.producer_count - 1; j >= 0; j--)
      if (integers_contain(ops, near.producers[j]))
        plan_fuse(placer->plan, near.producers[j], ops->data[i], false, &reason);
  }
}

static void fuse_pairs(Placer *placer, const Integers *ops) {
  Reason reason;
  for (int i = 0; i < ops->count; i++)
    for (int j = i + 1; j < ops->count; j++)
      if (home_of(placer->plan, ops->data[i]) != home_of(placer->plan, ops->data[j]))
        plan_fuse(placer->plan, ops->data[i], ops->data[j], true, &reason);
}

// Readers before what they read, so that a chain of copies grows from its end.
static void recompute_again(Placer *placer, const Integers *all, const Integers *ops) {
  Reason reason;
  for (int i = all->count - 1; i >= 0; i--) {
    if (integers_contain(ops, all->data[i])) continue;
    for (int j = 0; j < ops->count; j++)
      plan_recompute(placer->plan, all->data[i], home_of(placer->plan, ops->data[j]), &reason);
  }
}

// One sentence for one kernel.
static void add_parts(Placer *placer, int kernel, int parts) {
  char **sentence = &placer->notes->sentences.data[placer->kernels[kernel].sentence];
  Text text = {0};
  text_printf(&text, "%s; it became %d kernel%s", *sentence, parts, parts == 1 ? "" : "s");
  free(*sentence);
  *sentence = text_take(&text);
}

static void regroup(Placer *placer, int kernel) {
  Plan *plan = placer->plan;
  const Integers *all = &placer->kernels[kernel].ops;
  Integers ops = {0}, parts = {0};
  for (int i = 0; i < all->count; i++)
    if (placer->home[all->data[i]] == kernel) vector_push(&ops, all->data[i]);
  fuse_producers(placer, &ops);
  fuse_pairs(placer, &ops);
  recompute_again(placer, all, &ops);
  for (int i = 0; i < ops.count; i++)
    integers_insert(&parts, home_of(plan, ops.data[i]));
  add_parts(placer, kernel, parts.count);
  vector_free(&ops);
  vector_free(&parts);
}

// The rules that every edit ends with, for all kernels: those that copies made needless go.
static bool settle(Placer *placer, Reason *reason) {
  Plan *plan = placer->plan;
  edit_open(plan, false);
  for (int kernel = 0; kernel < plan->op_count; kernel++)
    if (!slot_is_empty(plan, kernel)) slot_touch(plan, kernel);
  bool legal = edit_legal(plan, reason);
  return edit_close(plan, legal, "settle");
}

static bool build(Placer *placer, Status *status) {
  Reason reason = {.code = REASON_NONE};
  for (int kernel = 0; kernel < placer->dump->kernel_count; kernel++) {
    read_members(placer, kernel);
    part_library(placer, kernel);
  }
  choose_homes(placer);
  dump_place_dead(placer);
  if (!place_all(placer, &reason))
    return status_fail(status, STATUS_INTERNAL, "the plan of the dump cannot be placed: %s", reason.text);
  for (int i = 0; i < placer->apart.count; i++)
    regroup(placer, placer->apart.data[i]);
  note_finishing(placer);
  dump_note_unlisted(placer);
  if (!settle(placer, &reason))
    return status_fail(status, STATUS_INPUT, "the compiler's plan cannot be taken: %s", reason.text);
  dump_note_unplaced(placer);
  return true;
}

static void placer_free(Placer *placer) {
  for (int i = 0; i < placer->dump->kernel_count; i++)
    vector_free(&placer->kernels[i].ops);
  free(placer->kernels);
  vector_free(&placer->apart);
}

bool plan_from_dump(Plan *plan, const DumpPlan *dump, DumpNotes *notes, Status *status) {
  Placer placer = {.plan = plan, .dump = dump, .notes = notes};
  placer.kernels = memory_alloc(((size_t)dump->kernel_count + 1) * sizeof *placer.kernels);
  placer.home = memory_alloc(((size_t)plan->op_count + 1) * sizeof *placer.home);
  for (int op = 0; op < plan->op_count; op++)
    placer.home[op] = -1;
  notes->launches = placer.home;
  notes->finishes = memory_alloc(((size_t)dump->kernel_count + 1) * sizeof *notes->finishes);
  for (int kernel = 0; kernel < dump->kernel_count; kernel++)
    notes->finishes[kernel] = -1;
  bool outermost = plan->groups.count == 0;
  plan_begin(plan);
  bool built = build(&placer, status);
  if (built)
    plan_commit(plan);
  else
    plan_rollback(plan);
  if (built && outermost) plan_label(plan, "take the compiler's plan");
  placer_free(&placer);
  return built;
}
