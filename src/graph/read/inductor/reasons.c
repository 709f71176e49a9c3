// Remarks from a scheduler's log.
#include "graph/read/inductor/reasons.h"

#include "base/file.h"
#include "base/sorted.h"
#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum ReasonKind {
  REASON_REFUSED,
  REASON_FUSED,
  REASON_TIMED,
  REASON_SHARED,
  REASON_KINDS
} ReasonKind;

// "cannot fuse op0_op1 with op4: why": two groups of scheduler nodes, and what was said of them.
typedef struct ReasonMessage {
  ReasonKind kind;
  int first, middle, end; // of both groups, in the reader's numbers; each ascends
  const char *text;       // in the plan's arena: the reason, the speedup, the bytes
} ReasonMessage;

typedef VECTOR(int) Numbers;

typedef struct ReasonReader {
  const Graph *graph;
  DumpPlan *plan;
  VECTOR(ReasonMessage) messages;
  Numbers numbers;
  HashMap lists;        // of node -> index into `said`
  VECTOR(Numbers) said; // messages about each node, in the order in which they were made
  int *home;            // per op: the first node that it went into, -1: none
} ReasonReader;

// ---- Messages.

// The numbers of "op4_op5", and of "OrderedSet(['buf4', 'buf5'])": of buffers those of the ops that make
// them.
static void add_group(ReasonReader *reader, const char *at, const char *end) {
  int first = reader->numbers.count;
  for (; at < end; at++) {
    size_t word = text_starts(at, "op") ? 2 : text_starts(at, "buf") ? 3 : 0;
    if (!word || at + word >= end || !isdigit((unsigned char)at[word])) continue;
    long number = strtol(at + word, NULL, 10);
    if (number >= 0 && number < 1 << 24) vector_push(&reader->numbers, (int)number);
    at += word;
  }
  int count = reader->numbers.count - first;
  if (count) sorted_sort(reader->numbers.data + first, count);
}

static void note_message(ReasonReader *reader, int number, int message) {
  int64_t list;
  if (!hashmap_get(&reader->lists, (uint64_t)number, &list)) {
    list = reader->said.count;
    hashmap_set(&reader->lists, (uint64_t)number, list);
    vector_push(&reader->said, (Numbers){0});
  }
  vector_push(&reader->said.data[list], message);
}

// Without the colours that a terminal would show.
static const char *plain_text(Arena *arena, const char *at, const char *end) {
  Text text = {0};
  for (; at < end; at++) {
    if (*at == '\x1b') {
      while (at < end && *at != 'm')
        at++;
      continue;
    }
    text_add_bytes(&text, at, 1);
  }
  const char *kept = arena_strdup(arena, text_get(&text));
  text_free(&text);
  return kept;
}

static void add_message(ReasonReader *reader, ReasonKind kind, const char *a, const char *b, const char *text,
                        const char *end, const char *b_end) {
  ReasonMessage message = {.kind = kind, .first = reader->numbers.count};
  add_group(reader, a, b);
  message.middle = reader->numbers.count;
  add_group(reader, b, b_end);
  message.end = reader->numbers.count;
  if (message.first == message.middle || message.middle == message.end) {
    reader->numbers.count = message.first;
    return;
  }
  message.text = plain_text(reader->plan->arena, text, end);
  for (int i = message.first; i < message.end; i++)
    note_message(reader, reader->numbers.data[i], reader->messages.count);
  vector_push(&reader->messages, message);
}

// What stands between and behind the words of a message.
typedef struct ReasonForm {
  ReasonKind kind;
  const char *begin, *between, *behind;
} ReasonForm;

static const ReasonForm forms[] = {
    {REASON_TIMED, "can fuse (benchmark): fusing ", " with ", " cause "},
    {REASON_TIMED, "cannot fuse (benchmark): fusing ", " with ", " cause "},
    {REASON_REFUSED, "memory-timeline fusion rejected ", " with ", ": "},
    {REASON_REFUSED, "cannot fuse ", " with ", ": "},
    {REASON_FUSED, "fusing ", " with ", NULL},
    {REASON_SHARED, "", " and ", " has "},
};

static const char *find(const char *at, const char *end, const char *word) {
  return at < end ? memmem(at, (size_t)(end - at), word, strlen(word)) : NULL;
}

static void read_message(ReasonReader *reader, const ReasonLine *line) {
  const char *end = line->text + line->length;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const ReasonForm *form = &forms[i];
    if (line->scores != (form->kind == REASON_SHARED) || !reason_starts(line, form->begin)) continue;
    const char *a = line->text + strlen(form->begin), *b = find(a, end, form->between);
    const char *behind = !b ? NULL : form->behind ? find(b, end, form->behind) : end;
    if (!behind) return;
    const char *text = form->behind ? behind + strlen(form->behind) : end;
    add_message(reader, form->kind, a, b, text, end, behind);
    return;
  }
}

// ---- Pairs.

static bool contains(const ReasonReader *reader, int first, int end, int number) {
  return sorted_find(reader->numbers.data + first, end - first, number) >= 0;
}

static bool is_about(const ReasonReader *reader, const ReasonMessage *message, int a, int b) {
  bool there = contains(reader, message->first, message->middle, a) &&
               contains(reader, message->middle, message->end, b);
  return there || (contains(reader, message->first, message->middle, b) &&
                   contains(reader, message->middle, message->end, a));
}

// The last message of each kind about two nodes; where they were fused, what was said before holds no more.
static void find_messages(const ReasonReader *reader, int a, int b, const ReasonMessage *last[REASON_KINDS]) {
  enum { LOOKED_AT = 4096 };
  int64_t list;
  memset(last, 0, sizeof *last * REASON_KINDS);
  if (!hashmap_get(&reader->lists, (uint64_t)a, &list)) return;
  const Numbers *said = &reader->said.data[list];
  for (int i = said->count - 1, seen = 0; i >= 0 && seen < LOOKED_AT; i--, seen++) {
    const ReasonMessage *message = &reader->messages.data[said->data[i]];
    if (last[message->kind] || !is_about(reader, message, a, b)) continue;
    if (message->kind == REASON_REFUSED && last[REASON_FUSED]) continue;
    last[message->kind] = message;
  }
}

static void add_remark(ReasonReader *reader, int producer, int consumer, DumpRemark *remarks, int *count) {
  const ReasonMessage *last[REASON_KINDS];
  int a = reader->home[producer], b = reader->home[consumer];
  if (a < 0 || b < 0 || a == b) return;
  find_messages(reader, a, b, last);
  Text text = {0};
  if (last[REASON_FUSED])
    text_printf(&text, "fuses op%d with op%d", a, b);
  else if (last[REASON_REFUSED])
    text_printf(&text, "does not fuse op%d with op%d: %s", a, b, last[REASON_REFUSED]->text);
  if (last[REASON_TIMED])
    text_printf(&text, "%sit measured a %s", text.length ? "; " : "", last[REASON_TIMED]->text);
  long bytes = last[REASON_SHARED] ? strtol(last[REASON_SHARED]->text, NULL, 10) : 0;
  if (bytes > 0 && text.length) text_printf(&text, "; %ld bytes shared", bytes);
  if (text.length)
    remarks[(*count)++] = (DumpRemark){.producer = reader->graph->ops[producer].name,
                                       .consumer = reader->graph->ops[consumer].name,
                                       .text = arena_strdup(reader->plan->arena, text_get(&text)),
                                       .fused_us = NAN,
                                       .apart_us = NAN,
                                       .step = reader->plan->step_count};
  text_free(&text);
}

// Of every op that reads another one's result.
static void add_remarks(ReasonReader *reader) {
  const Graph *graph = reader->graph;
  size_t edges = 0;
  for (int op = 0; op < graph->op_count; op++)
    edges += (size_t)graph_neighbours(graph, op).producer_count;
  DumpPlan *plan = reader->plan;
  DumpRemark *remarks = arena_array(plan->arena, (size_t)plan->remark_count + edges, sizeof *remarks);
  int count = plan->remark_count;
  if (count) memcpy(remarks, plan->remarks, sizeof *remarks * (size_t)count);
  for (int op = 0; op < graph->op_count; op++) {
    Neighbours near = graph_neighbours(graph, op);
    for (int i = 0; i < near.producer_count; i++)
      add_remark(reader, near.producers[i], op, remarks, &count);
  }
  plan->remarks = remarks;
  plan->remark_count = count;
}

// ---- The graph's section.

// Whether the scheduler's nodes come from most of the ops that it would make kernels of: names like add_1 are
// in every graph, and a small one's may all be in a large one.
static bool covers(const ReasonSection *section, const Graph *graph) {
  bool *seen = memory_alloc((size_t)graph->op_count + 1);
  int wanted = 0, found = 0;
  for (int i = 0; i < section->origins.count; i++)
    seen[section->origins.data[i]] = true;
  for (int i = 0; i < graph->op_count; i++) {
    const Op *op = &graph->ops[i];
    if (op->is_view || (op->op_class != CLASS_POINTWISE && op->op_class != CLASS_REDUCE)) continue;
    wanted++;
    found += seen[i];
  }
  free(seen);
  return found > 0 && found * 5 >= wanted * 4;
}

// Nearly all names must be the graph's, and the other way round. Of several sections the one with most is
// taken, and the last of equals, as a graph that was compiled again replaces the one before.
static const ReasonSection *choose(const ReasonSections *sections, const Graph *graph) {
  const ReasonSection *best = NULL;
  for (int i = 0; i < sections->count; i++) {
    const ReasonSection *section = &sections->data[i];
    if (section->known == 0 || section->unknown * 10 > section->known || !covers(section, graph)) continue;
    if (!best || section->known >= best->known) best = section;
  }
  return best;
}

// An op that several nodes come from was inlined into those behind the first.
static void find_homes(ReasonReader *reader, const ReasonSection *section) {
  for (int i = 0; i < reader->graph->op_count; i++)
    reader->home[i] = -1;
  for (int i = 0; i < section->nodes.count; i++) {
    const ReasonNode *node = &section->nodes.data[i];
    for (int j = 0; j < node->count; j++) {
      int *home = &reader->home[section->origins.data[node->first + j]];
      if (*home < 0 || node->number < *home) *home = node->number;
    }
  }
}

static void read_section(ReasonReader *reader, const char *text, const ReasonSection *section) {
  ReasonLine line = {.end = section->begin};
  find_homes(reader, section);
  while (reason_next_line(text, section->end, line.end, &line))
    read_message(reader, &line);
  add_remarks(reader);
}

static void reader_free(ReasonReader *reader) {
  for (int i = 0; i < reader->said.count; i++)
    vector_free(&reader->said.data[i]);
  vector_free(&reader->said);
  vector_free(&reader->messages);
  vector_free(&reader->numbers);
  hashmap_free(&reader->lists);
  free(reader->home);
}

void reasons_read(const char *file, const char *text, size_t length, const Graph *graph, DumpPlan *plan) {
  ReasonReader reader = {.graph = graph, .plan = plan};
  ReasonSections sections = {0};
  reader.home = memory_alloc(sizeof *reader.home * ((size_t)graph->op_count + 1));
  reason_sections_read(text, length, graph, &sections);
  const ReasonSection *section = choose(&sections, graph);
  if (section) read_section(&reader, text, section);
  if (section)
    plan->remark_source =
        arena_printf(plan->arena, "%s: what Inductor said of %d pairs of ops", file, plan->remark_count);
  else
    plan->remark_source = arena_printf(
        plan->arena, "%s: %s", file,
        sections.count ? "none of its fusions is of this graph"
                       : "nothing of fusions in it: TORCH_LOGS=fusion,loop_ordering writes them");
  reason_sections_free(&sections);
  reader_free(&reader);
}

// ---- Where the log is.

static bool read_log(const char *path, const Graph *graph, DumpPlan *plan, Status *status) {
  size_t length;
  char *text = file_read(path, &length, status);
  if (text) reasons_read(path, text, length, graph, plan);
  free(text);
  return text != NULL;
}

bool reasons_find(const char *folder, const char *named, const Graph *graph, DumpPlan *plan, Status *status) {
  enum { FOLDERS_AROUND = 4 }; // a run, torchinductor, torch_compile_debug and what that lies in
  if (named) return read_log(named, graph, plan, status);
  char *around = file_whole(folder);
  bool found = false, done = true;
  for (int i = 0; around && i <= FOLDERS_AROUND && !found; i++) {
    char *path = file_join(around, "torch_logs.txt"), *slash = strrchr(around, '/');
    found = file_is_regular(path);
    done = !found || read_log(path, graph, plan, status);
    free(path);
    if (!done || !slash || slash == around) break;
    *slash = '\0';
  }
  free(around);
  return done;
}
