// What stands below a short page of the detail pane: other pages about the same kernel.
#pragma once

#include "ui/view.h"

// Draws into the rows from `top` on when there is room for a page.
void detail_below_draw(Explorer *explorer, Canvas canvas, int top);
