// The database of `nsys export -t sqlite`: CUPTI_ACTIVITY_KIND_KERNEL and _RUNTIME, NVTX_EVENTS and
// StringIds, as Nsight Systems' documentation of exported data has them. Tables are there only where
// something was recorded, and columns differ by version.
//
// The file is not trusted: only plain columns of plain tables are read, row after row, and no more rows and
// text than its bytes have room for, as pages of a damaged one may refer to each other.
#include "session/profile/nsys.h"

#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum {
  TEXT_MOST = 1 << 24,     // bytes of one row
  ROW_BYTES_LEAST = 4,     // a row's lengths, number and types alone take as many
  COLUMNS_MOST = 10,       // that are asked for
  PROCESS_FACTOR = 1 << 24 // of a globalTid and a globalPid: below it is the thread
};

typedef struct NsysText {
  int64_t id;
  const char *text;
} NsysText;

typedef struct Nsys {
  sqlite3 *database;
  Profile *profile;
  Status *status;
  size_t length, text_bytes; // of the file; of the texts that were taken from it
  VECTOR(NsysText) texts;    // of StringIds, by id
  NsysHost host;
} Nsys;

typedef struct NsysTable {
  Nsys *nsys;
  const char *name;
  const char *const *columns;
  sqlite3_stmt *rows; // NULL: there is no such table
  size_t row;         // the one that was read last, from 1
} NsysTable;

// ---- Tables.

// SQLite got no memory: was there none? It also says so where a damaged database asks for more than it ever
// gives, 2 GiB, which is not among the requests that it counts: the largest of those is then granted again.
static bool is_exhausted(void) {
  sqlite3_int64 now = 0, most = 0;
  sqlite3_status64(SQLITE_STATUS_MALLOC_SIZE, &now, &most, 0);
  void *again = sqlite3_malloc64((sqlite3_uint64)most);
  sqlite3_free(again);
  return most > 0 && !again;
}

static bool fail_damaged(Nsys *nsys) {
  int code = sqlite3_extended_errcode(nsys->database);
  bool refused = code == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM;
  if (refused && is_exhausted()) memory_exhausted(0);
  if (refused)
    return status_fail(nsys->status, STATUS_INPUT,
                       "%s: the database is damaged: reading it takes more memory than SQLite gives",
                       nsys->profile->file);
  return status_fail(nsys->status, STATUS_INPUT, "%s: the database cannot be read: %s", nsys->profile->file,
                     sqlite3_errmsg(nsys->database));
}

static sqlite3_stmt *prepare(Nsys *nsys, const char *question, const char *name) {
  sqlite3_stmt *answer = NULL;
  if (sqlite3_prepare_v2(nsys->database, question, -1, &answer, NULL) != SQLITE_OK) {
    fail_damaged(nsys);
    return NULL;
  }
  if (name) sqlite3_bind_text(answer, 1, name, -1, SQLITE_STATIC);
  return answer;
}

// The columns of a table that lies in the file. False: the database cannot be read.
static bool find_columns(const NsysTable *table, bool *present, bool *found) {
  sqlite3_stmt *answer = prepare(table->nsys,
                                 "SELECT c.name FROM sqlite_master t, pragma_table_xinfo(t.name) c WHERE "
                                 "t.type = 'table' AND t.rootpage > 0 AND t.name = ?1 AND c.hidden = 0",
                                 table->name);
  if (!answer) return false;
  int step;
  while ((step = sqlite3_step(answer)) == SQLITE_ROW) {
    const char *name = (const char *)sqlite3_column_text(answer, 0);
    *found = true;
    for (int i = 0; table->columns[i]; i++)
      present[i] |= name && !sqlite3_stricmp(name, table->columns[i]);
  }
  if (step != SQLITE_DONE) fail_damaged(table->nsys);
  sqlite3_finalize(answer);
  return step == SQLITE_DONE;
}

// Rows with these columns, NULL for those that there are not. False: the first `needed` ones are not all
// there, or the database cannot be read. A table that there is not has no rows.
static bool open_table(NsysTable *table, Nsys *nsys, const char *name, const char *const *columns,
                       int needed) {
  bool present[COLUMNS_MOST] = {0}, found = false;
  Text question = {0};
  *table = (NsysTable){.nsys = nsys, .name = name, .columns = columns};
  if (!find_columns(table, present, &found)) return false;
  if (!found) return true;
  for (int i = 0; columns[i]; i++) {
    if (!present[i] && i < needed) {
      text_free(&question);
      return status_fail(nsys->status, STATUS_INPUT, "%s: table %s has no column \"%s\"", nsys->profile->file,
                         name, columns[i]);
    }
    text_printf(&question, "%s%s", i ? ", " : "SELECT ", present[i] ? columns[i] : "NULL");
  }
  text_printf(&question, " FROM main.%s NOT INDEXED", name);
  table->rows = prepare(nsys, text_get(&question), NULL);
  text_free(&question);
  return table->rows != NULL;
}

// False at the end, and when the database cannot be read (status is failed then).
static bool next_row(NsysTable *table) {
  Nsys *nsys = table->nsys;
  int step = table->rows ? sqlite3_step(table->rows) : SQLITE_DONE;
  if (step == SQLITE_ROW && ++table->row <= nsys->length / ROW_BYTES_LEAST) return true;
  if (step == SQLITE_ROW)
    status_fail(nsys->status, STATUS_INPUT,
                "%s: the database is damaged: table %s has more rows than fit in it", nsys->profile->file,
                table->name);
  else if (step != SQLITE_DONE)
    fail_damaged(nsys);
  return false;
}

static bool close_table(NsysTable *table) {
  sqlite3_finalize(table->rows);
  table->rows = NULL;
  return table->nsys->status->code == STATUS_OK;
}

static bool fail_value(const NsysTable *table, int column, const char *problem) {
  return status_fail(table->nsys->status, STATUS_INPUT, "%s: table %s, row %zu: \"%s\" %s",
                     table->nsys->profile->file, table->name, table->row, table->columns[column], problem);
}

// -1 for NULL and for what is below 0.
static bool read_number(const NsysTable *table, int column, int64_t *number) {
  int type = sqlite3_column_type(table->rows, column);
  *number = type == SQLITE_INTEGER ? sqlite3_column_int64(table->rows, column) : -1;
  if (*number < 0) *number = -1;
  return type == SQLITE_INTEGER || type == SQLITE_NULL || fail_value(table, column, "is no whole number");
}

// NULL for what is no text.
static const char *read_text(const NsysTable *table, int column) {
  bool text = sqlite3_column_type(table->rows, column) == SQLITE_TEXT;
  return text ? (const char *)sqlite3_column_text(table->rows, column) : NULL;
}

// ---- Texts.

static int by_id(const void *left, const void *right) {
  const NsysText *a = left, *b = right;
  return (a->id > b->id) - (a->id < b->id);
}

static bool take_text(Nsys *nsys, const NsysTable *table) {
  NsysText text;
  const char *value = read_text(table, 1);
  if (!read_number(table, 0, &text.id)) return false;
  if (!value) return fail_value(table, 1, "is no text");
  nsys->text_bytes += strlen(value);
  if (nsys->text_bytes > nsys->length) return fail_value(table, 1, "is longer than the file has room for");
  text.text = arena_strdup(nsys->profile->arena, value);
  vector_push(&nsys->texts, text);
  return true;
}

static bool read_texts(Nsys *nsys) {
  static const char *const columns[] = {"id", "value", NULL};
  NsysTable table;
  if (!open_table(&table, nsys, "StringIds", columns, 2)) return false;
  while (next_row(&table) && take_text(nsys, &table)) {
  }
  if (nsys->texts.count) qsort(nsys->texts.data, (size_t)nsys->texts.count, sizeof *nsys->texts.data, by_id);
  return close_table(&table);
}

// NULL: there is none of that number.
static const char *find_text(const Nsys *nsys, int64_t id) {
  NsysText wanted = {.id = id};
  if (nsys->texts.count == 0) return NULL;
  const NsysText *found = bsearch(&wanted, nsys->texts.data, (size_t)nsys->texts.count, sizeof wanted, by_id);
  return found ? found->text : NULL;
}

// ---- Launches.

enum {
  START,
  END,
  DEMANGLED_NAME,
  SHORT_NAME,
  DEVICE,
  STREAM,
  CORRELATION,
  PROCESS,
  REGISTERS,
  GRAPH_NODE,
  KERNEL_COLUMNS
};
static const char *const kernel_columns[] = {[START] = "start",
                                             [END] = "end",
                                             [DEMANGLED_NAME] = "demangledName",
                                             [SHORT_NAME] = "shortName",
                                             [DEVICE] = "deviceId",
                                             [STREAM] = "streamId",
                                             [CORRELATION] = "correlationId",
                                             [PROCESS] = "globalPid",
                                             [REGISTERS] = "registersPerThread",
                                             [GRAPH_NODE] = "graphNodeId",
                                             [KERNEL_COLUMNS] = NULL};
static_assert((int)KERNEL_COLUMNS <= (int)COLUMNS_MOST, "open_table has room for the columns");

static int small(int64_t number) {
  return number < 0 || number > INT_MAX ? -1 : (int)number;
}

static bool take_launch(Nsys *nsys, const NsysTable *table) {
  int64_t value[KERNEL_COLUMNS];
  ProfileLaunch launch = profile_launch();
  for (int i = 0; i < KERNEL_COLUMNS; i++)
    if (!read_number(table, i, &value[i])) return false;
  if (value[START] < 0) return fail_value(table, START, "is no time");
  if (value[END] < value[START]) return fail_value(table, END, "is before the kernel's start");
  launch.name = find_text(nsys, value[DEMANGLED_NAME]);
  if (!launch.name) launch.name = find_text(nsys, value[SHORT_NAME]);
  if (!launch.name) return fail_value(table, DEMANGLED_NAME, "names no text of StringIds");
  launch.start_us = (double)value[START] / 1000;
  launch.time_us = (double)(value[END] - value[START]) / 1000;
  launch.device = small(value[DEVICE]);
  launch.stream = small(value[STREAM]);
  launch.registers = small(value[REGISTERS]);
  vector_push(&nsys->profile->launches, launch);
  if (value[GRAPH_NODE] > 0 || value[CORRELATION] < 0) return true; // one call launched the whole CUDA graph
  vector_push(&nsys->host.calls, ((NsysCall){.launch = nsys->profile->launches.count - 1,
                                             .process = value[PROCESS] / PROCESS_FACTOR,
                                             .correlation = value[CORRELATION],
                                             .at_ns = -1}));
  return true;
}

static bool read_launches(Nsys *nsys) {
  NsysTable table;
  if (!open_table(&table, nsys, "CUPTI_ACTIVITY_KIND_KERNEL", kernel_columns, DEMANGLED_NAME + 1))
    return false;
  if (!table.rows)
    return status_fail(nsys->status, STATUS_INPUT,
                       "%s: no table CUPTI_ACTIVITY_KIND_KERNEL in this database: it is no profile, or its "
                       "kernels were not recorded ('nsys profile --trace=cuda,nvtx --cuda-graph-trace=node', "
                       "then 'nsys export -t sqlite')",
                       nsys->profile->file);
  while (next_row(&table) && take_launch(nsys, &table)) {
  }
  return close_table(&table);
}

// ---- What the host did.

static bool read_host_calls(Nsys *nsys) {
  static const char *const columns[] = {"start", "correlationId", "globalTid", NULL};
  NsysTable table;
  int64_t start, correlation, thread;
  if (!open_table(&table, nsys, "CUPTI_ACTIVITY_KIND_RUNTIME", columns, 3)) return false;
  nsys_sort_calls(&nsys->host);
  while (next_row(&table) && read_number(&table, 0, &start) && read_number(&table, 1, &correlation) &&
         read_number(&table, 2, &thread))
    nsys_add_host_call(&nsys->host, thread / PROCESS_FACTOR, correlation, thread, start);
  return close_table(&table);
}

// A text is in the row, or a registered one in StringIds.
static bool take_range(Nsys *nsys, const NsysTable *table) {
  NsysRange range;
  int64_t id;
  if (!read_number(table, 0, &range.begin_ns) || !read_number(table, 1, &range.end_ns) ||
      !read_number(table, 2, &range.thread) || !read_number(table, 4, &id))
    return false;
  const char *text = read_text(table, 3);
  if (!text) text = find_text(nsys, id);
  if (!text || range.begin_ns < 0 || range.end_ns < range.begin_ns) return true; // a mark, or never ended
  range.op = nsys_op_name(nsys->profile->arena, text);
  if (range.op) vector_push(&nsys->host.ranges, range);
  return true;
}

static bool read_ranges(Nsys *nsys) {
  static const char *const columns[] = {"start", "end", "globalTid", "text", "textId", NULL};
  NsysTable table;
  if (!open_table(&table, nsys, "NVTX_EVENTS", columns, 3)) return false;
  while (next_row(&table) && take_range(nsys, &table)) {
  }
  return close_table(&table);
}

// ---- The database.

// The file's bytes as a database that nobody writes to, with the least that a strange one may do.
static bool open_database(Nsys *nsys, const char *text) {
  unsigned char *bytes = (unsigned char *)(uintptr_t)text;
  sqlite3_int64 length = (sqlite3_int64)nsys->length;
  if (sqlite3_open_v2(":memory:", &nsys->database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
      sqlite3_deserialize(nsys->database, "main", bytes, length, length, SQLITE_DESERIALIZE_READONLY) !=
          SQLITE_OK)
    return fail_damaged(nsys);
  sqlite3_db_config(nsys->database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config(nsys->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_limit(nsys->database, SQLITE_LIMIT_LENGTH, TEXT_MOST);
  return true;
}

bool profile_read_nsys(Profile *profile, const char *text, size_t length, Status *status) {
  Nsys nsys = {.profile = profile, .status = status, .length = length};
  profile->kind = "nsys trace";
  *status = (Status){0};
  bool done = open_database(&nsys, text) && read_texts(&nsys) && read_launches(&nsys) &&
              read_host_calls(&nsys) && read_ranges(&nsys);
  if (done) nsys_name_ops(profile, &nsys.host);
  sqlite3_close(nsys.database);
  vector_free(&nsys.texts);
  vector_free(&nsys.host.calls);
  vector_free(&nsys.host.ranges);
  return done;
}
