// Pages.
#include "tui/page.h"

#include "base/arena.h"
#include "tui/fuzzy.h"

#include <stdlib.h>
#include <string.h>

void page_clear(Page *page) {
  vector_clear(&page->lines);
  vector_clear(&page->spans);
  text_clear(&page->text);
  page->head = 0;
}

void page_free(Page *page) {
  vector_free(&page->lines);
  vector_free(&page->spans);
  text_free(&page->text);
}

void page_line(Page *page, int tag) {
  vector_push(&page->lines, (PageLine){page->spans.count, tag});
}

static void begin_span(Page *page, Style style) {
  if (page->lines.count == 0) page_line(page, PAGE_NO_TAG);
  vector_push(&page->spans, (PageSpan){style, (int)page->text.length});
}

// Ends the span's string with a zero byte of its own.
static void end_span(Page *page) {
  text_add_bytes(&page->text, "", 1);
}

void page_add(Page *page, Style style, const char *format, ...) {
  begin_span(page, style);
  va_list arguments;
  va_start(arguments, format);
  text_vprintf(&page->text, format, arguments);
  va_end(arguments);
  end_span(page);
}

static int last_span(const Page *page, int line) {
  return line + 1 < page->lines.count ? page->lines.data[line + 1].first_span : page->spans.count;
}

static const char *span_text(const Page *page, int span) {
  return text_get(&page->text) + page->spans.data[span].text;
}

int page_column(const Page *page) {
  int line = page->lines.count - 1, column = 0;
  if (line < 0) return 0;
  for (int i = page->lines.data[line].first_span; i < last_span(page, line); i++)
    column += text_width(span_text(page, i));
  return column;
}

void page_cell(Page *page, Style style, int width, const char *text, const char *ellipsis) {
  int columns = abs(width), blanks = columns - text_width(text);
  if (blanks < 0) {
    int bytes = (int)text_fitting(text, columns - text_width(ellipsis));
    page_add(page, style, "%.*s%s", bytes, text, ellipsis);
  } else {
    page_add(page, style, "%*s%s%*s", width < 0 ? blanks : 0, "", text, width < 0 ? 0 : blanks, "");
  }
}

void page_tab(Page *page, int column) {
  int at = page_column(page), blanks = column > at ? column - at : at > 0;
  if (blanks > 0) page_add(page, STYLE_TEXT, "%*s", blanks, "");
}

// How many bytes the unit has that stands behind the figure that ends at `word + length`, its blank with it:
// "+106 us," is one word, and so is "985 us->8.80 ms".
static size_t unit_behind(const char *word, size_t length) {
  static const char *const units[] = {"µs", "us", "ms", "s", "B", "kB", "MB", "GB", "TB"};
  const char *at = word + length;
  if (length == 0 || *at != ' ' || at[-1] < '0' || at[-1] > '9') return 0;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (!text_starts(at + 1, units[i])) continue;
    const char *behind = at + 1 + strlen(units[i]);
    size_t whole = (size_t)(behind - at) + strcspn(behind, " \n");
    if (text_starts(behind, "→") || text_starts(behind, "->"))
      return whole + unit_behind(word, length + whole);
    if (behind + strspn(behind, ".,;:)") == at + whole) return whole;
  }
  return 0;
}

static void begin_line(Page *page, int tag, int indent) {
  page_line(page, tag);
  page_tab(page, indent);
}

// A word that no line has the room for, begun on this one unless little is left of it.
static void add_long_word(Page *page, int tag, int indent, int width, Style style, const char *word,
                          bool fresh) {
  enum { LITTLE = 12 };
  if (fresh || width - page_column(page) - 1 < LITTLE)
    begin_line(page, tag, indent);
  else
    page_add(page, style, " ");
  for (;;) {
    int bytes = (int)text_fitting(word, width - page_column(page));
    page_add(page, style, "%.*s", bytes, word);
    word += bytes;
    if (!*word) return;
    begin_line(page, tag, indent);
  }
}

void page_paragraph(Page *page, int tag, int indent, int width, Style style, const char *text) {
  enum { LEAST = 8 }; // columns in which words are broken
  bool fresh = true;
  while (*text) {
    size_t length = strcspn(text, " \n");
    length += unit_behind(text, length);
    char *word = memory_strndup(text, length);
    if (!word) return;
    int columns = text_width(word);
    if (columns > width - indent && width - indent >= LEAST) {
      add_long_word(page, tag, indent, width, style, word, fresh);
    } else {
      fresh = fresh || page_column(page) + 1 + columns > width;
      if (fresh)
        begin_line(page, tag, indent);
      else
        page_add(page, style, " ");
      page_add(page, style, "%s", word);
    }
    free(word);
    fresh = text[length] == '\n';
    text += length + strspn(text + length, " \n");
  }
}

// The bytes from `from` to `to` of a line that was taken apart, in the styles of its spans.
static void add_piece(Page *page, const PageSpan *spans, int count, const char *text, int from, int to) {
  for (int i = 0; i < count; i++) {
    int begin = spans[i].text > from ? spans[i].text : from;
    int next = i + 1 < count ? spans[i + 1].text : to, end = next < to ? next : to;
    if (begin < end) page_add(page, spans[i].style, "%.*s", end - begin, text + begin);
  }
}

static int columns_of(const char *text, size_t length) {
  char *piece = memory_strndup(text, length);
  int columns = text_width(piece);
  free(piece);
  return columns;
}

// Takes the last line's text and spans, whose places are then in that text; the line is empty.
static PageSpan *take_line(Page *page, Text *text, int *count) {
  int first = page->lines.data[page->lines.count - 1].first_span;
  *count = page->spans.count - first;
  PageSpan *spans = memory_alloc(sizeof *spans * ((size_t)*count + 1));
  for (int i = 0; i < *count; i++) {
    spans[i] = (PageSpan){page->spans.data[first + i].style, (int)text->length};
    text_add(text, span_text(page, first + i));
  }
  page->spans.count = first;
  return spans;
}

void page_wrap(Page *page, int indent, int width) {
  if (page_column(page) <= width) return;
  int count, tag = page->lines.data[page->lines.count - 1].tag;
  Text line = {0};
  PageSpan *spans = take_line(page, &line, &count);
  const char *text = text_get(&line);
  for (int at = 0; text[at];) {
    int word = at + (int)strspn(text + at, " ");
    size_t length = strcspn(text + word, " ");
    int end = word + (int)(length + unit_behind(text + word, length));
    bool fits = page_column(page) + columns_of(text + at, (size_t)(end - at)) <= width;
    bool fresh = page_column(page) <= indent;
    if (!fits && !fresh) begin_line(page, tag, indent);
    add_piece(page, spans, count, text, fits || fresh ? at : word, end);
    at = end;
  }
  free(spans);
  text_free(&line);
}

void page_lines(Page *page, int width, Style style, const char *text) {
  for (bool first = true; *text; first = false) {
    size_t length = strcspn(text, "\n");
    char *line = memory_strndup(text, length);
    if (!line) return;
    for (char *c = line; *c; c++)
      if (*c == '\t') *c = ' ';
    text_sanitize(line);
    if (*line) page_paragraph(page, PAGE_NO_TAG, first ? 0 : 2, width, style, line);
    free(line);
    text += length + (text[length] == '\n');
  }
}

int page_head(const Page *page, int height) {
  enum { OTHERS_LEAST = 3 };
  return page->head + OTHERS_LEAST > height ? 0 : page->head;
}

void page_draw(const Page *page, Canvas canvas, int top, int selected, const char *ellipsis) {
  int head = page_head(page, canvas.area.height);
  for (int y = 0; y < canvas.area.height; y++) {
    int at = y < head ? y : top + y, x = y < head ? 0 : -page->left;
    if (at >= page->lines.count) break;
    const PageLine *line = &page->lines.data[at];
    for (int i = line->first_span; i < last_span(page, at); i++) {
      int left = canvas.area.width - x;
      x = canvas_text_cut(canvas, x, y, left, page->spans.data[i].style, span_text(page, i), ellipsis);
    }
    if (selected != PAGE_NO_TAG && line->tag == selected)
      canvas_under(canvas, (Rect){0, y, canvas.area.width, 1}, STYLE_CURSOR);
  }
}

static void draw_found(Canvas canvas, int x, int y, const char *line, const char *wanted) {
  for (const char *at = line; (at = fuzzy_find(at, wanted)) != NULL; at += strlen(wanted)) {
    Text before = {0}, match = {0};
    text_add_bytes(&before, line, (size_t)(at - line));
    text_add_bytes(&match, at, strlen(wanted));
    canvas_text(canvas, x + text_width(text_get(&before)), y, STYLE_MATCH, text_get(&match));
    text_free(&before);
    text_free(&match);
  }
}

void page_draw_found(const Page *page, Canvas canvas, int top, const char *wanted) {
  int head = page_head(page, canvas.area.height);
  for (int y = head; y < canvas.area.height && top + y < page->lines.count && *wanted; y++) {
    Text line = {0};
    page_line_text(page, top + y, &line);
    draw_found(canvas, -page->left, y, text_get(&line), wanted);
    text_free(&line);
  }
}

int page_width(const Page *page) {
  int most = 0;
  for (int line = 0; line < page->lines.count; line++) {
    int width = 0;
    for (int i = page->lines.data[line].first_span; i < last_span(page, line); i++)
      width += text_width(span_text(page, i));
    if (width > most) most = width;
  }
  return most;
}

void page_line_text(const Page *page, int line, Text *out) {
  for (int i = page->lines.data[line].first_span; i < last_span(page, line); i++)
    text_add(out, span_text(page, i));
}

int page_find_tag(const Page *page, int tag, int *last) {
  int first = -1;
  for (int i = 0; i < page->lines.count; i++) {
    if (page->lines.data[i].tag != tag) continue;
    if (first < 0) first = i;
    if (last) *last = i;
  }
  return first;
}
