// Files that strangers wrote against the program (tests/script/hostile, and some that are made here): each is
// listed, opened and run in a process of its own. Whatever it does, that process ends by itself, soon, with
// bounded memory, and has nothing to show that could control a terminal.
#include "sanitized.h"
#include "scratch.h"

#include "cost/plan_cost.h"
#include "script/catalog.h"
#include "script/model.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

enum {
  SLOWER = SANITIZED ? 20 : 1,
  MEASURES_MEMORY = !SANITIZED,
  STOP_AFTER_MS = 40,
  STOPS_WITHIN_MS = 3000,     // a second, and more where others keep the processors busy
  READS_WITHIN_MS = 2000,     // one file as a heuristic, as a lesson and as commands, with the shipped ones
  RUN_MEMORY = 64 << 20,      // limit of a run,
  MEMORY_SLACK_KB = 96 << 10, // and what the process may need above its limit and what it began with
  HANGS_S = 120,
};

static Session *session;
static char *file_path; // of the file that is tried

// ---- What the processes do; they end with exit code 0 when all is well.

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static void complain(const char *what, const char *text) {
  fprintf(stderr, "%s: %s: %.200s\n", file_base_name(file_path), what, text);
  _exit(1);
}

// By the byte, apart from the program's own rules: controls, C1 controls as UTF-8, marks that turn text.
static void check_clean(const char *what, const char *text) {
  for (const unsigned char *at = (const unsigned char *)(text ? text : ""); *at; at++) {
    bool control = (*at < 0x20 && *at != '\n' && *at != '\t') || *at == 0x7f;
    bool c1 = (*at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0) || *at == 0x9b;
    bool turns = *at == 0xe2 && ((at[1] == 0x80 && at[2] >= 0xa8 && at[2] <= 0xae) ||
                                 (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));
    if (control || c1 || turns) complain(what, "holds control characters");
  }
}

static void list_heuristics(void) {
  int count;
  HeuristicInfo *list = heuristics_list(&count, NULL);
  bool found = false;
  for (int i = 0; i < count; i++) {
    found |= strcmp(list[i].name, "tried") == 0;
    check_clean("help", list[i].help), check_clean("problem", list[i].problem);
    for (int o = 0; o < list[i].option_count; o++) {
      check_clean("option", list[i].options[o].name);
      check_clean("option's default", list[i].options[o].default_value);
      check_clean("option's help", list[i].options[o].help);
    }
  }
  heuristics_free(list, count);
  if (!found || count < 5) complain("heuristics", "not all are listed");
}

static void list_lessons(void) {
  int count;
  LessonInfo *list = lessons_list(&count, NULL);
  for (int i = 0; i < count; i++)
    check_clean("title", list[i].title), check_clean("about", list[i].about);
  lessons_free(list, count);
  if (count < 8) complain("lessons", "not all are listed");
}

static void list_commands(void) {
  int count;
  Text problems = {0};
  CommandInfo *list = commands_list(&count, &problems, NULL);
  for (int i = 0; i < count; i++)
    check_clean("name", list[i].name), check_clean("help", list[i].help), check_clean("key", list[i].key);
  check_clean("problems", text_get(&problems));
  commands_free(list, count);
  text_free(&problems);
}

static void list_all(void) {
  list_heuristics();
  list_lessons();
  list_commands();
}

// A model of costs that fails is not asked again.
static void open_model(void) {
  Status status = {0};
  ScriptModel *model = script_model_open(file_path, &status);
  check_clean("message", status.message);
  if (!model) return;
  Estimator *other = estimator_beside(session_estimator(session), script_model(model));
  plan_total(other, session_plan(session));
  if (script_model_failed(model, &status)) check_clean("message", status.message);
  estimator_free(other);
  script_model_free(model);
}

static void open_it(void) {
  Status status = {0};
  open_model();
  Lesson *lesson = lesson_open(file_path, &status);
  check_clean("message", status.message);
  for (int i = 0; lesson && i < lesson_info(lesson)->step_count; i++) {
    LessonLook look;
    Status problem = {0};
    check_clean("step's title", lesson_step(lesson, i)->title);
    check_clean("hint", lesson_step(lesson, i)->hint);
    if (!lesson_look(lesson, session, NULL, i, NULL, NULL, &look, &problem)) continue;
    check_clean("prose", look.text);
    lesson_look_free(&look);
  }
  lesson_close(lesson);
}

static atomic_int stop;
static double stopped_at; // before `stop` is set

static void *stop_soon(void *unused) {
  (void)unused;
  nanosleep(&(struct timespec){.tv_nsec = STOP_AFTER_MS * 1000000L}, NULL);
  stopped_at = now_ms();
  stop = 1;
  return NULL;
}

static void run_it(void) {
  pthread_t watcher;
  uint64_t before = plan_hash(session_plan(session));
  ScriptLimits limits = {.memory_bytes = RUN_MEMORY, .stop = &stop};
  Text output = {0};
  Status status = {0};
  if (pthread_create(&watcher, NULL, stop_soon, NULL) != 0) complain("test", "no thread");
  pthread_detach(watcher); // it may have most of its time to sleep when the process ends
  bool ok = heuristic_run(session, file_path, NULL, 0, &limits, &output, &status);
  double ms = stop ? now_ms() - stopped_at : 0;
  check_clean("message", status.message), check_clean("output", text_get(&output));
  if (!ok && !*status.message) complain("run", "fails without a message");
  if (!ok && status.code == STATUS_INTERNAL) complain("run", status.message); // it crashed
  if (strstr(status.message, "BROKEN")) complain("run", status.message);      // a file's own check
  if (!ok && plan_hash(session_plan(session)) != before) complain("run", "leaves another plan");
  if (ms > STOPS_WITHIN_MS * SLOWER) complain("run", "goes on after it was stopped");
  printf("  %-22s ends %5.0f ms after it was stopped: %.60s\n", file_base_name(file_path), ms,
         status.message);
  fflush(stdout);
}

// ---- Around them.

static double milliseconds(struct timeval time) {
  return 1e3 * (double)time.tv_sec + 1e-3 * (double)time.tv_usec;
}

static void in_process(const char *what, void (*action)(void), double most_ms, size_t memory) {
  struct rusage own, used;
  int how;
  fflush(NULL);
  getrusage(RUSAGE_SELF, &own);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    alarm(HANGS_S);
    action();
    _exit(0);
  }
  assert_int_equal(wait4(child, &how, 0, &used), child);
  const char *name = file_base_name(file_path);
  if (WIFSIGNALED(how)) fail_msg("%s: %s ends by signal %d", name, what, WTERMSIG(how));
  if (WEXITSTATUS(how) != 0) fail_msg("%s: %s ends with %d", name, what, WEXITSTATUS(how));
  double ms = milliseconds(used.ru_utime) + milliseconds(used.ru_stime);
  if (ms > most_ms * SLOWER) fail_msg("%s: %s takes %.0f ms", name, what, ms);
  long most_kb = own.ru_maxrss + (long)(memory >> 10) + MEMORY_SLACK_KB;
  if (MEASURES_MEMORY && used.ru_maxrss > most_kb)
    fail_msg("%s: %s needs %ld kB", name, what, used.ru_maxrss);
}

static void put(const char *name, const char *text, size_t length) {
  char *path = scratch_path(name), *folder = memory_strdup(path);
  *strrchr(folder, '/') = '\0';
  assert_true(file_make_folders(folder, NULL));
  assert_true(file_write(path, text, length, NULL));
  free(folder), free(path);
}

static void try_text(const char *name, const char *text, size_t length) {
  static const char *const places[] = {"heuristics/tried.lua", "lessons/tried.lua", "commands/tried.lua"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    put(places[i], text, length);
  put(name, text, length);
  file_path = scratch_path(name);
  in_process("listing", list_all, READS_WITHIN_MS, (size_t)64 << 20);
  in_process("opening", open_it, READS_WITHIN_MS, (size_t)64 << 20);
  in_process("running", run_it, STOP_AFTER_MS + STOPS_WITHIN_MS, RUN_MEMORY);
  unlink(file_path);
  free(file_path);
}

static void test_files(void **state) {
  (void)state;
  int count;
  static const char folder[] = FUSEBOX_SOURCE_ROOT "/tests/script/hostile";
  char **names = file_list(folder, &count, NULL);
  assert_true(names && count > 40);
  for (int i = 0; i < count; i++) {
    size_t length;
    char *path = file_join(folder, names[i]), *text = file_read(path, &length, NULL);
    assert_non_null(text);
    try_text(names[i], text, length);
    free(text), free(path), free(names[i]);
  }
  free(names);
}

// What the parser has to look up grows with the depth of functions and with what they hold.
static void test_parser(void **state) {
  (void)state;
  enum { DEPTH = 100, LOCALS = 150 };
  Text text = {0};
  for (int depth = 0; depth < DEPTH; depth++) {
    text_add(&text, "local function f()\n");
    for (int i = 0; i < LOCALS; i++)
      text_printf(&text, "local a%d\n", i);
  }
  while (text.length < 1000000)
    text_add(&text, "x=x ");
  try_text("parser.lua", text_get(&text), text.length);
  text_clear(&text);
  for (int i = 0; i < 500000; i++)
    text_add(&text, "(");
  try_text("brackets.lua", text_get(&text), text.length);
  text_clear(&text);
  while (text.length <= 2 << 20)
    text_add(&text, "-- longer than any script\n");
  try_text("long.lua", text_get(&text), text.length);
  text_free(&text);
}

// A pipe that nobody writes to is not waited for.
static void test_pipe(void **state) {
  (void)state;
  file_path = scratch_path("heuristics/tried.lua");
  unlink(file_path);
  assert_int_equal(mkfifo(file_path, 0600), 0);
  in_process("listing a pipe", list_all, READS_WITHIN_MS, (size_t)64 << 20);
  unlink(file_path);
  free(file_path);
}

// Of a file that is larger than any script no more than that is read.
static void test_large_file(void **state) {
  (void)state;
  file_path = scratch_path("heuristics/tried.lua");
  put("heuristics/tried.lua", "", 0);
  assert_int_equal(truncate(file_path, 900 << 20), 0);
  in_process("listing a large file", list_all, READS_WITHIN_MS, (size_t)64 << 20);
  in_process("opening a large file", open_it, READS_WITHIN_MS, (size_t)64 << 20);
  unlink(file_path);
  free(file_path);
}

static void end_catalog(void) {
  Catalog *catalog = catalog_new();
  catalog_start(catalog);
  nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL); // it is in the middle of a file
  struct timespec begin, end;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
  catalog_free(catalog);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  double ms = 1e3 * (double)(end.tv_sec - begin.tv_sec) + 1e-6 * (double)(end.tv_nsec - begin.tv_nsec);
  if (ms > 1000.0 * SLOWER) complain("catalog", "is waited for");
}

// The end of the screen does not wait until all files are read.
static void test_catalog_ends(void **state) {
  (void)state;
  enum { FILES = 60 };
  static const char loop[] = "while true do string.rep('', 1 << 40) end\n";
  for (int i = 0; i < FILES; i++) {
    char name[64];
    snprintf(name, sizeof name, "heuristics/loop%d.lua", i);
    put(name, loop, sizeof loop - 1);
  }
  file_path = scratch_path("heuristics");
  in_process("the end", end_catalog, 3000, (size_t)64 << 20);
  free(file_path);
}

static int set_up(void **state) {
  if (scratch_make(state) != 0) return 1;
  setenv("FUSEBOX_LOG", "error", 1); // lessons that are left out are told
  char *graph = file_data("graphs/softmax.json");
  SizeBinding sizes[] = {{"rows", 64}, {"cols", 128}};
  SessionOptions options = {.read = {.sizes = sizes, .size_count = 2}};
  session = session_open(graph, &options, NULL);
  free(graph);
  return session == NULL;
}

static int tear_down(void **state) {
  session_close(session);
  return scratch_remove(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_files),      cmocka_unit_test(test_parser),       cmocka_unit_test(test_pipe),
      cmocka_unit_test(test_large_file), cmocka_unit_test(test_catalog_ends),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
