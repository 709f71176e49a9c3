// FX statements to a graph: inputs, getitem, return.
#include "graph/read/fx/build.h"

#include "base/file.h"
#include "base/text.h"
#include "graph/read/importer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fx_fail(FxBuild *build, long offset, const char *format, ...) {
  char what[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  const FxText *parsed = build->parsed;
  return status_fail_at(build->status, parsed->file, parsed->text, parsed->length, offset, "%s", what);
}

const FxSymbol *fx_symbol(const FxBuild *build, const char *name) {
  int64_t index;
  return namemap_get(&build->names, name, &index) ? &build->symbols.data[index] : NULL;
}

void fx_bind(FxBuild *build, const char *name, FxSymbol symbol) {
  namemap_set(&build->names, name, build->symbols.count);
  vector_push(&build->symbols, symbol);
}

Annotation fx_annotation(const FxBuild *build, const char *name, const Annotation *written) {
  Annotation annotation = *written;
  const FxLayouts *layouts = build->layouts;
  if (layouts && annotation.has_type && !annotation.has_stride)
    layouts->find(layouts->context, name, &annotation);
  return annotation;
}

static bool add_input(FxBuild *build, const char *name, const Annotation *written, long offset) {
  if (!written->has_type) {
    return fx_fail(build, offset,
                   "'%.80s' has no annotation: print the graph with types (print_readable(), "
                   "TORCH_LOGS=post_grad_graphs)",
                   name);
  }
  Annotation annotation = fx_annotation(build, name, written);
  Status status = {0};
  int value = builder_input(build->builder, arena_strdup(build->arena, name), annotation.dtype,
                            &annotation.shape, annotation.has_stride ? annotation.stride : NULL, &status);
  if (value == NO_VALUE) return fx_fail(build, offset, "%.400s", status.message);
  fx_bind(build, name, (FxSymbol){.value = value, .result_count = -1});
  return true;
}

// The axes that are written with sizes.
static void name_axes(FxBuild *build, const FxPlaceholder *placeholder) {
  if (build->parsed->sizes->order.count == 0) return;
  for (int axis = 0; axis < placeholder->annotation.shape.rank; axis++) {
    const char *text = fx_axis_text(placeholder->written, axis, build->arena);
    if (text) builder_size_name(build->builder, fx_symbol(build, placeholder->name)->value, axis, text);
  }
}

static bool add_inputs(FxBuild *build) {
  for (int i = 0; i < build->parsed->placeholders.count; i++) {
    const FxPlaceholder *placeholder = &build->parsed->placeholders.data[i];
    if (placeholder->size.text) {
      fx_bind_size(build, placeholder);
      continue;
    }
    if (!add_input(build, placeholder->name, &placeholder->annotation, placeholder->offset)) return false;
    name_axes(build, placeholder);
  }
  return true;
}

static bool is_getitem(const FxStatement *statement) {
  const PythonExpr *value = &statement->value;
  return value->kind == PYTHON_INDEX && value->items[0].kind == PYTHON_NAME &&
         value->items[1].kind == PYTHON_INTEGER;
}

// Links the getitems of each tuple, so that its op knows its results' names.
static void link_getitems(FxBuild *build) {
  int count = build->parsed->statements.count;
  build->getitem_previous = arena_array(build->arena, (size_t)count, sizeof *build->getitem_previous);
  for (int i = 0; i < count; i++) {
    const FxStatement *statement = &build->parsed->statements.data[i];
    int64_t previous = -1;
    if (!is_getitem(statement)) continue;
    const char *tuple = statement->value.items[0].text;
    namemap_get(&build->getitem_names, tuple, &previous);
    build->getitem_previous[i] = (int)previous;
    namemap_set(&build->getitem_names, tuple, i);
  }
}

static bool add_getitem(FxBuild *build, const FxStatement *statement) {
  const PythonExpr *value = &statement->value;
  if (!is_getitem(statement))
    return fx_fail(build, value->begin,
                   "only NAME[NUMBER] is understood here: slices stand in graphs before decomposition only; "
                   "print the post-grad graph (TORCH_LOGS=post_grad_graphs or fx_graph_transformed.py)");
  const PythonExpr *tuple = &value->items[0];
  const FxSymbol *symbol = fx_symbol(build, tuple->text);
  if (!symbol) return fx_named_value(build, tuple) != NO_VALUE;
  int64_t position = value->items[1].integer;
  if (symbol->result_count < 0) {
    return fx_fail(build, tuple->begin, "'%.80s' is one tensor, not a tuple; use select to index it",
                   tuple->text);
  }
  int result = position >= 0 && position < symbol->result_count
                   ? build->results.data[symbol->first_result + position]
                   : NO_VALUE;
  if (result == NO_VALUE) {
    return fx_fail(build, value->items[1].begin, "'%.80s' has no result %lld", tuple->text,
                   (long long)position);
  }
  fx_bind(build, statement->name, (FxSymbol){.value = result, .result_count = -1});
  return true;
}

// "b = a", or a constant of the module: "c: "f32[4]" = self._tensor_constant0", which becomes an input.
static bool add_name(FxBuild *build, const FxStatement *statement) {
  const PythonExpr *value = &statement->value;
  const FxSymbol *symbol = fx_symbol(build, value->text);
  if (symbol) {
    FxSymbol copy = *symbol;
    fx_bind(build, statement->name, copy);
    return true;
  }
  if (!text_starts(value->text, "self.")) return fx_named_value(build, value) != NO_VALUE;
  if (!add_input(build, statement->name, &statement->annotation, statement->offset)) return false;
  builder_note(build->builder, NOTE_OTHER, NO_OP, "the constant %.80s (line %d) is read as an input",
               value->text, statement->file_line);
  return true;
}

static bool add_statement(FxBuild *build, int index) {
  const FxStatement *statement = &build->parsed->statements.data[index];
  if (fx_is_assertion(statement)) return fx_check_assertion(build, statement);
  if (fx_states_size(statement))
    return (!fx_reads_data(statement) || fx_call(build, index)) && fx_add_size(build, statement);
  switch (statement->value.kind) {
    case PYTHON_CALL:
      return fx_call(build, index);
    case PYTHON_INDEX:
      return add_getitem(build, statement);
    case PYTHON_NAME:
      return add_name(build, statement);
    default:
      return fx_fail(build, statement->value.begin, "only calls, NAME[NUMBER] and names are understood here");
  }
}

static bool add_output(FxBuild *build, const PythonExpr *expr) {
  if (expr->kind == PYTHON_LIST || expr->kind == PYTHON_TUPLE) {
    for (int i = 0; i < expr->item_count; i++) {
      if (!add_output(build, &expr->items[i])) return false;
    }
    return true;
  }
  int value = NO_VALUE;
  const FxSymbol *symbol = expr->kind == PYTHON_NAME ? fx_symbol(build, expr->text) : NULL;
  if (expr->kind == PYTHON_NAME && !(symbol && symbol->size)) {
    value = fx_named_value(build, expr);
    if (value == NO_VALUE) return false;
  } else if (expr->kind != PYTHON_NONE) {
    build->returned_numbers++;
  }
  builder_output(build->builder, value);
  return true;
}

static bool add_all(FxBuild *build) {
  link_getitems(build);
  if (!add_inputs(build)) return false;
  for (int i = 0; i < build->parsed->statements.count; i++) {
    if (!add_statement(build, i)) return false;
  }
  if (!add_output(build, &build->parsed->result)) return false;
  int numbers = build->returned_numbers;
  if (numbers)
    builder_note(build->builder, NOTE_OTHER, NO_OP,
                 numbers == 1 ? "the graph returns a number, which is left out"
                              : "the graph returns %d numbers, which are left out",
                 numbers);
  return true;
}

// What --set binds must be there, whatever else is wrong.
static bool add_graph(FxBuild *build) {
  const FxText *parsed = build->parsed;
  if (!size_table_check(parsed->sizes, parsed->file, build->status) || !add_all(build)) return false;
  size_table_finish(parsed->sizes, build->builder);
  return true;
}

Graph *fx_build(const FxText *parsed, const char *name, const FxLayouts *layouts, Status *status) {
  FxBuild build = {
      .parsed = parsed, .layouts = layouts, .status = status, .builder = builder_new(name, parsed->file)};
  build.arena = builder_arena(build.builder);
  bool done = add_graph(&build);
  namemap_free(&build.names);
  namemap_free(&build.getitem_names);
  vector_free(&build.symbols);
  vector_free(&build.results);
  if (done) return builder_finish(build.builder, status);
  builder_free(build.builder);
  return NULL;
}

static void graph_name(const char *file, int which, char name[128]) {
  const char *base = file_base_name(file);
  const char *dot = strrchr(base, '.');
  int length = dot && dot > base ? (int)(dot - base) : (int)strlen(base);
  if (which > 0)
    snprintf(name, 128, "%.*s#%d", length < 100 ? length : 100, base, which + 1);
  else
    snprintf(name, 128, "%.*s", length < 100 ? length : 100, base);
}

// What other files of its folder tell of the graph's sizes.
static void read_siblings(const Source *source, const FxLines *lines, SizeTable *sizes) {
  const TextLine *first = lines->lines, *last = &lines->lines[lines->count - 1];
  if (!memmem(source->text + first->offset, (size_t)(last->offset + last->length - first->offset), "\"Sym(",
              5))
    return;
  const char *slash = strrchr(source->path, '/');
  char *folder =
      slash ? memory_strndup(source->path, (size_t)(slash - source->path) + 1) : memory_strdup(".");
  size_table_read_folder(sizes, folder);
  free(folder);
}

static Graph *read_text(const Source *source, bool siblings, Status *status) {
  ReadKept *kept = source->options ? source->options->kept : NULL;
  Arena *arena = arena_new();
  FxLines lines;
  FxText parsed = {0};
  SizeTable sizes = size_table(source->options);
  char name[128];
  graph_name(source->path, source->which, name);
  Graph *graph = NULL;
  if (fx_find_lines(source->path, source->text, source->length, source->which, kept ? &kept->place : NULL,
                    arena, &lines, status)) {
    if (siblings) read_siblings(source, &lines, &sizes);
    if (fx_parse(source->path, source->text, source->length, &lines, &sizes, arena, &parsed, status))
      graph = fx_build(&parsed, name, NULL, status);
  }
  size_table_free(&sizes);
  fx_text_free(&parsed);
  arena_free(arena);
  return graph;
}

Graph *graph_read_fx(const char *file, const char *text, size_t length, int which, const ReadOptions *options,
                     Status *status) {
  Source source = {.path = file, .which = which, .text = text, .length = length, .options = options};
  return read_text(&source, false, status);
}

static bool takes(const Source *source) {
  return source->text != NULL;
}

static Graph *read(const Source *source, DumpPlan **plan, Status *status) {
  (void)plan;
  return read_text(source, true, status);
}

const Importer importer_fx = {"fx", "FX text", takes, read};
