// Machine code and PTX, line by line; the tabs that show kernels by level.
#include "explorer/actions/action.h"
#include "explorer/panes/detail.h"
#include "explorer/panes/ops.h"
#include "explorer/tabs/assembly_view.h"
#include "explorer/tabs/tab.h"
#include "fixture.h"

#include <string.h>

static AssemblyLine read_line(AssemblyKind kind, const char *line) {
  return assembly_line(kind, line, strlen(line));
}

static void is_instruction(AssemblyKind kind, const char *line, const char *mnemonic, InstructionSort sort) {
  AssemblyLine read = read_line(kind, line);
  if (read.kind != LINE_INSTRUCTION) fail_msg("no instruction: %s", line);
  assert_int_equal(read.mnemonic_length, strlen(mnemonic));
  assert_memory_equal(read.text + read.mnemonic, mnemonic, strlen(mnemonic));
  assert_string_equal(instruction_sort_name(read.sort), instruction_sort_name(sort));
}

static void test_sass(void **state) {
  (void)state;
  AssemblyKind sass = ASSEMBLY_SASS;
  is_instruction(sass, "        /*0090*/                   LDG.E.128 R4, desc[UR4][R2.64] ;", "LDG.E.128",
                 INSTRUCTION_GLOBAL_LOAD);
  is_instruction(sass, "/*0040*/ @!P0 STG.E R2, R3 ;   /* 0x000000ff00017b82 */", "STG.E",
                 INSTRUCTION_GLOBAL_STORE);
  is_instruction(sass, "/*00a0*/ LDL R1, [R1] ;", "LDL", INSTRUCTION_SPILL);
  is_instruction(sass, "/*00b0*/ LDS.64 R1, [R1] ;", "LDS.64", INSTRUCTION_SHARED);
  is_instruction(sass, "/*00c0*/ MUFU.RSQ R1, R2 ;", "MUFU.RSQ", INSTRUCTION_SPECIAL);
  is_instruction(sass, "/*00d0*/ FFMA.FTZ R1, R2, R3, R4 ;", "FFMA.FTZ", INSTRUCTION_FP32);
  is_instruction(sass, "/*00e0*/ BAR.SYNC.DEFER_BLOCKING 0x0 ;", "BAR.SYNC.DEFER_BLOCKING",
                 INSTRUCTION_EXCHANGE);
  is_instruction(sass, "/*00f0*/ LDC R1, c[0x0][0x28] ;", "LDC", INSTRUCTION_OTHER); // no global load
  is_instruction(sass, "/*00f0*/ IMAD.MOV.U32 R1, RZ, RZ, R2 ;", "IMAD.MOV.U32", INSTRUCTION_OTHER);
  assert_int_equal(read_line(sass, "   /* 0x00000a00ff017b82 */").kind, LINE_SKIPPED);
  assert_int_equal(read_line(sass, "   /*0300*/   NOP;").kind, LINE_SKIPPED);
  assert_int_equal(read_line(sass, "\t.headerflags\t@\"EF_CUDA_SM90\"").kind, LINE_SKIPPED);
  assert_int_equal(read_line(sass, ".L_x_0:").kind, LINE_LABEL);
  assert_int_equal(read_line(sass, "").kind, LINE_SKIPPED);
  assert_int_equal(read_line(sass, "/*").kind, LINE_SKIPPED);
  assert_int_equal(read_line(sass, "/*00").kind, LINE_SKIPPED);
}

static void test_ptx(void **state) {
  (void)state;
  AssemblyKind ptx = ASSEMBLY_PTX;
  is_instruction(ptx, "\tld.global.nc.v4.u32 \t{%r1, %r2, %r3, %r4}, [%rd4];", "ld.global.nc.v4.u32",
                 INSTRUCTION_GLOBAL_LOAD);
  is_instruction(ptx, "\t@%p1 bra \t$L__BB0_2;", "bra", INSTRUCTION_CONTROL);
  is_instruction(ptx, "\tfma.rn.f32 \t%f1, %f2, %f3, %f4;", "fma.rn.f32", INSTRUCTION_FP32);
  is_instruction(ptx, "\tld.param.u64 \t%rd1, [p];", "ld.param.u64", INSTRUCTION_OTHER);
  assert_int_equal(read_line(ptx, "$L__BB0_2:").kind, LINE_LABEL);
  assert_int_equal(read_line(ptx, ".target sm_90a").kind, LINE_DIRECTIVE);
  assert_int_equal(read_line(ptx, "// comment").kind, LINE_SKIPPED);
}

// Every tab makes a page for every kernel and for a view, at narrow and wide panes.
static void test_every_tab_of_every_kernel(void **state) {
  (void)state;
  static const int widths[] = {30, 80, 120, 300};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    Fixture it = open_graph("dumps/mix/backward", widths[i], 40);
    explorer_time(it.explorer);
    for (int tab = 0; tab < TAB_COUNT; tab++) {
      if (tab == TAB_PTX || tab == TAB_SASS) continue; // they start jobs
      tab_show(it.explorer, (DetailTab)tab);
      for (int row = 0; row < ops_pane(it.explorer)->list.count; row++) {
        explorer_go(it.explorer, oplist_op(&ops_pane(it.explorer)->list, ops_pane(it.explorer)->rails, row));
        explorer_draw(it.explorer, it.grid);
        assert_true(detail_pane(it.explorer)->page.lines.count > 0);
      }
    }
    close_graph(&it);
  }
}

static void test_what_the_pages_say(void **state) {
  (void)state;
  Fixture it = open_graph("rmsnorm.json", 120, 60);
  press(&it, "M4=");
  assert_true(shows(&it, "each tensor once"));
  assert_true(shows(&it, "ld x"));
  press(&it, "I");
  // 134 MB read, 268 written, 5 of them later: 397 / (268 + 0.95 * 129) * 0.897 * 4.8 TB/s of the data sheet.
  assert_true(shows(&it, "/4.37 TB/s"));
  assert_true(shows(&it, "FLOP for each byte of DRAM"));
  press(&it, "W");
  assert_true(shows(&it, "from 0.00 us"));
  press(&it, "++");
  assert_true(shows(&it, "4 times as large"));
  press(&it, "---");
  assert_true(shows(&it, "+ here for more"));
  close_graph(&it);
}

// The lines of the code that the op under the cursor made are marked, and the next op's within the kernel.
static void test_code_follows_the_op(void **state) {
  (void)state;
  Fixture it = open_graph("gelu_tanh.json", 80, 24);
  press(&it, "H greedy<Enter> e");
  assert_true(shows(&it, "|>    const float square"));
  assert_true(shows(&it, "|     const float bent"));
  press(&it, "j j"); // to bent, the third of the chain, which reads cube
  assert_true(shows(&it, "|     const float square"));
  assert_true(shows(&it, "|>    const float bent"));
  press(&it, "G"); // to y, which is declared, computed and stored
  assert_true(shows(&it, "|>  float y[4];"));
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sass),
      cmocka_unit_test(test_ptx),
      cmocka_unit_test(test_every_tab_of_every_kernel),
      cmocka_unit_test(test_what_the_pages_say),
      cmocka_unit_test(test_code_follows_the_op),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
