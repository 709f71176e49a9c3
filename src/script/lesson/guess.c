// What students type for a number: "1,07", "1070 MB", "2*0.537", "8 * 537 MB + 1e6 B", "10^9".
#include "script/lesson/guess.h"

#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Units: those of a family can stand for each other.

typedef enum Family { FAMILY_BYTES, FAMILY_SECONDS, FAMILY_RATE, FAMILY_TIMES, FAMILY_PART } Family;

static const struct {
  const char *name;
  Family family;
  double factor;
} units[] = {
    {"B", FAMILY_BYTES, 1},           {"byte", FAMILY_BYTES, 1},        {"bytes", FAMILY_BYTES, 1},
    {"kB", FAMILY_BYTES, 1e3},        {"KB", FAMILY_BYTES, 1e3},        {"MB", FAMILY_BYTES, 1e6},
    {"GB", FAMILY_BYTES, 1e9},        {"TB", FAMILY_BYTES, 1e12},       {"KiB", FAMILY_BYTES, 0x1p10},
    {"MiB", FAMILY_BYTES, 0x1p20},    {"GiB", FAMILY_BYTES, 0x1p30},    {"TiB", FAMILY_BYTES, 0x1p40},
    {"kb", FAMILY_BYTES, 1e3},        {"mb", FAMILY_BYTES, 1e6},        {"gb", FAMILY_BYTES, 1e9},
    {"megabytes", FAMILY_BYTES, 1e6}, {"gigabytes", FAMILY_BYTES, 1e9}, {"ns", FAMILY_SECONDS, 1e-9},
    {"us", FAMILY_SECONDS, 1e-6},     {"µs", FAMILY_SECONDS, 1e-6},     {"μs", FAMILY_SECONDS, 1e-6},
    {"ms", FAMILY_SECONDS, 1e-3},     {"s", FAMILY_SECONDS, 1},         {"GB/s", FAMILY_RATE, 1e9},
    {"TB/s", FAMILY_RATE, 1e12},      {"MB/s", FAMILY_RATE, 1e6},       {"times", FAMILY_TIMES, 1},
    {"x", FAMILY_TIMES, 1},           {"×", FAMILY_TIMES, 1},           {"%", FAMILY_PART, 1},
    {"percent", FAMILY_PART, 1},
};
enum { UNIT_COUNT = sizeof units / sizeof *units };

static int find_unit(const char *name, size_t length) {
  for (int i = 0; i < UNIT_COUNT; i++)
    if (strlen(units[i].name) == length && !strncmp(units[i].name, name, length)) return i;
  return -1;
}

// ---- Numbers and sums.

enum { DEEPEST = 50 };

typedef struct Guess {
  const char *at, *unit;
  double factor; // of the unit that was read last; 0: none was
  int depth;     // of brackets and signs
  bool bad;
} Guess;

static void skip_blanks(Guess *guess) {
  while (*guess->at == ' ')
    guess->at++;
}

static bool take(Guess *guess, const char *sign) {
  skip_blanks(guess);
  if (!text_starts(guess->at, sign)) return false;
  guess->at += strlen(sign);
  return true;
}

static size_t digits_at(const char *at) {
  return strspn(at, "0123456789");
}

// A comma divides thousands where groups of three digits stand behind every one and no 0 alone before it;
// else a single one is the point: "1,07", "0,537", "98,304".
static bool divides_thousands(const char *at) {
  size_t first = digits_at(at);
  if (first < 1 || first > 3 || *at == '0') return false;
  for (at += first; *at == ','; at += 4)
    if (digits_at(at + 1) != 3) return false;
  return true;
}

static bool copy_digits(Guess *guess, Text *out) {
  size_t count = digits_at(guess->at);
  text_add_bytes(out, guess->at, count);
  guess->at += count;
  return count > 0;
}

static void copy_exponent(Guess *guess, Text *out) {
  const char *at = guess->at;
  if (*at != 'e' && *at != 'E') return;
  size_t sign = at[1] == '-' || at[1] == '+' ? 1 : 0;
  if (!digits_at(at + 1 + sign)) return;
  text_add_bytes(out, at, 1 + sign);
  guess->at += 1 + sign;
  copy_digits(guess, out);
}

static double number(Guess *guess) {
  Text text = {0};
  bool thousands = divides_thousands(guess->at), any = copy_digits(guess, &text);
  while (any && thousands && *guess->at == ',')
    guess->at++, copy_digits(guess, &text);
  if (*guess->at == '.' || (!thousands && *guess->at == ',')) {
    guess->at++;
    text_add(&text, ".");
    any |= copy_digits(guess, &text);
  }
  copy_exponent(guess, &text);
  double value = any ? strtod(text_get(&text), NULL) : 0;
  guess->bad |= !any;
  text_free(&text);
  return value;
}

// The unit at `at`, of those that can stand for the one that is asked for; its length to *length. -1: none.
static int unit_at(const char *at, const char *asked, size_t *length) {
  static const char ends[] = " +-*^()0123456789,.";
  int wanted = find_unit(asked, strlen(asked));
  *length = strcspn(at, ends);
  int given = find_unit(at, *length);
  if (given < 0) { // "537 MB/2"
    size_t before = strcspn(at, "/");
    if (before < *length) *length = before;
    given = find_unit(at, *length);
  }
  if (wanted < 0 || given < 0 || units[wanted].family != units[given].family) return -1;
  const char *behind = at + *length + strspn(at + *length, " ");
  bool is_sign = text_starts(at, "x") || text_starts(at, "×");
  return is_sign && digits_at(behind) ? -1 : given;
}

// What the unit behind a number makes of it, in the one that is asked for. Another word is left where it is.
static double unit_factor(Guess *guess) {
  size_t length = strlen(guess->unit);
  skip_blanks(guess);
  if (length && text_starts(guess->at, guess->unit)) {
    char next = guess->at[length];
    bool is_whole = !next || strchr(" +-*^()", next);
    if (is_whole) guess->at += length;
    if (is_whole) return guess->factor = 1;
  }
  int given = unit_at(guess->at, guess->unit, &length);
  if (given < 0) return 1;
  guess->at += length;
  return guess->factor = units[given].factor / units[find_unit(guess->unit, strlen(guess->unit))].factor;
}

static double sum(Guess *guess);

static double bracket(Guess *guess) {
  guess->bad |= ++guess->depth > DEEPEST;
  double value = guess->bad ? 0 : sum(guess);
  guess->bad |= !take(guess, ")");
  return value;
}

static double power(Guess *guess) {
  double value = take(guess, "(") ? bracket(guess) : number(guess);
  if (!guess->bad && take(guess, "^")) {
    double sign = take(guess, "-") ? -1 : 1;
    value = pow(value, sign * number(guess));
  }
  return guess->bad ? 0 : value * unit_factor(guess);
}

static double signed_power(Guess *guess) {
  double sign = 1;
  for (; take(guess, "-") || take(guess, "−"); sign = -sign)
    ;
  take(guess, "+");
  return sign * power(guess);
}

static double product(Guess *guess) {
  double value = signed_power(guess);
  while (!guess->bad) {
    if (take(guess, "*") || take(guess, "×") || take(guess, "x"))
      value *= signed_power(guess);
    else if (take(guess, "/"))
      value /= signed_power(guess);
    else
      break;
  }
  return value;
}

// "537 + 537 MB": the unit is that of all terms before it that have none.
static double sum(Guess *guess) {
  double value = 0, bare = 0;
  for (double sign = 1; !guess->bad && sign != 0;) {
    guess->factor = 0;
    double term = sign * product(guess);
    value += guess->factor != 0 ? bare * guess->factor + term : 0;
    bare = guess->factor != 0 ? 0 : bare + term;
    sign = take(guess, "+") ? 1 : take(guess, "-") || take(guess, "−") ? -1 : 0;
  }
  return value + bare;
}

bool guess_number(const char *text, const char *unit, double *number_out) {
  Guess guess = {.at = text, .unit = unit ? unit : ""};
  take(&guess, "~"), take(&guess, "≈"), take(&guess, "=");
  skip_blanks(&guess);
  *number_out = sum(&guess);
  skip_blanks(&guess);
  return !guess.bad && !*guess.at && isfinite(*number_out);
}

// Behind it, or within: "8 * 537 MB / 4". An e or x there belongs to the number.
bool guess_has_unit(const char *text) {
  size_t length = strlen(text);
  if (length && !strchr("0123456789.,) ", text[length - 1])) return true;
  for (; *text; text++)
    if (isalpha((unsigned char)*text) && !strchr("eEx", *text)) return true;
  return false;
}

bool guess_scale_is_off(double number, double answer, double within, const char *unit) {
  int asked = find_unit(unit, strlen(unit));
  if (asked < 0 || units[asked].family > FAMILY_RATE || answer == 0) return false;
  static const double scales[] = {1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9};
  for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
    if (fabs(number / scales[i] - answer) <= within * fabs(answer)) return true;
  return false;
}

static bool is_of(const char *unit, Family family) {
  int found = unit ? find_unit(unit, strlen(unit)) : -1;
  return found >= 0 && units[found].family == family;
}

bool guess_is_figure(const char *unit) {
  return unit && find_unit(unit, strlen(unit)) >= 0;
}

bool guess_is_time(const char *unit) {
  return is_of(unit, FAMILY_SECONDS);
}

bool guess_is_bytes(const char *unit) {
  return is_of(unit, FAMILY_BYTES);
}
