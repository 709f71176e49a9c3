// The explorer's state: made, kept in step with the plan, moved.
#include "explorer/state/explorer.h"

#include "base/arena.h"
#include "explorer/actions/search.h"
#include "explorer/lesson/lesson.h"
#include "explorer/panes/borders.h"
#include "explorer/panes/kernels.h"
#include "explorer/panes/ops.h"
#include "explorer/state/background.h"
#include "explorer/state/commands.h"
#include "explorer/state/graph_set.h"
#include "explorer/state/setup_view.h"
#include "explorer/tabs/retrace.h"
#include "explorer/tabs/tab.h"
#include "session/results/profiled.h"

#include <stdlib.h>
#include <string.h>

void explorer_open_at_dump(Session *session) {
  if (session_dump(session) && session_is_new(session)) session_use_plan(session, "compiler", NULL);
}

int explorer_note_count(const Explorer *explorer) {
  int graph_count;
  graph_notes(explorer->graph, &graph_count);
  const ProfileJoin *join = session_profile(explorer->session);
  return graph_count + session_dump_notes(explorer->session)->sentences.count +
         (join ? join->sentences.count : 0);
}

static void set_title(Explorer *explorer, const UiOptions *options) {
  const char *name = options->title ? options->title : explorer->graph->name;
  explorer->title = memory_strdup(name ? name : session_path(explorer->session));
  text_sanitize(explorer->title);
}

// Of what was kept from the last time, or from before a crash.
static void tell_restored(Explorer *explorer) {
  Text sizes = {0};
  bool resized = session_resized(explorer->session);
  if (resized) setup_sizes_text(explorer->graph, &sizes);
  if (resized || (session_restored(explorer->session) && plan_undo_depth(explorer->plan)))
    explorer_say(explorer, "as you left it: plan %s%s%s", session_plan_title(explorer->session),
                 resized ? ", " : "", text_get(&sizes));
  text_free(&sizes);
}

static void tell_profile(Explorer *explorer) {
  const ProfileJoin *join = session_profile(explorer->session);
  if (join && join->joined < join->count)
    explorer_say(explorer, "the profile has a time for %d of the compiler's %d launches: ! says why",
                 join->joined, join->count);
}

// Of the compiler's plan: the first kernel that is another one here, and how many more there are.
static void tell_differences(Explorer *explorer) {
  const DumpNotes *notes = session_dump_notes(explorer->session);
  int places = notes->places;
  if (places == 0) return;
  int kernel = notes->first == NO_OP ? NO_KERNEL : plan_home(explorer->plan, notes->first);
  const char *all = places == 1 ? "says why" : "lists them";
  if (kernel == NO_KERNEL)
    explorer_say(explorer, "the compiler's plan could not be kept in %d place%s: ! %s", places,
                 places == 1 ? "" : "s", all);
  else if (places == 1)
    explorer_say(explorer, "the compiler's plan could not be kept at K%d: ! %s", kernel, all);
  else
    explorer_say(explorer, "the compiler's plan could not be kept at K%d and %d more place%s: ! %s", kernel,
                 places - 1, places == 2 ? "" : "s", all);
}

// In the status line, until the first key: where there are many kernels, how to find the one that matters.
static void tell_opened(Explorer *explorer) {
  enum { MANY_KERNELS = 20 };
  Session *session = explorer->session;
  int kernels = plan_kernel_count(explorer->plan);
  if (kernels >= MANY_KERNELS && !lesson_of(explorer))
    explorer_say(explorer, "%d kernels: $ goes to the one that takes most time, ? lists the keys", kernels);
  tell_restored(explorer);
  const char *problem = session_kept_problem(session);
  if (problem) explorer_fail(explorer, "the times of earlier runs are not shown: %s", problem);
  tell_differences(explorer);
  tell_profile(explorer);
}

void explorer_take_session(Explorer *explorer) {
  Session *session = explorer->session;
  explorer->graph = session_graph(session);
  explorer->plan = session_plan(session);
  explorer->estimator = session_estimator(session);
  components_take(explorer);
  explorer->seen_version = plan_version(explorer->plan);
  ops_changed(explorer);
  kernels_changed(explorer);
}

// ---- The figures.

static void take_figures(Explorer *explorer) {
  explorer->figures = figures_new(explorer->estimator, explorer->plan);
}

static void free_figures(Explorer *explorer) {
  figures_free(explorer->figures);
}

static bool work_on_figures(Explorer *explorer, double milliseconds) {
  return figures_update(explorer->figures, milliseconds);
}

const Component component_figures = {.take = take_figures, .give_up = free_figures, .work = work_on_figures};

// ---- Beginning and end.

Explorer *explorer_new(Session *session, const UiOptions *options, GlyphSet glyphs, Status *status) {
  static const UiOptions defaults;
  if (!options) options = &defaults;
  Explorer *explorer = memory_alloc(sizeof *explorer);
  if (!theme_load(options->theme ? options->theme : "dark", &explorer->theme, status)) {
    free(explorer);
    return NULL;
  }
  explorer_open_at_dump(session);
  explorer->session = session;
  explorer->glyphs = glyphs;
  explorer->lower = PANE_DETAIL;
  explorer->copy_in = NO_KERNEL;
  explorer->results = session_kept_times(session) > 0; // there is something to be shown from the start
  components_open(explorer);
  explorer_take_session(explorer);
  set_title(explorer, options);
  explorer->first_undo = session_first_undo(session);
  explorer->cursor = ops_of_row(explorer, 0);
  lesson_keep(explorer, options->keep_lessons);
  if (options->lesson) lesson_begin(explorer, options->lesson, options->keep_lessons);
  tell_opened(explorer);
  explorer->catalog = options->catalog;
  if (!explorer->catalog) commands_update(explorer); // else they come later
  return explorer;
}

void explorer_free(Explorer *explorer) {
  if (!explorer) return;
  graph_set_forget(explorer->graphs, explorer);
  explorer_free(explorer->beneath);
  if (explorer->task) {
    Status status;
    work_stop(explorer->task);
    work_finish(explorer->task, NULL, &status);
  }
  background_stop_apart(explorer);
  free(explorer->requests.edit_path);
  components_give_up(explorer);
  components_close(explorer);
  picker_free(&explorer->picker);
  text_free(&explorer->message);
  vector_free(&explorer->typed);
  text_free(&explorer->requests.clipboard);
  free(explorer->title);
  free(explorer);
}

Explorer *explorer_turn(Explorer *explorer) {
  Explorer *next = explorer->turn;
  if (!next) return explorer;
  explorer->turn = NULL;
  bool covered = next->beneath == explorer;
  for (int i = 0; i < explorer->typed.count; i++)
    vector_push(&next->typed, explorer->typed.data[i]);
  vector_clear(&explorer->typed);
  borders_take_over(next, explorer);
  explorer_resize(next, explorer->layout.width, explorer->layout.height);
  if (!covered && !graph_set_holds(explorer->graphs, explorer)) {
    explorer->beneath = NULL;
    explorer_free(explorer);
  }
  explorer_catch_up(next);
  return next;
}

void explorer_resize(Explorer *explorer, int width, int height) {
  explorer->layout = explorer->zoomed ? layout_zoomed(width, height, explorer->focus)
                                      : layout_compute(width, height, explorer->focus, explorer->lower,
                                                       borders_shares(explorer));
  if (lesson_of(explorer))
    layout_fit_ops(&explorer->layout, ops_pane(explorer)->rails->row_count, // prose wants room
                   borders_shares(explorer));
}

// What opening or saving found of kept files.
static void tell_notice(Explorer *explorer) {
  Text notice = {0};
  if (session_notice(explorer->session, &notice)) explorer_say(explorer, "%s", text_get(&notice));
  text_free(&notice);
}

void explorer_sync(Explorer *explorer) {
  lesson_sync(explorer);
  retrace_follow(explorer);
  if (explorer->task) return;
  tell_notice(explorer);
  kernels_sync(explorer);
  if (explorer->seen_version == plan_version(explorer->plan)) return;
  explorer->seen_version = plan_version(explorer->plan);
  components_edited(explorer);
}

bool explorer_work(Explorer *explorer, double milliseconds) {
  return !explorer->task && !components_work(explorer, milliseconds);
}

void explorer_file_name(const Explorer *explorer, Text *out) {
  for (const char *at = explorer->title; *at; at++)
    text_add_bytes(out, *at == '/' || *at == ' ' ? "-" : at, 1);
}

double explorer_time(Explorer *explorer) {
  figures_update(explorer->figures, -1);
  return explorer->figures->total.time_us;
}

// ---- Moving.

int explorer_copy(const Explorer *explorer) {
  if (explorer->cursor == NO_OP || explorer->copy_in == NO_KERNEL) return NO_KERNEL;
  return plan_has_copy(explorer->plan, explorer->copy_in, explorer->cursor) ? explorer->copy_in : NO_KERNEL;
}

int explorer_kernel(const Explorer *explorer) {
  int copy = explorer_copy(explorer);
  if (copy != NO_KERNEL) return copy;
  return explorer->cursor == NO_OP ? NO_KERNEL : plan_home(explorer->plan, explorer->cursor);
}

void explorer_go(Explorer *explorer, int op) {
  int shown = op == NO_OP ? NO_OP : ops_shown(explorer, op);
  if (shown == NO_OP || (shown == explorer->cursor && explorer->copy_in == NO_KERNEL)) return;
  explorer->cursor = shown;
  explorer->copy_in = NO_KERNEL;
  for (int i = 0; i < TAB_COUNT; i++)
    if (tab_get((DetailTab)i)->subject == SUBJECT_OP) explorer->choice[i] = 0;
}

void explorer_focus(Explorer *explorer, Pane pane) {
  explorer->focus = pane;
  if (pane != PANE_OPS) explorer->lower = pane;
  explorer_resize(explorer, explorer->layout.width, explorer->layout.height);
}

// ---- The status line.

static void say(Explorer *explorer, bool failed, const char *format, va_list arguments) {
  text_clear(&explorer->message);
  text_vprintf(&explorer->message, format, arguments);
  explorer->message_failed = failed;
}

void explorer_say(Explorer *explorer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(explorer, false, format, arguments);
  va_end(arguments);
}

void explorer_fail(Explorer *explorer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(explorer, true, format, arguments);
  va_end(arguments);
}

void explorer_refuse(Explorer *explorer, const char *what, const Reason *reason) {
  bool stop = *reason->text && strchr(".!?", reason->text[strlen(reason->text) - 1]);
  explorer_fail(explorer, "%s: %s%s%s", what, reason->text,
                !*reason->remedy ? ""
                : stop           ? " "
                                 : ". ",
                reason->remedy);
}

const char *explorer_glyph(const Explorer *explorer, Glyph glyph) {
  return glyph_get(explorer->glyphs, glyph);
}
