// What the launches of a program read and write.
#pragma once

#include "plan/program/program.h"

bool launch_reads(const Launch *launch, int buffer);
// Copies made before the launch count as its own.
bool launch_writes(const Launch *launch, int buffer);
bool launch_is_empty(const Launch *launch); // it has no elements: nothing is run

// Lists to be freed.
int *flow_last_writers(const Program *program); // the last launch that writes each buffer, -1 for none
int *flow_buffers(const Program *program);      // the buffer of each value's memory, -1 for none
// Per buffer: is it written by a launch of `started` (one flag a launch), or by one that reads what follows
// from such results?
bool *flow_reached(const Program *program, const bool *started);
