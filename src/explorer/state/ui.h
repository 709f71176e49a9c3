// The explorer: the screen over one session. `ui_run` is the program on a terminal, `ui_script_run` the same
// program fed from a text and drawn into a text: for tests, demos and bug reports.
#pragma once

#include "base/text.h"
#include "script/catalog.h"
#include "tui/terminal.h"

#include <stdbool.h>

typedef enum UiGlyphs {
  UI_GLYPHS_AUTO, // UTF-8 when the locale is, else ASCII
  UI_GLYPHS_UTF8,
  UI_GLYPHS_ASCII,
} UiGlyphs;

// Zero-initialized: the defaults.
typedef struct UiOptions {
  const char *theme; // a shipped or user's theme by name, or a path; NULL: "dark"
  TerminalColor color;
  UiGlyphs glyphs;
  bool no_mouse;           // leave the mouse to the terminal
  const char *title;       // shown instead of the session's path; NULL
  Lesson *lesson;          // begin it: its session is the one that is shown; NULL. Borrowed
  Catalog *catalog;        // of Lua files; NULL: they are read when they are asked for. Borrowed
  struct GraphSet *graphs; // that the session is the first of; NULL: it is the only one. Borrowed
  struct StoreView *store; // begin with its rows; `graphs` is its set then; NULL: there is none. Borrowed
  bool svg;                // ui_script_run: the one snapshot as SVG, in the theme
  bool keep_lessons;       // how far the student is is read and kept under the user's state folder
} UiOptions;

// Shows the explorer on the terminal until the user quits. `options` may be NULL. The caller opens and closes
// the session; it must not be used by others meanwhile. Fails with STATUS_INPUT when stdin or stdout is no
// terminal, the terminal type is unknown or the theme is broken; the terminal is as before in every case,
// after signals too.
bool ui_run(Session *session, const UiOptions *options, Status *status);

// Plays `keys` on a screen of width x height cells and appends every snapshot to `out`, one line per screen
// row, blanks at line ends cut. `keys`: one command or a text to type per line,
//
//   # a comment
//   <Down> <Enter> <C-r> <Esc> <F1> <MouseLeft:10,4> <Paste:text>   named keys, several on a line
//   <Drag:10,9> <Release:10,9>      the mouse, moved with the left button down, and let go
//   text to type    each character one key; a leading or closing blank needs <Space>
//   snap [title]    a snapshot; preceded by a line "== title"
//   crop [title]    a snapshot of what has the keys alone: the open list, else the pane
//   wait            until no compilation or measurement runs
//   size 80x24      resizes
//
// NULL or a text without a snapshot: one at the end. Colours are left out of snapshots, but not of SVG. False
// with the line on a key that does not exist (`name` is what messages call the text: a file's name).
bool ui_script_run(Session *session, const UiOptions *options, const char *name, const char *keys, int width,
                   int height, Text *out, Status *status);
