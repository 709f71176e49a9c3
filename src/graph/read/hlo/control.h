// Loops and conditionals: what they run, as graphs of their own by which they are evaluated.
#pragma once

#include "graph/read/hlo/build.h"

// The graphs that are made for one module's graph, each computation's once.
struct HloControls {
  const HloModule *module;
  Graph **graphs;        // by computation; NULL: not made, or cannot be
  bool *tried;           // by computation
  VECTOR(Graph *) owned; // those made
  int depth;             // of loops in loops
  int visited;           // instructions, of all of them
};

void hlo_controls_begin(HloControls *controls, const HloModule *module);
// Gives the graph what its loops and conditionals run, where that can be told.
void hlo_controls_attach(HloControls *controls, const HloBuild *build, Graph *graph);
void hlo_controls_end(HloControls *controls, Graph *graph); // the graph owns what was made; NULL: nobody does

// hlo.c: the computation's graph, where nobody needs messages, plans or parts; NULL: it cannot be made.
Graph *hlo_build_quietly(HloControls *controls, const HloModule *module);
