// Lowered kernels, cached by content. Questions about kernels that the plan does not have go into a second
// cache (probes), so that they can be thrown away without disturbing what callers hold of the plan's own
// kernels.
#include "plan/plan_internal.h"

#include "kernel/template/memo.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const size_t cache_limit = (size_t)256 << 20; // bytes; a llama layer's kernels take well under 1 MB

// A kernel to be lowered.
typedef struct Candidate {
  Integers members, stored;
  const ScheduleOverride *override; // NULL: none
  uint64_t content;
} Candidate;

// What the cache and plan_hold hand out points at `lowered`, the first member.
typedef struct Held {
  PlanLowered lowered;
  atomic_int holders;      // the cache is one
  const PlanLowered *base; // of a variant: the kernel whose nest and list it uses, held; else NULL
  GpuLimits limits;        // that its schedule was chosen for
  _Atomic(Emitted *) code; // NULL until asked for
} Held;

const PlanLowered *plan_hold(const PlanLowered *lowered) {
  atomic_fetch_add(&((Held *)lowered)->holders, 1);
  return lowered;
}

static void free_code(Emitted *code) {
  if (!code) return;
  emitted_free(code);
  free(code);
}

void plan_release(const PlanLowered *lowered) {
  Held *held = (Held *)lowered;
  if (!held || atomic_fetch_sub(&held->holders, 1) > 1) return;
  if (!held->base) {
    nest_free((Nest *)lowered->nest);
    free((int *)lowered->stored);
  }
  free((PartSchedule *)lowered->parts);
  plan_release(held->base);
  free_code(atomic_load(&held->code));
  free(held);
}

const Emitted *plan_code(const PlanLowered *lowered, Status *status) {
  static const EmitOptions canonical = {.annotate = false};
  Held *held = (Held *)lowered;
  Emitted *known = atomic_load(&held->code), *code;
  if (known) return known;
  if (!lowered->nest) {
    status_fail(status, STATUS_INPUT, "%s", lowered->reason.text);
    return NULL;
  }
  code = memory_alloc(sizeof *code);
  if (!kernel_emit(lowered->nest, &lowered->schedule, &held->limits, &canonical, code, status)) {
    free(code);
    return NULL;
  }
  if (atomic_compare_exchange_strong(&held->code, &known, code)) return code;
  free_code(code); // another thread was first
  return known;
}

void lowered_cache_free(LoweredCache *cache) {
  for (int i = 0; i < cache->entries.count; i++)
    plan_release(cache->entries.data[i]);
  vector_free(&cache->entries);
  hashmap_free(&cache->index);
  memset(cache, 0, sizeof *cache);
}

static size_t entry_bytes(const PlanLowered *lowered) {
  return sizeof(Held) + (lowered->nest ? nest_bytes(lowered->nest) : 0);
}

static void cache_add(LoweredCache *cache, PlanLowered *lowered) {
  hashmap_set(&cache->index, lowered->content, cache->entries.count);
  vector_push(&cache->entries, lowered);
  cache->bytes += entry_bytes(lowered);
}

static void drop_unused(Plan *plan) {
  LoweredCache kept = {0};
  for (int i = 0; i < plan->op_count; i++) {
    const PlanLowered *lowered = slot_worked(plan, i).lowered;
    int64_t at;
    if (!lowered || !hashmap_get(&plan->lowered.index, lowered->content, &at)) continue;
    cache_add(&kept, plan->lowered.entries.data[at]);
    plan->lowered.entries.data[at] = NULL;
  }
  lowered_cache_free(&plan->lowered);
  plan->lowered = kept;
}

void lowered_trim(Plan *plan) {
  if (plan->probes.bytes > cache_limit) {
    memo_clear(plan);
    lowered_cache_free(&plan->probes);
  }
  if (plan->asking || plan->lowered.bytes <= plan->lowered.limit + cache_limit) return;
  memo_clear(plan);
  drop_unused(plan);
  plan->lowered.limit = plan->lowered.bytes; // to go through them is little work beside what fills the rest
}

void plan_relieve(Plan *plan) {
  if (plan->asking || plan->trial || plan->lowered.bytes <= cache_limit) return;
  memo_clear(plan);
  for (int i = 0; i < plan->op_count; i++)
    if (slot_worked(plan, i).lowered) slot_work(plan, i)->lowered = NULL;
  nests_free(plan);
  lowered_cache_free(&plan->lowered);
}

static PlanLowered *cache_find(LoweredCache *cache, uint64_t content) {
  int64_t at;
  return hashmap_get(&cache->index, content, &at) ? cache->entries.data[at] : NULL;
}

static void cache_take(LoweredCache *cache, PlanLowered *lowered) {
  int64_t at;
  if (!hashmap_get(&cache->index, lowered->content, &at)) return;
  cache->entries.data[at] = NULL;
  cache->bytes -= entry_bytes(lowered);
}

static const PartSchedule *parts_of(ScheduleMemo *memo, const PlanLowered *lowered, const GpuLimits *limits) {
  const Nest *nest = lowered->nest;
  if (!nest->part_count) return NULL;
  PartSchedule *parts = memory_alloc((size_t)nest->part_count * sizeof *parts);
  schedule_parts(memo, nest, &lowered->schedule, limits, parts);
  return parts;
}

// What follows from the schedule.
static void take_schedule(ScheduleMemo *memo, PlanLowered *lowered, const GpuLimits *limits) {
  ((Held *)lowered)->limits = *limits;
  lowered->parts = parts_of(memo, lowered, limits);
  lowered->launch = lowered->parts ? schedule_parts_launch(lowered->nest, &lowered->schedule, lowered->parts)
                                   : schedule_launch(lowered->nest, &lowered->schedule, limits);
  lowered->structure = hash_integer(lowered->nest->hash, (int64_t)schedule_hash(&lowered->schedule));
}

const PlanLowered *plan_variant(const PlanLowered *lowered, const Schedule *schedule,
                                const GpuLimits *limits) {
  Held *held = memory_alloc(sizeof *held);
  atomic_init(&held->holders, 1);
  held->base = plan_hold(lowered);
  held->lowered = *lowered;
  held->lowered.schedule = *schedule;
  held->lowered.content = hash_integer(lowered->content, (int64_t)schedule_hash(schedule));
  take_schedule(NULL, &held->lowered, limits);
  return &held->lowered;
}

void chosen_free(ChosenCache *cache) {
  hashmap_free(&cache->index);
  vector_free(&cache->entries);
}

// What is chosen depends on it alone, and on the limits; but for a size as an argument.
static uint64_t chosen_key(const Nest *nest, const ScheduleOverride *override) {
  uint64_t hash = hash_integer(nest->hash, nest->ordered);
  return override ? hash_integer(hash, (int64_t)slot_override_hash(override)) : hash;
}

static bool find_chosen(const Plan *plan, uint64_t key, PlanLowered *lowered) {
  int64_t at;
  if (lowered->nest->sized || !hashmap_get(&plan->chosen.index, key, &at)) return false;
  const Chosen *chosen = &plan->chosen.entries.data[at];
  ((Held *)lowered)->limits = plan->limits;
  lowered->schedule = chosen->schedule;
  lowered->parts = parts_of(plan->parts, lowered, &plan->limits);
  lowered->launch = chosen->launch;
  lowered->structure = chosen->structure;
  return true;
}

static void keep_chosen(Plan *plan, uint64_t key, const PlanLowered *lowered) {
  enum { MOST_CHOSEN = 1 << 15 };
  ChosenCache *cache = &plan->chosen;
  if (lowered->nest->sized) return;
  if (cache->entries.count == MOST_CHOSEN) chosen_free(cache);
  hashmap_set(&cache->index, key, cache->entries.count);
  vector_push(&cache->entries, ((Chosen){lowered->schedule, lowered->launch, lowered->structure}));
}

static void choose(Plan *plan, PlanLowered *lowered, const ScheduleOverride *override) {
  Nest *nest = (Nest *)lowered->nest;
  uint64_t key = chosen_key(nest, override);
  if (!plan->parts) plan->parts = schedule_memo_new();
  if (find_chosen(plan, key, lowered)) return;
  if (!schedule_choose_by(plan->parts, nest, &plan->limits, override, &lowered->schedule, &lowered->reason)) {
    nest_free(nest);
    lowered->nest = NULL;
    return;
  }
  take_schedule(plan->parts, lowered, &plan->limits);
  keep_chosen(plan, key, lowered);
}

// The one knob that lowering must know.
static ScatterForm scatter_form(const ScheduleOverride *override) {
  if (!override || !(override->set >> KNOB_ordered & 1)) return SCATTER_BY_RULE;
  return override->knob[KNOB_ordered] ? SCATTER_ORDERED : SCATTER_ATOMIC;
}

static void lower_and_choose(Plan *plan, const Candidate *candidate, ScatterForm scatter,
                             PlanLowered *lowered) {
  KernelSet set = {.ops = candidate->members.data,
                   .op_count = candidate->members.count,
                   .stored = lowered->stored,
                   .stored_count = lowered->stored_count,
                   .scatter = scatter};
  lowered->nest = nests_lower(plan, &set, &lowered->reason);
  bool summed = lowered->nest && lowered->nest->ordered;
  if (lowered->nest) choose(plan, lowered, candidate->override);
  // Sums that no schedule takes beside the rest can still be atomics.
  if (!lowered->nest && summed && scatter == SCATTER_BY_RULE) {
    memset(&lowered->reason, 0, sizeof lowered->reason);
    lower_and_choose(plan, candidate, SCATTER_ATOMIC, lowered);
  }
}

static PlanLowered *lower(Plan *plan, Candidate *candidate) {
  Held *held = memory_alloc(sizeof *held);
  atomic_init(&held->holders, 1);
  PlanLowered *lowered = &held->lowered;
  lowered->content = candidate->content;
  lowered->stored = candidate->stored.data;
  lowered->stored_count = candidate->stored.count;
  lower_and_choose(plan, candidate, scatter_form(candidate->override), lowered);
  if (!lowered->nest) lowered->schedule.kind = NULL;
  memset(&candidate->stored, 0, sizeof candidate->stored); // given away
  return lowered;
}

// `probe`: it is none of the plan's own.
static const PlanLowered *find_or_lower(Plan *plan, Candidate *candidate, bool probe) {
  LoweredCache *cache = probe ? &plan->probes : &plan->lowered;
  PlanLowered *lowered = cache_find(&plan->lowered, candidate->content);
  if (!lowered) {
    lowered = cache_find(&plan->probes, candidate->content);
    if (lowered && !probe) {
      cache_take(&plan->probes, lowered);
      cache_add(cache, lowered);
    }
  }
  if (!lowered) {
    lowered = lower(plan, candidate);
    cache_add(cache, lowered);
  }
  vector_free(&candidate->members);
  vector_free(&candidate->stored);
  return lowered;
}

static uint64_t content_hash(const Plan *plan, uint64_t sum, const Integers *stored) {
  uint64_t hash = hash_integer(hash_integer(HASH_START, (int64_t)plan->graph->hash), (int64_t)sum);
  return hash_bytes(hash, stored->data ? (const void *)stored->data : "",
                    (size_t)stored->count * sizeof(int));
}

static void add_members(Integers *members, const Slot *slot) {
  for (int i = 0; i < slot->ops.count; i++)
    integers_insert(members, slot->ops.data[i]);
  for (int i = 0; i < slot->copies.count; i++)
    integers_insert(members, slot->copies.data[i]);
}

// What a question or trial makes of a kernel; those that it leaves alone stay the plan's own.
static bool is_aside(const Plan *plan, int kernel) {
  return plan->asking && slot_worked(plan, kernel).aside;
}

const PlanLowered *plan_lowered(Plan *plan, int kernel) {
  if (kernel < 0 || kernel >= plan->op_count || slot_is_empty(plan, kernel)) return NULL;
  const Slot *slot = slot_of(plan, kernel);
  const PlanLowered *known = slot_worked(plan, kernel).lowered;
  if (known) return known;
  Candidate candidate = {.override = slot->override.set ? &slot->override : NULL};
  plan_stored_values(plan, kernel, kernel, &candidate.stored);
  candidate.content = content_hash(plan, slot->sum, &candidate.stored);
  integers_copy(&candidate.members, &slot->ops);
  add_members(&candidate.members, slot);
  const PlanLowered *lowered = find_or_lower(plan, &candidate, is_aside(plan, kernel));
  slot_work(plan, kernel)->lowered = lowered;
  return lowered;
}

const PlanLowered *lowered_pair(Plan *plan, int a, int b) {
  const Slot *left = slot_of(plan, a), *right = slot_of(plan, b);
  Candidate candidate = {0};
  plan_stored_values(plan, a, b, &candidate.stored);
  uint64_t sum =
      left->sum + right->sum - slot_override_hash(&left->override) - slot_override_hash(&right->override);
  candidate.content = content_hash(plan, sum, &candidate.stored);
  integers_copy(&candidate.members, &left->ops);
  add_members(&candidate.members, right);
  return find_or_lower(plan, &candidate, true);
}

// The copies of `kernel` that a member reads, and those that they read, join the members.
static void add_read_copies(const Plan *plan, int kernel, Integers *members) {
  const Integers *copies = &slot_of(plan, kernel)->copies;
  for (int i = copies->count - 1; i >= 0; i--) {
    Neighbours near = graph_neighbours(plan->graph, copies->data[i]);
    bool read = false;
    for (int j = 0; j < near.consumer_count && !read; j++)
      read = integers_contain(members, near.consumers[j]);
    if (read) integers_insert(members, copies->data[i]);
  }
}

const PlanLowered *plan_lowered_part(Plan *plan, int kernel, const int *ops, int count) {
  Candidate candidate = {0};
  for (int i = 0; i < count; i++)
    integers_insert(&candidate.members, ops[i]);
  plan_stored_of_part(plan, kernel, &candidate.members, &candidate.stored);
  add_read_copies(plan, kernel, &candidate.members);
  uint64_t sum = 0;
  for (int i = 0; i < candidate.members.count; i++)
    sum += slot_member_hash(candidate.members.data[i], home_of(plan, candidate.members.data[i]) != kernel);
  candidate.content = content_hash(plan, sum, &candidate.stored);
  lowered_trim(plan);
  return find_or_lower(plan, &candidate, true);
}
