// What follows from a body: asked by what builds the code of a kernel and by what spells it.
#pragma once

#include "kernel/code/body.h"

// ---- loops
bool body_walks_once(const Body *body);         // has a thread one unit of the walk for the whole kernel?
bool body_slot_guarded(const Body *body);       // may a slot lie beyond the walk?
bool body_loads_first(const Body *body);        // are all loads of a trip issued before the rest of it?
bool body_reads_walk(const Body *body);         // does anything read where along the walk a thread is?
bool body_pipelines_tiles(const Body *body);    // is anything loaded with the tile before?
bool body_pipelines_in_place(const Body *body); // ... in the place of the row before?
// Do loops over slots begin with the last one? The last slot of a row may lie beyond it, and what is computed
// of it then stands behind a branch: ptxas would load it there, too, when the others have come; unless it is
// the first of all.
bool body_slots_descend(const Body *body);

// ---- values
bool body_declared_before(const Body *body, int at); // declared before the code that computes it?
bool body_slots_apart(const Body *body, int at);     // has each slot one of its own?
bool body_has_slots(const Body *body, int at);       // has it a variable for each slot?
// The walked and owned dims whose indices a step, or an index, reads.
uint32_t body_dims_read(const Body *body, int at);
uint32_t index_dims_read(const Nest *nest, const Index *index);
bool body_counts_positions(const Body *body, int reduce); // does it work out its elements' positions itself?
bool body_load_tests(const Body *body, int load);         // its conditions where it reads?

// ---- loads whose stages are slots
bool body_pipelines_slots(const Body *body, bool shared); // does anything, through shared memory or else?
int body_first_around(const Body *body); // the first that waits as the words around it; NO_STEP: none
// Are there slots of a loop for which nothing is loaded before, since there is no room yet? They load for
// themselves.
bool body_loads_own_slots(const Body *body, int pass);

// ---- reductions
bool body_reduces_in(const Body *body, int at, int pass); // is it combined after this loop?
int body_first_reducing(const Body *body);                // the first loop with one
// Does a thread keep what it has found of each column, slot by slot, over all of its tiles?
bool body_keeps_slots(const Body *body, const Step *reduce);
bool body_has_row_memory(const Body *body, int at); // shared memory of its own?
int body_accumulator_lanes(const Body *body, const Step *accumulates);
// Registers of all accumulators that are there in a loop, for the rules and for the estimator. A reduction's
// are there while it accumulates. A scan keeps one for each element from then on, until the trip ends;
// crossing ones stay for all tiles.
double body_accumulator_registers(const Body *body, int loop);

bool body_is_product(const Body *body); // is its walk that of a matrix product's tiles?

// ---- tiles
bool body_is_tile(const Body *body);
bool body_stages(const Body *body, StepKind kind); // loads, or stores, through shared memory?
// Does a staged access bring or take what it stages, rather than read what another load brings?
bool body_moves(const Body *body, int at, StepKind kind);
int body_patches(const Body *body);      // that a thread moves
bool body_patches_end(const Body *body); // are there fewer of them for some threads?
bool body_tile_ends(const Body *body);   // may a place of a tile lie outside of the tensor?
