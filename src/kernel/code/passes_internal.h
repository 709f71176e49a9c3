// The passes' functions and what they share; only this folder includes it.
#pragma once

#include "kernel/code/body.h"

typedef void PassRun(Body *body);
PassRun pass_layout, pass_vectorise, pass_hold, pass_limit_rematerialisation, pass_pack, pass_prefetch,
    pass_hoist_loads, pass_pack_loads, pass_pipeline_in_place, pass_hoist_invariants, pass_pipeline_tiles,
    pass_sink_loads, pass_pair_loads, pass_pipeline_slots, pass_defer, pass_cache_hints;

// A body whose steps have no place yet. False when the nest has more chained reductions than it can hold.
bool body_begin(const Nest *nest, const Schedule *schedule, Body *body);
// What follows from the places, whichever passes have made them: arrays of lanes, and the finish.
void body_complete(Body *body, const Schedule *schedule);
// Where each step could run, and what it is like, before anything asks for it.
void body_classify(Body *body);
// From the last step to the first: who is used, in which loops, and what is held over them.
void body_propagate(Body *body);
