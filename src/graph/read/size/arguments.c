// The integers that a graph of dynamic shapes was called with: "arg0_1 = 48" in get_args() of output_code.py
// (benchmark_compiled_module() of older versions), "reader.symint(48, ...)  # arg0_1" in
// fx_graph_runnable.py.
#include "graph/read/size/table.h"

#include "base/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t name_length(const char *at, const char *end) {
  const char *begin = at;
  while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
    at++;
  return (size_t)(at - begin);
}

// "    arg0_1 = 48"
static void read_assignment(SizeTable *sizes, const char *line, const char *end) {
  while (line < end && *line == ' ')
    line++;
  size_t length = name_length(line, end);
  const char *at = line + length;
  if (end - at < 4 || memcmp(at, " = ", 3) != 0) return;
  const char *digits = at + 3;
  int64_t value = size_read_digits(digits, end);
  while (digits < end && isdigit((unsigned char)*digits))
    digits++;
  if (digits == end) size_keep(&sizes->arguments, line, length, value);
}

static const char *line_end(const char *at, const char *end) {
  const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
  return newline ? newline : end;
}

// The body of the function that begins with `head`.
static bool read_function(SizeTable *sizes, const char *text, size_t length, const char *head) {
  const char *end = text + length, *at = memmem(text, length, head, strlen(head));
  if (!at) return false;
  for (at = line_end(at + 1, end); at < end; at = line_end(at + 1, end)) {
    const char *line = at + 1;
    if (line < end && *line != ' ' && *line != '\n') break;
    if (line < end) read_assignment(sizes, line, line_end(line, end));
  }
  return true;
}

// "    reader.symint(48, expr='s77')  # arg0_1"
static void read_runnable(SizeTable *sizes, const char *text, size_t length) {
  static const char call[] = "reader.symint(";
  const char *end = text + length;
  for (const char *at = text; (at = memmem(at, (size_t)(end - at), call, strlen(call))) != NULL;) {
    at += strlen(call);
    const char *last = line_end(at, end), *mark = memmem(at, (size_t)(last - at), "# ", 2);
    if (mark) size_keep(&sizes->arguments, mark + 2, name_length(mark + 2, last), size_read_digits(at, last));
  }
}

void size_table_read_runnable(SizeTable *table, const char *folder) {
  char *path = file_join(folder, "fx_graph_runnable.py");
  size_t length;
  Status ignored;
  char *text = file_exists(path) ? file_read(path, &length, &ignored) : NULL;
  if (text) read_runnable(table, text, length);
  free(text);
  free(path);
}

void size_table_read_code(SizeTable *table, const char *text, size_t length) {
  size_table_read_bounds(table, text, length);
  if (!read_function(table, text, length, "\ndef get_args("))
    read_function(table, text, length, "\ndef benchmark_compiled_module(");
}

void size_table_read_folder(SizeTable *table, const char *folder) {
  char *path = file_join(folder, "output_code.py");
  size_t length;
  Status ignored;
  char *text = file_exists(path) ? file_read(path, &length, &ignored) : NULL;
  if (text) size_table_read_code(table, text, length);
  if (table->arguments.count == 0) size_table_read_runnable(table, folder);
  free(text);
  free(path);
}
