// The lines below the kernel table: what kernels together cost.
#pragma once

#include "explorer/panes/kernel_table.h"
#include "explorer/panes/view.h"

// "13 kernels  est 1.28 ms  25.6%  measured 8/13 1.3 ms".
void kernel_sum_text(const Explorer *explorer, const KernelSum *sum, Text *out);
int kernel_sums_rows(int height); // lines that they take of a pane of that height
void kernel_sums_draw(Explorer *explorer, Canvas canvas);
