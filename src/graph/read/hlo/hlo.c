// HLO text of XLA: told apart from other texts, and refused until it is read.
#include "graph/read/importer.h"

#include <string.h>

static bool takes(const Source *source) {
  return source->text && memmem(source->text, source->length, "HloModule", 9) &&
         !memmem(source->text, source->length, "def forward(", 12);
}

static Graph *read(const Source *source, DumpPlan **plan, Status *status) {
  (void)plan;
  status_fail(status, STATUS_INPUT, "%s: HLO text is not read yet", source->path);
  return NULL;
}

const Importer importer_hlo = {"hlo", NULL, takes, read};
