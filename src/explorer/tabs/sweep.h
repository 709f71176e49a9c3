// The sweep tab, for who asks what it shows.
#pragma once

#include "session/sweep.h"

struct Explorer;

const Sweep *sweep_of(const struct Explorer *explorer); // without a name: nothing is swept yet
