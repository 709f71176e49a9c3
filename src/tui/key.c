// Names of keys.
#include "tui/key.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct KeyName {
  uint32_t code;
  const char *name;
} KeyName;

static const KeyName names[] = {{KEYCODE_TAB, "Tab"},
                                {KEYCODE_ENTER, "Enter"},
                                {KEYCODE_ESCAPE, "Esc"},
                                {KEYCODE_BACKSPACE, "Backspace"},
                                {' ', "Space"},
                                {'<', "Less"},
                                {'>', "Greater"}, // with modifiers: alone it would end the name
#define X(id, name) {KEYCODE_##id, name},
                                NAMED_KEYS(X)
#undef X
};
enum { NAME_COUNT = sizeof names / sizeof *names };

bool key_equal(Key a, Key b) {
  return a.code == b.code && a.modifiers == b.modifiers;
}

static const char *code_name(uint32_t code) {
  for (int i = 0; i < NAME_COUNT; i++)
    if (names[i].code == code) return names[i].name;
  return NULL;
}

const char *key_name(Key key, char out[KEY_NAME_SIZE]) {
  char character[5];
  text_encode(character, key.code);
  bool plain = !key.modifiers && (key.code == '<' || key.code == '>');
  const char *name = plain ? NULL : code_name(key.code);
  if (!name && !key.modifiers) return memcpy(out, character, sizeof character);
  snprintf(out, KEY_NAME_SIZE, "<%s%s%s%s>", key.modifiers & MODIFIER_CONTROL ? "C-" : "",
           key.modifiers & MODIFIER_ALT ? "A-" : "", key.modifiers & MODIFIER_SHIFT ? "S-" : "",
           name ? name : character);
  return out;
}

static bool parse_modifier(const char **at, unsigned *modifiers) {
  if ((*at)[0] == '\0' || (*at)[1] != '-' || (*at)[2] == '>') return false;
  const char *letters = "SAC", *letter = strchr(letters, (*at)[0]);
  if (!letter) return false;
  *modifiers |= 1u << (letter - letters);
  *at += 2;
  return true;
}

// What stands between '<' (and modifiers) and '>'.
static bool parse_inside(const char *at, size_t length, uint32_t *code) {
  for (int i = 0; i < NAME_COUNT; i++)
    if (strlen(names[i].name) == length && !strncasecmp(names[i].name, at, length)) {
      *code = names[i].code;
      return true;
    }
  return length > 0 && (size_t)text_decode(at, length, code) == length;
}

static bool parse_bracketed(const char *name, Key *key, size_t *length) {
  const char *at = name + 1;
  while (parse_modifier(&at, &key->modifiers))
    continue;
  const char *end = strchr(at, '>');
  if (!end || !parse_inside(at, (size_t)(end - at), &key->code)) return false;
  bool named = code_name(key->code) != NULL;
  if (!key->modifiers && !named) return false;
  *length = (size_t)(end - name) + 1;
  return true;
}

bool key_parse(const char *name, Key *key, size_t *length) {
  *key = (Key){0, 0};
  if (name[0] == '<' && parse_bracketed(name, key, length)) return true;
  *key = (Key){0, 0};
  int bytes = text_decode(name, strnlen(name, 4), &key->code);
  bool alone = name[0] != '<' || name[1] == '\0' || name[1] == ' ';
  if (!bytes || key->code < ' ' || !alone) return false;
  *length = (size_t)bytes;
  return true;
}
