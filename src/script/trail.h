// The trail of a script: every edit that it made, and what it asked about and was refused before each, so
// that the way to its plan can be walked again, forward and back.
#pragma once

#include "base/pack.h"
#include "base/vector.h"
#include "plan/plan.h"

typedef enum TrailKind {
  TRAIL_FUSE,        // the kernels of a and b; detail: by force
  TRAIL_CUT,         // a
  TRAIL_APART,       // the kernel of a: every op of it alone
  TRAIL_MOVE,        // a into the kernel of b
  TRAIL_RECOMPUTE,   // a in the kernel of b
  TRAIL_UNRECOMPUTE, // the same taken away
  TRAIL_PIN,         // a and b; detail: PinKind
  TRAIL_SCHEDULE,    // knob `detail` of the kernel of a to `value`
  TRAIL_RESET,
  TRAIL_WHOLE, // another plan as a whole, found by a search
} TrailKind;

typedef struct TrailEdit {
  TrailKind kind;
  int a, b; // ops; of a kernel its first
  int detail, value;
} TrailEdit;

// Something that was asked for, or tried, and is impossible.
typedef struct TrailRefusal {
  int a, b; // NO_OP: none
  ReasonCode code;
  char *text;
} TrailRefusal;

typedef struct TrailStep {
  TrailEdit edit;
  uint64_t serial; // of its recording: no other step of the trail has had it
  Plan *held;      // TRAIL_WHOLE: the plan, while it is recorded,
  char *plan;      // and as a plan file once it has been packed
  bool promised;   // the script had asked what this fusion would save:
  double saved_us;
  int64_t saved_dram_bytes;
  bool told; // a compiler made this step, and predicted for the producer and all its readers:
  double told_fused_us, told_apart_us; // NAN: nothing
  int asked, refused; // questions since the step before, and how many of them, and of edits, were refused
  int taken_back;     // edits since the step before that it tried and took back
  int first_refusal, refusal_count; // of Trail.refusals: the first few, different ones where there are
} TrailStep;

enum { TRAIL_STEPS = 20000, TRAIL_REFUSALS = 20000, TRAIL_REFUSALS_STEP = 6, TRAIL_PROMISES = 4096 };

typedef struct TrailPromise {
  int a, b; // a == b: nothing
  double saved_us;
  int64_t saved_dram_bytes;
} TrailPromise;

typedef struct Trail {
  Plan *start;             // the plan before the first step
  VECTOR(TrailStep) steps; // at most TRAIL_STEPS
  VECTOR(TrailRefusal) refusals;
  TrailStep after;                       // what was asked since the last step; no edit
  bool cut_short;                        // there were more steps
  uint64_t serials;                      // that were given out
  TrailPromise promises[TRAIL_PROMISES]; // of the last questions, by their ops
} Trail;

Trail *trail_new(const Plan *start);
void trail_clear(Trail *trail); // no steps
void trail_free(Trail *trail);  // NULL is allowed

// ---- Recording; a NULL trail records nothing.
void trail_asked(Trail *trail, int a, int b, const Reason *refusal); // refusal NULL: it is possible
void trail_promise(Trail *trail, int a, int b, double saved_us, int64_t saved_dram_bytes);
void trail_edit(Trail *trail, TrailEdit edit);
void trail_told(Trail *trail, double fused_us, double apart_us); // of the last edit, by a compiler
void trail_refused(Trail *trail, TrailEdit edit, const Reason *reason);
void trail_whole(Trail *trail, const Plan *plan);
int trail_mark(const Trail *trail);           // the place to go back to,
void trail_take_back(Trail *trail, int mark); // when the edits since are taken back
// A place that may lie off the way that was gone since.
typedef struct TrailPlace {
  int steps;       // before it; -1: no trail leads there
  uint64_t serial; // of the last of them
} TrailPlace;
TrailPlace trail_place(const Trail *trail);
// Goes back to the place, which led to `plan`. Where that is not possible, or when it would take back one of
// the first `floor` steps, the plan as a whole is a step.
void trail_go(Trail *trail, TrailPlace place, int floor, const Plan *plan);

// A way from a place to where the trail was when it was copied: to go it again without its edits being made
// again.
typedef struct TrailPiece {
  VECTOR(TrailStep) steps;
  VECTOR(TrailRefusal) refusals;
  TrailStep after;
  bool cut_short;
} TrailPiece;
void trail_piece_free(TrailPiece *piece);
TrailPiece trail_copy(const Trail *trail, int mark); // of NULL: none
// In the place of all since `mark`; the questions asked there stay asked. The piece is empty then.
void trail_put(Trail *trail, int mark, TrailPiece *piece);

// ---- For another process that has the same graph. Taking one replaces steps and refusals, and forgets the
// questions that led to them; false when it is none.
void trail_pack(const Trail *trail, Text *out); // NULL is allowed: it comes back to NULL
bool trail_unpack(Trail *trail, Unpack *from);

// ---- Walking. False when the edit is refused (the plan is not the one before the step).
bool trail_apply(const TrailStep *step, Plan *plan);
// "fuse mul, add" with the ops' names.
void trail_describe(const TrailStep *step, const Graph *graph, Text *out);
