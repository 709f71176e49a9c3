// Themes: every style of one that is taken can be shown at every depth of colours.
#include "../fuzz.h"

#include "tui/theme.h"

static void check_color(ThemeColor color, ColorDepth depth) {
  static const int most[] = {[DEPTH_MONO] = -1, [DEPTH_16] = 15, [DEPTH_256] = 255, [DEPTH_TRUE] = 0xffffff};
  int number = theme_color_number(color, depth);
  FUZZ_CHECK(number >= THEME_DEFAULT && number <= most[depth]);
}

static void resolve_all(const Theme *theme) {
  for (int style = 0; style < STYLE_COUNT; style++)
    for (int under = 0; under < STYLE_COUNT; under++)
      for (int depth = DEPTH_MONO; depth <= DEPTH_TRUE; depth++) {
        ThemeStyle shown = theme_resolve(theme, (Style)style, (Style)under, (ColorDepth)depth);
        check_color(shown.foreground, (ColorDepth)depth);
        check_color(shown.background, (ColorDepth)depth);
      }
}

bool fuzz_input(char *text, size_t length) {
  Status status = {0};
  Theme theme;
  bool taken = theme_parse("input", text, length, &theme, &status);
  if (taken)
    resolve_all(&theme);
  else
    fuzz_check_refusal(&status);
  return taken;
}
