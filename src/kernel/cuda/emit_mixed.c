// Crossing reductions: what a block publishes of its tiles, and the finish.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>

// ---- what a block has found

// Where the results of a crossing reduction begin in the workspace, in 32-bit words: behind the counter.
static int64_t published_at(const Emitter *emitter, const Mapping *first, int reduce) {
  int64_t bytes = 16;
  for (int i = 0; i < reduce; i++)
    if (nest_crosses(emitter->nest, &emitter->nest->steps[i]))
      bytes += reduction_partial_bytes(first, &emitter->nest->steps[i]);
  return bytes / 4;
}

// Each slot of a thread holds the columns of one walk unit; the rows of the block have found something of the
// same.
void spell_publish_columns(Emitter *emitter, const CodeNode *node) {
  const int *reduces = node->reduces;
  const Mapping *mapping = &emitter->body->mapping;
  Together together = mapping_together(mapping, reduces, node->reduce_count);
  Text found = {0};
  for (int i = 0; i < node->reduce_count; i++) {
    text_printf(&found, ", %s, ", emitter->steps[reduces[i]]);
    emit_combined_text(emitter, &together, reduces, i, &found);
    text_printf(&found, ", workspace + %" PRId64, published_at(emitter, mapping, reduces[i]));
  }
  emit_line(emitter, "fb_publish_columns<%d, %d, %d>(%s, %" PRId64 "%s);", mapping->walk_lanes,
            mapping_threads(mapping), together.slots, emit_block_text(emitter), mapping->walk_units,
            text_get(&found));
  text_free(&found);
}

void spell_publish_row(Emitter *emitter, const CodeNode *node) {
  int reduce = node->step;
  const Mapping *mapping = &emitter->body->mapping;
  emit_line(emitter, "fb_publish(workspace + %" PRId64 ", ((long long)%s * %" PRId64 " + walk) * %d, %s%s);",
            published_at(emitter, mapping, reduce), emit_block_text(emitter), mapping->walk_units,
            body_accumulator_lanes(emitter->body, &emitter->nest->steps[reduce]), emitter->steps[reduce],
            mapping->slots > 1 ? "[i]" : "");
}

void spell_publish_total(Emitter *emitter, const CodeNode *node) {
  emit_line(emitter, "if (threadIdx.x == 0) fb_publish(workspace + %" PRId64 ", %s, %s);",
            published_at(emitter, &emitter->body->mapping, node->step), emit_block_text(emitter),
            emitter->steps[node->step]);
}

// ---- the finish; the nodes' body is that of the finish

void spell_collect(Emitter *emitter, const CodeNode *node) {
  int reduce = node->step;
  const Mapping *mapping = &emitter->body->mapping, *first = &emitter->code->body.mapping;
  const Step *step = &emitter->nest->steps[reduce];
  Text at = {0};
  text_add(&at, "other");
  if (step->dims) {
    int lanes = reduction_per_lane(first, step) ? first->vector : 1;
    text_printf(&at, " * %" PRId64 "ll + unit", first->walk_units * lanes);
    if (mapping->vector > 1 && lanes > 1) text_printf(&at, " * %d", mapping->vector);
    if (lanes < first->vector && mapping->vector < first->vector)
      text_printf(&at, " / %d", first->vector / mapping->vector);
  }
  Text there = {0};
  if (!mapping->walk_exact) text_printf(&there, "_if(other < %" PRId64 ", ", first->shares);
  emit_line(emitter, "fb_collect%sworkspace + %" PRId64 ", %s, %s);", there.length ? text_get(&there) : "(",
            published_at(emitter, first, reduce), text_get(&at), emitter->steps[reduce]);
  text_free(&there);
  text_free(&at);
}

void spell_other_block(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_line(emitter, "const int other = trip * %d + lane;", emitter->body->mapping.walk_lanes);
}

void spell_finisher(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_line(emitter, "const int finisher = fb_finisher(workspace, %s, %" PRId64 ", %" PRId64 ");",
            emit_block_text(emitter), emitter->code->body.mapping.shares, emitter->body->mapping.shares);
  emit_line(emitter, "if (finisher < 0) return;");
}

void spell_finish_tiles(Emitter *emitter, const CodeNode *node) {
  (void)node;
  const Mapping *mapping = &emitter->body->mapping;
  emit_open(emitter, "for (int tile = finisher; tile < %" PRId64 "; tile += %" PRId64 ")", mapping->tiles,
            mapping->shares);
}
