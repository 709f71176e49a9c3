// Profiles of the plan's kernels.
#include "session/results/profiled.h"

#include "base/sorted.h"
#include "session/internal.h"

#include <stdlib.h>
#include <string.h>

struct SessionProfile {
  ProfileJoin *join;
  int *launch_of;        // per op: the dump's kernel that it was taken from, -1: of none
  int *ops_in;           // per kernel of the dump: its ops
  int *finishes;         // per kernel of the dump: as in DumpNotes
  VECTOR(int) finishing; // kernels of the dump that only finish others
  Status problem;        // why there is no join
};

static int *copy(const int *numbers, int count) {
  int *copied = memory_alloc(sizeof *copied * ((size_t)count + 1));
  memcpy(copied, numbers, sizeof *copied * (size_t)count);
  return copied;
}

// The session's own plan may be another one: then the compiler's is made beside it.
static bool take_launches(Session *session, struct SessionProfile *it) {
  DumpNotes beside = {0};
  const DumpNotes *notes = &session->dump_notes;
  bool known = notes->launches;
  if (!known) {
    Plan *plan = plan_new(session->graph, &session->device.limits);
    known = plan_from_dump(plan, session->dump, &beside, &it->problem);
    notes = &beside;
    plan_free(plan);
  }
  if (known) {
    it->launch_of = copy(notes->launches, session->graph->op_count);
    it->finishes = copy(notes->finishes, session->dump->kernel_count);
  }
  dump_notes_free(&beside);
  return known;
}

// An op that the compiler put into a kernel which cannot hold it here, as a matrix product, is the launch's
// all the same: what is left without it does not do its work.
static void take_left_out(Session *session, struct SessionProfile *it) {
  for (int i = 0; i < session->dump->kernel_count; i++) {
    const DumpKernel *kernel = &session->dump->kernels[i];
    for (int j = 0; j < kernel->node_count; j++) {
      int op = graph_find_producer(session->graph, kernel->nodes[j]);
      if (op != NO_OP && it->launch_of[op] < 0) it->launch_of[op] = i;
    }
  }
}

static void count_ops(Session *session, struct SessionProfile *it) {
  it->ops_in = memory_alloc(sizeof *it->ops_in * ((size_t)session->dump->kernel_count + 1));
  for (int op = 0; op < session->graph->op_count; op++)
    if (it->launch_of[op] >= 0 && plan_home(session->plan, op) != NO_KERNEL) it->ops_in[it->launch_of[op]]++;
}

static struct SessionProfile *profile_of(Session *session) {
  if (session->profiled || !session->profile || !session->dump) return session->profiled;
  struct SessionProfile *it = memory_alloc(sizeof *it);
  if (take_launches(session, it)) {
    for (int i = 0; i < session->dump->kernel_count; i++)
      if (it->finishes[i] >= 0) vector_push(&it->finishing, i);
    take_left_out(session, it);
    count_ops(session, it);
    it->join = profile_join(session->profile, session->dump);
  }
  session->profiled = it;
  return it;
}

const ProfileJoin *session_profile(Session *session) {
  struct SessionProfile *it = profile_of(session);
  return it ? it->join : NULL;
}

const char *session_profile_problem(Session *session) {
  struct SessionProfile *it = profile_of(session);
  return it && !it->join ? it->problem.message : NULL;
}

void session_profile_free(Session *session) {
  struct SessionProfile *it = session->profiled;
  if (!it) return;
  profile_join_free(it->join);
  free(it->launch_of);
  free(it->ops_in);
  free(it->finishes);
  vector_free(&it->finishing);
  free(it);
  session->profiled = NULL;
}

// ---- One kernel.

// The launches whose ops are all here, and with them those that finish a reduction of theirs. False: of one
// launch some ops are elsewhere, or an op is of none.
static bool find_launches(const Session *session, const PlanKernel *kernel, int *launches, int *count) {
  const struct SessionProfile *it = session->profiled;
  int ops = 0;
  for (int i = 0; i < kernel->op_count; i++)
    launches[ops++] = it->launch_of[kernel->ops[i]];
  sorted_sort(launches, ops);
  *count = 0;
  for (int i = 0, same; i < ops; i += same) {
    for (same = 1; i + same < ops && launches[i + same] == launches[i];)
      same++;
    if (launches[i] < 0 || same != it->ops_in[launches[i]]) return false;
    launches[(*count)++] = launches[i];
  }
  return *count > 0;
}

static void add_launch(ProfiledView *view, const ProfileTime *time) {
  bool first = view->launches == 0;
  view->known = first ? time->samples > 0 : view->known && time->samples > 0;
  if (first || time->samples < view->samples) view->samples = time->samples;
  view->time_us = first                                    ? time->time_us
                  : view->time_us < 0 || time->time_us < 0 ? -1
                                                           : view->time_us + time->time_us;
  if (first || (time->start_us >= 0 && time->start_us < view->start_us)) view->start_us = time->start_us;
  if (first) view->stream = time->stream;
  view->spread_us = first ? time->spread_us : -1;
  view->registers = first ? time->registers : -1;
  view->dram_read_bytes = first ? time->dram_read_bytes : -1;
  view->dram_write_bytes = first ? time->dram_write_bytes : -1;
  view->occupancy = first ? time->occupancy : -1;
  view->dram_share = first ? time->dram_share : -1;
  view->launches++;
}

ProfiledView session_profiled(Session *session, int id) {
  ProfiledView view = {0};
  struct SessionProfile *it = profile_of(session);
  if (!it || !it->join || id == NO_KERNEL) return view;
  PlanKernel kernel = plan_kernel(session->plan, id);
  int *launches = memory_alloc(sizeof *launches * ((size_t)kernel.op_count + 1)), count;
  bool whole = find_launches(session, &kernel, launches, &count);
  for (int i = 0; whole && i < count; i++)
    add_launch(&view, &it->join->launches[launches[i]]);
  for (int i = 0; whole && i < it->finishing.count; i++) {
    int at = it->finishing.data[i];
    if (sorted_find(launches, count, it->finishes[at]) >= 0) add_launch(&view, &it->join->launches[at]);
  }
  free(launches);
  return view;
}

double session_profiled_us(Session *session) {
  int count;
  const int *order = plan_order(session->plan, &count);
  double sum = 0;
  for (int i = 0; i < count; i++) {
    ProfiledView view = session_profiled(session, order[i]);
    if (view.known && view.time_us > 0) sum += view.time_us;
  }
  return sum;
}
