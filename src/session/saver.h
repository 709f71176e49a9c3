// Files written beside the caller, on a thread, one after another: of what follows each other quickly for one
// file only the newest is written, whole or not at all (file_own_write). One thread owns a saver.
#pragma once

#include "base/file_own.h"
#include "base/status.h"
#include "base/text.h"

typedef struct Saver Saver;

// What becomes the text of a file: `write` is called at most once, on the saver's thread, `free` always.
typedef struct SaverContent {
  void (*write)(void *data, Text *out);
  void (*free)(void *data);
  void *data;
  bool shared; // others write the file, too: they wait from before `write` until it is written
} SaverContent;

Saver *saver_new(void);
void saver_free(Saver *saver); // NULL is allowed; what waits is written first
// Takes the content over, in the place of what still waits for the path.
void saver_put(Saver *saver, const char *path, const SaverContent *content);
void saver_put_text(Saver *saver, const char *path, Text *text); // the same of a text
// From now on what is at the path is only replaced when it is what `stamp` says, or what was written since:
// what anybody else put there is set aside. NULL: what is there cannot be read, and is set aside first.
void saver_guard(Saver *saver, const char *path, const FileStamp *stamp);
// A sentence on what was set aside, and where, to be told once; false when there is none.
bool saver_notice(Saver *saver, Text *out);
// Frees what takes long to free on the saver's thread, after what waits.
void saver_free_later(Saver *saver, void (*release)(void *data), void *data);
void saver_wait(Saver *saver); // until nothing waits
// Is there a file that could not be written, and was not since? With the reason.
bool saver_failed(Saver *saver, Status *status);
