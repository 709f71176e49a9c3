// SQLite by the library, opened at run time: who has none loses this one command.
#include "base/file.h"
#include "experiment/export.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is used of sqlite3.h; its binary interface does not change within version 3
// (sqlite.org/capi3ref.html).
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef int SqliteOpen(const char *path, sqlite3 **database);
typedef int SqliteClose(sqlite3 *database);
typedef int SqliteExec(sqlite3 *database, const char *sql, int (*row)(void *, int, char **, char **),
                       void *context, char **error);
typedef int SqlitePrepare(sqlite3 *database, const char *sql, int bytes, sqlite3_stmt **statement,
                          const char **tail);
typedef int SqliteBindText(sqlite3_stmt *statement, int column, const char *text, int bytes,
                           void (*release)(void *));
typedef int SqliteBindNumber(sqlite3_stmt *statement, int column, double number);
typedef int SqliteBindInteger(sqlite3_stmt *statement, int column, int64_t integer);
typedef int SqliteBindNull(sqlite3_stmt *statement, int column);
typedef int SqliteStep(sqlite3_stmt *statement); // of this and the next two the same
typedef const char *SqliteMessage(sqlite3 *database);
enum { SQLITE_OK = 0, SQLITE_DONE = 101 };

typedef struct Sqlite {
  void *library;
  SqliteOpen *open;
  SqliteClose *close;
  SqliteExec *exec;
  SqlitePrepare *prepare;
  SqliteBindText *bind_text;
  SqliteBindNumber *bind_number;
  SqliteBindInteger *bind_integer;
  SqliteBindNull *bind_null;
  SqliteStep *step, *reset, *finalize;
  SqliteMessage *message;
  sqlite3 *database;
  sqlite3_stmt *insert;
} Sqlite;

static void *symbol(Sqlite *sqlite, const char *name, bool *found) {
  void *address = dlsym(sqlite->library, name);
  *found = *found && address;
  return address;
}

static bool find_symbols(Sqlite *sqlite) {
  bool found = true;
  *(void **)&sqlite->open = symbol(sqlite, "sqlite3_open", &found);
  *(void **)&sqlite->close = symbol(sqlite, "sqlite3_close", &found);
  *(void **)&sqlite->exec = symbol(sqlite, "sqlite3_exec", &found);
  *(void **)&sqlite->prepare = symbol(sqlite, "sqlite3_prepare_v2", &found);
  *(void **)&sqlite->bind_text = symbol(sqlite, "sqlite3_bind_text", &found);
  *(void **)&sqlite->bind_number = symbol(sqlite, "sqlite3_bind_double", &found);
  *(void **)&sqlite->bind_integer = symbol(sqlite, "sqlite3_bind_int64", &found);
  *(void **)&sqlite->bind_null = symbol(sqlite, "sqlite3_bind_null", &found);
  *(void **)&sqlite->step = symbol(sqlite, "sqlite3_step", &found);
  *(void **)&sqlite->reset = symbol(sqlite, "sqlite3_reset", &found);
  *(void **)&sqlite->finalize = symbol(sqlite, "sqlite3_finalize", &found);
  *(void **)&sqlite->message = symbol(sqlite, "sqlite3_errmsg", &found);
  return found;
}

static bool load(Sqlite *sqlite, Status *status) {
  sqlite->library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
  if (sqlite->library && find_symbols(sqlite)) return true;
  return status_fail(
      status, STATUS_MISSING,
      "SQLite's library is not installed: 'apt-get install libsqlite3-0', or export with --csv");
}

static bool fail(const Sqlite *sqlite, const char *path, Status *status) {
  return status_fail(status, STATUS_INTERNAL, "cannot write %s: %s", path, sqlite->message(sqlite->database));
}

// ---- The table.

static void add_columns(RowPart part, bool types, Text *out) {
  static const char *const type_names[] = {" TEXT", " REAL", " INTEGER"};
  int count;
  const RowField *fields = row_fields(part, &count);
  for (int i = 0; i < count; i++)
    text_printf(out, "\"%s\"%s, ", fields[i].name, types ? type_names[fields[i].kind] : "");
}

static void add_schema(Text *out) {
  text_add(out, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; BEGIN; CREATE TABLE rows (");
  add_columns(ROW_QUESTION, true, out);
  text_add(out, "status TEXT, ");
  add_columns(ROW_ANSWER, true, out);
  add_columns(ROW_RUN, true, out);
  text_add(out, "samples_us TEXT);");
}

static void add_insert(Text *out) {
  static const RowPart parts[] = {ROW_QUESTION, ROW_ANSWER, ROW_RUN};
  int columns = 2; // status and samples
  text_add(out, "INSERT INTO rows VALUES (?");
  for (int i = 0, count; i < 3; i++, columns += count)
    row_fields(parts[i], &count);
  for (int i = 1; i < columns; i++)
    text_add(out, ",?");
  text_add(out, ")");
}

static void bind_field(const Sqlite *sqlite, int column, const Row *row, const RowField *field) {
  const void *at = (const char *)row + field->offset;
  switch (field->kind) {
    case ROW_TEXT:
      sqlite->bind_text(sqlite->insert, column, *(const char *const *)at, -1, NULL);
      break;
    case ROW_NUMBER:
      if (isfinite(*(const double *)at))
        sqlite->bind_number(sqlite->insert, column, *(const double *)at);
      else
        sqlite->bind_null(sqlite->insert, column);
      break;
    case ROW_INTEGER:
      if (*(const int64_t *)at != ROW_UNKNOWN)
        sqlite->bind_integer(sqlite->insert, column, *(const int64_t *)at);
      else
        sqlite->bind_null(sqlite->insert, column);
      break;
  }
}

static int bind_fields(const Sqlite *sqlite, int column, const Row *row, RowPart part) {
  int count;
  const RowField *fields = row_fields(part, &count);
  for (int i = 0; i < count; i++)
    bind_field(sqlite, column++, row, &fields[i]);
  return column;
}

static bool insert_row(const Sqlite *sqlite, const Row *row, Text *samples) {
  int column = bind_fields(sqlite, 1, row, ROW_QUESTION);
  sqlite->bind_text(sqlite->insert, column++, row_status_name(row->status), -1, NULL);
  column = bind_fields(sqlite, column, row, ROW_ANSWER);
  column = bind_fields(sqlite, column, row, ROW_RUN);
  text_clear(samples);
  for (int i = 0; i < row->sample_count; i++)
    text_printf(samples, "%s%.17g", i ? " " : "", row->samples[i]);
  if (row->samples)
    sqlite->bind_text(sqlite->insert, column, text_get(samples), -1, NULL);
  else
    sqlite->bind_null(sqlite->insert, column);
  return sqlite->step(sqlite->insert) == SQLITE_DONE && sqlite->reset(sqlite->insert) == SQLITE_OK;
}

static bool insert_rows(Sqlite *sqlite, const Rows *rows) {
  Text samples = {0}, insert = {0};
  const Row **sorted = export_order(rows);
  add_insert(&insert);
  bool good = sqlite->prepare(sqlite->database, text_get(&insert), -1, &sqlite->insert, NULL) == SQLITE_OK;
  for (int i = 0; good && i < rows->list.count; i++)
    good = insert_row(sqlite, sorted[i], &samples);
  sqlite->finalize(sqlite->insert);
  text_free(&samples);
  text_free(&insert);
  free(sorted);
  return good;
}

static bool fill(Sqlite *sqlite, const Rows *rows) {
  static const char indices[] =
      "CREATE INDEX rows_by_graph ON rows (graph, sizes, device, stage);"
      "CREATE INDEX rows_by_heuristic ON rows (heuristic, options, start); COMMIT;";
  Text schema = {0};
  add_schema(&schema);
  bool good = sqlite->exec(sqlite->database, text_get(&schema), NULL, NULL, NULL) == SQLITE_OK &&
              insert_rows(sqlite, rows) &&
              sqlite->exec(sqlite->database, indices, NULL, NULL, NULL) == SQLITE_OK;
  text_free(&schema);
  return good;
}

static bool write_database(Sqlite *sqlite, const Rows *rows, const char *path, Status *status) {
  char *beside = file_write_begin(path, status);
  if (!beside) return false;
  bool good = sqlite->open(beside, &sqlite->database) == SQLITE_OK && fill(sqlite, rows);
  if (!good) fail(sqlite, path, status);
  sqlite->close(sqlite->database);
  return file_write_end(path, beside, good, status);
}

// Beside it, then renamed: the old database or the new, never a part.
bool export_sqlite(const Rows *rows, const char *path, Status *status) {
  Sqlite sqlite = {0};
  bool good = load(&sqlite, status) && write_database(&sqlite, rows, path, status);
  if (sqlite.library) dlclose(sqlite.library);
  return good;
}
