// What the compiler made of an op, and what it said of two, for the Why and Candidates tabs.
#pragma once

#include "explorer/tabs/why.h"
#include "tui/page.h"

// "XLA: loop_fusion, kLoop; grid 8x1x1, 128 threads, 0 B shared": of the op under the cursor, where it is
// known.
void why_add_compiler(Explorer *explorer, Page *page, int width);
// What it said of two ops; NULL: nothing. Times are those of the producer and all its readers.
void why_add_remark(Explorer *explorer, Page *page, const DumpRemark *remark, int tag, int width);
