#include "script/library/pattern.h"

#include "script/host.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 200, STEPS_TOGETHER = 1024 };
enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

static void step(Pattern *state, size_t count) {
  state->steps += count;
  if (state->steps < STEPS_TOGETHER) return;
  size_t steps = state->steps;
  state->steps = 0;
  host_spend(state->L, steps);
}

// ---- One character.

static bool in_class(int c, int letter) {
  bool is;
  switch (tolower(letter)) {
    case 'a':
      is = isalpha(c);
      break;
    case 'c':
      is = iscntrl(c);
      break;
    case 'd':
      is = isdigit(c);
      break;
    case 'g':
      is = isgraph(c);
      break;
    case 'l':
      is = islower(c);
      break;
    case 'p':
      is = ispunct(c);
      break;
    case 's':
      is = isspace(c);
      break;
    case 'u':
      is = isupper(c);
      break;
    case 'w':
      is = isalnum(c);
      break;
    case 'x':
      is = isxdigit(c);
      break;
    case 'z':
      is = c == '\0';
      break;
    default: // stands for itself
      return letter == c;
  }
  return is != (isupper(letter) != 0);
}

// The end of the item that begins at `item`: a character, "%d", a set.
static const char *item_end(Pattern *state, const char *item) {
  const char *end = state->pattern_end, *at = item + 1;
  if (*item == '%') {
    if (at == end) luaL_error(state->L, "malformed pattern (ends with '%%')");
    return at + 1;
  }
  if (*item != '[') return at;
  if (at < end && *at == '^') at++;
  for (bool first = true; first || at == end || *at != ']'; first = false) { // a ']' at first is of the set
    if (at == end) luaL_error(state->L, "malformed pattern (missing ']')");
    bool escapes = *at++ == '%';
    if (escapes && at < end) at++;
  }
  return at + 1;
}

// `set` begins with '[' and ends before `last`, its ']'.
static bool in_set(int c, const char *set, const char *last) {
  const char *at = set + 1;
  bool negated = *at == '^';
  if (negated) at++;
  for (; at < last; at++) {
    bool is;
    if (*at == '%') {
      at++;
      is = in_class(c, (unsigned char)*at);
    } else if (at[1] == '-' && at + 2 < last) {
      is = (unsigned char)at[0] <= c && c <= (unsigned char)at[2];
      at += 2;
    } else {
      is = (unsigned char)*at == c;
    }
    if (is) return !negated;
  }
  return negated;
}

static bool is_one(Pattern *state, const char *item, const char *end, const char *at) {
  step(state, *item == '[' ? (size_t)(end - item) : 1);
  if (at >= state->subject_end) return false;
  int c = (unsigned char)*at;
  switch (*item) {
    case '.':
      return true;
    case '%':
      return in_class(c, (unsigned char)item[1]);
    case '[':
      return in_set(c, item, end - 1);
    default:
      return (unsigned char)*item == c;
  }
}

// ---- Repetition of an item; `rest` is the pattern behind its mark.

static const char *most_first(Pattern *state, const char *item, const char *end, const char *at) {
  const char *last = at;
  while (is_one(state, item, end, last))
    last++;
  for (; last >= at; last--) {
    const char *matched = pattern_match(state, end + 1, last);
    if (matched) return matched;
  }
  return NULL;
}

static const char *least_first(Pattern *state, const char *item, const char *end, const char *at) {
  for (;; at++) {
    const char *matched = pattern_match(state, end + 1, at);
    if (matched || !is_one(state, item, end, at)) return matched;
  }
}

// ---- Captures.

static const char *open_capture(Pattern *state, const char *pattern, const char *at) {
  bool position = pattern + 1 < state->pattern_end && pattern[1] == ')';
  if (state->count == PATTERN_CAPTURES) luaL_error(state->L, "too many captures");
  state->captures[state->count++] = (Capture){at, position ? CAPTURE_POSITION : CAPTURE_OPEN};
  const char *matched = pattern_match(state, pattern + (position ? 2 : 1), at);
  if (!matched) state->count--;
  return matched;
}

static const char *close_capture(Pattern *state, const char *pattern, const char *at) {
  int open = state->count - 1;
  while (open >= 0 && state->captures[open].length != CAPTURE_OPEN)
    open--;
  if (open < 0) luaL_error(state->L, "invalid pattern capture");
  state->captures[open].length = at - state->captures[open].begin;
  const char *matched = pattern_match(state, pattern + 1, at);
  if (!matched) state->captures[open].length = CAPTURE_OPEN;
  return matched;
}

// ---- What '%' begins besides classes: where it ends in the text, NULL where it does not match; *pattern
// moves behind it.

// "%1": the same text again.
static const char *repeated(Pattern *state, const char **pattern, const char *at) {
  int index = (*pattern)[1] - '1';
  if (index < 0 || index >= state->count || state->captures[index].length == CAPTURE_OPEN)
    luaL_error(state->L, "invalid capture index %%%d", index + 1);
  ptrdiff_t length = state->captures[index].length;
  *pattern += 2;
  if (length == CAPTURE_POSITION || length > state->subject_end - at) return NULL;
  step(state, (size_t)length / 16);
  return memcmp(state->captures[index].begin, at, (size_t)length) == 0 ? at + length : NULL;
}

// "%b()": from a '(' to the ')' that belongs to it.
static const char *balanced(Pattern *state, const char **pattern, const char *at) {
  if (state->pattern_end - *pattern < 4)
    luaL_error(state->L, "malformed pattern (missing arguments to '%%b')");
  char open = (*pattern)[2], close = (*pattern)[3];
  *pattern += 4;
  if (at >= state->subject_end || *at != open) return NULL;
  int depth = 1;
  while (++at < state->subject_end) {
    step(state, 1);
    if (*at == close) {
      if (--depth == 0) return at + 1;
    } else if (*at == open) {
      depth++;
    }
  }
  return NULL;
}

// "%f[set]": between a character that is not of the set and one that is; both ends of the text count as '\0'.
static const char *frontier(Pattern *state, const char **pattern, const char *at) {
  const char *set = *pattern + 2;
  if (set >= state->pattern_end || *set != '[') luaL_error(state->L, "missing '[' after '%%f' in pattern");
  const char *end = item_end(state, set);
  step(state, (size_t)(end - set));
  *pattern = end;
  int before = at == state->subject ? '\0' : (unsigned char)at[-1];
  int here = at < state->subject_end ? (unsigned char)*at : '\0';
  return !in_set(before, set, end - 1) && in_set(here, set, end - 1) ? at : NULL;
}

typedef const char *(*Escape)(Pattern *state, const char **pattern, const char *at);

static Escape escape_of(const Pattern *state, const char *pattern) {
  if (*pattern != '%' || pattern + 1 == state->pattern_end) return NULL;
  if (pattern[1] == 'b') return balanced;
  if (pattern[1] == 'f') return frontier;
  return pattern[1] >= '0' && pattern[1] <= '9' ? repeated : NULL;
}

// ---- A pattern.

static const char *match(Pattern *state, const char *pattern, const char *at) {
  while (at && pattern < state->pattern_end) {
    if (*pattern == '(') return open_capture(state, pattern, at);
    if (*pattern == ')') return close_capture(state, pattern, at);
    if (*pattern == '$' && pattern + 1 == state->pattern_end) return at == state->subject_end ? at : NULL;
    Escape escape = escape_of(state, pattern);
    if (escape) {
      at = escape(state, &pattern, at);
      continue;
    }
    const char *item = pattern, *end = item_end(state, item), *matched;
    char mark = end < state->pattern_end ? *end : '\0';
    bool may_lack = mark == '*' || mark == '?' || mark == '-';
    pattern = may_lack || mark == '+' ? end + 1 : end;
    if (!is_one(state, item, end, at)) {
      if (!may_lack) return NULL;
    } else if (mark == '*' || mark == '+') {
      return most_first(state, item, end, mark == '+' ? at + 1 : at);
    } else if (mark == '-') {
      return least_first(state, item, end, at);
    } else if (mark == '?') {
      matched = pattern_match(state, pattern, at + 1);
      if (matched) return matched;
    } else {
      at++;
    }
  }
  return at;
}

const char *pattern_match(Pattern *state, const char *pattern, const char *at) {
  step(state, 1);
  if (state->depth == DEEPEST) luaL_error(state->L, "pattern too complex");
  state->depth++;
  const char *matched = match(state, pattern, at);
  state->depth--;
  return matched;
}

// ---- What was captured.

void pattern_push_capture(Pattern *state, int index, const char *begin, const char *end) {
  if (index >= state->count) {
    if (index != 0) luaL_error(state->L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(state->L, begin, (size_t)(end - begin));
    return;
  }
  const Capture *capture = &state->captures[index];
  if (capture->length == CAPTURE_OPEN) luaL_error(state->L, "unfinished capture");
  if (capture->length == CAPTURE_POSITION)
    lua_pushinteger(state->L, capture->begin - state->subject + 1);
  else
    lua_pushlstring(state->L, capture->begin, (size_t)capture->length);
}

int pattern_push_captures(Pattern *state, const char *begin, const char *end, bool whole) {
  int count = state->count == 0 && whole ? 1 : state->count;
  luaL_checkstack(state->L, count, "too many captures");
  for (int i = 0; i < count; i++)
    pattern_push_capture(state, i, begin, end);
  return count;
}
