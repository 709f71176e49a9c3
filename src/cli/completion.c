// What can stand at a place of the command line.
#include "cli/completion.h"

#include "cli/experiment.h"
#include "experiment/experiment.h"
#include "session/export/export.h"
#include "tui/theme.h"

#include <stdlib.h>
#include <string.h>

static const char *const list_names[LIST_COUNT] = {"",
#define X(id, name) name,
                                                   COMPLETION_LISTS(X)
#undef X
};

const char *completion_list_name(CompletionList list) {
  return list_names[list];
}

static void add_commands(Text *out) {
  int count;
  const Command *commands = cli_commands(&count);
  for (int i = 1; i < count; i++)
    text_printf(out, "%s\n", commands[i].name);
}

static void add_heuristics(Text *out, HeuristicInfo *list, int count) { // frees the list
  for (int i = 0; i < count; i++)
    if (!list[i].problem) text_printf(out, "%s\n", list[i].name);
  heuristics_free(list, count);
}

static void add_plans(Text *out) {
  int count;
  text_add(out, "none\ncompiler\n");
  HeuristicInfo *list = heuristics_list(&count, NULL);
  add_heuristics(out, list, count);
  list = heuristics_searches(&count, NULL);
  add_heuristics(out, list, count);
}

static void add_lessons(Text *out) {
  int count;
  LessonInfo *list = lessons_list(&count, NULL);
  for (int i = 0; i < count; i++)
    text_printf(out, "%s\n", list[i].name);
  lessons_free(list, count);
}

static void add_models(Text *out) {
  int count;
  const CostModel *const *models = cost_models(&count);
  for (int i = 0; i < count; i++)
    text_printf(out, "%s\n", models[i]->name);
}

static void add_verbs(Text *out) {
  int count;
  const ExperimentVerb *verbs = experiment_verbs(&count);
  for (int i = 0; i < count; i++)
    text_printf(out, "%s\n", verbs[i].name);
}

static void add_stages(Text *out) {
  for (int stage = 0; stage < STAGE_COUNT; stage++)
    text_printf(out, "%s\n", experiment_stage_name((ExperimentStage)stage));
}

static void add_formats(Text *out) {
  for (int i = 0; i < EXPORT_COUNT; i++)
    text_printf(out, "%s\n", export_info((ExportFormat)i)->name);
  text_add(out, "svg\n"); // of a screen
}

// Adds names that are owned here.
static void add_names(Text *out, char **names, int count) {
  for (int i = 0; i < count; i++) {
    text_printf(out, "%s\n", names[i]);
    free(names[i]);
  }
  free(names);
}

static void add_list(CompletionList list, Text *out) {
  int count;
  char **names;
  switch (list) {
    case LIST_COMMANDS:
      add_commands(out);
      break;
    case LIST_PLANS:
      add_plans(out);
      break;
    case LIST_LESSONS:
      add_lessons(out);
      break;
    case LIST_DEVICES:
      names = device_names(&count), add_names(out, names, count);
      break;
    case LIST_MODELS:
      add_models(out);
      break;
    case LIST_THEMES:
      names = theme_names(&count), add_names(out, names, count);
      break;
    case LIST_FORMATS:
      add_formats(out);
      break;
    case LIST_COLORS:
      text_add(out, "auto\nnever\n16\n256\ntrue\n");
      break;
    case LIST_SHELLS:
      text_add(out, "bash\nzsh\nfish\n");
      break;
    case LIST_STAGES:
      add_stages(out);
      break;
    case LIST_EXPERIMENT_VERBS:
      add_verbs(out);
      break;
    case LIST_NONE:
    case LIST_COUNT:
      break;
  }
}

bool completion_list_add(const char *name, Text *out) {
  for (int list = LIST_NONE + 1; list < LIST_COUNT; list++) {
    if (!text_equal(list_names[list], name)) continue;
    add_list((CompletionList)list, out);
    return true;
  }
  return false;
}

Completion completion_of_value(OptionId option) {
  static const Completion completions[OPTION_COUNT] = {
      [OPTION_HEURISTIC] = {LIST_PLANS, FILES_ANY},    [OPTION_PLAN] = {LIST_NONE, FILES_ANY},
      [OPTION_SAVE] = {LIST_NONE, FILES_ANY},          [OPTION_FROM] = {LIST_NONE, FILES_ANY},
      [OPTION_FIT] = {LIST_NONE, FILES_ANY},           [OPTION_DEVICE] = {LIST_DEVICES, FILES_ANY},
      [OPTION_MODEL] = {LIST_MODELS, FILES_ANY},       [OPTION_AS] = {LIST_FORMATS, FILES_NONE},
      [OPTION_SAVE_DATA] = {LIST_NONE, FILES_FOLDERS}, [OPTION_SCRIPT] = {LIST_NONE, FILES_ANY},
      [OPTION_THEME] = {LIST_THEMES, FILES_ANY},       [OPTION_COLOR] = {LIST_COLORS, FILES_NONE},
      [OPTION_BASELINE] = {LIST_PLANS, FILES_NONE},    [OPTION_SQLITE] = {LIST_NONE, FILES_ANY},
      [OPTION_STORE] = {LIST_NONE, FILES_FOLDERS},     [OPTION_STAGE] = {LIST_STAGES, FILES_NONE},
      [OPTION_CHECK] = {LIST_LESSONS, FILES_ANY},      [OPTION_REPORT] = {LIST_NONE, FILES_FOLDERS},
  };
  return completions[option];
}

Completion completion_of_arguments(const Command *command) {
  if (!*command->name) return (Completion){LIST_COMMANDS, FILES_ANY};
  if (command->run == run_diff) return (Completion){LIST_PLANS, FILES_ANY};
  if (command->run == run_lessons) return (Completion){LIST_LESSONS, FILES_ANY};
  if (command->run == run_experiment) return (Completion){LIST_EXPERIMENT_VERBS, FILES_ANY};
  if (command->run == run_help) return (Completion){LIST_COMMANDS, FILES_NONE};
  if (command->run == run_completions) return (Completion){LIST_SHELLS, FILES_NONE};
  return (Completion){LIST_NONE, command->most ? FILES_ANY : FILES_NONE};
}

OptionSet completion_options(const Command *command) {
  return command->options | OPTION_BIT(HELP) | OPTION_BIT(COLOR) | (*command->name ? 0 : OPTION_BIT(VERSION));
}
