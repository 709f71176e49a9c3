// The register cap that is handed to the compiler.
#include "kernel/template/rules.h"

// Below `base + what waits` kernels with reductions begin to spill: 16 registers for addresses, indices and
// what is in use, as compiling them for sm_90a under falling caps shows (softmax, norms forward and backward,
// column and full sums: 16 + 32, 48 and 64 words spill from 40, 48 and 72 registers down). Masked vectors
// need 8 more. The slack is for bodies with more arithmetic.
enum {
  GRANULE = 8,
  BASE = 16,
  RAGGED = 8,
  SLACK = 8,
  INTEGER_SLACK = 24,
  COLUMN_THREADS_PER_SM = 1024,
  ROW_THREADS_PER_SM = 1024,
};

int schedule_register_need(const Nest *nest, const Schedule *schedule) {
  Body body;
  if (!body_make(nest, schedule, &body)) return BASE;
  int need =
      BASE + body_waiting_registers(&body) + (body.mapping.ragged && !body.mapping.peeled ? RAGGED : 0);
  body_free(&body);
  return (need + GRANULE - 1) / GRANULE * GRANULE;
}

static int64_t share_of(const Chooser *chooser, int64_t blocks) {
  return limits_register_share(chooser->limits, chooser->schedule->knob[KNOB_threads], (int)blocks);
}

// Do passes over rows compute with 64-bit integers for each element? What they have in common then stays in
// registers from one pass to the next.
static bool computes_integers(const Nest *nest) {
  for (int i = 0; i < nest->step_count && nest->passes > 1; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind == STEP_COMPUTE && step->dims == nest_all_dims(nest))
      for (int o = 0; o < step->operand_count; o++)
        if (nest->steps[step->operand[o]].dtype == DTYPE_I64) return true;
  }
  return false;
}

// Loads in flight hide the latency of columns, not blocks, and their lanes all have arithmetic under way: no
// more blocks than one wave of the grid brings.
static int64_t column_blocks(const Chooser *chooser) {
  LaunchShape launch = schedule_launch(chooser->nest, chooser->schedule, chooser->limits);
  int64_t wave = divide_up(most_of(launch.grid, 1), chooser->limits->sms);
  return most_of(1, least_of(wave, COLUMN_THREADS_PER_SM / most_of(launch.threads, 1)));
}

// A tile of single elements of up to 16 bits has few bytes under way in each thread: all threads that a
// multiprocessor can have are 12% faster than half of them with places of their own for each element.
static bool narrow_tile(const Chooser *chooser) {
  const Nest *nest = chooser->nest;
  if (chooser->schedule->kind != TEMPLATE_TILE || chooser->schedule->knob[KNOB_vector] > 1) return false;
  for (int i = 0; i < nest->buffer_count; i++)
    if (dtype_bytes(nest->buffers[i].dtype) > 2) return false;
  return true;
}

// Does it compute with 32-bit floats alone, by functions that need few registers of their own?
static bool computes_plainly(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    bool plain = step->dtype == DTYPE_F32 || step->dtype == DTYPE_BOOL || step->kind == STEP_NUMBER;
    bool large = step->code == OP_SIN || step->code == OP_COS || step->code == OP_POW;
    if (step->kind == STEP_RANDOM || !plain || (step->kind == STEP_COMPUTE && large)) return false;
  }
  return true;
}

// The compiler interleaves the arithmetic of all lanes of a map, in more registers than what it loads needs
// (GELU of bf16 and its gradient: 40 to 54 instead of 32), while loads of other threads would hide the
// latency: with as many threads as fit those take 5 to 12% less time. What slots share stays in registers.
static int64_t map_blocks(const Chooser *chooser, int64_t threads) {
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  bool shares = mapping.owned != 0;
  if (chooser->schedule->kind != TEMPLATE_MAP || shares || !computes_plainly(chooser->nest)) return 1;
  int64_t need = schedule_register_need(chooser->nest, chooser->schedule);
  return most_of(1, least_of(chooser->limits->registers_per_sm / (threads * need),
                             chooser->limits->threads_per_sm / threads));
}

// Does a cap let the first pass load what only later passes read, too?
static bool loads_ahead_under(const Chooser *chooser, int64_t cap) {
  Schedule trial = *chooser->schedule;
  trial.knob[KNOB_registers] = (int)cap;
  Body body;
  if (!body_make(chooser->nest, &trial, &body)) return false;
  bool ahead = body_held_registers(&body, true) > body_held_registers(&body, false);
  body_free(&body);
  return ahead;
}

// Rows of which `blocks` would fit, each thread needing so many registers. Half the threads of a
// multiprocessor keep memory busy: what else they have registers for is better spent on the parameters of a
// row, loaded with it (rmsnorm of rows of 1,024 and 2,048 bf16 takes 2.3 and 2.7% less time so, of 512 0.8%).
// And ragged rows do with a granule less where that makes it half the threads (layer norm of rows of 1,050:
// 3% less).
static int64_t row_blocks(const Chooser *chooser, int64_t blocks, int need) {
  int64_t half = ROW_THREADS_PER_SM / most_of(chooser->schedule->knob[KNOB_threads], 1);
  if (blocks > half && half > 0 && loads_ahead_under(chooser, share_of(chooser, half))) return half;
  Mapping mapping;
  mapping_make(chooser->nest, chooser->schedule, &mapping);
  bool nearly = blocks < half && need - GRANULE <= share_of(chooser, blocks + 1);
  return mapping.peeled && nearly ? blocks + 1 : blocks;
}

// As many blocks as fit without spilling where registers hold rows or loads.
int64_t blocks_that_fit(const Chooser *chooser) {
  int64_t threads = chooser->schedule->knob[KNOB_threads];
  if (narrow_tile(chooser)) return chooser->limits->threads_per_sm / threads;
  if (!chooser->nest->reduced) return map_blocks(chooser, threads);
  bool column = chooser->schedule->kind == TEMPLATE_COLUMN;
  // What is loaded a tour ahead waits with less when it must.
  bool ahead = chooser->schedule->kind == TEMPLATE_MIXED && chooser->schedule->knob[KNOB_ahead];
  int slack = column ? column_slack(chooser->nest) : ahead ? 0 : SLACK;
  if (computes_integers(chooser->nest)) slack += INTEGER_SLACK;
  int need = schedule_register_need(chooser->nest, chooser->schedule) + slack;
  int64_t blocks = chooser->limits->registers_per_sm / most_of(threads * need, 1);
  // A row that is alone in a multiprocessor leaves memory idle while it is reduced: rather than that, loads
  // wait for one another where registers suffice for what is held.
  bool row = chooser->schedule->kind == TEMPLATE_ROW && chooser->schedule->knob[KNOB_persistent];
  int held = held_registers(chooser->nest, chooser->schedule) + BASE + slack;
  if (row && blocks < 2 && held <= share_of(chooser, 2)) blocks = 2;
  if (row) blocks = row_blocks(chooser, blocks, need);
  if (column) blocks = least_of(blocks, column_blocks(chooser));
  return least_of(blocks, chooser->limits->threads_per_sm / most_of(threads, 1));
}

// The blocks that the knob asks for share a multiprocessor, or as many as fit. A person's cap holds as far as
// the block can start with it.
void choose_registers(Chooser *chooser) {
  int64_t blocks = chooser->schedule->knob[KNOB_blocks];
  if (!blocks) blocks = blocks_that_fit(chooser);
  int64_t most = share_of(chooser, 1);
  int cap = choose_knob(chooser, KNOB_registers, share_of(chooser, most_of(blocks, 1)));
  if (cap == 0 || cap > most) chooser->schedule->knob[KNOB_registers] = (int)most;
}
