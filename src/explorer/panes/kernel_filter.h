// Filters of the kernel table: words, all of which must hold.
//   time>5  regs>=64  dram<1M  err>20    a figure against a number (k, M, G: decimal); what is not known yet
//                                        passes no such word
//   row  lib  spill  latency  K13  exp   a template, a state, a binding limit, a kernel, or a part of the
//   name
//                                        or the kind of one of its ops
//   !spill                               not
#pragma once

#include "explorer/panes/kernel_figures.h"

//        name     what it is
#define FILTER_FIELDS(X) \
  X(time, "estimated time, microseconds") \
  X(meas, "measured time, microseconds") \
  X(prof, "profiled time, microseconds") \
  X(err, "how far the estimate is off, percent of it") \
  X(regs, "estimated registers") \
  X(nvcc, "compiled registers") \
  X(ops, "ops") \
  X(dram, "estimated DRAM bytes") \
  X(read, "bytes read") \
  X(write, "bytes written") \
  X(loads, "loads of one thread") \
  X(stores, "stores of one thread") \
  X(occ, "estimated occupancy, percent") \
  X(spill, "bytes that a thread spills, as compiled, else as estimated")

// An empty filter takes every kernel. `plan` is the one that the figures are of.
bool kernel_filter_matches(const char *filter, Plan *plan, const KernelFigures *figures);
// What is wrong with a filter (a field or number that there is not); false when nothing is.
bool kernel_filter_problem(const char *filter, Text *out);
