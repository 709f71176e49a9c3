// A monkey at the keyboard: random keys, clicks, pastes and resizes over a real dump; after each the state
// must be whole.
#include "base/random.h"
#include "test.h"
#include "ui/action.h"
#include "ui/explorer.h"

#include <stdio.h>

enum { EVENTS = 4000, VERIFY_EVERY = 200 };

// Keys that leave the program, or write or read files, are none of the monkey's.
static bool is_allowed(Key key) {
  const Action *action = action_for_key(key);
  static const ActionId forbidden[] = {ACTION_QUIT, ACTION_SUSPEND,    ACTION_SAVE,
                                       ACTION_LOAD, ACTION_SCREENSHOT, ACTION_COMPILE,
                                       ACTION_TIME, ACTION_TIME_COUNT, ACTION_COMPILE_KERNEL};
  for (size_t i = 0; action && i < sizeof forbidden / sizeof *forbidden; i++)
    if (action->id == forbidden[i]) return false;
  return true;
}

static Key random_key(Random *random) {
  Key key;
  do {
    if (random_below(random, 3) == 0)
      key = (Key){(uint32_t)(KEYCODE_NAMED + 1 + random_below(random, 22)), 0};
    else
      key = (Key){(uint32_t)(' ' + random_below(random, 95)), 0};
    if (random_below(random, 20) == 0)
      key = (Key){(uint32_t)('a' + random_below(random, 26)), MODIFIER_CONTROL};
    if (random_below(random, 8) == 0) key = (Key){KEYCODE_ENTER, 0};
    if (random_below(random, 8) == 0) key = (Key){KEYCODE_ESCAPE, 0};
  } while (!is_allowed(key));
  return key;
}

static Event random_event(Random *random, const Grid *grid) {
  uint64_t kind = random_below(random, 20);
  if (kind == 0) return (Event){.kind = EVENT_PASTE, .text = "mul q\nx"};
  if (kind <= 2)
    return (Event){.kind = EVENT_MOUSE,
                   .button = (MouseButton)random_below(random, 5),
                   .x = (int)random_below(random, (uint64_t)grid->width + 5),
                   .y = (int)random_below(random, (uint64_t)grid->height + 5)};
  return (Event){.kind = EVENT_KEY, .key = random_key(random)};
}

static void check(const Explorer *explorer) {
  assert_in_range(explorer->cursor, 0, explorer->graph->op_count - 1);
  assert_true(explorer->rails->row[explorer->cursor] >= 0);
  assert_in_range(explorer->focus, 0, PANE_COUNT - 1);
  const KernelTable *table = &explorer->kernels;
  int all = plan_kernel_count(explorer->plan);
  if (table->filter.length)
    assert_in_range(table->shown, 0, all);
  else
    assert_int_equal(table->shown, all);
  for (int row = 0; row < table->count; row++)
    if (table->rows[row].kernel != NO_KERNEL) assert_int_equal(table->row_of[table->rows[row].kernel], row);
  assert_false(explorer->quit);
}

// Palette entries reach what keys may not: those that touch files or devices are closed unanswered.
static void guard_picker(Explorer *explorer) {
  const PickerItem *item = explorer->picker.open ? picker_chosen(&explorer->picker) : NULL;
  bool palette = item && explorer->picker.items.count >= ACTION_COUNT;
  if (!palette) return;
  const Action *action = action_get((ActionId)item->value);
  Key key;
  size_t length;
  if (!*action->keys || !key_parse(action->keys, &key, &length) || !is_allowed(key))
    picker_close(&explorer->picker);
}

static void play(const char *name, uint64_t seed) {
  Status status = {0};
  char path[512];
  snprintf(path, sizeof path, "%s/graphs/%s", FUSEBOX_SOURCE_ROOT, name);
  Session *session = session_open(path, &(SessionOptions){.cache_folder = ""}, &status);
  assert_non_null(session);
  Explorer *explorer = explorer_new(session, NULL, GLYPHS_UTF8, &status);
  explorer->synchronous = true;
  Grid *grid = grid_new(80, 24, false);
  Random random = (Random){seed};
  for (int i = 0; i < EVENTS; i++) {
    if (random_below(&random, 50) == 0) {
      grid_free(grid);
      grid = grid_new((int)random_below(&random, 160) + 1, (int)random_below(&random, 50) + 1, false);
    }
    Event event = random_event(&random, grid);
    guard_picker(explorer);
    explorer_event(explorer, &event);
    explorer_sync(explorer);
    explorer_draw(explorer, grid);
    check(explorer);
    if (i % VERIFY_EVERY == 0 && !plan_verify(explorer->plan, &status)) fail_msg("%s", status.message);
  }
  grid_free(grid);
  explorer_free(explorer);
  session_close(session);
}

static void test_forward(void **state) {
  (void)state;
  play("dumps/llama/forward", 1);
}

static void test_backward(void **state) {
  (void)state;
  play("dumps/mix/backward", 2);
}

static void test_small(void **state) {
  (void)state;
  play("gelu_tanh.json", 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forward),
      cmocka_unit_test(test_backward),
      cmocka_unit_test(test_small),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
