// Pages: lines of styled text made once, drawn and scrolled often. What the detail pane and the help show.
#pragma once

#include "base/vector.h"
#include "tui/grid.h"

#include <stdarg.h>

enum { PAGE_NO_TAG = -1 };

typedef struct PageSpan {
  Style style;
  int text; // offset into Page.text
} PageSpan;

typedef struct PageLine {
  int first_span;
  int tag; // what the line belongs to (an edge, an action), PAGE_NO_TAG: nothing
} PageLine;

// Zero-initialized is empty.
typedef struct Page {
  VECTOR(PageLine) lines;
  VECTOR(PageSpan) spans;
  Text text;
  int head; // lines at the beginning that stay in sight while the others scroll
  int left; // columns of the others that are out of sight at the left; page_clear keeps it
} Page;

void page_clear(Page *page);
void page_free(Page *page);
void page_line(Page *page, int tag); // begins a line
// Adds to the last line.
void page_add(Page *page, Style style, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Blanks up to a column, at least one behind text.
void page_tab(Page *page, int column);
// A text in a column of a table: cut with the ellipsis, filled up with blanks; negative widths: at the right
// end.
void page_cell(Page *page, Style style, int width, const char *text, const char *ellipsis);
int page_column(const Page *page); // where the last line ends
// A text of words, begun on a line of its own at `indent`, broken before `width`; the following lines too. A
// word that is longer than a line is broken where that ends.
void page_paragraph(Page *page, int tag, int indent, int width, Style style, const char *text);
// Breaks the last line, of whatever styles, where it is wider than `width`; the rest begins at `indent`. A
// word that is longer than a line stays whole.
void page_wrap(Page *page, int indent, int width);
// A text's lines as they are, each wrapped with its rest indented, without what a terminal could not show.
void page_lines(Page *page, int width, Style style, const char *text);
// Rows of `height` that stay: none where little else would be seen.
int page_head(const Page *page, int height);
// Draws from line `top` on, below the lines that stay; lines with the tag `selected` get the cursor's
// background.
void page_draw(const Page *page, Canvas canvas, int top, int selected, const char *ellipsis);
// Over what page_draw drew: where a text occurs in lines, case ignored, in the style of a match.
void page_draw_found(const Page *page, Canvas canvas, int top, const char *wanted);
int page_width(const Page *page);                           // columns of its longest line
void page_line_text(const Page *page, int line, Text *out); // without styles
int page_find_tag(const Page *page, int tag,
                  int *last); // first line with the tag, -1; *last (may be NULL): the last one
