// What the files of a folder hold, those in its folders included: taken, put back, compared.
#pragma once

#include "base/text.h"

typedef struct SnapshotFile {
  char *path; // below the folder
  char *bytes;
  size_t length;
} SnapshotFile;

typedef struct Snapshot {
  SnapshotFile *files; // sorted by path
  int count;
} Snapshot;

Snapshot snapshot_take(const char *folder);
void snapshot_free(Snapshot *snapshot);
// Makes the folder hold these files and no others.
void snapshot_restore(const Snapshot *snapshot, const char *folder);
const SnapshotFile *snapshot_find(const Snapshot *snapshot, const char *path); // NULL: there is none
// Have they the same content? Two that are not there have.
bool snapshot_same(const SnapshotFile *a, const SnapshotFile *b);
bool snapshot_equal(const Snapshot *a, const Snapshot *b);
// Says in `why` which file of `now` is neither as it was before nor as it is when all is done; empty: none.
// Files whose path contains one of `loose` (the last is NULL) are not looked at.
void snapshot_torn(const Snapshot *before, const Snapshot *done, const Snapshot *now,
                   const char *const *loose, Text *why);
