// The ops pane: one row per op with its kernel, bracket, rails, name, type and what it writes to memory.
#include "explorer/actions/search.h"
#include "explorer/panes/heat.h"
#include "explorer/panes/ops.h"
#include "explorer/panes/view_ops_parts.h"
#include "explorer/panes/view_rails.h"
#include "explorer/state/pins.h"
#include "explorer/state/search.h"
#include "explorer/tabs/candidates.h"
#include "tui/number.h"
#include "tui/parts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where the columns are, for one width of the pane.
typedef struct OpColumns {
  int kernel, kernel_width; // "K13"
  int bracket, rails, spacing;
  int name, name_end;
  int type, type_end;     // dtype and shape; type == type_end: not shown
  int source, source_end; // "norm.py:12"; source == source_end: not shown
  int bytes_end;          // 0: not shown
  int density;            // the strip at the edge; 0: not shown
  int cursor;             // row of the list
} OpColumns;

enum { NAME_LEAST = 16, NAME_CUT = 13, TYPE_WIDTH = 19, TYPE_MOST = 34, BYTES_WIDTH = 8, WIDE = 70 };
enum { NAME_MOST = 34, SOURCE_LEAST = 14, SOURCE_MOST = 60, DENSITY_WIDTH = 2 };

static int row_op(const Explorer *explorer, OpRow row) {
  return oplist_row_op(&ops_pane(explorer)->list, ops_pane(explorer)->rails, row);
}

static int digits(int number) {
  char text[16];
  return snprintf(text, sizeof text, "%d", number);
}

// Of what shapes need, with a blank, as much as is worth it.
static int type_wanted(int columns) {
  return columns < TYPE_MOST ? columns + 1 : TYPE_MOST;
}

// Of so many columns what shapes need, which say more than all of a name.
static int type_columns(const Explorer *explorer, int columns) {
  int wanted = type_wanted(ops_pane(explorer)->type_width), most = columns - NAME_CUT;
  if (wanted > most) wanted = most;
  return wanted < TYPE_WIDTH ? TYPE_WIDTH : wanted;
}

// Rails stand close where they would else take from shapes. `room`: columns for them, a name and a shape.
static int rails_spacing(const Explorer *explorer, int room, int width) {
  enum { MANY = 5, APART = 2 };
  int lanes = ops_pane(explorer)->list.copies.lanes;
  int wanted = NAME_CUT + type_wanted(ops_pane(explorer)->type_widest);
  bool tight = rails_columns(lanes, APART) + wanted > room && rails_columns(lanes, 1) + wanted <= room;
  return tight || (lanes > MANY && width < WIDE) ? 1 : APART;
}

// `height`: rows of the pane. The strip is there when not all rows of the list are.
static OpColumns columns_for(const Explorer *explorer, int width, int height) {
  OpColumns columns = {.kernel = 1, .kernel_width = 1 + digits(explorer->graph->op_count)};
  columns.bracket = columns.kernel + columns.kernel_width + 1;
  columns.rails = columns.bracket + 2;
  int end = width;
  if (width >= 58 && ops_pane(explorer)->list.count > height) columns.density = end - 1, end -= DENSITY_WIDTH;
  columns.spacing = rails_spacing(explorer, end - BYTES_WIDTH - columns.rails - 1, width);
  columns.name = columns.rails + rails_columns(ops_pane(explorer)->list.copies.lanes, columns.spacing) + 1;
  if (end - columns.name >= NAME_LEAST + BYTES_WIDTH) columns.bytes_end = end, end -= BYTES_WIDTH;
  columns.type = columns.type_end = end;
  if (end - columns.name >= NAME_CUT + TYPE_WIDTH)
    columns.type = end - type_columns(explorer, end - columns.name);
  columns.source = columns.source_end = columns.type;
  int spare = columns.type - columns.name - NAME_MOST; // what long names do not use
  if (ops_pane(explorer)->sourced && spare >= SOURCE_LEAST)
    columns.source -= spare < SOURCE_MOST ? spare : SOURCE_MOST;
  columns.name_end = columns.source - 1;
  return columns;
}

// ---- Title.

// The layer, or other section, that the cursor is in.
static void section_part(const Explorer *explorer, Text *out) {
  enum { NAME_MOST_COLUMNS = 24 };
  const Sections *sections = ops_pane(explorer)->folding.sections;
  if (!sections || explorer->cursor == NO_OP) return;
  const char *name = sections->list[sections->of[explorer->cursor]].name;
  if (!name) return;
  text_add(out, explorer_glyph(explorer, GLYPH_CURSOR));
  text_cut_middle(name, NAME_MOST_COLUMNS, explorer_glyph(explorer, GLYPH_ELLIPSIS), out);
}

static void legend_part(const Explorer *explorer, Text *out) {
  const char *heavy = glyph_line(explorer->glyphs, LINE_HEAVY, LINE_NONE, LINE_HEAVY, LINE_NONE);
  const char *light = glyph_line(explorer->glyphs, LINE_LIGHT, LINE_NONE, LINE_LIGHT, LINE_NONE);
  text_printf(out, "%s registers  %s memory", heavy, light);
}

static void heat_part(Explorer *explorer, Text *out) {
  OpsPane *pane = ops_pane(explorer);
  const Density *density = &pane->density;
  if (pane->list.count == 0 || !density_update(explorer)) return;
  text_printf(out, "%s%s time ", glyph_heat(explorer->glyphs, 2), glyph_heat(explorer->glyphs, 8));
  if (density->timed == 0)
    text_add(out, "est");
  else if (density->timed == density->kernels)
    text_add(out, "measured");
  else
    text_printf(out, "measured %d/%d", density->timed, density->kernels);
}

void view_ops_title(Explorer *explorer, Text *out) {
  enum { SECTION, LEGEND, FAR, HEAT, COUNT, GAP = 2, AROUND_TITLE = 12 }; // corners, " 1 Ops ", blanks
  Part parts[COUNT] = {
      [SECTION] = {.rank = 0}, [LEGEND] = {.rank = 2}, [FAR] = {.rank = 3}, [HEAT] = {.rank = 1}};
  section_part(explorer, &parts[SECTION].text);
  legend_part(explorer, &parts[LEGEND].text);
  text_printf(&parts[FAR].text, "%sfar%s", explorer_glyph(explorer, GLYPH_STUB_OPEN),
              explorer_glyph(explorer, GLYPH_STUB_CLOSE));
  heat_part(explorer, &parts[HEAT].text);
  parts_fit(parts, COUNT, explorer->layout.frame[PANE_OPS].width - AROUND_TITLE, GAP);
  for (int i = 0; i < COUNT; i++)
    if (parts[i].text.length) text_printf(out, "%s%s", out->length ? "  " : "", text_get(&parts[i].text));
  parts_free(parts, COUNT);
}

// ---- The kernel's columns.

// The kernel of an op, in a preview the one that it would be in.
static int shown_home(const Explorer *explorer, int op) {
  return preview_home(candidates_previewed(explorer), explorer->plan, op);
}

// That of the op, or copy, at the beginning or end of a row of the list; NO_KERNEL: there is no such row.
static int shown_kernel(const Explorer *explorer, int at, bool end) {
  const OpsPane *pane = ops_pane(explorer);
  if (at < 0 || at >= pane->list.count) return NO_KERNEL;
  OpRow row = pane->list.rows[at];
  if (row.copy != NO_COPY) return pane->list.copies.list[row.copy].kernel;
  return shown_home(explorer, pane->rails->op[end ? row.last : row.first]);
}

static Glyph bracket_glyph(const Explorer *explorer, int at, int kernel) {
  const OpsPane *pane = ops_pane(explorer);
  OpRow row = pane->list.rows[at];
  int first_op, last_op;
  preview_ends(candidates_previewed(explorer), explorer->plan, kernel, &first_op, &last_op);
  bool is_copy = row.copy != NO_COPY, copy_above = at > 0 && pane->list.rows[at - 1].copy != NO_COPY;
  bool first = pane->rails->op[row.first] == first_op &&
               !(copy_above && kernel == shown_kernel(explorer, at - 1, true));
  bool last = !is_copy && pane->rails->op[row.last] == last_op;
  if (first && last) return GLYPH_BRACKET_ALONE;
  if (first) return GLYPH_BRACKET_FIRST;
  if (last) return GLYPH_BRACKET_LAST;
  // A folded row can be all that there is, and be divided by a preview.
  bool joined =
      shown_kernel(explorer, at - 1, true) == kernel && shown_kernel(explorer, at + 1, false) == kernel;
  return joined ? GLYPH_BRACKET_MIDDLE : GLYPH_BRACKET_APART;
}

static void draw_heat(Explorer *explorer, Canvas canvas, int y, int kernel) {
  double slowest = explorer->figures->slowest_us;
  int heat = figures_complete(explorer->figures) ? heat_level(heat_time(explorer, kernel, NULL), slowest) : 0;
  canvas_text(canvas, 0, y, heat_style(heat), glyph_heat(explorer->glyphs, heat));
}

static void draw_kernel(Explorer *explorer, Canvas canvas, int y, int at, const OpColumns *columns) {
  OpRow row = ops_pane(explorer)->list.rows[at];
  int op = row_op(explorer, row), kernel = shown_kernel(explorer, at, true);
  if (kernel == NO_KERNEL) return;
  bool is_copy = row.copy != NO_COPY;
  int moves = is_copy ? 0 : preview_move(candidates_previewed(explorer), explorer->plan, op);
  Style style = moves ? STYLE_GHOST : STYLE_KERNEL;
  draw_heat(explorer, canvas, y, is_copy ? kernel : plan_home(explorer->plan, op));
  if (moves)
    canvas_text(canvas, 0, y, STYLE_GHOST, explorer_glyph(explorer, moves > 0 ? GLYPH_JOINS : GLYPH_LEAVES));
  canvas_printf(canvas, columns->kernel, y, style, "K%d", kernel);
  canvas_text(canvas, columns->bracket, y, style,
              explorer_glyph(explorer, bracket_glyph(explorer, at, kernel)));
}
// ---- What is read from afar.

static int add_stub(Explorer *explorer, Canvas canvas, int x, int y, int end, const char *name) {
  char clean[64];
  snprintf(clean, sizeof clean, "%s", name);
  text_sanitize(clean);
  const char *open = explorer_glyph(explorer, GLYPH_STUB_OPEN),
             *close = explorer_glyph(explorer, GLYPH_STUB_CLOSE);
  if (x + 3 > end) return end;
  if (x + text_width(clean) + 3 > end)
    return canvas_text(canvas, x + 1, y, STYLE_STUB, explorer_glyph(explorer, GLYPH_ELLIPSIS)), end;
  return canvas_printf(canvas, x + 1, y, STYLE_STUB, "%s%s%s", open, clean, close);
}

// A copy that is read from afar.
static int add_copy(Explorer *explorer, Canvas canvas, int x, int y, int end, int op) {
  char name[128];
  snprintf(name, sizeof name, "%s", explorer->graph->ops[op].name);
  text_sanitize(name);
  if (x + 5 >= end) return end;
  x = canvas_text(canvas, x + 1, y, STYLE_OP, explorer_glyph(explorer, GLYPH_OP_COPY));
  return canvas_text_middle(canvas, x + 1, y, end - x - 1, STYLE_OP, name,
                            explorer_glyph(explorer, GLYPH_ELLIPSIS));
}

// Graph inputs, results whose lane does not reach here, and copies whose lane does not.
static void draw_stubs(Explorer *explorer, Canvas canvas, int x, int y, int end, int at) {
  const Graph *graph = explorer->graph;
  const OpsPane *pane = ops_pane(explorer);
  const Rails *rails = pane->rails;
  OpRow row = pane->list.rows[at];
  const Op *op = &graph->ops[row_op(explorer, row)];
  int before = NO_VALUE, kernel = oplist_row_kernel(&pane->list, rails, explorer->plan, row);
  for (int i = 0; i < op->operand_count && x < end; i++) {
    int value = op->operands[i].value;
    if (value == NO_VALUE) continue;
    if (!rails->views) value = graph_source(graph, value);
    int producer = graph->values[value].producer;
    if (value == before || (producer != NO_OP && rails_lead(explorer, at, producer))) continue;
    bool copy = producer != NO_OP && rails_is_copy(explorer, kernel, producer);
    x = copy ? add_copy(explorer, canvas, x, y, end, producer)
             : add_stub(explorer, canvas, x, y, end, graph->values[value].name);
    before = value;
  }
}

// ---- Name, type, bytes.

static Style name_style(const Explorer *explorer, const Op *op, int index) {
  const char *wanted = text_get(&search_of(explorer)->line);
  if (*wanted && search_matches(explorer->plan, index, wanted)) return STYLE_MATCH;
  if (op->is_view) return STYLE_OP_VIEW;
  return op->op_class >= CLASS_CONTRACTION ? STYLE_OP_LIBRARY : STYLE_OP;
}

// The op's kind behind its name, unless the name says it.
static int draw_kind(Explorer *explorer, Canvas canvas, int x, int y, int end, const Op *op) {
  const char *kind =
      op->code == OP_OPAQUE ? op_text(op, ATTRIBUTE_TARGET, "opaque") : op_info(op->code)->name;
  if (text_starts(op->name, kind) || x + 2 + text_width(kind) > end) return x;
  (void)explorer;
  return canvas_text(canvas, x + 1, y, STYLE_DTYPE, kind);
}

static int draw_copy_of(Explorer *explorer, Canvas canvas, int x, int y, int end, int op) {
  char home[32];
  snprintf(home, sizeof home, "copy of K%d's", plan_home(explorer->plan, op));
  if (x + 2 + text_width(home) > end) return x;
  return canvas_text(canvas, x + 1, y, STYLE_DIM, home);
}

static void draw_name(Explorer *explorer, Canvas canvas, int y, int at, const OpColumns *columns) {
  OpRow row = ops_pane(explorer)->list.rows[at];
  int index = row_op(explorer, row);
  const Op *op = &explorer->graph->ops[index];
  char name[128];
  snprintf(name, sizeof name, "%s", op->name);
  text_sanitize(name);
  const char *ellipsis = explorer_glyph(explorer, GLYPH_ELLIPSIS);
  int x = canvas_text_middle(canvas, columns->name, y, columns->name_end - columns->name,
                             name_style(explorer, op, index), name, ellipsis);
  const char *pin = pins_mark(explorer, index);
  if (*pin) x = canvas_text_cut(canvas, x + 1, y, columns->name_end - x - 1, STYLE_WARNING, pin, ellipsis);
  if (row.copy == NO_COPY)
    x = draw_kind(explorer, canvas, x, y, columns->name_end, op);
  else
    x = draw_copy_of(explorer, canvas, x, y, columns->name_end, index);
  draw_stubs(explorer, canvas, x, y, columns->name_end, at);
}

static void draw_folded(Explorer *explorer, Canvas canvas, int y, OpRow row, const OpColumns *columns) {
  Text text = {0};
  text_printf(&text, "%s %d ops:", explorer_glyph(explorer, GLYPH_FOLDED), row.last - row.first + 1);
  for (int i = row.first; i <= row.last; i++) {
    const Op *op = &explorer->graph->ops[ops_pane(explorer)->rails->op[i]];
    text_printf(&text, " %s", op->code == OP_OPAQUE ? "opaque" : op_info(op->code)->name);
  }
  canvas_text_cut(canvas, columns->name, y, columns->name_end - columns->name, STYLE_DIM, text_get(&text),
                  explorer_glyph(explorer, GLYPH_ELLIPSIS));
  text_free(&text);
}

static void draw_type(Explorer *explorer, Canvas canvas, int y, OpRow row, const OpColumns *columns) {
  const Op *op = &explorer->graph->ops[row_op(explorer, row)];
  if (columns->type == columns->type_end || op->result_count == 0) return;
  const Value *value = &explorer->graph->values[op->first_result];
  char shape[160];
  Text text = {0};
  text_printf(&text, "%-4s ", dtype_name(value->dtype));
  for (const char *at = shape_text(&value->shape, shape); *at; at++)
    if (*at != ' ') text_add_bytes(&text, at, 1);
  if (op->result_count > 1) text_printf(&text, " +%d", op->result_count - 1);
  canvas_text_cut(canvas, columns->type, y, columns->type_end - columns->type - 1, STYLE_DTYPE,
                  text_get(&text), explorer_glyph(explorer, GLYPH_ELLIPSIS));
  text_free(&text);
}

static int64_t stored_bytes(Explorer *explorer, OpRow row) {
  const OpsPane *pane = ops_pane(explorer);
  int64_t bytes = 0;
  if (row.copy != NO_COPY) return 0;
  int kernel = plan_home(explorer->plan, pane->rails->op[row.last]);
  const PlanLowered *lowered = kernel == NO_KERNEL ? NULL : plan_lowered(explorer->plan, kernel);
  for (int i = 0; lowered && i < lowered->stored_count; i++) {
    int at = pane->rails->row[explorer->graph->values[lowered->stored[i]].producer];
    if (at >= row.first && at <= row.last) bytes += graph_value_bytes(explorer->graph, lowered->stored[i]);
  }
  return bytes;
}

static void draw_bytes(Explorer *explorer, Canvas canvas, int y, OpRow row, const OpColumns *columns) {
  int64_t bytes = columns->bytes_end ? stored_bytes(explorer, row) : 0;
  if (bytes == 0) return;
  char number[NUMBER_SIZE], text[NUMBER_SIZE + 4];
  snprintf(text, sizeof text, "%s w", number_short(number, (double)bytes));
  canvas_text_right(canvas, columns->bytes_end, y, STYLE_ESTIMATE, text);
}

// Where a shape is longer than most, the row's name gives what it has more than it needs.
static OpColumns columns_of_row(const Explorer *explorer, OpRow row, const OpColumns *all) {
  OpColumns columns = *all;
  const Op *op = &explorer->graph->ops[row_op(explorer, row)];
  int missing = ops_type_width(explorer->graph, op) + 1 - (all->type_end - all->type);
  int spare = all->type - (all->name + NAME_CUT);
  if (all->type == all->type_end || all->source < all->source_end || missing <= 0 || spare <= 0)
    return columns;
  columns.type -= missing < spare ? missing : spare;
  columns.source = columns.source_end = columns.type;
  columns.name_end = columns.type - 1;
  return columns;
}

static void draw_op(Explorer *explorer, Canvas canvas, int y, int at, const OpColumns *all) {
  OpRow row = ops_pane(explorer)->list.rows[at];
  const OpColumns own = columns_of_row(explorer, row, all), *columns = &own;
  if (row.first < row.last)
    draw_folded(explorer, canvas, y, row, columns);
  else
    draw_name(explorer, canvas, y, at, columns);
  view_draw_source(explorer, canvas, columns->source, y, columns->source_end - columns->source - 1,
                   row_op(explorer, row));
  draw_type(explorer, canvas, y, row, columns);
  draw_bytes(explorer, canvas, y, row, columns);
}

static void draw_row(Explorer *explorer, Canvas canvas, int y, int at, const OpColumns *columns) {
  const OpsPane *pane = ops_pane(explorer);
  OpRow row = pane->list.rows[at];
  int kernel = oplist_row_kernel(&pane->list, pane->rails, explorer->plan, row);
  bool current = at == columns->cursor;
  bool section = view_row_is_section(explorer, row);
  if (!section) draw_kernel(explorer, canvas, y, at, columns);
  view_draw_rails(explorer, canvas, columns->rails, y, at, columns->spacing);
  if (section)
    view_draw_section(explorer, canvas, columns->name, y, row);
  else
    draw_op(explorer, canvas, y, at, columns);
  Rect line = {0, y, canvas.area.width, 1};
  if (current)
    canvas_text(canvas, columns->bracket - 1, y, STYLE_STRONG, explorer_glyph(explorer, GLYPH_CURSOR));
  if (current)
    canvas_under(canvas, line, STYLE_CURSOR);
  else if (kernel != NO_KERNEL && kernel == explorer_kernel(explorer))
    canvas_under(canvas, line, STYLE_SHADE);
}

void view_ops_draw(Explorer *explorer, Canvas canvas) {
  OpsPane *pane = ops_pane(explorer);
  if (pane->list.count == 0) {
    canvas_text(canvas, 1, 0, STYLE_DIM, "this graph has no ops");
    return;
  }
  OpColumns columns = columns_for(explorer, canvas.area.width, canvas.area.height);
  columns.cursor = ops_cursor_row(explorer);
  pane->top = view_row_scroll(pane->top, columns.cursor, canvas.area.height, pane->list.count);
  int width = canvas.area.width - (columns.density ? DENSITY_WIDTH : 0);
  Canvas rows = canvas_part(canvas, (Rect){0, 0, width, canvas.area.height});
  for (int y = 0; y < canvas.area.height && pane->top + y < pane->list.count; y++)
    draw_row(explorer, rows, y, pane->top + y, &columns);
  if (columns.density) view_draw_density(explorer, canvas, columns.density);
}

void view_ops_move(Explorer *explorer, int rows) {
  int row = ops_cursor_row(explorer);
  ops_go_row(explorer, view_row_clamp(row, rows, ops_pane(explorer)->list.count));
}

void view_ops_click(Explorer *explorer, int x, int y) {
  const OpsPane *pane = ops_pane(explorer);
  Rect inside = explorer->layout.inside[PANE_OPS];
  bool strip = columns_for(explorer, inside.width, inside.height).density && x == inside.width - 1;
  int row = strip ? density_row_at(explorer, y, inside.height) : pane->top + y;
  if (row < pane->list.count) ops_go_row(explorer, row);
}
