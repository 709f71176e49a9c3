// times: what earlier runs measured, and forgetting it.
#include "cli/cli.h"
#include "session/results/kept_times.h"

#include <stdio.h>

static bool choose_device(const Invocation *invocation, Device *device, Status *status) {
  const char *name = invocation->value[OPTION_DEVICE], *arch = invocation->value[OPTION_ARCH];
  if (!cli_check_arch(arch, status) || !device_choose(name ? name : "h200", device, status)) return false;
  if (arch) snprintf(device->limits.arch_name, sizeof device->limits.arch_name, "%s", arch);
  return true;
}

static bool list(const KeptTimes *times, bool json, Status *status) {
  Text out = {0};
  if (json)
    kept_times_json(times, &out);
  else
    kept_times_table(times, &out);
  bool ok = cli_print(&out, status);
  text_free(&out);
  return ok;
}

bool run_times(const Invocation *invocation, Status *status) {
  Device device;
  if (!choose_device(invocation, &device, status)) return false;
  KeptTimes *times = kept_times_open(&device);
  bool ok = true;
  if (cli_has(invocation, OPTION_FORGET))
    ok = kept_times_forget(times, status);
  else if (times->problem)
    ok = status_fail(status, STATUS_INPUT, "%s", times->problem);
  ok = ok && list(times, cli_has(invocation, OPTION_JSON), status);
  kept_times_free(times);
  return ok;
}
