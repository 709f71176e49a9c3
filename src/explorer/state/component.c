// The list of components, and what is done with all of them.
#include "explorer/state/component.h"

#include "base/arena.h"
#include "explorer/state/explorer.h"
#include "explorer/tabs/tab.h"
#include "tui/slice.h"

#include <stdlib.h>

static const Component *const components[] = {
#define X(id, name) [COMPONENT_##id] = &component_##name,
    COMPONENTS_BEFORE_TABS(X)
#undef X
#define X(id, name) [COMPONENT_TAB_##id] = &tab_##name.component,
        TABS(X)
#undef X
#define X(id, name) [COMPONENT_##id] = &component_##name,
            COMPONENTS_BEHIND_TABS(X)
#undef X
};

void components_open(Explorer *explorer) {
  for (int i = 0; i < COMPONENT_COUNT; i++) {
    if (components[i]->size) explorer->state[i] = memory_alloc(components[i]->size);
    if (components[i]->open) components[i]->open(explorer);
  }
}

void components_take(Explorer *explorer) {
  for (int i = 0; i < COMPONENT_COUNT; i++)
    if (components[i]->take) components[i]->take(explorer);
}

void components_give_up(Explorer *explorer) {
  for (int i = 0; i < COMPONENT_COUNT; i++)
    if (components[i]->give_up) components[i]->give_up(explorer);
}

void components_edited(Explorer *explorer) {
  for (int i = 0; i < COMPONENT_COUNT; i++)
    if (components[i]->edited) components[i]->edited(explorer);
}

static bool is_hidden_tab(const Explorer *explorer, int component) {
  int tab = component - COMPONENT_TAB_WHY;
  return tab >= 0 && tab < TAB_COUNT && !tab_is_shown(explorer, (DetailTab)tab);
}

bool components_work(Explorer *explorer, double milliseconds) {
  Slice slice = slice_begin(milliseconds); // of all together: each takes what those before it leave
  for (int i = 0; i < COMPONENT_COUNT; i++) {
    if (!components[i]->work || is_hidden_tab(explorer, i)) continue;
    if (!components[i]->work(explorer, slice_left(&slice))) return false;
  }
  return true;
}

void components_close(Explorer *explorer) {
  for (int i = 0; i < COMPONENT_COUNT; i++) {
    if (components[i]->close) components[i]->close(explorer);
    free(explorer->state[i]);
  }
}
