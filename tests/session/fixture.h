// Sessions over small graphs that are written for the test, with their caches in a folder of their own.
#pragma once

#include "session/session.h"

#include "test.h"

// Sets up the folder (group setup) and removes it (group teardown): graph files, cache, state.
int session_folder_make(void **state);
int session_folder_remove(void **state);

// x and z each go through neg and exp: n1, e1 and n2, e2, where the second pair repeats the first. 4,096
// elements, or size n.
Session *session_twins(const SessionOptions *options);
Session *session_shipped(const char *graph); // "softmax.json"
int op_by_name(Session *session, const char *name);
int kernel_by_name(Session *session, const char *op); // its home
void fuse_by_name(Session *session, const char *a, const char *b);
bool has_nvrtc(void);
