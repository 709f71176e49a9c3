// Crossing reductions: what a block publishes of its tours, and the finish.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>
#include <stdlib.h>

// ---- accumulators

static void declare_crossing(Emitter *emitter) {
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].used && nest_crosses(emitter->nest, &emitter->nest->steps[i]))
      emit_accumulator(emitter, i);
}

// ---- what a block has found

// Where the results of a crossing reduction begin in the workspace, in 32-bit words: behind the counter.
static int64_t published_at(const Emitter *emitter, const Mapping *tours, int reduce) {
  int64_t bytes = 16;
  for (int i = 0; i < reduce; i++)
    if (nest_crosses(emitter->nest, &emitter->nest->steps[i]))
      bytes += reduction_partial_bytes(tours, &emitter->nest->steps[i]);
  return bytes / 4;
}

// Each slot of a thread holds the columns of one walk unit; the rows of the block have found something of the
// same.
static void publish_rows(Emitter *emitter, const Together *together, const int *reduces) {
  const Mapping *mapping = &emitter->body.mapping;
  Text found = {0};
  for (int i = 0; i < together->count; i++) {
    text_printf(&found, ", %s, ", emitter->steps[reduces[i]]);
    combined_text(emitter, together, reduces, i, &found);
    text_printf(&found, ", workspace + %" PRId64, published_at(emitter, mapping, reduces[i]));
  }
  emit_line(emitter, "fb_publish_columns<%d, %d, %d>(%s, %" PRId64 "%s);", mapping->walk_lanes,
            mapping_threads(mapping), together->slots, block_text(emitter), mapping->walk_units,
            text_get(&found));
  text_free(&found);
}

static void publish_row(Emitter *emitter, int reduce) {
  const Mapping *mapping = &emitter->body.mapping;
  emit_line(emitter, "fb_publish(workspace + %" PRId64 ", ((long long)%s * %" PRId64 " + walk) * %d, %s%s);",
            published_at(emitter, mapping, reduce), block_text(emitter), mapping->walk_units,
            accumulator_lanes(emitter, &emitter->nest->steps[reduce]), emitter->steps[reduce],
            mapping->slots > 1 ? "[i]" : "");
}

// A block of one row, or of one warp, whose rows shuffles combine.
static void publish_few(Emitter *emitter, const int *reduces, int count) {
  const Mapping *mapping = &emitter->body.mapping;
  emit_columns_of_rows(emitter, reduces, count);
  if (mapping->owned_lanes > 1) emit_open(emitter, "if (row == 0)");
  emit_slots_open(emitter);
  emit_slot_walk(emitter);
  for (int i = 0; i < count; i++)
    publish_row(emitter, reduces[i]);
  emit_slot_end(emitter);
  emit_slots_close(emitter);
  if (mapping->owned_lanes > 1) emit_close(emitter);
}

static void publish_columns(Emitter *emitter) {
  const Mapping *mapping = &emitter->body.mapping;
  int *reduces = reductions_room(emitter);
  int count = reductions_combined(mapping, COMBINE_COLUMNS, 0, reduces);
  if (count && (mapping->owned_lanes == 1 || mapping_threads(mapping) <= 32))
    publish_few(emitter, reduces, count);
  else
    for (int first = 0; first < count;) {
      Together together = reductions_together(mapping, reduces + first, count - first);
      publish_rows(emitter, &together, reduces + first);
      first += together.count;
    }
  free(reduces);
}

static void publish_totals(Emitter *emitter) {
  const Mapping *mapping = &emitter->body.mapping;
  int *reduces = reductions_room(emitter);
  emit_block_totals(emitter, reduces, reductions_combined(mapping, COMBINE_TOTALS, 0, reduces));
  free(reduces);
  for (int i = 0; i < emitter->nest->step_count; i++) {
    const Step *step = &emitter->nest->steps[i];
    if (nest_crosses(emitter->nest, step) && !step->dims)
      emit_line(emitter, "if (threadIdx.x == 0) fb_publish(workspace + %" PRId64 ", %s, %s);",
                published_at(emitter, mapping, i), block_text(emitter), emitter->steps[i]);
  }
}

// ---- the finish; the emitter's body is that of the finish

static void collect(Emitter *emitter, const Mapping *tours, int reduce) {
  const Mapping *mapping = &emitter->body.mapping;
  const Step *step = &emitter->nest->steps[reduce];
  Text at = {0};
  text_add(&at, "other");
  if (step->dims) {
    int lanes = reduction_per_lane(tours, step) ? tours->vector : 1;
    text_printf(&at, " * %" PRId64 "ll + unit", tours->walk_units * lanes);
    if (mapping->vector > 1 && lanes > 1) text_printf(&at, " * %d", mapping->vector);
    if (lanes < tours->vector && mapping->vector < tours->vector)
      text_printf(&at, " / %d", tours->vector / mapping->vector);
  }
  Text there = {0};
  if (!mapping->walk_exact) text_printf(&there, "_if(other < %" PRId64 ", ", tours->shares);
  emit_line(emitter, "fb_collect%sworkspace + %" PRId64 ", %s, %s);", there.length ? text_get(&there) : "(",
            published_at(emitter, tours, reduce), text_get(&at), emitter->steps[reduce]);
  text_free(&there);
  text_free(&at);
}

static void collect_all(Emitter *emitter, const Mapping *tours) {
  const Mapping *mapping = &emitter->body.mapping;
  declare_crossing(emitter);
  text_printf(&emitter->text, "#pragma unroll %d\n", mapping_collected_at_once(mapping));
  emit_open(emitter, "for (int trip = 0; trip < %" PRId64 "; trip++)", mapping->trips);
  emit_line(emitter, "const int other = trip * %d + lane;", mapping->walk_lanes);
  for (int i = 0; i < emitter->nest->step_count; i++)
    if (emitter->body.places[i].used && nest_crosses(emitter->nest, &emitter->nest->steps[i]))
      collect(emitter, tours, i);
  emit_close(emitter);
  emit_combine_finish(emitter);
}

static void open_finish(Emitter *emitter, const Mapping *tours) {
  const Mapping *mapping = &emitter->body.mapping;
  if (mapping->shares == 1)
    emit_line(emitter, "// The last block combines what all have found.");
  else
    emit_line(emitter, "// The last %" PRId64 " blocks combine what all have found.", mapping->shares);
  emit_line(emitter, "const int finisher = fb_finisher(workspace, %s, %" PRId64 ", %" PRId64 ");",
            block_text(emitter), tours->shares, mapping->shares);
  emit_line(emitter, "if (finisher < 0) return;");
  if (mapping->tours > 1)
    emit_open(emitter, "for (int tile = finisher; tile < %" PRId64 "; tile += %" PRId64 ")", mapping->tiles,
              mapping->shares);
  else
    emit_scope_open(emitter);
  if (mapping->tours <= 1 && mapping->tiles > 1) emit_line(emitter, "const int tile = finisher;");
}

static void emit_finish(Emitter *emitter) {
  Body tours = emitter->body;
  emitter->body = *tours.finish;
  open_finish(emitter, &tours.mapping);
  emit_thread_lane(emitter);
  emit_owned_place(emitter, "tile");
  collect_all(emitter, &tours.mapping);
  emit_finish_steps(emitter);
  emit_close(emitter);
  emitter->body = tours;
}

void emit_mixed(Emitter *emitter) {
  emit_thread_lane(emitter);
  emit_walk_place(emitter);
  declare_crossing(emitter);
  emit_tours(emitter);
  publish_columns(emitter);
  publish_totals(emitter);
  emit_finish(emitter);
}
