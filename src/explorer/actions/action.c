// The action table's accessors and the conditions under which actions can be done.
#include "explorer/actions/action.h"

#include "explorer/actions/search.h"
#include "explorer/lesson/lesson.h"
#include "explorer/panes/reading.h"

#include "explorer/state/plans.h"
#include "explorer/state/script_run.h"
#include "explorer/tabs/retrace.h"
#include "explorer/tabs/tab.h"

#include <stdio.h>
#include <string.h>

// ---- Conditions.

static const char *off_never(const Explorer *explorer) {
  (void)explorer;
  return NULL;
}

static const char *off_ops(const Explorer *explorer) {
  return explorer->cursor == NO_OP ? "the graph has no ops" : NULL;
}

static const char *off_sizes(const Explorer *explorer) {
  return explorer->graph->size_count == 0 ? "the graph names no sizes" : NULL;
}

static const char *off_kernel(const Explorer *explorer) {
  if (explorer->cursor == NO_OP) return off_ops(explorer);
  return explorer_kernel(explorer) == NO_KERNEL ? "a view belongs to no kernel" : NULL;
}

static const char *off_copy(const Explorer *explorer) {
  bool copy = explorer_copy(explorer) != NO_KERNEL;
  return copy ? "this is a copy: x takes it away, j and k go to ops, / finds the one it is of" : NULL;
}

static const char *off_own(const Explorer *explorer) {
  return off_kernel(explorer) ? off_kernel(explorer) : off_copy(explorer);
}

static const char *off_producer(const Explorer *explorer) {
  if (off_kernel(explorer)) return off_kernel(explorer);
  bool none = graph_neighbours(explorer->graph, explorer->cursor).producer_count == 0;
  return none ? "it reads no other op" : NULL;
}

static const char *off_consumer(const Explorer *explorer) {
  if (off_kernel(explorer)) return off_kernel(explorer);
  bool none = graph_neighbours(explorer->graph, explorer->cursor).consumer_count == 0;
  return none ? "no other op reads it" : NULL;
}

static const char *off_fuse_producer(const Explorer *explorer) {
  return off_own(explorer) ? off_own(explorer) : off_producer(explorer);
}

static const char *off_fuse_consumer(const Explorer *explorer) {
  return off_own(explorer) ? off_own(explorer) : off_consumer(explorer);
}

// In some pages the same keys go to the sides.
static bool goes_aside(const Explorer *explorer) {
  return explorer->focus == PANE_DETAIL && tab_get(explorer->tab)->side;
}

static const char *off_left(const Explorer *explorer) {
  if (goes_aside(explorer)) return off_kernel(explorer);
  if (!reading_has_keys(explorer)) return off_producer(explorer);
  return reading_left(explorer) ? NULL : "the page shows its first column";
}

static const char *off_right(const Explorer *explorer) {
  if (goes_aside(explorer)) return off_kernel(explorer);
  return reading_has_keys(explorer) ? NULL : off_consumer(explorer);
}

// Does another op read what it reads?
static bool has_siblings(const Explorer *explorer) {
  const Graph *graph = explorer->graph;
  const Op *op = &graph->ops[explorer->cursor];
  for (int i = 0; i < op->operand_count; i++) {
    int value = op->operands[i].value;
    if (value != NO_VALUE && graph->values[graph_source(graph, value)].reader_count > 1) return true;
  }
  return false;
}

static const char *off_fuse(const Explorer *explorer) {
  if (off_own(explorer)) return off_own(explorer);
  bool alone = off_producer(explorer) && off_consumer(explorer) && !has_siblings(explorer);
  return alone ? "it has no neighbours, and shares nothing that it reads" : NULL;
}

static const char *off_cut(const Explorer *explorer) {
  if (off_kernel(explorer)) return off_kernel(explorer);
  if (off_copy(explorer)) return NULL;
  bool alone = plan_kernel(explorer->plan, explorer_kernel(explorer)).op_count < 2;
  return alone ? "it is alone in its kernel" : NULL;
}

static const char *off_undo(const Explorer *explorer) {
  return plan_undo_depth(explorer->plan) <= explorer->first_undo ? "there is nothing to undo" : NULL;
}

static const char *off_copies(const Explorer *explorer) {
  if (off_kernel(explorer)) return off_kernel(explorer);
  int count;
  plan_copied_in(explorer->plan, explorer->cursor, &count);
  return count ? NULL : "no kernel recomputes it";
}

static const char *off_lesson(const Explorer *explorer) {
  return lesson_of(explorer) ? NULL : "no lesson is under way: F2 lists them";
}

static const char *off_back(const Explorer *explorer) {
  if (!lesson_of(explorer)) return off_lesson(explorer);
  const LessonRun *run = lesson_of(explorer);
  return run->progress->step || run->ended ? NULL : "this is the lesson's first step";
}

static const char *off_hint(const Explorer *explorer) {
  if (!lesson_of(explorer)) return off_lesson(explorer);
  return lesson_has_hint(explorer) ? NULL : "this step has none";
}

static const char *off_show(const Explorer *explorer) {
  if (!lesson_of(explorer)) return off_lesson(explorer);
  if (lesson_can_show(lesson_of(explorer))) return NULL;
  return lesson_asks(lesson_of(explorer)) ? "this step asks: answer first" : "this step wants nothing done";
}

static const char *off_own_plan(const Explorer *explorer) {
  if (!lesson_of(explorer)) return off_lesson(explorer);
  return lesson_of(explorer)->look.elsewhere ? NULL : "the plan is the step's";
}

static const char *off_match(const Explorer *explorer) {
  return search_is_known(explorer) ? NULL : "nothing was searched for";
}

static const char *off_dump(const Explorer *explorer) {
  return session_dump(explorer->session) ? NULL : "the graph came without a compiler's plan";
}

static const char *off_plan(const Explorer *explorer) {
  return plans_selected(explorer) < 0 ? "select one in the plans tab (p) first" : NULL;
}

static const char *off_trail(const Explorer *explorer) {
  return retrace_of(explorer)->trail ? NULL : "no steps are known yet: H runs a heuristic, d shows others";
}

static const char *off_script(const Explorer *explorer) {
  if (!script_of(explorer)->name) return "no heuristic was run yet (H)";
  return script_of(explorer)->is_command ? "a command is run by its key, or from the palette (:)" : NULL;
}

static const char *off_busy(const Explorer *explorer) {
  int done, total;
  return session_jobs(explorer->session, &done, &total) > 0 ? "jobs are running: ^C stops them" : NULL;
}

static const char *off_idle(const Explorer *explorer) {
  return explorer->apart || off_busy(explorer) ? NULL : "nothing is running";
}

static const char *off_kept(const Explorer *explorer) {
  return session_kept_times(explorer->session) ? NULL : "no times are kept";
}

static const char *off_message(const Explorer *explorer) {
  return explorer->message.length == 0 ? "there is no message" : NULL;
}

static const char *off_notes(const Explorer *explorer) {
  return explorer_note_count(explorer) == 0 ? "there are no notes" : NULL;
}

// ---- The table.

static const Action actions[] = {
#define X(id, name, keys, hint, group, help, function, off) \
  {ACTION_##id, name, keys, hint, help, GROUP_##group, action_##function, off_##off},
#define T(id)
    ACTIONS(X, T)
#undef T
#undef X
};

const Action *action_get(ActionId id) {
  return id < ACTION_TAB_WHY ? &actions[id] : &tab_get((DetailTab)(id - ACTION_TAB_WHY))->action;
}

static const ActionId listed[] = {
#define X(id, ...) ACTION_##id,
#define T(id) ACTION_TAB_##id,
    ACTIONS(X, T)
#undef T
#undef X
};
enum { LISTED = sizeof listed / sizeof *listed };

static bool is_listed(ActionId id) {
  for (int i = 0; i < LISTED; i++)
    if (listed[i] == id) return true;
  return false;
}

ActionId action_listed(int place) {
  if (place < LISTED) return listed[place];
  int id = ACTION_TAB_WHY;
  for (int left = place - LISTED; is_listed((ActionId)id) || left > 0; id++)
    left -= !is_listed((ActionId)id);
  return (ActionId)id;
}

const char *action_group_name(ActionGroup group) {
  static const char *const names[] = {
#define X(id, name) name,
      ACTION_GROUPS(X)
#undef X
  };
  return names[group];
}

// The key at *at, which moves behind it; false at the end.
static bool next_key(const char **at, Key *key) {
  *at += strspn(*at, " ");
  size_t length;
  if (!**at || !key_parse(*at, key, &length)) return false;
  *at += length;
  return true;
}

const Action *action_for_key(Key wanted) {
  for (int i = 0; i < ACTION_COUNT; i++) {
    const Action *action = action_get((ActionId)i);
    Key key;
    for (const char *at = action->keys; next_key(&at, &key);)
      if (key_equal(key, wanted)) return action;
  }
  return NULL;
}

// "<C-r>" as "^R", "<Tab>" as "Tab".
static const char *friendly(Key key, char out[KEY_NAME_SIZE]) {
  char name[KEY_NAME_SIZE];
  if (key.modifiers == MODIFIER_CONTROL && key.code >= 'a' && key.code <= 'z') {
    snprintf(out, KEY_NAME_SIZE, "^%c", (char)(key.code - 'a' + 'A'));
    return out;
  }
  key_name(key, name);
  size_t length = strlen(name);
  bool bracketed = length > 2 && name[0] == '<';
  snprintf(out, KEY_NAME_SIZE, "%.*s", (int)(bracketed ? length - 2 : length), bracketed ? name + 1 : name);
  return out;
}

const char *action_first_key(const Action *action, char out[KEY_NAME_SIZE]) {
  Key key;
  const char *at = action->keys;
  if (next_key(&at, &key)) return friendly(key, out);
  *out = '\0';
  return out;
}

void action_all_keys(const Action *action, Text *out) {
  Key key;
  char name[KEY_NAME_SIZE];
  bool first = true;
  for (const char *at = action->keys; next_key(&at, &key); first = false)
    text_printf(out, "%s%s", first ? "" : " ", friendly(key, name));
}

const char *action_off(const Explorer *explorer, const Action *action) {
  return action->off ? action->off(explorer) : NULL;
}

// While a replay is open the plan is only shown.
static bool edits_plan(const Explorer *explorer, const Action *action) {
  if (action->id != ACTION_TOGGLE) return action->group == GROUP_EDIT;
  if (explorer->focus != PANE_DETAIL) return explorer->focus == PANE_OPS;
  return tab_get(explorer->tab)->subject == SUBJECT_OP; // the tabs in which <Enter> makes an edit
}

static const char *off_now(const Explorer *explorer, const Action *action) {
  if (retrace_of(explorer)->open && edits_plan(explorer, action)) return "a replay is shown: Esc leaves it";
  return action_off(explorer, action);
}

void action_run(Explorer *explorer, const Action *action) {
  const char *off = off_now(explorer, action);
  if (off) {
    explorer_fail(explorer, "%s: %s", action->name, off);
    return;
  }
  if (action->run)
    action->run(explorer);
  else
    tab_press(explorer, (DetailTab)(action->id - ACTION_TAB_WHY));
  explorer_sync(explorer);
}
