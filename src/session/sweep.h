// A sweep: what the session's plan costs, by estimate, at many values of one of the graph's sizes.
#pragma once

#include "base/vector.h"
#include "session/setup.h"

typedef struct SweepCost {
  double time_us;
  int64_t dram_bytes;
} SweepCost;

typedef struct SweepPoint {
  int64_t size;
  bool ok;
  PlanTotal total;    // ok
  SweepCost *kernels; // ok: at each kernel's smallest op, which an equal plan has, too, whatever its ids
  char *reason;       // else: why the graph or the plan cannot be at this size
} SweepPoint;

typedef struct Sweep {
  char *name;                // of the size
  VECTOR(int64_t) sizes;     // ascending
  VECTOR(SweepPoint) points; // of the first of them, as far as they were asked about
} Sweep;

// The powers of two from `least` to `most` with the sizes one below and one above each, and both ends; when
// there are not more than `dense` sizes in all, every one. False with the reason: an empty range.
bool sweep_open(Sweep *sweep, const char *name, int64_t least, int64_t most, int dense, Status *status);
void sweep_free(Sweep *sweep);
// Asks about the next size; false when all are known.
bool sweep_ask(Sweep *sweep, Session *session);
bool sweep_complete(const Sweep *sweep);
// DRAM bytes over time, GB/s; 0 for a point that cannot be or takes no time.
double sweep_bandwidth(const SweepPoint *point);
double sweep_kernel_bandwidth(const SweepCost *kernel);
// { "size": "rows", "points": [ { "rows": 1024, "time_us": ..., ... } ] }
void sweep_json(const Sweep *sweep, Text *out);
void sweep_table(const Sweep *sweep, Text *out); // for people
