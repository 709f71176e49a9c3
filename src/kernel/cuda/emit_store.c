// Stores: who stores, where to, and how.
#include "kernel/cuda/emit_internal.h"

static void and_text(Text *out, const char *test) {
  if (out->length) text_add(out, " && ");
  text_add(out, test);
}

// Who stores: one thread for each element, at index 0 of the dims that the store does not run over.
void store_guard(const Emitter *emitter, int at, LaneView view, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  const Step *step = &emitter->nest->steps[at];
  const StepPlace *place = &emitter->body->places[at];
  if (!mapping->owned_exact) and_text(out, "active");
  if (mapping->walk_exact && (mapping->product_cuts_rows || mapping->product_cuts_columns)) {
    and_text(out, "");
    emit_product_exists_text(emitter, out);
  }
  if (!place->walked) and_text(out, "lane == 0");
  if (!place->walked && mapping->splits > 1 && (step->pass == 0 || mapping->cluster)) {
    bool tile =
        mapping->tile_down != NO_DIM; // it has blocks at places of a tile, without a number of the split
    and_text(out, tile ? emit_block_text(emitter) : "split");
    text_add(out, " == 0");
  }
  if (place->walked && place->lanes && view == LANE_EACH && emit_lane_guard(emitter))
    and_text(out, emit_lane_guard(emitter));
  uint32_t tested = place->walked ? nest_all_dims(emitter->nest) : mapping->owned;
  for (int dim = 0; dim < emitter->nest->dim_count; dim++) {
    if (!(tested & ~step->dims & (uint32_t)1 << dim) || emitter->nest->size[dim] == 1) continue;
    if (out->length) text_add(out, " && ");
    Index index = {.count = 1, .term = {{dim, 1}}};
    index_text(emitter, &index, view, out);
    text_add(out, " == 0");
  }
  condition_text(emitter, step->condition, view, out);
}

// To memory; only whole vectors say when they leave the second-level cache.
const char *store_function(const Emitter *emitter, int at) {
  static const char *const by_stores[] = {
      [STORES_IN_TURN] = "fb_store",
      [STORES_LAST] = "fb_store<fb_leaves_last>",
      [STORES_FIRST] = "fb_store<fb_leaves_first>",
  };
  const Step *step = &emitter->nest->steps[at];
  const StepPlace *place = &emitter->body->places[at];
  int vector = emitter->body->mapping.vector;
  if (step->accumulate) return "fb_atomic_add";
  bool words = place->vectorized && vector > 1 && vector * dtype_bytes(step->stored) >= 4;
  return by_stores[words ? emitter->body->stores : STORES_IN_TURN];
}

static void emit_guarded_store(Emitter *emitter, int at, LaneView view, const char *value,
                               const char *lanes) {
  Text guard = {0}, address = {0}, comment = {0};
  store_guard(emitter, at, view, &guard);
  step_address(emitter, at, view, &address);
  emit_comment_text(emitter, at, &comment);
  bool staged = emitter->body->places[at].staged; // in shared memory
  const char *function = staged ? "fb_store" : store_function(emitter, at);
  if (guard.length)
    emit_line(emitter, "if (%s) %s(%s, %s%s);%s", text_get(&guard), function, text_get(&address), value,
              lanes, text_get(&comment));
  else
    emit_line(emitter, "%s(%s, %s%s);%s", function, text_get(&address), value, lanes, text_get(&comment));
  text_free(&guard);
  text_free(&address);
  text_free(&comment);
}

// The same value in every lane.
void spell_same_variable(Emitter *emitter, const CodeNode *node) {
  int operand = emitter->nest->steps[node->step].operand[0];
  Text value = {0};
  emit_line(emitter, "%s same_%d[%d];", emit_type_name(emitter->nest->steps[operand].dtype), node->step,
            emitter->body->mapping.vector);
  step_reference(emitter, operand, LANE_FIRST, &value);
  emit_line(emitter, "fb_fill(same_%d, %s);", node->step, text_get(&value));
  text_free(&value);
}

void spell_store(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  const Step *step = &emitter->nest->steps[at];
  const StepPlace *place = &emitter->body->places[at];
  int operand = step->operand[0];
  Text value = {0};
  if (place->vectorized && emitter->body->places[operand].lanes)
    emit_array_text(emitter, operand, &value);
  else if (place->vectorized)
    text_printf(&value, "same_%d", at);
  else
    step_reference(emitter, operand, node->lanes, &value);
  emit_guarded_store(emitter, at, node->lanes, text_get(&value),
                     place->vectorized ? emit_lanes_text(emitter) : "");
  text_free(&value);
}
