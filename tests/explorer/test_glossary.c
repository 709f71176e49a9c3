// The glossary: the same in src/README.md, its sentences name figures that there are, and these are the
// kernel's.
#include "base/file.h"
#include "explorer/actions/action.h"
#include "explorer/glossary/glossary.h"
#include "lesson_fixture.h"

#include <stdlib.h>
#include <string.h>

static Glossary read_glossary(void) {
  Glossary glossary;
  Status status = {0};
  if (!glossary_read(&glossary, &status)) fail_msg("%s", status.message);
  assert_true(glossary.count > 20);
  return glossary;
}

static void test_readme_says_the_same(void **state) {
  (void)state;
  Glossary glossary = read_glossary();
  size_t length;
  Status status = {0};
  char *readme = file_read(FUSEBOX_SOURCE_ROOT "/src/README.md", &length, &status);
  assert_non_null(readme);
  const char *at = strstr(readme, "| word | meaning |\n|---|---|\n");
  assert_non_null(at);
  at = strchr(strchr(at, '\n') + 1, '\n') + 1;
  for (int i = 0; i < glossary.count; i++) {
    Text row = {0};
    text_printf(&row, "| %s | %s |\n", glossary.entries[i].words, glossary.entries[i].meaning);
    if (!text_starts(at, text_get(&row))) fail_msg("src/README.md has another row than %s", text_get(&row));
    at += row.length;
    text_free(&row);
  }
  assert_int_not_equal(*at, '|'); // and no more
  free(readme);
  glossary_free(&glossary);
}

static void test_figures_exist(void **state) {
  (void)state;
  Glossary glossary = read_glossary();
  int named = 0;
  for (int i = 0; i < glossary.count; i++)
    for (int j = 0; j < glossary.entries[i].here_count; j++)
      for (const char *at = glossary.entries[i].here[j]; (at = strchr(at, '{')); named++) {
        char name[32] = "";
        strncat(name, at + 1, strcspn(at + 1, "}"));
        if (!glossary_has_figure(name)) fail_msg("there is no figure {%s}", name);
        at++;
      }
  assert_true(named > 40);
  assert_false(glossary_has_figure("nothing"));
  glossary_free(&glossary);
}

static void here_of(const Fixture *it, const Glossary *glossary, const char *word, Text *out) {
  text_clear(out);
  for (int i = 0; i < glossary->count; i++)
    if (strstr(glossary->entries[i].words, word))
      glossary_here(&glossary->entries[i], it->session, explorer_kernel(it->explorer), GLYPHS_ASCII, out);
}

// y = softmax(x) in one kernel: 16384 rows of 4096 bf16, read once and written once.
static void test_figures_of_a_kernel(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 100, 40);
  Glossary glossary = read_glossary();
  Text here = {0}, expected = {0};
  press(&it, "H greedy<Enter>");
  const PlanLowered *lowered = plan_lowered(it.explorer->plan, explorer_kernel(it.explorer));
  const Estimate *estimate =
      estimator_kernel(it.explorer->estimator, it.explorer->plan, explorer_kernel(it.explorer));
  here_of(&it, &glossary, "sector", &here);
  assert_non_null(strstr(text_get(&here), "it moves 268.4 MB, of which it needs 268.4 MB."));
  here_of(&it, &glossary, "live", &here);
  text_printf(&expected, "While K%d runs, 268.4 MB are live. The peak of the plan is 268.4 MB, at K%d.",
              explorer_kernel(it.explorer), explorer_kernel(it.explorer));
  assert_string_equal(text_get(&here), text_get(&expected));
  here_of(&it, &glossary, "occupancy", &here);
  int blocks = 1; // as many as the registers of an SM, its threads and its places for blocks allow
  int warps = lowered->launch.threads / 32, registers = (estimate->registers + 7) / 8 * 8;
  while ((blocks + 1) * lowered->launch.threads <= 2048 && blocks < 32 &&
         (((blocks + 1) * warps + 3) / 4) * 4 * registers * 32 <= 65536)
    blocks++;
  text_clear(&expected);
  text_printf(&expected, "= %d blocks x %d threads / 2048 =", blocks, lowered->launch.threads);
  assert_non_null(strstr(text_get(&here), text_get(&expected)));
  here_of(&it, &glossary, "compiled", &here); // neither compiled nor measured: these sentences are left out
  assert_null(strstr(text_get(&here), "Compiled"));
  assert_null(strstr(text_get(&here), "Measured"));
  assert_non_null(strstr(text_get(&here), ": estimated "));
  text_free(&here);
  text_free(&expected);
  glossary_free(&glossary);
  close_graph(&it);
}

static void test_whole_words_are_named(void **state) {
  (void)state;
  char words[] = "pass (of a nest), Spill";
  const GlossaryEntry entry = {.words = words};
  assert_true(glossary_is_named(&entry, "a pass over"));
  assert_true(glossary_is_named(&entry, "24 B of spills"));
  assert_false(glossary_is_named(&entry, "passes spilled"));
}

static void test_key(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 100, 40);
  press(&it, "I <F8>"); // the roofline speaks of limits and DRAM
  assert_true(shows(&it, "On the page that is shown"));
  press(&it, "occupancy<Enter>");
  assert_true(shows(&it, "resident threads over the most an SM holds"));
  assert_true(shows(&it, "Occupancy of K0 ="));
  press(&it, "<Esc> <F8> roofline<Enter>");
  assert_true(shows(&it, "Below 12.4 FLOP/B")); // 2 x 132 SMs x 128 x 1.755 GHz by 4.8 TB/s
  assert_true(shows(&it, "FP32."));
  press(&it, "<Esc> <F8> nosuchword<Enter>");
  assert_true(shows(&it, "the glossary does not have \"nosuchword\""));
  close_graph(&it);
  it = open_graph("linear_relu.json", 100, 40); // of a library's kernel only what is known
  press(&it, "/mm<Enter> <F8> occupancy<Enter>");
  assert_true(shows(&it, "resident threads over the most an SM holds"));
  assert_false(shows(&it, "Occupancy of"));
  press(&it, "<Esc> <F8> roofline<Enter>");
  assert_true(shows(&it, "Below 160 FLOP/B")); // 770 TFLOP/s by 4.8 TB/s
  assert_true(shows(&it, "slower than the tensor"));
  close_graph(&it);
}

// While a lesson asks for a figure, none is told.
static void test_questions_come_first(void **state) {
  (void)state;
  Lesson *lesson = open_named("1");
  Fixture it = open_lesson(lesson, false, 120, 40);
  for (int i = 0; i < 20 && !lesson_withholds(it.explorer); i++)
    action_run(it.explorer, action_get(ACTION_LESSON_SKIP));
  assert_true(lesson_withholds(it.explorer));
  action_run(it.explorer, action_get(ACTION_GLOSSARY));
  press(&it, "occupancy<Enter>");
  assert_true(shows(&it, "resident threads over the most an SM holds"));
  assert_false(shows(&it, "Occupancy of"));
  close_graph(&it);
  lesson_close(lesson);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_readme_says_the_same), cmocka_unit_test(test_figures_exist),
      cmocka_unit_test(test_figures_of_a_kernel),  cmocka_unit_test(test_whole_words_are_named),
      cmocka_unit_test(test_questions_come_first), cmocka_unit_test(test_key),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
