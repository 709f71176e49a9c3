// The passes in their order, see passes.h.
#include "kernel/code/passes.h"
#include "kernel/code/passes_internal.h"

static const BodyPass passes[] = {
    {"layout",
     "lays the steps over blocks, threads, loops and lanes; each loop computes all that its results need",
     NULL, pass_layout},
    {"vectorise", "makes one access of what all lanes of a vector load or store", NULL, pass_vectorise},
    {"hold",
     "keeps in registers between loops what comes from memory or takes many instructions, instead of "
     "loading or computing it again",
     NULL, pass_hold},
    {"limit rematerialisation", "keeps also values that later loops would compute again at length", "hold",
     pass_limit_rematerialisation},
    {"pack", "keeps narrow elements as the words of memory, two or four in a register", "hold", pass_pack},
    {"prefetch", "loads with the first loop what only later loops read, while registers last", "hold",
     pass_prefetch},
    {"hoist loads", "issues the loads of all slots of a trip before anything waits for them", NULL,
     pass_hoist_loads},
    {"pack loads", "lets hoisted loads wait as the words of memory", "hoist loads", pass_pack_loads},
    {"pipeline rows in place",
     "loads the row of the next tile where this one's was, each slot once that is stored; the first loop of "
     "the next tile runs behind it",
     NULL, pass_pipeline_in_place},
    {"hoist invariants", "loads once, before the tile loop, what all rows read alike", NULL,
     pass_hoist_invariants},
    {"pipeline tiles", "loads the rows of the next tile while this one is worked on", NULL,
     pass_pipeline_tiles},
    {"sink loads", "lets each slot load for itself where the loads of all would not fit in registers",
     "hoist loads", pass_sink_loads},
    {"pair loads", "loads together what lies equally far behind aligned vectors", "vectorise",
     pass_pair_loads},
    {"pipeline slots", "loads what only the last loop reads one slot before, or two through shared memory",
     "hold", pass_pipeline_slots},
    {"defer", "moves what waits for an indirect load behind the loop that does not need it", NULL,
     pass_defer},
    {"cache hints", "lets what nobody reads again pass by the first-level cache", "vectorise",
     pass_cache_hints},
};

const BodyPass *body_passes(int *count) {
  *count = (int)(sizeof passes / sizeof *passes);
  return passes;
}

bool body_make_until(const Nest *nest, const Schedule *schedule, int until, Body *body) {
  int count;
  body_passes(&count);
  if (until > ALL_PASSES && until < count) count = until;
  if (!body_begin(nest, schedule, body)) return false;
  for (int i = 0; i < count; i++)
    passes[i].run(body);
  body_complete(body, schedule);
  return true;
}

bool body_make(const Nest *nest, const Schedule *schedule, Body *body) {
  return body_make_until(nest, schedule, ALL_PASSES, body);
}
