// Sentences that say the same of many things are said once.
#include "session/said.h"
#include "test.h"

static void said_once(void **state) {
  (void)state;
  static const char *const sentences[] = {
      "triton_red_fused_add_3 (launch 14): 2 of its 23 ops could not be told",
      "exp_default is in no kernel: nothing reads it",
      "triton_poi_fused_mul_4 (launch 15): 12 of its 24 ops could not be told",
      "triton_poi_fused_mul_5 (launch 16): 1 of its 2 ops could not be told",
  };
  SaidNotes kinds = {0};
  Text text = {0};
  for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
    said_count(&kinds, sentences[i]);
  assert_int_equal(kinds.count, 2);
  for (int i = 0; i < kinds.count; i++) {
    said_print(&kinds.data[i], &text);
    text_add(&text, "\n");
  }
  assert_string_equal(
      text_get(&text),
      "triton_red_fused_add_3 (launch 14): 2 of its 23 ops could not be told (and 2 more such)\n"
      "exp_default is in no kernel: nothing reads it\n");
  text_free(&text);
  said_free(&kinds);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(said_once)};
  return cmocka_run_group_tests_name("said", tests, NULL, NULL);
}
