// The register cap that is handed to the compiler.
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

// Below `base + what waits` kernels with reductions begin to spill: 16 registers for addresses, indices and
// what is in use, as compiling them for sm_90a under falling caps shows (softmax, norms forward and backward,
// column and full sums: 16 + 32, 48 and 64 words spill from 40, 48 and 72 registers down). Masked vectors
// need 8 more. The slack is for bodies with more arithmetic.
enum { RAGGED = 8, INTEGER_SLACK = 24 };

// What is loaded before the loops for each lane of a vector (the parameters of columns), and read in them.
static int parameter_registers(const Body *body) {
  int registers = 0;
  for (int i = 0; i < body->nest->step_count; i++) {
    const StepPlace *place = &body->places[i];
    bool loads = body->nest->steps[i].kind == STEP_LOAD && place->used && !place->walked;
    if (loads && place->lanes) registers += body_vector_registers(body, i);
  }
  return registers;
}

int schedule_register_need(const Nest *nest, const Schedule *schedule) {
  Body body;
  if (!body_make(nest, schedule, &body)) return REGISTER_BASE;
  int need = REGISTER_BASE + body_waiting_registers(&body) + parameter_registers(&body) +
             (body.mapping.ragged && !body.mapping.peeled ? RAGGED : 0);
  body_free(&body);
  return (need + REGISTER_GRANULE - 1) / REGISTER_GRANULE * REGISTER_GRANULE;
}

int64_t register_share(const Chooser *chooser, int64_t blocks) {
  return limits_register_share(chooser->limits, chooser->schedule->knob[KNOB_threads], (int)blocks);
}

// Do passes over rows compute with 64-bit integers for each element? What they have in common then stays in
// registers from one pass to the next.
static bool computes_integers(const Nest *nest) {
  for (int i = 0; i < nest->step_count && nest->passes > 1; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind == STEP_COMPUTE && step->dims == nest_all_dims(nest))
      for (int o = 0; o < step->operand_count; o++)
        if (dtype_kind(nest->steps[step->operand[o]].dtype) == DTYPE_IS_INTEGER) return true;
  }
  return false;
}

int nest_integer_slack(const Nest *nest) {
  return computes_integers(nest) ? INTEGER_SLACK : 0;
}

int64_t chooser_blocks_of_need(const Chooser *chooser, int need) {
  return chooser->limits->registers_per_sm /
         most_of((int64_t)chooser->schedule->knob[KNOB_threads] * need, 1);
}

int64_t chooser_blocks_of_threads(const Chooser *chooser) {
  return chooser->limits->threads_per_sm / most_of(chooser->schedule->knob[KNOB_threads], 1);
}

int64_t chooser_reduction_blocks(const Chooser *chooser, int slack) {
  int need =
      schedule_register_need(chooser->nest, chooser->schedule) + slack + nest_integer_slack(chooser->nest);
  return least_of(chooser_blocks_of_need(chooser, need), chooser_blocks_of_threads(chooser));
}

int64_t chooser_blocks_that_fit(const Chooser *chooser) {
  const Template *template = chooser->schedule->kind;
  return template->blocks ? template->blocks(chooser) : chooser_reduction_blocks(chooser, REGISTER_SLACK);
}

// The blocks that the knob asks for share a multiprocessor, or as many as fit. A person's cap holds as far as
// the block can start with it.
void chooser_registers(Chooser *chooser) {
  int64_t blocks = chooser->schedule->knob[KNOB_blocks];
  if (!blocks) blocks = chooser_blocks_that_fit(chooser);
  int64_t most = register_share(chooser, 1);
  int cap = choose_knob(chooser, KNOB_registers, register_share(chooser, most_of(blocks, 1)));
  if (cap == 0 || cap > most) chooser->schedule->knob[KNOB_registers] = (int)most;
}
