// The inside of a plan, for this layer's own files.
//
// Three things are kept up to date by the primitive changes (edit/change.c) and never by anything else: where
// every op is, the hash, and an order of the slots in which every kernel comes after those that it needs
// (order/order.c). What a kernel stores and what it is lowered to are worked out when asked for and forgotten
// when something that they depend on changes.
#pragma once

#include "base/hash.h"
#include "base/json.h"
#include "base/vector.h"
#include "plan/file/plan_file.h"
#include "plan/order/ready_set.h"

#include <stdatomic.h>

typedef VECTOR(int) Integers;

// Ascending lists without repetition.
bool integers_contain(const Integers *list, int item);
void integers_insert(Integers *list, int item);         // nothing when it is there
void integers_remove(Integers *list, int item);         // nothing when it is absent
void integers_copy(Integers *to, const Integers *from); // `to` is replaced

// Lists by index, packed: list i is item[start[i]] .. item[start[i + 1] - 1].
typedef struct Adjacency {
  int *start, *item;
} Adjacency;
typedef struct Span {
  const int *item;
  int count;
} Span;
Span adjacency_get(const Adjacency *adjacency, int index);

// One kernel id.
typedef struct Slot {
  Integers ops, copies;
  ScheduleOverride override;
  uint64_t sum; // of the hashes of ops, copies and overrides: the order of insertion does not matter
} Slot;

// What a plan consists of lies in chunks that it shares with its copies, on whatever threads they are: a
// chunk with several holders is never written. So a copy costs a word a chunk, and each side pays for what it
// changes. Chunk i speaks of the indexes from i * CHUNK_SIZE (ORDER_SIZE) on.
enum { CHUNK_BITS = 7, CHUNK_SIZE = 1 << CHUNK_BITS, ORDER_BITS = 10, ORDER_SIZE = 1 << ORDER_BITS };
typedef struct Chunk {
  atomic_int holders;
  int home[CHUNK_SIZE];           // op -> slot; NO_KERNEL for views
  Integers copied_in[CHUNK_SIZE]; // op -> slots with a copy of it, ascending
  uint64_t stamp[CHUNK_SIZE];     // slot -> when what it runs or stores may last have changed
  Slot slots[CHUNK_SIZE];
} Chunk;
typedef struct OrderChunk {
  atomic_int holders;
  int position[ORDER_SIZE]; // slot -> place in the order; a permutation
  int at[ORDER_SIZE];       // place -> slot
} OrderChunk;

typedef struct Partition {
  Chunk **chunk;
  OrderChunk **order;
  int chunk_count, order_count;
  int kernel_count;
  uint64_t stamps; // that were given out
  uint64_t hash_sum;
} Partition;

// What plans ask of the graph over and over, worked out once and shared by a plan and its copies, on whatever
// threads they are.
typedef struct PlanTables {
  atomic_int plans;        // that share them
  Adjacency readers;       // value that is no view -> non-view ops that read it, through views too; ascending
  Adjacency reads;         // non-view op -> the values, views followed, that it reads; ascending
  Adjacency before, after; // op -> ops that must run before (after) it by Graph.order, whatever the data flow
  bool *kept;      // value: must be in memory in the end: a graph output, shown by one, or memory that an op
                   // writes into
  Partition alone; // every op alone
} PlanTables;
PlanTables *tables_new(const Graph *graph); // of one plan
PlanTables *tables_share(PlanTables *tables);
void tables_release(PlanTables *tables); // freed with the last plan

// What a plan has worked out about a slot: its own, whoever shares the chunk.
typedef struct SlotWork {
  const PlanLowered *lowered; // NULL: not worked out since the last change that matters
  bool touched, affected;     // is in the plan's list of that name
  bool stale;                 // is in that of the launch order
  bool aside;                 // is in Plan.saved
} SlotWork;

typedef enum ChangeKind {
  CHANGE_MOVE,   // op `subject` from kernel `from` to kernel `to`
  CHANGE_COPY,   // a copy of op `subject` in kernel `to`
  CHANGE_UNCOPY, // the copy of op `subject` in kernel `to` goes
  CHANGE_KNOB,   // knob `detail` of kernel `subject` from value `from` to `to`; -1 is unset
  CHANGE_PIN,    // pin of kind `detail` between ops `from` and `to`
  CHANGE_UNPIN,
} ChangeKind;

typedef struct PlanChange {
  ChangeKind kind;
  int subject, from, to, detail;
} PlanChange;

enum { LABEL_SIZE = 80 };

typedef struct UndoEntry {
  int first, count; // of Plan.journal
  char label[LABEL_SIZE];
} UndoEntry;

// A question (plan_can_...) tries the edit out and takes it back; the slots that it touches are kept aside
// meanwhile, so that lists which callers hold stay as they are.
typedef struct SavedSlot {
  int kernel;
  Slot slot;
  const PlanLowered *lowered;
  uint64_t stamp;
} SavedSlot;

// The last slots whose stamps changed; see plan_changed.c.
enum { CHANGED_KEPT = 1 << 12 };
typedef struct ChangedSlots {
  int *slot; // change i at i % CHANGED_KEPT; NULL: nobody has asked
  uint64_t count;
  uint64_t trial_version; // of the plan, when somebody last looked inside the trial, or it began
} ChangedSlots;

// Lowered kernels by content.
typedef struct LoweredCache {
  HashMap index; // content -> position in `entries`
  VECTOR(PlanLowered *) entries;
  size_t bytes; // about
  size_t limit; // beyond which (and a fixed part) what no kernel uses is dropped, see lowered_trim
} LoweredCache;

// What the rules chose for nests of one structure: equal kernels of repeated layers are scheduled once.
typedef struct Chosen {
  Schedule schedule;
  LaunchShape launch;
  uint64_t structure; // as in PlanLowered
} Chosen;
typedef struct ChosenCache {
  HashMap index; // structure and override -> position in `entries`
  VECTOR(Chosen) entries;
} ChosenCache;

typedef struct Nests Nests; // see plan_nests.c

// What plan_fused has found; see plan_memo.c.
typedef struct PairAnswer {
  uint64_t stamp[2];          // of both kernels, when they were asked about
  uint64_t version;           // of the plan in which this was last seen to hold
  const PlanLowered *lowered; // of one of the plan's caches; NULL: refused
  int refusal;                // position in PairMemo.refusals
} PairAnswer;

typedef struct PairMemo {
  HashMap index; // ops and force -> position in `answers`
  VECTOR(PairAnswer) answers;
  VECTOR(Reason) refusals;
} PairMemo;

// The launch order, and what mending it around an edit needs (order/mend.c). Arrays are NULL until it is
// asked for; they stay from one search to the next, as large arrays that came from the system each time would
// cost more than the search.
typedef struct LaunchOrder {
  Integers kernels; // the order
  bool known;       // but for what `stale` brings
  Integers stale;   // slots that launch_stale named since: those with SlotWork.stale
  int *place;       // slot -> index in `kernels`; not of empty slots
  int *ready;       // slot -> how many kernels are launched before it can be
  int *first;       // slot -> smallest op
  int *mark;        // slot -> search that launched it last
  int stamp;        // of the last search
  Integers window;  // what a search launched
  Integers near;
  ReadySet can_run; // smallest ops of the kernels that may run next; empty between searches
  // Of the search through the whole plan:
  Integers consumers; // of all kernels, slot after slot
  int *start;         // slot -> where its consumers begin; one more for the end
  int *waiting;       // slot -> producers that have not been launched
} LaunchOrder;

// Memory of searches through the kernel graph, reused. Arrays are NULL until the first search.
typedef struct Scratch {
  int *mark, *parent; // per slot: search that last met it; where it came from
  int stamp;
  Integers queue, near, path;
  int *near_mark; // per slot: list that last named it
  int near_stamp;
  int *needed_by; // per value: place, among its readers, of the one that was found to load it last
  LaunchOrder launch;
} Scratch;

struct Plan {
  const Graph *graph;
  GpuLimits limits;
  PlanTables *tables;
  atomic_int sharers; // holders beside the first
  int op_count;
  Partition partition;
  SlotWork **work; // per chunk its slots'; NULL until it is written
  // Chunks that were shared when this plan changed them: callers may hold their lists until the next edit.
  VECTOR(Chunk *) replaced;
  VECTOR(Pin) pins; // ascending by a, b
  uint64_t version;

  VECTOR(PlanChange) journal; // changes of undo entries, then those of the open groups
  VECTOR(UndoEntry) entries;
  int done;                     // entries before this are undoable, the rest redoable
  Integers groups;              // journal lengths at each open plan_begin and edit
  Integers group_counts;        // group_edits at each open plan_begin
  int group_edits;              // edits since the outermost plan_begin
  char group_label[LABEL_SIZE]; // of the first of them

  Integers touched;  // kernels whose ops or copies changed in the running edit
  Integers affected; // touched, and those whose stored values may have changed
  bool asking;       // a question, or a trial: what changes is kept aside
  bool question;     // the running edit is one: it is taken back whether it is legal or not
  bool trial;        // between plan_trial_begin and plan_trial_end
  uint64_t asked_version;
  VECTOR(SavedSlot) saved;
  ChangedSlots changed;

  LoweredCache lowered, probes; // of the plan's kernels; of kernels that were only asked about
  ChosenCache chosen;
  ScheduleMemo *parts; // of batches' parts; NULL: none yet
  Nests *nests;        // NULL: none yet
  PairMemo memo;
  Scratch *scratch;
};

// ---- plan_chunks.c
Partition partition_new(int op_count); // no op has a home, the order is that of the slots
Partition partition_share(const Partition *partition);
size_t partition_share_bytes(const Partition *partition); // as plan_copy_bytes
void partition_release(Partition *partition);
// The chunk that has `index`, of this plan alone: to be written.
Chunk *chunk_own(Plan *plan, int index);
OrderChunk *chunk_own_order(Plan *plan, int index);
void chunks_forget_replaced(Plan *plan);     // at an edit
SlotWork *slot_work(Plan *plan, int kernel); // to be written
// All are valid until the plan changes.
static inline const Chunk *chunk_of(const Plan *plan, int index) {
  return plan->partition.chunk[index >> CHUNK_BITS];
}
static inline int home_of(const Plan *plan, int op) {
  return chunk_of(plan, op)->home[op % CHUNK_SIZE];
}
static inline const Integers *copied_in(const Plan *plan, int op) {
  return &chunk_of(plan, op)->copied_in[op % CHUNK_SIZE];
}
static inline const Slot *slot_of(const Plan *plan, int kernel) {
  return &chunk_of(plan, kernel)->slots[kernel % CHUNK_SIZE];
}
static inline uint64_t stamp_of(const Plan *plan, int kernel) {
  return chunk_of(plan, kernel)->stamp[kernel % CHUNK_SIZE];
}
static inline int position_of(const Plan *plan, int slot) {
  return plan->partition.order[slot >> ORDER_BITS]->position[slot % ORDER_SIZE];
}
static inline int slot_at(const Plan *plan, int place) {
  return plan->partition.order[place >> ORDER_BITS]->at[place % ORDER_SIZE];
}
static inline SlotWork slot_worked(const Plan *plan, int kernel) {
  const SlotWork *work = plan->work[kernel >> CHUNK_BITS];
  return work ? work[kernel % CHUNK_SIZE] : (SlotWork){0};
}

// ---- plan.c
// As plan_copy, over a graph of the same ops.
Plan *plan_copy_onto(const Plan *plan, const Graph *graph, const GpuLimits *limits);

// ---- edit/change.c
void change_apply(Plan *plan, PlanChange change);  // and into the journal
void change_place(Plan *plan, int op, int kernel); // of a fresh plan: no edit, not in the journal
void change_move(Plan *plan, int op, int kernel);
void change_copy(Plan *plan, int op, int kernel);
void change_uncopy(Plan *plan, int op, int kernel);
void change_drop_override(Plan *plan, int kernel);
uint64_t slot_member_hash(int op, bool copy);                  // what an op of a kernel adds to Slot.sum
uint64_t slot_override_hash(const ScheduleOverride *override); // what it adds to Slot.sum
// Runs the changes of the journal from the end down to `first`, undone, and shortens it.
void change_rewind(Plan *plan, int first);
void change_replay(Plan *plan, const PlanChange *change, bool backwards); // without the journal
Slot *slot_touch(Plan *plan, int kernel); // a slot that is about to change: forgets what it was lowered to

// ---- edit/edit.c: an edit is opened, changes are applied, and it is closed: kept, or taken back.
void edit_open(Plan *plan, bool asking);
// Whether the plan with the changes made is one: order, pins, every affected kernel can be lowered.
bool edit_legal(Plan *plan, Reason *reason);
bool edit_close(Plan *plan, bool keep, const char *format, ...)
    __attribute__((format(printf, 3, 4))); // returns keep
void edit_restore(Plan *plan);             // puts what was kept aside back
void edit_clear_lists(Plan *plan);
void edit_prune_copies(Plan *plan, int kernel); // those that nothing in the kernel reads any more
// Within an edit: every op into the slot of its own index, copies and overrides gone. keep_pinned: ops of a
// kernel that a pin keeps together stay together, in the slot of their smallest.
void plan_scatter(Plan *plan, bool keep_pinned);
int slot_find_free(const Plan *plan, const Integers *wanted); // an empty one: an op's own when it can be

// ---- plan_replace.c
// As plan_replace of the same graph, from what need not be a legal plan: false, and nothing has changed, when
// it is none.
bool plan_replace_checked(Plan *plan, const Plan *from, const char *label);

// ---- plan_carry.c
bool plan_kernel_legal(Plan *plan, int kernel, Status *status); // when it has several ops, it can be one
void plan_drop_edits_before(Plan *plan, int first);             // of the undo history, with their changes
void plan_drop_edits_from(Plan *plan, int end);

// ---- file/write.c
void plan_origin_write(const PlanOrigin *origin, JsonWriter *writer); // into the object that is open

// ---- file/history.c
typedef struct History History;                                  // a copy for a file
History *history_copy(const Plan *plan, const PlanNames *names); // NULL: there is nothing to write
void history_free(History *history);                             // NULL is allowed
// Into the object that is open; `plan`: the plan as it was when the copy was made.
void history_write(const History *history, const Plan *plan, JsonWriter *writer);
PlanOrigin plan_origin_copy(const PlanOrigin *origin); // with strings of its own
void plan_origin_free(PlanOrigin *origin);

// ---- edit/edges.c
bool slot_has(const Plan *plan, int kernel, int op); // as home op or copy
bool slot_is_empty(const Plan *plan, int kernel);
// Neighbours of a kernel, each once, in Scratch.near, in no order; valid until the next call.
const Integers *edges_producers(const Plan *plan, int kernel);
const Integers *edges_consumers(const Plan *plan, int kernel);
// Does a member of `kernel` read a result of `op`?
bool edges_reads_op(const Plan *plan, int kernel, int op);
// An op of `from` and an op of `to` that makes `to` depend on `from`.
bool edges_between(const Plan *plan, int from, int to, int *producer, int *consumer);
// Some value is loaded by both.
bool edges_share_input(const Plan *plan, int a, int b);

// ---- order/order.c
bool order_holds(const Plan *plan); // every kernel after those that it needs
// A path from `from` to `to` through other kernels, given position[from] < position[to]; leaves it in
// Scratch.path (kernels, both ends in).
bool order_path(Plan *plan, int from, int to);
// Puts the slots right after changes to the `touched` kernels; false when the kernel graph has a cycle, which
// is then in Scratch.path.
bool order_repair(Plan *plan);
void order_swap(Plan *plan, int a, int b);
void order_place_after(Plan *plan, int slot, int other);

// ---- order/launch.c
// Topological, ties by smallest op; into `out` (kernel_count entries). False when there is a cycle. `ready`:
// NULL, or as in LaunchOrder.
bool launch_order(const Plan *plan, Integers *out, int *ready);
void launch_free(LaunchOrder *launch);
void launch_stale(Plan *plan, int kernel); // its ops or copies change, or kernels that it has to wait for

// ---- order/mend.c
// Brings the order up to date by a search where it changes; false when that is not worth it, or there is a
// cycle: then it has to be made anew.
bool launch_mend(const Plan *plan);

// ---- plan_store.c
// Values that the merged kernel a + b writes (a == b: that one kernel), ascending.
void plan_stored_values(const Plan *plan, int a, int b, Integers *out);
// The same for the home ops `members` of a kernel, were all its others in kernels of their own.
void plan_stored_of_part(const Plan *plan, int kernel, const Integers *members, Integers *out);
bool plan_stores_op(const Plan *plan, int op); // someone outside its kernel needs a result of it

// ---- plan_lowered.c
void lowered_cache_free(LoweredCache *cache);
void lowered_trim(Plan *plan);
void chosen_free(ChosenCache *cache);
const PlanLowered *lowered_pair(Plan *plan, int a, int b); // of a and b merged, without their overrides

// ---- plan_changed.c
void changed_note(Plan *plan, int kernel); // its stamp changes
void changed_end_trial(Plan *plan);        // before the slots kept aside are put back

// ---- plan_nests.c
Nest *nests_lower(Plan *plan, const KernelSet *set, Reason *reason); // as kernel_lower of the plan's graph
void nests_free(Plan *plan);

// ---- plan_memo.c
// What is known of the kernels of two ops (no views), as they are; NULL: nothing. Valid until the next edit
// or question.
PairAnswer *memo_find(Plan *plan, int a, int b, bool force);
void memo_add(Plan *plan, int a, int b, bool force, const PlanLowered *lowered, const Reason *reason);
void memo_clear(Plan *plan); // before anything that the caches hold is freed

// ---- edit/legal.c: sentences
bool legal_op(const Plan *plan, int op, Reason *reason);         // op is the index of an op that is no view
bool legal_kernel(const Plan *plan, int kernel, Reason *reason); // kernel is a slot with ops
// Members that a fused kernel may have; with `force` matrix products, too.
bool legal_fusing(const Plan *plan, int kernel, bool force, Reason *reason);
bool legal_class(const Plan *plan, int op, Reason *reason); // false for ops that are always alone
bool legal_pins(const Plan *plan, Reason *reason);
bool legal_merged_pins(const Plan *plan, int a, int b, Reason *reason);
bool legal_cycle(const Plan *plan, Reason *reason); // tells Scratch.path; returns false
const char *plan_op_name(const Plan *plan, int op);
