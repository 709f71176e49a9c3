// NVML's functions are declared here as its reference has them: its header does not come with every toolkit.
#include "gpu/worker/sensors.h"

#include "base/arena.h"
#include "gpu/toolkit/library.h"

#include <stdlib.h>

typedef void *NvmlDevice;

typedef struct NvmlApi {
  int (*init)(void); // 0 of any is success
  int (*shutdown)(void);
  int (*device)(const char *uuid, NvmlDevice *device);
  int (*clock)(NvmlDevice device, unsigned type, unsigned *mhz);
  int (*power)(NvmlDevice device, unsigned *milliwatts);
} NvmlApi;

enum { CLOCK_SM = 1 }; // NVML_CLOCK_SM
static const double watts = 1e-3;

struct Sensors {
  NvmlApi api;
  NvmlDevice device;
};

static bool load(NvmlApi *api) {
  static const LibraryEntry entries[] = {{"nvmlInit_v2", offsetof(NvmlApi, init)},
                                         {"nvmlShutdown", offsetof(NvmlApi, shutdown)},
                                         {"nvmlDeviceGetHandleByUUID", offsetof(NvmlApi, device)},
                                         {"nvmlDeviceGetClockInfo", offsetof(NvmlApi, clock)},
                                         {"nvmlDeviceGetPowerUsage", offsetof(NvmlApi, power)}};
  int count = sizeof entries / sizeof *entries;
  void *handle = library_open(LIBRARY_NVML, NULL, NULL);
  return handle && library_resolve(LIBRARY_NVML, handle, entries, count, api, NULL);
}

Sensors *sensors_open(const char *uuid) {
  Sensors opened = {0};
  if (!load(&opened.api) || opened.api.init() != 0) return NULL;
  if (opened.api.device(uuid, &opened.device) != 0) {
    opened.api.shutdown();
    return NULL;
  }
  Sensors *sensors = memory_alloc(sizeof *sensors);
  *sensors = opened;
  return sensors;
}

void sensors_close(Sensors *sensors) {
  if (sensors) sensors->api.shutdown();
  free(sensors);
}

void sensors_read(const Sensors *sensors, double *clock_mhz, double *power_w) {
  unsigned mhz = 0, milliwatts = 0;
  bool known = sensors->api.clock(sensors->device, CLOCK_SM, &mhz) == 0;
  *clock_mhz = known ? mhz : 0;
  known = sensors->api.power(sensors->device, &milliwatts) == 0;
  *power_w = known ? milliwatts * watts : 0;
}
