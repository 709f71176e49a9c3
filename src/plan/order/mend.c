// The launch order, mended around an edit. Edges between kernels whose members did not change are as they
// were, and those out of a changed kernel end in what waited for another changed kernel, or is counted among
// the changed ones itself (edit/change.c). So the order differs only from where the first changed kernel was,
// or can now be, launched, until what has been launched is the same again: there the old order goes on.
#include "plan/plan_internal.h"

#include <limits.h>
#include <string.h>

enum { ANEW_SHARE = 8 }; // when more than 1/8 of the slots changed, the order is made anew

typedef struct Mending {
  const Plan *plan;
  LaunchOrder *launch;
  int start;   // place of the first kernel that is launched anew
  int gone;    // changed kernels in the old order
  int last;    // greatest old place of those, and of what was launched since
  int waiting; // changed kernels that are not launched yet
  int kept;    // unchanged ones that were launched since
} Mending;

static bool is_stale(const Mending *mending, int kernel) {
  return slot_worked(mending->plan, kernel).stale;
}

// Where a changed kernel could first be launched, were it not for other changed ones: when its producers are,
// and it has a smaller op than what was launched then.
static int first_chance(const Mending *mending, int kernel, int before) {
  const LaunchOrder *launch = mending->launch;
  const Integers *near = edges_producers(mending->plan, kernel);
  int place = 0, op = slot_of(mending->plan, kernel)->ops.data[0];
  for (int i = 0; i < near->count; i++)
    if (!is_stale(mending, near->data[i]) && launch->place[near->data[i]] >= place)
      place = launch->place[near->data[i]] + 1;
  while (place < before && launch->first[launch->kernels.data[place]] < op)
    place++;
  return place < before ? place : before;
}

static void find_start(Mending *mending) {
  const LaunchOrder *launch = mending->launch;
  mending->start = launch->kernels.count;
  for (int i = 0; i < launch->stale.count; i++) {
    int place = launch->place[launch->stale.data[i]];
    if (place < 0) continue;
    mending->gone++;
    if (place < mending->start) mending->start = place;
    if (place > mending->last) mending->last = place;
  }
  for (int i = 0; i < launch->stale.count; i++)
    if (!slot_is_empty(mending->plan, launch->stale.data[i]))
      mending->start = first_chance(mending, launch->stale.data[i], mending->start);
  if (mending->last < mending->start) mending->last = mending->start - 1;
}

// Kernels that the search launches in other places than before have none meanwhile.
static bool is_launched(const Mending *mending, int kernel) {
  const LaunchOrder *launch = mending->launch;
  return launch->mark[kernel] == launch->stamp || launch->place[kernel] < mending->start;
}

// How many kernels are launched before this one can be; -1 while it waits for others.
static int when_ready(const Mending *mending, int kernel, int now) {
  const LaunchOrder *launch = mending->launch;
  const Integers *near = edges_producers(mending->plan, kernel);
  int ready = 0;
  for (int i = 0; i < near->count; i++) {
    if (!is_launched(mending, near->data[i])) return -1;
    bool since = launch->mark[near->data[i]] == launch->stamp;
    int after = since ? now : launch->place[near->data[i]] + 1;
    if (after > ready) ready = after;
  }
  return ready;
}

static void make_ready(Mending *mending, int kernel, int ready) {
  mending->launch->ready[kernel] = ready;
  ready_add(&mending->launch->can_run, mending->launch->first[kernel]);
}

// What could be launched at the start.
static void begin(Mending *mending) {
  LaunchOrder *launch = mending->launch;
  launch->stamp += 2; // see resume
  for (int i = 0; i < launch->stale.count; i++)
    launch->place[launch->stale.data[i]] = INT_MAX;
  for (int place = mending->start; place < launch->kernels.count; place++) {
    int kernel = launch->kernels.data[place];
    if (launch->ready[kernel] <= mending->start && launch->place[kernel] != INT_MAX)
      ready_add(&launch->can_run, launch->first[kernel]);
  }
  for (int i = 0; i < launch->stale.count; i++) {
    int kernel = launch->stale.data[i];
    if (slot_is_empty(mending->plan, kernel)) continue;
    mending->waiting++;
    launch->first[kernel] = slot_of(mending->plan, kernel)->ops.data[0];
    int ready = when_ready(mending, kernel, mending->start);
    if (ready >= 0) make_ready(mending, kernel, ready);
  }
  vector_clear(&launch->window);
}

static void launch_one(Mending *mending, int kernel) {
  LaunchOrder *launch = mending->launch;
  launch->mark[kernel] = launch->stamp;
  vector_push(&launch->window, kernel);
  bool changed = launch->place[kernel] == INT_MAX;
  mending->waiting -= changed;
  mending->kept += !changed;
  if (!changed && launch->place[kernel] > mending->last) mending->last = launch->place[kernel];
  integers_copy(&launch->near, edges_consumers(mending->plan, kernel));
  int now = mending->start + launch->window.count;
  for (int i = 0; i < launch->near.count; i++) {
    int ready = when_ready(mending, launch->near.data[i], now);
    if (ready >= 0) make_ready(mending, launch->near.data[i], ready);
  }
}

// All that the old order launched up to its place `last` is launched, and nothing else.
static bool is_in_step(const Mending *mending) {
  return mending->waiting == 0 && mending->kept + mending->gone == mending->last + 1 - mending->start;
}

// The old order from `old` on goes on behind the window. What can be launched at this point has its final
// count of those before; the others wait for a kernel behind it.
static void resume(Mending *mending, int old) {
  LaunchOrder *launch = mending->launch;
  int by = mending->start + launch->window.count - old, count = launch->kernels.count;
  for (int op = ready_take(&launch->can_run); op >= 0; op = ready_take(&launch->can_run))
    launch->mark[home_of(mending->plan, op)] = launch->stamp + 1;
  for (int place = old; place < count; place++) {
    int kernel = launch->kernels.data[place];
    launch->place[kernel] += by;
    if (launch->mark[kernel] != launch->stamp + 1) launch->ready[kernel] += by;
  }
  vector_reserve(&launch->kernels, count + by);
  memmove(launch->kernels.data + old + by, launch->kernels.data + old, (size_t)(count - old) * sizeof(int));
  launch->kernels.count = count + by;
}

static void put_window(Mending *mending) {
  LaunchOrder *launch = mending->launch;
  for (int i = 0; i < launch->window.count; i++) {
    launch->kernels.data[mending->start + i] = launch->window.data[i];
    launch->place[launch->window.data[i]] = mending->start + i;
  }
  for (int i = 0; i < launch->stale.count; i++)
    if (slot_is_empty(mending->plan, launch->stale.data[i])) launch->place[launch->stale.data[i]] = -1;
}

bool launch_mend(const Plan *plan) {
  LaunchOrder *launch = &plan->scratch->launch;
  if (launch->stale.count > ANEW_SHARE && launch->stale.count > plan->op_count / ANEW_SHARE) return false;
  Mending mending = {.plan = plan, .launch = launch, .last = -1};
  find_start(&mending);
  begin(&mending);
  while (!is_in_step(&mending)) {
    int op = ready_take(&launch->can_run);
    if (op < 0) return false;
    launch_one(&mending, home_of(plan, op));
  }
  resume(&mending, mending.last + 1);
  put_window(&mending);
  return launch->kernels.count == plan->partition.kernel_count;
}
