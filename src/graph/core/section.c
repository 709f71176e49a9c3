// Sections: where each begins and what it is called.
#include "graph/core/section.h"

#include "base/file.h"
#include "base/text.h"
#include "graph/core/block.h"
#include "graph/core/section_kind.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Maker {
  const Graph *graph;
  Sections *sections;
} Maker;

static void begin(Maker *maker, int op, const char *name) {
  Sections *sections = maker->sections;
  sections->list[sections->count++] = (Section){.first = op, .last = op, .name = name};
  sections->named += name != NULL;
}

// ---- Scopes: "h.3" of "h.3.attn.q", "layer2/" of "layer2/norm/mul".

static bool is_border(char c) {
  return c == '.' || c == '/' || c == ':';
}

// Characters up to the end of the first part of the name that has a digit; 0 when it is the whole name.
static size_t scope_length(const char *name) {
  size_t start = 0;
  for (;;) {
    size_t end = start;
    bool digit = false;
    for (; name[end] && !is_border(name[end]); end++)
      digit |= isdigit((unsigned char)name[end]) != 0;
    if (!name[end]) return 0;
    if (digit) return end;
    start = end + 1;
  }
}

// Whether most ops have a scope.
static bool names_tell(const Graph *graph) {
  int64_t scoped = 0, ops = 0;
  for (int op = 0; op < graph->op_count; op++) {
    if (graph->ops[op].is_view) continue;
    ops++;
    scoped += scope_length(graph->ops[op].name) > 0;
  }
  return 2 * scoped > ops;
}

static void cut_by_names(Maker *maker) {
  const char *before = NULL;
  size_t length_before = 0;
  for (int op = 0; op < maker->graph->op_count; op++) {
    const Op *it = &maker->graph->ops[op];
    size_t length = scope_length(it->name);
    bool same = before && length == length_before && !strncmp(before, it->name, length);
    if (same || (it->is_view && before)) continue;
    begin(maker, op, length ? arena_strndup(maker->sections->arena, it->name, length) : NULL);
    before = it->name, length_before = length;
  }
}

// ---- Blocks.

// "block 3 of 24"; with several kinds "block B 1 of 4".
static const char *block_name(Maker *maker, const Block *block, bool several) {
  Arena *arena = maker->sections->arena;
  int number = block->copy + 1;
  if (!several) return arena_printf(arena, "block %d of %d", number, block->copies);
  if (block->kind < 26)
    return arena_printf(arena, "block %c %d of %d", 'A' + block->kind, number, block->copies);
  return arena_printf(arena, "block #%d %d of %d", block->kind + 1, number, block->copies);
}

static int next_op(const Graph *graph, int op) {
  for (op++; op < graph->op_count && graph->ops[op].is_view;)
    op++;
  return op;
}

static void cut_by_blocks(Maker *maker) {
  Block *blocks;
  int count = graph_find_blocks(maker->graph, &blocks), at = 0;
  bool several = false;
  for (int i = 0; i < count; i++)
    several |= blocks[i].kind > 0;
  for (int i = 0; i < count; i++) {
    bool goes_on = i && blocks[i].kind == blocks[i - 1].kind; // what lies between them are constants
    if (blocks[i].first > at && !goes_on) begin(maker, at, NULL);
    begin(maker, blocks[i].first, block_name(maker, &blocks[i], several));
    at = next_op(maker->graph, blocks[i].last);
  }
  if (at < maker->graph->op_count) begin(maker, at, NULL);
  free(blocks);
}

// ---- Source lines.

static bool same_place(const Op *a, const Op *b) {
  return a->source_line == b->source_line && text_equal(a->source_file, b->source_file);
}

static void cut_by_source(Maker *maker) {
  const Op *before = NULL;
  for (int op = 0; op < maker->graph->op_count; op++) {
    const Op *it = &maker->graph->ops[op];
    if (before && (it->is_view || same_place(before, it))) continue;
    const char *name = it->source_file ? arena_printf(maker->sections->arena, "%s:%d",
                                                      file_base_name(it->source_file), it->source_line)
                                       : NULL;
    begin(maker, op, name);
    before = it;
  }
}

// Each section ends where the next begins.
static void finish(Maker *maker) {
  Sections *sections = maker->sections;
  for (int i = 0; i < sections->count; i++) {
    Section *section = &sections->list[i];
    section->last = i + 1 < sections->count ? section[1].first - 1 : maker->graph->op_count - 1;
    for (int op = section->first; op <= section->last; op++)
      sections->of[op] = i;
  }
  if (sections->by == SECTIONS_BY_LAYER) section_find_kinds(maker->graph, sections);
}

Sections *sections_new(const Graph *graph, SectionBy by) {
  Arena *arena = arena_new();
  Sections *sections = arena_alloc(arena, sizeof *sections);
  *sections = (Sections){.arena = arena, .by = by};
  sections->list = arena_array(arena, (size_t)graph->op_count + 1, sizeof *sections->list);
  sections->of = arena_array(arena, (size_t)graph->op_count + 1, sizeof *sections->of);
  Maker maker = {graph, sections};
  if (by == SECTIONS_BY_SOURCE)
    cut_by_source(&maker);
  else if (names_tell(graph))
    cut_by_names(&maker);
  else
    cut_by_blocks(&maker);
  finish(&maker);
  return sections;
}

void sections_free(Sections *sections) {
  if (sections) arena_free(sections->arena);
}
