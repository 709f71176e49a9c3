#include "experiment/export.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_keys(const void *a, const void *b) {
  const Row *left = *(const Row *const *)a, *right = *(const Row *const *)b;
  return strcmp(left->key, right->key);
}

const Row **export_order(const Rows *rows) {
  const Row **sorted = memory_alloc(sizeof *sorted * (size_t)(rows->list.count + 1));
  for (int i = 0; i < rows->list.count; i++)
    sorted[i] = &rows->list.data[i];
  qsort(sorted, (size_t)rows->list.count, sizeof *sorted, compare_keys);
  return sorted;
}

void export_lines(const Rows *rows, Text *out) {
  const Row **sorted = export_order(rows);
  for (int i = 0; i < rows->list.count; i++)
    row_write(sorted[i], out);
  free(sorted);
}

// ---- CSV, as RFC 4180 has it, with line ends of this system.

// A text that a spreadsheet would take for a formula is begun with an apostrophe.
static void add_quoted(const char *text, Text *out) {
  bool formula = *text && strchr("=+-@\t", *text);
  if (!formula && !text[strcspn(text, ",\"\r\n")]) {
    text_add(out, text);
    return;
  }
  text_add(out, formula ? "\"'" : "\"");
  for (; *text; text++)
    text_add(out, *text == '"' ? "\"\"" : (char[]){*text, '\0'});
  text_add(out, "\"");
}

static void add_field(const Row *row, const RowField *field, Text *out) {
  const void *at = (const char *)row + field->offset;
  switch (field->kind) {
    case ROW_TEXT:
      add_quoted(*(const char *const *)at, out);
      break;
    case ROW_NUMBER:
      if (isfinite(*(const double *)at)) text_printf(out, "%.17g", *(const double *)at);
      break;
    case ROW_INTEGER:
      if (*(const int64_t *)at != ROW_UNKNOWN) text_printf(out, "%lld", (long long)*(const int64_t *)at);
      break;
  }
}

static void add_names(RowPart part, Text *out) {
  int count;
  const RowField *fields = row_fields(part, &count);
  for (int i = 0; i < count; i++)
    text_printf(out, "%s%s", i ? "," : "", fields[i].name);
}

static void add_fields(const Row *row, RowPart part, Text *out) {
  int count;
  const RowField *fields = row_fields(part, &count);
  for (int i = 0; i < count; i++) {
    text_add(out, i ? "," : "");
    add_field(row, &fields[i], out);
  }
}

void export_csv(const Rows *rows, Text *out) {
  const Row **sorted = export_order(rows);
  add_names(ROW_QUESTION, out);
  text_add(out, ",status,");
  add_names(ROW_ANSWER, out);
  text_add(out, ",samples_us,");
  add_names(ROW_RUN, out);
  text_add(out, "\n");
  for (int i = 0; i < rows->list.count; i++) {
    add_fields(sorted[i], ROW_QUESTION, out);
    text_printf(out, ",%s,", row_status_name(sorted[i]->status));
    add_fields(sorted[i], ROW_ANSWER, out);
    text_add(out, ",");
    for (int sample = 0; sample < sorted[i]->sample_count; sample++)
      text_printf(out, "%s%.17g", sample ? " " : "", sorted[i]->samples[sample]);
    text_add(out, ",");
    add_fields(sorted[i], ROW_RUN, out);
    text_add(out, "\n");
  }
  free(sorted);
}
