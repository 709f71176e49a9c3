#include "base/hash.h"
#include "base/random.h"

#include "test.h"

#include <stdio.h>

static void expect_name(const char *bytes, size_t length, const char *expected) {
  char name[33];
  hash_name(name, bytes, length);
  assert_string_equal(name, expected);
}

// Published values of MurmurHash3_x64_128 with seed 0.
static void names_are_murmur_hashes(void **state) {
  (void)state;
  expect_name("", 0, "00000000000000000000000000000000");
  expect_name("hello", 5, "cbd8a7b341bd9b025b1e906a48ae1d19");
  expect_name("hello, world", 12, "342fac623a5ebc8e4cdcbc079642414d");
  expect_name("19 Jan 2038 at 3:14:07 AM", 25, "b89e5988b737affc664fc2950231b2cb");
  expect_name("The quick brown fox jumps over the lazy dog.", 44, "cd99481f9ee902c9695da1a38987b6e7");
}

// Every length and every single-byte change gives a hash of its own.
static void streaming_hashes_differ(void **state) {
  (void)state;
  HashMap seen = {0};
  unsigned char bytes[40] = {0};
  int hashes = 0;
  for (size_t length = 0; length <= sizeof bytes; length++, hashes++)
    hashmap_set(&seen, hash_bytes(HASH_START, bytes, length), 1);
  for (size_t i = 0; i < sizeof bytes; i++)
    for (int value = 1; value < 256; value++, hashes++) {
      bytes[i] = (unsigned char)value;
      hashmap_set(&seen, hash_bytes(HASH_START, bytes, sizeof bytes), 1);
      bytes[i] = 0;
    }
  assert_int_equal(seen.count, hashes);
  hashmap_free(&seen);
}

static void streaming_keeps_order_and_borders(void **state) {
  (void)state;
  uint64_t split = hash_string(hash_string(HASH_START, "a"), "bc");
  assert_true(split != hash_string(hash_string(HASH_START, "ab"), "c"));
  assert_true(hash_integer(hash_integer(HASH_START, 1), 2) != hash_integer(hash_integer(HASH_START, 2), 1));
  assert_true(hash_string(HASH_START, "a") == hash_bytes(HASH_START, "a", 1));
  assert_true(hash_integer(HASH_START, 0) != HASH_START);
}

static void an_empty_map_has_nothing(void **state) {
  (void)state;
  HashMap map = {0};
  int64_t value = 5;
  assert_false(hashmap_get(&map, 0, &value));
  assert_int_equal(value, 5);
  hashmap_free(&map);
}

// Against a plain array, with keys that collide in their low bits.
static void a_map_keeps_what_was_set(void **state) {
  (void)state;
  enum { KEYS = 2000 };
  HashMap map = {0};
  int64_t expected[KEYS];
  Random random = {3};
  for (int i = 0; i < KEYS; i++)
    expected[i] = -1;
  for (int step = 0; step < 10000; step++) {
    int key = (int)random_below(&random, KEYS);
    hashmap_set(&map, (uint64_t)key << 32, expected[key] = step);
  }
  int count = 0;
  for (int i = 0; i < KEYS; i++) {
    int64_t value = -1;
    assert_int_equal(hashmap_get(&map, (uint64_t)i << 32, &value), expected[i] >= 0);
    assert_int_equal(value, expected[i]);
    count += expected[i] >= 0;
  }
  assert_int_equal(map.count, count);
  assert_true(hashmap_get(&map, 0, NULL) == (expected[0] >= 0));
  hashmap_free(&map);
}

static void names_map_to_values(void **state) {
  (void)state;
  NameMap map = {0};
  char name[16];
  int64_t value = -1;
  assert_false(namemap_get(&map, "x", &value));
  for (int i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "op_%d", i);
    namemap_set(&map, name, i); // the map copies the name
  }
  namemap_set(&map, "op_7", 70);
  assert_int_equal(map.count, 1000);
  for (int i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "op_%d", i);
    assert_true(namemap_get(&map, name, &value));
    assert_int_equal(value, i == 7 ? 70 : i);
  }
  assert_false(namemap_get(&map, "op_1000", NULL));
  namemap_free(&map);
}

static void the_nearest_name_is_offered_only_when_near(void **state) {
  (void)state;
  NameMap map = {0};
  assert_null(namemap_nearest(&map, "greedy"));
  namemap_set(&map, "greedy", 0);
  namemap_set(&map, "pointwise", 1);
  namemap_set(&map, "cos", 2);
  namemap_set(&map, "sin", 3);
  namemap_set(&map, "tan", 4);
  assert_string_equal(namemap_nearest(&map, "greddy"), "greedy");
  assert_string_equal(namemap_nearest(&map, "pointwsie"), "pointwise");
  assert_string_equal(namemap_nearest(&map, "ban"), "tan");
  assert_string_equal(namemap_nearest(&map, "sin"), "sin");
  assert_null(namemap_nearest(&map, "matmul"));
  assert_null(namemap_nearest(&map, "xyz"));
  namemap_free(&map);
}

// Two names at the same distance: the first by bytes, whatever the order of insertion.
static void a_tie_does_not_depend_on_insertion(void **state) {
  (void)state;
  NameMap forward = {0}, backward = {0};
  namemap_set(&forward, "add_a", 0), namemap_set(&forward, "add_b", 0);
  namemap_set(&backward, "add_b", 0), namemap_set(&backward, "add_a", 0);
  assert_string_equal(namemap_nearest(&forward, "add_x"), "add_a");
  assert_string_equal(namemap_nearest(&backward, "add_x"), "add_a");
  namemap_free(&forward);
  namemap_free(&backward);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_murmur_hashes),
      cmocka_unit_test(streaming_hashes_differ),
      cmocka_unit_test(streaming_keeps_order_and_borders),
      cmocka_unit_test(an_empty_map_has_nothing),
      cmocka_unit_test(a_map_keeps_what_was_set),
      cmocka_unit_test(names_map_to_values),
      cmocka_unit_test(the_nearest_name_is_offered_only_when_near),
      cmocka_unit_test(a_tie_does_not_depend_on_insertion),
  };
  return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
