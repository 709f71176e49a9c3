// Pictures: what an SVG says of a grid; pictures written from the screen. Every document passes through an
// XML reader where there is one.
#include "fixture.h"

#include "base/file.h"
#include "tui/grid_svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int count(const char *text, const char *part) {
  int found = 0;
  for (; (text = strstr(text, part)); text += strlen(part))
    found++;
  return found;
}

// Where xmllint is: it accepts the document. Elsewhere tags are at least closed.
static void assert_xml(const Text *svg) {
  assert_int_equal(count(text_get(svg), "<text "), count(text_get(svg), "</text>"));
  assert_int_equal(count(text_get(svg), "<rect "), count(text_get(svg), "\"/>"));
  if (system("command -v xmllint >/dev/null") != 0) return;
  FILE *reader = popen("xmllint --noout -", "w");
  assert_non_null(reader);
  fwrite(text_get(svg), 1, svg->length, reader);
  assert_int_equal(pclose(reader), 0);
}

static void assert_has(const Text *svg, const char *part) {
  if (!strstr(text_get(svg), part)) fail_msg("no %s in:\n%s", part, text_get(svg));
}

static Theme parse(const char *text) {
  Theme theme;
  Status status = {0};
  assert_true(theme_parse("test", text, strlen(text), &theme, &status));
  return theme;
}

// Runs stand at 8 units a column and 17 a row, the baseline 13 below the row's top.
static void test_runs(void **state) {
  (void)state;
  Theme theme = parse("text default default\nkernel #ffeedd default bold\nheader #102030 #405060\n");
  Grid *grid = grid_new(12, 3, false);
  Canvas canvas = canvas_whole(grid);
  canvas_text(canvas, 0, 0, STYLE_KERNEL, "K3");
  canvas_text(canvas, 3, 1, STYLE_TEXT, "a b");
  canvas_text(canvas, 2, 2, STYLE_HEADER, "x");
  Text svg = {0};
  grid_svg(grid, &theme, &svg);
  assert_has(&svg, "width=\"96\" height=\"51\"");
  assert_has(&svg,
             "<text x=\"0\" y=\"13\" textLength=\"16\" lengthAdjust=\"spacingAndGlyphs\" fill=\"#ffeedd\" "
             "font-weight=\"bold\">K3</text>");
  assert_has(&svg, "<text x=\"24\" y=\"30\" textLength=\"24\"");
  assert_has(&svg, ">a b</text>");
  assert_has(&svg, "<rect x=\"16\" y=\"34\" width=\"8\" height=\"17\" fill=\"#405060\"/>");
  assert_int_equal(count(text_get(&svg), "<rect "), 2); // the page and the header's
  assert_xml(&svg);
  text_free(&svg);
  grid_free(grid);
}

static void test_escapes(void **state) {
  (void)state;
  Theme theme = parse("text default default\n");
  Grid *grid = grid_new(20, 1, false);
  canvas_text(canvas_whole(grid), 0, 0, STYLE_TEXT, "a<b> & \"日本\"");
  grid->cells[19].codepoint = 0xffff; // no XML holds it
  Text svg = {0};
  grid_svg(grid, &theme, &svg);
  assert_has(&svg, "a&lt;b&gt; &amp; \"日本\"");
  assert_null(strstr(text_get(&svg), "\xef\xbf\xbf"));
  assert_xml(&svg);
  text_free(&svg);
  grid_free(grid);
}

// The page is dark below light colours and light below dark ones; without colours attributes say it.
static void test_paper(void **state) {
  (void)state;
  Theme dark = parse("text #eeeeee default\n"), light = parse("text #111111 default\n"), mono;
  theme_mono(&mono);
  Grid *grid = grid_new(4, 1, false);
  canvas_text(canvas_whole(grid), 0, 0, STYLE_CURSOR, "now");
  Text svg = {0};
  grid_svg(grid, &dark, &svg);
  assert_has(&svg, "fill=\"#16181d\"/>");
  text_clear(&svg);
  grid_svg(grid, &light, &svg);
  assert_has(&svg, "fill=\"#ffffff\"/>");
  text_clear(&svg);
  grid_svg(grid, &mono, &svg); // the cursor is shown reversed
  assert_has(&svg, "<rect x=\"0\" y=\"0\" width=\"24\" height=\"17\" fill=\"#24292f\"/>");
  assert_has(&svg, "fill=\"#ffffff\">now</text>");
  assert_xml(&svg);
  text_free(&svg);
  grid_free(grid);
}

static void test_crop(void **state) {
  (void)state;
  Grid *grid = grid_new(6, 3, false);
  canvas_text(canvas_whole(grid), 0, 1, STYLE_TEXT, "abcdef");
  Grid *part = grid_crop(grid, (Rect){2, 1, 100, 1});
  Text text = {0};
  grid_dump(part, &text);
  assert_string_equal(text_get(&text), "cdef\n");
  assert_int_equal(part->width, 4);
  text_free(&text);
  grid_free(part);
  grid_free(grid);
}

// Presses `keys`, then a path that ends in `suffix`; what was written there.
static Text picture(Fixture *it, const char *keys, const char *suffix) {
  char path[64], typed[256];
  snprintf(path, sizeof path, "/tmp/fusebox-picture-%d%s", (int)getpid(), suffix);
  snprintf(typed, sizeof typed, "%s<C-u>%s<Enter>", keys, path);
  press(it, typed);
  size_t length;
  Status status = {0};
  char *data = file_read(path, &length, &status);
  assert_non_null(data);
  unlink(path);
  Text text = {0};
  text_add_bytes(&text, data, length);
  free(data);
  return text;
}

static void test_screen(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  Text svg = picture(&it, "E", ".svg");
  assert_has(&svg, "width=\"960\" height=\"680\"");
  assert_has(&svg, "2 Kernels");
  assert_has(&svg, "softmax");
  assert_xml(&svg);
  text_free(&svg);
  Text text = picture(&it, "E", ".txt");
  assert_has(&text, "2 Kernels");
  assert_int_equal(count(text_get(&text), "\n"), 40);
  text_free(&text);
  close_graph(&it);
}

// A name that ends otherwise would hold what it does not say: nothing is written.
static void test_unknown_ends(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  static const char *const ends[] = {".png", "", "svg"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    char path[64], typed[128];
    snprintf(path, sizeof path, "/tmp/fusebox-no-picture-%d%s", (int)getpid(), ends[i]);
    snprintf(typed, sizeof typed, "E<C-u>%s<Enter>", path);
    press(&it, typed);
    assert_int_equal(unlink(path), -1); // it is not there
    assert_true(it.explorer->message_failed);
    assert_true(shows(&it, "must end in .txt or .svg"));
  }
  close_graph(&it);
}

// The name names the theme; one that names none is only a name.
static void test_light_pictures(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 80, 24);
  Text dark = picture(&it, "E", ".svg"), light = picture(&it, "E", ".light.svg"),
       other = picture(&it, "E", ".2.svg");
  assert_has(&dark, "height=\"408\" fill=\"#16181d\"/>"); // 24 rows: the paper
  assert_has(&light, "height=\"408\" fill=\"#ffffff\"/>");
  assert_string_equal(text_get(&dark), text_get(&other));
  text_free(&dark);
  text_free(&light);
  text_free(&other);
  close_graph(&it);
}

static void test_neighbourhood(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  Text svg = picture(&it, "3<F10>", ".svg");
  assert_has(&svg, ">highest</text>"); // the op that the first one feeds
  assert_has(&svg, ">K1</text>");
  assert_null(strstr(text_get(&svg), "2 Kernels"));
  assert_xml(&svg);
  text_free(&svg);
  press(&it, "E<C-u>/tmp/no-such-folder/screen.svg<Enter>");
  assert_true(it.explorer->message_failed);
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_runs),           cmocka_unit_test(test_escapes),
      cmocka_unit_test(test_paper),          cmocka_unit_test(test_crop),
      cmocka_unit_test(test_screen),         cmocka_unit_test(test_neighbourhood),
      cmocka_unit_test(test_light_pictures), cmocka_unit_test(test_unknown_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
