// A graph as one nest, and the schedule that the rules choose for it on an H200.
#pragma once

#include "check.h"

#include "h200.h"
#include "kernel/code/tree.h"

typedef struct Subject {
  Graph *graph;
  Nest *nest;
} Subject;

static inline Subject subject_new(const char *parameters, const char *body) {
  Subject subject = {check_graph(parameters, body), NULL};
  CheckSet set = check_all(subject.graph);
  Reason reason;
  subject.nest = check_lower(subject.graph, &set, &reason);
  if (!subject.nest) fail_msg("%s", reason.text);
  return subject;
}

static inline void subject_free(Subject *subject) {
  nest_free(subject->nest);
  graph_free(subject->graph);
}

// How often its code executes a step.
static inline StepExecution execution_of(const Subject *subject, const Schedule *schedule, int step) {
  LaunchShape launch = schedule_launch(subject->nest, schedule, &h200_limits);
  KernelCode code;
  StepExecution executions[64];
  assert_true(subject->nest->step_count <= 64 && code_make(subject->nest, schedule, &launch, &code));
  code_executions(&code, executions);
  code_free(&code);
  return executions[step];
}

static inline Schedule choose(const Subject *subject, const ScheduleOverride *overrides) {
  Schedule schedule;
  Reason reason = {0};
  if (!schedule_choose(subject->nest, &h200_limits, overrides, &schedule, &reason))
    fail_msg("%s", reason.text);
  return schedule;
}
