// The sandbox: which globals a script has, and how files are loaded into it.
#include "script/apart.h"
#include "script/host.h"
#include "script/library/library.h"
#include "script/result.h"

#include <string.h>

// What stays of the base library. load, dofile and their kin could bring bytecode or files; next and the
// plain pairs iterate in an order that differs from run to run; collectgarbage and rawset are nobody's
// business here.
static const char *const kept_globals[] = {"assert",   "error",   "getmetatable", "ipairs",       "rawequal",
                                           "rawget",   "rawlen",  "select",       "setmetatable", "tonumber",
                                           "tostring", "type",    "math",         "string",       "table",
                                           "utf8",     "_VERSION"};

// pcall that cannot swallow a limit.
static int finish_protected(lua_State *L, int result, int first) {
  if (host_of(L)->stopped)
    return result == LUA_OK ? luaL_error(L, "%s", host_of(L)->stop_reason) : lua_error(L);
  lua_pushboolean(L, result == LUA_OK);
  lua_insert(L, first);
  return lua_gettop(L) - first + 1;
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

// What is printed is for people, and counts as memory.
static int print(lua_State *L) {
  Host *host = host_of(L);
  Text *out = host->output;
  if (!out) return 0;
  for (int i = 1, count = lua_gettop(L); i <= count; i++) {
    if (i > 1) show_text(L, "\t", out);
    show_value(L, i, out);
  }
  show_text(L, "\n", out);
  apart_tell(host->child, out, &host->told);
  return 0;
}

// Order of keys in pairs: numbers ascending, then strings bytewise, then false and true. Others have no order
// that every run shares.
static const char bootstrap[] =
    "local complete = ...\n"
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
    "  complete(t)\n"
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

static int complete(lua_State *L) {
  if (lua_istable(L, 1)) result_complete(L, 1);
  return 0;
}

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

// ---- Files.

// A file on its way to Lua's parser, in small pieces: the parser looks at no limit itself.
typedef struct Piecewise {
  const SourceFile *file;
  size_t given;
} Piecewise;

static const char *next_piece(lua_State *L, void *context, size_t *size) {
  enum { PIECE = 256 };
  Piecewise *source = context;
  host_spend(L, PIECE);
  size_t left = source->file->length - source->given;
  *size = left < PIECE ? left : PIECE;
  const char *piece = source->file->text + source->given;
  source->given += *size;
  return *size ? piece : NULL;
}

void host_load(lua_State *L, const SourceFile *file) {
  Host *host = host_of(L);
  if (!host->path) host->path = file->path;
  if (!file->text) luaL_error(L, "%s", file->problem.message);
  Piecewise source = {file, 0};
  bool marked = file->length >= 3 && memcmp(file->text, "\xEF\xBB\xBF", 3) == 0;
  if (marked) source.given = 3; // of UTF-8, which some editors write
  if (lua_load(L, next_piece, &source, lua_pushfstring(L, "@%s", file->path), "t") != LUA_OK) lua_error(L);
  lua_remove(L, -2);
  lua_call(L, 0, 1);
}

const char *sandbox_asker(lua_State *L) {
  lua_Debug frame;
  for (int level = 1; lua_getstack(L, level, &frame); level++)
    if (lua_getinfo(L, "S", &frame) && *frame.source == '@') return frame.source + 1;
  return "";
}

// require("fusion"): a module beside the file that asks, a shipped one, or the user's, loaded once.
static int require_module(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  if (!*name || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(name))
    return luaL_error(L, "require: '%s' is no module name (lower-case letters, digits and _)", name);
  const SourceFile *file = sources_find_module(host_of(L)->sources, sandbox_asker(L), name);
  if (!file)
    return luaL_error(
        L,
        "require: there is no module '%s': it would be %s.lua beside the file, or in the "
        "folder modules of the configuration; its name must stand there as a literal, one of the "
        "first 20,000",
        name, name);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, "fusebox.modules");
  if (lua_getfield(L, -1, file->path) != LUA_TNIL) return 1;
  lua_pop(L, 1);
  host_load(L, file);
  lua_pushvalue(L, -1);
  lua_setfield(L, 2, file->path);
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

int sandbox_open(lua_State *L) {
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
  luaL_requiref(L, LUA_UTF8LIBNAME, luaopen_utf8, 1);
  lua_settop(L, 0);
  seed_random(L);
  if (luaL_loadbufferx(L, bootstrap, sizeof bootstrap - 1, "=sandbox", "t") != LUA_OK) lua_error(L);
  lua_pushcfunction(L, complete);
  lua_call(L, 1, 0);
  remove_globals(L);
  remove_field(L, "string", "dump");
  remove_field(L, "math", "randomseed");
  lua_getglobal(L, "setmetatable");
  lua_pushcclosure(L, set_metatable, 1);
  lua_setglobal(L, "setmetatable");
  lua_register(L, "print", print);
  lua_register(L, "pcall", protected_call);
  lua_register(L, "require", require_module);
  library_open_text(L);
  library_open_table(L);
  library_open_random(L);
  const BindingClass *classes[] = {&op_class,     &op_edge_class,  &kernel_class, &plan_class,
                                   &lesson_class, &snapshot_class, &tensor_class};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    binding_class_register(L, classes[i]);
  trial_register(L);
  snapshot_register(L);
  what_if_register(L);
  return 0;
}
