// Reductions: accumulators of a thread, and how threads and blocks combine them.
#include "kernel/cuda/emit_internal.h"
#include "kernel/nest/integers.h"

#include <inttypes.h>
#include <stdio.h>

enum { ROW_BARRIERS = 15 }; // that a block has beside the one of all its threads

// Do all threads of a row, and all lanes that combine what its warps have found, count as many elements? They
// then need not tell each other how many.
static bool counts_alike(const Emitter *emitter, const Step *reduce) {
  const Mapping *mapping = &emitter->body->mapping;
  if (reduce->kind != STEP_REDUCE || reduce->reduce != REDUCE_WELFORD || reduce->condition != NO_CONDITION ||
      !mapping->fast_walked || !mapping->walk_exact || mapping->ragged || emitter->nest->crossed)
    return false;
  int64_t warps = divide_up(mapping->walk_lanes, 32) * mapping->splits;
  bool whole = warps <= 8 || warps % 32 == 0 || 32 % warps == 0;
  return whole && (mapping->splits == 1 || mapping->cluster);
}

void accumulator_type(const Emitter *emitter, const Step *reduce, Text *out) {
  Accumulator accumulator = reduction_accumulator(reduce);
  text_printf(out, "%s<%s", accumulator.name, emit_type_name(accumulator.element));
  if (accumulator.position != DTYPE_COUNT) text_printf(out, ", %s", emit_type_name(accumulator.position));
  if (counts_alike(emitter, reduce)) text_add(out, ", true");
  text_add(out, ">");
}

// Accumulators are arrays, of one element at least, where columns are reduced.
static bool is_array(const Emitter *emitter, const Step *reduce) {
  return !emitter->body->mapping.fast_walked || body_keeps_slots(emitter->body, reduce);
}

void spell_start(Emitter *emitter, const CodeNode *node) {
  int reduce = node->step;
  const Step *step = &emitter->nest->steps[reduce];
  const char *name = emitter->steps[reduce];
  int lanes = body_accumulator_lanes(emitter->body, step), slots = emitter->body->mapping.slots;
  if (body_keeps_slots(emitter->body, step) && slots > 1)
    emit_line(emitter, "for (int i = 0; i < %d; i++) for (int j = 0; j < %d; j++) %s[i][j].start();", slots,
              lanes, name);
  else if (is_array(emitter, step))
    emit_line(emitter, "for (int j = 0; j < %d; j++) %s[j].start();", lanes, name);
  else
    emit_line(emitter, "%s.start();", name);
}

void spell_accumulator(Emitter *emitter, const CodeNode *node) {
  int reduce = node->step;
  const Step *step = &emitter->nest->steps[reduce];
  Text declaration = {0};
  accumulator_type(emitter, step, &declaration);
  text_printf(&declaration, " %s", emitter->steps[reduce]);
  if (body_keeps_slots(emitter->body, step) && emitter->body->mapping.slots > 1)
    text_printf(&declaration, "[%d]", emitter->body->mapping.slots);
  if (is_array(emitter, step)) text_printf(&declaration, "[%d]", body_accumulator_lanes(emitter->body, step));
  emit_line(emitter, "%s;", text_get(&declaration));
  spell_start(emitter, node);
  text_free(&declaration);
}

static void accumulator_text(const Emitter *emitter, int reduce, LaneView view, Text *out) {
  if (emitter->nest->steps[reduce].kind == STEP_SCAN) {
    scan_text(emitter, reduce, view, out);
    return;
  }
  const Step *step = &emitter->nest->steps[reduce];
  text_add(out, emitter->steps[reduce]);
  if (!is_array(emitter, step)) return;
  if (body_keeps_slots(emitter->body, step) && emitter->body->mapping.slots > 1) text_add(out, "[i]");
  bool lanes = reduction_per_lane(&emitter->body->mapping, step);
  text_add(out, lanes && view == LANE_EACH ? "[j]" : "[0]");
}

// Threads beyond the last row take no part in what crosses rows, and what a row has found counts once.
static void accumulate_guard(const Emitter *emitter, int reduce, LaneView view, Text *out) {
  const char *lanes = view == LANE_EACH ? emit_lane_guard(emitter) : NULL;
  if (nest_crosses(emitter->nest, &emitter->nest->steps[reduce])) {
    if (!emitter->body->mapping.owned_exact) text_add(out, "active");
    if (!emitter->body->places[reduce].walked) text_add(out, out->length ? " && lane == 0" : "lane == 0");
  }
  if (lanes) text_printf(out, out->length ? " && %s" : "%s", lanes);
}

void spell_accumulate(Emitter *emitter, const CodeNode *node) {
  int reduce = node->step;
  LaneView view = node->lanes;
  const Step *step = &emitter->nest->steps[reduce];
  Text line = {0}, guard = {0};
  accumulate_guard(emitter, reduce, view, &guard);
  if (guard.length) text_printf(&line, "if (%s) ", text_get(&guard));
  text_free(&guard);
  accumulator_text(emitter, reduce, view, &line);
  text_add(&line, ".add(");
  for (int i = 0; i < step->operand_count; i++) {
    if (i) text_add(&line, ", ");
    if (i && body_counts_positions(emitter->body, reduce))
      index_text(emitter, &emitter->nest->steps[step->operand[i]].index, view, &line);
    else
      step_reference(emitter, step->operand[i], view, &line);
  }
  text_add(&line, ");");
  emit_line(emitter, "%s", text_get(&line));
  text_free(&line);
}

void spell_accumulate_vector(Emitter *emitter, const CodeNode *node) {
  int reduce = node->step;
  Text line = {0}, guard = {0};
  accumulate_guard(emitter, reduce, LANE_FIRST, &guard);
  if (guard.length) text_printf(&line, "if (%s) ", text_get(&guard));
  text_free(&guard);
  accumulator_text(emitter, reduce, LANE_FIRST, &line);
  text_add(&line, ".add(");
  const Step *step = &emitter->nest->steps[reduce];
  emit_array_text(emitter, step->operand[0], &line);
  if (step->operand_count > 1) { // the position of lane 0
    text_add(&line, ", ");
    index_text(emitter, &emitter->nest->steps[step->operand[1]].index, LANE_FIRST, &line);
  }
  emit_line(emitter, "%s%s);", text_get(&line), emit_lanes_text(emitter));
  text_free(&line);
}

void emit_part_text(const Emitter *emitter, int part, LaneView view, Text *out) {
  const Step *step = &emitter->nest->steps[part];
  const Step *reduce = &emitter->nest->steps[step->operand[0]];
  bool second = step->part == 1;
  const char *member = "value";
  if (reduce->reduce == REDUCE_ARGMIN || reduce->reduce == REDUCE_ARGMAX)
    member = second ? "position" : "value";
  if (reduce->reduce == REDUCE_WELFORD) member = second ? "deviations" : "mean";
  if (reduce->reduce == REDUCE_SOFTMAX) member = second ? "total()" : "maximum";
  accumulator_text(emitter, step->operand[0], view, out);
  text_printf(out, ".%s%s", member, step->dtype == DTYPE_BOOL ? " != 0" : "");
}

// ---- shared memory

void spell_shared_row(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  const Mapping *mapping = &emitter->body->mapping;
  Text type = {0}, name = {0}, extent = {0};
  accumulator_type(emitter, &emitter->nest->steps[at], &type);
  text_printf(&name, "%s_shared", emitter->steps[at]);
  text_printf(&extent, mapping_alternates(mapping) ? "[2][%d]" : "[%d]",
              mapping_threads(mapping) / 32 * emitter->launch.cluster);
  emit_shared_variable(emitter, text_get(&type), text_get(&name), text_get(&extent));
  text_free(&type);
  text_free(&name);
  text_free(&extent);
}

void spell_shared_turns(Emitter *emitter, const CodeNode *node) {
  char extent[24];
  snprintf(extent, sizeof extent, "[%d]", (int)(node->bytes / 8));
  emit_shared_variable(emitter, "unsigned long long", "shared", extent);
}

void spell_shared_arrivals(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_shared_variable(emitter, "unsigned", "arrivals", "");
}

// ---- combining

void emit_combined_text(const Emitter *emitter, const Together *together, const int *reduces, int at,
                        Text *out) {
  Text type = {0};
  accumulator_type(emitter, &emitter->nest->steps[reduces[at]], &type);
  int place = together_place(&emitter->body->mapping, together, reduces, at) / 8;
  text_printf(out, "(%s *)", text_get(&type));
  if (place)
    text_printf(out, "(shared + %d)", place);
  else
    text_add(out, together->bytes ? "shared" : "nullptr");
  text_free(&type);
}

// Of one slot of each thread; with the memory that they use by turns where the block has several warps.
void spell_combined(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping;
  int threads = mapping_threads(mapping);
  bool block = node->form == FORM_REDUCE_BLOCK;
  bool slots = body_keeps_slots(emitter->body, &emitter->nest->steps[node->reduces[0]]) && mapping->slots > 1;
  Together together = mapping_together(mapping, node->reduces, node->reduce_count);
  Text arguments = {0};
  for (int i = 0; i < node->reduce_count; i++) {
    text_printf(&arguments, "%s%s%s", i ? ", " : "", emitter->steps[node->reduces[i]],
                slots && !block ? "[i]" : "");
    if (block && threads <= 32) continue;
    text_add(&arguments, ", ");
    emit_combined_text(emitter, &together, node->reduces, i, &arguments);
  }
  if (block)
    emit_line(emitter, "fb_reduce_row<%d>(%s);", threads, text_get(&arguments));
  else
    emit_line(emitter, "fb_reduce_columns<%" PRId64 ", %d>(%s);", node->number, threads,
              text_get(&arguments));
  text_free(&arguments);
}

static const char *turn_text(const Emitter *emitter) {
  return mapping_alternates(&emitter->body->mapping) ? "[turn]" : "";
}

// Template arguments of a reduction along rows: threads of a row and, in a tile loop, rows that do not wait
// for one another, as far as there are barriers for them.
static void row_arguments(const Mapping *mapping, char text[static 32]) {
  bool apart = mapping->shares && mapping->tiles_per_block > 1 && mapping->owned_lanes > 1 &&
               mapping->owned_lanes <= ROW_BARRIERS;
  snprintf(text, 32, apart ? "%d, %d" : "%d", mapping->walk_lanes, mapping->owned_lanes);
}

// Reductions of long rows share a barrier.
void spell_reduce_rows(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping;
  if (mapping->walk_lanes <= 32) {
    emit_line(emitter, "fb_reduce_row<%d>(%s);", mapping->walk_lanes, emitter->steps[node->step]);
    return;
  }
  char arguments[32];
  row_arguments(mapping, arguments);
  const char *turn = turn_text(emitter);
  Text combined = {0};
  for (int i = 0; i < node->reduce_count; i++) {
    const char *name = emitter->steps[node->reduces[i]];
    text_printf(&combined, "%s%s, %s_shared%s", i ? ", " : "", name, name, turn);
  }
  emit_line(emitter, "fb_reduce_row<%s>(%s);", arguments, text_get(&combined));
  text_free(&combined);
}

// ---- clusters

void spell_spread_row(Emitter *emitter, const CodeNode *node) {
  const char *name = emitter->steps[node->step];
  emit_line(emitter, "fb_spread_row<%d, %d>(%s, %s_shared%s, split);", emitter->body->mapping.walk_lanes,
            emitter->launch.cluster, name, name, turn_text(emitter));
}

void spell_gather_row(Emitter *emitter, const CodeNode *node) {
  const char *name = emitter->steps[node->step];
  emit_line(emitter, "fb_gather_row<%d, %d>(%s, %s_shared%s);", emitter->body->mapping.walk_lanes,
            emitter->launch.cluster, name, name, turn_text(emitter));
}

// ---- blocks

// Where the partial results of a reduction begin in the workspace, in 32-bit words: after the counters of the
// tiles.
static int64_t partials_at(const Emitter *emitter, int reduce) {
  const Mapping *mapping = &emitter->body->mapping;
  int64_t bytes = (mapping->tiles * 4 + 15) / 16 * 16;
  for (int i = 0; i < reduce; i++)
    if (emitter->nest->steps[i].kind == STEP_REDUCE && emitter->body->places[i].used)
      bytes += reduction_partial_bytes(mapping, &emitter->nest->steps[i]);
  return bytes / 4;
}

// Published under the number of the block's own split, or collected from another one's.
void spell_partial(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping;
  bool publish = node->form == FORM_PUBLISH_PARTIAL;
  const char *function = publish ? "fb_publish" : "fb_collect", *split = publish ? "split" : "other";
  int lanes = body_accumulator_lanes(emitter->body, &emitter->nest->steps[node->step]);
  Text at = {0};
  if (mapping->tiles > 1)
    text_printf(&at, "((long long)tile * %" PRId64 " + %s)", mapping->splits, split);
  else
    text_printf(&at, "(long long)%s", split);
  text_printf(&at, " * %d", mapping->owned_lanes * lanes);
  if (mapping->owned_lanes > 1)
    text_printf(&at, lanes > 1 ? " + %s * %d" : " + %s", mapping->fast_walked ? "row" : "column", lanes);
  emit_line(emitter, "%s(workspace + %" PRId64 ", %s, %s);", function, partials_at(emitter, node->step),
            text_get(&at), emitter->steps[node->step]);
  text_free(&at);
}

void spell_last_block(Emitter *emitter, const CodeNode *node) {
  (void)node;
  const Mapping *mapping = &emitter->body->mapping;
  emit_line(emitter, "if (!fb_last_block(workspace%s, %" PRId64 "u, &arrivals)) return;",
            mapping->tiles > 1 ? " + tile" : "", mapping->splits);
}
