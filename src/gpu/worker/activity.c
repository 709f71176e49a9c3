// CUPTI's activity API.
#include "gpu/worker/activity.h"

#include "base/arena.h"
#include "base/text.h"
#include "base/vector.h"
#include "gpu/toolkit/cupti.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_BYTES = 1 << 20 };

// What is read of a kernel's record is the same in every version of it since this one.
typedef CUpti_ActivityKernel9 KernelRecord;

typedef struct CuptiApi {
  CUPTI_ENTRIES(LIBRARY_ENTRY_FIELD)
} CuptiApi;

struct Activity {
  CuptiApi api;
  char *mark;
  pthread_mutex_t lock; // CUPTI hands over buffers on a thread of its own
  VECTOR(ActivityRecord) records, taken;
  size_t dropped;
};

// CUPTI's callbacks carry no pointer of ours, hence this one; set while an Activity lives.
static _Atomic(Activity *) current;

static const CUpti_ActivityKind kinds[] = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                                           CUPTI_ACTIVITY_KIND_MEMSET};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void CUPTIAPI buffer_wanted(uint8_t **buffer, size_t *bytes, size_t *most_records) {
  *buffer = aligned_alloc(8, BUFFER_BYTES);
  *bytes = *buffer ? BUFFER_BYTES : 0;
  *most_records = 0; // as many as fit
}

static void take_record(Activity *activity, const CUpti_Activity *record) {
  if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
    const KernelRecord *kernel = (const KernelRecord *)record;
    bool is_mark = kernel->name && text_equal(kernel->name, activity->mark);
    vector_push(&activity->records, (ActivityRecord){kernel->start, kernel->end, is_mark});
  } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
    const CUpti_ActivityMemcpy5 *copy = (const CUpti_ActivityMemcpy5 *)record;
    vector_push(&activity->records, (ActivityRecord){copy->start, copy->end, false});
  } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
    const CUpti_ActivityMemset4 *fill = (const CUpti_ActivityMemset4 *)record;
    vector_push(&activity->records, (ActivityRecord){fill->start, fill->end, false});
  }
}

static void CUPTIAPI buffer_done(CUcontext context, uint32_t stream, uint8_t *buffer, size_t bytes,
                                 size_t valid) {
  (void)context, (void)stream, (void)bytes;
  Activity *activity = atomic_load(&current);
  if (activity && valid) {
    pthread_mutex_lock(&activity->lock);
    CUpti_Activity *record = NULL;
    while (activity->api.cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS)
      take_record(activity, record);
    size_t dropped = 0;
    if (!activity->api.cuptiActivityGetNumDroppedRecords(NULL, 0, &dropped)) activity->dropped += dropped;
    pthread_mutex_unlock(&activity->lock);
  }
  free(buffer);
}

static bool activity_ok(const Activity *activity, CUptiResult code, const char *what, Status *status) {
  return cupti_ok(activity->api.cuptiGetResultString, code, what, status);
}

static bool load(CuptiApi *api, Status *status) {
#define ROW(name) LIBRARY_ENTRY_ROW(CuptiApi, name)
  static const LibraryEntry entries[] = {CUPTI_ENTRIES(ROW)};
#undef ROW
  void *handle = cupti_open(status);
  int count = sizeof entries / sizeof *entries;
  return handle && library_resolve(LIBRARY_CUPTI, handle, entries, count, api, status);
}

Activity *activity_start(const char *mark, Status *status) {
  CuptiApi api;
  if (!load(&api, status)) return NULL;
  Activity *activity = memory_alloc(sizeof *activity);
  activity->api = api;
  activity->mark = memory_strdup(mark);
  pthread_mutex_init(&activity->lock, NULL);
  atomic_store(&current, activity);
  CUptiResult code = api.cuptiActivityRegisterCallbacks(buffer_wanted, buffer_done);
  if (activity_ok(activity, code, "registering", status) && activity_enable(activity, true, status))
    return activity;
  activity_stop(activity);
  return NULL;
}

void activity_stop(Activity *activity) {
  if (!activity) return;
  activity_enable(activity, false, NULL);
  activity->api.cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  atomic_store(&current, NULL);
  pthread_mutex_destroy(&activity->lock);
  vector_free(&activity->records);
  vector_free(&activity->taken);
  free(activity->mark);
  free(activity);
}

bool activity_enable(Activity *activity, bool enabled, Status *status) {
  for (int i = 0; i < KINDS; i++) {
    CUptiResult code =
        (enabled ? activity->api.cuptiActivityEnable : activity->api.cuptiActivityDisable)(kinds[i]);
    if (!activity_ok(activity, code, enabled ? "recording" : "ending the recording", status)) return false;
  }
  return true;
}

static int by_start(const void *a, const void *b) {
  uint64_t x = ((const ActivityRecord *)a)->start, y = ((const ActivityRecord *)b)->start;
  return (x > y) - (x < y);
}

bool activity_take(Activity *activity, const ActivityRecord **records, int *count, Status *status) {
  CUptiResult code = activity->api.cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  pthread_mutex_lock(&activity->lock);
  vector_clear(&activity->taken);
  for (int i = 0; i < activity->records.count; i++)
    vector_push(&activity->taken, activity->records.data[i]);
  vector_clear(&activity->records);
  size_t dropped = activity->dropped;
  activity->dropped = 0;
  pthread_mutex_unlock(&activity->lock);
  if (activity->taken.count)
    qsort(activity->taken.data, (size_t)activity->taken.count, sizeof(ActivityRecord), by_start);
  *records = activity->taken.data;
  *count = activity->taken.count;
  if (dropped) return status_fail(status, STATUS_INTERNAL, "CUPTI lost %zu records", dropped);
  return activity_ok(activity, code, "flushing", status);
}
