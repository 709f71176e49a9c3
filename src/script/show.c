// Values as print writes them, and other text of scripts that is shown. Everything that is needed on the way
// belongs to the Lua state: an error leaks nothing.
#include "script/host.h"

#include "base/arena.h"
#include "script/result.h"

#include <string.h>

enum { DEEPEST = 3, ENTRIES_MOST = 32 };

static void show(lua_State *L, int index, int depth, Text *out);

void show_text(lua_State *L, const char *text, Text *out) {
  enum { BYTES_A_STEP = 4 }; // that are cleaned
  size_t length = strlen(text), before = out->length;
  host_grow(L, length);
  host_spend(L, length / BYTES_A_STEP);
  text_add_bytes(out, text, length);
  if (length) text_sanitize_lines(out->data + before);
}

char *show_take_line(lua_State *L) {
  char *line = memory_strdup(lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "");
  lua_pop(L, 1);
  text_sanitize_lines(line);
  for (char *c = line; *c; c++)
    if (*c == '\n' || *c == '\t') *c = ' ';
  return line;
}

// What comes before an entry; false: no more fit.
static bool begin_entry(lua_State *L, Text *out, int entry) {
  show_text(L, entry == 0 ? " " : ", ", out);
  if (entry >= ENTRIES_MOST) show_text(L, "...", out);
  return entry < ENTRIES_MOST;
}

static int show_list(lua_State *L, int table, int depth, Text *out) {
  int count = (int)lua_rawlen(L, table), entry = 0;
  for (; entry < count && begin_entry(L, out, entry); entry++) {
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

// Pushes a table from the keys that are not of the list, as texts, to their values.
static void push_named(lua_State *L, int table) {
  lua_Unsigned list = lua_rawlen(L, table);
  lua_newtable(L);
  int named = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    host_spend(L, 1);
    if (!in_list(L, named + 1, list)) {
      push_key_text(L, named + 1);
      lua_pushvalue(L, named + 2);
      lua_rawset(L, named);
    }
    lua_settop(L, named + 1);
  }
}

// The first few keys of a table of texts: Lua's own order differs from run to run.
typedef struct FirstKeys {
  const char *key[ENTRIES_MOST + 1]; // sorted; the table holds them
  int count;
} FirstKeys;

static void add_key(FirstKeys *first, const char *key) {
  int at = first->count;
  while (at > 0 && strcmp(key, first->key[at - 1]) < 0)
    at--;
  if (at > ENTRIES_MOST) return;
  int moved = first->count - at - (first->count > ENTRIES_MOST);
  memmove(&first->key[at + 1], &first->key[at], sizeof *first->key * (size_t)moved);
  first->key[at] = key;
  if (first->count <= ENTRIES_MOST) first->count++;
}

static FirstKeys first_keys(lua_State *L, int named) {
  FirstKeys first = {0};
  lua_pushnil(L);
  while (lua_next(L, named)) {
    lua_pop(L, 1);
    host_spend(L, 1);
    add_key(&first, lua_tostring(L, -1));
  }
  return first;
}

static void show_named(lua_State *L, int table, int entry, int depth, Text *out) {
  push_named(L, table);
  int named = lua_gettop(L);
  FirstKeys first = first_keys(L, named);
  for (int i = 0; i < first.count && begin_entry(L, out, entry); i++, entry++) {
    show_text(L, first.key[i], out);
    show_text(L, " = ", out);
    lua_getfield(L, named, first.key[i]);
    show(L, lua_gettop(L), depth, out);
    lua_pop(L, 1);
  }
  lua_settop(L, named - 1);
}

static void show_table(lua_State *L, int index, int depth, Text *out) {
  luaL_checkstack(L, 24, "tables in tables");
  result_complete(L, index);
  show_text(L, "{", out);
  int entries = show_list(L, index, depth + 1, out);
  if (entries < ENTRIES_MOST) show_named(L, index, entries, depth + 1, out);
  show_text(L, " }", out);
}

static void show(lua_State *L, int index, int depth, Text *out) {
  bool own_text = luaL_getmetafield(L, index, "__tostring") != LUA_TNIL;
  if (own_text) lua_pop(L, 1);
  bool is_table = lua_istable(L, index) && !own_text, quoted = lua_type(L, index) == LUA_TSTRING && depth > 0;
  if (is_table && depth < DEEPEST) {
    show_table(L, index, depth, out);
    return;
  }
  if (quoted) show_text(L, "\"", out);
  show_text(L, is_table ? "{ ... }" : luaL_tolstring(L, index, NULL), out);
  if (!is_table) lua_pop(L, 1);
  if (quoted) show_text(L, "\"", out);
}

void show_value(lua_State *L, int index, Text *out) {
  show(L, lua_absindex(L, index), 0, out);
}
