// The clock and the power of a GPU, as NVML tells them.
#pragma once

typedef struct Sensors Sensors;

// Of the GPU with that UUID. NULL where there is no NVML, or it does not know the GPU.
Sensors *sensors_open(const char *uuid);
void sensors_close(Sensors *sensors); // NULL is allowed
// The clock of the multiprocessors, MHz, and the power that the board takes, W: 0 is unknown. The power is
// the mean of the last second on GPUs since Ampere (nvmlDeviceGetPowerUsage).
void sensors_read(const Sensors *sensors, double *clock_mhz, double *power_w);
