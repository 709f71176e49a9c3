// The chosen size and its kernels, see dynamic.h.
#include "explorer/state/dynamic.h"

#include "explorer/actions/action.h"
#include "explorer/lesson/lesson.h"

#include "tui/number.h"
#include "tui/slice.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct Dynamic {
  char *name;            // of the size; NULL: none is chosen
  SizedKernels *kernels; // NULL, too, while the graph has none of that name, or it is 0
  uint64_t version;      // of the plan whose kernels were asked about last,
  int next;              // ... up to this one in launch order
} Dynamic;

static Dynamic *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_DYNAMIC];
}

const char *dynamic_size(const Explorer *explorer) {
  return own(explorer)->kernels ? own(explorer)->name : NULL;
}

const SizedKernel *dynamic_kernel(const Explorer *explorer, int kernel) {
  const SizedKernels *kernels = own(explorer)->kernels;
  return kernels && kernel != NO_KERNEL ? sized_kernels_known(kernels, kernel) : NULL;
}

bool dynamic_emit(const Explorer *explorer, int kernel, Emitted *emitted, Status *status) {
  return sized_kernels_emit(own(explorer)->kernels, kernel, emitted, status);
}

static void add_times(const Explorer *explorer, const SizedKernel *it, Text *out) {
  char sized[NUMBER_SIZE], given[NUMBER_SIZE];
  if (lesson_hides_times(explorer)) return;
  number_time(sized, it->sized->time_us, explorer->glyphs);
  number_time(given, it->given->time_us, explorer->glyphs);
  text_printf(out, ": est %s, for %" PRId64 " alone %s", sized, sized_kernels_value(own(explorer)->kernels),
              given);
}

void dynamic_text(const Explorer *explorer, int kernel, Text *out) {
  const char *size = dynamic_size(explorer);
  const SizedKernel *it = dynamic_kernel(explorer, kernel);
  if (!size) return;
  if (!it) {
    text_printf(out, "whether it can take %s as an argument is being worked out", size);
  } else if (it->ok) {
    text_printf(out, "takes %s as an argument, ", size);
    sized_values_text(it, out);
    add_times(explorer, it, out);
  } else {
    text_printf(out, "cannot take %s as an argument: %s", size, it->reason.text);
  }
}

// ---- choosing

static void forget(Explorer *explorer) {
  sized_kernels_free(own(explorer)->kernels);
  own(explorer)->kernels = NULL;
  own(explorer)->next = 0;
}

static bool begin(Explorer *explorer, Status *status) {
  Dynamic *dynamic = own(explorer);
  if (dynamic->name)
    dynamic->kernels = sized_kernels_new(sized_source(explorer->session), dynamic->name, status);
  return dynamic->kernels != NULL;
}

static void take(Explorer *explorer) {
  begin(explorer, NULL);
}

static void choose(Explorer *explorer, const char *name) {
  Dynamic *dynamic = own(explorer);
  Status status = {0};
  forget(explorer);
  free(dynamic->name);
  dynamic->name = name ? memory_strdup(name) : NULL;
  explorer->revision++;
  if (!name)
    explorer_say(explorer, "kernels for the sizes as they are");
  else if (begin(explorer, &status))
    explorer_say(explorer, "kernels that take %s as an argument, beside those for its value", name);
  else
    explorer_fail(explorer, "%s", status.message);
}

void action_dynamic(Explorer *explorer) {
  const Graph *graph = explorer->graph;
  const char *name = own(explorer)->name;
  int next = 0;
  for (int i = 0; name && i < graph->size_count; i++)
    if (text_equal(graph->sizes[i].name, name)) next = i + 1;
  choose(explorer, next < graph->size_count ? graph->sizes[next].name : NULL);
}

// ---- asking

// One step; true when all is known.
static bool look_up(Dynamic *dynamic, const Explorer *explorer) {
  int count;
  const int *order = plan_order(explorer->plan, &count);
  if (!sized_kernels_open(dynamic->kernels)) return false;
  if (dynamic->next < count) sized_kernels_ask(dynamic->kernels, order[dynamic->next++]);
  return dynamic->next == count;
}

static bool work(Explorer *explorer, double milliseconds) {
  Dynamic *dynamic = own(explorer);
  Slice slice = slice_begin(milliseconds);
  if (!dynamic->kernels || plan_is_open(explorer->plan)) return true;
  if (dynamic->version != plan_version(explorer->plan)) dynamic->next = 0;
  dynamic->version = plan_version(explorer->plan);
  int from = dynamic->next;
  bool all;
  do
    all = look_up(dynamic, explorer);
  while (!all && !slice_over(&slice));
  if (dynamic->next > from) explorer->revision++;
  return all;
}

static void close(Explorer *explorer) {
  free(own(explorer)->name);
}

const Component component_dynamic = {
    .size = sizeof(Dynamic), .take = take, .give_up = forget, .work = work, .close = close};
