// The explorer over a shipped graph, driven by keys, without a terminal.
#pragma once

#include "explorer/state/explorer.h"
#include "test.h"

typedef struct Fixture {
  Session *session;
  Explorer *explorer;
  Grid *grid;
} Fixture;

// `name`: a file below graphs/. ASCII glyphs; tasks run at once.
Fixture open_graph(const char *name, int width, int height);
// The same with a session and glyphs of other kinds.
Fixture open_graph_with(const char *name, const SessionOptions *options, GlyphSet glyphs, int width,
                        int height);
// The same before anything is worked out or drawn.
Fixture open_graph_raw(const char *name, const SessionOptions *options, GlyphSet glyphs, int width,
                       int height);
void close_graph(Fixture *it);
void press(Fixture *it, const char *keys); // "j4<Down>"; blanks are skipped
bool shows(const Fixture *it, const char *part);
int times_shown(const Fixture *it, const char *part);
int kernels(const Fixture *it); // of the plan
