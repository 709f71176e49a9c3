// A crash handler may use nothing but what is async-signal-safe, and gets no argument of ours: so this file
// keeps the one piece of process-wide state of the screen.
#include "tui/terminal_rescue.h"

#include "base/arena.h"

#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { RESTORE_SIZE = 256 };

static struct {
  volatile sig_atomic_t armed;
  struct termios modes;
  char restore[RESTORE_SIZE];
  size_t length;
} rescue;

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { CRASHES = sizeof crashes / sizeof *crashes };

static void give_back(void) {
  if (!rescue.armed) return;
  rescue.armed = 0;
  ssize_t written = write(STDOUT_FILENO, rescue.restore, rescue.length);
  (void)written; // nothing better can be done
  tcsetattr(STDIN_FILENO, TCSANOW, &rescue.modes);
}

// The default action follows: SA_RESETHAND has put it back.
static void on_crash(int number) {
  static const char text[] = "\nfusebox crashed: please report what you did.\n";
  give_back();
  ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  (void)written;
  raise(number);
}

void rescue_arm(const char *restore) {
  tcgetattr(STDIN_FILENO, &rescue.modes);
  rescue.length = strnlen(restore, RESTORE_SIZE);
  memcpy(rescue.restore, restore, rescue.length);
  struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
  for (int i = 0; i < CRASHES; i++)
    sigaction(crashes[i], &action, NULL);
  memory_on_exhaustion(give_back);
  rescue.armed = 1;
}

void rescue_disarm(void) {
  rescue.armed = 0;
  for (int i = 0; i < CRASHES; i++)
    signal(crashes[i], SIG_DFL);
  memory_on_exhaustion(NULL);
}
