// Machine code as text: the toolkit's own disassembler, run on a file.
#include "base/arena.h"
#include "base/file.h"
#include "gpu/toolkit/compile.h"
#include "gpu/toolkit/library.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct Tool {
  const char *name;
  const char *options[3]; // before the file's name
} Tool;

// nvdisasm understands one cubin; cuobjdump wraps it and is found in toolkits without it. The former also
// says which line of the source an instruction is there for, where the cubin tells.
static const Tool tools[] = {
    {"nvdisasm", {"-c", "-gi", NULL}},
    {"cuobjdump", {"-sass", NULL}},
};

static bool read_all(int descriptor, Text *out) {
  char part[65536];
  ssize_t got;
  while ((got = read(descriptor, part, sizeof part)) > 0 || (got < 0 && errno == EINTR))
    if (got > 0) text_add_bytes(out, part, (size_t)got);
  return got == 0;
}

// Starts the program with its output (and errors) into `pipe_end`; its process id, or -1.
static pid_t start(const char *program, const Tool *tool, const char *file, int pipe_end) {
  char *arguments[6] = {(char *)program};
  int count = 1;
  for (int i = 0; i < 3 && tool->options[i]; i++)
    arguments[count++] = (char *)tool->options[i];
  arguments[count] = (char *)file;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe_end, STDERR_FILENO);
  pid_t child = -1;
  if (posix_spawn(&child, program, &actions, NULL, arguments, environ)) child = -1;
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

static bool run(const char *program, const Tool *tool, const char *file, Text *out, Status *status) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return status_fail(status, STATUS_INTERNAL, "no pipe: %s", strerror(errno));
  pid_t child = start(program, tool, file, ends[1]);
  close(ends[1]);
  Text said = {0};
  bool good = child > 0 && read_all(ends[0], &said);
  close(ends[0]);
  int code = -1;
  if (child > 0 && waitpid(child, &code, 0) < 0) code = -1;
  good = good && WIFEXITED(code) && WEXITSTATUS(code) == 0;
  if (good)
    text_add_bytes(out, said.data ? said.data : "", said.length);
  else
    status_fail(status, STATUS_INTERNAL, "%s failed: %.300s", program, text_get(&said));
  text_free(&said);
  return good;
}

static const Tool *find_tool(char **program) {
  for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
    if ((*program = library_tool(tools[i].name))) return &tools[i];
  return NULL;
}

// A temporary file with the bytes; the path is to be removed and freed.
static char *write_temporary(const void *bytes, size_t length, Status *status) {
  const char *folder = getenv("TMPDIR");
  char *path = file_join(folder && *folder ? folder : "/tmp", "fusebox-XXXXXX");
  int descriptor = mkostemp(path, O_CLOEXEC);
  if (descriptor >= 0) close(descriptor);
  if (descriptor >= 0 && file_write(path, bytes, length, status)) return path;
  if (descriptor < 0)
    status_fail(status, STATUS_INTERNAL, "%s: %s", path, strerror(errno));
  else
    unlink(path);
  free(path);
  return NULL;
}

bool compiler_sass(const void *cubin, size_t bytes, Text *out, Status *status) {
  char *program = NULL;
  const Tool *tool = find_tool(&program);
  if (!tool)
    return status_fail(
        status, STATUS_MISSING,
        "machine code needs nvdisasm or cuobjdump of a CUDA Toolkit, and there is neither: see the PTX");
  char *path = write_temporary(cubin, bytes, status);
  bool good = path && run(program, tool, path, out, status);
  if (path) unlink(path);
  free(path);
  free(program);
  return good;
}
