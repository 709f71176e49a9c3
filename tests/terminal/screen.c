#include "screen.h"

#include "base/file.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

enum { WORDS_MOST = 8 };

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

bool screen_drain(Screen *screen, int milliseconds) {
  char bytes[65536];
  struct pollfd wait = {.fd = screen->terminal, .events = POLLIN};
  while (poll(&wait, 1, milliseconds) > 0) {
    ssize_t count = read(screen->terminal, bytes, sizeof bytes);
    if (count <= 0) return count < 0 && errno == EINTR;
    for (ssize_t i = 0; i < count; i++)
      if (bytes[i])
        text_add_bytes(&screen->pending, &bytes[i], 1), text_add_bytes(&screen->shown, &bytes[i], 1);
    look(screen);
  }
  return true;
}

// A signal that comes before the program does must not run the tests' own handlers.
static void forget_handlers(const sigset_t *mask) {
  for (int number = 1; number < NSIG; number++)
    signal(number, SIG_DFL);
  sigprocmask(SIG_SETMASK, mask, NULL);
}

Screen screen_begin(const char *const *words) {
  Screen screen = {.modes = {{25, true, true},
                             {.number = 1000},
                             {.number = 1006},
                             {.number = 1049},
                             {.number = 2004},
                             {.number = 2026}}};
  struct winsize size = {.ws_row = 24, .ws_col = 80};
  assert_int_equal(openpty(&screen.terminal, &screen.slave, NULL, NULL, &size), 0);
  tcgetattr(screen.slave, &screen.before);
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  screen.process = fork();
  if (screen.process == 0) {
    forget_handlers(&before);
    close(screen.terminal);
    login_tty(screen.slave);
    char *arguments[WORDS_MOST + 2] = {(char[]){"fusebox"}};
    for (int i = 0; i < WORDS_MOST && words[i]; i++)
      arguments[i + 1] = (char *)(uintptr_t)words[i];
    execv(FUSEBOX_PROGRAM, arguments);
    _exit(127);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  return screen;
}

bool screen_awaits(Screen *screen, bool taken) {
  for (int waited = 0; screen->modes[ALTERNATE].on != taken && waited < PATIENCE_MS; waited += 20)
    screen_drain(screen, 20);
  return screen->modes[ALTERNATE].on == taken;
}

Screen screen_start(const char *const *words) {
  Screen screen = screen_begin(words);
  screen_awaits(&screen, true);
  return screen;
}

bool screen_shows(Screen *screen, const char *text) {
  for (int waited = 0; waited < PATIENCE_MS; waited += 20) {
    if (strstr(text_get(&screen->shown), text)) return true;
    screen_drain(screen, 20);
  }
  return false;
}

void screen_type(Screen *screen, const char *keys) {
  text_clear(&screen->shown);
  assert_int_equal(write(screen->terminal, keys, strlen(keys)), strlen(keys));
}

bool screen_is_over(Screen *screen) {
  if (screen->over || waitpid(screen->process, &screen->status, WNOHANG | WUNTRACED) != screen->process)
    return screen->over;
  screen->over = !WIFSTOPPED(screen->status);
  if (!screen->over) kill(screen->process, SIGCONT);
  return screen->over;
}

void screen_check_restored(Screen *screen, const char *how) {
  struct termios after;
  assert_int_equal(tcgetattr(screen->slave, &after), 0);
  if (after.c_iflag != screen->before.c_iflag || after.c_oflag != screen->before.c_oflag ||
      after.c_lflag != screen->before.c_lflag)
    fail_msg("after %s the terminal's line is in another mode", how);
  for (size_t i = 0; i < sizeof screen->modes / sizeof *screen->modes; i++)
    if (screen->modes[i].on != screen->modes[i].rest)
      fail_msg("after %s mode %d is %s", how, screen->modes[i].number, screen->modes[i].on ? "on" : "off");
}

void screen_end(Screen *screen, const char *how) {
  for (int waited = 0; !screen_is_over(screen) && waited < PATIENCE_MS; waited += 20)
    screen_drain(screen, 20);
  if (!screen->over) kill(screen->process, SIGKILL);
  screen_drain(screen, QUIET_MS);
  if (!screen->over) fail_msg("%s did not end it", how);
  screen_check_restored(screen, how);
  close(screen->terminal);
  close(screen->slave);
  text_free(&screen->pending);
  text_free(&screen->shown);
}

void screen_suppress_leaks(const char *folder) {
  static const char libraries[] = "leak:libtinfo\nleak:libncurses\n";
  Text path = {0}, options = {0};
  text_printf(&path, "%s/leaks", folder);
  text_printf(&options, "suppressions=%s:print_suppressions=0", text_get(&path));
  setenv("LSAN_OPTIONS", text_get(&options), 1);
  assert_true(file_write(text_get(&path), libraries, sizeof libraries - 1, NULL));
  text_free(&path);
  text_free(&options);
}
