// All loops of a kernel, with what stands around them: accumulators, what scans pass on, what later slots
// read.
#include "kernel/code/build.h"

static bool scans_in(const Body *body, int step, int pass) {
  return body->nest->steps[step].kind == STEP_SCAN && (body->places[step].loops >> pass & 1);
}

// What the trips before have come to.
static void build_carries(Builder *builder) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++)
    if (body->nest->steps[i].kind == STEP_SCAN && body->places[i].used) build_add(builder, FORM_CARRY, i);
}

// The accumulators of this trip's elements: those that do not exist keep the neutral element.
static void build_elements(Builder *builder, int pass) {
  const Body *body = builder->view.body;
  for (int i = 0; i < body->nest->step_count; i++)
    if (scans_in(body, i, pass)) build_add(builder, FORM_ELEMENTS, i);
}

static void build_pass_on(Builder *builder, int scan) {
  const Body *body = builder->view.body;
  int *reduces = build_room(builder);
  reduces[0] = scan;
  bool alone = body->mapping.walk_lanes == 1,
       shares = mapping_scan_shared_count(&body->mapping, &body->nest->steps[scan]);
  build_reduce(builder, FORM_PASS_ON, alone ? AMONG_THREAD : shares ? AMONG_BLOCK : AMONG_WARP, reduces, 1);
}

static void build_scan_pass(Builder *builder, int pass, int64_t trips) {
  build_elements(builder, pass);
  build_pass(builder, pass, trips);
  for (int i = 0; i < builder->view.body->nest->step_count; i++)
    if (scans_in(builder->view.body, i, pass)) build_pass_on(builder, i);
}

// Each trip runs every pass before the next begins: reductions finish after the last.
static void build_ordered(Builder *builder) {
  const Body *body = builder->view.body;
  const Mapping *mapping = &body->mapping;
  build_before(builder, 0);
  for (int pass = 0; pass < body->loops; pass++)
    build_accumulators(builder, pass);
  if (mapping->trips > 1) build_loop(builder, FORM_TRIPS, 0, mapping->trips);
  for (int pass = 0; pass < body->loops && mapping->trips > 0; pass++)
    build_scan_pass(builder, pass, 1);
  if (mapping->trips > 1) build_close(builder);
  for (int pass = 0; pass < body->loops; pass++) {
    build_combine(builder, pass);
    build_before(builder, pass + 1);
  }
}

void build_passes(Builder *builder) {
  const Body *body = builder->view.body;
  build_carries(builder);
  if (body->mapping.ordered) {
    build_ordered(builder);
    return;
  }
  for (int pass = 0; pass < body->loops; pass++) {
    build_before(builder, pass);
    bool before = pass == 0 && body_pipelines_in_place(body); // it has run in the tile before
    if (!before) build_accumulators(builder, pass);
    if (pass > 0) build_first_pipelined(builder, pass);
    build_restart(builder, pass);
    if (!before) build_scan_pass(builder, pass, body->mapping.trips);
    if (pass == 0) build_first_pipelined(builder, pass); // behind the loads of the row
    build_behind(builder, pass);
    build_combine(builder, pass);
  }
  build_in_place_rest(builder);
  build_before(builder, body->loops);
}
