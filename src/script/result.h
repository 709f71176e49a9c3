// Answers of the bindings that are plain tables (stubs.c documents their fields). Those that scripts ask for
// hundreds of thousands of times a second make a field that costs much only when it is read.
#pragma once

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct ResultKind {
  const char *name;                // in messages: "what_if"
  const char *(*field)(int index); // the name of each field that there can be; NULL behind the last
  // Pushes a field that was not set, made of what result_keep has kept; false: there is none. NULL: all are
  // set.
  bool (*make)(lua_State *L, const void *kept, const char *field);
} ResultKind;

extern const ResultKind result_what_if, result_change, result_memory, result_total, result_reason,
    result_terms, result_estimate, result_operand;

// From now on it is an error to read a field that no table of this kind has. The table is on top.
void result_mark(lua_State *L, const ResultKind *kind);
// The same; and memory, for the caller to fill, that is kept with the table for fields to be made of.
void *result_keep(lua_State *L, const ResultKind *kind, size_t size);
void result_complete(lua_State *L, int table); // makes all fields that were not read yet, if it has such
void result_mark_options(lua_State *L);        // the same of a table of options, which has all that there are
