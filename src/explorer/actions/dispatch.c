// Events: to the line or list that is open, else to the action of the key.
#include "explorer/actions/action.h"
#include "explorer/actions/jump.h"
#include "explorer/actions/search.h"
#include "explorer/lesson/lesson.h"
#include "explorer/panes/borders.h"
#include "explorer/panes/kernels.h"
#include "explorer/panes/view.h"
#include "explorer/state/commands.h"
#include "explorer/state/work.h"
#include "explorer/tabs/retrace.h"
#include "tui/line_edit.h"

#include <string.h>

// ---- While a task runs, it alone may touch the session, and while Lua files are first read nobody knows
// what they hold: keys wait.

static void waiting_event(Explorer *explorer, const Event *event) {
  if (event->kind != EVENT_KEY) return;
  bool stop = event->key.code == KEYCODE_ESCAPE || key_equal(event->key, (Key){'c', MODIFIER_CONTROL});
  bool quit = key_equal(event->key, (Key){'q', 0}) && explorer->typed.count == 0;
  if (explorer->task && (stop || quit)) work_stop(explorer->task);
  if (stop) {
    vector_clear(&explorer->typed);
    if (explorer->needs_lists) text_clear(&explorer->message);
    explorer->needs_lists = false;
  } else if (quit) {
    explorer->requests.quit = true;
  } else {
    vector_push(&explorer->typed, event->key);
  }
}

// ---- Pickers.

static void accept_picker(Explorer *explorer) {
  Picker *picker = &explorer->picker;
  const PickerItem *item = picker_chosen(picker);
  picker_close(picker);
  if (item && item->off)
    explorer_fail(explorer, "%s: %s", item->label, item->off);
  else
    picker->accept(explorer, text_get(&picker->input), item);
}

static void picker_event(Explorer *explorer, const Event *event) {
  Picker *picker = &explorer->picker;
  Rect screen = {0, 0, explorer->layout.width, explorer->layout.height};
  if (event->kind == EVENT_PASTE) {
    picker_paste(picker, event->text);
  } else if (event->kind == EVENT_KEY) {
    PickerResult result = picker_key(picker, event->key);
    if (result == PICKER_CANCELLED) picker_close(picker);
    if (result == PICKER_ACCEPTED) accept_picker(explorer);
  } else if (event->button == MOUSE_WHEEL_UP || event->button == MOUSE_WHEEL_DOWN) {
    picker_key(picker, (Key){event->button == MOUSE_WHEEL_UP ? KEYCODE_UP : KEYCODE_DOWN, 0});
  } else if (!rect_contains(picker_area(picker, screen), event->x, event->y)) {
    picker_close(picker);
  } else if (picker_click(picker, screen, event->x, event->y)) {
    accept_picker(explorer);
  }
}

// ---- The panes.

enum { WHEEL_ROWS = 3 };

// Panes share their borders: a border is that of the pane which it names.
static bool pane_at(const Explorer *explorer, int x, int y, Pane *pane) {
  for (int i = 0; i < PANE_COUNT; i++) {
    Rect frame = explorer->layout.frame[i];
    if (y == frame.y && x > frame.x && x < frame.x + frame.width - 1) return *pane = (Pane)i, true;
  }
  for (int i = 0; i < PANE_COUNT; i++)
    if (rect_contains(explorer->layout.frame[i], x, y)) return *pane = (Pane)i, true;
  return false;
}

static void mouse_event(Explorer *explorer, const Event *event) {
  Pane pane;
  bool click = event->button == MOUSE_LEFT;
  bool wheel = event->button == MOUSE_WHEEL_UP || event->button == MOUSE_WHEEL_DOWN;
  if (click || wheel) text_clear(&explorer->message); // as a key does
  if (click && rect_contains(explorer->layout.hints, event->x, event->y) && !lesson_is_typing(explorer))
    view_hints_click(explorer, event->x - explorer->layout.hints.x);
  if (click) borders_press(explorer, event->x, event->y);
  if (!pane_at(explorer, event->x, event->y, &pane)) return;
  const View *view = view_of(explorer, pane);
  Rect inside = explorer->layout.inside[pane];
  if (wheel) {
    view->move(explorer, event->button == MOUSE_WHEEL_UP ? -WHEEL_ROWS : WHEEL_ROWS);
    return;
  }
  if (!click) return;
  explorer_focus(explorer, pane);
  if (rect_contains(inside, event->x, event->y))
    view->click(explorer, event->x - inside.x, event->y - inside.y);
  else if (pane == PANE_DETAIL && event->y < inside.y)
    view_detail_title_click(explorer, event->x - explorer->layout.frame[pane].x);
}

static void key_event(Explorer *explorer, Key key) {
  const Action *action = action_for_key(key);
  char name[KEY_NAME_SIZE];
  bool keeps_message = action && action->id == ACTION_MESSAGE;
  if (!keeps_message) text_clear(&explorer->message);
  if (action)
    action_run(explorer, action);
  else if (commands_for_key(explorer, key) >= 0)
    commands_start(explorer, commands_for_key(explorer, key));
  else if (key.code == KEYCODE_ESCAPE && explorer->apart)
    work_stop(explorer->apart);
  else if (key.code == KEYCODE_ESCAPE)
    retrace_leave(explorer);
  else
    explorer_say(explorer, "%s does nothing; ? shows what the keys do", key_name(key, name));
}

static void pane_event(Explorer *explorer, const Event *event) {
  if (event->kind == EVENT_KEY) key_event(explorer, event->key);
  if (event->kind == EVENT_MOUSE) mouse_event(explorer, event);
}

// Which of the keys of panes ask for what Lua files hold; one without an action may be that of a command.
static bool asks_for_lists(Key key) {
  const Action *action = action_for_key(key);
  if (!action) return key.code != KEYCODE_ESCAPE;
  return action->id == ACTION_HEURISTIC || action->id == ACTION_OPTIONS || action->id == ACTION_LESSONS ||
         action->id == ACTION_PALETTE || action->id == ACTION_HELP;
}

// Moves that leave no place behind to come back to.
static bool scrolls(const Event *event) {
  static const ActionId scrolling[] = {ACTION_DOWN,      ACTION_UP,          ACTION_PAGE_DOWN,
                                       ACTION_PAGE_UP,   ACTION_HALF_DOWN,   ACTION_HALF_UP,
                                       ACTION_JUMP_BACK, ACTION_JUMP_FORWARD};
  if (event->kind == EVENT_MOUSE) return event->button != MOUSE_LEFT;
  const Action *action = event->kind == EVENT_KEY ? action_for_key(event->key) : NULL;
  for (size_t i = 0; action && i < sizeof scrolling / sizeof *scrolling; i++)
    if (action->id == scrolling[i]) return true;
  return false;
}

typedef void Handler(Explorer *explorer, const Event *event);

static Handler *handler_of(const Explorer *explorer, const Event *event) {
  if (explorer->task || explorer->needs_lists || lesson_is_awaited(explorer)) return waiting_event;
  if (search_of(explorer)->typing) return search_event;
  if (kernels_filtering(explorer)) return kernel_filter_event;
  if (jump_mark_awaited(explorer)) return jump_mark_event;
  if (explorer->picker.open) return picker_event;
  return lesson_takes(explorer, event) ? lesson_event : pane_event;
}

// Whether the event asks for what Lua files hold while these are first read.
static bool must_wait(const Explorer *explorer, const Event *event) {
  return event->kind == EVENT_KEY && asks_for_lists(event->key) && !catalog_is_read(explorer->catalog) &&
         handler_of(explorer, event) == pane_event;
}

static void wait_for_lists(Explorer *explorer) {
  explorer->needs_lists = true;
  explorer_say(explorer, "Lua files are being read; Esc gives up the keys that wait for them");
}

void explorer_event(Explorer *explorer, const Event *event) {
  if (event->kind == EVENT_DRAG || event->kind == EVENT_RELEASE) {
    borders_event(explorer, event);
    return;
  }
  bool steps = jump_mark_awaited(explorer) && event->kind == EVENT_KEY && event->key.code == '\'';
  int from = search_of(explorer)->typing ? search_of(explorer)->origin : explorer->cursor;
  lesson_interrupt(explorer, event);
  if (must_wait(explorer, event)) wait_for_lists(explorer);
  handler_of(explorer, event)(explorer, event);
  if (!explorer->task && !search_of(explorer)->typing && !steps && !scrolls(event))
    jump_record(explorer, from);
}

// ---- Keys that waited.

// The first key cannot be done yet.
static bool still_waits(Explorer *explorer, const Event *first) {
  if (must_wait(explorer, first)) wait_for_lists(explorer);
  return explorer->needs_lists || explorer->task || explorer->requests.quit || explorer->turn ||
         lesson_is_awaited(explorer);
}

void explorer_catch_up(Explorer *explorer) {
  int done = 0;
  for (; done < explorer->typed.count; done++) {
    Event next = {.kind = EVENT_KEY, .key = explorer->typed.data[done]};
    if (still_waits(explorer, &next)) break;
    explorer_event(explorer, &next);
  }
  if (done == 0) return;
  explorer->typed.count -= done;
  memmove(explorer->typed.data, explorer->typed.data + done,
          sizeof *explorer->typed.data * (size_t)explorer->typed.count);
}

bool explorer_lists_read(Explorer *explorer) {
  bool new_commands = !explorer->picker.open && commands_update(explorer), waited = explorer->needs_lists;
  explorer->needs_lists = false;
  explorer_catch_up(explorer);
  return new_commands || waited;
}
