// Reductions whose threads combine what they have found through the same memory: as many at once as find
// room.
#include "base/arena.h"
#include "kernel/nest/integers.h"
#include "kernel/template/mapping.h"

#include <stdlib.h>

enum { COMBINED_BYTES = 32 * 1024 }; // of that memory, unless a single reduction takes more

static bool combines(const Mapping *mapping, const Step *step, Combining when, int pass) {
  if (step->kind != STEP_REDUCE) return false;
  bool crosses = nest_crosses(mapping->nest, step);
  switch (when) {
    case COMBINE_PASS:
      return !crosses && step->pass == pass;
    case COMBINE_COLUMNS:
      return crosses && step->dims;
    case COMBINE_TOTALS:
      return crosses && !step->dims && !reduction_of_one_thread(mapping, step);
    case COMBINE_FINISH:
      return crosses;
  }
  return false;
}

int mapping_combined(const Mapping *mapping, Combining when, int pass, int *reduces) {
  int count = 0;
  for (int i = 0; i < mapping->nest->step_count; i++)
    if (combines(mapping, &mapping->nest->steps[i], when, pass)) reduces[count++] = i;
  return count;
}

// Each begins where any accumulator may.
static int place_bytes(const Mapping *mapping, int reduce) {
  return (int)round_up(reduction_shared_bytes(mapping, &mapping->nest->steps[reduce]), 8);
}

// Do the slots of a thread go through this memory one after another?
static bool goes_by_slots(const Mapping *mapping, int reduce) {
  return nest_crosses(mapping->nest, &mapping->nest->steps[reduce]) &&
         !(mapping->walked & mapping->nest->crossed) && mapping->nest->steps[reduce].dims;
}

Together mapping_together(const Mapping *mapping, const int *reduces, int count) {
  Together together = {.count = 1, .slots = 1, .bytes = place_bytes(mapping, reduces[0])};
  for (; together.count < count; together.count++) {
    int more = place_bytes(mapping, reduces[together.count]);
    if (together.bytes + more > COMBINED_BYTES) break;
    together.bytes += more;
  }
  if (!goes_by_slots(mapping, reduces[0])) return together;
  int fit = (int)most_of(1, COMBINED_BYTES / most_of(1, together.bytes));
  int turns = (int)divide_up(mapping->slots, fit);
  together.slots = (int)divide_up(mapping->slots, turns);
  together.bytes *= together.slots;
  return together;
}

int together_place(const Mapping *mapping, const Together *together, const int *reduces, int at) {
  int bytes = 0;
  for (int i = 0; i < at; i++)
    bytes += together->slots * place_bytes(mapping, reduces[i]);
  return bytes;
}

static int most_shared(const Mapping *mapping, Combining when, int pass) {
  int *reduces = memory_alloc(((size_t)mapping->nest->step_count + 1) * sizeof *reduces), most = 0;
  int count = mapping_combined(mapping, when, pass, reduces);
  for (int first = 0; first < count;) {
    Together together = mapping_together(mapping, reduces + first, count - first);
    if (together.bytes > most) most = together.bytes;
    first += together.count;
  }
  free(reduces);
  return most;
}

static int larger(int a, int b) {
  return a > b ? a : b;
}

int schedule_shared_by_turns(const Nest *nest, const Schedule *schedule) {
  Mapping mapping, finish;
  mapping_make(nest, schedule, &mapping);
  int most = 0;
  for (int pass = 0; pass < nest->passes && !mapping.fast_walked; pass++)
    most = larger(most, most_shared(&mapping, COMBINE_PASS, pass));
  if (!nest->crossed) return most;
  mapping_make_finish(nest, schedule, &finish);
  most = larger(most, most_shared(&mapping, COMBINE_COLUMNS, 0));
  most = larger(most, most_shared(&mapping, COMBINE_TOTALS, 0));
  return larger(most, most_shared(&finish, COMBINE_FINISH, 0));
}
