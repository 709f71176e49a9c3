// Drawing of pickers: a line of input, the list in columns, and what of the selected line does not fit there.
#include "tui/draw.h"
#include "tui/page.h"
#include "tui/picker.h"

enum { USUAL_WIDTH = 92, MARGIN = 2, ROOMY = 8, DETAIL_LEAST = 20, FOOT_ROWS = 3, FOOT_SCREEN = 16 };

static int smaller(int a, int b) {
  return a < b ? a : b;
}

static int larger(int a, int b) {
  return a > b ? a : b;
}

// ---- Columns: marker, label, detail or why it is off, keys.

static const char *detail_of(const PickerItem *item) {
  return item->off ? item->off : item->detail;
}

static int widest_label(const Picker *picker) {
  int widest = 0;
  for (int i = 0; i < picker->items.count; i++)
    if (!picker->items.data[i].heading) widest = larger(widest, text_width(picker->items.data[i].label));
  return widest;
}

// Where details begin, behind the widest label, in so many columns.
static int detail_column(const Picker *picker, int width) {
  return 2 + smaller(widest_label(picker), larger(width * 2 / 5, width - DETAIL_LEAST)) + 2;
}

// Of the list inside of the borders, so that no line is cut.
static int wanted_columns(const Picker *picker) {
  int wanted = 0;
  for (int i = 0; i < picker->items.count; i++) {
    const PickerItem *item = &picker->items.data[i];
    int keys = text_width(item->keys);
    if (!item->heading) wanted = larger(wanted, text_width(detail_of(item)) + (keys ? keys + 2 : 0));
  }
  return 2 + widest_label(picker) + 2 + wanted + 1;
}

static int detail_end(const PickerItem *item, int width) {
  int keys = text_width(item->keys);
  return width - 1 - (keys ? keys + 2 : 0);
}

// Does a line of the list lack the room for what it says?
static bool any_cut(const Picker *picker, int width) {
  int column = detail_column(picker, width);
  for (int i = 0; i < picker->items.count; i++) {
    const PickerItem *item = &picker->items.data[i];
    if (!item->heading && column + text_width(detail_of(item)) > detail_end(item, width)) return true;
  }
  return false;
}

// ---- Where it is.

// Wider than usual where lines need it. Texts to read are broken for the usual width.
static int picker_width(const Picker *picker, Rect screen) {
  int largest = larger(screen.width * 45 / 100, USUAL_WIDTH);
  if (!picker->reading) largest = larger(largest, wanted_columns(picker) + 2);
  int width = smaller(largest, screen.width - 2 * MARGIN);
  return width < 20 ? screen.width : width;
}

// Rows below the list, with a rule before them.
static int foot_rows(const Picker *picker, Rect screen) {
  bool shown =
      !picker->reading && screen.height >= FOOT_SCREEN && any_cut(picker, picker_width(picker, screen) - 2);
  return shown ? FOOT_ROWS + 1 : 0;
}

Rect picker_area(const Picker *picker, Rect screen) {
  int width = picker_width(picker, screen);
  int list = picker->free_text && picker->items.count == 0 ? 0 : picker->items.count + 1;
  int height = smaller(list + foot_rows(picker, screen) + (picker->reading ? 1 : 3),
                       screen.height - (screen.height > 2 * ROOMY ? 2 * MARGIN : MARGIN));
  return (Rect){screen.x + (screen.width - width) / 2,
                screen.y + smaller(MARGIN, (screen.height - height) / 2), width, height};
}

static Rect list_area(const Picker *picker, Rect screen) {
  Rect area = rect_inset(picker_area(picker, screen), 1, 1);
  if (!picker->reading) area.y += 2, area.height -= 2; // below the line of input
  area.height -= foot_rows(picker, screen);
  if (area.height < 0) area.height = 0;
  return area;
}

// ---- Lines.

static void draw_item(const PickerItem *item, Canvas canvas, int y, int column, GlyphSet glyphs,
                      bool selected) {
  const char *ellipsis = glyph_get(glyphs, GLYPH_ELLIPSIS);
  int width = canvas.area.width;
  if (item->heading) {
    canvas_text_cut(canvas, 1, y, width - 1, STYLE_TITLE, item->label, ellipsis);
    return;
  }
  int end = detail_end(item, width);
  canvas_text_cut(canvas, 2, y, smaller(column, end) - 3, item->off ? STYLE_OVERLAY_OFF : STYLE_OVERLAY,
                  item->label, ellipsis);
  if (end - column >= DETAIL_LEAST / 2)
    canvas_text_cut(canvas, column, y, end - column, item->off ? STYLE_OVERLAY_OFF : STYLE_HINT,
                    detail_of(item), ellipsis);
  canvas_text_right(canvas, width - 1, y, item->off ? STYLE_OVERLAY_OFF : STYLE_HINT_KEY, item->keys);
  if (!selected) return;
  canvas_text(canvas, 0, y, STYLE_STRONG, glyph_get(glyphs, GLYPH_CURSOR));
  canvas_under(canvas, (Rect){0, y, width, 1}, STYLE_CURSOR);
}

static void show_selected(Picker *picker, int height) {
  if (picker->selected < picker->top) picker->top = picker->selected;
  if (picker->selected >= picker->top + height) picker->top = picker->selected - height + 1;
  bool heading_above = picker->selected == picker->top && picker->top > 0;
  if (heading_above) picker->top--;
}

static void keep_inside(Picker *picker, int height) {
  if (picker->top + height > picker->shown.count) picker->top = picker->shown.count - height;
  if (picker->top < 0) picker->top = 0;
}

static void draw_list(Picker *picker, Canvas canvas, GlyphSet glyphs) {
  if (!picker->reading) show_selected(picker, canvas.area.height);
  keep_inside(picker, canvas.area.height);
  int column = detail_column(picker, canvas.area.width);
  for (int y = 0; y < canvas.area.height && picker->top + y < picker->shown.count; y++) {
    int at = picker->top + y;
    bool selected = at == picker->selected && !picker->reading;
    draw_item(&picker->items.data[picker->shown.data[at].item], canvas, y, column, glyphs, selected);
  }
  if (picker->shown.count == 0 && picker->items.count)
    canvas_text(canvas, 2, 0, STYLE_OVERLAY_OFF, "nothing matches");
}

static void draw_input(const Picker *picker, Canvas inside) {
  int end = canvas_printf(inside, 1, 0, STYLE_OVERLAY, "%c %s", picker->free_text ? '=' : ':',
                          text_get(&picker->input));
  canvas_under(inside, (Rect){end, 0, 1, 1}, STYLE_CURSOR);
}

// The selected line's words in full, below a rule from border to border.
static void draw_foot(const Picker *picker, Canvas screen, Rect area, GlyphSet glyphs) {
  const PickerItem *item = picker_chosen(picker);
  Rect foot = {area.x + 2, area.y + area.height - 1 - FOOT_ROWS, area.width - 4, FOOT_ROWS};
  for (int x = 0; x < area.width; x++) {
    LineWeight end = x == 0 || x == area.width - 1 ? LINE_LIGHT : LINE_NONE;
    canvas_text(screen, area.x + x, foot.y - 1, STYLE_TITLE,
                glyph_line(glyphs, end, x < area.width - 1 ? LINE_LIGHT : LINE_NONE, end,
                           x ? LINE_LIGHT : LINE_NONE));
  }
  if (!item) return;
  Page page = {0};
  page_paragraph(&page, PAGE_NO_TAG, 0, foot.width, item->off ? STYLE_OVERLAY_OFF : STYLE_HINT,
                 detail_of(item));
  page_draw(&page, canvas_part(screen, foot), 0, PAGE_NO_TAG, glyph_get(glyphs, GLYPH_ELLIPSIS));
  page_free(&page);
}

// On the border: whether there is more above and below.
static void draw_more(const Picker *picker, Canvas screen, Rect area, int rows, GlyphSet glyphs) {
  int x = area.x + area.width - 3;
  if (picker->top > 0) canvas_text(screen, x, area.y, STYLE_TITLE, glyph_get(glyphs, GLYPH_ARROW_UP));
  if (picker->top + rows < picker->shown.count)
    canvas_text(screen, x, area.y + area.height - 1, STYLE_TITLE, glyph_get(glyphs, GLYPH_ARROW_DOWN));
}

void picker_draw(Picker *picker, Canvas screen, GlyphSet glyphs) {
  Rect area = picker_area(picker, screen.area);
  canvas_fill(screen, area, STYLE_OVERLAY);
  canvas_under(screen, area, STYLE_OVERLAY);
  draw_box(screen, area, glyphs, STYLE_TITLE);
  canvas_printf(screen, area.x + 2, area.y, STYLE_TITLE_FOCUS, " %s ", picker->title);
  if (!picker->reading) draw_input(picker, canvas_part(screen, rect_inset(area, 1, 1)));
  Rect list = list_area(picker, screen.area);
  draw_list(picker, canvas_part(screen, list), glyphs);
  if (foot_rows(picker, screen.area)) draw_foot(picker, screen, area, glyphs);
  draw_more(picker, screen, area, list.height, glyphs);
}

bool picker_click(Picker *picker, Rect screen, int x, int y) {
  Rect area = list_area(picker, screen);
  int at = picker->top + y - area.y;
  if (!rect_contains(area, x, y) || at >= picker->shown.count) return false;
  if (picker->items.data[picker->shown.data[at].item].heading) return false;
  bool again = picker->selected == at;
  picker->selected = at;
  return again;
}
