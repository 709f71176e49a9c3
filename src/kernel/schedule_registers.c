// The register cap that is handed to the compiler.
#include "kernel/schedule_rules.h"

void choose_registers(Chooser *chooser) {
  choose_knob(chooser, KNOB_registers, 0);
}
