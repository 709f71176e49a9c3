// What other bindings say in tensors.
#pragma once

#include "script/host.h"

void bind_push_tensors(lua_State *L, const int *values, int count);
int bind_reads_of(lua_State *L);     // kernel.reads_of
int bind_writes_of(lua_State *L);    // kernel.writes_of
int bind_shared(lua_State *L);       // plan:shared
int bind_results(lua_State *L);      // op.results
int bind_edge_tensors(lua_State *L); // edge.tensors
int bind_edge_bytes(lua_State *L);   // edge.bytes
