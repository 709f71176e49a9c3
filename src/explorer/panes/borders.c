// Moved borders, as { "format": "fusebox-panes", "version": 1, "four columns": 5400 } in the state folder:
// the shares of the splits that were moved, of SHARE_WHOLE.
#include "explorer/panes/borders.h"

#include "base/file_own.h"
#include "base/json.h"
#include "base/log.h"

#include <stdlib.h>
#include <string.h>

static const char FORMAT[] = "fusebox-panes";

typedef struct Borders {
  Shares shares;
  char *path;                // NULL: not kept
  Border held[BORDERS_MOST]; // follow the mouse
  int at[BORDERS_MOST];      // where each was held last, in the direction that it moves in
  int held_count;
  bool moved; // since they were kept last
} Borders;

static Borders *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_BORDERS];
}

const Shares *borders_shares(const Explorer *explorer) {
  return &own(explorer)->shares;
}

// ---- The file.

static const char *const names[] = {
#define X(id, name, percent) name,
    SPLITS(X)
#undef X
};

static void read_shares(Borders *borders) {
  Json *json = file_exists(borders->path) ? json_read_own(borders->path, NULL) : NULL;
  const JsonNode *root = json && json_is_file(json, FORMAT, 1) ? json_root(json) : NULL;
  for (int split = 0; root && split < SPLIT_COUNT; split++) {
    int64_t share = json_integer(json_get(root, names[split]), 0);
    borders->shares.of[split] = share > 0 && share < SHARE_WHOLE ? (int)share : 0;
  }
  json_free(json);
}

static void save(Borders *borders) {
  Text text = {0};
  Status status = {0};
  JsonWriter writer = json_writer(&text, true);
  json_begin_file(&writer, FORMAT, 1);
  for (int split = 0; split < SPLIT_COUNT; split++)
    if (borders->shares.of[split]) json_put_integer(&writer, names[split], borders->shares.of[split]);
  json_end(&writer);
  if (!file_own_write(borders->path, text_get(&text), text.length, &status))
    log_message(LOG_WARNING, "%s", status.message);
  text_free(&text);
}

static void keep(Borders *borders) {
  if (borders->moved && borders->path) save(borders);
  borders->moved = false;
}

// ---- Moving.

static void arrange(Explorer *explorer) {
  explorer_resize(explorer, explorer->layout.width, explorer->layout.height);
}

static int along(const Border *border, int x, int y) {
  return border->upright ? x : y;
}

static void hold(Borders *borders, const Border *border, int x, int y) {
  borders->at[borders->held_count] = along(border, x, y);
  borders->held[borders->held_count++] = *border;
}

void borders_press(Explorer *explorer, int x, int y) {
  Borders *borders = own(explorer);
  borders->held_count = 0;
  for (int i = 0; i < explorer->layout.border_count; i++)
    if (rect_contains(layout_border(&explorer->layout, i), x, y))
      hold(borders, &explorer->layout.borders[i], x, y);
}

// Titles, with the tabs to click on, lie on borders: the mouse may slip to the side.
static void drag(Explorer *explorer, int x, int y) {
  Borders *borders = own(explorer);
  bool moved = false;
  for (int i = 0; i < borders->held_count; i++) {
    const Border *held = &borders->held[i];
    if (borders->at[i] == along(held, x, y)) continue;
    borders->at[i] = along(held, x, y);
    borders->shares.of[held->split] = layout_share_at(held, x, y);
    moved = borders->moved = true;
  }
  if (moved) arrange(explorer);
}

void borders_event(Explorer *explorer, const Event *event) {
  if (event->kind == EVENT_DRAG) {
    drag(explorer, event->x, event->y);
  } else {
    own(explorer)->held_count = 0;
    keep(own(explorer));
  }
}

void borders_take_over(Explorer *explorer, const Explorer *from) {
  own(explorer)->shares = own(from)->shares;
}

void borders_reset(Explorer *explorer) {
  own(explorer)->shares = (Shares){0};
  own(explorer)->moved = true;
  keep(own(explorer));
  arrange(explorer);
}

// ---- With the explorer.

static void open(Explorer *explorer) {
  if (!session_saves(explorer->session)) return;
  char *folder = file_place(PLACE_STATE);
  own(explorer)->path = file_join(folder, "panes.json");
  free(folder);
  read_shares(own(explorer));
}

static void close(Explorer *explorer) {
  keep(own(explorer)); // the program may end while a border is held
  free(own(explorer)->path);
}

const Component component_borders = {.size = sizeof(Borders), .open = open, .close = close};
