// What a lesson is about at a step: a plan, the sizes and the device that it is for.
#pragma once

#include "script/script.h"

typedef struct LessonState {
  char *plan, *device;
  Text packed;        // the plan with its kernels' ids, as plan_pack has it; empty: it was read from a file
  SizeBinding *sizes; // all of the graph's
  int size_count;
} LessonState;

LessonState *lesson_state_of(Session *session); // as it is now
// What was kept of one, of strings that may hold anything.
LessonState *lesson_state_new(const char *plan, const char *device, const SizeBinding *sizes, int size_count);
void lesson_state_free(LessonState *state);                              // NULL is allowed
bool lesson_state_is_set_up(const LessonState *state, Session *session); // its sizes and its device
bool lesson_state_is(const LessonState *state, Session *session);        // and its plan
// The session, which is set up so, takes the plan; one undo entry. Fails when the graph is another one now.
bool lesson_state_take(const LessonState *state, Session *session, Status *status);

// A plan to look at. What the session has is borrowed where it is the same.
typedef struct LessonGround {
  const Graph *graph;
  const Device *device;
  Plan *plan;
  Estimator *estimator;
  bool elsewhere; // the session's plan, sizes or device are others
  // Owned, where they are not the session's.
  Graph *own_graph;
  Device own_device;
  Plan *own_plan;
  Estimator *own_estimator;
} LessonGround;

// Of the state; of the session as it is when there is none (NULL).
bool lesson_ground_open(LessonGround *ground, const LessonState *state, Session *session, Status *status);
void lesson_ground_close(LessonGround *ground);
