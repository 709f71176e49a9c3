// Answers of the bindings that are plain tables (stubs.c documents their fields).
#pragma once

#include <lua.h>

typedef struct ResultKind {
  const char *name;                // in messages: "what_if"
  const char *(*field)(int index); // the name of each field that there can be; NULL behind the last
} ResultKind;

extern const ResultKind result_what_if, result_change, result_total, result_reason, result_terms,
    result_estimate, result_operand;

// From now on it is an error to read a field that no table of this kind has. The table is on top.
void result_mark(lua_State *L, const ResultKind *kind);
void result_mark_options(lua_State *L); // the same of a table of options, which has all that there are
