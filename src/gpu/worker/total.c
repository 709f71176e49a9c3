// Capturing a program into a CUDA graph and timing its replays.
#include "gpu/worker/total.h"

typedef struct Replay {
  Driver *driver;
  CUgraphExec graph;
} Replay;

static bool enqueue_all(const Runner *runner, Status *status) {
  for (int i = 0; i < runner->program.launch_count; i++)
    if (!runner->launches[i].problem.code && !runner_launch(runner, i, status)) return false;
  return true;
}

static bool capture(const Runner *runner, CUgraphExec *out, Status *status) {
  Driver *driver = runner->driver;
  CUgraph graph = NULL;
  CUresult code = driver->api.cuStreamBeginCapture(driver->stream, CU_STREAM_CAPTURE_MODE_RELAXED);
  if (!driver_ok(driver, code, "capturing a CUDA graph", status)) return false;
  bool good = enqueue_all(runner, status);
  code = driver->api.cuStreamEndCapture(driver->stream, &graph); // also ends a capture that failed
  good = good && driver_ok(driver, code, "capturing a CUDA graph", status);
  if (good) {
    code = driver->api.cuGraphInstantiateWithFlags(out, graph, 0);
    good = driver_ok(driver, code, "making a CUDA graph", status);
  }
  if (graph) driver->api.cuGraphDestroy(graph);
  return good;
}

static bool replay(void *context, Status *status) {
  const Replay *r = context;
  return driver_ok(r->driver, r->driver->api.cuGraphLaunch(r->graph, r->driver->stream),
                   "replaying a CUDA graph", status);
}

bool total_measure(const Timer *timer, const Runner *runner, TimingPlan plan, Timing *timing,
                   Status *status) {
  Replay context = {.driver = runner->driver};
  if (!capture(runner, &context.graph, status)) return false;
  Timer by_events = *timer;
  by_events.activity = NULL;
  bool good = timing_measure(&by_events, replay, &context, plan, timing, status);
  runner->driver->api.cuGraphExecDestroy(context.graph);
  return good;
}
