// Grids as SVG.
#include "tui/grid_svg.h"

// Of a cell, in the picture's units; a font of this size stands on the baseline.
enum { CELL_WIDTH = 8, CELL_HEIGHT = 17, FONT_SIZE = 13, BASELINE = 13 };

// What stands for the terminal's own colours.
typedef struct Paper {
  int32_t foreground, background;
} Paper;

typedef struct Look {
  int32_t foreground, background;
  unsigned attributes; // without ATTRIBUTE_REVERSE
} Look;

// From 0 to 255, by the weights of ITU-R BT.601.
static int brightness(int32_t rgb) {
  return (299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255)) / 1000;
}

static Paper choose_paper(const Theme *theme) {
  const Paper dark = {0xd6dae2, 0x16181d}, light = {0x24292f, 0xffffff};
  int sum = 0, count = 0;
  for (int i = 0; i < STYLE_COUNT; i++) {
    int32_t rgb = theme->style[i].foreground.rgb;
    if (rgb != THEME_DEFAULT) sum += brightness(rgb), count++;
  }
  return count > 0 && sum / count > 127 ? dark : light;
}

static Look look_at(const Theme *theme, Paper paper, const Cell *cell) {
  ThemeStyle style = theme_resolve(theme, (Style)cell->style, (Style)cell->under, DEPTH_TRUE);
  int32_t front = style.foreground.rgb, back = style.background.rgb;
  if (front == THEME_DEFAULT) front = paper.foreground;
  if (back == THEME_DEFAULT) back = paper.background;
  bool reverse = style.attributes & ATTRIBUTE_REVERSE;
  return (Look){reverse ? back : front, reverse ? front : back,
                style.attributes & ~(unsigned)ATTRIBUTE_REVERSE};
}

static bool same_look(Look a, Look b) {
  return a.foreground == b.foreground && a.background == b.background && a.attributes == b.attributes;
}

// What XML cannot hold becomes '?'.
static void add_character(Text *out, uint32_t codepoint) {
  char bytes[5];
  bool invalid = codepoint < ' ' || codepoint == 0xfffe || codepoint == 0xffff;
  if (codepoint == '<')
    text_add(out, "&lt;");
  else if (codepoint == '>')
    text_add(out, "&gt;");
  else if (codepoint == '&')
    text_add(out, "&amp;");
  else
    text_add_bytes(out, bytes, (size_t)text_encode(bytes, invalid ? '?' : codepoint));
}

static void add_attributes(Text *out, unsigned attributes) {
  if (attributes & ATTRIBUTE_BOLD) text_add(out, " font-weight=\"bold\"");
  if (attributes & ATTRIBUTE_ITALIC) text_add(out, " font-style=\"italic\"");
  if (attributes & ATTRIBUTE_UNDERLINE) text_add(out, " text-decoration=\"underline\"");
  if (attributes & ATTRIBUTE_DIM) text_add(out, " fill-opacity=\"0.65\"");
}

static void add_rectangle(Text *out, int x, int y, int width, int height, int32_t color) {
  text_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", x, y, width,
              height, (unsigned)color);
}

// Cells from `start` to `end` of a row, blanks at both ends cut.
static void add_run(Text *out, const Cell *row, int y, int start, int end, Look look) {
  while (start < end && row[start].codepoint == ' ')
    start++;
  while (start < end && row[end - 1].codepoint == ' ')
    end--;
  if (start == end) return;
  text_printf(
      out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\" fill=\"#%06x\"",
      start * CELL_WIDTH, y * CELL_HEIGHT + BASELINE, (end - start) * CELL_WIDTH, (unsigned)look.foreground);
  add_attributes(out, look.attributes);
  text_add(out, ">");
  for (int x = start; x < end; x++)
    if (row[x].width > 0) add_character(out, row[x].codepoint);
  text_add(out, "</text>\n");
}

static void add_row(Text *out, const Grid *grid, int y, const Theme *theme, Paper paper) {
  const Cell *row = grid->cells + (size_t)y * (size_t)grid->width;
  for (int start = 0, end; start < grid->width; start = end) {
    Look look = look_at(theme, paper, &row[start]);
    for (end = start + 1; end < grid->width; end++)
      if (row[end].width > 0 && !same_look(look, look_at(theme, paper, &row[end]))) break;
    if (look.background != paper.background)
      add_rectangle(out, start * CELL_WIDTH, y * CELL_HEIGHT, (end - start) * CELL_WIDTH, CELL_HEIGHT,
                    look.background);
    add_run(out, row, y, start, end, look);
  }
}

void grid_svg(const Grid *grid, const Theme *theme, Text *out) {
  Paper paper = choose_paper(theme);
  int width = grid->width * CELL_WIDTH, height = grid->height * CELL_HEIGHT;
  text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  text_printf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
              "xml:space=\"preserve\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" "
              "font-size=\"%d\">\n",
              width, height, width, height, FONT_SIZE);
  add_rectangle(out, 0, 0, width, height, paper.background);
  for (int y = 0; y < grid->height; y++)
    add_row(out, grid, y, theme, paper);
  text_add(out, "</svg>\n");
}
