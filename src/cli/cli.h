// The command line: one table of options, one of commands, one file per command.
#pragma once

#include "base/vector.h"
#include "graph/read/list.h"
#include "script/lesson/lesson.h"
#include "script/model.h"

#include <stdbool.h>
#include <stdint.h>

//        id         short  long             argument      help
#define OPTIONS(X) \
  X(HEURISTIC, 'H', "heuristic", "NAME", \
    "plan by a heuristic's name or .lua file; none: every op alone; compiler: the dump's plan") \
  X(PLAN, 'p', "plan", "FILE", "a saved plan; with -H, the one that the heuristic begins with") \
  X(OPTION, 'o', "option", "KEY=VALUE", "an option of the heuristic (repeatable)") \
  X(SAVE, 0, "save", "FILE", \
    "write the plan to a file; accuracy: all that was found; calibrate: the device; capture: the folder") \
  X(FROM, 0, "from", "FILE", "what 'accuracy --save' wrote, estimated again as the program does now") \
  X(FIT, 0, "fit", "FILE", "now 'fusebox-lab fit GRAPHS --save FILE'") \
  X(TABLE, 0, "table", "FILE", "write the kernels that were compiled there") \
  X(RANDOM, 0, "random", "COUNT", "random legal plans of each graph; default 8") \
  X(EXHAUSTIVE, 0, "exhaustive", "COUNT", \
    "all plans of small graphs instead of heuristics': when there are more, COUNT of the best and of " \
    "others") \
  X(NO_GPU, 0, "no-gpu", NULL, "time nothing, even when there is a GPU") \
  X(NO_OPEN, 0, "no-open", NULL, "only run the program and say what it wrote") \
  X(SCHEDULE, 0, "schedule", "K3.KNOB=N", \
    "set a knob of a kernel's schedule, e.g. K3.rows=4 (repeatable; 'fusebox tune --help' lists the knobs)") \
  X(PROFILE, 0, "profile", "FILE", \
    "times of the compiler's kernels: a trace of torch.profiler or jax.profiler, what nsys export -t " \
    "sqlite writes, or CSV of " \
    "nsys stats (cuda_gpu_trace) or ncu") \
  X(LOG, 0, "log", "FILE", \
    "what PyTorch's compiler said of fusing (TORCH_LOGS=fusion,loop_ordering); default torch_logs.txt in " \
    "or " \
    "around the folder") \
  X(TUNED, 0, "tuned", NULL, "use the schedules that 'fusebox tune' found before, where there are any") \
  X(BUDGET, 0, "budget", "COUNT", "schedules to time for each kernel; default 48") \
  X(DEVICE, 0, "device", "NAME", \
    "the GPU to estimate for: a name (see 'fusebox devices') or a file; default h200") \
  X(MODEL, 0, "model", "NAME", \
    "the cost model that estimates: a name (see 'fusebox plan --help') or a .lua file; default fusebox") \
  X(ARCH, 0, "arch", "ARCH", "compile for this architecture, e.g. sm_90a, instead of the device's") \
  X(TF32, 0, "tf32", NULL, \
    "estimate a library's products of f32 with their operands rounded to TF32, as " \
    "torch.backends.cuda.matmul.allow_tf32 has it") \
  X(SET, 0, "set", "NAME=SIZE", "bind a named size of the graph, e.g. rows=4096 (repeatable)") \
  X(SWEEP, 0, "sweep", "NAME=FROM:TO", \
    "with 'plan': the plan over a named size of the graph: powers of two and their neighbours, or all of " \
    "at most 64 sizes") \
  X(DYNAMIC, 0, "dynamic", "NAME", \
    "kernels that take this named size as an argument, as a compiler makes them for dynamic shapes: their " \
    "estimates beside those for its value, or their code") \
  X(STAGES, 0, "stages", "ID", \
    "how a kernel's code came to be: after each of its passes, with what changed marked; e.g. K3") \
  X(TREE, 0, "tree", NULL, "with --stages: the tree of statements instead of the code") \
  X(JSON, 0, "json", NULL, "print JSON, which the manual page describes") \
  X(AS, 0, "as", "FORMAT", \
    "what to write: report, html, html-light, json, fx, hlo, dot, plan, cuda, sass, harness, trace; with " \
    "--dump-screen: svg, in the colours of --theme") \
  X(KERNEL, 0, "kernel", "ID", "only this kernel, e.g. K3") \
  X(SASS, 0, "sass", NULL, "with 'export --as cuda': the machine code instead, as --as sass") \
  X(CPU, 0, "cpu", NULL, "check on the CPU, even when there is a GPU") \
  X(GPU, 0, "gpu", NULL, "check on the GPU; an error without one") \
  X(SEED, 0, "seed", "NUMBER", "of the random input data; default 1") \
  X(LAUNCHES, 0, "launches", "COUNT", "timed launches of each kernel; default 50 (tune: 20)") \
  X(NO_CHECK, 0, "no-check", NULL, "time without comparing results with the unfused plan") \
  X(SAVE_DATA, 0, "save-data", "FOLDER", \
    "write the inputs and the results of one run there (check: the evaluator's, with tolerances), and " \
    "index.json that says what is in the files") \
  X(DIRTY_CACHE, 0, "dirty-cache", NULL, \
    "empty the L2 cache by writing instead of reading: kernels then also pay for writing back what was in " \
    "it") \
  X(COUNTERS, 0, "counters", NULL, \
    "also count what the hardware does (DRAM, L2 and spill bytes, instructions, occupancy), after the " \
    "timing") \
  X(TIME_LIMIT, 0, "time-limit", "SECONDS", \
    "for one kernel; past it the kernel is marked and left out; default 10") \
  X(THREADS, 'j', "threads", "COUNT", "compile threads; default one per core") \
  X(MAN, 0, "man", NULL, "with 'help': the manual page, for man(1)") \
  X(STUBS, 0, "stubs", NULL, "with 'heuristics': print editor stubs of the Lua API") \
  X(SCRIPT, 0, "script", "FILE", "explorer: play keys from a file instead of the terminal") \
  X(DUMP_SCREEN, 0, "dump-screen", "WxH", \
    "explorer: print the screen at this size, after the keys of --script, instead of showing it") \
  X(KEPT, 0, "kept", NULL, \
    "explorer: with --script, go on from the plan and the times that were kept, and keep them, as without " \
    "it") \
  X(FORGET, 0, "forget", NULL, "with 'times': forget all that are kept for the device") \
  X(REPORT, 0, "report", "FOLDER", \
    "with 'lessons': what the students did whose files of progress are there") \
  X(CSV, 0, "csv", NULL, "CSV instead: of --report a row a student and step, of an experiment a row a run") \
  X(BASELINE, 0, "baseline", "NAME", \
    "with 'experiment': the heuristic that the others are compared with; default the experiment's own") \
  X(SQLITE, 0, "sqlite", "FILE", \
    "with 'experiment export': a database instead of lines, by SQLite's library") \
  X(STORE, 0, "store", "FOLDER", "with 'experiment run': where its rows and plans are kept") \
  X(JOBS, 0, "jobs", "COUNT", "with 'experiment run': processes; default one per core") \
  X(SHARD, 0, "shard", "I/N", \
    "with 'experiment run': only share I of N, from 0, of its graphs; auto: as the engine that started it " \
    "says") \
  X(STAGE, 0, "stage", "STAGE", "with 'experiment run': of its stages only estimate, compile or time") \
  X(SLURM, 0, "slurm", "SHARDS", \
    "with 'experiment run': write job scripts for Slurm, an array of so many for each stage, into the " \
    "store") \
  X(SUBMIT, 0, "submit", NULL, "with --slurm: and submit them") \
  X(AGAIN, 0, "again", "failed", "with 'experiment run': ask again what failed, timed out or was refused") \
  X(DRY_RUN, 0, "dry-run", NULL, "with 'experiment run': only count what is done and what is left") \
  X(HTML, 0, "html", NULL, "with --report: as a page for a browser") \
  X(BEGIN_ANEW, 0, "begin-anew", NULL, \
    "with 'lessons': forget what was done of the lesson; asks on a terminal") \
  X(YES, 0, "yes", NULL, "with --begin-anew: do not ask") \
  X(CHECK, 0, "check", "FILE", \
    "with 'lessons': play a lesson, or those of a folder, and say what is wrong with them") \
  X(THEME, 0, "theme", "NAME", "explorer: dark, light, colour-blind, high-contrast, mono, or a file") \
  X(ASCII, 0, "ascii", NULL, "explorer: draw with ASCII only") \
  X(COLOR, 0, "color", "WHEN", "auto, never, 16, 256 or true") \
  X(HELP, 'h', "help", NULL, "show help") \
  X(VERSION, 0, "version", NULL, "show the version")

typedef enum OptionId {
#define X(id, letter, name, argument, help) OPTION_##id,
  OPTIONS(X)
#undef X
      OPTION_COUNT
} OptionId;
__extension__ typedef unsigned __int128 OptionSet;
#define OPTION_BIT(id) ((OptionSet)1 << OPTION_##id)
_Static_assert(OPTION_COUNT <= 128, "a bit for each option");

// A row of the table.
typedef struct OptionInfo {
  char letter; // 0: none
  const char *name, *argument, *help;
} OptionInfo;
const OptionInfo *cli_option(OptionId option);

typedef struct Command Command;

// What the user typed, taken apart. Strings point into argv.
typedef struct Invocation {
  const Command *command;
  const char *value[OPTION_COUNT];     // last value of each option; "" for flags; NULL when absent
  VECTOR(ScriptOption) script_options; // of -o
  VECTOR(SizeBinding) sizes;           // of --set; names are owned
  VECTOR(const char *) schedules;      // of --schedule
  VECTOR(const char *) heuristics;     // of -H
  VECTOR(const char *) arguments;      // the rest, after the command's name
  const CostModel *model;              // of --model; NULL: ours
  ScriptModel *script_model;           // when that is a file's; owned
  Profile *profile;                    // of --profile; owned
  int *program_exit;                   // how a program that was run ended: this one ends alike
  bool *left; // becomes true: a thread was left at work with what is named here, which stays until the end
} Invocation;

struct Command {
  const char *name;      // "plan"; "" for the explorer
  const char *title;     // "fusebox plan"
  const char *arguments; // "GRAPH"
  const char *help;      // one sentence
  const char *details;   // a paragraph more, for its own help and the manual page; NULL: none
  const char *examples;  // lines of "  command   # what"
  OptionSet options;     // OPTION_BITs that it takes
  int least, most;       // arguments
  bool (*run)(const Invocation *invocation, Status *status);
};

// Of the program (commands.c of each): its commands, first the one without a name; constant. And the first
// lines of its help.
const Command *cli_commands(int *count);
extern const char cli_usage[];
#define ACCURACY_OPTIONS \
  (OPTION_BIT(HEURISTIC) | OPTION_BIT(RANDOM) | OPTION_BIT(SEED) | OPTION_BIT(JSON) | OPTION_BIT(NO_GPU) | \
   OPTION_BIT(SAVE) | OPTION_BIT(FROM) | OPTION_BIT(DEVICE) | OPTION_BIT(MODEL) | OPTION_BIT(ARCH) | \
   OPTION_BIT(SET) | OPTION_BIT(LAUNCHES) | OPTION_BIT(COUNTERS) | OPTION_BIT(TIME_LIMIT) | \
   OPTION_BIT(THREADS))
// Takes the arguments of main apart: command, options that it takes, as many arguments as it wants. False
// with what is wrong and, of a misspelt word, what was meant. cli_free in both cases.
bool cli_parse(int argc, char **argv, Invocation *invocation, Status *status);
void cli_free(Invocation *invocation);
bool cli_has(const Invocation *invocation, OptionId option); // was it given?
// An option's value as a whole number within [least, most]; `otherwise` when absent.
bool cli_integer(const Invocation *invocation, OptionId option, int64_t least, int64_t most,
                 int64_t otherwise, int64_t *value, Status *status);
void cli_help(const Command *command, Text *out); // NULL: the program's
void cli_man_page(Text *out);                     // roff, about all commands and the explorer's keys
void cli_man_json(Text *out);                     // its section on what --json prints
// A line that begins with `left`, then words wrapped into the columns from `indent` to 80.
void cli_add_entry(Text *out, const char *left, int indent, const char *words);

// Opens the graph that is argument 0 with device, sizes and the plan that -H or -p ask for; saves it when
// --save does. NULL on failure.
Session *cli_open(const Invocation *invocation, Status *status);
// The same of another path than the first argument.
Session *cli_open_path(const char *path, const Invocation *invocation, Status *status);
// How graphs are to be read; valid as long as the invocation.
ReadOptions cli_read_options(const Invocation *invocation);
bool cli_session_options(const Invocation *invocation, SessionOptions *options, Status *status);
// --script or --dump-screen: keys come from a file, the screen goes to stdout, and nothing is kept.
bool cli_is_scripted(const Invocation *invocation);
// The explorer over a session, with a lesson under way (NULL: none), as the invocation's options say.
bool cli_explore(Session *session, Lesson *lesson, const Invocation *invocation, Status *status);
// What --model names. False with what there is.
bool cli_choose_model(Invocation *invocation, Status *status);
// Reads what --profile names.
bool cli_read_profile(Invocation *invocation, Status *status);
// False when the model of a file failed for a kernel that was estimated: nothing is to be printed.
bool cli_model_worked(const Invocation *invocation, Status *status);
// Plan by name: none, compiler, heuristic name or path, plan file.
bool cli_use_plan(Session *session, const Invocation *invocation, const char *name, Status *status);
// Writes to stdout, without what could control a terminal; fails when that does not take everything (a full
// disk).
bool cli_print(Text *text, Status *status);
// A line for people, on stderr, likewise.
void cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The kernel that `text` ("K3") names; `option` is for the message.
bool cli_kernel(Session *session, const char *option, const char *text, int *kernel, Status *status);
// "sm_90", "sm_90a": what a GPU's machine code can be made for; NULL passes.
bool cli_check_arch(const char *arch, Status *status);
// What --schedule and --tuned ask for.
bool cli_set_schedules(Session *session, const Invocation *invocation, Status *status);
// How to time: launches, seed, time limit, check.
bool cli_measure_options(const Invocation *invocation, MeasureOptions *options, Status *status);
// Prints a session's report as JSON or table.
bool cli_report(Session *session, const Invocation *invocation, unsigned levels, Status *status);
// Progress on stderr: a bar on a terminal, nothing otherwise. done == total ends it.
void cli_progress(const char *what, int done, int total);
bool cli_compile(Session *session, Status *status); // compiles the plan with progress
// After a measurement: fails where a kernel did not run; `what` could not be done to it: "timed".
bool cli_all_ran(Session *session, const char *what, Status *status);

// The commands: results go to stdout, progress and notes to stderr. False with the reason; its code is the
// program's exit code.
bool run_explore(const Invocation *invocation, Status *status);
// The graphs of a run with their figures and sums; `classes`: and those of each class.
bool cli_list_graphs(const GraphPaths *paths, const Invocation *invocation, bool classes, Status *status);
bool run_capture(const Invocation *invocation, Status *status);
bool run_list(const Invocation *invocation, Status *status);
bool run_info(const Invocation *invocation, Status *status);
bool run_stages(const Invocation *invocation, Status *status); // plan, compile --stages
bool run_sweep(const Invocation *invocation, Status *status);  // plan --sweep
bool run_sized(const Invocation *invocation, Status *status);  // plan --dynamic
bool run_plan(const Invocation *invocation, Status *status);
bool run_compile(const Invocation *invocation, Status *status);
bool run_check(const Invocation *invocation, Status *status);
bool run_time(const Invocation *invocation, Status *status);
bool run_times(const Invocation *invocation, Status *status);
bool run_tune(const Invocation *invocation, Status *status);
bool run_accuracy(const Invocation *invocation, Status *status);
bool run_diff(const Invocation *invocation, Status *status);
bool run_export(const Invocation *invocation, Status *status);
bool run_heuristics(const Invocation *invocation, Status *status);
bool run_devices(const Invocation *invocation, Status *status);
bool run_calibrate(const Invocation *invocation, Status *status);
bool run_doctor(const Invocation *invocation, Status *status);
bool run_lessons(const Invocation *invocation, Status *status);
bool run_experiment(const Invocation *invocation, Status *status);
bool run_help(const Invocation *invocation, Status *status);
bool run_completions(const Invocation *invocation, Status *status);
