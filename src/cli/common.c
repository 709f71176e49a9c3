// What the commands share: opening a graph with its plan, reports, progress.
#include "base/arena.h"
#include "base/file.h"
#include "cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;
static volatile int script_stop;

static void on_interrupt(int signal) {
  (void)signal;
  interrupted = 1;
  script_stop = 1;
}

// What the dump's plan could not keep is for people: it goes to stderr.
static bool tell_notes(const Session *session) {
  const DumpNotes *notes = session_dump_notes(session);
  for (int i = 0; i < notes->sentences.count; i++)
    fprintf(stderr, "note: %s\n", notes->sentences.data[i]);
  return true;
}

bool cli_use_plan(Session *session, const Invocation *invocation, const char *name, Status *status) {
  if (text_equal(name, "none")) return session_use_plan(session, name, status);
  if (text_equal(name, "compiler"))
    return session_use_plan(session, name, status) && tell_notes(session);
  if (text_ends(name, ".json")) return session_load_plan(session, name, status);
  ScriptLimits limits = {.stop = &script_stop};
  Text output = {0};
  void (*previous)(int) = signal(SIGINT, on_interrupt);
  bool ok = heuristic_run(session, name, invocation->script_options.data, invocation->script_options.count,
                          &limits, &output, status);
  signal(SIGINT, previous);
  fputs(text_get(&output), stderr); // what the script printed is for people; stdout is data
  text_free(&output);
  return ok;
}

static bool apply_plan(Session *session, const Invocation *invocation, Status *status) {
  const char *heuristic = invocation->value[OPTION_HEURISTIC], *file = invocation->value[OPTION_PLAN];
  if (heuristic && file) return status_fail(status, STATUS_INPUT, "give either -H or -p, not both");
  if (file && !session_load_plan(session, file, status)) return false;
  if (heuristic && !cli_use_plan(session, invocation, heuristic, status)) return false;
  plan_forget_edits(session_plan(session)); // undo ends at what was asked for
  const char *save = invocation->value[OPTION_SAVE];
  return !save || session_save_plan(session, save, status);
}

Session *cli_open(const Invocation *invocation, Status *status) {
  int64_t threads;
  if (!cli_integer(invocation, OPTION_THREADS, 1, 256, 0, &threads, status)) return NULL;
  SessionOptions options = {
      .device = invocation->value[OPTION_DEVICE],
      .arch = invocation->value[OPTION_ARCH],
      .read = {invocation->sizes.data, invocation->sizes.count},
      .compile_threads = (int)threads,
  };
  Session *session = session_open(invocation->arguments.data[0], &options, status);
  if (session && !apply_plan(session, invocation, status)) {
    session_close(session);
    return NULL;
  }
  return session;
}

bool cli_report(Session *session, const Invocation *invocation, unsigned levels, Status *status) {
  Text out = {0};
  bool json = cli_has(invocation, OPTION_JSON);
  bool ok = json ? session_report_json(session, levels, &out) : session_report_table(session, levels, &out);
  if (ok) fputs(text_get(&out), stdout);
  text_free(&out);
  return ok || status_fail(status, STATUS_INTERNAL, "the report could not be made");
}

void cli_progress(const char *what, int done, int total) {
  enum { WIDTH = 30 };
  if (!isatty(STDERR_FILENO) || total <= 0) return;
  int filled = (int)((long)done * WIDTH / total);
  fprintf(stderr, "\r%s [%.*s%*s] %d/%d", what, filled, "##############################", WIDTH - filled, "",
          done, total);
  if (done >= total) fputs("\r\033[K", stderr);
  fflush(stderr);
}

bool cli_compile(Session *session, Status *status) {
  if (!session_compile(session, NO_KERNEL, status)) return false;
  int done = 0, total = 0;
  while (session_jobs(session, &done, &total) > 0) {
    cli_progress("compiling", done, total);
    if (!session_wait_once(session, 200)) continue;
  }
  cli_progress("compiling", total, total);
  return true;
}
