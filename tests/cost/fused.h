// A graph as one kernel, and its estimate on an H200.
#pragma once

#include "../kernel/check.h"
#include "fixture.h"

static Fixture open_fused(const char *parameters, const char *body) {
  Fixture opened = open_graph_plan(check_graph(parameters, body));
  fuse_all(&opened);
  return opened;
}

static const Estimate *estimate_of(Fixture *opened) {
  CheckSet set = check_all(opened->graph);
  return estimator_kernel(opened->estimator, opened->plan, plan_home(opened->plan, set.ops[0]));
}
