// The worker as the session sees it: a process, and what is known of its GPU.
#include "gpu/worker/worker.h"

#include "base/arena.h"
#include "gpu/worker/handle.h"

#include <stdio.h>
#include <stdlib.h>

static const double probe_limit_s = 60; // a cold driver takes seconds

Worker *worker_new(Compiler *compiler) {
  Worker *worker = memory_alloc(sizeof *worker);
  worker->compiler = compiler;
  return worker;
}

void worker_free(Worker *worker) {
  if (!worker) return;
  process_stop(&worker->process);
  free(worker);
}

void worker_end_with(Worker *worker, const Task *task) {
  worker->process.task = task;
}

bool worker_cancelled(const Worker *worker, Status *status) {
  return process_cancelled(&worker->process, status);
}

static void read_info(const JsonNode *reply, GpuInfo *info) {
  *info = (GpuInfo){.arch = (int)json_integer(json_get(reply, "arch"), 0),
                    .sms = (int)json_integer(json_get(reply, "sms"), 0),
                    .memory_bytes = json_integer(json_get(reply, "memory"), 0),
                    .l2_bytes = json_integer(json_get(reply, "l2"), 0),
                    .driver_version = (int)json_integer(json_get(reply, "driver"), 0),
                    .cupti = json_bool(json_get(reply, "cupti"), false)};
  snprintf(info->name, sizeof info->name, "%s", json_string(json_get(reply, "name"), ""));
  snprintf(info->cupti_problem, sizeof info->cupti_problem, "%s",
           json_string(json_get(reply, "cupti_problem"), ""));
}

bool worker_probe(Worker *worker, GpuInfo *info, Status *status) {
  Json *reply = NULL;
  Text request = {0};
  text_add(&request, "{\"do\":\"probe\"}");
  WorkerOutcome outcome = process_request(&worker->process, &request, probe_limit_s, &reply, status);
  text_free(&request);
  if (outcome != WORKER_ANSWERED) return false;
  read_info(json_root(reply), info);
  json_free(reply);
  return true;
}

void measure_report_free(MeasureReport *report) {
  free(report->kernels);
  *report = (MeasureReport){0};
}
