// Compiling with the real NVRTC (skipped where there is none), and the disk cache.
#include "base/arena.h"
#include "base/file.h"
#include "gpu/toolkit/compile.h"
#include "gpu/toolkit/cubin.h"
#include "kernels.h"
#include "test.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/fusebox-test-XXXXXX"; // the cache of this run

static Compiler *open_compiler(const char *cache) {
  Status status = {0};
  Compiler *compiler = compiler_new(cache, &status);
  if (!compiler) fprintf(stderr, "%s\n", status.message);
  return compiler;
}

static Compiled compile(Compiler *compiler, const char *source, const char *kernel, int cap,
                        const char *arch) {
  CompileRequest request = {.source = source, .kernel = kernel, .arch = arch, .register_cap = cap};
  Compiled compiled;
  Status status = {0};
  if (!compiler_compile(compiler, &request, &compiled, &status)) fail_msg("%s", status.message);
  return compiled;
}

static void test_facts(void **state) {
  Compiled copy = compile(*state, copy_source, "copy_four", 0, "sm_90a");
  assert_in_range(copy.registers, 16, 40); // sixteen values in flight and the addresses
  assert_int_equal(copy.spill_store_bytes, 0);
  assert_int_equal(copy.spill_load_bytes, 0);
  assert_int_equal(copy.local_bytes, 0);
  assert_int_equal(copy.shared_bytes, 0);
  assert_int_equal(copy.max_threads, 256);
  CubinFacts facts;
  assert_true(cubin_read(copy.cubin, copy.cubin_bytes, "copy_four", &facts, NULL));
  CubinFacts only;
  assert_true(cubin_read(copy.cubin, copy.cubin_bytes, NULL, &only, NULL));
  assert_memory_equal(&only, &facts, sizeof only);
  assert_in_range(facts.instructions, facts.global_loads + facts.global_stores + 1, 200);
  assert_int_equal(facts.global_loads, 4);
  assert_int_equal(facts.global_stores, 4);
  assert_int_equal(facts.local_loads + facts.local_stores, 0);
  compiled_free(&copy);
}

static void test_shared_memory(void **state) {
  static const char *const archs[] = {"sm_80", "sm_89", "sm_90a", "sm_100a"};
  for (int i = 0; i < 4; i++) {
    Compiled compiled = compile(*state, shared_source, "turn", 0, archs[i]);
    assert_int_equal(compiled.shared_bytes, 256);
    assert_int_equal(compiled.max_threads, 1024);
    compiled_free(&compiled);
  }
}

static void test_spills(void **state) {
  Compiled free_choice = compile(*state, wide_source, "wide", 0, "sm_90a");
  assert_true(free_choice.registers > 128);
  assert_int_equal(free_choice.spill_store_bytes, 0);
  Compiled capped = compile(*state, wide_source, "wide", 32, "sm_90a");
  assert_true(capped.registers <= 32);
  assert_true(capped.spill_store_bytes >= 4 * (128 - 32)); // what does not fit
  assert_true(capped.spill_load_bytes >= capped.spill_store_bytes);
  assert_true(capped.local_bytes >= 4 * (128 - 32));
  CubinFacts facts;
  assert_true(cubin_read(capped.cubin, capped.cubin_bytes, "wide", &facts, NULL));
  assert_true(facts.local_loads > 0 && facts.local_stores > 0);
  assert_non_null(strstr(capped.log, "spill stores"));
  compiled_free(&free_choice);
  compiled_free(&capped);
}

static void test_error_points_at_source(void **state) {
  CompileRequest request = {.source = wrong_source, .kernel = "wrong", .arch = "sm_90a"};
  Compiled compiled;
  Status status = {0};
  assert_false(compiler_compile(*state, &request, &compiled, &status));
  assert_int_equal(status.code, STATUS_INTERNAL);
  assert_non_null(strstr(status.message, "kernel.cu:3:12: "));
  assert_non_null(strstr(status.message, "\"yy\""));
  const char *line = strstr(status.message, "x[0] = yy + 2;\n"), *caret = strchr(status.message, '^');
  assert_non_null(line);
  assert_non_null(caret);
  while (line[-1] != '\n')
    line--;
  assert_int_equal(caret - strchr(line, '\n') - 1, strstr(line, "yy") - line); // right below
  assert_null(compiled.cubin);
}

static void test_unknown_arch(void **state) {
  CompileRequest request = {.source = copy_source, .kernel = "copy_four", .arch = "sm_7"};
  Compiled compiled;
  Status status = {0};
  assert_false(compiler_compile(*state, &request, &compiled, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "sm_7"));
}

static void test_unknown_kernel(void **state) {
  CompileRequest request = {.source = copy_source, .kernel = "other", .arch = "sm_90a"};
  Compiled compiled;
  Status status = {0};
  assert_false(compiler_compile(*state, &request, &compiled, &status));
  assert_non_null(strstr(status.message, "\"other\""));
}

static void test_ptx(void **state) {
  CompileRequest request = {.source = copy_source, .kernel = "copy_four", .arch = "sm_90a"};
  Text text = {0};
  assert_true(compiler_ptx(*state, &request, &text, NULL));
  assert_non_null(strstr(text_get(&text), ".entry copy_four"));
  text_free(&text);
}

static void test_sass(void **state) {
  Compiled compiled = compile(*state, copy_source, "copy_four", 0, "sm_90a");
  Text text = {0};
  Status status = {0};
  if (compiler_sass(compiled.cubin, compiled.cubin_bytes, &text, &status)) {
    assert_non_null(strstr(text_get(&text), "LDG"));
  } else {
    assert_int_equal(status.code, STATUS_MISSING);
    assert_non_null(strstr(status.message, "nvdisasm"));
  }
  compiled_free(&compiled);
  text_free(&text);
}

// ---- the cache

static void assert_same(const Compiled *a, const Compiled *b) {
  assert_int_equal(a->cubin_bytes, b->cubin_bytes);
  assert_memory_equal(a->cubin, b->cubin, a->cubin_bytes);
  assert_string_equal(a->log, b->log);
  assert_int_equal(a->registers, b->registers);
  assert_int_equal(a->spill_store_bytes, b->spill_store_bytes);
  assert_int_equal(a->spill_load_bytes, b->spill_load_bytes);
  assert_int_equal(a->local_bytes, b->local_bytes);
  assert_int_equal(a->shared_bytes, b->shared_bytes);
  assert_int_equal(a->max_threads, b->max_threads);
}

static void test_cache_answers(void **state) {
  (void)state;
  Compiler *compiler = open_compiler(folder);
  Compiled cold = compile(compiler, wide_source, "wide", 64, "sm_90a");
  Compiled warm = compile(compiler, wide_source, "wide", 64, "sm_90a");
  Compiled other = compile(compiler, wide_source, "wide", 72, "sm_90a"); // an option is part of the name
  assert_false(cold.from_cache);
  assert_true(warm.from_cache);
  assert_false(other.from_cache);
  assert_same(&cold, &warm);
  compiled_free(&cold);
  compiled_free(&warm);
  compiled_free(&other);
  compiler_free(compiler);
  compiler = open_compiler(folder); // outlives the process
  warm = compile(compiler, wide_source, "wide", 64, "sm_90a");
  assert_true(warm.from_cache);
  compiled_free(&warm);
  compiler_free(compiler);
}

// The only entry of a cache folder.
static char *only_entry(const char *cache) {
  int count = 0;
  char **names = file_list(cache, &count, NULL);
  assert_int_equal(count, 1);
  char *inner = file_join(cache, names[0]);
  char **files = file_list(inner, &count, NULL);
  assert_int_equal(count, 1);
  char *path = file_join(inner, files[0]);
  free(inner), free(names[0]), free(names), free(files[0]), free(files);
  return path;
}

// Ways to damage an entry of `length` bytes; returns the new length.
static size_t damage(int way, char *bytes, size_t length) {
  if (way == 0) return 0;
  if (way == 1) return length / 2;
  if (way == 2) bytes[length / 2] ^= 1; // in the cubin
  if (way == 3) memset(bytes, 'x', length);
  if (way == 4) bytes[length - 2] ^= 1;                                // in the log
  if (way == 5) *strstr(bytes, "\"format\":2") = '\'';                 // in the facts
  if (way == 6) memcpy(strstr(bytes, "\"cubin\":"), "\"cubin\":9", 9); // a size beyond the file
  return length;
}

static void test_cache_damage(void **state) {
  (void)state;
  char *cache = file_join(folder, "damaged");
  Compiler *compiler = open_compiler(cache);
  Compiled first = compile(compiler, shared_source, "turn", 0, "sm_90a");
  char *path = only_entry(cache);
  for (int way = 0; way < 7; way++) {
    size_t length;
    char *bytes = file_read(path, &length, NULL);
    assert_true(file_write(path, bytes, damage(way, bytes, length), NULL));
    Compiled again = compile(compiler, shared_source, "turn", 0, "sm_90a");
    if (again.from_cache) fail_msg("damage %d went unnoticed", way);
    assert_same(&first, &again);
    Compiled mended = compile(compiler, shared_source, "turn", 0, "sm_90a");
    assert_true(mended.from_cache);
    compiled_free(&again);
    compiled_free(&mended);
    free(bytes);
  }
  compiled_free(&first);
  compiler_free(compiler);
  free(path);
  free(cache);
}

static void test_cache_that_cannot_be_written(void **state) {
  (void)state;
  char *file = file_join(folder, "a-file");
  assert_true(file_write(file, "x", 1, NULL));
  char *cache = file_join(file, "below");
  Compiler *compiler = open_compiler(cache);
  Compiled compiled = compile(compiler, shared_source, "turn", 0, "sm_90a");
  assert_false(compiled.from_cache);
  compiled_free(&compiled);
  compiler_free(compiler);
  free(cache);
  free(file);
}

typedef struct ThreadTest {
  Compiler *compiler;
  int registers[4];
} ThreadTest;

static void *compile_some(void *data) {
  ThreadTest *test = data;
  for (int i = 0; i < 4; i++) { // two threads ask for the same at the same time
    CompileRequest request = {
        .source = wide_source, .kernel = "wide", .arch = "sm_90a", .register_cap = 80 + 8 * i};
    Compiled compiled;
    test->registers[i] = -1;
    if (!compiler_compile(test->compiler, &request, &compiled, NULL)) return NULL;
    test->registers[i] = compiled.registers;
    compiled_free(&compiled);
  }
  return NULL;
}

static void test_threads(void **state) {
  (void)state;
  char *cache = file_join(folder, "threads");
  Compiler *compiler = open_compiler(cache);
  ThreadTest tests[2] = {{.compiler = compiler}, {.compiler = compiler}};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, compile_some, &tests[i]), 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 4; i++) {
    assert_in_range(tests[0].registers[i], 32, 80 + 8 * i);
    assert_int_equal(tests[0].registers[i], tests[1].registers[i]);
  }
  compiler_free(compiler);
  free(cache);
}

static int with_compiler(void **state) {
  *state = open_compiler("");
  return *state == NULL;
}

static int without_compiler(void **state) {
  compiler_free(*state);
  return 0;
}

static void remove_folder(void) {
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command)) fprintf(stderr, "%s is left behind\n", folder);
}

int main(void) {
  Compiler *probe = open_compiler("");
  if (!probe) return 77;
  compiler_free(probe);
  if (!mkdtemp(folder)) return 1;
  setenv("FUSEBOX_STATE", folder, 1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_facts),
      cmocka_unit_test(test_shared_memory),
      cmocka_unit_test(test_spills),
      cmocka_unit_test(test_error_points_at_source),
      cmocka_unit_test(test_unknown_arch),
      cmocka_unit_test(test_unknown_kernel),
      cmocka_unit_test(test_ptx),
      cmocka_unit_test(test_sass),
      cmocka_unit_test(test_cache_answers),
      cmocka_unit_test(test_cache_damage),
      cmocka_unit_test(test_cache_that_cannot_be_written),
      cmocka_unit_test(test_threads),
  };
  int failed = cmocka_run_group_tests(tests, with_compiler, without_compiler);
  remove_folder();
  return failed;
}
