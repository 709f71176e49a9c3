// Theme files.
#include "tui/theme.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "base/vector.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char suffix[] = ".theme";

// ---- Parsing, one line at a time.

typedef struct Parser {
  const char *file, *text;
  size_t length, at; // at: of the current word
  bool seen[STYLE_COUNT];
  Theme *theme;
  Status *status;
} Parser;

static bool fail(Parser *parser, const char *problem, const char *word) {
  return status_fail_at(parser->status, parser->file, parser->text, (long)parser->length, (long)parser->at,
                        problem, word);
}

// The next word of the current line, into `word`; false at the line's end or a comment.
static bool next_word(Parser *parser, char word[64]) {
  const char *text = parser->text;
  while (parser->at < parser->length && (text[parser->at] == ' ' || text[parser->at] == '\t'))
    parser->at++;
  size_t end = parser->at;
  while (end < parser->length && !isspace((unsigned char)text[end]))
    end++;
  size_t count = end - parser->at < 63 ? end - parser->at : 63;
  memcpy(word, text + parser->at, count);
  word[count] = '\0';
  return count > 0 && strcmp(word, "#") != 0;
}

static void skip_word(Parser *parser) {
  while (parser->at < parser->length && !isspace((unsigned char)parser->text[parser->at]))
    parser->at++;
}

static int style_named(const char *name) {
  static const char *const names[] = {
#define X(id, name, attributes, help) name,
      STYLES(X)
#undef X
  };
  for (int i = 0; i < STYLE_COUNT; i++)
    if (!strcmp(names[i], name)) return i;
  return -1;
}

// "#26364d" or "#26364d/4".
static bool parse_rgb(const char *word, ThemeColor *color) {
  unsigned rgb, ansi;
  int used = 0;
  if (strlen(word) < 7 || strspn(word + 1, "0123456789abcdefABCDEF") != 6) return false;
  if (sscanf(word, "#%6x%n", &rgb, &used) != 1 || used != 7) return false;
  *color = (ThemeColor){(int32_t)rgb, THEME_DEFAULT};
  if (!word[7]) return true;
  int rest = 0;
  if (sscanf(word + 7, "/%2u%n", &ansi, &rest) != 1 || word[7 + rest] || ansi > 15) return false;
  color->ansi = (int)ansi;
  return true;
}

static bool parse_color(Parser *parser, ThemeColor *color) {
  char word[64];
  if (!next_word(parser, word)) return fail(parser, "a colour is missing here%s", "");
  *color = (ThemeColor){THEME_DEFAULT, THEME_DEFAULT};
  if (strcmp(word, "default") != 0 && !parse_rgb(word, color))
    return fail(parser, "\"%s\" is no colour: write default, #rrggbb or #rrggbb/0 to /15", word);
  skip_word(parser);
  return true;
}

static bool parse_attributes(Parser *parser, unsigned *attributes) {
  static const char *const names[] = {"bold", "dim", "underline", "reverse", "italic"};
  char word[64];
  for (*attributes = 0; next_word(parser, word); skip_word(parser)) {
    int found = -1;
    for (int i = 0; i < 5; i++)
      if (!strcmp(names[i], word)) found = i;
    if (found < 0)
      return fail(parser, "\"%s\" is no attribute: there are bold, dim, underline, reverse, italic", word);
    *attributes |= 1u << found;
  }
  return true;
}

static bool parse_line(Parser *parser) {
  char word[64];
  if (!next_word(parser, word)) return true;
  int style = style_named(word);
  if (style < 0) return fail(parser, "there is no style \"%s\"", word);
  if (parser->seen[style]) return fail(parser, "style \"%s\" is here twice", word);
  parser->seen[style] = true;
  skip_word(parser);
  ThemeStyle *look = &parser->theme->style[style];
  return parse_color(parser, &look->foreground) && parse_color(parser, &look->background) &&
         parse_attributes(parser, &look->attributes);
}

static void skip_line(Parser *parser) {
  while (parser->at < parser->length && parser->text[parser->at] != '\n')
    parser->at++;
  parser->at++;
}

static void name_after_file(Theme *theme, const char *file) {
  const char *base = file_base_name(file);
  size_t length = strlen(base);
  if (text_ends(base, suffix)) length -= strlen(suffix);
  if (length >= sizeof theme->name) length = sizeof theme->name - 1;
  memcpy(theme->name, base, length);
  theme->name[length] = '\0';
  text_sanitize(theme->name);
}

bool theme_parse(const char *file, const char *text, size_t length, Theme *theme, Status *status) {
  Parser parser = {.file = file, .text = text, .length = length, .theme = theme, .status = status};
  theme_mono(theme);
  name_after_file(theme, file);
  while (parser.at < length) {
    if (!parse_line(&parser)) return false;
    skip_line(&parser);
  }
  theme->style[STYLE_TEXT].attributes &= parser.seen[STYLE_TEXT] ? ~0u : 0;
  for (int i = 0; i < STYLE_COUNT; i++)
    if (!parser.seen[i]) theme->style[i] = theme->style[STYLE_TEXT];
  return true;
}

// ---- Finding.

static char *user_folder(void) {
  char *config = file_place(PLACE_CONFIG);
  char *folder = config ? file_join(config, "themes") : NULL;
  free(config);
  return folder;
}

// The path of a theme by name, or NULL.
static char *find(const char *name) {
  char file[128];
  snprintf(file, sizeof file, "themes/%.64s%s", name, suffix);
  char *folder = user_folder();
  char *path = folder ? file_join(folder, file + strlen("themes/")) : NULL;
  free(folder);
  if (path && file_exists(path)) return path;
  free(path);
  return file_data(file);
}

static bool load_path(const char *path, Theme *theme, Status *status) {
  size_t length;
  char *text = file_place_check_file(path, status) ? file_read(path, &length, status) : NULL;
  if (!text) return false;
  bool ok = theme_parse(path, text, length, theme, status);
  free(text);
  return ok;
}

static bool fail_unknown(const char *name, Status *status) {
  int count;
  char **names = theme_names(&count);
  Text list = {0};
  for (int i = 0; i < count; i++) {
    text_printf(&list, "%s%s", i ? ", " : "", names[i]);
    free(names[i]);
  }
  free(names);
  status_fail(status, STATUS_INPUT, "there is no theme \"%s\": there are %s (or give a path)", name,
              text_get(&list));
  text_free(&list);
  return false;
}

bool theme_load(const char *name_or_path, Theme *theme, Status *status) {
  if (!strcmp(name_or_path, "mono")) return theme_mono(theme), true;
  if (strchr(name_or_path, '/')) return load_path(name_or_path, theme, status);
  char *path = find(name_or_path);
  if (!path) return fail_unknown(name_or_path, status);
  bool ok = load_path(path, theme, status);
  free(path);
  return ok;
}

typedef VECTOR(char *) Names;

static void add_name(Names *names, const char *name, size_t length) {
  for (int i = 0; i < names->count; i++)
    if (strlen(names->data[i]) == length && !strncmp(names->data[i], name, length)) return;
  char *copy = memory_alloc(length + 1);
  memcpy(copy, name, length);
  vector_push(names, copy);
}

// Frees `files`.
static void add_files(Names *names, char **files, int count) {
  for (int i = 0; i < count; i++) {
    if (text_ends(files[i], suffix)) add_name(names, files[i], strlen(files[i]) - strlen(suffix));
    free(files[i]);
  }
  free(files);
}

static void add_user_folder(Names *names) {
  int count = 0;
  char *folder = user_folder();
  char **files = folder && file_is_folder(folder) ? file_list(folder, &count, NULL) : NULL;
  add_files(names, files, count);
  free(folder);
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

char **theme_names(int *count) {
  Names names = {0};
  int shipped;
  char **files = file_data_list("themes", suffix, &shipped);
  add_name(&names, "mono", 4);
  add_files(&names, files, shipped);
  add_user_folder(&names);
  qsort(names.data, (size_t)names.count, sizeof *names.data, compare_names);
  *count = names.count;
  return names.data;
}
