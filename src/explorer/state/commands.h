// The user's own commands on the screen: their keys, and running them as tasks.
#pragma once

#include "script/catalog.h"
#include "tui/key.h"

struct Explorer;

typedef struct Commands {
  CatalogLists *lists; // that they are in; NULL: they were not read yet
  CommandInfo *list;
  bool *has_key; // its key is one, and belongs to no other
  int count;
} Commands;

const Commands *commands_of(const struct Explorer *explorer);
void commands_close(struct Explorer *explorer); // forgets them: they are read anew when they are asked for
// Takes over the commands as they are known now, and says what is wrong with them; true when they are others
// than before. Places in the list mean others then: not while a list of them is shown.
bool commands_update(struct Explorer *explorer);
int commands_for_key(struct Explorer *explorer, Key key); // -1: none
void commands_start(struct Explorer *explorer, int index);
