// The library functions that the sandbox has in the place of Lua's own: both run the same calls and must give
// the same results.
#include "scratch.h"

#include "script/script.h"

#include <lauxlib.h>
#include <lualib.h>

// Calls random functions with random arguments; prints what they return, or that they fail.
static const char calls[] =
    "local pieces = { 'a', 'b', '.', '%', '%a', '%d', '%s', '%w', '%A', '%%', '%.', '[', ']', '[ab]', "
    "'[^a]',\n"
    "  '[a-c]', '[%a_]', '[]', '[^]', '[]]', '[a-]', '[%]', '(', ')', '()', '(a)', '(.-)', '(%w+)', '%1', "
    "'%2',\n"
    "  '%b()', '%bab', '%b', '%f[%w]', '%f[%W]', '%f', '*', '+', '-', '?', '^', '$', '\\0', '-', ' ', '1' }\n"
    "local letters = { 'a', 'b', 'c', 'ab', '(', ')', ' ', '1', '-', '.', '\\0', '%', ']', '^' }\n"
    "local replacements = { '', 'x', '%0', '%1', '%2', '%%', '%', '<%0>', 'y%1z', 7 }\n"
    "local function some(list, most)\n"
    "  local out = ''\n"
    "  for _ = 1, math.random(0, most) do out = out .. list[math.random(#list)] end\n"
    "  return out\n"
    "end\n"
    "local function told(value)\n"
    "  if type(value) == 'function' or type(value) == 'table' then return type(value) end\n"
    "  return type(value) == 'string' and (value:gsub('%z', '~')) or tostring(value)\n"
    "end\n"
    "local function call(name, f, ...)\n"
    "  local results = { pcall(f, ...) }\n"
    "  local line = name\n"
    "  for i = 1, select('#', ...) do line = line .. ' ' .. told((select(i, ...))) end\n"
    "  local count = results[1] and 7 or 1\n"
    "  for i = 1, count do line = line .. '|' .. told(results[i]) end\n"
    "  print(line)\n"
    "end\n"
    "local function all(iterate, ...)\n"
    "  local out, turns = '', 0\n"
    "  for a, b in iterate(...) do\n"
    "    out, turns = out .. told(a) .. ',' .. told(b) .. ';', turns + 1\n"
    "    if turns > 20 then break end\n"
    "  end\n"
    "  return out\n"
    "end\n"
    "local function random_list()\n"
    "  local list = {}\n"
    "  for i = 1, math.random(0, 6) do list[i] = math.random() < 0.8 and math.random(5) or 's' .. i end\n"
    "  return list\n"
    "end\n"
    "local function shown(f, list, ...)\n"
    "  local ok, result = pcall(f, list, ...)\n"
    "  local out = tostring(ok) .. ' ' .. (ok and type(result) ~= 'table' and tostring(result) or '') .. "
    "':'\n"
    "  for i = -2, 12 do out = out .. ' ' .. tostring(list[i]) end\n"
    "  print(out)\n"
    "end\n"
    "for turn = 1, 4000 do\n"
    "  local text, pattern = some(letters, 8), some(pieces, 5)\n"
    "  local init = math.random(-10, 10)\n"
    "  call('find', string.find, text, pattern, init)\n"
    "  call('plain', string.find, text, pattern, init, true)\n"
    "  call('match', string.match, text, pattern, init)\n"
    "  call('gmatch', all, string.gmatch, text, pattern, init)\n"
    "  local by = replacements[math.random(#replacements)]\n"
    "  call('gsub', string.gsub, text, pattern, by, math.random() < 0.5 and math.random(-1, 3) or nil)\n"
    "  call('gsub', string.gsub, text, pattern, { a = 'A', b = false, [1] = 'one' })\n"
    "  call('gsub', string.gsub, text, pattern, function(x, y) return y or (x ~= 'a' and x) end)\n"
    "  call('rep', string.rep, text, math.random(-1, 4), some(letters, 2))\n"
    "  local list = random_list()\n"
    "  local at, to, from = math.random(-1, 8), math.random(-1, 8), math.random(-1, 8)\n"
    "  shown(table.insert, random_list(), at, 'new')\n"
    "  shown(table.insert, random_list(), 'last')\n"
    "  shown(table.remove, random_list(), at)\n"
    "  shown(table.remove, random_list())\n"
    "  shown(table.move, random_list(), from, to, at)\n"
    "  shown(table.concat, random_list(), ', ')\n"
    "  shown(table.concat, random_list(), '', from, to)\n"
    "  call('unpack', table.unpack, random_list(), from, to)\n"
    "  shown(table.sort, random_list())\n"
    "  shown(table.sort, random_list(), function(a, b) return tostring(a) > tostring(b) end)\n"
    "end\n"
    "print(string.pack('>i4 z s1', 7, 'ab', 'cd') == '\\0\\0\\0\\7ab\\0\\2cd')\n"
    "print(pcall(string.rep), pcall(string.find, 'a'), pcall(string.gsub, 'a', 'a', nil))\n"
    "print(select('#', string.find('abc', '()b()')), ('x'):find(''), (''):find('', 2))\n";

static int collect(lua_State *L) {
  Text *out = lua_touserdata(L, lua_upvalueindex(1));
  for (int i = 1; i <= lua_gettop(L); i++) {
    text_printf(out, "%s%s", i > 1 ? "\t" : "", luaL_tolstring(L, i, NULL));
    lua_pop(L, 1);
  }
  text_add(out, "\n");
  return 0;
}

static void run_in_lua(const char *text, Text *out) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_pushlightuserdata(L, out);
  lua_pushcclosure(L, collect, 1);
  lua_setglobal(L, "print");
  assert_int_equal(luaL_dostring(L, "math.randomseed(1)"), LUA_OK);
  if (luaL_dostring(L, text) != LUA_OK) text_printf(out, "%s\n", lua_tostring(L, -1));
  lua_close(L);
}

static void run_in_sandbox(const char *text, Text *out) {
  Text file = {0};
  text_printf(&file, "return { run = function()\n%send }\n", text);
  scratch_write("calls.lua", text_get(&file));
  char *path = scratch_path("calls.lua"), *graph = file_data("graphs/gelu_tanh.json");
  Status status = {0};
  Session *session = session_open(graph, NULL, &status);
  if (!heuristic_run(session, path, NULL, 0, NULL, out, &status)) fail_msg("%s", status.message);
  session_close(session);
  text_free(&file);
  free(path), free(graph);
}

static void test_like_lua(void **state) {
  (void)state;
  Text expected = {0}, got = {0};
  run_in_lua(calls, &expected);
  run_in_sandbox(calls, &got);
  assert_true(expected.length > 400000);
  const char *a = text_get(&expected), *b = text_get(&got);
  size_t line = 0;
  for (size_t i = 0; a[i] == b[i] && a[i]; i++)
    if (a[i] == '\n') line = i + 1;
  if (strcmp(a, b) != 0) fail_msg("Lua: %.100s\nhere: %.100s", a + line, b + line);
  text_free(&expected), text_free(&got);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_like_lua)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
