// Glyph tables.
#include "tui/glyph.h"

const char *glyph_get(GlyphSet set, Glyph glyph) {
  static const char *const table[][2] = {
#define X(id, utf8, ascii, help) {utf8, ascii},
      GLYPHS(X)
#undef X
  };
  return table[glyph][set];
}

// By arms, as digits to base 3: up, right, down, left. Unicode 16.0, block "Box Drawing".
static const char *const box_drawing[81] = {
    // clang-format off
    " ", "╴", "╸", "╷", "╮", "┑", "╻", "┒", "┓",
    "╶", "─", "╾", "╭", "┬", "┭", "┎", "┰", "┱",
    "╺", "╼", "━", "┍", "┮", "┯", "┏", "┲", "┳",
    "╵", "╯", "┙", "│", "┤", "┥", "╽", "┧", "┪",
    "╰", "┴", "┵", "├", "┼", "┽", "┟", "╁", "╅",
    "┕", "┶", "┷", "┝", "┾", "┿", "┢", "╆", "╈",
    "╹", "┚", "┛", "╿", "┦", "┩", "┃", "┨", "┫",
    "┖", "┸", "┹", "┞", "╀", "╃", "┠", "╂", "╉",
    "┗", "┺", "┻", "┡", "╄", "╇", "┣", "╊", "╋",
    // clang-format on
};

static const char *ascii_line(LineWeight up, LineWeight right, LineWeight down, LineWeight left) {
  LineWeight vertical = up > down ? up : down;
  LineWeight horizontal = left > right ? left : right;
  if (vertical && horizontal) return vertical == LINE_HEAVY ? "#" : "+";
  if (vertical) return vertical == LINE_HEAVY ? "#" : "|";
  if (horizontal) return horizontal == LINE_HEAVY ? "=" : "-";
  return " ";
}

const char *glyph_line(GlyphSet set, LineWeight up, LineWeight right, LineWeight down, LineWeight left) {
  if (set == GLYPHS_ASCII) return ascii_line(up, right, down, left);
  return box_drawing[up * 27 + right * 9 + down * 3 + left];
}

static int clamp_eighths(int eighths) {
  return eighths < 0 ? 0 : eighths > 8 ? 8 : eighths;
}

const char *glyph_heat(GlyphSet set, int eighths) {
  static const char *const utf8[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  static const char *const ascii[] = {" ", ".", ".", ":", ":", "=", "=", "#", "#"};
  return (set == GLYPHS_ASCII ? ascii : utf8)[clamp_eighths(eighths)];
}

const char *glyph_density(GlyphSet set, int eighths) {
  static const char *const utf8[] = {" ", "·", "·", "░", "░", "▒", "▒", "▓", "█"};
  static const char *const ascii[] = {" ", ".", ".", ":", ":", "=", "=", "#", "#"};
  return (set == GLYPHS_ASCII ? ascii : utf8)[clamp_eighths(eighths)];
}

const char *glyph_bar(GlyphSet set, int eighths) {
  static const char *const utf8[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
  static const char *const ascii[] = {" ", " ", " ", " ", "-", "-", "=", "=", "#"};
  return (set == GLYPHS_ASCII ? ascii : utf8)[clamp_eighths(eighths)];
}
