// What the monkey types: bytes, as a terminal sends them, so that they are taken apart on their way, too.
#include "monkey.h"

static const char *const named[] = {
    "\033[A",  "\033[B",    "\033[C",    "\033[D",  "\033OA", "\033OB", "\033[H",   "\033[F",
    "\033[5~", "\033[6~",   "\033[2~",   "\033[3~", "\033OP", "\033OQ", "\033[15~", "\033[24~",
    "\033[Z",  "\033[1;5C", "\033[1;3B", "\r",      "\t",     "\177",   "\033",     "\033x",
};

// Words that lists, searches and filters find something by, or stumble over.
static const char *const words[] = {
    "mul",       "add",
    "K1",        "sum",
    "greedy",    "time>5",
    "regs>",     "!lib",
    "row err<2", "cut",
    "plan",      "(((",
    "mono",      "lesson",
    "skip",      "4096",
    "0",         "-1",
    "1e999",     "\303\244\342\202\254",
    "a b c",     "99999999999999999999",
    "none",      "fold",
    "memory",
};

enum { NAMED = sizeof named / sizeof *named, WORDS = sizeof words / sizeof *words };

static uint64_t below(Hands *hands, uint64_t bound) {
  return random_below(&hands->random, bound);
}

// Of all bytes but those that make a path lead out of the monkey's folder.
static void add_noise(Hands *hands, int most) {
  for (uint64_t left = below(hands, (uint64_t)most) + 1; left; left--) {
    char byte = (char)(below(hands, 255) + 1);
    if (byte != '/' && byte != '~') text_add_bytes(&hands->bytes, &byte, 1);
  }
}

static void add_paste(Hands *hands) {
  text_add(&hands->bytes, "\033[200~");
  if (below(hands, 2))
    text_add(&hands->bytes, "mul q\nx");
  else
    add_noise(hands, below(hands, 20) ? 60 : 20000);
  if (below(hands, 50)) text_add(&hands->bytes, "\033[201~"); // now and then its end is late
}

static void add_mouse(Hands *hands, int width, int height) {
  static const int buttons[] = {0, 0, 0, 1, 2, 64, 65, 35, 32, 32, 32};
  int button = buttons[below(hands, sizeof buttons / sizeof *buttons)];
  int x = (int)below(hands, (uint64_t)width + 5), y = (int)below(hands, (uint64_t)height + 5);
  text_printf(&hands->bytes, "\033[<%d;%d;%d%c", button, x, y, below(hands, 4) ? 'M' : 'm');
}

static void add_character(Hands *hands) {
  char byte = (char)(' ' + below(hands, 95));
  if (below(hands, 20) == 0) byte = (char)(below(hands, 31) + 1); // with control
  text_add_bytes(&hands->bytes, &byte, 1);
}

void hands_move(Hands *hands, int width, int height) {
  text_clear(&hands->bytes);
  uint64_t kind = below(hands, 100);
  if (kind < 2)
    add_paste(hands);
  else if (kind < 10)
    add_mouse(hands, width, height);
  else if (kind < 12)
    add_noise(hands, 12);
  else if (kind < 16)
    text_add(&hands->bytes, words[below(hands, WORDS)]);
  else if (kind < 40)
    text_add(&hands->bytes, named[below(hands, NAMED)]);
  else
    add_character(hands);
}

void hands_free(Hands *hands) {
  text_free(&hands->bytes);
}
