// What the tables of Lua files may hold. The checks of a file and the editor stubs come from the same tables.
#pragma once

#include "base/text.h"

#include <lua.h>
#include <stdbool.h>

typedef struct FileField {
  const char *name;
  unsigned types; // bits 1 << LUA_T...: what it may be
  bool required;
  const char *type; // LuaLS type
  const char *help;
} FileField;

typedef struct FileTable {
  const char *name; // class in the stubs
  const char *help;
  const FileField *fields;
  int count;
} FileTable;

// Pushes a field as it stands in the table at `index`, and returns its type. No metamethod runs: outside of a
// protected call its error would end the program.
int file_table_get(lua_State *L, int index, const char *field);
// Does the value on top of the stack, a table, hold what `table` requires, each field of a type that it may
// have?
bool file_table_is_whole(lua_State *L, const FileTable *table);
// Adds a line for each field of the table on top of the stack that `table` does not know, by name.
void file_table_unknown(lua_State *L, const FileTable *table, const char *where, Text *out);
// Raises an error, which begins with `where`, unless the value on top of the stack is a table that holds what
// `table` requires, and nothing that it does not know.
void file_table_check(lua_State *L, const FileTable *table, const char *where);
