// Looking at what may never answer, such as a library that waits in its constructor: each look is in a
// process of its own, all are at work at once, and one that is late is ended. Unlike the work of base/child.h
// it may do whatever the program may; libraries that it opens never come into this process.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum ChildLookEnd {
  LOOK_ANSWERED,
  LOOK_LATE,
  LOOK_DIED, // it crashed, or the system has no process or memory for it
} ChildLookEnd;

typedef struct ChildLook {
  void (*look)(void *context, void *found);
  void *context; // as it is when the looks begin
  void *found;   // `bytes` that the look begins with and changes; they come back when it answered
  size_t bytes;
  ChildLookEnd end; // set
} ChildLook;

// Takes no longer than `limit_s`, and a second to end those that are late. To be called where this process
// has no other thread.
void child_look(ChildLook *looks, int count, double limit_s);
