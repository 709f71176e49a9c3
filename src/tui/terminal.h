// The terminal: takes grids, gives bytes. The only part that knows curses, which only blits.
#pragma once

#include "base/status.h"
#include "tui/grid.h"
#include "tui/theme.h"

typedef struct Terminal Terminal;

typedef enum TerminalColor {
  TERMINAL_COLOR_AUTO,  // what the terminal can; NO_COLOR turns it off
  TERMINAL_COLOR_NEVER, // mono: bold, underline and reverse only
  TERMINAL_COLOR_16,
  TERMINAL_COLOR_256,
  TERMINAL_COLOR_TRUE, // 24 bits
} TerminalColor;

// Takes the terminal over: alternate screen, raw input, bracketed paste, and the mouse where it is wanted.
// Fails with STATUS_INPUT when stdin or stdout is no terminal, or its type is unknown.
Terminal *terminal_open(TerminalColor color, bool mouse, Status *status);
void terminal_close(Terminal *terminal);     // gives it back as it was; NULL is allowed
void terminal_size(int *width, int *height); // as the system knows it now
void terminal_resize(Terminal *terminal, int width, int height);
void terminal_blit(Terminal *terminal, const Grid *grid, const Theme *theme); // only what changed
void terminal_repaint(Terminal *terminal);   // the next blit draws everything
void terminal_copy(const Text *text);        // into its clipboard, where it allows that
void terminal_lend(Terminal *terminal);      // gives it back for another program,
void terminal_take_back(Terminal *terminal); // until that has ended
void terminal_suspend(Terminal *terminal);   // gives it back, stops the process; returns when it is continued
