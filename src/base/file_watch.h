// Watching one file for being written or replaced. Watches its folder: editors save by renaming a new file
// over the old one.
#pragma once

#include <stdbool.h>

typedef struct FileWatch FileWatch;

FileWatch *file_watch_new(const char *path); // NULL when the system cannot (or the folder is not there)
void file_watch_free(FileWatch *watch);      // NULL is allowed
int file_watch_fd(const FileWatch *watch);   // readable (poll) while something has happened in the folder
bool file_watch_changed(FileWatch *watch);   // takes in what happened: was it the file?
