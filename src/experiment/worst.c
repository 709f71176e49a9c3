#include "experiment/worst.h"

#include "base/arena.h"
#include "base/json.h"
#include "experiment/store.h"
#include "experiment/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// An entrant on a problem: what choosing it costs.
typedef struct Regret {
  const ScoreBoard *board;
  int entrant, problem;
  double ratio; // its median over the best
} Regret;

typedef struct RegretList {
  VECTOR(Regret) list; // the largest first
  int failed;          // of the entrants, problems that none of their rows solved
} RegretList;

static int compare_regrets(const void *a, const void *b) {
  const Regret *left = a, *right = b;
  if (left->ratio != right->ratio) return left->ratio < right->ratio ? 1 : -1;
  if (left->problem != right->problem) return left->problem - right->problem;
  return left->entrant - right->entrant;
}

static void add_regrets(const ScoreBoard *board, int entrant, RegretList *regrets) {
  for (int problem = 0; problem < board->problems.count; problem++) {
    const ScoreCell *cell = score_cell(board, entrant, problem);
    const Row *best = board->problems.data[problem].best;
    regrets->failed += cell->count == 0 && cell->failed > 0;
    if (!best || !(best->fusible_us > 0) || !isfinite(cell->fusible_us)) continue;
    double ratio = cell->fusible_us / best->fusible_us;
    if (ratio >= 1 + SCORE_TIE) vector_push(&regrets->list, (Regret){board, entrant, problem, ratio});
  }
}

static RegretList board_regrets(const ScoreBoard *board, const WorstOptions *options) {
  RegretList regrets = {0};
  for (int entrant = 0; entrant < board->entrants.count; entrant++)
    if (options->entrant ? score_is_named(board->entrants.data[entrant].row, options->entrant) : entrant > 0)
      add_regrets(board, entrant, &regrets);
  if (regrets.list.count)
    qsort(regrets.list.data, (size_t)regrets.list.count, sizeof(Regret), compare_regrets);
  return regrets;
}

static bool check_entrant(const Scores *scores, const WorstOptions *options, Status *status) {
  for (int i = 0; options->entrant && i < scores->boards.count; i++)
    for (int entrant = 0; entrant < scores->boards.data[i].entrants.count; entrant++)
      if (score_is_named(scores->boards.data[i].entrants.data[entrant].row, options->entrant)) return true;
  return !options->entrant ||
         status_fail(status, STATUS_INPUT,
                     "no row with a time is of \"%s\"; 'fusebox experiment table' names all",
                     options->entrant);
}

// ---- Commands.

static void add_word(const char *word, Text *out) {
  text_add(out, " ");
  text_add_shell_word(out, word);
}

// A path or a name that cannot be taken for an option.
static void add_operand(const char *name, Text *out) {
  Text path = {0};
  text_printf(&path, "%s%s", *name == '-' ? "./" : "", name);
  add_word(text_get(&path), out);
  text_free(&path);
}

static void add_question(const Row *row, Text *out) {
  text_add(out, " --device");
  add_word(row->device, out);
  for (const char *at = row->sizes; *at;) {
    size_t length = strcspn(at, " ");
    char *size = memory_strndup(at, length);
    text_add(out, " --set");
    add_word(size, out);
    free(size);
    at += length + (at[length] == ' ');
  }
}

static void add_plan(const char *folder, const Row *row, Text *out) {
  char *path = store_plan_path(folder, row->plan);
  add_operand(*row->plan ? path : row->heuristic, out);
  free(path);
}

static void add_open(const char *folder, const Row *row, Text *out) {
  text_add(out, "fusebox");
  add_operand(row->graph, out);
  text_add(out, *row->plan ? " -p" : " -H");
  add_plan(folder, row, out);
  add_question(row, out);
}

static void add_diff(const char *folder, const Row *row, const Row *best, Text *out) {
  text_add(out, "fusebox diff");
  add_operand(row->graph, out);
  add_plan(folder, row, out);
  add_plan(folder, best, out);
  add_question(row, out);
}

// ---- For people.

static void add_regret(const Regret *regret, const WorstOptions *options, Text *out) {
  const Row *row = score_cell(regret->board, regret->entrant, regret->problem)->row;
  const Row *best = regret->board->problems.data[regret->problem].best;
  text_printf(out, "%.3f  ", regret->ratio);
  table_graph_name(row, out);
  text_printf(out, ": %s %.4g us, ", regret->board->entrants.data[regret->entrant].name, row->fusible_us);
  score_entrant_name(best, out);
  text_printf(out, " %.4g us\n  ", best->fusible_us);
  add_diff(options->folder, row, best, out);
  text_add(out, "\n  ");
  add_open(options->folder, row, out);
  text_add(out, "\n");
}

bool worst_text(const Scores *scores, const WorstOptions *options, Text *out, Status *status) {
  if (!check_entrant(scores, options, status)) return false;
  for (int i = 0; i < scores->boards.count; i++) {
    const ScoreBoard *board = &scores->boards.data[i];
    RegretList regrets = board_regrets(board, options);
    int shown = regrets.list.count < options->most ? regrets.list.count : options->most;
    text_printf(out, "%s%s on %s: fusible time over that of the best plan of the store\n", i ? "\n" : "",
                board->stage, board->device);
    for (int at = 0; at < shown; at++)
      add_regret(&regrets.list.data[at], options, out);
    text_printf(out, "%d of %d that are slower than the best", shown, regrets.list.count);
    text_printf(out, regrets.failed ? "; %d failed\n" : "\n", regrets.failed);
    vector_free(&regrets.list);
  }
  return true;
}

// ---- As JSON.

static void put_command(JsonWriter *writer, const char *key, Text *command) {
  json_put_string(writer, key, text_get(command));
  text_clear(command);
}

static void put_regret(const Regret *regret, const WorstOptions *options, JsonWriter *writer) {
  const Row *row = score_cell(regret->board, regret->entrant, regret->problem)->row;
  const Row *best = regret->board->problems.data[regret->problem].best;
  Text command = {0};
  json_begin_object(writer, NULL);
  json_put_string(writer, "graph", row->graph);
  json_put_string(writer, "sizes", row->sizes);
  json_put_string(writer, "heuristic", regret->board->entrants.data[regret->entrant].name);
  json_put_number(writer, "ratio", regret->ratio);
  json_put_number(writer, "fusible_us", row->fusible_us);
  json_put_number(writer, "best_us", best->fusible_us);
  score_entrant_name(best, &command);
  put_command(writer, "best", &command);
  add_open(options->folder, row, &command);
  put_command(writer, "open", &command);
  add_diff(options->folder, row, best, &command);
  put_command(writer, "diff", &command);
  json_end(writer);
  text_free(&command);
}

static void put_board(const ScoreBoard *board, const WorstOptions *options, JsonWriter *writer) {
  RegretList regrets = board_regrets(board, options);
  json_begin_object(writer, NULL);
  json_put_string(writer, "stage", board->stage);
  json_put_string(writer, "device", board->device);
  json_put_integer(writer, "slower", regrets.list.count);
  json_put_integer(writer, "failed", regrets.failed);
  json_begin_array(writer, "worst");
  for (int at = 0; at < regrets.list.count && at < options->most; at++)
    put_regret(&regrets.list.data[at], options, writer);
  json_end(writer);
  json_end(writer);
  vector_free(&regrets.list);
}

bool worst_json(const Scores *scores, const WorstOptions *options, Text *out, Status *status) {
  if (!check_entrant(scores, options, status)) return false;
  JsonWriter writer = json_writer(out, true);
  json_begin_file(&writer, "fusebox-experiment-worst", 1);
  json_begin_array(&writer, "boards");
  for (int i = 0; i < scores->boards.count; i++)
    put_board(&scores->boards.data[i], options, &writer);
  json_end(&writer);
  json_end(&writer);
  return true;
}
