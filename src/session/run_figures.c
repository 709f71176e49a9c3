#include "session/run_figures.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void forget(RunFigure *figure) {
  free(figure->name);
  free(figure->text);
}

static bool is_name(const char *name) {
  size_t length = strlen(name);
  return length > 0 && length <= RUN_FIGURE_NAME_MOST &&
         strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

bool run_figures_set(RunFigures *figures, const char *name, const RunFigure *figure) {
  int at = 0, count = figures->list.count;
  while (at < count && strcmp(figures->list.data[at].name, name) < 0)
    at++;
  bool same = at < count && strcmp(figures->list.data[at].name, name) == 0;
  if (!is_name(name) || !isfinite(figure->number) || (!same && count == RUN_FIGURES_MOST)) return false;
  RunFigure own = *figure;
  own.name = memory_strdup(name);
  if (same) {
    forget(&figures->list.data[at]);
  } else {
    vector_push(&figures->list, own);
    memmove(&figures->list.data[at + 1], &figures->list.data[at], (size_t)(count - at) * sizeof own);
  }
  figures->list.data[at] = own;
  return true;
}

void run_figures_clear(RunFigures *figures) {
  for (int i = 0; i < figures->list.count; i++)
    forget(&figures->list.data[i]);
  vector_free(&figures->list);
}

void run_figures_json(const RunFigures *figures, JsonWriter *writer) {
  if (figures->list.count == 0) return;
  json_begin_object(writer, "report");
  for (int i = 0; i < figures->list.count; i++) {
    const RunFigure *figure = &figures->list.data[i];
    switch (figure->kind) {
      case RUN_FIGURE_INTEGER:
        json_put_integer(writer, figure->name, figure->integer);
        break;
      case RUN_FIGURE_NUMBER:
        json_put_number(writer, figure->name, figure->number);
        break;
      case RUN_FIGURE_BOOL:
        json_put_bool(writer, figure->name, figure->integer != 0);
        break;
      case RUN_FIGURE_TEXT:
        json_put_string(writer, figure->name, figure->text);
        break;
    }
  }
  json_end(writer);
}

// A text that could be taken for more than one value is quoted.
static void add_words(const char *text, Text *out) {
  bool plain = *text && !strpbrk(text, " \"=\\\n\t");
  JsonWriter writer = json_writer(out, false);
  if (plain)
    text_add(out, text);
  else
    json_put_string(&writer, NULL, text);
}

void run_figures_text(const RunFigures *figures, Text *out) {
  for (int i = 0; i < figures->list.count; i++) {
    const RunFigure *figure = &figures->list.data[i];
    text_printf(out, "%s%s=", i ? " " : "", figure->name);
    switch (figure->kind) {
      case RUN_FIGURE_INTEGER:
        text_printf(out, "%lld", (long long)figure->integer);
        break;
      case RUN_FIGURE_NUMBER:
        text_printf(out, "%.9g", figure->number);
        break;
      case RUN_FIGURE_BOOL:
        text_add(out, figure->integer ? "true" : "false");
        break;
      case RUN_FIGURE_TEXT:
        add_words(figure->text, out);
        break;
    }
  }
}

void run_figures_pack(const RunFigures *figures, Text *out) {
  pack_integer(out, figures->list.count);
  for (int i = 0; i < figures->list.count; i++) {
    const RunFigure *figure = &figures->list.data[i];
    pack_string(out, figure->name);
    pack_integer(out, figure->kind);
    pack_integer(out, figure->integer);
    pack_number(out, figure->number);
    pack_string(out, figure->text);
  }
}

bool run_figures_unpack(RunFigures *figures, Unpack *from) {
  run_figures_clear(figures);
  int count = (int)unpack_integer(from, 0, RUN_FIGURES_MOST);
  for (int i = 0; i < count && !from->failed; i++) {
    char *name = unpack_line(from);
    RunFigure figure = {.kind = (FigureKind)unpack_integer(from, 0, RUN_FIGURE_TEXT)};
    figure.integer = unpack_integer(from, INT64_MIN, INT64_MAX);
    figure.number = unpack_number(from);
    figure.text = unpack_line(from);
    if (!run_figures_set(figures, name, &figure)) free(figure.text);
    free(name);
  }
  if (from->failed) run_figures_clear(figures);
  return !from->failed;
}
