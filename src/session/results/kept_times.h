// Times kept from one run of the program to the next: what was measured of kernels and of whole plans on the
// GPU, in one file a device under the user's state folder. A file that is broken, of
// another version or of another user counts as empty, and is set aside when times are kept again.
#pragma once

#include "base/hash.h"
#include "base/vector.h"
#include "cost/devices/device.h"
#include "gpu/worker/worker.h"
#include "kernel/cuda/emit.h"

enum { KEPT_TIMES_MOST = 2048 }; // of kernels in a file, and of plans, written or read: beyond, the oldest go

typedef struct KeptTime {
  uint64_t
      subject;   // what was measured: kernels of equal code have one time, see measure_kept.c; or plan_hash
  CodeName code; // of its code and launch, or of a plan's kernels' codes; empty: a library ran it
  char *name;    // for people: "row_cast_mul", "softmax, greedy"
  char *gpu;     // that it ran on: "NVIDIA H200"
  int64_t when;  // seconds since 1970
  Measured measured;
} KeptTime;

typedef struct KeptList {
  VECTOR(KeptTime) list; // one a subject
  HashMap index;         // by subject, into the list
} KeptList;

typedef struct KeptTimes {
  char *path, *device; // the file, and the name of the device that it is about
  char *problem;       // why what the file held is not here; NULL: all of it is
  int lock;            // on the file; -1: none
  KeptList kernels, plans;
} KeptTimes;

// Those of a device, as they are on disk.
KeptTimes *kept_times_open(const Device *device);
// The same, to be changed: until they are freed other processes wait with changes of theirs, so that none is
// lost. Where the lock cannot be had, that is logged and they are given without.
KeptTimes *kept_times_change(const Device *device);
void kept_times_unlock(KeptTimes *times); // they can still be looked at
void kept_times_free(KeptTimes *times);   // NULL is allowed
int kept_times_count(const KeptTimes *times);
KeptTime *kept_find(const KeptList *list, uint64_t subject); // NULL: none; valid until the next change
void kept_put(KeptList *list, const KeptTime *measured); // copied, in the place of the subject's older one
bool kept_times_save(KeptTimes *times, Status *status);
bool kept_times_forget(KeptTimes *times, Status *status); // all, on disk too

// "2026-11-21 17:05", in local time.
enum { KEPT_DATE_SIZE = 24 };
const char *kept_date(char out[KEPT_DATE_SIZE], int64_t when);

// { "device": "h200", "times": [ { "kernel": "row_add", "time_us": 62.5, "time_spread_us": 0.4,
//   "registers": 40, "gpu": "NVIDIA H200", "when": 1795280400 } ], "plans": [ { "plan": "softmax, greedy",
//   ... } ] }, newest first; and for people.
void kept_times_json(const KeptTimes *times, Text *out);
void kept_times_table(const KeptTimes *times, Text *out);
