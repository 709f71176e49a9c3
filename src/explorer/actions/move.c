// Actions that move the cursor.
#include "explorer/actions/action.h"
#include "explorer/panes/detail.h"
#include "explorer/panes/ops.h"
#include "explorer/panes/reading.h"
#include "explorer/panes/view.h"
#include "explorer/tabs/tab.h"

#include <limits.h>

static void move(Explorer *explorer, int rows) {
  view_of(explorer, explorer->focus)->move(explorer, rows);
}

static int page_rows(const Explorer *explorer) {
  int height = explorer->layout.inside[explorer->focus].height, rows = height - 1;
  if (explorer->focus == PANE_DETAIL) rows -= page_head(&detail_pane(explorer)->page, height);
  return rows < 1 ? 1 : rows;
}

void action_down(Explorer *explorer) {
  move(explorer, 1);
}

void action_up(Explorer *explorer) {
  move(explorer, -1);
}

void action_page_down(Explorer *explorer) {
  move(explorer, page_rows(explorer));
}

void action_page_up(Explorer *explorer) {
  move(explorer, -page_rows(explorer));
}

void action_half_down(Explorer *explorer) {
  move(explorer, (page_rows(explorer) + 1) / 2);
}

void action_half_up(Explorer *explorer) {
  move(explorer, -(page_rows(explorer) + 1) / 2);
}

void action_first(Explorer *explorer) {
  move(explorer, INT_MIN);
}

void action_last(Explorer *explorer) {
  move(explorer, INT_MAX);
}

enum { SIDE_COLUMNS = 8 };

// In the pane with the keys, where left and right mean that there; false: they do not.
static bool aside(Explorer *explorer, int by) {
  const Tab *tab = tab_get(explorer->tab);
  if (explorer->focus != PANE_DETAIL || !(tab->text || tab->side)) return false;
  if (tab->text)
    reading_scroll(explorer, by * SIDE_COLUMNS);
  else
    tab->side(explorer, by);
  return true;
}

void action_producer(Explorer *explorer) {
  if (!aside(explorer, -1))
    explorer_go(explorer, graph_neighbours(explorer->graph, explorer->cursor).producers[0]);
}

// Of a copy one in its kernel, where there is one.
static int first_reader(const Explorer *explorer) {
  Neighbours near = graph_neighbours(explorer->graph, explorer->cursor);
  int copy = explorer_copy(explorer);
  for (int i = 0; copy != NO_KERNEL && i < near.consumer_count; i++)
    if (plan_home(explorer->plan, near.consumers[i]) == copy) return near.consumers[i];
  return near.consumers[0];
}

void action_consumer(Explorer *explorer) {
  if (!aside(explorer, 1)) explorer_go(explorer, first_reader(explorer));
}

static void other_kernel(Explorer *explorer, int step) {
  int row = ops_cursor_row(explorer), kernel = explorer_kernel(explorer);
  for (row += step; row >= 0 && row < ops_pane(explorer)->list.count; row += step) {
    bool copy = ops_pane(explorer)->list.rows[row].copy != NO_COPY;
    int other = plan_home(explorer->plan, ops_of_row(explorer, row));
    if (copy || other == NO_KERNEL || other == kernel) continue;
    explorer_go(explorer, ops_of_row(explorer, row));
    return;
  }
}

void action_next_kernel(Explorer *explorer) {
  other_kernel(explorer, 1);
}

void action_previous_kernel(Explorer *explorer) {
  other_kernel(explorer, -1);
}
