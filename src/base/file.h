// Files and folders.
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILE_SIZE_LIMIT = 1 << 30 }; // bytes; larger inputs are refused with a message

// The whole file, terminated by a zero byte that is not counted in *length (may be NULL). Free with free().
// NULL on failure with a message that names the file. Of pipes and devices only those are read that a shell
// handed over ("/dev/stdin", "/dev/fd/63"): others may never answer.
char *file_read(const char *path, size_t *length, Status *status);
// The first `most` bytes at the most, without reading more; else as file_read.
char *file_read_head(const char *path, size_t most, size_t *length, Status *status);
// Writes a temporary file beside `path` and renames it over: the old content or the new, never a part. Links
// are followed; devices and pipes are written to directly.
bool file_write(const char *path, const void *bytes, size_t length, Status *status);
// For a library that writes a file by its name: the name of a new, empty file beside `path`, and what then
// puts it in the place of `path`, or, unless `good`, removes it; either way the name is freed. Links are
// followed; a device or a pipe is refused. NULL and false with a message.
char *file_write_begin(const char *path, Status *status);
bool file_write_end(const char *path, char *beside, bool good, Status *status);
bool file_exists(const char *path);
bool file_is_folder(const char *path);
bool file_is_regular(const char *path); // no folder, pipe or device: reading it waits for nobody
bool file_make_folders(const char *path, Status *status); // as mkdir -p
// "folder/name", allocated with malloc.
char *file_join(const char *folder, const char *name);
const char *file_base_name(const char *path); // the part after the last '/'
char *file_whole(const char *path); // without links, from the root; NULL with errno. Free with free()
// Names of the entries of a folder except "." and "..", sorted bytewise; free each and the array. NULL on
// failure.
char **file_list(const char *folder, int *count, Status *status);

typedef enum FilePlace { PLACE_CACHE, PLACE_STATE, PLACE_CONFIG } FilePlace;
// ~/.cache/fusebox and its like by the XDG base directory rules (FUSEBOX_CACHE, FUSEBOX_STATE and
// FUSEBOX_CONFIG override), created when missing. Without HOME they lie in a private folder below $TMPDIR or
// /tmp. One that is not the user's own (file_own.h) is not used: then a path that can never be there.
// Allocated with malloc.
char *file_place(FilePlace place);
bool file_place_check(FilePlace place, Status *status); // is it used? With what to do about it
// A file of these folders must be the user's own as well; one that lies elsewhere is what it is.
bool file_place_check_file(const char *path, Status *status);
// The variable that would name another folder than the one that `path` is in; NULL: it is in none of these.
const char *file_place_variable(const char *path);
// The path of a shipped file or folder ("lua/heuristics/greedy.lua", "devices/h200.json"): looked for under
// $FUSEBOX_DATA, then beside the installed program or, by one in its build folder, in the source tree, then
// inside the program ("fusebox:devices/h200.json", which all functions here read). NULL: there is none.
char *file_data(const char *name);
// Names of the files with a suffix in a shipped folder ("devices"), in any of these places, sorted, each
// once; free each and the array.
char **file_data_list(const char *folder, const char *suffix, int *count);
