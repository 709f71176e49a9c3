// Curses as a blitter: it finds out what differs from the last picture and moves the cursor. Input, layout,
// colours and line drawing are ours.
#include "tui/terminal.h"

#include "base/arena.h"
#include "tui/terminal_clipboard.h"
#include "tui/terminal_rescue.h"

#include <curses.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>

// A style over another as curses writes it.
typedef struct Look {
  bool known;
  attr_t attributes;
  int pair;
} Look;

struct Terminal {
  SCREEN *screen;
  ColorDepth depth;
  bool eight; // 8 colours only: bright ones are bold
  bool mouse;
  bool fresh;                           // nothing is known of what the screen shows
  Grid *shown;                          // the last picture
  Theme theme;                          // that it was drawn with
  Look looks[STYLE_COUNT][STYLE_COUNT]; // of the theme: finding the nearest colour takes a while
};

// Buttons, movements while one is down, and reports that work past column 223.
static const char mouse_on[] = "\033[?1000h\033[?1002h\033[?1006h",
                  mouse_off[] = "\033[?1006l\033[?1002l\033[?1000l";
static const char paste_on[] = "\033[?2004h", paste_off[] = "\033[?2004l";
static const char frame_begin[] = "\033[?2026h", frame_end[] = "\033[?2026l"; // synchronized output

static void emit(const char *bytes) {
  size_t left = strlen(bytes);
  while (left) {
    ssize_t written = write(STDOUT_FILENO, bytes, left);
    if (written <= 0) return; // the terminal is gone: its signal follows
    bytes += written, left -= (size_t)written;
  }
}

// ---- Taking over and giving back.

static ColorDepth detect_depth(TerminalColor wanted) {
  const char *none = getenv("NO_COLOR");
  if (wanted == TERMINAL_COLOR_NEVER || (wanted == TERMINAL_COLOR_AUTO && none && *none)) return DEPTH_MONO;
  if (!has_colors() || start_color() == ERR) return DEPTH_MONO;
  use_default_colors();
  ColorDepth most = COLORS >= 1 << 24 ? DEPTH_TRUE : COLORS >= 256 ? DEPTH_256 : DEPTH_16;
  if (wanted == TERMINAL_COLOR_16 || (wanted == TERMINAL_COLOR_256 && most == DEPTH_TRUE))
    return (ColorDepth)(wanted - TERMINAL_COLOR_16 + DEPTH_16);
  return most;
}

static const char *capability(const char *name) {
  const char *text = tigetstr(name);
  return text == NULL || text == (const char *)-1 ? "" : text;
}

static void modes_on(const Terminal *terminal) {
  emit(paste_on);
  if (terminal->mouse) emit(mouse_on);
}

static void modes_off(void) {
  emit(mouse_off);
  emit(paste_off);
}

static void arm_rescue(void) {
  char restore[256];
  snprintf(restore, sizeof restore, "%s%s%s%s%s%s", frame_end, mouse_off, paste_off, capability("sgr0"),
           capability("rmcup"), capability("cnorm"));
  rescue_arm(restore);
}

static bool start_curses(Terminal *terminal, Status *status) {
  const char *type = getenv("TERM");
  bool known = setupterm(type, STDOUT_FILENO, &(int){0}) == OK && *capability("cup");
  if (known) arm_rescue(); // keeps the modes as they are before curses
  terminal->screen = known ? newterm(NULL, stdout, stdin) : NULL;
  if (!terminal->screen)
    return status_fail(status, STATUS_INPUT,
                       "the terminal type \"%s\" (TERM) is unknown or cannot move its cursor; try "
                       "TERM=xterm-256color, or --dump-screen",
                       type ? type : "");
  raw();
  noecho();
  nonl();
  typeahead(-1);
  leaveok(stdscr, TRUE);
  curs_set(0);
  return true;
}

Terminal *terminal_open(TerminalColor color, bool mouse, Status *status) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
    status_fail(status, STATUS_INPUT,
                "the explorer needs a terminal; use --dump-screen, or a command such as 'plan'");
    return NULL;
  }
  Terminal *terminal = memory_alloc(sizeof *terminal);
  terminal->mouse = mouse;
  if (!start_curses(terminal, status)) {
    free(terminal);
    return NULL;
  }
  terminal->depth = detect_depth(color);
  terminal->eight = COLORS < 16;
  terminal->fresh = true;
  terminal->shown = grid_new(1, 1, false);
  modes_on(terminal);
  return terminal;
}

// On a terminal without a second screen the picture would stay, with the prompt in its last line.
static void leave_screen(void) {
  modes_off();
  endwin();
  if (*capability("rmcup")) return;
  putp(capability("clear"));
  fflush(stdout);
}

void terminal_close(Terminal *terminal) {
  if (!terminal) return;
  leave_screen();
  rescue_disarm();
  delscreen(terminal->screen);
  grid_free(terminal->shown);
  free(terminal);
}

void terminal_size(int *width, int *height) {
  struct winsize size;
  bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
  *width = known ? size.ws_col : 80;
  *height = known ? size.ws_row : 24;
}

void terminal_resize(Terminal *terminal, int width, int height) {
  resizeterm(height, width);
  terminal_repaint(terminal);
}

void terminal_repaint(Terminal *terminal) {
  terminal->fresh = true;
}

void terminal_copy(const Text *text) {
  Text sequence = {0};
  clipboard_sequence(text_get(text), text->length, &sequence);
  emit(text_get(&sequence));
  text_free(&sequence);
}

void terminal_lend(Terminal *terminal) {
  (void)terminal;
  leave_screen();
}

void terminal_take_back(Terminal *terminal) {
  refresh();
  curs_set(0);
  modes_on(terminal);
  terminal_repaint(terminal);
}

void terminal_suspend(Terminal *terminal) {
  sigset_t stop, previous;
  terminal_lend(terminal);
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  void (*handler)(int) = signal(SIGTSTP, SIG_DFL);
  kill(0, SIGTSTP); // the whole job, as ^Z does
  sigprocmask(SIG_UNBLOCK, &stop, &previous);
  sigprocmask(SIG_SETMASK, &previous, NULL);
  signal(SIGTSTP, handler);
  terminal_take_back(terminal);
}

// ---- Blitting.

static attr_t attributes_of(unsigned attributes) {
  return (attributes & ATTRIBUTE_BOLD ? A_BOLD : 0) | (attributes & ATTRIBUTE_DIM ? A_DIM : 0) |
         (attributes & ATTRIBUTE_UNDERLINE ? A_UNDERLINE : 0) |
         (attributes & ATTRIBUTE_REVERSE ? A_REVERSE : 0) | (attributes & ATTRIBUTE_ITALIC ? A_ITALIC : 0);
}

static Look make_look(const Terminal *terminal, Style style, Style under) {
  ThemeStyle look = theme_resolve(&terminal->theme, style, under, terminal->depth);
  int foreground = theme_color_number(look.foreground, terminal->depth);
  int background = theme_color_number(look.background, terminal->depth);
  if (terminal->eight) theme_of_eight(&foreground, &background, &look.attributes);
  attr_t attributes = attributes_of(look.attributes);
  bool plain = foreground == THEME_DEFAULT && background == THEME_DEFAULT;
  int pair = plain || terminal->depth == DEPTH_MONO ? 0 : alloc_pair(foreground, background);
  return (Look){true, attributes, pair < 0 ? 0 : pair};
}

static void use_theme(Terminal *terminal, const Theme *theme) {
  if (memcmp(&terminal->theme, theme, sizeof *theme) == 0) return;
  terminal->theme = *theme;
  memset(terminal->looks, 0, sizeof terminal->looks);
}

static void put(Terminal *terminal, int x, int y, const Cell *cell) {
  cchar_t character;
  wchar_t text[2] = {(wchar_t)cell->codepoint, 0};
  Look *look = &terminal->looks[cell->style][cell->under];
  if (!look->known) *look = make_look(terminal, (Style)cell->style, (Style)cell->under);
  setcchar(&character, text, look->attributes, 0, &look->pair);
  mvadd_wchnstr(y, x, &character, 1);
}

static bool same_cell(const Cell *a, const Cell *b) {
  return a->codepoint == b->codepoint && a->width == b->width && a->style == b->style && a->under == b->under;
}

void terminal_blit(Terminal *terminal, const Grid *grid, const Theme *theme) {
  bool all =
      terminal->fresh || grid->width != terminal->shown->width || grid->height != terminal->shown->height;
  if (!all && grid_equal(grid, terminal->shown)) return;
  if (all) erase();
  use_theme(terminal, theme);
  for (int y = 0; y < grid->height; y++)
    for (int x = 0; x < grid->width; x++) {
      size_t at = (size_t)y * (size_t)grid->width + (size_t)x;
      const Cell *cell = &grid->cells[at];
      if (cell->width && (all || !same_cell(cell, &terminal->shown->cells[at]))) put(terminal, x, y, cell);
    }
  if (terminal->fresh) clearok(stdscr, TRUE);
  emit(frame_begin);
  refresh();
  emit(frame_end);
  grid_copy(terminal->shown, grid);
  terminal->fresh = false;
}
