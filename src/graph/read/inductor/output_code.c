// Walks output_code.py line by line: definitions with their comments and sources, then call().
#include "graph/read/inductor/output_code.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum Part { PART_TOP, PART_FRAGMENT, PART_SOURCE, PART_CALL } Part;

// A part of the program that is captured as a CUDA graph: a function that call() calls.
typedef struct Partition {
  const char *body; // behind the line that begins it
  int number, indent;
  bool called;
} Partition;

typedef struct Walk {
  OutputCode *code;
  const char *end; // of the text
  VECTOR(Partition) partitions;
  OutputFragment fragment;
  Part part;
  const char *kernel; // whose source this is
  int call_indent;    // of "def call"
  int handle;
} Walk;

static bool starts(OutputLine line, const char *word) {
  size_t length = strlen(word);
  return (size_t)line.length >= length && !memcmp(line.text, word, length);
}

static const char *find(OutputLine line, const char *word) {
  return memmem(line.text, (size_t)line.length, word, strlen(word));
}

static int indent(OutputLine line) {
  int count = 0;
  while (count < line.length && line.text[count] == ' ')
    count++;
  return count;
}

// "NAME = async_compile.triton('NAME', '''": NAME, or NULL.
static const char *defined_name(OutputCode *code, OutputLine line) {
  const char *call = find(line, " = async_compile.");
  if (!call || line.text[0] == ' ') return NULL;
  return arena_strndup(code->arena, line.text, (size_t)(call - line.text));
}

// "# kernel path: /tmp/torchinductor_me/ab/cabc.py": "cabc".
static const char *source_stem(OutputCode *code, OutputLine line) {
  const char *end = line.text + line.length, *begin = end;
  while (begin > line.text && begin[-1] != '/' && begin[-1] != ' ')
    begin--;
  const char *dot = memchr(begin, '.', (size_t)(end - begin));
  return arena_strndup(code->arena, begin, (size_t)((dot ? dot : end) - begin));
}

static int number_after(const char *text, const char *end) {
  int number = 0;
  for (; text < end && isdigit((unsigned char)*text) && number < 100000000; text++)
    number = number * 10 + (*text - '0');
  return number;
}

// "def partition_0(args):"
static void add_partition(Walk *walk, OutputLine line) {
  const char *end = line.text + line.length, *number = find(line, "partition_") + strlen("partition_");
  Partition partition = {end, number_after(number, end), indent(line), false};
  vector_push(&walk->partitions, partition);
}

static void top_line(Walk *walk, OutputLine line) {
  const char *body = line.text + indent(line);
  OutputLine stripped = {.text = body, .length = line.length - indent(line)};
  const char *name = defined_name(walk->code, line);
  if (starts(line, "# Graph fragment:")) {
    walk->part = PART_FRAGMENT;
  } else if (starts(line, "# kernel path: ")) {
    walk->fragment.source = source_stem(walk->code, line);
  } else if (name) {
    walk->kernel = name;
    walk->part = find(line, "'''") ? PART_SOURCE : PART_TOP;
    if (walk->part == PART_TOP) output_fragment_finish(walk->code, &walk->fragment, name);
  } else if (starts(stripped, "def partition_")) {
    add_partition(walk, line);
  } else if (starts(stripped, "def call(")) {
    walk->part = PART_CALL;
    walk->call_indent = indent(line);
  }
}

static void source_line(Walk *walk, OutputLine line) {
  if (starts(line, "'''")) {
    output_fragment_finish(walk->code, &walk->fragment, walk->kernel);
    walk->part = PART_TOP;
    return;
  }
  output_source_line(walk->code, &walk->fragment, line);
}

// "# [Provenance debug handles] NAME:12"
static void read_handle(Walk *walk, OutputLine line) {
  if (!find(line, "[Provenance debug handles]")) return;
  int colon = line.length;
  while (colon > 0 && line.text[colon - 1] != ':')
    colon--;
  walk->handle = number_after(line.text + colon, line.text + line.length);
}

static OutputLine line_at(const char *at, const char *end) {
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  return (OutputLine){.text = at, .length = (int)((newline ? newline : end) - at)};
}

static void statement_line(Walk *walk, OutputLine stripped) {
  if (stripped.text[0] == '#')
    read_handle(walk, stripped);
  else
    output_statement(walk->code, stripped, &walk->handle);
}

// Its statements, in which values have the names that they have outside; what it returns is no result of the
// graph.
static void run_partition(Walk *walk, const Partition *partition) {
  OutputLine line = {.text = partition->body};
  while (line.text + line.length < walk->end) {
    line = line_at(line.text + line.length + 1, walk->end);
    int blanks = indent(line);
    if (blanks == line.length) continue;
    if (blanks <= partition->indent) return;
    OutputLine stripped = {.text = line.text + blanks, .length = line.length - blanks};
    if (!starts(stripped, "return ")) statement_line(walk, stripped);
  }
}

// "(buf0, buf1) = self.partitions[0](partition0_args)": true when it is one.
static bool calls_partition(Walk *walk, OutputLine line) {
  static const char call[] = "self.partitions[";
  const char *found = find(line, call);
  if (!found) return false;
  int number = number_after(found + strlen(call), line.text + line.length);
  Partition *partition = number < walk->partitions.count ? &walk->partitions.data[number] : NULL;
  if (partition && partition->number == number && !partition->called) {
    partition->called = true;
    run_partition(walk, partition);
  }
  return true;
}

static void call_line(Walk *walk, OutputLine line) {
  int blanks = indent(line);
  if (blanks == line.length) return;
  if (blanks <= walk->call_indent) {
    walk->part = PART_TOP;
    top_line(walk, line);
    return;
  }
  OutputLine stripped = {.text = line.text + blanks, .length = line.length - blanks};
  if (!calls_partition(walk, stripped)) statement_line(walk, stripped);
}

static void walk_line(Walk *walk, OutputLine line) {
  switch (walk->part) {
    case PART_FRAGMENT:
      if (starts(line, "#")) {
        output_fragment_line(walk->code, &walk->fragment, line);
        return;
      }
      walk->part = PART_TOP;
      top_line(walk, line);
      return;
    case PART_SOURCE:
      source_line(walk, line);
      return;
    case PART_CALL:
      call_line(walk, line);
      return;
    default:
      top_line(walk, line);
  }
}

void output_code_read(const char *text, size_t length, SizeTable *sizes, Arena *arena, OutputCode *code) {
  *code = (OutputCode){.arena = arena, .sizes = sizes};
  Walk walk = {.code = code, .end = text + length};
  for (const char *at = text; at < walk.end;) {
    OutputLine line = line_at(at, walk.end);
    walk_line(&walk, line);
    at += line.length + 1;
  }
  vector_free(&walk.partitions);
  vector_free(&walk.fragment.nodes);
  vector_free(&walk.fragment.returned);
  vector_free(&walk.fragment.parameters);
  vector_free(&walk.fragment.stores);
}

void output_code_free(OutputCode *code) {
  vector_free(&code->kernels);
  vector_free(&code->events);
  vector_free(&code->annotations);
  namemap_free(&code->kernel_names);
  namemap_free(&code->node_strides);
  namemap_free(&code->seen_strides);
}

const Annotation *output_code_annotation(const OutputCode *code, const char *name) {
  int64_t index;
  if (namemap_get(&code->node_strides, name, &index)) return &code->annotations.data[index];
  if (namemap_get(&code->seen_strides, name, &index)) return &code->annotations.data[index];
  return NULL;
}
