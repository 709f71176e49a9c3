// The program in a terminal of the test's own, which follows what it does to the terminal.
#pragma once

#include "base/text.h"
#include "test.h"

#include <sys/types.h>
#include <termios.h>

enum { ALTERNATE = 3 }; // of the modes: the other screen
enum { QUIET_MS = 2, PATIENCE_MS = 10000 };

// Modes that programs switch on and off by "\033[?<number>h" and "l", and how they are at rest.
typedef struct Mode {
  int number;
  bool rest, on;
} Mode;

typedef struct Screen {
  pid_t process;
  int terminal, slave; // the program's end is kept open: its modes outlive the program
  struct termios before;
  bool over;
  int status; // of its end
  Mode modes[6];
  Text pending; // output not yet looked at
  Text shown;   // all output since screen_type
} Screen;

// Starts the program with these words (the last is NULL), and waits until it has the screen.
Screen screen_start(const char *const *words);
Screen screen_begin(const char *const *words); // without waiting
// Takes what the program writes until it is quiet so long; false: it has closed the terminal.
bool screen_drain(Screen *screen, int milliseconds);
// Whether the screen is taken, or given back, within PATIENCE_MS.
bool screen_awaits(Screen *screen, bool taken);
// Whether what is written from the last screen_type on has the text, which it does in one piece only where
// nothing of it was there before.
bool screen_shows(Screen *screen, const char *text);
void screen_type(Screen *screen, const char *keys);
// Whether it has ended. A program that suspended itself goes on.
bool screen_is_over(Screen *screen);
void screen_check_restored(Screen *screen, const char *how);
// Fails unless it ends, and leaves the terminal as it was; then the screen is freed.
void screen_end(Screen *screen, const char *how);
// What curses keeps until the end is not ours to give back: sanitizers are told so by a file in `folder`.
void screen_suppress_leaks(const char *folder);
