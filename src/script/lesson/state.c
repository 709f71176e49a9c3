// A plan with its sizes and its device: taken from a session, given back to it, or looked at beside it.
#include "script/lesson/state.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

LessonState *lesson_state_new(const char *plan, const char *device, const SizeBinding *sizes,
                              int size_count) {
  LessonState *state = memory_alloc(sizeof *state);
  state->plan = memory_strdup(plan);
  state->device = memory_strdup(device);
  state->sizes = memory_alloc(sizeof *state->sizes * ((size_t)size_count + 1));
  for (int i = 0; i < size_count; i++)
    state->sizes[i] = (SizeBinding){memory_strdup(sizes[i].name), sizes[i].value};
  state->size_count = size_count;
  return state;
}

LessonState *lesson_state_of(Session *session) {
  const Graph *graph = session_graph(session);
  SizeBinding *sizes = memory_alloc(sizeof *sizes * ((size_t)graph->size_count + 1));
  for (int i = 0; i < graph->size_count; i++)
    sizes[i] = (SizeBinding){graph->sizes[i].name, graph->sizes[i].value};
  Text plan = {0};
  plan_write(session_plan(session), NULL, &plan);
  LessonState *state =
      lesson_state_new(text_get(&plan), session_device(session)->name, sizes, graph->size_count);
  plan_pack(session_plan(session), &state->packed);
  text_free(&plan);
  free(sizes);
  return state;
}

void lesson_state_free(LessonState *state) {
  if (!state) return;
  for (int i = 0; i < state->size_count; i++)
    free((char *)(uintptr_t)state->sizes[i].name);
  free(state->sizes);
  text_free(&state->packed);
  free(state->plan);
  free(state->device);
  free(state);
}

static bool has_sizes(const LessonState *state, const Graph *graph) {
  for (int i = 0; i < graph->size_count; i++)
    for (int j = 0; j < state->size_count; j++)
      if (text_equal(graph->sizes[i].name, state->sizes[j].name) &&
          graph->sizes[i].value != state->sizes[j].value)
        return false;
  return true;
}

static bool has_device(const LessonState *state, Session *session) {
  return text_equal(state->device, session_device(session)->name);
}

bool lesson_state_is_set_up(const LessonState *state, Session *session) {
  return has_sizes(state, session_graph(session)) && has_device(state, session);
}

static bool has_plan(const LessonState *state, Session *session) {
  Text plan = {0};
  plan_write(session_plan(session), NULL, &plan);
  bool same = text_equal(text_get(&plan), state->plan);
  text_free(&plan);
  return same;
}

bool lesson_state_is(const LessonState *state, Session *session) {
  return lesson_state_is_set_up(state, session) && has_plan(state, session);
}

static bool take_plan(const LessonState *state, Plan *plan, Status *status) {
  Unpack packed = unpack_begin(text_get(&state->packed), state->packed.length);
  if (state->packed.length && plan_unpack(plan, "the step's plan", &packed)) return true;
  return plan_parse(plan, "the step's plan", state->plan, strlen(state->plan), status);
}

bool lesson_state_take(const LessonState *state, Session *session, Status *status) {
  if (!take_plan(state, session_plan(session), status)) return false;
  session_set_origin(session, &(PlanOrigin){"hand", "lesson", ""});
  return true;
}

// ---- Beside the session.

static bool open_graph(LessonGround *ground, const LessonState *state, Session *session, Status *status) {
  ground->graph = session_graph(session);
  if (has_sizes(state, ground->graph)) return true;
  ReadOptions options = {.sizes = state->sizes, .size_count = state->size_count};
  ground->graph = ground->own_graph = graph_open(session_path(session), &options, NULL, status);
  return ground->graph != NULL;
}

static bool open_device(LessonGround *ground, const LessonState *state, Session *session, Status *status) {
  ground->device = session_device(session);
  ground->estimator = session_estimator(session);
  if (has_device(state, session)) return true;
  if (!device_choose(state->device, &ground->own_device, status)) return false;
  ground->device = &ground->own_device;
  ground->own_estimator = estimator_new_by(estimator_model(ground->estimator), ground->device, status);
  ground->estimator = ground->own_estimator;
  return ground->estimator != NULL;
}

static bool open_plan(LessonGround *ground, const LessonState *state, Status *status) {
  ground->plan = ground->own_plan = plan_new(ground->graph, &ground->device->limits);
  return take_plan(state, ground->plan, status);
}

bool lesson_ground_open(LessonGround *ground, const LessonState *state, Session *session, Status *status) {
  *ground = (LessonGround){.graph = session_graph(session),
                           .device = session_device(session),
                           .plan = session_plan(session),
                           .estimator = session_estimator(session)};
  if (!state || lesson_state_is(state, session)) return true;
  ground->elsewhere = true;
  if (open_graph(ground, state, session, status) && open_device(ground, state, session, status) &&
      open_plan(ground, state, status))
    return true;
  lesson_ground_close(ground);
  return false;
}

void lesson_ground_close(LessonGround *ground) {
  plan_free(ground->own_plan);
  estimator_free(ground->own_estimator);
  graph_free(ground->own_graph);
  *ground = (LessonGround){0};
}
