// CUPTI's range profiler: its host side turns metric names into a configuration and raw counts into values,
// its target side collects them around ranges of work.
#include "gpu/worker/counters.h"

#include "base/arena.h"
#include "gpu/toolkit/cupti.h"

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const metric_names[] = {
#define X(name, metric, unit) metric,
    COUNTERS(X)
#undef X
};
enum { METRICS = sizeof metric_names / sizeof *metric_names };

typedef struct ProfilerApi {
  PROFILER_ENTRIES(LIBRARY_ENTRY_FIELD)
} ProfilerApi;

typedef char RangeName[16]; // its number, in decimal

typedef struct Profiling {
  ProfilerApi api;
  Driver *driver;
  CUpti_Profiler_Host_Object *host;
  CUpti_RangeProfiler_Object *profiler; // enabled; NULL: not
  uint8_t *available, *config, *data;   // images that CUPTI reads and fills: it keeps pointers to them
  size_t config_bytes, data_bytes;
  size_t passes;        // until every counter was collected once
  const char **metrics; // as CUPTI's parameters want them: a list that is not const
  RangeName *names;
  int ranges;
} Profiling;

// CUPTI tells versions of its parameters by their size.
#define PARAMETERS(type, name, ...) \
  type##_Params name = {.structSize = type##_Params_STRUCT_SIZE, __VA_ARGS__}

static bool done(const Profiling *p, CUptiResult code, const char *what, Status *status) {
  return cupti_ok(p->api.cuptiGetResultString, code, what, status);
}

static bool load(Profiling *p, Status *status) {
#define ROW(name) LIBRARY_ENTRY_ROW(ProfilerApi, name)
  static const LibraryEntry entries[] = {PROFILER_ENTRIES(ROW)};
#undef ROW
  void *handle = cupti_open(status);
  int count = sizeof entries / sizeof *entries;
  return handle && library_resolve(LIBRARY_CUPTI, handle, entries, count, &p->api, status);
}

static bool initialize(const Profiling *p, Status *status) {
  PARAMETERS(CUpti_Profiler_Initialize, parameters, .pPriv = NULL);
  return done(p, p->api.cuptiProfilerInitialize(&parameters), "starting the profiler", status);
}

// ---- the host side

// What this device, and this user's rights on it, can count.
static bool ask_available(Profiling *p, Status *status) {
  PARAMETERS(CUpti_Profiler_GetCounterAvailability, parameters, .ctx = p->driver->context);
  static const char what[] = "asking which counters there are";
  if (!done(p, p->api.cuptiProfilerGetCounterAvailability(&parameters), what, status)) return false;
  p->available = memory_alloc(parameters.counterAvailabilityImageSize + 1);
  parameters.pCounterAvailabilityImage = p->available;
  return done(p, p->api.cuptiProfilerGetCounterAvailability(&parameters), what, status);
}

static bool open_host(Profiling *p, Status *status) {
  PARAMETERS(CUpti_Device_GetChipName, chip, .deviceIndex = (size_t)p->driver->device);
  if (!done(p, p->api.cuptiDeviceGetChipName(&chip), "asking for the chip", status)) return false;
  PARAMETERS(CUpti_Profiler_Host_Initialize, parameters, .profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER,
             .pChipName = chip.pChipName, .pCounterAvailabilityImage = p->available);
  bool good = done(p, p->api.cuptiProfilerHostInitialize(&parameters), "preparing to count", status);
  p->host = good ? parameters.pHostObject : NULL;
  return good;
}

static bool make_config(Profiling *p, Status *status) {
  PARAMETERS(CUpti_Profiler_Host_ConfigAddMetrics, add, .pHostObject = p->host, .ppMetricNames = p->metrics,
             .numMetrics = METRICS);
  if (!done(p, p->api.cuptiProfilerHostConfigAddMetrics(&add), "choosing the counters", status)) return false;
  PARAMETERS(CUpti_Profiler_Host_GetConfigImageSize, size, .pHostObject = p->host);
  if (!done(p, p->api.cuptiProfilerHostGetConfigImageSize(&size), "choosing the counters", status))
    return false;
  p->config_bytes = size.configImageSize;
  p->config = memory_alloc(p->config_bytes + 1);
  PARAMETERS(CUpti_Profiler_Host_GetConfigImage, get, .pHostObject = p->host,
             .configImageSize = p->config_bytes, .pConfigImage = p->config);
  if (!done(p, p->api.cuptiProfilerHostGetConfigImage(&get), "choosing the counters", status)) return false;
  PARAMETERS(CUpti_Profiler_Host_GetNumOfPasses, passes, .configImageSize = p->config_bytes,
             .pConfigImage = p->config);
  bool good = done(p, p->api.cuptiProfilerHostGetNumOfPasses(&passes), "choosing the counters", status);
  p->passes = passes.numOfPasses;
  return good;
}

static bool evaluate(const Profiling *p, int range, CounterValues *values, Status *status) {
  static const double units[] = {
#define X(name, metric, unit) unit,
      COUNTERS(X)
#undef X
  };
  double got[METRICS] = {0};
  PARAMETERS(CUpti_Profiler_Host_EvaluateToGpuValues, parameters, .pHostObject = p->host,
             .pCounterDataImage = p->data, .counterDataImageSize = p->data_bytes, .rangeIndex = (size_t)range,
             .ppMetricNames = p->metrics, .numMetrics = METRICS, .pMetricValues = got);
  if (!done(p, p->api.cuptiProfilerHostEvaluateToGpuValues(&parameters), "reading the counters", status))
    return false;
  int i = 0;
#define X(name, metric, unit) values->name = got[i] * units[i], i++;
  COUNTERS(X)
#undef X
  return true;
}

// ---- the target side

static bool enable(Profiling *p, Status *status) {
  PARAMETERS(CUpti_RangeProfiler_Enable, parameters, .ctx = p->driver->context);
  bool good = done(p, p->api.cuptiRangeProfilerEnable(&parameters), "enabling the counters", status);
  p->profiler = good ? parameters.pRangeProfilerObject : NULL;
  return good;
}

static bool make_data(Profiling *p, Status *status) {
  PARAMETERS(CUpti_RangeProfiler_GetCounterDataSize, size, .pRangeProfilerObject = p->profiler,
             .pMetricNames = p->metrics, .numMetrics = METRICS, .maxNumOfRanges = (size_t)p->ranges,
             .maxNumRangeTreeNodes = (uint32_t)p->ranges);
  if (!done(p, p->api.cuptiRangeProfilerGetCounterDataSize(&size), "making room for counts", status))
    return false;
  p->data_bytes = size.counterDataSize;
  p->data = memory_alloc(p->data_bytes + 1);
  PARAMETERS(CUpti_RangeProfiler_CounterDataImage_Initialize, parameters, .pRangeProfilerObject = p->profiler,
             .counterDataSize = p->data_bytes, .pCounterData = p->data);
  return done(p, p->api.cuptiRangeProfilerCounterDataImageInitialize(&parameters), "making room for counts",
              status);
}

static bool configure(const Profiling *p, Status *status) {
  PARAMETERS(CUpti_RangeProfiler_SetConfig, parameters, .pRangeProfilerObject = p->profiler,
             .configSize = p->config_bytes, .pConfig = p->config, .counterDataImageSize = p->data_bytes,
             .pCounterDataImage = p->data, .range = CUPTI_UserRange, .replayMode = CUPTI_UserReplay,
             .maxRangesPerPass = (size_t)p->ranges, .numNestingLevels = 1, .minNestingLevel = 1,
             .targetNestingLevel = 1);
  return done(p, p->api.cuptiRangeProfilerSetConfig(&parameters), "configuring the counters", status);
}

// Waits on both sides, so that a range holds its own work, whole, and nothing else.
static bool run_range(const Profiling *p, CountedWork work, void *context, int range, Status *status) {
  PARAMETERS(CUpti_RangeProfiler_PushRange, push, .pRangeProfilerObject = p->profiler,
             .pRangeName = p->names[range]);
  PARAMETERS(CUpti_RangeProfiler_PopRange, pop, .pRangeProfilerObject = p->profiler);
  if (!done(p, p->api.cuptiRangeProfilerPushRange(&push), "beginning to count", status)) return false;
  bool good = work(context, range, status) && driver_wait(p->driver, status);
  return done(p, p->api.cuptiRangeProfilerPopRange(&pop), "ending to count", good ? status : NULL) && good;
}

static bool run_ranges(const Profiling *p, CountedWork work, void *context, Status *status) {
  bool good = work(context, -1, status) && driver_wait(p->driver, status);
  for (int i = 0; i < p->ranges && good; i++)
    good = run_range(p, work, context, i, status);
  return good;
}

// One pass over all ranges; `last` when CUPTI has all that it asked for.
static bool run_pass(const Profiling *p, CountedWork work, void *context, bool *last, Status *status) {
  PARAMETERS(CUpti_RangeProfiler_Start, start, .pRangeProfilerObject = p->profiler);
  PARAMETERS(CUpti_RangeProfiler_Stop, stop, .pRangeProfilerObject = p->profiler);
  if (!done(p, p->api.cuptiRangeProfilerStart(&start), "starting to count", status)) return false;
  bool good = run_ranges(p, work, context, status);
  good = done(p, p->api.cuptiRangeProfilerStop(&stop), "stopping to count", good ? status : NULL) && good;
  *last = stop.isAllPassSubmitted;
  return good;
}

static bool run_passes(const Profiling *p, CountedWork work, void *context, Status *status) {
  bool last = false;
  for (size_t pass = 0; pass < p->passes && !last; pass++)
    if (!run_pass(p, work, context, &last, status)) return false;
  return last || status_fail(status, STATUS_INTERNAL, "CUPTI wanted more than its %zu passes", p->passes);
}

// ---- together

static bool decode(const Profiling *p, Status *status) {
  PARAMETERS(CUpti_RangeProfiler_DecodeData, parameters, .pRangeProfilerObject = p->profiler);
  if (!done(p, p->api.cuptiRangeProfilerDecodeData(&parameters), "decoding the counters", status))
    return false;
  return !parameters.numOfRangeDropped ||
         status_fail(status, STATUS_INTERNAL, "CUPTI lost the counts of %zu ranges",
                     parameters.numOfRangeDropped);
}

// CUPTI lists ranges in an order of its own: their names tell which is which.
static bool read_range(const Profiling *p, int index, CounterValues *values, Status *status) {
  PARAMETERS(CUpti_RangeProfiler_CounterData_GetRangeInfo, info, .pCounterDataImage = p->data,
             .counterDataImageSize = p->data_bytes, .rangeIndex = (size_t)index, .rangeDelimiter = "/");
  if (!done(p, p->api.cuptiRangeProfilerCounterDataGetRangeInfo(&info), "reading the counters", status))
    return false;
  int range = info.rangeName ? atoi(info.rangeName) : -1;
  if (range < 0 || range >= p->ranges)
    return status_fail(status, STATUS_INTERNAL, "CUPTI counted a range that there is not");
  return evaluate(p, index, &values[range], status);
}

static bool read_ranges(const Profiling *p, CounterValues *values, Status *status) {
  PARAMETERS(CUpti_RangeProfiler_GetCounterDataInfo, info, .pCounterDataImage = p->data,
             .counterDataImageSize = p->data_bytes);
  if (!done(p, p->api.cuptiRangeProfilerGetCounterDataInfo(&info), "reading the counters", status))
    return false;
  if (info.numTotalRanges != (size_t)p->ranges)
    return status_fail(status, STATUS_INTERNAL, "CUPTI counted %zu of %d ranges", info.numTotalRanges,
                       p->ranges);
  for (int i = 0; i < p->ranges; i++)
    if (!read_range(p, i, values, status)) return false;
  return true;
}

static void end(Profiling *p) {
  if (p->profiler) {
    PARAMETERS(CUpti_RangeProfiler_Disable, disable, .pRangeProfilerObject = p->profiler);
    p->api.cuptiRangeProfilerDisable(&disable);
  }
  if (p->host) {
    PARAMETERS(CUpti_Profiler_Host_Deinitialize, deinitialize, .pHostObject = p->host);
    p->api.cuptiProfilerHostDeinitialize(&deinitialize);
  }
  free(p->available);
  free(p->config);
  free(p->data); // CUPTI writes to it until the profiler is disabled
  free(p->names);
}

bool counters_collect(Driver *driver, CountedWork work, void *context, int count, CounterValues *values,
                      Status *status) {
  const char *chosen[METRICS];
  Profiling p = {.driver = driver, .metrics = chosen, .ranges = count};
  p.names = memory_alloc((size_t)(count + 1) * sizeof *p.names);
  for (int i = 0; i < count; i++)
    snprintf(p.names[i], sizeof *p.names, "%d", i);
  for (int i = 0; i < METRICS; i++)
    chosen[i] = metric_names[i];
  bool good = load(&p, status) && initialize(&p, status) && ask_available(&p, status) &&
              open_host(&p, status) && make_config(&p, status) && enable(&p, status) &&
              make_data(&p, status) && configure(&p, status) && run_passes(&p, work, context, status) &&
              decode(&p, status) && read_ranges(&p, values, status);
  end(&p);
  return good;
}
