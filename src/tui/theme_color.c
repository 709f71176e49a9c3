// Colours by capability.
#include "tui/theme.h"

static int square(int x) {
  return x * x;
}

static int distance(int32_t a, int32_t b) {
  return square((a >> 16 & 255) - (b >> 16 & 255)) + square((a >> 8 & 255) - (b >> 8 & 255)) +
         square((a & 255) - (b & 255));
}

// xterm's default palette.
static int nearest_of_16(int32_t rgb) {
  static const int32_t palette[16] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
                                      0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
                                      0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
  int best = 0;
  for (int i = 1; i < 16; i++)
    if (distance(rgb, palette[i]) < distance(rgb, palette[best])) best = i;
  return best;
}

// Colours 16-231 are a cube of these levels, 232-255 a ramp of greys 8, 18, ... 238.
static int32_t xterm_color(int number) {
  static const int level[6] = {0, 95, 135, 175, 215, 255};
  if (number >= 232) return (8 + 10 * (number - 232)) * 0x010101;
  number -= 16;
  return level[number / 36] << 16 | level[number / 6 % 6] << 8 | level[number % 6];
}

static int nearest_of_256(int32_t rgb) {
  int best = 16;
  for (int i = 17; i < 256; i++)
    if (distance(rgb, xterm_color(i)) < distance(rgb, xterm_color(best))) best = i;
  return best;
}

int theme_color_number(ThemeColor color, ColorDepth depth) {
  if (color.rgb == THEME_DEFAULT || depth == DEPTH_MONO) return THEME_DEFAULT;
  if (depth == DEPTH_TRUE) return color.rgb;
  if (depth == DEPTH_256) return nearest_of_256(color.rgb);
  return color.ansi != THEME_DEFAULT ? color.ansi : nearest_of_16(color.rgb);
}

void theme_of_eight(int *foreground, int *background, unsigned *attributes) {
  enum { BLACK = 0, WHITE = 7, GREY = 8 };
  if (*foreground == GREY) *foreground = THEME_DEFAULT, *attributes |= ATTRIBUTE_DIM; // bold black is none
  if (*foreground > WHITE) *foreground -= GREY, *attributes |= ATTRIBUTE_BOLD;
  if (*background > WHITE) *background -= GREY;
  if (*background >= BLACK && *foreground == *background) *foreground = *background == WHITE ? BLACK : WHITE;
}

static unsigned mono_attributes(Style style) {
  static const unsigned attributes[] = {
#define X(id, name, attributes, help) attributes,
      STYLES(X)
#undef X
  };
  return attributes[style];
}

void theme_mono(Theme *theme) {
  *theme = (Theme){.name = "mono"};
  const ThemeColor none = {THEME_DEFAULT, THEME_DEFAULT};
  for (int i = 0; i < STYLE_COUNT; i++)
    theme->style[i] = (ThemeStyle){none, none, mono_attributes((Style)i)};
}

ThemeStyle theme_resolve(const Theme *theme, Style style, Style under, ColorDepth depth) {
  ThemeStyle look = theme->style[style];
  if (depth == DEPTH_MONO) {
    look.attributes = mono_attributes(style);
    if (under != STYLE_TEXT)
      look.attributes = (look.attributes & ~(unsigned)ATTRIBUTE_DIM) | mono_attributes(under);
    return look;
  }
  if (under == STYLE_TEXT) return look;
  look.background = theme->style[under].background;
  look.attributes |= theme->style[under].attributes;
  bool unreadable = look.background.rgb != THEME_DEFAULT &&
                    theme_color_number(look.foreground, depth) == theme_color_number(look.background, depth);
  if (unreadable) look.foreground = theme->style[STYLE_TEXT].foreground;
  return look;
}
