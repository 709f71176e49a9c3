// Searching ops: the line that is typed, and going from match to match.
#include "explorer/actions/search.h"

#include "explorer/actions/action.h"
#include "explorer/panes/detail.h"
#include "explorer/panes/reading.h"
#include "explorer/tabs/tab.h"
#include "tui/line_edit.h"

static Search *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_SEARCH];
}

const Search *search_of(const Explorer *explorer) {
  return own(explorer);
}

static Text *typed(const Explorer *explorer) {
  return own(explorer)->in_page ? &own(explorer)->words : &own(explorer)->line;
}

const char *search_typed(const Explorer *explorer) {
  return text_get(typed(explorer));
}

bool search_is_known(const Explorer *explorer) {
  return (reading_searches(explorer) ? own(explorer)->words : own(explorer)->line).length > 0;
}

static void close(Explorer *explorer) {
  text_free(&own(explorer)->words);
  text_free(&own(explorer)->line);
  text_free(&own(explorer)->counted);
}

const Component component_search = {.size = sizeof(Search), .close = close};

// ---- The line: the cursor follows what is typed.

static void back_in_page(Explorer *explorer) {
  DetailPane *pane = detail_pane(explorer);
  pane->top = own(explorer)->top;
  pane->page.left = own(explorer)->left;
  pane->found = -1;
  explorer->choice[explorer->tab] = own(explorer)->choice;
  text_clear(&pane->wanted);
}

static void follow_search(Explorer *explorer) {
  const char *wanted = search_typed(explorer);
  if (own(explorer)->in_page) {
    back_in_page(explorer);
    if (*wanted) reading_find(explorer, wanted, reading_line(explorer), true);
    return;
  }
  int origin = own(explorer)->origin;
  int op = *wanted ? search_first(explorer->plan, wanted, origin) : origin;
  explorer_go(explorer, op == NO_OP ? origin : op);
}

static void say_found(Explorer *explorer, const char *wanted, int count, const char *what) {
  if (count)
    explorer_say(explorer, "/%s  %d %sfound; n next, N previous", wanted, count, what);
  else
    explorer_fail(explorer, "nothing matches \"%s\"", wanted);
}

static void end_in_page(Explorer *explorer, bool accepted) {
  const char *wanted = search_typed(explorer);
  if (!accepted) {
    back_in_page(explorer);
    text_clear(&own(explorer)->words);
  } else if (*wanted) {
    int count = reading_count(explorer, wanted);
    say_found(explorer, wanted, count, count == 1 ? "line " : "lines ");
  }
}

static void end_search(Explorer *explorer, bool accepted) {
  own(explorer)->typing = false;
  if (own(explorer)->in_page) {
    end_in_page(explorer, accepted);
    return;
  }
  const char *wanted = text_get(&own(explorer)->line);
  if (!accepted) {
    explorer_go(explorer, own(explorer)->origin);
    text_clear(&own(explorer)->line);
  } else if (*wanted) {
    say_found(explorer, wanted, search_count(own(explorer), explorer->plan), "");
  }
}

void search_event(Explorer *explorer, const Event *event) {
  if (event->kind == EVENT_PASTE) line_edit_paste(typed(explorer), event->text);
  if (event->kind == EVENT_MOUSE) return;
  Key key = event->key;
  bool cancel = key.code == KEYCODE_ESCAPE || key_equal(key, (Key){'c', MODIFIER_CONTROL}) ||
                (key.code == KEYCODE_BACKSPACE && typed(explorer)->length == 0);
  if (event->kind == EVENT_KEY && (cancel || key.code == KEYCODE_ENTER)) {
    end_search(explorer, !cancel);
    return;
  }
  if (event->kind == EVENT_KEY) line_edit_key(typed(explorer), key);
  follow_search(explorer);
}

// ---- Actions.

void action_search(Explorer *explorer) {
  own(explorer)->typing = true;
  own(explorer)->origin = explorer->cursor;
  own(explorer)->in_page = reading_searches(explorer);
  own(explorer)->choice = explorer->choice[explorer->tab];
  own(explorer)->top = detail_pane(explorer)->top;
  own(explorer)->left = detail_pane(explorer)->page.left;
  text_clear(typed(explorer));
}

static void find_in_page(Explorer *explorer, bool forward) {
  const char *wanted = text_get(&own(explorer)->words);
  int from = reading_line(explorer), count = reading_count(explorer, wanted);
  bool again = detail_pane(explorer)->found >= 0 || tab_get(explorer->tab)->list;
  if (!reading_find(explorer, wanted, again ? from + (forward ? 1 : -1) : from, forward)) {
    explorer_fail(explorer, "nothing matches \"%s\"", wanted);
    return;
  }
  int found = reading_line(explorer);
  bool around = again && (forward ? found <= from : found >= from);
  explorer_say(explorer, "/%s  line %d of %d found%s", wanted, reading_number(explorer, wanted), count,
               around ? ", went on at the other end" : "");
}

static void find(Explorer *explorer, bool forward) {
  if (reading_searches(explorer)) {
    find_in_page(explorer, forward);
    return;
  }
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
