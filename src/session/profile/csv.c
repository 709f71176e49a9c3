// Rows of comma-separated values.
#include "session/profile/csv.h"

#include <string.h>

// The field that begins at `at`; returns where it ends: at a comma, the end of the line, or that of the text.
static size_t read_plain(CsvReader *csv, size_t at) {
  size_t begin = at;
  while (at < csv->length && csv->text[at] != ',' && csv->text[at] != '\n')
    at++;
  size_t end = at > begin && csv->text[at - 1] == '\r' ? at - 1 : at;
  text_add_bytes(&csv->bytes, csv->text + begin, end - begin);
  return at;
}

// Behind the first quote; a quote is written twice.
static bool read_quoted(CsvReader *csv, size_t *at, Status *status) {
  size_t begin = *at - 1;
  for (;;) {
    const char *from = csv->text + *at, *quote = memchr(from, '"', csv->length - *at);
    if (!quote)
      return status_fail_at(status, csv->file, csv->text, (long)csv->length, (long)begin,
                            "this quote is never closed");
    bool twice = quote + 1 < csv->text + csv->length && quote[1] == '"';
    text_add_bytes(&csv->bytes, from, (size_t)(quote - from) + twice);
    *at += (size_t)(quote - from) + 1 + twice;
    if (!twice) break;
  }
  while (*at < csv->length && csv->text[*at] != ',' && csv->text[*at] != '\n')
    ++*at;
  return true;
}

static bool read_row(CsvReader *csv, Status *status) {
  size_t at = csv->at;
  text_clear(&csv->bytes);
  vector_clear(&csv->begins);
  csv->row = at;
  for (;;) {
    vector_push(&csv->begins, csv->bytes.length);
    if (at < csv->length && csv->text[at] == '"') {
      at++;
      if (!read_quoted(csv, &at, status)) return false;
    } else {
      at = read_plain(csv, at);
    }
    text_add_bytes(&csv->bytes, "", 1);
    if (at >= csv->length || csv->text[at] == '\n') break;
    at++;
  }
  csv->at = at < csv->length ? at + 1 : at;
  return true;
}

bool csv_next(CsvReader *csv, Status *status) {
  while (csv->at < csv->length) {
    if (!read_row(csv, status)) return false;
    if (csv->begins.count > 1 || *csv_field(csv, 0)) return true;
  }
  return false;
}

const char *csv_field(const CsvReader *csv, int column) {
  return column >= 0 && column < csv->begins.count ? csv->bytes.data + csv->begins.data[column] : "";
}

void csv_free(CsvReader *csv) {
  text_free(&csv->bytes);
  vector_free(&csv->begins);
}
