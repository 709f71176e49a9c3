// Themes: what styles look like, from files, reduced to what the terminal can show.
//
// A theme file has one style per line: its name (style.h), foreground, background, then attributes:
//   cursor   default  #26364d/4
//   title    #ffffff  default   bold
// A colour is "default" or #rrggbb, with "/0" to "/15" behind it when the nearest of 16 colours would be
// wrong.
// '#' followed by a blank starts a comment. Styles that a file leaves out look as "text" does there.
#pragma once

#include "base/status.h"
#include "tui/style.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  ATTRIBUTE_BOLD = 1,
  ATTRIBUTE_DIM = 2,
  ATTRIBUTE_UNDERLINE = 4,
  ATTRIBUTE_REVERSE = 8,
  ATTRIBUTE_ITALIC = 16
};

enum { THEME_DEFAULT = -1 };

typedef struct ThemeColor {
  int32_t rgb; // 0xrrggbb, THEME_DEFAULT: the terminal's own
  int ansi;    // 0-15: what to show where there are 16 colours; THEME_DEFAULT: the nearest
} ThemeColor;

typedef struct ThemeStyle {
  ThemeColor foreground, background;
  unsigned attributes; // ATTRIBUTE_... bits
} ThemeStyle;

typedef struct Theme {
  char name[32];
  ThemeStyle style[STYLE_COUNT];
} Theme;

typedef enum ColorDepth { DEPTH_MONO, DEPTH_16, DEPTH_256, DEPTH_TRUE } ColorDepth;

// Without colours: what every terminal can show.
void theme_mono(Theme *theme);
// "mono", the name of a theme in the user's or the shipped themes folder, or a path (with a '/').
bool theme_load(const char *name_or_path, Theme *theme, Status *status);
bool theme_parse(const char *file, const char *text, size_t length, Theme *theme, Status *status);
char **theme_names(int *count); // sorted, "mono" included; free each and the array

// The colour's number on a terminal of that depth: THEME_DEFAULT, or 0-15, 0-255, 0xrrggbb. In the 256
// colours the first 16 are not used: users redefine them.
int theme_color_number(ThemeColor color, ColorDepth depth);
// Two numbers of the 16 for a terminal of 8: bright ones are bold, and what would have the colour of its
// background, bold or not, is white, on white black.
void theme_of_eight(int *foreground, int *background, unsigned *attributes);
// A style with the background of `under` (STYLE_TEXT: its own). What cannot be shown by colours at this depth
// is shown by attributes.
ThemeStyle theme_resolve(const Theme *theme, Style style, Style under, ColorDepth depth);
