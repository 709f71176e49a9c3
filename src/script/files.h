// Lua files by name, and all of a folder: heuristics, lessons, commands.
#pragma once

#define SCRIPT_SUFFIX ".lua"

char *script_user_folder(const char *name); // of the user's configuration; free it
char *script_name(const char *path);        // of a file, without its suffix; free it
// <name>.lua in the user's folder `users`, else in the shipped one; free it. NULL: in none.
char *script_find(const char *name, const char *users, const char *shipped);
// Calls `visit` for each Lua file of a folder, sorted by name. A folder that is not there has none.
void script_each(const char *folder, void (*visit)(void *context, const char *path), void *context);
// The same for a shipped folder ("lua/searches").
void script_each_shipped(const char *shipped, void (*visit)(void *context, const char *path), void *context);
// The same for the shipped folder `shipped` and then for the user's folder `users`. A file of the user's
// takes the place of a shipped one of its name, as script_find has it when it looks there first.
void script_each_known(const char *users, const char *shipped, void (*visit)(void *context, const char *path),
                       void *context);
