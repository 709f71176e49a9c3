// What a heuristic's file says of itself: open to the files of src/script only.
#pragma once

#include "script/file_table.h"
#include "script/script.h"

extern const FileTable heuristic_file_table, heuristic_option_table;

// Whether the module on top of the stack is a heuristic; else with what is wrong with it.
bool heuristic_check(lua_State *L, const char *path, Status *status);
// Help and options of the module on top of the stack, which was checked.
void heuristic_describe(lua_State *L, HeuristicInfo *info);
