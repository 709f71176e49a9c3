// Damaged graph files: fusebox JSON and FX text.
#include "mutate.h"

#include "graph/read/read.h"

#include "test.h"

#include <stdio.h>

#define GRAPHS FUSEBOX_SOURCE_ROOT "/graphs/"

static void fuzz_json(const char *path, Random *random, int *accepted) {
  Text text = {0};
  Status status = {0};
  fuzz_load(path, &text);
  fuzz_mutate(&text, random);
  ReadOptions options = {.sizes = &(SizeBinding){"rows", (int64_t)random_below(random, 100)},
                         .size_count = 1};
  bool bind = random_below(random, 8) == 0;
  Graph *graph =
      graph_read_json("damaged.json", text_get(&text), text.length, bind ? &options : NULL, &status);
  if (graph) {
    ++*accepted;
    fuzz_check_graph(graph);
  } else {
    fuzz_check_failure(&status);
  }
  graph_free(graph);
  text_free(&text);
}

static void damaged_json_is_refused_or_whole(void **state) {
  (void)state;
  static const char *const files[] = {"rmsnorm",     "rope",       "adam", "xent", "layernorm_backward",
                                      "linear_gelu", "permute0213"};
  enum { FILES = sizeof files / sizeof *files };
  Random random = fuzz_random(1);
  int accepted = 0, rounds = fuzz_rounds(12000);
  for (int round = 0; round < rounds; round++) {
    char path[300];
    snprintf(path, sizeof path, GRAPHS "%s.json", files[round % FILES]);
    fuzz_json(path, &random, &accepted);
  }
  assert_in_range(accepted, rounds / 50, rounds - rounds / 50); // the damage is neither none nor total
}

static void fuzz_fx(const char *path, Random *random, int *accepted) {
  Text text = {0};
  Status status = {0};
  fuzz_load(path, &text);
  fuzz_mutate(&text, random);
  Graph *graph = graph_read_fx("damaged.py", text_get(&text), text.length, 0, &status);
  if (graph) {
    ++*accepted;
    fuzz_check_graph(graph);
  } else {
    fuzz_check_failure(&status);
  }
  graph_free(graph);
  text_free(&text);
}

static void damaged_fx_text_is_refused_or_whole(void **state) {
  (void)state;
  static const char *const files[] = {"softmax/inference", "mix/forward",   "siblings/inference",
                                      "mix/backward",      "gpt2/forward1", "layernorm/backward",
                                      "epilogue/inference"};
  enum { FILES = sizeof files / sizeof *files };
  Random random = fuzz_random(2);
  int accepted = 0, rounds = fuzz_rounds(6000);
  for (int round = 0; round < rounds; round++) {
    char path[300];
    snprintf(path, sizeof path, GRAPHS "dumps/%s/fx_graph_transformed.py", files[round % FILES]);
    fuzz_fx(path, &random, &accepted);
  }
  assert_in_range(accepted, rounds / 50, rounds - rounds / 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(damaged_json_is_refused_or_whole),
      cmocka_unit_test(damaged_fx_text_is_refused_or_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
