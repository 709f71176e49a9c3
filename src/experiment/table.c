#include "experiment/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void table_graph_name(const Row *row, Text *out) {
  const char *name = strrchr(row->graph, '/');
  while (name && name > row->graph && name[-1] != '/')
    name--;
  text_add(out, name ? name : row->graph);
  if (*row->sizes) text_printf(out, " %s", row->sizes);
}

// ---- For people.

static void add_interval(const ScoreSummary *summary, bool is_base, Text *out) {
  if (!isfinite(summary->mean))
    text_printf(out, "  %6s %-16s", "-", "");
  else if (is_base)
    text_printf(out, "  %6.3f %-16s", summary->mean, "");
  else if (isfinite(summary->low))
    text_printf(out, "  %6.3f [%.3f, %.3f]%s", summary->mean, summary->low, summary->high,
                summary->apart ? "*" : " ");
  else
    text_printf(out, "  %6.3f [too few]     %s", summary->mean, summary->apart ? "*" : " ");
}

static void add_seconds(double seconds, Text *out) {
  if (isfinite(seconds))
    text_printf(out, " %8.3g", seconds);
  else
    text_printf(out, " %8s", "-");
}

static void add_regret(const ScoreSummary *summary, Text *out) {
  if (isfinite(summary->regret))
    text_printf(out, " %7.3f %5.2f", summary->regret, summary->worst_regret);
  else
    text_printf(out, " %7s %5s", "-", "");
}

static void add_line(const ScoreBoard *board, int entrant, const ScoreSummary *summary, Text *out) {
  text_printf(out, "%-*s %5d %6d", TABLE_NAME_WIDTH, board->entrants.data[entrant].name, summary->solved,
              summary->failed);
  add_interval(summary, entrant == 0, out);
  if (isfinite(summary->total))
    text_printf(out, " %6.3f", summary->total);
  else
    text_printf(out, " %6s", "-");
  add_regret(summary, out);
  Text outcome = {0};
  if (entrant)
    text_printf(&outcome, "%d/%d/%d", summary->wins, summary->ties, summary->losses);
  else
    text_add(&outcome, "-");
  text_printf(out, " %12s", text_get(&outcome));
  text_free(&outcome);
  add_seconds(summary->seconds, out);
  if (entrant && summary->worst_problem >= 0) {
    text_printf(out, "  %.2f ", summary->worst);
    table_graph_name(board->problems.data[summary->worst_problem].row, out);
  }
  text_add(out, "\n");
}

// What stands in the table and what does not.
static void add_notes(const ScoreBoard *board, const ScoreSummary *summaries, int common, Text *out) {
  int apart = 0;
  for (int entrant = 0; entrant < board->entrants.count; entrant++)
    apart += summaries[entrant].apart;
  text_printf(out, "Means: geometric, of time over that of %s, over the %d of %d graphs that %s solved.\n",
              board->entrants.data[0].name, common, board->problems.count,
              apart ? "all but those marked *" : "all");
  text_add(out, "Regret: the same, and the worst, of time over that of the best plan of all of them.\n");
  if (apart) text_add(out, "*: solved less than half of them; its mean is over its own graphs.\n");
  text_printf(out, "Intervals: 95 %%, bootstrap over %d families of graphs and their samples, seed %d.\n",
              board->families, SCORE_SEED);
}

static void add_board(const ScoreBoard *board, Text *out) {
  int common;
  ScoreSummary *summaries = score_summaries(board, &common);
  text_printf(out, "%s on %s: %d graphs, fusible time over that of %s\n\n", board->stage, board->device,
              board->problems.count, board->entrants.data[0].name);
  text_printf(out, "%-*s %5s %6s  %-23s  %6s %13s %12s %8s  %s\n", TABLE_NAME_WIDTH, "heuristic", "graphs",
              "failed", "fusible [95 % interval]", "total", "regret, worst", "win/tie/loss", "search s",
              "worst");
  for (int entrant = 0; entrant < board->entrants.count; entrant++)
    add_line(board, entrant, &summaries[entrant], out);
  text_add(out, "\n");
  add_notes(board, summaries, common, out);
  free(summaries);
}

void table_text(const Scores *scores, Text *out) {
  for (int i = 0; i < scores->boards.count; i++) {
    if (i) text_add(out, "\n");
    add_board(&scores->boards.data[i], out);
  }
  if (scores->superseded)
    text_printf(out, "Left out: %d rows of earlier scripts or versions of the program.\n",
                scores->superseded);
}

// ---- As JSON.

static void put_summary(const ScoreBoard *board, int entrant, const ScoreSummary *summary,
                        JsonWriter *writer) {
  json_begin_object(writer, NULL);
  json_put_string(writer, "heuristic", board->entrants.data[entrant].name);
  json_put_integer(writer, "graphs", summary->solved);
  json_put_integer(writer, "failed", summary->failed);
  json_put_integer(writer, "counted", summary->counted);
  json_put_bool(writer, "apart", summary->apart);
  json_put_number(writer, "fusible", summary->mean);
  json_put_number(writer, "fusible_low", summary->low);
  json_put_number(writer, "fusible_high", summary->high);
  json_put_number(writer, "total", summary->total);
  json_put_number(writer, "regret", summary->regret);
  json_put_number(writer, "worst_regret", summary->worst_regret);
  json_put_integer(writer, "wins", summary->wins);
  json_put_integer(writer, "ties", summary->ties);
  json_put_integer(writer, "losses", summary->losses);
  json_put_number(writer, "worst", summary->worst);
  if (summary->worst_problem >= 0)
    json_put_string(writer, "worst_graph", board->problems.data[summary->worst_problem].row->graph);
  json_put_number(writer, "seconds", summary->seconds);
  json_end(writer);
}

static void put_board(const ScoreBoard *board, JsonWriter *writer) {
  int common;
  ScoreSummary *summaries = score_summaries(board, &common);
  json_begin_object(writer, NULL);
  json_put_string(writer, "stage", board->stage);
  json_put_string(writer, "device", board->device);
  json_put_string(writer, "baseline", board->entrants.data[0].name);
  json_put_integer(writer, "graphs", board->problems.count);
  json_put_integer(writer, "common", common);
  json_put_integer(writer, "families", board->families);
  json_put_integer(writer, "seed", SCORE_SEED);
  json_begin_array(writer, "heuristics");
  for (int entrant = 0; entrant < board->entrants.count; entrant++)
    put_summary(board, entrant, &summaries[entrant], writer);
  json_end(writer);
  json_end(writer);
  free(summaries);
}

void table_json(const Scores *scores, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_file(&writer, "fusebox-experiment-table", 1);
  json_put_integer(&writer, "superseded", scores->superseded);
  json_begin_array(&writer, "boards");
  for (int i = 0; i < scores->boards.count; i++)
    put_board(&scores->boards.data[i], &writer);
  json_end(&writer);
  json_end(&writer);
}
