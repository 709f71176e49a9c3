// Actions that go back to where the cursor was, and to marks.
#include "explorer/actions/jump.h"

#include "explorer/actions/action.h"
#include "explorer/panes/ops.h"
#include "explorer/state/jumps.h"

#include <stdio.h>

// A key that completes another.
typedef enum PendingKey { PENDING_NONE, PENDING_SET_MARK, PENDING_GO_TO_MARK } PendingKey;

typedef struct Places {
  Jumps jumps;
  PendingKey pending;
} Places;

static Places *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_PLACES];
}

static void close(Explorer *explorer) {
  jumps_free(&own(explorer)->jumps);
}

const Component component_places = {.size = sizeof(Places), .close = close};

// ---- The jump list.

void jump_record(Explorer *explorer, int from) {
  jumps_record(&own(explorer)->jumps, from, explorer->cursor);
}

static void step(Explorer *explorer, int by) {
  int op = jumps_step(&own(explorer)->jumps, explorer->cursor, by);
  if (op == NO_OP) {
    explorer_fail(explorer, by < 0 ? "there is no jump to go back from" : "there is no later place");
    return;
  }
  explorer_go(explorer, op);
  explorer_say(explorer, "place %d of %d", own(explorer)->jumps.at + 1, own(explorer)->jumps.ops.count);
}

void action_jump_back(Explorer *explorer) {
  step(explorer, -1);
}

void action_jump_forward(Explorer *explorer) {
  step(explorer, 1);
}

// ---- Marks: the next key names one.

void action_set_mark(Explorer *explorer) {
  own(explorer)->pending = PENDING_SET_MARK;
}

void action_go_to_mark(Explorer *explorer) {
  own(explorer)->pending = PENDING_GO_TO_MARK;
}

bool jump_mark_awaited(const Explorer *explorer) {
  return own(explorer)->pending != PENDING_NONE;
}

void jump_marks_text(const Explorer *explorer, Text *out) {
  bool any = false;
  text_add(out, own(explorer)->pending == PENDING_SET_MARK ? "mark the op as: a letter" : "go to mark:");
  for (int i = 0; i < MARK_COUNT; i++) {
    if (!own(explorer)->jumps.marked[i]) continue;
    text_printf(out, "  %c %s", 'a' + i, explorer->graph->ops[own(explorer)->jumps.mark[i]].name);
    any = true;
  }
  if (!any && own(explorer)->pending == PENDING_GO_TO_MARK)
    text_add(out, " there is none; \" and a letter sets one");
}

static void set_mark(Explorer *explorer, int mark) {
  own(explorer)->jumps.marked[mark] = true;
  own(explorer)->jumps.mark[mark] = explorer->cursor;
  explorer_say(explorer, "mark %c is here; ' %c comes back", 'a' + mark, 'a' + mark);
}

static void go_to_mark(Explorer *explorer, int mark) {
  if (own(explorer)->jumps.marked[mark])
    explorer_go(explorer, own(explorer)->jumps.mark[mark]);
  else
    explorer_fail(explorer, "there is no mark %c", 'a' + mark);
}

void jump_mark_event(Explorer *explorer, const Event *event) {
  PendingKey pending = own(explorer)->pending;
  if (event->kind == EVENT_MOUSE) return;
  own(explorer)->pending = PENDING_NONE;
  bool letter = event->kind == EVENT_KEY && event->key.modifiers == 0 && event->key.code >= 'a' &&
                event->key.code <= 'z';
  if (letter && pending == PENDING_SET_MARK)
    set_mark(explorer, (int)event->key.code - 'a');
  else if (letter)
    go_to_mark(explorer, (int)event->key.code - 'a');
  else if (event->kind == EVENT_KEY && key_equal(event->key, (Key){'\'', 0}) && pending == PENDING_GO_TO_MARK)
    action_jump_back(explorer);
  else if (event->kind == EVENT_KEY && event->key.code != KEYCODE_ESCAPE)
    explorer_fail(explorer, "marks are letters from a to z");
}
