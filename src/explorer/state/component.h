// Components of the explorer: tabs, panes and services with a state of their own, which nobody else knows.
// They are made, told and freed together, and work in turn while nobody types.
#pragma once

#include "explorer/tabs/tabs.h"

#include <stdbool.h>
#include <stddef.h>

struct Explorer;

// What a component does; a function that is NULL does nothing. Its state is Explorer.state[] of its id, on
// the screen's thread alone.
typedef struct Component {
  size_t size;                             // bytes of the state, zero at first; 0: it has none
  void (*open)(struct Explorer *explorer); // sets what begins with another value than zero
  void (*take)(struct Explorer *explorer); // makes what follows from the session's graph, plan and estimator
  void (*give_up)(struct Explorer *explorer); // frees that: before these are replaced, and at the end
  void (*edited)(struct Explorer *explorer);  // the plan is another one since
  // Works until the end of the slice of time (negative: without an end); true when there is no more to do.
  // A tab is asked only while it is shown.
  bool (*work)(struct Explorer *explorer, double milliseconds);
  void (*close)(struct Explorer *explorer); // frees the rest
} Component;

// Panes and services: id, name of the Component (component_<name>). They work in this order, before the tabs
// and behind them: the plan of a replay and its figures first, then what most of the screen shows. They are
// closed in it, too: a lesson's session goes last.
#define COMPONENTS_BEFORE_TABS(X) \
  X(REPLAY, replay) \
  X(FIGURES, figures) \
  X(KERNELS, kernels) \
  X(OPS, ops) \
  X(TIMES, times)
#define COMPONENTS_BEHIND_TABS(X) \
  X(BORDERS, borders) \
  X(LAUNCHES, launches) \
  X(AROUND, around) \
  X(DETAIL, detail) \
  X(HEADER, header) \
  X(DYNAMIC, dynamic) \
  X(PLANS, plans) \
  X(SCRIPT, script) \
  X(OPTIONS, options) \
  X(SETUP, setup) \
  X(EXPORT, export) \
  X(GLOSSARY, glossary) \
  X(SEARCH, search) \
  X(ALIKE, alike) \
  X(PLACES, places) \
  X(COMMANDS, commands) \
  X(BACKGROUND, background) \
  X(LESSON, lesson)

typedef enum ComponentId {
#define X(id, name) COMPONENT_##id,
  COMPONENTS_BEFORE_TABS(X)
#undef X
#define X(id, name) COMPONENT_TAB_##id,
      TABS(X)
#undef X
#define X(id, name) COMPONENT_##id,
          COMPONENTS_BEHIND_TABS(X)
#undef X
              COMPONENT_COUNT
} ComponentId;

void components_open(struct Explorer *explorer);
void components_take(struct Explorer *explorer);
void components_give_up(struct Explorer *explorer);
void components_edited(struct Explorer *explorer);
bool components_work(struct Explorer *explorer, double milliseconds); // true when none has more to do
void components_close(struct Explorer *explorer);

#define X(id, name) extern const Component component_##name;
COMPONENTS_BEFORE_TABS(X)
COMPONENTS_BEHIND_TABS(X)
#undef X
