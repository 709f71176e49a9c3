// A session: a graph opened, with its plan, estimates, compiled and measured results and their staleness,
// jobs and autosave. What the screen, the command line and scripts work on. Owned by one thread; jobs run
// beside it and deliver through session_poll.
#pragma once

#include "base/jobs.h"
#include "base/task.h"
#include "cost/model/estimate.h"
#include "gpu/worker/worker.h"
#include "plan/file/plan_file.h"
#include "session/run_figures.h"

typedef struct Session Session;
typedef struct Profile Profile; // of profile/profile.h

typedef struct SessionOptions {
  const char *device;        // name or path; NULL: "h200"
  const char *arch;          // overrides the device's ("sm_90a"); NULL
  bool tf32;                 // products of f32 are estimated as with allow_tf32, on tensor cores
  const CostModel *model;    // that estimates; must outlive the session; NULL: ours
  ReadOptions read;          // bound sizes
  int compile_threads;       // 0: one per core
  bool autosave;             // the screen: restore and save the plan under the user's state folder
  const char *autosave_name; // of the file there; NULL: by the graph
  bool keep_times;           // what is measured is kept there, and shown again when the kernel is met again
  const char *cache_folder;  // of cubins; NULL: the user's
  const Profile *profile;    // of the program that the graph is of; must outlive the session; NULL: none
} SessionOptions;

Session *session_open(const char *path, const SessionOptions *options, Status *status);
void session_close(Session *session); // stops jobs and the worker, saves when autosave is on
// For the end of a program in which a thread that cannot be stopped goes on using the session: what waits to
// be saved is written, and session_close frees nothing.
void session_abandon(Session *session);

const Graph *session_graph(const Session *session);
Plan *session_plan(Session *session);
Estimator *session_estimator(Session *session);
const char *session_other_model(const Session *session); // that it estimates by; NULL: ours
const Device *session_device(const Session *session);
// The compiler's last word on fusing a producer with this reader, ops both; NULL: none is known.
const DumpRemark *session_remark(const Session *session, int producer, int consumer);
const DumpPlan *session_dump(const Session *session); // NULL when the graph came without a compiler's plan
const char *session_path(const Session *session);
bool session_saves(const Session *session);    // plans and what else belongs to the user, in the state folder
bool session_restored(const Session *session); // opening it restored a plan that was kept
bool session_is_new(const Session *session);   // it has no plan but the one that nobody asked for
// Entries of the plan's undo history that opening made, which undo does not take back: those that there are
// when this is first asked, or were in the session before when its history was restored.
int session_first_undo(Session *session);
void session_set_first_undo(Session *session, int first); // after the history lost its first entries
bool session_resized(const Session *session);             // and bound sizes that were kept

// Hands the plan to a thread that writes it to the state folder, when it changed since the last call and the
// session saves at all. To be called after each edit; closing and polling the session do it, too.
void session_autosave(Session *session);
// The same, and waits until it is written.
void session_autosave_wait(Session *session);
// Whether anything that was to be saved could not be, and was not since: no room, or no right to write. With
// the reason.
bool session_autosave_failed(Session *session, Status *status);

// What the user should know of kept files, a sentence to be told once: that another program has the graph
// open, or that what could not be read was set aside, and where. False: there is nothing to tell.
bool session_notice(Session *session, Text *out);

// Where the current plan came from: "none", "greedy", "inductor", a file; "*" is added by session_plan_title
// once edited by hand. Undo brings the origin back with the plan.
void session_set_origin(Session *session, const PlanOrigin *origin);
RunFigures *session_figures(Session *session);      // what the last heuristic reported, kept by the session
const PlanOrigin *session_origin(Session *session); // of the plan as it is, or before it was edited by hand
const char *session_plan_title(Session *session);   // "greedy*"; valid until the next call

// Sets up a plan by name: "none" (every op alone), "compiler" (from the dump; fails when there is none). One
// undo entry. Heuristics live in script/.
bool session_use_plan(Session *session, const char *name, Status *status);
bool session_load_plan(Session *session, const char *path, Status *status);
bool session_save_plan(Session *session, const char *path, Status *status);
const DumpNotes *session_dump_notes(const Session *session); // what the compiler's plan could not keep; empty
                                                             // as long as it was not used
const DumpNotes *session_find_dump_notes(Session *session);  // the same, found out where it was not

// ---- Compiled: by NVRTC, cached by the kernel's structure (equal kernels of repeated layers compile once).
typedef enum ResultState {
  RESULT_NONE, // not asked for
  RESULT_QUEUED,
  RESULT_RUNNING,
  RESULT_DONE,
  RESULT_FAILED,  // see the error text
  RESULT_STALE,   // of an earlier content of this kernel slot: shown greyed
  RESULT_NOT_RUN, // library kernels that are estimated only
} ResultState;

typedef struct CompiledView {
  ResultState state;
  const Compiled *compiled; // DONE and STALE
  const char *error;        // FAILED
} CompiledView;
CompiledView session_compiled(Session *session, int kernel);
// Of any kernel, in the plan or not, with this PlanLowered.structure; NULL: not compiled here.
const Compiled *session_compiled_structure(const Session *session, uint64_t structure);
// Queues what has no result yet. kernel NO_KERNEL: all of the plan. STATUS_MISSING without NVRTC.
bool session_compile(Session *session, int kernel, Status *status);
bool session_compile_wait(Session *session, Status *status); // blocks until the queue is empty

// ---- Measured: on the GPU, by a worker process, from a job.
typedef struct MeasuredView {
  ResultState state;
  const Measured *measured; // DONE and STALE
  const char *error;
  int64_t kept_at;      // when an earlier run of the program measured it, seconds since 1970; 0: this one did
  const char *kept_gpu; // then the GPU that it ran on: "NVIDIA H200"
} MeasuredView;
MeasuredView session_measured(Session *session, int kernel);
// Of any kernel, in the plan or not; never RESULT_STALE.
MeasuredView session_measured_of(Session *session, const PlanLowered *lowered);
// The whole plan, in the background. Its start waits for the worker, unless `starter` (may be NULL) is
// cancelled.
bool session_measure(Session *session, const MeasureOptions *options, const Task *starter, Status *status);
bool session_measure_wait(Session *session, Status *status);
const MeasureReport *session_report(const Session *session); // of the last finished measurement; NULL
bool session_gpu(Session *session, GpuInfo *info, Status *status);
bool session_has_times(const Session *session); // of any kernel, in the plan or not
// Times that earlier runs measured on the session's device: how many there are, and why those in the file are
// not (NULL: they are). Forgetting leaves what this session measured in sight, and nothing on disk.
int session_kept_times(const Session *session);
const char *session_kept_problem(const Session *session);
bool session_forget_times(Session *session, Status *status);
// A kernel's time of an earlier run is known once it was looked up: its code is written for that, as the time
// is the kernel's only where the emitter still writes what was measured. Writes it when *most allows
// (negative: it does), which goes down by one; false: it does not.
bool session_look_up_time(Session *session, const PlanLowered *lowered, int *most);
void session_look_up_times(Session *session); // those of all of the plan's kernels

int session_fd(const Session *session); // readable while there is something to poll
bool session_poll(Session *session);    // delivers finished work; true when anything changed
// Waits for the next delivery, at most so long (-1: for ever); then as session_poll.
bool session_wait_once(Session *session, int milliseconds);
int session_jobs(const Session *session, int *done,
                 int *total); // running or queued; progress of the current batch
// What has not started is dropped; a running measurement ends after its kernel, which session_poll then
// delivers. Does not wait.
void session_cancel(Session *session);

// The readable CUDA of a kernel (cached); NULL with a sentence for library kernels.
const char *session_source(Session *session, int kernel, int *body_line, Status *status);
// For which ops the lines of that source are there; line 0 is `body_line`. Valid until the next call of
// either; NULL: there is no source.
const EmittedLines *session_source_lines(Session *session, int kernel);

// ---- Reports, the documented JSON shape of DESIGN section 11 (levels that were not asked for are absent).
typedef enum ReportLevels {
  REPORT_ESTIMATE = 1,
  REPORT_COMPILED = 2,
  REPORT_MEASURED = 4,
  REPORT_COUNTERS = 8,
  REPORT_PROFILE = 16 // nothing without a profile
} ReportLevels;
bool session_report_json(Session *session, unsigned levels, Text *out);
// The plan's kernels on a time axis as Trace Event Format, which Perfetto and chrome://tracing open: one
// track of estimates, and one of measurements when any kernel was measured. Kernels follow each other without
// gaps; each names its ops and the source lines that they come from.
void session_trace_json(Session *session, Text *out);
bool session_report_table(Session *session, unsigned levels, Text *out); // for people, 100 columns
