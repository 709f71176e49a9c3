// What a heuristic's file says of itself: open to the files of src/script only.
#pragma once

#include "script/file_table.h"
#include "script/host.h"
#include "script/script.h"
#include "script/source.h"

extern const FileTable heuristic_file_table, heuristic_option_table;

// Loads the file and leaves its table on the stack; raises an error that says what is wrong with it.
void heuristic_load(lua_State *L, const SourceFile *file);
// The options of a run: what was given, else the defaults of the module at that index.
void heuristic_push_options(lua_State *L, int module, const HeuristicRun *run);
// Runs the file on the host's plan: one undo entry, or the plan as it was. heuristic_process.c
bool heuristic_perform_file(Host *host, const char *path, const HeuristicRun *run, Status *status);
// How many branches the module at that index has, for the plan of the run; 0: none. May raise an error.
enum { BRANCHES_MOST = 64 };
int heuristic_branches(lua_State *L, int module);
// Help and options of the module on top of the stack, which was checked. When it raises an error, the info
// holds what was taken so far.
void heuristic_describe(lua_State *L, HeuristicInfo *info);
