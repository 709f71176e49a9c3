#include "cli/cli.h"

bool run_doctor(const Invocation *invocation, Status *status) {
  (void)invocation;
  return status_fail(status, STATUS_INTERNAL, "doctor is being built");
}
