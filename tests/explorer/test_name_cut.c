// Names of a list in few columns: each is still told from the others.
#include "test.h"
#include "tui/grid.h"
#include "tui/name_cut.h"

enum { MOST = 4 };

static void assert_cut(const char *const *names, int columns, const char *const *expected) {
  Text out[MOST] = {0};
  int count = 0;
  while (count < MOST && names[count])
    count++;
  name_cut_all(names, count, columns, "…", out);
  for (int i = 0; i < count; i++) {
    assert_string_equal(text_get(&out[i]), expected[i]);
    assert_true(text_width(text_get(&out[i])) <= columns);
    text_free(&out[i]);
  }
}

// Their middle goes where that leaves them apart, and nothing where there is room.
static void test_apart_as_they_are(void **state) {
  (void)state;
  static const char *const names[MOST] = {"beit_base_patch/forward", "beit_base_patch/backward", "bert"};
  assert_cut(names, 24, names);
  assert_cut(names, 12, (const char *const[]){"beit_b…rward", "beit_b…kward", "bert"});
}

// What they have in common goes instead, at the place that is nearest to the middle.
static void test_alike(void **state) {
  (void)state;
  static const char *const sizes[MOST] = {"swin_base_w7_224/forward", "swin_base_w9_224/forward",
                                          "swin_base_w7_224/backward"};
  assert_cut(sizes, 16, (const char *const[]){"sw…7_224/forward", "sw…9_224/forward", "swin_bas…ackward"});
  assert_cut(sizes, 12, (const char *const[]){"swin_…7…ward", "swin_…9…ward", "swin_b…kward"});
  static const char *const early[MOST] = {"abcdeXfghijklmnop", "abcdeYfghijklmnop"};
  assert_cut(early, 10, (const char *const[]){"abcdeX…nop", "abcdeY…nop"});
  static const char *const longer[MOST] = {"step_1_of_the_training", "step_12_of_the_training"};
  assert_cut(longer, 10, (const char *const[]){"step_1…ing", "step_12…ng"});
}

// As much as there is room for; the same names are the same, and letters stay whole.
static void test_little_room(void **state) {
  (void)state;
  static const char *const names[MOST] = {"module_alpha_end", "module_omega_end"};
  assert_cut(names, 4, (const char *const[]){"mo…d", "mo…d"});
  assert_cut(names, 6, (const char *const[]){"…alph…", "…omeg…"});
  static const char *const same[MOST] = {"convert_element_type", "convert_element_type"};
  assert_cut(same, 10, (const char *const[]){"conve…type", "conve…type"});
  static const char *const greek[MOST] = {"ααααααααα1ωωωωωωωω", "ααααααααα2ωωωωωωωω"};
  assert_cut(greek, 10, (const char *const[]){"…1ωωωωωωωω", "…2ωωωωωωωω"});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_apart_as_they_are),
      cmocka_unit_test(test_alike),
      cmocka_unit_test(test_little_room),
  };
  return cmocka_run_group_tests_name("name_cut", tests, NULL, NULL);
}
