// math.rng: generators of a script's own. Lua's is another in every version, and seeded for all of a run.
#include "base/random.h"
#include "script/library/library.h"

// As math.random: r() in [0, 1), r(m) from 1 to m, r(m, n) from m to n. upvalue 1: the state.
static int draw(lua_State *L) {
  Random *random = lua_touserdata(L, lua_upvalueindex(1));
  if (lua_gettop(L) == 0) {
    lua_pushnumber(L, random_unit(random));
    return 1;
  }
  lua_Integer low = lua_gettop(L) > 1 ? luaL_checkinteger(L, 1) : 1,
              high = luaL_checkinteger(L, lua_gettop(L) > 1 ? 2 : 1);
  luaL_argcheck(L, low <= high, lua_gettop(L) > 1 ? 2 : 1, "interval is empty");
  uint64_t count = (uint64_t)high - (uint64_t)low + 1; // 0: every integer
  uint64_t drawn = count ? random_below(random, count) : random_next(random);
  uint64_t number = (uint64_t)low + drawn;
  lua_pushinteger(L, (lua_Integer)number);
  return 1;
}

static int rng(lua_State *L) {
  lua_Integer seed = luaL_checkinteger(L, 1);
  Random *random = lua_newuserdatauv(L, sizeof *random, 0);
  random->state = (uint64_t)seed;
  lua_pushcclosure(L, draw, 1);
  return 1;
}

void library_open_random(lua_State *L) {
  lua_getglobal(L, LUA_MATHLIBNAME);
  lua_pushcfunction(L, rng);
  lua_setfield(L, -2, "rng");
  lua_pop(L, 1);
}
