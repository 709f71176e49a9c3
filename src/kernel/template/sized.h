// The schedule of a kernel that takes a size as an argument: as for the given value, but for what is right at
// no other. Rows that stay in registers, blocks that share a walk or take several tiles, and vectors that
// only some values align are given up.
#pragma once

#include "kernel/lower/sized.h"
#include "kernel/template/schedule.h"

// False with the reason. Sets the bounds of the size, too.
bool schedule_sized(SizedNest *sized, const GpuLimits *limits, const ScheduleOverride *overrides,
                    Schedule *schedule, Reason *reason);

// Blocks of a launch: so many for each `block` of what the size comes to, or part of one.
typedef struct SizedGrid {
  SizeForm form;
  int64_t block;
} SizedGrid;
// Not of a batch.
SizedGrid schedule_sized_grid(const Nest *nest, const Schedule *schedule);
bool sized_grid_follows(const Nest *nest, const Schedule *schedule); // from the size
int64_t sized_grid_at(const SizedGrid *grid, int64_t value);
// Blocks of a launch at a value of the size; of a batch, those of all its parts.
int64_t schedule_sized_blocks(const Nest *nest, const Schedule *schedule, int64_t value);
