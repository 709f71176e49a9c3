// Tabs of the detail pane: one row of the table and one file page_<name>.c each.
#pragma once

#include "tui/page.h"

struct Explorer;

// What a page speaks of: it is made anew when that changes, or the plan, the results or the pages' own state
// (Explorer.revision).
typedef enum TabSubject {
  SUBJECT_OP,     // the op under the cursor
  SUBJECT_KERNEL, // its kernel
  SUBJECT_MEMBER, // its kernel, and where the op is in it
  SUBJECT_PLAN,   // the whole plan: moving the cursor keeps the page
} TabSubject;

// id, name, subject, what <Enter> does: page_<function>(Explorer *, Page *, int width) makes the page;
// choices_<name>(Explorer *) counts the parts of the page that can be selected, tagged 0, 1, ... (none: the
// page scrolls); choose_<name>(Explorer *, int choice) is done by <Enter> and <Space> on one.
#define TABS(X) \
  X(WHY, "Why", OP, why, why, edge) \
  X(CODE, "Code", MEMBER, code, none, none) \
  X(CANDIDATES, "Candidates", OP, candidates, candidates, candidate) \
  X(CLIFF, "Cliff", KERNEL, cliff, cliff, step) \
  X(NUMBERS, "Numbers", KERNEL, numbers, none, none) \
  X(MEMORY, "Memory", KERNEL, memory, none, none) \
  X(ROOFLINE, "Roofline", KERNEL, roofline, none, none) \
  X(TRACE, "Trace", KERNEL, trace, none, none) \
  X(PTX, "PTX", KERNEL, ptx, none, none) \
  X(SASS, "SASS", KERNEL, sass, none, none) \
  X(SWEEP, "Sweep", KERNEL, sweep, sweep, size) \
  X(PLANS, "Plans", PLAN, plans, plans, plan) \
  X(CHANGES, "Changes", PLAN, changes, changes, change) \
  X(REPLAY, "Replay", PLAN, replay, replay, retrace) \
  X(SCRIPT, "Script", PLAN, script, none, none)

typedef enum DetailTab {
#define X(id, ...) TAB_##id,
  TABS(X)
#undef X
      TAB_COUNT
} DetailTab;

typedef struct Tab {
  const char *name;
  TabSubject subject;
  void (*make)(struct Explorer *explorer, Page *page, int width);
  int (*choices)(struct Explorer *explorer);
  void (*choose)(struct Explorer *explorer, int choice);
} Tab;

const Tab *tab_get(DetailTab tab);
// The tab's parts can be selected and the detail pane has the keys.
bool tab_selects(const struct Explorer *explorer);
// The selected part of the shown tab's page, among those that there are now; -1: there are none.
int tab_choice(struct Explorer *explorer);
// Shows a tab, beside the pane with the keys where there is room.
void tab_show(struct Explorer *explorer, DetailTab tab);
// The names of the tabs in `width` columns: the shown one in brackets, and as many around it as fit.
void tab_title(const struct Explorer *explorer, int width, Text *out);

#define X(id, name, subject, page, choices, choose) \
  void page_##page(struct Explorer *explorer, Page *page, int width); \
  int choices_##choices(struct Explorer *explorer); \
  void choose_##choose(struct Explorer *explorer, int choice);
TABS(X)
#undef X
