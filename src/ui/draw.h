// Drawing that several views share: boxes, shared borders, bars.
#pragma once

#include "ui/glyph.h"
#include "ui/layout.h"

void draw_box(Canvas canvas, Rect box, GlyphSet glyphs, Style style);
// The borders of all panes of a layout, joined where they meet.
void draw_frames(Canvas screen, const Layout *layout, GlyphSet glyphs);
// A horizontal bar of `columns` columns, filled to `part` (0 to 1), as text.
void draw_bar_text(Text *out, int columns, double part, GlyphSet glyphs);
