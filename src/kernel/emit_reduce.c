// Reductions: accumulators of a thread, and how threads and blocks combine them.
#include "kernel/emit_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool reduces_in(const Emitter *emitter, int step, int pass) {
  return emitter->nest->steps[step].kind == STEP_REDUCE && (emitter->body.places[step].loops >> pass & 1);
}

static int first_reducing_pass(const Emitter *emitter) {
  int first = emitter->body.loops;
  for (int i = 0; i < emitter->nest->step_count; i++)
    for (int pass = 0; pass < first; pass++)
      if (reduces_in(emitter, i, pass)) first = pass;
  return first;
}

void accumulator_type(const Step *reduce, Text *out) {
  Accumulator accumulator = reduction_accumulator(reduce);
  text_printf(out, "%s<%s>", accumulator.name, type_name(accumulator.element));
}

static int accumulator_lanes(const Emitter *emitter, const Step *reduce) {
  return reduction_per_lane(&emitter->body.mapping, reduce) ? emitter->body.mapping.vector : 1;
}

// Accumulators are arrays, of one element at least, where columns are reduced.
static bool is_array(const Emitter *emitter) {
  return !emitter->body.mapping.fast_walked;
}

void emit_accumulators(Emitter *emitter, int pass) {
  for (int i = 0; i < emitter->nest->step_count; i++) {
    if (!reduces_in(emitter, i, pass)) continue;
    const Step *step = &emitter->nest->steps[i];
    Text type = {0};
    accumulator_type(step, &type);
    if (is_array(emitter)) {
      int lanes = accumulator_lanes(emitter, step);
      emit_line(emitter, "%s %s[%d];", text_get(&type), emitter->steps[i], lanes);
      emit_line(emitter, "for (int j = 0; j < %d; j++) %s[j].start();", lanes, emitter->steps[i]);
    } else {
      emit_line(emitter, "%s %s;", text_get(&type), emitter->steps[i]);
      emit_line(emitter, "%s.start();", emitter->steps[i]);
    }
    text_free(&type);
  }
}

static void accumulator_text(const Emitter *emitter, int reduce, LaneView view, Text *out) {
  if (emitter->nest->steps[reduce].kind == STEP_SCAN) {
    scan_text(emitter, reduce, view, out);
    return;
  }
  text_add(out, emitter->steps[reduce]);
  if (!is_array(emitter)) return;
  bool lanes = reduction_per_lane(&emitter->body.mapping, &emitter->nest->steps[reduce]);
  text_add(out, lanes && view == LANE_EACH ? "[j]" : "[0]");
}

void emit_accumulate(Emitter *emitter, int reduce, LaneView view) {
  const Step *step = &emitter->nest->steps[reduce];
  Text line = {0};
  if (view == LANE_EACH && lane_guard(emitter)) text_printf(&line, "if (%s) ", lane_guard(emitter));
  accumulator_text(emitter, reduce, view, &line);
  text_add(&line, ".add(");
  for (int i = 0; i < step->operand_count; i++) {
    if (i) text_add(&line, ", ");
    step_reference(emitter, step->operand[i], view, &line);
  }
  text_add(&line, ");");
  emit_line(emitter, "%s", text_get(&line));
  text_free(&line);
}

void emit_accumulate_vector(Emitter *emitter, int reduce) {
  Text line = {0};
  accumulator_text(emitter, reduce, LANE_FIRST, &line);
  text_add(&line, ".add(");
  array_text(emitter, emitter->nest->steps[reduce].operand[0], &line);
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

static int most_shared(const Emitter *emitter) {
  int most = 0;
  for (int i = 0; i < emitter->nest->step_count; i++) {
    if (emitter->nest->steps[i].kind != STEP_REDUCE || !emitter->body.places[i].used) continue;
    int bytes = reduction_shared_bytes(&emitter->body.mapping, &emitter->nest->steps[i]);
    if (bytes > most) most = bytes;
  }
  return most;
}

static void emit_shared_array(Emitter *emitter, const char *type, const char *name, int elements) {
  char extent[16];
  snprintf(extent, sizeof extent, "[%d]", elements);
  emit_shared_variable(emitter, type, name, extent);
}

void emit_shared(Emitter *emitter) {
  const Mapping *mapping = &emitter->body.mapping;
  emit_tile_shared(emitter);
  if (is_array(emitter) && most_shared(emitter) > 0)
    emit_shared_array(emitter, "unsigned long long", "shared", (most_shared(emitter) + 7) / 8);
  for (int i = 0; i < emitter->nest->step_count && !is_array(emitter); i++) {
    const Step *step = &emitter->nest->steps[i];
    if (step->kind != STEP_REDUCE || !emitter->body.places[i].used || !shares_rows(emitter, step)) continue;
    Text type = {0}, name = {0};
    accumulator_type(step, &type);
    text_printf(&name, "%s_shared", emitter->steps[i]);
    emit_shared_array(emitter, text_get(&type), text_get(&name),
                      mapping_threads(mapping) / 32 * emitter->launch.cluster);
    text_free(&type);
    text_free(&name);
  }
  if (mapping->splits > 1 && emitter->launch.workspace_bytes > 0)
    emit_shared_variable(emitter, "unsigned", "arrivals", "");
}

// ---- combining

static void emit_columns(Emitter *emitter, int reduce) {
  const Mapping *mapping = &emitter->body.mapping;
  if (mapping->walk_lanes == 1) return;
  Text type = {0};
  accumulator_type(&emitter->nest->steps[reduce], &type);
  bool shared = shares_rows(emitter, &emitter->nest->steps[reduce]);
  emit_line(emitter, "fb_reduce_columns<%d, %d>(%s, (%s *)%s);", mapping->owned_lanes,
            mapping_threads(mapping), emitter->steps[reduce], text_get(&type), shared ? "shared" : "nullptr");
  text_free(&type);
}

// Reductions of long rows are combined in pairs, so that two share a barrier.
static void emit_rows(Emitter *emitter, const int *reduces, int count) {
  int lanes = emitter->body.mapping.walk_lanes;
  for (int i = 0; i < count; i++) {
    const char *name = emitter->steps[reduces[i]];
    if (lanes == 1) continue;
    if (lanes <= 32) {
      emit_line(emitter, "fb_reduce_row<%d>(%s);", lanes, name);
    } else if (i + 1 < count) {
      const char *next = emitter->steps[reduces[++i]];
      emit_line(emitter, "fb_reduce_row<%d>(%s, %s_shared, %s, %s_shared);", lanes, name, name, next, next);
    } else {
      emit_line(emitter, "fb_reduce_row<%d>(%s, %s_shared);", lanes, name, name);
    }
  }
}

// ---- clusters

void emit_cluster_start(Emitter *emitter) {
  if (!emitter->body.mapping.cluster) return;
  emit_line(emitter,
            "fb_cluster_arrive(); // none writes to another's shared memory before all have started");
}

static void emit_cluster(Emitter *emitter, int pass, const int *reduces, int count) {
  int lanes = emitter->body.mapping.walk_lanes, blocks = emitter->launch.cluster;
  if (pass == first_reducing_pass(emitter)) emit_line(emitter, "fb_cluster_wait();");
  for (int i = 0; i < count; i++)
    emit_line(emitter, "fb_spread_row<%d, %d>(%s, %s_shared, split);", lanes, blocks,
              emitter->steps[reduces[i]], emitter->steps[reduces[i]]);
  emit_line(emitter, "fb_cluster_arrive();");
  emit_line(emitter, "fb_cluster_wait();");
  for (int i = 0; i < count; i++)
    emit_line(emitter, "fb_gather_row<%d, %d>(%s, %s_shared);", lanes, blocks, emitter->steps[reduces[i]],
              emitter->steps[reduces[i]]);
}

static void emit_within_block(Emitter *emitter, const int *reduces, int count) {
  if (!is_array(emitter)) {
    emit_rows(emitter, reduces, count);
    return;
  }
  for (int i = 0; i < count; i++)
    emit_columns(emitter, reduces[i]);
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

static void emit_restart(Emitter *emitter, int reduce) {
  int lanes = accumulator_lanes(emitter, &emitter->nest->steps[reduce]);
  if (is_array(emitter))
    emit_line(emitter, "for (int j = 0; j < %d; j++) %s[j].start();", lanes, emitter->steps[reduce]);
  else
    emit_line(emitter, "%s.start();", emitter->steps[reduce]);
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
    emit_restart(emitter, reduces[i]);
  text_add(&emitter->text, "#pragma unroll 4\n");
  emit_open(emitter, "for (int other = lane; other < %" PRId64 "; other += %d)", mapping->splits,
            mapping->walk_lanes);
  for (int i = 0; i < count; i++)
    emit_partial(emitter, reduces[i], "fb_collect", "other");
  emit_close(emitter);
  emit_within_block(emitter, reduces, count);
}

void emit_combine(Emitter *emitter, int pass) {
  int *reduces = memory_alloc(((size_t)emitter->nest->step_count + 1) * sizeof *reduces), count = 0;
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
