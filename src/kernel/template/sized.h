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
SizedGrid schedule_sized_grid(const Nest *nest, const Schedule *schedule);
int64_t sized_grid_at(const SizedGrid *grid, int64_t value);
