// The table of the detail pane's tabs.
#include "explorer/tabs/tab.h"

#include "explorer/panes/detail.h"
#include "explorer/state/explorer.h"

const Tab *tab_get(DetailTab tab) {
  static const Tab *const tabs[] = {
#define X(id, name) [TAB_##id] = &tab_##name,
      TABS(X)
#undef X
  };
  return tabs[tab];
}

bool tab_is_shown(const Explorer *explorer, DetailTab tab) {
  return explorer->tab == tab && explorer->layout.inside[PANE_DETAIL].width > 0;
}

bool tab_has_keys(const Explorer *explorer, DetailTab tab) {
  return explorer->focus == PANE_DETAIL && explorer->tab == tab;
}

bool tab_selects(const Explorer *explorer) {
  return explorer->focus == PANE_DETAIL && tab_get(explorer->tab)->choices;
}

int tab_choices(Explorer *explorer) {
  const Tab *tab = tab_get(explorer->tab);
  return tab->choices ? tab->choices(explorer) : 0;
}

int tab_choice(Explorer *explorer) {
  int *choice = &explorer->choice[explorer->tab], choices = tab_choices(explorer);
  if (*choice >= choices) *choice = choices ? choices - 1 : 0; // the rest is gone
  return choices ? *choice : -1;
}

void tab_show(Explorer *explorer, DetailTab tab) {
  explorer->tab = tab;
  detail_pane(explorer)->top = 0;
  explorer->lower = PANE_DETAIL;
  explorer_resize(explorer, explorer->layout.width, explorer->layout.height);
  if (explorer->layout.inside[PANE_DETAIL].width == 0) explorer_focus(explorer, PANE_DETAIL);
}

void tab_show_list(Explorer *explorer, DetailTab tab) {
  tab_show(explorer, tab);
  explorer_focus(explorer, PANE_DETAIL);
}

void tab_press(Explorer *explorer, DetailTab tab) {
  if (tab_get(tab)->show)
    tab_get(tab)->show(explorer);
  else
    tab_show(explorer, tab);
}

static int name_width(int tab) {
  return text_width(tab_get((DetailTab)tab)->name) + 3; // brackets or blanks, and a blank between
}

// The first tab to name so that the shown one still fits.
static int first_named(int shown, int width) {
  int first = shown, used = name_width(shown);
  while (first > 0 && used + name_width(first - 1) <= width)
    used += name_width(--first);
  return first;
}

static int first_of_title(int shown, int width) {
  int following = shown + 1 < TAB_COUNT ? name_width(shown + 1) : 0;
  return first_named(shown, width - following);
}

int tab_title_at(const Explorer *explorer, int width, int column) {
  int used = 0;
  for (int i = first_of_title((int)explorer->tab, width); column >= 0 && i < TAB_COUNT; i++) {
    used += name_width(i);
    if (used > width && i != (int)explorer->tab) break;
    if (column < used) return i;
  }
  return -1;
}

void tab_title(const Explorer *explorer, int width, Text *out) {
  int shown = (int)explorer->tab, used = 0;
  for (int i = first_of_title(shown, width); i < TAB_COUNT; i++) {
    used += name_width(i);
    if (used > width && i != shown) break;
    text_printf(out, i == shown ? "[%s] " : " %s  ", tab_get((DetailTab)i)->name);
  }
  while (out->length && out->data[out->length - 1] == ' ')
    out->data[--out->length] = '\0';
}
