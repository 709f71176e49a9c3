// Scans: the accumulators of a trip's elements, what the trips before came to, and how threads pass it on.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>
#include <stdlib.h>

static bool scans_in(const Emitter *emitter, int step, int pass) {
  return emitter->nest->steps[step].kind == STEP_SCAN && (emitter->body.places[step].loops >> pass & 1);
}

static int scan_lanes(const Emitter *emitter, int scan) {
  return reduction_per_lane(&emitter->body.mapping, &emitter->nest->steps[scan])
             ? emitter->body.mapping.vector
             : 1;
}

void scan_text(const Emitter *emitter, int scan, LaneView view, Text *out) {
  const char *lane = view == LANE_EACH && scan_lanes(emitter, scan) > 1 ? "j" : "0";
  text_printf(out, "%s[%s][%s]", emitter->steps[scan], emitter->body.mapping.slots > 1 ? "i" : "0", lane);
}

void emit_scan_shared(Emitter *emitter) {
  for (int i = 0; i < emitter->nest->step_count; i++) {
    const Step *step = &emitter->nest->steps[i];
    if (step->kind != STEP_SCAN || !emitter->body.places[i].used) continue;
    int count = scan_shared_count(&emitter->body.mapping, step);
    if (!count) continue;
    Text type = {0}, name = {0}, extent = {0};
    accumulator_type(emitter, step, &type);
    text_printf(&name, "%s_shared", emitter->steps[i]);
    text_printf(&extent, "[%d]", count);
    emit_shared_variable(emitter, text_get(&type), text_get(&name), text_get(&extent));
    text_free(&type);
    text_free(&name);
    text_free(&extent);
  }
}

// What the trips before have come to; down columns one for each lane.
static void emit_carries(Emitter *emitter) {
  for (int i = 0; i < emitter->nest->step_count; i++) {
    const Step *step = &emitter->nest->steps[i];
    if (step->kind != STEP_SCAN || !emitter->body.places[i].used) continue;
    Text type = {0};
    accumulator_type(emitter, step, &type);
    int lanes = emitter->body.mapping.fast_walked ? 1 : scan_lanes(emitter, i);
    emit_line(emitter, "%s %s_carry[%d]; // up to here", text_get(&type), emitter->steps[i], lanes);
    emit_line(emitter, "for (int j = 0; j < %d; j++) %s_carry[j].start();", lanes, emitter->steps[i]);
    text_free(&type);
  }
}

// The accumulators of this trip's elements: those that do not exist keep the neutral element.
static void emit_elements(Emitter *emitter, int pass) {
  for (int i = 0; i < emitter->nest->step_count; i++) {
    if (!scans_in(emitter, i, pass)) continue;
    Text type = {0};
    accumulator_type(emitter, &emitter->nest->steps[i], &type);
    emit_line(emitter, "%s %s[%d][%d];", text_get(&type), emitter->steps[i], emitter->body.mapping.slots,
              scan_lanes(emitter, i));
    emit_line(emitter, "fb_start(%s);", emitter->steps[i]);
    text_free(&type);
  }
}

static void emit_pass_on(Emitter *emitter, int scan) {
  const Mapping *mapping = &emitter->body.mapping;
  const char *name = emitter->steps[scan];
  int count = scan_shared_count(mapping, &emitter->nest->steps[scan]);
  Text shared = {0};
  if (count && mapping->ordered && mapping->trips > 1)
    text_printf(&shared, ", %s_shared + (trip & 1) * %d", name, count / 2);
  else if (count)
    text_printf(&shared, ", %s_shared", name);
  if (mapping->fast_walked)
    emit_line(emitter, "fb_scan_row<%d>(%s, %s_carry[0]%s);", mapping->walk_lanes, name, name,
              text_get(&shared));
  else if (count)
    emit_line(emitter, "fb_scan_columns<%d, %d>(%s, %s_carry%s);", mapping->owned_lanes,
              mapping_threads(mapping), name, name, text_get(&shared));
  else
    emit_line(emitter, "fb_scan_column(%s, %s_carry);", name, name);
  text_free(&shared);
}

static void emit_scan_pass(Emitter *emitter, int pass, int64_t trips) {
  emit_elements(emitter, pass);
  emit_pass(emitter, pass, trips);
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (scans_in(emitter, i, pass)) emit_pass_on(emitter, i);
}

// Each trip runs every pass before the next begins: reductions finish after the last.
static void emit_ordered(Emitter *emitter) {
  const Mapping *mapping = &emitter->body.mapping;
  emit_before(emitter, 0);
  for (int pass = 0; pass < emitter->body.loops; pass++)
    emit_accumulators(emitter, pass);
  if (mapping->trips > 1)
    emit_open(emitter, "for (%s trip = 0; trip < %" PRId64 "; trip++)", index_type(emitter), mapping->trips);
  for (int pass = 0; pass < emitter->body.loops && mapping->trips > 0; pass++)
    emit_scan_pass(emitter, pass, 1);
  if (mapping->trips > 1) emit_close(emitter);
  for (int pass = 0; pass < emitter->body.loops; pass++) {
    emit_combine(emitter, pass);
    emit_before(emitter, pass + 1);
  }
}

void emit_passes(Emitter *emitter) {
  emit_carries(emitter);
  if (emitter->body.mapping.ordered) {
    emit_ordered(emitter);
    return;
  }
  for (int pass = 0; pass < emitter->body.loops; pass++) {
    emit_before(emitter, pass);
    bool before = pass == 0 && refills(emitter); // it has run in the tour before
    if (!before) emit_accumulators(emitter, pass);
    if (pass > 0) emit_first_leading(emitter, pass);
    emit_restart(emitter, pass);
    if (!before) emit_scan_pass(emitter, pass, emitter->body.mapping.trips);
    if (pass == 0) emit_first_leading(emitter, pass); // behind the loads of the row
    emit_behind(emitter, pass);
    emit_combine(emitter, pass);
  }
  emit_refilled_rest(emitter);
  emit_before(emitter, emitter->body.loops);
}
