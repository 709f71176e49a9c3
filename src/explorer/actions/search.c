// Searching ops: the line that is typed, and going from match to match.
#include "explorer/actions/search.h"

#include "explorer/actions/action.h"
#include "tui/line_edit.h"

static Search *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_SEARCH];
}

const Search *search_of(const Explorer *explorer) {
  return own(explorer);
}

static void close(Explorer *explorer) {
  text_free(&own(explorer)->line);
  text_free(&own(explorer)->counted);
}

const Component component_search = {.size = sizeof(Search), .close = close};

// ---- The line: the cursor follows what is typed.

static void follow_search(Explorer *explorer) {
  const char *wanted = text_get(&own(explorer)->line);
  int origin = own(explorer)->origin;
  int op = *wanted ? search_first(explorer->plan, wanted, origin) : origin;
  explorer_go(explorer, op == NO_OP ? origin : op);
}

static void end_search(Explorer *explorer, bool accepted) {
  own(explorer)->typing = false;
  const char *wanted = text_get(&own(explorer)->line);
  if (!accepted) {
    explorer_go(explorer, own(explorer)->origin);
    text_clear(&own(explorer)->line);
  } else if (*wanted) {
    int count = search_count(own(explorer), explorer->plan);
    if (count)
      explorer_say(explorer, "/%s  %d found; n next, N previous", wanted, count);
    else
      explorer_fail(explorer, "nothing matches \"%s\"", wanted);
  }
}

void search_event(Explorer *explorer, const Event *event) {
  if (event->kind == EVENT_PASTE) line_edit_paste(&own(explorer)->line, event->text);
  if (event->kind == EVENT_MOUSE) return;
  Key key = event->key;
  bool cancel = key.code == KEYCODE_ESCAPE || key_equal(key, (Key){'c', MODIFIER_CONTROL}) ||
                (key.code == KEYCODE_BACKSPACE && own(explorer)->line.length == 0);
  if (event->kind == EVENT_KEY && (cancel || key.code == KEYCODE_ENTER)) {
    end_search(explorer, !cancel);
    return;
  }
  if (event->kind == EVENT_KEY) line_edit_key(&own(explorer)->line, key);
  follow_search(explorer);
}

// ---- Actions.

void action_search(Explorer *explorer) {
  own(explorer)->typing = true;
  own(explorer)->origin = explorer->cursor;
  text_clear(&own(explorer)->line);
}

static void find(Explorer *explorer, bool forward) {
  const char *wanted = text_get(&own(explorer)->line);
  int op = search_next(explorer->plan, wanted, explorer->cursor, forward);
  if (op == NO_OP) {
    explorer_fail(explorer, "nothing matches \"%s\"", wanted);
    return;
  }
  bool around = forward ? op <= explorer->cursor : op >= explorer->cursor;
  explorer_go(explorer, op);
  explorer_say(explorer, "/%s  %d found%s", wanted, search_count(own(explorer), explorer->plan),
               around ? ", went on at the other end" : "");
}

void action_find_next(Explorer *explorer) {
  find(explorer, true);
}

void action_find_previous(Explorer *explorer) {
  find(explorer, false);
}
