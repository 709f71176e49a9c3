// The sandbox: which globals a script has, its limits on instructions and memory, and how its errors come
// out.
#include "base/file.h"
#include "script/host.h"

#include <stdlib.h>
#include <string.h>

enum { HOOK_INTERVAL = 10000 };
static const long long INSTRUCTIONS_DEFAULT = 2000000000LL;
static const size_t MEMORY_DEFAULT = (size_t)512 << 20;

// What stays of the base library. load, dofile and their kin could bring bytecode or files; next and the
// plain pairs iterate in an order that differs from run to run; collectgarbage, rawset and metatables of
// strings are nobody's business here.
static const char *const kept_globals[] = {"assert",   "error",   "getmetatable", "ipairs",       "rawequal",
                                           "rawget",   "rawlen",  "select",       "setmetatable", "tonumber",
                                           "tostring", "type",    "math",         "string",       "table",
                                           "utf8",     "_VERSION"};

Host *host_of(lua_State *L) {
  return *(Host **)lua_getextraspace(L);
}

static void *allocate(void *context, void *block, size_t old_size, size_t new_size) {
  Host *host = context;
  size_t before = block ? old_size : 0, limit = host->limits.memory_bytes;
  if (new_size > before && host->memory + (new_size - before) > limit) return NULL;
  host->memory = host->memory - before + new_size;
  if (new_size) return realloc(block, new_size);
  free(block);
  return NULL;
}

static int stop(lua_State *L, StatusCode code, const char *reason) {
  Host *host = host_of(L);
  host->stopped = true;
  host->stop_code = code;
  host->stop_reason = reason;
  return luaL_error(L, "%s", reason);
}

static void on_count(lua_State *L, lua_Debug *debug) {
  (void)debug;
  Host *host = host_of(L);
  host->executed += HOOK_INTERVAL;
  if (host->limits.stop && *host->limits.stop) stop(L, STATUS_CANCELLED, "the script was stopped");
  if (host->stopped || host->executed > host->limits.instructions)
    stop(L, STATUS_INPUT, "the script ran past its limit of instructions: is there an endless loop?");
}

// pcall and xpcall that cannot swallow a limit.
static int finish_protected(lua_State *L, int result, lua_KContext first) {
  if (host_of(L)->stopped) return luaL_error(L, "%s", host_of(L)->stop_reason);
  lua_pushboolean(L, result == LUA_OK || result == LUA_YIELD);
  lua_insert(L, (int)first);
  return lua_gettop(L) - (int)first + 1;
}

static int protected_call(lua_State *L) {
  luaL_checkany(L, 1);
  int result = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  return finish_protected(L, result, 1);
}

// setmetatable without finalizers: they run with the hook off, so that nothing would end an endless one.
static int set_metatable(lua_State *L) {
  if (lua_istable(L, 2)) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "setmetatable: a script has no finalizers (__gc)");
    lua_pop(L, 1);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

static int print(lua_State *L) {
  Host *host = host_of(L);
  if (!host->output) return 0;
  for (int i = 1, count = lua_gettop(L); i <= count; i++) {
    if (i > 1) text_add(host->output, "\t");
    show_value(L, i, host->output);
  }
  text_add(host->output, "\n");
  return 0;
}

// Order of keys in pairs: numbers ascending, then strings bytewise, then false and true. Others have no order
// that every run shares.
static const char bootstrap[] =
    "local next, sort, type, error, rawlen = next, table.sort, type, error, rawlen\n"
    "local rank = { number = 1, string = 2, boolean = 3 }\n"
    "local function before(a, b)\n"
    "  local ra, rb = rank[type(a)], rank[type(b)]\n"
    "  if ra ~= rb then return ra < rb end\n"
    "  if ra == 3 then return not a and b end\n"
    "  return a < b\n"
    "end\n"
    "function pairs(t)\n"
    "  local keys, n = {}, 0\n"
    "  for k in next, t do\n"
    "    if not rank[type(k)] then error('pairs: keys of type ' .. type(k) .. ' have no defined order; use "
    "names or indices', 2) end\n"
    "    n = n + 1\n"
    "    keys[n] = k\n"
    "  end\n"
    "  sort(keys, before)\n"
    "  local i = 0\n"
    "  return function()\n"
    "    i = i + 1\n"
    "    local k = keys[i]\n"
    "    if k ~= nil then return k, t[k] end\n"
    "  end\n"
    "end\n";

static bool is_kept(const char *name) {
  for (size_t i = 0; i < sizeof kept_globals / sizeof *kept_globals; i++)
    if (strcmp(kept_globals[i], name) == 0) return true;
  return false;
}

static void remove_globals(lua_State *L) {
  lua_pushglobaltable(L);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (is_kept(name) || strcmp(name, "pairs") == 0) continue;
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, -4); // assigning nil to an existing key is allowed while traversing
  }
  lua_pop(L, 1);
}

static void remove_field(lua_State *L, const char *table, const char *field) {
  lua_getglobal(L, table);
  lua_pushnil(L);
  lua_setfield(L, -2, field);
  lua_pop(L, 1);
}

// require("greedy"): a shared module of the shipped or the user's heuristics, loaded once.
static int require_module(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  if (!*name || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(name))
    return luaL_error(L, "require: '%s' is no module name (lower-case letters, digits and _)", name);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, "fusebox.modules");
  if (lua_getfield(L, -1, name) != LUA_TNIL) return 1;
  lua_pop(L, 1);
  char *path = file_data(lua_pushfstring(L, "lua/modules/%s.lua", name));
  Status status = {0};
  bool loaded = path && host_load(L, path, &status);
  free(path);
  if (!loaded)
    return luaL_error(L, "require: %s",
                      *status.message ? status.message : lua_pushfstring(L, "there is no module '%s'", name));
  lua_call(L, 0, 1);
  lua_pushvalue(L, -1);
  lua_setfield(L, 2, name);
  return 1;
}

// math.random starts from the same state in every run.
static void seed_random(lua_State *L) {
  lua_getglobal(L, "math");
  lua_getfield(L, -1, "randomseed");
  lua_pushinteger(L, 1);
  lua_call(L, 1, 0);
  lua_settop(L, 0);
}

static int open_globals(lua_State *L) {
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
  luaL_requiref(L, LUA_UTF8LIBNAME, luaopen_utf8, 1);
  lua_settop(L, 0);
  seed_random(L);
  if (luaL_loadbufferx(L, bootstrap, sizeof bootstrap - 1, "=sandbox", "t") != LUA_OK) lua_error(L);
  lua_call(L, 0, 0);
  remove_globals(L);
  remove_field(L, "string", "dump");
  remove_field(L, "math", "randomseed");
  lua_getglobal(L, "setmetatable");
  lua_pushcclosure(L, set_metatable, 1);
  lua_setglobal(L, "setmetatable");
  lua_register(L, "print", print);
  lua_register(L, "pcall", protected_call);
  lua_register(L, "require", require_module);
  const BindingClass *classes[] = {&op_class, &edge_class, &kernel_class, &plan_class, &lesson_class};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    class_register(L, classes[i]);
  return 0;
}

lua_State *host_open(Host *host) {
  if (host->limits.instructions <= 0) host->limits.instructions = INSTRUCTIONS_DEFAULT;
  if (host->limits.memory_bytes == 0) host->limits.memory_bytes = MEMORY_DEFAULT;
  lua_State *L = lua_newstate(allocate, host);
  if (!L) return NULL;
  *(Host **)lua_getextraspace(L) = host;
  lua_pushcfunction(L, open_globals);
  bool ok = lua_pcall(L, 0, 0, 0) == LUA_OK;
  if (!ok) {
    lua_close(L);
    return NULL;
  }
  lua_settop(L, 0);
  lua_gc(L, LUA_GCGEN, 0, 0); // answers are read once and dropped; what a script keeps stays to its end
  lua_sethook(L, on_count, LUA_MASKCOUNT, HOOK_INTERVAL);
  return L;
}

void host_close(Host *host, lua_State *L) {
  host_forget_models(host, L);
  lua_close(L);
}

bool host_load(lua_State *L, const char *path, Status *status) {
  size_t length;
  char *text = file_read(path, &length, status);
  if (!text) return false;
  char chunk[256];
  snprintf(chunk, sizeof chunk, "@%s", path);
  size_t mark =
      length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; // of UTF-8, which some editors write
  int result = luaL_loadbufferx(L, text + mark, length - mark, chunk, "t");
  free(text);
  if (result == LUA_OK) return true;
  status_fail(status, STATUS_INPUT, "%s", lua_tostring(L, -1));
  lua_pop(L, 1);
  return false;
}

static int on_error(lua_State *L) {
  const char *message = lua_tostring(L, 1);
  if (!message && luaL_callmeta(L, 1, "__tostring")) message = lua_tostring(L, -1);
  if (!message) message = lua_pushfstring(L, "error() was given no text but a %s value", luaL_typename(L, 1));
  luaL_traceback(L, L, message, 1);
  return 1;
}

bool host_call(Host *host, lua_State *L, int arguments, int results, Status *status) {
  int base = lua_gettop(L) - arguments;
  lua_pushcfunction(L, on_error);
  lua_insert(L, base);
  int result = lua_pcall(L, arguments, results, base);
  lua_remove(L, base);
  if (result == LUA_OK) return true;
  const char *message = lua_tostring(L, -1);
  if (result == LUA_ERRMEM) message = "the script needs more memory than its limit";
  status_fail(status, host->stopped ? host->stop_code : STATUS_INPUT, "%s",
              message ? message : "unknown error");
  lua_pop(L, 1);
  return false;
}
