// Pictures: the screen or a pane of it to a file, as text or SVG. "slide.light.svg" is drawn in the theme
// that its name names: a dark screen makes light pictures, for slides and paper.
#include "base/arena.h"
#include "base/file.h"
#include "explorer/actions/action.h"
#include "explorer/panes/view.h"
#include "tui/grid_svg.h"

#include <stdlib.h>
#include <string.h>

// Words before ".svg" that name no theme are part of the name.
static Theme theme_of(const Explorer *explorer, const char *path) {
  Theme theme = explorer->theme;
  char *name = memory_strndup(path, strlen(path) - strlen(".svg"));
  const char *dot = strrchr(name, '.');
  Theme named;
  if (dot && dot[1] && !strchr(dot, '/') && theme_load(dot + 1, &named, NULL)) theme = named;
  free(name);
  return theme;
}

static void add_svg(const Explorer *explorer, const Grid *grid, const char *path, Text *out) {
  Theme theme = theme_of(explorer, path);
  grid_svg(grid, &theme, out);
}

static bool write_picture(Explorer *explorer, const Grid *grid, const char *path, Status *status) {
  bool svg = text_ends(path, ".svg");
  if (!svg && !text_ends(path, ".txt"))
    return status_fail(status, STATUS_INPUT,
                       "%s: pictures are text or SVG: the name must end in .txt or .svg", path);
  Text text = {0};
  if (svg)
    add_svg(explorer, grid, path, &text);
  else
    grid_dump(grid, &text);
  bool ok = file_write(path, text_get(&text), text.length, status);
  text_free(&text);
  return ok;
}

static void accept_picture(Explorer *explorer, Rect part, const char *path) {
  Status status = {0};
  if (part.width <= 0 || part.height <= 0) {
    explorer_fail(explorer, "the screen is too small to show it");
    return;
  }
  Grid *screen = grid_new(explorer->layout.width, explorer->layout.height, explorer->glyphs == GLYPHS_ASCII);
  explorer_draw(explorer, screen);
  Grid *grid = grid_crop(screen, part);
  if (write_picture(explorer, grid, path, &status))
    explorer_say(explorer, "picture written to %s", path);
  else
    explorer_fail(explorer, "%s", status.message);
  grid_free(grid);
  grid_free(screen);
}

static void accept_screen(Explorer *explorer, const char *path, const PickerItem *item) {
  (void)item;
  accept_picture(explorer, (Rect){0, 0, explorer->layout.width, explorer->layout.height}, path);
}

static void accept_pane(Explorer *explorer, const char *path, const PickerItem *item) {
  (void)item;
  accept_picture(explorer, explorer->layout.inside[explorer->focus], path);
}

void action_screenshot(Explorer *explorer) {
  picker_ask(&explorer->picker, "Write the screen to (.txt, .svg or .light.svg)", "fusebox-screen.txt",
             accept_screen);
}

void action_picture(Explorer *explorer) {
  picker_ask(&explorer->picker, "Write the pane to (.txt, .svg or .light.svg)", "fusebox-pane.svg",
             accept_pane);
}
