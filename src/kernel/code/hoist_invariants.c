// Loads that are the same for all tiles of a persistent block: made once, before the tile loop, and kept in
// registers as far as those last.
#include "kernel/code/passes_internal.h"
#include "kernel/nest/integers.h"

enum {
  INVARIANT_REGISTERS = 88,   // of a thread, for what stays over all tiles and the rest of what waits
  INVARIANT_BESIDE_ROWS = 36, // ... where rows fill a multiprocessor with threads of 64 registers
};

typedef struct Reading {
  int load;
  bool reads;
} Reading;

static void check_read(void *context, int needed) {
  Reading *reading = context;
  reading->reads |= needed == reading->load;
}

// The 16-bit type to which all that reads a load rounds it; else that of memory.
static DType rounded_to(const Body *body, int at) {
  const Nest *nest = body->nest;
  DType to = nest->steps[at].stored;
  for (int i = at + 1; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    Reading reading = {.load = at};
    nest_each_need(nest, i, check_read, &reading);
    if (!reading.reads || !body->places[i].used) continue;
    bool rounds = step->kind == STEP_COMPUTE && step->code == OP_CAST &&
                  (step->round_to == DTYPE_BF16 || step->round_to == DTYPE_F16);
    if (!rounds || (to != nest->steps[at].stored && to != step->round_to)) return nest->steps[at].stored;
    to = step->round_to;
  }
  return to;
}

bool body_casts_kept(const Body *body, int cast) {
  const StepPlace *place = &body->places[body->nest->steps[cast].operand[0]];
  return place->packed && place->kept == body->nest->steps[cast].round_to;
}

// Packed where memory has it so, or where rounding makes it so: weights of 32 bits that are cast to bf16 take
// half the registers, and are rounded once.
static void pack_invariant(Body *body, int at) {
  const Step *step = &body->nest->steps[at];
  StepPlace *place = &body->places[at];
  place->packed = body_can_pack(body, at);
  bool wide = step->stored == DTYPE_F32 && place->vectorized && !place->unaligned && !place->staged;
  if (place->packed || !wide) return;
  DType to = rounded_to(body, at);
  if (to == step->stored || body->mapping.vector < 2) return;
  place->kept = to;
  place->packed = true;
}

// What waits packed beside sums down the columns stays also where registers are short, if it takes no more
// than each tile's own load. Rows alone would rather load again, slot by slot, what does not fit.
void pass_hoist_invariants(Body *body) {
  const Nest *nest = body->nest;
  for (int i = 0; i < nest->step_count && body->mapping.tiles_per_block > 1; i++) {
    StepPlace *place = &body->places[i];
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_LOAD || !place->used || !place->walked || (step->dims & body->mapping.owned))
      continue;
    StepPlace before = *place;
    int most = nest->crossed ? INVARIANT_REGISTERS : INVARIANT_BESIDE_ROWS,
        without = body_waiting_registers(body);
    place->loops = 0;
    pack_invariant(body, i);
    if (place->packed && nest->crossed) most = (int)most_of(most, without);
    if (body_waiting_registers(body) > most) *place = before;
  }
}
