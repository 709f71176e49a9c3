// Schedules of nests that were asked about before: the parts of a batch are asked about again with each batch
// that they could be in. Of one GPU's limits, and of one thread.
#pragma once

#include "kernel/template/schedule.h"

typedef struct ScheduleMemo ScheduleMemo;
ScheduleMemo *schedule_memo_new(void);
void schedule_memo_free(ScheduleMemo *memo);

// As schedule_choose, schedule_launch and schedule_register_need. The memo may be NULL; so may be the reason.
bool schedule_memo_choose(ScheduleMemo *memo, const Nest *nest, const GpuLimits *limits,
                          const ScheduleOverride *overrides, Schedule *schedule, Reason *reason);
LaunchShape schedule_memo_launch(ScheduleMemo *memo, const Nest *nest, const Schedule *schedule,
                                 const GpuLimits *limits);
int schedule_memo_need(ScheduleMemo *memo, const Nest *nest, const Schedule *schedule);
