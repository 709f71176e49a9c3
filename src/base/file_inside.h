// Files inside the program: what it ships, so that it runs when nothing but itself was copied. Their paths
// begin with "fusebox:" ("fusebox:devices/h200.json") and can be read and listed as others, and not written.
// Internal to the base layer, but for the path.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define FILE_INSIDE "fusebox:"

typedef struct FileInside {
  const char *name; // below share/fusebox: "devices/h200.json"
  const char *bytes;
  size_t length;
} FileInside;

// Sorted by name, ended by a NULL name; src/embed_files.sh writes it. Only the program is linked with it:
// tests, which read the source tree, are not made anew when a data file changes.
extern const FileInside files_inside[] __attribute__((weak));

bool file_is_inside(const char *path);                   // whether it is a path of this kind
const FileInside *file_inside(const char *path);         // NULL: there is no such file
bool file_inside_is_folder(const char *path);            // whether there are files below it
char **file_inside_list(const char *folder, int *count); // as file_list
