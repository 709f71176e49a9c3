#include "fixture.h"

#include <stdio.h>

const char fixture_small[] =
    "return { graphs = { 'graphs/softmax.json', 'graphs/rmsnorm.json' }, baseline = 'none',\n"
    "  heuristics = { { 'max_reads', max_reads = { 4, 8 } }, { 'random', seed = { 1, 2 } } },\n"
    "  limits = { seconds = 60 } }\n";

void fixture_write(const char *folder, const char *name, const char *text) {
  char *path = file_join(folder, name);
  assert_true(file_write(path, text, strlen(text), NULL));
  free(path);
}

bool fixture_run(const char *folder, const char *lua, const ExperimentRun *options, RunProgress *progress,
                 Status *status) {
  Experiment experiment;
  ExperimentRun run = *options;
  RunProgress unused;
  fixture_write(folder, "sweep.lua", lua);
  char *path = file_join(folder, "sweep.lua"), *store = file_join(folder, "store");
  bool good = experiment_open(path, &experiment, status);
  run.experiment = &experiment;
  run.folder = store;
  good = good && experiment_perform(&run, progress ? progress : &unused, status);
  if (good || experiment.arena) experiment_close(&experiment);
  free(path);
  free(store);
  return good;
}

static int compare_lines(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

char *fixture_rows(const char *folder, int *count) {
  Rows rows;
  Text all = {0};
  char *store = file_join(folder, "store");
  assert_true(store_read(store, &rows, NULL));
  assert_int_equal(rows.doubled, 0);
  char **lines = memory_alloc(sizeof *lines * ((size_t)rows.list.count + 1));
  for (int i = 0; i < rows.list.count; i++) {
    Text line = {0};
    Row row = rows.list.data[i];
    row.seconds = 0, row.host = "", row.worker = row.at = 0;
    row_write(&row, &line);
    lines[i] = text_take(&line);
  }
  if (count) *count = rows.list.count;
  qsort(lines, (size_t)rows.list.count, sizeof *lines, compare_lines);
  for (int i = 0; i < rows.list.count; i++) {
    text_add(&all, lines[i]);
    free(lines[i]);
  }
  free(lines);
  free(store);
  rows_free(&rows);
  return text_take(&all);
}
