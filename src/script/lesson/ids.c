// Ids of lessons and of their steps, which what students did belongs to.
#include "base/arena.h"
#include "base/text.h"
#include "script/lesson/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLUG_MOST = 60 };

bool lesson_name_is_good(const char *name) {
  return *name && strlen(name) <= SLUG_MOST + 10 &&
         strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == strlen(name);
}

static char small(char byte) {
  return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

static bool is_plain(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
}

// "What did that save?": "what-did-that-save". What has no such letters is named by `otherwise`.
char *lesson_slug(const char *title, const char *otherwise) {
  Text slug = {0};
  for (; *title && slug.length < SLUG_MOST; title++) {
    char byte = small(*title);
    bool joint = slug.length && slug.data[slug.length - 1] != '-';
    if (is_plain(byte))
      text_add_bytes(&slug, &byte, 1);
    else if (joint)
      text_add(&slug, "-");
  }
  while (slug.length && slug.data[slug.length - 1] == '-')
    slug.data[--slug.length] = '\0';
  if (!slug.length) text_add(&slug, otherwise);
  return text_take(&slug);
}

static int find_id(const Lesson *lesson, const char *id, int before) {
  for (int i = 0; i < before; i++)
    if (text_equal(lesson->steps[i].id, id)) return i;
  return -1;
}

char *lesson_step_slug(const Lesson *lesson, int step) {
  char *slug = lesson_slug(lesson->steps[step].title, "step");
  for (int again = 2; find_id(lesson, slug, step) >= 0; again++) {
    Text other = {0};
    char *plain = lesson_slug(lesson->steps[step].title, "step");
    text_printf(&other, "%s-%d", plain, again);
    free(plain);
    free(slug);
    slug = text_take(&other);
  }
  return slug;
}

bool lesson_step_id_is_free(const Lesson *lesson, int step) {
  return find_id(lesson, lesson->steps[step].id, step) < 0;
}
