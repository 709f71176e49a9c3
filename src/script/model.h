// Cost models of scripts: a function from what is known of a kernel to its time.
#pragma once

#include "cost/model/cost_model.h"
#include "script/file_table.h"

// A file that returns { help = ..., time = function(kernel, device) ... end }.
typedef struct ScriptModel ScriptModel;

ScriptModel *script_model_open(const char *path, Status *status);
void script_model_free(ScriptModel *model); // NULL is allowed; after what estimates by it
// For one thread. It is asked in a process of its own, which may begin anew: what the function keeps from one
// kernel to the next can be gone.
const CostModel *script_model(const ScriptModel *model);
// Whether its function failed for any kernel so far, whose estimates then mean nothing. NULL: it did not.
bool script_model_failed(const ScriptModel *model, Status *status);

extern const FileTable plan_fuse_options_table; // bind/plan.c
extern const FileTable model_file_table, model_options_table;
