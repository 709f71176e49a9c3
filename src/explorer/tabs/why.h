// The Why tab, for actions on its edges.
#pragma once

#include "explorer/state/explorer.h"
#include "explorer/tabs/why_edges.h"

const Why *why_here(Explorer *explorer); // of the op under the cursor
// The edge selected in the tab while it has the keys, else NULL.
const WhyEdge *why_selected(Explorer *explorer);
