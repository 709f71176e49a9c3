// Finds printed graphs in a text: FX files, print_readable() output, and logs whose lines start with a prefix
// like "V1121 00:42:34.347000 831 torch/_inductor/compile_fx.py:1346] [0/0] [__post_grad_graphs] ".
#include "graph/read/fx/fx.h"

#include <ctype.h>
#include <string.h>

typedef VECTOR(TextLine) LineVector;

// A line taken apart: what follows the log prefix, and the prefix without its time (lines of one message
// share it).
typedef struct LogLine {
  const char *tag;
  int tag_length; // 0: no prefix
  TextLine body;
} LogLine;

typedef struct GraphScan {
  const char *text;
  long length, at;
  int graphs;       // seen so far
  bool inside;      // of a graph that has no return yet
  LogLine header;   // of that graph
  bool has_forward; // of that graph: "def forward" was seen
} GraphScan;

static bool matches(const char *text, long length, const char *pattern) {
  long at = 0;
  for (; pattern[at]; at++) {
    if (at >= length) return false;
    if (pattern[at] == '0' ? !isdigit((unsigned char)text[at]) : pattern[at] != text[at]) return false;
  }
  return true;
}

// Bytes of a prefix's level, date and time: "V1121 00:42:34.347000 "; 0 when there is no such prefix.
static long time_length(const char *line, long length) {
  if (length < 24 || !strchr("VDIWEC", line[0]) || !matches(line + 1, length - 1, "0000 00:00:00.")) return 0;
  long at = 15;
  while (at < length && isdigit((unsigned char)line[at]))
    at++;
  return at < length && line[at] == ' ' ? at + 1 : 0;
}

static long skip_to_bracket(const char *line, long length, long at) {
  const char *end = memchr(line + at, ']', (size_t)(length - at));
  return end ? end - line + 1 : length;
}

static LogLine split_line(const char *text, long begin, long end) {
  const char *line = text + begin;
  long length = end - begin;
  LogLine split = {.body = {.offset = begin, .length = (int)length}};
  long at = time_length(line, length);
  if (!at) return split;
  split.tag = line + at;
  long tag = at;
  at = skip_to_bracket(line, length, at); // "831 torch/_inductor/compile_fx.py:1346]"
  while (at + 1 < length && line[at] == ' ' && line[at + 1] == '[')
    at = skip_to_bracket(line, length, at);
  split.tag_length = (int)(at - tag);
  if (at < length && line[at] == ' ') at++;
  split.body = (TextLine){.offset = begin + at, .length = (int)(length - at)};
  return split;
}

static bool next_line(GraphScan *scan, LogLine *line) {
  if (scan->at >= scan->length) return false;
  const char *newline = memchr(scan->text + scan->at, '\n', (size_t)(scan->length - scan->at));
  long end = newline ? newline - scan->text : scan->length;
  *line = split_line(scan->text, scan->at, end);
  scan->at = end + 1;
  return true;
}

static bool contains(const char *text, int length, const char *word) {
  return length > 0 && memmem(text, (size_t)length, word, strlen(word)) != NULL;
}

static const char *skip_spaces(const char *text, int *length) {
  while (*length > 0 && (*text == ' ' || *text == '\t')) {
    text++;
    --*length;
  }
  return text;
}

static bool starts(const char *text, int length, const char *word) {
  int word_length = (int)strlen(word);
  return length >= word_length && !memcmp(text, word, (size_t)word_length);
}

static bool is_class(const char *body, int length) {
  return contains(body, length, "class ") && contains(body, length, "Module)");
}

static bool is_return(const char *body, int length) {
  return starts(body, length, "return") &&
         (length == 6 || !(isalnum((unsigned char)body[6]) || body[6] == '_'));
}

static bool same_message(const LogLine *a, const LogLine *b) {
  return a->tag_length == b->tag_length && (!a->tag_length || !memcmp(a->tag, b->tag, (size_t)a->tag_length));
}

// Takes one line; true when it belongs to the current graph's body.
static bool scan_line(GraphScan *scan, const LogLine *line) {
  int length = line->body.length;
  const char *body = skip_spaces(scan->text + line->body.offset, &length);
  if (scan->inside && !same_message(line, &scan->header)) return false;
  bool starts_forward = starts(body, length, "def forward(");
  bool commented = length > 0 && body[0] == '#';
  if (!commented && (is_class(body, length) || (starts_forward && (!scan->inside || scan->has_forward)))) {
    scan->inside = true;
    scan->has_forward = starts_forward;
    scan->header = *line;
    scan->graphs++;
    return starts_forward;
  }
  if (!scan->inside) return false;
  if (starts_forward) scan->has_forward = true;
  if (is_return(body, length)) scan->inside = false;
  return scan->has_forward;
}

static bool fail_absent(const char *file, const GraphScan *scan, int which, Status *status) {
  if (scan->graphs == 0) {
    return status_fail(
        status, STATUS_INPUT,
        "%s: no FX graph in it (no \"class ...(torch.nn.Module)\" with \"def forward\"), and no fusebox JSON",
        file);
  }
  return status_fail(status, STATUS_INPUT, "%s: there is no graph %d in it, only %d (FILE#1 is the first)",
                     file, which + 1, scan->graphs);
}

static void keep_lines(LineVector *lines, Arena *arena, FxLines *found) {
  found->count = lines->count;
  found->lines = arena_array(arena, (size_t)lines->count, sizeof *found->lines);
  if (lines->count) memcpy(found->lines, lines->data, (size_t)lines->count * sizeof *found->lines);
  vector_free(lines);
}

// At the first line of a graph it makes no difference what was before it.
static GraphScan scan_from(const char *text, size_t length, int which, const ReadPlace *place) {
  GraphScan scan = {.text = text, .length = (long)length};
  if (place && place->before <= which) scan.graphs = place->before, scan.at = place->at;
  return scan;
}

bool fx_find_lines(const char *file, const char *text, size_t length, int which, ReadPlace *place,
                   Arena *arena, FxLines *found, Status *status) {
  GraphScan scan = scan_from(text, length, which, place);
  LogLine line;
  LineVector lines = {0};
  long class_line = 0;
  for (long at = scan.at; scan.graphs <= which + 1 && next_line(&scan, &line); at = scan.at) {
    int before = scan.graphs;
    bool body = scan_line(&scan, &line);
    if (scan.graphs == which + 1 && before == which) class_line = line.body.offset;
    if (body && scan.graphs == which + 1) vector_push(&lines, line.body);
    if (place && before == which + 1 && scan.graphs > before) *place = (ReadPlace){before, at};
  }
  keep_lines(&lines, arena, found);
  if (which < 0 || scan.graphs <= which) return fail_absent(file, &scan, which, status);
  if (!found->count) {
    return status_fail_at(status, file, text, (long)length, class_line,
                          "this class has no \"def forward\"; is the text cut?");
  }
  return true;
}

int fx_count(const char *text, size_t length) {
  GraphScan scan = {.text = text, .length = (long)length};
  LogLine line;
  while (next_line(&scan, &line))
    scan_line(&scan, &line);
  return scan.graphs;
}
