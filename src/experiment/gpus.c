#include "experiment/gpus.h"

#include "base/file.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void add(Gpus *gpus, const char *name, size_t length) {
  Text text = {0};
  text_add_bytes(&text, name, length);
  text_get(&text);
  vector_push(&gpus->names, text_take(&text));
}

static void add_named(Gpus *gpus, const char *names) {
  while (*names) {
    size_t length = strcspn(names, ",");
    if (length) add(gpus, names, length);
    names += length + (names[length] == ',');
  }
}

// /dev/nvidia0, ...
static void add_devices(Gpus *gpus) {
  static const char BEGIN[] = "nvidia";
  int count = 0, found = 0;
  char **names = file_list("/dev", &count, NULL);
  for (int i = 0; i < count; i++) {
    const char *number = names[i] + sizeof BEGIN - 1;
    found += text_starts(names[i], BEGIN) && *number && !number[strspn(number, "0123456789")];
    free(names[i]);
  }
  free(names);
  for (int i = 0; i < found; i++) {
    Text text = {0};
    text_printf(&text, "%d", i);
    vector_push(&gpus->names, text_take(&text));
  }
}

Gpus gpus_find(void) {
  Gpus gpus = {0};
  const char *named = getenv("CUDA_VISIBLE_DEVICES");
  if (named)
    add_named(&gpus, named);
  else
    add_devices(&gpus);
  if (!gpus.names.count) add(&gpus, named ? named : "0", named ? strlen(named) : 1);
  return gpus;
}

void gpus_free(Gpus *gpus) {
  for (int i = 0; i < gpus->names.count; i++)
    free(gpus->names.data[i]);
  vector_free(&gpus->names);
}
