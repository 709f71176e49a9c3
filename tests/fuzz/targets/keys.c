// Scripts of keys over a small graph, without '/' and '~', which name files elsewhere: ":search" does what
// "/" does.
#include "../fuzz.h"

#include "explorer/state/ui.h"
#include "session/session.h"

#include <fcntl.h>
#include <unistd.h>

enum { MOST_BYTES = 2000 }; // of a script: a picture for each key takes its time

static void stay_in_folder(char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (text[i] == '/' || text[i] == '~') text[i] = 'n';
}

bool fuzz_input(char *text, size_t length) {
  Status status = {0};
  Text out = {0};
  char *path = fuzz_shipped("graphs/softmax.json");
  int folder = open(".", O_RDONLY | O_DIRECTORY);
  fuzz_clear();
  FUZZ_CHECK(folder >= 0 && !chdir(fuzz_folder())); // where files that it names are written
  if (length > MOST_BYTES) text[length = MOST_BYTES] = '\0';
  stay_in_folder(text, length);
  Session *session = session_open(path, &(SessionOptions){.autosave = true, .cache_folder = ""}, &status);
  fuzz_check_ok(session, &status);
  bool taken = ui_script_run(session, NULL, "input.keys", text, 60, 18, &out, &status);
  if (taken)
    FUZZ_CHECK(out.length);
  else
    fuzz_check_refusal(&status);
  session_close(session);
  FUZZ_CHECK(!fchdir(folder) && !close(folder));
  text_free(&out);
  free(path);
  return taken;
}
