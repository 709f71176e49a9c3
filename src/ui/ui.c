// The explorer's entry points.
#include "ui/ui.h"

bool ui_run(Session *session, const UiOptions *options, Status *status) {
  (void)session, (void)options;
  return status_fail(status, STATUS_INTERNAL, "the explorer is not built yet");
}

bool ui_script_run(Session *session, const UiOptions *options, const char *name, const char *keys, int width,
                   int height, Text *out, Status *status) {
  (void)session, (void)options, (void)name, (void)keys, (void)width, (void)height, (void)out;
  return status_fail(status, STATUS_INTERNAL, "the explorer is not built yet");
}
