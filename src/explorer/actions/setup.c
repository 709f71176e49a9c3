// Changing a named size of the graph, or the device that estimates are for: first which, then what.
#include "explorer/actions/action.h"
#include "explorer/state/setup_view.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { THE_DEVICE = -1 };

// The size that the open question is about.
static int *asked(const Explorer *explorer) {
  return explorer->state[COMPONENT_SETUP];
}

const Component component_setup = {.size = sizeof(int)};

// ---- The value of a size.

static bool read_size(const char *text, int64_t *size) {
  char *end;
  errno = 0;
  *size = strtoll(text, &end, 10);
  return !errno && end != text && !*end && *size >= 0;
}

static void accept_size(Explorer *explorer, const char *text, const PickerItem *item) {
  int64_t size;
  if (!read_size(*text || !item ? text : item->label, &size)) {
    explorer_fail(explorer, "\"%s\": a size is a whole number from 0", text);
    return;
  }
  SizeBinding binding = {explorer->graph->sizes[*asked(explorer)].name, size};
  setup_start(explorer, &binding, 1, NULL, NULL);
}

static int64_t power_below(int64_t size) {
  int64_t power = 1;
  while (power <= (size - 1) / 2)
    power *= 2;
  return power;
}

static void suggest(Explorer *explorer, int64_t size, const char *why) {
  char label[24];
  Picker *picker = &explorer->picker;
  snprintf(label, sizeof label, "%lld", (long long)size);
  for (int i = 0; i < picker->items.count; i++)
    if (text_equal(picker->items.data[i].label, label)) return;
  picker_item(picker, label, why, NULL, NULL, 0);
}

static void ask_size(Explorer *explorer, int index) {
  const NamedSize *size = &explorer->graph->sizes[index];
  *asked(explorer) = index;
  picker_open(&explorer->picker, size->name, accept_size);
  explorer->picker.free_text = true;
  suggest(explorer, size->value, "as it is; or type another one");
  int64_t below = size->value > 1 ? power_below(size->value) : 1;
  suggest(explorer, size->value * 2, "twice");
  if (size->value > 1) suggest(explorer, size->value / 2, "half");
  suggest(explorer, size->value + 1, "one more: off the alignment that even sizes have");
  if (size->value > 1) suggest(explorer, size->value - 1, "one less");
  suggest(explorer, below, "the power of two below");
  picker_filter(&explorer->picker);
}

// ---- The device.

static void accept_device(Explorer *explorer, const char *text, const PickerItem *item) {
  setup_start(explorer, NULL, 0, item ? item->label : text, NULL);
}

static void ask_device(Explorer *explorer) {
  int count;
  char **names = device_names(&count);
  picker_open(&explorer->picker, "Estimate for", accept_device);
  for (int i = 0; i < count; i++) {
    Device device;
    bool now = text_equal(names[i], session_device(explorer->session)->name);
    if (device_choose(names[i], &device, NULL))
      picker_item(&explorer->picker, names[i], device.title, now ? "now" : "", NULL, 0);
    free(names[i]);
  }
  free(names);
  picker_filter(&explorer->picker);
}

// ---- Which.

static void accept_which(Explorer *explorer, const char *text, const PickerItem *item) {
  if (!item)
    explorer_fail(explorer, "there is no size \"%s\"", text);
  else if (item->value == THE_DEVICE)
    ask_device(explorer);
  else
    ask_size(explorer, item->value);
}

void action_set_size(Explorer *explorer) {
  const Graph *graph = explorer->graph;
  Picker *picker = &explorer->picker;
  picker_open(picker, "Sizes and device", accept_which);
  for (int i = 0; i < graph->size_count; i++) {
    char now[24];
    snprintf(now, sizeof now, "%lld", (long long)graph->sizes[i].value);
    picker_item(picker, graph->sizes[i].name, "a size that the graph names", now, NULL, i);
  }
  picker_item(picker, "device", session_device(explorer->session)->title,
              session_device(explorer->session)->name, NULL, THE_DEVICE);
  if (graph->size_count == 0)
    picker_heading(picker, "The graph names no sizes: fusebox JSON can, dynamic dumps do.");
  picker_filter(picker);
}
