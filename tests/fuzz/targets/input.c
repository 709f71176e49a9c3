// What a terminal sends, in two pieces: the first byte says where they part.
#include "../fuzz.h"

#include "tui/input.h"

// Every key that is typed has a name that a script of keys can use.
static void check_name(Key key) {
  char name[KEY_NAME_SIZE];
  Key again;
  size_t used;
  key_name(key, name);
  if (!key_parse(name, &again, &used) || !key_equal(key, again))
    fuzz_fail("key %u with modifiers %u is named \"%s\"", key.code, key.modifiers, name);
}

bool fuzz_input(char *text, size_t length) {
  Input input = {0};
  Event event;
  int keys = 0;
  size_t half = length ? (unsigned char)*text % length : 0;
  input_feed(&input, text, half);
  while (input_next(&input, false, &event))
    keys += event.kind == EVENT_KEY;
  input_feed(&input, text + half, length - half);
  for (int idle = 0; idle < 2; idle++)
    while (input_next(&input, idle, &event)) {
      if (event.kind != EVENT_KEY) continue;
      check_name(event.key);
      keys++;
    }
  input_free(&input);
  return keys > 0;
}
