// Input: the bytes that a terminal sends, taken apart into keys, mouse events and pasted text.
#pragma once

#include "base/text.h"
#include "tui/key.h"

typedef enum EventKind {
  EVENT_KEY,
  EVENT_MOUSE,   // a button went down, or the wheel turned
  EVENT_DRAG,    // the mouse moved with the left button down
  EVENT_RELEASE, // the left button went up
  EVENT_PASTE,   // text between bracketed-paste marks: never keys
} EventKind;

typedef enum MouseButton {
  MOUSE_LEFT,
  MOUSE_MIDDLE,
  MOUSE_RIGHT,
  MOUSE_WHEEL_UP,
  MOUSE_WHEEL_DOWN
} MouseButton;

typedef struct Event {
  EventKind kind;
  Key key;
  MouseButton button; // EVENT_MOUSE: which
  int x, y;           // of the mouse: cell, from 0
  const char *text;   // EVENT_PASTE: until the next call
} Event;

// What has come in and is not yet understood. Zero-initialized is empty.
typedef struct Input {
  Text pending;
  size_t at; // how much of `pending` is used up
  bool pasting;
  Text paste;     // pasted so far
  Text delivered; // what the last paste event points to
} Input;

void input_feed(Input *input, const char *bytes, size_t length);
// The next event; false when there is none, or only the beginning of one. `idle`: nothing more came in for
// INPUT_ESCAPE_MS, so that an escape byte is the Esc key and not the beginning of a sequence.
bool input_next(Input *input, bool idle, Event *event);
bool input_waiting(const Input *input); // the beginning of an event is there
void input_free(Input *input);

enum { INPUT_ESCAPE_MS = 10, INPUT_PASTE_LIMIT = 1 << 20 };
