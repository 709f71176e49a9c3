// Tabs: pages of the detail pane. Each is one file of this folder and one row of tabs.h; a tab with a state
// keeps it to itself.
#pragma once

#include "explorer/actions/action.h"
#include "explorer/state/component.h"
#include "tui/page.h"

// What a page speaks of: it is made anew when that changes, or the plan, the results or the pages' own state
// (Explorer.revision).
typedef enum TabSubject {
  SUBJECT_OP,     // the op under the cursor
  SUBJECT_KERNEL, // its kernel
  SUBJECT_MEMBER, // its kernel, and where the op is in it
  SUBJECT_PLAN,   // the whole plan: moving the cursor keeps the page
} TabSubject;

// Functions that are NULL do nothing.
typedef struct Tab {
  Component component; // its state, see component.h; its work is done while it is shown
  const char *name;    // in the pane's title
  Action action;       // which shows it: id, name, keys and help are set
  // Done in place of only showing it.
  void (*show)(Explorer *explorer);
  TabSubject subject;
  bool marks; // lines about the cursor are tagged 0 and marked
  bool text;  // lines of a program: searched, and scrolled to the sides, while it has the keys
              // (panes/reading.h)
  bool list;  // its parts, which can be selected, are searched while it has the keys
  // Makes the page, which is empty, of lines of `width` columns.
  void (*make)(Explorer *explorer, Page *page, int width);
  // Counts the parts of the page that can be selected, tagged 0, 1, ...; NULL: the page scrolls.
  int (*choices)(Explorer *explorer);
  bool follows; // the page is another one when another part is selected
  // <Enter> and <Space> on one; not NULL where choices is not.
  void (*choose)(Explorer *explorer, int choice);
  // j and k, and the other keys that go by rows, while it has the keys; NULL: choices, or the page scrolls.
  void (*step)(Explorer *explorer, int rows);
  // h and l, by one, while it has the keys; NULL: they go to producers and consumers.
  void (*side)(Explorer *explorer, int by);
  // A click on a line with a tag above 0; NULL: nothing.
  void (*pick)(Explorer *explorer, int tag);
  // + (1) and - (-1) while it has the keys; NULL: they are the neighbourhood's.
  void (*zoom)(Explorer *explorer, int by);
  const KeyHint *hints; // while it has the keys; NULL: those of all tabs
  int hint_count;
} Tab;

// The action that shows a tab.
#define TAB_ACTION(id, name, keys, help) \
  { ACTION_TAB_##id, name, keys, NULL, help, GROUP_SCREEN, NULL, NULL }

const Tab *tab_get(DetailTab tab);
// Whether it is the one that the detail pane shows, and the screen has room for that pane.
bool tab_is_shown(const Explorer *explorer, DetailTab tab);
// It is shown and has the keys.
bool tab_has_keys(const Explorer *explorer, DetailTab tab);
// The tab's parts can be selected and the detail pane has the keys.
bool tab_selects(const Explorer *explorer);
// How many parts of the shown tab's page can be selected.
int tab_choices(Explorer *explorer);
// The selected part of the shown tab's page, among those that there are now; -1: there are none.
int tab_choice(Explorer *explorer);
// Shows a tab, beside the pane with the keys where there is room.
void tab_show(Explorer *explorer, DetailTab tab);
// The same, and gives it the keys: for a list to choose from.
void tab_show_list(Explorer *explorer, DetailTab tab);
// What the tab's key does.
void tab_press(Explorer *explorer, DetailTab tab);
// The names of the tabs in `width` columns: the shown one in brackets, and as many around it as fit.
void tab_title(const Explorer *explorer, int width, Text *out);
int tab_title_at(const Explorer *explorer, int width, int column); // the tab that is named there; -1: none

#define X(id, name) extern const Tab tab_##name;
TABS(X)
#undef X
