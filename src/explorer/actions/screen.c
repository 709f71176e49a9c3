// Actions on what the screen shows.
#include "explorer/actions/action.h"
#include "explorer/lesson/lesson.h"
#include "explorer/panes/borders.h"
#include "explorer/panes/ops.h"
#include "explorer/panes/view.h"
#include "explorer/tabs/tab.h"

// ---- Panes and tabs.

void action_next_pane(Explorer *explorer) {
  explorer_focus(explorer, (Pane)((explorer->focus + 1) % PANE_COUNT));
}

void action_previous_pane(Explorer *explorer) {
  explorer_focus(explorer, (Pane)((explorer->focus + PANE_COUNT - 1) % PANE_COUNT));
}

void action_pane_ops(Explorer *explorer) {
  explorer_focus(explorer, PANE_OPS);
}

void action_pane_kernels(Explorer *explorer) {
  explorer_focus(explorer, PANE_KERNELS);
}

void action_pane_around(Explorer *explorer) {
  if (explorer->focus == PANE_AROUND) lesson_turn_pane(explorer);
  explorer_focus(explorer, PANE_AROUND);
}

void action_pane_detail(Explorer *explorer) {
  explorer_focus(explorer, PANE_DETAIL);
}

void action_reset_borders(Explorer *explorer) {
  borders_reset(explorer);
}

static void turn_tab(Explorer *explorer, int by) {
  bool shown = explorer->layout.inside[PANE_DETAIL].width > 0;
  tab_show(explorer, shown ? (DetailTab)((explorer->tab + TAB_COUNT + by) % TAB_COUNT) : explorer->tab);
}

void action_next_tab(Explorer *explorer) {
  turn_tab(explorer, 1);
}

void action_previous_tab(Explorer *explorer) {
  turn_tab(explorer, -1);
}

void action_zoom(Explorer *explorer) {
  explorer->zoomed = !explorer->zoomed;
  explorer_resize(explorer, explorer->layout.width, explorer->layout.height);
}

// ---- Rows.

void action_views(Explorer *explorer) {
  bool views = !ops_pane(explorer)->rails->views;
  ops_show_views(explorer, views);
  explorer_say(explorer, views ? "views are shown" : "views are hidden");
}

// ---- Wider and narrower: the tab that has the keys where it can, else the neighbourhood.

static void zoom(Explorer *explorer, int by) {
  const Tab *tab = tab_get(explorer->tab);
  if (explorer->focus == PANE_DETAIL && tab->zoom)
    tab->zoom(explorer, by);
  else
    around_widen(explorer, by);
}

void action_wider(Explorer *explorer) {
  zoom(explorer, 1);
}

void action_narrower(Explorer *explorer) {
  zoom(explorer, -1);
}
