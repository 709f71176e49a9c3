// Status: how a library call ends. Only main turns one into an exit code.
#pragma once

#include <stdarg.h>
#include <stdbool.h>

// The values 0-3 are also the program's exit codes.
typedef enum StatusCode {
  STATUS_OK = 0,
  STATUS_WRONG = 1,     // a result is wrong or worse than asked (a check failed)
  STATUS_INPUT = 2,     // bad usage or bad input; the message says where and what to do
  STATUS_MISSING = 3,   // needed hardware or library is missing; the message says how to get it
  STATUS_CANCELLED = 4, // stopped on request
  STATUS_INTERNAL = 5,  // a bug of ours or the system refused (no memory, no disk)
} StatusCode;

enum { STATUS_MESSAGE_SIZE = 2048 };

// A code and a message for people. Zero-initialized means success. Holds no resources: copy it freely.
// Messages quote files and are printed on terminals, so nothing but newlines and tabs controls one there:
// other control characters, and bytes that are no UTF-8, become '?'.
typedef struct Status {
  StatusCode code;
  char message[STATUS_MESSAGE_SIZE]; // empty on success; may hold several lines (place, text, caret)
} Status;

// Sets `status` to `code` with a formatted message (cut to fit) and returns false, so that callers can
// write `return status_fail(...)`. `status` may be NULL when the caller does not want the message.
bool status_fail(Status *status, StatusCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// As status_fail, for a place in a text: the message becomes "file:line:column: what", the line itself and a
// caret under the column. `offset` is a byte offset into `text` (`length` bytes, need not be terminated;
// control characters and very long lines are cut to the part around the column).
bool status_fail_at(Status *status, const char *file, const char *text, long length, long offset,
                    const char *format, ...) __attribute__((format(printf, 6, 7)));

// Puts "prefix: " before the message of a failed status; returns false.
bool status_prefix(Status *status, const char *format, ...) __attribute__((format(printf, 2, 3)));
