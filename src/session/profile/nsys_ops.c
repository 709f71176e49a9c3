// Which op launched a kernel: the call by which the host did it, and the NVTX ranges around that.
#include "session/profile/nsys.h"

#include <stdlib.h>
#include <string.h>

enum { OP_NAME_MOST = 200 };

static int compare(int64_t a, int64_t b) {
  return (a > b) - (a < b);
}

static int by_correlation(const void *left, const void *right) {
  const NsysCall *a = left, *b = right;
  int order = compare(a->process, b->process);
  if (order == 0) order = compare(a->correlation, b->correlation);
  return order ? order : compare(a->launch, b->launch);
}

void nsys_sort_calls(NsysHost *host) {
  if (host->calls.count)
    qsort(host->calls.data, (size_t)host->calls.count, sizeof *host->calls.data, by_correlation);
}

static bool same_call(const NsysCall *a, const NsysCall *b) {
  return a->process == b->process && a->correlation == b->correlation;
}

// The first of those that one call launched is told; nsys_name_ops tells the others.
void nsys_add_host_call(NsysHost *host, int64_t process, int64_t correlation, int64_t thread, int64_t at_ns) {
  NsysCall wanted = {.launch = -1, .process = process, .correlation = correlation};
  int low = 0, high = host->calls.count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (by_correlation(&host->calls.data[middle], &wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == host->calls.count || !same_call(&host->calls.data[low], &wanted)) return;
  host->calls.data[low].thread = thread;
  host->calls.data[low].at_ns = at_ns;
}

static void tell_all_of_a_call(NsysHost *host) {
  for (int i = 1; i < host->calls.count; i++) {
    const NsysCall *before = &host->calls.data[i - 1];
    NsysCall *call = &host->calls.data[i];
    if (!same_call(before, call)) continue;
    call->thread = before->thread;
    call->at_ns = before->at_ns;
  }
}

char *nsys_op_name(Arena *arena, const char *text) {
  size_t length = strcspn(text, ", \t\n");
  bool named = length <= OP_NAME_MOST && (text[length] == ',' || !text[length]);
  return named && memmem(text, length, "::", 2) ? arena_strndup(arena, text, length) : NULL;
}

static int by_time(const void *left, const void *right) {
  const NsysCall *a = left, *b = right;
  int order = compare(a->thread, b->thread);
  if (order == 0) order = compare(a->at_ns, b->at_ns);
  return order ? order : compare(a->launch, b->launch);
}

// The outer of two that begin together comes first.
static int by_begin(const void *left, const void *right) {
  const NsysRange *a = left, *b = right;
  int order = compare(a->thread, b->thread);
  if (order == 0) order = compare(a->begin_ns, b->begin_ns);
  return order ? order : compare(b->end_ns, a->end_ns);
}

typedef struct OpenRanges {
  const NsysHost *host;
  int next;           // range that is not open yet
  VECTOR(int) ranges; // that are open, the innermost last
} OpenRanges;

static bool is_over(const OpenRanges *open, int64_t thread, int64_t at_ns) {
  const NsysRange *inner = &open->host->ranges.data[open->ranges.data[open->ranges.count - 1]];
  return inner->thread != thread || inner->end_ns < at_ns;
}

static void close_ranges(OpenRanges *open, int64_t thread, int64_t at_ns) {
  while (open->ranges.count && is_over(open, thread, at_ns))
    open->ranges.count--;
}

// The innermost range around a call, -1: none. Calls come by thread and time.
static int innermost(OpenRanges *open, const NsysCall *call) {
  for (; open->next < open->host->ranges.count; open->next++) {
    const NsysRange *range = &open->host->ranges.data[open->next];
    if (range->thread > call->thread) break;
    if (range->thread == call->thread && range->begin_ns > call->at_ns) break;
    close_ranges(open, range->thread, range->begin_ns);
    vector_push(&open->ranges, open->next);
  }
  close_ranges(open, call->thread, call->at_ns);
  return open->ranges.count ? open->ranges.data[open->ranges.count - 1] : -1;
}

void nsys_name_ops(Profile *profile, NsysHost *host) {
  OpenRanges open = {.host = host};
  tell_all_of_a_call(host);
  if (host->ranges.count)
    qsort(host->ranges.data, (size_t)host->ranges.count, sizeof *host->ranges.data, by_begin);
  if (host->calls.count)
    qsort(host->calls.data, (size_t)host->calls.count, sizeof *host->calls.data, by_time);
  for (int i = 0; i < host->calls.count; i++) {
    const NsysCall *call = &host->calls.data[i];
    int range = call->at_ns < 0 ? -1 : innermost(&open, call);
    if (range < 0) continue;
    profile->launches.data[call->launch].op = host->ranges.data[range].op;
    profile->launches.data[call->launch].call = range;
  }
  vector_free(&open.ranges);
}
