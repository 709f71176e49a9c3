#include "fixture.h"

#include <stdio.h>
#include <string.h>

Fixture open_graph(const char *name, int width, int height) {
  return open_graph_with(name, &(SessionOptions){.cache_folder = ""}, GLYPHS_ASCII, width, height);
}

Fixture open_graph_raw(const char *name, const SessionOptions *options, GlyphSet glyphs, int width,
                       int height) {
  Fixture it = {0};
  Status status = {0};
  char path[512];
  snprintf(path, sizeof path, "%s/graphs/%s", FUSEBOX_SOURCE_ROOT, name);
  it.session = session_open(path, options, &status);
  assert_non_null(it.session);
  it.explorer = explorer_new(it.session, &(UiOptions){0}, glyphs, &status);
  assert_non_null(it.explorer);
  it.explorer->synchronous = true;
  it.grid = grid_new(width, height, glyphs == GLYPHS_ASCII);
  return it;
}

Fixture open_graph_with(const char *name, const SessionOptions *options, GlyphSet glyphs, int width,
                        int height) {
  Fixture it = open_graph_raw(name, options, glyphs, width, height);
  explorer_work(it.explorer, -1);
  explorer_draw(it.explorer, it.grid);
  return it;
}

void close_graph(Fixture *it) {
  explorer_free(it->explorer);
  session_close(it->session);
  grid_free(it->grid);
}

void press(Fixture *it, const char *keys) {
  Key key;
  size_t length;
  for (; *keys; keys += length) {
    if (*keys == ' ') {
      length = 1;
      continue;
    }
    assert_true(key_parse(keys, &key, &length));
    explorer_event(it->explorer, &(Event){.kind = EVENT_KEY, .key = key});
    it->explorer = explorer_turn(it->explorer);
    explorer_sync(it->explorer);
    explorer_work(it->explorer, -1);
    explorer_draw(it->explorer, it->grid);
  }
}

int times_shown(const Fixture *it, const char *part) {
  Text text = {0};
  grid_dump(it->grid, &text);
  int times = 0;
  for (const char *at = text_get(&text); (at = strstr(at, part)); at++)
    times++;
  text_free(&text);
  return times;
}

bool shows(const Fixture *it, const char *part) {
  return times_shown(it, part) > 0;
}

int kernels(const Fixture *it) {
  return plan_kernel_count(session_plan(it->session));
}
