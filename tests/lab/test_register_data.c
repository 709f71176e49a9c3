// Tables of compiled kernels: read as they were written, and mistakes are named with their line.
#include "test.h"

#include "lab/register_data.h"

static RegisterSample sample(const char *kind, int registers, int spill_bytes) {
  RegisterSample made = {
      .nest = 0x123456789abcdef0, .kind = template_find(kind), .set = SAMPLES_OTHER_NESTS, .compiled = true};
  made.registers = registers, made.spill_bytes = spill_bytes;
  made.features.value[FEATURE_cap] = 64;
  made.features.value[FEATURE_cap_share] = 0.625F;
  return made;
}

static void test_read_as_written(void **state) {
  (void)state;
  RegisterData data = {0}, again = {0};
  vector_push(&data.graphs, strdup("softmax.json"));
  vector_push(&data.samples, sample("row", 40, 0));
  vector_push(&data.samples, sample("map", 64, 120));
  vector_push(&data.samples, (RegisterSample){0}); // did not compile: left out
  Text table = {0};
  Status status = {0};
  register_data_print(&data, &table);
  if (!register_data_add(&again, "table", text_get(&table), &status)) fail_msg("%s", status.message);
  assert_int_equal(again.samples.count, 2);
  for (int i = 0; i < 2; i++) {
    const RegisterSample *was = &data.samples.data[i], *is = &again.samples.data[i];
    assert_true(was->nest == is->nest && was->kind == is->kind && was->set == is->set && is->compiled);
    assert_int_equal(was->registers, is->registers);
    assert_int_equal(was->spill_bytes, is->spill_bytes);
    assert_memory_equal(&was->features, &is->features, sizeof is->features);
  }
  register_data_free(&data);
  register_data_free(&again);
  text_free(&table);
}

static void test_mistakes(void **state) {
  (void)state;
  RegisterData none = {0}, data = {0};
  Status status = {0};
  assert_false(register_data_add(&data, "table", "graph\tcolour\n", &status));
  assert_non_null(strstr(status.message, "columns"));
  Text table = {0};
  register_data_print(&none, &table);
  text_add(&table, "softmax.json\t1\t00\trow\tforty\n");
  assert_false(register_data_add(&data, "table", text_get(&table), &status));
  assert_non_null(strstr(status.message, "table:2:"));
  assert_int_equal(data.samples.count, 0);
  register_data_free(&data);
  text_free(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_read_as_written), cmocka_unit_test(test_mistakes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
