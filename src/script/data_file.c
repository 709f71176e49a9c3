#include "script/data_file.h"

#include "base/arena.h"
#include "base/json.h"
#include "script/apart.h"
#include "script/host.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 8 };

// ---- In a process of its own: what an error leaves behind goes with it.

typedef struct Reading {
  const char *path;
  Sources sources;
  JsonWriter writer;
} Reading;

typedef VECTOR(const char *) Keys;

static void put_value(lua_State *L, Reading *reading, const char *key, int depth);

static int compare_keys(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Of the key on top of the stack, which stays what it is.
static const char *key_text(lua_State *L, const Reading *reading) {
  if (lua_type(L, -1) == LUA_TSTRING) return lua_tostring(L, -1);
  if (!lua_isinteger(L, -1))
    luaL_error(L, "%s: a %s cannot be a table's key here: a name or a whole number is wanted", reading->path,
               luaL_typename(L, -1));
  Text text = {0};
  text_printf(&text, "%lld", (long long)lua_tointeger(L, -1));
  return text_take(&text);
}

// Sorted: Lua's own order differs from run to run.
static Keys keys_of(lua_State *L, Reading *reading) {
  Keys keys = {0};
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    host_spend(L, 1);
    vector_push(&keys, key_text(L, reading));
  }
  if (keys.count) qsort(keys.data, (size_t)keys.count, sizeof *keys.data, compare_keys);
  return keys;
}

// The name before the number that is written alike.
static void get_key(lua_State *L, const char *key) {
  lua_pushstring(L, key);
  if (lua_rawget(L, -2) != LUA_TNIL) return;
  lua_pop(L, 1);
  lua_rawgeti(L, -1, strtoll(key, NULL, 10));
}

static void put_object(lua_State *L, Reading *reading, const char *key, int depth) {
  Keys keys = keys_of(L, reading);
  json_begin_object(&reading->writer, key);
  for (int i = 0; i < keys.count; i++) {
    get_key(L, keys.data[i]);
    put_value(L, reading, keys.data[i], depth + 1);
    lua_pop(L, 1);
  }
  json_end(&reading->writer);
  vector_free(&keys);
}

static bool is_list(lua_State *L) {
  lua_Unsigned count = 0;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    host_spend(L, 1);
    count++;
  }
  return count == lua_rawlen(L, -1);
}

static void put_list(lua_State *L, Reading *reading, const char *key, int depth) {
  lua_Unsigned count = lua_rawlen(L, -1);
  json_begin_array(&reading->writer, key);
  for (lua_Unsigned i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i);
    put_value(L, reading, NULL, depth + 1);
    lua_pop(L, 1);
  }
  json_end(&reading->writer);
}

// The one on top of the stack.
static void put_value(lua_State *L, Reading *reading, const char *key, int depth) {
  host_spend(L, 1);
  luaL_checkstack(L, 8, "tables in tables");
  if (depth > DEEPEST) luaL_error(L, "%s: tables are at most %d deep", reading->path, DEEPEST);
  switch (lua_type(L, -1)) {
    case LUA_TTABLE:
      if (is_list(L))
        put_list(L, reading, key, depth);
      else
        put_object(L, reading, key, depth);
      break;
    case LUA_TNUMBER:
      if (lua_isinteger(L, -1))
        json_put_integer(&reading->writer, key, lua_tointeger(L, -1));
      else
        json_put_number(&reading->writer, key, lua_tonumber(L, -1));
      break;
    case LUA_TBOOLEAN:
      json_put_bool(&reading->writer, key, lua_toboolean(L, -1));
      break;
    case LUA_TSTRING:
      json_put_string(&reading->writer, key, lua_tostring(L, -1));
      break;
    default:
      luaL_error(L, "%s: %s is a %s; only tables, numbers, strings, true and false are data", reading->path,
                 key ? key : "a value", luaL_typename(L, -1));
  }
}

static int read_body(lua_State *L) {
  Reading *reading = lua_touserdata(L, 1);
  host_load(L, sources_find(&reading->sources, reading->path));
  if (!lua_istable(L, -1))
    luaL_error(L, "%s: it returns no table, but a %s", reading->path, luaL_typename(L, -1));
  put_value(L, reading, NULL, 0);
  return 0;
}

static bool work(void *context, int item, Child *child, Text *answer, Status *status) {
  Reading *reading = context;
  Host host = {.limits = SCRIPT_READING, .sources = &reading->sources};
  Text json = {0};
  (void)item;
  host.limits.stop = child_stop(child);
  reading->writer = json_writer(&json, false);
  lua_State *L = host_open(&host);
  bool good = L ? host_enter(&host, read_body, reading, status)
                : status_fail(status, STATUS_INTERNAL, "Lua could not be started");
  if (L) host_close(&host, L);
  if (good) pack_string(answer, text_get(&json));
  text_free(&json);
  return good;
}

// ---- Here.

typedef struct Taking {
  Reading reading;
  Text *json;
} Taking;

static bool take(void *context, int item, Unpack *answer) {
  Taking *taking = context;
  (void)item;
  char *text = unpack_string(answer);
  if (text) text_add(taking->json, text);
  free(text);
  return text != NULL;
}

bool data_file_read(const char *path, Text *json, Status *status) {
  Taking taking = {{.path = path}, json};
  Status end = {0};
  sources_add_modules(&taking.reading.sources);
  sources_add(&taking.reading.sources, path);
  sources_add_beside(&taking.reading.sources, path);
  Apart apart = {.who = "the file",
                 .count = 1,
                 .work = work,
                 .take = take,
                 .context = &taking,
                 .limits = apart_reading(1)};
  apart_run(&apart, &end);
  sources_free(&taking.reading.sources);
  return end.code == STATUS_OK || status_fail(status, end.code, "%s", end.message);
}
