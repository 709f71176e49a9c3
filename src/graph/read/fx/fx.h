// FX text before it is a graph: the statements of one printed graph module. For this layer's readers only.
#pragma once

#include "base/vector.h"
#include "graph/core/builder.h"
#include "graph/read/python/python.h"
#include "graph/read/size/table.h"

// Where one graph stands in a text that may hold several behind log prefixes.
typedef struct FxLines {
  TextLine *lines; // from "def forward" to "return"; allocated with the arena
  int count;
} FxLines;

// Finds graph number `which` (from 0). False with a message when there is none. `place` (may be NULL, zero at
// first): a graph of the text, from where it is searched if that is not behind it; then the next graph.
bool fx_find_lines(const char *file, const char *text, size_t length, int which, ReadPlace *place,
                   Arena *arena, FxLines *found, Status *status);

int fx_count(const char *text, size_t length); // of the graphs that it holds

// Where in the model an op came from: the comment "# File: norm.py:12 in forward, code: y = x * w".
typedef struct FxSource {
  const char *file; // NULL: none
  int line;
  const char *code; // may be NULL
} FxSource;

// A number that the graph computes with ("Sym(s77 + 1)"): sizes, and what is made of them.
typedef struct FxSize {
  const char *text; // what stands in the brackets; NULL: it is no size
  SizeNumber number;
} FxSize;

typedef struct FxPlaceholder {
  const char *name;
  const char *written; // the annotation as a text, NULL: none
  long written_offset; // bytes into the text
  Annotation annotation;
  FxSize size;
  long offset; // bytes into the text
} FxPlaceholder;

typedef struct FxStatement {
  const char *name;
  Annotation annotation;
  FxSize size;
  PythonExpr value;
  FxSource source;
  long offset;   // of the name, bytes into the text
  int file_line; // from 1
} FxStatement;

typedef struct FxText {
  const char *file; // for messages
  const char *text;
  long length;
  SizeTable *sizes; // not owned; complete once the text is parsed
  VECTOR(FxPlaceholder) placeholders;
  VECTOR(FxStatement) statements;
  PythonExpr result; // what `return` gives: a tuple, list or single value
  long result_offset;
} FxText;

// Reads one graph's statements. `parsed` is released with fx_text_free, also on failure; expressions live in
// the arena. `sizes` comes with what other files tell of them.
bool fx_parse(const char *file, const char *text, size_t length, const FxLines *lines, SizeTable *sizes,
              Arena *arena, FxText *parsed, Status *status);
void fx_text_free(FxText *parsed);

enum { FX_WHY = SIZE_PROBLEM + 160 };
// "bf16[8, 512]", "bf16[s77 + 1, 512][512, 1]cuda:0", "bf16[8, 512][512, 1]": false with a sentence (no
// place) in `why`.
bool fx_parse_annotation(const char *text, size_t length, const SizeNames *sizes, Annotation *annotation,
                         char why[FX_WHY]);
// "Sym(s77 + 1)": is it one? Its number is computed by fx_parse_size, false with a sentence.
bool fx_is_size(const char *text);
bool fx_parse_size(const char *text, const SizeNames *sizes, Arena *arena, FxSize *size, char why[FX_WHY]);
// The size of an axis as it is written, of the annotation `text`; NULL for a number.
const char *fx_axis_text(const char *text, int axis, Arena *arena);

// What a debug folder knows beside the text: strides by name, which it sets in the annotation when it knows
// the name.
typedef struct FxLayouts {
  void (*find)(const void *context, const char *name, Annotation *annotation);
  const void *context;
} FxLayouts;

// Builds the graph; `layouts` may be NULL. `name` is the graph's.
Graph *fx_build(const FxText *parsed, const char *name, const FxLayouts *layouts, Status *status);
