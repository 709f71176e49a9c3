// The commands of fusebox-lab, as cli.h has those of fusebox.
#pragma once

#include "cli/cli.h"

bool run_lab_accuracy(const Invocation *invocation, Status *status);
bool run_fit(const Invocation *invocation, Status *status);
