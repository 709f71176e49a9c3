// Saving a run. Used by measure*.c only.
#pragma once

#include "gpu/measure/measure.h"

// With a program loaded and filled: the graph's inputs, then the launches run once, then its outputs, into
// files of MeasureOptions.save_folder with "index.json" saying what is in them; the program is filled again.
// Memory is written as it is: a value's elements are at `offset` and `stride`, in elements. What comes from
// launches that are not run is "unknown": it is random.
bool measure_save(Measuring *m, Status *status);
