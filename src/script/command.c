// Commands of the user.
#include "script/command.h"

#include "base/arena.h"
#include "base/file.h"
#include "script/file_table.h"
#include "script/files.h"
#include "script/host.h"

#include <stdlib.h>

enum { COMMANDS_IN_FILE = 64 };

typedef VECTOR(CommandInfo) Commands;

// ---- What there is.

typedef struct Reading {
  const char *path;
  Commands *commands;
  Text *problems;
} Reading;

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
        reading->problems,
        "%s: a command is a table { name = ..., key = ..., help = ..., run = function(plan, cursor) ... "
        "end }\n",
        reading->path);
    return;
  }
  vector_push(reading->commands, (CommandInfo){.path = memory_strdup(reading->path), .index = index});
  CommandInfo *command = &reading->commands->data[reading->commands->count - 1];
  command->name = take_line(L, "name");
  command->help = take_line(L, "help");
  command->key = take_line(L, "key");
}

// A file returns one command, a list of them, or nothing.
static int read_body(lua_State *L) {
  Reading *reading = lua_touserdata(L, 1);
  host_load(L, reading->path);
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

// Where what files hold is put.
typedef struct Found {
  Commands *commands;
  Text *problems;
  const atomic_int *stop; // NULL: nothing ends it
} Found;

// All commands of a file, or none.
static void read_file(const char *path, const Found *to) {
  Host host = {.limits = SCRIPT_READING};
  host.limits.stop = to->stop;
  Status status = {0};
  Reading reading = {path, to->commands, to->problems};
  int before = to->commands->count;
  if (!host_open(&host)) return;
  if (!host_enter(&host, read_body, &reading, &status)) {
    text_printf(to->problems, "%s\n", status.message);
    for (; to->commands->count > before; to->commands->count--)
      clear(&to->commands->data[to->commands->count - 1]);
  }
  host_close(&host, host.L);
}

static void visit_file(void *context, const char *path) {
  const Found *to = context;
  if (!to->stop || !*to->stop) read_file(path, to);
}

CommandInfo *commands_list(int *count, Text *problems, const atomic_int *stop) {
  Commands commands = {0};
  Found to = {&commands, problems, stop};
  char *config = file_place(PLACE_CONFIG), *init = file_join(config, "init.lua"),
       *folder = script_user_folder("commands");
  if (file_exists(init)) visit_file(&to, init);
  script_each(folder, visit_file, &to);
  free(folder);
  free(init);
  free(config);
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
  const CommandRun *run;
  CommandAnswer *answer;
} Running;

// Leaves the command's function on the stack.
static void find_function(lua_State *L, const CommandInfo *command) {
  host_load(L, command->path);
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

bool command_run(Session *session, const CommandRun *run, CommandAnswer *answer, Status *status) {
  *answer = (CommandAnswer){.go = NO_OP};
  Host host = {.session = session,
               .device = session_device(session),
               .plan = session_plan(session),
               .estimator = session_estimator(session),
               .graph = session_graph(session),
               .output = &answer->say,
               .trail = run->trail};
  if (run->limits) host.limits = *run->limits;
  lua_State *L = host_open(&host);
  if (!L) return status_fail(status, STATUS_INTERNAL, "Lua could not be started");
  int depth = plan_undo_depth(host.plan);
  plan_begin(host.plan);
  bool ok = host_enter(&host, run_body, &(Running){run, answer}, status);
  if (ok)
    plan_commit(host.plan);
  else
    plan_rollback(host.plan);
  if (ok && plan_undo_depth(host.plan) > depth) plan_label(host.plan, run->command->name);
  host_close(&host, L);
  return ok;
}
