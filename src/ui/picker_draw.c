// Drawing of pickers.
#include "ui/draw.h"
#include "ui/picker.h"

enum { LARGEST_WIDTH = 92, MARGIN = 2, ROOMY = 8 };

static int smaller(int a, int b) {
  return a < b ? a : b;
}

Rect picker_area(const Picker *picker, Rect screen) {
  int width = smaller(LARGEST_WIDTH, screen.width - 2 * MARGIN);
  int list = picker->free_text && picker->items.count == 0 ? 0 : picker->items.count + 1;
  int height = smaller(list + (picker->reading ? 1 : 3),
                       screen.height - (screen.height > 2 * ROOMY ? 2 * MARGIN : MARGIN));
  if (width < 20) width = screen.width;
  return (Rect){screen.x + (screen.width - width) / 2,
                screen.y + smaller(MARGIN, (screen.height - height) / 2), width, height};
}

static Rect list_area(const Picker *picker, Rect screen) {
  Rect area = rect_inset(picker_area(picker, screen), 1, 1);
  if (!picker->reading) area.y += 2, area.height -= 2; // below the line of input
  if (area.height < 0) area.height = 0;
  return area;
}

static void draw_item(const PickerItem *item, Canvas canvas, int y, GlyphSet glyphs, bool selected) {
  const char *ellipsis = glyph_get(glyphs, GLYPH_ELLIPSIS);
  int width = canvas.area.width, keys = text_width(item->keys);
  if (item->heading) {
    canvas_text_cut(canvas, 1, y, width - 1, STYLE_TITLE, item->label, ellipsis);
    return;
  }
  Style style = item->off ? STYLE_OVERLAY_OFF : STYLE_OVERLAY;
  int label = width > 60 ? 28 : width - keys - 4;
  canvas_text_cut(canvas, 2, y, label - 1, style, item->label, ellipsis);
  if (width > 60)
    canvas_text_cut(canvas, 2 + label, y, width - label - keys - 5,
                    item->off ? STYLE_OVERLAY_OFF : STYLE_HINT, item->off ? item->off : item->detail,
                    ellipsis);
  canvas_text_right(canvas, width - 1, y, item->off ? STYLE_OVERLAY_OFF : STYLE_HINT_KEY, item->keys);
  if (selected) canvas_under(canvas, (Rect){0, y, width, 1}, STYLE_CURSOR);
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
  for (int y = 0; y < canvas.area.height && picker->top + y < picker->shown.count; y++) {
    int at = picker->top + y;
    draw_item(&picker->items.data[picker->shown.data[at].item], canvas, y, glyphs, at == picker->selected);
  }
  if (picker->shown.count == 0 && picker->items.count)
    canvas_text(canvas, 2, 0, STYLE_OVERLAY_OFF, "nothing matches");
}

static void draw_input(const Picker *picker, Canvas inside) {
  int end = canvas_printf(inside, 1, 0, STYLE_OVERLAY, "%c %s", picker->free_text ? '=' : ':',
                          text_get(&picker->input));
  canvas_under(inside, (Rect){end, 0, 1, 1}, STYLE_CURSOR);
}

void picker_draw(Picker *picker, Canvas screen, GlyphSet glyphs) {
  Rect area = picker_area(picker, screen.area);
  canvas_fill(screen, area, STYLE_OVERLAY);
  canvas_under(screen, area, STYLE_OVERLAY);
  draw_box(screen, area, glyphs, STYLE_TITLE);
  canvas_printf(screen, area.x + 2, area.y, STYLE_TITLE_FOCUS, " %s ", picker->title);
  if (!picker->reading) draw_input(picker, canvas_part(screen, rect_inset(area, 1, 1)));
  draw_list(picker, canvas_part(screen, list_area(picker, screen.area)), glyphs);
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
