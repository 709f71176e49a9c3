// What the worker's process holds, and its answers to requests. Used by main.c, answer.c
// and count.c only.
#pragma once

#include "gpu/measure/check.h"
#include "gpu/worker/channel.h"
#include "gpu/worker/total.h"

enum { WORKER_SLOTS = 2 }; // programs loaded at once: the one that is measured, and its reference

typedef struct WorkerState {
  Driver driver;
  bool open; // the driver is
  Service service;
  bool served; // the service is
  Blas *blas;
  Activity *activity;
  bool activity_tried;
  Status activity_problem; // why times come from events
  Sensors *sensors;        // NULL: not opened yet, or there are none
  bool sensors_tried;
  Runner *slots[WORKER_SLOTS];
} WorkerState;

// Answers one request: members of a reply into `json`, whose object is open. False with the reason: the
// request is refused.
typedef bool (*WorkerAnswer)(WorkerState *state, const Json *request, JsonWriter *json, Status *status);
// NULL when there is no such request.
WorkerAnswer worker_answer(const char *name);
bool worker_answer_count(WorkerState *state, const Json *request, JsonWriter *json, Status *status);

// The program that a request speaks of, by "slot", and its launches ["from", "to").
bool worker_runner(WorkerState *state, const Json *request, Runner **runner, Status *status);
bool worker_launches(const Runner *runner, const Json *request, int *from, int *to, Status *status);
void worker_state_close(WorkerState *state);
