// The graphs that a path holds: a compiler's run writes a folder for each, below other folders, and a log has
// one behind the other.
#pragma once

#include "base/status.h"
#include "base/vector.h"

typedef struct GraphPaths {
  VECTOR(char *)
  paths; // each is what graph_open takes, in the order of their names (2 before 10), the earlier
         // stages of modules last; owned
  VECTOR(char *) titles; // of each what tells it apart for people; owned
  size_t common;         // bytes that all of them begin with, up to a '/': the rest tells them apart
  VECTOR(int) numbers;   // of each the number that RUN#N gives it, from 1
  int shown;             // the first of them; others are earlier stages of modules that are among these
  int stages;            // that were left out
  int found; // of those shown the ones those that look like a graph; 0: the one path is listed as it is
} GraphPaths;

enum {
  GRAPH_PATHS_MOST = 2000,
  GRAPH_PATHS_DEEPEST = 6, // folders below the one that is looked through
};

// The order of names, numbers in them by their value: "step_9" before "step_10".
int graph_compare_names(const char *a, const char *b);
// A path of one graph, or of none, is listed as it is: opening it says what is wrong. Without the earlier
// stages of modules.
void graph_paths_find(const char *path, GraphPaths *out);
// Of "RUN#WORD" those whose titles have the word, stages as well; of another path as graph_paths_find.
void graph_paths_match(const char *path, GraphPaths *out);
void graph_paths_free(GraphPaths *paths);
bool graph_path_is_trace(const char *path); // by the name that TORCH_TRACE gives its logs
// list_stages.c: what stands for a module before what is only a stage of it; and what one is called.
void graph_paths_order(GraphPaths *paths);
char *graph_paths_title(const GraphPaths *paths, int index);
// "RUN#2" and "RUN#forward_1": the graph of that number, or the only one whose title has the word, among
// those that RUN holds (stages of modules when no other has), as a folder RUN alone is where there is but
// one; free it. Another path is given back as it is; NULL where no graph, or several, are meant.
char *graph_paths_pick(const char *path, Status *status);
