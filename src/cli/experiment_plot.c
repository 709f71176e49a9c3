// experiment plot: the boards of a store as pictures.
#include "cli/experiment.h"
#include "experiment/plot.h"

#include <langinfo.h>
#include <locale.h>

static bool find_kind(const char *word, PlotKind *kind, Status *status) {
  for (int i = 0; i < PLOT_COUNT; i++) {
    *kind = (PlotKind)i;
    if (text_equal(plot_kind_name(*kind), word)) return true;
  }
  return status_fail(status, STATUS_INPUT, "there is no plot \"%s\": they are profile, regret and pareto",
                     word);
}

static bool wants_ascii(const Invocation *invocation) {
  setlocale(LC_CTYPE, ""); // nothing else: numbers keep their points
  return cli_has(invocation, OPTION_ASCII) || !text_equal(nl_langinfo(CODESET), "UTF-8");
}

static void draw(const ScoreBoard *board, PlotKind kind, bool svg, bool ascii, Text *out) {
  Plot plot = plot_make(board, kind);
  if (svg)
    plot_svg(&plot, out);
  else
    plot_text(&plot, ascii, out);
  plot_free(&plot);
}

// All boards and kinds as text; one picture as SVG.
static bool draw_all(const Invocation *invocation, const Scores *scores, const char *word, Text *out,
                     Status *status) {
  PlotKind wanted = PLOT_PROFILE;
  bool svg = cli_has(invocation, OPTION_AS), ascii = wants_ascii(invocation);
  if (svg && !text_equal(invocation->value[OPTION_AS], "svg"))
    return status_fail(status, STATUS_INPUT, "a plot is written --as svg, not \"%s\"",
                       invocation->value[OPTION_AS]);
  if (word && !find_kind(word, &wanted, status)) return false;
  if (svg && scores->boards.count > 1)
    cli_note("the picture is of %s on %s; --device chooses another", scores->boards.data[0].stage,
             scores->boards.data[0].device);
  for (int i = 0; i < (svg ? 1 : scores->boards.count); i++)
    for (int kind = 0; kind < PLOT_COUNT; kind++) {
      if ((word || svg) && kind != (int)wanted) continue;
      if (out->length) text_add(out, "\n");
      draw(&scores->boards.data[i], (PlotKind)kind, svg, ascii, out);
    }
  return true;
}

bool experiment_plot(const Invocation *invocation, const char *const *arguments, Status *status) {
  ScoredStore store;
  Text out = {0};
  const char *word = invocation->arguments.count > 2 ? arguments[1] : NULL;
  bool good = experiment_read(invocation, arguments[0], &store, status) &&
              draw_all(invocation, &store.scores, word, &out, status) && cli_print(&out, status);
  text_free(&out);
  experiment_free(&store);
  return good;
}
