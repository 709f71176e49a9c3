// Functions of Lua's library whose loops a script can make endless, written so that they count against its
// limits: the same results, for tables and strings as they are.
#pragma once

#include "script/host.h"

void library_open_text(lua_State *L);   // string: find, gmatch, gsub, match, pack, rep; nobody can change
                                        // what strings are
void library_open_random(lua_State *L); // math: rng
void library_open_table(lua_State *L);  // table: concat, insert, move, remove, sort, unpack
