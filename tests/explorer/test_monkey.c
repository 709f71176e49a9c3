// A monkey at the keyboard: random keys, clicks, pastes, garbage and resizes over real dumps, through the
// same steps as on a terminal; after each the state must be whole.
// usage: test_ui_monkey [EVENTS [SEED [GRAPH...]]]   without any: some thousands over a few graphs
// With MONKEY_COMPILES in the environment it compiles and times the given graphs, too, by what FUSEBOX_NVRTC
// names and a driver that knows no kernel (FAKE_ANY: all of them).
#include "base/text.h"
#include "explorer/actions/action.h"
#include "explorer/actions/search.h"
#include "explorer/panes/kernels.h"
#include "explorer/state/background.h"
#include "explorer/tabs/tab.h"
#include "gpu/worker/worker.h"
#include "monkey.h"
#include "scratch.h"
#include "test.h"

#include <stdio.h>
#include <unistd.h>

enum { EVENTS = 4000, CHECK_WHOLE_EVERY = 100, WIDEST = 400, TALLEST = 150 };

typedef struct Monkey {
  const char *graph;
  uint64_t seed;
  int events;
  bool compiles; // may compile and time

  Session *session;
  Explorer *explorer;
  Grid *grid;
  Input input;
  Hands hands;
  int next_action;        // to be done as by the palette
  int done[ACTION_COUNT]; // how often each action was asked for
  int tab[TAB_COUNT];     // pictures with each tab
} Monkey;

// ---- What it may not do.

static bool is_forbidden(const Monkey *monkey, const Action *action) {
  static const ActionId running[] = {ACTION_COMPILE, ACTION_TIME, ACTION_TIME_COUNT, ACTION_COMPILE_KERNEL};
  for (size_t i = 0; !monkey->compiles && i < sizeof running / sizeof *running; i++)
    if (action->id == running[i]) return true;
  return false;
}

// A key would do it, or the list's chosen line: the palette names actions.
static bool is_refused(const Monkey *monkey, const Event *event) {
  const Picker *picker = &monkey->explorer->picker;
  if (!picker->open) {
    const Action *action = event->kind == EVENT_KEY ? action_for_key(event->key) : NULL;
    return action && is_forbidden(monkey, action);
  }
  // Files stay in its folder.
  if (picker->free_text)
    return event->kind == EVENT_KEY && (event->key.code == '/' || event->key.code == '~');
  const PickerItem *item = picker_chosen(picker);
  for (int i = 0; item && i < ACTION_COUNT; i++)
    if (text_equal(item->label, action_get((ActionId)i)->name) &&
        is_forbidden(monkey, action_get((ActionId)i)))
      return true;
  return false;
}

// ---- The loop of a terminal.

static void open_explorer(Monkey *monkey) {
  Status status = {0};
  bool ascii = monkey->seed % 2;
  monkey->explorer = explorer_new(monkey->session, NULL, ascii ? GLYPHS_ASCII : GLYPHS_UTF8, &status);
  assert_non_null(monkey->explorer);
  monkey->explorer->synchronous = true; // the same seed does the same
  explorer_resize(monkey->explorer, monkey->grid->width, monkey->grid->height);
}

static void resize(Monkey *monkey) {
  Random *random = &monkey->hands.random;
  bool large = random_below(random, 10) == 0;
  int width = (int)random_below(random, large ? WIDEST : 160) + 1;
  int height = (int)random_below(random, large ? TALLEST : 50) + 1;
  grid_free(monkey->grid);
  monkey->grid = grid_new(width, height, monkey->seed % 2);
  explorer_resize(monkey->explorer, width, height);
}

static void take(Monkey *monkey, const Event *event) {
  static const Event escape = {.kind = EVENT_KEY, .key = {KEYCODE_ESCAPE, 0}};
  const Explorer *explorer = monkey->explorer;
  bool free = !explorer->picker.open && !search_of(explorer)->typing && !kernels_filtering(explorer);
  const Action *action = free && event->kind == EVENT_KEY ? action_for_key(event->key) : NULL;
  if (is_refused(monkey, event)) event = &escape, action = NULL;
  if (action) monkey->done[action->id]++;
  explorer_event(monkey->explorer, event);
  monkey->explorer = explorer_turn(monkey->explorer);
}

// What no key does is done as the palette does it; one after the other, so that nothing is left out.
static void do_action(Monkey *monkey) {
  const Action *action = action_get((ActionId)(monkey->next_action++ % ACTION_COUNT));
  if (is_forbidden(monkey, action)) return;
  monkey->done[action->id]++;
  picker_close(&monkey->explorer->picker);
  action_run(monkey->explorer, action);
  monkey->explorer = explorer_turn(monkey->explorer);
}

// In two halves now and then, as reads split what a terminal sends.
static void type(Monkey *monkey) {
  Hands *hands = &monkey->hands;
  hands_move(hands, monkey->grid->width, monkey->grid->height);
  size_t half = random_below(&hands->random, 5) ? hands->bytes.length : hands->bytes.length / 2;
  Event event;
  input_feed(&monkey->input, text_get(&hands->bytes), half);
  while (!monkey->explorer->requests.quit && input_next(&monkey->input, false, &event))
    take(monkey, &event);
  input_feed(&monkey->input, text_get(&hands->bytes) + half, hands->bytes.length - half);
  while (!monkey->explorer->requests.quit && input_next(&monkey->input, true, &event))
    take(monkey, &event);
}

static void draw(Monkey *monkey) {
  Explorer *explorer = monkey->explorer;
  background_poll(explorer);
  explorer_work(explorer, random_below(&monkey->hands.random, 2) ? 0 : -1); // as little as can be, or all
  explorer_sync(explorer);
  explorer_draw(explorer, monkey->grid);
  text_clear(&explorer->requests.clipboard);
  explorer->requests.repaint = explorer->requests.suspend = false;
  monkey->tab[explorer->tab]++;
}

static void step(Monkey *monkey, int i) {
  uint64_t kind = random_below(&monkey->hands.random, 100);
  if (kind < 2)
    resize(monkey);
  else if (kind < 7)
    do_action(monkey);
  else
    type(monkey);
  if (monkey->explorer->requests.quit) { // whoever leaves comes back
    explorer_free(monkey->explorer);
    open_explorer(monkey);
  }
  draw(monkey);
  monkey_check_frame(monkey->explorer, monkey->grid);
  if (i % CHECK_WHOLE_EVERY == 0) monkey_check_whole(monkey->explorer, monkey->grid);
}

// ---- A whole run.

// Everything that can be done was done; else the monkey is lazier than it should be.
static void check_busy(const Monkey *monkey) {
  for (int i = 0; i < ACTION_COUNT; i++) {
    const Action *action = action_get((ActionId)i);
    if (!monkey->done[i] && !is_forbidden(monkey, action)) fail_msg("never done: %s", action->name);
  }
  for (int i = 0; i < TAB_COUNT; i++)
    if (!monkey->tab[i]) fail_msg("never seen: the tab %s", tab_get((DetailTab)i)->name);
}

static void run(Monkey *monkey) {
  Status status = {0};
  const SessionOptions options = {
      .compile_threads = 1, .autosave = monkey->compiles, .keep_times = monkey->compiles};
  monkey->session = session_open(monkey->graph, &options, &status);
  if (!monkey->session) fail_msg("%s: %s", monkey->graph, status.message);
  monkey->hands.random = (Random){monkey->seed};
  monkey->grid = grid_new(80, 24, monkey->seed % 2);
  open_explorer(monkey);
  for (int i = 0; i < monkey->events; i++)
    step(monkey, i);
  explorer_free(monkey->explorer);
  session_close(monkey->session);
  grid_free(monkey->grid);
  input_free(&monkey->input);
  hands_free(&monkey->hands);
  if (monkey->events >= EVENTS) check_busy(monkey);
}

static void play(const char *name, uint64_t seed, bool compiles) {
  char graph[512];
  snprintf(graph, sizeof graph, "%s/graphs/%s", FUSEBOX_SOURCE_ROOT, name);
  fprintf(stderr, "monkey: %d events over %s, seed %d\n", EVENTS, name, (int)seed);
  run(&(Monkey){.graph = graph, .seed = seed, .events = EVENTS, .compiles = compiles});
}

static void test_forward(void **state) {
  (void)state;
  play("dumps/llama/forward", 1, false);
}

static void test_backward(void **state) {
  (void)state;
  play("dumps/mix/backward", 2, false);
}

static void test_small(void **state) {
  (void)state;
  play("gelu_tanh.json", 3, false);
}

// Kernels are compiled for real where NVRTC is there; the driver knows none of them.
static void test_compiling(void **state) {
  (void)state;
  play("softmax.json", 4, true);
}

// ---- A folder of its own for all that is written; the user's settings are not read.

static int enter_scratch(void **state) {
  if (scratch_make(state) || chdir(scratch)) return 1;
  setenv("FUSEBOX_DRIVER", MONKEY_DRIVER, 1);
  setenv("EDITOR", "true", 1);
  return 0;
}

// Each graph is a test, so that it is told what failed.
static void test_given(void **state) {
  run(*state);
}

static int run_given(int count, char **arguments) {
  if (count < 4) {
    fprintf(stderr, "usage: %s EVENTS SEED GRAPH...\n", arguments[0]);
    return 2;
  }
  struct CMUnitTest *tests = memory_alloc((size_t)count * sizeof *tests);
  Monkey *monkeys = memory_alloc((size_t)count * sizeof *monkeys);
  uint64_t seed = strtoull(arguments[2], NULL, 10);
  for (int i = 3; i < count; i++, seed++) {
    monkeys[i - 3] = (Monkey){.graph = realpath(arguments[i], NULL),
                              .seed = seed,
                              .events = atoi(arguments[1]),
                              .compiles = getenv("MONKEY_COMPILES") != NULL};
    if (!monkeys[i - 3].graph) return 2;
    tests[i - 3] =
        (struct CMUnitTest){.name = arguments[i], .test_func = test_given, .initial_state = &monkeys[i - 3]};
  }
  return _cmocka_run_group_tests("given", tests, (size_t)(count - 3), enter_scratch, scratch_remove);
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "--gpu-worker")) return worker_main(count, arguments);
  if (count > 1) return run_given(count, arguments);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forward),
      cmocka_unit_test(test_backward),
      cmocka_unit_test(test_small),
      cmocka_unit_test(test_compiling),
  };
  return cmocka_run_group_tests(tests, enter_scratch, scratch_remove);
}
