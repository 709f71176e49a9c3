// Script: the heuristic that was run last: what it printed, or where it failed, with the source around.
#include "base/arena.h"
#include "base/file.h"
#include "explorer/state/explorer.h"
#include "explorer/state/script_run.h"
#include "explorer/tabs/tab.h"

#include <stdlib.h>
#include <string.h>

enum { SOURCE_AROUND = 3 };

// The file in its folder: the rest of the path says little and takes much room.
static const char *short_path(const char *path) {
  const char *name = file_base_name(path);
  while (name > path && name[-1] == '/')
    name--;
  while (name > path && name[-1] != '/')
    name--;
  return name;
}

static void add_heading(Explorer *explorer, Page *page, int width) {
  const Script *script = script_of(explorer);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_STRONG, "%s", script->name);
  for (int i = 0; i < script->option_count; i++)
    page_add(page, STYLE_TEXT, "  %s=%s", script->options[i].name, script->options[i].value);
  if (script->error.length)
    page_add(page, STYLE_BAD, "  failed: the plan is as it was");
  else
    page_add(page, STYLE_GOOD, "  done");
  if (script->path) page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, short_path(script->path));
}

static void add_source_line(Page *page, int line, bool wrong, const char *text, int length) {
  char *copy = memory_strndup(text, (size_t)length);
  if (!copy) return;
  text_sanitize(copy);
  page_line(page, PAGE_NO_TAG);
  page_add(page, wrong ? STYLE_BAD : STYLE_DIM, "%5d ", line);
  page_add(page, wrong ? STYLE_STRONG : STYLE_CODE, "%s", copy);
  free(copy);
}

// The lines around the error.
static void add_source(Page *page, const Script *script) {
  char *source = file_read(script->error_path, NULL, NULL);
  int line = 1;
  for (const char *at = source; at && *at; line++) {
    size_t length = strcspn(at, "\n");
    if (abs(line - script->error_line) <= SOURCE_AROUND)
      add_source_line(page, line, line == script->error_line, at, (int)length);
    at += length + (at[length] == '\n');
  }
  free(source);
}

// What went wrong, the source around, then how it came there.
static void add_error(Page *page, const Script *script, int width) {
  const char *error = text_get(&script->error), *trace = strchr(error, '\n');
  char *message = memory_strndup(error, trace ? (size_t)(trace - error) : strlen(error));
  if (!message) return;
  page_lines(page, width, STYLE_BAD, message);
  free(message);
  if (script->error_path) add_source(page, script);
  if (trace) page_lines(page, width, STYLE_TEXT, trace + 1);
}

// What it said of its run, by name.
static void add_report(Explorer *explorer, Page *page, int width) {
  Text text = {0};
  run_figures_text(session_figures(explorer->session), &text);
  if (text.length) page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_STRONG, text_get(&text));
  text_free(&text);
}

static void make(Explorer *explorer, Page *page, int width) {
  const Script *script = script_of(explorer);
  if (!script->name) {
    page_paragraph(
        page, PAGE_NO_TAG, 0, width, STYLE_DIM,
        "No heuristic was run yet. H runs one, @ sets its options first; what it prints, and where it "
        "fails, is shown here. A heuristic that is saved to its file is run again.");
    return;
  }
  add_heading(explorer, page, width);
  page_line(page, PAGE_NO_TAG);
  add_error(page, script, width);
  page_lines(page, width, STYLE_TEXT, text_get(&script->output));
  if (!script->error.length) add_report(explorer, page, width);
  page_line(page, PAGE_NO_TAG);
  page_paragraph(
      page, PAGE_NO_TAG, 0, width, STYLE_DIM,
      "# shows this tab, V edits the file, Q runs it again, @ sets options; saving it runs it again.");
}

const Tab tab_script = {
    .name = "Script",
    .action = TAB_ACTION(SCRIPT, "tab: script", "#",
                         "the heuristic that was run last: what it printed, or where it failed"),
    .subject = SUBJECT_PLAN,
    .make = make,
};
