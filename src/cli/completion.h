// Completion in shells: what can stand at a place of the command line, from the tables of commands and
// options, and the scripts that tell it to each shell.
#pragma once

#include "cli/cli.h"

// Names to choose from. 'fusebox completions LIST' prints one, a name a line: the scripts ask for it when the
// user presses Tab, so that heuristics, devices, lessons and themes of the user's own are offered too.
#define COMPLETION_LISTS(X) \
  X(COMMANDS, "commands") \
  X(PLANS, "plans") \
  X(DEVICES, "devices") \
  X(MODELS, "models") \
  X(LESSONS, "lessons") \
  X(THEMES, "themes") \
  X(FORMATS, "formats") \
  X(COLORS, "colors") \
  X(SHELLS, "shells") \
  X(STAGES, "stages") \
  X(EXPERIMENT_VERBS, "experiment-verbs")

typedef enum CompletionList {
  LIST_NONE,
#define X(id, name) LIST_##id,
  COMPLETION_LISTS(X)
#undef X
      LIST_COUNT
} CompletionList;

typedef enum CompletionFiles { FILES_NONE, FILES_ANY, FILES_FOLDERS } CompletionFiles;

// What a shell offers at a place: the names of a list, files, or both.
typedef struct Completion {
  CompletionList list;
  CompletionFiles files;
} Completion;

const char *completion_list_name(CompletionList list); // "plans"
// The list's names, one a line. False when `name` names no list.
bool completion_list_add(const char *name, Text *out);
Completion completion_of_value(OptionId option);            // of the option's argument
Completion completion_of_arguments(const Command *command); // of what is no option
// The options that a command takes, those that every command takes among them.
OptionSet completion_options(const Command *command);

// The script for a shell, to be read by it or installed where it looks for completions.
void completion_write_bash(Text *out);
void completion_write_zsh(Text *out);
void completion_write_fish(Text *out);
