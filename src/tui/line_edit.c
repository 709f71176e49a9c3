// Editing of one line of text.
#include "tui/line_edit.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

static void cut_to(Text *line, size_t length) {
  if (!line->data) return;
  line->length = length;
  line->data[length] = '\0';
}

static void take_character(Text *line) {
  size_t length = line->length;
  while (length > 0 && ((unsigned char)line->data[length - 1] & 0xc0) == 0x80)
    length--;
  if (length > 0) cut_to(line, length - 1);
}

static void take_word(Text *line) {
  size_t length = line->length;
  while (length > 0 && line->data[length - 1] == ' ')
    length--;
  while (length > 0 && line->data[length - 1] != ' ')
    length--;
  cut_to(line, length);
}

bool line_edit_key(Text *line, Key key) {
  if (key.code == KEYCODE_BACKSPACE) return take_character(line), true;
  if (key_equal(key, (Key){'w', MODIFIER_CONTROL})) return take_word(line), true;
  if (key_equal(key, (Key){'u', MODIFIER_CONTROL})) return cut_to(line, 0), true;
  if (key.modifiers || key.code < ' ' || key.code >= KEYCODE_NAMED) return false;
  char bytes[5];
  text_add_bytes(line, bytes, (size_t)text_encode(bytes, key.code));
  return true;
}

void line_edit_paste(Text *line, const char *text) {
  size_t length = strcspn(text, "\r\n");
  char *copy = memory_strndup(text, length);
  if (!copy) return;
  text_sanitize(copy);
  text_add(line, copy);
  free(copy);
}
