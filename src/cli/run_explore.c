// The explorer: opens the session and hands it to the screen.
#include "cli/cli.h"
#include "ui/ui.h"

bool run_explore(const Invocation *invocation, Status *status) {
  return status_fail(status, STATUS_INPUT, "%s", invocation->command->help);
}
