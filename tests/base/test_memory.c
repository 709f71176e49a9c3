#include "base/arena.h"
#include "base/sorted.h"
#include "base/status.h"
#include "base/vector.h"

#include "test.h"

#include <limits.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void arena_memory_is_zeroed_aligned_and_apart(void **state) {
  (void)state;
  enum { BLOCKS = 3000 };
  Arena *arena = arena_new();
  unsigned char *blocks[BLOCKS];
  for (int i = 0; i < BLOCKS; i++) {
    size_t size = (size_t)(i % 97);
    blocks[i] = arena_alloc(arena, size);
    assert_int_equal((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
    for (size_t j = 0; j < size; j++)
      assert_int_equal(blocks[i][j], 0);
    memset(blocks[i], i % 251 + 1, size);
  }
  for (int i = 0; i < BLOCKS; i++)
    for (int j = 0; j < i % 97; j++)
      assert_int_equal(blocks[i][j], i % 251 + 1);
  arena_free(arena);
}

// A large block must not cost the free space of the chunk in use, nor overlap with it.
static void large_and_small_blocks_mix(void **state) {
  (void)state;
  Arena *arena = arena_new();
  char *small = arena_strdup(arena, "small");
  char *large = arena_alloc(arena, 10u << 20);
  memset(large, 1, 10u << 20);
  char *next = arena_strdup(arena, "next");
  assert_string_equal(small, "small");
  assert_string_equal(next, "next");
  assert_true(next > small && next < small + 4096);
  arena_free(arena);
}

static void a_large_block_may_come_first(void **state) {
  (void)state;
  Arena *arena = arena_new();
  memset(arena_alloc(arena, 1 << 20), 7, 1 << 20);
  assert_string_equal(arena_strdup(arena, "after"), "after");
  arena_free(arena);
  arena_free(NULL);
}

static void arena_bytes_counts_what_was_asked(void **state) {
  (void)state;
  Arena *arena = arena_new();
  assert_int_equal(arena_bytes(arena), 0);
  arena_alloc(arena, 160);
  arena_array(arena, 100, 16);
  assert_int_equal(arena_bytes(arena), 1760);
  arena_free(arena);
}

// One chunk of just that size, and more where more is asked for.
static void arena_for_what_is_known(void **state) {
  (void)state;
  Arena *arena = arena_new_for(5000);
  char *first = arena_alloc(arena, 4000), *second = arena_alloc(arena, 1000);
  assert_ptr_equal(second, first + 4000);
  assert_string_equal(arena_strdup(arena, "after"), "after");
  arena_free(arena);
}

static void arena_strings(void **state) {
  (void)state;
  Arena *arena = arena_new();
  assert_string_equal(arena_strndup(arena, "kernel", 4), "kern");
  assert_string_equal(arena_strdup(arena, ""), "");
  char *cut = memory_strndup("kernel", 4), *whole = memory_strndup("kernel", 100);
  assert_string_equal(cut, "kern");
  assert_string_equal(whole, "kernel");
  free(cut), free(whole);
  assert_string_equal(arena_printf(arena, "%s_%d", "row", 12), "row_12");
  char *wide = arena_printf(arena, "%5000d", 7);
  assert_int_equal(strlen(wide), 5000);
  arena_free(arena);
}

static void vector_grows_and_keeps_its_elements(void **state) {
  (void)state;
  VECTOR(int64_t) numbers = {0};
  for (int64_t i = 0; i < 10000; i++)
    vector_push(&numbers, i * i);
  assert_int_equal(numbers.count, 10000);
  assert_true(numbers.capacity >= 10000);
  for (int64_t i = 0; i < 10000; i++)
    assert_int_equal(numbers.data[i], i * i);
  assert_int_equal(vector_pop(&numbers), 9999 * 9999);
  assert_int_equal(numbers.count, 9999);
  vector_free(&numbers);
  assert_null(numbers.data);
  assert_int_equal(numbers.capacity, 0);
}

typedef struct Pair {
  int first, second;
} Pair;

static void vector_takes_structs_in_braces(void **state) {
  (void)state;
  VECTOR(Pair) pairs = {0};
  vector_push(&pairs, (Pair){1, 2});
  vector_push(&pairs, (Pair){.first = 3, .second = 4});
  assert_int_equal(pairs.data[0].second, 2);
  assert_int_equal(pairs.data[1].first, 3);
  vector_clear(&pairs);
  assert_int_equal(pairs.count, 0);
  assert_true(pairs.capacity > 0);
  vector_free(&pairs);
}

static void sorted_integers_are_found(void **state) {
  (void)state;
  const int items[] = {-5, 0, 3, 9};
  const int lower[] = {0, 1, 1, 2, 3, 3, 4}, found[] = {0, -1, 1, 2, -1, 3, -1};
  const int wanted[] = {-5, -1, 0, 3, 4, 9, 10};
  for (int i = 0; i < 7; i++) {
    assert_int_equal(sorted_lower(items, 4, wanted[i]), lower[i]);
    assert_int_equal(sorted_find(items, 4, wanted[i]), found[i]);
  }
  assert_int_equal(sorted_lower(NULL, 0, 1), 0);
  assert_int_equal(sorted_find(NULL, 0, 1), -1);
}

static void integers_are_sorted(void **state) {
  (void)state;
  int items[] = {3, -2147483647 - 1, 3, 2147483647, 0, -1};
  const int want[] = {-2147483647 - 1, -1, 0, 3, 3, 2147483647};
  sorted_sort(items, 6);
  assert_memory_equal(items, want, sizeof want);
  sorted_sort(NULL, 0);
}

static void vector_reserve_makes_room_once(void **state) {
  (void)state;
  VECTOR(char) bytes = {0};
  vector_reserve(&bytes, 1000);
  char *data = bytes.data;
  for (int i = 0; i < 1000; i++)
    vector_push(&bytes, (char)i);
  assert_ptr_equal(bytes.data, data);
  vector_free(&bytes);
}

static void say_restored(void) {
  if (write(STDOUT_FILENO, "restored\n", 9) != 9) _Exit(99);
}

typedef void (*Exhausting)(void);

static void exhaust_malloc(void) {
  volatile size_t too_much = SIZE_MAX / 2;
  memory_alloc(too_much);
}

static void exhaust_resize(void) {
  volatile size_t too_much = SIZE_MAX / 2;
  memory_resize(NULL, too_much);
}

static void exhaust_array(void) {
  arena_array(arena_new(), SIZE_MAX / 8, 16);
}

static void exhaust_vector(void) {
  VECTOR(Pair) pairs = {0};
  pairs.capacity = pairs.count = INT_MAX;
  vector_reserve_((void **)&pairs.data, &pairs.capacity, INT_MIN, sizeof *pairs.data);
}

// Runs `exhausting` in a child and checks its exit code and what it printed to both streams.
static void expect_exhausted(Exhausting exhausting, const char *amount) {
  int ends[2], exit_status;
  char printed[200] = "";
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  pid_t child = fork();
  if (!child) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    memory_on_exhaustion(say_restored);
    memory_work("fusebox test");
    exhausting();
    _Exit(0);
  }
  close(ends[1]);
  size_t used = 0;
  for (ssize_t got; (got = read(ends[0], printed + used, sizeof printed - 1 - used)) > 0;)
    used += (size_t)got;
  close(ends[0]);
  assert_int_equal(waitpid(child, &exit_status, 0), child);
  assert_true(WIFEXITED(exit_status));
  assert_int_equal(WEXITSTATUS(exit_status), STATUS_INTERNAL);
  char expected[200];
  snprintf(expected, sizeof expected, "restored\nfusebox: out of memory during \"fusebox test\"%s\n", amount);
  assert_non_null(strstr(printed, expected));
}

static void exhaustion_calls_the_hook_and_ends_the_program(void **state) {
  (void)state;
  expect_exhausted(exhaust_malloc, ": 9223372036854775807 more bytes were refused");
  expect_exhausted(exhaust_resize, ": 9223372036854775807 more bytes were refused");
  expect_exhausted(exhaust_array, ""); // nobody asked for what cannot be counted
  expect_exhausted(exhaust_vector, ": 18446744073709551615 more bytes were refused");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arena_memory_is_zeroed_aligned_and_apart),
      cmocka_unit_test(large_and_small_blocks_mix),
      cmocka_unit_test(arena_for_what_is_known),
      cmocka_unit_test(a_large_block_may_come_first),
      cmocka_unit_test(arena_bytes_counts_what_was_asked),
      cmocka_unit_test(arena_strings),
      cmocka_unit_test(vector_grows_and_keeps_its_elements),
      cmocka_unit_test(vector_takes_structs_in_braces),
      cmocka_unit_test(vector_reserve_makes_room_once),
      cmocka_unit_test(sorted_integers_are_found),
      cmocka_unit_test(integers_are_sorted),
      cmocka_unit_test(exhaustion_calls_the_hook_and_ends_the_program),
  };
  return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
