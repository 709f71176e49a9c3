// Completion in fish: one line per option, with the commands that take it.
#include "cli/completion.h"

#include <string.h>

static const char functions[] =
    "function __fusebox_command\n"
    "    for word in (commandline -opc)[2..-1]\n"
    "        if contains -- $word $__fusebox_commands\n"
    "            echo $word\n"
    "            return\n"
    "        end\n"
    "    end\n"
    "    echo explore\n"
    "end\n\n"
    "function __fusebox_in\n"
    "    contains -- (__fusebox_command) $argv\n"
    "end\n\n"
    "function __fusebox_list\n"
    "    set -l program (commandline -opc)[1]\n"
    "    $program completions $argv[1] 2>/dev/null\n"
    "end\n\n";

static void add_quoted(Text *out, const char *words) {
  text_add(out, "'");
  for (const char *at = words; *at; at++)
    text_printf(out, *at == '\'' || *at == '\\' ? "\\%c" : "%c", *at);
  text_add(out, "'");
}

static void add_offer(Text *out, Completion completion) {
  if (completion.list) text_printf(out, " -a '(__fusebox_list %s)'", completion_list_name(completion.list));
}

// -x: takes a value, no files; -r -F: takes a value, files among what is offered.
static void add_option(const Command *commands, int count, OptionId option, Text *out) {
  const OptionInfo *info = cli_option(option);
  Completion completion = completion_of_value(option);
  text_add(out, "complete -c fusebox -n '__fusebox_in");
  for (int i = 0; i < count; i++)
    if (completion_options(&commands[i]) >> option & 1)
      text_printf(out, " %s", *commands[i].name ? commands[i].name : "explore");
  text_add(out, "'");
  if (info->letter) text_printf(out, " -s %c", info->letter);
  text_printf(out, " -l %s", info->name);
  if (info->argument) text_add(out, completion.files ? " -r -F" : " -x");
  add_offer(out, completion);
  text_add(out, " -d ");
  add_quoted(out, info->help);
  text_add(out, "\n");
}

static void add_arguments(const Command *command, Text *out) {
  Completion completion = completion_of_arguments(command);
  if (!completion.list && !completion.files) return;
  text_printf(out, "complete -c fusebox -n '__fusebox_in %s'", *command->name ? command->name : "explore");
  if (completion.files) text_add(out, " -F");
  add_offer(out, completion);
  text_add(out, "\n");
}

void completion_write_fish(Text *out) {
  int count;
  const Command *commands = cli_commands(&count);
  text_add(out, "# Completion of fusebox in fish; made by 'fusebox completions fish'.\n\n");
  text_add(out, "set -g __fusebox_commands");
  for (int i = 1; i < count; i++)
    text_printf(out, " %s", commands[i].name);
  text_add(out, "\n\n");
  text_add(out, functions);
  text_add(out, "complete -c fusebox -f\n");
  for (int i = 0; i < count; i++)
    add_arguments(&commands[i], out);
  for (int i = 0; i < OPTION_COUNT; i++)
    add_option(commands, count, (OptionId)i, out);
}
