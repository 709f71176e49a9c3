// A GPU worker that goes wrong: the program's own, on the stand-in for the driver, behind one that passes on
// what the two say until it is time.
#pragma once

// $WORKER_FAULT of the environment: "KIND AT": what becomes of the AT-th reply of each worker that is
// started; without it the worker is as always. $WORKER_LOG gets a byte for each reply. The kinds are in
// lying_worker.c.
_Noreturn void lying_worker_main(int count, char **arguments);
