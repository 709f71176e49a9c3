// Commands of the user.
#include "explorer/state/commands.h"

#include "base/arena.h"
#include "base/file.h"
#include "explorer/actions/action.h"
#include "explorer/state/background.h"
#include "explorer/state/script_run.h"
#include "explorer/tabs/retrace.h"
#include "tui/number.h"

#include <stdlib.h>
#include <string.h>

typedef struct CommandsKnown {
  Commands commands;
  char *problems; // what was told last of their files
} CommandsKnown;

static CommandsKnown *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_COMMANDS];
}

const Commands *commands_of(const Explorer *explorer) {
  return &own(explorer)->commands;
}

// ---- Keys.

static bool parse_key(const char *text, Key *key) {
  size_t length;
  return key_parse(text, key, &length) && text[length] == '\0';
}

static int owner(const Commands *commands, int before, Key wanted) {
  for (int i = 0; i < before; i++) {
    Key key;
    if (commands->has_key[i] && parse_key(commands->list[i].key, &key) && key_equal(key, wanted)) return i;
  }
  return -1;
}

int commands_for_key(Explorer *explorer, Key key) {
  commands_update(explorer);
  return owner(&own(explorer)->commands, own(explorer)->commands.count, key);
}

// A key that is taken stays with what has it; the command is in the palette all the same.
static bool claim_key(const Commands *commands, int index, Text *problems) {
  const CommandInfo *command = &commands->list[index];
  Key key;
  if (!*command->key) return false;
  const char *file = file_base_name(command->path);
  if (!parse_key(command->key, &key)) {
    text_printf(problems, "%s: \"%s\" is no key\n", file, command->key);
    return false;
  }
  const Action *action = action_for_key(key);
  int other = owner(commands, index, key);
  if (!action && other < 0) return true;
  text_printf(problems, "%s: key %s of \"%s\" belongs to \"%s\"\n", file, command->key, command->name,
              action ? action->name : commands->list[other].name);
  return false;
}

static void take_lists(Explorer *explorer, CatalogLists *lists) {
  Commands *commands = &own(explorer)->commands;
  Text problems = {0};
  *commands = (Commands){.lists = lists, .list = lists->commands, .count = lists->command_count};
  text_add(&problems, text_get(&lists->problems));
  commands->has_key = memory_alloc(sizeof(bool) * ((size_t)commands->count + 1));
  for (int i = 0; i < commands->count; i++)
    commands->has_key[i] = claim_key(commands, i, &problems);
  // Files of other kinds make new lists, too: what was told is not told again over what happens now.
  if (problems.length && !text_equal(text_get(&problems), own(explorer)->problems))
    explorer_fail(explorer, "commands: %s", text_get(&problems));
  free(own(explorer)->problems);
  own(explorer)->problems = text_take(&problems);
}

void commands_close(Explorer *explorer) {
  catalog_release(own(explorer)->commands.lists);
  free(own(explorer)->commands.has_key);
  own(explorer)->commands = (Commands){0};
}

// Without a catalog they are read once.
bool commands_update(Explorer *explorer) {
  Commands *commands = &own(explorer)->commands;
  if (commands->lists && !explorer->catalog) return false;
  CatalogLists *lists = catalog_lists(explorer->catalog, CATALOG_COMMANDS);
  if (lists == commands->lists) {
    catalog_release(lists);
    return false;
  }
  commands_close(explorer);
  take_lists(explorer, lists);
  return true;
}

static void close(Explorer *explorer) {
  commands_close(explorer);
  free(own(explorer)->problems);
}

const Component component_commands = {.size = sizeof(CommandsKnown), .close = close};

// ---- Running.

typedef struct CommandTask {
  CommandInfo command; // with strings of its own
  int cursor;
  Trail *trail;
  CommandAnswer answer;
  double before_us; // estimate of the plan before
} CommandTask;

static bool work(Session *session, void *data, const atomic_int *stop, Status *status) {
  CommandTask *task = data;
  ScriptLimits limits = {.stop = stop};
  task->trail = trail_new(session_plan(session));
  CommandRun run = {&task->command, task->cursor, &limits, task->trail};
  return command_run(session, &run, &task->answer, status);
}

static void tell(Explorer *explorer, CommandTask *task) {
  char number[NUMBER_SIZE], kernels[NUMBER_SIZE];
  double change = explorer_time(explorer) - task->before_us;
  bool edited = task->trail->steps.count > 0;
  if (edited) {
    retrace_take(explorer, task->trail, task->command.name);
    task->trail = NULL;
  }
  explorer_go(explorer, task->answer.go);
  if (task->answer.say.length)
    explorer_say(explorer, "%s", text_get(&task->answer.say));
  else if (edited)
    explorer_say(explorer, "%s: %s, time %s", task->command.name,
                 number_kernels(kernels, plan_kernel_count(explorer->plan)),
                 number_time_change(number, change, explorer->glyphs));
  else
    explorer_say(explorer, "%s: done, nothing was changed", task->command.name);
}

static void finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  CommandTask *task = data;
  if (explorer && ok) tell(explorer, task);
  if (explorer && !ok) script_failed(explorer, task->command.name, task->command.path, status);
  text_free(&task->answer.say);
  trail_free(task->trail);
  free(task->command.name);
  free(task->command.path);
  free(task);
}

void commands_start(Explorer *explorer, int index) {
  const CommandInfo *command = &own(explorer)->commands.list[index];
  CommandTask *task = memory_alloc(sizeof *task);
  *task = (CommandTask){.command = {.name = memory_strdup(command->name),
                                    .path = memory_strdup(command->path),
                                    .index = command->index},
                        .cursor = explorer->cursor};
  Text doing = {0};
  text_printf(&doing, "%s runs, ^C stops it", command->name);
  retrace_leave(explorer);
  task->before_us = explorer_time(explorer);
  background_start(
      explorer,
      &(WorkRequest){
          .kind = WORK_OWN, .name = text_get(&doing), .work = work, .finish = finish, .data = task});
  text_free(&doing);
}
