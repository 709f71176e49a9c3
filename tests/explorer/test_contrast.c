// Shipped themes: each says what every style looks like, and every text can be read on its background.
#include "contrast.h"
#include "test.h"

#include "base/file.h"
#include "tui/grid_svg.h"
#include "tui/theme.h"

#include <stdio.h>
#include <string.h>

// The backgrounds of terminals that a theme is for, where a style leaves the background to the terminal.
typedef struct Shipped {
  const char *name;
  int32_t backgrounds[2];
  double text, faint; // least contrast of text, and of what is not to be read (borders, what is off)
} Shipped;

static const Shipped shipped[] = {
    {"dark", {0x000000, 0x1e1e1e}, 4.5, 3},
    {"colour-blind", {0x000000, 0x1e1e1e}, 4.5, 3},
    {"light", {0xffffff, 0xfdf6e3}, 4.5, 3},
    {"high-contrast", {0x000000, 0x000000}, 7, 7},
};

enum { SHIPPED = sizeof shipped / sizeof *shipped, OVER_CURSOR = 3 };

static const char *const style_names[] = {
#define X(id, name, attributes, help) name,
    STYLES(X)
#undef X
};

static void load(const char *name, Theme *theme) {
  Status status = {0};
  if (!theme_load(name, theme, &status)) fail_msg("%s", status.message);
}

static bool is_faint(int style) {
  return style == STYLE_BORDER || style == STYLE_OVERLAY_OFF || style == STYLE_STALE;
}

static void test_the_measure(void **state) {
  (void)state;
  assert_true(fabs(contrast(0x000000, 0xffffff) - 21) < 1e-9);
  assert_true(fabs(contrast(0x777777, 0x777777) - 1) < 1e-9);
  assert_true(fabs(contrast(0xffffff, 0x767676) - 4.54) < 0.01);
}

static void test_every_style_has_its_line(void **state) {
  (void)state;
  for (int i = 0; i < SHIPPED; i++) {
    char file[64], line[64];
    snprintf(file, sizeof file, "themes/%s.theme", shipped[i].name);
    Status status = {0};
    size_t length;
    char *path = file_data(file), *text = file_read(path, &length, &status);
    assert_non_null(text);
    for (int style = 0; style < STYLE_COUNT; style++) {
      snprintf(line, sizeof line, "\n%s ", style_names[style]);
      if (!strstr(text, line)) fail_msg("%s says nothing of %s", file, style_names[style]);
    }
    free(text);
    free(path);
  }
}

static void test_text_can_be_read(void **state) {
  (void)state;
  for (int i = 0; i < SHIPPED; i++) {
    Theme theme;
    load(shipped[i].name, &theme);
    for (int style = 0; style < STYLE_COUNT; style++) {
      const ThemeStyle *look = &theme.style[style];
      if (look->foreground.rgb == THEME_DEFAULT) continue;
      for (int j = 0; j < 2; j++) {
        int32_t own = look->background.rgb, under = own == THEME_DEFAULT ? shipped[i].backgrounds[j] : own;
        double ratio = contrast(look->foreground.rgb, under);
        double least = is_faint(style) ? shipped[i].faint : shipped[i].text;
        if (ratio < least)
          fail_msg("%s: %s has contrast %.2f, wanted %.1f", shipped[i].name, style_names[style], ratio,
                   least);
      }
    }
  }
}

// What stands in rows keeps its colour where the cursor is, over the cursor's background.
static void test_rows_can_be_read_under_the_cursor(void **state) {
  (void)state;
  static const Style in_rows[] = {STYLE_DIM,      STYLE_STRONG,    STYLE_RAIL,     STYLE_RAIL_HEAVY,
                                  STYLE_KERNEL,   STYLE_OP,        STYLE_STUB,     STYLE_OP_LIBRARY,
                                  STYLE_OP_VIEW,  STYLE_DTYPE,     STYLE_ESTIMATE, STYLE_GOOD,
                                  STYLE_COMPILED, STYLE_MEASURED,  STYLE_BAD,      STYLE_WARNING,
                                  STYLE_BAR,      STYLE_HEAT_WARM, STYLE_HEAT_HOT};
  for (int i = 0; i < SHIPPED; i++) {
    Theme theme;
    load(shipped[i].name, &theme);
    int32_t cursor = theme.style[STYLE_CURSOR].background.rgb;
    for (size_t j = 0; j < sizeof in_rows / sizeof *in_rows; j++) {
      double ratio = contrast(theme.style[in_rows[j]].foreground.rgb, cursor);
      if (ratio < OVER_CURSOR)
        fail_msg("%s: %s over the cursor has contrast %.2f", shipped[i].name, style_names[in_rows[j]], ratio);
    }
  }
}

// Good, bad and warning are told apart by lightness too, or by attributes: never by the hue alone.
static void test_never_the_hue_alone(void **state) {
  (void)state;
  static const Style kinds[3] = {STYLE_GOOD, STYLE_BAD, STYLE_WARNING};
  for (int i = 0; i < SHIPPED; i++) {
    Theme theme;
    load(shipped[i].name, &theme);
    for (int a = 0; a < 3; a++) {
      for (int b = a + 1; b < 3; b++) {
        const ThemeStyle *x = &theme.style[kinds[a]], *y = &theme.style[kinds[b]];
        bool lighter = contrast(x->foreground.rgb, y->foreground.rgb) > 1.2;
        assert_true(lighter || x->attributes != y->attributes);
      }
    }
  }
}

// A cell of every style, in a picture of the theme: each letter on the rectangle that lies below it.
static void test_pictures_can_be_read(void **state) {
  (void)state;
  for (int i = 0; i < SHIPPED; i++) {
    Theme theme;
    load(shipped[i].name, &theme);
    for (int style = 0; style < STYLE_COUNT; style++) {
      Grid *grid = grid_new(1, 1, true);
      canvas_text(canvas_whole(grid), 0, 0, (Style)style, "x");
      Text svg = {0};
      grid_svg(grid, &theme, &svg);
      const char *text = strstr(text_get(&svg), "<text "), *below = text_get(&svg);
      for (const char *at = below; (at = strstr(at, "<rect ")) && at < text; at++)
        below = at;
      unsigned front, back;
      assert_int_equal(sscanf(strstr(text, "fill=\"#"), "fill=\"#%6x", &front), 1);
      assert_int_equal(sscanf(strstr(below, "fill=\"#"), "fill=\"#%6x", &back), 1);
      double ratio = contrast((int32_t)front, (int32_t)back);
      if (ratio < (is_faint(style) ? shipped[i].faint : shipped[i].text))
        fail_msg("%s: a picture's %s has contrast %.2f", shipped[i].name, style_names[style], ratio);
      text_free(&svg);
      grid_free(grid);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_measure),         cmocka_unit_test(test_every_style_has_its_line),
      cmocka_unit_test(test_text_can_be_read),    cmocka_unit_test(test_rows_can_be_read_under_the_cursor),
      cmocka_unit_test(test_never_the_hue_alone), cmocka_unit_test(test_pictures_can_be_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
