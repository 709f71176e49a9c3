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

static const char *memory_field(int i) {
  static const char *const names[] = {"peak_bytes", "input_bytes", "peak_at", "tensors"};
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

const ResultKind result_what_if = {"what_if", what_if_field, bind_make_what_if_field},
                 result_change = {"change", change_field, NULL},
                 result_memory = {"memory", memory_field, NULL}, result_total = {"total", total_field, NULL},
                 result_reason = {"reason", reason_field, NULL}, result_terms = {"terms", terms_field, NULL},
                 result_estimate = {"estimate", estimate_field, bind_make_estimate_field},
                 result_operand = {"operand", operand_field, NULL};

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

// ---- Fields that are made when they are read.

// In the table at `false`, which is no field's name.
typedef struct Kept {
  const BindingClass *class; // NULL: it is no handle
  const ResultKind *kind;
  max_align_t bytes[];
} Kept;

static void push_kept(lua_State *L, int table) {
  lua_pushboolean(L, false);
  lua_rawget(L, table);
}

// What push_kept has pushed. Scripts may have moved it into another table.
static const Kept *kept_at_top(lua_State *L, const ResultKind *kind) {
  bool is_kept = lua_type(L, -1) == LUA_TUSERDATA && lua_rawlen(L, -1) >= sizeof(Kept);
  const Kept *kept = is_kept ? lua_touserdata(L, -1) : NULL;
  return kept && !kept->class && (!kind || kept->kind == kind) ? kept : NULL;
}

void *result_keep(lua_State *L, const ResultKind *kind, size_t size) {
  lua_pushboolean(L, false);
  Kept *kept = lua_newuserdatauv(L, sizeof *kept + size, 0);
  kept->class = NULL;
  kept->kind = kind;
  lua_rawset(L, -3);
  result_mark(L, kind);
  return kept->bytes;
}

// Sets and pushes a field of the table; false: it cannot be made.
static bool make_field(lua_State *L, int table, const ResultKind *kind, const char *field) {
  int top = lua_gettop(L);
  push_kept(L, table);
  const Kept *kept = kept_at_top(L, kind);
  if (!kept || !kind->make(L, kept->bytes, field)) {
    lua_settop(L, top);
    return false;
  }
  lua_remove(L, top + 1);
  lua_pushstring(L, field);
  lua_pushvalue(L, -2);
  lua_rawset(L, table);
  return true;
}

void result_complete(lua_State *L, int table) {
  const char *field;
  push_kept(L, table);
  const Kept *kept = kept_at_top(L, NULL);
  for (int i = 0; kept && (field = kept->kind->field(i)); i++) {
    lua_pushstring(L, field);
    if (lua_rawget(L, table) == LUA_TNIL && make_field(L, table, kept->kind, field)) lua_pop(L, 1);
    lua_pop(L, 1);
  }
  if (kept) {
    lua_pushboolean(L, false);
    lua_pushnil(L);
    lua_rawset(L, table);
  }
  lua_pop(L, 1);
}

// The metatable on top of the stack is out of the script's reach: a finalizer there would run where nothing
// ends it.
static void hide(lua_State *L) {
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
}

// Asked for what is not there. upvalue 1: the kind.
static int index_result(lua_State *L) {
  const ResultKind *kind = lua_touserdata(L, lua_upvalueindex(1));
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  const char *name = lua_tostring(L, 2), *field;
  for (int i = 0; (field = kind->field(i)); i++)
    if (strcmp(name, field) == 0) return kind->make && lua_istable(L, 1) && make_field(L, 1, kind, name);
  const char *meant = nearest(kind, name);
  if (meant) return luaL_error(L, "%s has no field '%s': did you mean '%s'?", kind->name, name, meant);
  return luaL_error(L, "%s has no field '%s'; 'fusebox heuristics --stubs' lists them", kind->name, name);
}

void result_mark(lua_State *L, const ResultKind *kind) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, kind) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 2);
    lua_pushlightuserdata(L, (void *)kind);
    lua_pushcclosure(L, index_result, 1);
    lua_setfield(L, -2, "__index");
    hide(L);
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
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, index_options);
  lua_setfield(L, -2, "__index");
  hide(L);
  lua_setmetatable(L, -2);
}
