// A plan as one HTML file that stands alone: no scripts, nothing from elsewhere. Estimated, compiled and
// measured figures have columns, and colours, of their own.
#include "session/export/html.h"

#include "session/export/report.h"
#include "session/internal.h"
#include "session/report_css_bytes.h"

#include <stdio.h>
#include <string.h>

enum { KERNELS_MOST = 1000, CODES_MOST = 200, HOLDERS = 12 };

// ---- The head: what it is, and the figures of the whole.

static void add_term(Text *out, const char *name, const char *kind) {
  text_printf(out, "<dt>%s</dt><dd class=\"%s\">", name, kind);
}

static void add_compiled(const HtmlReport *report, Text *out) {
  int compiled = 0, most = 0, spilling = 0;
  for (int i = 0; i < report->timeline.count; i++) {
    CompiledView view = session_compiled(report->session, report->timeline.launches[i].kernel);
    if (view.state != RESULT_DONE) continue;
    compiled++;
    if (view.compiled->registers > most) most = view.compiled->registers;
    spilling += view.compiled->spill_store_bytes + view.compiled->spill_load_bytes > 0;
  }
  add_term(out, "compiled", "comp");
  if (compiled)
    text_printf(out, "%d of %d kernels; at most %d registers, %d spilling</dd>\n", compiled,
                report->timeline.count, most, spilling);
  else
    text_add(out, "nothing was compiled</dd>\n");
}

static void add_measured(const HtmlReport *report, Text *out) {
  const MeasureReport *measured = session_report(report->session);
  const Timeline *line = &report->timeline;
  add_term(out, "measured", "meas");
  if (line->timed)
    text_printf(out, "%.1f µs, %d of %d kernels each alone (estimated %.1f µs)", line->measured_us,
                line->timed, line->count, line->timed_estimate_us);
  else
    text_add(out, "nothing was measured");
  if (measured && measured->total.ok)
    text_printf(out, "; last plan timed, as one CUDA graph: %.1f µs%s", measured->total.time_us,
                line->not_run > 0 ? ", without library calls that are not run" : "");
  text_add(out, "</dd>\n");
}

static void add_figures(const HtmlReport *report, Text *out) {
  const Timeline *line = &report->timeline;
  const PlanLive *live = &report->live;
  char number[32], inputs[32];
  text_add(out, "<dl>\n");
  add_term(out, "estimated", "est");
  text_printf(out, "%.1f µs, of it %.1f µs launching; as one CUDA graph %.1f µs", line->estimate_us,
              line->launch_us, line->replay_us);
  if (line->not_run > 0)
    text_printf(out, ", %.1f µs without %d library call%s that %s not run here", line->run_us, line->not_run,
                line->not_run == 1 ? "" : "s", line->not_run == 1 ? "is" : "are");
  text_add(out, "</dd>\n");
  add_compiled(report, out);
  add_measured(report, out);
  add_term(out, "memory", "");
  if (live->peak >= 0)
    text_printf(out, "at most %s, at K%d; %s of it inputs",
                text_bytes(number, (double)live->bytes[live->peak]), line->launches[live->peak].kernel,
                text_bytes(inputs, (double)live->input_bytes));
  text_add(out, "</dd>\n</dl>\n");
}

static void add_head(const HtmlReport *report, Text *out) {
  Session *session = report->session;
  text_add(out, "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"");
  text_add(out, report->light ? " class=\"light\"" : "");
  text_add(out,
           ">\n<head>\n"
           "<meta charset=\"utf-8\"/>\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>");
  html_text(out, session->graph->name);
  text_add(out, ": kernels</title>\n<style>\n");
  text_add(out, report_css_bytes);
  text_add(out, "</style>\n</head>\n<body>\n<h1>");
  html_text(out, session->graph->name);
  text_add(out, "</h1>\n<p class=\"dim\">");
  if (session->graph->about) html_text(out, session->graph->about);
  text_add(out, "</p>\n<p class=\"dim\">Plan ");
  html_text(out, session_plan_title(session));
  int ops = 0; // views are in no kernel
  for (int op = 0; op < session->graph->op_count; op++)
    ops += !session->graph->ops[op].is_view;
  text_printf(out, ", %d op%s in %d kernel%s, on %s%s.</p>\n", ops, ops == 1 ? "" : "s",
              report->timeline.count, report->timeline.count == 1 ? "" : "s", session->device.name,
              session->device.calibrated ? " as calibrated" : "");
}

// ---- The kernels.

static void add_number(Text *out, const char *kind, bool known, double number, int digits) {
  if (known)
    text_printf(out, "<td class=\"%s\">%.*f</td>", kind, digits, number);
  else
    text_add(out, "<td class=\"dim\">–</td>");
}

static void add_kernel(const HtmlReport *report, const TimelineLaunch *launch, Text *out) {
  Session *session = report->session;
  const Estimate *estimate = estimator_kernel(session->estimator, session->plan, launch->kernel);
  CompiledView compiled = session_compiled(session, launch->kernel);
  PlanKernel members = plan_kernel(session->plan, launch->kernel);
  bool done = compiled.state == RESULT_DONE;
  char number[32];
  Text name = {0};
  html_kernel_name(report, launch->kernel, &name);
  text_printf(out, "<tr><td class=\"l\">K%d</td><td class=\"l\">", launch->kernel);
  html_cut(out, text_get(&name), 34);
  text_printf(out, "</td><td>%d</td>", members.op_count + members.copy_count);
  add_number(out, "est", estimate->registers >= 0, estimate->registers, 0);
  add_number(out, "comp", done, done ? compiled.compiled->registers : 0, 0);
  add_number(out, "comp", done,
             done ? compiled.compiled->spill_store_bytes + compiled.compiled->spill_load_bytes : 0, 0);
  text_printf(out, "<td class=\"est\">%s</td>", text_bytes(number, (double)estimate->dram_bytes));
  add_number(out, "est", true, launch->estimate_us, 1);
  add_number(out, "meas", launch->timed, launch->measured_us, 1);
  text_printf(out, "<td class=\"l\">%s</td></tr>\n", limit_name(estimate->limit));
  text_free(&name);
}

static void add_kernels(const HtmlReport *report, Text *out) {
  text_add(out,
           "<h2>Kernels, in launch order</h2>\n<div class=\"wide\"><table><tr><th class=\"l\">id</th><th "
           "class=\"l\">kernel</th><th>ops</th><th>registers est</th><th>nvcc</th><th>spilled B</th><th>DRAM "
           "est</th><th>est µs</th><th>meas µs</th><th class=\"l\">limit</th></tr>\n");
  for (int i = 0; i < report->timeline.count && i < KERNELS_MOST; i++)
    add_kernel(report, &report->timeline.launches[i], out);
  text_add(out, "</table></div>\n");
  if (report->timeline.count > KERNELS_MOST)
    text_printf(out, "<p class=\"dim\">And %d more.</p>\n", report->timeline.count - KERNELS_MOST);
}

// ---- Who holds the memory at the peak.

static void add_holders(const HtmlReport *report, Text *out) {
  const PlanLive *live = &report->live;
  int held[HOLDERS], count = live->peak < 0 ? 0 : plan_live_holders(live, live->peak, held, HOLDERS);
  char number[32];
  if (count == 0) return;
  text_printf(
      out,
      "<div class=\"wide\"><table><tr><th class=\"l\">live at the peak, %d tensors</th><th>bytes</th><th "
      "class=\"l\">what</th><th class=\"l\">kernels</th></tr>\n",
      count);
  for (int i = 0; i < count && i < HOLDERS; i++) {
    const LiveTensor *tensor = &live->tensors[held[i]];
    text_add(out, "<tr><td class=\"l\">");
    html_cut(out, report->session->graph->values[tensor->storage].name, 40);
    text_printf(out, "</td><td>%s</td><td class=\"l\">%s</td><td class=\"l\">K%d to K%d</td></tr>\n",
                text_bytes(number, (double)tensor->bytes), live_kind(tensor),
                report->timeline.launches[tensor->first].kernel,
                report->timeline.launches[tensor->last].kernel);
  }
  text_add(out, "</table></div>\n");
}

// ---- Code, folded.

static void add_code(const HtmlReport *report, int kernel, Text *out) {
  int line = 1;
  Status why = {0};
  Text name = {0};
  html_kernel_name(report, kernel, &name);
  const char *source = session_source(report->session, kernel, &line, &why);
  text_printf(out, "<details><summary>K%d ", kernel);
  html_text(out, text_get(&name));
  text_add(out, "</summary>\n<pre>");
  for (; source && line > 1; source++)
    line -= *source == '\n';
  html_text(out, source ? source : why.message);
  text_add(out, "</pre></details>\n");
  text_free(&name);
}

static void add_codes(const HtmlReport *report, Text *out) {
  text_add(out, "<h2>Code</h2>\n");
  for (int i = 0; i < report->timeline.count && i < CODES_MOST; i++)
    add_code(report, report->timeline.launches[i].kernel, out);
  if (report->timeline.count > CODES_MOST)
    text_printf(out, "<p class=\"dim\">Of the first %d kernels; export --as cuda writes all.</p>\n",
                CODES_MOST);
}

// ---- The page.

static int find_dearest(const Timeline *line) {
  int found = -1;
  for (int i = 0; i < line->count; i++)
    if (found < 0 || html_launch_us(&line->launches[i]) > html_launch_us(&line->launches[found])) found = i;
  return found;
}

static void add_pictures(const HtmlReport *report, Text *out) {
  text_add(out, "<h2>Over time</h2>\n");
  html_timeline(report, out);
  text_add(out, "<h2>Memory</h2>\n");
  html_memory(report, out);
  add_holders(report, out);
  text_add(
      out,
      "<h2>Roofline</h2>\n<p class=\"dim\">FLOP for each byte of DRAM, and FLOP a second: estimated <span "
      "class=\"est\">●</span>, measured <span class=\"meas\">●</span>. Roofs: DRAM and FP32; fainter L2 and "
      "the tensor cores.</p>\n");
  html_roofline(report, out);
  text_add(out, "<h2>Around the kernel that takes most time</h2>\n");
  html_neighbourhood(report, out);
  text_add(out,
           "<h2>Ops</h2>\n<p class=\"dim\">A heavy line is a value in registers, a light one goes through "
           "memory.</p>\n");
  html_rails(report, out);
}

void export_html(Session *session, bool light, Text *out) {
  session_look_up_times(session);
  HtmlReport report = {.session = session,
                       .timeline = timeline_new(session),
                       .live = plan_live(session->plan),
                       .light = light};
  report.dearest = find_dearest(&report.timeline);
  add_head(&report, out);
  add_figures(&report, out);
  html_changes(&report, out);
  add_kernels(&report, out);
  add_pictures(&report, out);
  add_codes(&report, out);
  text_add(out, "</body>\n</html>\n");
  timeline_free(&report.timeline);
  plan_live_free(&report.live);
}
