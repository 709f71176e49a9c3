// Playing keys from a text onto a grid.
#include "explorer/state/ui.h"

#include "base/arena.h"
#include "explorer/state/background.h"
#include "explorer/state/graph_set.h"
#include "explorer/tabs/experiment.h"
#include "explorer/tabs/graphs.h"
#include "tui/grid_svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Player {
  Explorer *explorer;
  Grid *grid;
  Text *out;
  const char *name, *text; // for messages
  Status *status;
  int snaps;
  bool svg;
} Player;

static bool fail(const Player *player, const char *at, const char *problem) {
  return status_fail_at(player->status, player->name, player->text, (long)strlen(player->text),
                        (long)(at - player->text), "%s", problem);
}

// What has the keys: the open list, else the pane, with its border and name.
static Rect keyed_area(const Explorer *explorer, const Grid *grid) {
  Rect screen = {0, 0, grid->width, grid->height};
  return explorer->picker.open ? picker_area(&explorer->picker, screen)
                               : explorer->layout.frame[explorer->focus];
}

static void snap(Player *player, bool crop, const char *title) {
  background_poll(player->explorer);
  explorer_work(player->explorer, -1);
  explorer_sync(player->explorer);
  explorer_draw(player->explorer, player->grid);
  if (title && !player->svg) text_printf(player->out, "== %s\n", title);
  Rect whole = {0, 0, player->grid->width, player->grid->height};
  Grid *shown = grid_crop(player->grid, crop ? keyed_area(player->explorer, player->grid) : whole);
  if (player->svg)
    grid_svg(shown, &player->explorer->theme, player->out);
  else
    grid_dump(shown, player->out);
  grid_free(shown);
  player->snaps++;
}

static void send(Player *player, const Event *event) {
  explorer_event(player->explorer, event);
  player->explorer = explorer_turn(player->explorer);
  explorer_sync(player->explorer);
  explorer_draw(player->explorer, player->grid); // as on a terminal: moves depend on what is shown
}

// ---- One line's parts.

static bool play_mouse(Player *player, const char *at, const char *inside) {
  static const struct {
    const char *name;
    EventKind kind;
    MouseButton button;
  } events[] = {{"MouseLeft", EVENT_MOUSE, MOUSE_LEFT},       {"MouseMiddle", EVENT_MOUSE, MOUSE_MIDDLE},
                {"MouseRight", EVENT_MOUSE, MOUSE_RIGHT},     {"WheelUp", EVENT_MOUSE, MOUSE_WHEEL_UP},
                {"WheelDown", EVENT_MOUSE, MOUSE_WHEEL_DOWN}, {"Drag", EVENT_DRAG, MOUSE_LEFT},
                {"Release", EVENT_RELEASE, MOUSE_LEFT}};
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
    size_t length = strlen(events[i].name);
    int x, y;
    if (strncmp(inside, events[i].name, length) != 0 || inside[length] != ':') continue;
    if (sscanf(inside + length + 1, "%d,%d", &x, &y) != 2)
      return fail(player, at, "a mouse event needs column,row");
    send(player, &(Event){.kind = events[i].kind, .button = events[i].button, .x = x, .y = y});
    return true;
  }
  return fail(player, at, "there is no such key (a '<' itself is <Less>)");
}

static bool play_bracketed(Player *player, const char **at) {
  const char *end = strchr(*at, '>'), *line_end = *at + strcspn(*at, "\n");
  if (!end || end > line_end)
    return fail(player, *at, "'<' begins a key's name that '>' ends (a '<' itself is <Less>)");
  char *inside = memory_strndup(*at + 1, (size_t)(end - *at - 1));
  bool ok = true;
  if (text_starts(inside, "Paste:"))
    send(player, &(Event){.kind = EVENT_PASTE, .text = inside + strlen("Paste:")});
  else
    ok = play_mouse(player, *at, inside);
  free(inside);
  *at = end + 1;
  return ok;
}

static bool play_keys(Player *player, const char *at) {
  while (*at && *at != '\n' && !player->explorer->requests.quit) {
    Key key;
    size_t length;
    if (*at == ' ') {
      at++;
    } else if (key_parse(at, &key, &length)) {
      send(player, &(Event){.kind = EVENT_KEY, .key = key});
      at += length;
    } else if (*at == '<') {
      if (!play_bracketed(player, &at)) return false;
    } else {
      return fail(player, at, "this is no key");
    }
  }
  return true;
}

static void wait_for_jobs(Player *player) {
  Session *session = player->explorer->session;
  Status status = {0};
  session_compile_wait(session, &status);
  session_measure_wait(session, &status);
  background_poll(player->explorer);
  player->explorer->results++;
}

static bool play_size(Player *player, const char *at, const char *size) {
  int width, height;
  if (sscanf(size, "%dx%d", &width, &height) != 2 || width < 1 || height < 1)
    return fail(player, at, "a size like 80x24 is wanted");
  bool ascii = player->grid->ascii;
  grid_free(player->grid);
  player->grid = grid_new(width, height, ascii);
  explorer_draw(player->explorer, player->grid);
  return true;
}

// The rest of the line behind a command word; NULL when the line is another one.
static const char *command(const char *line, const char *word) {
  size_t length = strlen(word);
  if (strncmp(line, word, length) != 0) return NULL;
  if (line[length] == '\0' || line[length] == '\n') return line + length;
  return line[length] == ' ' ? line + length + 1 : NULL;
}

static bool play_line(Player *player, const char *line) {
  const char *rest, *snapped = command(line, "snap"), *cropped = command(line, "crop");
  if (*line == '#' || *line == '\n' || *line == '\0') return true;
  if (snapped || cropped) {
    const char *words = snapped ? snapped : cropped;
    if (player->svg && player->snaps)
      return fail(player, line, "an SVG is one picture: take one \"snap\" or \"crop\"");
    char title[200];
    snprintf(title, sizeof title, "%.*s", (int)strcspn(words, "\n"), words);
    snap(player, cropped, title);
    return true;
  }
  if ((rest = command(line, "size"))) return play_size(player, line, rest);
  if (command(line, "wait")) {
    wait_for_jobs(player);
    return true;
  }
  return play_keys(player, line);
}

static bool play(Player *player) {
  for (const char *line = player->text; line && *line && !player->explorer->requests.quit;) {
    if (!play_line(player, line)) return false;
    line = strchr(line, '\n');
    if (line) line++;
  }
  if (player->snaps == 0) snap(player, false, NULL);
  return true;
}

static GlyphSet glyphs_for(const UiOptions *options) {
  UiGlyphs wanted = options ? options->glyphs : UI_GLYPHS_AUTO;
  return wanted == UI_GLYPHS_ASCII ? GLYPHS_ASCII : GLYPHS_UTF8;
}

bool ui_script_run(Session *session, const UiOptions *options, const char *name, const char *keys, int width,
                   int height, Text *out, Status *status) {
  GlyphSet glyphs = glyphs_for(options);
  Explorer *explorer = explorer_new(session, options, glyphs, status);
  if (!explorer) return false;
  explorer->synchronous = true;
  graph_set_wait(options ? options->graphs : NULL);
  graphs_begin(explorer, options ? options->graphs : NULL);
  experiment_begin(explorer, options ? options->store : NULL);
  Player player = {explorer,
                   grid_new(width, height, glyphs == GLYPHS_ASCII),
                   out,
                   name ? name : "keys",
                   keys ? keys : "",
                   status,
                   0,
                   options && options->svg};
  explorer_work(explorer, -1);
  explorer_sync(explorer);
  explorer_draw(explorer, player.grid);
  bool ok = play(&player);
  grid_free(player.grid);
  explorer_free(player.explorer);
  return ok;
}
