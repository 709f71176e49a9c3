// capture: runs a program with what makes its compilers write down their graphs, and opens those.
#include "base/arena.h"
#include "base/file.h"
#include "cli/capture.h"
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A folder that was not there before; false with a message.
static bool make_new(const char *path, Status *status) {
  if (mkdir(path, 0777) == 0) return true;
  return status_fail(status, STATUS_INPUT, "%s: %s", path,
                     errno == EEXIST ? "is there already, and nothing is written over it: name another folder"
                                     : strerror(errno));
}

// What --save names, or the first of fusebox-capture, fusebox-capture-2, ... that is not there.
static char *make_folder(const Invocation *invocation, Status *status) {
  enum { FOLDERS_MOST = 10000 };
  const char *named = invocation->value[OPTION_SAVE];
  if (named) return make_new(named, status) ? file_whole(named) : NULL;
  for (int i = 1; i < FOLDERS_MOST; i++) {
    char name[48] = "fusebox-capture";
    if (i > 1) snprintf(name, sizeof name, "fusebox-capture-%d", i);
    if (make_new(name, status)) {
      *status = (Status){0};
      return file_whole(name);
    }
    if (errno != EEXIST) return NULL;
  }
  return NULL;
}

static bool on_terminal(void) {
  return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

// As 'fusebox FOLDER' does.
static bool explore(const Invocation *invocation, const char *folder, Status *status) {
  int count;
  Invocation explorer = *invocation;
  explorer.command = &cli_commands(&count)[0];
  explorer.arguments.data = &folder;
  explorer.arguments.count = 1;
  explorer.value[OPTION_SAVE] = NULL;
  return run_explore(&explorer, status);
}

static bool open_captured(const Invocation *invocation, const char *folder, int code, const Text *kept,
                          Status *status) {
  Text why = {0};
  int count = capture_look(folder, &why);
  const char *shown =
      invocation->value[OPTION_SAVE] ? invocation->value[OPTION_SAVE] : file_base_name(folder);
  if (code) cli_note("%s ended with exit code %d", invocation->arguments.data[0], code);
  if (count)
    cli_note("%d graph%s in %s: 'fusebox list %s' names them, 'fusebox %s' opens them", count,
             count == 1 ? "" : "s", shown, shown, shown);
  else
    cli_note("no graph in %s: %s", shown, text_get(&why));
  if (kept->length)
    cli_note("kept as it was set: %s; what is written there is not in %s", text_get(kept), shown);
  text_free(&why);
  bool opens = count && on_terminal() && !cli_has(invocation, OPTION_NO_OPEN);
  return !opens || explore(invocation, folder, status);
}

static bool run_program(const Invocation *invocation, const char *folder, int *code, Text *kept,
                        Status *status) {
  Environment environment;
  VECTOR(char *) arguments = {0};
  for (int i = 0; i < invocation->arguments.count; i++)
    vector_push(&arguments, memory_strdup(invocation->arguments.data[i]));
  vector_push(&arguments, NULL);
  capture_environment(folder, &environment, kept);
  bool ran = capture_program(arguments.data, &environment, code, status);
  capture_environment_free(&environment);
  for (int i = 0; i < arguments.count; i++)
    free(arguments.data[i]);
  vector_free(&arguments);
  return ran;
}

bool run_capture(const Invocation *invocation, Status *status) {
  int code = 0;
  Text kept = {0};
  char *folder = make_folder(invocation, status);
  if (!folder) return false;
  bool ok = run_program(invocation, folder, &code, &kept, status);
  if (!ok) rmdir(folder); // nothing is in it
  ok = ok && open_captured(invocation, folder, code, &kept, status);
  if (ok) *invocation->program_exit = code;
  text_free(&kept);
  free(folder);
  return ok;
}
