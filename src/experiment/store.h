// A store: the folder that an experiment's results are in.
//
//   experiment.json      what was asked (experiment.h)
//   rows/NAME.jsonl      rows, a file for each run of the program: only that run appends to it
//   plans/HASH.json      plan files, each once, by a hash of their text
#pragma once

#include "base/hash.h"
#include "experiment/row.h"

// What experiment.json says of its rows; texts to be freed with store_about_free.
typedef struct StoreAbout {
  char *folder;   // that graphs, scripts and plans are relative to; "": the current one
  char *baseline; // NULL: none is named
} StoreAbout;
bool store_is(const char *folder); // there is an experiment.json of an experiment
bool store_about(const char *folder, StoreAbout *about, Status *status);
void store_about_free(StoreAbout *about);

bool store_make(const char *folder, Status *status); // the folders, where they are missing
// The rows of all files, by the files' names. False with the file and row that is none.
bool store_read(const char *folder, Rows *rows, Status *status);
char *store_rows_path(const char *folder); // of the files of rows, to be freed
bool store_is_row_file(const char *path);  // by its name
// Behind the others, unless one of its key is there: then the first counts, or the first that ended well.
// `seen`: of each key its index.
void store_add_row(Rows *rows, HashMap *seen, const Row *row);
// Of the rows only keys and plans, for those that go on with an experiment: quicker, and in little memory.
typedef struct StorePlan {
  char name[KEY_SIZE]; // ""
  bool ended_well;     // the row did, or another of its key
} StorePlan;
typedef struct StoreAnswers {
  HashMap keys; // store_key of a row's key -> index
  VECTOR(StorePlan) plans;
} StoreAnswers;
bool store_answers(const char *folder, StoreAnswers *answers, Status *status);
void store_answers_free(StoreAnswers *answers);
uint64_t store_key(const char key[KEY_SIZE]);                // its place in such a map
char *store_plan_path(const char *folder, const char *plan); // to be freed
// The text of a kept plan, to be freed; NULL, with the reason, also where it is not what its name says.
char *store_plan_text(const char *folder, const char *plan, size_t *length, Status *status);
// Keeps a plan file's text; `hash` gets its name.
bool store_keep_plan(const char *folder, const char *text, size_t length, char hash[KEY_SIZE],
                     Status *status);

// A file of rows that this process alone writes.
typedef struct RowFile {
  int descriptor;
  char *path;
  int64_t length; // of complete rows
} RowFile;
bool row_file_open(RowFile *file, const char *folder, Status *status);
// All of a row or nothing: a row that does not fit on the disk is taken away again.
bool row_file_add(RowFile *file, const Row *row, Status *status);
bool row_file_add_line(RowFile *file, const Text *line, Status *status); // as row_write wrote it
void row_file_close(RowFile *file); // of one that was never opened, too; a file without rows goes
