// What stands below a short page of the detail pane: other pages about the same kernel.
#pragma once

#include "explorer/panes/view.h"
#include "tui/page.h"

// Draws into the rows from `top` on when there is room for a page.
void detail_below_draw(Explorer *explorer, Canvas canvas, int top);

// The beginning of the roofline page: the kernel's rates against the device's, limit by limit. The cursor is
// on an op with a kernel.
void roofline_rates(Explorer *explorer, Page *page, int width);
