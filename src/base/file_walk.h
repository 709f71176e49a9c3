// What lies below a folder that a stranger may have made.
#pragma once

#include <stdbool.h>

enum { FILE_WALK_MOST = 100000 }; // entries that are enough for any folder; what is beyond is not seen

// Of a folder: whether what is in it is wanted, too.
typedef bool FileVisit(void *context, const char *path, bool folder);
// Visits the entries of a folder in the order of their names, and those of folders in it right behind them,
// down to so many folders below it, and so many entries in all. Links are followed, but no folder is looked
// through twice: links to it end there.
void file_walk(const char *folder, int deepest, int most, FileVisit *visit, void *context);
