// Loops over the walked dims, and what stands before them.
#include "kernel/code/build_group.h"

// ---- before a loop

typedef struct LaneNeeds {
  const Body *body;
  bool lanes;
} LaneNeeds;

static void note_lanes(void *context, int needed) {
  LaneNeeds *needs = context;
  needs->lanes |= needs->body->places[needed].lanes;
}

// Must it wait for arithmetic of each lane? Loads whose place is known before need not, so that those of all
// lanes are on their way together.
static bool waits_for_lanes(const Body *body, int at) {
  if (body->nest->steps[at].kind == STEP_STORE || body_takes_vectors(body, at)) return true;
  if (!body_runs_by_lanes(body, at)) return false;
  LaneNeeds needs = {body, body->nest->steps[at].kind != STEP_LOAD};
  nest_each_need(body->nest, at, note_lanes, &needs);
  return needs.lanes;
}

static void build_standing(Builder *builder, int pass, bool deferred) {
  const Body *body = builder->view.body;
  Group ready = group_new(builder), rest = group_new(builder);
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    if (!place->used || place->walked || pipelines_tile(place) ||
        (place->issue == ISSUE_DEFERRED) != deferred || body->nest->steps[i].pass != pass)
      continue;
    group_add(waits_for_lanes(body, i) ? &rest : &ready, i);
  }
  build_group(builder, &ready);
  build_group(builder, &rest);
}

void build_before(Builder *builder, int pass) {
  build_standing(builder, pass, false);
}

void build_behind(Builder *builder, int pass) {
  build_standing(builder, pass, true);
}

void build_finish_steps(Builder *builder) {
  const Body *body = builder->view.body;
  Group group = group_new(builder);
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].used && body->nest->steps[i].kind != STEP_REDUCE) group_add(&group, i);
  build_group(builder, &group);
}

// ---- a loop

static Group gather(const Builder *builder, int pass, bool hoisted) {
  const Body *body = builder->view.body;
  Group group = group_new(builder);
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    bool here = place->used && place->walked && (place->loops >> pass & 1);
    if (here && (place->issue == ISSUE_HOISTED) == hoisted && !pipelines_slot(place)) group_add(&group, i);
  }
  return group;
}

// One slot at a time: loads and the rest in one scope.
static void build_single_slot(Builder *builder, int pass, const Group *early, const Group *rest) {
  const Body *body = builder->view.body;
  build_product_put(builder);
  build_slot_place(builder, group_dims(body, early) | group_dims(body, rest));
  build_group(builder, early);
  build_unpack(builder, pass);
  build_group(builder, rest);
  build_slot_end(builder);
}

static Group gather_alike(const Builder *builder, const Group *early, bool alike) {
  Group group = group_new(builder);
  for (int i = 0; i < early->count; i++)
    if (builder->view.body->places[early->steps[i]].alike == alike) group_add(&group, early->steps[i]);
  return group;
}

// Once for all slots of a trip.
static void build_alike(Builder *builder, const Group *early) {
  Group group = gather_alike(builder, early, true);
  if (!group.count) return;
  build_scope_open(builder);
  build_add(builder, FORM_FIRST_SLOT, NO_STEP);
  builder->view.next_slot = true;
  build_slot_place(builder, group_dims(builder->view.body, &group));
  build_group(builder, &group);
  build_slot_end(builder);
  builder->view.next_slot = false;
  build_close(builder);
}

// Loads of a trip, or of what stands around trips: all slots of a group.
static void build_group_slots(Builder *builder, const Group *group) {
  const Body *body = builder->view.body;
  if (!group->count) return;
  bool scope = body->mapping.slots == 1 && !body_slot_guarded(body);
  if (scope) build_scope_open(builder);
  build_slots_open(builder);
  builder->view.tests_tile = body_is_tile(body) && body_tile_ends(body);
  build_slot_place(builder, group_dims(body, group));
  build_group(builder, group);
  builder->view.tests_tile = false;
  build_slot_end(builder);
  build_slots_close(builder);
  if (scope) build_close(builder);
}

// The rest of a trip, which reads what was loaded, and loads for slots to come.
static void build_rest_slots(Builder *builder, int pass, const Group *group) {
  const Body *body = builder->view.body;
  if (!group->count) return;
  bool scope = body->mapping.slots == 1 && !body_slot_guarded(body), owns = body_loads_own_slots(body, pass);
  if (scope) build_scope_open(builder);
  build_slots_open(builder);
  build_next_pipelined(builder, pass);
  build_slot_place(builder, group_dims(body, group) | (owns ? build_pipelined_dims(builder, false) : 0));
  if (owns) build_own_loads(builder);
  build_unpack(builder, pass);
  build_group(builder, group);
  if (body_pipelines_in_place(body) && pass == body->loops - 1) build_in_place_slot(builder);
  build_slot_end(builder);
  build_slots_close(builder);
  if (scope) build_close(builder);
}

void build_loop_slot(Builder *builder, int pass) {
  Group group = gather(builder, pass, false);
  build_slot_place(builder, group_dims(builder->view.body, &group));
  build_unpack(builder, pass);
  build_group(builder, &group);
  build_slot_end(builder);
}

static void declare_held(Builder *builder, const Group *group) {
  for (int i = 0; i < group->count; i++)
    if (body_held(&builder->view.body->places[group->steps[i]])) build_variable(builder, group->steps[i]);
}

static void declare_early(Builder *builder, const Group *early) {
  const Body *body = builder->view.body;
  for (int i = 0; i < early->count; i++) {
    bool number = body->nest->steps[early->steps[i]].kind == STEP_NUMBER;
    if (!number && !body_held(&body->places[early->steps[i]])) build_variable(builder, early->steps[i]);
  }
}

// What a trip declares must not meet what another loop of the kernel declares.
static bool needs_scope(const Body *body, const Group *early, int64_t trips) {
  if (body->loops == 1 || trips > 1) return false;
  if (!body_loads_first(body)) return !body_slot_guarded(body) || body->mapping.trips > 1;
  for (int i = 0; i < early->count; i++) {
    const StepPlace *place = &body->places[early->steps[i]];
    if (!body_held(place) && (place->loops & (place->loops - 1))) return true;
  }
  return false;
}

// ---- the ends of a peeled walk

static bool at_ends(const Builder *builder) {
  return builder->view.body == &builder->code->ends;
}

static void begin_ends(Builder *builder) {
  builder->view.body = &builder->code->ends;
}

static void end_ends(Builder *builder) {
  builder->view.body = &builder->code->body;
}

// Loads of the ends go with those of the row where one trip takes all of it.
static bool ends_go_along(const Body *body) {
  const Mapping *mapping = &body->mapping;
  return mapping->end_slots > 0 && mapping->persistent && mapping->trips > 0;
}

static void declare_ends(Builder *builder, const Group *group,
                         void (*declare)(Builder *builder, const Group *group)) {
  if (builder->view.body->mapping.end_slots == 0) return;
  begin_ends(builder);
  declare(builder, group);
  end_ends(builder);
}

// There nothing is pipelined.
static void build_ends_along(Builder *builder, int pass, bool hoisted) {
  begin_ends(builder);
  Group group = gather(builder, pass, hoisted);
  build_group_slots(builder, &group);
  end_ends(builder);
}

static void build_trip(Builder *builder, int pass, const Group *early, const Group *rest) {
  if (!body_loads_first(builder->view.body)) {
    build_single_slot(builder, pass, early, rest);
    return;
  }
  bool along = !at_ends(builder) && ends_go_along(builder->view.body);
  build_tile_loads(builder);
  declare_early(builder, early);
  if (along) declare_ends(builder, early, declare_early);
  build_alike(builder, early);
  Group apart = gather_alike(builder, early, false);
  build_group_slots(builder, &apart);
  if (along) build_ends_along(builder, pass, true);
  build_tile_fill(builder);
  build_product_put(builder);
  build_forms_open(builder, pass);
  build_rest_slots(builder, pass, rest);
  build_forms_close(builder, pass);
  if (along) build_ends_along(builder, pass, false);
  build_tile_stores(builder);
}

static void build_ends_after(Builder *builder, int pass, const Group *early, const Group *rest) {
  const Body *body = builder->view.body;
  if (body->mapping.end_slots == 0 || ends_go_along(body)) return;
  begin_ends(builder);
  bool scope = body_loads_first(builder->view.body);
  if (scope) build_scope_open(builder);
  build_trip(builder, pass, early, rest);
  if (scope) build_close(builder);
  end_ends(builder);
}

static void build_trips(Builder *builder, int pass, int64_t trips, const Group *early, const Group *rest) {
  bool scope = needs_scope(builder->view.body, early, trips);
  if (trips > 1) build_loop(builder, FORM_TRIPS, 0, trips);
  if (scope) build_scope_open(builder);
  build_trip(builder, pass, early, rest);
  if (trips > 1 || scope) build_close(builder);
}

void build_pass(Builder *builder, int pass, int64_t trips) {
  builder->view.pass = pass;
  Group early = gather(builder, pass, true), rest = gather(builder, pass, false);
  if (early.count + rest.count == 0) return;
  declare_held(builder, &early);
  declare_held(builder, &rest);
  declare_ends(builder, &early, declare_held);
  declare_ends(builder, &rest, declare_held);
  if (trips > 0) build_trips(builder, pass, trips, &early, &rest);
  build_ends_after(builder, pass, &early, &rest);
}

// ---- over all tiles

static Group gather_walked_loads(const Builder *builder, bool pipelined) {
  const Body *body = builder->view.body;
  Group group = group_new(builder);
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    if (place->walked && (pipelined ? pipelines_tile(place) : body_invariant(place))) group_add(&group, i);
  }
  return group;
}

void build_invariants(Builder *builder) {
  Group group = gather_walked_loads(builder, false);
  declare_held(builder, &group);
  build_group_slots(builder, &group);
}

void build_declare_rows(Builder *builder) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    if (pipelines_in_place(place))
      build_add(builder, FORM_KEPT_VARIABLE, i);
    else if (pipelines_tile(place) && !pipelines_through_shared(place))
      build_variable(builder, i);
  }
}

void build_row_loads(Builder *builder) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++)
    if (pipelines_tile(&body->places[i]) && !body->places[i].walked) build_step(builder, i, LANE_FIRST);
  Group group = gather_walked_loads(builder, true);
  build_group_slots(builder, &group);
}

void build_rows_of_slot(Builder *builder) {
  Group group = gather_walked_loads(builder, true);
  build_slot_place(builder, group_dims(builder->view.body, &group));
  build_group(builder, &group);
  build_slot_end(builder);
}

void build_keeping(Builder *builder) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body_invariant(&body->places[i]) && body->places[i].packed) build_add(builder, FORM_KEEP, i);
}
