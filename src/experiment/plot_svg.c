// Plots as SVG: colours of Okabe and Ito with dashes beside them, labels at the curves, the numbers as JSON
// in <metadata>.
#include "base/json.h"
#include "experiment/plot.h"

#include <math.h>
#include <string.h>

enum { LEFT = 60, TOP = 40, WIDTH = 480, HEIGHT = 300, RIGHT = 200, BOTTOM = 50 };

static const char style[] =
    "<style>\n"
    "text{font:12px sans-serif;fill:#222}.axis{stroke:#888;fill:none}.grid{stroke:#8884;fill:none}\n"
    ".c0{--c:#000}.c1{--c:#e69f00}.c2{--c:#56b4e9}.c3{--c:#009e73}.c4{--c:#b8a800}.c5{--c:#0072b2}.c6{--c:#"
    "d55e00}"
    ".c7{--c:#cc79a7}\n"
    "path.curve,line.curve{stroke:var(--c);stroke-width:2;fill:none}text.name,.dot{fill:var(--c)}\n"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.c0{--c:#fff}.c4{--c:#f0e442}}\n"
    "</style>\n";
static const char *const dashes[PLOT_SERIES] = {"",     "8 3", "2 3", "8 3 2 3",
                                                "12 4", "4 4", "1 4", "12 3 2 3 2 3"};

static void add_escaped(const char *text, Text *out) {
  for (; *text; text++)
    switch (*text) {
      case '&':
        text_add(out, "&amp;");
        break;
      case '<':
        text_add(out, "&lt;");
        break;
      case '>':
        text_add(out, "&gt;");
        break;
      case '"':
        text_add(out, "&quot;");
        break;
      default:
        text_add_bytes(out, text, 1);
    }
}

static void add_label(double x, double y, const char *anchor, const char *class, const char *label,
                      Text *out) {
  text_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor, class);
  add_escaped(label, out);
  text_add(out, "</text>\n");
}

// ---- The numbers.

static void put_series(const PlotSeries *series, JsonWriter *writer) {
  json_begin_object(writer, NULL);
  json_put_string(writer, "heuristic", series->name);
  json_put_number(writer, "mean", series->mean);
  json_put_number(writer, "seconds", series->seconds);
  json_put_integer(writer, "failed", series->failed);
  json_begin_array(writer, "ratios");
  for (int i = 0; i < series->count; i++)
    json_put_number(writer, NULL, series->ratios[i]);
  json_end(writer);
  json_end(writer);
}

static void add_metadata(const Plot *plot, Text *out) {
  Text json = {0};
  JsonWriter writer = json_writer(&json, false);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "plot", plot_kind_name(plot->kind));
  json_put_string(&writer, "stage", plot->board->stage);
  json_put_string(&writer, "device", plot->board->device);
  json_put_string(&writer, "baseline", plot->board->entrants.data[0].name);
  json_put_integer(&writer, "graphs", plot->problems);
  json_put_integer(&writer, "left_out", plot->left_out);
  json_begin_array(&writer, "series");
  for (int i = 0; i < plot->series.count; i++)
    put_series(&plot->series.data[i], &writer);
  json_end(&writer);
  json_end(&writer);
  text_add(out, "<metadata>");
  add_escaped(text_get(&json), out);
  text_add(out, "</metadata>\n");
  text_free(&json);
}

// ---- The frame.

static double x_of_factor(const Plot *plot, double factor) {
  return LEFT + (plot->most > 1 ? log(factor) / log(plot->most) * WIDTH : 0);
}

static void begin(const Plot *plot, const char *title, Text *out) {
  text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
              LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM);
  text_add(out, "<title>");
  add_escaped(title, out);
  text_add(out, "</title>\n");
  add_metadata(plot, out);
  text_add(out, style);
  add_label(LEFT, TOP - 16, "start", "title", title, out);
  text_printf(out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, TOP + HEIGHT, LEFT + WIDTH);
}

static void add_x_tick(double x, const char *label, Text *out) {
  text_printf(out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, TOP, TOP + HEIGHT);
  add_label(x, TOP + HEIGHT + 18, "middle", "tick", label, out);
}

static void add_y_tick(double y, const char *label, Text *out) {
  text_printf(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, LEFT + WIDTH);
  add_label(LEFT - 6, y + 4, "end", "tick", label, out);
}

static void add_factor_ticks(const Plot *plot, const char *label, Text *out) {
  enum { TICKS = 4 };
  Text tick = {0};
  for (int i = 0; i <= (plot->most > 1 ? TICKS : 0); i++) {
    double factor = pow(plot->most, (double)i / TICKS);
    text_clear(&tick);
    text_printf(&tick, "%.2f", factor);
    add_x_tick(x_of_factor(plot, factor), text_get(&tick), out);
  }
  add_label(LEFT + WIDTH / 2.0, TOP + HEIGHT + 40, "middle", "axis-name", label, out);
  text_free(&tick);
}

static void begin_mark(int index, const PlotSeries *series, Text *out) {
  text_printf(out, "<g class=\"c%d\"><title>", index);
  add_escaped(series->name, out);
  text_printf(out, ": mean %.3f, %d failed</title>\n", isfinite(series->mean) ? series->mean : 0,
              series->failed);
}

// Names at the right, a line each, so that none covers another.
static void add_key(int index, const PlotSeries *series, Text *out) {
  double y = TOP + 14 + 18.0 * index;
  text_printf(out, "<path class=\"curve\" stroke-dasharray=\"%s\" d=\"M%d %.1fh24\"/>\n", dashes[index],
              LEFT + WIDTH + 10, y - 4);
  add_label(LEFT + WIDTH + 40, y, "start", "name", series->name, out);
}

// ---- The kinds.

static void add_curve(const Plot *plot, int index, Text *out) {
  const PlotSeries *series = &plot->series.data[index];
  begin_mark(index, series, out);
  text_printf(out, "<path class=\"curve\" stroke-dasharray=\"%s\" d=\"M%d %d", dashes[index], LEFT,
              TOP + HEIGHT);
  for (int i = 0; i < series->count; i++) {
    if (i + 1 < series->count && series->ratios[i + 1] == series->ratios[i]) continue;
    double share = (double)(i + 1) / plot->problems;
    text_printf(out, "H%.1fV%.1f", x_of_factor(plot, series->ratios[i]), TOP + HEIGHT * (1 - share));
  }
  text_printf(out, "H%d\"/>\n", LEFT + WIDTH);
  add_key(index, series, out);
  text_add(out, "</g>\n");
}

static void add_profile(const Plot *plot, Text *out) {
  begin(plot, "Share of graphs within a factor of the best shown", out);
  add_factor_ticks(plot, "factor of the best fusible time", out);
  for (int i = 0; i <= 4; i++) {
    static const char *const labels[] = {"0 %", "25 %", "50 %", "75 %", "100 %"};
    add_y_tick(TOP + HEIGHT * (1 - i / 4.0), labels[i], out);
  }
  for (int i = 0; i < plot->series.count; i++)
    add_curve(plot, i, out);
}

static void add_box(const Plot *plot, int index, Text *out) {
  const PlotSeries *series = &plot->series.data[index];
  double y = TOP + HEIGHT * (index + 0.5) / plot->series.count, x[5];
  begin_mark(index, series, out);
  for (int i = 0; i < 5 && series->count; i++)
    x[i] = x_of_factor(plot, plot_quantile(series, i / 4.0));
  if (series->count) {
    text_printf(out, "<line class=\"curve\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", x[0], x[4],
                y, y);
    text_printf(
        out,
        "<rect class=\"dot\" fill-opacity=\"0.4\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"12\"/>\n",
        x[1], y - 6, x[3] - x[1]);
    text_printf(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", x[2], y);
  }
  add_label(LEFT + WIDTH + 10, y + 4, "start", "name", series->name, out);
  text_add(out, "</g>\n");
}

static void add_regret(const Plot *plot, Text *out) {
  begin(plot, "Fusible time over the least of any row: extremes, quartiles, median", out);
  add_factor_ticks(plot, "fusible time over the least", out);
  for (int i = 0; i < plot->series.count; i++)
    add_box(plot, i, out);
}

typedef struct Range {
  double low, high;
} Range;

static void widen(Range *range, double value) {
  range->low = fmin(range->low, value);
  range->high = fmax(range->high, value);
}

static double placed(const Range *range, double value) {
  return range->high > range->low ? (value - range->low) / (range->high - range->low) : 0.5;
}

static bool is_placed(const PlotSeries *series) {
  return series->seconds > 0 && isfinite(series->seconds) && isfinite(series->mean);
}

static void add_ends(const Range *seconds, const Range *means, Text *out) {
  Text label = {0};
  for (int end = 0; end < 2; end++) {
    text_clear(&label);
    text_printf(&label, "%.2g s", pow(10, end ? seconds->high : seconds->low));
    add_x_tick(LEFT + WIDTH * placed(seconds, end ? seconds->high : seconds->low), text_get(&label), out);
    text_clear(&label);
    text_printf(&label, "%.3f", end ? means->high : means->low);
    add_y_tick(TOP + HEIGHT * (1 - placed(means, end ? means->high : means->low)), text_get(&label), out);
  }
  text_free(&label);
  add_label(LEFT + WIDTH / 2.0, TOP + HEIGHT + 40, "middle", "axis-name", "seconds of a search", out);
}

static void add_pareto(const Plot *plot, Text *out) {
  Range seconds = {INFINITY, -INFINITY}, means = {INFINITY, -INFINITY};
  begin(plot, "Mean fusible time over the baseline's, and seconds of a search", out);
  for (int i = 0; i < plot->series.count; i++) {
    const PlotSeries *series = &plot->series.data[i];
    if (!is_placed(series)) continue;
    widen(&seconds, log10(series->seconds));
    widen(&means, series->mean);
  }
  if (seconds.low > seconds.high) return;
  add_ends(&seconds, &means, out);
  for (int i = 0; i < plot->series.count; i++) {
    const PlotSeries *series = &plot->series.data[i];
    if (!is_placed(series)) continue;
    double x = LEFT + WIDTH * placed(&seconds, log10(series->seconds));
    double y = TOP + HEIGHT * (1 - placed(&means, series->mean));
    begin_mark(i, series, out);
    text_printf(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/>\n", x, y,
                series->on_front ? 6 : 4);
    add_label(x + 9, y - 5, "start", "name", series->name, out);
    text_add(out, "</g>\n");
  }
}

void plot_svg(const Plot *plot, Text *out) {
  switch (plot->kind) {
    case PLOT_PROFILE:
      add_profile(plot, out);
      break;
    case PLOT_REGRET:
      add_regret(plot, out);
      break;
    case PLOT_PARETO:
      add_pareto(plot, out);
      break;
    case PLOT_COUNT:
      break;
  }
  text_add(out, "</svg>\n");
}
