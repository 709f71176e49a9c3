// Actions on scripts: running again, the editor.
#include "base/arena.h"
#include "base/file.h"
#include "explorer/actions/action.h"
#include "explorer/state/script_run.h"

#include <stdlib.h>

void action_run_again(Explorer *explorer) {
  script_again(explorer);
}

// ---- The editor: at the script's error, else in the script, else where the op comes from.

static void edit(Explorer *explorer, const char *path, int line) {
  if (text_starts(path, "fusebox:")) {
    explorer_fail(explorer,
                  "edit: %s is inside the program; a file of its name in ~/.config/fusebox takes its place",
                  path);
    return;
  }
  free(explorer->requests.edit_path);
  explorer->requests.edit_path = memory_strdup(path);
  explorer->requests.edit_line = line > 0 ? line : 1;
  explorer_say(explorer, "edited %s at line %d", file_base_name(path), explorer->requests.edit_line);
}

void action_edit(Explorer *explorer) {
  const Script *script = script_of(explorer);
  const Op *op = explorer->cursor == NO_OP ? NULL : &explorer->graph->ops[explorer->cursor];
  if (explorer->tab == TAB_SCRIPT && script->error_path)
    edit(explorer, script->error_path, script->error_line);
  else if (explorer->tab == TAB_SCRIPT && script->path)
    edit(explorer, script->path, 1);
  else if (!op || !op->source_file)
    explorer_fail(explorer, "edit: the graph does not say where the op comes from");
  else if (!file_exists(op->source_file))
    explorer_fail(explorer, "edit: %s is not on this machine", op->source_file);
  else
    edit(explorer, op->source_file, op->source_line);
}
