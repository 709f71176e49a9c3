// Steps that run together, in order: within a part of a loop, or before it.
#pragma once

#include "kernel/code/build.h"

typedef struct Group {
  int *steps; // in the code's arena
  int count;
} Group;

Group group_new(const Builder *builder);
void group_add(Group *group, int at);
uint32_t group_dims(const Body *body, const Group *group); // that they read
// What lanes share, vector loads, lane by lane, what takes vectors, stores.
void build_group(Builder *builder, const Group *group);
bool body_runs_by_lanes(const Body *body, int at); // within the loop over lanes?
