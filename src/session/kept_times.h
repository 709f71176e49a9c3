// Times kept from one run of the program to the next: what was measured of kernels on the GPU, in one file a
// device under the user's state folder. A file that is broken, or of another version, counts as empty.
#pragma once

#include "base/hash.h"
#include "base/vector.h"
#include "cost/device.h"
#include "gpu/worker.h"

enum { KEPT_TIMES_MOST = 2048 }; // in a file: beyond, the oldest go

// Whether the kernel's code is still the one that was measured: a newer program may write other code for it.
typedef enum KeptCode { CODE_NOT_COMPARED, CODE_SAME, CODE_OTHER } KeptCode;

typedef struct KeptTime {
  uint64_t kernel; // what was measured: kernels of equal code have one time, see measure_kept.c
  char code[33];   // hash_name of its code and launch; "": a library ran it
  char *name;      // for people: "row_cast_mul"
  char *gpu;       // that it ran on: "NVIDIA H200"
  int64_t when;    // seconds since 1970
  KeptCode agrees; // with the code of today
  Measured measured;
} KeptTime;

typedef struct KeptTimes {
  char *path, *device;   // the file, and the name of the device that it is about
  char *problem;         // why what the file held is not here; NULL: all of it is
  VECTOR(KeptTime) list; // one a kernel
  HashMap index;         // by kernel, into the list
} KeptTimes;

// Those of a device, as they are on disk.
KeptTimes *kept_times_open(const Device *device);
void kept_times_free(KeptTimes *times);                       // NULL is allowed
KeptTime *kept_times_find(KeptTimes *times, uint64_t kernel); // NULL: none; valid until the next change
void kept_times_put(KeptTimes *times,
                    const KeptTime *measured); // copied, in the place of the kernel's older one
bool kept_times_save(const KeptTimes *times, Status *status);
bool kept_times_forget(KeptTimes *times, Status *status); // all, on disk too

// "2026-11-21 17:05", in local time.
enum { KEPT_DATE_SIZE = 24 };
const char *kept_date(char out[KEPT_DATE_SIZE], int64_t when);

// { "device": "h200", "times": [ { "kernel": "row_add", "time_us": 62.5, "time_spread_us": 0.4,
//   "registers": 40, "gpu": "NVIDIA H200", "when": 1795280400 } ] }, newest first; and for people.
void kept_times_json(const KeptTimes *times, Text *out);
void kept_times_table(const KeptTimes *times, Text *out);
