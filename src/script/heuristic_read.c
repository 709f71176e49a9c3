// What a heuristic's file says of itself: { name, help, options, run }.
#include "script/heuristic_read.h"
#include "base/arena.h"
#include "base/file.h"
#include "script/file_table.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#define STRING (1u << LUA_TSTRING)
#define NUMBER (1u << LUA_TNUMBER)
#define BOOLEAN (1u << LUA_TBOOLEAN)
#define TABLE (1u << LUA_TTABLE)
#define FUNCTION (1u << LUA_TFUNCTION)

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const FileField file_fields[] = {
    {"name", STRING, false, "string?", "Its name; lists and the command line go by the file's name."},
    {"help", STRING, false, "string?", "One sentence for the lists."},
    {"options", TABLE, false, "table<string, heuristic_option>?",
     "What can be set with -o NAME=VALUE, or in the screen."},
    {"run", FUNCTION, true, "fun(plan: plan, opt: table<string, number|boolean|string>)",
     "Edits the plan; opt has the value of every option. All of it is one undo entry, which an error takes "
     "back."},
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

static void check_options(lua_State *L) {
  int count = 0;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      luaL_error(L, "options: NAME = { default = ..., help = ... } is wanted");
    const char *where = lua_pushfstring(L, "option %s", lua_tostring(L, -2));
    lua_insert(L, -2); // below the option's table
    file_table_check(L, &heuristic_option_table, where);
    lua_settop(L, -3);
    if (++count > HEURISTIC_OPTIONS_MOST)
      luaL_error(L, "options: there are more than %d", HEURISTIC_OPTIONS_MOST);
  }
}

static int check_module(lua_State *L) { // protected; the module at 1
  file_table_check(L, &heuristic_file_table, "the heuristic");
  if (file_table_get(L, 1, "options") == LUA_TTABLE) check_options(L);
  return 0;
}

bool heuristic_check(lua_State *L, const char *path, Status *status) {
  if (!lua_istable(L, -1))
    return status_fail(
        status, STATUS_INPUT,
        "%s: a heuristic returns a table { name = ..., help = ..., run = function(plan, opt) ... end }",
        path);
  lua_pushcfunction(L, check_module);
  lua_pushvalue(L, -2);
  if (lua_pcall(L, 1, 0, 0) == LUA_OK) return true;
  const char *message = lua_tostring(L, -1);
  status_fail(status, STATUS_INPUT, "%s: %s", path, message ? message : "it cannot be read");
  lua_pop(L, 1);
  return false;
}

// ---- Taking it over. The module's table is on top of the stack.

static char *take_string(lua_State *L, const char *field, const char *otherwise) {
  file_table_get(L, -1, field);
  const char *text = lua_isnil(L, -1) ? otherwise : luaL_tolstring(L, -1, NULL);
  char *copy = memory_strdup(text);
  lua_settop(L, lua_gettop(L) - (lua_isnil(L, -1) ? 1 : 2));
  return copy;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

// Names of the options, sorted: a Lua table has no order of its own.
static int option_names(lua_State *L, char *names[], int capacity) {
  int count = 0;
  lua_pushnil(L);
  while (count < capacity && lua_next(L, -2)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) names[count++] = memory_strdup(lua_tostring(L, -1));
  }
  qsort(names, (size_t)count, sizeof *names, compare_names);
  return count;
}

static void describe_options(lua_State *L, HeuristicInfo *info) {
  enum { MOST = sizeof info->options / sizeof *info->options };
  char *names[MOST];
  int top = lua_gettop(L);
  if (file_table_get(L, -1, "options") == LUA_TTABLE) {
    info->option_count = option_names(L, names, MOST);
    lua_settop(L, top + 1);
    for (int i = 0; i < info->option_count; i++) {
      info->options[i].name = names[i];
      file_table_get(L, top + 1, names[i]);
      info->options[i].help = take_string(L, "help", "");
      info->options[i].default_value = take_string(L, "default", "");
      lua_settop(L, top + 1);
    }
  }
  lua_settop(L, top);
}

void heuristic_describe(lua_State *L, HeuristicInfo *info) {
  info->help = take_string(L, "help", "");
  describe_options(L, info);
}
