// Log: progress and diagnostics for people. Goes to stderr, or to a file while the screen is up; never to
// stdout.
#pragma once

typedef enum LogLevel { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG } LogLevel;
void log_message(LogLevel level, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_set_level(LogLevel level); // default LOG_WARNING; $FUSEBOX_LOG=debug raises it
void log_to_file(const char *path); // NULL: back to stderr
