// The register cap that is handed to the compiler.
#include "kernel/schedule_rules.h"

enum { GRANULE = 8 };

// The most registers a thread may have so that `blocks` blocks share a multiprocessor.
static int64_t share_of(const Chooser *chooser, int64_t blocks) {
  const GpuLimits *limits = chooser->limits;
  int64_t threads = divide_up(chooser->schedule->knob[KNOB_threads], limits->warp) * limits->warp;
  int64_t share = limits->registers_per_sm / most_of(threads * blocks, 1) / GRANULE * GRANULE;
  return least_of(most_of(share, GRANULE), limits->registers_per_thread);
}

// As many as let the block start, or as many blocks as the knob asks for share a multiprocessor. A person's
// cap holds as far as the block can start with it.
void choose_registers(Chooser *chooser) {
  int64_t most = share_of(chooser, 1);
  int cap = choose_knob(chooser, KNOB_registers,
                        share_of(chooser, most_of(chooser->schedule->knob[KNOB_blocks], 1)));
  if (cap == 0 || cap > most) chooser->schedule->knob[KNOB_registers] = (int)most;
}
