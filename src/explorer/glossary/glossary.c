// The glossary, see glossary.h.
#include "explorer/glossary/glossary.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- Reading.

static void read_entry(const JsonNode *node, GlossaryEntry *entry) {
  const JsonNode *here = json_get(node, "here");
  entry->words = memory_strdup(json_string(json_get(node, "words"), ""));
  entry->meaning = memory_strdup(json_string(json_get(node, "meaning"), ""));
  entry->here = memory_alloc(((size_t)json_count(here) + 1) * sizeof *entry->here);
  for (const JsonNode *line = json_first(here); line; line = json_next(line))
    entry->here[entry->here_count++] = memory_strdup(json_string(line, ""));
}

static void read_entries(const JsonNode *list, Glossary *glossary) {
  glossary->entries = memory_alloc(((size_t)json_count(list) + 1) * sizeof *glossary->entries);
  for (const JsonNode *node = json_first(list); node; node = json_next(node))
    read_entry(node, &glossary->entries[glossary->count++]);
}

bool glossary_read(Glossary *glossary, Status *status) {
  *glossary = (Glossary){0};
  char *path = file_data("glossary/glossary.json");
  if (!path)
    return status_fail(status, STATUS_MISSING,
                       "there is no glossary: this program came without its data; install it again");
  Json *json = json_read(path, status);
  free(path);
  if (json) read_entries(json_get(json_root(json), "entries"), glossary);
  json_free(json);
  return json != NULL;
}

void glossary_free(Glossary *glossary) {
  for (int i = 0; i < glossary->count; i++) {
    GlossaryEntry *entry = &glossary->entries[i];
    for (int j = 0; j < entry->here_count; j++)
      free(entry->here[j]);
    free(entry->here);
    free(entry->words);
    free(entry->meaning);
  }
  free(glossary->entries);
  *glossary = (Glossary){0};
}

// ---- Figures in sentences.

static bool fill(const char *sentence, Session *session, int kernel, GlyphSet glyphs, Text *out) {
  bool known = true;
  while (*sentence && known) {
    size_t plain = strcspn(sentence, "{"), length = strcspn(sentence + plain, "}");
    text_add_bytes(out, sentence, plain);
    sentence += plain;
    if (!*sentence) break;
    char *name = memory_strndup(sentence + 1, length - 1);
    known = glossary_figure(session, kernel, glyphs, name, out);
    free(name);
    sentence += length + (sentence[length] == '}');
  }
  return known;
}

void glossary_here(const GlossaryEntry *entry, Session *session, int kernel, GlyphSet glyphs, Text *out) {
  for (int i = 0; i < entry->here_count; i++) {
    Text line = {0};
    if (fill(entry->here[i], session, kernel, glyphs, &line))
      text_printf(out, "%s%s", out->length ? " " : "", text_get(&line));
    text_free(&line);
  }
}

// ---- Words.

static bool names(const char *text, const char *word, size_t length) {
  for (const char *at = text; *at; at++) {
    bool starts = at == text || !isalnum((unsigned char)at[-1]);
    if (!starts || strncasecmp(at, word, length) != 0) continue;
    const char *end = at + length + (at[length] == 's'); // of several
    if (!isalnum((unsigned char)*end)) return true;
  }
  return false;
}

bool glossary_is_named(const GlossaryEntry *entry, const char *text) {
  for (const char *word = entry->words; *word; word += strspn(word, ", ")) {
    size_t length = strcspn(word, ",(");
    size_t end = length;
    while (end > 0 && word[end - 1] == ' ')
      end--;
    if (end && names(text, word, end)) return true;
    word += strcspn(word, ",");
  }
  return false;
}
