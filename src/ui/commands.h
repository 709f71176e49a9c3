// The user's own commands on the screen: their keys, and running them as tasks.
#pragma once

#include "script/command.h"
#include "ui/key.h"

struct Explorer;

typedef struct Commands {
  CommandInfo *list;
  bool *has_key; // its key is one, and belongs to no other
  int count;
} Commands;

// Reads them; says what is wrong with them.
void commands_open(struct Explorer *explorer);
void commands_close(struct Explorer *explorer);
int commands_for_key(const struct Explorer *explorer, Key key); // -1: none
void commands_start(struct Explorer *explorer, int index);
