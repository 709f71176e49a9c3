// The user's own files: what the program keeps in the folders of file_place. As with ssh, a file or folder
// counts only when it belongs to the user or to root, and nobody else can write to it.
#pragma once

#include "base/file.h"
#include "base/text.h"

struct stat;

// STATUS_INPUT with a sentence that says what to do.
bool file_own_check(const struct stat *info, const char *path, Status *status);
bool file_is_own(const char *path,
                 Status *status); // the same of a path; links are followed, none is no failure
// As file_read; follows no link. A file that is not the user's own is refused.
char *file_own_read(const char *path, size_t *length, Status *status);
// As file_write, for the user's eyes only; makes the folder, replaces a link, and removes what a killed
// program left beside. Says which variable names another folder when that one cannot be written to.
bool file_own_write(const char *path, const void *bytes, size_t length, Status *status);
// Renames what is there to the first free "<path>.<why>-1", -2, ...: nothing is lost. Its new name to `name`.
bool file_own_set_aside(const char *path, const char *why, Text *name, Status *status);

// Which file it was: another one is there once anybody replaced it or wrote to it.
typedef struct FileStamp {
  bool there;
  uint64_t device, number;
  int64_t size, seconds, nanoseconds; // of the last change
} FileStamp;
FileStamp file_stamp(const char *path);
bool file_stamp_equal(const FileStamp *a, const FileStamp *b);
