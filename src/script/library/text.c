// The library string: the functions that would run for long on what a script gives them.
#include "script/library/library.h"
#include "script/library/pattern.h"

#include <ctype.h>
#include <string.h>

// A place that counts from the end when it is negative, as one that counts from 1: at least 1.
static size_t place_of(lua_Integer place, size_t length) {
  if (place > 0) return (size_t)place;
  if (place == 0 || place < -(lua_Integer)length) return 1;
  return length + (size_t)place + 1;
}

static int fail_too_long(lua_State *L) {
  return luaL_error(L, "the text would need more memory than a string may have, 256 KiB");
}

static int rep(lua_State *L) {
  size_t length, between;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &between);
  if (count <= 0 || length + between == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if ((size_t)count > SCRIPT_STRING_MOST / (length + between)) return fail_too_long(L);
  luaL_Buffer out;
  char *at = luaL_buffinitsize(L, &out, (size_t)count * (length + between));
  for (lua_Integer i = 0; i < count; i++) {
    if (i) memcpy(at, separator, between), at += between;
    memcpy(at, text, length), at += length;
  }
  luaL_pushresultsize(&out, (size_t)count * length + (size_t)(count - 1) * between);
  return 1;
}

// A "c" with its number asks for so many bytes; all else of a format is as long as what is given.
static int pack(lua_State *L) {
  size_t sum = 0;
  for (const char *at = luaL_checkstring(L, 1); *at; at++) {
    if (*at != 'c') continue;
    size_t bytes = 0;
    for (; isdigit((unsigned char)at[1]) && bytes <= SCRIPT_STRING_MOST; at++)
      bytes = bytes * 10 + (size_t)(at[1] - '0');
    sum += bytes;
    if (sum > SCRIPT_STRING_MOST) return fail_too_long(L);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

// ---- Patterns.

static Pattern pattern_of(lua_State *L, int subject, int pattern) {
  size_t length, pattern_length;
  const char *text = luaL_checklstring(L, subject, &length),
             *asked = luaL_checklstring(L, pattern, &pattern_length);
  return (Pattern){
      .L = L, .subject = text, .subject_end = text + length, .pattern_end = asked + pattern_length};
}

// The first match at `at` or behind it: its end, and *at its begin; NULL: none. `anchored`: only at `at`.
static const char *search(Pattern *state, const char *pattern, bool anchored, const char **at) {
  for (;; ++*at) {
    state->count = state->depth = 0;
    const char *end = pattern_match(state, pattern, *at);
    if (end || anchored || *at >= state->subject_end) return end;
  }
}

static int find_plain(lua_State *L, const Pattern *state, const char *wanted, const char *from) {
  size_t length = (size_t)(state->pattern_end - wanted), left = (size_t)(state->subject_end - from);
  const char *found = length ? memmem(from, left, wanted, length) : from;
  host_spend(L, left / 16);
  if (!found) {
    luaL_pushfail(L);
    return 1;
  }
  lua_pushinteger(L, found - state->subject + 1);
  lua_pushinteger(L, found - state->subject + (ptrdiff_t)length);
  return 2;
}

static bool is_plain(const char *pattern, const char *end) {
  for (; pattern < end; pattern++)
    if (*pattern && strchr("^$*+?.([%-", *pattern)) return false;
  return true;
}

static int find_or_match(lua_State *L, bool find) {
  Pattern state = pattern_of(L, 1, 2);
  const char *pattern = lua_tostring(L, 2);
  size_t length = (size_t)(state.subject_end - state.subject),
         first = place_of(luaL_optinteger(L, 3, 1), length) - 1;
  if (first > length) {
    luaL_pushfail(L);
    return 1;
  }
  const char *at = state.subject + first;
  if (find && (lua_toboolean(L, 4) || is_plain(pattern, state.pattern_end)))
    return find_plain(L, &state, pattern, at);
  bool anchored = pattern < state.pattern_end && *pattern == '^';
  const char *end = search(&state, pattern + anchored, anchored, &at);
  if (!end) {
    luaL_pushfail(L);
    return 1;
  }
  if (!find) return pattern_push_captures(&state, at, end, true);
  lua_pushinteger(L, at - state.subject + 1);
  lua_pushinteger(L, end - state.subject);
  return 2 + pattern_push_captures(&state, at, end, false);
}

static int find(lua_State *L) {
  return find_or_match(L, true);
}

static int match(lua_State *L) {
  return find_or_match(L, false);
}

// Upvalues: text, pattern, where to go on, and the end of the last match (both from 0; -1: none yet): an
// empty match there is none.
static int next_match(lua_State *L) {
  Pattern state = pattern_of(L, lua_upvalueindex(1), lua_upvalueindex(2));
  const char *pattern = lua_tostring(L, lua_upvalueindex(2));
  const char *at = state.subject + lua_tointeger(L, lua_upvalueindex(3));
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
  for (; at <= state.subject_end; at++) {
    const char *end = search(&state, pattern, false, &at);
    if (!end) return 0;
    if (end - state.subject == last) continue;
    lua_pushinteger(L, end - state.subject);
    lua_copy(L, -1, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return pattern_push_captures(&state, at, end, true);
  }
  return 0;
}

static int gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t first = place_of(luaL_optinteger(L, 3, 1), length) - 1;
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)(first > length ? length + 1 : first));
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

// ---- Replacing: text, pattern and what to put at 1 to 3.

static void add_template(Pattern *state, const char *begin, const char *end, luaL_Buffer *out) {
  size_t length;
  const char *text = lua_tolstring(state->L, 3, &length), *text_end = text + length;
  host_spend(state->L, length / 16);
  for (; text < text_end; text++) {
    if (*text != '%') {
      luaL_addchar(out, *text);
      continue;
    }
    text++;
    if (text < text_end && *text == '%') {
      luaL_addchar(out, '%');
    } else if (text < text_end && *text == '0') {
      luaL_addlstring(out, begin, (size_t)(end - begin));
    } else if (text < text_end && isdigit((unsigned char)*text)) {
      pattern_push_capture(state, *text - '1', begin, end);
      luaL_tolstring(state->L, -1, NULL); // of a position: a number
      lua_remove(state->L, -2);
      luaL_addvalue(out);
    } else {
      luaL_error(state->L, "invalid use of '%%' in replacement string");
    }
  }
}

// Of a table or a function; what it does not know, or has no text for, stays.
static void add_answer(Pattern *state, const char *begin, const char *end, luaL_Buffer *out) {
  lua_State *L = state->L;
  if (lua_istable(L, 3)) {
    pattern_push_capture(state, 0, begin, end);
    lua_gettable(L, 3);
  } else {
    lua_pushvalue(L, 3);
    lua_call(L, pattern_push_captures(state, begin, end, true), 1);
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(out, begin, (size_t)(end - begin));
  } else if (lua_isstring(L, -1)) {
    luaL_addvalue(out);
  } else {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
}

// Replaces up to `most` matches; returns how many there were.
static lua_Integer replace(Pattern *state, const char *pattern, lua_Integer most, luaL_Buffer *out) {
  bool anchored = pattern < state->pattern_end && *pattern == '^', by_text = lua_isstring(state->L, 3);
  const char *at = state->subject, *last = NULL;
  lua_Integer count = 0;
  while (count < most) {
    state->count = state->depth = 0;
    const char *end = pattern_match(state, pattern + anchored, at);
    if (end && end != last) {
      count++;
      (by_text ? add_template : add_answer)(state, at, end, out);
      at = last = end;
    } else if (at < state->subject_end) {
      luaL_addchar(out, *at++);
    } else {
      break;
    }
    if (anchored) break;
  }
  luaL_addlstring(out, at, (size_t)(state->subject_end - at));
  return count;
}

static int gsub(lua_State *L) {
  Pattern state = pattern_of(L, 1, 2);
  const char *pattern = lua_tostring(L, 2);
  bool good = lua_isstring(L, 3) || lua_istable(L, 3) || lua_isfunction(L, 3);
  if (!good) luaL_typeerror(L, 3, "string/function/table");
  lua_Integer most = luaL_optinteger(L, 4, state.subject_end - state.subject + 1);
  lua_settop(L, 3);
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  lua_Integer count = replace(&state, pattern, most, &out);
  luaL_pushresult(&out);
  lua_pushinteger(L, count);
  return 2;
}

// ---- The library.

// No script may say how strings behave: C code turns them into text everywhere.
static void lock_strings(lua_State *L) {
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushboolean(L, false); // getmetatable answers this
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
}

void library_open_text(lua_State *L) {
  static const luaL_Reg functions[] = {{"rep", rep},       {"find", find}, {"match", match},
                                       {"gmatch", gmatch}, {"gsub", gsub}, {NULL, NULL}};
  lua_getglobal(L, LUA_STRLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_getfield(L, -1, "pack");
  lua_pushcclosure(L, pack, 1);
  lua_setfield(L, -2, "pack");
  lua_pop(L, 1);
  lock_strings(L);
}
