// Pictures of an HTML report of the graph and the plan: the ops by kernel with what they read, and the
// kernels around the one that takes most time.
#include "session/export/html.h"

#include <stdlib.h>

enum {
  ROW = 15,
  LEFT = 26,
  LANES_END = 92,
  NAME_X = 100,
  TYPE_X = 300,
  NEAR = 40,
  ROWS_MOST = 400,
  CURVE_MOST = 62
};

// ---- Rails: a row an op; an edge is heavy where the value stays in registers, light where memory holds it.

typedef struct RailRows {
  int *row; // of each op; -1: none
  int count;
} RailRows;

static RailRows rows_new(const Graph *graph) {
  RailRows rows = {memory_alloc(((size_t)graph->op_count + 1) * sizeof(int)), 0};
  for (int op = 0; op < graph->op_count; op++)
    rows.row[op] = graph->ops[op].is_view || rows.count >= ROWS_MOST ? -1 : rows.count++;
  return rows;
}

static double middle(int row) {
  return row * ROW + ROW / 2.0;
}

static void add_edge(const HtmlReport *report, int from, int to, const RailRows *rows, Text *out) {
  const Plan *plan = session_plan(report->session);
  int distance = rows->row[to] - rows->row[from];
  double bow = distance * 7 < CURVE_MOST ? distance * 7 : CURVE_MOST;
  bool stays = plan_home(plan, from) == plan_home(plan, to);
  text_printf(out, "<path class=\"edge%s\" d=\"M%d %.1f C%.1f %.1f %.1f %.1f %d %.1f\"/>\n",
              stays ? " heavy" : "", LANES_END, middle(rows->row[from]), LANES_END - bow,
              middle(rows->row[from]), LANES_END - bow, middle(rows->row[to]), LANES_END,
              middle(rows->row[to]));
}

static void add_edges(const HtmlReport *report, int op, const RailRows *rows, Text *out) {
  Neighbours near = graph_neighbours(session_graph(report->session), op);
  for (int i = 0; i < near.producer_count; i++) {
    int from = near.producers[i];
    if (rows->row[from] >= 0 && rows->row[op] - rows->row[from] <= NEAR)
      add_edge(report, from, op, rows, out);
  }
}

// What is read from afar is named behind the op.
static void add_stubs(const HtmlReport *report, int op, const RailRows *rows, Text *out) {
  const Graph *graph = session_graph(report->session);
  Neighbours near = graph_neighbours(graph, op);
  for (int i = 0; i < near.producer_count; i++) {
    if (rows->row[op] - rows->row[near.producers[i]] <= NEAR) continue;
    text_add(out, " &lt;");
    html_cut(out, graph->ops[near.producers[i]].name, 12);
    text_add(out, "&gt;");
  }
}

static void add_kernel_mark(int kernel, int row, bool first, Text *out) {
  text_printf(out, "<rect class=\"k%d\" x=\"%d\" y=\"%d\" width=\"4\" height=\"%d\"/>\n",
              (kernel % 6 + 6) % 6, LEFT, row * ROW, ROW);
  if (first) text_printf(out, "<text x=\"0\" y=\"%.1f\">K%d</text>\n", middle(row) + 3, kernel);
}

static void add_op(const HtmlReport *report, int op, const RailRows *rows, Text *out) {
  const Graph *graph = session_graph(report->session);
  const Op *it = &graph->ops[op];
  char shape[160];
  int y = rows->row[op];
  text_printf(out, "<circle class=\"dot\" cx=\"%d\" cy=\"%.1f\" r=\"2.5\"/>\n<text x=\"%d\" y=\"%.1f\">",
              LANES_END, middle(y), NAME_X, middle(y) + 3);
  html_cut(out, it->name, 26);
  text_add(out, "<tspan class=\"dim\"> ");
  html_text(out, op_info(it->code)->name);
  add_stubs(report, op, rows, out);
  text_add(out, "</tspan></text>\n");
  if (it->result_count == 0) return;
  const Value *value = &graph->values[it->first_result];
  text_printf(out, "<text class=\"dim\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s ", HTML_WIDTH,
              middle(y) + 3, dtype_name(value->dtype));
  html_text(out, shape_text(&value->shape, shape));
  text_add(out, "</text>\n");
}

void html_rails(const HtmlReport *report, Text *out) {
  const Graph *graph = session_graph(report->session);
  RailRows rows = rows_new(graph);
  int before = NO_KERNEL;
  html_svg_begin(out, rows.count * ROW + 2, "the ops, by kernel, with what they read");
  for (int op = 0; op < graph->op_count; op++) {
    if (rows.row[op] < 0) continue;
    int kernel = plan_home(session_plan(report->session), op);
    add_kernel_mark(kernel, rows.row[op], kernel != before, out);
    add_edges(report, op, &rows, out);
    add_op(report, op, &rows, out);
    before = kernel;
  }
  html_svg_end(out);
  if (rows.count == ROWS_MOST)
    text_printf(out, "<p class=\"dim\">The first %d ops of the graph; fusebox shows all.</p>\n", ROWS_MOST);
  free(rows.row);
}

// ---- The neighbourhood of a kernel: what it reads from above, what reads it below.

enum { BOX = 112, BOX_HEIGHT = 34, BOX_GAP = 8, LAYER = 70, BOXES = 4, NEIGHBOURS = 64 };

static double box_x(int at, int count) {
  double all = count * BOX + (count - 1) * BOX_GAP;
  return (HTML_WIDTH - all) / 2 + at * (BOX + BOX_GAP);
}

static void add_box(const HtmlReport *report, int kernel, double x, int y, const char *kind, Text *out) {
  Text name = {0};
  html_kernel_name(report, kernel, &name);
  const Timeline *line = &report->timeline;
  text_printf(out, "<rect class=\"box %s\" x=\"%.1f\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>\n", kind,
              x, y, BOX, BOX_HEIGHT);
  text_printf(out, "<text x=\"%.1f\" y=\"%d\">K%d ", x + 4, y + 13, kernel);
  html_cut(out, text_get(&name), 14);
  text_add(out, "</text>\n");
  for (int i = 0; i < line->count; i++)
    if (line->launches[i].kernel == kernel)
      text_printf(out, "<text class=\"dim\" x=\"%.1f\" y=\"%d\">%s %.1f µs</text>\n", x + 4, y + 27,
                  line->launches[i].timed ? "meas" : "est", html_launch_us(&line->launches[i]));
  text_free(&name);
}

static void add_layer(const HtmlReport *report, const int *kernels, int count, int y, int center_y,
                      Text *out) {
  int shown = count < BOXES ? count : BOXES;
  for (int i = 0; i < shown; i++) {
    double x = box_x(i, shown);
    text_printf(out, "<path class=\"edge\" d=\"M%.1f %d L%.1f %d\"/>\n", x + BOX / 2.0,
                y < center_y ? y + BOX_HEIGHT : y, HTML_WIDTH / 2.0,
                y < center_y ? center_y : center_y + BOX_HEIGHT);
    add_box(report, kernels[i], x, y, "", out);
  }
  if (count > shown)
    text_printf(out, "<text class=\"dim\" x=\"%d\" y=\"%d\" text-anchor=\"end\">and %d more</text>\n",
                HTML_WIDTH, y < center_y ? y + BOX_HEIGHT + 12 : y - 4, count - shown);
}

void html_neighbourhood(const HtmlReport *report, Text *out) {
  if (report->dearest < 0) return;
  const Plan *plan = session_plan(report->session);
  int kernel = report->timeline.launches[report->dearest].kernel, near[NEIGHBOURS];
  html_svg_begin(out, 2 * LAYER + BOX_HEIGHT, "the kernels around the one that takes most time");
  add_layer(report, near, plan_kernel_producers(plan, kernel, near, NEIGHBOURS), 0, LAYER, out);
  add_layer(report, near, plan_kernel_consumers(plan, kernel, near, NEIGHBOURS), 2 * LAYER, LAYER, out);
  add_box(report, kernel, box_x(0, 1), LAYER, "here", out);
  html_svg_end(out);
}
