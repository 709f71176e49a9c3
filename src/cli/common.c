// What the commands share: opening a graph with its plan, reports, progress.
#include "base/arena.h"
#include "base/file.h"
#include "cli/cli.h"
#include "session/results/profiled.h"
#include "session/said.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static atomic_int script_stop;

static void on_interrupt(int signal) {
  (void)signal;
  script_stop = 1;
}

// What the dump's plan could not keep is for people: it goes to stderr.
static bool tell_notes(const Session *session) {
  const DumpNotes *notes = session_dump_notes(session);
  SaidNotes kinds = {0};
  Text line = {0};
  for (int i = 0; i < notes->sentences.count; i++)
    said_count(&kinds, notes->sentences.data[i]);
  for (int i = 0; i < kinds.count; i++) {
    text_clear(&line);
    said_print(&kinds.data[i], &line);
    cli_note("%s", text_get(&line));
  }
  text_free(&line);
  said_free(&kinds);
  return true;
}

// Heuristics are names or .lua files.
static bool is_plan_file(const char *name) {
  return text_ends(name, ".json") || (file_exists(name) && !file_is_folder(name) && !text_ends(name, ".lua"));
}

bool cli_use_plan(Session *session, const Invocation *invocation, const char *name, Status *status) {
  if (text_equal(name, "none")) return session_use_plan(session, name, status);
  if (text_equal(name, "compiler")) return session_use_plan(session, name, status) && tell_notes(session);
  if (is_plan_file(name)) return session_load_plan(session, name, status);
  int count = invocation->script_options.count;
  ScriptLimits limits = {.stop = &script_stop};
  Text output = {0};
  void (*previous)(int) = signal(SIGINT, on_interrupt);
  bool ok = heuristic_run(session, name, invocation->script_options.data, count, &limits, &output, status);
  signal(SIGINT, previous);
  fputs(text_get(&output), stderr); // what the script printed is for people; stdout is data
  text_free(&output);
  return ok;
}

bool cli_choose_model(Invocation *invocation, Status *status) {
  const char *name = invocation->value[OPTION_MODEL];
  Status problem = {0};
  if (!name) return true;
  if (text_ends(name, ".lua")) {
    invocation->script_model = script_model_open(name, status);
    if (invocation->script_model) invocation->model = script_model(invocation->script_model);
    return invocation->script_model != NULL;
  }
  invocation->model = cost_model_find(name, &problem);
  return invocation->model || status_fail(status, problem.code, "%s, or name a .lua file", problem.message);
}

bool cli_read_profile(Invocation *invocation, Status *status) {
  const char *path = invocation->value[OPTION_PROFILE];
  if (path) invocation->profile = profile_read(path, status);
  return !path || invocation->profile;
}

// A log that was asked for, and whether it is of the graph.
static void tell_log(const Session *session, const Invocation *invocation) {
  const DumpPlan *dump = session_dump(session);
  if (!cli_has(invocation, OPTION_LOG)) return;
  if (dump && dump->remark_source)
    cli_note("%s", dump->remark_source);
  else
    cli_note("--log goes with a torch_compile_debug folder, which %s is not", session_path(session));
}

// What of it could not be told: to stderr, as it is for people.
static void tell_profile(Session *session, const Invocation *invocation) {
  const ProfileJoin *join = session_profile(session);
  const char *problem = session_profile_problem(session);
  if (problem)
    cli_note("--profile tells nothing: %s", problem);
  else if (invocation->profile && !join)
    cli_note(
        "--profile is of a compiler's kernels, and %s has none: open a torch_compile_debug folder with "
        "output_code.py, or HLO that XLA has fused",
        session_path(session));
  for (int i = 0; join && i < join->sentences.count; i++)
    cli_note("%s: %s", invocation->profile->file, join->sentences.data[i]);
}

bool cli_model_worked(const Invocation *invocation, Status *status) {
  return !script_model_failed(invocation->script_model, status);
}

// The screen keeps its plan from one time to the next; commands and played keys give the same every time,
// unless they are to go on from what is kept.
static bool keeps_plan(const Invocation *invocation) {
  bool played = cli_is_scripted(invocation) && !cli_has(invocation, OPTION_KEPT);
  return invocation->command->run == run_explore && !played;
}

static bool apply_plan(Session *session, const Invocation *invocation, Status *status) {
  const char *heuristic = invocation->value[OPTION_HEURISTIC], *file = invocation->value[OPTION_PLAN];
  bool scripted = heuristic && !text_equal(heuristic, "none") && !text_equal(heuristic, "compiler");
  if (heuristic && file && !scripted)
    return status_fail(
        status, STATUS_INPUT,
        "-H %s is a plan, as that of -p is: give either, not both (a heuristic begins with -p's)", heuristic);
  if (invocation->script_options.count && !scripted)
    return status_fail(status, STATUS_INPUT, "-o sets an option of a heuristic: name one with -H");
  if (file && !session_load_plan(session, file, status)) return false;
  if (heuristic && !cli_use_plan(session, invocation, heuristic, status)) return false;
  if (!cli_set_schedules(session, invocation, status)) return false;
  // Undo ends at what was asked for, but for the screen, where it leads to what was open before.
  if (!keeps_plan(invocation)) plan_forget_edits(session_plan(session));
  const char *save = invocation->value[OPTION_SAVE];
  bool later = invocation->command->run == run_tune; // which saves what it finds, and nothing when it fails
  return !save || later || session_save_plan(session, save, status);
}

// "sm_90", "sm_90a": what a GPU's machine code can be made for.
bool cli_check_arch(const char *arch, Status *status) {
  int length = 0;
  if (!arch || (sscanf(arch, "sm_%*3[0-9]%n", &length) == 0 && length > 0 &&
                (!arch[length] || (strchr("af", arch[length]) && !arch[length + 1]))))
    return true;
  return status_fail(status, STATUS_INPUT, "--arch %s: an architecture is written like sm_90 or sm_90a",
                     arch);
}

ReadOptions cli_read_options(const Invocation *invocation) {
  return (ReadOptions){.sizes = invocation->sizes.data,
                       .size_count = invocation->sizes.count,
                       .log = invocation->value[OPTION_LOG]};
}

bool cli_session_options(const Invocation *invocation, SessionOptions *options, Status *status) {
  int64_t threads;
  if (!cli_integer(invocation, OPTION_THREADS, 1, 256, 0, &threads, status) ||
      !cli_check_arch(invocation->value[OPTION_ARCH], status))
    return false;
  *options = (SessionOptions){
      .device = invocation->value[OPTION_DEVICE],
      .arch = invocation->value[OPTION_ARCH],
      .tf32 = cli_has(invocation, OPTION_TF32),
      .model = invocation->model,
      .read = cli_read_options(invocation),
      .compile_threads = (int)threads,
      .profile = invocation->profile,
      .autosave = keeps_plan(invocation),
      .keep_times = keeps_plan(invocation) || invocation->command->run == run_time,
  };
  return true;
}

Session *cli_open_path(const char *path, const Invocation *invocation, Status *status) {
  SessionOptions options;
  if (!cli_session_options(invocation, &options, status)) return NULL;
  Session *session = session_open(path, &options, status);
  if (session && !apply_plan(session, invocation, status)) {
    session_close(session);
    return NULL;
  }
  if (session && invocation->command->run != run_explore) {
    tell_profile(session, invocation);
    tell_log(session, invocation);
  }
  return session;
}

Session *cli_open(const Invocation *invocation, Status *status) {
  return cli_open_path(invocation->arguments.data[0], invocation, status);
}

void cli_note(const char *format, ...) {
  Text note = {0};
  va_list arguments;
  va_start(arguments, format);
  text_vprintf(&note, format, arguments);
  va_end(arguments);
  if (note.length) text_sanitize_lines(note.data);
  fprintf(stderr, "note: %s\n", text_get(&note));
  text_free(&note);
}

bool cli_print(Text *text, Status *status) {
  if (text->length) text_sanitize_lines(text->data);
  if (fwrite(text_get(text), 1, text->length, stdout) == text->length && fflush(stdout) == 0) return true;
  return status_fail(status, STATUS_INTERNAL, "the output could not be written: %s", strerror(errno));
}

bool cli_report(Session *session, const Invocation *invocation, unsigned levels, Status *status) {
  Text out = {0};
  bool json = cli_has(invocation, OPTION_JSON);
  levels |= REPORT_PROFILE;
  bool ok = json ? session_report_json(session, levels, &out) : session_report_table(session, levels, &out);
  ok = ok ? cli_model_worked(invocation, status) && cli_print(&out, status)
          : status_fail(status, STATUS_INTERNAL, "the report could not be made");
  text_free(&out);
  return ok;
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
    session_wait_once(session, 200);
  }
  cli_progress("compiling", total, total);
  return true;
}

bool cli_all_ran(Session *session, const char *what, Status *status) {
  int count;
  const int *order = plan_order(session_plan(session), &count);
  for (int i = 0; i < count; i++) {
    MeasuredView view = session_measured(session, order[i]);
    if (view.state == RESULT_FAILED)
      return status_fail(status, STATUS_WRONG, "K%d could not be %s: %s", order[i], what, view.error);
  }
  return true;
}

bool cli_measure_options(const Invocation *invocation, MeasureOptions *options, Status *status) {
  int64_t seed, launches, limit;
  if (!cli_integer(invocation, OPTION_SEED, 0, INT64_MAX, 1, &seed, status) ||
      !cli_integer(invocation, OPTION_LAUNCHES, 1, 100000, 50, &launches, status) ||
      !cli_integer(invocation, OPTION_TIME_LIMIT, 1, 3600, 10, &limit, status))
    return false;
  *options = (MeasureOptions){.launches = (int)launches,
                              .seed = (uint64_t)seed,
                              .time_limit_s = (double)limit,
                              .check = !cli_has(invocation, OPTION_NO_CHECK),
                              .save_folder = invocation->value[OPTION_SAVE_DATA],
                              .counters = cli_has(invocation, OPTION_COUNTERS),
                              .dirty_cache = cli_has(invocation, OPTION_DIRTY_CACHE)};
  return true;
}
