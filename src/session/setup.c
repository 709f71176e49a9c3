// Other sizes, another device.
#include "session/setup.h"

#include "session/internal.h"
#include "session/plans/plan_list_internal.h"
#include "session/saver.h"

#include <stdlib.h>

struct SessionSetup {
  Graph *graph; // NULL: the session's own
  Device device;
  bool other_device;
  Plan *plan;
  Estimator *estimator; // of the other device; NULL: the session's
  VECTOR(Plan *) kept;  // of the session's list, in its order; NULL: it cannot be there
};

Graph *setup_graph(const char *path, const Graph *graph, const SizeBinding *sizes, int count,
                   Status *status) {
  if (graph->size_count == 0) {
    status_fail(status, STATUS_INPUT,
                "%s names no sizes: fusebox JSON can (see 'fusebox export --as json'), dumps of "
                "dynamic shapes do",
                path);
    return NULL;
  }
  VECTOR(SizeBinding) all = {0};
  for (int i = 0; i < graph->size_count; i++)
    vector_push(&all, (SizeBinding){graph->sizes[i].name, graph->sizes[i].value});
  for (int i = 0; i < count; i++)
    vector_push(&all, sizes[i]); // the last one of a name counts
  ReadOptions options = {.sizes = all.data, .size_count = all.count};
  Graph *opened = graph_open(path, &options, NULL, status);
  vector_free(&all);
  return opened;
}

static bool open_graph(SessionSetup *setup, const Session *session, const SizeBinding *sizes, int count,
                       Status *status) {
  if (count > 0) setup->graph = setup_graph(session->path, session->graph, sizes, count, status);
  return count == 0 || setup->graph;
}

static bool choose_device(SessionSetup *setup, const Session *session, const char *name, Status *status) {
  setup->device = session->device;
  setup->other_device = name && !text_equal(name, session->device.name);
  if (!setup->other_device) return true;
  bool chosen = device_choose(name, &setup->device, status);
  setup->device.tf32 = session->device.tf32;
  return chosen;
}

SessionSetup *session_setup_new(Session *session, const SizeBinding *sizes, int count, const char *device,
                                Status *status) {
  SessionSetup *setup = memory_alloc(sizeof *setup);
  bool ok = choose_device(setup, session, device, status) && open_graph(setup, session, sizes, count, status);
  const Graph *graph = setup->graph ? setup->graph : session->graph;
  if (ok) setup->plan = plan_carry(session->plan, graph, &setup->device.limits, status);
  bool needs_estimator = setup->plan && setup->other_device;
  if (needs_estimator)
    setup->estimator = estimator_new_by(estimator_model(session->estimator), &setup->device, status);
  if (!setup->plan || (needs_estimator && !setup->estimator)) {
    session_setup_free(setup);
    return NULL;
  }
  return setup;
}

void session_setup_free(SessionSetup *setup) {
  if (!setup) return;
  for (int i = 0; i < setup->kept.count; i++)
    plan_free(setup->kept.data[i]);
  vector_free(&setup->kept);
  estimator_free(setup->estimator);
  plan_free(setup->plan);
  graph_free(setup->graph);
  free(setup);
}

void session_setup_carry_kept(SessionSetup *setup, Session *session) {
  const Graph *graph = setup->graph ? setup->graph : session->graph;
  for (int i = 0; session->plans && i < session->plans->plans.count; i++) {
    Plan *plan = plan_list_plan(session->plans, i, NULL);
    vector_push(&setup->kept, plan ? plan_carry(plan, graph, &setup->device.limits, NULL) : NULL);
  }
}

static Estimator *estimator_of(const SessionSetup *setup, const Session *session) {
  return setup->estimator ? setup->estimator : session->estimator;
}

PlanTotal session_setup_total(SessionSetup *setup, const Session *session) {
  return plan_total(estimator_of(setup, session), setup->plan);
}

const Estimate *session_setup_kernel(SessionSetup *setup, const Session *session, int kernel) {
  return estimator_kernel(estimator_of(setup, session), setup->plan, kernel);
}

// ---- Taking it.

// What was compiled for another architecture, or timed beside another device's estimates.
static void drop_results(Session *session) {
  jobs_free(session->jobs);
  session->jobs = NULL;
  session_compiles_free(session);
  session_assemblies_free(session);
  session_measures_free(session);
  session->has_report = false;
  session->batch_done = session->batch_total = 0;
}

static void take_kept(KeptPlan *kept, Plan *plan) {
  plan_cost_free(kept->cost);
  kept->cost = NULL;
  kept_plan_untime(kept);
  if (!plan && kept->plan) { // it waits as text for sizes at which it can be
    Text text = {0};
    plan_write(kept->plan, NULL, &text);
    kept->text = text_take(&text);
  }
  kept->unreadable = !plan;
  plan_free(kept->plan);
  kept->plan = plan;
  if (plan) kept->hash = plan_hash(plan);
}

static void take_list(Session *session, SessionSetup *setup) {
  if (!session->plans) return;
  for (int i = 0; i < setup->kept.count; i++) {
    take_kept(&session->plans->plans.data[i], setup->kept.data[i]);
    setup->kept.data[i] = NULL;
  }
  setup->kept.count = 0;
}

static void exchange(Session *session, SessionSetup *setup) {
  if (setup->estimator) estimator_free(session->estimator);
  plan_free(session->plan);
  if (setup->graph && session->saver) saver_wait(session->saver); // it writes of plans of the graph
  if (setup->graph) graph_free(session->graph);
  if (setup->graph) session->graph = setup->graph;
  session->device = setup->device;
  session->plan = setup->plan;
  if (setup->estimator) session->estimator = setup->estimator;
  setup->graph = NULL;
  setup->plan = NULL;
  setup->estimator = NULL;
}

void session_setup_take(Session *session, SessionSetup *setup) {
  while (!session_measure_stop(session) || !session_tune_stop(session)) {
  } // their thread uses what is exchanged
  session_tune_report_free(session);
  if (session->autosave) session_autosave(session);
  if (setup->other_device) drop_results(session);
  if (setup->kept.count == 0) session_setup_carry_kept(setup, session);
  take_list(session, setup);
  bool other_graph = setup->graph != NULL;
  exchange(session, setup);
  if (setup->other_device) session_times_open(session);
  if (session->plans && session->autosave && other_graph) plan_list_move_file(session->plans);
  if (session->autosave && other_graph) session_autosave_move(session);
  session->changed = true;
  session_setup_free(setup);
}
