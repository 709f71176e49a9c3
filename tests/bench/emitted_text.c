// What the emitter writes, as a list to compare before and after a change of it: each kernel of the graphs
// and folders named, under several plans and every candidate of its schedule, once.
//
//     emitted_text [--text] [--base] PATH...
//
// A line is: graph, plan, kernel, its name, the knobs that the candidate sets, and a hash of the code, with
// readable names and with canonical ones. With --text the readable code follows; with --base only the
// schedules that the rules choose are written.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "kernel/cuda/emit.h"
#include "kernel/template/candidates.h"
#include "script/script.h"

typedef struct Listing {
  const char *path, *plan;
  bool text, base; // the options
  HashMap seen;    // structures under their plan's own schedule
  int kernels;     // that were written
} Listing;

static uint64_t code_hash(const Emitted *emitted) {
  uint64_t hash = hash_string(HASH_START, emitted->source);
  hash = hash_integer(hash_integer(hash, emitted->launch.grid), emitted->launch.threads);
  hash = hash_integer(hash_integer(hash, emitted->launch.shared_bytes), emitted->launch.workspace_bytes);
  return hash_integer(hash, emitted->cooperates);
}

static void write_knobs(const ScheduleOverride *override) {
  for (int knob = 0; knob < KNOB_COUNT; knob++)
    if (override->set >> knob & 1) printf(" %s=%d", knob_name((Knob)knob), override->knob[knob]);
}

static bool write_candidate(Listing *listing, const Nest *nest, const GpuLimits *limits, int kernel,
                            const ScheduleCandidate *candidate, Status *status) {
  Emitted readable, canonical;
  if (!kernel_emit(nest, &candidate->schedule, limits, &(EmitOptions){.annotate = true}, &readable, status))
    return false;
  if (!kernel_emit(nest, &candidate->schedule, limits, &(EmitOptions){0}, &canonical, status)) return false;
  printf("%s %s K%d %s", listing->path, listing->plan, kernel, readable.name);
  write_knobs(&candidate->override);
  printf(" %016" PRIx64 " %016" PRIx64 "\n", code_hash(&readable), code_hash(&canonical));
  if (listing->text) printf("%s\n", readable.source);
  emitted_free(&readable);
  emitted_free(&canonical);
  listing->kernels++;
  return true;
}

static bool write_kernel(Listing *listing, Session *session, int kernel, Status *status) {
  const PlanLowered *lowered = plan_lowered(session_plan(session), kernel);
  const GpuLimits *limits = &session_device(session)->limits;
  int64_t before;
  if (!lowered->nest || hashmap_get(&listing->seen, lowered->structure, &before)) return true;
  hashmap_set(&listing->seen, lowered->structure, 1);
  static ScheduleCandidate list[CANDIDATES_MOST];
  int count = schedule_candidates(lowered->nest, limits, NULL, list, listing->base ? 1 : CANDIDATES_MOST);
  for (int i = 0; i < count; i++)
    if (!write_candidate(listing, lowered->nest, limits, kernel, &list[i], status)) return false;
  return true;
}

static bool write_plan(Listing *listing, Session *session, const char *plan, Status *status) {
  int count;
  const int *order = plan_order(session_plan(session), &count);
  listing->plan = plan;
  for (int i = 0; i < count; i++)
    if (!write_kernel(listing, session, order[i], status)) return false;
  return true;
}

// A heuristic starts from every op alone.
static bool write_graph(Listing *listing, const char *path, Status *status) {
  static const char *const plans[] = {"none", "greedy", "horizontal", "pointwise", "max_reads"};
  Session *session = session_open(path, NULL, status);
  if (!session) return false;
  bool written = true;
  const char *name = strstr(path, "graphs/");
  listing->path = name ? name : path;
  for (size_t i = 0; i < sizeof plans / sizeof *plans && written; i++) {
    written = session_use_plan(session, "none", status);
    if (written && i) written = heuristic_run(session, plans[i], NULL, 0, NULL, NULL, status);
    written = written && write_plan(listing, session, plans[i], status);
  }
  if (written && session_dump(session))
    written =
        session_use_plan(session, "compiler", status) && write_plan(listing, session, "compiler", status);
  session_close(session);
  return written;
}

int main(int argc, char **argv) {
  Listing listing = {0};
  Status status = {0};
  bool written = true;
  for (int i = 1; i < argc && written; i++) {
    if (!strcmp(argv[i], "--text"))
      listing.text = true;
    else if (!strcmp(argv[i], "--base"))
      listing.base = true;
    else
      written = write_graph(&listing, argv[i], &status);
  }
  hashmap_free(&listing.seen);
  if (!written) fprintf(stderr, "%s\n", status.message);
  fprintf(stderr, "%d kernels\n", listing.kernels);
  return written ? 0 : 1;
}
