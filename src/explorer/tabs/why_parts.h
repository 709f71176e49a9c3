// Parts of the Why tab's pages: of an op, or of a copy of it.
#pragma once

#include "explorer/state/explorer.h"
#include "explorer/tabs/tab.h"

// Bytes of what `reader` takes of the results of `producer`: what its operands show of them, through views,
// and of none more than there is of it.
int64_t why_edge_bytes(const Graph *graph, int producer, int reader);
void why_add_name(Page *page, Style style, const char *text); // cleaned, behind what the line has
void why_add_head(Explorer *explorer, Page *page, const Op *op, int width);
void why_add_times(Explorer *explorer, Page *page, int kernel, int width);
void why_add_inputs(Explorer *explorer, Page *page, const Op *op, int width);
void why_add_source(Page *page, const Op *op);
