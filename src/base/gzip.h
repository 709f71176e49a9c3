// Unpacking of gzip files: traces are kept packed.
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

bool gzip_is_packed(const char *bytes, size_t length); // by its first bytes
// The bytes of a packed file, all its members one behind the other and zeros behind them left out, with a
// zero byte behind *out_length of them; free with free(). NULL with a message that names `file` when it is
// cut or broken, or longer than `most`.
char *gzip_unpack(const char *file, const char *bytes, size_t length, size_t most, size_t *out_length,
                  Status *status);
