// Where the stand-in for the driver is.
#pragma once

// FUSEBOX_DRIVER names it from now on: the library beside the test's own executable, so that tests that were
// copied elsewhere find theirs.
void fake_driver_use(void);
