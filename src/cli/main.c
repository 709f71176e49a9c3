// The programs: takes the command line apart, runs a command, turns its status into the exit code. Nothing
// else ends the program.
#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"
#include "cli/cli.h"
#include "gpu/worker/worker.h"

#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// 70 is EX_SOFTWARE of sysexits.h: a bug or a refused system call.
static int exit_code(const Status *status) {
  if (status->code == STATUS_OK) return 70; // what failed never looks well
  return status->code <= STATUS_MISSING ? (int)status->code : status->code == STATUS_CANCELLED ? 130 : 70;
}

static const char *program_name(void) {
  int count;
  return cli_commands(&count)[0].title;
}

static bool print_help(const Invocation *invocation, Status *status) {
  Text text = {0};
  cli_help(invocation->command, &text);
  bool ok = cli_print(&text, status);
  text_free(&text);
  return ok;
}

static bool print_version(Status *status) {
  Text text = {0};
  text_printf(&text, "%s " FUSEBOX_VERSION "\n", program_name());
  bool ok = cli_print(&text, status);
  text_free(&text);
  return ok;
}

// Folders that are there and not used, as others could have put anything into them.
static void warn_of_places(void) {
  for (FilePlace place = PLACE_CACHE; place <= PLACE_CONFIG; place++) {
    Status status = {0};
    if (!file_place_check(place, &status)) log_message(LOG_WARNING, "%s", status.message);
  }
}

static bool run(int argc, char **argv, int *program_exit, Status *status) {
  bool left = false;
  Invocation invocation = {.program_exit = program_exit, .left = &left};
  bool ok = cli_parse(argc, argv, &invocation, status);
  if (ok) memory_work(invocation.command->title);
  if (ok && cli_has(&invocation, OPTION_VERSION))
    ok = print_version(status);
  else if (ok && cli_has(&invocation, OPTION_HELP))
    ok = print_help(&invocation, status);
  else if (ok)
    ok = cli_choose_model(&invocation, status) && cli_read_profile(&invocation, status) &&
         invocation.command->run(&invocation, status);
  if (!left) cli_free(&invocation);
  return ok;
}

// What a large plan frees it soon asks for again: handed back to the system in between, a third of the time
// would go into that.
static void keep_memory(void) {
  mallopt(M_TRIM_THRESHOLD, 1 << 28);
  mallopt(M_MMAP_THRESHOLD, 1 << 25);
}

// Where the input, the output or the place of messages is closed, no file of ours takes its number: to use it
// fails.
static void hold_standard_descriptors(void) {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
    if (fcntl(descriptor, F_GETFD) < 0)
      open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY); // takes the lowest number
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--gpu-worker") == 0) return worker_main(argc, argv);
  Status status = {0};
  signal(SIGXFSZ, SIG_IGN); // what is too long for a limit fails to be written, and that is told
  hold_standard_descriptors();
  keep_memory();
  warn_of_places();
  int program_exit = 0;
  bool ok = run(argc, argv, &program_exit, &status);
  if (ok) return program_exit;
  fprintf(stderr, "%s: %s\n", program_name(), status.message);
  return exit_code(&status);
}
