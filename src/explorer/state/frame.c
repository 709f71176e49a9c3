// One picture of the whole screen.
#include "explorer/panes/view.h"
#include "explorer/tabs/candidates.h"
#include "tui/draw.h"

#include <stdio.h>

enum { TITLE_LEAST = 12 }; // columns that a part of what a title says is worth

static void draw_title(Explorer *explorer, Canvas screen, Pane pane) {
  Rect frame = explorer->layout.frame[pane];
  Canvas line = canvas_part(screen, (Rect){frame.x + 2, frame.y, frame.width - 4, 1});
  const View *view = view_of(explorer, pane);
  Style style = pane == explorer->focus ? STYLE_TITLE_FOCUS : STYLE_TITLE;
  int x = canvas_printf(line, 0, 0, style, " %d %s ", pane + 1, view->name);
  Text text = {0};
  if (view->title) view->title(explorer, &text);
  if (text.length && line.area.width - x >= TITLE_LEAST) {
    x = canvas_text(line, x, 0, STYLE_TITLE, " ");
    x = canvas_text_cut(line, x, 0, line.area.width - x - 1, STYLE_TITLE, text_get(&text),
                        explorer_glyph(explorer, GLYPH_ELLIPSIS));
    canvas_text(line, x, 0, STYLE_TITLE, " ");
  }
  text_free(&text);
}

static void draw_pane(Explorer *explorer, Canvas screen, Pane pane) {
  if (explorer->layout.frame[pane].width == 0) return;
  draw_title(explorer, screen, pane);
  Canvas inside = canvas_part(screen, explorer->layout.inside[pane]);
  if (inside.area.width > 0 && inside.area.height > 0) view_of(explorer, pane)->draw(explorer, inside);
}

void explorer_draw(Explorer *explorer, Grid *grid) {
  Layout *layout = &explorer->layout;
  if (grid->width != layout->width || grid->height != layout->height)
    explorer_resize(explorer, grid->width, grid->height);
  Canvas screen = canvas_whole(grid);
  if (!explorer->task) { // else the session is lent away: the panes stay as they are
    candidates_preview(explorer);
    grid_clear(grid);
    draw_frames(screen, layout->frame, PANE_COUNT, explorer->glyphs);
    for (int pane = 0; pane < PANE_COUNT; pane++)
      draw_pane(explorer, screen, (Pane)pane);
    if (layout->header.height) view_header_draw(explorer, canvas_part(screen, layout->header));
    if (layout->hints.height) view_hints_draw(explorer, canvas_part(screen, layout->hints));
  }
  view_status_draw(explorer, canvas_part(screen, layout->status));
  if (explorer->picker.open) picker_draw(&explorer->picker, screen, explorer->glyphs);
}
