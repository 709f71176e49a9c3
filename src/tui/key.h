// Keys and their names: "j", "<Down>", "<C-r>", "<S-Tab>".
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Keys that are no characters have codes behind Unicode's.
#define NAMED_KEYS(X) \
  X(UP, "Up") \
  X(DOWN, "Down") \
  X(LEFT, "Left") \
  X(RIGHT, "Right") \
  X(HOME, "Home") \
  X(END, "End") \
  X(PAGE_UP, "PageUp") \
  X(PAGE_DOWN, "PageDown") \
  X(INSERT, "Insert") \
  X(DELETE, "Delete") \
  X(F1, "F1") \
  X(F2, "F2") \
  X(F3, "F3") \
  X(F4, "F4") \
  X(F5, "F5") \
  X(F6, "F6") \
  X(F7, "F7") \
  X(F8, "F8") \
  X(F9, "F9") \
  X(F10, "F10") \
  X(F11, "F11") \
  X(F12, "F12")

enum {
  KEYCODE_TAB = '\t',
  KEYCODE_ENTER = '\r',
  KEYCODE_ESCAPE = 27,
  KEYCODE_BACKSPACE = 127,
  KEYCODE_NAMED = 0x110000,
#define X(id, name) KEYCODE_##id,
  NAMED_KEYS(X)
#undef X
      KEYCODE_END_OF_NAMED
};

enum { MODIFIER_SHIFT = 1, MODIFIER_ALT = 2, MODIFIER_CONTROL = 4 };

typedef struct Key {
  uint32_t code;      // code point (shifted letters are capitals, without MODIFIER_SHIFT) or KEYCODE_...
  unsigned modifiers; // MODIFIER_... bits; control with letters: code is the small letter
} Key;

bool key_equal(Key a, Key b);
enum { KEY_NAME_SIZE = 24 };
const char *key_name(Key key, char out[KEY_NAME_SIZE]); // "<C-r>"
// The key that a name in a keymap or script begins with; *length gets the bytes used. False when it is none.
bool key_parse(const char *name, Key *key, size_t *length);
