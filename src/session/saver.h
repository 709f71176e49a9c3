// Files written beside the caller, on a thread: of texts that follow each other quickly only the newest is
// written, whole or not at all (file_write). One thread owns a saver.
#pragma once

#include "base/text.h"

typedef struct Saver Saver;

Saver *saver_new(void);
void saver_free(Saver *saver); // NULL is allowed; what waits is written first
// Takes the text over. What still waits for another path is waited for first.
void saver_put(Saver *saver, const char *path, Text *text);
void saver_wait(Saver *saver); // until nothing waits
