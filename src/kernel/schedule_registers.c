// The register cap that is handed to the compiler.
#include "kernel/schedule_rules.h"

enum { GRANULE = 8 };

// As many as let the block start, or as many blocks as the knob asks for share a multiprocessor.
void choose_registers(Chooser *chooser) {
  const GpuLimits *limits = chooser->limits;
  int64_t threads = divide_up(chooser->schedule->knob[KNOB_threads], limits->warp) * limits->warp;
  int64_t blocks = most_of(chooser->schedule->knob[KNOB_blocks], 1);
  int64_t cap = limits->registers_per_sm / most_of(threads * blocks, 1) / GRANULE * GRANULE;
  choose_knob(chooser, KNOB_registers, least_of(most_of(cap, GRANULE), limits->registers_per_thread));
}
