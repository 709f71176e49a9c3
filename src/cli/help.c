// Help, from the tables of commands and options, within 80 columns.
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

enum { HELP_COLUMNS = 80 };

void cli_add_entry(Text *out, const char *left, int indent, const char *words) {
  int length_left = (int)strlen(left), start = length_left > indent ? length_left : indent;
  text_printf(out, "%-*s", indent, left);
  if (length_left >= indent && left[length_left - 1] != ' ') {
    text_printf(out, "\n%*s", indent, "");
    start = indent;
  }
  int column = start;
  for (const char *word = words; *word;) {
    int length = (int)strcspn(word, " ");
    if (column > start && column + 1 + length > HELP_COLUMNS) {
      text_printf(out, "\n%*s", indent, "");
      column = start = indent;
    }
    text_printf(out, "%s%.*s", column > start ? " " : "", length, word);
    column += length + (column > start);
    word += length;
    word += strspn(word, " ");
  }
  text_add(out, "\n");
}

// Beside the other options of its command, an option need not say whose it is: "with 'plan': the plan over a
// size".
static const char *without_command(const char *help) {
  const char *rest = text_starts(help, "with '") ? strstr(help, "': ") : NULL;
  return rest ? rest + 3 : help;
}

static void add_options(Text *out, OptionSet mask) {
  text_add(out, "\noptions:\n");
  for (int i = 0; i < OPTION_COUNT; i++) {
    const OptionInfo *info = cli_option((OptionId)i);
    if (!(mask >> i & 1)) continue;
    char left[48], letter[8] = "    ";
    if (info->letter) snprintf(letter, sizeof letter, "-%c, ", info->letter);
    snprintf(left, sizeof left, "  %s--%s%s%s", letter, info->name, info->argument ? " " : "",
             info->argument ? info->argument : "");
    cli_add_entry(out, left, 28, without_command(info->help));
  }
}

static void help_program(const Command *commands, int count, Text *out) {
  text_printf(out, "%s\ncommands:\n", cli_usage);
  for (int i = 1; i < count; i++) {
    char left[48];
    snprintf(left, sizeof left, "  %s %s", commands[i].name, commands[i].arguments);
    cli_add_entry(out, left, 24, commands[i].help);
  }
  text_printf(out, "\nexamples:\n%s", commands[0].examples);
  add_options(out, commands[0].options | OPTION_BIT(HELP) | OPTION_BIT(VERSION) | OPTION_BIT(COLOR));
  text_add(out,
           "\nexit codes: 0 done; 1 a result is wrong (a check failed); 2 bad usage or input;\n"
           "3 needed hardware or a library is missing; 5 out of memory; 70 the system\n"
           "refused (a full disk); 130 stopped by a signal. Results go to stdout, all else\n"
           "to stderr.\n");
}

static void add_knobs(Text *out) {
  text_add(out, "\nknobs of a schedule:\n");
  for (int i = 0; i < KNOB_COUNT; i++) {
    char left[48];
    snprintf(left, sizeof left, "  %s", knob_name((Knob)i));
    cli_add_entry(out, left, 28, knob_help((Knob)i));
  }
}

static void add_models(Text *out) {
  int count;
  const CostModel *const *models = cost_models(&count);
  text_add(out, "\ncost models:\n");
  for (int i = 0; i < count; i++) {
    char left[48];
    snprintf(left, sizeof left, "  %s", models[i]->name);
    cli_add_entry(out, left, 28, models[i]->help);
  }
}

void cli_help(const Command *command, Text *out) {
  int count;
  const Command *commands = cli_commands(&count);
  if (!command || !*command->name) {
    help_program(commands, count, out);
    return;
  }
  text_printf(out, "usage: %s%s%s%s\n\n%s\n", command->title, *command->arguments ? " " : "",
              command->arguments, command->options ? " [OPTION...]" : "", command->help);
  if (command->details) {
    text_add(out, "\n");
    cli_add_entry(out, "", 0, command->details);
  }
  if (*command->examples) text_printf(out, "\nexamples:\n%s", command->examples);
  add_options(out, command->options | OPTION_BIT(HELP));
  if (command->run == run_tune) add_knobs(out);
  if (command->options & OPTION_BIT(MODEL)) add_models(out);
}
