// The sections of a scheduler's log: one a graph, each with the nodes that it began with.
#include "graph/read/inductor/reasons.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *find(const char *text, size_t length, const char *word) {
  return memmem(text, length, word, strlen(word));
}

bool reason_next_line(const char *text, size_t length, size_t at, ReasonLine *line) {
  while (at < length) {
    const char *newline = memchr(text + at, '\n', length - at);
    size_t end = newline ? (size_t)(newline - text) : length;
    const char *mark = find(text + at, end - at, "] [__fusion] ");
    const char *score = mark ? NULL : find(text + at, end - at, "] [__loop_ordering] ");
    const char *said = mark    ? mark + strlen("] [__fusion] ")
                       : score ? score + strlen("] [__loop_ordering] ")
                               : NULL;
    if (said) {
      *line = (ReasonLine){.text = said,
                           .length = (size_t)(text + end - said),
                           .end = end + 1 < length ? end + 1 : length,
                           .scores = score != NULL};
      return true;
    }
    at = end + 1;
  }
  return false;
}

bool reason_starts(const ReasonLine *line, const char *word) {
  size_t length = strlen(word);
  return line->length >= length && !memcmp(line->text, word, length);
}

// ---- Candidates: "  SchedulerNode(name='op1'), Pointwise(['[8]', 'origins=OrderedSet([mul_2, mul])', ...".

static void add_origin(ReasonSection *section, ReasonNode *node, const Graph *graph, const char *name,
                       size_t length) {
  char copy[256];
  if (length == 0 || length >= sizeof copy) return;
  memcpy(copy, name, length);
  copy[length] = '\0';
  int op = graph_find_producer(graph, copy);
  if (op == NO_OP) {
    section->unknown++;
    return;
  }
  section->known++;
  vector_push(&section->origins, op);
  node->count++;
}

static void add_origins(ReasonSection *section, ReasonNode *node, const Graph *graph, const char *at,
                        const char *end) {
  while (at < end) {
    const char *name = at;
    while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
      at++;
    add_origin(section, node, graph, name, (size_t)(at - name));
    if (at < end && *at == ']') return;
    at++;
  }
}

static void add_node(ReasonSection *section, const ReasonLine *line, const Graph *graph) {
  const char *end = line->text + line->length, *name = find(line->text, line->length, "(name='op");
  const char *origins = find(line->text, line->length, "origins=OrderedSet([");
  if (!name || !origins) return;
  name += strlen("(name='op");
  origins += strlen("origins=OrderedSet([");
  char *behind;
  long number = isdigit((unsigned char)*name) ? strtol(name, &behind, 10) : -1;
  if (number < 0 || number >= INT_MAX) return;
  ReasonNode node = {.number = (int)number, .first = section->origins.count};
  add_origins(section, &node, graph, origins, end);
  vector_push(&section->nodes, node);
}

// The first round has every node by itself; later ones repeat them.
void reason_sections_read(const char *text, size_t length, const Graph *graph, ReasonSections *sections) {
  ReasonLine line = {0};
  bool first_round = false;
  while (reason_next_line(text, length, line.end, &line)) {
    bool begins = !line.scores && reason_starts(&line, "===== attempting fusion (");
    if (begins) first_round = reason_starts(&line, "===== attempting fusion (1/");
    if (begins && first_round) {
      if (sections->count) sections->data[sections->count - 1].end = (size_t)(line.text - text);
      vector_push(sections, (ReasonSection){.begin = (size_t)(line.text - text), .end = length});
    } else if (first_round && sections->count && reason_starts(&line, "  SchedulerNode(")) {
      add_node(&sections->data[sections->count - 1], &line, graph);
    }
  }
}

void reason_sections_free(ReasonSections *sections) {
  for (int i = 0; i < sections->count; i++) {
    vector_free(&sections->data[i].nodes);
    vector_free(&sections->data[i].origins);
  }
  vector_free(sections);
}
