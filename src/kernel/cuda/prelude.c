// The preludes, embedded at build time.
#include "kernel/cuda/emit.h"
#include "kernel/prelude_bytes.h"

const char *kernel_prelude(void) {
  return prelude_device_bytes;
}

const char *kernel_types_prelude(void) {
  return prelude_device_types_bytes;
}

const char *kernel_products_prelude(void) {
  return prelude_device_products_bytes;
}

const char *kernel_host_prelude(void) {
  return prelude_host_bytes;
}
