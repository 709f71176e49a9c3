// Pickers: items, filtering, keys.
#include "tui/picker.h"

#include "base/arena.h"
#include "tui/fuzzy.h"
#include "tui/line_edit.h"

#include <stdlib.h>
#include <string.h>

static void clear_items(Picker *picker) {
  for (int i = 0; i < picker->items.count; i++) {
    PickerItem *item = &picker->items.data[i];
    free(item->label);
    free(item->detail);
    free(item->keys);
    free(item->off);
  }
  vector_clear(&picker->items);
  vector_clear(&picker->shown);
}

void picker_open(Picker *picker, const char *title, PickerAccept accept) {
  clear_items(picker);
  text_clear(&picker->input);
  picker->open = true;
  picker->title = title;
  picker->accept = accept;
  picker->free_text = picker->reading = false;
  picker->selected = picker->top = 0;
}

void picker_ask(Picker *picker, const char *title, const char *suggestion, PickerAccept accept) {
  picker_open(picker, title, accept);
  picker->free_text = true;
  text_add(&picker->input, suggestion);
  picker_filter(picker);
}

void picker_item(Picker *picker, const char *label, const char *detail, const char *keys, const char *off,
                 int value) {
  vector_push(&picker->items, (PickerItem){.label = memory_strdup(label),
                                           .detail = memory_strdup(detail ? detail : ""),
                                           .keys = memory_strdup(keys ? keys : ""),
                                           .off = off ? memory_strdup(off) : NULL,
                                           .value = value});
}

void picker_heading(Picker *picker, const char *label) {
  picker_item(picker, label, NULL, NULL, NULL, -1);
  picker->items.data[picker->items.count - 1].heading = true;
}

void picker_close(Picker *picker) {
  picker->open = false;
}

void picker_free(Picker *picker) {
  clear_items(picker);
  vector_free(&picker->items);
  vector_free(&picker->shown);
  text_free(&picker->input);
}

// ---- Filtering.

// Whether one of the keys, separated by blanks, is just what was typed.
static bool names_key(const char *keys, const char *typed) {
  size_t length = strlen(typed);
  for (const char *at = keys; *at; at += strspn(at, " ")) {
    size_t word = strcspn(at, " ");
    if (word == length && !strncmp(at, typed, length)) return true;
    at += word;
  }
  return false;
}

static int score(const PickerItem *item, const char *typed) {
  if (!*typed) return 1;
  if (item->heading) return 0;
  if (names_key(item->keys, typed)) return 1 << 20;
  int label = fuzzy_score(typed, item->label);
  return label ? label + 100 : fuzzy_contains(item->detail, typed) ? 1 : 0;
}

static int compare_ranks(const void *a, const void *b) {
  const PickerRank *x = a, *y = b;
  return x->score != y->score ? y->score - x->score : x->item - y->item;
}

static bool selectable(const Picker *picker, int at) {
  return !picker->items.data[picker->shown.data[at].item].heading;
}

static void select_near(Picker *picker, int at, int direction) {
  int count = picker->shown.count;
  if (at >= count) at = count - 1, direction = -1;
  if (at < 0) at = 0, direction = 1;
  while (at >= 0 && at < count && !selectable(picker, at))
    at += direction;
  if (at >= 0 && at < count) picker->selected = at;
}

void picker_filter(Picker *picker) {
  vector_clear(&picker->shown);
  for (int i = 0; i < picker->items.count; i++) {
    int points = score(&picker->items.data[i], text_get(&picker->input));
    if (points) vector_push(&picker->shown, (PickerRank){i, points});
  }
  if (picker->shown.count)
    qsort(picker->shown.data, (size_t)picker->shown.count, sizeof *picker->shown.data, compare_ranks);
  picker->selected = picker->top = 0;
  select_near(picker, 0, 1);
}

const PickerItem *picker_chosen(const Picker *picker) {
  if (picker->selected >= picker->shown.count) return NULL;
  const PickerItem *item = &picker->items.data[picker->shown.data[picker->selected].item];
  return item->heading ? NULL : item;
}

// ---- Keys.

// Tab takes the selected item's label over into the line.
static void complete(Picker *picker) {
  const PickerItem *item = picker_chosen(picker);
  if (!item) return;
  text_clear(&picker->input);
  text_add(&picker->input, item->label);
  picker_filter(picker);
}

static bool is_control(Key key, char letter) {
  return key_equal(key, (Key){(uint32_t)letter, MODIFIER_CONTROL});
}

// Drawing keeps `top` within the text.
static PickerResult reading_key(Picker *picker, Key key) {
  if (key.code == KEYCODE_ESCAPE || key.code == KEYCODE_ENTER || key.code == 'q' || is_control(key, 'c'))
    return PICKER_CANCELLED;
  if (key.code == KEYCODE_UP || key.code == 'k')
    picker->top--;
  else if (key.code == KEYCODE_DOWN || key.code == 'j')
    picker->top++;
  else if (key.code == KEYCODE_PAGE_UP)
    picker->top -= 10;
  else if (key.code == KEYCODE_PAGE_DOWN || key.code == ' ')
    picker->top += 10;
  else if (key.code == KEYCODE_HOME || key.code == 'g')
    picker->top = 0;
  else if (key.code == KEYCODE_END || key.code == 'G')
    picker->top = picker->shown.count;
  return PICKER_OPEN;
}

PickerResult picker_key(Picker *picker, Key key) {
  if (picker->reading) return reading_key(picker, key);
  if (key.code == KEYCODE_ESCAPE || is_control(key, 'c')) return PICKER_CANCELLED;
  if (key.code == KEYCODE_ENTER) return PICKER_ACCEPTED;
  if (key.code == KEYCODE_TAB)
    complete(picker);
  else if (key.code == KEYCODE_UP || is_control(key, 'p'))
    select_near(picker, picker->selected - 1, -1);
  else if (key.code == KEYCODE_DOWN || is_control(key, 'n'))
    select_near(picker, picker->selected + 1, 1);
  else if (key.code == KEYCODE_PAGE_UP)
    select_near(picker, picker->selected - 10, -1);
  else if (key.code == KEYCODE_PAGE_DOWN)
    select_near(picker, picker->selected + 10, 1);
  else if (key.code == KEYCODE_HOME)
    select_near(picker, 0, 1);
  else if (key.code == KEYCODE_END)
    select_near(picker, picker->shown.count - 1, -1);
  else if (line_edit_key(&picker->input, key))
    picker_filter(picker);
  return PICKER_OPEN;
}

void picker_paste(Picker *picker, const char *text) {
  if (picker->reading) return;
  line_edit_paste(&picker->input, text);
  picker_filter(picker);
}
