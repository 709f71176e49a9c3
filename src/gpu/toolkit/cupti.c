// Opening CUPTI, and what its refusals mean.
#include "gpu/toolkit/cupti.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

// CUPTI opens a library of its own with RTLD_DEEPBIND, at which AddressSanitizer ends the program.
#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
#else
enum { SANITIZED = 0 };
#endif

void *cupti_open(Status *status) {
  const char *choice = getenv("FUSEBOX_CUPTI");
  if (choice && text_equal(choice, "0")) {
    status_fail(status, STATUS_MISSING, "CUPTI is switched off by FUSEBOX_CUPTI=0");
    return NULL;
  }
  bool replaced = choice && strchr(choice, '/'); // by a library of that path
  if (SANITIZED && !replaced) {
    status_fail(status, STATUS_MISSING, "CUPTI does not run under AddressSanitizer");
    return NULL;
  }
  return library_open(LIBRARY_CUPTI, NULL, status);
}

typedef struct Refusal {
  CUptiResult code;
  const char *sentence;
} Refusal;

static const char *explain(CUptiResult code) {
  static const char permission[] =
      "the driver keeps hardware counters from this user: run as root, or load its "
      "kernel module with NVreg_RestrictProfilingToAdminUsers=0";
  static const Refusal refusals[] = {
      {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, permission},
      {CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, permission},
      {CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, "a virtual GPU has no hardware counters"},
      {CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED, "a slice of a GPU (MIG) has no hardware counters of its own"},
      {CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED,
       "confidential computing switches hardware counters off"},
      {CUPTI_ERROR_HARDWARE_BUSY, "another profiler is using the hardware counters"},
  };
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
    if (refusals[i].code == code) return refusals[i].sentence;
  return NULL;
}

bool cupti_ok(CuptiResultString result_string, CUptiResult code, const char *what, Status *status) {
  if (code == CUPTI_SUCCESS) return true;
  const char *sentence = explain(code), *name = NULL;
  if (sentence) return status_fail(status, STATUS_MISSING, "%s", sentence);
  result_string(code, &name);
  return status_fail(status, STATUS_MISSING, "CUPTI: %s: %s", what, name ? name : "unknown error");
}
