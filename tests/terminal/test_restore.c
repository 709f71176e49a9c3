// However the explorer ends after whatever was typed: the terminal is as it was before.
#include "base/file_lock.h"
#include "base/json.h"
#include "explorer/monkey.h"
#include "scratch.h"
#include "screen.h"
#include "session/session.h"

#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOVES = 150 };

// Nothing that names a path, and no key that is a signal while an editor has the terminal.
static void type(Screen *screen, Hands *hands) {
  hands_move(hands, 80, 24);
  for (size_t i = 0; i < hands->bytes.length; i++) {
    char byte = hands->bytes.data[i];
    if (byte == '/' || byte == '~' || byte == 3 || byte == 26 || byte == 28) continue;
    if (write(screen->terminal, &byte, 1) != 1) return;
    if (i % 256 == 0) screen_drain(screen, 0);
  }
}

// To no size at all, now and then; or as often as by a mouse that drags a corner. Or the program is
// suspended, and goes on at the next look at it.
static void disturb(Screen *screen, Hands *hands) {
  uint64_t way = random_below(&hands->random, 4);
  if (way == 0) kill(screen->process, SIGTSTP);
  for (int times = way == 1 ? 100 : 1; way && times; times--) {
    struct winsize size = {.ws_row = (unsigned short)(random_below(&hands->random, 150) + 1),
                           .ws_col = (unsigned short)(random_below(&hands->random, 400) + 1)};
    if (way == 2) size.ws_row = size.ws_col = 0;
    ioctl(screen->terminal, TIOCSWINSZ, &size);
  }
}

static void end(Screen *screen, int number) {
  char how[64];
  snprintf(how, sizeof how, "signal %d", number);
  bool left = screen_is_over(screen); // by a key
  if (left && screen->status != 0) fail_msg("it ended with status %x while keys came", screen->status);
  if (!left) kill(screen->process, number);
  screen_end(screen, how);
}

static void play(int number, uint64_t seed) {
  char graph[512];
  snprintf(graph, sizeof graph, "%s/graphs/dumps/mix/backward", FUSEBOX_SOURCE_ROOT);
  Screen screen = screen_start((const char *[]){graph, NULL});
  Hands hands = {.random = {seed}};
  bool open = screen.modes[ALTERNATE].on;
  for (int i = 0; i < MOVES && !screen_is_over(&screen); i++) {
    if (i % 10 == 9) disturb(&screen, &hands);
    type(&screen, &hands);
    if (!screen_drain(&screen, QUIET_MS)) break;
  }
  hands_free(&hands);
  if (!open) fail_msg("the explorer did not take the screen");
  end(&screen, number);
}

static void test_signals(void **state) {
  (void)state;
  static const int numbers[] = {SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT, SIGFPE, SIGBUS};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    play(numbers[i], i + 1);
}

// Signals that nobody expects end it, too, and by themselves: whoever started it sees which.
static void test_unexpected_signals(void **state) {
  (void)state;
  static const int numbers[] = {SIGQUIT, SIGXCPU, SIGUSR1,   SIGUSR2, SIGALRM,
                                SIGSYS,  SIGTRAP, SIGVTALRM, SIGPROF, SIGIO};
  char *graph = file_data("graphs/gelu_tanh.json");
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    char how[64];
    snprintf(how, sizeof how, "signal %d", numbers[i]);
    Screen screen = screen_start((const char *[]){graph, NULL});
    assert_true(screen.modes[ALTERNATE].on);
    kill(screen.process, numbers[i]);
    screen_end(&screen, how);
    assert_true(WIFSIGNALED(screen.status) && WTERMSIG(screen.status) == numbers[i]);
  }
  free(graph);
}

// What could not be written is told; the screen stays.
static void test_failed_writes(void **state) {
  (void)state;
  static const int numbers[] = {SIGPIPE, SIGXFSZ};
  char *graph = file_data("graphs/gelu_tanh.json");
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    Screen screen = screen_start((const char *[]){graph, NULL});
    kill(screen.process, numbers[i]);
    screen_drain(&screen, 100);
    assert_false(screen_is_over(&screen));
    assert_int_equal(write(screen.terminal, "q", 1), 1);
    screen_end(&screen, "q");
    assert_int_equal(screen.status, 0);
  }
  free(graph);
}

// ---- A second signal while the plan is being saved.

// The file in which the plan of a graph is saved ("plan"), or its kept plans ("plans").
static char *kept_path(const char *graph, const char *kind) {
  Status status = {0};
  Session *session = session_open(graph, NULL, &status);
  if (!session) fail_msg("%s", status.message);
  char name[64];
  snprintf(name, sizeof name, "%s-%016llx.json", kind, (unsigned long long)session_graph(session)->hash);
  session_close(session);
  return scratch_path(name);
}

// Does the process wait for a lock that another one holds?
static bool waits_for_lock(pid_t process) {
  char wanted[64], *locks = file_read("/proc/locks", NULL, NULL);
  snprintf(wanted, sizeof wanted, "-> FLOCK  ADVISORY  WRITE %d ", (int)process);
  bool waits = locks && strstr(locks, wanted);
  free(locks);
  return waits;
}

// Ops that can be fused.
static char *write_long_names(void) {
  enum { OPS = 16, NAME = 500 };
  Text text = {0};
  text_add(&text,
           "{ \"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"long\","
           "  \"inputs\": [ { \"name\": \"x\", \"dtype\": \"f32\", \"shape\": [4096] } ], \"ops\": [");
  for (int i = 0; i < OPS; i++) {
    text_printf(&text, "%s{ \"name\": \"n%0*d\", \"op\": \"neg\", \"in\": [\"", i ? ", " : "", NAME, i);
    if (i)
      text_printf(&text, "n%0*d\"] }", NAME, i - 1);
    else
      text_add(&text, "x\"] }");
  }
  text_printf(&text, "], \"outputs\": [\"n%0*d\"] }", NAME, OPS - 1);
  scratch_write("long.json", text_get(&text));
  text_free(&text);
  return scratch_path("long.json");
}

// The first one ends the program, which gives the terminal back and waits for the plan to be saved; the
// second one comes then. Saving waits for the kept plans, which somebody else is writing.
static void test_second_signal(void **state) {
  (void)state;
  char *graph = write_long_names(), *plan = kept_path(graph, "plan"), *plans = kept_path(graph, "plans");
  static const char keys[] = "Hgreedy\r";
  Status status = {0};
  int lock = file_lock(plans, &status);
  assert_true(lock >= 0);
  Screen screen = screen_start((const char *[]){graph, NULL});
  assert_int_equal(write(screen.terminal, keys, strlen(keys)), strlen(keys));
  for (int waited = 0; !waits_for_lock(screen.process) && waited < PATIENCE_MS; waited += 20)
    screen_drain(&screen, 20);
  kill(screen.process, SIGTERM);
  for (int waited = 0; screen.modes[ALTERNATE].on && waited < PATIENCE_MS; waited += 20)
    screen_drain(&screen, 20);
  assert_false(screen.modes[ALTERNATE].on);
  kill(screen.process, SIGTERM);
  screen_drain(&screen, 100);
  assert_false(screen_is_over(&screen)); // it did wait
  assert_false(file_exists(plan));
  file_unlock(lock);
  screen_end(&screen, "a second signal");
  Json *json = json_read(plan, &status), *list = json_read(plans, &status);
  if (!json || !list) fail_msg("a plan was cut short: %s", status.message);
  json_free(json), json_free(list);
  free(plans), free(plan), free(graph);
}

static int enter_scratch(void **state) {
  if (scratch_make(state) || chdir(scratch)) return 1;
  screen_suppress_leaks(scratch);
  setenv("EDITOR", "true", 1);
  setenv("TERM", "xterm-256color", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_signals), cmocka_unit_test(test_unexpected_signals),
      cmocka_unit_test(test_failed_writes), cmocka_unit_test(test_second_signal)};
  return cmocka_run_group_tests(tests, enter_scratch, scratch_remove);
}
