// The worker as the session sees it: a process, and what is known of its GPU.
#include "gpu/worker/worker.h"

#include "base/arena.h"
#include "gpu/worker/handle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// -1: it cannot be one.
static int64_t read_figure(const JsonNode *reply, const char *key, int64_t most) {
  const JsonNode *node = json_get(reply, key);
  int64_t figure = json_integer(node, node ? -1 : 0);
  return figure <= most ? figure : -1;
}

static bool read_info(const JsonNode *reply, GpuInfo *info, Status *status) {
  enum { ARCH_MOST = 999, SMS_MOST = 1 << 16, DRIVER_MOST = 1000000 };
  *info = (GpuInfo){.arch = (int)read_figure(reply, "arch", ARCH_MOST),
                    .sms = (int)read_figure(reply, "sms", SMS_MOST),
                    .memory_bytes = read_figure(reply, "memory", INT64_MAX),
                    .l2_bytes = read_figure(reply, "l2", INT64_MAX),
                    .driver_version = (int)read_figure(reply, "driver", DRIVER_MOST),
                    .cupti = json_bool(json_get(reply, "cupti"), false)};
  snprintf(info->name, sizeof info->name, "%s", json_string(json_get(reply, "name"), ""));
  const char *uuid = json_string(json_get(reply, "uuid"), "");
  if (strspn(uuid, "GPU-0123456789abcdef") == strlen(uuid)) // it becomes part of a file's name
    snprintf(info->uuid, sizeof info->uuid, "%s", uuid);
  snprintf(info->cupti_problem, sizeof info->cupti_problem, "%s",
           json_string(json_get(reply, "cupti_problem"), ""));
  return (info->arch > 0 && info->sms > 0 && info->memory_bytes >= 0 && info->l2_bytes >= 0 &&
          info->driver_version >= 0) ||
         status_fail(status, STATUS_INTERNAL, "the GPU worker told figures of the GPU that cannot be");
}

bool worker_probe(Worker *worker, GpuInfo *info, Status *status) {
  Json *reply = NULL;
  Text request = {0};
  text_add(&request, "{\"do\":\"probe\"}");
  WorkerOutcome outcome = process_request(&worker->process, &request, probe_limit_s, &reply, status);
  text_free(&request);
  if (outcome != WORKER_ANSWERED) return false;
  bool good = read_info(json_root(reply), info, status);
  json_free(reply);
  return good;
}

void measure_report_free(MeasureReport *report) {
  free(report->kernels);
  free(report->samples_us);
  *report = (MeasureReport){0};
}
