// The memory of the driver of C functions. FAKE_MEMORY (bytes) limits it; FAKE_MEMORY_REFUSED is the number
// of the one allocation, from 1, that is refused, and then FAKE_MEMORY_TOLD a file that is there afterwards.
#include "fake_device.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS_MOST = 4096 };

typedef struct Block {
  char *memory;
  size_t bytes;
} Block;

static Block blocks[BLOCKS_MOST];
static size_t allocated;

size_t fake_memory_bytes(const void *memory) {
  for (int i = 0; i < BLOCKS_MOST; i++)
    if (blocks[i].memory == memory) return blocks[i].bytes;
  fake_device.faulted = true;
  return 0;
}

static size_t memory_limit(void) {
  const char *limit = getenv("FAKE_MEMORY");
  return limit ? (size_t)strtoull(limit, NULL, 10) : (size_t)1 << 32;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
  (void)device;
  *bytes = memory_limit();
  return CUDA_SUCCESS;
}

CUresult cuMemGetInfo(size_t *free_bytes, size_t *total) {
  *total = memory_limit();
  *free_bytes = *total - allocated;
  return CUDA_SUCCESS;
}

static bool is_refused(void) {
  static int allocations;
  const char *refused = getenv("FAKE_MEMORY_REFUSED"), *told = getenv("FAKE_MEMORY_TOLD");
  if (!refused || ++allocations != atoi(refused)) return false;
  if (told) close(open(told, O_WRONLY | O_CREAT, 0600));
  return true;
}

CUresult cuMemAlloc(CUdeviceptr *memory, size_t bytes) {
  if (is_refused() || allocated + bytes > memory_limit()) return CUDA_ERROR_OUT_OF_MEMORY;
  int i = 0;
  while (i < BLOCKS_MOST && blocks[i].memory)
    i++;
  if (i == BLOCKS_MOST) return CUDA_ERROR_OUT_OF_MEMORY;
  blocks[i] = (Block){calloc(bytes, 1), bytes};
  if (bytes < 1 << 20) memset(blocks[i].memory, 0x5a, bytes); // as a device's memory, it is not zero
  allocated += bytes;
  *memory = (CUdeviceptr)(uintptr_t)blocks[i].memory;
  return fake_answer();
}

CUresult cuMemFree(CUdeviceptr memory) {
  for (int i = 0; i < BLOCKS_MOST; i++)
    if (memory && (CUdeviceptr)(uintptr_t)blocks[i].memory == memory) {
      allocated -= blocks[i].bytes;
      free(blocks[i].memory);
      blocks[i] = (Block){NULL, 0};
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
  memcpy((void *)(uintptr_t)to, from, bytes);
  return fake_answer();
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) {
  memcpy(to, (const void *)(uintptr_t)from, bytes);
  return fake_answer();
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  (void)stream;
  memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
  return fake_answer();
}

CUresult cuMemsetD8Async(CUdeviceptr memory, unsigned char value, size_t bytes, CUstream stream) {
  (void)stream;
  if (bytes < 1 << 20 || value)
    memset((void *)(uintptr_t)memory, value, bytes); // large blocks are zero already
  return fake_answer();
}
