// The program as it is used, through a pseudo-terminal: keys, and the time to the end of the frame that each
// paints.
#pragma once

#include "base/vector.h"

#include <stddef.h>
#include <sys/types.h>

enum { FRAME_MS = 16, PATIENCE_MS = 20000 };

typedef struct PtyProgram {
  pid_t process;
  int terminal;
  size_t matched; // of the bytes that end a frame, over reads
  double silence; // milliseconds after which a key is taken to paint nothing
} PtyProgram;

typedef struct Sample {
  double milliseconds; // from the key to the end of its frame
  double busy;         // of them on a processor: what is left on a machine with nothing else to do
  long faults;         // pages that the system had to give meanwhile
  const char *key;     // its bytes
} Sample;

typedef VECTOR(Sample) Samples;

// The built program, or the one that the variable FUSEBOX names, on a file or folder.
PtyProgram pty_start(const char *graph, int width, int height);
void pty_stop(PtyProgram *program);
double pty_now_ms(void);
double pty_busy(pid_t process); // milliseconds that its first thread has been on a processor
// Reads until a frame has ended: its time, or a negative number when none came within `patience`
// milliseconds.
double pty_wait_frame(PtyProgram *program, double patience);
void pty_wait_quiet(PtyProgram *program); // until it paints and works no more, for PATIENCE_MS at most
// Types `keys` and adds a sample when they paint something.
void pty_press(PtyProgram *program, const char *keys, Samples *samples);

void samples_sort_busy(Samples *samples); // ascending by time on a processor
// Keys as people write them, cut to a few.
void samples_name_keys(const char *keys, char *name, size_t size);
// A line of figures, and the keys that took longer than a frame; sorts the samples by time on a processor.
void samples_print(const char *what, const char *graph, const char *size, Samples *samples);
