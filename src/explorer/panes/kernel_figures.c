// One kernel's figures.
#include "explorer/panes/kernel_figures.h"

KernelFigures kernel_figures(Session *session, int kernel) {
  Plan *plan = session_plan(session);
  return (KernelFigures){.kernel = kernel,
                         .ops = plan_kernel(plan, kernel).op_count,
                         .estimate = estimator_kernel(session_estimator(session), plan, kernel),
                         .compiled = session_compiled(session, kernel),
                         .measured = session_measured(session, kernel),
                         .profiled = session_profiled(session, kernel)};
}

bool kernel_is_profiled(const KernelFigures *figures) {
  return figures->profiled.known && figures->profiled.time_us >= 0;
}

bool kernel_is_timed(const KernelFigures *figures) {
  const MeasuredView *view = &figures->measured;
  return view->state == RESULT_DONE && view->measured && view->measured->ok;
}

double kernel_time(const KernelFigures *figures) {
  return kernel_is_timed(figures) ? figures->measured.measured->time_us : figures->estimate->time_us;
}

double kernel_error(const KernelFigures *figures) {
  double estimate = figures->estimate->time_us;
  return estimate > 0 ? figures->measured.measured->time_us / estimate - 1 : 0;
}

bool kernel_spills(const KernelFigures *figures) {
  const Compiled *compiled = figures->compiled.compiled;
  return figures->compiled.state == RESULT_DONE &&
         compiled->spill_store_bytes + compiled->spill_load_bytes > 0;
}

KernelState kernel_state(const KernelFigures *figures) {
  ResultState compiled = figures->compiled.state, measured = figures->measured.state;
  if (kernel_spills(figures)) return KERNEL_SPILLS;
  if (compiled == RESULT_FAILED || measured == RESULT_FAILED) return KERNEL_FAILED;
  if (measured == RESULT_RUNNING) return KERNEL_TIMING;
  if (compiled == RESULT_RUNNING) return KERNEL_COMPILING;
  if (kernel_is_timed(figures)) return figures->measured.kept_at ? KERNEL_KEPT : KERNEL_TIMED;
  if (compiled == RESULT_QUEUED || measured == RESULT_QUEUED) return KERNEL_WAITING;
  if (figures->estimate->is_library) return KERNEL_BY_LIBRARY;
  if (compiled == RESULT_DONE) return KERNEL_COMPILED;
  if (compiled == RESULT_STALE || measured == RESULT_STALE) return KERNEL_OLD;
  return figures->estimate->spill_bytes > 0 ? KERNEL_MAY_SPILL : KERNEL_ESTIMATED;
}

const KernelStateInfo *kernel_state_info(KernelState state) {
  static const KernelStateInfo infos[] = {
#define X(id, glyph, word, style) {GLYPH_##glyph, word, STYLE_##style},
      KERNEL_STATES(X)
#undef X
  };
  return &infos[state];
}
