// kernel.siblings: kernels that read a tensor that it reads too.
#pragma once

#include "script/host.h"

int bind_siblings(lua_State *L);
