// A stand-in for NVML, loaded through FUSEBOX_NVML: a GPU at 1980 MHz that takes 512.5 W; of a UUID that does
// not begin with "GPU-" it knows nothing.
#include <string.h>

int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlDeviceGetHandleByUUID(const char *uuid, void **device);
int nvmlDeviceGetClockInfo(void *device, unsigned type, unsigned *mhz);
int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts);

static int users, gpu;

int nvmlInit_v2(void) {
  users++;
  return 0;
}

int nvmlShutdown(void) {
  return users-- > 0 ? 0 : 1;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, void **device) {
  *device = &gpu;
  return users > 0 && strncmp(uuid, "GPU-", 4) == 0 ? 0 : 6;
}

int nvmlDeviceGetClockInfo(void *device, unsigned type, unsigned *mhz) {
  *mhz = type == 1 ? 1980 : 2619;
  return device == &gpu ? 0 : 2;
}

int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts) {
  *milliwatts = 512500;
  return device == &gpu ? 0 : 2;
}
