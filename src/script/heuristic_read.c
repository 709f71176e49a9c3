// What a heuristic's file says of itself: { name, help, options, run }.
#include "script/heuristic_read.h"
#include "base/arena.h"
#include "base/file.h"
#include "script/file_table.h"
#include "script/host.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#define STRING (1u << LUA_TSTRING)
#define NUMBER (1u << LUA_TNUMBER)
#define BOOLEAN (1u << LUA_TBOOLEAN)
#define TABLE (1u << LUA_TTABLE)
#define FUNCTION (1u << LUA_TFUNCTION)

enum { OPTION_NAME_MOST = 64 };

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const FileField file_fields[] = {
    {"name", STRING, false, "string?", "Its name; lists and the command line go by the file's name."},
    {"help", STRING, false, "string?", "One sentence for the lists."},
    {"options", TABLE, false, "table<string, heuristic_option>?",
     "What can be set with -o NAME=VALUE, or in the screen."},
    {"run", FUNCTION, true, "fun(plan: plan, opt: table<string, number|boolean|string>, branch?: integer)",
     "Edits the plan; opt has the value of every option. All of it is one undo entry, which an error takes "
     "back."},
    {"branches", NUMBER | FUNCTION, false, "integer|(fun(plan: plan): integer)|nil",
     "So many times run is called, from the same plan each, with branch from 1, each in a process of its own "
     "and as many at once as there are processors; of what they make the plan with the least estimated time "
     "is kept, of equals the first. None knows of the others, and none has plan:measure. A function is asked "
     "once; of 0 "
     "run is called once, without branch."},
    {"finish", FUNCTION, false, "fun(plan: plan, opt: table<string, number|boolean|string>)?",
     "Goes on with the plan that the branches came to."},
};
const FileTable heuristic_file_table = {"heuristic", "What the file of a heuristic returns.", file_fields,
                                        COUNT(file_fields)};

static const FileField option_fields[] = {
    {"default", NUMBER | BOOLEAN | STRING, true, "number|boolean|string",
     "Its value when none is given; a given one must be of the same type."},
    {"help", STRING, false, "string?", "What it does, in a few words."},
};
const FileTable heuristic_option_table = {"heuristic_option", "An option of a heuristic.", option_fields,
                                          COUNT(option_fields)};

// ---- Checking it.

// Names are shown, and written on the command line.
static void check_option_name(lua_State *L, const char *name) {
  size_t length = strlen(name);
  if (length == 0 || length > OPTION_NAME_MOST ||
      strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") != length)
    luaL_error(L, "options: a name is of letters, digits and _, at most %d", OPTION_NAME_MOST);
}

static void check_options(lua_State *L) {
  int count = 0;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      luaL_error(L, "options: NAME = { default = ..., help = ... } is wanted");
    check_option_name(L, lua_tostring(L, -2));
    const char *where = lua_pushfstring(L, "option %s", lua_tostring(L, -2));
    lua_insert(L, -2); // below the option's table
    file_table_check(L, &heuristic_option_table, where);
    lua_settop(L, -3);
    if (++count > HEURISTIC_OPTIONS_MOST)
      luaL_error(L, "options: there are more than %d", HEURISTIC_OPTIONS_MOST);
  }
}

// The number on top of the stack; -1: it cannot be one.
static int take_branches(lua_State *L, int least) {
  int is_number = 0;
  lua_Integer count = lua_tointegerx(L, -1, &is_number);
  lua_pop(L, 1);
  return is_number && count >= least && count <= BRANCHES_MOST ? (int)count : -1;
}

int heuristic_branches(lua_State *L, int module) {
  int type = file_table_get(L, module, "branches");
  if (type == LUA_TFUNCTION) {
    handle_push_plan(L);
    lua_call(L, 1, 1);
  }
  int count = type == LUA_TNIL ? 0 : take_branches(L, type == LUA_TFUNCTION ? 0 : 1);
  if (type == LUA_TNIL) lua_pop(L, 1);
  if (count < 0) luaL_error(L, "branches: a number from 0 to %d is wanted of the function", BRANCHES_MOST);
  return count;
}

// ---- As a whole.

static int check_module(lua_State *L) { // the module at 1
  file_table_check(L, &heuristic_file_table, "the heuristic");
  bool finishes = file_table_get(L, 1, "finish") != LUA_TNIL;
  int type = file_table_get(L, 1, "branches");
  bool branches = type != LUA_TNIL;
  if (type == LUA_TNUMBER && take_branches(L, 1) < 0)
    luaL_error(L, "branches: 1 to %d are possible", BRANCHES_MOST);
  if (finishes && !branches) luaL_error(L, "finish: there are no branches; run can do it");
  lua_settop(L, 1);
  if (file_table_get(L, 1, "options") == LUA_TTABLE) check_options(L);
  return 0;
}

void heuristic_load(lua_State *L, const SourceFile *file) {
  host_load(L, file);
  if (!lua_istable(L, -1))
    luaL_error(
        L, "%s: a heuristic returns a table { name = ..., help = ..., run = function(plan, opt) ... end }",
        file->path);
  lua_pushcfunction(L, check_module);
  lua_pushvalue(L, -2);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) luaL_error(L, "%s: %s", file->path, luaL_tolstring(L, -1, NULL));
}

// ---- Taking it over. The table that is read is on top of the stack.

static char *take_line(lua_State *L, const char *field) {
  if (file_table_get(L, -1, field) == LUA_TNIL)
    lua_pushliteral(L, "");
  else
    luaL_tolstring(L, -1, NULL);
  lua_remove(L, -2);
  return show_take_line(L);
}

static int compare_names(const void *a, const void *b) {
  return strcmp(((const HeuristicOption *)a)->name, ((const HeuristicOption *)b)->name);
}

// Sorted by name: a Lua table has no order of its own.
static void name_options(lua_State *L, HeuristicInfo *info) {
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    info->options[info->option_count++].name = memory_strdup(lua_tostring(L, -1));
  }
  qsort(info->options, (size_t)info->option_count, sizeof *info->options, compare_names);
}

void heuristic_describe(lua_State *L, HeuristicInfo *info) {
  info->help = take_line(L, "help");
  int top = lua_gettop(L);
  if (file_table_get(L, -1, "options") == LUA_TTABLE) name_options(L, info);
  for (int i = 0; i < info->option_count; i++) {
    file_table_get(L, top + 1, info->options[i].name);
    info->options[i].help = take_line(L, "help");
    info->options[i].default_value = take_line(L, "default");
    lua_pop(L, 1);
  }
  lua_settop(L, top);
}
