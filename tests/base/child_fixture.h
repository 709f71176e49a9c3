// Work that is done in a process of its own, and how it is asked for.
#pragma once

#include "base/arena.h"
#include "base/child.h"

#include "test.h"

#include <string.h>

static const ChildLimits usual = {
    .cpu_seconds = 20, .memory_bytes = (size_t)512 << 20, .answer_bytes = 1 << 20};

static inline bool run(void (*work)(Child *child, void *context), void *context, ChildLimits limits,
                       Text *answer, Status *status) {
  ChildRun how = {.work = work, .context = context, .who = "the test", .limits = limits};
  *status = (Status){0};
  return child_run(&how, answer, status);
}

static inline void say(Child *child, const char *text) {
  child_answer(child, text, strlen(text));
}

// Fails with that sentence, after which the parent goes on.
static inline void assert_ends(void (*work)(Child *child, void *context), ChildLimits limits,
                               const char *part) {
  Text answer = {0};
  Status status;
  assert_false(run(work, NULL, limits, &answer, &status));
  if (!strstr(status.message, part)) fail_msg("\"%s\" is not in: %s", part, status.message);
  text_free(&answer);
}

static inline void loop(Child *child, void *context) {
  (void)child, (void)context;
  for (volatile unsigned i = 0;; i++)
    continue;
}
