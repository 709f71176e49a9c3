// XLA's list of launches, given to a plan of three kernels.
#include "../fuzz.h"

#include "graph/read/hlo/thunks.h"

enum { KERNELS = 3 };

bool fuzz_input(char *text, size_t length) {
  static const char *const kinds[KERNELS] = {"kLoop", "copy", "kCustom"};
  Status status = {0};
  Arena *arena = arena_new();
  DumpPlan *plan = arena_alloc(arena, sizeof *plan);
  *plan = (DumpPlan){.arena = arena, .compiler = "xla", .kernel_count = KERNELS};
  plan->kernels = arena_array(arena, KERNELS, sizeof *plan->kernels);
  for (int i = 0; i < KERNELS; i++)
    plan->kernels[i].kind = kinds[i];
  bool taken = hlo_read_thunks("input.txt", text, length, plan, &status);
  if (!taken) fuzz_check_refusal(&status);
  for (int i = 0; i < KERNELS; i++)
    FUZZ_CHECK(!taken == !plan->kernels[i].launched.name);
  dump_plan_free(plan);
  return taken;
}
