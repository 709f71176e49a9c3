// Decoding of terminal input: UTF-8, xterm's function keys with modifiers, SGR mouse reports, bracketed
// paste.
#include "tui/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char paste_end[] = "\033[201~";

enum { SEQUENCE_LIMIT = 64 }; // no sequence that we know is longer

void input_feed(Input *input, const char *bytes, size_t length) {
  text_add_bytes(&input->pending, bytes, length);
}

void input_free(Input *input) {
  text_free(&input->pending);
  text_free(&input->paste);
  text_free(&input->delivered);
}

bool input_waiting(const Input *input) {
  return input->at < input->pending.length;
}

static const char *rest(const Input *input, size_t *length) {
  *length = input->pending.length - input->at;
  return text_get(&input->pending) + input->at;
}

static void use_up(Input *input, size_t bytes) {
  input->at += bytes;
  if (input->at < input->pending.length) return;
  text_clear(&input->pending);
  input->at = 0;
}

// ---- Control sequences: ESC [ parameters final.

enum { PARAMETERS = 4 }; // as many as the sequences that we know have

typedef struct Sequence {
  int parameter[PARAMETERS];
  int count;   // more than PARAMETERS: none that we know
  char prefix; // '<' before mouse reports, else 0
  char final;
} Sequence;

static void add_digit(Sequence *sequence, char digit) {
  if (sequence->count > PARAMETERS) return;
  int *last = &sequence->parameter[sequence->count - 1];
  if (*last < 100000) *last = *last * 10 + (digit - '0');
}

// How many bytes the sequence at `bytes` (behind ESC [) takes; 0: incomplete, -1: malformed.
static int parse_sequence(const char *bytes, size_t length, Sequence *sequence) {
  *sequence = (Sequence){.count = 1};
  size_t at = 0;
  if (length > 0 && strchr("<?>=", bytes[0]) && bytes[0]) sequence->prefix = bytes[at++];
  for (; at < length && at <= SEQUENCE_LIMIT; at++) {
    char c = bytes[at];
    if (c >= '0' && c <= '9') {
      add_digit(sequence, c);
    } else if (c == ';') {
      sequence->count++;
    } else {
      sequence->final = c;
      return c >= '@' && c <= '~' ? (int)at + 1 : -1;
    }
  }
  return at > SEQUENCE_LIMIT ? -1 : 0;
}

static uint32_t letter_key(char final) {
  switch (final) {
    case 'A':
      return KEYCODE_UP;
    case 'B':
      return KEYCODE_DOWN;
    case 'C':
      return KEYCODE_RIGHT;
    case 'D':
      return KEYCODE_LEFT;
    case 'H':
      return KEYCODE_HOME;
    case 'F':
      return KEYCODE_END;
    case 'P':
      return KEYCODE_F1;
    case 'Q':
      return KEYCODE_F2;
    case 'R':
      return KEYCODE_F3;
    case 'S':
      return KEYCODE_F4;
    case 'M':
      return KEYCODE_ENTER; // of the keypad, in application mode
    default:
      return 0;
  }
}

// ESC [ number ~
static uint32_t number_key(int number) {
  static const struct {
    int number;
    uint32_t code;
  } table[] = {{1, KEYCODE_HOME},    {2, KEYCODE_INSERT},    {3, KEYCODE_DELETE}, {4, KEYCODE_END},
               {5, KEYCODE_PAGE_UP}, {6, KEYCODE_PAGE_DOWN}, {7, KEYCODE_HOME},   {8, KEYCODE_END},
               {11, KEYCODE_F1},     {12, KEYCODE_F2},       {13, KEYCODE_F3},    {14, KEYCODE_F4},
               {15, KEYCODE_F5},     {17, KEYCODE_F6},       {18, KEYCODE_F7},    {19, KEYCODE_F8},
               {20, KEYCODE_F9},     {21, KEYCODE_F10},      {23, KEYCODE_F11},   {24, KEYCODE_F12}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].number == number) return table[i].code;
  return 0;
}

// xterm sends 1 + a bit for each modifier.
static unsigned modifiers_of(const Sequence *sequence) {
  return sequence->count > 1 && sequence->parameter[1] > 1 ? (unsigned)(sequence->parameter[1] - 1) & 7 : 0;
}

static bool key_event(const Sequence *sequence, Event *event) {
  uint32_t code = sequence->final == '~' ? number_key(sequence->parameter[0]) : letter_key(sequence->final);
  unsigned modifiers = modifiers_of(sequence);
  if (sequence->final == 'Z') code = KEYCODE_TAB, modifiers = MODIFIER_SHIFT;
  *event = (Event){.kind = EVENT_KEY, .key = {code, modifiers}};
  return code != 0;
}

enum { MOUSE_MOVED = 32, MOUSE_MODIFIERS = 4 | 8 | 16 };

// What the report tells of the left button after it went down.
static bool mouse_left_down(const Sequence *sequence, EventKind *kind) {
  int button = sequence->parameter[0] & ~MOUSE_MODIFIERS;
  *kind = sequence->final == 'm' ? EVENT_RELEASE : EVENT_DRAG;
  return button == (sequence->final == 'm' ? MOUSE_LEFT : MOUSE_MOVED);
}

// ESC [ < button ; column ; row M (pressed) or m (released). Bit 5 of button: movement; bit 6: the wheel.
static bool mouse_event(const Sequence *sequence, Event *event) {
  if (sequence->count < 3 || (sequence->final != 'M' && sequence->final != 'm')) return false;
  int button = sequence->parameter[0];
  *event = (Event){.x = sequence->parameter[1] - 1, .y = sequence->parameter[2] - 1};
  if (button & MOUSE_MOVED || sequence->final == 'm')
    return mouse_left_down(sequence, &event->kind) && event->x >= 0 && event->y >= 0;
  MouseButton which =
      button & 64 ? (button & 1 ? MOUSE_WHEEL_DOWN : MOUSE_WHEEL_UP) : (MouseButton)(button & 3);
  if ((button & 3) == 3 || (button & 66) == 66) return false;
  event->kind = EVENT_MOUSE, event->button = which;
  return event->x >= 0 && event->y >= 0;
}

typedef enum Outcome { OUTCOME_EVENT, OUTCOME_NOTHING, OUTCOME_INCOMPLETE } Outcome;

static Outcome control_sequence(Input *input, const char *bytes, size_t length, Event *event) {
  Sequence sequence;
  int used = parse_sequence(bytes + 2, length - 2, &sequence);
  if (used == 0) return OUTCOME_INCOMPLETE;
  use_up(input, used < 0 ? 2 : (size_t)used + 2);
  if (used < 0) return OUTCOME_NOTHING;
  if (sequence.final == '~' && sequence.parameter[0] == 200) {
    input->pasting = true;
    return OUTCOME_NOTHING;
  }
  if (sequence.count > PARAMETERS) return OUTCOME_NOTHING;
  bool known = sequence.prefix == '<' ? mouse_event(&sequence, event)
                                      : !sequence.prefix && key_event(&sequence, event);
  return known ? OUTCOME_EVENT : OUTCOME_NOTHING;
}

// ---- Single characters.

static Key character_key(uint32_t c) {
  if (c == '\r' || c == '\n') return (Key){KEYCODE_ENTER, 0};
  if (c == '\t' || c == KEYCODE_ESCAPE || c == KEYCODE_BACKSPACE) return (Key){c, 0};
  if (c == 8) return (Key){KEYCODE_BACKSPACE, 0};
  if (c == 0) return (Key){' ', MODIFIER_CONTROL};
  if (c < 27) return (Key){c + 'a' - 1, MODIFIER_CONTROL};
  if (c < 32) return (Key){c + '@', MODIFIER_CONTROL};
  return (Key){c, 0};
}

static Outcome character(Input *input, const char *bytes, size_t length, unsigned modifiers, Event *event) {
  uint32_t codepoint;
  int used = text_decode(bytes, length, &codepoint);
  bool cut = !used && length < 4 && ((unsigned char)bytes[0] & 0xc0) == 0xc0;
  if (cut) return OUTCOME_INCOMPLETE;
  use_up(input, (used ? (size_t)used : 1) + (modifiers ? 1 : 0));
  if (!used) return OUTCOME_NOTHING;
  *event = (Event){.kind = EVENT_KEY, .key = character_key(codepoint)};
  event->key.modifiers |= modifiers;
  return OUTCOME_EVENT;
}

static Outcome escape(Input *input, const char *bytes, size_t length, bool idle, Event *event) {
  bool sequence = length > 1 && (bytes[1] == '[' || bytes[1] == 'O');
  if (sequence && bytes[1] == '[' && length > 2) {
    Outcome outcome = control_sequence(input, bytes, length, event);
    if (outcome != OUTCOME_INCOMPLETE || !idle) return outcome;
    use_up(input, length); // a torn sequence: its letters are no keys
    return OUTCOME_NOTHING;
  }
  if (sequence && bytes[1] == 'O' && length > 2) {
    uint32_t code = letter_key(bytes[2]);
    use_up(input, 3);
    *event = (Event){.kind = EVENT_KEY, .key = {code, 0}};
    return code ? OUTCOME_EVENT : OUTCOME_NOTHING;
  }
  if (length > 1 && !sequence && bytes[1] != KEYCODE_ESCAPE)
    return character(input, bytes + 1, length - 1, MODIFIER_ALT, event);
  if (length == 1 && !idle) return OUTCOME_INCOMPLETE;
  if (sequence && !idle) return OUTCOME_INCOMPLETE;
  if (sequence) return character(input, bytes + 1, length - 1, MODIFIER_ALT, event);
  use_up(input, 1);
  *event = (Event){.kind = EVENT_KEY, .key = {KEYCODE_ESCAPE, 0}};
  return OUTCOME_EVENT;
}

// ---- Pasted text.

static Outcome paste(Input *input, const char *bytes, size_t length, Event *event) {
  const char *end = memmem(bytes, length, paste_end, strlen(paste_end));
  size_t inside = end ? (size_t)(end - bytes) : length;
  if (!end) inside = inside > strlen(paste_end) ? inside - strlen(paste_end) : 0; // perhaps half of the mark
  size_t room = INPUT_PASTE_LIMIT - input->paste.length;
  text_add_bytes(&input->paste, bytes, inside < room ? inside : room);
  use_up(input, end ? inside + strlen(paste_end) : inside);
  if (!end) return OUTCOME_INCOMPLETE;
  input->pasting = false;
  text_clear(&input->delivered);
  text_add_bytes(&input->delivered, text_get(&input->paste), input->paste.length);
  text_clear(&input->paste);
  *event = (Event){.kind = EVENT_PASTE, .text = text_get(&input->delivered)};
  return OUTCOME_EVENT;
}

static Outcome step(Input *input, bool idle, Event *event) {
  size_t length;
  const char *bytes = rest(input, &length);
  if (input->pasting) return paste(input, bytes, length, event);
  if (bytes[0] == KEYCODE_ESCAPE) return escape(input, bytes, length, idle, event);
  Outcome outcome = character(input, bytes, length, 0, event);
  if (outcome == OUTCOME_INCOMPLETE && idle) return use_up(input, 1), OUTCOME_NOTHING;
  return outcome;
}

bool input_next(Input *input, bool idle, Event *event) {
  while (input_waiting(input)) {
    Outcome outcome = step(input, idle, event);
    if (outcome == OUTCOME_EVENT) return true;
    if (outcome == OUTCOME_INCOMPLETE) return false;
  }
  return false;
}
