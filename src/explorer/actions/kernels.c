// Actions on the kernel table: sorting, filtering, grouping, and going to what costs most.
#include "explorer/actions/action.h"
#include "explorer/panes/heat.h"
#include "explorer/panes/kernel_filter.h"
#include "tui/line_edit.h"
#include "tui/number.h"

// ---- Order.

static void sort_changed(Explorer *explorer) {
  explorer_kernels_changed(explorer);
  explorer->kernels.top = 0;
  explorer_say(explorer, "kernels by %s%s", kernel_sort_name(explorer->kernels.sort),
               explorer->kernels.reversed ? ", reversed" : "");
}

void action_sort(Explorer *explorer) {
  explorer->kernels.sort = (KernelSort)((explorer->kernels.sort + 1) % SORT_COUNT);
  sort_changed(explorer);
}

void action_reverse(Explorer *explorer) {
  explorer->kernels.reversed = !explorer->kernels.reversed;
  sort_changed(explorer);
}

void action_group(Explorer *explorer) {
  KernelTable *table = &explorer->kernels;
  const Sections *sections = folding_sections(&explorer->folding);
  if (!table->grouped && sections->named == 0) {
    explorer_fail(explorer, "no layers: nothing repeats, and the names of ops tell no scopes");
    return;
  }
  table->grouped = !table->grouped;
  table->followed = NO_KERNEL;
  explorer_kernels_changed(explorer);
  explorer_say(explorer, table->grouped ? "kernels in %d groups" : "kernels are not grouped",
               sections->named);
}

// ---- What costs most.

void action_expensive(Explorer *explorer) {
  char number[NUMBER_SIZE];
  int rank, kernel = explorer_kernel(explorer);
  bool went_on = kernel != NO_KERNEL && kernel == explorer->expensive, timed;
  kernel = heat_next(explorer, went_on ? kernel : NO_KERNEL, &rank);
  if (kernel == NO_KERNEL) {
    explorer->expensive = NO_KERNEL;
    explorer_fail(explorer, "that was the cheapest kernel: again for the most expensive");
    return;
  }
  double time = heat_time(explorer, kernel, &timed), total = explorer->figures->total.time_us;
  explorer->expensive = kernel;
  explorer_go(explorer, plan_kernel(explorer->plan, kernel).ops[0]);
  explorer_say(explorer, "K%d is number %d of %d: %s %s, %.1f%% of the plan; w why, a what to do", kernel,
               rank, plan_kernel_count(explorer->plan), timed ? "measured" : "est",
               number_time(number, time, explorer->glyphs), total > 0 ? 100 * time / total : 0);
}

// ---- The filter's line: the table follows what is typed.

void action_filter(Explorer *explorer) {
  explorer_focus(explorer, PANE_KERNELS);
  explorer->filtering = true;
  text_clear(&explorer->filter_before);
  text_add(&explorer->filter_before, text_get(&explorer->kernels.filter));
}

static void end_filter(Explorer *explorer, bool accepted) {
  KernelTable *table = &explorer->kernels;
  Text problem = {0};
  explorer->filtering = false;
  if (accepted && table->build.under_way) explorer_kernels_changed(explorer);
  if (!accepted) {
    text_clear(&table->filter);
    text_add(&table->filter, text_get(&explorer->filter_before));
    explorer_kernels_changed(explorer);
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
  Text *line = &explorer->kernels.filter;
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
  explorer->kernels.followed = NO_KERNEL;
  explorer_filter_changed(explorer);
}
