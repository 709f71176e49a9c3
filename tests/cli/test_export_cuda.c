// `export --as cuda`: the printed file compiles as it is, with every kernel in it. Skipped without NVRTC.
#include "base/text.h"
#include "gpu/toolkit/compile.h"
#include "test.h"

#include <stdio.h>

static char *output_of(const char *command) {
  FILE *pipe = popen(command, "r");
  assert_non_null(pipe);
  Text out = {0};
  char buffer[65536];
  for (size_t count; (count = fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    text_add_bytes(&out, buffer, count);
  assert_int_equal(pclose(pipe), 0);
  assert_non_null(out.data);
  return text_take(&out);
}

// Lines "// K12", one before each kernel.
static int count_kernels(const char *source) {
  int count = 0;
  for (const char *line = source; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    count += strncmp(line, "// K", 4) == 0 && line[4] >= '0' && line[4] <= '9';
  }
  return count;
}

// The name of the last kernel: all before it were compiled too.
static void last_kernel(const char *source, char name[256]) {
  static const char head[] = "__global__ void";
  const char *at = source, *last = NULL;
  while ((at = strstr(at, head)))
    last = at += sizeof head - 1;
  assert_non_null(last);
  const char *open = strchr(last, '('), *start = open;
  while (start[-1] != ' ')
    start--;
  snprintf(name, 256, "%.*s", (int)(open - start), start);
}

static void compile_export(Compiler *compiler, const char *graph, const char *heuristic, int kernels) {
  char command[1024], name[256];
  snprintf(command, sizeof command, "'%s' export '%s/graphs/%s' -H %s --as cuda", FUSEBOX_PROGRAM,
           FUSEBOX_SOURCE_ROOT, graph, heuristic);
  char *source = output_of(command);
  assert_int_equal(count_kernels(source), kernels);
  last_kernel(source, name);
  CompileRequest request = {.source = source, .kernel = name, .arch = "sm_90a"};
  Compiled compiled;
  Status status = {0};
  if (!compiler_compile(compiler, &request, &compiled, &status))
    fail_msg("%s %s: %s", graph, heuristic, status.message);
  assert_true(compiled.registers > 0);
  compiled_free(&compiled);
  free(source);
}

// Twenty ops alone, nine of them multiplications: names repeat.
static void test_repeated_names(void **state) {
  compile_export(*state, "rmsnorm_backward.json", "none", 20);
}

static void test_fused(void **state) {
  compile_export(*state, "softmax.json", "greedy", 1);
}

// With a size as an argument, too: rows whose number it is, and rows of its length.
static void test_sized(void **state) {
  compile_export(*state, "rmsnorm_backward.json", "none --dynamic rows", 20);
  compile_export(*state, "mlp_training.json", "greedy --dynamic width", 13);   // soon 2^48 elements
  compile_export(*state, "rmsnorm_backward.json", "greedy --dynamic rows", 1); // blocks that share rows
  compile_export(*state, "softmax.json", "greedy --dynamic cols", 1);
  compile_export(*state, "siblings.json", "greedy --dynamic d", 1); // a batch
}

// The product runs in a library: it is named, and the rest compiles.
static void test_library(void **state) {
  compile_export(*state, "linear_gelu.json", "greedy", 2);
}

int main(void) {
  Compiler *compiler = compiler_new("", NULL);
  if (!compiler) return 77;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_prestate(test_repeated_names, compiler),
      cmocka_unit_test_prestate(test_fused, compiler),
      cmocka_unit_test_prestate(test_sized, compiler),
      cmocka_unit_test_prestate(test_library, compiler),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  compiler_free(compiler);
  return failed;
}
