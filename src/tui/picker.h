// Pickers: a line of input and a list that it filters, above the panes. The palette, the help, the choice of
// a heuristic or theme, and the question for a file name.
#pragma once

#include "base/vector.h"
#include "tui/glyph.h"
#include "tui/grid.h"
#include "tui/key.h"

struct Explorer;

typedef struct PickerItem {
  char *label, *detail; // detail: right of the label, dimmer
  char *keys;           // at the right end; may be ""
  char *off;            // why it cannot be chosen now; NULL: it can
  int value;            // handed to `accept`
  bool heading;         // a group's name: only shown while nothing is typed
} PickerItem;

typedef struct PickerRank {
  int item, score;
} PickerRank;

// What happens with the answer: the typed text and the chosen item (NULL when none was).
typedef void (*PickerAccept)(struct Explorer *explorer, const char *text, const PickerItem *item);

typedef struct Picker {
  bool open;
  const char *title;
  bool free_text; // the typed text is the answer; items, if any, complete it
  bool reading;   // nothing is chosen: the items are lines of a text to scroll
  PickerAccept accept;
  Text input;
  VECTOR(PickerItem) items;
  VECTOR(PickerRank) shown; // best first
  int selected, top;        // among `shown`
} Picker;

// Opens an empty picker; fill it with picker_item, then picker_filter.
void picker_open(Picker *picker, const char *title, PickerAccept accept);
// Opens one whose answer is the typed text; the suggestion can be edited.
void picker_ask(Picker *picker, const char *title, const char *suggestion, PickerAccept accept);
void picker_item(Picker *picker, const char *label, const char *detail, const char *keys, const char *off,
                 int value);
void picker_heading(Picker *picker, const char *label);
void picker_filter(Picker *picker); // after the items or the input changed
void picker_close(Picker *picker);
void picker_free(Picker *picker);

// What a key did to it.
typedef enum PickerResult { PICKER_OPEN, PICKER_CANCELLED, PICKER_ACCEPTED } PickerResult;
PickerResult picker_key(Picker *picker, Key key);
void picker_paste(Picker *picker, const char *text);   // its first line
const PickerItem *picker_chosen(const Picker *picker); // NULL when nothing is listed

// `screen`: the whole screen. It takes the middle of it.
Rect picker_area(const Picker *picker, Rect screen);
void picker_draw(Picker *picker, Canvas screen, GlyphSet glyphs);
// A click: selects a line; true when the selected one was clicked (accept it).
bool picker_click(Picker *picker, Rect screen, int x, int y);
