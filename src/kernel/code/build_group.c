#include "kernel/code/build_group.h"

Group group_new(const Builder *builder) {
  return (Group){build_room(builder), 0};
}

void group_add(Group *group, int at) {
  group->steps[group->count++] = at;
}

uint32_t group_dims(const Body *body, const Group *group) {
  uint32_t dims = 0;
  for (int i = 0; i < group->count; i++)
    dims |= body_dims_read(body, group->steps[i]);
  return dims;
}

// ---- how a step runs

static bool is_store(const Body *body, int at) {
  return body->nest->steps[at].kind == STEP_STORE;
}

// All lanes at once: vector loads and random numbers.
static bool comes_whole(const Body *body, int at) {
  return body->places[at].lanes && body->places[at].vectorized && !is_store(body, at);
}

static bool comes_with_earlier(const Body *body, int at) {
  const StepPlace *place = &body->places[at];
  return place->paired && !pipelines_slot(place) && place->pair < at;
}

bool body_runs_by_lanes(const Body *body, int at) {
  return body->places[at].lanes && !comes_whole(body, at) && !is_store(body, at) &&
         !body_takes_vectors(body, at);
}

static bool stores_by_lanes(const Body *body, int at) {
  return is_store(body, at) && body->places[at].lanes && !body->places[at].vectorized;
}

// ---- values

void build_variable(Builder *builder, int at) {
  bool packed = builder->view.body->places[at].packed;
  build_add(builder, packed ? FORM_PACKED_VARIABLE : FORM_VARIABLE, at);
}

// Loads that are not hoisted are unpacked where they stand.
static bool comes_packed(const Body *body, int at, int pass) {
  const StepPlace *place = &body->places[at];
  return place->packed && place->issue != ISSUE_HOISTED && !pipelines_slot(place) &&
         (place->loops >> pass & 1);
}

static void unpack(Builder *builder, int at, int pass) {
  if (builder->view.body->places[at].reads >> pass & 1) build_number(builder, FORM_UNPACK, pass)->step = at;
}

void build_unpack(Builder *builder, int pass) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->places[i].packed && !comes_packed(body, i, pass)) unpack(builder, i, pass);
}

void build_step(Builder *builder, int at, LaneView lanes) {
  const Step *step = &builder->view.body->nest->steps[at];
  if (step->kind == STEP_NUMBER) return;
  CodeForm form = step_accumulates(step)    ? FORM_ACCUMULATE
                  : step->kind == STEP_LOAD ? FORM_LOAD
                                            : FORM_COMPUTE;
  build_add(builder, form, at)->lanes = lanes;
}

static void declare_vector(Builder *builder, int at) {
  const Body *body = builder->view.body;
  if (!body->places[at].packed && !body_declared_before(body, at)) build_add(builder, FORM_VARIABLE, at);
}

static void build_vector(Builder *builder, int at) {
  const Body *body = builder->view.body;
  const StepPlace *place = &body->places[at];
  StepKind kind = body->nest->steps[at].kind;
  bool load = kind == STEP_LOAD, pair = place->paired && !pipelines_slot(place);
  if (load && pipelines_through_shared(place)) {
    build_add(builder, pipelines_in_place(place) ? FORM_LOAD_IN_PLACE : FORM_COPY_ASYNC, at);
    return;
  }
  declare_vector(builder, at);
  if (pair) declare_vector(builder, place->pair);
  CodeNode *node = build_add(builder,
                             kind == STEP_PRODUCT ? FORM_PRODUCT_TAKE
                             : !load              ? FORM_RANDOM_VECTOR
                             : pair               ? FORM_LOAD_PAIR
                                                  : FORM_LOAD_VECTOR,
                             at);
  node->number = pair ? place->pair : NO_STEP;
}

static void build_store(Builder *builder, int at) {
  const Body *body = builder->view.body;
  const StepPlace *place = &body->places[at];
  bool same = place->vectorized && !body->places[body->nest->steps[at].operand[0]].lanes;
  if (same) build_add(builder, FORM_SAME_VARIABLE, at);
  build_add(builder, FORM_STORE, at)->lanes = stores_by_lanes(body, at) ? LANE_EACH : LANE_FIRST;
}

// ---- the parts of a group

static uint32_t dims_of(const Body *body, const Group *group, bool (*belongs)(const Body *body, int at),
                        int *count) {
  uint32_t dims = 0;
  *count = 0;
  for (int i = 0; i < group->count; i++) {
    if (!belongs(body, group->steps[i])) continue;
    dims |= body_dims_read(body, group->steps[i]);
    ++*count;
  }
  return dims;
}

// Opens the loop over lanes, with the places of each that are read; false: none of the group runs there.
static bool open_lanes(Builder *builder, const Group *group, bool (*belongs)(const Body *body, int at)) {
  const Body *body = builder->view.body;
  int count;
  uint32_t dims = dims_of(body, group, belongs, &count);
  if (!count) return false;
  build_loop(builder, FORM_LANES, 0, body->mapping.vector)->unrolled = true;
  if (body->mapping.linear && (dims & body->mapping.walked))
    build_add(builder, FORM_LANE_DIMS, NO_STEP)->dims = dims;
  return true;
}

static void build_lane_loop(Builder *builder, const Group *group) {
  const Body *body = builder->view.body;
  for (int i = 0; i < group->count; i++) {
    int at = group->steps[i];
    if (body_runs_by_lanes(body, at) && body->places[at].array && !body_declared_before(body, at))
      build_add(builder, FORM_VARIABLE, at);
  }
  if (!open_lanes(builder, group, body_runs_by_lanes)) return;
  for (int i = 0; i < group->count; i++)
    if (body_runs_by_lanes(body, group->steps[i])) build_step(builder, group->steps[i], LANE_EACH);
  build_close(builder);
}

static void build_lane_stores(Builder *builder, const Group *group) {
  const Body *body = builder->view.body;
  if (!open_lanes(builder, group, stores_by_lanes)) return;
  for (int i = 0; i < group->count; i++)
    if (stores_by_lanes(body, group->steps[i])) build_store(builder, group->steps[i]);
  build_close(builder);
}

void build_group(Builder *builder, const Group *group) {
  const Body *body = builder->view.body;
  for (int i = 0; i < group->count; i++)
    if (!body->places[group->steps[i]].lanes && !is_store(body, group->steps[i]))
      build_step(builder, group->steps[i], LANE_FIRST);
  for (int i = 0; i < group->count; i++)
    if (comes_whole(body, group->steps[i]) && !comes_with_earlier(body, group->steps[i]))
      build_vector(builder, group->steps[i]);
  for (int i = 0; i < group->count; i++)
    if (comes_packed(body, group->steps[i], builder->view.pass))
      unpack(builder, group->steps[i], builder->view.pass);
  build_lane_loop(builder, group);
  for (int i = 0; i < group->count; i++)
    if (body_takes_vectors(body, group->steps[i]))
      build_add(builder, FORM_ACCUMULATE_VECTOR, group->steps[i]);
  for (int i = 0; i < group->count; i++)
    if (is_store(body, group->steps[i]) && !stores_by_lanes(body, group->steps[i]))
      build_store(builder, group->steps[i]);
  build_lane_stores(builder, group);
}
