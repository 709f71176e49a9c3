// The rules that choose a schedule; only the files of this folder include this.
#pragma once

#include "kernel/code/body.h"
#include "kernel/nest/integers.h"

enum {
  COPY_ARCH = 80,    // the first that copies to shared memory while a thread goes on
  CLUSTER_ARCH = 90, // the first with clusters of blocks
  MOST_CLUSTER = 8,  // blocks; more are not portable
  // Registers of a thread (registers.c):
  REGISTER_GRANULE = 8,
  REGISTER_BASE = 16, // addresses, indices and what is in use
  REGISTER_SLACK = 8, // for bodies with more arithmetic
};

typedef struct Chooser {
  const Nest *nest;
  const GpuLimits *limits;
  const ScheduleOverride *overrides; // may be NULL
  Schedule *schedule;
  ScheduleMemo *memo; // of parts of a batch; may be NULL
} Chooser;

// The rule's value for a knob unless a person has set it; returns what holds.
int choose_knob(Chooser *chooser, Knob knob, int64_t value);
// Bytes of the widest element that is read or stored (`stores_only`: stored) along the fast dim for every
// row; 0: there is none.
int nest_widest_element(const Nest *nest, bool stores_only);
// 16 bytes of it.
int vector_of_widest(const Nest *nest);
// Rules for rows, held or gone over again. `persistent`: blocks may stay, and take several tiles one after
// another.
void chooser_rows(Chooser *chooser, bool persistent);
void chooser_registers(Chooser *chooser);

int64_t rules_power_below(int64_t value); // largest power of two that is not above; 1 at least
int64_t rules_power_above(int64_t value);
// Inputs that are read once for each element of the domain.
int nest_full_inputs(const Nest *nest);
// Threads for a row of so many units, in about `slots` units a thread.
int64_t row_lanes(int64_t units, int64_t slots);
// Rows of so many threads each for a block: its rows and threads.
void chooser_share_block(Chooser *chooser, int64_t owned_units, int64_t lanes);
// Blocks of the chosen threads that a multiprocessor has the registers for.
int64_t chooser_blocks_that_fit(const Chooser *chooser);
// ... of a kernel with reductions, whose threads need `slack` registers beside what waits in them.
int64_t chooser_reduction_blocks(const Chooser *chooser, int slack);
// What it is made of: slack for arithmetic with integers, and blocks as far as registers and threads go.
int nest_integer_slack(const Nest *nest);
int64_t chooser_blocks_of_need(const Chooser *chooser, int need);
int64_t chooser_blocks_of_threads(const Chooser *chooser);
// Registers of a thread when so many blocks share a multiprocessor.
int64_t register_share(const Chooser *chooser, int64_t blocks);
// Registers that a thread's held values take under the schedule.
int schedule_held_registers(const Nest *nest, const Schedule *schedule);
// Registers that a block of so many threads leaves to each for what it holds.
int64_t limits_registers_to_hold(const GpuLimits *limits, int64_t threads);
