// A database that `nsys export -t sqlite` writes: rows of its tables, and which op launched which kernel.
#pragma once

#include "session/profile/profile.h"

// A call of CUDA's interface by which the host launched a kernel.
typedef struct NsysCall {
  int launch;                   // of the profile
  int64_t process, correlation; // what it and its row of the host's calls have in common
  int64_t thread, at_ns;        // of the host; at_ns negative: the host's row was not recorded
} NsysCall;

// A range that PyTorch's emit_nvtx put around an op.
typedef struct NsysRange {
  const char *op; // "aten::mm"; in the profile's arena
  int64_t thread, begin_ns, end_ns;
} NsysRange;

typedef struct NsysHost {
  VECTOR(NsysCall) calls;
  VECTOR(NsysRange) ranges;
} NsysHost;

// Ready for nsys_add_host_call, once all calls are there.
void nsys_sort_calls(NsysHost *host);
// A row of the host's calls: those of `host` that it launched, if any, were at this time of this thread.
void nsys_add_host_call(NsysHost *host, int64_t process, int64_t correlation, int64_t thread, int64_t at_ns);
// Takes what an NVTX range says as the begin of an op: "aten::mm, op_id = 7". NULL: it is another range.
char *nsys_op_name(Arena *arena, const char *text);
// Names for each launch the innermost op that was open when the host launched it.
void nsys_name_ops(Profile *profile, NsysHost *host);
