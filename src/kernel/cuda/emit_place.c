// Where a thread is: from block and thread number to units, from units to the indices of dims.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>

// Declares the indices of the dims in `mask` from `unit`, their linear number with `fast` counted in vectors.
void emit_decode(Emitter *emitter, const char *unit, uint32_t mask, uint32_t read, bool vectors) {
  const Mapping *mapping = &emitter->body->mapping;
  const char *type = index_type(emitter), *divisible = emitter->wide ? "(unsigned long long)" : "(unsigned)";
  int64_t below = 1, vector = 1; // elements of the dims that follow, and how many a unit has
  uint32_t rest = mask;
  Digits digits;
  for (int dim = emitter->nest->dim_count - 1; dim >= 0; dim--) {
    if (!(mask >> dim & 1)) continue;
    bool fast = vectors && dim == mapping->fast;
    int64_t size = emitter->nest->size[dim];
    rest &= ~((uint32_t)1 << dim);
    if (read >> dim & 1) {
      Text value = {0};
      if (rest || below > vector) text_add(&value, divisible);
      text_add(&value, unit);
      if (below > vector) text_printf(&value, " / %s", emit_quotient(emitter, below, vector, digits));
      if (rest)
        text_printf(&value, " %% %s", emit_quotient(emitter, size, fast ? mapping->vector : 1, digits));
      bool scaled = fast && mapping->vector > 1;
      emit_line(emitter, scaled ? "const %s d%d = (%s)(%s) * %d;" : "const %s d%d = (%s)(%s);", type, dim,
                type, text_get(&value), mapping->vector);
      text_free(&value);
    }
    below *= size;
    if (fast) vector = mapping->vector;
  }
}

// ---- the thread's fixed place

void spell_block_place(Emitter *emitter, const CodeNode *node) {
  (void)node;
  const Mapping *mapping = &emitter->body->mapping;
  if (mapping->cluster && mapping->tiles > 1) { // neighbours work on one row
    emit_line(emitter, "const int tile = %s / %" PRId64 "u, split = %s %% %" PRId64 "u;",
              emit_block_text(emitter), mapping->splits, emit_block_text(emitter), mapping->splits);
  } else if (mapping->splits > 1 && mapping->tiles > 1) {
    emit_line(emitter, "const int tile = %s %% %" PRId64 "u, split = %s / %" PRId64 "u;",
              emit_block_text(emitter), mapping->tiles, emit_block_text(emitter), mapping->tiles);
  } else if (mapping->splits > 1) {
    emit_line(emitter, "const int split = %s;", emit_block_text(emitter));
  } else if (mapping->tiles > 1) {
    emit_line(emitter, "const int tile = %s;", emit_block_text(emitter));
  }
}

void spell_cluster_place(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_line(emitter, "const int split = %s %% %" PRId64 "u;", emit_block_text(emitter),
            emitter->body->mapping.splits);
}

void spell_thread_place(Emitter *emitter, const CodeNode *node) {
  (void)node;
  const Mapping *mapping = &emitter->body->mapping;
  if (mapping->owned_lanes == 1)
    emit_line(emitter, "const int lane = threadIdx.x;");
  else if (mapping->fast_walked)
    emit_line(emitter, "const int lane = threadIdx.x %% %du, row = threadIdx.x / %du;", mapping->walk_lanes,
              mapping->walk_lanes);
  else
    emit_line(emitter, "const int lane = threadIdx.x / %du, column = threadIdx.x %% %du;",
              mapping->owned_lanes, mapping->owned_lanes);
}

static void emit_unit(Emitter *emitter, const char *tile) {
  const Mapping *mapping = &emitter->body->mapping;
  const char *type = index_type(emitter);
  const char *within = mapping->owned_lanes == 1 ? "" : mapping->fast_walked ? " + row" : " + column";
  Text place = {0};
  if (mapping->tiles > 1)
    text_printf(&place, mapping->owned_lanes > 1 ? "(%s)%s * %d%s" : "(%s)%s", type, tile,
                mapping->owned_lanes, within);
  else
    text_add(&place, mapping->owned_lanes == 1 ? "0" : within + 3);
  if (mapping->owned_exact) {
    emit_line(emitter, "const %s unit = %s;", type, text_get(&place));
  } else { // threads beyond the end work along on the last unit, and store nothing
    emit_line(emitter, "const %s place = %s;", type, text_get(&place));
    emit_line(emitter, "const bool active = place < %s;", emit_owned_units(emitter, (Digits){0}));
    emit_line(emitter, "const %s unit = active ? place : %s;", type, emit_last_owned(emitter, (Digits){0}));
  }
  text_free(&place);
}

static void tile_text(const Emitter *emitter, OwnedTile tile, Text *out) {
  if (tile == TILE_FIRST)
    group_text(emitter, out);
  else if (tile == TILE_NEXT)
    text_printf(out, "(tile + %" PRId64 ")", emitter->body->mapping.shares);
  else
    text_add(out, "tile");
}

void spell_owned_place(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping;
  Text tile = {0};
  tile_text(emitter, (OwnedTile)node->number, &tile);
  emit_unit(emitter, text_get(&tile));
  emit_decode(emitter, "unit", mapping->owned, node->dims, !mapping->fast_walked);
  emit_ragged_rows(emitter);
  text_free(&tile);
}

// ---- the slots of a walk

// The slots of a thread are neighbours along the walk.
static void emit_blocked_unit(Emitter *emitter) {
  const Mapping *mapping = &emitter->body->mapping;
  Text unit = {0};
  if (mapping->trips > 1)
    text_printf(&unit, "((%s)trip * %d + lane)", index_type(emitter), mapping->walk_lanes);
  else
    text_add(&unit, "lane");
  if (mapping->slots > 1) text_printf(&unit, " * %d + i", mapping->slots);
  emit_line(emitter, "const %s walk = %s;", index_type(emitter), text_get(&unit));
  text_free(&unit);
}

// What several passes compute from places alone, the compiler would keep from the first one on, in more
// registers than held rows leave: later passes number their lanes in a way that it takes for a new one.
static bool computes_places_again(const Emitter *emitter) {
  for (int i = 0; i < emitter->nest->step_count; i++) {
    const StepPlace *place = &emitter->body->places[i];
    bool again = (place->loops & (place->loops - 1)) != 0;
    if (emitter->nest->steps[i].kind == STEP_INDEX && place->used && again) return true;
  }
  return false;
}

static void lane_text(const Emitter *emitter, Text *out) {
  bool again = emitter->body->mapping.persistent && emitter->view.pass > 0 && computes_places_again(emitter);
  if (again)
    text_printf(out, "fb_again<%d>(lane)", emitter->view.pass);
  else
    text_add(out, "lane");
}

void spell_walk_unit(Emitter *emitter, const CodeNode *node) {
  (void)node;
  const Mapping *mapping = &emitter->body->mapping;
  if (mapping->blocked) {
    emit_blocked_unit(emitter);
    return;
  }
  Text unit = {0};
  const char *type = index_type(emitter);
  bool looped = mapping->trips > 1, split = mapping->splits > 1, slots = mapping->slots > 1;
  if (looped && split)
    text_printf(&unit, "((%s)trip * %" PRId64 " + split)", type, mapping->splits);
  else if (looped || split)
    text_printf(&unit, "(%s)%s", type, looped ? "trip" : "split");
  if (slots && (looped || split))
    text_printf(&unit, " * %d + %s * %d + ", mapping->slots * mapping->walk_lanes, emit_slot_text(emitter),
                mapping->walk_lanes);
  else if (slots)
    text_printf(&unit, "%s * %d + ", emit_slot_text(emitter), mapping->walk_lanes);
  else if (looped || split)
    text_printf(&unit, " * %d + ", mapping->walk_lanes);
  lane_text(emitter, &unit);
  emit_line(emitter, "const %s walk = %s;", type, text_get(&unit));
  text_free(&unit);
}

// The first slots of a single trip lie within the walk for every thread: i is known where the loop over them
// is unrolled.
void spell_slot_exists(Emitter *emitter, const CodeNode *node) {
  (void)node;
  const Mapping *mapping = &emitter->body->mapping;
  Text guard = {0};
  int64_t sure = mapping_sure_units(mapping) / mapping->walk_lanes;
  if (sure > 0 && mapping->slots > 1 && mapping->trips == 1 && mapping->splits == 1 && !mapping->blocked)
    text_printf(&guard, "%s < %" PRId64 " || ", emit_slot_text(emitter), sure);
  if (mapping->peeled && mapping->shifted)
    text_add(&guard, "walk < vectors");
  else
    text_printf(&guard, "walk < %s", emit_walk_units(emitter, (Digits){0}));
  emit_open(emitter, "if (%s)", text_get(&guard));
  text_free(&guard);
}

void spell_walk_dims(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping;
  if (!mapping->ragged)
    emit_decode(emitter, "walk", mapping->walked, node->dims, mapping->fast_walked);
  else if (!mapping->linear && (node->dims >> mapping->fast & 1))
    emit_line(emitter, "const %s d%d = start;", index_type(emitter), mapping->fast);
}

void spell_lane_dims(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping;
  const char *unsigned_type = emitter->wide ? "unsigned long long" : "unsigned";
  emit_line(emitter, "const %s element = (%s)(start + j);", unsigned_type, unsigned_type);
  int64_t below = 1;
  uint32_t rest = mapping->walked;
  Digits digits;
  for (int dim = emitter->nest->dim_count - 1; dim >= 0; dim--) {
    if (!(mapping->walked >> dim & 1)) continue;
    rest &= ~((uint32_t)1 << dim);
    if (node->dims >> dim & 1) {
      Text value = {0};
      text_add(&value, "element");
      if (below > 1) text_printf(&value, " / %s", emit_number(emitter, below, digits));
      if (rest) text_printf(&value, " %% %s", emit_number(emitter, emitter->nest->size[dim], digits));
      emit_line(emitter, "const %s e%d = (%s)(%s);", index_type(emitter), dim, index_type(emitter),
                text_get(&value));
      text_free(&value);
    }
    below *= emitter->nest->size[dim];
  }
}
