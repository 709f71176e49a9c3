// What the files of the verifier share; only this folder includes it.
#pragma once

#include "kernel/code/facts.h"
#include "kernel/code/tree.h"

typedef struct Verifier {
  const KernelCode *code;
  bool *declared; // for each step and variable: in a block around the node
  bool *assigned; // ... somewhere before it
  int *scope;     // what was declared, in order; of each block the last ones
  int scope_count;
  struct PipelineBuffer *buffers; // for each step, if it is pipelined: where its load waits
  bool awaits;                    // the innermost loop has waited for copies before the node
  const CodeNode *turn;           // the innermost loop around the node, but for lanes
  const CodeNode *node;           // that is checked
  int divergent;                  // guards around it that hold for some threads of a block only
  bool good;
  Status *status;
} Verifier;

void verify_fail(Verifier *verifier, int step, const char *what);

// Where a pipelined load waits, as the walk through the tree finds it.
typedef struct PipelineBuffer {
  bool copied, awaited; // into shared memory
  bool unread;          // filled, and not read since
  const CodeNode *turn; // the loop in a turn of which it was filled last
} PipelineBuffer;

// The load of the node's step is issued, or that of `step`.
void verify_filled(Verifier *verifier, int step);
void verify_copied(Verifier *verifier, int step); // ... as a copy to shared memory
void verify_awaited(Verifier *verifier);          // all copies that were made before
// What has arrived is read, in shared memory or else.
void verify_arrived(Verifier *verifier, int step);
void verify_taken(Verifier *verifier, int step);
// Do issue, pipelining and what is held of each step go together?
bool verify_places(const Body *body, Status *status);
