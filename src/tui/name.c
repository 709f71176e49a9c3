#include "tui/name.h"

#include "base/text.h"
#include "tui/grid.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { HEAD_LEAST = 3 };

// "_24" of "convert_element_type_24"; "": the name ends otherwise.
static const char *number_of(const char *name) {
  const char *at = name + strlen(name);
  while (at > name && isdigit((unsigned char)at[-1]))
    at--;
  bool numbered = *at && at > name && at[-1] == '_';
  return numbered ? at - 1 : name + strlen(name);
}

const char *name_short(char out[NAME_SIZE], const char *name, int columns, GlyphSet glyphs) {
  char clean[NAME_SIZE];
  snprintf(clean, sizeof clean, "%.*s", NAME_SIZE - 1, name);
  text_sanitize(clean);
  const char *ellipsis = glyph_get(glyphs, GLYPH_ELLIPSIS), *number = number_of(name);
  int head = columns - text_width(ellipsis) - text_width(number);
  if (head < HEAD_LEAST) number = "", head = columns - text_width(ellipsis);
  bool fits = text_width(clean) <= columns || columns < text_width(ellipsis);
  int bytes = (int)text_fitting(clean, fits ? columns : head);
  snprintf(out, NAME_SIZE, "%.*s%.4s%.100s", bytes, clean, fits ? "" : ellipsis, fits ? "" : number);
  return out;
}
