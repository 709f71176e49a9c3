#include "mutate.h"

#include "base/file.h"
#include "cost/devices/device.h"
#include "graph/read/read.h"
#include "graph/write/write.h"
#include "plan/plan.h"
#include "test.h"

#include <ctype.h>
#include <stdio.h>

enum { MOST_MUTATIONS = 8, MOST_SPAN = 200, MOST_OPS = 400 };

static uint64_t setting(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

int fuzz_rounds(int otherwise) {
  return (int)setting("FUSEBOX_FUZZ_ROUNDS", (uint64_t)otherwise);
}

Random fuzz_random(uint64_t otherwise) {
  return (Random){setting("FUSEBOX_FUZZ_SEED", otherwise)};
}

void fuzz_load(const char *path, Text *text) {
  Status status = {0};
  size_t length;
  char *bytes = file_read(path, &length, &status);
  if (!bytes) fail_msg("%s", status.message);
  text_clear(text);
  text_add_bytes(text, bytes, length);
  free(bytes);
}

// Replaces `removed` bytes at `at`.
static void splice(Text *text, size_t at, size_t removed, const char *added, size_t length) {
  Text result = {0};
  text_add_bytes(&result, text_get(text), at);
  text_add_bytes(&result, added, length);
  text_add_bytes(&result, text_get(text) + at + removed, text->length - at - removed);
  text_free(text);
  *text = result;
}

static size_t span(const Text *text, size_t at, Random *random) {
  size_t most = text->length - at < MOST_SPAN ? text->length - at : MOST_SPAN;
  return most ? random_below(random, most) + 1 : 0;
}

static void copy_span(Text *text, size_t at, Random *random) {
  char bytes[MOST_SPAN];
  size_t from = random_below(random, text->length), length = span(text, from, random);
  memcpy(bytes, text_get(text) + from, length);
  splice(text, at, 0, bytes, length);
}

static void add_odd_text(Text *text, size_t at, size_t removed, Random *random) {
  static const char *const odd[] = {"-1",
                                    "0",
                                    "9223372036854775807",
                                    "-9223372036854775808",
                                    "99999999999999999999",
                                    "1e999",
                                    "4294967296",
                                    "1.5",
                                    "null",
                                    "None",
                                    "[",
                                    "]",
                                    "[[[[[[[[[[[[[[[[",
                                    "{",
                                    "}",
                                    "(",
                                    ")",
                                    "\"",
                                    "'",
                                    "\\",
                                    ",",
                                    ":",
                                    "#",
                                    "%0",
                                    "\n",
                                    "\n\n",
                                    "\"\"",
                                    "[]",
                                    "-",
                                    "*",
                                    "/",
                                    "nan",
                                    "inf",
                                    "true",
                                    "\xff\xfe",
                                    "cuda:0",
                                    "f32",
                                    "i64",
                                    "x",
                                    "torch.ops.",
                                    "return ",
                                    "def forward(",
                                    "8",
                                    "3",
                                    "281474976710656",
                                    "10000000"};
  const char *word = odd[random_below(random, sizeof odd / sizeof *odd)];
  splice(text, at, removed, word, strlen(word));
}

// The number or word at or behind `at`.
static size_t find_token(const Text *text, size_t *at) {
  const char *bytes = text_get(text);
  while (*at < text->length && !isalnum((unsigned char)bytes[*at]))
    ++*at;
  size_t end = *at;
  while (end < text->length && (isalnum((unsigned char)bytes[end]) || bytes[end] == '_'))
    end++;
  return end - *at;
}

// By another of the same text: what is still well formed reaches further.
static void replace_token(Text *text, size_t at, Random *random) {
  char word[MOST_SPAN];
  size_t from = random_below(random, text->length), removed = find_token(text, &at);
  size_t length = find_token(text, &from);
  if (length > MOST_SPAN) length = MOST_SPAN;
  memcpy(word, text_get(text) + from, length);
  splice(text, at, removed, word, length);
}

static void replace_token_oddly(Text *text, size_t at, Random *random) {
  size_t removed = find_token(text, &at);
  add_odd_text(text, at, removed, random);
}

static void mutate_once(Text *text, Random *random) {
  size_t at = random_below(random, text->length);
  char byte = (char)random_below(random, 256);
  switch (random_below(random, 12)) {
    case 0:
      splice(text, at, 1, &byte, 1);
      break;
    case 1:
      splice(text, at, span(text, at, random), "", 0);
      break;
    case 2:
      copy_span(text, at, random);
      break;
    case 3:
      if (random_below(random, 4) == 0) splice(text, at, text->length - at, "", 0);
      break;
    case 4:
      add_odd_text(text, at, 0, random);
      break;
    case 5:
    case 6:
    case 7:
      replace_token_oddly(text, at, random);
      break;
    default:
      replace_token(text, at, random);
  }
}

static void keep(const Text *text) {
  const char *path = getenv("FUSEBOX_FUZZ_KEEP");
  if (path) file_write(path, text_get(text), text->length, NULL);
}

void fuzz_mutate(Text *text, Random *random) {
  int count =
      1 + (int)random_below(random, 1 + random_below(random, MOST_MUTATIONS)); // few more often than many
  for (int i = 0; i < count && text->length > 0; i++)
    mutate_once(text, random);
  keep(text);
}

void fuzz_check_failure(const Status *status) {
  if (status->code == STATUS_INTERNAL || status->code == STATUS_OK || !status->message[0])
    fail_msg("code %d, message \"%s\"", (int)status->code, status->message);
}

static void check_lowering(const Graph *graph) {
  Device device;
  assert_true(device_load("h200", &device, NULL));
  Plan *plan = plan_new(graph, &device.limits);
  int count;
  const int *order = plan_order(plan, &count);
  for (int i = 0; i < count; i++)
    assert_non_null(plan_lowered(plan, order[i]));
  plan_free(plan);
}

void fuzz_check_graph(const Graph *graph) {
  Status status = {0};
  Text text = {0};
  assert_true(graph_write_json(graph, &text, &status));
  Graph *again = graph_read_json("again.json", text.data, text.length, NULL, &status);
  if (!again) fail_msg("%s in:\n%s", status.message, text_get(&text));
  if (again->hash != graph->hash) fail_msg("not the same graph:\n%s", text_get(&text));
  graph_free(again);
  text_clear(&text);
  if (!graph_write_fx(graph, &text, &status)) fuzz_check_failure(&status);
  text_clear(&text);
  assert_true(graph_write_dot(graph, &text, &status));
  text_free(&text);
  if (graph->op_count <= MOST_OPS) check_lowering(graph);
}
