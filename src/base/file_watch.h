// Watching files for being written or replaced. Folders are watched, not files: editors save by renaming a
// new file over the old one.
#pragma once

#include <stdbool.h>

typedef struct FileWatch FileWatch;

FileWatch *file_watch_new(const char *path); // NULL when the system cannot (or the folder is not there)
// All files in folders whose names end with `suffix` (".lua"), also those that come or go, and folders in
// them that do. Folders that are NULL or not there are passed over. NULL when the system cannot.
FileWatch *file_watch_folders(char *const *folders, int count, const char *suffix);
void file_watch_free(FileWatch *watch);    // NULL is allowed
int file_watch_fd(const FileWatch *watch); // readable (poll) while something has happened in a folder
bool file_watch_changed(FileWatch *watch); // takes in what happened: was it what is watched for?
