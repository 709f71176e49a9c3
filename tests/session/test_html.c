// The report as one HTML file: well-formed, complete, needs nothing from elsewhere, and nothing of a graph's
// text is taken for markup.
#include "base/file.h"
#include "contrast.h"
#include "fixture.h"
#include "session/export/export.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void html_of(Session *session, Text *out) {
  Status status = {0};
  if (!session_export(session, EXPORT_HTML, NO_KERNEL, out, &status)) fail_msg("%s", status.message);
}

// ---- Elements that are open must be closed in turn; "&" begins one of the five that XML has.

enum { DEEPEST = 32, TAG_SIZE = 24 };

typedef struct Tags {
  char open[DEEPEST][TAG_SIZE];
  int depth, seen;
} Tags;

static void name_of(const char *at, char name[TAG_SIZE]) {
  int length = 0;
  while (isalnum((unsigned char)at[length]) && length + 1 < TAG_SIZE)
    name[length] = at[length], length++;
  name[length] = '\0';
  assert_true(length > 0);
}

// Quotes in a tag come in pairs, with no '<' within; returns what follows it.
static const char *end_of_tag(const char *at, bool *alone) {
  bool quoted = false;
  for (; *at && (quoted || *at != '>'); at++) {
    quoted ^= *at == '"';
    assert_true(*at != '<');
  }
  assert_true(*at == '>' && !quoted);
  *alone = at[-1] == '/';
  return at + 1;
}

static const char *check_tag(Tags *tags, const char *at) {
  bool closes = at[1] == '/', alone;
  char name[TAG_SIZE];
  name_of(at + 1 + closes, name);
  at = end_of_tag(at + 1, &alone);
  tags->seen++;
  if (closes) {
    assert_true(tags->depth > 0);
    assert_string_equal(tags->open[--tags->depth], name);
  } else if (!alone) {
    assert_true(tags->depth < DEEPEST);
    strcpy(tags->open[tags->depth++], name);
  }
  return at;
}

static void check_entity(const char *at) {
  static const char *const known[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (text_starts(at, known[i])) return;
  fail_msg("not escaped: %.20s", at);
}

static void check_markup(const char *html) {
  static const char head[] = "<!DOCTYPE html>\n";
  Tags tags = {.depth = 0};
  assert_true(text_starts(html, head));
  for (const char *at = html + sizeof head - 1; *at;) {
    if (*at == '&') check_entity(at);
    at = *at == '<' ? check_tag(&tags, at) : at + 1;
  }
  assert_int_equal(tags.depth, 0);
  assert_true(tags.seen > 50);
}

// No script, and nothing to load: the only addresses are the names of the two languages.
static void check_alone(const char *html) {
  static const char *const none[] = {"<script", "javascript:", "src=", "href=", "url(", "@import", "<link"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    if (strstr(html, none[i])) fail_msg("the page has %s", none[i]);
  for (const char *at = html; (at = strstr(at, "://")); at++)
    assert_true(text_starts(at, "://www.w3.org/1999/xhtml\"") || text_starts(at, "://www.w3.org/2000/svg\""));
}

static void test_shipped(void **state) {
  (void)state;
  static const char *const graphs[] = {"softmax.json", "linear_relu.json", "dumps/adamw/inference",
                                       "dumps/llama/forward"};
  for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
    Session *session = session_shipped(graphs[i]);
    Text html = {0};
    html_of(session, &html);
    check_markup(text_get(&html));
    check_alone(text_get(&html));
    assert_non_null(strstr(text_get(&html), "name=\"viewport\" content=\"width=device-width"));
    assert_non_null(strstr(text_get(&html), "@media print"));
    text_free(&html);
    session_close(session);
  }
}

static int count(const char *html, const char *part) {
  int found = 0;
  for (const char *at = html; (at = strstr(at, part)); at += strlen(part))
    found++;
  return found;
}

// Two chains of two ops: what fusing one of them saves is 16,384 bytes written and read again.
static void test_what_it_says(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  fuse_by_name(session, "n1", "e1");
  Text html = {0};
  html_of(session, &html);
  const char *text = text_get(&html);
  assert_non_null(strstr(text, "<title>twins: kernels</title>"));
  assert_non_null(strstr(text, "4 kernels become 3, "));
  assert_non_null(strstr(text, "<td class=\"l\">fused</td>"));
  assert_non_null(strstr(text, "-0.7 µs launch, ")); // one launch of the device's 0.65 µs
  assert_non_null(strstr(text, ", 32.8 kB less DRAM"));
  assert_non_null(strstr(text, "at most 81.9 kB, at K"));
  assert_non_null(strstr(text, "<dd class=\"comp\">nothing was compiled</dd>"));
  assert_non_null(strstr(text, "<dd class=\"meas\">nothing was measured</dd>"));
  assert_int_equal(count(text, "<svg "), 5); // time, memory, roofline, neighbourhood, ops
  assert_int_equal(count(text, "<details>"), 3);
  assert_int_equal(count(text, "extern &quot;C&quot; __global__ void map_neg_exp("), 1);
  assert_int_equal(count(text, "<circle class=\"dot\""), 4);
  assert_int_equal(count(text, "class=\"edge heavy\""), 1); // n1 to e1; n2 to e2 goes through memory
  text_free(&html);
  session_close(session);
}

static const char hostile[] =
    "{ \"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"</title><script>alert(1)</script>\","
    "  \"about\": \"a & b \\u0007 \\u202e <img src=x onerror='1'>\","
    "  \"inputs\": [ { \"name\": \"x\\\"><b>\", \"dtype\": \"f32\", \"shape\": [4096] } ],"
    "  \"ops\": [ { \"name\": \"</text><a href='//e'>\", \"op\": \"neg\", \"in\": [\"x\\\"><b>\"],"
    "               \"at\": \"</pre>.py:1\", \"code\": \"]]><script>\" },"
    "             { \"name\": \"<script src=y>\", \"op\": \"exp\", \"in\": [\"</text><a href='//e'>\"] } ],"
    "  \"outputs\": [\"<script src=y>\"] }";

static void test_hostile_names(void **state) {
  (void)state;
  char path[] = "/tmp/fusebox-hostile-XXXXXX.json";
  close(mkstemps(path, 5));
  Status status = {0};
  assert_true(file_write(path, hostile, sizeof hostile - 1, &status));
  Session *session = session_open(path, NULL, &status);
  unlink(path);
  if (!session) fail_msg("%s", status.message);
  Text html = {0};
  html_of(session, &html);
  check_markup(text_get(&html));
  const char *text = text_get(&html);
  assert_null(strstr(text, "<script"));
  assert_null(strstr(text, "<img"));
  assert_null(strstr(text, "<a "));
  assert_null(strstr(text, "<b>x"));
  assert_non_null(strstr(text, "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;"));
  assert_non_null(strstr(text, "a &amp; b ? ??? &lt;img src=x onerror=&#39;1&#39;&gt;"));
  text_free(&html);
  session_close(session);
}

// ---- Colours: text can be read on the page, light or dark.

// The value of a variable in a rule of the style sheet, as 0xrrggbb.
static int32_t colour(const char *rule, const char *name) {
  char wanted[24];
  unsigned rgb = 0;
  snprintf(wanted, sizeof wanted, "--%s: #", name);
  const char *at = strstr(rule, wanted);
  if (!at || at > strchr(rule, '}') || sscanf(at + strlen(wanted), "%6x", &rgb) != 1)
    fail_msg("no colour %s", name);
  return (int32_t)rgb;
}

static void check_colours(const char *rule, bool light) {
  static const char *const texts[] = {"ink", "dim", "est", "meas", "comp", "good", "bad"};
  int32_t page = colour(rule, "page");
  assert_int_equal(luminance(page) > 0.5, light);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    double ratio = contrast(colour(rule, texts[i]), page);
    if (ratio < 4.5) fail_msg("%s has contrast %.2f on a %s page", texts[i], ratio, light ? "light" : "dark");
  }
}

// The light page is the other one, without what makes it dark.
static void test_colours(void **state) {
  (void)state;
  Session *session = session_shipped("softmax.json");
  Text page = {0}, light = {0};
  Status status = {0};
  html_of(session, &page);
  assert_true(session_export(session, EXPORT_HTML_LIGHT, NO_KERNEL, &light, &status));
  check_colours(strstr(text_get(&page), ":root {"), true);
  check_colours(strstr(text_get(&page), ":root:not(.light) {"), false);
  assert_non_null(
      strstr(text_get(&light), "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\" class=\"light\">"));
  assert_null(strstr(text_get(&page), "class=\"light\""));
  assert_int_equal(light.length, page.length + strlen(" class=\"light\""));
  text_free(&page);
  text_free(&light);
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shipped),
      cmocka_unit_test(test_what_it_says),
      cmocka_unit_test(test_hostile_names),
      cmocka_unit_test(test_colours),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
