#include "experiment/compare.h"

#include "base/hash.h"
#include "base/memory.h"
#include "experiment/resample.h"
#include "experiment/table.h"

#include <math.h>
#include <stdlib.h>

// ---- What belongs together.

static int find_entrant(const ScoreBoard *board, const char *name) {
  for (int i = 0; i < board->entrants.count; i++)
    if (text_equal(board->entrants.data[i].name, name)) return i;
  return -1;
}

static const ScoreBoard *find_board(const Scores *scores, const ScoreBoard *like) {
  for (int i = 0; i < scores->boards.count; i++) {
    const ScoreBoard *board = &scores->boards.data[i];
    if (text_equal(board->stage, like->stage) && text_equal(board->device, like->device)) return board;
  }
  return NULL;
}

static void name_problems(const ScoreBoard *board, NameMap *numbers) {
  Text name = {0};
  for (int i = 0; i < board->problems.count; i++) {
    text_clear(&name);
    score_problem_name(board->problems.data[i].row, &name);
    namemap_set(numbers, text_get(&name), i);
  }
  text_free(&name);
}

// Of each problem of `board` its number in the other, -1 where that has none.
static int *match_problems(const ScoreBoard *board, const ScoreBoard *other) {
  int *matches = memory_alloc(sizeof *matches * (size_t)(board->problems.count + 1));
  NameMap numbers = {0};
  Text name = {0};
  name_problems(other, &numbers);
  for (int i = 0; i < board->problems.count; i++) {
    int64_t number = -1;
    text_clear(&name);
    score_problem_name(board->problems.data[i].row, &name);
    namemap_get(&numbers, text_get(&name), &number);
    matches[i] = (int)number;
  }
  text_free(&name);
  namemap_free(&numbers);
  return matches;
}

// ---- An entrant's line.

static void count_change(CompareLine *line, double ratio, const Row *row) {
  if (ratio >= 1 + SCORE_TIE) line->slower++;
  if (ratio <= 1 - SCORE_TIE) line->faster++;
  if (ratio <= line->worst) return;
  line->worst = ratio;
  line->worst_row = row;
}

// The least fusible time of any row of both stores.
static double best_of(const ScoreProblem *old, const ScoreProblem *new) {
  return fmin(old->best->fusible_us, new->best->fusible_us);
}

typedef struct Regrets {
  double old_sum, new_sum; // of logarithms
  int count;
} Regrets;

static void add_regret(Regrets *regrets, double old_us, double new_us, double best_us) {
  if (!(best_us > 0)) return; // nothing is to be had there
  regrets->old_sum += log(old_us / best_us);
  regrets->new_sum += log(new_us / best_us);
  regrets->count++;
}

static bool is_slower(const CompareLine *line) {
  return isfinite(line->low) ? line->low > 1 : line->mean >= 1 + COMPARE_SLOWER;
}

static CompareLine compare_entrant(const ScoreBoard *before, int old, const ScoreBoard *after, int new,
                                   const int *matches) {
  CompareLine line = {.name = before->entrants.data[old].name, .worst = NAN};
  Regrets regrets = {0};
  ResampleItem *items = memory_alloc(sizeof *items * (size_t)(before->problems.count + 1));
  for (int problem = 0; problem < before->problems.count; problem++) {
    const ScoreCell *ours = matches[problem] < 0 ? NULL : score_cell(after, new, matches[problem]);
    const ScoreCell *base = score_cell(before, old, problem);
    if (base->count && ours && !ours->count && ours->failed) line.lost++;
    if (!base->count || !ours || !ours->count || !(base->fusible_us > 0) || !(ours->fusible_us > 0)) continue;
    items[line.graphs++] = (ResampleItem){.family = before->problems.data[problem].family,
                                          .ours = after->fusible_us + ours->first,
                                          .base = before->fusible_us + base->first,
                                          .our_count = ours->count,
                                          .base_count = base->count};
    count_change(&line, ours->fusible_us / base->fusible_us, ours->row);
    add_regret(&regrets, base->fusible_us, ours->fusible_us,
               best_of(&before->problems.data[problem], &after->problems.data[matches[problem]]));
  }
  ResampleMean mean = resample_mean(items, line.graphs, SCORE_SEED);
  line.mean = mean.mean, line.low = mean.low, line.high = mean.high;
  line.regret_before = regrets.count ? exp(regrets.old_sum / regrets.count) : NAN;
  line.regret_after = regrets.count ? exp(regrets.new_sum / regrets.count) : NAN;
  line.regressed = line.lost || is_slower(&line);
  free(items);
  return line;
}

static void compare_boards(const ScoreBoard *before, const ScoreBoard *after, StoreComparison *comparison) {
  CompareBoard board = {.stage = before->stage, .device = before->device};
  int *matches = match_problems(before, after);
  for (int old = 0; old < before->entrants.count; old++) {
    int new = find_entrant(after, before->entrants.data[old].name);
    comparison->unmatched += new < 0;
    if (new < 0) continue;
    CompareLine line = compare_entrant(before, old, after, new, matches);
    if (line.graphs == 0 && line.lost == 0) continue;
    comparison->regressions += line.regressed;
    vector_push(&board.lines, line);
  }
  for (int new = 0; new < after->entrants.count; new ++)
    comparison->unmatched += find_entrant(before, after->entrants.data[new].name) < 0;
  if (board.lines.count)
    vector_push(&comparison->boards, board);
  else
    vector_free(&board.lines);
  free(matches);
}

bool compare_make(const Scores *before, const Scores *after, StoreComparison *comparison, Status *status) {
  *comparison = (StoreComparison){0};
  for (int i = 0; i < before->boards.count; i++) {
    const ScoreBoard *other = find_board(after, &before->boards.data[i]);
    if (other) compare_boards(&before->boards.data[i], other, comparison);
  }
  return comparison->boards.count > 0 ||
         status_fail(
             status, STATUS_INPUT,
             "the stores have no graph, sizes, heuristic, stage and device in common: nothing is compared");
}

void compare_free(StoreComparison *comparison) {
  for (int i = 0; i < comparison->boards.count; i++)
    vector_free(&comparison->boards.data[i].lines);
  vector_free(&comparison->boards);
}

// ---- For people.

static void add_line(const CompareLine *line, Text *out) {
  text_printf(out, "%-*s %6d", TABLE_NAME_WIDTH, line->name, line->graphs);
  if (isfinite(line->low))
    text_printf(out, "  %6.3f [%.3f, %.3f]", line->mean, line->low, line->high);
  else if (isfinite(line->mean))
    text_printf(out, "  %6.3f %-14s", line->mean, "[too few]");
  else
    text_printf(out, "  %6s %-14s", "-", "");
  text_printf(out, " %7d %7d %5d", line->faster, line->slower, line->lost);
  if (isfinite(line->regret_before))
    text_printf(out, "  %6.3f %6.3f  ", line->regret_before, line->regret_after);
  else
    text_printf(out, "  %6s %6s  ", "-", "-");
  if (line->worst_row) {
    text_printf(out, "%.2f ", line->worst);
    table_graph_name(line->worst_row, out);
  }
  text_add(out, line->regressed ? "  REGRESSED\n" : "\n");
}

void compare_text(const StoreComparison *comparison, Text *out) {
  for (int i = 0; i < comparison->boards.count; i++) {
    const CompareBoard *board = &comparison->boards.data[i];
    text_printf(out, "%s%s on %s: fusible time of the second store over the first's\n\n", i ? "\n" : "",
                board->stage, board->device);
    text_printf(out, "%-*s %6s  %-21s %7s %7s %5s  %13s  %s\n", TABLE_NAME_WIDTH, "heuristic", "graphs",
                "ratio [95 % interval]", "faster", "slower", "lost", "regret    now", "worst");
    for (int at = 0; at < board->lines.count; at++)
      add_line(&board->lines.data[at], out);
  }
  text_add(out, "\nRegret: mean of fusible time over the best that either store has for the graph.\n");
  if (comparison->unmatched)
    text_printf(out, "%d heuristics are in one store alone.\n", comparison->unmatched);
  text_printf(out, "\n%d of these regressed: the interval is above 1%s\n", comparison->regressions,
              " (of too few graphs: slower by 1 %), or graphs that were solved fail.");
}

// ---- As JSON.

static void put_line(const CompareLine *line, JsonWriter *writer) {
  json_begin_object(writer, NULL);
  json_put_string(writer, "heuristic", line->name);
  json_put_integer(writer, "graphs", line->graphs);
  json_put_number(writer, "ratio", line->mean);
  json_put_number(writer, "low", line->low);
  json_put_number(writer, "high", line->high);
  json_put_integer(writer, "faster", line->faster);
  json_put_integer(writer, "slower", line->slower);
  json_put_integer(writer, "lost", line->lost);
  json_put_number(writer, "regret_before", line->regret_before);
  json_put_number(writer, "regret_after", line->regret_after);
  json_put_number(writer, "worst", line->worst);
  if (line->worst_row) json_put_string(writer, "worst_graph", line->worst_row->graph);
  json_put_bool(writer, "regressed", line->regressed);
  json_end(writer);
}

void compare_json(const StoreComparison *comparison, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_file(&writer, "fusebox-experiment-comparison", 1);
  json_put_integer(&writer, "regressions", comparison->regressions);
  json_put_integer(&writer, "unmatched", comparison->unmatched);
  json_begin_array(&writer, "boards");
  for (int i = 0; i < comparison->boards.count; i++) {
    const CompareBoard *board = &comparison->boards.data[i];
    json_begin_object(&writer, NULL);
    json_put_string(&writer, "stage", board->stage);
    json_put_string(&writer, "device", board->device);
    json_begin_array(&writer, "heuristics");
    for (int at = 0; at < board->lines.count; at++)
      put_line(&board->lines.data[at], &writer);
    json_end(&writer);
    json_end(&writer);
  }
  json_end(&writer);
  json_end(&writer);
}
