// The explorer: opens the session and hands it to the screen, or plays keys from a file.
#include "base/file.h"
#include "cli/cli.h"
#include "experiment/store.h"
#include "explorer/state/graph_set.h"
#include "explorer/state/store_view.h"
#include "explorer/state/ui.h"

#include <stdio.h>
#include <stdlib.h>

static bool parse_color(const char *text, TerminalColor *color, Status *status) {
  static const char *const names[] = {[TERMINAL_COLOR_AUTO] = "auto",
                                      [TERMINAL_COLOR_NEVER] = "never",
                                      [TERMINAL_COLOR_16] = "16",
                                      [TERMINAL_COLOR_256] = "256",
                                      [TERMINAL_COLOR_TRUE] = "true"};
  for (size_t i = 0; text && i < sizeof names / sizeof *names; i++) {
    if (!text_equal(text, names[i])) continue;
    *color = (TerminalColor)i;
    return true;
  }
  return !text || status_fail(status, STATUS_INPUT, "--color %s: it is auto, never, 16, 256 or true", text);
}

static bool parse_size(const char *text, int *width, int *height, Status *status) {
  *width = 120, *height = 40;
  char rest;
  if (!text) return true;
  if (sscanf(text, "%dx%d%c", width, height, &rest) == 2 && *width >= 1 && *width <= 1000 && *height >= 1 &&
      *height <= 1000)
    return true;
  return status_fail(status, STATUS_INPUT, "--dump-screen %s: a size like 120x40 is wanted, up to 1000x1000",
                     text);
}

static bool play(Session *session, const UiOptions *options, const Invocation *invocation, Status *status) {
  int width, height;
  if (!parse_size(invocation->value[OPTION_DUMP_SCREEN], &width, &height, status)) return false;
  const char *file = invocation->value[OPTION_SCRIPT];
  char *keys = file ? file_read(file, NULL, status) : NULL;
  if (file && !keys) return false;
  Text out = {0};
  bool ok = ui_script_run(session, options, file, keys, width, height, &out, status);
  ok = ok && cli_print(&out, status);
  text_free(&out);
  free(keys);
  return ok;
}

// --as svg, of a screen.
static bool parse_picture(const Invocation *invocation, bool *svg, Status *status) {
  const char *as = invocation->value[OPTION_AS];
  *svg = as != NULL;
  if (as && !text_equal(as, "svg"))
    return status_fail(status, STATUS_INPUT, "--as %s: a screen is printed as text, or with --as svg", as);
  return !as || cli_is_scripted(invocation) ||
         status_fail(status, STATUS_INPUT,
                     "--as svg prints a screen: say --dump-screen WxH, or --script FILE");
}

bool cli_is_scripted(const Invocation *invocation) {
  return cli_has(invocation, OPTION_SCRIPT) || cli_has(invocation, OPTION_DUMP_SCREEN);
}

// What is shown beside the session; all NULL: it is alone.
typedef struct Shown {
  Lesson *lesson;
  GraphSet *graphs;
  StoreView *store;
} Shown;

static bool explore(Session *session, const Shown *shown, const Invocation *invocation, Status *status) {
  bool scripted = cli_is_scripted(invocation);
  UiOptions options = {.theme = invocation->value[OPTION_THEME],
                       .glyphs = cli_has(invocation, OPTION_ASCII) ? UI_GLYPHS_ASCII : UI_GLYPHS_AUTO,
                       .lesson = shown->lesson,
                       .graphs = shown->graphs,
                       .store = shown->store,
                       .keep_lessons = !scripted};
  if (!parse_color(invocation->value[OPTION_COLOR], &options.color, status)) return false;
  if (!parse_picture(invocation, &options.svg, status)) return false;
  return scripted ? play(session, &options, invocation, status) : ui_run(session, &options, status);
}

bool cli_explore(Session *session, Lesson *lesson, const Invocation *invocation, Status *status) {
  return explore(session, &(Shown){.lesson = lesson}, invocation, status);
}

// All graphs of a folder or of a log: the first is shown first.
static bool explore_paths(GraphPaths *paths, const Invocation *invocation, Status *status) {
  SessionOptions options;
  Session *session = cli_open_path(paths->paths.data[0], invocation, status);
  if (!session) return false;
  bool several = paths->paths.count > 1 && cli_session_options(invocation, &options, status);
  GraphSet *graphs = several ? graph_set_new(paths, session, &options) : NULL;
  bool ok = explore(session, &(Shown){.graphs = graphs}, invocation, status);
  *invocation->left = !graph_set_free(graphs);
  session_close(session);
  return ok;
}

// Rows say what was done to which graph: nothing of that can be asked for here.
static bool check_store_options(const Invocation *invocation, Status *status) {
  static const OptionId others[] = {OPTION_HEURISTIC, OPTION_PLAN, OPTION_DEVICE, OPTION_SAVE, OPTION_LOG};
  bool other = invocation->sizes.count > 0;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    other |= cli_has(invocation, others[i]);
  return !other || status_fail(status, STATUS_INPUT,
                               "%s is an experiment's store: its rows say which plan, device and sizes; open "
                               "a graph to choose others",
                               invocation->arguments.data[0]);
}

// The rows of an experiment. Plans of theirs are looked at: what is kept of the user's own stays as it is.
static bool explore_store(const Invocation *invocation, Status *status) {
  SessionOptions options;
  if (!check_store_options(invocation, status) || !cli_session_options(invocation, &options, status))
    return false;
  options.autosave = options.keep_times = false;
  StoreView *store = store_view_new(invocation->arguments.data[0], &options, status);
  Session *session = store ? store_view_begin(store, status) : NULL;
  bool ok = session && explore(session, &(Shown){.store = store}, invocation, status);
  store_view_free(store);
  return ok;
}

bool run_explore(const Invocation *invocation, Status *status) {
  if (invocation->arguments.count == 0) {
    Text help = {0};
    cli_help(NULL, &help);
    fputs(text_get(&help), stderr);
    text_free(&help);
    return status_fail(status, STATUS_INPUT,
                       "name a graph to open; or begin with a lesson: fusebox lessons 1");
  }
  if (store_is(invocation->arguments.data[0])) return explore_store(invocation, status);
  GraphPaths paths;
  graph_paths_find(invocation->arguments.data[0], &paths);
  bool ok = explore_paths(&paths, invocation, status);
  graph_paths_free(&paths);
  return ok;
}
