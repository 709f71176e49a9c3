// Tours: a block, or a cluster of them, takes tiles one after another, and loads the next while it works on
// one.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>

// ---- what is copied into shared memory ahead of its tour

// Each thread reads what it has copied itself: the vectors of its slots, all threads' first.
static void declare_copies(Emitter *emitter) {
  if (!emitter->launch.ahead_bytes) return;
  const Mapping *mapping = &emitter->body.mapping;
  int64_t at = 0;
  emit_line(emitter, "FB_DYNAMIC_SHARED(ahead, %d); // what is loaded ahead", emitter->launch.ahead_bytes);
  for (int i = 0; i < emitter->nest->step_count; i++) {
    if (!emitter->body.places[i].copied) continue;
    const char *type = memory_name(emitter->nest->steps[i].stored);
    emit_line(emitter, "%s *const %s_ahead = (%s *)(ahead + %" PRId64 ") + threadIdx.x * %d;", type,
              emitter->steps[i], type, at, mapping->vector);
    at += body_copied_bytes(&emitter->body, i);
  }
}

void copy_text(const Emitter *emitter, int at, Text *out) {
  const Mapping *mapping = &emitter->body.mapping;
  text_printf(out, "%s_ahead", emitter->steps[at]);
  if (mapping->slots == 1) return;
  text_printf(out, " + %s", slot_text(emitter));
  if (emitter->body.places[at].leads) text_printf(out, " %% %d", LEADING_SLOTS);
  text_printf(out, " * %d", mapping_threads(mapping) * mapping->vector);
}

void emit_copy_ahead(Emitter *emitter, int at) {
  if (emitter->body.places[at].refilled) {
    emit_refill(emitter, at);
    return;
  }
  Text to = {0}, address = {0};
  copy_text(emitter, at, &to);
  step_address(emitter, at, LANE_FIRST, &address);
  emit_line(emitter, "fb_copy_ahead<%d>(%s, %s);", emitter->body.mapping.vector, text_get(&to),
            text_get(&address));
  text_free(&to);
  text_free(&address);
}

static void take_copy(Emitter *emitter, int at) {
  bool packed = emitter->body.places[at].packed;
  Text name = {0}, from = {0};
  (packed ? packed_text : array_text)(emitter, at, &name);
  copy_text(emitter, at, &from);
  emit_line(emitter, "fb_load(%s, %s);", text_get(&name), text_get(&from));
  text_free(&name);
  text_free(&from);
}

// What has been copied for this tour comes into registers: then there is room for the next one's.
static void take_copies(Emitter *emitter) {
  if (!emitter->launch.ahead_bytes || emitter->body.mapping.ahead == AHEAD_PLACE) return;
  emit_line(emitter, "fb_await_copies();");
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].copied)
      (emitter->body.places[i].packed ? emit_packed_declaration : emit_declaration)(emitter, i);
  emit_slots_open(emitter);
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].copied) take_copy(emitter, i);
  emit_slots_close(emitter);
}

// ---- tours

// The block, or the cluster, of those that share the tiles.
static const char *group_text(const Emitter *emitter, Text *out) {
  const Mapping *mapping = &emitter->body.mapping;
  if (mapping->cluster)
    text_printf(out, "(%s / %" PRId64 "u)", block_text(emitter), mapping->splits);
  else
    text_add(out, block_text(emitter));
  return text_get(out);
}

static void open_tours(Emitter *emitter, const char *group) {
  const Mapping *mapping = &emitter->body.mapping;
  const char *turn = mapping_alternates(mapping) ? ", turn = 0" : "",
             *next = mapping_alternates(mapping) ? ", turn ^= 1" : "";
  if (mapping->tours > 1)
    emit_open(emitter, "for (%s tile = %s%s; tile < %" PRId64 "; tile += %" PRId64 "%s)", index_type(emitter),
              group, turn, mapping->tiles, mapping->shares, next);
  else
    emit_scope_open(emitter);
  if (mapping->tours <= 1 && mapping->tiles > 1)
    emit_line(emitter, "const %s tile = %s;", index_type(emitter), group);
}

// The rows of the first tour. They wait where those of all others do: if tours began with what comes from two
// places, each would wait for both.
static void emit_first_rows(Emitter *emitter, const char *group) {
  if (!emitter->body.mapping.ahead) return;
  emitter->at_next = emitter->body.mapping.ahead != AHEAD_PLACE;
  declare_ahead(emitter);
  emit_scope_open(emitter);
  emit_owned_place(emitter, group);
  emit_loads_ahead(emitter);
  emit_close(emitter);
  emitter->at_next = false;
  emit_first_taken(emitter);
}

// What was loaded ahead becomes what this tour reads.
static void turn_over(Emitter *emitter) {
  if (!emitter->body.mapping.ahead || emitter->body.mapping.ahead == AHEAD_PLACE) return;
  declare_ahead(emitter);
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].ahead && !emitter->body.places[i].copied) emit_turn_over(emitter, i);
}

static void emit_next_rows(Emitter *emitter) {
  const Mapping *mapping = &emitter->body.mapping;
  if (!mapping->ahead) return;
  if (mapping->ahead == AHEAD_PLACE) {
    emit_line(emitter, "const bool more = tile + %" PRId64 " < %" PRId64 ";", mapping->shares,
              mapping->tiles);
    return;
  }
  Text next = {0};
  text_printf(&next, "(tile + %" PRId64 ")", mapping->shares);
  emitter->at_next = true;
  emit_open(emitter, "if (tile + %" PRId64 " < %" PRId64 ")", mapping->shares, mapping->tiles);
  emit_owned_place(emitter, text_get(&next));
  emit_loads_ahead(emitter);
  emit_close(emitter);
  emitter->at_next = false;
  text_free(&next);
}

// What all rows read alike and is not meant to stay in registers, the compiler would keep there, or spill.
static void forget_places(Emitter *emitter) {
  for (int i = 0; i < emitter->nest->step_count; i++) {
    const Step *step = &emitter->nest->steps[i];
    const StepPlace *place = &emitter->body.places[i];
    bool alike = place->used && place->walked && !(step->dims & emitter->body.mapping.owned);
    if (step->kind != STEP_LOAD || !alike || place->resident || emitter->nest->crossed) continue;
    if (emitter->body.mapping.owned_lanes > 1)
      emit_line(emitter, "const int lane = fb_anew(threadIdx.x %% %du);", emitter->body.mapping.walk_lanes);
    else
      emit_line(emitter, "const int lane = fb_anew(threadIdx.x);");
    return;
  }
}

void emit_tours(Emitter *emitter) {
  if (emitter->body.mapping.tiles == 0) return;
  Text group = {0};
  group_text(emitter, &group);
  declare_copies(emitter);
  emit_residents(emitter);
  emit_first_rows(emitter, text_get(&group));
  emit_cluster_started(emitter);
  open_tours(emitter, text_get(&group));
  forget_places(emitter);
  emit_owned_place(emitter, "tile");
  emit_keeping(emitter);
  take_copies(emitter);
  turn_over(emitter);
  emit_next_rows(emitter);
  emit_passes(emitter);
  emit_close(emitter);
  text_free(&group);
}

void emit_toured_rows(Emitter *emitter) {
  const Mapping *mapping = &emitter->body.mapping;
  if (mapping->cluster)
    emit_line(emitter, "const int split = %s %% %" PRId64 "u;", block_text(emitter), mapping->splits);
  emit_thread_lane(emitter);
  emit_cluster_start(emitter);
  emit_walk_place(emitter);
  emit_tours(emitter);
}
