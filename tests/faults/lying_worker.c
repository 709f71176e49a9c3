#include "lying_worker.h"

#include "calibrating_worker.h"
#include "gpu/worker/worker.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { OWNER = 3, FLOOD = 1 << 20 };

static void say(const char *bytes, size_t length) {
  while (length) {
    ssize_t sent = send(OWNER, bytes, length, MSG_NOSIGNAL);
    if (sent <= 0) _exit(0);
    bytes += sent;
    length -= (size_t)sent;
  }
}

static void say_line(const char *text) {
  say(text, strlen(text));
  say("\n", 1);
}

// ---- What goes wrong with a reply. Those that return are followed by the next request.

static void die(const char *reply) {
  (void)reply;
  signal(SIGSEGV, SIG_DFL);
  raise(SIGSEGV);
}

static void quit(const char *reply) {
  (void)reply;
  _exit(0);
}

static void cut(const char *reply) {
  say(reply, strlen(reply) / 2);
  _exit(7);
}

static void hang(const char *reply) {
  say(reply, strlen(reply) / 2);
  for (;;)
    pause();
}

// It is gone for its owner, and lives.
static void leave(const char *reply) {
  (void)reply;
  shutdown(OWNER, SHUT_RDWR);
  for (;;)
    pause();
}

static void flood(const char *reply) {
  static char much[FLOOD];
  (void)reply;
  memset(much, 'A', sizeof much);
  for (;;)
    say(much, sizeof much);
}

static void say_garbage(const char *reply) {
  (void)reply;
  say_line("\x1b[31m no JSON \xff\xfe");
}

static void say_deep(const char *reply) {
  (void)reply;
  for (int i = 0; i < 100000; i++)
    say("[", 1);
  say_line("");
}

static void say_empty(const char *reply) {
  (void)reply;
  say_line("{\"ok\":true}");
}

static void say_twice(const char *reply) {
  say(reply, strlen(reply));
  say(reply, strlen(reply));
}

static void refuse(const char *reply) {
  (void)reply;
  say_line("{\"ok\":false,\"error\":\"\\u001b[31mevil %s%n\\n\\u001b]0;title\\u0007\",\"code\":99999}");
}

static void refuse_for_good(const char *reply) {
  (void)reply;
  say_line("{\"ok\":false,\"error\":7,\"code\":0,\"fatal\":true}");
}

// Every number is another one.
static void say_numbers(const char *reply, const char *number) {
  bool quoted = false;
  for (const char *at = reply; *at;) {
    size_t digits = quoted || at == reply || !strchr(":,[", at[-1]) ? 0 : strspn(at, "-0123456789.e+");
    if (*at == '"') quoted = !quoted;
    if (digits)
      say(number, strlen(number));
    else
      say(at, 1);
    at += digits ? digits : 1;
  }
}

static void say_less_than_nothing(const char *reply) {
  say_numbers(reply, "-1");
}

static void say_too_much(const char *reply) {
  say_numbers(reply, "1e300");
}

static void say_2_31(const char *reply) {
  say_numbers(reply, "2147483648");
}

static void say_words(const char *reply) {
  say_numbers(reply, "\"many\"");
}

// Every text is another one.
static void say_evil(const char *reply) {
  static const char evil[] = "\"\\u001b[31mevil %s%n\\u001b]0;title\\u0007";
  for (const char *at = reply; *at; at++) {
    say(at, 1);
    const char *end = at[0] == ':' && at[1] == '"' ? strchr(at + 2, '"') : NULL;
    if (!end) continue;
    say(evil, strlen(evil));
    at = end - 1;
  }
}

// ---- Lies in a file that the request names.

static const char *asked; // the request

static int open_saved(void) {
  char path[512] = "";
  const char *at = strstr(asked, "\"path\":\"");
  if (at) sscanf(at, "\"path\":\"%511[^\"]", path);
  return open(path, O_RDWR);
}

static void save_little(const char *reply) {
  int file = open_saved();
  if (file >= 0 && ftruncate(file, 100)) _exit(98);
  say(reply, strlen(reply));
}

static void save_bytes(int byte) {
  char bytes[4096];
  int file = open_saved();
  memset(bytes, byte, sizeof bytes);
  if (file >= 0 && write(file, bytes, sizeof bytes) != sizeof bytes) _exit(98);
}

static void save_zeros(const char *reply) {
  save_bytes(0);
  say(reply, strlen(reply));
}

static void save_much(const char *reply) {
  save_bytes(0x7f);
  say(reply, strlen(reply));
}

static void save_less_than_nothing(const char *reply) {
  save_bytes(0xff);
  say(reply, strlen(reply));
}

static const struct {
  const char *name;
  void (*act)(const char *reply);
} kinds[] = {{"die", die},
             {"quit", quit},
             {"cut", cut},
             {"hang", hang},
             {"leave", leave},
             {"flood", flood},
             {"garbage", say_garbage},
             {"deep", say_deep},
             {"empty", say_empty},
             {"twice", say_twice},
             {"refuse", refuse},
             {"fatal", refuse_for_good},
             {"negative", say_less_than_nothing},
             {"huge", say_too_much},
             {"2^31", say_2_31},
             {"words", say_words},
             {"evil", say_evil},
             {"few_saved", save_little},
             {"zeros_saved", save_zeros},
             {"much_saved", save_much},
             {"less_saved", save_less_than_nothing}};

// ---- In between.

// The program's own worker in a process of its own; the socket to it.
static int start_worker(int count, char **arguments) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) _exit(98);
  if (fork() == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(ends[1], OWNER);
    close(ends[0]);
    if (getenv("WORKER_CALIBRATES")) calibrating_worker_main();
    exit(worker_main(count, arguments));
  }
  close(ends[1]);
  return ends[0];
}

static void count_reply(void) {
  const char *path = getenv("WORKER_LOG");
  int log = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
  if (log >= 0 && write(log, ".", 1) != 1) _exit(98);
  if (log >= 0) close(log);
}

static void reply_to_owner(const char *request, const char *reply, int number) {
  char kind[32] = "", at[32] = "";
  const char *fault = getenv("WORKER_FAULT");
  asked = request;
  count_reply();
  if (fault && sscanf(fault, "%31s %31s", kind, at) == 2 &&
      (atoi(at) ? atoi(at) == number : !!strstr(request, at)))
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      if (!strcmp(kind, kinds[i].name)) {
        kinds[i].act(reply);
        return;
      }
  say(reply, strlen(reply));
}

void lying_worker_main(int count, char **arguments) {
  int worker = start_worker(count, arguments), number = 0;
  FILE *from_owner = fdopen(dup(OWNER), "r"), *from_worker = fdopen(dup(worker), "r");
  char *request = NULL, *reply = NULL;
  size_t request_size = 0, reply_size = 0;
  while (getline(&request, &request_size, from_owner) > 0) {
    if (send(worker, request, strlen(request), MSG_NOSIGNAL) < 0) break;
    if (getline(&reply, &reply_size, from_worker) <= 0) break;
    reply_to_owner(request, reply, ++number);
  }
  _exit(0);
}
