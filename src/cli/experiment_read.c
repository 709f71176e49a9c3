// What reads the store of an experiment: table, worst, compare, export.
#include "base/file.h"
#include "cli/experiment.h"
#include "experiment/compare.h"
#include "experiment/export.h"
#include "experiment/store.h"
#include "experiment/table.h"
#include "experiment/worst.h"

#include <stdlib.h>

// Of --device alone, where it is given.
static bool keep_device(const Invocation *invocation, Rows *rows, Status *status) {
  const char *device = invocation->value[OPTION_DEVICE];
  int kept = 0, count = rows->list.count;
  for (int i = 0; device && i < count; i++)
    if (text_equal(rows->list.data[i].device, device)) rows->list.data[kept++] = rows->list.data[i];
  if (!device || kept) rows->list.count = device ? kept : count;
  return !device || kept || status_fail(status, STATUS_INPUT, "no row is of the device \"%s\"", device);
}

static bool read_rows(const Invocation *invocation, const char *folder, Rows *rows, Status *status) {
  if (!store_read(folder, rows, status)) return false;
  if (rows->torn)
    cli_note("%d rows of killed processes were cut short; 'fusebox experiment run' does them again",
             rows->torn);
  return keep_device(invocation, rows, status);
}

// What --baseline names, else what the experiment's file does; NULL: neither. To be freed.
static char *baseline_of(const Invocation *invocation, const char *folder) {
  StoreAbout about;
  if (cli_has(invocation, OPTION_BASELINE)) return memory_strdup(invocation->value[OPTION_BASELINE]);
  char *baseline = store_about(folder, &about, NULL) && about.baseline ? memory_strdup(about.baseline) : NULL;
  store_about_free(&about);
  return baseline;
}

void experiment_free(ScoredStore *store) {
  scores_free(&store->scores);
  rows_free(&store->rows);
}

bool experiment_read(const Invocation *invocation, const char *folder, ScoredStore *store, Status *status) {
  *store = (ScoredStore){0};
  if (!read_rows(invocation, folder, &store->rows, status)) return false;
  char *baseline = baseline_of(invocation, folder);
  bool good =
      scores_make(&store->rows, baseline, &store->scores, status) || status_prefix(status, "%s", folder);
  free(baseline);
  return good;
}

bool experiment_table(const Invocation *invocation, const char *const *arguments, Status *status) {
  ScoredStore store;
  Text out = {0};
  bool good = experiment_read(invocation, arguments[0], &store, status);
  if (good && cli_has(invocation, OPTION_JSON))
    table_json(&store.scores, &out);
  else if (good)
    table_text(&store.scores, &out);
  good = good && cli_print(&out, status);
  text_free(&out);
  experiment_free(&store);
  return good;
}

bool experiment_worst(const Invocation *invocation, const char *const *arguments, Status *status) {
  enum { SHOWN = 10 };
  WorstOptions options = {arguments[0], invocation->value[OPTION_HEURISTIC], SHOWN};
  ScoredStore store;
  Text out = {0};
  bool good =
      experiment_read(invocation, arguments[0], &store, status) &&
      (cli_has(invocation, OPTION_JSON) ? worst_json : worst_text)(&store.scores, &options, &out, status) &&
      cli_print(&out, status);
  text_free(&out);
  experiment_free(&store);
  return good;
}

static bool print_comparison(const Invocation *invocation, const StoreComparison *comparison,
                             Status *status) {
  Text out = {0};
  (cli_has(invocation, OPTION_JSON) ? compare_json : compare_text)(comparison, &out);
  bool good = cli_print(&out, status);
  text_free(&out);
  if (good && comparison->regressions)
    return status_fail(status, STATUS_WRONG, "%d heuristics regressed", comparison->regressions);
  return good;
}

bool experiment_compare(const Invocation *invocation, const char *const *arguments, Status *status) {
  ScoredStore before, after = {0};
  StoreComparison comparison = {0};
  bool good = experiment_read(invocation, arguments[0], &before, status) &&
              experiment_read(invocation, arguments[1], &after, status) &&
              compare_make(&before.scores, &after.scores, &comparison, status) &&
              print_comparison(invocation, &comparison, status);
  compare_free(&comparison);
  experiment_free(&after);
  experiment_free(&before);
  return good;
}

static bool print_rows(const Invocation *invocation, const Rows *rows, Status *status) {
  Text out = {0};
  (cli_has(invocation, OPTION_CSV) ? export_csv : export_lines)(rows, &out);
  bool good = cli_print(&out, status);
  text_free(&out);
  return good;
}

bool experiment_export(const Invocation *invocation, const char *const *arguments, Status *status) {
  const char *database = invocation->value[OPTION_SQLITE];
  Rows rows = {0};
  bool good = read_rows(invocation, arguments[0], &rows, status);
  if (good) good = database ? export_sqlite(&rows, database, status) : print_rows(invocation, &rows, status);
  rows_free(&rows);
  return good;
}
