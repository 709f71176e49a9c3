// The user's own commands: init.lua and commands/*.lua in the config folder. Each returns a table (or a list
// of them): { name = "...", key = "<C-k>", help = "...", run = function(plan, cursor) ... end }. They run in
// the sandbox of heuristics.
#pragma once

#include "script/script.h"

typedef struct CommandInfo {
  char *name, *help;
  char *key;  // as keymaps write it; "" when it has none
  char *path; // of its file
  int index;  // in the file's list
} CommandInfo;

// In order of files and of lists. What is wrong with files is added to `problems`, a line each.
// `stop`, which may be NULL, ends it early, as of ScriptLimits.
CommandInfo *commands_list(int *count, Text *problems, const atomic_int *stop);
void commands_free(CommandInfo *list, int count);

typedef struct CommandRun {
  const CommandInfo *command;
  int cursor; // op; NO_OP: nil
  const ScriptLimits *limits;
  Trail *trail; // may be NULL
} CommandRun;

typedef struct CommandAnswer {
  Text say; // what it printed or returned as text
  int go;   // the op that it returned; NO_OP
} CommandAnswer;

// One undo entry by the command's name; on any error the plan is as it was. The answer is to be freed in any
// case.
bool command_run(Session *session, const CommandRun *run, CommandAnswer *answer, Status *status);
