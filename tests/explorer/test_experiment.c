// The page of an experiment's store: rows, order, filter, scores, opening a plan, growth, and stores that
// lie.
#include "explorer/tabs/experiment.h"

#include "experiment/store.h"
#include "explorer/state/store_view.h"
#include "scratch.h"

#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <string.h>

static const SessionOptions options = {.device = "h200"};

#define GRAPH(name) FUSEBOX_SOURCE_ROOT "/graphs/" name ".json"

static void make_store(const char *folder) {
  static const char about[] =
      "{ \"format\": \"fusebox-experiment\", \"version\": 1, \"folder\": \"/\", "
      "\"baseline\": \"compiler\" }";
  char *path = file_join(folder, "experiment.json");
  Status status = {0};
  assert_true(store_make(folder, &status));
  assert_true(file_write(path, about, strlen(about), &status));
  free(path);
}

// The plan of a graph with every op alone, or with all of softmax in a kernel: its hash in the store.
static void keep_plan(const char *folder, const char *graph, bool fused, char plan[KEY_SIZE],
                      char hash[KEY_SIZE]) {
  Status status = {0};
  Text text = {0};
  Session *session = session_open(graph, &options, &status);
  assert_non_null(session);
  if (fused) {
    Plan *made = session_plan(session);
    for (int op = 1; op < session_graph(session)->op_count; op++) {
      Reason reason;
      plan_fuse(made, op - 1, op, false, &reason);
    }
  }
  plan_write(session_plan(session), NULL, &text);
  assert_true(store_keep_plan(folder, text.data, text.length, plan, &status));
  snprintf(hash, KEY_SIZE, "%016" PRIx64, session_graph(session)->hash);
  text_free(&text);
  session_close(session);
}

static Row made_row(const char *key, const char *heuristic, double time_us) {
  Row row = row_unknown();
  row.key = key, row.graph = GRAPH("softmax"), row.heuristic = heuristic, row.device = "h200";
  row.stage = "estimate", row.start = "none", row.version = "1", row.repeat = 1, row.at = 1;
  row.time_us = row.fusible_us = time_us, row.seconds = 0.25;
  return row;
}

static void add_rows(const char *folder, const Row *rows, int count) {
  RowFile file;
  Status status = {0};
  assert_true(row_file_open(&file, folder, &status));
  for (int i = 0; i < count; i++)
    assert_true(row_file_add(&file, &rows[i], &status));
  row_file_close(&file);
}

typedef struct Stored {
  char plan[2][KEY_SIZE], hash[KEY_SIZE];
} Stored;

// none at 40 us, compiler at 20, greedy at 10, and a failure.
static Stored make_rows(const char *folder) {
  Stored stored;
  make_store(folder);
  keep_plan(folder, GRAPH("softmax"), false, stored.plan[0], stored.hash);
  keep_plan(folder, GRAPH("softmax"), true, stored.plan[1], stored.hash);
  Row rows[] = {made_row("00000000000000000000000000000001", "none", 40),
                made_row("00000000000000000000000000000002", "compiler", 20),
                made_row("00000000000000000000000000000003", "greedy", 10),
                made_row("00000000000000000000000000000004", "beam", NAN)};
  for (int i = 0; i < 4; i++)
    rows[i].graph_hash = stored.hash, rows[i].plan = i < 3 ? stored.plan[i == 2] : "";
  rows[3].status = ROW_FAILED, rows[3].message = "out of \x1b[31mluck";
  rows[3].options = "width=8";
  add_rows(folder, rows, 4);
  return stored;
}

static StoreView *open_store(const char *folder, Session **session) {
  Status status = {0};
  StoreView *store = store_view_new(folder, &options, &status);
  if (!store) fail_msg("%s", status.message);
  *session = store_view_begin(store, &status);
  if (!*session) fail_msg("%s", status.message);
  return store;
}

static void play(const char *folder, const char *keys, Text *out) {
  Session *session;
  Status status = {0};
  StoreView *store = open_store(folder, &session);
  UiOptions ui = {.glyphs = UI_GLYPHS_ASCII, .store = store};
  if (!ui_script_run(session, &ui, "keys", keys, 100, 24, out, &status)) fail_msg("%s", status.message);
  store_view_free(store);
}

static const char *shown(const Text *out, const char *title, const char *part) {
  const char *from = strstr(text_get(out), title), *to = from ? strstr(from + 1, "\n== ") : NULL;
  const char *found = from ? strstr(from, part) : NULL;
  if (!found || (to && found > to)) fail_msg("no \"%s\" after \"%s\" in\n%s", part, title, text_get(out));
  return found;
}

static void rows_and_ratios(void **state) {
  Text out = {0};
  make_rows(*state);
  play(*state,
       "snap all\noo\nsnap ratio\nO\nsnap reversed\nO&best>1.5<Enter>\nsnap filtered\n&<C-u>width=8<Enter>\n"
       "snap option\n&<C-u>tme>5<Enter>\nsnap wrong\n&<C-u><Enter>l\nsnap scores\n"
       "jjj<Enter>\nsnap one\n",
       &out);
  shown(&out, "== all", "4 rows  1 failed  by graph  ratio: fusible time over that of compiler");
  shown(&out, "== all", "10.0 us   0.500   1.000      0.25"); // 10 of 20, and the best
  shown(&out, "== all", "40.0 us   2.000   4.000");
  shown(&out, "== all", "failed: out of ?[31mluck");
  assert_true(shown(&out, "== ratio", "40.0 us") < shown(&out, "== ratio", "10.0 us"));
  assert_true(shown(&out, "== ratio", "10.0 us") < shown(&out, "== ratio", "failed:")); // unknown: last
  assert_true(shown(&out, "== reversed", "10.0 us") < shown(&out, "== reversed", "40.0 us"));
  assert_true(shown(&out, "== reversed", "40.0 us") < shown(&out, "== reversed", "failed:"));
  shown(&out, "== filtered", "2 of: best>1.5");
  shown(&out, "== option", "1 of: width=8");
  shown(&out, "== wrong", "\"tme>5\" compares nothing that a row has: there are time,");
  shown(&out, "== scores", "estimate on h200: fusible time over that of compiler, mean over 1 of 1 graphs");
  shown(&out, "== scores", "0/0/1"); // none lost the one graph
  shown(&out, "== one", "1 of: none estimate h200");
  text_free(&out);
}

// The plan of the row is the session's, and the best one is beside it.
static void opens_a_plan(void **state) {
  Text out = {0};
  make_rows(*state);
  play(*state,
       "&none<Enter><Enter>\nsnap opened\n<C-x>&<C-u>greedy<Enter><Enter>\nsnap best\n<C-x>\nsnap back\n",
       &out);
  Status status = {0};
  Session *session = session_open(GRAPH("softmax"), &options, &status);
  char kernels[32];
  snprintf(kernels, sizeof kernels, "->%d kernels", plan_kernel_count(session_plan(session)));
  session_close(session);
  shown(&out, "== opened", kernels);
  shown(&out, "== opened", "[Changes]");
  shown(&out, "== opened", "none on graphs/softmax.json: 4.000 of the best's fusible time; beside greedy");
  shown(&out, "== best", "->1 kernel ");
  shown(&out, "== best", "beside compiler"); // the best is it: against the baseline
  shown(&out, "== back", "1 of: greedy");
  text_free(&out);
}

// What lies in a store is told, and nothing outside of it is read.
static void lies_are_told(void **state) {
  Text out = {0};
  Stored stored = make_rows(*state);
  Row rows[] = {made_row("10000000000000000000000000000001", "other", 5),
                made_row("10000000000000000000000000000002", "changed", 6),
                made_row("10000000000000000000000000000003", "sizes", 7),
                made_row("10000000000000000000000000000004", "lost", 8)};
  for (int i = 0; i < 4; i++)
    rows[i].graph_hash = stored.hash, rows[i].plan = stored.plan[0];
  rows[0].plan = "11111111111111111111111111111111"; // where somebody put another plan
  char *path = store_plan_path(*state, rows[0].plan);
  assert_true(file_write(path, "{}", 2, NULL));
  free(path);
  rows[1].graph_hash = "0123456789abcdef", rows[1].graph = GRAPH("rmsnorm");
  rows[2].sizes = "rows=";
  rows[3].plan = "00000000000000000000000000000000";
  add_rows(*state, rows, 4);
  play(*state,
       "&other<Enter><Enter>\nsnap other\n<C-x>&<C-u>changed<Enter><Enter>\nsnap changed\n"
       "<C-x>&<C-u>sizes<Enter><Enter>\nsnap sizes\n<C-x>&<C-u>lost<Enter><Enter>\nsnap lost\n",
       &out);
  shown(&out, "== other", "11111111111111111111111111111111.json is not");
  shown(&out, "== changed", "rmsnorm.json has changed since the row was made");
  shown(&out, "== sizes", "a row's sizes are NAME=NUMBER");
  shown(&out, "== lost", "00000000000000000000000000000000.json");
  text_free(&out);
}

static void no_store(void **state) {
  Status status = {0};
  assert_null(store_view_new(*state, &options, &status)); // no experiment.json
  make_store(*state);
  assert_null(store_view_new(*state, &options, &status));
  assert_non_null(strstr(status.message, "has no rows yet"));
  char *path = file_join(*state, "rows/broken.jsonl");
  assert_true(file_write(path, "{\"key\":\n", 8, &status));
  assert_null(store_view_new(*state, &options, &status));
  assert_non_null(strstr(status.message, "rows/broken.jsonl, row 1"));
  free(path);
  path = file_join(*state, "experiment.json");
  assert_true(file_write(path, "[1]", 3, &status));
  assert_null(store_view_new(*state, &options, &status));
  assert_non_null(strstr(status.message, "this is no experiment.json"));
  free(path);
}

// A graph that is elsewhere: the first that opens is shown; none: why.
static void graphs_gone(void **state) {
  Status status = {0};
  make_store(*state);
  Row row = made_row("00000000000000000000000000000001", "none", 40);
  row.graph = "nowhere/at/all.json";
  add_rows(*state, &row, 1);
  StoreView *store = store_view_new(*state, &options, &status);
  assert_non_null(store);
  assert_null(store_view_begin(store, &status));
  assert_non_null(strstr(status.message, "no graph of its rows opens"));
  store_view_free(store);
}

static void wait_for_news(StoreView *store) {
  struct pollfd wait = {.fd = store_view_fd(store), .events = POLLIN};
  assert_true(wait.fd >= 0);
  assert_int_equal(poll(&wait, 1, 20000), 1);
}

// Rows that another process adds show up, and the selected one stays selected; then a line that is no row.
static void grows(void **state) {
  Session *session;
  Status status = {0};
  Stored stored = make_rows(*state);
  StoreView *store = open_store(*state, &session);
  Explorer *explorer = explorer_new(session, NULL, GLYPHS_ASCII, &status);
  explorer_resize(explorer, 100, 24);
  experiment_begin(explorer, store);
  explorer->choice[TAB_EXPERIMENT] = 2; // by graph: beam, compiler, greedy, none
  assert_string_equal(store_view_row(store, 2)->row->heuristic, "greedy");
  Row row = made_row("00000000000000000000000000000009", "better", 5);
  row.plan = stored.plan[1], row.graph_hash = stored.hash;
  add_rows(*state, &row, 1);
  store_view_watch(store);
  wait_for_news(store);
  assert_true(experiment_poll(explorer));
  assert_int_equal(store->count, 5);
  assert_int_equal(explorer->choice[TAB_EXPERIMENT], 3);
  assert_true(store_view_row(store, 3)->to_best == 2); // 10 of 5
  char *path = file_join(*state, "rows/broken.jsonl");
  assert_true(file_write(path, "[]\n", 3, &status));
  wait_for_news(store);
  assert_true(experiment_poll(explorer));
  assert_non_null(strstr(store->problem.message, "rows/broken.jsonl, row 1"));
  assert_int_equal(store->count, 5);
  free(path);
  explorer_free(explorer);
  store_view_free(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {SCRATCH_TEST(rows_and_ratios), SCRATCH_TEST(opens_a_plan),
                                     SCRATCH_TEST(lies_are_told),   SCRATCH_TEST(no_store),
                                     SCRATCH_TEST(graphs_gone),     SCRATCH_TEST(grows)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
