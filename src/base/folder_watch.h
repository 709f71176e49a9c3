// Watching folders for files of one kind that come, change or go, and for folders in them.
#pragma once

#include <stdbool.h>

typedef struct FolderWatch FolderWatch;

// `suffix`: what the names of the files end with (".lua"); borrowed. Folders that are NULL or not there are
// passed over. NULL when the system cannot.
FolderWatch *folder_watch_new(char *const *folders, int count, const char *suffix);
void folder_watch_free(FolderWatch *watch);    // NULL is allowed
int folder_watch_fd(const FolderWatch *watch); // readable (poll) while something has happened
bool folder_watch_changed(FolderWatch *watch); // takes in what happened: was it such a file, or a folder?
