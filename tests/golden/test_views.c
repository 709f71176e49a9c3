// Every pane, tab, list and question is among the screens on record, at each size: they are found by the
// tables of panes, tabs and actions, so that a new one without a screen on record is noticed. The manual
// shows each once.
#include "../explorer/fixture.h"

#include "explorer/actions/action.h"
#include "explorer/panes/view.h"
#include "explorer/tabs/tab.h"
#include "scratch.h"

#include <stdio.h>

static const char *const sizes[] = {"80x24", "120x40", "300x100"};
enum { SIZES = sizeof sizes / sizeof *sizes };

static char *screens[SIZES]; // all that is on record at a size
static char *manual;

static char *read_screens(const char *ending) {
  char *folder = file_join(FUSEBOX_SOURCE_ROOT, "tests/golden/screens");
  Text all = {0};
  int count;
  char **names = file_list(folder, &count, NULL);
  for (int i = 0; i < count; i++) {
    char *path = file_join(folder, names[i]),
         *text = text_ends(names[i], ending) ? file_read(path, NULL, NULL) : NULL;
    text_add(&all, text ? text : "");
    free(text), free(path), free(names[i]);
  }
  free(names), free(folder);
  return text_take(&all);
}

static int read_all(void **state) {
  for (int size = 0; size < SIZES; size++) {
    char ending[32];
    snprintf(ending, sizeof ending, "-%s.txt", sizes[size]);
    screens[size] = read_screens(ending);
  }
  char *path = file_join(FUSEBOX_SOURCE_ROOT, "src/explorer/MANUAL.md");
  manual = file_read(path, NULL, NULL);
  free(path);
  return manual ? scratch_make(state) : 1;
}

static int free_all(void **state) {
  for (int i = 0; i < SIZES; i++)
    free(screens[i]);
  free(manual);
  return scratch_remove(state);
}

// `part`: as it stands in a border.
static void require(const char *part) {
  for (int size = 0; size < SIZES; size++)
    if (!strstr(screens[size], part))
      fail_msg("no screen on record shows \"%s\" at %s: see tests/golden/views.keys", part, sizes[size]);
}

static void require_in_manual(const char *part) {
  if (!strstr(manual, part))
    fail_msg("src/explorer/MANUAL.md does not show \"%s\": see tests/golden/manual.keys", part);
}

static void test_tabs(void **state) {
  (void)state;
  for (int tab = 0; tab < TAB_COUNT; tab++) {
    char name[64];
    snprintf(name, sizeof name, "[%s]", tab_get((DetailTab)tab)->name);
    require(name);
    require_in_manual(name);
  }
}

static void test_panes(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 80, 24);
  for (int pane = 0; pane < PANE_COUNT; pane++) {
    char name[64];
    snprintf(name, sizeof name, " %d %s ", pane + 1, view_of(it.explorer, (Pane)pane)->name);
    require(name);
    require_in_manual(name);
  }
  close_graph(&it);
  require(" 3 Lesson ");
  require_in_manual(" 3 Lesson ");
}

// The list or question that is open, and those that a line of each leads to. A form whose line is switched on
// and off stays where it is.
static void require_lists(Fixture *it, const char *line) {
  char before[128] = "";
  while (it->explorer->picker.open) {
    char title[128];
    snprintf(title, sizeof title, " %s ", it->explorer->picker.title);
    require(title);
    if (it->explorer->picker.free_text || !strcmp(title, before)) return; // what is answered is done
    memcpy(before, title, sizeof title);
    press(it, line);
  }
}

// Lines of the palette and the help are actions, which are tried anyway; compiling and timing open nothing
// and take long. `opens`: the actions to try; of these, those that open a list.
static void require_lists_of(const char *graph, const char *line, bool opens[ACTION_COUNT]) {
  for (int id = 0; id < ACTION_COUNT; id++) {
    const Action *action = action_get(action_listed(id));
    if (!opens[id] || action->group == GROUP_RUN) continue;
    Fixture it = open_graph(graph, 80, 24);
    action_run(it.explorer, action);
    opens[id] = it.explorer->picker.open;
    if (opens[id]) require_in_manual(it.explorer->picker.title);
    require_lists(&it, action->id == ACTION_HELP || action->id == ACTION_PALETTE ? "<Esc>" : line);
    close_graph(&it);
  }
}

static void test_lists(void **state) {
  (void)state;
  static const char *const graphs[] = {"softmax.json", "dumps/mix/backward"};
  for (int i = 0; i < 2; i++) {
    bool opens[ACTION_COUNT];
    memset(opens, true, sizeof opens);
    require_lists_of(graphs[i], "<Enter>", opens);
    require_lists_of(graphs[i], "<End><Enter>", opens);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tabs), cmocka_unit_test(test_panes),
                                     cmocka_unit_test(test_lists)};
  return cmocka_run_group_tests(tests, read_all, free_all);
}
