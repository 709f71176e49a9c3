// Cost models of scripts: a function from what is known of a kernel to its time.
#pragma once

#include "cost/model/cost_model.h"
#include "script/file_table.h"

// A file that returns { help = ..., time = function(kernel, device) ... end }.
typedef struct ScriptModel ScriptModel;

ScriptModel *script_model_open(const char *path, Status *status);
void script_model_free(ScriptModel *model); // NULL is allowed; after what estimates by it
// For one thread, that of the file's Lua state.
const CostModel *script_model(const ScriptModel *model);
// Whether its function failed for any kernel so far, whose estimates then mean nothing. NULL: it did not.
bool script_model_failed(const ScriptModel *model, Status *status);

extern const FileTable model_file_table, model_options_table;
