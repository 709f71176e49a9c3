// The rows of a store that others add to meanwhile: each reading takes what was written since the one before.
#pragma once

#include "base/hash.h"
#include "experiment/row.h"

typedef struct FeedFile {
  char *name;    // below rows/
  int64_t taken; // bytes
  int lines;
} FeedFile;

typedef struct StoreFeed {
  char *folder;
  Rows rows;    // of all readings, each key once; texts stay where they are from one reading to the next
  HashMap seen; // store_key of a row's key -> index
  VECTOR(FeedFile) files; // by name
} StoreFeed;

void store_feed_open(StoreFeed *feed, const char *folder);
void store_feed_close(StoreFeed *feed);
// True: *grew tells whether there was anything new. False with the file and the row that is none, or with the
// file that was cut; what was read before stays.
bool store_feed_read(StoreFeed *feed, bool *grew, Status *status);
