// Reading the compiler's log and damaged cubins: no CUDA library needed.
#include "gpu/toolkit/compile_log.h"
#include "gpu/toolkit/cubin.h"
#include "gpu/toolkit/library.h"
#include "test.h"

#include <elf.h>

static const char two_kernels[] =
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'first' for 'sm_90a'\n"
    "ptxas info    : Function properties for first\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 12 registers, used 1 barriers, 256 bytes smem\n"
    "ptxas info    : Compiling entry function 'first_more' for 'sm_90a'\n"
    "ptxas info    : Function properties for first_more\n"
    "    504 bytes stack frame, 500 bytes spill stores, 620 bytes spill loads\n"
    "ptxas info    : Used 128 registers, used 0 barriers, 504 bytes cumulative stack size\n";

static void test_facts_of_each_kernel(void **state) {
  (void)state;
  LogFacts facts;
  assert_true(compile_log_facts(two_kernels, "first", &facts));
  assert_int_equal(facts.registers, 12);
  assert_int_equal(facts.shared_bytes, 256);
  assert_int_equal(facts.spill_store_bytes, 0);
  assert_true(compile_log_facts(two_kernels, "first_more", &facts));
  assert_int_equal(facts.registers, 128);
  assert_int_equal(facts.stack_bytes, 504);
  assert_int_equal(facts.spill_store_bytes, 500);
  assert_int_equal(facts.spill_load_bytes, 620);
  assert_int_equal(facts.shared_bytes, 0);
}

static void test_no_facts(void **state) {
  (void)state;
  LogFacts facts;
  assert_false(compile_log_facts(two_kernels, "fir", &facts));
  assert_false(compile_log_facts("", "first", &facts));
  assert_false(compile_log_facts("Compiling entry function 'cut", "cut", &facts));
  assert_false(compile_log_facts("Compiling entry function 'cut' for 'sm_90a'\n registers", "cut", &facts));
  assert_int_equal(facts.registers, -1);
}

static void test_settled(void **state) {
  (void)state;
  char log[] = "one\nptxas info    : Compile time = 8.4 ms\ntwo\nptxas info    : Compile time = 1";
  compile_log_settle(log);
  assert_string_equal(log, "one\ntwo\n");
}

static void test_error_without_place(void **state) {
  (void)state;
  Status status = {0};
  assert_false(compile_log_fail("nothing useful", "int x;\n", &status));
  assert_int_equal(status.code, STATUS_INTERNAL);
  assert_non_null(strstr(status.message, "nothing useful"));
  assert_false(compile_log_fail("", "", &status));
  assert_false(compile_log_fail("kernel.cu(99): error: far away\n", "int x;\n", &status));
  assert_non_null(strstr(status.message, "far away"));
  assert_false(compile_log_fail("kernel.cu(1): error: cut", "int x;\n", &status));
  assert_non_null(strstr(status.message, "kernel.cu:1:1: cut"));
  assert_false(compile_log_fail("ptxas: error: no place", "int x;\n", &status));
  assert_non_null(strstr(status.message, "no place"));
}

static void test_what_only_newer_gpus_have(void **state) {
  (void)state;
  Status status = {0};
  const char *log =
      "ptxas application ptx input, line 72; error   : Feature '.bf16x2' requires .target sm_80 or higher\n"
      "ptxas application ptx input, line 72; error   : Feature 'cvt.bf16x2.f32' requires .target sm_80 or "
      "higher\n";
  assert_false(compile_log_fail(log, "", &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_string_equal(status.message, "it needs a GPU of sm_80 or newer, whose .bf16x2 it uses");
}

static void test_caret_in_indented_line(void **state) {
  (void)state;
  Status status = {0};
  const char *log = "kernel.cu(2): error: expected a \";\"\n      int y\n           ^\n";
  assert_false(compile_log_fail(log, "int x;\n\tint y\n", &status));
  assert_non_null(strstr(status.message, "kernel.cu:2:7: ")); // after a tab and five letters
}

// An ELF header with section counts and offsets that point outside must be refused, not followed.
static void test_damaged_cubin(void **state) {
  (void)state;
  CubinFacts facts;
  Status status = {0};
  assert_false(cubin_read("", 0, "k", &facts, &status));
  assert_non_null(strstr(status.message, "not a cubin"));
  unsigned char bytes[256];
  for (int i = 0; i < 64; i++) {
    memset(bytes, i * 37, sizeof bytes);
    Elf64_Ehdr header = {
        .e_shoff = (uint64_t)i << (i % 60), .e_shnum = 0xffff, .e_shentsize = sizeof(Elf64_Shdr)};
    memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_shstrndx = (uint16_t)i;
    memcpy(bytes, &header, sizeof header);
    assert_false(cubin_read(bytes, sizeof bytes, "k", &facts, &status));
  }
}

static void test_library_that_is_missing(void **state) {
  (void)state;
  Status status = {0};
  setenv("FUSEBOX_DRIVER", "/nowhere/libcuda.so.1", 1);
  assert_null(library_open(LIBRARY_DRIVER, NULL, &status));
  unsetenv("FUSEBOX_DRIVER");
  assert_int_equal(status.code, STATUS_MISSING);
  assert_non_null(strstr(status.message, library_advice(LIBRARY_DRIVER)));
  assert_non_null(strstr(status.message, "/nowhere/libcuda.so.1"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_facts_of_each_kernel),
      cmocka_unit_test(test_no_facts),
      cmocka_unit_test(test_settled),
      cmocka_unit_test(test_error_without_place),
      cmocka_unit_test(test_what_only_newer_gpus_have),
      cmocka_unit_test(test_caret_in_indented_line),
      cmocka_unit_test(test_damaged_cubin),
      cmocka_unit_test(test_library_that_is_missing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
