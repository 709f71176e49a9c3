// What the files of the plan's binding share.
#pragma once

#include "script/host.h"

Plan *bind_edit_plan(lua_State *L); // at 1, for edits: a lesson's functions only look
// The trail keeps the whole plan.
void bind_keep_whole(lua_State *L, const Plan *plan);
int bind_try(lua_State *L);         // plan:try
int bind_enumerate(lua_State *L);   // plan:enumerate
int bind_live(lua_State *L);        // plan:live
int bind_report(lua_State *L);      // plan:report
int bind_measure(lua_State *L);     // plan:measure
int bind_correct(lua_State *L);     // plan:correct
int bind_budget_left(lua_State *L); // plan:budget_left
int bind_memory(lua_State *L);      // plan:memory
int bind_repeats(lua_State *L);     // plan:repeats
int bind_places(lua_State *L);      // plan:places
int bind_save(lua_State *L);        // plan:save
int bind_load(lua_State *L);        // plan:load
int bind_hash(lua_State *L);        // plan:hash
int bind_best_of(lua_State *L);     // plan:best_of
// Runs a heuristic's module within another: its branches one after the other.
void bind_run_module(lua_State *L, int module, int options);
int heuristic_bind_run(lua_State *L);          // plan:run (heuristic.c)
int bind_what_if(lua_State *L);                // plan:what_if
int bind_what_ifs(lua_State *L);               // plan:what_ifs
int bind_fuse_all(lua_State *L);               // plan:fuse_all
int bind_split(lua_State *L);                  // plan:split
int bind_take_apart(lua_State *L);             // plan:take_apart
int bind_recompute_all(lua_State *L);          // plan:recompute, of a list
int bind_fuse_into_readers(lua_State *L);      // plan:fuse_into_readers
int bind_recompute_deep(lua_State *L);         // plan:recompute_deep
int bind_first_op(lua_State *L, int argument); // an op, or a kernel's first op
// Pushes the answer to an edit: true, or false and the reason.
int bind_answer(lua_State *L, bool ok, const Reason *reason);
// The answer to an edit, which the trail keeps, or its refusal.
int bind_edited(lua_State *L, bool ok, const Reason *reason, TrailEdit edit);
