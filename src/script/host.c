// One Lua state: its memory, its limits, and the one way into it.
//
// A hook counts instructions. Three things take time without any: functions in C with loops, which call
// host_spend (src/script/library has those of Lua's library that cannot be left to themselves); instructions
// on long strings, which are therefore not given; and allocations, which count as instructions.
#include "script/host.h"

#include "base/arena.h"
#include "base/file.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  HOOK_INTERVAL = 250,         // instructions between two looks at the limits
  HOOK_INTERVAL_READING = 100, // where time is limited, too
  BYTES_AN_INSTRUCTION = 64,   // allocated bytes that count as an instruction
  ALLOCATIONS_A_LOOK = 16,     // between two looks at the limits
  GRACE_BYTES = 1 << 18,       // for the message once a limit was hit
  STRING_HEAD = 64,            // what Lua adds to a string at most
};
static const long long INSTRUCTIONS_DEFAULT = 2000000000LL;

Host *host_of(lua_State *L) {
  return *(Host **)lua_getextraspace(L);
}

// ---- Limits.

static double thread_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static bool past(Host *host, StatusCode code, const char *reason) {
  host->stop_code = code;
  host->stop_reason = reason;
  return true;
}

static bool is_asked_to_stop(const Host *host) {
  return host->limits.stop && *host->limits.stop;
}

// Is a limit hit? stop_code and stop_reason say which.
static bool is_over(Host *host) {
  if (host->stopped) return true;
  if (is_asked_to_stop(host)) return past(host, STATUS_CANCELLED, "the script was stopped");
  if (host->executed > host->limits.instructions)
    return past(host, STATUS_INPUT,
                "the script ran past its limit of instructions: is there an endless loop?");
  if (host->limits.evaluations && host->evaluated > host->limits.evaluations)
    return past(host, STATUS_INPUT,
                "the script ran past its limit of evaluations: plan:budget_left says how many are left");
  if (host->ends_at > 0 && thread_milliseconds() > host->ends_at)
    return past(host, STATUS_INPUT, "reading the file takes too long: is there an endless loop?");
  return false;
}

static void on_count(lua_State *L, lua_Debug *debug);

// From here on the next instruction looks at the limits. Safe in an allocation: it only sets flags.
static void look_soon(lua_State *L) {
  lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
}

static void stop(lua_State *L) {
  Host *host = host_of(L);
  host->stopped = true;
  look_soon(L); // variables that are to be closed get no further
  luaL_where(L, 0);
  if (lua_rawlen(L, -1) == 0) luaL_where(L, 1); // in a function of the library: who called it
  lua_pushstring(L, host->stop_reason);
  lua_concat(L, 2);
  lua_error(L);
}

static void on_count(lua_State *L, lua_Debug *debug) {
  (void)debug;
  Host *host = host_of(L);
  host->executed += host->interval;
  if (is_over(host)) stop(L);
}

void host_spend(lua_State *L, size_t steps) {
  Host *host = host_of(L);
  host->executed += (long long)steps;
  if (is_over(host)) stop(L);
}

void host_evaluate(lua_State *L) {
  Host *host = host_of(L);
  host->evaluated++;
  if ((host->limits.evaluations || is_asked_to_stop(host)) && is_over(host)) stop(L);
}

void host_look(lua_State *L) {
  Host *host = host_of(L);
  if (is_asked_to_stop(host) && is_over(host)) stop(L);
}

// ---- Memory.

static bool refuse(Host *host, bool is_string) {
  host->executed += (long long)(host->memory / BYTES_AN_INSTRUCTION); // Lua collects all garbage now
  host->refused_string = is_string;
  return false;
}

static bool may_grow(Host *host, bool is_string, size_t bytes) {
  size_t most = host->limits.memory_bytes + (host->stopped ? GRACE_BYTES : 0);
  if (is_string && bytes > SCRIPT_STRING_MOST + STRING_HEAD) return refuse(host, true);
  if (bytes > most || host->memory > most - bytes) return refuse(host, false);
  host->executed += (long long)(bytes / BYTES_AN_INSTRUCTION);
  bool look = host->allocations++ % ALLOCATIONS_A_LOOK == 0 && host->L && !host->stopped;
  if (look && is_over(host)) look_soon(host->L);
  return true;
}

// Without a block, `old_size` tells what kind of object the new one will be.
static void *allocate(void *context, void *block, size_t old_size, size_t new_size) {
  Host *host = context;
  size_t before = block ? old_size : 0;
  bool is_string = !block && old_size == LUA_TSTRING;
  if (new_size > before && !may_grow(host, is_string, new_size - before)) return NULL;
  host->memory = host->memory - before + new_size;
  if (new_size) return memory_resize(block, new_size); // no limit of the script's: the program's own end
  free(block);
  return NULL;
}

void host_grow(lua_State *L, size_t bytes) {
  Host *host = host_of(L);
  bool fits = may_grow(host, false, bytes);
  if (!fits) lua_gc(L, LUA_GCCOLLECT, 0); // what is dropped may hold as much
  if (!fits && !may_grow(host, false, bytes)) luaL_error(L, "the script needs more memory than its limit");
  host->memory += bytes;
}

// ---- The state.

static bool open_state(Host *host) {
  lua_State *L = lua_newstate(allocate, host);
  if (!L) return false;
  *(Host **)lua_getextraspace(L) = host;
  host->L = L;
  lua_gc(L, LUA_GCGEN, 0, 0); // answers are read once and dropped; what a script keeps stays to its end
  if (host_enter(host, sandbox_open, NULL, NULL)) return true;
  lua_close(L);
  host->L = NULL;
  return false;
}

// A state that no script has seen, of the process that begins those of scripts: each has a copy of it in its
// memory, which takes less than to open one.
static Host spare;
static atomic_bool spare_is_open; // a fork of another thread may come in between
static pthread_once_t spare_once = PTHREAD_ONCE_INIT;

static void open_spare(void) {
  spare.limits = (ScriptLimits){.instructions = INSTRUCTIONS_DEFAULT, .memory_bytes = SCRIPT_MEMORY_DEFAULT};
  spare.interval = HOOK_INTERVAL;
  atomic_store(&spare_is_open, open_state(&spare));
}

void host_prepare(void) {
  pthread_once(&spare_once, open_spare);
}

static void take_spare(Host *host) {
  host->L = spare.L;
  host->memory += spare.memory;
  host->allocations = spare.allocations;
  atomic_store(&spare_is_open, false); // here: it is the host's now
  *(Host **)lua_getextraspace(host->L) = host;
  lua_setallocf(host->L, allocate, host);
}

lua_State *host_open(Host *host) {
  if (host->limits.instructions <= 0) host->limits.instructions = INSTRUCTIONS_DEFAULT;
  if (host->limits.memory_bytes == 0) host->limits.memory_bytes = SCRIPT_MEMORY_DEFAULT;
  host->interval = host->limits.milliseconds ? HOOK_INTERVAL_READING : HOOK_INTERVAL;
  if (host->child && atomic_load(&spare_is_open)) {
    take_spare(host);
    return host->L;
  }
  const atomic_int *stop = host->limits.stop;
  host->limits.stop = NULL; // what is stopped says so when it is entered
  open_state(host);
  host->limits.stop = stop;
  return host->L;
}

void host_close(Host *host, lua_State *L) {
  host_forget_models(host, L);
  lua_close(L);
  facts_free(host->facts);
  value_readers_free(host->readers);
  run_figures_clear(&host->figures);
  for (int i = 0; i < LIST_COUNT; i++)
    vector_free(&host->lists[i]);
  text_free(&host->inner);
}

static int on_error(lua_State *L) {
  const char *message = lua_tostring(L, 1);
  if (!message && luaL_callmeta(L, 1, "__tostring")) message = lua_tostring(L, -1);
  if (!message) message = lua_pushfstring(L, "error() was given no text but a %s value", luaL_typename(L, 1));
  traceback_push(L, message);
  return 1;
}

static const char *message_of(const Host *host, lua_State *L, int result) {
  if (result != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) return lua_tostring(L, -1);
  if (host->stopped) return host->stop_reason;
  if (result != LUA_ERRMEM) return "unknown error";
  return host->refused_string ? "the script needs more memory for a string than one may have, 256 KiB"
                              : "the script needs more memory than its limit";
}

// The end of memory, or of the stack, is at no line: the message begins with none.
static void name_file(const Host *host, Status *status) {
  if (!host->path || !status) return;
  const char *named = strstr(status->message, file_base_name(host->path));
  if (!named || memchr(status->message, '\n', (size_t)(named - status->message)))
    status_prefix(status, "%s", host->path);
}

bool host_enter(Host *host, lua_CFunction body, void *context, Status *status) {
  lua_State *L = host->L;
  host->executed = host->evaluated = 0;
  host->stopped = false;
  host->ends_at = host->limits.milliseconds ? thread_milliseconds() + host->limits.milliseconds : 0;
  lua_settop(L, 0);
  lua_sethook(L, on_count, LUA_MASKCOUNT, host->interval);
  lua_pushcfunction(L, on_error);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, context);
  int result = lua_pcall(L, 1, 0, 1);
  if (result != LUA_OK) {
    status_fail(status, host->stopped ? host->stop_code : STATUS_INPUT, "%s", message_of(host, L, result));
    name_file(host, status);
  }
  lua_settop(L, 0);
  return result == LUA_OK;
}
