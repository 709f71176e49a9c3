// The database of nsys: made here by SQLite with the tables that NVIDIA documents, of three runs of
// graphs/dumps/epilogue/inference with the times of profiles/make.py; and databases that are damaged or
// strange.
#include "fixture.h"
#include "session/results/profiled.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define TEXTS "CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
#define KERNELS \
  "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId " \
  "INTEGER, " \
  "contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER " \
  "NOT " \
  "NULL, shortName INTEGER NOT NULL, gridX INTEGER, registersPerThread INTEGER, graphNodeId INTEGER);"
#define HOST \
  "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass " \
  "INTEGER, " \
  "globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER);" \
  "CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, text TEXT, " \
  "globalTid INTEGER, textId INTEGER);"

enum { PROCESS = 1 << 24, RUNS = 3 };

static sqlite3 *database;

static void run(const char *format, ...) {
  char *problem = NULL;
  va_list arguments;
  va_start(arguments, format);
  char *sql = sqlite3_vmprintf(format, arguments);
  va_end(arguments);
  if (sqlite3_exec(database, sql, NULL, NULL, &problem) != SQLITE_OK) fail_msg("%s: %s", sql, problem);
  sqlite3_free(sql);
}

static void begin(const char *tables) {
  assert_int_equal(sqlite3_open(":memory:", &database), SQLITE_OK);
  run("PRAGMA page_size = 512; BEGIN; %s", tables);
}

// The database's file.
static unsigned char *end(size_t *length) {
  sqlite3_int64 size;
  run("COMMIT");
  unsigned char *file = sqlite3_serialize(database, "main", &size, 0);
  sqlite3_close(database);
  *length = (size_t)size;
  return file;
}

// ---- A whole profile.

static const char *const names[] = {"triton_poi_fused_add_gelu_0", "triton_poi_fused_leaky_relu_pow_1",
                                    "sm90_xmma_gemm_bf16bf16_bf16f32_tn_n",
                                    "void cublasLt::splitKreduce_kernel<32, 16>(float const*, \"x\")",
                                    "aten::mm, op_id = 12"};
enum { FIRST, SECOND, GEMM, REDUCE, MM_TEXT };

// A kernel, and its launch on the host 50 us before, in a range of the op's text, which lies in wider ones.
static void add_kernel(int at_us, int time_us, int name, int call, const char *op) {
  long long at = at_us * 1000LL, host = at - 50000;
  run("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (%lld, %lld, 0, 1, 7, %d, %d, %d, %d, 8192, 32, NULL)",
      at, at + time_us * 1000LL, call, 5 * PROCESS, name, name);
  run("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (%lld, %lld, 0, %d, %d, 1, 0)", host, host + 900,
      5 * PROCESS + 77, call);
  if (!op) return;
  run("INSERT INTO NVTX_EVENTS VALUES (%lld, %lld, 59, %Q, %d, %s)", host - 100, host + 1000, *op ? op : NULL,
      5 * PROCESS + 77, *op ? "NULL" : "4"); // a registered text
  run("INSERT INTO NVTX_EVENTS VALUES (%lld, %lld, 59, 'aten::linear, seq = 3', %d, NULL)", host - 500,
      host + 1500, 5 * PROCESS + 77);
}

// Each run: addmm, a generated kernel, mm of two kernels in one call of the op, another generated kernel.
static void add_runs(void) {
  for (int i = 0; i <= MM_TEXT; i++)
    run("INSERT INTO StringIds VALUES (%d, %Q)", i, names[i]);
  for (int i = 0; i < RUNS; i++) {
    int at = 1000 + 500 * i, call = 10 * i + 1, mm = at + 123 + 3 * i;
    add_kernel(at, 100 + i, GEMM, call, "aten::addmm, op_id = 7");
    add_kernel(at + 101 + i, 20 + 2 * i, FIRST, call + 1, NULL);
    add_kernel(mm + 61 + i, 5, REDUCE, call + 2, NULL);
    add_kernel(mm, 60 + i, GEMM, call + 2, "");
    add_kernel(mm + 67 + i, 30 + i * i, SECOND, call + 3, NULL);
    run("INSERT INTO NVTX_EVENTS VALUES (0, 9000000, 59, 'one step', %d, NULL)", 5 * PROCESS + 77);
    run("INSERT INTO NVTX_EVENTS VALUES (%d, NULL, 34, 'aten::mark', %d, NULL)", at * 1000, 5 * PROCESS + 77);
    run("INSERT INTO NVTX_EVENTS VALUES (0, 9000000, 59, 'aten::other_thread', %d, NULL)", 5 * PROCESS + 76);
  }
}

static Profile *read_database(void) {
  size_t length;
  Status status = {0};
  unsigned char *file = end(&length);
  Profile *profile = profile_read_text("p.sqlite", (const char *)file, length, &status);
  sqlite3_free(file);
  if (!profile) fail_msg("%s", status.message);
  return profile;
}

// Medians over the runs; negative: told to be unknown.
static void check_medians(Profile *profile, const double *times) {
  static const char *const ops[] = {"addmm", "add_2", "mm", "pow_1"};
  Status status = {0};
  SessionOptions options = {.profile = profile};
  Session *session = session_open(FUSEBOX_SOURCE_ROOT "/graphs/dumps/epilogue/inference", &options, &status);
  if (!session) fail_msg("%s", status.message);
  assert_true(session_use_plan(session, "compiler", &status));
  for (int i = 0; i < 4; i++) {
    ProfiledView view = session_profiled(session, kernel_by_name(session, ops[i]));
    assert_int_equal(view.known, times[i] >= 0);
    if (view.known) assert_float_equal(view.time_us, times[i], 1e-9);
    if (i % 2) assert_int_equal(view.registers, 32); // of a generated kernel
  }
  session_close(session);
}

// By the ops of NVTX the call before the generated kernels is the graph's; without them nobody says so.
static void test_runs(void **state) {
  (void)state;
  begin(TEXTS KERNELS HOST);
  add_runs();
  Profile *profile = read_database();
  assert_int_equal(profile->launches.count, 5 * RUNS);
  assert_string_equal(profile->launches.data[0].op, "aten::addmm");
  assert_null(profile->launches.data[1].op); // between the ranges
  assert_string_equal(profile->launches.data[2].op, "aten::mm");
  assert_string_equal(profile->launches.data[3].op, "aten::mm");
  assert_int_equal(profile->launches.data[3].call, profile->launches.data[2].call);
  check_medians(profile, (double[]){101, 22, 66, 31});
  profile_free(profile);
  begin(TEXTS KERNELS HOST);
  add_runs();
  run("DROP TABLE NVTX_EVENTS; DROP TABLE CUPTI_ACTIVITY_KIND_RUNTIME");
  profile = read_database();
  assert_null(profile->launches.data[0].op);
  check_medians(profile, (double[]){-1, 22, 66, 31});
  profile_free(profile);
}

// Two processes count their calls alike; all kernels of a CUDA graph have the one call that launched it.
static void test_whose_call(void **state) {
  (void)state;
  begin(TEXTS KERNELS HOST);
  run("INSERT INTO StringIds VALUES (1, 'k')");
  for (int process = 1; process <= 3; process++) {
    run("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (%d, 90, 0, 1, 7, 5, %d, 1, 1, 1, 32, %s)",
        50 + process, process * PROCESS, process == 3 ? "8" : "NULL");
    run("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (10, 20, 0, %d, 5, 1, 0)", process * PROCESS + 1);
    run("INSERT INTO NVTX_EVENTS VALUES (5, 30, 59, 'aten::op%d', %d, NULL)", process, process * PROCESS + 1);
  }
  Profile *profile = read_database();
  assert_string_equal(profile->launches.data[0].op, "aten::op1");
  assert_string_equal(profile->launches.data[1].op, "aten::op2");
  assert_null(profile->launches.data[2].op);
  profile_free(profile);
}

// ---- What is no such database.

static void refuse_file(const unsigned char *file, size_t length, const char *part) {
  Status status = {0};
  assert_null(profile_read_text("p.sqlite", (const char *)file, length, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  if (!strstr(status.message, part)) fail_msg("no \"%s\" in: %s", part, status.message);
}

static void refuse(const char *tables, const char *rows, const char *part) {
  size_t length;
  begin(tables);
  run("%s", rows);
  unsigned char *file = end(&length);
  refuse_file(file, length, part);
  sqlite3_free(file);
}

#define ROW(start, end, name) \
  "INSERT INTO StringIds VALUES (1, 'k'); INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL(start, end, " \
  "demangledName, " \
  "shortName) VALUES (" start ", " end ", " name ", " name ")"

static void test_strange_tables(void **state) {
  (void)state;
  refuse("CREATE TABLE other (a)", "", "no table CUPTI_ACTIVITY_KIND_KERNEL");
  refuse(TEXTS KERNELS, "", "without a kernel");
  refuse(TEXTS "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, demangledName)", "", "has no column \"end\"");
  refuse(TEXTS KERNELS, ROW("'soon'", "2", "1"), "KERNEL, row 1: \"start\" is no whole number");
  refuse(TEXTS KERNELS, ROW("-5", "2", "1"), "row 1: \"start\" is no time");
  refuse(TEXTS KERNELS, ROW("3", "2", "1"), "row 1: \"end\" is before the kernel's start");
  refuse(TEXTS KERNELS, ROW("1", "2", "9"), "row 1: \"demangledName\" names no text");
  refuse("CREATE TABLE StringIds (id, value);" KERNELS, "INSERT INTO StringIds VALUES (1, 7)",
         "StringIds, row 1: \"value\" is no text");
  refuse(TEXTS KERNELS, "INSERT INTO StringIds VALUES (1, printf('%.*c', 17000000, 'x'))", "too big");
}

// What would compute is not read: a view that never ends, a column that is made up on reading.
static void test_only_plain_tables(void **state) {
  (void)state;
  refuse(
      TEXTS
      "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE c(start) AS (SELECT 1 UNION ALL SELECT start "
      "FROM c) SELECT start, 2 AS end, 1 AS demangledName FROM c",
      "", "no table CUPTI_ACTIVITY_KIND_KERNEL");
  refuse(TEXTS "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end AS (start + 1), demangledName)", "",
         "has no column \"end\"");
}

static unsigned number_at(const unsigned char *at, int bytes) {
  unsigned number = 0;
  for (int i = 0; i < bytes; i++)
    number = number << 8 | at[i];
  return number;
}

enum { PAGE = 512, INTERIOR = 5, CELLS = 12 }; // of a page: its type, and where the places of its cells begin

// Makes each child of an interior page the page `child`.
static void set_children(unsigned char *page, unsigned child) {
  unsigned char bytes[] = {0, 0, (unsigned char)(child >> 8), (unsigned char)child};
  assert_int_equal(page[0], INTERIOR);
  for (unsigned i = 0; i < number_at(page + 3, 2); i++)
    memcpy(page + number_at(page + CELLS + 2 * i, 2), bytes, sizeof bytes);
  memcpy(page + 8, bytes, sizeof bytes);
}

// A tree whose pages are the same few again and again has more rows than the file could hold.
static void test_pages_that_repeat(void **state) {
  (void)state;
  size_t length;
  enum { ROOT = 2 };
  begin(TEXTS KERNELS);
  run("WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 9000) INSERT INTO StringIds "
      "SELECT i, 'k' FROM c");
  unsigned char *file = end(&length), *root = file + (ROOT - 1) * PAGE;
  unsigned middle = number_at(root + number_at(root + CELLS, 2), 4);
  unsigned char *page = file + (middle - 1) * PAGE;
  set_children(page, number_at(page + number_at(page + CELLS, 2), 4));
  memcpy(root, page, PAGE);
  set_children(root, middle);
  refuse_file(file, length, "table StringIds has more rows than fit in it");
  sqlite3_free(file);
}

static void test_damaged_files(void **state) {
  (void)state;
  size_t length;
  refuse_file((const unsigned char *)"SQLite format 3\0and more", 24, "cannot be read: ");
  begin(TEXTS KERNELS HOST);
  add_runs();
  unsigned char *file = end(&length);
  refuse_file(file, length - 2 * PAGE, "cannot be read: ");
  file[PAGE] = 99; // no type of a page
  refuse_file(file, length, "cannot be read: ");
  sqlite3_free(file);
}

// Want of memory is not the file's fault: the program ends, as elsewhere.
static void test_no_memory(void **state) {
  (void)state;
  size_t length;
  int how;
  begin(TEXTS KERNELS HOST);
  add_runs();
  unsigned char *file = end(&length);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    sqlite3_hard_heap_limit64(sqlite3_memory_used() + 1);
    profile_read_text("p.sqlite", (const char *)file, length, &(Status){0});
    _exit(0);
  }
  assert_int_equal(waitpid(child, &how, 0), child);
  assert_true(WIFEXITED(how));
  assert_int_equal(WEXITSTATUS(how), STATUS_INTERNAL);
  sqlite3_free(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_runs),
      cmocka_unit_test(test_whose_call),
      cmocka_unit_test(test_strange_tables),
      cmocka_unit_test(test_only_plain_tables),
      cmocka_unit_test(test_pages_that_repeat),
      cmocka_unit_test(test_damaged_files),
      cmocka_unit_test(test_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
