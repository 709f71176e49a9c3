// A profile: what a profiler saw of a program's kernels, whatever file it wrote. Times are of the program as
// it ran, not of kernels alone: a session shows them beside its own and never mixes them.
#pragma once

#include "base/arena.h"
#include "base/status.h"
#include "base/vector.h"

#include <stdint.h>

typedef struct Profile Profile;

// One kernel that ran; copies of memory are left out. What the file does not say is negative or NULL.
typedef struct ProfileLaunch {
  const char *name;   // of the kernel
  const char *op;     // PyTorch's op that launched it: "aten::mm"
  const char *source; // stem of the file that the kernel's source is in, by which Inductor keeps it
  int64_t call;       // the same for all launches of one call of that op
  int device, stream;
  double start_us;        // since the profile's beginning
  double time_us;         // how long it took
  int registers;          // of a thread
  double dram_read_bytes; // of the whole launch
  double dram_write_bytes;
  double occupancy;  // achieved, 0 to 1
  double dram_share; // of the most that DRAM moves, 0 to 1
} ProfileLaunch;

typedef VECTOR(ProfileLaunch) ProfileLaunches;

struct Profile {
  Arena *arena;             // of its texts
  const char *file;         // where it was read from
  const char *kind;         // "Kineto trace", "nsys trace", "ncu report"
  ProfileLaunches launches; // by device, then by start where all are known, else as in the file
};

// A trace of torch.profiler (export_chrome_trace) or jax.profiler (*.trace.json), also .gz, the database of
// `nsys export -t sqlite`, the CSV of `nsys stats -r cuda_gpu_trace` or of `ncu --csv` (either page). NULL
// with the place of a mistake, or with what to write of a file that is none of these.
Profile *profile_read(const char *path, Status *status);
// The same of a text or of what is packed by gzip, with a zero byte behind it; `file` is for messages.
Profile *profile_read_text(const char *file, const char *text, size_t length, Status *status);
void profile_free(Profile *profile); // NULL is allowed
ProfileLaunch profile_launch(void);  // of which nothing is known

// ---- For the readers: fill `profile`, or fail.
bool profile_read_kineto(Profile *profile, const char *text, size_t length, Status *status);
bool profile_read_csv(Profile *profile, const char *text, size_t length, Status *status);
// Fails with STATUS_MISSING where fusebox is built without SQLite.
bool profile_read_nsys(Profile *profile, const char *text, size_t length, Status *status);
bool profile_is_csv(const char *text, size_t length);
