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
  vector_free(&own(explorer)->found);
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

// Where the keys are not in a page that is searched, it may be what was meant.
static void fail_to_find(Explorer *explorer, const char *wanted) {
  const Tab *tab = tab_get(explorer->tab);
  char key[KEY_NAME_SIZE];
  if (reading_searches(explorer))
    explorer_fail(explorer, "nothing in %s matches \"%s\"", tab->name, wanted);
  else if (tab->text && tab_is_shown(explorer, explorer->tab))
    explorer_fail(explorer, "no op matches \"%s\"; / searches %s while it has the keys: %s gives them",
                  wanted, tab->name, action_first_key(action_get(ACTION_PANE_4), key));
  else
    explorer_fail(explorer, "no op matches \"%s\"", wanted);
}

// Which of how many matches the cursor, or the page's mark, is at.
static void say_found(Explorer *explorer, const char *wanted, const char *rest) {
  Search *search = own(explorer);
  bool in_page = reading_searches(explorer);
  int count = in_page ? reading_count(explorer, wanted) : search_count(search, explorer->plan);
  int number =
      in_page ? reading_number(explorer, wanted) : search_number(search, explorer->plan, explorer->cursor);
  if (count)
    explorer_say(explorer, "/%s  %s%d of %d found%s", wanted, in_page ? "line " : "", number, count, rest);
  else
    fail_to_find(explorer, wanted);
}

static void go_back(Explorer *explorer) {
  if (own(explorer)->in_page)
    back_in_page(explorer);
  else
    explorer_go(explorer, own(explorer)->origin);
}

static void end_search(Explorer *explorer, bool accepted) {
  own(explorer)->typing = false;
  if (!accepted) {
    go_back(explorer);
    text_clear(typed(explorer));
  } else if (*search_typed(explorer)) {
    say_found(explorer, search_typed(explorer), "; n next, N previous");
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

static bool find_in_page(Explorer *explorer, const char *wanted, bool forward, bool *around) {
  int from = reading_line(explorer);
  bool again = detail_pane(explorer)->found >= 0 || tab_get(explorer->tab)->list;
  bool good = reading_find(explorer, wanted, again ? from + (forward ? 1 : -1) : from, forward);
  int found = reading_line(explorer);
  *around = again && (forward ? found <= from : found >= from);
  return good;
}

static bool find_op(Explorer *explorer, const char *wanted, bool forward, bool *around) {
  int op = search_next(explorer->plan, wanted, explorer->cursor, forward);
  if (op == NO_OP) return false;
  *around = forward ? op <= explorer->cursor : op >= explorer->cursor;
  explorer_go(explorer, op);
  return true;
}

static void find(Explorer *explorer, bool forward) {
  bool in_page = reading_searches(explorer), around;
  const char *wanted = text_get(in_page ? &own(explorer)->words : &own(explorer)->line);
  if ((in_page ? find_in_page : find_op)(explorer, wanted, forward, &around))
    say_found(explorer, wanted, around ? ", went on at the other end" : "");
  else
    fail_to_find(explorer, wanted);
}

void action_find_next(Explorer *explorer) {
  find(explorer, true);
}

void action_find_previous(Explorer *explorer) {
  find(explorer, false);
}
