// A report as one HTML file: its parts, each of which appends to the page. For html*.c.
#pragma once

#include "cost/comparison.h"
#include "plan/program/live.h"
#include "session/results/timeline.h"

enum { HTML_WIDTH = 480 }; // units of a picture's width, whatever it is shown at

typedef struct HtmlReport {
  Session *session;
  Timeline timeline;
  PlanLive live;
  int dearest; // launch that takes most time; -1: there are none
  bool light;  // even where pages are dark
} HtmlReport;

// Text between tags or in an attribute: what could end either is escaped, what no text may hold becomes '?'.
void html_text(Text *out, const char *text);
// The same, cut to so many characters.
void html_cut(Text *out, const char *text, int most);
void html_kernel_name(const HtmlReport *report, int kernel, Text *out); // not escaped yet
double html_launch_us(const TimelineLaunch *launch); // measured where it was, else estimated
void html_svg_begin(Text *out, int height, const char *title);
void html_svg_end(Text *out);

void html_timeline(const HtmlReport *report, Text *out);
void html_memory(const HtmlReport *report, Text *out);
void html_roofline(const HtmlReport *report, Text *out);
void html_neighbourhood(const HtmlReport *report, Text *out);
void html_rails(const HtmlReport *report, Text *out);
void html_changes(const HtmlReport *report, Text *out);
