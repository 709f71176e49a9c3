// Runs of heuristics beside the screen: as tasks that record their trail, what comes of them, and running
// again when the file is saved.
#pragma once

#include "base/file_watch.h"
#include "script/script.h"

struct Explorer;

// The heuristic that was run last. Zero-initialized: none.
typedef struct Script {
  char *name, *path;     // as it was asked for; its file
  bool is_command;       // one of the user's commands, which failed
  ScriptOption *options; // that it was run with; names and values are its own
  int option_count;
  Plan *start;      // the plan that it began with
  uint64_t made;    // hash of the plan that it last made of that; 0: none
  Text output;      // what it printed
  Text error;       // the message and the traceback; empty: none
  char *error_path; // where the error is; NULL: nowhere in particular
  int error_line;
  FileWatch *watch; // of `path`; NULL
} Script;

const Script *script_of(const struct Explorer *explorer);
// Runs a heuristic by name or path on the plan as it is, with the options that are remembered for it. Leaves
// a replay.
void script_run(struct Explorer *explorer, const char *name);
// The last one again: from the plan that it began with when the plan is still what it made of it.
void script_again(struct Explorer *explorer);
int script_fd(const struct Explorer *explorer); // readable when the script's folder changed; -1: not watched
// Runs it again when its file was saved, and shows what is different; true when something happened.
bool script_poll(struct Explorer *explorer);
// A command of the user failed: that is shown in the place of the last script.
void script_failed(struct Explorer *explorer, const char *name, const char *path, const Status *status);
