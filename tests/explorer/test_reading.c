// Reading code: words that are found, sides, copies, and which lines are there for the op under the cursor.
#include "base/arena.h"
#include "explorer/panes/detail.h"
#include "explorer/panes/reading.h"
#include "explorer/tabs/tab.h"
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *line_of_page(const Fixture *it, int line, Text *out) {
  text_clear(out);
  page_line_text(&detail_pane(it->explorer)->page, line, out);
  return text_get(out);
}

static int found(const Fixture *it) {
  return detail_pane(it->explorer)->found;
}

static void test_words_are_found_in_turn(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 100, 30);
  Text line = {0};
  press(&it, "H greedy<Enter> e 4 /FB_LOAD");
  int origin = it.explorer->cursor, first = found(&it);
  assert_true(first >= 0); // while typing, case ignored
  assert_non_null(strstr(line_of_page(&it, first, &line), "fb_load"));
  press(&it, "<Esc>");
  assert_int_equal(found(&it), -1);
  press(&it, "/__syncthreads<Enter>");
  assert_true(shows(&it, "nothing in Code matches \"__syncthreads\""));
  press(&it, "/fb_<Enter>");
  int seen = 1, begin = found(&it);
  for (press(&it, "n"); found(&it) != begin; press(&it, "n"), seen++)
    assert_non_null(strstr(line_of_page(&it, found(&it), &line), "fb_"));
  assert_true(shows(&it, "went on at the other end"));
  int counted = 0, place = 0;
  for (int i = 0; i < detail_pane(it.explorer)->page.lines.count; i++) {
    counted += strstr(line_of_page(&it, i, &line), "fb_") != NULL;
    if (i == begin) place = counted;
  }
  assert_int_equal(seen, counted);
  char said[64];
  snprintf(said, sizeof said, "/fb_  line %d of %d found", place, counted);
  assert_true(shows(&it, said));
  press(&it, "n N");
  assert_int_equal(found(&it), begin);
  assert_int_equal(it.explorer->cursor, origin); // the op stays
  press(&it, "1 n");                             // the search of ops is another one
  assert_true(shows(&it, "nothing was searched for"));
  text_free(&line);
  close_graph(&it);
}

static void test_sides(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 80, 24);
  press(&it, "H greedy<Enter> e 4 h");
  assert_true(shows(&it, "the page shows its first column"));
  int most = page_width(detail_page(it.explorer)) - it.explorer->layout.inside[PANE_DETAIL].width + 2;
  assert_true(most > 8);
  press(&it, "l");
  assert_int_equal(reading_left(it.explorer), 8);
  for (int i = 0; i < 60; i++)
    press(&it, "<Right>");
  assert_int_equal(reading_left(it.explorer), most);
  press(&it, "<Left>");
  assert_int_equal(reading_left(it.explorer), most - 8);
  press(&it, "M"); // another page begins at its first column
  assert_int_equal(reading_left(it.explorer), 0);
  int before = it.explorer->cursor;
  press(&it, "1 G h"); // elsewhere the keys go to producers, as ever
  assert_int_not_equal(it.explorer->cursor, before);
  close_graph(&it);
}

static void test_lines_are_copied(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 100, 30);
  Text line = {0};
  press(&it, "H greedy<Enter> e 4 /fb_store<Enter> Y line<Enter>");
  line_of_page(&it, found(&it), &line);
  text_add(&line, "\n");
  assert_string_equal(text_get(&it.explorer->requests.clipboard), text_get(&line));
  press(&it, "1 /e<Enter> 4 Y op's<Space>lines<Enter>");
  const char *copied = text_get(&it.explorer->requests.clipboard);
  assert_non_null(strstr(copied, "// exp"));
  assert_null(strstr(copied, "// sub"));
  text_free(&line);
  close_graph(&it);
}

// The kind of op that the comment behind a line names; false: none.
static bool named_kind(const char *line, OpCode *kind) {
  char word[64] = "";
  const char *comment = strstr(line, "; // ");
  return comment && sscanf(comment + 5, "%63[^, ]", word) == 1 && op_parse(word, kind);
}

// The comment behind a line names the kind of the op that it is there for, and so does what the emitter says
// of the line. Batches' parts are a text in another.
static void check_kernel(const Fixture *it, int kernel) {
  int body_line;
  Status status = {0};
  const Graph *graph = it->explorer->graph;
  const char *source = session_source(it->session, kernel, &body_line, &status);
  if (!source) return;
  for (; body_line > 1; source++)
    body_line -= *source == '\n';
  const EmittedLines *lines = session_source_lines(it->session, kernel);
  int at = 0, named = 0;
  for (int number = 0; *source; number++) {
    char *line = memory_strndup(source, strcspn(source, "\n"));
    source += strlen(line) + (source[strlen(line)] == '\n');
    OpCode kind = OP_OPAQUE;
    bool agrees = false, commented = named_kind(line, &kind);
    for (; at < lines->count && lines->data[at].line == number; at++) {
      agrees |= graph->ops[lines->data[at].op].code == kind;
      named += plan_home(it->explorer->plan, lines->data[at].op) == kernel;
    }
    if (commented) assert_true(agrees);
    free(line);
  }
  assert_int_equal(at, lines->count); // by line, and none behind the last
  assert_true(named > 0);
}

static void test_every_line_knows_its_op(void **state) {
  (void)state;
  static const char *const graphs[] = {"softmax.json", "rmsnorm_backward.json", "dumps/adamw/inference"};
  for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
    Fixture it = open_graph(graphs[i], 80, 24);
    press(&it, "H greedy<Enter>");
    int count;
    const int *order = plan_order(it.explorer->plan, &count);
    for (int k = 0; k < count; k++)
      check_kernel(&it, order[k]);
    close_graph(&it);
  }
}

static void test_model_lines_stand_beside(void **state) {
  (void)state;
  Fixture it = open_graph("dumps/llama/forward", 200, 50);
  press(&it, "H compiler<Enter> /rsqrt<Enter> e 4 =");
  const Op *op = &it.explorer->graph->ops[it.explorer->cursor];
  assert_non_null(op->source_text);
  assert_true(shows(&it, op->source_text)); // stays in sight
  Text line = {0};
  const Page *page = detail_page(it.explorer);
  int own = page_find_tag(page, 0, NULL), beside = 0;
  assert_non_null(strstr(line_of_page(&it, own, &line), "fb_rsqrt("));
  for (int i = 1; i < page->lines.count; i++) {
    beside += strstr(line_of_page(&it, i, &line), "<- ") != NULL;
    assert_null(strstr(text_get(&line), "transformers/"));
  }
  assert_true(beside > 2);
  text_free(&line);
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words_are_found_in_turn),  cmocka_unit_test(test_sides),
      cmocka_unit_test(test_lines_are_copied),         cmocka_unit_test(test_every_line_knows_its_op),
      cmocka_unit_test(test_model_lines_stand_beside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
