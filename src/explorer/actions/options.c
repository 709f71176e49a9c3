// The options of heuristics: a form to set them in, and what was set.
#include "explorer/actions/options.h"

#include "base/arena.h"
#include "explorer/actions/action.h"
#include "explorer/state/script_run.h"

#include <stdlib.h>

typedef struct Options {
  OptionMemory memory;
  char *heuristic, *option; // whose options are shown, and the one that is asked for
} Options;

static Options *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_OPTIONS];
}

OptionMemory *options_remembered(const Explorer *explorer) {
  return &own(explorer)->memory;
}

// ---- The form: a list of the options with their values; choosing one asks for another value.

enum { FORM_RUN = -1 };

static void open_form(Explorer *explorer, const char *heuristic);

static HeuristicInfo *find_info(const CatalogLists *lists, const char *name) {
  for (int i = 0; i < lists->heuristic_count; i++)
    if (text_equal(lists->heuristics[i].name, name)) return &lists->heuristics[i];
  return NULL;
}

// Yes and no need no typing.
static bool toggle(Explorer *explorer, const char *option, const char *value, const char *preset) {
  if (!text_equal(preset, "true") && !text_equal(preset, "false")) return false;
  const char *other = text_equal(value, "true") ? "false" : "true";
  option_memory_set(options_remembered(explorer), own(explorer)->heuristic, option,
                    text_equal(other, preset) ? NULL : other);
  return true;
}

static void accept_value(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)item;
  option_memory_set(options_remembered(explorer), own(explorer)->heuristic, own(explorer)->option,
                    *text ? text : NULL);
  open_form(explorer, own(explorer)->heuristic);
}

static void ask_value(Explorer *explorer, const char *option, const char *value, const char *help) {
  explorer_say(explorer, "%s of %s: %s", option, own(explorer)->heuristic, help);
  free(own(explorer)->option);
  own(explorer)->option = memory_strdup(option);
  picker_ask(&explorer->picker, "Value of the option; empty: the default", value, accept_value);
}

static void edit_option(Explorer *explorer, int index) {
  CatalogLists *lists = catalog_lists(explorer->catalog, CATALOG_HEURISTICS);
  HeuristicInfo *info = find_info(lists, own(explorer)->heuristic);
  if (info && index < info->option_count) {
    const char *name = info->options[index].name, *preset = info->options[index].default_value;
    const char *set = option_memory_get(options_remembered(explorer), own(explorer)->heuristic, name);
    if (toggle(explorer, name, set ? set : preset, preset))
      open_form(explorer, own(explorer)->heuristic);
    else
      ask_value(explorer, name, set ? set : preset, info->options[index].help);
  }
  catalog_release(lists);
}

static void accept_form(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)text;
  if (!item) return;
  if (item->value == FORM_RUN)
    script_run(explorer, own(explorer)->heuristic);
  else
    edit_option(explorer, item->value);
}

static void add_option(Explorer *explorer, const HeuristicInfo *info, int index) {
  const char *name = info->options[index].name, *preset = info->options[index].default_value;
  const char *set = option_memory_get(options_remembered(explorer), info->name, name);
  Text label = {0}, detail = {0};
  text_printf(&label, "%s = %s", name, set ? set : preset);
  if (set) text_printf(&detail, "(%s) ", preset);
  text_add(&detail, info->options[index].help);
  picker_item(&explorer->picker, text_get(&label), text_get(&detail), NULL, NULL, index);
  text_free(&label);
  text_free(&detail);
}

static void open_form(Explorer *explorer, const char *heuristic) {
  CatalogLists *lists = catalog_lists(explorer->catalog, CATALOG_HEURISTICS);
  HeuristicInfo *info = find_info(lists, heuristic);
  char *name = memory_strdup(heuristic);
  free(own(explorer)->heuristic);
  own(explorer)->heuristic = name;
  picker_open(&explorer->picker, "Options: Enter changes one, or runs", accept_form);
  Text run = {0};
  text_printf(&run, "run %s", name);
  picker_item(&explorer->picker, text_get(&run), info ? info->help : "", NULL, NULL, FORM_RUN);
  text_free(&run);
  for (int i = 0; info && i < info->option_count; i++)
    add_option(explorer, info, i);
  picker_filter(&explorer->picker);
  catalog_release(lists);
}

static void accept_heuristic(Explorer *explorer, const char *text, const PickerItem *item) {
  if (item)
    open_form(explorer, item->label);
  else
    explorer_fail(explorer, "there is no heuristic \"%s\"", text);
}

void action_options(Explorer *explorer) {
  CatalogLists *lists = catalog_lists(explorer->catalog, CATALOG_HEURISTICS);
  HeuristicInfo *list = lists->heuristics;
  picker_open(&explorer->picker, "Options of which heuristic?", accept_heuristic);
  for (int i = 0; i < lists->heuristic_count; i++)
    picker_item(&explorer->picker, list[i].name, list[i].problem ? list[i].problem : list[i].help, NULL, NULL,
                i);
  picker_filter(&explorer->picker);
  catalog_release(lists);
}

// ---- With the explorer.

static void open(Explorer *explorer) {
  if (session_saves(explorer->session)) option_memory_open(options_remembered(explorer));
}

static void close(Explorer *explorer) {
  option_memory_free(options_remembered(explorer));
  free(own(explorer)->heuristic);
  free(own(explorer)->option);
}

const Component component_options = {.size = sizeof(Options), .open = open, .close = close};
