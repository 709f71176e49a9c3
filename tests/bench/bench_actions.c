// Every key of the explorer's table of actions, one after another.
#include "bench_actions.h"

#include "explorer/actions/action.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3, WORST = 10, KEY_BYTES = 8, FIRST_MS = 60000, SILENCE_MS = 100 };

// What leaves the program, or is answered by others: a compiler, a GPU, an editor.
static bool is_apart(ActionId id) {
  static const ActionId apart[] = {ACTION_QUIT, ACTION_SUSPEND,    ACTION_COMPILE,  ACTION_COMPILE_KERNEL,
                                   ACTION_TIME, ACTION_TIME_COUNT, ACTION_EDIT_FILE};
  for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
    if (apart[i] == id) return true;
  return false;
}

// What a terminal sends for a key; false for keys that no action begins with.
static bool key_bytes(Key key, char out[KEY_BYTES]) {
  static const struct {
    uint32_t code;
    const char *bytes;
  } named[] = {{KEYCODE_PAGE_DOWN, "\033[6~"}, {KEYCODE_PAGE_UP, "\033[5~"}, {KEYCODE_F2, "\033OQ"},
               {KEYCODE_F3, "\033OR"},         {KEYCODE_F4, "\033OS"},       {KEYCODE_F10, "\033[21~"}};
  for (size_t i = 0; i < sizeof named / sizeof *named; i++)
    if (named[i].code == key.code) return strcpy(out, named[i].bytes) != NULL;
  if (key.code == KEYCODE_TAB && key.modifiers == MODIFIER_SHIFT) return strcpy(out, "\033[Z") != NULL;
  if (key.code >= 0x7f) return false;
  out[0] = (char)(key.modifiers & MODIFIER_CONTROL ? key.code & 0x1f : key.code);
  out[1] = '\0';
  return true;
}

// Lists, lines and letters that a key asks for are left again; the ops have the keys.
static void settle(PtyProgram *program) {
  static const char *const back[] = {"\033", "\033", "1"};
  Samples unused = {0};
  for (size_t i = 0; i < sizeof back / sizeof *back; i++)
    pty_press(program, back[i], &unused);
  pty_wait_quiet(program);
  vector_free(&unused);
}

// The longest of a few times, of which the first finds the program as it was opened.
static void press_action(PtyProgram *program, const char *bytes, Samples *samples) {
  Samples rounds = {0};
  for (int round = 0; round < ROUNDS; round++) {
    pty_press(program, bytes, &rounds);
    settle(program);
  }
  samples_sort_busy(&rounds);
  if (rounds.count) vector_push(samples, rounds.data[rounds.count - 1]);
  vector_free(&rounds);
}

static void press_all(PtyProgram *program, char keys[ACTION_COUNT][KEY_BYTES], Samples *samples) {
  for (int id = 0; id < ACTION_COUNT; id++) {
    const Action *action = action_get((ActionId)id);
    Key key;
    size_t length;
    if (is_apart(action->id) || !key_parse(action->keys, &key, &length)) continue;
    if (key_bytes(key, keys[id])) press_action(program, keys[id], samples);
  }
}

static const char *action_of(const char *bytes, char keys[ACTION_COUNT][KEY_BYTES]) {
  for (int id = 0; id < ACTION_COUNT; id++)
    if (bytes == keys[id]) return action_get((ActionId)id)->name;
  return "";
}

static void print_worst(const Samples *samples, char keys[ACTION_COUNT][KEY_BYTES]) {
  char name[32];
  for (int i = samples->count - 1; i >= 0 && i >= samples->count - WORST; i--) {
    const Sample *sample = &samples->data[i];
    samples_name_keys(sample->key, name, sizeof name);
    printf("    %-6s %-24s busy %7.2f ms, %7.2f ms in all, %5ld page faults\n", name,
           action_of(sample->key, keys), sample->busy, sample->milliseconds, sample->faults);
  }
}

void bench_actions(const char *path, const char *name, int width, int height) {
  static char keys[ACTION_COUNT][KEY_BYTES];
  char size[32];
  snprintf(size, sizeof size, "%dx%d", width, height);
  PtyProgram program = pty_start(path, width, height);
  Samples samples = {0};
  program.silence = SILENCE_MS;
  if (pty_wait_frame(&program, FIRST_MS) < 0) printf("%s: no frame: is the program well?\n", name);
  settle(&program);
  press_all(&program, keys, &samples);
  samples_print("every action", name, size, &samples);
  print_worst(&samples, keys);
  vector_free(&samples);
  pty_stop(&program);
}
