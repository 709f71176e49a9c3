// Actions on scripts: options in a form, running again, the editor.
#include "base/arena.h"
#include "base/file.h"
#include "explorer/actions/action.h"

#include <stdlib.h>

void action_run_again(Explorer *explorer) {
  script_again(explorer);
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
  option_memory_set(&explorer->options, explorer->form, option, text_equal(other, preset) ? NULL : other);
  return true;
}

static void accept_value(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)item;
  option_memory_set(&explorer->options, explorer->form, explorer->form_option, *text ? text : NULL);
  open_form(explorer, explorer->form);
}

static void ask_value(Explorer *explorer, const char *option, const char *value, const char *help) {
  explorer_say(explorer, "%s of %s: %s", option, explorer->form, help);
  free(explorer->form_option);
  explorer->form_option = memory_strdup(option);
  picker_ask(&explorer->picker, "Value of the option; empty: the default", value, accept_value);
}

static void edit_option(Explorer *explorer, int index) {
  CatalogLists *lists = catalog_lists(explorer->catalog, CATALOG_HEURISTICS);
  HeuristicInfo *info = find_info(lists, explorer->form);
  if (info && index < info->option_count) {
    const char *name = info->options[index].name, *preset = info->options[index].default_value;
    const char *set = option_memory_get(&explorer->options, explorer->form, name);
    if (toggle(explorer, name, set ? set : preset, preset))
      open_form(explorer, explorer->form);
    else
      ask_value(explorer, name, set ? set : preset, info->options[index].help);
  }
  catalog_release(lists);
}

static void accept_form(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)text;
  if (!item) return;
  if (item->value == FORM_RUN)
    script_run(explorer, explorer->form);
  else
    edit_option(explorer, item->value);
}

static void add_option(Explorer *explorer, const HeuristicInfo *info, int index) {
  const char *name = info->options[index].name, *preset = info->options[index].default_value;
  const char *set = option_memory_get(&explorer->options, info->name, name);
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
  free(explorer->form);
  explorer->form = name;
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

// ---- The editor: at the script's error, else in the script, else where the op comes from.

static void edit(Explorer *explorer, const char *path, int line) {
  if (text_starts(path, "fusebox:")) {
    explorer_fail(explorer,
                  "edit: %s is inside the program; a file of its name in ~/.config/fusebox takes its place",
                  path);
    return;
  }
  free(explorer->edit_path);
  explorer->edit_path = memory_strdup(path);
  explorer->edit_line = line > 0 ? line : 1;
  explorer_say(explorer, "edited %s at line %d", file_base_name(path), explorer->edit_line);
}

void action_edit(Explorer *explorer) {
  const Script *script = &explorer->script;
  const Op *op = explorer->cursor == NO_OP ? NULL : &explorer->graph->ops[explorer->cursor];
  if (explorer->tab == TAB_SCRIPT && script->error_path)
    edit(explorer, script->error_path, script->error_line);
  else if (explorer->tab == TAB_SCRIPT && script->path)
    edit(explorer, script->path, 1);
  else if (!op || !op->source_file)
    explorer_fail(explorer, "edit: the graph does not say where the op comes from");
  else if (!file_exists(op->source_file))
    explorer_fail(explorer, "edit: %s is not on this machine", op->source_file);
  else
    edit(explorer, op->source_file, op->source_line);
}
