// Running an editor.
#include "tui/editor.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

// Most take "+line file"; some want the line behind the name. $1 is the line, $2 the file. The command may
// have words of its own ("code -w").
static const char command[] =
    "editor=${VISUAL:-${EDITOR:-vi}}\n"
    "case ${editor%% *} in\n"
    "  *code|*codium) exec $editor -g \"$2:$1\" ;;\n"
    "  *hx|*helix|*subl|*zed) exec $editor \"$2:$1\" ;;\n"
    "  *) exec $editor \"+$1\" \"$2\" ;;\n"
    "esac\n";

bool editor_run(const char *path, int line, const sigset_t *signals, Status *status) {
  char number[16];
  snprintf(number, sizeof number, "%d", line);
  pid_t child = fork();
  if (child < 0) return status_fail(status, STATUS_INTERNAL, "the editor could not be started");
  if (child == 0) {
    sigprocmask(SIG_SETMASK, signals, NULL);
    execl("/bin/sh", "sh", "-c", command, "fusebox", number, path, (char *)NULL);
    _exit(127);
  }
  int result = 0;
  while (waitpid(child, &result, 0) < 0)
    ;
  bool found = !(WIFEXITED(result) && (WEXITSTATUS(result) == 127 || WEXITSTATUS(result) == 126));
  return found || status_fail(status, STATUS_INPUT, "there is no such editor: set EDITOR");
}
