// Commands of the user.
#include "script/command.h"

#include "base/arena.h"
#include "base/file.h"
#include "script/apart.h"
#include "script/dynamic.h"
#include "script/file_table.h"
#include "script/files.h"
#include "script/host.h"

#include <stdlib.h>

enum { COMMANDS_IN_FILE = 64 };

typedef VECTOR(CommandInfo) Commands;

// ---- What there is.

// A file, and what it holds: all of it, or none.
typedef struct Reading {
  char *path;
  Commands commands;
  Text problems; // a line each
} Reading;

typedef struct Listing {
  VECTOR(Reading) files;
  Sources sources;
} Listing;

static char *take_line(lua_State *L, const char *field) {
  file_table_get(L, -1, field);
  return show_take_line(L);
}

static bool is_command(lua_State *L) { // the value on top of the stack
  if (!lua_istable(L, -1)) return false;
  int top = lua_gettop(L);
  bool good = file_table_get(L, top, "run") == LUA_TFUNCTION &&
              file_table_get(L, top, "name") == LUA_TSTRING && lua_rawlen(L, -1) > 0;
  lua_settop(L, top);
  return good;
}

// The command is on top of the stack.
static void take_command(lua_State *L, Reading *reading, int index) {
  if (!is_command(L)) {
    text_printf(
        &reading->problems,
        "%s: a command is a table { name = ..., key = ..., help = ..., run = function(plan, cursor) ... "
        "end }\n",
        reading->path);
    return;
  }
  vector_push(&reading->commands, (CommandInfo){.path = memory_strdup(reading->path), .index = index});
  CommandInfo *command = &reading->commands.data[reading->commands.count - 1];
  command->name = take_line(L, "name");
  command->help = take_line(L, "help");
  command->key = take_line(L, "key");
}

// A file returns one command, a list of them, or nothing.
static int read_body(lua_State *L) {
  Reading *reading = lua_touserdata(L, 1);
  host_load(L, sources_find(host_of(L)->sources, reading->path));
  if (lua_isnil(L, 2)) return 0;
  bool one = !lua_istable(L, 2) || file_table_get(L, 2, "run") != LUA_TNIL || lua_rawlen(L, 2) == 0;
  lua_settop(L, 2);
  if (one) {
    take_command(L, reading, 0);
    return 0;
  }
  int count = lua_rawlen(L, 2) < COMMANDS_IN_FILE ? (int)lua_rawlen(L, 2) : COMMANDS_IN_FILE;
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, 2, i);
    take_command(L, reading, i);
    lua_settop(L, 2);
  }
  return 0;
}

static void clear(CommandInfo *command) {
  free(command->name);
  free(command->help);
  free(command->key);
  free(command->path);
}

// ---- Reading them all, in a process of its own.

static bool read_file(void *context, int item, Child *child, Text *answer, Status *status) {
  Listing *list = context;
  Reading *reading = &list->files.data[item];
  Host host = {.limits = SCRIPT_READING, .sources = &list->sources};
  host.limits.stop = child_stop(child);
  if (!host_open(&host)) return status_fail(status, STATUS_INTERNAL, "Lua could not be started");
  bool ok = host_enter(&host, read_body, reading, status);
  host_close(&host, host.L);
  pack_string(answer, text_get(&reading->problems));
  pack_integer(answer, reading->commands.count);
  for (int i = 0; i < reading->commands.count; i++) {
    const CommandInfo *command = &reading->commands.data[i];
    pack_string(answer, command->name);
    pack_string(answer, command->help);
    pack_string(answer, command->key);
    pack_integer(answer, command->index);
  }
  return ok;
}

static bool take_commands(void *context, int item, Unpack *from) {
  Reading *reading = &((Listing *)context)->files.data[item];
  char *problems = unpack_string(from);
  int count = (int)unpack_integer(from, 0, COMMANDS_IN_FILE);
  text_add(&reading->problems, problems ? problems : "");
  free(problems);
  for (int i = 0; i < count && !from->failed; i++) {
    CommandInfo command = {.path = memory_strdup(reading->path)};
    command.name = unpack_line(from);
    command.help = unpack_line(from);
    command.key = unpack_line(from);
    command.index = (int)unpack_integer(from, 0, COMMANDS_IN_FILE);
    vector_push(&reading->commands, command);
  }
  return true;
}

static void add_file(void *context, const char *path) {
  Listing *list = context;
  sources_add(&list->sources, path);
  vector_push(&list->files, (Reading){.path = memory_strdup(path)});
}

static void find_files(Listing *list) {
  char *config = file_place(PLACE_CONFIG), *init = file_join(config, "init.lua"),
       *folder = script_user_folder("commands");
  sources_add_modules(&list->sources);
  if (file_exists(init)) add_file(list, init);
  script_each(folder, add_file, list);
  sources_add_needed(&list->sources);
  free(folder);
  free(init);
  free(config);
}

static void read_files(Listing *list, Status *status, const atomic_int *stop) {
  Apart apart = {.who = "the file",
                 .count = list->files.count,
                 .work = read_file,
                 .take = take_commands,
                 .context = list,
                 .limits = apart_reading(list->files.count),
                 .stop = stop};
  apart_run(&apart, status);
}

// Moves what the file holds.
static void gather(Reading *reading, const Status *status, Commands *commands, Text *problems) {
  bool ok = status->code == STATUS_OK;
  for (int i = 0; i < reading->commands.count; i++)
    if (ok)
      vector_push(commands, reading->commands.data[i]);
    else
      clear(&reading->commands.data[i]);
  text_add(problems, text_get(&reading->problems));
  bool said = text_starts(status->message, reading->path); // not of one that ended its process
  if (!ok) text_printf(problems, "%s%s%s\n", said ? "" : reading->path, said ? "" : ": ", status->message);
  vector_free(&reading->commands);
  text_free(&reading->problems);
  free(reading->path);
}

CommandInfo *commands_list(int *count, Text *problems, const atomic_int *stop) {
  Listing list = {0};
  Commands commands = {0};
  find_files(&list);
  Status *status = memory_alloc(sizeof *status * ((size_t)list.files.count + 1));
  read_files(&list, status, stop);
  for (int i = 0; i < list.files.count; i++)
    gather(&list.files.data[i], &status[i], &commands, problems);
  vector_free(&list.files);
  sources_free(&list.sources);
  free(status);
  *count = commands.count;
  return commands.data;
}

void commands_free(CommandInfo *list, int count) {
  for (int i = 0; i < count; i++)
    clear(&list[i]);
  free(list);
}

// ---- Running one.

typedef struct Running {
  Host host;
  const CommandRun *run;
  CommandAnswer *answer;
} Running;

// Leaves the command's function on the stack.
static void find_function(lua_State *L, const CommandInfo *command) {
  host_load(L, sources_find(host_of(L)->sources, command->path));
  if (lua_istable(L, -1) && command->index) lua_rawgeti(L, -1, command->index);
  if (!lua_istable(L, -1) || file_table_get(L, -1, "run") != LUA_TFUNCTION)
    luaL_error(L, "%s: the command is not there any more", command->path);
}

static void take_answer(lua_State *L, CommandAnswer *answer) {
  for (int i = -2; i <= -1; i++) {
    if (lua_type(L, i) == LUA_TSTRING) {
      if (answer->say.length) show_text(L, "\n", &answer->say);
      show_text(L, lua_tostring(L, i), &answer->say);
    } else if (handle_is(L, i, &op_class)) {
      answer->go = handle_check_op(L, i);
    }
  }
}

static int run_body(lua_State *L) {
  const Running *running = lua_touserdata(L, 1);
  find_function(L, running->run->command);
  handle_push_plan(L);
  if (running->run->cursor == NO_OP)
    lua_pushnil(L);
  else
    handle_push_op(L, running->run->cursor);
  lua_call(L, 2, 2);
  take_answer(L, running->answer);
  return 0;
}

// In a process of its own: what it says is printed there, the rest is packed.
static bool perform(void *context, int item, Child *child, Text *answer, Status *status) {
  Running *running = context;
  Host host = running->host;
  (void)item;
  host.limits.stop = child_stop(child);
  host.child = child;
  host.output = &running->answer->say;
  plan_begin(host.plan); // for good: one group of edits, in a copy that ends with the process
  if (!host_open(&host)) return status_fail(status, STATUS_INTERNAL, "Lua could not be started");
  bool ok = host_enter(&host, run_body, running, status) && host_model_worked(&host, status);
  apart_tell(child, host.output, &host.told);
  host_close(&host, host.L);
  if (!ok) return false;
  pack_integer(answer, running->answer->go);
  trail_pack(host.trail, answer);
  plan_pack(host.plan, answer);
  return true;
}

static bool take_made(void *context, int item, Unpack *from) {
  Running *running = context;
  const Host *host = &running->host;
  (void)item;
  running->answer->go = (int)unpack_integer(from, NO_OP, host->graph->op_count - 1);
  return trail_unpack(host->trail, from) && plan_unpack(host->plan, running->run->command->name, from);
}

bool command_run(Session *session, const CommandRun *run, CommandAnswer *answer, Status *status) {
  *answer = (CommandAnswer){.go = NO_OP};
  Sources sources = {0};
  Status end = {0};
  sources_add_script(&sources, run->command->path);
  Running running = {.host = {.session = session,
                              .device = session_device(session),
                              .plan = session_plan(session),
                              .estimator = session_estimator(session),
                              .graph = session_graph(session),
                              .sources = &sources,
                              .dump = session_dump(session),
                              .trail = run->trail},
                     .run = run,
                     .answer = answer};
  ScriptSizes sizes = {0};
  script_sizes_open(&sizes, &sources, sized_source(session));
  running.host.sizes = &sizes;
  if (run->limits) running.host.limits = *run->limits;
  Apart apart = {.who = "the command",
                 .count = 1,
                 .work = perform,
                 .take = take_made,
                 .context = &running,
                 .output = &answer->say,
                 .limits = apart_running(run->limits),
                 .stop = running.host.limits.stop};
  apart_run(&apart, &end);
  script_sizes_free(&sizes);
  sources_free(&sources);
  return end.code == STATUS_OK || status_fail(status, end.code, "%s", end.message);
}
