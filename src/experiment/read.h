// Parts of reading an experiment that its files share: for src/experiment only.
#pragma once

#include "base/json.h"
#include "experiment/experiment.h"

// What a pattern of the user's means: files, folders and runs of compilers, with * and the like; RUN#WORD.
// Relative to the current folder. False when it matches nothing.
bool experiment_add_graphs(Experiment *experiment, const char *pattern, const SizeBinding *sizes, int count,
                           Status *status);
bool experiment_add_device(Experiment *experiment, const char *name, Status *status);
// A heuristic by name or file, with the texts of its options, sorted, and a start: "none", "compiler" or a
// plan file. The same once more is left out.
bool experiment_add_variant(Experiment *experiment, const char *heuristic, const ScriptOption *options,
                            int count, const char *start, Status *status);
// "cols=64 rows=8", in the arena.
const char *experiment_sizes_text(Arena *arena, const SizeBinding *sizes, int count);
// A path relative to the experiment's folder, as it is to be opened; in the arena.
const char *experiment_path(const Experiment *experiment, const char *path);
// What a Lua file that was run returned.
bool experiment_take_wishes(Experiment *experiment, const char *path, const Json *wishes, Status *status);
