// Library calls: between two generated kernels of a run lie those that the plan has there, before its first
// and behind its last one also other graphs' kernels.
#include "session/profile/join_internal.h"

#include <string.h>

// What runs between two launches of the profile, neither included: calls, each of one or several kernels.
typedef struct Calls {
  int first, end; // launches of the profile
  int count;
} Calls;

static const ProfileLaunch *launch_at(const Joining *joining, int at) {
  return &joining->profile->launches.data[at];
}

static bool has_any(const char *name, const char *const *words) {
  for (; *words; words++)
    if (strstr(name, *words)) return true;
  return false;
}

// By the names that cuDNN, FlashAttention and CUTLASS give their kernels.
static bool is_attention(const char *name) {
  static const char *const words[] = {"sdpa", "flash", "fmha", "cudnn::", NULL};
  return has_any(name, words);
}

// cuBLAS adds up the parts of a product in a kernel of its own; attention is several kernels.
static bool continues(const char *name, const char *next) {
  return strstr(next, "splitKreduce") || (is_attention(name) && is_attention(next));
}

// Kernels that one op of the host launched are one call; one of which nothing is known is one by itself.
static bool same_call(const Joining *joining, int at, int next) {
  int64_t call = launch_at(joining, at)->call;
  if (joining->by_name && continues(launch_at(joining, at)->name, launch_at(joining, next)->name))
    return true;
  return call >= 0 && call == launch_at(joining, next)->call;
}

static Calls count_calls(const Joining *joining, int first, int end) {
  Calls calls = {.first = first, .end = end};
  for (int at = first; at < end; at++)
    calls.count += at == first || !same_call(joining, at - 1, at);
  return calls;
}

// The time of the call that begins at `at`, and where it ends. `whole`: all up to the end are one.
static double call_time(const Joining *joining, int *at, int end, bool whole) {
  double time = 0;
  do {
    double took = launch_at(joining, *at)->time_us;
    time = took < 0 || time < 0 ? -1 : time + took;
    ++*at;
  } while (*at < end && (whole || same_call(joining, *at - 1, *at)));
  return time;
}

static void take_calls(Joining *joining, const Calls *calls, int kernel, int count, double begin_us) {
  int at = calls->first;
  for (int i = 0; i < count; i++) {
    const ProfileLaunch *launch = launch_at(joining, at);
    double start = launch->start_us < 0 ? -1 : launch->start_us - begin_us;
    double time = call_time(joining, &at, calls->end, count == 1);
    join_add_sample(joining, kernel + i, launch, start, time);
  }
}

static void tell_unclear(Joining *joining, int kernel, int count, int calls) {
  if (joining->told_unclear) return;
  joining->told_unclear = true;
  join_tell(joining,
            "%d call%s (%s, launch %d) ran as %d: whose they are cannot be told, and such calls are left out",
            count, count == 1 ? "" : "s", joining->dump->kernels[kernel].name,
            joining->dump->kernels[kernel].launch, calls);
}

// "mm" of "extern_kernels.mm", "torch.ops.aten.mm.default" and "aten::mm".
static void base_name(const char *name, const char **begin, size_t *length) {
  static const char *const prefixes[] = {"extern_kernels.", "torch.ops.aten.", "torch.ops.", "aten::"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) {
      name += strlen(prefixes[i]);
      break;
    }
  *begin = name;
  *length = strcspn(name, ".");
}

static bool is_called(const char *op, const char *kernel) {
  const char *a, *b;
  size_t a_length, b_length;
  if (!op) return false;
  base_name(op, &a, &a_length);
  base_name(kernel, &b, &b_length);
  return a_length == b_length && !memcmp(a, b, a_length);
}

// Outside of the generated kernels a call is the graph's only when the op says so.
static bool calls_agree(const Joining *joining, const Calls *calls, int kernel) {
  for (int at = calls->first, i = 0; at < calls->end; at++) {
    i += at > calls->first && !same_call(joining, at - 1, at);
    if (!is_called(launch_at(joining, at)->op, joining->dump->kernels[kernel + i].name)) return false;
  }
  return true;
}

// So many calls that end before `end`, or as many as there are back to `least`.
static Calls calls_before(const Joining *joining, int end, int least, int most) {
  Calls calls = {.first = end, .end = end};
  for (; calls.first > least; calls.first--) {
    bool joins = calls.first < end && same_call(joining, calls.first - 1, calls.first);
    if (!joins && calls.count == most) break;
    calls.count += !joins;
  }
  return calls;
}

static Calls calls_behind(const Joining *joining, int first, int last, int most) {
  Calls calls = {.first = first, .end = first};
  for (; calls.end < last; calls.end++) {
    bool joins = calls.end > first && same_call(joining, calls.end - 1, calls.end);
    if (!joins && calls.count == most) break;
    calls.count += !joins;
  }
  return calls;
}

static bool take_outside(Joining *joining, const Calls *calls, int kernel, int count, double begin_us) {
  if (count == 0) return false;
  if (calls->count == count && calls_agree(joining, calls, kernel)) {
    take_calls(joining, calls, kernel, count, begin_us);
    return true;
  }
  if (!joining->told_outside)
    join_tell(
        joining,
        "%s (launch %d) is before or behind the graph's generated kernels, and the profile does not say "
        "which op launched what there: left out",
        joining->dump->kernels[kernel].name, joining->dump->kernels[kernel].launch);
  joining->told_outside = true;
  return false;
}

// Is each call of attention in the place of one, and no other?
static bool places_agree(const Joining *joining, const Calls *calls, int kernel) {
  for (int at = calls->first, i = 0; at < calls->end; at++) {
    if (at > calls->first && same_call(joining, at - 1, at)) continue;
    bool wanted = strstr(joining->dump->kernels[kernel + i++].name, "attention");
    if (is_attention(launch_at(joining, at)->name) != wanted) return false;
  }
  return true;
}

static bool is_unsaid(const Joining *joining, int first, int end) {
  for (int at = first; at < end; at++)
    if (launch_at(joining, at)->call >= 0) return false;
  return true;
}

static bool take_by_name(Joining *joining, int first, int end, int kernel, int count, double begin_us) {
  joining->by_name = is_unsaid(joining, first, end);
  Calls calls = count_calls(joining, first, end);
  bool taken = joining->by_name && calls.count == count && places_agree(joining, &calls, kernel);
  if (taken) take_calls(joining, &calls, kernel, count, begin_us);
  joining->by_name = false;
  return taken;
}

static void take_between(Joining *joining, int first, int end, int kernel, int count, double begin_us) {
  if (count == 0) return;
  Calls calls = count_calls(joining, first, end);
  if (calls.count == count || (count == 1 && calls.count > 0))
    take_calls(joining, &calls, kernel, count, begin_us);
  else if (!take_by_name(joining, first, end, kernel, count, begin_us))
    tell_unclear(joining, kernel, count, calls.count);
}

// From its first to its last kernel: what runs in between is the graph's. Kernels of two streams may overlap.
static void measure_run(Joining *joining, int begin, int end) {
  double busy = 0, last = 0, first = launch_at(joining, begin)->start_us;
  uint64_t streams = 0;
  if (first < 0) return;
  for (int at = begin; at <= end; at++) {
    const ProfileLaunch *launch = launch_at(joining, at);
    if (launch->time_us < 0) return;
    double from = launch->start_us > last ? launch->start_us : last, end = launch->start_us + launch->time_us;
    if (end > from) busy += end - from;
    if (end > last) last = end;
    streams |= (uint64_t)1 << (launch->stream & 63);
  }
  joining->streams = __builtin_popcountll(streams);
  vector_push(&joining->busy_us, busy);
  vector_push(&joining->run_us, last - first);
}

int join_before(Joining *joining, int first) {
  int begin = joining->seen.data[first].at, count = joining->wanted.data[0].at;
  int least = first > 0 ? joining->seen.data[first - 1].at + 1 : 0;
  Calls calls = calls_before(joining, begin, least, count);
  double begin_us = calls.first < begin ? launch_at(joining, calls.first)->start_us : -1;
  return take_outside(joining, &calls, 0, count, begin_us) ? calls.first : begin;
}

void join_behind(Joining *joining, int first, int begin) {
  int count = joining->wanted.count, kernels = joining->dump->kernel_count;
  const JoinName *seen = joining->seen.data + first, *wanted = joining->wanted.data;
  double begin_us = launch_at(joining, begin)->start_us;
  for (int i = 0; i + 1 < count; i++)
    take_between(joining, seen[i].at + 1, seen[i + 1].at, wanted[i].at + 1,
                 wanted[i + 1].at - wanted[i].at - 1, begin_us);
  int behind = wanted[count - 1].at + 1, end = seen[count - 1].at + 1;
  int most = first + count < joining->seen.count ? seen[count].at : joining->profile->launches.count;
  Calls calls = calls_behind(joining, end, most, kernels - behind);
  if (take_outside(joining, &calls, behind, kernels - behind, begin_us)) end = calls.end;
  measure_run(joining, begin, end - 1);
}
