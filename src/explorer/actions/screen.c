// Actions on what the screen shows.
#include "explorer/actions/action.h"
#include "explorer/lesson/lesson.h"
#include "explorer/panes/around.h"
#include "explorer/panes/view.h"

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

// Tabs that are only shown; those of plans, replay and sweep prepare what they show, and in lists the keys
// choose.
#define SHOW(id, page) \
  void action_tab_##page(Explorer *explorer) { \
    tab_show(explorer, TAB_##id); \
  }
SHOW(WHY, why)
SHOW(CODE, code)
SHOW(CLIFF, cliff)
SHOW(NUMBERS, numbers)
SHOW(MEMORY, memory)
SHOW(ROOFLINE, roofline)
SHOW(TRACE, trace)
SHOW(PTX, ptx)
SHOW(SASS, sass)
SHOW(SCRIPT, script)
#undef SHOW

void action_tab_candidates(Explorer *explorer) {
  tab_show(explorer, TAB_CANDIDATES);
  explorer_focus(explorer, PANE_DETAIL); // the list is there to choose from
}

void action_zoom(Explorer *explorer) {
  explorer->zoomed = !explorer->zoomed;
  explorer_resize(explorer, explorer->layout.width, explorer->layout.height);
}

// ---- Rows.

void action_views(Explorer *explorer) {
  bool views = !explorer->rails->views;
  explorer->rails = rails_pair_get(&explorer->both_rails, views);
  explorer_list_changed(explorer);
  int row = oplist_find(&explorer->ops, explorer->rails, explorer->cursor); // never on a hidden view
  explorer_go(explorer, explorer->rails->row[explorer->cursor] < 0
                            ? oplist_op(&explorer->ops, explorer->rails, row)
                            : explorer->cursor);
  explorer_say(explorer, views ? "views are shown" : "views are hidden");
}

// ---- Wider and narrower: the trace where it has the keys, else the neighbourhood.

enum { TRACE_ZOOM_MOST = 1024 };

static bool at_trace(const Explorer *explorer) {
  return explorer->focus == PANE_DETAIL && explorer->tab == TAB_TRACE;
}

static void zoom_trace(Explorer *explorer, int zoom) {
  if (zoom < 1 || zoom > TRACE_ZOOM_MOST) return;
  explorer->trace_zoom = zoom;
  explorer->revision++;
}

void action_wider(Explorer *explorer) {
  if (at_trace(explorer))
    zoom_trace(explorer, 2 * explorer->trace_zoom);
  else if (explorer->hops < AROUND_HOPS)
    explorer->hops++;
}

void action_narrower(Explorer *explorer) {
  if (at_trace(explorer))
    zoom_trace(explorer, explorer->trace_zoom / 2);
  else if (explorer->hops > 1)
    explorer->hops--;
}
