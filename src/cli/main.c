// The program: prints its version or its usage.
#include "base/status.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: fusebox [--version] [--help]\n"
    "Explore kernel fusion: open an op graph, change which ops share a kernel, see what it costs.\n";

int main(int argument_count, char **arguments) {
  if (argument_count == 2 && !strcmp(arguments[1], "--version")) {
    puts("fusebox " FUSEBOX_VERSION);
    return STATUS_OK;
  }
  if (argument_count == 2 && !strcmp(arguments[1], "--help")) {
    fputs(usage, stdout);
    return STATUS_OK;
  }
  fputs(usage, stderr);
  return STATUS_INPUT;
}
