// Rows and the store: what is written is read again; torn lines, doubled rows and a full disk cost nothing.
#include "experiment/feed.h"
#include "experiment/store.h"

#include "base/file.h"
#include "scratch.h"

#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

// As other programs may have written it; every field.
static const char line[] =
    "{\"key\":\"00112233445566778899aabbccddeeff\",\"graph\":\"a/b\",\"graph_hash\":\"12\","
    "\"heuristic\":\"greedy\",\"script_hash\":\"34\",\"options\":\"width=8\",\"start\":\"none\","
    "\"device\":\"h200\",\"sizes\":\"rows=4\",\"seed\":7,\"repeat\":1,\"stage\":\"estimate\","
    "\"version\":\"1\",\"status\":\"ok\",\"message\":\"\",\"plan\":\"56\",\"kernels\":3,\"time_us\":12.5,"
    "\"fusible_us\":10,\"library_us\":2.5,\"dram_bytes\":4096,\"peak_bytes\":8192,\"evaluations\":99,"
    "\"registers\":32,\"spill_bytes\":0,\"instructions\":500,\"samples_us\":[1.5,2],"
    "\"run\":{\"seconds\":0.25,\"host\":\"n\",\"worker\":1,\"at\":1700000000}}\n";

static void read_line(void **state) {
  (void)state;
  Rows rows = {0};
  assert_true(rows_parse("r", line, sizeof line - 1, &rows, NULL));
  assert_int_equal(rows.list.count, 1);
  const Row *row = &rows.list.data[0];
  assert_string_equal(row->heuristic, "greedy");
  assert_int_equal(row->seed, 7);
  assert_int_equal(row->status, ROW_OK);
  assert_true(row->time_us == 12.5 && row->library_us == 2.5);
  assert_int_equal(row->sample_count, 2);
  assert_true(row->samples[1] == 2);
  assert_int_equal(row->at, 1700000000);
  Text again = {0};
  row_write(row, &again);
  assert_string_equal(text_get(&again), line);
  assert_string_equal(row->report, ""); // as most rows, and all of earlier programs
  Row reporting = *row;
  reporting.report = "gap=0.5 note=\"two words\"";
  row_write(&reporting, &again);
  assert_true(rows_parse("r", text_get(&again), again.length, &rows, NULL));
  assert_string_equal(rows.list.data[2].report, reporting.report);
  text_free(&again);
  rows_free(&rows);
}

static void leave_out_unknown(void **state) {
  (void)state;
  Row row = row_unknown();
  row.status = ROW_FAILED;
  row.message = "no\nway";
  Text text = {0};
  row_write(&row, &text);
  assert_null(strstr(text_get(&text), "time_us"));
  assert_null(strstr(text_get(&text), "kernels"));
  assert_ptr_equal(strchr(text_get(&text), '\n'), text_get(&text) + text.length - 1);
  Rows rows = {0};
  assert_true(rows_parse("r", text.data, text.length, &rows, NULL));
  assert_true(isnan(rows.list.data[0].time_us));
  assert_int_equal(rows.list.data[0].kernels, ROW_UNKNOWN);
  assert_string_equal(rows.list.data[0].message, "no\nway");
  rows_free(&rows);
  text_free(&text);
}

static void refuse(const char *text, const char *wanted) {
  Rows rows = {0};
  Status status = {0};
  assert_false(rows_parse("rows/x.jsonl", text, strlen(text), &rows, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  if (!strstr(status.message, wanted)) fail_msg("%s: not in: %s", wanted, status.message);
  rows_free(&rows);
}

static void refuse_others(void **state) {
  (void)state;
  refuse("[]\n", "rows/x.jsonl, row 1:1:1: a row is an object");
  refuse("{\"key\":1}\n", "\"key\" is a string");
  char bad[sizeof line];
  memcpy(bad, line, sizeof line);
  memcpy(strstr(bad, "\"ok\""), "\"OK\"", 4);
  refuse(bad, "\"status\" is");
  memcpy(bad, line, sizeof line);
  memcpy(strstr(bad, "\"kernels\":3"), "\"kernels\":[", 11);
  refuse(bad, "row 1");
  static const char *const times[] = {"-125", "1e99"};
  for (int i = 0; i < 2; i++) {
    memcpy(bad, line, sizeof line);
    memcpy(strstr(bad, "12.5"), times[i], 4);
    refuse(bad, "\"time_us\" is a number from 0 to 1e15");
  }
  memcpy(bad, line, sizeof line);
  memcpy(strstr(bad, "1.5,2]"), "1e-99]", 6);
  refuse(bad, "a sample is a number from 0 to 1e15");
}

// Names are shown in tables, pictures and lists: nothing in them controls a terminal or leads elsewhere.
static void take_no_controls(void **state) {
  (void)state;
  Text text = {0};
  text_add(&text, line);
  char *at = strstr(text.data, "a/b");
  Text hostile = {0};
  text_add_bytes(&hostile, text.data, (size_t)(at - text.data));
  text_add(&hostile, "\\u001b[2J\\n\\u202e<b>");
  text_add(&hostile, at);
  Rows rows = {0};
  assert_true(rows_parse("r", hostile.data, hostile.length, &rows, NULL));
  assert_string_equal(rows.list.data[0].graph, "?[2J\?\?\?\?<b>a/b");
  rows_free(&rows);
  text_free(&hostile);
  memcpy(strstr(text.data, "\"56\""), "\"..\"", 4);
  refuse(text_get(&text), "row 1:1:");
  refuse(text_get(&text), "letters and digits");
  text_free(&text);
}

// Every beginning of a file that a kill can leave has the rows that are whole, and no others.
static void ignore_torn(void **state) {
  (void)state;
  Text both = {0};
  text_add(&both, line);
  text_add(&both, line);
  for (size_t length = 0; length <= both.length; length++) {
    Rows rows = {0};
    assert_true(rows_parse("r", both.data, length, &rows, NULL));
    assert_int_equal(rows.list.count, length / (sizeof line - 1));
    assert_int_equal(rows.torn, length % (sizeof line - 1) != 0);
    rows_free(&rows);
  }
  text_free(&both);
}

static Row row_of(char key[KEY_SIZE], int number) {
  Row row = row_unknown();
  snprintf(key, KEY_SIZE, "%032x", number);
  row.key = key;
  row.message = "says \"plan\":\"no\"";
  row.plan = "0123abcd";
  return row;
}

static void add(RowFile *file, int number) {
  char key[KEY_SIZE];
  Row row = row_of(key, number);
  assert_true(row_file_add(file, &row, NULL));
}

static void keep_rows(void **state) {
  const char *folder = *state;
  RowFile first, second, empty;
  assert_true(store_make(folder, NULL) && store_make(folder, NULL));
  assert_true(row_file_open(&first, folder, NULL));
  assert_true(row_file_open(&second, folder, NULL));
  assert_true(row_file_open(&empty, folder, NULL));
  assert_string_not_equal(first.path, second.path);
  add(&first, 1), add(&second, 2), add(&first, 3), add(&second, 1);
  row_file_close(&first), row_file_close(&second), row_file_close(&empty);
  Rows rows;
  StoreAnswers answers;
  assert_true(store_read(folder, &rows, NULL));
  assert_int_equal(rows.list.count, 3);
  assert_int_equal(rows.doubled, 1);
  assert_true(store_answers(folder, &answers, NULL));
  assert_int_equal(answers.keys.count, 3);
  int64_t there;
  assert_true(hashmap_get(&answers.keys, store_key("00000000000000000000000000000002"), &there));
  assert_string_equal(answers.plans.data[there].name, "0123abcd");
  assert_false(hashmap_get(&answers.keys, store_key("00000000000000000000000000000004"), &there));
  store_answers_free(&answers);
  rows_free(&rows);
}

static void add_status(RowFile *file, int number, RowStatus status) {
  char key[KEY_SIZE];
  Row row = row_of(key, number);
  row.status = status;
  assert_true(row_file_add(file, &row, NULL));
}

// In whatever order they are read, a row that ended well takes the place of a failure.
static void prefer_ended_well(void **state) {
  const char *folder = *state;
  RowFile file;
  Rows rows;
  StoreAnswers answers;
  assert_true(store_make(folder, NULL) && row_file_open(&file, folder, NULL));
  add_status(&file, 1, ROW_FAILED), add_status(&file, 2, ROW_OK), add_status(&file, 3, ROW_TIMEOUT);
  add_status(&file, 1, ROW_OK), add_status(&file, 2, ROW_FAILED), add_status(&file, 3, ROW_REFUSED);
  row_file_close(&file);
  assert_true(store_read(folder, &rows, NULL) && store_answers(folder, &answers, NULL));
  static const RowStatus wanted[] = {ROW_OK, ROW_OK, ROW_TIMEOUT};
  assert_int_equal(rows.list.count, 3);
  for (int i = 0; i < 3; i++) {
    int64_t at;
    assert_int_equal(rows.list.data[i].status, wanted[i]);
    assert_true(hashmap_get(&answers.keys, store_key(rows.list.data[i].key), &at));
    assert_int_equal(answers.plans.data[at].ended_well, wanted[i] == ROW_OK);
  }
  store_answers_free(&answers);
  rows_free(&rows);
}

static void read_feed(StoreFeed *feed, int wanted) {
  bool grew;
  int before = feed->rows.list.count + feed->rows.doubled;
  assert_true(store_feed_read(feed, &grew, NULL));
  assert_int_equal(feed->rows.list.count, wanted);
  assert_int_equal(grew, wanted + feed->rows.doubled != before);
}

// Of a file that grows each line once, when it is whole; a new file beside it; one that was cut is told.
static void feed_on(void **state) {
  const char *folder = *state;
  StoreFeed feed;
  Status status = {0};
  bool grew;
  assert_true(store_make(folder, NULL));
  store_feed_open(&feed, folder);
  read_feed(&feed, 0);
  char *path = file_join(folder, "rows/b.jsonl"), *other = file_join(folder, "rows/a.jsonl");
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fwrite(line, 1, sizeof line - 1, file), fwrite(line, 1, 100, file), fflush(file);
  read_feed(&feed, 1);
  read_feed(&feed, 1);
  char second[sizeof line];
  memcpy(second, line, sizeof line);
  second[sizeof "{\"key\":\"" - 1] = 'f'; // another key
  assert_true(file_write(other, second, sizeof line - 1, NULL));
  read_feed(&feed, 2);
  fwrite(line + 100, 1, sizeof line - 1 - 100, file), fclose(file); // the same key again
  read_feed(&feed, 2);
  assert_int_equal(feed.rows.doubled, 1);
  assert_true(file_write(path, "", 0, NULL));
  assert_false(store_feed_read(&feed, &grew, &status));
  assert_non_null(strstr(status.message, "rows/b.jsonl was cut"));
  store_feed_close(&feed);
  free(path), free(other);
}

static void keep_plans_once(void **state) {
  const char *folder = *state;
  char hash[KEY_SIZE], again[KEY_SIZE], other[KEY_SIZE];
  assert_true(store_make(folder, NULL));
  assert_true(store_keep_plan(folder, "plan", 4, hash, NULL));
  assert_true(store_keep_plan(folder, "plan", 4, again, NULL));
  assert_true(store_keep_plan(folder, "plan2", 5, other, NULL));
  assert_string_equal(hash, again);
  char *path = store_plan_path(folder, hash), *plans = file_join(folder, "plans");
  char *text = file_read(path, NULL, NULL);
  assert_string_equal(text, "plan");
  int count;
  char **names = file_list(plans, &count, NULL);
  assert_int_equal(count, 2);
  free(names[0]), free(names[1]), free(names);
  free(text), free(path), free(plans);
}

// What waits at the name under which a plan is first written leads nowhere.
static void follow_no_link(void **state) {
  const char *folder = *state;
  char hash[KEY_SIZE], *victim = file_join(folder, "victim");
  assert_true(store_make(folder, NULL) && file_write(victim, "mine", 4, NULL));
  hash_name(hash, "plan", 4);
  char *path = store_plan_path(folder, hash);
  Text beside = {0};
  text_printf(&beside, "%s.%d.tmp", path, (int)getpid());
  assert_int_equal(symlink(victim, text_get(&beside)), 0);
  assert_true(store_keep_plan(folder, "plan", 4, hash, NULL));
  char *mine = file_read(victim, NULL, NULL), *kept = file_read(path, NULL, NULL);
  assert_string_equal(mine, "mine");
  assert_string_equal(kept, "plan");
  text_free(&beside);
  free(mine), free(kept), free(path), free(victim);
}

// A file that can only be so long is a disk with so much room: what fits is whole.
static void outlive_full_disk(void **state) {
  const char *folder = *state;
  struct rlimit before, little;
  RowFile file;
  assert_true(store_make(folder, NULL) && row_file_open(&file, folder, NULL));
  add(&file, 1);
  int64_t room = file.length;
  getrlimit(RLIMIT_FSIZE, &before);
  little = (struct rlimit){(rlim_t)(2 * room + room / 2), before.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &little);
  char key[KEY_SIZE];
  Row row = row_of(key, 3);
  Status status = {0};
  add(&file, 2);
  assert_false(row_file_add(&file, &row, &status));
  setrlimit(RLIMIT_FSIZE, &before);
  assert_non_null(strstr(status.message, "goes on from the rows"));
  add(&file, 4);
  row_file_close(&file);
  Rows rows;
  assert_true(store_read(folder, &rows, NULL));
  assert_int_equal(rows.list.count, 3);
  assert_int_equal(rows.torn, 0);
  assert_string_equal(rows.list.data[2].key, "00000000000000000000000000000004");
  rows_free(&rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(read_line),
      cmocka_unit_test(leave_out_unknown),
      cmocka_unit_test(refuse_others),
      cmocka_unit_test(ignore_torn),
      SCRATCH_TEST(keep_rows),
      SCRATCH_TEST(prefer_ended_well),
      SCRATCH_TEST(feed_on),
      SCRATCH_TEST(keep_plans_once),
      SCRATCH_TEST(outlive_full_disk),
      SCRATCH_TEST(follow_no_link),
      cmocka_unit_test(take_no_controls),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
