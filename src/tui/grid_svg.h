// A grid as a picture (SVG) that looks like the terminal, in a theme's colours.
#pragma once

#include "base/text.h"
#include "tui/grid.h"
#include "tui/theme.h"

// Appends an SVG document: a rectangle per run of equal background, a text per run of equal look, each as
// wide as its cells whatever font the viewer has. Where the theme leaves colours to the terminal the page is
// dark when the theme's own colours are light, and light otherwise.
void grid_svg(const Grid *grid, const Theme *theme, Text *out);
