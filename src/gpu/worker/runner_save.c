// A buffer of a loaded program, copied from the device into a file.
#include "gpu/worker/runner.h"

#include "base/arena.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t piece_most = (int64_t)64 << 20; // bytes that pass through this process at once

static bool write_pieces(const Runner *runner, int buffer, FILE *file, const char *path, Status *status) {
  int64_t bytes = runner->program.buffers[buffer].bytes;
  char *piece = memory_alloc((size_t)(bytes < piece_most ? bytes : piece_most) + 1);
  bool good = true;
  for (int64_t at = 0; at < bytes && good; at += piece_most) {
    size_t count = (size_t)(bytes - at < piece_most ? bytes - at : piece_most);
    CUresult code = runner->driver->api.cuMemcpyDtoH(piece, runner->memory[buffer] + (CUdeviceptr)at, count);
    good = driver_ok(runner->driver, code, "copying from the device", status);
    if (good && fwrite(piece, 1, count, file) != count)
      good = status_fail(status, STATUS_INPUT, "%s: %s", path, strerror(errno));
  }
  free(piece);
  return good;
}

bool runner_save(const Runner *runner, int buffer, const char *path, Status *status) {
  FILE *file = fopen(path, "wb");
  if (!file) return status_fail(status, STATUS_INPUT, "%s: %s", path, strerror(errno));
  bool good = driver_wait(runner->driver, status) && write_pieces(runner, buffer, file, path, status);
  if (fclose(file) != 0 && good) good = status_fail(status, STATUS_INPUT, "%s: %s", path, strerror(errno));
  return good;
}
