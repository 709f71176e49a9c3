// The manual page in roff (man macros), from the tables of commands, options, actions and tabs.
#include "cli/cli.h"
#include "explorer/actions/action.h"
#include "explorer/tabs/tab.h"

#include <string.h>

// Words as roff shows them unchanged. A line must not begin with a control character, which only text that
// begins one can do: `\&` before it.
static void add_roff(Text *out, const char *words) {
  if (*words == '.' || *words == '\'') text_add(out, "\\&");
  for (const char *at = words; *at; at++)
    switch (*at) {
      case '\\':
        text_add(out, "\\e");
        break;
      case '-':
        text_add(out, "\\-");
        break;
      case '\'':
        text_add(out, "\\(aq");
        break;
      case '`':
        text_add(out, "\\(ga");
        break;
      case '^':
        text_add(out, "\\(ha");
        break;
      case '~':
        text_add(out, "\\(ti");
        break;
      case '"':
        text_add(out, "\\(dq");
        break;
      default:
        text_add_bytes(out, at, 1);
    }
}

static void add_styled(Text *out, char font, const char *words) {
  text_printf(out, "\\f%c", font);
  add_roff(out, words);
  text_add(out, "\\fR");
}

static void add_line(Text *out, const char *words) {
  add_roff(out, words);
  text_add(out, "\n");
}

// Lines shown as they are, e.g. a command's examples.
static void add_literal(Text *out, const char *lines) {
  text_add(out, ".PP\n.nf\n");
  while (*lines) {
    size_t length = strcspn(lines, "\n");
    Text line = {0};
    text_add_bytes(&line, lines, length);
    add_line(out, text_get(&line));
    text_free(&line);
    lines += length + (lines[length] == '\n');
  }
  text_add(out, ".fi\n");
}

static void add_option_names(Text *out, const OptionInfo *info) {
  if (info->letter) {
    text_printf(out, "\\fB\\-%c\\fR, ", info->letter);
  }
  text_add(out, "\\fB\\-\\-");
  add_roff(out, info->name);
  text_add(out, "\\fR");
  if (info->argument) text_add(out, " "), add_styled(out, 'I', info->argument);
}

static void add_command(Text *out, const Command *command) {
  text_add(out, ".SS ");
  add_styled(out, 'B', command->title);
  if (*command->arguments) text_add(out, " "), add_styled(out, 'I', command->arguments);
  text_add(out, "\n");
  add_line(out, command->help);
  if (command->details) {
    text_add(out, ".PP\n");
    add_line(out, command->details);
    text_add(out, ".PP\n");
  }
  const char *before = "Options: ";
  for (int i = 0; i < OPTION_COUNT; i++) {
    if (!(command->options >> i & 1)) continue;
    text_add(out, before);
    text_add(out, "\\fB\\-\\-");
    add_roff(out, cli_option((OptionId)i)->name);
    text_add(out, "\\fR");
    before = ",\n";
  }
  if (command->options) text_add(out, ".\n");
  add_literal(out, command->examples);
}

static void add_commands(Text *out) {
  int count;
  const Command *commands = cli_commands(&count);
  text_add(out, ".SH COMMANDS\n");
  for (int i = 0; i < count; i++)
    add_command(out, &commands[i]);
}

static void add_options(Text *out) {
  OptionSet taken = OPTION_BIT(HELP) | OPTION_BIT(VERSION) | OPTION_BIT(COLOR);
  int count;
  const Command *commands = cli_commands(&count);
  for (int i = 0; i < count; i++)
    taken |= commands[i].options;
  text_add(out, ".SH OPTIONS\n");
  for (int i = 0; i < OPTION_COUNT; i++) {
    if (!(taken >> i & 1)) continue; // another program's
    const OptionInfo *info = cli_option((OptionId)i);
    text_add(out, ".TP\n");
    add_option_names(out, info);
    text_add(out, "\n");
    add_line(out, info->help);
  }
}

static void add_keys(Text *out) {
  text_add(out,
           ".SH KEYS OF THE EXPLORER\nActions without a key are in the command palette, which : opens.\n");
  for (int group = 0; group < GROUP_COUNT; group++) {
    text_add(out, ".SS ");
    add_line(out, action_group_name((ActionGroup)group));
    for (int i = 0; i < ACTION_COUNT; i++) {
      const Action *action = action_get(action_listed(i));
      if ((int)action->group != group) continue;
      Text keys = {0};
      action_all_keys(action, &keys);
      text_add(out, ".TP\n");
      if (keys.length) add_styled(out, 'B', text_get(&keys)), text_add(out, "  ");
      add_line(out, action->name);
      add_line(out, action->help);
      text_free(&keys);
    }
  }
}

static void add_tabs(Text *out) {
  text_add(out, ".SH TABS OF THE DETAIL PANE\n");
  for (int tab = 0; tab < TAB_COUNT; tab++) {
    add_roff(out, tab_get((DetailTab)tab)->name);
    text_add(out, tab + 1 < TAB_COUNT ? ",\n" : ".\n");
  }
}

static void add_knobs(Text *out) {
  text_add(out, ".SH KNOBS OF A SCHEDULE\n");
  for (int i = 0; i < KNOB_COUNT; i++) {
    text_add(out, ".TP\n");
    add_styled(out, 'B', knob_name((Knob)i));
    text_add(out, "\n");
    add_line(out, knob_help((Knob)i));
  }
}

static void add_models(Text *out) {
  int count;
  const CostModel *const *models = cost_models(&count);
  text_add(out, ".SH COST MODELS\n");
  for (int i = 0; i < count; i++) {
    text_add(out, ".TP\n");
    add_styled(out, 'B', models[i]->name);
    text_add(out, "\n");
    add_line(out, models[i]->help);
  }
}

static const char opening[] =
    ".TH FUSEBOX 1 \"\" \"fusebox " FUSEBOX_VERSION
    "\" \"User Commands\"\n"
    ".nh\n.ad l\n"
    ".SH NAME\n"
    "fusebox \\- explore kernel fusion of compute graphs\n"
    ".SH SYNOPSIS\n"
    ".B fusebox\n"
    "[\\fIOPTION\\fR...] \\fIGRAPH\\fR\n"
    ".br\n"
    ".B fusebox\n"
    "\\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n"
    ".SH DESCRIPTION\n"
    "Shows a compute graph and a plan of which ops share a kernel, lets the plan be changed by hand or by a\n"
    "heuristic in Lua, and tells what that costs: as an estimate, as NVRTC compiles it, and as a GPU "
    "measures it.\n"
    ".PP\n"
    "\\fIGRAPH\\fR is a fusebox JSON file, FX text as PyTorch prints it (\\fIFILE\\fR#\\fIN\\fR: the "
    "\\fIN\\fRth\n"
    "graph of a log), HLO text of XLA or its priority_fusion_dump.txt, a folder that TORCH_COMPILE_DEBUG=1 "
    "made, or - for what comes from "
    "the standard input.\n"
    "Results go to the standard output, all else to the standard error.\n";

static const char closing[] =
    ".SH EXIT STATUS\n"
    ".TP\n0\ndone\n"
    ".TP\n1\na result is wrong: a check failed\n"
    ".TP\n2\nbad usage or input\n"
    ".TP\n3\nneeded hardware or a library is missing\n"
    ".TP\n5\nout of memory\n"
    ".TP\n70\nthe system refused: no room to write\n"
    ".TP\n130\nstopped by a signal\n"
    ".SH ENVIRONMENT\n"
    ".TP\n.B FUSEBOX_CONFIG\nthe user's heuristics, lessons, themes and calibrated devices instead of\n"
    "\\(ti/.config/fusebox\n"
    ".TP\n.B FUSEBOX_STATE\nplans and lessons that are kept, instead of \\(ti/.local/state/fusebox\n"
    ".TP\n.B FUSEBOX_CACHE\ncompiled kernels, instead of \\(ti/.cache/fusebox\n"
    ".TP\n.B FUSEBOX_DATA\na folder of devices, graphs, lua, registers or themes: its files take the place "
    "of "
    "those inside the program, which are named fusebox:devices/h200.json and the like\n"
    ".TP\n.B FUSEBOX_CLOCK\nthe date that measurements are kept with, in seconds since 1970, instead of "
    "today's\n"
    ".TP\n.B CUDA_HOME\nthe CUDA Toolkit to take libraries from\n"
    ".TP\n.B NO_COLOR\nwhen set and not empty: no colours\n"
    ".TP\n.B FUSEBOX_LOG\nwhat to tell of: error, warning, info or debug; default warning\n";

void cli_man_page(Text *out) {
  text_add(out, opening);
  add_commands(out);
  add_options(out);
  add_knobs(out);
  add_models(out);
  cli_man_json(out);
  add_keys(out);
  add_tabs(out);
  text_add(out, closing);
}
