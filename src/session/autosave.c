// Autosave: the plan of a graph under the user's state folder, named by the graph's hash, written after each
// change.
#include "base/file.h"
#include "base/log.h"
#include "session/internal.h"

#include <inttypes.h>
#include <stdlib.h>

static char *saved_path(const Session *session, const char *name) {
  char *folder = file_place(PLACE_STATE);
  Text file = {0};
  if (name)
    text_printf(&file, "%s.plan.json", name);
  else
    text_printf(&file, "plan-%016" PRIx64 ".json", session->graph->hash);
  char *path = file_join(folder, text_get(&file));
  text_free(&file);
  free(folder);
  return path;
}

void session_autosave_open(Session *session, const char *name) {
  session->autosave_path = saved_path(session, name);
  Status status = {0};
  bool kept = file_exists(session->autosave_path);
  session->restored = kept && session_load_plan(session, session->autosave_path, &status);
  if (session->restored)
    session_restore_origin(session, session->autosave_path);
  else if (kept)
    log_message(LOG_WARNING, "the saved plan was not restored: %s", status.message);
  session->saved_version = plan_version(session->plan);
}

void session_autosave(Session *session) {
  uint64_t version = plan_version(session->plan);
  if (plan_is_open(session->plan)) return; // a plan that is only shown, or half made
  if (!session->autosave_path || version == session->saved_version) return;
  Status status = {0};
  if (!session_save_plan(session, session->autosave_path, &status))
    log_message(LOG_WARNING, "%s", status.message);
  session->saved_version = version;
}
