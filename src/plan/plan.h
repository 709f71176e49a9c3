// The plan: for every non-view op its home kernel, plus recomputed copies, pins and schedule overrides.
//
// Kernel ids are slots 0 .. graph->op_count-1, stable across edits; a slot without ops is empty. A fresh plan
// has every op alone in the slot of its own index. Every successful edit is one undo entry; a refused edit
// changes nothing and says why.
#pragma once

#include "kernel/cuda/emit.h"
#include "kernel/lower/lower.h"
#include "kernel/template/schedule.h"

typedef struct Plan Plan;

enum { NO_KERNEL = -1 };

// A kernel writes those results of its home ops that are graph outputs (or shown by one), that belong to
// memory which an op writes into (mutation), or that a member of another kernel reads without having a copy
// of the op. A recomputed copy writes nothing. A kernel of which nobody needs anything (dead code in the
// graph) writes its last op's results and costs what it costs. But an op that nobody needs in its home kernel
// any more because every reader has a copy is moved by the edit into the first of the kernels with a copy; a
// kernel without ops is gone.
//
// An edit that changes what a kernel consists of drops its schedule overrides: they were chosen for other
// loops.

// Every op alone. `limits` (copied) decide which schedules fit. The graph must outlive the plan.
Plan *plan_new(const Graph *graph, const GpuLimits *limits);
Plan *plan_new_beside(const Plan *plan); // as plan_new, of the same graph, sooner
Plan *plan_copy(const Plan *plan);       // without undo history
// Bytes, about, that a copy made now would keep beside those that the plan and its other copies share.
size_t plan_copy_bytes(const Plan *plan);
// The plan, undo history included, over `graph`: the same ops by name and order, at other sizes or on another
// GPU. Steps of the history that lead to kernels which cannot be there are left out. NULL with the reason
// when the ops differ or a kernel of the plan cannot be.
Plan *plan_carry(const Plan *plan, const Graph *graph, const GpuLimits *limits, Status *status);
// One more holder of a plan that nobody edits any more: the plan itself. All holders are on one thread.
Plan *plan_share(Plan *plan);
void plan_free(Plan *plan); // one holder; NULL is allowed
const Graph *plan_graph(const Plan *plan);
const GpuLimits *plan_limits(const Plan *plan);

// What a kernel runs. Pointers stay valid until the next edit; questions (plan_can_..., plan_fused) leave
// them alone.
typedef struct PlanKernel {
  int id;
  const int *ops;    // home ops, ascending; recomputed copies are not among them
  int op_count;      // 0: empty slot
  const int *copies; // ops recomputed here, ascending
  int copy_count;
  ScheduleOverride override;
} PlanKernel;
int plan_slots(const Plan *plan); // graph->op_count
PlanKernel plan_kernel(const Plan *plan, int kernel);
// How many of a kernel's own ops are matrix products; the first of them, ascending, to `out`.
int plan_products(const Plan *plan, int kernel, int *out, int capacity);
int plan_home(const Plan *plan, int op); // NO_KERNEL for views
// The kernels that recompute op, ascending; valid until the next edit or question.
const int *plan_copied_in(const Plan *plan, int op, int *count);
bool plan_has_copy(const Plan *plan, int kernel, int op);
bool plan_runs(const Plan *plan, int kernel, int op); // as its own op or as a copy; no kernel runs none
int plan_kernel_count(const Plan *plan);              // non-empty
// Non-empty kernels in launch order: topological, ties by smallest op.
const int *plan_order(const Plan *plan, int *count);

// What lowering makes of a kernel, cached by content. `nest` is NULL for library kernels and for single ops
// that no template takes (reason LIBRARY, OPAQUE or UNSUPPORTED). Pointers stay valid until the next edit
// (see plan_hold).
typedef struct PlanLowered {
  const Nest *nest;
  Schedule schedule;
  LaunchShape launch;
  const PartSchedule *parts; // of a batch: what its parts have of the schedule; NULL: to be worked out
  Reason reason;             // NONE when nest is set
  const int *stored;         // values that it writes
  int stored_count;
  uint64_t content; // hash of ops, copies, stored values and overrides: unequal content, unequal hash (names
                    // this very kernel)
  uint64_t structure; // hash of nest, schedule: equal for kernels that emit equal code; 0 for library kernels
} PlanLowered;
const PlanLowered *plan_lowered(Plan *plan, int kernel); // NULL for an empty slot
// Keeps a lowered kernel beyond that, and beyond the plan itself, until it is released as often. Any thread
// may.
const PlanLowered *plan_hold(const PlanLowered *lowered);
void plan_release(const PlanLowered *lowered); // NULL is allowed
// For who goes through all kernels and keeps none: forgets lowered kernels once they take much memory, so
// that a plan of a million needs no more. What was not held is gone.
void plan_relieve(Plan *plan);
// Its canonical text: emitted when it is first asked for, and kept as long as the kernel is held. Any thread
// may ask. NULL: it cannot be emitted, or a library runs it.
const Emitted *plan_code(const PlanLowered *lowered, Status *status);
// The same kernel under another schedule, one that schedule_choose found for its nest. Stands on its own, as
// plan_hold says: release it.
const PlanLowered *plan_variant(const PlanLowered *lowered, const Schedule *schedule,
                                const GpuLimits *limits);

// What some home ops of a kernel (ascending) would be as a kernel, with the copies that they read, were its
// other ops in kernels of their own: as the rules schedule it. `nest` is NULL, with the reason, when they
// cannot be one. Valid as the answer of plan_fused.
const PlanLowered *plan_lowered_part(Plan *plan, int kernel, const int *ops, int count);

// Kernels that must run before (producers) or after it, ascending.
int plan_kernel_producers(const Plan *plan, int kernel, int *out, int capacity);
int plan_kernel_consumers(const Plan *plan, int kernel, int *out, int capacity);

// ---- Edits. `force` makes unwise-by-rule edits possible (NOT_TOGETHER), never impossible ones.
// All set *reason, to REASON_NONE when they succeed.
// Puts the kernels of ops a and b together (the merged kernel keeps the slot of the one with the smallest
// op).
bool plan_can_fuse(Plan *plan, int a, int b, bool force, Reason *reason);
bool plan_fuse(Plan *plan, int a, int b, bool force, Reason *reason);
// The kernels of all these ops as one: one loop nest, unless `force` allows several side by side in one
// launch.
bool plan_fuse_all(Plan *plan, const int *ops, int count, bool force, Reason *reason);
// The ops whose kernels plan_fuse_all may make one where plan_fuse cannot for two of them: a product, what
// makes weights of its rows, and the product of those (attention), with what counts their places. Returns how
// many were written, 0: a and b are no two of such kernels.
int plan_attention(const Plan *plan, int a, int b, int *out, int capacity);
enum { PLAN_SET = 16 }; // room for those of any
// What the bias of attention `op` is made of by arithmetic, numbers of places and look-ups: ops that its
// kernel may compute again, all at once (plan_recompute_all). Returns how many were written; 0: it has no
// such bias, or computes all of it already.
int plan_bias(const Plan *plan, int op, int *out, int capacity);
enum { PLAN_BIAS = 64 }; // room for those of any: with more ops it counts as made of none
// What the fused kernel would be, without changing the plan (as plan_can_fuse, from the same cache); NULL
// with the reason. Valid until the next edit or the next question of any kind.
const PlanLowered *plan_fused(Plan *plan, int a, int b, bool force, Reason *reason);
// Takes op out of its kernel: alone when what stays behind is legal, else together with what hangs on it (its
// descendants in the kernel). Copies that the leaving ops read go with them; those that nothing reads any
// more go away.
bool plan_can_cut(Plan *plan, int op, Reason *reason);
bool plan_cut(Plan *plan, int op, Reason *reason);
// Takes these ops of a kernel, some but not all, into a kernel of their own.
bool plan_split(Plan *plan, const int *ops, int count, Reason *reason);
// Every op of a kernel alone, and nothing computed again in it: one edit, which lowers nothing in between.
bool plan_take_apart(Plan *plan, int kernel, Reason *reason);
// The matrix products of a kernel, each into one of its own, which a library runs, without copies; what is
// left stays one kernel. The way back from several products in one kernel, of which none may leave alone, and
// from matrices that are computed again, of which none may be loaded alone.
bool plan_free_products(Plan *plan, int kernel, Reason *reason);
// What cutting would leave, without changing the plan: the kernel that the op would be in, and the rest of
// its old one (NULL when copies elsewhere make it superfluous). False with the reason. Valid as the answer of
// plan_fused.
bool plan_cut_parts(Plan *plan, int op, const PlanLowered **leaving, const PlanLowered **staying,
                    Reason *reason);
// A copy of op in `kernel`, which reads it (its result need not be loaded there; ops that it reads which are
// views or already there are used; others become loads). The result is stored no more when every reader has a
// copy.
bool plan_can_recompute(Plan *plan, int op, int kernel, Reason *reason);
bool plan_recompute(Plan *plan, int op, int kernel, Reason *reason);
// Copies of all these ops, or of none; of each something there reads it, be it another of them. What lies in
// between need not be legal, and is not lowered. In the kernel of a matrix product, too: what both of its
// matrices are made of, which it then reads.
bool plan_recompute_all(Plan *plan, const int *ops, int count, int kernel, Reason *reason);
bool plan_unrecompute(Plan *plan, int op, int kernel, Reason *reason);
// Moves one op into another kernel or into an empty slot (fuse of a cut op, as one edit).
bool plan_can_move(Plan *plan, int op, int kernel, Reason *reason);
bool plan_move(Plan *plan, int op, int kernel, Reason *reason);
bool plan_schedule(Plan *plan, int kernel, Knob knob, int value,
                   Reason *reason); // value -1 removes the override
bool plan_reset(
    Plan *plan); // every op alone; pins stay, and kernels whose ops a pin keeps together, without copies
// Everything, pins and kernel ids included, as in `from`, a plan of the same graph (false: it is another).
// One undo entry of that name.
bool plan_replace(Plan *plan, const Plan *from, const char *label);

typedef enum PinKind { PIN_TOGETHER, PIN_APART } PinKind;
typedef struct Pin {
  PinKind kind;
  int a, b; // ops, a < b
} Pin;
bool plan_pin(Plan *plan, PinKind kind, int a, int b,
              Reason *reason); // adding a pin that the plan breaks is refused
bool plan_unpin(Plan *plan, int a, int b, Reason *reason);
const Pin *plan_pins(const Plan *plan, int *count);

// Several edits as one undo entry: begin ... commit, or rollback to the begin. Nests. No undo or redo inside.
void plan_begin(Plan *plan);
void plan_commit(Plan *plan);
void plan_rollback(Plan *plan);
// A trial: edits after plan_trial_begin are made for looking at and all taken back by plan_trial_end, as if
// they had never been: version, stamps, hash, undo and redo history stay as they were. Does not nest, and
// knows no undo or redo; not inside plan_begin.
void plan_trial_begin(Plan *plan);
void plan_trial_end(Plan *plan);
// Inside a trial: the kernels that its edits may have changed, in no order; writes at most `capacity`,
// returns how many there are.
int plan_trial_kernels(const Plan *plan, int *out, int capacity);
// The edits of the one group that is open are made for good: a rollback leads here. Nothing happens inside
// another group, or a trial. For a plan whose history nobody will ask for, so that it does not grow.
void plan_settle(Plan *plan);
bool plan_is_open(const Plan *plan); // between a begin and its end
bool plan_undo(Plan *plan);
bool plan_redo(Plan *plan);
// The plan as it is becomes the one that undo cannot go behind: what a session starts from. Not inside
// plan_begin.
void plan_forget_edits(Plan *plan);
int plan_undo_depth(const Plan *plan);
const char *plan_undo_label(const Plan *plan);  // "fuse mul, add"; NULL when there is nothing to undo
void plan_label(Plan *plan, const char *label); // renames the newest undo entry ("heuristic greedy")
uint64_t plan_hash(
    const Plan *plan); // of partition, copies, overrides and pins; independent of history and slots
// The same for a plan wherever plan_carry takes it; plans of unlike graphs may share one.
uint64_t plan_partition_hash(const Plan *plan);
// Of a kernel slot: another number, one that no slot had before, whenever what it runs or stores may have
// changed. 0: it never had an op.
uint64_t plan_stamp(const Plan *plan, int kernel);
uint64_t plan_version(const Plan *plan); // grows with every change: cheap staleness check
// For who keeps something about every kernel: the slots whose stamps have changed, one after another, some
// more than once. How many there were since this was first asked; begin by looking at all slots.
uint64_t plan_changes(Plan *plan);
int plan_changed(const Plan *plan, uint64_t change); // the slot of one; NO_KERNEL: it is too long ago
// Every op placed, kernel graph acyclic, copies and pins respected; false with a sentence. For tests.
bool plan_verify(Plan *plan, Status *status);
