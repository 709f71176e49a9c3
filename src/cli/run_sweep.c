// plan --sweep: the estimate of a plan over one of the graph's sizes.
#include "base/arena.h"
#include "cli/cli.h"
#include "session/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DENSE = 64 }; // as many sizes as are asked about one by one

// "rows=1024:65536"
static bool parse_range(const char *text, char **name, int64_t *least, int64_t *most, Status *status) {
  long long low, high;
  int end = 0;
  const char *equals = strchr(text, '=');
  bool good =
      equals && equals > text && sscanf(equals, "=%lld:%lld%n", &low, &high, &end) == 2 && !equals[end];
  if (!good)
    return status_fail(status, STATUS_INPUT, "--sweep %s: write it as NAME=LEAST:MOST, e.g. rows=1024:65536",
                       text);
  *least = low;
  *most = high;
  Text own = {0};
  text_add_bytes(&own, text, (size_t)(equals - text));
  *name = text_take(&own);
  return true;
}

static const NamedSize *find_size(const Graph *graph, const char *name) {
  for (int i = 0; i < graph->size_count; i++)
    if (text_equal(graph->sizes[i].name, name)) return &graph->sizes[i];
  return NULL;
}

static bool print_sweep(const Invocation *invocation, const Sweep *sweep, Status *status) {
  Text out = {0};
  if (cli_has(invocation, OPTION_JSON))
    sweep_json(sweep, &out);
  else
    sweep_table(sweep, &out);
  bool ok = cli_print(&out, status);
  text_free(&out);
  return ok;
}

static bool sweep(Session *session, const Invocation *invocation, const char *name, int64_t least,
                  int64_t most, Status *status) {
  const Graph *graph = session_graph(session);
  Sweep points;
  if (!find_size(graph, name))
    return status_fail(status, STATUS_INPUT, "%s has no size named \"%s\"%s", session_path(session), name,
                       graph->size_count ? ": 'fusebox info' lists them" : ", nor any other");
  if (!sweep_open(&points, name, least, most, DENSE, status)) return false;
  while (sweep_ask(&points, session))
    cli_progress("sweeping", points.points.count, points.sizes.count);
  cli_progress("sweeping", points.sizes.count, points.sizes.count);
  bool ok = cli_model_worked(invocation, status) && print_sweep(invocation, &points, status);
  sweep_free(&points);
  return ok;
}

bool run_sweep(const Invocation *invocation, Status *status) {
  char *name = NULL;
  int64_t least = 0, most = 0;
  if (!parse_range(invocation->value[OPTION_SWEEP], &name, &least, &most, status)) return false;
  Session *session = cli_open(invocation, status);
  bool ok = session && sweep(session, invocation, name, least, most, status);
  session_close(session);
  free(name);
  return ok;
}
