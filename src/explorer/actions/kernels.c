// Actions on the kernel table: sorting, filtering, grouping, and going to what costs most.
#include "explorer/panes/kernels.h"
#include "cost/candidates.h"
#include "explorer/actions/action.h"
#include "explorer/panes/heat.h"
#include "explorer/panes/kernel_filter.h"
#include "explorer/panes/ops.h"
#include "explorer/tabs/experiment.h"
#include "explorer/tabs/graphs.h"
#include "tui/line_edit.h"
#include "tui/number.h"

#include <string.h>

// ---- Order.

static void sort_changed(Explorer *explorer) {
  KernelsPane *pane = kernels_pane(explorer);
  kernels_view_changed(explorer, false, false);
  pane->table.top = 0;
  explorer_say(explorer, "kernels by %s%s", kernel_sort_name(pane->table.sort),
               pane->table.reversed ? ", reversed" : "");
}

void kernels_sort_by(Explorer *explorer, KernelSort sort) {
  KernelTable *table = &kernels_pane(explorer)->table;
  table->reversed = table->sort == sort && !table->reversed;
  table->sort = sort;
  sort_changed(explorer);
}

void action_sort(Explorer *explorer) {
  if (experiment_sort(explorer) || graphs_sort(explorer)) return;
  KernelsPane *pane = kernels_pane(explorer);
  pane->table.sort = (KernelSort)((pane->table.sort + 1) % SORT_COUNT);
  sort_changed(explorer);
}

void action_reverse(Explorer *explorer) {
  if (experiment_reverse(explorer) || graphs_reverse(explorer)) return;
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
  kernels_view_changed(explorer, true, table->grouping == GROUPING_ALIKE);
  if (table->grouping == GROUPING_LAYERS)
    explorer_say(explorer, "kernels by block, of which there are %d", sections->named);
  else if (table->grouping == GROUPING_NONE)
    explorer_say(explorer, "kernels are not grouped");
}

bool kernels_fold(Explorer *explorer) {
  KernelsPane *pane = kernels_pane(explorer);
  if (explorer->focus != PANE_KERNELS || pane->table.grouping != GROUPING_ALIKE) return false;
  if (!alike_rows_toggle(&pane->table.alike, explorer->plan, explorer_kernel(explorer))) {
    explorer_fail(explorer, "no other kernel is as this one");
    return true;
  }
  kernels_view_changed(explorer, true, false);
  return true;
}

// ---- What costs most.

// ", 46% is out of reach": what cannot be changed.
static void add_fixed(const HeatRank *rank, Text *out) {
  if (rank->fixed_us > 0)
    text_printf(out, "%.*f%% of the plan, run by libraries, is out of reach",
                rank->fixed_us < 0.1 * rank->total_us ? 1 : 0, 100 * rank->fixed_us / rank->total_us);
}

static void say_none(Explorer *explorer, const HeatRank *rank) {
  bool filtered = kernels_pane(explorer)->table.filter.length > 0;
  Text text = {0};
  if (rank->place > 1)
    text_printf(&text, "that was the cheapest of %d: again for the most expensive", rank->count);
  else if (filtered)
    text_add(&text, "no kernel that passes the filter can be changed");
  else
    text_add(&text, "no kernel can be changed");
  text_add(&text, rank->fixed_us > 0 ? "; " : "");
  add_fixed(rank, &text);
  explorer_fail(explorer, "%s", text_get(&text));
  text_free(&text);
}

// `passed`: as many before it offer nothing.
static void say_rank(Explorer *explorer, int kernel, int passed, const HeatRank *rank) {
  char number[NUMBER_SIZE];
  bool timed;
  double time = heat_time(explorer, kernel, &timed);
  Text text = {0};
  text_printf(&text, "K%d is number %d of %d: %s %s, %.1f%% of the plan; ", kernel, rank->place + passed,
              rank->count, timed ? "measured" : "est", number_time(number, time, explorer->glyphs),
              rank->total_us > 0 ? 100 * time / rank->total_us : 0);
  if (passed) text_printf(&text, "at %s before it nothing can be changed; ", number_kernels(number, passed));
  add_fixed(rank, &text);
  text_printf(&text, "%sw why, a what to do", rank->fixed_us > 0 ? "; " : "");
  explorer_say(explorer, "%s", text_get(&text));
  text_free(&text);
}

// The first op of the kernel at which an edit is possible; NO_OP: at none of those that are asked.
static int find_change(Explorer *explorer, Candidates *candidates, int kernel) {
  enum { OPS_ASKED = 8 };
  PlanKernel members = plan_kernel(explorer->plan, kernel);
  int ops[OPS_ASKED], count = members.op_count < OPS_ASKED ? members.op_count : OPS_ASKED;
  memcpy(ops, members.ops, (size_t)count * sizeof *ops);
  for (int i = 0; i < count; i++) {
    candidates_look(candidates, ops[i]);
    while (!candidates->legal_count && candidates_ask(candidates)) {
    }
    if (candidates->legal_count) return ops[i];
  }
  return NO_OP;
}

// It goes on from what the kernel took when it was gone to: what was made of it since may take less.
static int find_next(Explorer *explorer, int *next, HeatRank *rank) {
  const KernelsPane *pane = kernels_pane(explorer);
  int kernel = explorer_kernel(explorer);
  bool on =
      kernel != NO_KERNEL && pane->expensive != NO_OP && kernel == plan_home(explorer->plan, pane->expensive);
  return heat_next(explorer, on ? pane->expensive_kernel : NO_KERNEL, pane->expensive_us, next, HEAT_NEXT,
                   rank);
}

static void go_to_expensive(Explorer *explorer, int kernel, int op) {
  KernelsPane *pane = kernels_pane(explorer);
  pane->expensive = op;
  pane->expensive_kernel = kernel;
  pane->expensive_us = kernel == NO_KERNEL ? 0 : heat_time(explorer, kernel, NULL);
  explorer_go(explorer, op);
}

// Passes over those at which nothing is possible, as far as a key may take.
void action_expensive(Explorer *explorer) {
  HeatRank rank;
  int next[HEAT_NEXT], passed = 0, op = NO_OP, count = find_next(explorer, next, &rank);
  Candidates *candidates = candidates_new(explorer->estimator, explorer->plan);
  while (passed < count && (op = find_change(explorer, candidates, next[passed])) == NO_OP)
    passed++;
  candidates_free(candidates);
  bool more = op == NO_OP && count == HEAT_NEXT;
  int kernel = op != NO_OP ? next[passed] : more ? next[count - 1] : NO_KERNEL;
  go_to_expensive(explorer, kernel, more ? plan_kernel(explorer->plan, kernel).ops[0] : op);
  if (op != NO_OP)
    say_rank(explorer, kernel, passed, &rank);
  else if (more)
    explorer_fail(explorer, "at %d kernels, of which K%d is the last, nothing can be changed: again goes on",
                  count, kernel);
  else
    say_none(explorer, &rank);
}

// ---- The filter's line: the table follows what is typed, from nothing on. <Esc> brings the old filter back.

void action_filter(Explorer *explorer) {
  if (experiment_filter(explorer) || graphs_filter(explorer)) return;
  KernelsPane *pane = kernels_pane(explorer);
  explorer_focus(explorer, PANE_KERNELS);
  pane->filtering = true;
  text_clear(&pane->filter_before);
  text_add(&pane->filter_before, text_get(&pane->table.filter));
  text_clear(&pane->table.filter);
  if (pane->filter_before.length) kernels_view_changed(explorer, true, false);
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
  kernels_view_changed(explorer, true, false);
}
