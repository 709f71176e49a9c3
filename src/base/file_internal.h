// What reading and writing files share: for the files of src/base only.
#pragma once

#include "base/file.h"
#include "base/text.h"

// Fails with what errno says of the path.
bool file_fail(Status *status, const char *verb, const char *path);
// As file_read, of an open file, which stays open. Refuses what is no regular file, unless it was handed over
// by a shell.
char *file_read_open(int descriptor, const char *path, size_t *length, Status *status);
bool file_write_all(int descriptor, const void *bytes, size_t length); // false with errno
bool file_fail_write(const char *path, Status *status);                // as it, of one that is to be made
// Creates a file beside `path` whose name nobody else uses, through no link. Its name goes to `name`; -1 with
// errno.
int file_create_beside(const char *path, bool own, Text *name);
// As file_write, of a path that is no pipe or device; a link is replaced. `own`: for the user's eyes only.
bool file_replace(const char *path, bool own, const void *bytes, size_t length, Status *status);
// Removes temporary files that file_replace left in a folder when its process was killed: those whose names
// begin with `prefix`, of processes that are gone.
void file_sweep(const char *folder, const char *prefix);
// As file_make_folders, with the permissions of new ones.
bool file_make_folders_as(const char *path, unsigned mode, Status *status);
