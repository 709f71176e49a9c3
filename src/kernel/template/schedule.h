// Schedules: the template and its knobs, chosen by stated rules from sizes, alignment and the GPU's limits;
// each knob can be overridden.
#pragma once

#include "kernel/nest/nest.h"
#include "kernel/nest/reason.h"
#include "kernel/template/limits.h"

// All templates, each the global `template_NAME` in a file of its name; template.h says what a template is.
// From the general to the special: of those that take a nest the last has it.
#define TEMPLATES(X) X(map) X(row) X(column) X(full) X(mixed) X(tile) X(scan) X(gemm) X(batch) X(attention)

#define X(name) +1
enum { TEMPLATE_COUNT = 0 TEMPLATES(X) };
#undef X

typedef struct Template Template;
// In the order of the table, by which models and tables of figures count them. NULL beyond its end.
const Template *template_at(int index);
int template_index(const Template *template);
const Template *template_find(const char *name);     // NULL: there is none of that name
const char *template_name(const Template *template); // of NULL "library": no template, a library call
// Does a block work on `rows` kept indices at once, so that more of them leave fewer threads for each?
bool template_trades_rows(const Template *template);
// Can knobs easily drive its registers over the most that a thread may have?
bool template_spills_soon(const Template *template);

//        field       former   unit        least most   help; `former`: a name that files and people still use
#define KNOBS(X) \
  X(vector, "", "elements", 1, 16, \
    "elements of the fast dim that one access moves; 16 bytes is the most a thread can ask for") \
  X(threads, "", "threads", 32, 1024, "threads of a block") \
  X(rows, "", "rows", 1, 1024, \
    "kept indices (rows) that a block works on at once; of a tile its height, where 1 means no tile; " \
    "of a map the places of repeated inputs whose loads its slots share, where 1 means none") \
  X(unroll, "", "vectors", 1, 64, "vectors that a thread handles in one go (loads in flight)") \
  X(persistent, "", "form", 0, 2, \
    "0: each pass reads the row again; 1: it stays in registers between passes; 2: so, packed as in memory") \
  X(splits, "", "blocks", 1, 65536, \
    "blocks that share one reduction, or a map's places of repeated inputs; of chained reductions along " \
    "the fast dim a cluster: 1, 2, 4 or 8; of a product a cluster of up to 8 that sum a part each") \
  X(ordered, "", "form", 0, 1, \
    "of scatters; 0: atomic additions, in any order; 1: each element sums what comes to it, always the " \
    "same") \
  X(tiles, "tours", "tiles", 1, 65536, \
    "tiles of rows that a persistent block, or a cluster of them, takes one after another; 1: not " \
    "persistent") \
  X(groups, "", "blocks", 0, 65536, \
    "blocks, or clusters of them, that share the tiles; 0: as few as take so many each") \
  X(pipeline, "ahead", "form", 0, 3, \
    "software pipelining of a persistent block; 0: each tile loads its rows itself; 1: they are loaded " \
    "while the one before is worked on, into registers; 2: so, into shared memory; 3: in place of the row " \
    "before, as that is stored") \
  X(finishers, "", "blocks", 1, 1024, \
    "blocks that combine what all have found of reductions over rows (mixed): they wait for the others, so " \
    "no more than surely run at once") \
  X(bypass, "", "form", 0, 1, \
    "of rows that are loaded into registers while the tile before them is worked on; 1: past the " \
    "first-level cache") \
  X(columns, "", "columns", 0, 256, "of a product: columns of a tile of its result; `rows` are its rows") \
  X(stages, "", "stages", 0, 16, \
    "of a product: parts of its matrices, 64 products long, that shared memory holds at once") \
  X(cluster, "", "blocks", 0, 8, \
    "of a product: blocks with tiles below one another, which share what they fetch of the second matrix") \
  X(cooperative, "", "form", 0, 1, \
    "of a product; 0: its two groups of threads take tiles in turn (ping-pong); 1: each has half of the " \
    "rows " \
    "of every tile") \
  X(stores, "", "form", 0, 2, \
    "when what is stored leaves the second-level cache; 0: in turn with all else; 1: last, for " \
    "what reads it next; 2: first") \
  X(blocks, "", "blocks", 0, 32, "blocks per SM that the register cap must allow; 0: no cap from it") \
  X(registers, "", "registers", 0, 255, \
    "register cap handed to the compiler; 0: chosen from the template's no-spill threshold")

typedef enum Knob {
#define X(field, former, unit, least, most, help) KNOB_##field,
  KNOBS(X)
#undef X
      KNOB_COUNT
} Knob;

enum { KNOB_OWN = -1 }; // a knob of a batch that each part sets by its own rules

typedef struct Schedule {
  const Template *kind; // NULL: a library call
  int knob[KNOB_COUNT]; // of a batch: threads, blocks and registers are the launch's; the others hold for
                        // every part, or are KNOB_OWN
} Schedule;

// A person's overrides; a bit per knob that is set.
typedef struct ScheduleOverride {
  uint32_t set;
  int knob[KNOB_COUNT];
} ScheduleOverride;

const char *knob_name(Knob knob);
const char *knob_help(Knob knob);
bool knob_parse(const char *name, Knob *knob);         // by its name, or the one that it had before
bool knob_check(Knob knob, int value, Status *status); // within range, powers of two where needed

// The rules. `overrides` may be NULL. False with a reason (threads, shared_memory, unsupported) when no
// schedule fits: then the set is no kernel.
bool schedule_choose(const Nest *nest, const GpuLimits *limits, const ScheduleOverride *overrides,
                     Schedule *schedule, Reason *reason);
// The schedule of one part of a batch. Its threads may be fewer than the launch's: those beyond have nothing
// to do. False when the part has none that fits, which schedule_choose rules out.
bool schedule_part(const Nest *batch, const Schedule *schedule, const GpuLimits *limits, int part,
                   Schedule *own);
// ... of all its parts, and their launches: of a batch, `out` for part_count of them. Schedules that were
// chosen before are looked up in the memo (memo.h), which may be NULL.
typedef struct ScheduleMemo ScheduleMemo;
typedef struct PartSchedule PartSchedule; // below
void schedule_parts(ScheduleMemo *memo, const Nest *batch, const Schedule *schedule, const GpuLimits *limits,
                    PartSchedule *out);
// schedule_choose, with such a memo for the parts of a batch.
bool schedule_choose_by(ScheduleMemo *memo, const Nest *nest, const GpuLimits *limits,
                        const ScheduleOverride *overrides, Schedule *schedule, Reason *reason);
// Registers below which the emitted kernel would spill (a stated model, see registers.c). The chosen
// cap is not below it unless a block of so many threads cannot have more.
int schedule_register_need(const Nest *nest, const Schedule *schedule);
uint64_t schedule_hash(const Schedule *schedule);

// The launch that a schedule gives.
typedef struct LaunchShape {
  int64_t grid;            // blocks along x
  int cluster;             // consecutive blocks that run together; 1: each alone
  int threads;             // per block
  int shared_bytes;        // shared memory of a block
  int pipeline_bytes;      // of it, at its end: rows that wait for their tile, in dynamic shared memory
  int64_t workspace_bytes; // device memory that the launch needs for itself: zeroed before its first run, and
                           // left for the next as it must be
} LaunchShape;
LaunchShape schedule_launch(const Nest *nest, const Schedule *schedule, const GpuLimits *limits);
struct PartSchedule {
  Schedule schedule;
  LaunchShape launch; // of one of the part's times
};
// The launch of a batch with these schedules of its parts.
LaunchShape schedule_parts_launch(const Nest *batch, const Schedule *schedule, const PartSchedule *parts);
// Of a batch: bytes of the launch's workspace that a part with this launch has for itself, each time it runs.
int64_t schedule_part_workspace(const LaunchShape *launch);
