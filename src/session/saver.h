// Files written beside the caller, on a thread: of what follows each other quickly only the newest is
// written, whole or not at all (file_write). One thread owns a saver.
#pragma once

#include "base/status.h"
#include "base/text.h"

typedef struct Saver Saver;

// What becomes the text of a file: `write` is called at most once, on the saver's thread, `free` always.
typedef struct SaverContent {
  void (*write)(void *data, Text *out);
  void (*free)(void *data);
  void *data;
} SaverContent;

Saver *saver_new(void);
void saver_free(Saver *saver); // NULL is allowed; what waits is written first
// Takes the content over. What still waits for another path is waited for first.
void saver_put(Saver *saver, const char *path, const SaverContent *content);
void saver_put_text(Saver *saver, const char *path, Text *text); // the same of a text
void saver_wait(Saver *saver);                                   // until nothing waits
bool saver_failed(Saver *saver,
                  Status *status); // could the file written last not be written? With the reason
