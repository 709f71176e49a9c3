#include "fixture.h"

#include "base/file.h"

#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

static char folder[] = "/tmp/fusebox-session-XXXXXX";
static char graph_path[64];

static const char twins[] =
    "{ \"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"twins\", \"sizes\": { \"n\": 4096 },"
    "  \"inputs\": [ { \"name\": \"x\", \"dtype\": \"f32\", \"shape\": [\"n\"] },"
    "                { \"name\": \"z\", \"dtype\": \"f32\", \"shape\": [\"n\"] } ],"
    "  \"ops\": [ { \"name\": \"n1\", \"op\": \"neg\", \"in\": [\"x\"] },"
    "             { \"name\": \"e1\", \"op\": \"exp\", \"in\": [\"n1\"] },"
    "             { \"name\": \"n2\", \"op\": \"neg\", \"in\": [\"z\"] },"
    "             { \"name\": \"e2\", \"op\": \"exp\", \"in\": [\"n2\"] } ],"
    "  \"outputs\": [\"e1\", \"e2\"] }";

int session_folder_make(void **state) {
  (void)state;
  if (!mkdtemp(folder)) return 1;
  setenv("FUSEBOX_CACHE", folder, 1);
  setenv("FUSEBOX_STATE", folder, 1);
  setenv("FUSEBOX_CONFIG", folder, 1);
  snprintf(graph_path, sizeof graph_path, "%s/twins.json", folder);
  return !file_write(graph_path, twins, sizeof twins - 1, NULL);
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info, (void)kind, (void)where;
  return remove(path);
}

int session_folder_remove(void **state) {
  (void)state;
  return nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static Session *open_session(const char *path, const SessionOptions *options) {
  Status status = {0};
  Session *session = session_open(path, options, &status);
  if (!session) fail_msg("%s", status.message);
  return session;
}

Session *session_twins(const SessionOptions *options) {
  return open_session(graph_path, options);
}

Session *session_shipped(const char *graph) {
  char path[512];
  snprintf(path, sizeof path, "%s/graphs/%s", FUSEBOX_SOURCE_ROOT, graph);
  return open_session(path, NULL);
}

int op_by_name(Session *session, const char *name) {
  int op = graph_find_op(session_graph(session), name);
  if (op == NO_OP) fail_msg("no op %s", name);
  return op;
}

int kernel_by_name(Session *session, const char *op) {
  return plan_home(session_plan(session), op_by_name(session, op));
}

void fuse_by_name(Session *session, const char *a, const char *b) {
  Reason reason;
  if (!plan_fuse(session_plan(session), op_by_name(session, a), op_by_name(session, b), false, &reason))
    fail_msg("%s and %s: %s", a, b, reason.text);
}

bool has_nvrtc(void) {
  Compiler *compiler = compiler_new("", NULL);
  compiler_free(compiler);
  return compiler != NULL;
}
