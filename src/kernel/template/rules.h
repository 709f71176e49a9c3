// The rules that choose a schedule; only schedule_*.c include this.
#pragma once

#include "kernel/code/body.h"
#include "kernel/nest/integers.h"

enum {
  CLUSTER_ARCH = 90, // the first with clusters of blocks
  MOST_CLUSTER = 8,  // blocks; more are not portable
};

typedef struct Chooser {
  const Nest *nest;
  const GpuLimits *limits;
  const ScheduleOverride *overrides; // may be NULL
  Schedule *schedule;
} Chooser;

// The rule's value for a knob unless a person has set it; returns what holds.
int choose_knob(Chooser *chooser, Knob knob, int64_t value);
void choose_vector(Chooser *chooser);
void choose_map(Chooser *chooser);
// Are most inputs of a map parameters: do they repeat along other dims than the fast one? Or is much computed
// of those that do?
bool map_mostly_repeats(const Nest *nest);
void choose_row(Chooser *chooser); // row and full
void choose_column(Chooser *chooser);
void choose_scan(Chooser *chooser);
void choose_tile(Chooser *chooser);
bool tile_check(const Mapping *mapping, const Schedule *schedule, Reason *reason);
// Memory instructions for each element of a tile's access, in units of 1/16.
int tile_access_cost(const Mapping *mapping, const Step *step);
void choose_mixed(Chooser *chooser);
// Can threads keep what they find of their columns, and the blocks that finish wait for all others? False
// with a reason when they cannot.
bool mixed_check(const Chooser *chooser, const Mapping *mapping, Reason *reason);
void choose_registers(Chooser *chooser);
// Registers that a column kernel needs beyond what waits in them.
int column_slack(const Nest *nest);
bool choose_batch(Chooser *chooser, Reason *reason);
LaunchShape batch_launch(const Nest *batch, const Schedule *schedule, const GpuLimits *limits);

int64_t power_below(int64_t value); // largest power of two that is not above; 1 at least
int64_t power_above(int64_t value);
// Inputs that are read once for each element of the domain.
int full_inputs(const Nest *nest);
// Threads for a row of so many units, in about `slots` units a thread.
int64_t row_lanes(int64_t units, int64_t slots);
// Rows of so many threads each for a block: its rows and threads.
void share_block(Chooser *chooser, int64_t owned_units, int64_t lanes);
// Blocks of the chosen threads that a multiprocessor has the registers for.
int64_t blocks_that_fit(const Chooser *chooser);
// Registers that a thread's held values take under the schedule.
int held_registers(const Nest *nest, const Schedule *schedule);
// Registers that a block of so many threads leaves to each for what it holds.
int64_t registers_to_hold(const GpuLimits *limits, int64_t threads);
