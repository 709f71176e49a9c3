// Between the files that place a compiler's plan: dump.c and dump_unlisted.c.
#pragma once

#include "plan/file/plan_file.h"
#include "plan/plan_internal.h"

typedef struct Placed {
  Integers ops; // home ops and copies, ascending
  int slot;     // NO_KERNEL: all its ops have other homes
  int sentence; // of the notes, where it was taken apart
} Placed;

typedef struct Placer {
  Plan *plan;
  const DumpPlan *dump;
  DumpNotes *notes;
  Placed *kernels; // one per kernel of the dump
  int *home;       // op -> kernel of the dump, -1: in none
  Integers apart;  // kernels of the dump that were taken apart
} Placer;

// A sentence for people about so many places, 0 where the plan has all that matters; `op`: at the first of
// them, or NO_OP.
void dump_note(Placer *placer, int places, int op, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool dump_is_library(const Placer *placer, int op); // no generated kernel computes it

// dump_unlisted.c
// What nobody needs is listed nowhere. It goes where it costs nothing: to the kernel of an op that it reads,
// which drops it.
void dump_place_dead(Placer *placer);
void dump_note_unplaced(Placer *placer); // says what the dump's reader could not tell
void dump_note_unlisted(Placer *placer); // says which ops have a kernel of their own, and why
