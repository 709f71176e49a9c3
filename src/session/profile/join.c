// Joining: finds the runs of the graph among a profile's launches.
#include "session/profile/join_internal.h"

#include "base/statistics.h"
#include "base/text.h"
#include "gpu/measure/timing_summary.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void join_tell(Joining *joining, const char *format, ...) {
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_vprintf(&text, format, arguments);
  va_end(arguments);
  vector_push(&joining->join->sentences, arena_strdup(joining->join->arena, text_get(&text)));
  text_free(&text);
}

// ---- Names: each generated kernel's gets a number from 0.

// XLA's kernels are called like its instructions, with '_' for '.'; Triton's once had the kinds of their
// arguments behind the name ("_0d1d2de").
static void plain_name(const char *name, Text *out) {
  size_t length = strlen(name), at = length;
  while (at > 0 && (isdigit((unsigned char)name[at - 1]) || strchr("dec", name[at - 1])))
    at--;
  bool kinds = at > 1 && name[at - 1] == '_' && text_starts(name + at, "0d") && text_starts(name, "triton_");
  if (kinds) length = at - 1;
  text_clear(out);
  for (size_t i = 0; i < length; i++)
    text_add_bytes(out, name[i] == '.' ? "_" : &name[i], 1);
}

static void number_names(Joining *joining) {
  Text name = {0};
  for (int i = 0; i < joining->dump->kernel_count; i++) {
    const DumpKernel *kernel = &joining->dump->kernels[i];
    int64_t number = joining->names.count;
    if (kernel->library) continue;
    plain_name(kernel->name, &name);
    if (!namemap_get(&joining->names, text_get(&name), &number)) {
      namemap_set(&joining->names, text_get(&name), number);
      vector_push(&joining->sources, kernel->source);
    }
    vector_push(&joining->wanted, ((JoinName){(int)number, i}));
  }
  text_free(&name);
}

// The same file is the same kernel; where both name one, another file's kernel only is called alike.
static bool is_from(const Joining *joining, int number, const ProfileLaunch *launch) {
  const char *source = joining->sources.data[number];
  return !source || !launch->source || !strcmp(source, launch->source);
}

// Generated kernels of the profile, those of other graphs as NAME_OTHER.
static void number_launches(Joining *joining) {
  Text name = {0};
  for (int i = 0; i < joining->profile->launches.count; i++) {
    const ProfileLaunch *launch = &joining->profile->launches.data[i];
    int64_t number;
    plain_name(launch->name, &name);
    bool ours = namemap_get(&joining->names, text_get(&name), &number);
    if (ours && !is_from(joining, (int)number, launch)) ours = false;
    if (ours || text_starts(launch->name, "triton_"))
      vector_push(&joining->seen, ((JoinName){ours ? (int)number : NAME_OTHER, i}));
  }
  text_free(&name);
}

// ---- Runs: the wanted sequence among the seen ones, as Knuth, Morris and Pratt find it.

static int *find_borders(const Joining *joining) {
  int count = joining->wanted.count, *border = memory_alloc(sizeof *border * ((size_t)count + 1));
  const JoinName *wanted = joining->wanted.data;
  for (int i = 1, length = 0; i < count; i++) {
    while (length > 0 && wanted[i].number != wanted[length].number)
      length = border[length - 1];
    if (wanted[i].number == wanted[length].number) length++;
    border[i] = length;
  }
  return border;
}

static bool is_one_device(const Joining *joining, int first, int last) {
  const ProfileLaunch *launches = joining->profile->launches.data;
  return launches[joining->seen.data[first].at].device == launches[joining->seen.data[last].at].device;
}

static void find_runs(Joining *joining) {
  int count = joining->wanted.count, *border = find_borders(joining);
  for (int i = 0, matched = 0; i < joining->seen.count && count > 0; i++) {
    int number = joining->seen.data[i].number;
    while (matched > 0 && number != joining->wanted.data[matched].number)
      matched = border[matched - 1];
    matched += number == joining->wanted.data[matched].number;
    if (matched < count) continue;
    matched = 0;
    if (is_one_device(joining, i - count + 1, i)) vector_push(&joining->runs, i - count + 1);
  }
  joining->repeats = count > 0 && border[count - 1] > 0;
  free(border);
}

static int count_ours(const Joining *joining) {
  int count = 0;
  for (int i = 0; i < joining->seen.count; i++)
    count += joining->seen.data[i].number != NAME_OTHER;
  return count;
}

// ---- Samples.

void join_add_sample(Joining *joining, int kernel, const ProfileLaunch *launch, double start_us,
                     double time_us) {
  JoinSamples *samples = &joining->samples[kernel];
  if (time_us >= 0) vector_push(&samples->time_us, time_us);
  if (start_us >= 0) vector_push(&samples->start_us, start_us);
  samples->seen++;
  samples->last = launch;
}

static void take_run(Joining *joining, int first) {
  const ProfileLaunch *launches = joining->profile->launches.data;
  int begin = join_before(joining, first);
  double begin_us = launches[begin].start_us;
  for (int i = 0; i < joining->wanted.count; i++) {
    const ProfileLaunch *launch = &launches[joining->seen.data[first + i].at];
    double start = begin_us < 0 ? -1 : launch->start_us - begin_us;
    join_add_sample(joining, joining->wanted.data[i].at, launch, start, launch->time_us);
  }
  join_behind(joining, first, begin);
}

// Without a whole run: kernels that the graph launches once.
static void take_names(Joining *joining) {
  int *launched = memory_alloc(sizeof *launched * ((size_t)joining->names.count + 1)), left = 0;
  int *kernel = memory_alloc(sizeof *kernel * ((size_t)joining->names.count + 1));
  for (int i = 0; i < joining->wanted.count; i++) {
    launched[joining->wanted.data[i].number]++;
    kernel[joining->wanted.data[i].number] = joining->wanted.data[i].at;
  }
  for (int i = 0; i < joining->seen.count; i++) {
    int number = joining->seen.data[i].number;
    const ProfileLaunch *launch = &joining->profile->launches.data[joining->seen.data[i].at];
    if (number == NAME_OTHER) continue;
    if (launched[number] == 1)
      join_add_sample(joining, kernel[number], launch, -1, launch->time_us);
    else
      left++;
  }
  if (left)
    join_tell(joining,
              "launches of kernels that the graph launches several times are left out (%d): without a whole "
              "run of it, which is which cannot be told",
              left);
  free(launched);
  free(kernel);
}

// ---- Medians.

static void sum_up(Joining *joining, int kernel) {
  JoinSamples *samples = &joining->samples[kernel];
  ProfileTime *time = &joining->join->launches[kernel];
  int count = samples->time_us.count;
  *time = (ProfileTime){.samples = samples->seen,
                        .time_us = -1,
                        .spread_us = -1,
                        .start_us = -1,
                        .stream = -1,
                        .registers = -1,
                        .dram_read_bytes = -1,
                        .dram_write_bytes = -1,
                        .occupancy = -1,
                        .dram_share = -1};
  if (samples->seen == 0) return;
  joining->join->joined++;
  if (count) {
    Timing timing = timing_summary(samples->time_us.data, count);
    time->time_us = timing.median_us;
    time->spread_us = timing.spread_us;
  }
  if (samples->start_us.count)
    time->start_us = statistics_median(samples->start_us.data, samples->start_us.count);
  const ProfileLaunch *last = samples->last;
  time->stream = last->stream;
  if (joining->dump->kernels[kernel].library) return; // counters are of single kernels
  time->registers = last->registers;
  time->dram_read_bytes = last->dram_read_bytes;
  time->dram_write_bytes = last->dram_write_bytes;
  time->occupancy = last->occupancy;
  time->dram_share = last->dram_share;
}

static void sum_up_runs(Joining *joining) {
  ProfileJoin *join = joining->join;
  int count = joining->busy_us.count;
  join->runs = joining->runs.count;
  join->streams = joining->streams;
  join->busy_us = count ? statistics_median(joining->busy_us.data, count) : -1;
  join->run_us = count ? statistics_median(joining->run_us.data, count) : -1;
}

static void tell_rest(Joining *joining) {
  const ProfileJoin *join = joining->join;
  int ours = count_ours(joining), left = ours - joining->runs.count * joining->wanted.count;
  if (joining->wanted.count == 0)
    join_tell(joining, "the graph has library calls alone: nothing tells its runs in a profile");
  else if (ours == 0)
    join_tell(joining, "none of the %d launches is of a kernel of this graph",
              joining->profile->launches.count);
  else if (joining->runs.count == 0)
    join_tell(joining, "no whole run of the graph: kernels are joined by their names alone");
  else if (left > 0)
    join_tell(joining, "launches of its kernels that are in no whole run of the graph are left out: %d",
              left);
  if (ours > 0 && join->joined < join->count)
    join_tell(joining, "launches of the compiler's plan without a time: %d of %d", join->count - join->joined,
              join->count);
}

static void take_all(Joining *joining) {
  bool ambiguous = joining->repeats && count_ours(joining) > joining->runs.count * joining->wanted.count;
  if (ambiguous && joining->runs.count > 0) {
    join_tell(joining, "the graph's kernels repeat each other, and there are more than whole runs of them");
    joining->runs.count = 0;
  }
  for (int i = 0; i < joining->runs.count; i++)
    take_run(joining, joining->runs.data[i]);
  if (joining->runs.count == 0) take_names(joining);
}

static void joining_free(Joining *joining) {
  for (int i = 0; i < joining->dump->kernel_count; i++) {
    vector_free(&joining->samples[i].time_us);
    vector_free(&joining->samples[i].start_us);
  }
  free(joining->samples);
  namemap_free(&joining->names);
  vector_free(&joining->sources);
  vector_free(&joining->wanted);
  vector_free(&joining->seen);
  vector_free(&joining->runs);
  vector_free(&joining->busy_us);
  vector_free(&joining->run_us);
}

ProfileJoin *profile_join(const Profile *profile, const DumpPlan *dump) {
  Arena *arena = arena_new();
  ProfileJoin *join = arena_alloc(arena, sizeof *join);
  *join = (ProfileJoin){.arena = arena, .count = dump->kernel_count};
  join->launches = arena_array(arena, (size_t)dump->kernel_count + 1, sizeof *join->launches);
  Joining joining = {.profile = profile, .dump = dump, .join = join};
  joining.samples = memory_alloc(sizeof *joining.samples * ((size_t)dump->kernel_count + 1));
  number_names(&joining);
  number_launches(&joining);
  find_runs(&joining);
  take_all(&joining);
  for (int i = 0; i < dump->kernel_count; i++)
    sum_up(&joining, i);
  sum_up_runs(&joining);
  tell_rest(&joining);
  joining_free(&joining);
  return join;
}

void profile_join_free(ProfileJoin *join) {
  if (!join) return;
  vector_free(&join->sentences);
  arena_free(join->arena);
}
