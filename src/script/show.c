// Values as print writes them. Everything that is needed on the way belongs to the Lua state: an error leaks
// nothing.
#include "script/host.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 3, ENTRIES_MOST = 32 };

static void show(lua_State *L, int index, int depth, Text *out);

static void show_text(lua_State *L, int index, Text *out) {
  text_add(out, luaL_tolstring(L, index, NULL));
  lua_pop(L, 1);
}

// What comes before an entry; false: no more fit.
static bool begin_entry(Text *out, int entry) {
  text_add(out, entry == 0 ? " " : ", ");
  if (entry >= ENTRIES_MOST) text_add(out, "...");
  return entry < ENTRIES_MOST;
}

static int show_list(lua_State *L, int table, int depth, Text *out) {
  int count = (int)lua_rawlen(L, table), entry = 0;
  for (; entry < count && begin_entry(out, entry); entry++) {
    lua_rawgeti(L, table, entry + 1);
    show(L, lua_gettop(L), depth, out);
    lua_pop(L, 1);
  }
  return entry;
}

static bool in_list(lua_State *L, int key, lua_Unsigned count) {
  return lua_isinteger(L, key) && (lua_Unsigned)lua_tointeger(L, key) - 1 < count;
}

// Pushes the key as text: "name", "[7]".
static void push_key_text(lua_State *L, int key) {
  if (lua_type(L, key) == LUA_TSTRING) {
    lua_pushvalue(L, key);
    return;
  }
  luaL_tolstring(L, key, NULL);
  lua_pushfstring(L, "[%s]", lua_tostring(L, -1));
  lua_remove(L, -2);
}

// Pushes a table from the keys that are not of the list, as texts, to their values; returns how many keys
// there are: more than texts where two keys read alike.
static size_t push_named(lua_State *L, int table) {
  lua_Unsigned list = lua_rawlen(L, table);
  size_t count = 0;
  lua_newtable(L);
  int named = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (!in_list(L, named + 1, list)) {
      push_key_text(L, named + 1);
      lua_pushvalue(L, named + 2);
      lua_rawset(L, named);
      count++;
    }
    lua_settop(L, named + 1);
  }
  return count;
}

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Pushes an array of the keys of the table on top, at most *count, sorted: Lua's own order differs from run
// to run. *count: how many there are.
static const char **push_sorted_keys(lua_State *L, size_t *count) {
  int named = lua_gettop(L);
  const char **keys = lua_newuserdatauv(L, sizeof *keys * (*count + 1), 0);
  size_t filled = 0;
  lua_pushnil(L);
  while (filled < *count && lua_next(L, named)) {
    lua_pop(L, 1);
    keys[filled++] = lua_tostring(L, -1); // the table holds it
  }
  lua_settop(L, named + 1);
  qsort(keys, filled, sizeof *keys, compare_texts);
  *count = filled;
  return keys;
}

static void show_named(lua_State *L, int table, int entry, int depth, Text *out) {
  size_t count = push_named(L, table);
  int named = lua_gettop(L);
  const char **keys = push_sorted_keys(L, &count);
  for (size_t i = 0; i < count && begin_entry(out, entry); i++, entry++) {
    text_printf(out, "%s = ", keys[i]);
    lua_getfield(L, named, keys[i]);
    show(L, lua_gettop(L), depth, out);
    lua_pop(L, 1);
  }
  lua_settop(L, named - 1);
}

static void show_table(lua_State *L, int index, int depth, Text *out) {
  luaL_checkstack(L, 12, "tables in tables");
  text_add(out, "{");
  int entries = show_list(L, index, depth + 1, out);
  if (entries < ENTRIES_MOST) show_named(L, index, entries, depth + 1, out);
  text_add(out, " }");
}

static void show(lua_State *L, int index, int depth, Text *out) {
  bool own_text = luaL_getmetafield(L, index, "__tostring") != LUA_TNIL;
  if (own_text) lua_pop(L, 1);
  if (lua_istable(L, index) && !own_text && depth < DEEPEST)
    show_table(L, index, depth, out);
  else if (lua_istable(L, index) && !own_text)
    text_add(out, "{ ... }");
  else if (lua_type(L, index) == LUA_TSTRING && depth > 0)
    text_printf(out, "\"%s\"", lua_tostring(L, index));
  else
    show_text(L, index, out);
}

void show_value(lua_State *L, int index, Text *out) {
  show(L, lua_absindex(L, index), 0, out);
}
