// Every signal that ends a program, at whatever it comes: the explorer ends soon, the terminal is as it was,
// and of the plan that was edited a whole file is kept, by those signals that ask for an end in any case.
#include "base/json.h"
#include "sanitized.h"
#include "scratch.h"
#include "screen.h"
#include "side_by_side.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char *graph;

static const int signals[] = {SIGTERM, SIGHUP,  SIGINT, SIGQUIT, SIGSEGV,   SIGABRT, SIGXCPU,
                              SIGUSR1, SIGALRM, SIGSYS, SIGTRAP, SIGVTALRM, SIGIO};

static bool asks_for_an_end(int number) {
  return number == SIGTERM || number == SIGHUP || number == SIGINT;
}

// ---- What is kept.

// The file that is kept of the plan, or NULL; all that is kept is forgotten.
static Json *take_kept(void) {
  int count;
  char **names = file_list(scratch, &count, NULL);
  Json *kept = NULL;
  for (int i = 0; i < count; i++) {
    char *path = scratch_path(names[i]);
    bool plan = !strncmp(names[i], "plan-", 5) && text_ends(names[i], ".json");
    Status status = {0};
    if (plan && !(kept = json_read(path, &status))) fail_msg("%s", status.message);
    if (strstr(names[i], "plan")) unlink(path);
    free(path);
    free(names[i]);
  }
  free(names);
  return kept;
}

static void check_kept(int number, const char *how) {
  Json *kept = take_kept();
  if (!kept && asks_for_an_end(number)) fail_msg("%s: the plan was not kept", how);
  json_free(kept);
}

// ---- States.

typedef struct State {
  const char *name, *keys; // typed after an edit
  const char *shows;       // then
} State;

static const State states[] = {
    {"a search", "/ta", "/"},
    {"the palette", ":fu", "Commands"},
    {"a question", "s", NULL},
    {"help", "?", NULL},
    {"a heuristic that never ends", "Hendless\r", "stops"},
    {"a compilation that never ends", "c", "compiling"},
};

static void end_in(const State *state, int number) {
  char how[100];
  snprintf(how, sizeof how, "signal %d in %s", number, state->name);
  Screen screen = screen_start((const char *[]){graph, NULL});
  assert_true(screen.modes[ALTERNATE].on);
  screen_type(&screen, "f");
  if (!screen_shows(&screen, "fused")) fail_msg("%s: nothing was fused", how);
  screen_type(&screen, state->keys);
  if (state->shows && !screen_shows(&screen, state->shows)) fail_msg("%s: it never came", how);
  screen_drain(&screen, state->shows ? 20 : 100);
  kill(screen.process, number);
  screen_end(&screen, how);
  check_kept(number, how);
}

static void test_state(void **state) {
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    end_in(*state, signals[i]);
}

static void test_lesson(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    Screen screen = screen_start((const char *[]){"lessons", "locality", NULL});
    assert_true(screen.modes[ALTERNATE].on);
    kill(screen.process, signals[i]);
    screen_end(&screen, "a signal in a lesson");
    json_free(take_kept());
  }
}

// From before it has the terminal until it has opened the graph. What a sanitizer does at its start is its
// own.
static void test_start(void **state) {
  (void)state;
  if (SANITIZED) skip();
  for (int ms = 1; ms <= 64; ms *= 2)
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
      Screen screen = screen_begin((const char *[]){graph, NULL});
      nanosleep(&(struct timespec){.tv_nsec = 1000000L * ms}, NULL);
      screen_drain(&screen, 0);
      kill(screen.process, signals[i]);
      screen_end(&screen, "a signal at its start");
      json_free(take_kept());
    }
}

// ^C and Escape stop what was begun, and nothing else.
static void test_stop(void **state) {
  (void)state;
  static const char *const keys[] = {"\x03", "\033"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    Screen screen = screen_start((const char *[]){graph, NULL});
    screen_type(&screen, "c");
    assert_true(screen_shows(&screen, "compiling"));
    screen_type(&screen, keys[i]);
    screen_drain(&screen, 300);
    assert_false(screen_is_over(&screen));
    screen_type(&screen, "q");
    screen_end(&screen, "q after a compilation was stopped");
    assert_int_equal(screen.status, 0);
    json_free(take_kept());
  }
}

static int enter(void **state) {
  if (scratch_make(state)) return 1;
  screen_suppress_leaks(scratch);
  scratch_write("heuristics/endless.lua",
                "return { name = 'endless', help = 'h', run = function() while true do end end }\n");
  graph = file_data("graphs/gelu_tanh.json");
  setenv("FAKE_NVRTC", "hang=map_tanh hang=map_mul hang=map_add hang=map_fma", 1);
  setenv("TERM", "xterm-256color", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  return !graph;
}

static int leave(void **state) {
  free(graph);
  return scratch_remove(state);
}

int main(int count, char **arguments) {
  if (count > 1) setenv("FUSEBOX_NVRTC", arguments[1], 1);
  enum { STATES = sizeof states / sizeof *states, AT_ONCE = 3 };
  struct CMUnitTest tests[STATES + 3] = {cmocka_unit_test(test_start), cmocka_unit_test(test_lesson),
                                         cmocka_unit_test(test_stop)};
  for (int i = 0; i < STATES; i++)
    tests[3 + i] = (struct CMUnitTest){
        .name = states[i].name, .test_func = test_state, .initial_state = (void *)(uintptr_t)&states[i]};
  return side_by_side(tests, STATES + 3, AT_ONCE, enter, leave);
}
