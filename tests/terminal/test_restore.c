// However the explorer ends after whatever was typed: the terminal is as it was before.
#include "base/file_lock.h"
#include "base/json.h"
#include "explorer/monkey.h"
#include "scratch.h"
#include "session/session.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

enum { ALTERNATE = 3 }; // of the modes: the other screen
enum { MOVES = 150, QUIET_MS = 2, PATIENCE_MS = 10000 };

// Modes that programs switch on and off by "\033[?<number>h" and "l", and how they are at rest.
typedef struct Mode {
  int number;
  bool rest, on;
} Mode;

typedef struct Screen {
  pid_t process;
  int terminal, slave; // the program's end is kept open: its modes outlive the program
  struct termios before;
  bool over;
  int status; // of its end
  Mode modes[6];
  Text pending; // output not yet looked at
} Screen;

static void set_mode(Screen *screen, int number, bool on) {
  for (size_t i = 0; i < sizeof screen->modes / sizeof *screen->modes; i++)
    if (screen->modes[i].number == number) screen->modes[i].on = on;
}

// Follows the modes through what was written; the beginning of a sequence stays for the next call.
static void look(Screen *screen) {
  const char *text = text_get(&screen->pending), *at = text, *escape;
  size_t kept = 0;
  while ((escape = strstr(at, "\033[?"))) {
    char *end;
    long number = strtol(escape + 3, &end, 10);
    if (!*end) kept = screen->pending.length - (size_t)(escape - text);
    if (*end == 'h' || *end == 'l') set_mode(screen, (int)number, *end == 'h');
    at = escape + 3;
  }
  if (kept == 0 && screen->pending.length > 2) kept = 2;
  memmove(screen->pending.data, screen->pending.data + screen->pending.length - kept, kept);
  screen->pending.length = kept;
  if (screen->pending.data) screen->pending.data[kept] = '\0';
}

// Takes what the program writes until it is quiet so long; false: it has closed the terminal.
static bool drain(Screen *screen, int milliseconds) {
  char bytes[65536];
  struct pollfd wait = {.fd = screen->terminal, .events = POLLIN};
  while (poll(&wait, 1, milliseconds) > 0) {
    ssize_t count = read(screen->terminal, bytes, sizeof bytes);
    if (count <= 0) return count < 0 && errno == EINTR;
    for (ssize_t i = 0; i < count; i++)
      if (bytes[i]) text_add_bytes(&screen->pending, &bytes[i], 1);
    look(screen);
  }
  return true;
}

static Screen start(const char *graph) {
  Screen screen = {.modes = {{25, true, true},
                             {.number = 1000},
                             {.number = 1006},
                             {.number = 1049},
                             {.number = 2004},
                             {.number = 2026}}};
  struct winsize size = {.ws_row = 24, .ws_col = 80};
  assert_int_equal(openpty(&screen.terminal, &screen.slave, NULL, NULL, &size), 0);
  tcgetattr(screen.slave, &screen.before);
  screen.process = fork();
  if (screen.process == 0) {
    close(screen.terminal);
    login_tty(screen.slave);
    execl(FUSEBOX_PROGRAM, "fusebox", graph, (char *)NULL);
    _exit(127);
  }
  for (int waited = 0; !screen.modes[ALTERNATE].on && waited < PATIENCE_MS; waited += 20)
    drain(&screen, 20);
  return screen;
}

// Whether it has ended. A program that suspended itself goes on.
static bool is_over(Screen *screen) {
  if (screen->over || waitpid(screen->process, &screen->status, WNOHANG | WUNTRACED) != screen->process)
    return screen->over;
  screen->over = !WIFSTOPPED(screen->status);
  if (!screen->over) kill(screen->process, SIGCONT);
  return screen->over;
}

// Nothing that names a path, and no key that is a signal while an editor has the terminal.
static void type(Screen *screen, Hands *hands) {
  hands_move(hands, 80, 24);
  for (size_t i = 0; i < hands->bytes.length; i++) {
    char byte = hands->bytes.data[i];
    if (byte == '/' || byte == '~' || byte == 3 || byte == 26 || byte == 28) continue;
    if (write(screen->terminal, &byte, 1) != 1) return;
    if (i % 256 == 0) drain(screen, 0);
  }
}

static void resize(Screen *screen, Hands *hands) {
  struct winsize size = {.ws_row = (unsigned short)(random_below(&hands->random, 150) + 1),
                         .ws_col = (unsigned short)(random_below(&hands->random, 400) + 1)};
  ioctl(screen->terminal, TIOCSWINSZ, &size);
}

static void check_restored(Screen *screen, const char *how) {
  struct termios after;
  assert_int_equal(tcgetattr(screen->slave, &after), 0);
  if (after.c_iflag != screen->before.c_iflag || after.c_oflag != screen->before.c_oflag ||
      after.c_lflag != screen->before.c_lflag)
    fail_msg("after %s the terminal's line is in another mode", how);
  for (size_t i = 0; i < sizeof screen->modes / sizeof *screen->modes; i++)
    if (screen->modes[i].on != screen->modes[i].rest)
      fail_msg("after %s mode %d is %s", how, screen->modes[i].number, screen->modes[i].on ? "on" : "off");
}

static void end_of(Screen *screen, const char *how) {
  for (int waited = 0; !is_over(screen) && waited < PATIENCE_MS; waited += 20)
    drain(screen, 20);
  if (!screen->over) kill(screen->process, SIGKILL);
  drain(screen, QUIET_MS);
  if (!screen->over) fail_msg("%s did not end it", how);
  check_restored(screen, how);
  close(screen->terminal);
  close(screen->slave);
  text_free(&screen->pending);
}

static void end(Screen *screen, int number) {
  char how[64];
  snprintf(how, sizeof how, "signal %d", number);
  bool left = is_over(screen); // by a key
  if (left && screen->status != 0) fail_msg("it ended with status %x while keys came", screen->status);
  if (!left) kill(screen->process, number);
  end_of(screen, how);
}

static void play(int number, uint64_t seed) {
  char graph[512];
  snprintf(graph, sizeof graph, "%s/graphs/dumps/mix/backward", FUSEBOX_SOURCE_ROOT);
  Screen screen = start(graph);
  Hands hands = {.random = {seed}};
  bool open = screen.modes[ALTERNATE].on;
  for (int i = 0; i < MOVES && !is_over(&screen); i++) {
    if (i % 20 == 19) resize(&screen, &hands);
    type(&screen, &hands);
    if (!drain(&screen, QUIET_MS)) break;
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
    Screen screen = start(graph);
    assert_true(screen.modes[ALTERNATE].on);
    kill(screen.process, numbers[i]);
    end_of(&screen, how);
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
    Screen screen = start(graph);
    kill(screen.process, numbers[i]);
    drain(&screen, 100);
    assert_false(is_over(&screen));
    assert_int_equal(write(screen.terminal, "q", 1), 1);
    end_of(&screen, "q");
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
  Screen screen = start(graph);
  assert_int_equal(write(screen.terminal, keys, strlen(keys)), strlen(keys));
  for (int waited = 0; !waits_for_lock(screen.process) && waited < PATIENCE_MS; waited += 20)
    drain(&screen, 20);
  kill(screen.process, SIGTERM);
  for (int waited = 0; screen.modes[ALTERNATE].on && waited < PATIENCE_MS; waited += 20)
    drain(&screen, 20);
  assert_false(screen.modes[ALTERNATE].on);
  kill(screen.process, SIGTERM);
  drain(&screen, 100);
  assert_false(is_over(&screen)); // it did wait
  assert_false(file_exists(plan));
  file_unlock(lock);
  end_of(&screen, "a second signal");
  Json *json = json_read(plan, &status), *list = json_read(plans, &status);
  if (!json || !list) fail_msg("a plan was cut short: %s", status.message);
  json_free(json), json_free(list);
  free(plans), free(plan), free(graph);
}

// What curses keeps until the end is not ours to give back.
static bool suppress_leaks(void) {
  static const char libraries[] = "leak:libtinfo\nleak:libncurses\n";
  char options[sizeof scratch + 64];
  snprintf(options, sizeof options, "suppressions=%s/leaks:print_suppressions=0", scratch);
  setenv("LSAN_OPTIONS", options, 1);
  return file_write("leaks", libraries, sizeof libraries - 1, NULL);
}

static int enter_scratch(void **state) {
  if (scratch_make(state) || chdir(scratch) || !suppress_leaks()) return 1;
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
