// Profiles of every format, joined onto a plan whose kernels the input may name.
#include "../fuzz.h"

#include "session/profile/join.h"

static DumpKernel kernels[] = {
    {.name = "extern_kernels.addmm", .library = true},
    {.name = "triton_poi_fused_add_gelu_0", .source = "cabc", .launch = 1},
    {.name = "extern_kernels.mm", .launch = 2, .library = true},
    {.name = "triton_poi_fused_leaky_relu_pow_1", .launch = 3},
    {.name = "triton_poi_fused_add_gelu_0", .source = "cabc", .launch = 4},
};

static void check_time(const ProfileTime *time, int launches) {
  FUZZ_CHECK(time->samples >= 0 && time->samples <= launches);
  FUZZ_CHECK(time->time_us == -1 || time->time_us >= 0);
}

bool fuzz_input(char *text, size_t length) {
  Status status = {0};
  Profile *profile = profile_read_text("input", text, length, &status);
  if (!profile) {
    if (status.code != STATUS_MISSING) fuzz_check_refusal(&status); // built without SQLite
    return false;
  }
  for (int count = 0; count <= 5; count++) {
    DumpPlan plan = {.kernels = kernels, .kernel_count = count};
    ProfileJoin *join = profile_join(profile, &plan);
    for (int i = 0; i < count; i++)
      check_time(&join->launches[i], profile->launches.count);
    profile_join_free(join);
  }
  profile_free(profile);
  return true;
}
