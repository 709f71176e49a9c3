// What all kernels of a plan cost together, kept up to date edit by edit: only kernels that an edit has
// changed are looked at again.
#pragma once

#include "cost/model/estimate.h"

// Times are added in whole femtoseconds, and operations in whole ones, so that a sum does not depend on the
// order, nor on what came and went. Those of the largest graphs, and of cost models that strangers wrote,
// need more than 64 bits.
__extension__ typedef __int128 ExactSum;

typedef struct PlanTotal {
  int kernels;
  int64_t read_bytes, write_bytes, dram_bytes;
  double time_us;
  ExactSum time_fs; // the same, exactly
  ExactSum flops;
} PlanTotal;
ExactSum plan_cost_fs(double us); // the nearest; at most 2^100
// Of a plan that is asked about once.
PlanTotal plan_total(Estimator *estimator, Plan *plan);

typedef struct PlanCost PlanCost;

// Both must outlive it.
PlanCost *plan_cost_new(Estimator *estimator, Plan *plan);
void plan_cost_free(PlanCost *cost); // NULL is allowed
// Brings it up to date with the plan, by what has changed alone; stops after so many fresh estimates
// (negative: never). True when complete.
bool plan_cost_update(PlanCost *cost, int most);
void plan_cost_look(PlanCost *cost, int slot); // at one slot now
bool plan_cost_complete(const PlanCost *cost);
int plan_cost_seen(const PlanCost *cost); // slots, of plan_slots, that were looked at
// Of a slot, when last looked at; NULL: empty, or not looked at.
const Estimate *plan_cost_kernel(const PlanCost *cost, int slot);
PlanTotal plan_cost_total(const PlanCost *cost); // of the last complete update, or zero
double plan_cost_slowest_us(PlanCost *cost);     // of one kernel that was looked at; 0: of none
