// Everything reduces to one element: a row without kept dims.
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

static bool takes(const Nest *nest, const ScheduleOverride *overrides) {
  (void)overrides;
  return nest->reduced && nest_elements(nest, nest_all_dims(nest) & ~nest->reduced) == 1;
}

static void choose_full(Chooser *chooser) {
  chooser_rows(chooser, true);
}

const Template template_full = {
    .name = "full",
    .help = "everything reduces to one element: blocks make partial results, the last one finishes",
    .takes = takes,
    .takes_sizes = true,
    .knobs = KNOBS_OF_ALL | KNOBS_OF_ROWS,
    .rules = choose_full,
};
