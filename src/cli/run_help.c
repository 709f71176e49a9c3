// help, completions: what the program says of itself, to people, to man and to shells.
#include "cli/completion.h"

static const Command *find_command(const char *name) {
  int count;
  const Command *commands = cli_commands(&count);
  for (int i = 1; i < count; i++)
    if (text_equal(commands[i].name, name)) return &commands[i];
  return NULL;
}

bool run_help(const Invocation *invocation, Status *status) {
  int count;
  bool named = invocation->arguments.count > 0;
  const Command *command = named ? find_command(invocation->arguments.data[0]) : NULL;
  if (named && !command)
    return status_fail(status, STATUS_INPUT, "there is no command \"%s\": '%s --help' lists them",
                       invocation->arguments.data[0], cli_commands(&count)[0].title);
  if (named && cli_has(invocation, OPTION_MAN))
    return status_fail(status, STATUS_INPUT, "--man writes one page about all commands: name none");
  Text out = {0};
  if (cli_has(invocation, OPTION_MAN))
    cli_man_page(&out);
  else
    cli_help(command, &out);
  bool ok = cli_print(&out, status);
  text_free(&out);
  return ok;
}

bool run_completions(const Invocation *invocation, Status *status) {
  const char *shell = invocation->arguments.data[0];
  Text out = {0};
  bool ok = true;
  if (text_equal(shell, "bash"))
    completion_write_bash(&out);
  else if (text_equal(shell, "zsh"))
    completion_write_zsh(&out);
  else if (text_equal(shell, "fish"))
    completion_write_fish(&out);
  else if (!completion_list_add(shell, &out))
    ok = status_fail(status, STATUS_INPUT, "there are completions for bash, zsh and fish, not for \"%s\"",
                     shell);
  ok = ok && cli_print(&out, status);
  text_free(&out);
  return ok;
}
