// PTX and machine code: made once per structure, in the background. Skipped without NVRTC.
#include "fixture.h"

#include "base/arena.h"
#include "gpu/toolkit/compile.h"
#include "session/results/assembly_lines.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

static AssemblyView get(Session *session, const char *op, AssemblyKind kind) {
  return session_assembly(session, kernel_by_name(session, op), kind);
}

static void test_ptx_of_equal_kernels_is_one(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  assert_int_equal(get(session, "n1", ASSEMBLY_PTX).state, RESULT_RUNNING);
  assert_int_equal(get(session, "n2", ASSEMBLY_PTX).state, RESULT_RUNNING);
  int done, total;
  session_jobs(session, &done, &total);
  assert_int_equal(total, 1);
  assert_true(session_compile_wait(session, &status));
  AssemblyView first = get(session, "n1", ASSEMBLY_PTX), second = get(session, "n2", ASSEMBLY_PTX);
  if (first.state == RESULT_FAILED) fail_msg("%s", first.error);
  assert_int_equal(first.state, RESULT_DONE);
  assert_ptr_equal(first.text, second.text);
  assert_non_null(strstr(first.text, ".target sm_90a"));
  session_close(session);
}

// Either machine code, or why there is none.
static void test_machine_code_or_a_reason(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  get(session, "e1", ASSEMBLY_SASS);
  assert_true(session_compile_wait(session, &status));
  AssemblyView view = get(session, "e1", ASSEMBLY_SASS);
  if (view.state == RESULT_DONE)
    assert_non_null(strstr(view.text, "EXIT"));
  else
    assert_non_null(strstr(view.error, "nvdisasm"));
  session_close(session);
}

// The job ends, or is dropped, before what it works on is freed.
static void test_closing_while_it_runs(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  int done, total;
  assert_int_equal(get(session, "e1", ASSEMBLY_PTX).state, RESULT_RUNNING);
  assert_int_equal(session_jobs(session, &done, &total), 1);
  session_close(session);
}

// ---- Which line of the source each line is there for.

// `expected`: each line that is left, behind the line of the source.
static void assert_lines(AssemblyKind kind, const char *raw, const char *expected) {
  Text text = {0}, said = {0};
  SourceLines lines = {0};
  assembly_lines_take(kind, raw, &text, &lines);
  int line = 0;
  for (const char *at = text_get(&text); *at; line++) {
    size_t length = strcspn(at, "\n");
    assert_true(line < lines.count);
    text_printf(&said, "%d %.*s|", lines.data[line], (int)length, at);
    at += length + (at[length] == '\n');
  }
  assert_int_equal(line, lines.count);
  assert_string_equal(text_get(&said), expected);
  text_free(&text);
  text_free(&said);
  vector_free(&lines);
}

// Line 9 calls a function whose line 5 calls another one; what is known of line 5 stays known.
static void test_lines_of_inlined_functions(void **state) {
  (void)state;
  assert_lines(ASSEMBLY_PTX,
               "{\n\t.loc\t1 9 3\nmov\n\t.loc\t1 5 7, function_name $L__a, inlined_at 1 9 3\n"
               "\t.loc\t1 2 1, function_name $L__b, inlined_at 1 5 7\nadd\n\t.loc\t1 10 3\nsub\n"
               "\t.loc\t1 2 1, function_name $L__b, inlined_at 1 5 7\nmul\n}\n\t.file\t1 \"kernel.cu\"\n"
               "\t.section\t.debug_str\n\t{\n$L__a:\n.b8 95,0\n\n\t}\nret",
               "-1 {|8 mov|8 add|9 sub|8 mul|8 }|8 ret|");
  assert_lines(ASSEMBLY_SASS,
               "\t.section\t.text\n\t//## File \"a.cu\", line 2 inlined at \"a.cu\", line 5\n"
               "\t//## File \"a.cu\", line 5 inlined at \"a.cu\", line 9\n\t//## File \"a.cu\", line 9\n"
               "  /*0000*/  LDC ;\n  /*0010*/  EXIT ;\n//## File \"a.cu\", line 10\n  /*0020*/  BRA ;",
               "-1 \t.section\t.text|8   /*0000*/  LDC ;|8   /*0010*/  EXIT ;|9   /*0020*/  BRA ;|");
}

static void test_damaged_lines_tell_nothing(void **state) {
  (void)state;
  assert_lines(ASSEMBLY_PTX, ".loc 1 3 1\na\n.loc 1\nb\n.loc 1 99999999999 1\nc\n.loc 1 0 0\nd\n.loc",
               "2 a|-1 b|-1 c|-1 d|");
  assert_lines(ASSEMBLY_PTX, ".loc 1 3 1, inlined_at 1 x\na\n.section", "-1 a|");
  assert_lines(ASSEMBLY_SASS, "//## File\na\n//## File \"\", line \nb\n//##", "-1 a|-1 b|");
  assert_lines(ASSEMBLY_PTX, "", "");
}

// Of a kernel that fuses a negation and an exponential the latter alone needs ex2. What is left is what the
// compiler prints when it was not asked for lines.
static void test_lines_of_ops(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  fuse_by_name(session, "n1", "e1");
  get(session, "e1", ASSEMBLY_PTX);
  assert_true(session_compile_wait(session, &status));
  AssemblyView view = get(session, "e1", ASSEMBLY_PTX);
  assert_int_equal(view.state, RESULT_DONE);
  int exponential = op_by_name(session, "e1"), negation = op_by_name(session, "n1"), line = 0, found = 0;
  for (const char *at = view.text; *at; line++) {
    size_t length = strcspn(at, "\n");
    bool ex2 = memmem(at, length, "ex2", 3), neg = memmem(at, length, "neg.f32", 7);
    for (int i = 0; i < view.ops->count && (ex2 || neg); i++) {
      if (view.ops->data[i].line != view.lines->data[line]) continue;
      assert_int_equal(view.ops->data[i].op, ex2 ? exponential : negation);
      found++;
    }
    at += length + (at[length] == '\n');
  }
  assert_true(found >= 2);
  session_close(session);
}

// ---- Asking for lines changes no machine code.

static const char *section_text(const Compiled *compiled, const char *kernel, size_t *bytes) {
  const char *cubin = compiled->cubin;
  Elf64_Ehdr header;
  Elf64_Shdr names, section;
  char wanted[128];
  snprintf(wanted, sizeof wanted, ".text.%s", kernel);
  memcpy(&header, cubin, sizeof header);
  memcpy(&names, cubin + header.e_shoff + header.e_shstrndx * sizeof names, sizeof names);
  for (int i = 0; i < header.e_shnum; i++) {
    memcpy(&section, cubin + header.e_shoff + (size_t)i * sizeof section, sizeof section);
    if (strcmp(cubin + names.sh_offset + section.sh_name, wanted) != 0) continue;
    *bytes = section.sh_size;
    return cubin + section.sh_offset;
  }
  fail_msg("no section %s", wanted);
  return NULL;
}

static void check_same_code(Compiler *compiler, const PlanLowered *lowered) {
  Status status = {0};
  const Emitted *code = plan_code(lowered, &status);
  CompileRequest request = {
      .prelude = code->prelude, .source = code->source, .kernel = code->name, .arch = "sm_90a"};
  Compiled plain, lined;
  size_t plain_bytes, lined_bytes;
  assert_true(compiler_compile(compiler, &request, &plain, &status));
  request.lines = true;
  assert_true(compiler_compile(compiler, &request, &lined, &status));
  assert_true(lined.cubin_bytes > plain.cubin_bytes); // the lines are there
  const char *a = section_text(&plain, code->name, &plain_bytes);
  const char *b = section_text(&lined, code->name, &lined_bytes);
  assert_int_equal(plain_bytes, lined_bytes);
  assert_memory_equal(a, b, plain_bytes);
  assert_int_equal(plain.registers, lined.registers);
  compiled_free(&plain);
  compiled_free(&lined);
  Text raw = {0}, text = {0}, without = {0};
  SourceLines lines = {0};
  assert_true(compiler_ptx(compiler, &request, &raw, &status));
  assembly_lines_take(ASSEMBLY_PTX, text_get(&raw), &text, &lines);
  request.lines = false;
  assert_true(compiler_ptx(compiler, &request, &without, &status));
  while (without.length && text_ends(text_get(&without), "\n"))
    without.data[--without.length] = '\0';
  while (text.length && text_ends(text_get(&text), "\n"))
    text.data[--text.length] = '\0';
  assert_string_equal(text_get(&text), text_get(&without));
  text_free(&raw);
  text_free(&text);
  text_free(&without);
  vector_free(&lines);
}

// Of a reduction, of a cast, and of all of softmax in one kernel.
static void test_lines_change_no_code(void **state) {
  (void)state;
  static const char *const chain[] = {"xf", "highest", "shifted", "e", "total", "p", "y"};
  Status status = {0};
  Compiler *compiler = compiler_new("", &status);
  Session *session = session_shipped("softmax.json");
  Plan *plan = session_plan(session);
  check_same_code(compiler, plan_lowered(plan, kernel_by_name(session, "total")));
  check_same_code(compiler, plan_lowered(plan, kernel_by_name(session, "y")));
  for (int i = 0; i < 6; i++)
    fuse_by_name(session, chain[i], chain[i + 1]);
  check_same_code(compiler, plan_lowered(plan, kernel_by_name(session, "y")));
  session_close(session);
  compiler_free(compiler);
}

int main(void) {
  if (!has_nvrtc()) return 77;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ptx_of_equal_kernels_is_one), cmocka_unit_test(test_machine_code_or_a_reason),
      cmocka_unit_test(test_closing_while_it_runs),       cmocka_unit_test(test_lines_of_inlined_functions),
      cmocka_unit_test(test_damaged_lines_tell_nothing),  cmocka_unit_test(test_lines_of_ops),
      cmocka_unit_test(test_lines_change_no_code),
  };
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
