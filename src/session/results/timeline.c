// A plan over time, see timeline.h.
#include "session/results/timeline.h"

#include "base/memory.h"
#include "cost/model/replay.h"
#include "session/results/profiled.h"

#include <stdlib.h>

static void add_measured(Session *session, TimelineLaunch *launch, Timeline *timeline) {
  MeasuredView view = session_measured(session, launch->kernel);
  launch->timed = view.state == RESULT_DONE && view.measured && view.measured->ok;
  launch->measured_start_us = timeline->end_us;
  launch->measured_us = launch->timed ? view.measured->time_us : 0;
  timeline->end_us += launch->timed ? launch->measured_us : launch->estimate_us;
  if (!launch->timed) return;
  timeline->timed++;
  timeline->measured_us += launch->measured_us;
  timeline->timed_estimate_us += launch->estimate_us;
}

static void add_profiled(Session *session, TimelineLaunch *launch, Timeline *timeline) {
  ProfiledView view = session_profiled(session, launch->kernel);
  launch->profiled = view.known && view.time_us >= 0;
  if (!launch->profiled) return;
  launch->profile_us = view.time_us;
  launch->profile_start_us = view.start_us;
  launch->stream = view.stream;
  timeline->profiled++;
  timeline->profile_us += view.time_us;
}

static void add_launch(Session *session, TimelineLaunch *launch, Timeline *timeline) {
  const Estimate *estimate =
      estimator_kernel(session_estimator(session), session_plan(session), launch->kernel);
  launch->start_us = timeline->estimate_us;
  launch->estimate_us = estimate->time_us;
  launch->launch_us = estimate->pipe_us[LIMIT_LAUNCH];
  timeline->estimate_us += launch->estimate_us;
  timeline->launch_us += launch->launch_us;
  add_measured(session, launch, timeline);
  add_profiled(session, launch, timeline);
  replay_launch(timeline->replay, session_plan(session), launch->kernel, estimate);
  timeline->not_run += estimate->not_run;
  if (!estimate->not_run) replay_launch(timeline->run, session_plan(session), launch->kernel, estimate);
}

static void finish(Timeline *timeline) {
  for (int i = 0; i < timeline->count; i++) {
    const TimelineLaunch *launch = &timeline->launches[i];
    double end = launch->profiled ? launch->profile_start_us + launch->profile_us : 0;
    if (end > timeline->end_us) timeline->end_us = end;
  }
  timeline->replay_us = replay_us(timeline->replay);
  timeline->run_us = replay_us(timeline->run);
  replay_free(timeline->replay);
  replay_free(timeline->run);
  timeline->replay = timeline->run = NULL;
}

Timeline timeline_begin(Session *session) {
  Timeline timeline = {.replay = replay_new(session_device(session), session_graph(session)),
                       .run = replay_new(session_device(session), session_graph(session))};
  plan_order(session_plan(session), &timeline.count);
  timeline.launches = memory_alloc(((size_t)timeline.count + 1) * sizeof *timeline.launches);
  return timeline;
}

bool timeline_work(Timeline *timeline, Session *session, int most) {
  if (!timeline->replay) return true;
  const int *order = plan_order(session_plan(session), &(int){0});
  for (; timeline->known < timeline->count; timeline->known++) {
    if (most-- == 0) return false;
    timeline->launches[timeline->known].kernel = order[timeline->known];
    add_launch(session, &timeline->launches[timeline->known], timeline);
  }
  finish(timeline);
  return true;
}

Timeline timeline_new(Session *session) {
  Timeline timeline = timeline_begin(session);
  timeline_work(&timeline, session, -1);
  return timeline;
}

void timeline_free(Timeline *timeline) {
  replay_free(timeline->replay);
  replay_free(timeline->run);
  free(timeline->launches);
  *timeline = (Timeline){0};
}
