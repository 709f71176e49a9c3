// Answers that are plain tables: to read a field that none of its kind has is an error, which names the
// nearest one, as with handles. Fields that are absent today are nil.
#include "script/result.h"

#include "base/text.h"
#include "script/host.h"

#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const char *what_if_field(int i) {
  static const char *const names[] = {"legal",     "reason",      "reads",  "parts",    "saved_dram_bytes",
                                      "saved_us",  "after",       "terms",  "template", "saved_kernels",
                                      "registers", "spill_bytes", "changes"};
  return i < COUNT(names) ? names[i] : NULL;
}

static const char *change_field(int i) {
  static const char *const names[] = {"kernel", "before", "after", "template"};
  return i < COUNT(names) ? names[i] : NULL;
}

static const char *total_field(int i) {
  static const char *const names[] = {"kernels", "read_bytes", "write_bytes", "dram_bytes", "time_us"};
  return i < COUNT(names) ? names[i] : NULL;
}

static const char *reason_field(int i) {
  static const char *const names[] = {"code", "text", "remedy", "ops"};
  return i < COUNT(names) ? names[i] : NULL;
}

static const char *terms_field(int i) {
  return i < TERM_COUNT ? estimate_term_name(i) : NULL;
}

static const char *estimate_field(int i) {
  return i < estimate_class.count ? estimate_class.bindings[i].name : NULL;
}

static const char *operand_field(int i) {
  return i < operand_class.count ? operand_class.bindings[i].name : NULL;
}

const ResultKind result_what_if = {"what_if", what_if_field}, result_total = {"total", total_field},
                 result_change = {"change", change_field}, result_reason = {"reason", reason_field},
                 result_terms = {"terms", terms_field}, result_estimate = {"estimate", estimate_field},
                 result_operand = {"operand", operand_field};

static const char *nearest(const ResultKind *kind, const char *name) {
  enum { SLIPS = 2 };
  const char *best = NULL, *field;
  int least = SLIPS + 1;
  for (int i = 0; (field = kind->field(i)); i++) {
    int distance = text_distance(name, field);
    if (distance < least) least = distance, best = field;
  }
  return best;
}

// Asked for what is not there. upvalue 1: the kind.
static int index_result(lua_State *L) {
  const ResultKind *kind = lua_touserdata(L, lua_upvalueindex(1));
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  const char *name = lua_tostring(L, 2), *field;
  for (int i = 0; (field = kind->field(i)); i++)
    if (strcmp(name, field) == 0) return 0;
  const char *meant = nearest(kind, name);
  if (meant) return luaL_error(L, "%s has no field '%s': did you mean '%s'?", kind->name, name, meant);
  return luaL_error(L, "%s has no field '%s'; 'fusebox heuristics --stubs' lists them", kind->name, name);
}

void result_mark(lua_State *L, const ResultKind *kind) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, kind) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 1);
    lua_pushlightuserdata(L, (void *)kind);
    lua_pushcclosure(L, index_result, 1);
    lua_setfield(L, -2, "__index");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, kind);
  }
  lua_setmetatable(L, -2);
}

// ---- Options.

// Names in order, so that the message is the same every time.
static void list_names(lua_State *L, Text *out) {
  const char *last = "";
  for (const char *next = NULL;; last = next) {
    lua_pushnil(L);
    for (next = NULL; lua_next(L, 1); lua_pop(L, 1)) {
      const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
      if (strcmp(name, last) > 0 && (!next || strcmp(name, next) < 0)) next = name;
    }
    if (!next) return;
    text_printf(out, "%s%s", out->length ? ", " : "", next);
  }
}

static int index_options(lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  Text names = {0};
  list_names(L, &names);
  const char *listed = lua_pushstring(L, names.length ? text_get(&names) : "none");
  text_free(&names);
  return luaL_error(L, "there is no option '%s'; there are: %s", lua_tostring(L, 2), listed);
}

void result_mark_options(lua_State *L) {
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, index_options);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}
