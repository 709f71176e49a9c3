// A GPU worker that tells what made_times.h says: the stand-in for the driver has no kernels to calibrate by.
#pragma once

_Noreturn void calibrating_worker_main(void);
