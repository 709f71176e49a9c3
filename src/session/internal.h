// The session's own parts: open to the files of src/session only.
#pragma once

#include "base/hash.h"
#include "base/task.h"
#include "session/results/kept_times.h"
#include "session/session.h"

// A compiled kernel, shared by all kernels of equal structure.
typedef struct CompileEntry {
  uint64_t structure;
  ResultState state; // NONE, QUEUED, RUNNING, DONE, FAILED
  Compiled compiled;
  char error[512];
} CompileEntry;

// What a slot held when results of it were last asked for, and before that, so that an edit greys the old
// figure instead of losing it. 0: nothing.
typedef struct SlotMemory {
  uint64_t compiled_asked, compiled_before; // structures
  uint64_t measured_asked, measured_before; // contents
} SlotMemory;

// What made a plan, and the plan_partition_hash of that plan.
typedef struct Origin {
  uint64_t hash;
  char *kind, *name, *options;
  PlanOrigin view; // of the three
} Origin;

typedef struct MeasureEntry {
  uint64_t content;
  ResultState state;
  Measured measured;
  int64_t kept_at; // and the GPU's name: as in MeasuredView
  char *kept_gpu;
} MeasureEntry;

typedef struct Assembly Assembly;             // a text of machine code (assembly.c)
typedef struct Measurement Measurement;       // a measurement under way (measure.c)
typedef struct Tuning Tuning;                 // a tuning under way (tune.c)
typedef struct TuneReport TuneReport;         // of tune.h
typedef struct SessionProfile SessionProfile; // of profiled.c
typedef struct Saver Saver;                   // of saver.h
typedef struct PlanList PlanList;             // of plan_list.h

// Readable code of a kernel, with its prelude.
typedef struct ReadableUnit {
  char *text;
  int body_line;      // from 1: where the kernel begins
  EmittedLines lines; // of the kernel: 0 is that line
} ReadableUnit;

struct Session {
  char *path;
  Graph *graph;
  DumpPlan *dump;
  int *remarks;         // per op: the dump's last remark on it as a producer, -1: none; NULL: there are none
  int *earlier_remarks; // per remark: the one before it on the same op
  DumpNotes dump_notes;
  Plan *plan;
  Device device;
  Estimator *estimator;
  RunFigures figures;     // see session_figures
  VECTOR(Origin) origins; // at least one once there is a plan; hashes differ
  int origin;             // the one that the plan is, or was before edits by hand
  uint64_t edited;        // hash of the plan with these edits, as it was asked about last; 0: it had none
  Text title;
  PlanList *plans; // NULL until asked for

  const Profile *profile;   // NULL: none
  SessionProfile *profiled; // joined with the dump's kernels, once asked for

  char *cache_folder; // NULL: the user's
  Jobs *jobs;
  int compile_threads;
  Compiler *compiler; // opened at the first compile
  Worker *worker;     // made at the first measurement
  VECTOR(CompileEntry *) compiles;
  HashMap compile_by_structure; // index into compiles
  VECTOR(Assembly *) assemblies;
  VECTOR(MeasureEntry *) measures;
  HashMap measure_by_content;  // index into measures
  SlotMemory *slots;           // one per kernel slot
  int batch_done, batch_total; // of the compile jobs since the queue was last empty
  Measurement *measuring;
  MeasureReport report;
  bool has_report;
  Status measure_status;     // how the last measurement ended
  KeptTimes *times;          // of earlier runs, on the device; NULL: none are kept
  HashMap name_by_structure; // index into names
  VECTOR(CodeName) names;    // of kernels' code as it is written today
  Tuning *tuning;
  TuneReport *tuned;  // of the last tuning that ended well
  Status tune_status; // how the last one ended
  int epoll;          // readable while there is something to poll
  bool changed;       // since the last session_poll

  bool autosave, keep_times;
  char *autosave_name; // of the files; NULL: by the graph
  char *autosave_path;
  int place;        // among the programs that have the graph open, from 1: each keeps its own plan
  int plan_lock;    // on autosave_path, while it is open; -1: none
  Text notice;      // of opening, to be told once
  char *sizes_path; // where the sizes of the graph are saved that was opened; NULL: nowhere
  bool restored;    // a kept plan was read when it was opened
  bool planned;     // a plan was set up since
  int first_undo;   // entries that opening made; -1: not known yet
  bool resized;     // and sizes that were kept, too
  uint64_t saved_version;
  Saver *saver;   // see session_saver
  bool abandoned; // a thread that cannot be stopped still uses all of it

  HashMap source_by_content;    // index into sources
  VECTOR(ReadableUnit) sources; // readable code of kernels that were looked at
};

// compile.c
bool session_open_compiler(Session *session, Status *status);
void session_submit(Session *session, Job job); // counted in the current batch
// What the code of lowered work, which there is since the job was submitted, is compiled from; `arch`
// outlives it.
CompileRequest session_compile_request(const PlanLowered *lowered, const char *arch, JobContext *context);
void session_compiles_free(Session *session);
// assembly.c
void session_assemblies_free(Session *session);
// measure.c
void session_measure_cancel(Session *session);
// Cancels and waits a moment; false: it goes on, as the GPU does not answer.
bool session_measure_stop(Session *session);
bool session_task_ends(const Task *task);    // within that moment
bool session_measure_poll(Session *session); // takes over progress; true when anything changed
void session_measures_free(Session *session);
// remarks.c
void session_remarks_open(Session *session);
void session_remarks_close(Session *session);
// measure_kept.c
void session_times_open(Session *session); // again for another device; nothing unless the session keeps times
void session_times_close(Session *session);
// NULL: there is none, or it was not looked up yet.
const KeptTime *session_kept_time(Session *session, const PlanLowered *lowered);
// The same of a whole plan. Writes the code of at most `most` kernels anew (negative: of all) and is true
// when *time is known.
bool session_kept_plan_time(Session *session, Plan *plan, int most, const KeptTime **time);
// Whether what these options measure is what a kernel's time is understood to be: from an emptied cache, of
// enough launches for a spread.
bool measure_is_kept(const MeasureOptions *options);
typedef struct MeasuredPlan {
  uint64_t hash;    // plan_hash
  const char *name; // for people
  const Program *program;
  const Measured *kernels; // of its first `count` launches
  int count;
  const Measured *total; // NULL: it was cut short
} MeasuredPlan;
// Keeps what was measured on the GPU of that name, beside what other processes keep at the same time. On any
// thread. What is kept for the device then.
KeptTimes *measure_keep(const Device *device, const char *gpu, const MeasuredPlan *plan);
// report.c: the name of a kernel's function, or of the op that a library runs
// A graph that was opened from `path`, at other values of some of its sizes. NULL with the reason. To be
// freed.
Graph *setup_graph(const char *path, const Graph *graph, const SizeBinding *sizes, int count, Status *status);
const char *session_kernel_title(const Graph *graph, const PlanKernel *kernel, const PlanLowered *lowered,
                                 char out[KERNEL_NAME_SIZE]);
// tune.c
bool session_tune_poll(Session *session);                              // as session_measure_poll
bool session_tune_jobs(const Session *session, int *done, int *total); // false when none is under way
void session_tune_cancel(Session *session);
bool session_tune_stop(Session *session); // as session_measure_stop
void session_tune_report_free(Session *session);
// plan_list.c
void session_plans_free(Session *session);
void session_plans_forget_times(Session *session); // those of earlier runs
// origin.c
PlanOrigin session_saved_origin(Session *session); // for a plan file; valid until the next edit or title
PlanNames session_plan_names(Session *session);    // of a plan's history; free the list, valid as above
void session_restore_origin(Session *session, const Json *json); // of the file that the plan was taken from
void session_origins_free(Session *session);
// watch.c
void session_watch(Session *session,
                   int descriptor); // session_fd becomes readable with it; closing it ends that
// autosave.c
enum { SESSION_PLACES = 9 };                                // those beyond share the last one's plan
char *session_plan_path(const Session *session, int place); // where the plan of that place is kept; free it
Saver *session_saver(Session *session);                     // made when first asked for
// Restores when there is a saved plan. `name` of the file; NULL: by the graph.
void session_autosave_open(Session *session, const char *name);
void session_autosave_move(Session *session); // the graph has other sizes now: so have the files
