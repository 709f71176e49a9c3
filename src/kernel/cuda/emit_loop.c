// Loops over the walked dims, and what stands before them.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>
#include <stdlib.h>

// Steps that are emitted together, in order.
typedef struct Group {
  int *steps;
  int count;
} Group;

static Group group_new(const Emitter *emitter) {
  return (Group){memory_alloc(((size_t)emitter->nest->step_count + 1) * sizeof(int)), 0};
}

static uint32_t group_dims(const Emitter *emitter, const Group *group) {
  uint32_t dims = 0;
  for (int i = 0; i < group->count; i++)
    dims |= step_dims_read(emitter, group->steps[i]);
  return dims;
}

static bool is_store(const Emitter *emitter, int at) {
  return emitter->nest->steps[at].kind == STEP_STORE;
}

// All lanes at once: vector loads and random numbers.
static bool comes_whole(const Emitter *emitter, int at) {
  return emitter->body.places[at].lanes && emitter->body.places[at].vectorized && !is_store(emitter, at);
}

static bool comes_with_earlier(const Emitter *emitter, int at) {
  const StepPlace *place = &emitter->body.places[at];
  return place->paired && !place->leads && place->pair < at;
}

static bool in_lane_loop(const Emitter *emitter, int at) {
  const StepPlace *place = &emitter->body.places[at];
  return place->lanes && !comes_whole(emitter, at) && !is_store(emitter, at) &&
         !body_takes_vectors(&emitter->body, at);
}

// ---- the parts of a group: what lanes share, vector loads, lane by lane, stores

static void emit_one(Emitter *emitter, int at, LaneView view) {
  if (step_accumulates(&emitter->nest->steps[at]))
    emit_accumulate(emitter, at, view);
  else
    emit_step(emitter, at, view);
}

static bool ahead(const Emitter *emitter, int at) {
  const StepPlace *place = &emitter->body.places[at];
  return place->held || (place->walked && place->early && loads_first(emitter));
}

static void emit_lane_loop(Emitter *emitter, const Group *group) {
  uint32_t dims = 0;
  int count = 0;
  for (int i = 0; i < group->count; i++) {
    int at = group->steps[i];
    if (!in_lane_loop(emitter, at)) continue;
    count++;
    dims |= step_dims_read(emitter, at);
    if (emitter->body.places[at].array && !ahead(emitter, at)) emit_declaration(emitter, at);
  }
  if (!count) return;
  emit_lanes_open(emitter);
  emit_lane_place(emitter, dims);
  for (int i = 0; i < group->count; i++)
    if (in_lane_loop(emitter, group->steps[i])) emit_one(emitter, group->steps[i], LANE_EACH);
  emit_close(emitter);
}

static void emit_lane_stores(Emitter *emitter, const Group *group) {
  uint32_t dims = 0;
  int count = 0;
  for (int i = 0; i < group->count; i++) {
    const StepPlace *place = &emitter->body.places[group->steps[i]];
    if (!is_store(emitter, group->steps[i]) || !place->lanes || place->vectorized) continue;
    dims |= step_dims_read(emitter, group->steps[i]);
    count++;
  }
  if (!count) return;
  emit_lanes_open(emitter);
  emit_lane_place(emitter, dims);
  for (int i = 0; i < group->count; i++) {
    const StepPlace *place = &emitter->body.places[group->steps[i]];
    if (is_store(emitter, group->steps[i]) && place->lanes && !place->vectorized)
      emit_store(emitter, group->steps[i]);
  }
  emit_close(emitter);
}

static void emit_group(Emitter *emitter, const Group *group) {
  for (int i = 0; i < group->count; i++)
    if (!emitter->body.places[group->steps[i]].lanes && !is_store(emitter, group->steps[i]))
      emit_one(emitter, group->steps[i], LANE_FIRST);
  for (int i = 0; i < group->count; i++)
    if (comes_whole(emitter, group->steps[i]) && !comes_with_earlier(emitter, group->steps[i]))
      emit_vector(emitter, group->steps[i]);
  emit_lane_loop(emitter, group);
  for (int i = 0; i < group->count; i++)
    if (body_takes_vectors(&emitter->body, group->steps[i])) emit_accumulate_vector(emitter, group->steps[i]);
  for (int i = 0; i < group->count; i++) {
    const StepPlace *place = &emitter->body.places[group->steps[i]];
    if (is_store(emitter, group->steps[i]) && (!place->lanes || place->vectorized))
      emit_store(emitter, group->steps[i]);
  }
  emit_lane_stores(emitter, group);
}

// ---- before a loop

typedef struct LaneNeeds {
  const Emitter *emitter;
  bool lanes;
} LaneNeeds;

static void note_lanes(void *context, int needed) {
  LaneNeeds *needs = context;
  needs->lanes |= needs->emitter->body.places[needed].lanes;
}

// Must it wait for arithmetic of each lane? Loads whose place is known before need not, so that those of all
// lanes are on their way together.
static bool waits_for_lanes(const Emitter *emitter, int at) {
  if (is_store(emitter, at) || body_takes_vectors(&emitter->body, at)) return true;
  if (!in_lane_loop(emitter, at)) return false;
  LaneNeeds needs = {emitter, emitter->nest->steps[at].kind != STEP_LOAD};
  nest_each_need(emitter->nest, at, note_lanes, &needs);
  return needs.lanes;
}

static void emit_standing(Emitter *emitter, int pass, bool late) {
  Group ready = group_new(emitter), rest = group_new(emitter);
  for (int i = 0; i < emitter->nest->step_count; i++) {
    const StepPlace *place = &emitter->body.places[i];
    if (!place->used || place->walked || place->ahead || place->late != late ||
        emitter->nest->steps[i].pass != pass)
      continue;
    Group *group = waits_for_lanes(emitter, i) ? &rest : &ready;
    group->steps[group->count++] = i;
  }
  emit_group(emitter, &ready);
  emit_group(emitter, &rest);
  free(ready.steps);
  free(rest.steps);
}

void emit_before(Emitter *emitter, int pass) {
  emit_standing(emitter, pass, false);
}

void emit_behind(Emitter *emitter, int pass) {
  emit_standing(emitter, pass, true);
}

void emit_finish_steps(Emitter *emitter) {
  Group group = group_new(emitter);
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].used && emitter->nest->steps[i].kind != STEP_REDUCE)
      group.steps[group.count++] = i;
  emit_group(emitter, &group);
  free(group.steps);
}

// ---- a loop

static void gather(const Emitter *emitter, int pass, bool early, Group *group) {
  for (int i = 0; i < emitter->nest->step_count; i++) {
    const StepPlace *place = &emitter->body.places[i];
    bool here = place->used && place->walked && (place->loops >> pass & 1);
    if (here && place->early == early && !place->leads) group->steps[group->count++] = i;
  }
}

static Group gather_leading(const Emitter *emitter, bool copied) {
  Group group = group_new(emitter);
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].leads && emitter->body.places[i].copied == copied)
      group.steps[group.count++] = i;
  return group;
}

uint32_t leading_dims(const Emitter *emitter, bool copied) {
  Group loads = gather_leading(emitter, copied);
  uint32_t dims = group_dims(emitter, &loads);
  free(loads.steps);
  return dims;
}

void emit_leading(Emitter *emitter, bool copied) {
  Group loads = gather_leading(emitter, copied);
  emit_group(emitter, &loads);
  free(loads.steps);
}

// What is held packed and read in this loop, for the current slot.
static void emit_unpacking(Emitter *emitter, int pass) {
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].packed && (emitter->body.places[i].reads >> pass & 1))
      emit_unpack(emitter, i, pass);
}

void emit_slot_end(Emitter *emitter) {
  if (slot_guarded(emitter)) emit_close(emitter);
}

// One slot at a time: loads and the rest in one scope.
static void emit_single_slot(Emitter *emitter, int pass, const Group *early, const Group *rest) {
  emit_slot_place(emitter, group_dims(emitter, early) | group_dims(emitter, rest));
  emit_group(emitter, early);
  emit_unpacking(emitter, pass);
  emit_group(emitter, rest);
  emit_slot_end(emitter);
}

static void emit_all_slots(Emitter *emitter, int pass, bool unpack, const Group *group) {
  if (!group->count) return;
  bool scope = emitter->body.mapping.slots == 1 && !slot_guarded(emitter);
  if (scope) emit_scope_open(emitter);
  emit_slots_open(emitter);
  bool owns = unpack && owns_leading(emitter, pass);
  if (unpack) emit_next_leading(emitter, pass);
  emit_slot_place(emitter, group_dims(emitter, group) | (owns ? leading_dims(emitter, false) : 0));
  if (owns) emit_own_leading(emitter);
  if (unpack) emit_unpacking(emitter, pass);
  emit_group(emitter, group);
  if (unpack && refills(emitter) && pass == emitter->body.loops - 1) emit_refill_slot(emitter);
  emit_slot_end(emitter);
  emit_slots_close(emitter);
  if (scope) emit_close(emitter);
}

void emit_loop_slot(Emitter *emitter, int pass) {
  Group group = group_new(emitter);
  gather(emitter, pass, false, &group);
  emit_slot_place(emitter, group_dims(emitter, &group));
  emit_unpacking(emitter, pass);
  emit_group(emitter, &group);
  emit_slot_end(emitter);
  free(group.steps);
}

static void declare_held(Emitter *emitter, const Group *group) {
  for (int i = 0; i < group->count; i++) {
    const StepPlace *place = &emitter->body.places[group->steps[i]];
    if (!place->held) continue;
    if (place->packed)
      emit_packed_declaration(emitter, group->steps[i]);
    else
      emit_declaration(emitter, group->steps[i]);
  }
}

static void declare_early(Emitter *emitter, const Group *early) {
  for (int i = 0; i < early->count; i++) {
    bool number = emitter->nest->steps[early->steps[i]].kind == STEP_NUMBER;
    const StepPlace *place = &emitter->body.places[early->steps[i]];
    if (number || place->held) continue;
    if (place->packed)
      emit_packed_declaration(emitter, early->steps[i]);
    else
      emit_declaration(emitter, early->steps[i]);
  }
}

// What a trip declares must not meet what another loop of the kernel declares.
static bool needs_scope(const Emitter *emitter, const Group *early, int64_t trips) {
  const Mapping *mapping = &emitter->body.mapping;
  if (emitter->body.loops == 1 || trips > 1) return false;
  if (!loads_first(emitter)) return !slot_guarded(emitter) || mapping->trips > 1;
  for (int i = 0; i < early->count; i++) {
    const StepPlace *place = &emitter->body.places[early->steps[i]];
    if (!place->held && (place->loops & (place->loops - 1))) return true;
  }
  return false;
}

// ---- the ends of a peeled walk

// Loads of the ends go with those of the row where one trip takes all of it.
static bool ends_go_along(const Emitter *emitter) {
  const Mapping *mapping = &emitter->body.mapping;
  return mapping->end_slots > 0 && mapping->persistent && mapping->trips > 0;
}

static void declare_ends(Emitter *emitter, const Group *group,
                         void (*declare)(Emitter *emitter, const Group *group)) {
  if (emitter->body.mapping.end_slots == 0) return;
  switch_ends(emitter);
  declare(emitter, group);
  switch_ends(emitter);
}

// There nothing leads.
static void emit_ends_along(Emitter *emitter, int pass, bool early) {
  if (!ends_go_along(emitter)) return;
  Group group = group_new(emitter);
  switch_ends(emitter);
  gather(emitter, pass, early, &group);
  emit_all_slots(emitter, pass, false, &group);
  switch_ends(emitter);
  free(group.steps);
}

static void emit_trip(Emitter *emitter, int pass, const Group *early, const Group *rest);

static void emit_ends_after(Emitter *emitter, int pass, const Group *early, const Group *rest) {
  if (emitter->body.mapping.end_slots == 0 || ends_go_along(emitter)) return;
  switch_ends(emitter);
  if (loads_first(emitter)) emit_scope_open(emitter);
  emit_trip(emitter, pass, early, rest);
  if (loads_first(emitter)) emit_close(emitter);
  switch_ends(emitter);
}

static void emit_trip(Emitter *emitter, int pass, const Group *early, const Group *rest) {
  if (!loads_first(emitter)) {
    emit_single_slot(emitter, pass, early, rest);
    return;
  }
  bool along = !emitter->at_ends && ends_go_along(emitter);
  emit_tile_loads(emitter);
  declare_early(emitter, early);
  if (along) declare_ends(emitter, early, declare_early);
  emit_all_slots(emitter, pass, false, early);
  if (along) emit_ends_along(emitter, pass, true);
  emit_tile_fill(emitter);
  emit_forms_open(emitter, pass);
  emit_all_slots(emitter, pass, true, rest);
  emit_forms_close(emitter, pass);
  if (along) emit_ends_along(emitter, pass, false);
  emit_tile_stores(emitter);
}

static void emit_trips(Emitter *emitter, int pass, int64_t trips, const Group *early, const Group *rest) {
  bool scope = needs_scope(emitter, early, trips);
  if (trips > 1)
    emit_open(emitter, "for (%s trip = 0; trip < %" PRId64 "; trip++)", index_type(emitter), trips);
  if (scope) emit_scope_open(emitter);
  emit_trip(emitter, pass, early, rest);
  if (trips > 1 || scope) emit_close(emitter);
}

void emit_pass(Emitter *emitter, int pass, int64_t trips) {
  emitter->pass = pass;
  Group early = group_new(emitter), rest = group_new(emitter);
  gather(emitter, pass, true, &early);
  gather(emitter, pass, false, &rest);
  if (early.count + rest.count > 0) {
    declare_held(emitter, &early);
    declare_held(emitter, &rest);
    declare_ends(emitter, &early, declare_held);
    declare_ends(emitter, &rest, declare_held);
    if (trips > 0) emit_trips(emitter, pass, trips, &early, &rest);
    emit_ends_after(emitter, pass, &early, &rest);
  }
  free(early.steps);
  free(rest.steps);
}

// ---- over all tours

static Group gather_walked_loads(const Emitter *emitter, bool ahead) {
  Group group = group_new(emitter);
  for (int i = 0; i < emitter->nest->step_count; i++) {
    const StepPlace *place = &emitter->body.places[i];
    if (place->walked && (ahead ? place->ahead : place->resident)) group.steps[group.count++] = i;
  }
  return group;
}

void emit_residents(Emitter *emitter) {
  Group group = gather_walked_loads(emitter, false);
  declare_held(emitter, &group);
  emit_all_slots(emitter, 0, false, &group);
  free(group.steps);
}

void declare_ahead(Emitter *emitter) {
  for (int i = 0; i < emitter->nest->step_count; i++) {
    const StepPlace *place = &emitter->body.places[i];
    if (place->refilled)
      emit_kept_declaration(emitter, i);
    else if (place->ahead && !place->copied)
      (place->packed ? emit_packed_declaration : emit_declaration)(emitter, i);
  }
}

void emit_loads_ahead(Emitter *emitter) {
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].ahead && !emitter->body.places[i].walked) emit_step(emitter, i, LANE_FIRST);
  Group group = gather_walked_loads(emitter, true);
  emit_all_slots(emitter, 0, false, &group);
  free(group.steps);
}

void emit_rows_of_slot(Emitter *emitter) {
  Group group = gather_walked_loads(emitter, true);
  emit_slot_place(emitter, group_dims(emitter, &group));
  emit_group(emitter, &group);
  emit_slot_end(emitter);
  free(group.steps);
}

void emit_keeping(Emitter *emitter) {
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].resident && emitter->body.places[i].packed)
      emit_line(emitter, "fb_keep_packed(%s_packed);", emitter->steps[i]);
}
