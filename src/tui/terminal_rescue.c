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

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
// What else ends a program that does not expect it; the screen's loop takes those that ask it to end.
static const int endings[] = {SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO};
// A write that fails tells the writer, who says so; caught rather than ignored, so that programs started from
// here have them as they were.
static const int failed_writes[] = {SIGPIPE, SIGXFSZ};

static void give_back(void) {
  if (!rescue.armed) return;
  rescue.armed = 0;
  ssize_t written = write(STDOUT_FILENO, rescue.restore, rescue.length);
  (void)written; // nothing better can be done
  tcsetattr(STDIN_FILENO, TCSANOW, &rescue.modes);
}

// The default action follows: SA_RESETHAND has put it back.
static void on_ending(int number) {
  give_back();
  raise(number);
}

static void on_crash(int number) {
  static const char text[] = "\nfusebox crashed: please report what you did.\n";
  give_back();
  ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  (void)written;
  raise(number);
}

static void on_failed_write(int number) {
  (void)number;
}

static void catch_all(const int *numbers, int count, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  for (int i = 0; i < count; i++)
    sigaction(numbers[i], &action, NULL);
}

void rescue_arm(const char *restore) {
  tcgetattr(STDIN_FILENO, &rescue.modes);
  rescue.length = strnlen(restore, RESTORE_SIZE);
  memcpy(rescue.restore, restore, rescue.length);
  catch_all(crashes, COUNT(crashes), on_crash, (int)(SA_RESETHAND | SA_NODEFER));
  catch_all(endings, COUNT(endings), on_ending, (int)(SA_RESETHAND | SA_NODEFER));
  catch_all(failed_writes, COUNT(failed_writes), on_failed_write, SA_RESTART);
  memory_on_exhaustion(give_back);
  rescue.armed = 1;
}

void rescue_disarm(void) {
  rescue.armed = 0;
  catch_all(crashes, COUNT(crashes), SIG_DFL, 0);
  catch_all(endings, COUNT(endings), SIG_DFL, 0);
  catch_all(failed_writes, COUNT(failed_writes), SIG_DFL, 0);
  memory_on_exhaustion(NULL);
}
