// Actions that fold rows of the ops pane, and move by what can be folded.
#include "explorer/actions/action.h"
#include "tui/number.h"

void action_fold(Explorer *explorer) {
  Folding *folding = &explorer->folding;
  if (folding_hides(folding, explorer->cursor)) {
    action_fold_section(explorer);
    return;
  }
  int kernel = explorer_kernel(explorer);
  folding->kernel[kernel] = !folding->kernel[kernel];
  explorer_list_changed(explorer);
}

void action_fold_all(Explorer *explorer) {
  bool folded = folding_toggle_kernels(&explorer->folding);
  explorer_list_changed(explorer);
  explorer_say(explorer, folded ? "all kernels folded" : "all kernels unfolded");
}

// ---- Sections: layers, or source lines.

static const char *kind_of(const Sections *sections) {
  return sections->by == SECTIONS_BY_SOURCE ? "source line" : "layer";
}

static bool any_sections(Explorer *explorer) {
  const Sections *sections = folding_sections(&explorer->folding);
  if (sections->named) return true;
  explorer_fail(explorer, sections->by == SECTIONS_BY_SOURCE
                              ? "the graph does not say from which source lines its ops come"
                              : "no layers: nothing repeats, and the names of ops tell no scopes");
  return false;
}

void action_fold_section(Explorer *explorer) {
  if (!any_sections(explorer)) return;
  Folding *folding = &explorer->folding;
  const Sections *sections = folding->sections;
  int section = sections->of[explorer->cursor];
  if (!sections->list[section].name) {
    explorer_fail(explorer, "the op is in no %s", kind_of(sections));
    return;
  }
  folding->section[section] = !folding->section[section];
  explorer_list_changed(explorer);
}

void action_fold_sections(Explorer *explorer) {
  if (!any_sections(explorer)) return;
  bool folded = folding_toggle_sections(&explorer->folding);
  explorer_list_changed(explorer);
  explorer_say(explorer, "%d %ss %s", explorer->folding.sections->named, kind_of(explorer->folding.sections),
               folded ? "folded" : "unfolded");
}

void action_sections_by(Explorer *explorer) {
  const Sections *sections = folding_sections(&explorer->folding);
  SectionBy by = sections->by == SECTIONS_BY_LAYER ? SECTIONS_BY_SOURCE : SECTIONS_BY_LAYER;
  folding_cut(&explorer->folding, by);
  explorer_rows_changed(explorer); // the groups of the kernel table too
  if (any_sections(explorer))
    explorer_say(explorer, "folding and groups by %s: there are %d", kind_of(explorer->folding.sections),
                 explorer->folding.sections->named);
}

static void go_to_section(Explorer *explorer, int section) {
  const Sections *sections = explorer->folding.sections;
  if (section < 0 || section >= sections->count) return;
  int op = sections->list[section].first;
  while (op < sections->list[section].last && explorer->rails->row[op] < 0)
    op++;
  if (explorer->rails->row[op] >= 0) explorer_go(explorer, op);
}

void action_next_section(Explorer *explorer) {
  if (any_sections(explorer)) go_to_section(explorer, explorer->folding.sections->of[explorer->cursor] + 1);
}

// To the start of the section first, then to the one before.
void action_previous_section(Explorer *explorer) {
  if (!any_sections(explorer)) return;
  int cursor = explorer->cursor, section = explorer->folding.sections->of[cursor];
  go_to_section(explorer, section);
  if (explorer->cursor == cursor) go_to_section(explorer, section - 1);
}
