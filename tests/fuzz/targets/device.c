// Device files: one that is taken is sane, can be written and read again, and estimates.
#include "../fuzz.h"

#include "cost/plan_cost.h"
#include "graph/read/read.h"

#include <math.h>
#include <string.h>

static const Graph *graph(void) {
  static Graph *made;
  Status status = {0};
  if (made) return made;
  char *path = fuzz_shipped("graphs/softmax.json");
  made = graph_open(path, NULL, NULL, &status);
  fuzz_check_ok(made, &status);
  free(path);
  return made;
}

static void check_again(const Device *device) {
  Status status = {0};
  Device again;
  Text first = {0}, second = {0};
  char *path = fuzz_path("again.json");
  device_write(device, "", NULL, 0, &first);
  fuzz_write("again.json", text_get(&first), first.length);
  fuzz_check_ok(device_load(path, &again, &status), &status);
  device_write(&again, "", NULL, 0, &second);
  if (!text_equal(text_get(&first), text_get(&second)))
    fuzz_fail("another device:\n%s\n%s", text_get(&first), text_get(&second));
  text_free(&first);
  text_free(&second);
  free(path);
}

static void estimate(const Device *device) {
  Status status = {0};
  Plan *plan = plan_new(graph(), &device->limits);
  Estimator *estimator = estimator_new(device, &status);
  fuzz_check_ok(estimator, &status);
  PlanTotal total = plan_total(estimator, plan);
  if (!(isfinite(total.time_us) && total.time_us >= 0)) fuzz_fail("a time of %g us", total.time_us);
  estimator_free(estimator);
  plan_free(plan);
}

bool fuzz_input(char *text, size_t length) {
  Status status = {0};
  Device device;
  char *path = fuzz_path("input.json");
  fuzz_write("input.json", text, length);
  bool taken = device_load(path, &device, &status);
  free(path);
  if (!taken) fuzz_check_refusal(&status);
  if (taken) {
    check_again(&device);
    estimate(&device);
  }
  return taken;
}
