#include "experiment/crew.h"

#include "base/child_process.h"
#include "gpu/worker/worker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

double crew_clock(void) {
  return child_clock_ms() / 1e3;
}

// ---- In the process.

typedef struct Duty {
  const Crew *crew;
  int number;
  int requests, answers;
  const UnitTask *unit; // under way
  unsigned left;        // of its stages
} Duty;

static bool read_whole(int descriptor, void *bytes, size_t length) {
  for (char *at = bytes; length;) {
    ssize_t count = read(descriptor, at, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    length -= (size_t)count;
  }
  return true;
}

// Over sockets: who no longer reads is no reason for a signal.
static bool write_whole(int descriptor, const void *bytes, size_t length) {
  for (const char *at = bytes; length;) {
    ssize_t count = send(descriptor, at, length, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    length -= (size_t)count;
  }
  return true;
}

// At once: the answers of a request are read as they come.
static void send_answer(const Duty *duty, const CrewAnswer *answer, const Text *line) {
  Text all = {0};
  text_add_bytes(&all, (const char *)answer, sizeof *answer);
  if (line) text_add_bytes(&all, line->data, line->length);
  if (!write_whole(duty->answers, all.data, all.length)) _exit(0); // nobody listens
  text_free(&all);
}

static void answer_row(void *context, ExperimentStage stage, const Row *row) {
  Duty *duty = context;
  Text line = {0};
  row_write(row, &line);
  duty->left &= ~(1u << stage);
  CrewAnswer answer = {.last = duty->left == 0, .stage = stage, .status = row->status};
  answer.line_length = line.length;
  if (strlen(row->plan) < KEY_SIZE) strcpy(answer.plan, row->plan);
  send_answer(duty, &answer, &line);
  text_free(&line);
}

static void give_up(void *context, const Status *why) {
  send_answer(context, &(CrewAnswer){.last = true, .problem = *why}, NULL);
}

static void probe_gpu(CrewAnswer *answer) {
  GpuInfo info;
  Compiler *compiler = compiler_new(NULL, &answer->problem);
  Worker *worker = compiler ? worker_new(compiler) : NULL;
  if (worker) worker_probe(worker, &info, &answer->problem);
  worker_free(worker);
  compiler_free(compiler);
}

static void do_request(Duty *duty, Work *work, const CrewRequest *request) {
  CrewAnswer answer = {.last = true};
  switch (request->kind) {
    case CREW_RESOLVE:
      work_resolve(duty->crew->experiment, request->graph, answer.hash, answer.compiler);
      send_answer(duty, &answer, NULL);
      break;
    case CREW_PROBE:
      probe_gpu(&answer);
      send_answer(duty, &answer, NULL);
      break;
    case CREW_UNIT:
      duty->left = request->unit.stages;
      work_unit(work, &request->unit);
      break;
  }
}

// The descriptors of the others would keep their pipes open when the one that asks is gone.
static void close_others(const Crew *crew, int number) {
  for (int i = 0; i < crew->count; i++) {
    if (i == number || !crew->members[i].process) continue;
    close(crew->members[i].requests);
    close(crew->members[i].answers);
  }
}

static _Noreturn void serve(Crew *crew, int number, int requests, int answers) {
  Duty duty = {crew, number, requests, answers, NULL, 0};
  WorkOptions options = {.folder = crew->folder,
                         .host = crew->host,
                         .worker = number,
                         .stop = crew->members[number].stop,
                         .answer = answer_row,
                         .give_up = give_up,
                         .context = &duty};
  CrewRequest request;
  close_others(crew, number);
  options.inside = chdir(crew->experiment->folder) == 0;
  if (crew->gpus && crew->gpu_count) setenv("CUDA_VISIBLE_DEVICES", crew->gpus[number % crew->gpu_count], 1);
  Work *work = work_new(crew->experiment, &options);
  while (read_whole(requests, &request, sizeof request))
    do_request(&duty, work, &request);
  work_free(work);
  _exit(0);
}

// ---- Here.

void crew_open(Crew *crew, const Experiment *experiment, const char *folder, const char *host, int count) {
  *crew = (Crew){.experiment = experiment, .folder = folder, .host = host, .count = count};
  crew->members = memory_alloc(sizeof *crew->members * (size_t)count);
}

static void forget(CrewMember *member) {
  close(member->requests);
  close(member->answers);
  text_free(&member->read);
  member->process = 0;
}

void crew_close(Crew *crew) {
  for (int i = 0; i < crew->count; i++) {
    CrewMember *member = &crew->members[i];
    if (member->process) {
      kill(member->process, SIGKILL);
      waitpid(member->process, NULL, 0);
      forget(member);
    }
    if (member->stop) munmap(member->stop, sizeof *member->stop);
  }
  free(crew->members);
  *crew = (Crew){0};
}

static bool open_sockets(int requests[2], int answers[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, requests) != 0) return false;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, answers) == 0) return true;
  close(requests[0]);
  close(requests[1]);
  return false;
}

static bool share_stop(CrewMember *member) {
  if (!member->stop) {
    void *memory =
        mmap(NULL, sizeof *member->stop, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return false;
    member->stop = memory;
  }
  *member->stop = 0;
  return true;
}

static bool start(Crew *crew, int number, Status *status) {
  CrewMember *member = &crew->members[number];
  int requests[2], answers[2];
  pid_t parent = getpid();
  if (!share_stop(member) || !open_sockets(requests, answers))
    return status_fail(status, STATUS_INTERNAL, "no process can be started: %s; give fewer --jobs",
                       strerror(errno));
  pid_t process = child_fork();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    close(requests[1]);
    close(answers[0]);
    serve(crew, number, requests[0], answers[1]);
  }
  int error = errno;
  close(requests[0]);
  close(answers[1]);
  *member =
      (CrewMember){.process = process, .requests = requests[1], .answers = answers[0], .stop = member->stop};
  if (process > 0) return true;
  forget(member);
  return status_fail(status, STATUS_INTERNAL, "no process can be started: %s; give fewer --jobs",
                     strerror(error));
}

bool crew_ask(Crew *crew, int number, const CrewRequest *request, Status *status) {
  CrewMember *member = &crew->members[number];
  if (!member->process && !start(crew, number, status)) return false;
  *member->stop = 0;
  member->busy = true;
  member->request = *request;
  member->answered = 0;
  member->since = crew_clock();
  write_whole(member->requests, request, sizeof *request); // where it fails, the process has ended
  return true;
}

void crew_wait(Crew *crew, int milliseconds) {
  struct pollfd *all = memory_alloc(sizeof *all * (size_t)crew->count);
  int count = 0;
  for (int i = 0; i < crew->count; i++)
    if (crew->members[i].process)
      all[count++] = (struct pollfd){.fd = crew->members[i].answers, .events = POLLIN};
  poll(all, (nfds_t)count, milliseconds);
  free(all);
}

// What there is, without waiting. False at the end.
static bool read_more(CrewMember *member) {
  struct pollfd wait = {.fd = member->answers, .events = POLLIN};
  char bytes[1 << 14];
  while (poll(&wait, 1, 0) > 0) {
    ssize_t count = read(member->answers, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text_add_bytes(&member->read, bytes, (size_t)count);
  }
  return true;
}

static bool take_whole(CrewMember *member, CrewAnswer *answer, Text *line) {
  if (member->read.length < sizeof *answer) return false;
  memcpy(answer, member->read.data, sizeof *answer);
  size_t whole = sizeof *answer + answer->line_length;
  if (member->read.length < whole) return false;
  text_clear(line);
  text_add_bytes(line, member->read.data + sizeof *answer, answer->line_length);
  memmove(member->read.data, member->read.data + whole, member->read.length - whole);
  member->read.length -= whole;
  return true;
}

bool crew_take(Crew *crew, int number, CrewAnswer *answer, Text *line) {
  CrewMember *member = &crew->members[number];
  if (!member->process || !member->busy) return false;
  read_more(member);
  if (!take_whole(member, answer, line)) return false;
  if (member->request.kind == CREW_UNIT) member->answered |= 1u << answer->stage;
  member->since = crew_clock();
  *member->stop = 0;
  if (answer->last) member->busy = false;
  return true;
}

static void tell_end(int ending, Text *how) {
  if (WIFSIGNALED(ending))
    text_printf(how, "the process that worked on it was ended by signal %d (%s)", WTERMSIG(ending),
                strsignal(WTERMSIG(ending)));
  else
    text_printf(how, "the process that worked on it ended with code %d", WEXITSTATUS(ending));
}

bool crew_ended(Crew *crew, int number, Text *how) {
  CrewMember *member = &crew->members[number];
  int ending = 0;
  if (!member->process || read_more(member)) return false;
  kill(member->process, SIGKILL); // who closes the pipe is of no more use
  waitpid(member->process, &ending, 0);
  text_clear(how);
  tell_end(ending, how);
  forget(member);
  return true;
}

void crew_kill(Crew *crew, int number) {
  CrewMember *member = &crew->members[number];
  member->overdue = true;
  if (member->process) kill(member->process, SIGKILL);
}
