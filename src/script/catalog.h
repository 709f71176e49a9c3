// What there is in Lua files: heuristics, lessons and the user's commands. Reading them all takes several
// milliseconds, so that a screen has it done on a thread, which reads them again when files change.
#pragma once

#include "script/command.h"
#include "script/lesson/lesson.h"

#include <stdatomic.h>

typedef enum CatalogParts {
  CATALOG_HEURISTICS = 1,
  CATALOG_LESSONS = 2,
  CATALOG_COMMANDS = 4,
  CATALOG_ALL = 7
} CatalogParts;

// Not changed once they are read.
typedef struct CatalogLists {
  HeuristicInfo *heuristics;
  LessonInfo *lessons;
  CommandInfo *commands;
  int heuristic_count, lesson_count, command_count;
  Text problems;      // with commands, a line each
  atomic_int holders; // the last one frees them
} CatalogLists;

typedef struct Catalog Catalog;

Catalog *catalog_new(void);
void catalog_start(Catalog *catalog); // begins to read; before, lists are read when they are asked for
void catalog_free(Catalog *catalog);  // NULL is allowed
// Readable when there are other lists than before: catalog_taken ends that. -1 while nothing reads.
int catalog_fd(const Catalog *catalog);
void catalog_taken(Catalog *catalog);
// False while the first reading goes on, for which catalog_lists would wait.
bool catalog_is_read(Catalog *catalog);
// The lists as they are known, after the first reading, which is waited for. Of a catalog that is NULL, or
// not started: read now, those of `parts`. To be released.
CatalogLists *catalog_lists(Catalog *catalog, CatalogParts parts);
void catalog_release(CatalogLists *lists); // NULL is allowed
