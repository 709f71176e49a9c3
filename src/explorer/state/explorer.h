// The explorer: one session, one cursor, four panes, and what all of these share. Views draw it, actions
// change it; what a tab, a pane or a service knows for itself is in its component.
#pragma once

#include "explorer/panes/layout.h"
#include "explorer/state/component.h"
#include "explorer/state/figures.h"
#include "explorer/state/requests.h"
#include "explorer/state/ui.h"
#include "explorer/state/work.h"
#include "explorer/tabs/tabs.h"
#include "session/session.h"
#include "tui/input.h"
#include "tui/picker.h"
#include "tui/theme.h"

typedef struct Explorer {
  Session *session; // borrowed, as what follows from it
  const Graph *graph;
  Plan *plan;
  Estimator *estimator;
  char *title;    // of the graph, cleaned
  int first_undo; // entries of the undo history that opening made: they stay

  GlyphSet glyphs;
  Theme theme;
  Layout layout;
  Pane focus, lower; // lower: last pane shown beside the ops on small screens
  bool zoomed;       // the pane with the keys has the whole screen

  int cursor;            // op
  int copy_in;           // the kernel whose copy of it is meant, see explorer_copy; NO_KERNEL: the op itself
  uint64_t seen_version; // of the plan, when the components were told of it last

  DetailTab tab;
  int choice[TAB_COUNT]; // selected part of each tab's page
  uint64_t revision;     // counts changes of what pages show beyond plan and results

  void *state[COMPONENT_COUNT]; // of the components: each knows its own
  Figures *figures;             // of the plan
  Catalog *catalog;             // borrowed; NULL: Lua files are read when they are asked for
  uint64_t results;             // counts deliveries

  Picker picker;
  Text message; // in the status line, until the next action
  bool message_failed;

  Work *task;        // the session is lent to it while it runs; NULL
  Work *apart;       // works on copies meanwhile; NULL
  VECTOR(Key) typed; // that wait for the end of the task, or for the lists
  bool needs_lists;  // the first of them asks for what Lua files hold, which are read for the first time
  bool synchronous;  // tasks run at once: for scripts of keys
  Requests requests;

  struct GraphSet *graphs;  // that it is one of, borrowed; NULL: it is the only one
  struct StoreView *store;  // whose rows it looks through, borrowed; NULL: none
  struct Explorer *beneath; // the one that a lesson covers, until it is left; owned
  struct Explorer *turn;    // takes this one's place after the event, see explorer_turn
} Explorer;

// `options` may be NULL. Opens at a dump's own plan unless another plan was chosen. NULL when the theme is
// broken.
Explorer *explorer_new(Session *session, const UiOptions *options, GlyphSet glyphs, Status *status);
void explorer_free(Explorer *explorer);
// Makes what shows the session's graph, plan and device; of others, components_give_up comes before.
void explorer_take_session(Explorer *explorer);
void explorer_resize(Explorer *explorer, int width, int height);
// Takes over changes of the plan made by anybody. Called before drawing and after each action.
void explorer_sync(Explorer *explorer);
void explorer_event(Explorer *explorer, const Event *event);
void explorer_catch_up(Explorer *explorer); // does the keys that were typed while a task ran
// The Lua files were read, for the first time or again: takes the commands over, and does the keys that
// waited. A list that is shown stays as it is: what comes behind it asks for the commands itself. True when
// the picture may be another one.
bool explorer_lists_read(Explorer *explorer);
void explorer_draw(Explorer *explorer, Grid *grid);
// To be called after each event: the explorer that goes on, `explorer` itself or another one in its place,
// when a lesson with a graph of its own was opened or left. What is over is freed.
Explorer *explorer_turn(Explorer *explorer);
// Work that the picture can wait for; true while there is more. `milliseconds` < 0: all of it.
bool explorer_work(Explorer *explorer, double milliseconds);

// A dump opens at the plan that its compiler chose, unless a plan was chosen already.
void explorer_open_at_dump(Session *session);

// Moving: the cursor is an op with a row, that of the next row below where it is a hidden view; NO_OP is
// ignored.
void explorer_go(Explorer *explorer, int op);
// What a file about the graph is called: the graph's name, without what separates folders and words.
void explorer_file_name(const Explorer *explorer, Text *out);
double explorer_time(Explorer *explorer);      // estimate of the whole plan as it is now, microseconds
int explorer_kernel(const Explorer *explorer); // of the cursor; NO_KERNEL for views and an empty graph
int explorer_copy(const Explorer *explorer);   // that of the copy under it; NO_KERNEL: it is on none
void explorer_focus(Explorer *explorer, Pane pane);

// The status line: what was done, or why it was not.
void explorer_say(Explorer *explorer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void explorer_fail(Explorer *explorer, const char *format, ...) __attribute__((format(printf, 2, 3)));
// "cannot fuse: why. What would help."
void explorer_refuse(Explorer *explorer, const char *what, const Reason *reason);
int explorer_note_count(const Explorer *explorer); // of the graph and of the compiler's plan
const char *explorer_glyph(const Explorer *explorer, Glyph glyph);
