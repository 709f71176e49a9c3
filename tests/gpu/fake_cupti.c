// A stand-in for CUPTI's range profiler (it has no activity API: times come from events), loaded through
// FUSEBOX_CUPTI. It counts (range + 1) x 10^m for the m-th metric, lists ranges from the last to the first,
// and refuses calls out of order. FAKE_CUPTI_REFUSE is what asking for the counters answers;
// FAKE_CUPTI_PASSES how often the work must be repeated. With FAKE_CUPTI_HANG it never comes to be open, with
// FAKE_CUPTI_CRASH opening it ends the process.
#include <cupti.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RANGES_MOST = 256, CONFIG_BYTES = 40, DATA_BYTES = 80 };

static bool initialized, enabled, configured, started, pushed;
static int passes_done, range_count;
static size_t metric_count, ranges_allowed;
static char names[RANGES_MOST][16], given[16];

static int setting(const char *name, int otherwise) {
  const char *value = getenv(name);
  return value ? atoi(value) : otherwise;
}

static CUptiResult answer(bool right) {
  return right ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_OPERATION;
}

__attribute__((constructor)) static void begin(void) {
  while (setting("FAKE_CUPTI_HANG", 0))
    pause();
  if (setting("FAKE_CUPTI_CRASH", 0)) _exit(1);
}

CUptiResult cuptiGetResultString(CUptiResult code, const char **text) {
  *text = code == CUPTI_ERROR_INVALID_OPERATION ? "out of order" : "refused";
  return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params *p) {
  initialized = p->structSize == CUpti_Profiler_Initialize_Params_STRUCT_SIZE;
  return answer(initialized);
}

CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params *p) {
  p->pChipName = "FAKE100";
  return answer(initialized && p->deviceIndex == 0);
}

CUptiResult cuptiProfilerGetCounterAvailability(CUpti_Profiler_GetCounterAvailability_Params *p) {
  if (setting("FAKE_CUPTI_REFUSE", 0)) return (CUptiResult)setting("FAKE_CUPTI_REFUSE", 0);
  p->counterAvailabilityImageSize = 8;
  if (p->pCounterAvailabilityImage) memset(p->pCounterAvailabilityImage, 1, 8);
  return answer(initialized && !enabled && p->ctx);
}

CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params *p) {
  p->pHostObject = (CUpti_Profiler_Host_Object *)names;
  return answer(!strcmp(p->pChipName, "FAKE100") && p->pCounterAvailabilityImage[7] == 1);
}

CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params *p) {
  return answer(p->pHostObject != NULL);
}

CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params *p) {
  metric_count = p->numMetrics;
  return answer(p->numMetrics > 0 && !strcmp(p->ppMetricNames[0], "dram__bytes_read.sum"));
}

CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params *p) {
  p->configImageSize = CONFIG_BYTES;
  return answer(metric_count > 0);
}

CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params *p) {
  memset(p->pConfigImage, 2, p->configImageSize);
  return answer(p->configImageSize == CONFIG_BYTES);
}

CUptiResult cuptiProfilerHostGetNumOfPasses(CUpti_Profiler_Host_GetNumOfPasses_Params *p) {
  p->numOfPasses = (size_t)setting("FAKE_CUPTI_PASSES", 1);
  return answer(p->pConfigImage[CONFIG_BYTES - 1] == 2);
}

CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params *p) {
  bool right = !enabled;
  enabled = true;
  configured = started = pushed = false;
  passes_done = range_count = 0;
  p->pRangeProfilerObject = (CUpti_RangeProfiler_Object *)names;
  return answer(right);
}

CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params *p) {
  bool right = enabled && p->pRangeProfilerObject;
  enabled = false;
  return answer(right);
}

CUptiResult cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params *p) {
  ranges_allowed = p->maxNumOfRanges;
  p->counterDataSize = DATA_BYTES;
  return answer(enabled && p->numMetrics == metric_count && ranges_allowed <= RANGES_MOST);
}

CUptiResult cuptiRangeProfilerCounterDataImageInitialize(
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params *p) {
  memset(p->pCounterData, 3, p->counterDataSize);
  return answer(p->counterDataSize == DATA_BYTES);
}

CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params *p) {
  configured = p->pConfig[0] == 2 && p->pCounterDataImage[0] == 3 && p->maxRangesPerPass == ranges_allowed &&
               p->range == CUPTI_UserRange && p->replayMode == CUPTI_UserReplay;
  return answer(configured);
}

CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params *p) {
  bool right = configured && !started && p->pRangeProfilerObject;
  started = true;
  range_count = 0;
  return answer(right);
}

CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params *p) {
  bool right = started && !pushed;
  started = false;
  p->isAllPassSubmitted = ++passes_done == setting("FAKE_CUPTI_PASSES", 1);
  return answer(right);
}

CUptiResult cuptiRangeProfilerPushRange(CUpti_RangeProfiler_PushRange_Params *p) {
  bool right = started && !pushed && (size_t)range_count < ranges_allowed;
  if (right) snprintf(names[range_count++], sizeof names[0], "%s", p->pRangeName);
  pushed = true;
  return answer(right);
}

CUptiResult cuptiRangeProfilerPopRange(CUpti_RangeProfiler_PopRange_Params *p) {
  bool right = pushed && p->pRangeProfilerObject;
  pushed = false;
  return answer(right);
}

CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params *p) {
  p->numOfRangeDropped = 0;
  return answer(!started && passes_done == setting("FAKE_CUPTI_PASSES", 1));
}

CUptiResult cuptiRangeProfilerGetCounterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params *p) {
  p->numTotalRanges = (size_t)range_count;
  return answer(p->counterDataImageSize == DATA_BYTES);
}

CUptiResult cuptiRangeProfilerCounterDataGetRangeInfo(
    CUpti_RangeProfiler_CounterData_GetRangeInfo_Params *p) {
  snprintf(given, sizeof given, "%s", names[range_count - 1 - (int)p->rangeIndex]);
  p->rangeName = given;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params *p) {
  double value = (double)(range_count - (int)p->rangeIndex);
  for (size_t i = 0; i < p->numMetrics; i++, value *= 10)
    p->pMetricValues[i] = value;
  return answer(p->numMetrics == metric_count);
}
