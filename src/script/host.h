// The Lua host's own parts: open to the files of src/script only.
//
// One Lua state lives for one run; everything that a script can hold is a checked handle into the session of
// that run.
#pragma once

#include "base/child.h"
#include "base/vector.h"
#include "cost/plan_cost.h"
#include "script/script.h"
#include "script/source.h"
#include "session/run_figures.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

typedef struct HostModel HostModel; // a cost model that the script asked for (model.c)

enum {
  SCRIPT_STRING_MOST = 1 << 18, // bytes of a string: instructions on longer ones would take too long
};

typedef VECTOR(int) IntegerList;
enum { LIST_A, LIST_B, LIST_SHOWN, LIST_COUNT };

typedef struct OpFacts OpFacts;           // where ops stand in the graph (bind/facts.c)
typedef struct ValueReaders ValueReaders; // (bind/siblings.c)

typedef struct Host {
  Session *session; // NULL: a heuristic on a plan alone
  const Device *device;
  Plan *plan;
  Estimator *estimator;
  const Graph *graph;
  ScriptLimits limits;
  const Sources *sources; // what it can load
  // For kernel:dynamic; NULL: it knows none.
  const struct ScriptSizes *sizes;
  Child *child;                  // the process of its own that it runs in; NULL: none
  Text *output;                  // what print wrote, or NULL
  size_t told;                   // of the output, to the child's parent
  Trail *trail;                  // what it edits and asks, or NULL
  int trail_floor;               // steps that plan:load may not take back: those before what may itself be
  const Plan *compiler;          // that came with the graph, or
  const DumpPlan *dump;          // what makes it; both NULL: there is none
  int snapshots;                 // taken so far
  bool asking;                   // within a function that plan:what_if tries out
  bool estimating;               // within a function that is a cost model: the plan is not to be touched
  Reason refusal;                // then: of its last edit that was refused
  RunFigures figures;            // that it reports
  OpFacts *facts;                // what was asked of them so far
  ValueReaders *readers;         // of values whose readers were asked for so far
  IntegerList lists[LIST_COUNT]; // of the binding that runs: kept here, so that an error leaks none
  VECTOR(HostModel *) models;    // until host_close, or host_forget_models
  bool times;                    // whoever began the run times plans (plan:measure)
  struct Correction *correction; // what was measured, and factors; NULL: nothing was
  Estimator *uncorrected;        // the host's estimator while `estimator` is a corrected one; NULL: it is not
  PlanCost *cost;                // the same: of the plan, by `estimator`; NULL until it is asked for
  bool looking;                  // a lesson's functions: edits of the plan are errors
  int lesson;                    // reference of a lesson's table in the registry; LUA_NOREF or 0: none
  // host.c:
  lua_State *L;
  const char *path;     // of the first file that was loaded: what an error names that names no place
  int interval;         // instructions between two looks at the limits
  long long executed;   // instructions so far, in steps of the interval
  long long evaluated;  // questions so far that ScriptLimits.evaluations counts
  double ends_at;       // processor time of the thread, in milliseconds; 0: no limit
  size_t memory;        // bytes that the state holds, and the output
  unsigned allocations; // so far
  bool stopped;         // a limit was hit: no protected call may swallow it
  bool refused_string;  // the last allocation that failed was of a string that is too long
  const char *stop_reason;
  Text inner; // the last error of a function that C called, with its traceback; see traceback_keep
  lua_CFunction inner_of; // which C function that was
  StatusCode stop_code;
} Host;

// host.c
lua_State *host_open(Host *host); // a state with the sandbox's globals; the host must outlive it
// Before a process for a script is begun: so that host_open takes less there. On any thread.
void host_prepare(void);
void host_close(Host *host, lua_State *L);
Host *host_of(lua_State *L);
// The one way into a state: runs `body`, with `context` as light userdata at 1, within the limits, which
// begin anew. `body` may raise errors, and what it calls, too; what it allocates otherwise is reached from
// `context`. False with message and traceback.
bool host_enter(Host *host, lua_CFunction body, void *context, Status *status);
// For what counts as an evaluation: raises an error when there were as many as may be.
void host_evaluate(lua_State *L);
// For functions in C with loops: counts `steps` as instructions, and raises an error when a limit is hit.
void host_spend(lua_State *L, size_t steps);
void facts_free(OpFacts *facts);              // bind/facts.c; NULL is allowed
void value_readers_free(ValueReaders *known); // bind/siblings.c; the same
void host_look(lua_State *L);                 // raises an error when the script is to stop
void host_grow(lua_State *L, size_t bytes);   // counts memory that is not Lua's; raises an error at the limit

// sandbox.c
int sandbox_open(lua_State *L); // a body for host_enter
// Runs a Lua file, always as text (never bytecode), and leaves its result on the stack; raises errors.
void host_load(lua_State *L, const SourceFile *file);

// The path of the file in which the function that calls this one is written.
const char *sandbox_asker(lua_State *L);

// traceback.c: pushes the message, shortened if need be, and below it where that was.
void traceback_push(lua_State *L, const char *message);
// A message handler: keeps the traceback of an error that C passes on, as its frames are gone when that is
// done. traceback_push gives it then, when Host.inner_of raises the same message.
int traceback_keep(lua_State *L);

// model.c
// The estimator that a table of options asks for, an argument of the function and its last: the host's unless
// it names a model. Raises an error for what is no model.
Estimator *host_estimator(lua_State *L, int options);
// What the plan costs by that estimator, kept from one question to the next.
PlanCost *host_cost(Host *host, Estimator *estimator);
// From here on the host's estimator is corrected by what it was told, until host_forget_models.
void host_correct(Host *host);
// Raises an error when the model of that estimator failed since.
void host_check_estimator(lua_State *L, const Estimator *estimator);
// Whether the function by which the host's estimator estimates failed; with its message.
bool host_model_worked(const Host *host, Status *status);
void host_forget_models(Host *host, lua_State *L); // before the host's estimator is freed

// show.c: adds the value as print writes it: a table with what is in it, keys sorted, three tables deep.
void show_value(lua_State *L, int index, Text *out);
void show_text(lua_State *L, const char *text, Text *out); // without what could control a terminal
// A copy of the string on top of the stack ("": of anything else), as one line that may be shown anywhere;
// pops it.
char *show_take_line(lua_State *L);

// ---- Bindings: what scripts can see of an object. Index metamethods, editor stubs and the reference page
// all come from these tables.
typedef enum BindingKind { BINDING_FIELD, BINDING_METHOD } BindingKind;
typedef struct Binding {
  const char *name;
  BindingKind kind;
  lua_CFunction function; // FIELD: object at 1, pushes the value. METHOD: object at 1, arguments after it
  const char *parameters; // METHOD: "a: op, b: op"; NULL for fields
  const char *result;     // LuaLS type of the field or of the method's results
  const char *help;       // one sentence
} Binding;

typedef struct BindingClass {
  const char *name; // of the metatable and in messages: "op"
  const char *help;
  const Binding *bindings;
  int count;
} BindingClass;

extern const BindingClass op_class, op_edge_class, kernel_class, plan_class, estimate_class, device_class,
    lesson_class, operand_class, snapshot_class, tensor_class;

// handle.c: userdata that hold their class and one or two indices. Scripts reach no userdata that begin
// otherwise.
typedef struct Handle {
  const BindingClass *class;
  int first, second;
} Handle;
void binding_class_register(lua_State *L, const BindingClass *class);
void trial_register(lua_State *L);    // bind/trial.c: what plan:try keeps on its way
void snapshot_register(lua_State *L); // bind/snapshot.c, once its class is registered
void what_if_register(lua_State *L);  // bind/what_if.c: what plan:what_if keeps on its way
void handle_push_op(lua_State *L, int op);
void handle_push_kernel(lua_State *L, int kernel);
void handle_push_edge(lua_State *L, int producer, int consumer);
void handle_push_plan(lua_State *L);
void handle_push_tensor(lua_State *L, int value); // that is no view
void handle_push_lesson(lua_State *L);
bool handle_is(lua_State *L, int argument, const BindingClass *class);
void handle_check_class(lua_State *L, int argument,
                        const BindingClass *class); // raises a Lua error otherwise
int handle_check_op(lua_State *L, int argument);    // raises a Lua error with a sentence otherwise
int handle_check_kernel(lua_State *L,
                        int argument); // a kernel that still exists; an op stands for its home kernel
void handle_check_edge(lua_State *L, int argument, int *producer, int *consumer);
void handle_push_op_list(lua_State *L, const int *ops, int count);
void handle_push_kernel_list(lua_State *L, const int *kernels, int count);
void handle_push_reason(lua_State *L, const Reason *reason); // a table: code, text, remedy, ops
void bind_push_total(lua_State *L, const PlanTotal *total);  // bind/plan.c: a table
// Of results (result.h).
bool bind_make_estimate_field(lua_State *L, const void *kept, const char *field); // bind/estimate.c
bool bind_make_what_if_field(lua_State *L, const void *kept, const char *field);  // bind/what_if.c
void bind_push_estimate(lua_State *L, const Estimate *estimate); // a table with the fields of estimate_class
void bind_push_device(lua_State *L, const Device *device);       // the same of device_class
void bind_push_terms(lua_State *L, const double us[TERM_COUNT]); // a table with a field for each term
