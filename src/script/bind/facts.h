// Where in the graph an op stands.
#pragma once

#include "script/host.h"

int bind_level(lua_State *L);          // op.level
int bind_dominator(lua_State *L);      // op.dominator
int bind_post_dominator(lua_State *L); // op.post_dominator
int bind_reaches(lua_State *L);        // op:reaches
int bind_pattern(lua_State *L);        // op.pattern
