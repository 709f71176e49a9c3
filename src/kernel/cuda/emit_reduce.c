// Reductions: accumulators of a thread, and how threads and blocks combine them.
#include "kernel/cuda/emit_internal.h"
#include "kernel/nest/integers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROW_BARRIERS = 15 }; // that a block has beside the one of all its threads

// Does the block combine the reduction after this loop?
static bool reduces_in(const Emitter *emitter, int step, int pass) {
  const Step *reduce = &emitter->nest->steps[step];
  return reduce->kind == STEP_REDUCE && (emitter->body.places[step].loops >> pass & 1) &&
         !nest_crosses(emitter->nest, reduce);
}

static int first_reducing_pass(const Emitter *emitter) {
  int first = emitter->body.loops;
  for (int i = 0; i < emitter->nest->step_count; i++)
    for (int pass = 0; pass < first; pass++)
      if (reduces_in(emitter, i, pass)) first = pass;
  return first;
}

// Do all threads of a row, and all lanes that combine what its warps have found, count as many elements? They
// then need not tell each other how many. (Layer norm of rows of 262,144 bf16: 74.6 us, with counts 75.3.)
static bool counts_alike(const Emitter *emitter, const Step *reduce) {
  const Mapping *mapping = &emitter->body.mapping;
  if (reduce->kind != STEP_REDUCE || reduce->reduce != REDUCE_WELFORD || reduce->condition != NO_CONDITION ||
      !mapping->fast_walked || !mapping->walk_exact || mapping->ragged || emitter->nest->crossed)
    return false;
  int64_t warps = divide_up(mapping->walk_lanes, 32) * mapping->splits;
  bool whole = warps <= 8 || warps % 32 == 0 || 32 % warps == 0;
  return whole && (mapping->splits == 1 || mapping->cluster);
}

void accumulator_type(const Emitter *emitter, const Step *reduce, Text *out) {
  Accumulator accumulator = reduction_accumulator(reduce);
  text_printf(out, "%s<%s", accumulator.name, type_name(accumulator.element));
  if (accumulator.position != DTYPE_COUNT) text_printf(out, ", %s", type_name(accumulator.position));
  if (counts_alike(emitter, reduce)) text_add(out, ", true");
  text_add(out, ">");
}

int accumulator_lanes(const Emitter *emitter, const Step *reduce) {
  return reduction_per_lane(&emitter->body.mapping, reduce) ? emitter->body.mapping.vector : 1;
}

// Does a thread keep what it has found of each column, slot by slot, over all of its tours?
static bool keeps_slots(const Emitter *emitter, const Step *reduce) {
  return !emitter->body.finishing && nest_crosses(emitter->nest, reduce) && reduce->dims;
}

// Accumulators are arrays, of one element at least, where columns are reduced.
static bool is_array(const Emitter *emitter, const Step *reduce) {
  return !emitter->body.mapping.fast_walked || keeps_slots(emitter, reduce);
}

static void emit_start(Emitter *emitter, int reduce) {
  const Step *step = &emitter->nest->steps[reduce];
  const char *name = emitter->steps[reduce];
  int lanes = accumulator_lanes(emitter, step), slots = emitter->body.mapping.slots;
  if (keeps_slots(emitter, step) && slots > 1)
    emit_line(emitter, "for (int i = 0; i < %d; i++) for (int j = 0; j < %d; j++) %s[i][j].start();", slots,
              lanes, name);
  else if (is_array(emitter, step))
    emit_line(emitter, "for (int j = 0; j < %d; j++) %s[j].start();", lanes, name);
  else
    emit_line(emitter, "%s.start();", name);
}

void emit_accumulator(Emitter *emitter, int reduce) {
  const Step *step = &emitter->nest->steps[reduce];
  Text declaration = {0};
  accumulator_type(emitter, step, &declaration);
  text_printf(&declaration, " %s", emitter->steps[reduce]);
  if (keeps_slots(emitter, step) && emitter->body.mapping.slots > 1)
    text_printf(&declaration, "[%d]", emitter->body.mapping.slots);
  if (is_array(emitter, step)) text_printf(&declaration, "[%d]", accumulator_lanes(emitter, step));
  emit_line(emitter, "%s;", text_get(&declaration));
  emit_start(emitter, reduce);
  text_free(&declaration);
}

void emit_accumulators(Emitter *emitter, int pass) {
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (reduces_in(emitter, i, pass)) emit_accumulator(emitter, i);
}

void emit_starts(Emitter *emitter, int pass) {
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (reduces_in(emitter, i, pass)) emit_start(emitter, i);
}

static void accumulator_text(const Emitter *emitter, int reduce, LaneView view, Text *out) {
  if (emitter->nest->steps[reduce].kind == STEP_SCAN) {
    scan_text(emitter, reduce, view, out);
    return;
  }
  const Step *step = &emitter->nest->steps[reduce];
  text_add(out, emitter->steps[reduce]);
  if (!is_array(emitter, step)) return;
  if (keeps_slots(emitter, step) && emitter->body.mapping.slots > 1) text_add(out, "[i]");
  bool lanes = reduction_per_lane(&emitter->body.mapping, step);
  text_add(out, lanes && view == LANE_EACH ? "[j]" : "[0]");
}

// Threads beyond the last row take no part in what crosses rows, and what a row has found counts once.
static void accumulate_guard(const Emitter *emitter, int reduce, LaneView view, Text *out) {
  const char *lanes = view == LANE_EACH ? lane_guard(emitter) : NULL;
  if (nest_crosses(emitter->nest, &emitter->nest->steps[reduce])) {
    if (!emitter->body.mapping.owned_exact) text_add(out, "active");
    if (!emitter->body.places[reduce].walked) text_add(out, out->length ? " && lane == 0" : "lane == 0");
  }
  if (lanes) text_printf(out, out->length ? " && %s" : "%s", lanes);
}

void emit_accumulate(Emitter *emitter, int reduce, LaneView view) {
  const Step *step = &emitter->nest->steps[reduce];
  Text line = {0}, guard = {0};
  accumulate_guard(emitter, reduce, view, &guard);
  if (guard.length) text_printf(&line, "if (%s) ", text_get(&guard));
  text_free(&guard);
  accumulator_text(emitter, reduce, view, &line);
  text_add(&line, ".add(");
  for (int i = 0; i < step->operand_count; i++) {
    if (i) text_add(&line, ", ");
    if (i && counts_positions(emitter, reduce))
      index_text(emitter, &emitter->nest->steps[step->operand[i]].index, view, &line);
    else
      step_reference(emitter, step->operand[i], view, &line);
  }
  text_add(&line, ");");
  emit_line(emitter, "%s", text_get(&line));
  text_free(&line);
}

void emit_accumulate_vector(Emitter *emitter, int reduce) {
  Text line = {0}, guard = {0};
  accumulate_guard(emitter, reduce, LANE_FIRST, &guard);
  if (guard.length) text_printf(&line, "if (%s) ", text_get(&guard));
  text_free(&guard);
  accumulator_text(emitter, reduce, LANE_FIRST, &line);
  text_add(&line, ".add(");
  const Step *step = &emitter->nest->steps[reduce];
  array_text(emitter, step->operand[0], &line);
  if (step->operand_count > 1) { // the position of lane 0
    text_add(&line, ", ");
    index_text(emitter, &emitter->nest->steps[step->operand[1]].index, LANE_FIRST, &line);
  }
  emit_line(emitter, "%s%s);", text_get(&line), lanes_text(emitter));
  text_free(&line);
}

void part_text(const Emitter *emitter, int part, LaneView view, Text *out) {
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

static bool shares_rows(const Emitter *emitter, const Step *reduce) {
  return reduction_shared_bytes(&emitter->body.mapping, reduce) > 0;
}

// Reductions along rows have memory of their own, others use the same one after another.
static bool has_own_memory(const Emitter *emitter, int at) {
  const Step *step = &emitter->nest->steps[at];
  return step->kind == STEP_REDUCE && emitter->body.places[at].used && shares_rows(emitter, step) &&
         reduction_along_row(&emitter->body.mapping, step);
}

static void emit_row_memory(Emitter *emitter, int at) {
  const Mapping *mapping = &emitter->body.mapping;
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

void emit_shared(Emitter *emitter) {
  int bytes = shared_by_turns(emitter->nest, emitter->schedule);
  char extent[16];
  emit_tile_shared(emitter);
  snprintf(extent, sizeof extent, "[%d]", (bytes + 7) / 8);
  if (bytes > 0) emit_shared_variable(emitter, "unsigned long long", "shared", extent);
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (has_own_memory(emitter, i)) emit_row_memory(emitter, i);
  if (emitter->launch.workspace_bytes > 0 && !emitter->nest->crossed)
    emit_shared_variable(emitter, "unsigned", "arrivals", "");
}

// ---- combining

void combined_text(const Emitter *emitter, const Together *together, const int *reduces, int at, Text *out) {
  Text type = {0};
  accumulator_type(emitter, &emitter->nest->steps[reduces[at]], &type);
  int place = together_place(&emitter->body.mapping, together, reduces, at) / 8;
  text_printf(out, "(%s *)", text_get(&type));
  if (place)
    text_printf(out, "(shared + %d)", place);
  else
    text_add(out, together->bytes ? "shared" : "nullptr");
  text_free(&type);
}

// `function` gets the accumulators, in the slot `slot`, and their memory by turns. Does it leave that memory
// free for the next ones?
static void emit_combined(Emitter *emitter, const char *function, bool frees, const char *slot,
                          const int *reduces, int count) {
  for (int first = 0; first < count;) {
    Together together = reductions_together(&emitter->body.mapping, reduces + first, count - first);
    if (first && !frees) emit_line(emitter, "__syncthreads();");
    Text arguments = {0};
    for (int i = 0; i < together.count; i++) {
      text_printf(&arguments, "%s%s%s, ", i ? ", " : "", emitter->steps[reduces[first + i]], slot);
      combined_text(emitter, &together, reduces + first, i, &arguments);
    }
    emit_line(emitter, "%s(%s);", function, text_get(&arguments));
    text_free(&arguments);
    first += together.count;
  }
}

// The threads t, t + columns, t + 2 * columns, ... have found something of the same columns.
static void emit_down(Emitter *emitter, int columns, const char *slot, const int *reduces, int count) {
  char function[64];
  snprintf(function, sizeof function, "fb_reduce_columns<%d, %d>", columns,
           mapping_threads(&emitter->body.mapping));
  emit_combined(emitter, function, true, slot, reduces, count);
}

static void emit_columns(Emitter *emitter, const int *reduces, int count) {
  const Mapping *mapping = &emitter->body.mapping;
  if (mapping->walk_lanes > 1) emit_down(emitter, mapping->owned_lanes, "", reduces, count);
}

void emit_columns_of_rows(Emitter *emitter, const int *reduces, int count) {
  const Mapping *mapping = &emitter->body.mapping;
  if (mapping->owned_lanes == 1) return;
  emit_slots_open(emitter);
  emit_down(emitter, mapping->walk_lanes, mapping->slots > 1 ? "[i]" : "", reduces, count);
  emit_slots_close(emitter);
}

void emit_block_totals(Emitter *emitter, const int *reduces, int count) {
  int threads = mapping_threads(&emitter->body.mapping);
  char function[32];
  snprintf(function, sizeof function, "fb_reduce_row<%d>", threads);
  if (threads > 32) emit_combined(emitter, function, false, "", reduces, count);
  for (int i = 0; i < count && threads <= 32; i++)
    emit_line(emitter, "%s(%s);", function, emitter->steps[reduces[i]]);
}

// Template arguments of a reduction along rows: threads of a row and, in tours, rows that do not wait for one
// another, as far as there are barriers for them.
static void row_arguments(const Mapping *mapping, char text[static 32]) {
  bool apart = mapping->shares && mapping->tours > 1 && mapping->owned_lanes > 1 &&
               mapping->owned_lanes <= ROW_BARRIERS;
  snprintf(text, 32, apart ? "%d, %d" : "%d", mapping->walk_lanes, mapping->owned_lanes);
}

// Reductions of long rows share a barrier.
static void emit_rows(Emitter *emitter, const int *reduces, int count) {
  int lanes = emitter->body.mapping.walk_lanes;
  char arguments[32];
  row_arguments(&emitter->body.mapping, arguments);
  const char *turn = mapping_alternates(&emitter->body.mapping) ? "[turn]" : "";
  if (lanes == 1 || count == 0) return;
  Text combined = {0};
  for (int i = 0; i < count; i++) {
    const char *name = emitter->steps[reduces[i]];
    if (lanes <= 32)
      emit_line(emitter, "fb_reduce_row<%d>(%s);", lanes, name);
    else
      text_printf(&combined, "%s%s, %s_shared%s", i ? ", " : "", name, name, turn);
  }
  if (lanes > 32) emit_line(emitter, "fb_reduce_row<%s>(%s);", arguments, text_get(&combined));
  text_free(&combined);
}

// ---- clusters

void emit_cluster_start(Emitter *emitter) {
  if (!emitter->body.mapping.cluster) return;
  emit_line(emitter,
            "fb_cluster_arrive(); // none writes to another's shared memory before all have started");
}

void emit_cluster_started(Emitter *emitter) {
  if (emitter->body.mapping.cluster) emit_line(emitter, "fb_cluster_wait();");
}

static void emit_cluster(Emitter *emitter, int pass, const int *reduces, int count) {
  const Mapping *mapping = &emitter->body.mapping;
  int lanes = mapping->walk_lanes, blocks = emitter->launch.cluster;
  const char *turn = mapping_alternates(mapping) ? "[turn]" : "";
  if (!mapping->shares && pass == first_reducing_pass(emitter)) emit_cluster_started(emitter);
  for (int i = 0; i < count; i++)
    emit_line(emitter, "fb_spread_row<%d, %d>(%s, %s_shared%s, split);", lanes, blocks,
              emitter->steps[reduces[i]], emitter->steps[reduces[i]], turn);
  emit_line(emitter, "fb_cluster_arrive();");
  emit_line(emitter, "fb_cluster_wait();");
  for (int i = 0; i < count; i++)
    emit_line(emitter, "fb_gather_row<%d, %d>(%s, %s_shared%s);", lanes, blocks, emitter->steps[reduces[i]],
              emitter->steps[reduces[i]], turn);
}

static void emit_within_block(Emitter *emitter, const int *reduces, int count) {
  if (emitter->body.mapping.fast_walked) {
    emit_rows(emitter, reduces, count);
    return;
  }
  emit_columns(emitter, reduces, count);
}

// Where the partial results of a reduction begin in the workspace, in 32-bit words: after the counters of the
// tiles.
static int64_t partials_at(const Emitter *emitter, int reduce) {
  const Mapping *mapping = &emitter->body.mapping;
  int64_t bytes = (mapping->tiles * 4 + 15) / 16 * 16;
  for (int i = 0; i < reduce; i++)
    if (emitter->nest->steps[i].kind == STEP_REDUCE && emitter->body.places[i].used)
      bytes += reduction_partial_bytes(mapping, &emitter->nest->steps[i]);
  return bytes / 4;
}

static void emit_partial(Emitter *emitter, int reduce, const char *function, const char *split) {
  const Mapping *mapping = &emitter->body.mapping;
  int lanes = accumulator_lanes(emitter, &emitter->nest->steps[reduce]);
  Text at = {0};
  if (mapping->tiles > 1)
    text_printf(&at, "((long long)tile * %" PRId64 " + %s)", mapping->splits, split);
  else
    text_printf(&at, "(long long)%s", split);
  text_printf(&at, " * %d", mapping->owned_lanes * lanes);
  if (mapping->owned_lanes > 1)
    text_printf(&at, lanes > 1 ? " + %s * %d" : " + %s", mapping->fast_walked ? "row" : "column", lanes);
  emit_line(emitter, "%s(workspace + %" PRId64 ", %s, %s);", function, partials_at(emitter, reduce),
            text_get(&at), emitter->steps[reduce]);
  text_free(&at);
}

static void emit_across_blocks(Emitter *emitter, const int *reduces, int count) {
  const Mapping *mapping = &emitter->body.mapping;
  emit_line(emitter, "// The last of the %" PRId64 " blocks to arrive combines what all have found.",
            mapping->splits);
  emit_open(emitter, "if (lane == 0)");
  for (int i = 0; i < count; i++)
    emit_partial(emitter, reduces[i], "fb_publish", "split");
  emit_close(emitter);
  emit_line(emitter, "if (!fb_last_block(workspace%s, %" PRId64 "u, &arrivals)) return;",
            mapping->tiles > 1 ? " + tile" : "", mapping->splits);
  for (int i = 0; i < count; i++)
    emit_start(emitter, reduces[i]);
  text_add(&emitter->text, "#pragma unroll 4\n");
  emit_open(emitter, "for (int other = lane; other < %" PRId64 "; other += %d)", mapping->splits,
            mapping->walk_lanes);
  for (int i = 0; i < count; i++)
    emit_partial(emitter, reduces[i], "fb_collect", "other");
  emit_close(emitter);
  emit_within_block(emitter, reduces, count);
}

int *reductions_room(const Emitter *emitter) {
  return memory_alloc(((size_t)emitter->nest->step_count + 1) * sizeof(int));
}

void emit_combine(Emitter *emitter, int pass) {
  int *reduces = reductions_room(emitter), count = 0;
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (reduces_in(emitter, i, pass)) reduces[count++] = i;
  if (emitter->body.mapping.cluster) {
    if (count) emit_cluster(emitter, pass, reduces, count);
  } else {
    emit_within_block(emitter, reduces, count);
    if (count && emitter->body.mapping.splits > 1) emit_across_blocks(emitter, reduces, count);
  }
  free(reduces);
}

void emit_combine_finish(Emitter *emitter) {
  int *reduces = reductions_room(emitter);
  int count = reductions_combined(&emitter->body.mapping, COMBINE_FINISH, 0, reduces);
  (emitter->body.mapping.fast_walked ? emit_block_totals : emit_columns)(emitter, reduces, count);
  free(reduces);
}
