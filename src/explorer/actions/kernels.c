// Actions on the kernel table: sorting, filtering, grouping, and going to what costs most.
#include "explorer/panes/kernels.h"
#include "explorer/actions/action.h"
#include "explorer/panes/heat.h"
#include "explorer/panes/kernel_filter.h"
#include "explorer/panes/ops.h"
#include "tui/line_edit.h"
#include "tui/number.h"

// ---- Order.

static void sort_changed(Explorer *explorer) {
  KernelsPane *pane = kernels_pane(explorer);
  kernels_changed(explorer);
  pane->table.top = 0;
  explorer_say(explorer, "kernels by %s%s", kernel_sort_name(pane->table.sort),
               pane->table.reversed ? ", reversed" : "");
}

void action_sort(Explorer *explorer) {
  KernelsPane *pane = kernels_pane(explorer);
  pane->table.sort = (KernelSort)((pane->table.sort + 1) % SORT_COUNT);
  sort_changed(explorer);
}

void action_reverse(Explorer *explorer) {
  KernelsPane *pane = kernels_pane(explorer);
  pane->table.reversed = !pane->table.reversed;
  sort_changed(explorer);
}

// No groups, layers where there are any, alike kernels.
void action_group(Explorer *explorer) {
  KernelTable *table = &kernels_pane(explorer)->table;
  const Sections *sections = folding_sections(&ops_pane(explorer)->folding);
  table->grouping = (KernelGrouping)((table->grouping + 1) % GROUPING_COUNT);
  if (table->grouping == GROUPING_LAYERS && sections->named == 0) table->grouping = GROUPING_ALIKE;
  table->followed = NO_KERNEL;
  kernels_changed(explorer);
  if (table->grouping == GROUPING_LAYERS)
    explorer_say(explorer, "kernels in %d groups", sections->named);
  else if (table->grouping == GROUPING_ALIKE)
    explorer_say(explorer, "alike kernels in one row: %d rows of %d kernels; z unfolds one", table->count,
                 table->shown);
  else
    explorer_say(explorer, "kernels are not grouped");
}

bool kernels_fold(Explorer *explorer) {
  KernelsPane *pane = kernels_pane(explorer);
  if (explorer->focus != PANE_KERNELS || pane->table.grouping != GROUPING_ALIKE) return false;
  if (!alike_rows_toggle(&pane->table.alike, explorer->plan, explorer_kernel(explorer))) {
    explorer_fail(explorer, "no other kernel is as this one");
    return true;
  }
  pane->table.followed = NO_KERNEL;
  kernels_changed(explorer);
  return true;
}

// ---- What costs most.

void action_expensive(Explorer *explorer) {
  KernelsPane *pane = kernels_pane(explorer);
  char number[NUMBER_SIZE];
  int rank, kernel = explorer_kernel(explorer);
  bool went_on = kernel != NO_KERNEL && kernel == pane->expensive, timed;
  kernel = heat_next(explorer, went_on ? kernel : NO_KERNEL, &rank);
  if (kernel == NO_KERNEL) {
    pane->expensive = NO_KERNEL;
    explorer_fail(explorer, "that was the cheapest kernel: again for the most expensive");
    return;
  }
  double time = heat_time(explorer, kernel, &timed), total = explorer->figures->total.time_us;
  pane->expensive = kernel;
  explorer_go(explorer, plan_kernel(explorer->plan, kernel).ops[0]);
  explorer_say(explorer, "K%d is number %d of %d: %s %s, %.1f%% of the plan; w why, a what to do", kernel,
               rank, plan_kernel_count(explorer->plan), timed ? "measured" : "est",
               number_time(number, time, explorer->glyphs), total > 0 ? 100 * time / total : 0);
}

// ---- The filter's line: the table follows what is typed.

void action_filter(Explorer *explorer) {
  KernelsPane *pane = kernels_pane(explorer);
  explorer_focus(explorer, PANE_KERNELS);
  pane->filtering = true;
  text_clear(&pane->filter_before);
  text_add(&pane->filter_before, text_get(&pane->table.filter));
}

static void end_filter(Explorer *explorer, bool accepted) {
  KernelsPane *pane = kernels_pane(explorer);
  KernelTable *table = &pane->table;
  Text problem = {0};
  pane->filtering = false;
  if (accepted && table->build.under_way) kernels_changed(explorer);
  if (!accepted) {
    text_clear(&table->filter);
    text_add(&table->filter, text_get(&pane->filter_before));
    kernels_changed(explorer);
  } else if (kernel_filter_problem(text_get(&table->filter), &problem)) {
    explorer_fail(explorer, "%s", text_get(&problem));
  } else if (table->filter.length) {
    explorer_say(explorer, "%d of %d kernels; & and nothing shows all", table->shown,
                 plan_kernel_count(explorer->plan));
  } else {
    explorer_say(explorer, "all %d kernels", table->shown);
  }
  text_free(&problem);
}

void kernel_filter_event(Explorer *explorer, const Event *event) {
  KernelsPane *pane = kernels_pane(explorer);
  Text *line = &pane->table.filter;
  if (event->kind == EVENT_MOUSE) return;
  if (event->kind == EVENT_PASTE) line_edit_paste(line, event->text);
  if (event->kind == EVENT_KEY) {
    Key key = event->key;
    bool cancel = key.code == KEYCODE_ESCAPE || key_equal(key, (Key){'c', MODIFIER_CONTROL});
    if (cancel || key.code == KEYCODE_ENTER) {
      end_filter(explorer, !cancel);
      return;
    }
    line_edit_key(line, key);
  }
  pane->table.followed = NO_KERNEL;
  kernels_filter_changed(explorer);
}
