// Tiles: a block's place, and what goes through shared memory before and after the loop over its rows.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>
#include <stdio.h>

static bool is_staged(const Emitter *emitter, int at, StepKind kind) {
  const StepPlace *place = &emitter->body->places[at];
  return place->staged && place->used && emitter->nest->steps[at].kind == kind;
}

// ---- names

// Tiles and squares are named after the value that is loaded, or the buffer that is stored to.
static void named_text(const Emitter *emitter, int at, const char *suffix, Text *out) {
  const Step *step = &emitter->nest->steps[at];
  bool store = step->kind == STEP_STORE, again = false;
  int source = tile_source(&emitter->body->mapping, at);
  for (int i = 0; store && i < at; i++)
    again |= is_staged(emitter, i, STEP_STORE) && emitter->nest->steps[i].buffer == step->buffer;
  text_add(out, store ? emitter->buffers[step->buffer] : emitter->steps[source]);
  if (again) text_printf(out, "_%d", at);
  text_add(out, suffix);
}

void tile_address(const Emitter *emitter, int at, Text *out) {
  named_text(emitter, at, "_tile.at(row, column)", out);
}

// ---- shared memory and the block's place

void spell_shared_tile(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping;
  Text type = {0}, name = {0};
  text_printf(&type, "fb_tile<%s, %d, %d, %d>", kernel_memory_type(emitter->nest->steps[node->step].stored),
              mapping->tile_rows, mapping->tile_units, mapping->vector);
  named_text(emitter, node->step, "_tile", &name);
  emit_shared_variable(emitter, text_get(&type), text_get(&name), "");
  text_free(&type);
  text_free(&name);
}

// Where a square lies in the tile: its first row, and its unit along the row.
static void emit_patch(Emitter *emitter, const char *number) {
  const Mapping *mapping = &emitter->body->mapping;
  int down = mapping->tile_rows / mapping->vector;
  Text scale = {0};
  if (mapping->vector > 1) text_printf(&scale, " * %d", mapping->vector);
  emit_line(emitter, "const int down = %s %% %d%s, along = %s / %d;", number, down, text_get(&scale), number,
            down);
  text_free(&scale);
}

// The block's number, split into one for each dim: `count` places along the dim, of `step` indices each.
static void emit_origin(Emitter *emitter, const char *name, int64_t below, int64_t count, bool slowest,
                        int64_t step) {
  const char *type = index_type(emitter);
  Text value = {0};
  text_add(&value, count == 1 ? "0" : emit_block_text(emitter));
  if (count > 1 && below > 1) text_printf(&value, " / %" PRId64, below);
  if (count > 1 && !slowest) text_printf(&value, " %% %" PRId64, count);
  if (count > 1 && step > 1)
    emit_line(emitter, "const %s %s = (%s)(%s) * %" PRId64 ";", type, name, type, text_get(&value), step);
  else
    emit_line(emitter, "const %s %s = (%s)(%s);", type, name, type, text_get(&value));
  text_free(&value);
}

static void emit_batch(Emitter *emitter, uint32_t read) {
  const Mapping *mapping = &emitter->body->mapping;
  const Nest *nest = emitter->nest;
  int64_t below = mapping->tiles_along * mapping->tiles_down;
  for (int dim = nest->dim_count - 1; dim >= 0; dim--) {
    if (dim == mapping->fast || dim == mapping->tile_down) continue;
    char name[16];
    snprintf(name, sizeof name, "d%d", dim);
    if (read >> dim & 1)
      emit_origin(emitter, name, below, nest->size[dim], below * nest->size[dim] == mapping->splits, 1);
    below *= nest->size[dim];
  }
}

void spell_tile_place(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping;
  emit_line(emitter, "const int lane = threadIdx.x, column = lane %% %d;", mapping->tile_units);
  emit_line(emitter, "// The block's tile: its first row and element, of %" PRId64 " x %" PRId64 " tiles.",
            mapping->tiles_down, mapping->tiles_along);
  int64_t tiles = mapping->tiles_down * mapping->tiles_along;
  emit_origin(emitter, "top", mapping->tiles_along, mapping->tiles_down, tiles == mapping->splits,
              mapping->tile_rows);
  emit_origin(emitter, "left", 1, mapping->tiles_along, mapping->tiles_along == mapping->splits,
              (int64_t)mapping->tile_units * mapping->vector);
  emit_batch(emitter, node->dims);
  if (body_patches(emitter->body) == 1) emit_patch(emitter, "lane");
}

// ---- rows

void tile_guard_text(const Emitter *emitter, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  const Nest *nest = emitter->nest;
  if (nest->size[mapping->tile_down] % mapping->tile_rows)
    text_printf(out, "d%d < %" PRId64, mapping->tile_down, nest->size[mapping->tile_down]);
  if (mapping_row_units(mapping) % mapping->tile_units)
    text_printf(out, "%sd%d < %" PRId64, out->length ? " && " : "", mapping->fast, nest->size[mapping->fast]);
}

static void emit_dims(Emitter *emitter, const char *down, const char *along) {
  const Mapping *mapping = &emitter->body->mapping;
  const char *type = index_type(emitter);
  emit_line(emitter, "const %s d%d = top + %s;", type, mapping->tile_down, down);
  emit_line(emitter, mapping->vector > 1 ? "const %s d%d = left + %s * %d;" : "const %s d%d = left + %s;",
            type, mapping->fast, along, mapping->vector);
}

void spell_tile_slot(Emitter *emitter, const CodeNode *node) {
  (void)node;
  const Mapping *mapping = &emitter->body->mapping;
  int step = mapping_threads(mapping) / mapping->tile_units;
  if (step > 1)
    emit_line(emitter, "const int row = i * %d + lane / %d;", step, mapping->tile_units);
  else
    emit_line(emitter, "const int row = i;");
  emit_dims(emitter, "row", "column");
}

void spell_tile_exists(Emitter *emitter, const CodeNode *node) {
  (void)node;
  Text guard = {0};
  tile_guard_text(emitter, &guard);
  emit_open(emitter, "if (%s)", text_get(&guard));
  text_free(&guard);
}

// ---- squares

static const char *patch_index(const Emitter *emitter) {
  return body_patches(emitter->body) > 1 ? "[p]" : "";
}

void spell_patch_number(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_line(emitter, "const int patch = p * %d + lane;", mapping_threads(&emitter->body->mapping));
  emit_patch(emitter, "patch");
}

void spell_patch_dims(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_dims(emitter, "down", "along");
}

// Is the square one of the tile, and where its place is asked for, of the tensor?
void spell_patch_exists(Emitter *emitter, const CodeNode *node) {
  Text guard = {0}, inside = {0};
  if (body_patches_end(emitter->body)) text_printf(&guard, "along < %d", emitter->body->mapping.tile_units);
  if (node->form == FORM_PATCH_INSIDE) tile_guard_text(emitter, &inside);
  if (guard.length && inside.length) text_add(&guard, " && ");
  text_add(&guard, text_get(&inside));
  emit_open(emitter, "if (%s)", text_get(&guard));
  text_free(&guard);
  text_free(&inside);
}

// One vector for each line of the square; along the line, all of it is in the tensor or conditions say which
// part.
static void load_line_text(const Emitter *emitter, int at, const char *line, Text *guard, Text *out) {
  const Mapping turned = mapping_turned(&emitter->body->mapping);
  Text source = {0}, range = {0};
  emit_lane_range_text(emitter, &turned, &emitter->nest->steps[at], LANE_EACH, guard, &range);
  emit_memory_address(emitter, at, LANE_EACH, &source);
  text_printf(out, "%s(%s, %s%s);", emit_load_function(emitter, at), line, text_get(&source),
              text_get(&range));
  text_free(&source);
  text_free(&range);
}

static void store_line_text(const Emitter *emitter, int at, const char *line, Text *guard, Text *out) {
  Text address = {0};
  emit_memory_address(emitter, at, LANE_EACH, &address);
  store_guard(emitter, at, LANE_FIRST, guard);
  text_printf(out, "%s(%s, %s);", store_function(emitter, at), text_get(&address), line);
  text_free(&address);
}

// "x_patch[p]", of a load named after its value.
static void patch_text(const Emitter *emitter, const CodeNode *node, Text *out) {
  if (emitter->nest->steps[node->step].kind == STEP_LOAD)
    text_printf(out, "%s_patch%s", emitter->steps[node->step], patch_index(emitter));
  else
    named_text(emitter, node->step, "_patch", out);
}

void spell_tile_line(Emitter *emitter, const CodeNode *node) {
  bool load = node->form == FORM_LOAD_LINE;
  Text line = {0}, guard = {0}, call = {0};
  patch_text(emitter, node, &line);
  text_printf(&line, ".line[%s]", emitter->body->mapping.vector > 1 ? "j" : "0");
  (load ? load_line_text : store_line_text)(emitter, node->step, text_get(&line), &guard, &call);
  emit_line(emitter, guard.length ? "if (%s) %s" : "%s%s", text_get(&guard), text_get(&call));
  text_free(&line);
  text_free(&guard);
  text_free(&call);
}

void spell_patch_variable(Emitter *emitter, const CodeNode *node) {
  Text count = {0};
  int each = body_patches(emitter->body);
  if (each > 1) text_printf(&count, "[%d]", each);
  emit_line(emitter, "fb_patch<%s, %d> %s_patch%s = {};",
            kernel_memory_type(emitter->nest->steps[node->step].stored), emitter->body->mapping.vector,
            emitter->steps[node->step], text_get(&count));
  text_free(&count);
}

void spell_tile_put(Emitter *emitter, const CodeNode *node) {
  const char *name = emitter->steps[node->step];
  emit_line(emitter, "%s_tile.put(down, along, %s_patch%s);", name, name, patch_index(emitter));
}

void spell_tile_take(Emitter *emitter, const CodeNode *node) {
  Text patch = {0}, tile = {0};
  named_text(emitter, node->step, "_patch", &patch);
  named_text(emitter, node->step, "_tile", &tile);
  emit_line(emitter, "const auto %s = %s.take(down, along);", text_get(&patch), text_get(&tile));
  text_free(&patch);
  text_free(&tile);
}
