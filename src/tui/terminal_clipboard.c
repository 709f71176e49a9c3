// The terminal's clipboard: xterm's "Manipulate Selection Data", which takes base64 (RFC 4648).
#include "tui/terminal_clipboard.h"

static void add_base64(const unsigned char *bytes, size_t length, Text *out) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < length; i += 3) {
    size_t left = length - i;
    unsigned group = (unsigned)bytes[i] << 16;
    if (left > 1) group |= (unsigned)bytes[i + 1] << 8;
    if (left > 2) group |= bytes[i + 2];
    char four[4] = {digits[group >> 18 & 63], digits[group >> 12 & 63],
                    left > 1 ? digits[group >> 6 & 63] : '=', left > 2 ? digits[group & 63] : '='};
    text_add_bytes(out, four, 4);
  }
}

void clipboard_sequence(const char *bytes, size_t length, Text *out) {
  text_add(out, "\033]52;c;");
  add_base64((const unsigned char *)bytes, length, out);
  text_add(out, "\a");
}
