// The code of a lowered kernel is emitted once, whether a compile or a program to time asks for it first. The
// linker puts a counter before the emitter. Skipped without NVRTC.
#include "fixture.h"

#include "kernel/cuda/emit.h"
#include "plan/program/program.h"

#include <stdatomic.h>

static atomic_int emitted; // canonical texts

bool __real_kernel_emit(const Nest *nest, const Schedule *schedule, const GpuLimits *limits,
                        const EmitOptions *options, Emitted *out, Status *status);
bool __wrap_kernel_emit(const Nest *nest, const Schedule *schedule, const GpuLimits *limits,
                        const EmitOptions *options, Emitted *out, Status *status);
bool __wrap_kernel_emit(const Nest *nest, const Schedule *schedule, const GpuLimits *limits,
                        const EmitOptions *options, Emitted *out, Status *status) {
  if (!options->annotate) atomic_fetch_add(&emitted, 1);
  return __real_kernel_emit(nest, schedule, limits, options, out, status);
}

static void test_once(void **state) {
  (void)state;
  Session *session = session_twins(NULL);
  Status status = {0};
  atomic_store(&emitted, 0);
  if (!session_compile(session, NO_KERNEL, &status)) fail_msg("%s", status.message);
  assert_true(session_compile_wait(session, &status));
  assert_int_equal(atomic_load(&emitted), 2); // four kernels: neg twice, exp twice
  for (int i = 0; i < 2; i++) {
    Program *program = program_build(session_plan(session), &status);
    assert_non_null(program);
    assert_int_equal(program->launch_count, 4);
    assert_int_equal(atomic_load(&emitted), 4); // ... and the second of each
    program_free(program);
  }
  Plan *plan = session_plan(session);
  const PlanLowered *lowered = plan_hold(plan_lowered(plan, kernel_by_name(session, "n1")));
  const Emitted *code = plan_code(lowered, &status);
  fuse_by_name(session, "n1", "e1");
  assert_ptr_equal(plan_code(lowered, &status), code); // as long as it is held
  assert_int_equal(atomic_load(&emitted), 4);
  plan_release(lowered);
  session_close(session);
}

int main(void) {
  if (!has_nvrtc()) return 77;
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_once)};
  return cmocka_run_group_tests(tests, session_folder_make, session_folder_remove);
}
