// experiment.json, in which "DEVICE" stands for the hash of the h200's figures, and rows of a store: what is
// taken is written, and reads back as the same.
#include "../fuzz.h"

#include "base/json.h"
#include "experiment/read.h"

#include <string.h>

static void check_again(const Experiment *experiment) {
  Text first = {0}, second = {0};
  Status status = {0};
  Experiment again = {.arena = arena_new(), .baseline = ""};
  experiment_write(experiment, &first);
  Json *json = json_parse("again", text_get(&first), first.length, &status);
  fuzz_check_ok(json && experiment_parse(&again, json, &status), &status);
  experiment_write(&again, &second);
  FUZZ_CHECK(text_equal(text_get(&first), text_get(&second)));
  experiment_close(&again);
  json_free(json);
  text_free(&first);
  text_free(&second);
}

static void add_device_hash(Text *out) {
  Experiment experiment = {.arena = arena_new(), .folder = "/"};
  Status status = {0};
  fuzz_check_ok(experiment_add_device(&experiment, "h200", &status), &status);
  text_add(out, experiment.devices.data[0].hash);
  experiment_close(&experiment);
}

static bool take_experiment(const char *given, size_t given_length) {
  Text whole = {0};
  const char *device = memmem(given, given_length, "DEVICE", 6);
  size_t before = device ? (size_t)(device - given) : given_length;
  text_add_bytes(&whole, given, before);
  if (device) add_device_hash(&whole);
  if (device) text_add_bytes(&whole, device + 6, given_length - before - 6);
  const char *text = text_get(&whole);
  size_t length = whole.length;
  Status status = {0};
  Experiment experiment = {.arena = arena_new(), .baseline = ""};
  Json *json = json_parse("experiment.json", text, length, &status);
  bool good = json && experiment_parse(&experiment, json, &status);
  if (good) FUZZ_CHECK(experiment_points(&experiment) > 0);
  if (good)
    check_again(&experiment);
  else
    fuzz_check_refusal(&status);
  experiment_close(&experiment);
  json_free(json);
  text_free(&whole);
  return good;
}

static bool take_rows(const char *text, size_t length) {
  Status status = {0};
  Rows rows = {0}, again = {0};
  Text all = {0}, twice = {0};
  bool good = rows_parse("rows.jsonl", text, length, &rows, &status);
  if (!good) fuzz_check_refusal(&status);
  for (int i = 0; i < rows.list.count; i++)
    row_write(&rows.list.data[i], &all);
  fuzz_check_ok(rows_parse("again", text_get(&all), all.length, &again, &status) || !good, &status);
  for (int i = 0; i < again.list.count; i++)
    row_write(&again.list.data[i], &twice);
  FUZZ_CHECK(text_equal(text_get(&all), text_get(&twice)));
  rows_free(&rows);
  rows_free(&again);
  text_free(&all);
  text_free(&twice);
  return good;
}

bool fuzz_input(char *text, size_t length) {
  static const char BEGIN[] = "{ \"format\"";
  return text_starts(text, BEGIN) || text_starts(text, "{\n") ? take_experiment(text, length)
                                                              : take_rows(text, length);
}
