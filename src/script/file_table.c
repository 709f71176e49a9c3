// Checking the tables of Lua files.
#include "script/file_table.h"

#include "base/arena.h"
#include "base/vector.h"

#include <lauxlib.h>
#include <stdlib.h>
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

// The sentence about a field that there is not, on the stack.
static void push_unknown(lua_State *L, const FileTable *table, const char *name, const char *where) {
  const char *meant = nearest(table, name);
  if (meant)
    lua_pushfstring(L, "%s: there is no field '%s': did you mean '%s'?", where, name, meant);
  else
    lua_pushfstring(L, "%s: there is no field '%s'; 'fusebox heuristics --stubs' lists them", where, name);
}

// The key on top of the stack, which stays.
static const char *key_name(lua_State *L) {
  return lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "1";
}

static void check_names(lua_State *L, const FileTable *table, const char *where) {
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    if (knows(table, key_name(L))) continue;
    push_unknown(L, table, key_name(L), where);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

void file_table_unknown(lua_State *L, const FileTable *table, const char *where, Text *out) {
  VECTOR(char *) lines = {0}; // a table has no order
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    if (knows(table, key_name(L))) continue;
    push_unknown(L, table, key_name(L), where);
    vector_push(&lines, memory_strdup(lua_tostring(L, -1)));
    lua_pop(L, 1);
  }
  if (lines.count) qsort(lines.data, (size_t)lines.count, sizeof *lines.data, by_text);
  for (int i = 0; i < lines.count; i++) {
    text_printf(out, "%s\n", lines.data[i]);
    free(lines.data[i]);
  }
  vector_free(&lines);
}

bool file_table_is_whole(lua_State *L, const FileTable *table) {
  if (!lua_istable(L, -1)) return false;
  for (int i = 0; i < table->count; i++) {
    int type = file_table_get(L, -1, table->fields[i].name);
    lua_pop(L, 1);
    if (type == LUA_TNIL ? table->fields[i].required : !(table->fields[i].types >> type & 1)) return false;
  }
  return true;
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
