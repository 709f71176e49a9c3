// Between the files that bind ops.
#pragma once

#include "script/host.h"

int bind_operands(lua_State *L);     // op.operands
int bind_reduced_axes(lua_State *L); // op.reduced_axes
