// Checking the tables of Lua files.
#include "script/file_table.h"

#include "base/text.h"

#include <lauxlib.h>
#include <string.h>

int file_table_get(lua_State *L, int index, const char *field) {
  int table = lua_absindex(L, index);
  lua_pushstring(L, field);
  return lua_rawget(L, table);
}

static bool knows(const FileTable *table, const char *name) {
  for (int i = 0; i < table->count; i++)
    if (strcmp(table->fields[i].name, name) == 0) return true;
  return false;
}

// The field that is meant, when the name is a slip of the finger; else NULL.
static const char *nearest(const FileTable *table, const char *name) {
  enum { SLIPS = 2 };
  const char *best = NULL;
  int least = SLIPS + 1;
  for (int i = 0; i < table->count; i++) {
    int distance = text_distance(name, table->fields[i].name);
    if (distance < least) least = distance, best = table->fields[i].name;
  }
  return best;
}

static void fail_unknown(lua_State *L, const FileTable *table, const char *name, const char *where) {
  const char *meant = nearest(table, name);
  if (meant) luaL_error(L, "%s: there is no field '%s': did you mean '%s'?", where, name, meant);
  luaL_error(L, "%s: there is no field '%s'; 'fusebox heuristics --stubs' lists them", where, name);
}

static void check_names(lua_State *L, const FileTable *table, const char *where) {
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "1";
    if (!knows(table, name)) fail_unknown(L, table, name, where);
  }
}

void file_table_check(lua_State *L, const FileTable *table, const char *where) {
  if (!lua_istable(L, -1)) luaL_error(L, "%s: a table is wanted, not a %s", where, luaL_typename(L, -1));
  check_names(L, table, where);
  for (int i = 0; i < table->count; i++) {
    const FileField *field = &table->fields[i];
    int type = file_table_get(L, -1, field->name);
    if (type == LUA_TNIL && field->required) luaL_error(L, "%s: it has no field '%s'", where, field->name);
    if (type != LUA_TNIL && !(field->types >> type & 1))
      luaL_error(L, "%s: '%s' cannot be a %s; it is %s", where, field->name, lua_typename(L, type),
                 field->type);
    lua_pop(L, 1);
  }
}
