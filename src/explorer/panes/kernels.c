// The kernel table, made anew when what it shows has changed: at once, or in slices of time.
#include "explorer/panes/kernels.h"

#include "explorer/panes/ops.h"
#include "tui/slice.h"

enum { FIGURES_MS = 3 };         // enough for those of the kernels that an edit changes
enum { KERNELS_AT_ONCE = 2000 }; // looked at between two looks at the clock

static KernelSource source_of(Explorer *explorer) {
  bool grouped = kernels_pane(explorer)->table.grouping == GROUPING_LAYERS;
  const Sections *sections = grouped ? folding_sections(&ops_pane(explorer)->folding) : NULL;
  return (KernelSource){explorer->session, explorer->figures->cost, sections};
}

static void begin(Explorer *explorer) {
  KernelsPane *pane = kernels_pane(explorer);
  pane->follow = pane->tell = false;
  pane->seen_results = explorer->results;
  figures_update(explorer->figures, explorer->synchronous ? -1 : FIGURES_MS);
  KernelSource source = source_of(explorer);
  kernel_table_begin(&pane->table, &source);
}

static void made(Explorer *explorer) {
  KernelsPane *pane = kernels_pane(explorer);
  if (pane->follow) pane->table.followed = NO_KERNEL;
  if (pane->tell)
    explorer_say(explorer, "alike kernels in one row: %d rows of %d kernels; z unfolds one",
                 pane->table.count, pane->table.shown);
  pane->follow = pane->tell = false;
}

static bool go_on(Explorer *explorer, double milliseconds) {
  Slice slice = slice_begin(milliseconds);
  KernelSource source = source_of(explorer);
  bool done;
  if (!kernels_pane(explorer)->table.build.under_way) return true;
  do
    done = kernel_table_work(&kernels_pane(explorer)->table, &source, KERNELS_AT_ONCE);
  while (!done && !slice_over(&slice));
  if (done) made(explorer);
  return done;
}

void kernels_changed(Explorer *explorer) {
  begin(explorer);
  go_on(explorer, -1);
}

void kernels_view_changed(Explorer *explorer, bool follow, bool tell) {
  begin(explorer);
  kernels_pane(explorer)->follow = follow;
  kernels_pane(explorer)->tell = tell;
  go_on(explorer, explorer->synchronous ? -1 : FIGURES_MS);
}

void kernels_sync(Explorer *explorer) {
  const KernelsPane *pane = kernels_pane(explorer);
  bool results = pane->seen_results != explorer->results;
  if (results && kernel_table_needs_results(&pane->table)) kernels_changed(explorer);
}

bool kernels_filtering(const Explorer *explorer) {
  return kernels_pane(explorer)->filtering;
}

// ---- With the explorer.

static void open(Explorer *explorer) {
  kernels_pane(explorer)->expensive = NO_OP;
}

static bool work(Explorer *explorer, double milliseconds) {
  if (!go_on(explorer, milliseconds)) return false;
  if (kernels_pane(explorer)->table.provisional) kernels_changed(explorer);
  return true;
}

static void close(Explorer *explorer) {
  KernelsPane *pane = kernels_pane(explorer);
  kernel_table_free(&pane->table);
  text_free(&pane->filter_before);
}

const Component component_kernels = {
    .size = sizeof(KernelsPane), .open = open, .edited = kernels_changed, .work = work, .close = close};
