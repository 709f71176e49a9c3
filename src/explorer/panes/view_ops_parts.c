// Rows of folded sections, where ops come from, and the strip that shows where the time is.
#include "explorer/panes/view_ops_parts.h"

#include "base/file.h"
#include "explorer/panes/heat.h"
#include "explorer/panes/ops.h"
#include "tui/number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- Folded sections.

bool view_row_is_section(const Explorer *explorer, OpRow row) {
  OpsPane *pane = ops_pane(explorer);
  return pane->list.count && row.copy == NO_COPY && folding_hides(&pane->folding, pane->rails->op[row.last]);
}

// How far two names agree, ends of numbers aside: before what differs, and behind it.
static size_t common_begin(const char *a, const char *b) {
  size_t length = 0;
  while (a[length] && a[length] == b[length])
    length++;
  while (length && isdigit((unsigned char)a[length - 1]))
    length--;
  return length;
}

static size_t common_end(const char *a, const char *b) {
  size_t left = strlen(a), right = strlen(b), length = 0;
  while (length < left && length < right && a[left - length - 1] == b[right - length - 1])
    length++;
  while (length && isdigit((unsigned char)a[left - length]))
    length--;
  return length;
}

// "x24 layers.0-23" of the sections between two that share a row.
static void add_names(const Explorer *explorer, int first, int last, Text *out) {
  const Section *list = ops_pane(explorer)->folding.sections->list;
  const char *from = list[first].name, *to = list[last].name;
  if (first == last) {
    text_add(out, from);
    return;
  }
  size_t begin = common_begin(from, to), end = common_end(from + begin, to + begin);
  text_printf(out, "%s%d ", explorer_glyph(explorer, GLYPH_TIMES), last - first + 1);
  text_add_bytes(out, from, strlen(from) - end);
  text_printf(out, "-%s", to + begin);
}

void view_draw_section(Explorer *explorer, Canvas canvas, int x, int y, OpRow row) {
  OpsPane *pane = ops_pane(explorer);
  const int *of = pane->folding.sections->of;
  char number[NUMBER_SIZE];
  int ops = row.last - row.first + 1;
  Text text = {0};
  add_names(explorer, of[pane->rails->op[row.first]], of[pane->rails->op[row.last]], &text);
  x = canvas_printf(canvas, x, y, STYLE_STRONG, "%s %s  ", explorer_glyph(explorer, GLYPH_FOLDED),
                    text_get(&text));
  text_clear(&text);
  int columns = canvas.area.width - x;
  text_printf(&text, "%d op%s", ops, ops == 1 ? "" : "s");
  if (density_update(explorer)) {
    double time = density_rows(&pane->density, row.first, row.last);
    double all = density_rows(&pane->density, 0, pane->rails->row_count - 1);
    text_add_part(&text, columns, "%s", number_time(number, time, explorer->glyphs));
    if (all > 0) text_add_part(&text, columns, "%.1f%%", 100 * time / all);
    int heat = heat_level(time, all);
    canvas_text(canvas, 0, y, heat_style(heat), glyph_heat(explorer->glyphs, heat));
  }
  canvas_text_cut(canvas, x, y, columns, STYLE_DIM, text_get(&text),
                  explorer_glyph(explorer, GLYPH_ELLIPSIS));
  text_free(&text);
}

// ---- Density.

int density_row_at(const Explorer *explorer, int y, int height) {
  return height > 0 ? (int)((int64_t)y * ops_pane(explorer)->list.count / height) : 0;
}

static double cell_time(const Explorer *explorer, int y, int height) {
  OpsPane *pane = ops_pane(explorer);
  int first = density_row_at(explorer, y, height), next = density_row_at(explorer, y + 1, height);
  if (next <= first) return 0;
  return density_rows(&pane->density, pane->list.rows[first].first, pane->list.rows[next - 1].last);
}

void view_draw_density(Explorer *explorer, Canvas canvas, int x) {
  const OpsPane *pane = ops_pane(explorer);
  int height = canvas.area.height, cursor = ops_cursor_row(explorer);
  if (!density_update(explorer)) return;
  double most = 0;
  for (int y = 0; y < height; y++) {
    double time = cell_time(explorer, y, height);
    if (time > most) most = time;
  }
  for (int y = 0; y < height; y++) {
    int level = heat_level(cell_time(explorer, y, height), most);
    int first = density_row_at(explorer, y, height), next = density_row_at(explorer, y + 1, height);
    canvas_text(canvas, x, y, heat_style(level), glyph_density(explorer->glyphs, level));
    bool here = cursor >= first && cursor < next;
    bool shown = next > pane->top && first < pane->top + height;
    if (here || shown) canvas_under(canvas, (Rect){x, y, 1, 1}, here ? STYLE_CURSOR : STYLE_SHADE);
    if (here)
      canvas_text(canvas, x - 1, y, STYLE_STRONG, explorer_glyph(explorer, GLYPH_CURSOR));
    else if (shown)
      canvas_text(canvas, x - 1, y, STYLE_BORDER,
                  glyph_line(explorer->glyphs, LINE_LIGHT, LINE_NONE, LINE_LIGHT, LINE_NONE));
  }
}

void view_draw_source(Explorer *explorer, Canvas canvas, int left, int y, int width, int index) {
  const Op *op = &explorer->graph->ops[index];
  if (width <= 0 || !op->source_file) return;
  Text text = {0};
  text_printf(&text, "%s:%d", file_base_name(op->source_file), op->source_line);
  int over = text_width(text_get(&text)) - width;
  if (over < 0 && op->source_text) text_printf(&text, "  %s", op->source_text);
  char *clean = text_take(&text);
  text_sanitize(clean);
  const char *ellipsis = explorer_glyph(explorer, GLYPH_ELLIPSIS);
  int x = over > 0 ? canvas_text(canvas, left, y, STYLE_DIM, ellipsis) : left;
  bool plain = over > 0 && (int)strlen(clean) == over + width; // one column a byte: its end says most
  canvas_text_cut(canvas, x, y, left + width - x, STYLE_DIM, plain ? clean + over + 1 : clean, ellipsis);
  free(clean);
}
