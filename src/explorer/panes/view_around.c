// The neighbourhood pane: layers of boxes and the lines between them; heavy lines stay in one kernel.
#include "base/arena.h"
#include "explorer/panes/around.h"
#include "explorer/panes/view.h"
#include "tui/draw.h"
#include "tui/name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A chain's edge in the picture: "2 ops" beside its last stretch.
typedef struct ChainLabel {
  int x, top, bottom; // of the stretch, rows between boxes
  int ops;
} ChainLabel;

typedef struct Drawing {
  Explorer *explorer;
  const Around *around;
  int width, height;
  LineCell *cells;
  ChainLabel labels[AROUND_CHAINS];
  int label_count;
} Drawing;

// Shown around the op.
static int *hops(const Explorer *explorer) {
  return explorer->state[COMPONENT_AROUND];
}

static void open(Explorer *explorer) {
  *hops(explorer) = 2;
}

const Component component_around = {.size = sizeof(int), .open = open};

void around_widen(Explorer *explorer, int by) {
  int wanted = *hops(explorer) + by;
  if (wanted >= 1 && wanted <= AROUND_HOPS) *hops(explorer) = wanted;
}

static void build(Explorer *explorer, Around *around, int width, int height) {
  around_build(around, explorer->plan, explorer->cursor, *hops(explorer), width, height);
}

void view_around_title(Explorer *explorer, Text *out) {
  text_printf(out, "%d hop%s  + - to widen", *hops(explorer), *hops(explorer) == 1 ? "" : "s");
}

static void mark(Drawing *drawing, int x, int y, Direction direction, LineWeight weight) {
  bool inside = x >= 0 && y >= 0 && x < drawing->width && y < drawing->height;
  if (inside) line_widen(&drawing->cells[y * drawing->width + x], direction, weight);
}

static void vertical(Drawing *drawing, int x, int from, int to, LineWeight weight) {
  for (int y = from; y < to; y++) {
    mark(drawing, x, y, DIRECTION_DOWN, weight);
    mark(drawing, x, y + 1, DIRECTION_UP, weight);
  }
}

static void horizontal(Drawing *drawing, int y, int a, int b, LineWeight weight) {
  for (int x = a < b ? a : b; x < (a < b ? b : a); x++) {
    mark(drawing, x, y, DIRECTION_RIGHT, weight);
    mark(drawing, x + 1, y, DIRECTION_LEFT, weight);
  }
}

// To the next layer: down from the producer's box, across on its track, down into the consumer's.
static void add_step(Drawing *drawing, const AroundNode *from, const AroundNode *to, LineWeight weight,
                     int chain_ops) {
  int top = around_row(drawing->around, from->layer), bottom = around_row(drawing->around, to->layer);
  int x = from->x + from->width / 2, end = to->x + to->width / 2, across = top + 1 + from->track;
  vertical(drawing, x, top, across, weight);
  horizontal(drawing, across, x, end, weight);
  vertical(drawing, end, across, bottom, weight);
  if (chain_ops) drawing->labels[drawing->label_count++] = (ChainLabel){end, across, bottom - 1, chain_ops};
}

static bool has_way(const Around *around, const AroundNode *from, const AroundNode *to) {
  for (int layer = from->layer + 1; layer < to->layer; layer++)
    if (!around_next(around, from, to, layer)) return false;
  return true;
}

static void add_edge(Drawing *drawing, const AroundNode *from, const AroundNode *to) {
  const Around *around = drawing->around;
  const AroundNode *at = from;
  const AroundChain *chain = around_chain(around, from->op, to->op);
  bool together = plan_runs(drawing->explorer->plan, plan_home(drawing->explorer->plan, to->op), from->op);
  if (!has_way(around, from, to)) return;
  for (int layer = from->layer + 1; layer <= to->layer; layer++) {
    const AroundNode *next = around_next(around, from, to, layer);
    add_step(drawing, at, next, together ? LINE_HEAVY : LINE_LIGHT, chain && next == to ? chain->ops : 0);
    at = next;
  }
}

static void add_edges(Drawing *drawing) {
  const Around *around = drawing->around;
  for (int i = 0; i < around->count; i++)
    for (int j = 0; j < around->count; j++)
      if (around_joined(around, drawing->explorer->graph, &around->nodes[i], &around->nodes[j]))
        add_edge(drawing, &around->nodes[i], &around->nodes[j]);
}

static void draw_lines(const Drawing *drawing, Canvas canvas) {
  for (int y = 0; y < drawing->height; y++)
    for (int x = 0; x < drawing->width; x++)
      draw_line_cell(canvas, x, y, drawing->cells[y * drawing->width + x], drawing->explorer->glyphs);
}

// No line and no other label there.
static bool is_free(Canvas canvas, int x, int y, int width) {
  Rect area = canvas.area;
  if (x < 0 || x + width > area.width) return false;
  const Grid *grid = canvas.grid;
  const Cell *row = grid->cells + (size_t)(area.y + y) * (size_t)grid->width + (size_t)area.x;
  for (int i = 0; i < width; i++)
    if (row[x + i].codepoint != ' ') return false;
  return true;
}

// Beside the line, as near to its end as there is room; else on it.
static void draw_label(Canvas canvas, const ChainLabel *label) {
  char text[24];
  int width = snprintf(text, sizeof text, " %d ops ", label->ops);
  for (int y = label->bottom; y >= label->top; y--)
    for (int side = 0; side < 2; side++) {
      int x = side ? label->x - width : label->x + 1;
      if (!is_free(canvas, x, y, width)) continue;
      canvas_text(canvas, x, y, STYLE_DIM, text);
      return;
    }
  canvas_text(canvas, label->x - width / 2, label->bottom, STYLE_DIM, text);
}

static void draw_node(Explorer *explorer, const Around *around, const AroundNode *node, Canvas canvas) {
  char name[NAME_SIZE], kernel[16];
  snprintf(kernel, sizeof kernel, " K%d", plan_home(explorer->plan, node->op));
  int y = around_row(around, node->layer), space = node->width - 2 - text_width(kernel);
  Canvas box = canvas_part(canvas, (Rect){node->x, y, node->width, 1});
  canvas_fill(box, (Rect){0, 0, node->width, 1}, STYLE_TEXT);
  bool here = node->layer == 0;
  int x = canvas_text(box, 0, 0, STYLE_BORDER, here ? explorer_glyph(explorer, GLYPH_HERE_OPEN) : "[");
  x = canvas_text(box, x, 0, here ? STYLE_STRONG : STYLE_OP,
                  name_short(name, explorer->graph->ops[node->op].name, space, explorer->glyphs));
  x = canvas_text(box, x, 0, STYLE_KERNEL, kernel);
  canvas_text(box, x, 0, STYLE_BORDER, here ? explorer_glyph(explorer, GLYPH_HERE_CLOSE) : "]");
  Style under = here ? STYLE_CURSOR : STYLE_SHADE;
  bool together = plan_home(explorer->plan, node->op) == explorer_kernel(explorer);
  if (together) canvas_under(box, (Rect){0, 0, x + 1, 1}, under);
}

// "-> add K25 (far)" behind the box of what it reads, "add K3 (far) ->" before that of what reads it; false:
// there is no room.
static bool draw_stub(Explorer *explorer, const Around *around, const AroundStub *stub, Canvas canvas) {
  enum { NAME_MOST = 24, NAME_LEAST = 8 };
  const AroundNode *node = &around->nodes[stub->node];
  const char *line = glyph_line(explorer->glyphs, LINE_NONE, LINE_LIGHT, LINE_NONE, LINE_LIGHT),
             *head = explorer_glyph(explorer, GLYPH_CURSOR);
  const char *name = explorer->graph->ops[stub->op].name;
  char cut[NAME_SIZE], rest[48];
  snprintf(rest, sizeof rest, " K%d", plan_home(explorer->plan, stub->op));
  if (stub->further) snprintf(rest + strlen(rest), sizeof rest - strlen(rest), " +%d", stub->further);
  snprintf(rest + strlen(rest), sizeof rest - strlen(rest), " (far)");
  int wanted = text_width(name) < NAME_MOST ? text_width(name) : NAME_MOST,
      y = around_row(around, node->layer);
  for (int shown = wanted; shown >= NAME_LEAST || shown == wanted; shown--) {
    int width = 3 + shown + text_width(rest), x = stub->reads ? node->x - width : node->x + node->width;
    if (!is_free(canvas, stub->reads ? x - 1 : x, y, width + 1)) continue;
    name_short(cut, name, shown, explorer->glyphs);
    if (!stub->reads) x = canvas_printf(canvas, x, y, STYLE_BORDER, "%s%s ", line, head);
    x = canvas_printf(canvas, x, y, STYLE_DIM, "%s%s", cut, rest);
    if (stub->reads) canvas_printf(canvas, x, y, STYLE_BORDER, " %s%s", line, head);
    return true;
  }
  return false;
}

void view_around_draw(Explorer *explorer, Canvas canvas) {
  if (explorer->cursor == NO_OP) return;
  Around around;
  Drawing drawing = {.explorer = explorer, .around = &around};
  drawing.width = canvas.area.width, drawing.height = canvas.area.height;
  if (drawing.width < 1 || drawing.height < 1) return;
  build(explorer, &around, drawing.width, drawing.height);
  drawing.cells = memory_alloc(sizeof(LineCell) * (size_t)drawing.width * (size_t)drawing.height);
  add_edges(&drawing);
  draw_lines(&drawing, canvas);
  for (int i = 0; i < drawing.label_count; i++)
    draw_label(canvas, &drawing.labels[i]);
  for (int i = 0; i < around.count; i++)
    if (around.nodes[i].op != NO_OP) draw_node(explorer, &around, &around.nodes[i], canvas);
  for (int i = 0; i < around.stub_count; i++)
    around.hidden += !draw_stub(explorer, &around, &around.stubs[i], canvas);
  if (around.hidden) {
    char text[32];
    snprintf(text, sizeof text, "+%d not shown", around.hidden);
    canvas_text_right(canvas, canvas.area.width - 1, canvas.area.height - 1, STYLE_DIM, text);
  }
  free(drawing.cells);
}

// Up to what the op reads first, down to its first reader.
void view_around_move(Explorer *explorer, int rows) {
  if (explorer->cursor == NO_OP) return;
  Neighbours neighbours = graph_neighbours(explorer->graph, explorer->cursor);
  if (rows < 0 && neighbours.producer_count) explorer_go(explorer, neighbours.producers[0]);
  if (rows > 0 && neighbours.consumer_count) explorer_go(explorer, neighbours.consumers[0]);
}

void view_around_click(Explorer *explorer, int x, int y) {
  if (explorer->cursor == NO_OP) return;
  Around around;
  Rect inside = explorer->layout.inside[PANE_AROUND];
  build(explorer, &around, inside.width, inside.height);
  int node = around_find(&around, x, y);
  if (node >= 0) explorer_go(explorer, around.nodes[node].op);
}
