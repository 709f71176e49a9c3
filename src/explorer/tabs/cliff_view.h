// The register cliff tab's state: asking in the background.
#pragma once

#include "explorer/state/explorer.h"

// Asks about the steps while the tab is shown; stops after about `milliseconds` (negative: never). True when
// all are asked about.
bool cliff_work(Explorer *explorer, double milliseconds);
