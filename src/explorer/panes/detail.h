// The detail pane: the page of the shown tab, and what stands below it.
#pragma once

#include "explorer/state/explorer.h"
#include "tui/page.h"

// What the detail pane's page was made for; made anew when it differs.
typedef struct PageKey {
  DetailTab tab;
  int subject, width; // an op, a kernel, or 0 for the plan
  int copy;           // see explorer_copy
  uint64_t version;   // of the plan
  uint64_t results;   // counts deliveries of compiled and measured results
  uint64_t revision;
  bool complete; // the figures of the whole plan are known
} PageKey;

// For the pane's own files.
typedef struct DetailPane {
  Page page; // of the shown tab
  PageKey page_key;
  int top;    // its first line shown
  int height; // of the pane that this was for
  int beyond; // lines that it is scrolled on behind its last part that can be selected
  Page below; // other pages about the kernel, where the page leaves room
  PageKey below_key;
  int below_rows; // of that room
  Text wanted;    // what was searched for in pages of text, see reading.h
  int found;      // line of the page; -1: none
} DetailPane;

// The page as it is now, made again when what it shows has changed since it was drawn.
Page *detail_page(Explorer *explorer);

static inline DetailPane *detail_pane(const Explorer *explorer) {
  return explorer->state[COMPONENT_DETAIL];
}
