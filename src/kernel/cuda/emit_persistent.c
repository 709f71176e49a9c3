// Persistent blocks: each, or a cluster of them, takes tiles one after another, and loads the next while it
// works on one.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>

// ---- what is copied into shared memory before its tile

void spell_shared_pipeline(Emitter *emitter, const CodeNode *node) {
  emit_line(emitter, "FB_DYNAMIC_SHARED(ahead, %d); // what is loaded ahead", (int)node->bytes);
}

// Each thread reads what it has copied itself: the vectors of its slots, all threads' first.
void spell_pipeline_pointer(Emitter *emitter, const CodeNode *node) {
  const char *type = kernel_memory_type(emitter->nest->steps[node->step].stored);
  emit_line(emitter, "%s *const %s_ahead = (%s *)(ahead + %" PRId64 ") + threadIdx.x * %d;", type,
            emitter->steps[node->step], type, node->number, emitter->body->mapping.vector);
}

void emit_copy_text(const Emitter *emitter, int at, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  text_printf(out, "%s_ahead", emitter->steps[at]);
  if (mapping->slots == 1) return;
  text_printf(out, " + %s", emit_slot_text(emitter));
  if (pipelines_slot(&emitter->body->places[at])) text_printf(out, " %% %d", PIPELINE_SLOTS);
  text_printf(out, " * %d", mapping_threads(mapping) * mapping->vector);
}

void spell_copy_async(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  Text to = {0}, address = {0};
  emit_copy_text(emitter, at, &to);
  step_address(emitter, at, LANE_FIRST, &address);
  emit_line(emitter, "fb_copy_ahead<%d>(%s, %s);", emitter->body->mapping.vector, text_get(&to),
            text_get(&address));
  text_free(&to);
  text_free(&address);
}

void spell_take_copy(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  bool packed = emitter->body->places[at].packed;
  Text name = {0}, from = {0};
  (packed ? emit_packed_text : emit_array_text)(emitter, at, &name);
  emit_copy_text(emitter, at, &from);
  emit_line(emitter, "fb_load(%s, %s);", text_get(&name), text_get(&from));
  text_free(&name);
  text_free(&from);
}

void spell_await(Emitter *emitter, const CodeNode *node) {
  if (node->number)
    emit_line(emitter, "fb_await_copies<%" PRId64 ">();", node->number);
  else
    emit_line(emitter, "fb_await_copies();");
}

void spell_keep(Emitter *emitter, const CodeNode *node) {
  emit_line(emitter, "fb_keep_packed(%s_packed);", emitter->steps[node->step]);
}

// ---- the tile loop

// The block, or the cluster, of those that share the tiles.
const char *group_text(const Emitter *emitter, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  if (mapping->cluster)
    text_printf(out, "(%s / %" PRId64 "u)", emit_block_text(emitter), mapping->splits);
  else
    text_add(out, emit_block_text(emitter));
  return text_get(out);
}

void spell_tiles(Emitter *emitter, const CodeNode *node) {
  (void)node;
  const Mapping *mapping = &emitter->body->mapping;
  const char *turn = mapping_alternates(mapping) ? ", turn = 0" : "",
             *next = mapping_alternates(mapping) ? ", turn ^= 1" : "";
  Text group = {0};
  emit_open(emitter, "for (%s tile = %s%s; tile < %s; tile += %" PRId64 "%s)", index_type(emitter),
            group_text(emitter, &group), turn, emit_tile_count(emitter, (Digits){0}), mapping->shares, next);
  text_free(&group);
}

void spell_group_tile(Emitter *emitter, const CodeNode *node) {
  (void)node;
  Text group = {0};
  emit_line(emitter, "const %s tile = %s;", index_type(emitter), group_text(emitter, &group));
  text_free(&group);
}

void spell_more_tiles(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_line(emitter, "const bool more = tile + %" PRId64 " < %s;", emitter->body->mapping.shares,
            emit_tile_count(emitter, (Digits){0}));
}

void spell_lane_anew(Emitter *emitter, const CodeNode *node) {
  (void)node;
  if (emitter->body->mapping.owned_lanes > 1)
    emit_line(emitter, "const int lane = fb_anew(threadIdx.x %% %du);", emitter->body->mapping.walk_lanes);
  else
    emit_line(emitter, "const int lane = fb_anew(threadIdx.x);");
}
