// The library table: what loops over as many places as a script says.
#include "script/library/library.h"

enum { PLACES_TOGETHER = 64 }; // counted at once

static void spend_at(lua_State *L, lua_Integer place) {
  if (place % PLACES_TOGETHER == 0) host_spend(L, PLACES_TOGETHER);
}

// The places that the table has: a "__len" of the script's own may say anything.
static lua_Integer length_of(lua_State *L, int table) {
  luaL_checktype(L, table, LUA_TTABLE);
  return (lua_Integer)lua_rawlen(L, table);
}

static void take(lua_State *L, int from, lua_Integer place, int to, lua_Integer at) {
  spend_at(L, place);
  lua_geti(L, from, place);
  lua_seti(L, to, at);
}

static int insert(lua_State *L) {
  lua_Integer end = length_of(L, 1) + 1, place = end;
  int count = lua_gettop(L);
  if (count != 2 && count != 3) return luaL_error(L, "wrong number of arguments to 'insert'");
  if (count == 3) {
    place = luaL_checkinteger(L, 2);
    luaL_argcheck(L, place >= 1 && place <= end, 2, "position out of bounds");
    for (lua_Integer i = end; i > place; i--)
      take(L, 1, i - 1, 1, i);
  }
  lua_seti(L, 1, place);
  return 0;
}

static int removes(lua_State *L) {
  lua_Integer size = length_of(L, 1), place = luaL_optinteger(L, 2, size);
  if (place != size) luaL_argcheck(L, place >= 1 && place <= size + 1, 2, "position out of bounds");
  lua_geti(L, 1, place);
  for (; place < size; place++)
    take(L, 1, place + 1, 1, place);
  lua_pushnil(L);
  lua_seti(L, 1, place);
  return 1;
}

static int move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, target, LUA_TTABLE);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    luaL_argcheck(L, to <= LUA_MAXINTEGER - (last - first), 4, "destination wrap around");
    bool overlaps = to > first && to <= last && (target == 1 || lua_rawequal(L, 1, target));
    lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first + 1;
    for (lua_Unsigned i = 0; i < count; i++) {
      lua_Integer offset = (lua_Integer)(overlaps ? count - 1 - i : i);
      take(L, 1, first + offset, target, to + offset);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

static int concat(lua_State *L) {
  lua_Integer last = length_of(L, 1);
  size_t between;
  const char *separator = luaL_optlstring(L, 2, "", &between);
  lua_Integer first = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  for (lua_Integer place = first; place <= last; place++) {
    spend_at(L, place);
    lua_geti(L, 1, place);
    if (!lua_isstring(L, -1))
      return luaL_error(L, "invalid value (at index %I) in table for 'concat'", (LUAI_UACINT)place);
    luaL_addvalue(&out);
    if (place == last) break; // the next one may be out of range
    luaL_addlstring(&out, separator, between);
  }
  luaL_pushresult(&out);
  return 1;
}

static int unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (first > last) return 0;
  lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first + 1;
  if (count == 0 || count >= 1000000 || !lua_checkstack(L, (int)count))
    return luaL_error(L, "too many results to unpack");
  for (lua_Unsigned i = 0; i < count; i++) {
    spend_at(L, first + (lua_Integer)i);
    lua_geti(L, 1, first + (lua_Integer)i);
  }
  return (int)count;
}

// ---- Sorting stays Lua's own, so that equal elements come out as they always did; a function in C that
// compares counts, too.

static int compare(lua_State *L) { // upvalue: the function; nil: "<"
  host_spend(L, 1);
  if (lua_isnil(L, lua_upvalueindex(1))) {
    lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
    return 1;
  }
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

static int sort(lua_State *L) { // upvalue: Lua's
  lua_settop(L, 2);
  if (!lua_isnil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  if (lua_isnil(L, 2) || lua_iscfunction(L, 2)) lua_pushcclosure(L, compare, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 2, 0);
  return 0;
}

void library_open_table(lua_State *L) {
  static const luaL_Reg functions[] = {{"insert", insert}, {"remove", removes}, {"move", move},
                                       {"concat", concat}, {"unpack", unpack},  {NULL, NULL}};
  lua_getglobal(L, LUA_TABLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_getfield(L, -1, "sort");
  lua_pushcclosure(L, sort, 1);
  lua_setfield(L, -2, "sort");
  lua_pop(L, 1);
}
