#include "cli/cli.h"

bool run_check(const Invocation *invocation, Status *status) {
  (void)invocation;
  return status_fail(status, STATUS_INTERNAL, "check is being built");
}
