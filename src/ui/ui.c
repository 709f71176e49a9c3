// The explorer on a terminal.
#include "ui/ui.h"

bool ui_run(Session *session, const UiOptions *options, Status *status) {
  (void)session, (void)options;
  return status_fail(status, STATUS_INTERNAL,
                     "the explorer cannot be shown on a terminal yet: use --dump-screen");
}
