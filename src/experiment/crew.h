// The processes of a run: each does one task after the other, and answers row by row. What happens to one
// happens to its row only.
#pragma once

#include "experiment/work.h"

#include <sys/types.h>

typedef enum CrewTask { CREW_RESOLVE, CREW_PROBE, CREW_UNIT } CrewTask;

// What a process is asked, and how it answers: of this very program, nothing in it is to be checked.
typedef struct CrewRequest {
  CrewTask kind;
  int graph; // CREW_RESOLVE
  UnitTask unit;
} CrewRequest;

typedef struct CrewAnswer {
  bool last;             // of the request's
  ExperimentStage stage; // CREW_UNIT: of this row
  RowStatus status;
  char plan[KEY_SIZE];                     // of the row; ""
  char hash[KEY_SIZE], compiler[KEY_SIZE]; // CREW_RESOLVE: as work_resolve has them
  // CREW_PROBE: why there is no GPU; STATUS_OK: there is one. CREW_UNIT: why the store cannot be written to.
  Status problem;
  size_t line_length; // bytes of the row's line, which follow
} CrewAnswer;

// A process as the one sees it that started it.
typedef struct CrewMember {
  pid_t process;         // 0: none was started, or it has ended
  int requests, answers; // descriptors
  atomic_int *stop;      // memory of both
  Text read;             // of answers, not taken yet
  bool busy;
  CrewRequest request;
  unsigned answered; // stages of a unit: bits
  double since;      // when it was asked, or last answered: seconds of crew_clock
  bool overdue;      // it was ended for that
} CrewMember;

typedef struct Crew {
  const Experiment *experiment;
  const char *folder, *host;
  CrewMember *members;
  int count;
  const char *const *gpus; // what CUDA_VISIBLE_DEVICES is for each of them, in turn; NULL: as it is
  int gpu_count;           // so many of them do the stage "time"; the others' heuristics may measure, too
} Crew;

double crew_clock(void);
void crew_open(Crew *crew, const Experiment *experiment, const char *folder, const char *host, int count);
void crew_close(Crew *crew); // ends what still runs
// Asks an idle one, and starts it if it was not. False when the system gives no process.
bool crew_ask(Crew *crew, int member, const CrewRequest *request, Status *status);
// Waits until some may have answered, or so many milliseconds.
void crew_wait(Crew *crew, int milliseconds);
// The next answer of a member and its row's line, with the newline, if it is there whole. False: not yet.
bool crew_take(Crew *crew, int member, CrewAnswer *answer, Text *line);
// Whether the process has ended, with a sentence to `how`; then it is gone.
bool crew_ended(Crew *crew, int member, Text *how);
void crew_kill(Crew *crew, int member); // crew_ended then says so
