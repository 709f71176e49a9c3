// Children (base/child.h) that answer one request after another, for work that is long in getting ready. Each
// thread that asks has one to itself; one that fails, or is stopped, is replaced by the next request.
#pragma once

#include "base/child.h"

typedef struct ChildPool ChildPool; // thread-safe

typedef struct ChildService {
  // In the child: what it adds to `answer` goes back.
  void (*answer)(const void *context, const char *request, size_t length, Text *answer);
  const void *context;
  ChildLimits limits; // of processor time: for each request; of memory: of all that a child keeps
} ChildService;

// Children begin with the memory that the process has when they are first needed.
ChildPool *child_pool_new(const ChildService *service);
void child_pool_free(ChildPool *pool); // when nobody asks; NULL is allowed

// `who` is for messages: "the compiler". As child_run otherwise, but that work which is to stop is ended at
// once, and that nothing is added to `answer` on failure.
bool child_pool_ask(ChildPool *pool, const char *who, const Text *request, const atomic_int *stop,
                    Text *answer, Status *status);
int child_pool_starts(ChildPool *pool); // children that were started so far
