// Commands of the user.
#include "script/command.h"

#include "base/arena.h"
#include "base/file.h"
#include "script/file_table.h"
#include "script/files.h"
#include "script/host.h"

#include <stdlib.h>

enum { COMMANDS_IN_FILE = 64 };
// Files are read while the screen is made: they may say what there is, not work.
static const ScriptLimits reading = {.instructions = 1000000, .memory_bytes = (size_t)16 << 20};

typedef VECTOR(CommandInfo) Commands;

// ---- What there is. The command's table is on top of the stack.

static char *take_string(lua_State *L, const char *field) {
  char *copy =
      file_table_get(L, -1, field) == LUA_TSTRING ? memory_strdup(lua_tostring(L, -1)) : memory_strdup("");
  lua_pop(L, 1);
  return copy;
}

static void problem(Text *problems, const char *path, const char *what) {
  text_printf(problems, "%s: %s\n", path, what);
}

static void take_command(lua_State *L, const char *path, int index, Commands *commands, Text *problems) {
  bool runs = lua_istable(L, -1) && file_table_get(L, -1, "run") == LUA_TFUNCTION;
  if (lua_istable(L, -2)) lua_pop(L, 1);
  char *name = lua_istable(L, -1) ? take_string(L, "name") : memory_strdup("");
  if (!runs || !*name) {
    problem(
        problems, path,
        "a command is a table { name = ..., key = ..., help = ..., run = function(plan, cursor) ... end }");
    free(name);
    return;
  }
  vector_push(commands, (CommandInfo){.name = name,
                                      .help = take_string(L, "help"),
                                      .key = take_string(L, "key"),
                                      .path = memory_strdup(path),
                                      .index = index});
}

// A file returns one command, a list of them, or nothing.
static void take_commands(lua_State *L, const char *path, Commands *commands, Text *problems) {
  if (lua_isnil(L, -1)) return;
  bool one = !lua_istable(L, -1) || file_table_get(L, -1, "run") != LUA_TNIL || lua_rawlen(L, -2) == 0;
  if (lua_gettop(L) > 1) lua_settop(L, 1);
  if (one) {
    take_command(L, path, 0, commands, problems);
    return;
  }
  int count = (int)lua_rawlen(L, 1);
  for (int i = 1; i <= count && i <= COMMANDS_IN_FILE; i++) {
    lua_rawgeti(L, 1, i);
    take_command(L, path, i, commands, problems);
    lua_settop(L, 1);
  }
}

static void read_file(const char *path, Commands *commands, Text *problems) {
  Host host = {.limits = reading};
  Status status = {0};
  lua_State *L = host_open(&host);
  if (!L) return;
  if (host_load(L, path, &status) && host_call(&host, L, 0, 1, &status))
    take_commands(L, path, commands, problems);
  else
    text_printf(problems, "%s\n", status.message);
  host_close(&host, L);
}

// Where what files hold is put.
typedef struct Reading {
  Commands *commands;
  Text *problems;
} Reading;

static void visit_file(void *context, const char *path) {
  Reading *to = context;
  read_file(path, to->commands, to->problems);
}

CommandInfo *commands_list(int *count, Text *problems) {
  Commands commands = {0};
  Reading to = {&commands, problems};
  char *config = file_place(PLACE_CONFIG), *init = file_join(config, "init.lua"),
       *folder = script_user_folder("commands");
  if (file_exists(init)) read_file(init, &commands, problems);
  script_each(folder, visit_file, &to);
  free(folder);
  free(init);
  free(config);
  *count = commands.count;
  return commands.data;
}

void commands_free(CommandInfo *list, int count) {
  for (int i = 0; i < count; i++) {
    free(list[i].name);
    free(list[i].help);
    free(list[i].key);
    free(list[i].path);
  }
  free(list);
}

// ---- Running one.

// Leaves the command's function on the stack.
static bool find_function(Host *host, lua_State *L, const CommandInfo *command, Status *status) {
  if (!host_load(L, command->path, status) || !host_call(host, L, 0, 1, status)) return false;
  if (lua_istable(L, -1) && command->index) lua_rawgeti(L, -1, command->index);
  bool found = lua_istable(L, -1) && file_table_get(L, -1, "run") == LUA_TFUNCTION;
  return found || status_fail(status, STATUS_INPUT, "%s: the command is not there any more", command->path);
}

static void take_answer(lua_State *L, CommandAnswer *answer) {
  for (int i = -2; i <= -1; i++) {
    if (lua_type(L, i) == LUA_TSTRING)
      text_printf(&answer->say, "%s%s", answer->say.length ? "\n" : "", lua_tostring(L, i));
    else if (luaL_testudata(L, i, "op"))
      answer->go = check_op(L, i);
  }
}

static bool call(Host *host, lua_State *L, const CommandRun *run, CommandAnswer *answer, Status *status) {
  if (!find_function(host, L, run->command, status)) return false;
  push_plan(L);
  if (run->cursor == NO_OP)
    lua_pushnil(L);
  else
    push_op(L, run->cursor);
  if (!host_call(host, L, 2, 2, status)) return false;
  take_answer(L, answer);
  return true;
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
  bool ok = call(&host, L, run, answer, status);
  if (ok)
    plan_commit(host.plan);
  else
    plan_rollback(host.plan);
  if (ok && plan_undo_depth(host.plan) > depth) plan_label(host.plan, run->command->name);
  host_close(&host, L);
  return ok;
}
