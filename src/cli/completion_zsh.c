// Completion in zsh: the command is found among the words typed, then _arguments gets its options.
#include "cli/completion.h"

#include <stdio.h>

static const char offer[] =
    "# _fusebox_offer LIST [FILES]: the names of a list of the program's, and files\n"
    "_fusebox_offer() {\n"
    "  local -a names\n"
    "  [[ -n $1 ]] && names=(${(f)\"$($program completions $1 2>/dev/null)\"}) && compadd -a names\n"
    "  [[ $2 == files ]] && _files\n"
    "  [[ $2 == folders ]] && _files -/\n"
    "  return 0\n"
    "}\n\n";

// A part of an option's description within single quotes: _arguments ends it at a bracket or colon.
static void add_words(Text *out, const char *words) {
  for (const char *at = words; *at; at++) {
    if (*at == '\'')
      text_add(out, "'\\''");
    else
      text_printf(out, *at == '[' || *at == ']' || *at == ':' || *at == '\\' ? "\\%c" : "%c", *at);
  }
}

// The blank before it keeps _arguments from adding arguments of its own.
static void add_offer(Text *out, Completion completion) {
  static const char *const files[] = {"", " files", " folders"};
  text_printf(out, " _fusebox_offer \"%s\"%s", completion_list_name(completion.list),
              files[completion.files]);
}

// '*' lets an option be given again: some can be repeated, and of the others the last counts.
static void add_option(OptionId option, Text *out) {
  const OptionInfo *info = cli_option(option);
  if (info->letter)
    text_printf(out, "        '*'{-%c%s,--%s%s}'[", info->letter, info->argument ? "+" : "", info->name,
                info->argument ? "=" : "");
  else
    text_printf(out, "        '*--%s%s[", info->name, info->argument ? "=" : "");
  add_words(out, info->help);
  text_add(out, "]");
  if (info->argument) {
    Completion completion = completion_of_value(option);
    text_add(out, ":");
    add_words(out, info->argument);
    text_add(out, ":");
    if (completion.list || completion.files) add_offer(out, completion);
  }
  text_add(out, "'\n");
}

static void add_command(const Command *command, Text *out) {
  text_printf(out, "    %s)\n      arguments=(\n", *command->name ? command->name : "''");
  OptionSet mask = completion_options(command);
  for (int i = 0; i < OPTION_COUNT; i++)
    if (mask >> i & 1) add_option((OptionId)i, out);
  text_add(out, "        '*: :");
  add_offer(out, completion_of_arguments(command));
  text_add(out, "'\n      ) ;;\n");
}

void completion_write_zsh(Text *out) {
  int count;
  const Command *commands = cli_commands(&count);
  text_add(out, "#compdef fusebox\n# Completion of fusebox in zsh; made by 'fusebox completions zsh'.\n\n");
  text_add(out, offer);
  text_add(out,
           "_fusebox() {\n"
           "  local program=$words[1] command= word\n"
           "  local -a arguments\n"
           "  for word in ${words[2,CURRENT-1]}; do\n"
           "    case $word in\n      ");
  for (int i = 1; i < count; i++)
    text_printf(out, "%s%s", i > 1 ? "|" : "", commands[i].name);
  text_add(out, ") command=$word; break ;;\n    esac\n  done\n  case $command in\n");
  for (int i = 0; i < count; i++)
    add_command(&commands[i], out);
  text_add(
      out,
      "  esac\n  _arguments -S $arguments\n}\n\n"
      "# As a file of $fpath it is the function; sourced, it defines one.\n"
      "if [[ $funcstack[1] == _fusebox ]]; then\n  _fusebox \"$@\"\nelse\n  compdef _fusebox fusebox\nfi\n");
}
