// The glossary: what the words on the screen and in reports mean, with the figures of a kernel put in.
#pragma once

#include "session/session.h"
#include "tui/glyph.h"

typedef struct GlossaryEntry {
  char *words;   // "occupancy, wave"
  char *meaning; // "resident threads over the most an SM holds; the blocks that run at once"
  char **here;   // sentences with the names of figures in braces: "Occupancy = {occupancy}."
  int here_count;
} GlossaryEntry;

typedef struct Glossary {
  GlossaryEntry *entries; // as in the file, and in src/README.md
  int count;
} Glossary;

// Reads the file that is shipped (glossary/glossary.json). Free it either way.
bool glossary_read(Glossary *glossary, Status *status);
void glossary_free(Glossary *glossary);
// Appends an entry's sentences about a kernel, a blank between them. Those with a figure that is not known
// (of a library's kernel, or not compiled, or not measured) are left out.
void glossary_here(const GlossaryEntry *entry, Session *session, int kernel, GlyphSet glyphs, Text *out);
// One figure by its name, as text: false when it is not known, or there is none of that name.
bool glossary_figure(Session *session, int kernel, GlyphSet glyphs, const char *name, Text *out);
bool glossary_has_figure(const char *name); // is there one of that name?
// A text names one of the entry's words, as a whole word or its plural, case ignored.
bool glossary_is_named(const GlossaryEntry *entry, const char *text);
