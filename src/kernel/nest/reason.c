#include "kernel/nest/reason.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *reason_name(ReasonCode code) {
  static const char *const names[REASON_COUNT] = {
#define X(id, name, pattern) [REASON_##id] = name,
      REASONS(X)
#undef X
  };
  return code >= 0 && code < REASON_COUNT ? names[code] : "?";
}

bool reason_set(Reason *reason, ReasonCode code, const int *ops, const char *format, ...) {
  if (!reason) return false;
  memset(reason, 0, sizeof *reason);
  reason->code = code;
  while (ops && reason->op_count < REASON_OPS && ops[reason->op_count] != NO_OP) {
    reason->op[reason->op_count] = ops[reason->op_count];
    reason->op_count++;
  }
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason->text, sizeof reason->text, format, arguments);
  va_end(arguments);
  return false;
}

void reason_remedy(Reason *reason, const char *format, ...) {
  if (!reason) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason->remedy, sizeof reason->remedy, format, arguments);
  va_end(arguments);
}
