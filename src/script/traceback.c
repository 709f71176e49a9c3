// Where an error came from. Lua's own traceback looks each function up in all tables of the library, which a
// script may have filled.
#include "script/host.h"

#include <string.h>

enum { FIRST_LEVELS = 10, LAST_LEVELS = 11, MESSAGE_MOST = 4096 };

static int count_levels(lua_State *L) {
  lua_Debug frame;
  int least = 0, most = 1;
  while (lua_getstack(L, most, &frame))
    least = most, most *= 2;
  while (least + 1 < most) { // the last one that there is
    int middle = (least + most) / 2;
    if (lua_getstack(L, middle, &frame))
      least = middle;
    else
      most = middle;
  }
  return least + 1;
}

// Frames of this program without a name say nothing.
static bool add_frame(lua_State *L, luaL_Buffer *out, int level, bool first) {
  lua_Debug frame;
  if (!lua_getstack(L, level, &frame) || !lua_getinfo(L, "Snlt", &frame)) return false;
  bool is_c = *frame.what == 'C';
  if (is_c && !frame.name) return false;
  luaL_addstring(out, first ? "\nstack traceback:\n\t" : "\n\t");
  luaL_addstring(out, frame.short_src);
  if (frame.currentline > 0) {
    lua_pushfstring(L, ":%d", frame.currentline);
    luaL_addvalue(out);
  }
  if (frame.name)
    lua_pushfstring(L, ": in %s '%s'", *frame.namewhat ? frame.namewhat : "function", frame.name);
  else if (*frame.what == 'm')
    lua_pushliteral(L, ": in main chunk");
  else
    lua_pushfstring(L, ": in function <%s:%d>", frame.short_src, frame.linedefined);
  luaL_addvalue(out);
  if (frame.istailcall) luaL_addstring(out, "\n\t(...tail calls...)");
  return true;
}

// Is it passed on by the function that kept it? One that a script caught is over.
static bool is_passed_on(lua_State *L) {
  lua_Debug frame;
  if (!lua_getstack(L, 1, &frame) || !lua_getinfo(L, "f", &frame)) return false;
  bool same = lua_tocfunction(L, -1) == host_of(L)->inner_of && host_of(L)->inner_of;
  lua_pop(L, 1);
  return same;
}

static bool push_kept(lua_State *L, const char *message) {
  const Text *inner = &host_of(L)->inner;
  size_t length = strnlen(message, MESSAGE_MOST);
  if (inner->length <= length || memcmp(inner->data, message, length) != 0 || inner->data[length] != '\n')
    return false;
  if (!is_passed_on(L)) return false;
  lua_pushstring(L, inner->data);
  return true;
}

int traceback_keep(lua_State *L) {
  Host *host = host_of(L);
  if (lua_type(L, 1) != LUA_TSTRING) return 1;
  text_clear(&host->inner);
  traceback_push(L, lua_tostring(L, 1));
  text_add(&host->inner, lua_tostring(L, -1));
  lua_settop(L, 1);
  return 1;
}

void traceback_push(lua_State *L, const char *message) {
  if (push_kept(L, message)) return;
  luaL_Buffer out;
  int count = count_levels(L);
  bool first = true;
  luaL_buffinit(L, &out);
  luaL_addlstring(&out, message, strnlen(message, MESSAGE_MOST));
  for (int level = 1; level < count; level++) {
    if (count > FIRST_LEVELS + LAST_LEVELS && level == FIRST_LEVELS) {
      luaL_addstring(&out, "\n\t...");
      level = count - LAST_LEVELS;
    }
    if (add_frame(L, &out, level, first)) first = false;
  }
  luaL_pushresult(&out);
}
