// The environment of a captured program.
#include "base/arena.h"
#include "base/file.h"
#include "cli/capture.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char **find(Environment *environment, const char *name) {
  size_t length = strlen(name);
  for (int i = 0; i + 1 < environment->count; i++)
    if (!strncmp(environment->data[i], name, length) && environment->data[i][length] == '=')
      return &environment->data[i];
  return NULL;
}

static const char *value_of(Environment *environment, const char *name) {
  char **entry = find(environment, name);
  return entry ? *entry + strlen(name) + 1 : NULL;
}

static void set(Environment *environment, const char *name, const char *value) {
  Text text = {0};
  char **entry = find(environment, name);
  text_printf(&text, "%s=%s", name, value);
  if (entry) {
    free(*entry);
    *entry = text_take(&text);
    return;
  }
  vector_push(environment, NULL);
  environment->data[environment->count - 2] = text_take(&text);
}

static void tell_kept(Environment *environment, const char *name, Text *kept) {
  text_printf(kept, "%s%s=%s", kept->length ? ", " : "", name, value_of(environment, name));
}

static void set_path(Environment *environment, const char *name, const char *folder, const char *below,
                     Text *kept) {
  char *path = file_join(folder, below);
  if (find(environment, name))
    tell_kept(environment, name, kept);
  else
    set(environment, name, path);
  free(path);
}

// Behind what is there, between them `mark`.
static void append(Environment *environment, const char *name, const char *mark, const char *more) {
  Text text = {0};
  const char *before = value_of(environment, name);
  text_printf(&text, "%s%s%s", before ? before : "", before && *before ? mark : "", more);
  set(environment, name, text_get(&text));
  text_free(&text);
}

// Debug folders, provenance and the log of the scheduler; caches would give code without any of these.
static void add_torch(Environment *environment, const char *folder, Text *kept) {
  set(environment, "TORCH_COMPILE_DEBUG", "1");
  set(environment, "TORCH_COMPILE_DEBUG_DIR", folder);
  set(environment, "INDUCTOR_PROVENANCE", "1");
  set(environment, "TORCHINDUCTOR_FORCE_DISABLE_CACHES", "1");
  append(environment, "TORCH_LOGS", ",", "fusion,loop_ordering");
  set_path(environment, "TORCH_LOGS_OUT", folder, "torch_logs.txt", kept);
  set_path(environment, "TORCH_TRACE", folder, "trace", kept);
}

// XLA takes blanks in a value between quotes, between double ones with backslashes before what ends it.
static void add_quoted(Text *text, const char *value) {
  bool plain = !strchr(value, '\'');
  text_add(text, plain ? "'" : "\"");
  for (; *value; value++)
    text_printf(text, "%s%c", !plain && strchr("\"\\", *value) ? "\\" : "", *value);
  text_add(text, plain ? "'" : "\"");
}

// The modules of XLA, and its record of fusing; somebody's own place for them stays.
static void add_xla(Environment *environment, const char *folder, Text *kept) {
  const char *flags = value_of(environment, "XLA_FLAGS");
  Text more = {0};
  if (flags && strstr(flags, "--xla_dump_to")) {
    tell_kept(environment, "XLA_FLAGS", kept);
  } else {
    char *modules = file_join(folder, "xla");
    text_add(&more, "--xla_dump_to=");
    add_quoted(&more, modules);
    text_add(&more, " --xla_dump_hlo_as_text");
    free(modules);
  }
  if (!flags || !strstr(flags, "--xla_dump_hlo_pass_re"))
    text_printf(&more, "%s--xla_dump_hlo_pass_re=priority-fusion", more.length ? " " : "");
  if (more.length) append(environment, "XLA_FLAGS", " ", text_get(&more));
  text_free(&more);
  set(environment, "JAX_ENABLE_COMPILATION_CACHE", "false");
}

void capture_environment(const char *folder, Environment *out, Text *kept) {
  *out = (Environment){0};
  for (char **entry = environ; *entry; entry++)
    vector_push(out, memory_strdup(*entry));
  vector_push(out, NULL);
  add_torch(out, folder, kept);
  add_xla(out, folder, kept);
}

void capture_environment_free(Environment *environment) {
  for (int i = 0; i < environment->count; i++)
    free(environment->data[i]);
  vector_free(environment);
}
