// Actions that fold rows of the ops pane, and move by what can be folded.
#include "explorer/actions/action.h"
#include "explorer/panes/kernels.h"
#include "explorer/panes/ops.h"
#include "tui/number.h"

void action_fold(Explorer *explorer) {
  if (kernels_fold(explorer)) return;
  Folding *folding = &ops_pane(explorer)->folding;
  if (folding_hides(folding, explorer->cursor)) {
    action_fold_section(explorer);
    return;
  }
  int kernel = explorer_kernel(explorer);
  folding->kernel[kernel] = !folding->kernel[kernel];
  ops_changed(explorer);
}

void action_fold_all(Explorer *explorer) {
  bool folded = folding_toggle_kernels(&ops_pane(explorer)->folding);
  ops_changed(explorer);
  explorer_say(explorer, folded ? "all kernels folded" : "all kernels unfolded");
}

// ---- Sections: layers, or source lines.

static const char *kind_of(const Sections *sections) {
  return sections->by == SECTIONS_BY_SOURCE ? "source line" : "layer";
}

static bool any_sections(Explorer *explorer) {
  const Sections *sections = folding_sections(&ops_pane(explorer)->folding);
  if (sections->named) return true;
  explorer_fail(explorer,
                sections->by == SECTIONS_BY_SOURCE
                    ? "the graph does not say from which source lines its ops come"
                    : "the graph has no layers to fold: nothing repeats, and op names tell no scopes");
  return false;
}

// Of layers that share a row the first is unfolded, unless the cursor was brought to another one.
static void choose_section(Explorer *explorer) {
  const OpsPane *pane = ops_pane(explorer);
  if (!folding_hides(&pane->folding, explorer->cursor)) return;
  int row = ops_cursor_row(explorer), first = pane->rails->op[pane->list.rows[row].first];
  const int *of = pane->folding.sections->of;
  if (explorer->cursor == ops_of_row(explorer, row) && of[first] != of[explorer->cursor])
    explorer_go(explorer, first);
}

void action_fold_section(Explorer *explorer) {
  if (!any_sections(explorer)) return;
  choose_section(explorer);
  Folding *folding = &ops_pane(explorer)->folding;
  const Sections *sections = folding->sections;
  int section = sections->of[explorer->cursor];
  if (!sections->list[section].name) {
    explorer_fail(explorer, "the op is in no %s", kind_of(sections));
    return;
  }
  folding->section[section] = !folding->section[section];
  ops_changed(explorer);
}

void action_fold_sections(Explorer *explorer) {
  OpsPane *pane = ops_pane(explorer);
  if (!any_sections(explorer)) return;
  SectionRows rows = folding_turn_sections(&pane->folding);
  const Sections *sections = pane->folding.sections;
  ops_changed(explorer);
  int shared = sections->named - sections->repeated;
  if (rows == SECTIONS_TOGETHER)
    explorer_say(explorer, "%d %ss in %d row%s: alike ones share one", sections->named, kind_of(sections),
                 shared, shared == 1 ? "" : "s");
  else
    explorer_say(explorer, "%d %ss %s", sections->named, kind_of(sections),
                 rows == SECTIONS_OPEN ? "unfolded" : "folded");
}

void action_sections_by(Explorer *explorer) {
  OpsPane *pane = ops_pane(explorer);
  const Sections *sections = folding_sections(&pane->folding);
  SectionBy by = sections->by == SECTIONS_BY_LAYER ? SECTIONS_BY_SOURCE : SECTIONS_BY_LAYER;
  folding_cut(&pane->folding, by);
  ops_changed(explorer);
  kernels_changed(explorer); // its groups
  if (any_sections(explorer))
    explorer_say(explorer, "folding and groups by %s: there are %d", kind_of(pane->folding.sections),
                 pane->folding.sections->named);
}

static void go_to_section(Explorer *explorer, int section) {
  const OpsPane *pane = ops_pane(explorer);
  const Sections *sections = pane->folding.sections;
  if (section < 0 || section >= sections->count) return;
  int op = sections->list[section].first;
  while (op < sections->list[section].last && pane->rails->row[op] < 0)
    op++;
  if (pane->rails->row[op] >= 0) explorer_go(explorer, op);
}

void action_next_section(Explorer *explorer) {
  if (any_sections(explorer))
    go_to_section(explorer, ops_pane(explorer)->folding.sections->of[explorer->cursor] + 1);
}

// To the start of the section first, then to the one before.
void action_previous_section(Explorer *explorer) {
  if (!any_sections(explorer)) return;
  int cursor = explorer->cursor, section = ops_pane(explorer)->folding.sections->of[cursor];
  go_to_section(explorer, section);
  if (explorer->cursor == cursor) go_to_section(explorer, section - 1);
}
