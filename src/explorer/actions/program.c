// Actions on the program: palette, help, themes, screenshot, leaving.
#include "base/arena.h"
#include "explorer/actions/action.h"
#include "explorer/actions/texts.h"
#include "explorer/state/commands.h"
#include "session/results/profiled.h"
#include "session/said.h"
#include "tui/page.h"

#include <stdlib.h>
#include <string.h>

// ---- Palette and help: the action table as a list.

static void accept_action(Explorer *explorer, const char *text, const PickerItem *item) {
  if (item && item->value >= ACTION_COUNT)
    commands_start(explorer, item->value - ACTION_COUNT);
  else if (item)
    action_run(explorer, action_get((ActionId)item->value));
  else
    explorer_fail(explorer, "there is no action \"%s\"", text);
}

static void add_action(Explorer *explorer, const Action *action) {
  Text keys = {0};
  action_all_keys(action, &keys);
  picker_item(&explorer->picker, action->name, action->help, text_get(&keys), action_off(explorer, action),
              (int)action->id);
  text_free(&keys);
}

// The user's own, behind the program's.
static void add_commands(Explorer *explorer) {
  const Commands *commands = commands_of(explorer);
  for (int i = 0; i < commands->count; i++)
    picker_item(&explorer->picker, commands->list[i].name, commands->list[i].help,
                commands->has_key[i] ? commands->list[i].key : "", NULL, ACTION_COUNT + i);
}

void action_palette(Explorer *explorer) {
  commands_update(explorer);
  picker_open(&explorer->picker, "Commands", accept_action);
  for (int i = 0; i < ACTION_COUNT; i++)
    add_action(explorer, action_get(action_listed(i)));
  add_commands(explorer);
  picker_filter(&explorer->picker);
}

void action_help(Explorer *explorer) {
  commands_update(explorer);
  picker_open(&explorer->picker, "Help: type to filter, Enter does it, Esc closes", accept_action);
  for (int group = 0; group < GROUP_COUNT; group++) {
    picker_heading(&explorer->picker, action_group_name((ActionGroup)group));
    for (int i = 0; i < ACTION_COUNT; i++)
      if (action_get(action_listed(i))->group == (ActionGroup)group)
        add_action(explorer, action_get(action_listed(i)));
  }
  if (commands_of(explorer)->count) picker_heading(&explorer->picker, "Your commands");
  add_commands(explorer);
  picker_filter(&explorer->picker);
}

// ---- Themes.

static void accept_theme(Explorer *explorer, const char *text, const PickerItem *item) {
  Status status = {0};
  Theme theme;
  const char *name = item ? item->label : text;
  if (!theme_load(name, &theme, &status)) {
    explorer_fail(explorer, "%s", status.message);
    return;
  }
  explorer->theme = theme;
  explorer->requests.repaint = true;
  explorer_say(explorer, "theme %s", theme.name);
}

void action_choose_theme(Explorer *explorer) {
  int count;
  char **names = theme_names(&count);
  picker_open(&explorer->picker, "Themes", accept_theme);
  for (int i = 0; i < count; i++) {
    picker_item(&explorer->picker, names[i],
                text_equal(names[i], explorer->theme.name) ? "the one in use" : "", NULL, NULL, i);
    free(names[i]);
  }
  free(names);
  picker_filter(&explorer->picker);
}

// ---- Texts to read: the last message, notes.

void action_message(Explorer *explorer) {
  texts_open(explorer, "Message");
  texts_add(explorer, text_get(&explorer->message));
  picker_filter(&explorer->picker);
}

static void add_notes(Explorer *explorer, const SaidNotes *kinds) {
  for (int i = 0; i < kinds->count; i++) {
    Text line = {0};
    text_add(&line, "- ");
    said_print(&kinds->data[i], &line);
    texts_add(explorer, text_get(&line));
    text_free(&line);
  }
}

void action_notes(Explorer *explorer) {
  const DumpNotes *dump = session_find_dump_notes(explorer->session);
  int count;
  const Note *notes = graph_notes(explorer->graph, &count);
  SaidNotes kinds = {0};
  texts_open(explorer, "Notes");
  for (int i = 0; i < dump->sentences.count; i++)
    said_count(&kinds, dump->sentences.data[i]);
  for (int i = 0; i < count; i++)
    said_count(&kinds, notes[i].text);
  const ProfileJoin *join = session_profile(explorer->session);
  for (int i = 0; join && i < join->sentences.count; i++)
    said_count(&kinds, join->sentences.data[i]);
  add_notes(explorer, &kinds);
  said_free(&kinds);
  picker_filter(&explorer->picker);
}

void action_repaint(Explorer *explorer) {
  explorer->requests.repaint = true;
}

void action_suspend(Explorer *explorer) {
  explorer->requests.suspend = true;
}

void action_quit(Explorer *explorer) {
  explorer->requests.quit = true;
}
