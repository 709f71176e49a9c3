// Preview: where ops would be if a candidate were made. The plan stays as it is.
#pragma once

#include "cost/candidates.h"

typedef struct PreviewOp {
  int op, home; // home: the kernel that it would be in, another than now
} PreviewOp;

typedef struct PreviewKernel {
  int kernel;
  int op_count, copy_count; // that it would have; no ops: it would be gone
  int first, last;          // of its home ops
} PreviewKernel;

// Zero-initialized: nothing is previewed.
typedef struct Preview {
  bool shown;
  Proposal proposal; // what the rest speaks of, when shown
  uint64_t version;  // of the plan
  double saved_us;
  VECTOR(PreviewOp) ops;         // ascending
  VECTOR(PreviewKernel) kernels; // that are touched
} Preview;

void preview_free(Preview *preview);
void preview_hide(Preview *preview);
// Shows what a possible candidate would make; cheap when it is shown already.
void preview_show(Preview *preview, Plan *plan, const Candidate *candidate);
// The kernel that an op is in, or would be.
int preview_home(const Preview *preview, const Plan *plan, int op);
// The first and last home op that a kernel has, or would have.
void preview_ends(const Preview *preview, const Plan *plan, int kernel, int *first, int *last);
// The op would be in another kernel: 1 with others that are there already, -1 in a new one; else 0.
int preview_move(const Preview *preview, const Plan *plan, int op);
// An op, or a copy of one, would join or leave the kernel.
bool preview_changes(const Preview *preview, const Plan *plan, int kernel);
