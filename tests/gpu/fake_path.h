// Where the stand-ins for the driver, CUPTI and NVRTC are.
#pragma once

// FUSEBOX_DRIVER names it from now on: the library beside the test's own executable, so that tests that were
// copied elsewhere find theirs.
void fake_driver_use(void);
// The same for FUSEBOX_NVML, FUSEBOX_CUPTI and FUSEBOX_NVRTC.
void fake_nvml_use(void);
void fake_cupti_use(void);
void fake_nvrtc_use(void);
