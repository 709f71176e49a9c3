// Pictures of an HTML report over time, bytes and operations.
#include "session/export/html.h"

#include <math.h>

// ---- The plan over time: a lane of estimates, one of measured times.

enum { LANE_Y = 14, LANE_HEIGHT = 22, LANE_GAP = 18, MEMORY_HEIGHT = 130, ROOF_HEIGHT = 260, LABELS = 56 };

typedef struct Span {
  double from, to; // microseconds
} Span;

static void add_span(Text *out, const HtmlReport *report, const TimelineLaunch *launch, Span span, int y,
                     double scale, const char *kind) {
  double width = (span.to - span.from) * scale;
  if (width < 0.05) return; // nobody sees it, and of a large plan there are many
  Text name = {0};
  html_kernel_name(report, launch->kernel, &name);
  text_printf(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"><title>K%d ", kind,
              span.from * scale, y, width, LANE_HEIGHT, launch->kernel);
  html_text(out, text_get(&name));
  text_printf(out, ", %.2f µs</title></rect>\n", span.to - span.from);
  if (width > 24)
    text_printf(out, "<text class=\"on\" x=\"%.2f\" y=\"%d\">K%d</text>\n", span.from * scale + 3, y + 15,
                launch->kernel);
  text_free(&name);
}

static void add_estimates(const HtmlReport *report, double scale, Text *out) {
  for (int i = 0; i < report->timeline.count; i++) {
    const TimelineLaunch *launch = &report->timeline.launches[i];
    double end = launch->start_us + launch->estimate_us;
    add_span(out, report, launch, (Span){launch->start_us, end}, LANE_Y, scale, "est");
    if (launch->launch_us * scale >= 0.3)
      text_printf(out, "<rect class=\"launch\" x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"/>\n",
                  launch->start_us * scale, LANE_Y, launch->launch_us * scale, LANE_HEIGHT);
  }
}

static void add_measurements(const HtmlReport *report, double scale, int y, Text *out) {
  for (int i = 0; i < report->timeline.count; i++) {
    const TimelineLaunch *launch = &report->timeline.launches[i];
    double begin = launch->measured_start_us;
    if (launch->timed)
      add_span(out, report, launch, (Span){begin, begin + launch->measured_us}, y, scale, "meas");
  }
}

void html_timeline(const HtmlReport *report, Text *out) {
  const Timeline *line = &report->timeline;
  double most = fmax(line->estimate_us, line->end_us), scale = most > 0 ? HTML_WIDTH / most : 0;
  int lanes = line->timed ? 2 : 1, second = LANE_Y + LANE_HEIGHT + LANE_GAP;
  html_svg_begin(out, LANE_Y + lanes * (LANE_HEIGHT + LANE_GAP), "the plan over time");
  text_printf(out, "<text x=\"0\" y=\"10\">estimated, %.1f µs; launches, lighter, are %.1f µs of it</text>\n",
              line->estimate_us, line->launch_us);
  add_estimates(report, scale, out);
  if (line->timed) {
    text_printf(out, "<text x=\"0\" y=\"%d\">measured, %d of %d kernels, each alone: %.1f µs</text>\n",
                second - 4, line->timed, line->count, line->measured_us);
    add_measurements(report, scale, second, out);
  }
  html_svg_end(out);
}

// ---- Memory: a step for each launch.

void html_memory(const HtmlReport *report, Text *out) {
  const PlanLive *live = &report->live;
  if (live->peak < 0 || live->bytes[live->peak] == 0) return;
  char number[32];
  double most = (double)live->bytes[live->peak], wide = (double)HTML_WIDTH / live->launch_count;
  double high = (MEMORY_HEIGHT - 16) / most;
  html_svg_begin(out, MEMORY_HEIGHT, "live memory over the launches");
  text_add(out, "<path class=\"est\" d=\"");
  text_printf(out, "M0 %d", MEMORY_HEIGHT);
  for (int i = 0; i < live->launch_count; i++)
    text_printf(out, " V%.1f H%.2f", MEMORY_HEIGHT - (double)live->bytes[i] * high, (i + 1) * wide);
  text_printf(out, " V%d Z\"/>\n", MEMORY_HEIGHT);
  text_printf(out, "<rect class=\"launch\" x=\"0\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>\n",
              MEMORY_HEIGHT - (double)live->input_bytes * high, HTML_WIDTH, (double)live->input_bytes * high);
  double x = (live->peak + 0.5) * wide;
  text_printf(out, "<path class=\"mark\" d=\"M%.1f 14 V%d\"/>\n", x, MEMORY_HEIGHT);
  text_printf(out, "<text x=\"%.1f\" y=\"10\"%s>%s at K%d</text>\n", x,
              x > HTML_WIDTH / 2.0 ? " text-anchor=\"end\"" : "", text_bytes(number, most),
              report->timeline.launches[live->peak].kernel);
  text_printf(out, "<text x=\"2\" y=\"%d\">inputs %s</text>\n", MEMORY_HEIGHT - 4,
              text_bytes(number, (double)live->input_bytes));
  html_svg_end(out);
}

// ---- Roofline: operations a byte against operations a second, both logarithmic.

enum { LOW_X = -6, HIGH_X = 14, LOW_Y = 8 };

typedef struct Roof {
  double high_y; // log10 of FLOP/s at the top
} Roof;

static double x_of(double intensity) {
  double x = (log2(intensity) - LOW_X) / (HIGH_X - LOW_X);
  return LABELS + fmin(fmax(x, 0), 1) * (HTML_WIDTH - LABELS - 6);
}

static double y_of(const Roof *roof, double rate) {
  double y = (log10(rate) - LOW_Y) / (roof->high_y - LOW_Y);
  return (ROOF_HEIGHT - 22) * (1 - fmin(fmax(y, 0), 1)) + 4;
}

static void add_roof(const Roof *roof, double bytes_per_s, double flops_per_s, const char *kind, Text *out) {
  double low = exp2(LOW_X), ridge = flops_per_s / bytes_per_s, high = exp2(HIGH_X);
  text_printf(out, "<path class=\"%s\" d=\"M%.1f %.1f L%.1f %.1f L%.1f %.1f\"/>\n", kind, x_of(low),
              y_of(roof, low * bytes_per_s), x_of(ridge), y_of(roof, flops_per_s), x_of(high),
              y_of(roof, flops_per_s));
}

static void add_point(const HtmlReport *report, const Roof *roof, const TimelineLaunch *launch, double us,
                      const char *kind, Text *out) {
  Session *session = report->session;
  const Estimate *estimate =
      estimator_kernel(session_estimator(session), session_plan(session), launch->kernel);
  if (estimate->flops <= 0 || estimate->dram_bytes <= 0 || us <= 0) return;
  Text name = {0};
  html_kernel_name(report, launch->kernel, &name);
  text_printf(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>K%d ", kind,
              x_of(estimate->flops / (double)estimate->dram_bytes), y_of(roof, estimate->flops / us * 1e6),
              launch->kernel);
  html_text(out, text_get(&name));
  text_add(out, "</title></circle>\n");
  text_free(&name);
}

static void add_axes(const Roof *roof, Text *out) {
  for (int power = LOW_Y; power < roof->high_y; power += 2)
    text_printf(out, "<text x=\"0\" y=\"%.1f\">1e%d</text>\n", y_of(roof, pow(10, power)), power);
  for (int power = LOW_X; power < HIGH_X; power += 4)
    text_printf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n", x_of(exp2(power)),
                ROOF_HEIGHT - 8, exp2(power));
}

void html_roofline(const HtmlReport *report, Text *out) {
  enum { POINTS = 2000 };
  const Device *device = session_device(report->session);
  double lanes = device->limits.sms * device->clock_ghz * 1e9, fp32 = 2 * lanes * device->fma_per_clock;
  double tensor = device->tensor_tflops_16 * 1e12;
  Roof roof = {log10(fmax(fp32, tensor)) + 0.3};
  html_svg_begin(out, ROOF_HEIGHT, "roofline: FLOP for each byte of DRAM, and FLOP a second");
  add_roof(&roof, device->dram_gbs * 1e9, tensor, "roof faint", out);
  add_roof(&roof, device->l2_gbs * 1e9, fp32, "roof faint", out);
  add_roof(&roof, device->dram_gbs * 1e9, fp32, "roof", out);
  add_axes(&roof, out);
  for (int i = 0; i < report->timeline.count && i < POINTS; i++) {
    const TimelineLaunch *launch = &report->timeline.launches[i];
    add_point(report, &roof, launch, launch->estimate_us, "est", out);
    if (launch->timed) add_point(report, &roof, launch, launch->measured_us, "meas", out);
  }
  html_svg_end(out);
}
