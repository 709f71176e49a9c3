// Times of earlier runs in a session. A time belongs to a kernel's code: kernels of equal structure have one,
// and it is only shown where the emitter still writes what was measured. What a library runs is known by its
// place in its graph.
#include "base/log.h"
#include "session/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

enum { LAUNCHES_LEAST = 20 }; // fewer say too little of the spread

bool measure_is_kept(const MeasureOptions *options) {
  bool enough = options->launches == 0 || options->launches >= LAUNCHES_LEAST;
  return enough && !options->dirty_cache && !options->generated_only;
}

static uint64_t name_kernel(const PlanLowered *lowered) {
  return lowered->nest ? lowered->structure : lowered->content;
}

static void name_code(const Emitted *emitted, int register_cap, char out[33]) {
  const LaunchShape *launch = &emitted->launch;
  Text text = {0};
  text_printf(&text, "%" PRId64 " %d %d %d %" PRId64 " %d\n%s", launch->grid, launch->cluster,
              launch->threads, launch->ahead_bytes, launch->workspace_bytes, register_cap, emitted->source);
  hash_name(out, text_get(&text), text.length);
  text_free(&text);
}

// ---- Showing.

void session_times_open(Session *session) {
  if (!session->keep_times) return;
  kept_times_free(session->times);
  session->times = kept_times_open(&session->device);
  const char *problem = session->times->problem;
  if (problem) log_message(LOG_WARNING, "the times of earlier runs are not shown: %s", problem);
}

static KeptCode compare_code(const Session *session, const PlanLowered *lowered, const char *code) {
  static const EmitOptions options = {.annotate = false};
  Emitted emitted;
  char today[33];
  if (!lowered->nest) return CODE_SAME;
  if (!kernel_emit(lowered->nest, &lowered->schedule, &session->device.limits, &options, &emitted, NULL))
    return CODE_OTHER;
  name_code(&emitted, lowered->schedule.knob[KNOB_registers], today);
  emitted_free(&emitted);
  return text_equal(code, today) ? CODE_SAME : CODE_OTHER;
}

const KeptTime *session_kept_time(Session *session, const PlanLowered *lowered) {
  if (!session->times) return NULL;
  KeptTime *kept = kept_times_find(session->times, name_kernel(lowered));
  if (!kept) return NULL;
  if (kept->agrees == CODE_NOT_COMPARED) kept->agrees = compare_code(session, lowered, kept->code);
  return kept->agrees == CODE_SAME ? kept : NULL;
}

int session_kept_times(const Session *session) {
  return session->times ? session->times->list.count : 0;
}

const char *session_kept_problem(const Session *session) {
  return session->times ? session->times->problem : NULL;
}

bool session_forget_times(Session *session, Status *status) {
  if (!session->times) return status_fail(status, STATUS_INPUT, "no times are kept here");
  if (!kept_times_forget(session->times, status)) return false;
  for (int i = 0; i < session->measures.count; i++) {
    MeasureEntry *entry = session->measures.data[i];
    if (entry->kept_at && entry->state == RESULT_DONE) entry->state = RESULT_NONE;
  }
  return true;
}

// ---- Keeping.

static void put_launch(KeptTimes *times, const Launch *launch, const char *gpu, const Measured *measured) {
  char name[KERNEL_NAME_SIZE];
  const Matmul *product = &launch->matmul;
  KeptTime kept = {.kernel = name_kernel(launch->lowered),
                   .name = name,
                   .gpu = (char *)gpu,
                   .when = (int64_t)time(NULL),
                   .agrees = CODE_SAME,
                   .measured = *measured};
  if (launch->kind == LAUNCH_KERNEL) {
    snprintf(name, sizeof name, "%s", launch->emitted.name);
    name_code(&launch->emitted, launch->lowered->schedule.knob[KNOB_registers], kept.code);
  } else {
    snprintf(name, sizeof name, "matmul %" PRId64 "x%" PRId64 "x%" PRId64, product->m, product->n,
             product->k);
  }
  kept_times_put(times, &kept);
}

// What another process keeps in the meantime may be lost: it is measured again then.
KeptTimes *measure_keep(const Device *device, const char *gpu, const Program *program,
                        const Measured *measured, int count) {
  KeptTimes *times = kept_times_open(device);
  Status status = {0};
  for (int i = 0; i < count && i < program->launch_count; i++)
    if (measured[i].ok && measured[i].time_us > 0)
      put_launch(times, &program->launches[i], gpu, &measured[i]);
  if (!kept_times_save(times, &status)) log_message(LOG_WARNING, "%s", status.message);
  return times;
}
